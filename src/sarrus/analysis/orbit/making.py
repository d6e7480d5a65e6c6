"""From a mechanism that moves to the multipliers of its motion."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.analysis.description import Description
from sarrus.analysis.linear.operating import START, point_of
from sarrus.analysis.linear.point import OperatingPoint
from sarrus.analysis.linear.prepared import Prepared
from sarrus.analysis.linear.spectrum import Complex, spectrum
from sarrus.analysis.orbit.answer import Floquet
from sarrus.analysis.orbit.shooting import Orbit, Shooting, first_return
from sarrus.errors import UsageError
from sarrus.model import Mechanism, snapshot_of
from sarrus.results.answer import Outcome
from sarrus.solvers.arrays import Floats

__all__ = ["floquet_of"]

ONE = 1e-6
"""Distance of a multiplier from the unit circle up to which it lies on it."""
APART = 1e6
"""Condition of the vectors of multipliers beyond which two of them are one."""
MOMENTS = (0.37, 1.61)
"""Times after the start at which it is seen whether anything depends on time [s]."""


def floquet_of(
    mechanism: Mechanism, period: float | None, states: tuple[str, ...], formulation: str
) -> Floquet:
    """Multipliers of the motion that repeats, near the start.

    Raises:
        UsageError: the period is not positive, or must be given.
        NumericalError: there is no such motion near.
    """
    if period is not None and not period > 0.0:
        raise UsageError(f"period is {period:g}. It is a time above 0 s.")
    point = point_of(Prepared(snapshot_of(mechanism)), START, formulation)
    is_driven = depends_on_time(point)
    if is_driven and period is None:
        raise UsageError(
            "Something depends on time here, so that the period is that of the drive: give period=..., such as "
            "period='0.5 s'."
        )
    shooting = Shooting(point, states, is_free=not is_driven)
    if not len(shooting.first.names):
        raise UsageError(
            "Nothing can move by itself here: all coordinates are driven, and nothing can deviate."
        )
    orbit = shooting.found(first_return(shooting.first) if period is None else period)
    return _answer(mechanism.name, point, orbit, is_driven)


def depends_on_time(point: OperatingPoint) -> bool:
    """Whether forces or rows depend on time."""
    e, x = point.e, point.x

    def told(t: float) -> Floats:
        parts = (
            e.evaluate("residual", [t], x, point.vdot, point.lam)[0],
            e.evaluate("closure", [t], x)[0],
            *e.evaluate("course", [t], x, point.vdot)[:2],
        )
        return np.concatenate([np.asarray(part, dtype=float) for part in parts])

    now = told(point.t)
    size = float(np.abs(now).max(initial=0.0)) or 1.0
    return any(float(np.abs(told(point.t + dt) - now).max(initial=0.0)) > 1e-12 * size for dt in MOMENTS)


def _answer(name: str, point: OperatingPoint, orbit: Orbit, is_driven: bool) -> Floquet:
    sizes = orbit.states.at_first.sizes
    scaled = orbit.transition * sizes / sizes[:, None]
    # multipliers that are 1 by structure are zeros of Phi - 1, which a staircase counts
    by_one = spectrum(scaled - np.eye(len(scaled)))
    rho = 1.0 + by_one.roots
    order = np.lexsort((-rho.imag, -rho.real, -np.abs(rho).round(12)))
    rho, X = rho[order], by_one.right[:, order]
    stability, because = _verdict(rho, X, is_driven, by_one.chains)
    evidence: dict[str, Any] = {
        "formulation": point.e.formulation,
        "difference after a period, in natural size": orbit.off,
        "corrections of the start": orbit.corrections,
        "linear models computed": orbit.polynomials.samples,
        "|det Phi - exp(integral of trace A)|": float(
            abs(np.linalg.det(orbit.transition) - np.exp(orbit.growth))
        ),
    }
    if not is_driven:
        least = np.linalg.svd(scaled - np.eye(len(scaled)), compute_uv=False)
        evidence["least singular value of Phi - 1"] = float(least[-1])
        evidence["chains of multipliers that are 1"] = list(by_one.chains)
    first = orbit.states.at_first
    places = {c.name: c.start for c in point.e.channels if c.size == 1}
    row = orbit.states.first.row
    described = Description(point.e.model)
    kind = "driven " if is_driven else ""
    return Floquet(
        mechanism=name,
        status=Outcome("ok", f"A {kind}motion repeats after {orbit.period:.9g} s."),
        evidence=evidence,
        described=described,
        foreign=tuple(k.keyword for k in described.foreign),
        period=orbit.period,
        states=first.names,
        state_units=first.units,
        x0=np.array([float(row[places[n]]) if n in places else 0.0 for n in first.names]),
        transition=orbit.transition,
        real=rho.real,
        imag=rho.imag,
        is_driven=is_driven,
        stability=stability,
        because=because,
    )


def _verdict(rho: Complex, X: Complex, is_driven: bool, chains: tuple[int, ...]) -> tuple[str, str]:
    """Whether deviations fade; a motion that is not driven may always be early or late."""
    sizes = np.abs(rho)
    left = np.ones(len(rho), dtype=bool)
    if not is_driven and len(rho):
        left[int(np.argmin(np.abs(rho - 1.0)))] = False
    largest = float(sizes.max(initial=0.0))
    if largest > 1.0 + ONE:
        return "unstable", f"small deviations grow by up to {largest:.6g} in a period"
    if not left.any() or float(sizes[left].max(initial=0.0)) < 1.0 - ONE:
        shift = "" if is_driven else ", apart from being early or late"
        most = float(sizes[left].max(initial=0.0))
        return "stable", f"small deviations fade to {most:.6g} of themselves in a period, or less{shift}"
    if max(chains, default=0) > 1:
        return (
            "undecided",
            "to first order a deviation grows like time: motions near it take another time to repeat",
        )
    keeps = all(float(np.abs(rho - 1.0 / s).min()) <= ONE for s in rho)
    others = X[:, np.abs(rho - 1.0) > ONE]
    if keeps and (not others.size or float(np.linalg.cond(others)) < APART):
        return "stable", "small deviations neither grow nor fade, and no two of them act together"
    what = "two of them may act together" if keeps else "some neither grow nor fade"
    return "undecided", f"to first order small deviations do not grow, but {what}"
