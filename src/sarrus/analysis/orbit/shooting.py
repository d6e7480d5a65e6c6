"""A motion that repeats, found from a start near it, and what becomes of small deviations in one period.

    x(T; x_0) = x_0        Newton:  [Phi - I, F] [dx_0; dT] = x_0 - x(T)

Phi is the derivative of the state after a period by the state before, F how the state changes with time at the end. Where
nothing depends on time, T is unknown and the phase is free; where energy is kept, motions that repeat come in families. Both
make the system under-determined, so that the least step is taken: the motion found is the one nearest to the start.

Phi' = A(t) Phi is integrated along the motion, with A followed by polynomials over time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from sarrus.analysis.linear.following import Following
from sarrus.analysis.linear.operating import at_state
from sarrus.analysis.linear.point import OperatingPoint
from sarrus.analysis.locus.interpolation import Polynomials, followed
from sarrus.analysis.orbit.states import OrbitStates
from sarrus.errors import NumericalError, UsageError
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status

__all__ = ["Orbit", "Shooting", "first_return"]

CLOSED = 1e-11
"""Largest difference after a period, in natural size, with which a motion repeats."""
SAME = 1e-6
"""Part of its size by which a coordinate, rate or acceleration may differ after a period."""
ITERATIONS = 12
FLAT = 1e-7
"""Part of the largest singular value below which Newton's system leaves a direction open."""
RESTS = 1e-4
"""Part of the fastest motion below which a mechanism comes to rest."""
LOOKS = 4000
"""Looks at a motion until it returns."""


@dataclass(frozen=True)
class Orbit:
    """A motion that repeats.

    Attributes:
        states: in which it is told.
        period: [s].
        transition: Phi.
        growth: integral of the trace of A over a period; det Phi is its exponential.
        off: largest difference after a period, in natural size.
        polynomials: A over time.
        corrections: steps of Newton.
    """

    states: OrbitStates
    period: float
    transition: Floats
    growth: float
    off: float
    polynomials: Polynomials
    corrections: int


class Shooting:
    """Searches a motion that repeats.

    Args:
        point: the start.
        asked: names of states; none: a choice that suits.
        is_free: whether nothing depends on time, so that the period is unknown.
    """

    def __init__(self, point: OperatingPoint, asked: tuple[str, ...], is_free: bool) -> None:
        self._asked, self._is_free = asked, is_free
        self._flow = Following(point.e)
        self.first = OrbitStates.chosen(point, asked)

    def found(self, period: float) -> Orbit:
        """The motion nearest to the start that repeats.

        Raises:
            NumericalError: none is found, or it passes a jump of a force.
        """
        states, T, last = self.first, period, np.inf
        for count in range(ITERATIONS):
            made = self._round(states, T, count)
            if made.off <= CLOSED or (made.off <= 1e3 * CLOSED and made.off >= 0.5 * last):
                self._require_motion(made)
                return made
            last = made.off
            end = self._at_end(states, T)
            sizes = states.at_first.sizes
            wanted = -states.between(states.first, end) / sizes
            by_x = (made.transition - np.eye(len(sizes))) * sizes / sizes[:, None]
            by_T = T * states.drift(end)[:, None] / sizes[:, None]
            system = np.hstack([by_x, by_T]) if self._is_free else by_x
            step = np.linalg.lstsq(system, wanted, rcond=FLAT)[0]
            step = step * min(1.0, 0.3 / max(float(np.abs(step).max(initial=0.0)), 1e-300))
            T *= 1.0 + (float(step[-1]) if self._is_free else 0.0)
            moved = states.moved(sizes * step[: len(sizes)])
            states = OrbitStates(moved, states.names, states.fast)
        raise NumericalError(
            f"No motion that repeats was found near the start: after {T:.6g} s it differs by {last:.2g} of its size.",
            int(Status.NO_CONVERGENCE),
        )

    def _require_motion(self, orbit: Orbit) -> None:
        """Refuse rest, which repeats after any time, and a drive that does not repeat."""
        self._require_drive(orbit)
        speed = np.abs(orbit.states.drift(orbit.states.first) / orbit.states.at_first.sizes)
        if self._is_free and float(speed.max(initial=0.0)) * orbit.period <= 1e-6:
            raise _no_return("near it nothing repeats but rest")

    def _require_drive(self, orbit: Orbit) -> None:
        """Refuse a period after which something that is driven is not as it was.

        Raises:
            UsageError: names a coordinate.
        """
        first = orbit.states.first
        e, end = first.e, self._at_end(orbit.states, orbit.period)
        told = []
        for point in (first, end):
            course = e.evaluate("course", [point.t], point.x, point.vdot)
            told.append([np.array(e.evaluate("measure", [point.t], point.x)[0]), *map(np.array, course[2:4])])
        for order, (before, after) in enumerate(zip(*told, strict=True)):
            size = max(1.0, float(np.abs(before).max(initial=0.0)))
            for name, one, two in zip(e.measured, before, after, strict=True):
                period = e.model.period(name) if not order else None
                off = math.remainder(two - one, period) if period else two - one
                if abs(off) > SAME * size:
                    what = ("is", "has a rate that is", "has an acceleration that is")[order]
                    raise UsageError(
                        f"After {orbit.period:.6g} s the drive is not where it was: '{name}' {what} another by {off:.4g}. Give the "
                        "period of the drive, or a whole multiple of it."
                    )

    def _at_end(self, states: OrbitStates, T: float) -> OperatingPoint:
        t = states.first.t
        return at_state(states.first.e, t + T, self._flow(t, states.first.x, t + T))

    def _round(self, states: OrbitStates, T: float, count: int) -> Orbit:
        """Once round from a start."""
        e, t = states.first.e, states.first.t
        known: dict[float, Floats] = {t: states.first.x}

        def matrix(at: float) -> Floats:
            before = max(when for when in known if when <= at)
            if before < at:
                known[at] = self._flow(before, known[before], at)
            point = states.first if at == t else at_state(e, at, known[at])
            return states.small(point).matrices[0]

        A = followed(matrix, t, t + T)
        if self._flow.kinks:
            raise NumericalError(
                "A law of force changes its branch during the motion. What becomes of small deviations there is not known to "
                "this analysis; simulate two motions that start near each other.",
                int(Status.NO_CONVERGENCE),
            )
        if A.why:
            raise NumericalError(f"The motion cannot be followed: {A.why}.", int(Status.NO_CONVERGENCE))
        Phi, growth = _transition(A, t, T)
        off = np.abs(states.between(states.first, self._at_end(states, T)) / states.at_first.sizes)
        return Orbit(states, T, Phi, growth, float(off.max(initial=0.0)), A, count)


