"""What assembling needs beyond the closure rows: gaps that lead home from far away, senses, retraction.

Closure rows made of dot products also vanish where an axis points backwards, and from a poor start Newton's method
finds such places. `Closing.gap` does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sarrus.elements.closing import Closing
from sarrus.equations.scene import Scene
from sarrus.scalar import Node
from sarrus.scalar.rewrite import substitute
from sarrus.spatial import Pose, Wrench


@dataclass(frozen=True)
class Gap:
    """One component of how far a joint stands open, and how each speed changes it."""

    owner: str
    unit: str
    value: Node
    slopes: dict[int, Node]


def gaps(scene: Scene, closed: Iterable[Closing]) -> list[Gap]:
    """Gaps of the closed elements; components that vanish by structure are left out."""
    found = []
    for element in closed:
        one, two = (scene.body_index(p) for p in scene.model.ends_of(element))
        units = [unit for _, unit in element.bind(scene.parameters.resolve, scene.model.planar).gap(Pose())]
        functions, F, M = scene.functions_of(
            element, lambda bound, X_FM: [value for value, _ in bound.gap(X_FM)]
        )
        for f, unit in zip(functions, units, strict=True):
            if f.value is not scene.graph.zero:
                load = Wrench(F.X.R * f.wrench.force, F.X.R * f.wrench.torque)
                found.append(Gap(element.name, unit, f.value, scene.between(one, two, load, M.X.p)))
    return found


def senses(scene: Scene, closed: Iterable[Closing]) -> list[Node]:
    """For each closed element, a number that is positive on the branch that is meant."""
    found = []
    for element in closed:
        bound = element.bind(scene.parameters.resolve, scene.model.planar)
        base, follower = scene.frames_at(scene.model.ends_of(element))
        found.append(scene.graph.lift(bound.sense(base.X.inverse() @ follower.X)))
    return found


def retracted(scene: Scene, step: Sequence[Node]) -> list[Node]:
    """Coordinates after a small step, given like speeds: q + N(q) step, each joint's share put back in place."""
    found: list[Node] = []
    moved = substitute(scene.rates, dict(zip(scene.speeds, step, strict=True)))
    start = 0
    for joint, q in zip(scene.joints, scene.q, strict=True):
        straight = [a + b for a, b in zip(q, moved[start : start + len(q)], strict=True)]
        found.extend(scene.graph.lift(a) for a in joint.retract(straight))
        start += len(q)
    return found
