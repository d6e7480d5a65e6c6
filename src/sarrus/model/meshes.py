"""How a mesh sits in a mechanism: which bodies touch, what carries them, and how it counts its coordinates.

The two joints of a mesh touch one body, the carrier; or a third joint, coaxial with one of them, joins the two bodies
that carry them, and its angle enters the relation.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from sarrus.elements.body import Body
from sarrus.elements.constraints.base import Mesh
from sarrus.elements.joints.base import Joint
from sarrus.errors import ModelError
from sarrus.model.snapshot import Place, Snapshot
from sarrus.model.ways import End, Way, WayLine, body_name, guide, hinge, rolls
from sarrus.model.wording import label
from sarrus.scalar import Scalar

FITS = 1e-6
"""How well axes are parallel or perpendicular [rad], and distances equal, as a part of themselves."""
ONE_AXIS = 1e-9
"""Distance of two axes below which they are one, as a part of the radii."""
AS_WRITTEN = ((1.0, 0.0), (0.0, 1.0))
ABSTRACT = "Joints that a hidden train ties to each other are tied by a coupler, which has no force in a mesh"


@dataclass(frozen=True)
class Meshing:
    """A mesh in its mechanism.

    Attributes:
        coordinates: those of its two ends, and of the hinge between their carriers where there is one.
        weights: 1, -1 or 0 for each coordinate, for each argument of the residual.
        senses: of each end, 1 where its body is the follower of the joint, -1 where it is the base.
        frames: the frame of the joint on each of the two bodies.
        carrier: the body on which the contact stands still; None is ground.
        is_carried: whether there is such a body.
        outer: joint -> 1 where the second body of the mesh is on the side of the joint's follower, -1 for the first.
        distance: of the two axes [m]; 0 where it means nothing.
        wanted: distance that the sizes of the mesh ask for [m]; 0 where any will do.
        shift: of the second body's frame against that of the first, along the axis, where no coordinate moves it [m].
    """

    coordinates: tuple[End, ...]
    weights: tuple[tuple[float, ...], ...]
    senses: tuple[float, float]
    frames: tuple[Place, Place]
    carrier: Body | None
    is_carried: bool
    outer: Mapping[str, float]
    distance: float = 0.0
    wanted: float = 0.0
    shift: float = 0.0

    @property
    def fits(self) -> bool:
        """Whether the axes stand as far apart as the sizes ask for."""
        return not self.wanted or abs(self.distance - self.wanted) <= FITS * self.wanted

    def arguments(self, coordinates: Sequence[Scalar]) -> list[Scalar]:
        """What the residual is a function of."""
        return [_sum(weights, coordinates) for weights in self.weights]


def _sum(weights: Sequence[float], values: Sequence[Scalar]) -> Scalar:
    """Without products: what counts as written stays the same expression."""
    total, *rest = (v if w > 0.0 else -v for w, v in zip(weights, values, strict=True) if w)
    for term in rest:
        total = total + term
    return total


def meshing_of(model: Snapshot, mesh: Mesh) -> Meshing:
    """Find the bodies that touch, and what carries them.

    Raises:
        ModelError: the joints do not guide the two bodies, or nothing carries both.
    """
    return _MeshSearch(model, mesh).found()


class _MeshSearch:
    """The search for one mesh, with what its messages need."""

    def __init__(self, model: Snapshot, mesh: Mesh) -> None:
        self.model, self.mesh = model, mesh
        self.bound = mesh.bind(model.resolver(mesh, model.resolve), model.planar)
        # only coordinates of joints are let through
        self.ends = tuple((j, k, c) for j, k, c in model.written_coordinates(mesh) if isinstance(j, Joint))

    def refuse(self, what: str, allowed: str, try_: str = "") -> NoReturn:
        where = self.model.at(self.mesh.name)
        raise ModelError.one(where, f"{label(self.mesh)} {what}", allowed, try_)

    def found(self) -> Meshing:
        self._check_kinds()
        (first, i, _), (second, k, _) = self.ends
        if first.name == second.name:
            return self._on_one_joint(first, i, k)
        one, two = (self._way(end, turns) for end, turns in zip(self.ends, self.mesh.turns, strict=True))
        shared = [name for name in one.bodies if name in two.bodies]
        if len(shared) == 2:
            self.refuse(
                f"acts on '{one.joint}' and '{two.joint}', which both join '{shared[0]}' and '{shared[1]}'",
                "Its joints guide two bodies, on a third one that carries both",
            )
        if shared:
            return self._on(one, two, shared[0])
        return self._on_two(one, two)

    def _check_kinds(self) -> None:
        """Whether each end is an angle or a length."""
        for path, (_, _, coordinate), turns in zip(self.mesh.at, self.ends, self.mesh.turns, strict=True):
            if coordinate.is_angle != turns:
                is_, needs = ("an angle", "a length") if coordinate.is_angle else ("a length", "an angle")
                kinds = " and ".join("an angle" if t else "a length" for t in self.mesh.turns)
                self.refuse(
                    f"acts on '{path}', which is {is_} where it needs {needs}",
                    f"Its ends are {kinds}, in this order",
                )

    def _way(self, end: End, turns: bool) -> Way:
        found = (hinge if turns else guide)(self.model, end)
        if found is None:
            turn, slide = "turn about one axis, and perhaps slide along it", "slide along one line"
            self.refuse(
                f"acts on '{end[0].name}.{end[2].name}' of a {end[0].keyword} joint",
                f"That joint must let its bodies {turn if turns else slide}, and nothing else",
                ABSTRACT,
            )
        return found

    def _on_one_joint(self, joint: Joint, slide: int, turn: int) -> Meshing:
        """A wheel that a joint lets move in a plane, along a rack on its base."""
        if self.mesh.turns[0] or not rolls(self.model, joint, slide, turn):
            self.refuse(
                f"acts on two coordinates of the {joint.keyword} joint '{joint.name}'",
                "Its bodies are guided by two joints"
                + (
                    ""
                    if self.mesh.turns[0]
                    else ", or a wheel rolls in the plane of one, along a rack on its base"
                ),
                "" if self.mesh.turns[0] else "For a screw, take a coupler",
            )
        if self.bound.pressure_angle != 0.0:
            self.refuse(
                f"has a pressure angle, but '{joint.name}' lets the wheel leave the rack",
                "With pressure_angle > 0, joints hold the wheel at its distance",
                "Let a slide carry the wheel, or set pressure_angle: 0",
            )
        base, follower = self.model.ends_of(joint)
        outer = {joint.name: 1.0}
        return Meshing(self.ends, AS_WRITTEN, (-1.0, 1.0), (base, follower), None, False, outer)

    def _on(self, one: Way, two: Way, carrier: str) -> Meshing:
        """Both joints touch the carrier."""
        lines = one.on(carrier), two.on(carrier)
        senses = one.sense(carrier), two.sense(carrier)
        frames = one.beyond(carrier), two.beyond(carrier)
        outer = {one.joint: -senses[0], two.joint: senses[1]}
        body = self._body(carrier)
        if self.mesh.turns == (True, True):
            weights = ((senses[0], 0.0), (0.0, senses[1] * lines[0].sense(lines[1])))
            sizes = self._sizes(one, two, lines)
            return Meshing(self.ends, weights, senses, frames, body, True, outer, *sizes)
        if abs(lines[0].angle(lines[1]) - math.pi / 2) > FITS:
            self.refuse(
                f"slides along '{one.path}' at {_degrees(lines[0].angle(lines[1]))} to the axis of '{two.path}'",
                "The axis of the wheel is at right angles to the rack",
                "Turn the frames of the joints",
            )
        return Meshing(self.ends, AS_WRITTEN, senses, frames, body, True, outer)

    def _on_two(self, one: Way, two: Way) -> Meshing:
        """A hinge between the two bodies that carry the wheels, coaxial with one of them."""
        joined = ", ".join(f"'{w.joint}' joins '{w.bodies[0]}' and '{w.bodies[1]}'" for w in (one, two))
        if self.mesh.turns != (True, True):
            self.refuse(
                f"acts on '{one.path}' and '{two.path}', which touch no common body: {joined}",
                "The wheel's joint touches the body along which the rack slides, or the one that slides",
                ABSTRACT,
            )
        found = list(self._between(one, two))
        if not found:
            self.refuse(
                f"acts on '{one.path}' and '{two.path}', and nothing carries both wheels: {joined}",
                "Both joints touch one body, or a revolute joint between the bodies that carry the wheels has the axis "
                "of one of them, as the arm of a planetary gear has that of the sun",
                f"Add that joint. {ABSTRACT}",
            )
        wheels = {tuple(map(body_name, m.frames)) for m in found}
        if len(wheels) > 1:
            self.refuse(
                f"may have its line of centres on several joints: {', '.join(m.coordinates[2][0].name for m in found)}",
                "One joint between the bodies that carry the wheels has the axis of one of them",
            )
        return found[0]

    def _between(self, one: Way, two: Way) -> Iterator[Meshing]:
        """What each hinge makes of the mesh."""
        pairs = [(a, b) for a in one.bodies for b in two.bodies]
        for joint in self.model.all_joints:
            names = {body_name(place) for place in self.model.ends_of(joint)}
            pair = next((p for p in pairs if set(p) == names), None)
            for k, coordinate in enumerate(joint.coordinates) if pair else ():
                found = hinge(self.model, (joint, k, coordinate)) if coordinate.is_angle else None
                if pair and found:
                    yield from self._carried(one, two, found, *pair)

    def _carried(self, one: Way, two: Way, arm: Way, first: str, second: str) -> Iterator[Meshing]:
        """With a hinge between the carriers of the first and of the second wheel."""
        here, there = (one.on(first), arm.on(first)), (arm.on(second), two.on(second))
        if max(here[0].angle(here[1]), there[0].angle(there[1])) > FITS:
            return
        apart = here[0].distance(here[1]), there[0].distance(there[1])
        is_coaxial = [d <= FITS * max(apart) for d in apart]
        if is_coaxial[0] == is_coaxial[1]:
            return
        senses = one.sense(first), two.sense(second)
        turned = here[0].sense(here[1])
        # of the second carrier against the first, about the axis of the first joint
        turn = turned * arm.sense(first)
        last = senses[1] * turned * there[0].sense(there[1])
        if is_coaxial[0]:
            weights, lines, carrier = ((senses[0], 0.0, -turn), (0.0, last, 0.0)), there, second
        else:
            weights, lines, carrier = ((senses[0], 0.0, 0.0), (0.0, last, turn)), here, first
        frames = one.beyond(first), two.beyond(second)
        outer = {one.joint: -senses[0], two.joint: senses[1], arm.joint: arm.sense(first)}
        ends, sizes = (*self.ends, arm.end), self._sizes(one, two, lines)
        yield Meshing(ends, weights, senses, frames, self._body(carrier), True, outer, *sizes)

    def _sizes(self, one: Way, two: Way, lines: tuple[WayLine, WayLine]) -> tuple[float, float, float]:
        """Distance of the axes, the one that is wanted, and the shift along them."""
        tilt = lines[0].angle(lines[1])
        if tilt > FITS:
            self.refuse(
                f"has axes at {_degrees(tilt)} to each other, those of '{one.path}' and '{two.path}'",
                "The axes of two wheels in mesh are parallel",
                f"Turn the frames of the joints. {ABSTRACT}",
            )
        wanted = float(self.bound.distance() or 0.0)
        distance = lines[0].distance(lines[1])
        if distance <= ONE_AXIS * wanted:
            self.refuse(
                f"has one axis for both wheels, that of '{one.path}' and '{two.path}'",
                f"Its sizes ask for axes {wanted:g} m apart",
                f"Place the joints that far apart. {ABSTRACT}",
            )
        return distance, wanted, float((lines[1].point - lines[0].point).dot(lines[0].direction))

    def _body(self, name: str) -> Body | None:
        return None if name == "ground" else self.model.bodies[self.model.body_index[name]]


def _degrees(angle: float) -> str:
    return f"{math.degrees(angle):g} deg"
