"""What drawing needs of a mechanism, in numbers: where frames are, how bodies move, and how large things should be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sarrus.elements.base import Element
from sarrus.elements.forces.base import Reach
from sarrus.errors import UsageError
from sarrus.model.snapshot import Place, Snapshot
from sarrus.results import Result
from sarrus.spatial import Pose, Vec3
from sarrus.views.scene.base import GROUND, UNTURNED, Anchor, Array, Vector
from sarrus.views.scene.forms import SolidShape, key_points
from sarrus.views.scene.geometry import anchor, turned, unit, unturned, vector, whole

SAMPLES = 200
"""Rows that are looked at to see how far things go; a picture does not change by more."""
FARTHEST = 1e30
"""Numbers of this size come from runs that have diverged; their products have no place among single precision."""


@dataclass(frozen=True)
class SceneStage:
    """A mechanism in numbers. Ground stands behind the last body, so that its number -1 is an index too.

    Attributes:
        model: of the mechanism.
        run: what was computed.
        ways: poses over time, shape (rows, bodies + 1, 7).
        psi: turns of planar bodies [rad], over full turns, shape (rows, bodies); without columns in space.
        frames: poses of the frames of every body, by name.
        shapes: of every body, as far as its solids give it one.
        used: points of every body where something is attached, in the order of the elements.
        boxes: low and high corner of the box about each body, in its own components.
        up: unit vector against gravity.
        size: length that symbols are scaled by [m].
    """

    model: Snapshot
    run: Result
    ways: Array
    psi: Array
    frames: tuple[dict[str, Pose], ...]
    shapes: tuple[tuple[SolidShape, ...], ...]
    used: tuple[tuple[Vector, ...], ...]
    boxes: tuple[Array, ...]
    up: Vector
    size: float

    def body(self, place: Place) -> int:
        """Number of the body an end is on."""
        return GROUND if place.body is None else self.model.body_index[place.body.name]

    def pose(self, place: Place) -> Pose:
        """Where the frame of an end sits on its body."""
        return self.frames[self.body(place)][place.frame]

    def anchors(self, element: Element) -> list[Anchor]:
        """The ends of an element."""
        return [self.anchor(p) for p in self.model.ends_of(element)]

    def anchor(self, place: Place) -> Anchor:
        """A frame of a body."""
        return anchor(self.body(place), self.pose(place))

    def name(self, body: int) -> str:
        """Of a body, or ground."""
        return "ground" if body == GROUND else self.model.bodies[body].name

    def series(self, name: str) -> Array:
        """A published quantity."""
        return _column(self.run, name)

    def of_signal(self, name: str) -> Array | None:
        """What a signal stands for; None where that was not published."""
        source = self.model.source(name)
        path = source.vector or source.name
        if path not in self.run:
            return None
        found = self.series(path)
        return found[:, source.component] if source.vector else found

    def has_own_shape(self, body: int) -> bool:
        """Whether solids, or points apart from each other, make a body."""
        return bool(self.shapes[body]) or self.extent(body) > 0.0

    def extent(self, body: int) -> float:
        """Largest distance along an axis between points of a body."""
        low, high = self.boxes[body]
        return float((high - low).max())

    def middle(self, body: int) -> Vector:
        """Middle of the box about a body, in its own components."""
        low, high = self.boxes[body]
        return vector((low + high) / 2.0)

    def way(self, at: Anchor) -> Array:
        """Positions of an anchor in ground components, shape (rows, 3)."""
        pose = self.ways[:, at.body]
        return np.asarray(pose[:, :3] + turned(pose[:, 3:], at.p))

    def seen_from(self, base: Anchor, points: Array) -> Array:
        """Positions in the components of a frame that moves; those that are not numbers are left out."""
        pose = self.ways[:, base.body]
        in_body = unturned(pose[:, 3:], points - pose[:, :3])
        return whole(unturned(np.array(base.turn), in_body - np.array(base.p)))


def set_up(model: Snapshot, run: Result) -> SceneStage:
    """Everything in numbers.

    Raises:
        UsageError: there are no rows, or the result is not one of this mechanism.
    """
    if not len(run):
        raise UsageError(
            f"the result of '{run.mechanism}' has no rows, so there is nothing to draw. "
            "An analysis that stops before its first row leaves none; its status says why."
        )
    holders = (*model.bodies, model.ground)
    frames = tuple(h.poses(model.resolve, model.planar) for h in holders)
    solids = [b.bound_solids(model.resolve, model.planar).values() for b in model.bodies]
    shapes = (*(tuple(SolidShape(f, X) for X, s in each for f in s.forms()) for each in solids), ())
    used = used_points(model, frames)
    turning = model.bodies if model.planar else ()
    psi = np.array([_column(run, f"{b.name}.psi") for b in turning]).reshape(len(turning), len(run)).T
    ways = body_ways(model, run, psi)
    boxes = tuple(box_of(s, u) for s, u in zip(shapes, used, strict=True))
    size = typical(model, boxes[:GROUND], used[GROUND], ways)
    return SceneStage(model, run, ways, psi, frames, shapes, used, boxes, upwards(model), size)


def body_ways(model: Snapshot, run: Result, psi: Array) -> Array:
    """Poses of all bodies and of ground, shape (rows, bodies + 1, 7).

    Args:
        model: the mechanism.
        run: the result.
        psi: turns of its bodies, where it is planar.
    """
    ways = np.zeros((len(run), len(model.bodies) + 1, 7))
    ways[:, GROUND, 3:] = UNTURNED
    for i, body in enumerate(model.bodies):
        for k, axis in enumerate("xy" if model.planar else "xyz"):
            ways[:, i, k] = _column(run, f"{body.name}.{axis}")
        if not model.planar:
            ways[:, i, 3:] = _column(run, f"{body.name}.quaternion")
    if model.planar:
        ways[:, :GROUND, 3], ways[:, :GROUND, 6] = np.cos(psi / 2.0), np.sin(psi / 2.0)
    ways[~np.isfinite(ways).all(axis=2)] = np.nan  # a body of which a part is unknown is nowhere
    return ways


def _column(run: Result, name: str) -> Array:
    """A series, in which what is beyond all measure counts as unknown."""
    if name not in run:
        raise UsageError(
            f"the result of '{run.mechanism}' has no series '{name}', so it does not show where everything is. "
            "A drawing needs all series of the mechanism it is of."
        )
    values = np.asarray(run[name].values)
    return np.where(np.abs(values) < FARTHEST, values, np.nan)


def used_points(model: Snapshot, frames: Sequence[dict[str, Pose]]) -> tuple[tuple[Vector, ...], ...]:
    """Points where joints, constraints and forces are attached, and points that a user placed for their own sake."""
    found: list[dict[Vector, None]] = [{} for _ in frames]
    elements = [*model.joints, *model.closings, *(f for f in model.forces if f.port.reach is Reach.FRAMES)]
    for element in elements:
        if element.on_coordinates:
            continue
        for place in model.ends_of(element):
            body = GROUND if place.body is None else model.body_index[place.body.name]
            found[body][vector(frames[body][place.frame].p)] = None
    for points, poses, item in zip(found, frames, model.bodies, strict=False):
        points.update((vector(poses[name].p), None) for name in item.placements)
        if len(points) < 2 and not item.solids:
            center = item.mass_properties(model.resolve, model.planar)[1]
            points[vector(center)] = None
    return tuple(map(tuple, found))


def upwards(model: Snapshot) -> Vector:
    """Against the field that pulls on all bodies, if there is one."""
    pull = Vec3(0.0, 0.0, 0.0)
    for force in model.forces:
        if force.port.reach is Reach.BODIES:
            bound = force.bind(model.resolve, model.planar)
            fields = [getattr(bound, k) for k, p in force.params.items() if p.unit == "m/s^2"]
            pull = sum((f for f in fields if isinstance(f, Vec3)), pull)
    return unit(vector(-pull), (0.0, 1.0, 0.0) if model.planar else (0.0, 0.0, 1.0))


def box_of(shapes: Sequence[SolidShape], used: Sequence[Vector]) -> Array:
    """Low and high corner of the box about the solids and points of a body."""
    points = np.array([p for s in shapes for p in key_points(s)] + list(used) or [(0.0, 0.0, 0.0)])
    return np.array([points.min(axis=0), points.max(axis=0)])


def typical(model: Snapshot, boxes: Sequence[Array], used: Sequence[Vector], ways: Array) -> float:
    """Length of a typical body: of what bodies are, else of how far they go, else of how their mass is spread.

    Args:
        model: the mechanism.
        boxes: about its bodies.
        used: points of ground where something is attached.
        ways: of its bodies.
    """
    extents = np.array([np.ptp(box, axis=0).max() for box in boxes])
    found = extents[np.isfinite(extents) & (extents > 0.0)]
    if len(found):
        return float(np.median(found))
    step = max(1, len(ways) // SAMPLES)
    places = whole(np.vstack([ways[::step, :, :3].reshape(-1, 3), np.reshape(used, (-1, 3))]))
    spread = float(np.linalg.norm(np.ptp(places, axis=0))) / 2.0
    if spread > 1e-9:
        return spread
    masses = [b.mass_properties(model.resolve, model.planar) for b in model.bodies]
    spread = max((2.0 * (float(J.zz) / float(m)) ** 0.5 for m, _, J in masses if m and J.zz), default=0.0)
    return spread if np.isfinite(spread) and spread > 0.0 else 1.0
