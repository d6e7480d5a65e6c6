"""Symbols at joint coordinates: wheels in mesh, motors, torsion springs. Each function draws the symbol of its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sarrus.elements.constraints.base import FrameConstraint
from sarrus.elements.joints.base import Joint
from sarrus.scalar import Graph
from sarrus.scalar.vectors import evaluate_all
from sarrus.spatial import Pose, Rotation, Vec3
from sarrus.views.scene.base import Anchor, Array, Block, Circle, Drawn, Path, Primitive, Round, Vector
from sarrus.views.scene.forms import outline
from sarrus.views.scene.geometry import ORIGIN, after, put, turned, unit, vector
from sarrus.views.scene.site import Layer, Site

TOOTH = 0.09
"""About the distance of two teeth, in multiples of the size of the scene."""
MOST_TEETH = 200
"""Of a rack; a longer one is a plain bar."""
MOTOR, SPIRAL = 0.12, 0.1
ASIDE = 0.3
"""How far the symbols of several angles of a joint stand out along their axes."""
THICKNESS = 0.06
"""Of wheels in space."""


@dataclass(frozen=True)
class Spot:
    """A coordinate of a joint, or of a constraint.

    Attributes:
        site: of the joint.
        joint: it belongs to.
        number: of the coordinate among those of the joint.
    """

    site: Site
    joint: Joint | FrameConstraint
    number: int

    @property
    def is_turn(self) -> bool:
        """Whether it is an angle."""
        return self.joint.coordinates[self.number].is_angle

    def axis_at(self, coordinates: Array) -> Array:
        """Unit vector it turns about or slides along, in F, for columns of coordinates of the joint."""
        assert isinstance(self.joint, Joint)
        graph = Graph()
        q = graph.symbols(f"q{i}" for i in range(len(self.joint.coordinates)))
        on = np.zeros_like(coordinates)
        on[self.number] = 1.0
        if self.joint.inner:
            return self._axis_between(graph, q, coordinates, coordinates + on)
        v = graph.symbols(f"v{i}" for i in range(len(q)))
        twist = self.joint.twist(q, v)
        found = twist.w if self.is_turn else twist.v
        return evaluate_all([*q, *v], np.vstack([coordinates, on]), [graph.lift(a) for a in found]).T

    def _axis_between(self, graph: Graph, q: Any, one: Array, two: Array) -> Array:
        """The axis of a joint that keeps other coordinates inside, whose speeds are not their rates.

        One angle alone turns it about one line, one length alone moves it along one: the axis is that from a pose to
        another, however far they are apart.
        """
        assert isinstance(self.joint, Joint)
        X = self.joint.motion(*self.joint.place(q))
        numbers = [graph.lift(a) for v in (X.R.x, X.R.y, X.R.z, X.p) for a in v]
        here, there = (evaluate_all([*q], values, numbers).T for values in (one, two))
        if not self.is_turn:
            return np.asarray(there[:, 9:] - here[:, 9:])
        # of a turn by 1 rad from axes e to axes e', sum e x e' = 2 sin(1) a
        across = [np.cross(here[:, k : k + 3], there[:, k : k + 3]) for k in (0, 3, 6)]
        return np.asarray(sum(across) / (2.0 * np.sin(1.0)))

    @property
    def has_axis(self) -> bool:
        """Whether there is one: the coordinate of a constraint moves along no axis."""
        return isinstance(self.joint, Joint)

    @property
    def has_effort_along(self) -> bool:
        """Whether an effort is a force or torque along the axis: not that of one angle of three, whose axes are skew."""
        return isinstance(self.joint, Joint) and not (self.joint.inner and self.is_turn)

    def axis(self) -> Vector:
        """Unit vector it turns about or slides along, in F, where all coordinates are zero."""
        if not self.has_axis:
            return (0.0, 0.0, 1.0)
        return unit(self.axis_at(np.zeros((len(self.joint.coordinates), 1)))[0].tolist(), (0.0, 0.0, 1.0))

    def frame(self) -> Pose:
        """A frame on the base with z along the axis of a turn, or x along that of a slide; where the joint is seen."""
        a = np.array(self.axis())
        # z and x of the drawing stay those of F for the usual axes
        other = np.array([0.0, 0.0, 1.0] if not self.is_turn else [1.0, 0.0, 0.0])
        if abs(a @ other) > 0.9:
            other = np.array([0.0, 1.0, 0.0])
        across = np.cross(a, np.cross(other, a))
        across /= np.linalg.norm(across)
        x, z = (across, a) if self.is_turn else (a, across)
        R = Rotation(Vec3(*x.tolist()), Vec3(*np.cross(z, x).tolist()), Vec3(*z.tolist()))
        return Pose(R, Vec3(*a.tolist()) * self._aside())

    def _aside(self) -> float:
        """How far along a turning axis its symbol is moved, so that neither another one nor the joint hides it."""
        if not self.is_turn or self.site.stage.model.planar:
            return 0.0
        if len(self.joint.coordinates) == 1:
            return self.site.shaft
        return ASIDE * self.site.size if sum(c.is_angle for c in self.joint.coordinates) > 1 else 0.0

    def axis_over_time(self) -> Array:
        """The same in ground components for every row, shape (rows, 3)."""
        stage = self.site.stage
        names = [f"{self.joint.name}.{c.name}" for c in self.joint.coordinates]
        along = self.axis_at(np.array([stage.series(name) for name in names]))
        return turned(after(stage.ways[:, self.site.base, 3:], self.site.F.turn), along)


def motor(element: Any, spots: list[Spot]) -> Iterator[Drawn]:
    """A ring about a turning joint, a bar beside a sliding one; which way it pushes is shown by its arrow."""
    spot = spots[0]
    s, X = spot.site.size, spot.frame()
    drawn: Primitive = Circle(ORIGIN, MOTOR * s, weight=1.6)
    if not spot.is_turn:
        drawn = Path(((-0.12 * s, 0.16 * s, 0.0), (0.12 * s, 0.16 * s, 0.0)), weight=1.6)
    yield spot.site.on_base("driver", Layer.SIGN, put(drawn, X))


def torsion(element: Any, spots: list[Spot]) -> Iterator[Drawn]:
    """A spiral about the axis."""
    spot = spots[0]
    s = spot.site.size
    turns = np.linspace(0.0, 1.0, 61)
    points = [
        (float(r * np.cos(a)), float(r * np.sin(a)), 0.0)
        for r, a in zip(s * (0.04 + (SPIRAL - 0.04) * turns), 2.0 * np.pi * 2.75 * turns, strict=True)
    ]
    yield spot.site.on_base("spring", Layer.SIGN, put(Path(tuple(points), weight=1.2), spot.frame()))


def gear(element: Any, spots: list[Spot]) -> Iterator[Drawn]:
    """Two wheels with their pitch radii."""
    wheels = _in_numbers(element, spots)
    radii = [float(wheels.first_radius), float(wheels.second_radius)]
    senses = spots[0].site.stage.model.meshing(element).senses
    sites = [_of_wheel(spot.site, sense) for spot, sense in zip(spots, senses, strict=True)]
    counts = _teeth(radii, spots[0].site.size)
    for i, (site, radius, count) in enumerate(zip(sites, radii, counts, strict=True)):
        towards = _first_direction(site, sites[1 - i].M) * np.sign(radius)
        # a tooth of the first wheel stands in a gap of the second
        phase = float(np.arctan2(towards[1], towards[0])) + (np.pi / count if i else 0.0)
        yield _wheel(site, spots[i].axis(), radius, count, phase)


def rack(element: Any, spots: list[Spot]) -> Iterator[Drawn]:
    """A wheel on a straight rack, which is on whatever slides against the wheel's centre."""
    radius = float(_in_numbers(element, spots).radius)
    slide, turn = spots
    s = slide.site.size
    moves, turns = slide.site.stage.model.meshing(element).senses
    wheel = _of_wheel(turn.site, turns)
    # slip s + radius theta: a wheel that is carried along rolls on the far side of one that stays where it is
    side = moves * turns * np.sign(radius)
    holder = slide.site if moves < 0.0 else slide.site.reversed()
    center = slide.site.stage.seen_from(holder.F, slide.site.stage.way(wheel.M))
    if not len(center) or not radius:
        return
    count = max(8, round(2.0 * np.pi * abs(radius) / (TOOTH * s)))
    contact = center[0] + (0.0, side * abs(radius), 0.0)
    towards = _first_direction(
        wheel, Anchor(holder.base, vector(holder.X_F.p + holder.X_F.R * Vec3(*contact.tolist())))
    )
    yield _wheel(wheel, turn.axis(), abs(radius), count, float(np.arctan2(towards[1], towards[0])))
    pitch = 2.0 * np.pi * abs(radius) / count
    first = contact[0] - pitch * (1 + np.ceil((contact[0] - center[:, 0].min() + 0.1 * s) / pitch))
    last = center[:, 0].max() + 0.1 * s
    yield holder.on_base("body", Layer.BLOCK, _straight_teeth(slide, first, last, contact[1], side, pitch, s))


