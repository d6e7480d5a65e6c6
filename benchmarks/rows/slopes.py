"""Derivatives of chains: the Jacobian of forward dynamics against peers, adjoints against the kernels themselves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.arrays import Floats
from benchmarks.models import chain, oblique
from benchmarks.peers import TITLES, is_here, presence
from benchmarks.protocol import progress
from benchmarks.report import Row
from benchmarks.slopes import Chain
from benchmarks.timing import interleaved

LANES = (4, 8)
BARS = {("hinged", 10): 4.0, ("hinged", 40): 3.5, ("generic", 10): 2.5, ("generic", 40): 2.0}
"""How many times as fast as Pinocchio's computeABADerivatives."""
CASADI = 2.5
ADJOINTS = {"forward": 3.5, "efforts": 3.0, "residual": 3.0}
"""How many evaluations of the kernel its adjoint may take."""
RNEA = 3.0
COMPILING = 0.5
WHEEL = "Pinocchio's wheel has no AVX and no FMA: a build for this processor would be faster"
BUILD = {"hinged": chain.hinged, "generic": oblique.hinged}
ROUNDS = 7
Repeat = Callable[[int], object]


def rows(cases: tuple[tuple[str, int], ...] = tuple(BARS)) -> list[Row]:
    """All chains."""
    made = []
    with empty_cache():
        for kind, count in cases:
            progress(f"derivatives of a {kind} chain of {count}")
            made += _chain(kind, count)
    return made


@contextmanager
def empty_cache() -> Iterator[None]:
    """What was compiled in another run is not found inside."""
    before = os.environ.get("SARRUS_CACHE")
    with TemporaryDirectory() as folder:
        os.environ["SARRUS_CACHE"] = folder
        try:
            yield
        finally:
            os.environ.pop("SARRUS_CACHE")
            if before is not None:
                os.environ["SARRUS_CACHE"] = before


def _chain(kind: str, count: int) -> list[Row]:
    ours = Chain(count, BUILD[kind])
    work: dict[str, Repeat] = {name: ours.plain(name).inside for name in ADJOINTS}
    work |= {f"{name} back": ours.adjoint(name).inside for name in ADJOINTS}
    jacobians = {lanes: ours.jacobian(lanes) for lanes in LANES}
    matrices = {
        lanes: dense().copy() for lanes, (_, dense) in jacobians.items()
    }  # before the state has crept
    work |= {f"{lanes} lanes": found.inside for lanes, (found, _) in jacobians.items()}
    theirs, meant = _pinocchio(kind, count) if is_here("pin") else ({}, None)
    casadi = _casadi(count) if kind == "hinged" and count == 10 else {}
    times = interleaved({**work, **theirs, **casadi}, ROUNDS)
    best = min(LANES, key=lambda lanes: times[f"{lanes} lanes"])
    found, _ = jacobians[best]
    error = None if meant is None else float(np.abs(matrices[best] - meant).max() / np.abs(meant).max())
    own = times[f"{best} lanes"]
    what = f"Jacobian of forward dynamics, {kind} chain, N = {count}"
    note = f"d vdot / d (q, v), {best} lanes; {own / times['forward']:.1f} of our own forward dynamics"
    made = [_against(what, own, error, "computeABADerivatives", times, BARS[kind, count], f"{note}; {WHEEL}")]
    if "casadi" in times:
        their, bar = times["casadi"], f">= {CASADI:g}x"
        is_met = their / own >= CASADI
        made.append(
            Row(
                f"{what}, against CasADi C", own, "s", error, TITLES["casadi"], their, None, bar, is_met, note
            )
        )
    rnea = f"inverse dynamics, {kind} chain, N = {count}"
    made.append(_against(rnea, times["efforts"], None, "rnea", times, RNEA if count == 40 else 0.0, WHEEL))
    for name, most in ADJOINTS.items():
        ratio = times[f"{name} back"] / times[name]
        title = f"adjoint of '{name}', {kind} chain, N = {count}: evaluations of the kernel"
        made.append(Row(title, ratio, "", None, bar=f"<= {most:g}", is_met=ratio <= most))
    title = f"compiling the Jacobian of forward dynamics, {kind} chain, N = {count}"
    bar, is_met = f"<= {COMPILING:g} s", found.seconds <= COMPILING
    made.append(
        Row(
            title,
            found.seconds,
            "s",
            bar=bar,
            is_met=is_met,
            note="CPU time with an empty cache, on disk and in memory for the first chain of its kind; cells of a chain before are known",
        )
    )
    return made


def _against(
    what: str, own: float, error: float | None, peer: str, times: dict[str, float], bar: float, note: str
) -> Row:
    text = f">= {bar:g}x" if bar else ""
    if peer not in times:
        return Row(what, own, "s", error, f"Pinocchio ({presence('pin').reason})", bar=text)
    theirs = times[peer] - times[f"{peer} idle"]
    is_met = theirs / own >= bar if bar else None
    return Row(what, own, "s", error, f"Pinocchio {peer}", theirs, None, text, is_met, note)


def _pinocchio(kind: str, count: int) -> tuple[dict[str, Repeat], Floats]:
    from benchmarks.peers import pinocchio_chain

    return pinocchio_chain.derivatives(count, is_oblique=kind == "generic")


def _casadi(count: int) -> dict[str, Repeat]:
    if not is_here("casadi"):
        return {}
    from benchmarks.peers import casadi_chain

    return {"casadi": casadi_chain.derivatives(count)} if casadi_chain.compiler() else {}
