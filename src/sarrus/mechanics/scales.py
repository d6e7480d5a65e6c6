"""How long and how heavy each part of a model is, and from where its positions are counted.

What is small, near or nearly singular is judged on the part that it belongs to: a watch beside a bridge is judged as a
watch alone. Positions are counted from an origin of their own in each region, so that a mechanism far from the origin
of ground moves with the accuracy of one that stands there. See decision 0016.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise

from sarrus.elements.body import Frames
from sarrus.model import Place, Snapshot
from sarrus.spatial import Pose, Vec3
from sarrus.spatial.vector import ZERO
from sarrus.topology import GROUND, body_at, loop_components, model_parts, span

FAR = 30.0
"""Lengths of a part from which it counts as far from the origin of ground."""


class Scales:
    """Lengths, masses and origins of the parts of a model.

    Attributes:
        parts: which bodies belong together.
        reaches: for each body the distance of its farthest frame, or of its mass centre, from its own origin [m].
        masses: of the bodies [kg].
    """

    def __init__(self, model: Snapshot) -> None:
        self.model = model
        self.parts = model_parts(model)
        properties = [body.mass_properties(model.resolve, model.planar) for body in model.bodies]
        self.masses = [float(mass) for mass, _, _ in properties]
        self.reaches = [
            max(_size(center), *(_size(X.p) for X in body.poses(model.resolve, model.planar).values()))
            for body, (_, center, _) in zip(model.bodies, properties, strict=True)
        ]

    @cached_property
    def length(self) -> float:
        """Characteristic length of the longest part [m]."""
        return max(self.lengths, default=1.0)

    @cached_property
    def mass(self) -> float:
        """Mass of everything that moves [kg]."""
        return math.fsum(self.masses)

    @cached_property
    def lengths(self) -> list[float]:
        """Characteristic length of each part [m]: how far its bodies reach, and how far apart ground holds them."""
        return self._with_bodies(self._ground_lengths)

    def _with_bodies(self, on_ground: list[float]) -> list[float]:
        found = list(on_ground)
        for part, reach in zip(self.parts.of_body, self.reaches, strict=True):
            found[part] = max(found[part], reach)
        return [length or 1.0 for length in found]

    @cached_property
    def part_masses(self) -> list[float]:
        """Mass of each part [kg]."""
        found: list[list[float]] = [[] for _ in range(self.parts.count)]
        for part, mass in zip(self.parts.of_body, self.masses, strict=True):
            found[part].append(mass)
        return [math.fsum(masses) for masses in found]

    def length_of(self, element: str) -> float:
        """Length of the part that a joint, constraint or driver belongs to [m]."""
        return self.lengths[self.parts.of_element[element]]

    def length_at(self, body: int) -> float:
        """Length of the part that a body belongs to [m]."""
        return self.lengths[self.parts.of_body[body]]

    @cached_property
    def _ground_poses(self) -> dict[str, Pose]:
        return self.model.ground.poses(self.model.resolve, self.model.planar)

    @cached_property
    def _held(self) -> list[list[Vec3]]:
        """For each part its points on ground."""
        return [[self._ground_poses[name].p for name in names] for names in self.parts.held_at]

    @cached_property
    def _steps(self) -> list[float]:
        """For each part the widest step from one of its points on ground to the next, along a row of them."""
        return [_widest_step(points) for points in self._held]

    @cached_property
    def _ground_lengths(self) -> list[float]:
        """For each part that step, or the way from the origin to its farthest point, if that is shorter."""
        found = []
        for points, step, region in zip(self._held, self._steps, self.parts.region, strict=True):
            farthest = max((_size(p - self.origins[region]) for p in points), default=0.0)
            found.append(min(step, farthest))
        return found

    @cached_property
    def is_away(self) -> list[bool]:
        """For each region whether it may stand away from the origin of ground; structure, no number.

        It may not where something is held at ground itself, or at a frame that was turned but not moved.
        """
        found = [True] * (max(self.parts.region, default=-1) + 1)
        for region, names in zip(self.parts.region, self.parts.held_at, strict=True):
            found[region] &= bool(names) and not any(_is_at_origin(self.model.ground, n) for n in names)
        return found

    @cached_property
    def origins(self) -> list[Vec3]:
        """For each region the point that its positions are counted from, in ground coordinates [m].

        It is the origin of ground, unless all points on ground that hold the region are far from it; then it is the
        nearest of these: differences of points of one exponent are exact.
        """
        held: list[list[Vec3]] = [[] for _ in self.is_away]
        lengths = [0.0] * len(held)
        sizes = self._with_bodies(self._steps)
        for region, points, size in zip(self.parts.region, self._held, sizes, strict=True):
            held[region] += points
            lengths[region] = max(lengths[region], size)
        found = []
        for away, points, length in zip(self.is_away, held, lengths, strict=True):
            nearest = min(points, key=_size) if away else ZERO
            found.append(nearest if _size(nearest) > FAR * length else ZERO)
        return found

    def region_of(self, places: Iterable[Place]) -> int:
        """The region of the first of some places that is on a body; GROUND where none is."""
        bodies = (body_at(self.model, place) for place in places)
        return next((self.region_at(body) for body in bodies if body != GROUND), GROUND)

    def region_at(self, body: int) -> int:
        """The region of a body."""
        return self.parts.region[self.parts.of_body[body]]

    def origin_at(self, body: int) -> Vec3:
        """The origin from which the positions of a body are counted [m]."""
        return self.origins[self.region_at(body)]

    @cached_property
    def carried(self) -> dict[str, tuple[float, float]]:
        """For every joint, constraint and driver the mass [kg] and length [m] of all that moves with it.

        What shares loops moves together, and carries all that hangs on it. Where that weighs nothing, the part counts.
        """
        model, tree = self.model, span(self.model)
        masses, lengths = list(self.masses), list(self.reaches)
        for branch in reversed(tree.branches):
            if branch.parent != GROUND:
                masses[branch.parent] += masses[branch.body]
                lengths[branch.parent] = max(lengths[branch.parent], lengths[branch.body])
        number = {branch.joint.name: i for i, branch in enumerate(tree.branches)}
        components = loop_components(model, tree)
        groups = [[e.name for e in (*c.joints, *c.constraints, *c.relations)] for c in components.coupled]
        groups += [[joint.name] for joint in components.bridges]
        found: dict[str, tuple[float, float]] = {}
        for names in groups:
            own = {number[name] for name in names if name in number}
            roots = [tree.branches[i] for i in own if tree.parents[i] not in own]
            part = self.parts.of_element[names[0]]
            length = max((lengths[root.body] for root in roots), default=0.0)
            if any(root.parent == GROUND for root in roots):
                length = max(length, self._ground_lengths[part])
            mass = math.fsum(masses[root.body] for root in roots)
            whole = self.part_masses[part]
            # to the last bit where all of the part moves
            mass = whole if not 0.0 < mass < (1.0 - 1e-12) * whole else mass
            found.update(dict.fromkeys(names, (mass or 1.0, length or self.lengths[part])))
        return found


def _size(p: Vec3) -> float:
    return math.hypot(*(float(a) for a in p))


def _widest_step(points: list[Vec3]) -> float:
    """The longest distance between neighbours, in the order along the direction in which they are spread most."""
    if len(points) < 2:
        return 0.0
    rows = [[float(a) for a in p] for p in points]
    spreads = [max(column) - min(column) for column in zip(*rows, strict=True)]
    along = spreads.index(max(spreads))
    rows.sort(key=lambda row: row[along])
    return max(math.dist(a, b) for a, b in pairwise(rows))


def _is_at_origin(ground: Frames, frame: str) -> bool:
    """Whether nothing moves a frame away from the origin, whatever the numbers are."""
    while frame:
        placed = ground.placements[frame]
        if placed.at:
            return False
        frame = placed.on
    return True
