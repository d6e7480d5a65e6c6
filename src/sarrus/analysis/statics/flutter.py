"""Where oscillations begin to grow along a path: a pair of roots crosses the imaginary axis (Hopf).

Potentials and dampers alone never let that happen. It can where forces do work around closed ways, rows forbid velocities
alone, or elements have states of their own; roots are looked at there alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from sarrus.analysis.linear.blocks import blocks_at
from sarrus.analysis.linear.inputs import inputs_of
from sarrus.analysis.linear.reduction import Reduction
from sarrus.analysis.linear.spectrum import Complex
from sarrus.analysis.linear.states import choose_states
from sarrus.analysis.statics.balance import Balance
from sarrus.analysis.statics.search import ASYMMETRIC, asymmetry
from sarrus.errors import NumericalError, UsageError
from sarrus.solvers.arrays import Floats

__all__ = ["ON_AXIS", "growing", "is_conservative", "locate_crossing", "roots_at"]

ON_AXIS = 1e-8
"""Real part of a root, in parts of its size, that is none."""
OSCILLATES = 1e-6
"""Imaginary part of a root, in parts of its size, from which it swings."""
HALVINGS, FINEST = 12, 48


def is_conservative(b: Balance, damping: Floats) -> bool:
    """Whether nothing but potentials and dampers act.

    Args:
        b: forces at a pose.
        damping: efforts along free speeds that these speeds ask for.
    """
    if b.of.has_velocity_rows or b.of.nz or asymmetry(b.stiffness) > ASYMMETRIC:
        return False
    size = float(np.abs(damping).max(initial=0.0))
    if not size:
        return True
    is_symmetric = float(np.abs(damping - damping.T).max()) <= ASYMMETRIC * size
    return is_symmetric and float(np.linalg.eigvalsh(0.5 * (damping + damping.T))[0]) >= -1e-12 * size


def roots_at(b: Balance) -> Complex | None:
    """Roots of small motions that are not zero by structure; None where there is no linear model."""
    try:
        blocks = blocks_at(b.point)
        found = Reduction(blocks, choose_states(blocks), inputs_of(blocks, [])).spectrum
    except (UsageError, NumericalError):
        return None
    return found.roots[found.zeros :]


def growing(roots: Complex) -> int:
    """How many roots grow."""
    return int((roots.real > ON_AXIS * np.abs(roots)).sum())


@dataclass(frozen=True)
class Crossing:
    """A pair of roots on the imaginary axis.

    Attributes:
        s: where along a step.
        omega: size of the roots [rad/s].
    """

    s: float
    omega: float


def locate_crossing(roots: Callable[[float], Complex | None], step: float) -> Crossing | None:
    """Where within a step a pair of roots crosses the axis; None where no pair does.

    The number of roots that grow is halved in; then the real part of the pair that crosses tells more, but where pairs meet on
    the axis, as without damping: the number alone tells there.
    """
    first, last = roots(0.0), roots(step)
    if first is None or last is None or abs(growing(last) - growing(first)) < 2:
        return None
    least = min(growing(first), growing(last))
    rises = growing(last) > least

    def is_behind(s: float) -> bool:
        found = roots(s)
        return found is not None and (growing(found) > least) == rises

    low, high = 0.0, step
    for count in range(FINEST):
        if count == HALVINGS:
            s = _real_part(roots, low, high)
            if s is not None:
                low = high = s
                break
        middle = 0.5 * (low + high)
        low, high = (low, middle) if is_behind(middle) else (middle, high)
    there = roots(high)
    pair = _nearest(there) if there is not None else None
    return Crossing(high, abs(pair.imag)) if pair is not None else None


def _real_part(roots: Callable[[float], Complex | None], low: float, high: float) -> float | None:
    """Where the real part of the pair nearest to the axis changes its sign, near an interval; None where it does not."""
    wider = high - low

    def value(s: float) -> float:
        found = roots(s)
        pair = _nearest(found) if found is not None else None
        return np.nan if pair is None else float(pair.real)

    ends = max(0.0, low - wider), high + wider
    sizes = [value(s) for s in ends]
    found = roots(ends[1])
    pair = _nearest(found) if found is not None else None
    if pair is None or not sizes[0] * sizes[1] < 0.0 or min(map(abs, sizes)) <= ON_AXIS * abs(pair):
        return None
    try:
        return float(brentq(value, *ends, xtol=1e-15, rtol=1e-14))
    except (ValueError, RuntimeError):
        return None


def _nearest(roots: Complex) -> complex | None:
    """The root nearest to the imaginary axis among those that swing."""
    swinging = [complex(s) for s in roots if s.imag > OSCILLATES * abs(s)]
    return min(swinging, key=lambda s: abs(s.real) / abs(s), default=None)