def _straight_teeth(
    slide: Spot, first: float, last: float, y: float, side: float, pitch: float, s: float
) -> Primitive:
    """The bar of a rack; the teeth point away from `side`, where the bar is."""
    thick, t = 0.1 * s, 0.22 * pitch
    if not slide.site.stage.model.planar:
        middle = ((first + last) / 2.0, y + side * thick / 2.0, 0.0)
        return Block(middle, (1.0, 0.0, 0.0, 0.0), (last - first, thick, THICKNESS * s))
    count = int(np.ceil((last - first) / pitch))
    end = first + count * pitch
    tooth = ((0.2, 1), (0.3, -1), (0.7, -1), (0.8, 1))
    points: list[Vector] = [(first, y, 0.0), (end, y, 0.0)]
    if count <= MOST_TEETH:
        points = [(first + (k + a) * pitch, y + side * b * t, 0.0) for k in range(count) for a, b in tooth]
    return outline([(first, y + side * thick, 0.0), *points, (end, y + side * thick, 0.0)])


def ring(element: Any, spots: list[Spot]) -> Iterator[Drawn]:
    """A broken circle about a joint two of whose coordinates depend on each other."""
    site = spots[0].site
    circle = Circle(ORIGIN, 0.09 * site.size, spots[0].axis(), dashed=True)
    yield site.on_base("constraint", Layer.SIGN, circle)


