"""What kind of state an operating point is: at rest, in steady motion, or somewhere along a motion.

A motion is steady where the linear model does not change along it, although the mechanism moves. That is tried: the motion is
followed, and the model is made again at two later phases, in the same states.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from sarrus.analysis.linear.following import Following
from sarrus.analysis.linear.operating import at_state
from sarrus.analysis.linear.point import OperatingPoint
from sarrus.analysis.linear.point_kinds import ALONG, EQUILIBRIUM, STEADY

__all__ = ["ALONG", "EQUILIBRIUM", "STEADY", "is_at_rest", "later", "unbalanced"]

T = TypeVar("T")
AT_REST = 1e-9
"""Speeds, in natural units, up to which a mechanism rests [1/s]."""
BALANCED = 1e-8
"""Part of the largest force up to which what is not balanced counts as rounding."""
PHASES = (1.0, 2.0)
"""Turns of the fastest motion at which a model is made again [rad]."""


def is_at_rest(point: OperatingPoint) -> bool:
    """Whether nothing moves."""
    return float(np.abs(point.v / point.manifold.rows.columns).max(initial=0.0)) <= AT_REST


def unbalanced(point: OperatingPoint) -> float:
    """What is left along free motions of all forces, as part of the largest force."""
    along = point.stand.motions.T @ (point.M @ point.vdot) / max(point.e.length, 1e-300)
    scale = max(point.force_scale, 1e-300)
    return float(np.abs(along).max(initial=0.0)) / scale if along.any() else 0.0


def later(point: OperatingPoint, asked: Callable[[OperatingPoint], T]) -> list[T]:
    """What a function of the operating point is at later phases of its motion."""
    fastest = float(np.abs(point.v / point.manifold.rows.columns).max(initial=0.0))
    flow = Following(point.e)
    found, x, t = list[T](), point.x, point.t
    for _ in PHASES:
        ahead = PHASES[0] / max(fastest, AT_REST)
        x = flow(t, x, t + ahead)
        t += ahead
        found.append(asked(at_state(point.e, t, x)))
    return found
