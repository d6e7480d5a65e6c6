"""Joints that turn about, or slide along, one line: found from what their `motion` states, whatever their kind."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sarrus.elements.joints.base import Coordinate, Joint
from sarrus.model.snapshot import Place, Snapshot
from sarrus.scalar import Graph
from sarrus.scalar.derivative import along, lifted
from sarrus.spatial import Pose, Twist, Vec3

CLOSE = 1e-6
"""How well lines are parallel or perpendicular [rad], and unit vectors known."""

End = tuple[Joint, int, Coordinate]


@dataclass(frozen=True)
class WayLine:
    """A straight line on a body."""

    point: Vec3
    direction: Vec3

    def angle(self, other: WayLine) -> float:
        """Between the directions, whichever way they point [rad]."""
        across = float(self.direction.cross(other.direction).norm())
        return math.atan2(across, abs(float(self.direction.dot(other.direction))))

    def sense(self, other: WayLine) -> float:
        """1 where both point the same way, -1 where they do not."""
        return math.copysign(1.0, float(self.direction.dot(other.direction)))

    def distance(self, other: WayLine) -> float:
        """Of two parallel lines [m]."""
        return float((other.point - self.point).cross(self.direction).norm())


@dataclass(frozen=True)
class Way:
    """A coordinate of a joint that turns about, or slides along, one line.

    Attributes:
        end: the coordinate.
        places: of the frames F and M.
        lines: that line on the body of each.
    """

    end: End
    places: tuple[Place, Place]
    lines: tuple[WayLine, WayLine]

    @property
    def joint(self) -> str:
        """Name of the joint."""
        return self.end[0].name

    @property
    def path(self) -> str:
        """The coordinate as the user writes it."""
        return f"{self.joint}.{self.end[2].name}"

    @property
    def bodies(self) -> tuple[str, str]:
        """Names of base and follower."""
        return body_name(self.places[0]), body_name(self.places[1])

    def on(self, body: str) -> WayLine:
        """The line on one of the bodies."""
        return self.lines[self.bodies.index(body)]

    def beyond(self, carrier: str) -> Place:
        """The frame of the joint that is not on the carrier."""
        return self.places[1 - self.bodies.index(carrier)]

    def sense(self, carrier: str) -> float:
        """1 where the follower moves against the carrier, -1 where the base does."""
        return 1.0 if self.bodies[0] == carrier else -1.0


def body_name(place: Place) -> str:
    """Of a body, or ground."""
    return place.body.name if place.body else "ground"


def hinge(model: Snapshot, end: End) -> Way | None:
    """An angle about one axis through F and M, alone or with a slide along it, free or as of a thread."""
    joint, k, _ = end
    known = twists(model, joint)
    if known is None:
        return None
    found, X = known
    axis = found[k].w
    others = [t for i, t in enumerate(found) if i != k]
    slides = all(_is_zero(t.w) and _is_zero(t.v.cross(axis)) for t in others)
    is_centred = _is_zero(found[k].v.cross(axis)) and _is_zero(X.p.cross(axis))
    return _along(model, end, X, axis) if slides and is_centred and _is_unit(axis) else None


def guide(model: Snapshot, end: End) -> Way | None:
    """A slide along one line, alone."""
    known = twists(model, end[0])
    if known is None or len(known[0]) != 1:
        return None
    (found,), X = known
    return _along(model, end, X, found.v) if _is_zero(found.w) and _is_unit(found.v) else None


def rolls(model: Snapshot, joint: Joint, slide: int, turn: int) -> bool:
    """Whether two coordinates are a slide, and a turn about an axis across it, and no other moves along the slide."""
    known = twists(model, joint)
    if known is None:
        return False
    found = known[0]
    u, a = found[slide].v, found[turn].w
    others = [t for i, t in enumerate(found) if i not in (slide, turn)]
    is_fixed = _is_zero(found[slide].w) and _is_zero(found[turn].v) and _is_unit(u) and _is_unit(a)
    is_alone = all(_is_zero(t.w) and abs(float(t.v.dot(u))) < CLOSE for t in others)
    return is_fixed and is_alone and abs(float(u.dot(a))) < CLOSE


def twists(model: Snapshot, joint: Joint) -> tuple[list[Twist], Pose] | None:
    """What each coordinate does to M, in F, and X_FM at zero; None where that is not the same in all poses."""
    if joint.inner:
        return None
    bound = joint.bind(model.resolve, model.planar)
    graph = Graph()
    q = graph.symbols(f"q{i}" for i in range(len(joint.coordinates)))
    v = graph.symbols(f"v{i}" for i in range(len(joint.coordinates)))
    twist = bound.twist(q, v)
    parts = lifted(graph, [*twist.v, *twist.w])
    found = []
    for speed in v:
        slopes = along(parts, {speed: 1.0})
        if any(s.op != "const" for s in slopes):
            return None
        numbers = [s.value for s in slopes]
        found.append(Twist(Vec3(*numbers[:3]), Vec3(*numbers[3:])))
    return found, bound.motion(*(0.0 for _ in q))


def _along(model: Snapshot, end: End, X_FM: Pose, direction: Vec3) -> Way:
    """A line through the origins of F and M."""
    base, follower = model.ends_of(end[0])
    lines = []
    for place, towards in ((base, direction), (follower, X_FM.R.back(direction))):
        X = (place.body or model.ground).poses(model.resolve, model.planar)[place.frame]
        lines.append(WayLine(X.p, X.R * towards))
    return Way(end, (base, follower), (lines[0], lines[1]))


def _is_zero(v: Vec3) -> bool:
    return float(v.norm()) < CLOSE


def _is_unit(v: Vec3) -> bool:
    return abs(float(v.norm()) - 1.0) < CLOSE