SYMBOLS: dict[str, Callable[[Any, list[Spot]], Iterator[Drawn]]] = {
    f.__name__: f for f in (motor, torsion, gear, rack)
}


def _in_numbers(element: Any, spots: list[Spot]) -> Any:
    """The element with its parameters as numbers; only what has a size is asked for them."""
    model = spots[0].site.stage.model
    return element.bind(model.resolver(element, model.resolve), model.planar)


def _of_wheel(site: Site, sense: float) -> Site:
    """With the wheel as follower."""
    return site.reversed() if sense < 0.0 else site


def _teeth(radii: list[float], size: float) -> list[int]:
    """Numbers of teeth that fit both wheels best, teeth about as large as they should be."""
    small = min((abs(r) for r in radii if r), default=1.0)
    wanted = max(8, round(2.0 * np.pi * small / (TOOTH * size)))
    tries = range(max(6, wanted * 3 // 4), wanted * 4 // 3 + 1)

    def misfit(count: int) -> float:
        return sum(abs(count * abs(r) / small - round(count * abs(r) / small)) for r in radii)

    best = min(tries, key=lambda count: (round(misfit(count), 6), abs(count - wanted)))
    return [max(1, round(best * abs(r) / small)) for r in radii]


def _first_direction(site: Site, to: Anchor) -> Array:
    """Unit vector from M to another point in the first row that has numbers, in M."""
    seen = site.stage.seen_from(site.M, site.stage.way(to))
    return np.array(unit(seen[0].tolist(), (1.0, 0.0, 0.0)) if len(seen) else (1.0, 0.0, 0.0))


def _wheel(site: Site, axis: Vector, radius: float, count: int, phase: float) -> Drawn:
    """A wheel with a tooth at an angle; in space a disk."""
    r, s = abs(radius), site.size
    if not site.stage.model.planar:
        half = THICKNESS * s / 2.0 * np.array(axis)
        return site.on_follower("body", Layer.WHEEL, Round(vector(-half), vector(half), r, r))
    t = 0.22 * 2.0 * np.pi * r / count
    around: list[Vector] = []
    for k in range(count):
        for part, side in ((-0.3, -1.0), (-0.2, 1.0), (0.2, 1.0), (0.3, -1.0)):
            angle, here = phase + 2.0 * np.pi * (k + part) / count, r + side * t
            around.append((here * float(np.cos(angle)), here * float(np.sin(angle)), 0.0))
    # inner teeth: the wheel lies outside of them
    fill = "tint" if radius > 0.0 else "none"
    spoke = Path(
        (ORIGIN, (0.75 * r * float(np.cos(phase)), 0.75 * r * float(np.sin(phase)), 0.0)), weight=0.8
    )
    return site.on_follower(
        "body", Layer.WHEEL, Path(tuple(around), closed=True, fill=fill, weight=1.2), spoke
    )