def _transition(A: Polynomials, t: float, T: float) -> tuple[Floats, float]:
    """Phi over a period, and the integral of the trace."""
    n = A.pieces[0].coefficients.shape[1]

    def rate(at: float, y: Floats) -> Floats:
        matrix = A.at(np.array([at]))[0]
        return np.append((matrix @ y[:-1].reshape(n, n)).ravel(), np.trace(matrix))

    y = np.append(np.eye(n).ravel(), 0.0)
    for piece in A.pieces:
        made = solve_ivp(rate, (piece.first, piece.last), y, "DOP853", rtol=1e-12, atol=1e-14)
        y = made.y[:, -1]
    return y[:-1].reshape(n, n), float(y[-1])


def first_return(states: OrbitStates) -> float:
    """The time after which a motion comes back to where it began, nearly.

    Raises:
        NumericalError: it does not within many swings.
    """
    start, flow = states.first, Following(states.first.e)
    sizes = states.at_first.sizes
    ahead = states.drift(start) / sizes
    speed = float(np.linalg.norm(ahead))
    if speed <= 1e-9:
        raise NumericalError(
            "The mechanism rests at its start: there is no motion.", int(Status.NO_CONVERGENCE)
        )
    ahead = ahead / speed
    x, t, step = start.x, start.t, 0.05 / speed
    farthest, last, fastest = 0.0, 0.0, speed
    for _ in range(LOOKS):
        there = at_state(start.e, t + step, flow(t, x, t + step))
        off = states.between(start, there) / sizes
        along, far = float(ahead @ off), float(np.linalg.norm(off))
        farthest = max(farthest, far)
        if last < 0.0 <= along and far <= 0.25 * farthest:
            return _crossing(flow, states, (t, x, step), ahead / sizes) - start.t
        x, t, last = there.x, t + step, along if far > 0.02 * farthest or last < 0.0 else 0.0
        now = float(np.linalg.norm(states.drift(there) / sizes))
        fastest = max(fastest, now)
        if now <= RESTS * fastest:
            raise _no_return(f"it comes to rest after {t - start.t:.4g} s")
        step = min(2.0 * step, 0.1 * max(farthest, 0.05) / max(now, 1e-300))
    raise _no_return(f"it was followed for {t - start.t:.4g} s")


def _no_return(why: str) -> NumericalError:
    return NumericalError(
        f"The motion does not come back to its start: {why}. Start it nearer to a motion that repeats, or give its period.",
        int(Status.NO_CONVERGENCE),
    )


def _crossing(
    flow: Callable[..., Floats], states: OrbitStates, last: tuple[float, Floats, float], ahead: Floats
) -> float:
    """When exactly it passes its start."""
    t, x, step = last

    def along(s: float) -> float:
        there = at_state(states.first.e, t + s, flow(t, x, t + s)) if s else at_state(states.first.e, t, x)
        return float(ahead @ states.between(states.first, there))

    return t + float(brentq(along, 0.0, step, xtol=1e-13 * step, rtol=1e-14))
