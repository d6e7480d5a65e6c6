"""Whether an equilibrium is stable: by its stiffness where that decides, else by the roots of small motions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import eig

from sarrus.analysis.linear.reduction import Reduction
from sarrus.analysis.linear.spectrum import Complex
from sarrus.analysis.statics.balance import Balance
from sarrus.analysis.statics.flat import FlatShape, neutral_directions, shape_along
from sarrus.analysis.statics.flutter import ON_AXIS, is_conservative
from sarrus.analysis.statics.small import SmallMotions
from sarrus.phrases import count, listed
from sarrus.solvers.arrays import Floats

__all__ = ["STABILITIES", "Verdict", "verdict_of"]

STABILITIES = ("stable", "unstable", "neutral", "flutter", "undecided")
EPS = float(np.finfo(float).eps)


@dataclass(frozen=True)
class Verdict:
    """What is known of an equilibrium.

    Attributes:
        stability: one of the words.
        because: a phrase that says why.
        unstable: directions or roots that lead away.
        neutral: directions in which it stays wherever it is put, each by coordinates.
        roots: of small motions [1/s]; empty where they have no linear model.
    """

    stability: str
    because: str
    unstable: int
    neutral: tuple[dict[str, float], ...]
    roots: tuple[complex, ...]


def verdict_of(b: Balance, small: SmallMotions) -> Verdict:
    """The verdict on an equilibrium."""
    if not b.motions.shape[1]:
        return Verdict("stable", "nothing can move", 0, (), ())
    flat = neutral_directions(b)
    named = tuple(small.named(y) for y in flat.T)
    reduction = small.reduction
    zeros = 0 if reduction is None else reduction.spectrum.zeros
    rest = np.zeros(0, dtype=complex) if reduction is None else reduction.spectrum.roots[zeros:]
    roots = (*(complex(s) for s in sorted(rest, key=lambda s: (-s.real, abs(s.imag), s.imag))), *[0j] * zeros)
    word, why, away = (
        _by_stiffness(b, flat) if is_conservative(b, small.damping) else _by_roots(small, rest, zeros, flat)
    )
    return Verdict(word, why, away, named, roots)


def _by_stiffness(b: Balance, flat: Floats) -> tuple[str, str, int]:
    K = 0.5 * (b.stiffness + b.stiffness.T)
    away = int((np.linalg.eigvalsh(_without(K, flat)) < 0.0).sum())
    if away:
        return "unstable", f"the stiffness is negative in {count(away, 'direction')}", away
    if not flat.shape[1]:
        return "stable", "the stiffness is positive in every direction", 0
    shapes = {shape_along(b, y) for y in flat.T}
    if shapes == {FlatShape.FAMILY}:
        return "neutral", f"it stays wherever it is put in {count(flat.shape[1], 'direction')}", 0
    if shapes <= {FlatShape.MAXIMUM, FlatShape.SLOPE}:
        return "unstable", "there is no stiffness in a direction, and forces lead away further out", 1
    if shapes == {FlatShape.MINIMUM} and flat.shape[1] == 1:
        return "stable", "there is no stiffness in a direction, but forces lead back further out", 0
    return "undecided", "there is no stiffness in some directions, and what lies further out differs", 0


def _without(K: Floats, flat: Floats) -> Floats:
    """K on what stands across some directions."""
    if not flat.shape[1]:
        return K
    Q = np.linalg.qr(flat, mode="complete")[0][:, flat.shape[1] :]
    return np.asarray(Q.T @ K @ Q)


def _by_roots(small: SmallMotions, rest: Complex, zeros: int, flat: Floats) -> tuple[str, str, int]:
    reduction = small.reduction
    if reduction is None:
        return "undecided", "forces do work around closed ways, and small motions have no linear model", 0
    growing = [s for s in rest if s.real > ON_AXIS * abs(s)]
    if growing:
        if any(abs(s.imag) > 1e-6 * abs(s) for s in growing):
            return "flutter", "oscillations grow", len(growing)
        return (
            "unstable",
            f"{count(len(growing), 'root')} of small motions {_grow(len(growing))}",
            len(growing),
        )
    if zeros:
        what = f"{count(zeros, 'root')} of small motions {'is' if zeros == 1 else 'are'} zero"
        if flat.shape[1]:
            return "neutral", f"{what}: it stays wherever it is put in {count(flat.shape[1], 'direction')}", 0
        return "undecided", what, 0
    if not any(abs(s.real) <= ON_AXIS * abs(s) for s in rest):
        return "stable", "all roots of small motions decay", 0
    harmful = _destroyed_by(reduction, small.movable)
    if harmful:
        return "undecided", f"stable to first order, destroyed by damping of {listed(harmful)}", 0
    return "stable", "to first order: oscillations neither grow nor decay, and no damping lets them grow", 0


def _grow(number: int) -> str:
    return "grows" if number == 1 else "grow"


def _destroyed_by(reduction: Reduction, movable: tuple[str, ...]) -> list[str]:
    """Coordinates whose damping, however little, lets an oscillation grow; "all joints" and "masses" among them.

    ds/dc = w^H (dA/dc) x / (w^H x) for the left and right vectors of a root on the axis.
    """
    A, B = reduction.matrices
    rates = reduction.change.nu[:, : len(A)]
    e = reduction.blocks.point.e
    probes: dict[str, Floats] = {}
    for k, name in enumerate(movable):
        row = reduction.blocks.coordinates.C[e.measured.index(name)] @ rates
        probes[name] = -np.outer(B[:, k], row)
    if len(probes) > 1:
        probes["all joints together"] = np.asarray(sum(probes.values()))
    masses = np.zeros_like(A)
    first = len(reduction.states.coordinates)
    fast = np.arange(first, first + len(reduction.states.fast))
    masses[fast, fast] = -1.0
    probes["all masses"] = masses
    s, left, right = eig(A, left=True, right=True)
    found = []
    for name, slope in probes.items():
        change = np.einsum("ik,ij,jk->k", left.conj(), slope, right) / np.einsum(
            "ik,ik->k", left.conj(), right
        )
        on_axis = np.abs(s.real) <= ON_AXIS * np.abs(s)
        size = float(np.abs(change[on_axis]).max(initial=0.0))
        if (change[on_axis].real > 1e-7 * size).any() and size:
            found.append(name)
    return found
