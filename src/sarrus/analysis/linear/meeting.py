"""Lines of force whose ends meet: without a length there is no direction, and a plain derivative tells nothing.

Around such a pose a force may be smooth all the same: a spring of free length 0 pulls with k p, whichever way its ends part.
Then slopes are the mean of those on both sides. A force that jumps from one side to the other has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sarrus.analysis.linear.manifold import Manifold
from sarrus.errors import NumericalError
from sarrus.mechanics import Equations
from sarrus.phrases import listed
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status

__all__ = ["MeetingEnds", "meeting_ends", "refuse_without_direction", "short_lines", "without_direction"]

MET, PARTED = 1e-14, 1e-4
"""Lengths of a line: of none, in parts of the mechanism; of one whose ends part, in parts of the step that parts them."""
ASIDE = 1e-6
SHORT = 1e-6
SMOOTH = 1e-3
"""What forces and slopes on two sides may differ by, in parts of them."""


@dataclass(frozen=True)
class MeetingEnds:
    """Lines whose ends meet at a state, and part with a motion.

    Attributes:
        names: of the forces.
        slopes: of what the equations of motion miss by, along steps of the pose, then by speeds.
        is_smooth: whether there are such slopes of the pose.
        is_damped_smoothly: whether there are of speeds.
    """

    names: tuple[str, ...]
    slopes: tuple[Floats, Floats]
    is_smooth: bool
    is_damped_smoothly: bool


def meeting_ends(
    manifold: Manifold, x: Floats, vdot: Floats, lam: Floats, motions: Floats
) -> MeetingEnds | None:
    """Lines of force whose ends meet; None where there are none, or none whose ends can part.

    Args:
        manifold: what the rows allow.
        x, vdot, lam: where.
        motions: steps of natural size that the rows allow, one in each column.
    """
    e, t, nq, nv = manifold.e, manifold.t, manifold.nq, manifold.nv
    lines = _lines(e)
    if not lines or not motions.shape[1]:
        return None
    met = [name for name, length in _lengths(e, t, x, lines).items() if length <= MET * e.length]
    if not met:
        return None
    ways = np.random.default_rng(0).normal(size=(2, motions.shape[1]))
    found, parted, jumps = [], set(), []
    for way in ways:
        step = motions @ (ASIDE * way / np.linalg.norm(way))
        sides = [manifold.moved(x, s * step) for s in (1.0, -1.0)]
        closed = manifold.closed(sides[0])
        lengths = _lengths(e, t, sides[0] if closed is None else closed, met)
        parted |= {name for name, length in lengths.items() if length > PARTED * ASIDE * e.length}
        J = [e.slopes("residual", ("x",), [t], side, vdot, lam) for side in sides]
        by_step = 0.5 * sum(
            (j[:, :nq] @ e.step_slopes(side) for j, side in zip(J, sides, strict=True)), np.zeros((nv, nv))
        )
        by_speed = 0.5 * (J[0] + J[1])[:, nq : nq + nv]
        found.append((by_step, by_speed))
        up, down = (np.array(e.evaluate("residual", [t], side, vdot, lam)[0]) for side in sides)
        jumps.append((motions.T @ (up - down), motions.T @ by_step @ (2.0 * step)))
    if not parted:
        return None
    K, C = ([motions.T @ pair[k] @ motions for pair in found] for k in (0, 1))
    is_smooth = _agree(*K) and all(
        float(np.abs(a - b).max()) <= SMOOTH * float(np.abs(K[0]).max()) * ASIDE for a, b in jumps
    )
    return MeetingEnds(tuple(n for n in met if n in parted), found[0], is_smooth, _agree(*C))


def refuse_without_direction(ends: MeetingEnds, damping: bool = True) -> None:
    """Refuse forces that have no slopes where the ends of their lines meet.

    Raises:
        NumericalError: names them.
    """
    if not ends.is_smooth or (damping and not ends.is_damped_smoothly):
        raise NumericalError(without_direction(ends.names), int(Status.DEGENERATE))


def without_direction(names: tuple[str, ...]) -> str:
    """The sentence about forces whose lines have no direction."""
    one = len(names) == 1
    return (
        f"The ends of {listed(names)} meet: the direction of {'its force' if one else 'their forces'} is undefined here, and "
        "so is how the force changes with a small motion. Start from a pose in which the ends are apart."
    )


def short_lines(manifold: Manifold, x: Floats) -> tuple[str, ...]:
    """Forces along lines of hardly any length, which nevertheless pull or push."""
    e = manifold.e
    lines = _lines(e)
    row = _row(e, manifold.t, x) if lines else []
    least = SHORT * e.length
    return tuple(
        name
        for name in lines
        if row[e.channel(name, "length").start] <= least and row[e.channel(name, "magnitude").start]
    )


def _lines(e: Equations) -> list[str]:
    told = {c.name for c in e.channels}
    return [f.name for f in e.model.forces if f.port.is_central and f"{f.name}.length" in told]


def _row(e: Equations, t: float, x: Floats) -> Sequence[float]:
    return e.evaluate("output", [t], x, np.zeros(len(e.speeds)), np.zeros(e.multipliers))[0]


def _agree(one: Floats, two: Floats) -> bool:
    return float(np.abs(one - two).max(initial=0.0)) <= SMOOTH * float(np.abs(one).max(initial=0.0))


def _lengths(e: Equations, t: float, x: Floats, names: list[str]) -> dict[str, float]:
    row = _row(e, t, x)
    return {name: float(row[e.channel(name, "length").start]) for name in names}
