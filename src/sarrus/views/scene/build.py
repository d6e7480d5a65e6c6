"""Build the scene of a mechanism from its snapshot and a result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from sarrus.elements.base import Element
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.elements.forces.base import Force, Reach
from sarrus.elements.joints.base import Joint
from sarrus.model.snapshot import Snapshot
from sarrus.results import Result
from sarrus.spatial import Pose, Vec3
from sarrus.views.scene import arrows, coordinates, lines, planar, spatial
from sarrus.views.scene.base import GROUND, Array, Arrow, Circle, Drawn, Mark, Scene, Span, Vector
from sarrus.views.scene.bodies import draw_body
from sarrus.views.scene.coordinates import Spot
from sarrus.views.scene.geometry import ORIGIN, corners, matrices, put, unit, vector, whole
from sarrus.views.scene.marks import follows_point, marks
from sarrus.views.scene.site import Layer, Site
from sarrus.views.scene.stage import SceneStage, set_up

FAR_APART = 0.5
"""Radians from one row to the next above which straight lines between rows would tear a mechanism apart."""


def scene_of(model: Snapshot, run: Result) -> Scene:
    """What there is to draw of a mechanism in the motion of a result.

    Args:
        model: the mechanism.
        run: what was computed of it.

    Raises:
        UsageError: there are no rows, or the result is not one of this mechanism.
    """
    with np.errstate(all="ignore"):  # what is not finite is not drawn
        return _scene(set_up(model, run))


def _scene(stage: SceneStage) -> Scene:
    model = stage.model
    spans = [*_lines(stage), *_ties(stage)]
    related = list(_at_coordinates(stage))
    symbols = [*related, *_joints(stage, related), *_sensors(stage), *_walls(stage, spans)]
    shown = {d.body for d in symbols if d.kind == "body"}
    bodies = (draw_body(stage, i, i in shown) for i in range(len(model.bodies)))
    drawn = sorted((*symbols, *(b for b in bodies if b)), key=lambda d: d.layer)
    named = tuple(marks(stage))
    low, high = _limits(stage, drawn, named)
    vectors = arrows.worth_showing(_arrows(stage), stage.size)
    diagonal = float(np.linalg.norm(np.subtract(high, low)))
    return Scene(
        name=model.name,
        planar=model.planar,
        up=stage.up,
        size=stage.size,
        low=low,
        high=high,
        bodies=tuple(b.name for b in model.bodies),
        t=np.asarray(stage.run.t),
        poses=np.ascontiguousarray(stage.ways[:, :GROUND]),
        psi=stage.psi,
        is_stepped=bool(largest_turn(stage) > FAR_APART),
        drawn=tuple(drawn),
        spans=tuple(spans),
        arrows=vectors,
        marks=named,
        force_scale=arrows.scale_of(vectors, "force", diagonal),
        torque_scale=arrows.scale_of(vectors, "torque", diagonal),
    )


def largest_turn(stage: SceneStage) -> float:
    """Largest angle by which a body turns from one row to the next [rad]."""
    if stage.model.planar:
        steps = np.abs(np.diff(stage.psi, axis=0))
    else:
        q = stage.ways[:, :GROUND, 3:]
        steps = 2.0 * np.arccos(np.minimum(1.0, np.abs((q[1:] * q[:-1]).sum(axis=-1))))
    known = steps[np.isfinite(steps)]
    return float(known.max(initial=0.0))


def _site(stage: SceneStage, element: Element, kind: str, owner: str = "") -> Site:
    """Where an element between two frames is."""
    F, M = stage.model.ends_of(element)
    bodies, poses = (stage.body(F), stage.body(M)), (stage.pose(F), stage.pose(M))
    wheel = None
    if isinstance(element, FrameConstraint):
        bound = element.bind(stage.model.resolver(element, stage.model.resolve), stage.model.planar)
        wheel = bound.wheel()
    bars = element.cross_axes if isinstance(element, Joint) else (0, 1)
    return Site(stage, owner or element.name, kind, *bodies, *poses, wheel, bars)


def _joints(stage: SceneStage, related: list[Drawn]) -> Iterator[Drawn]:
    """Joints, and constraints between frames that are no lines; wheels and racks are there already."""
    formed: dict[int, list[Vector]] = {}
    for d in related:
        if d.kind == "body":
            formed.setdefault(d.body, []).extend(p for primitive in d.primitives for p in corners(primitive))
    table, otherwise = (planar.SYMBOLS, planar.dot) if stage.model.planar else (spatial.SYMBOLS, spatial.dot)
    implied = {b.name for b in stage.model.floating}
    sites = [
        (joint, replace(_site(stage, joint, "joint"), formed=formed))
        for joint in stage.model.all_joints
        if joint.name not in implied
    ]
    spared = _spared(sites) if stage.model.planar else set[str]()
    for joint, site in sites:
        drawn = table.get(joint.symbol, otherwise)(site)
        yield from (d for d in drawn if d.kind != "ground" or joint.name not in spared)
    for force in stage.model.forces:
        if force.symbol in table:
            yield from table[force.symbol](_site(stage, force, "force"))
    for closing in stage.model.closings:
        if closing.symbol not in lines.SYMBOLS:
            yield from table.get(closing.symbol, otherwise)(_site(stage, closing, "constraint"))


def _spared(sites: Sequence[tuple[Joint, Site]]) -> set[str]:
    """Joints that turn on a stand of ground which another one at the same point draws: one that does not hang, if any."""
    at: dict[tuple[int, int, int], list[tuple[bool, str]]] = {}
    for joint, site in sites:
        fixed = site.ground_first()
        if (
            fixed.is_grounded
            and joint.coordinates
            and all(c.is_angle and c.period for c in joint.coordinates)
        ):
            hangs = float(np.dot(_in_ground(fixed, fixed.down), fixed.stage.up)) > 0.0
            at.setdefault(_near(vector(fixed.X_F.p), fixed.size), []).append((hangs, joint.name))
    return {name for found in at.values() for _, name in sorted(found, key=lambda one: one[0])[1:]}


def _in_ground(site: Site, v: Vector) -> Vector:
    return vector(site.X_F.R * Vec3(*v))


def _lines(stage: SceneStage) -> Iterator[Span]:
    """Whatever stretches between two points."""
    model = stage.model
    for closing in model.closings:
        if closing.symbol in lines.SYMBOLS:
            yield from lines.SYMBOLS[closing.symbol](_line(stage, closing, "constraint"))
    for force in model.forces:
        if force.port.is_central:
            for line in _force_lines(stage, force):
                yield from lines.SYMBOLS.get(force.symbol, lines.plain)(line)
    for sensor in model.sensors:
        if [q.unit for q in sensor.quantities] == ["m"]:
            yield from lines.measure(_line(stage, sensor, "sensor"))


def _line(stage: SceneStage, element: Element, kind: str) -> lines.DrawnLine:
    bound = element.bind(stage.model.resolve, stage.model.planar)
    start, end = stage.anchors(element)
    return lines.DrawnLine(stage, bound, kind, start, end)


def _force_lines(stage: SceneStage, force: Force) -> Iterator[lines.DrawnLine]:
    """The lines that a force acts along."""
    bound, ends = force.bind(stage.model.resolve, stage.model.planar), stage.anchors(force)
    for start, end in zip(ends[::2], ends[1::2], strict=True):
        yield lines.DrawnLine(stage, bound, "force", start, end)


def _spots(stage: SceneStage, element: Element, kind: str) -> list[Spot]:
    """The coordinates at the ends of an element."""
    model = stage.model
    found = model.written_coordinates(element) if element.ends else model.coordinates_of(element)
    return [Spot(_site(stage, joint, kind, element.name), joint, k) for joint, k, _ in found]


def _at_coordinates(stage: SceneStage) -> Iterator[Drawn]:
    """Relations of coordinates, drivers, and forces on a coordinate."""
    model = stage.model
    drivers = {d.name for d in model.drivers}
    elements = [(r, "driver" if r.name in drivers else "constraint") for r in model.relations]
    acting: list[tuple[Any, str]] = [*elements, *((f, "force") for f in model.forces if f.on_coordinates)]
    for element, kind in acting:
        spots = _spots(stage, element, kind)
        if element.symbol in coordinates.SYMBOLS:
            yield from coordinates.SYMBOLS[element.symbol](element, spots)
        elif len({spot.joint.name for spot in spots}) == 1:
            yield from coordinates.ring(element, spots)


def _ties(stage: SceneStage) -> Iterator[Span]:
    """Relations that have no symbol of their own: lines between the joints they tie."""
    for relation in stage.model.relations:
        if relation.symbol not in coordinates.SYMBOLS:
            ends = [spot.site.M for spot in _spots(stage, relation, "constraint")]
            for start, end in pairwise(ends):
                if start != end:
                    yield from lines.tie(lines.DrawnLine(stage, relation, "constraint", start, end))


def _sensors(stage: SceneStage) -> Iterator[Drawn]:
    """A ring about what a sensor looks at, where it is no line."""
    for sensor in stage.model.sensors:
        if sensor.ends and [q.unit for q in sensor.quantities] != ["m"]:
            site = _site(stage, sensor, "sensor")
            radius = (0.05 if follows_point(sensor) else 0.07) * stage.size
            yield site.on_follower("sensor", Layer.SIGN, Circle(ORIGIN, radius, weight=0.8))


def _walls(stage: SceneStage, spans: list[Span]) -> Iterator[Drawn]:
    """Ground where a line ends on it and no joint stands there."""
    # what slides, or advances as it turns, is held by a guide, not where its frame is
    held = [j for j in stage.model.joints if all(c.is_angle and c.period for c in j.coordinates)]
    taken = {_near(a.p, stage.size) for j in held for a in stage.anchors(j) if a.body == GROUND}
    for span in spans:
        if span.kind not in ("force", "constraint"):
            continue
        for here, there in ((span.start, span.end), (span.end, span.start)):
            if here.body != GROUND or _near(here.p, stage.size) in taken:
                continue
            taken.add(_near(here.p, stage.size))
            away = whole(np.array(here.p) - stage.way(there))
            outwards = unit(away[0].tolist() if len(away) else ORIGIN, vector(np.negative(stage.up)))
            pieces = (
                planar.wall(outwards, stage.size)
                if stage.model.planar
                else [spatial.plate(ORIGIN, outwards, stage.size)]
            )
            X = Pose(p=Vec3(*here.p))
            yield Drawn("ground", "ground", "ground", GROUND, Layer.GROUND, tuple(put(p, X) for p in pieces))


def _near(p: Vector, size: float) -> tuple[int, int, int]:
    """The same for points that cannot be told apart in a drawing."""
    x, y, z = (round(50.0 * a / size) for a in p)
    return x, y, z


def _arrows(stage: SceneStage) -> Iterator[Arrow]:
    """Reactions, forces in meshes, applied forces, and efforts of drivers."""
    yield from arrows.reactions(stage)
    yield from arrows.in_meshes(stage)
    for force in stage.model.forces:
        if force.on_coordinates:
            spots = _spots(stage, force, "force")
            for k, spot in enumerate(spots):
                series = f"{force.ports[k].shown}{k + 1 if len(spots) > 1 else ''}"
                yield from arrows.along_coordinate(stage, force, "applied", series, spot)
        elif force.port.reach is Reach.FRAMES:
            yield from arrows.applied(stage, force)
    for driver in stage.model.drivers:
        spot = _spots(stage, driver, "driver")[0]
        yield from arrows.along_coordinate(stage, driver, "driver", "effort", spot)


def _limits(stage: SceneStage, drawn: list[Drawn], named: tuple[Mark, ...]) -> tuple[Vector, Vector]:
    """A box about everything at all times: the box about each body, moved along with it."""
    points: dict[int, list[Vector]] = {}
    for d in drawn:
        points.setdefault(d.body, []).extend(p for primitive in d.primitives for p in corners(primitive))
    for mark in named:
        if mark.at.body != GROUND:
            points.setdefault(mark.at.body, []).append(mark.at.p)
    ends: list[Array] = []
    for body, known in points.items():
        box = np.array([np.min(known, axis=0), np.max(known, axis=0)])
        pose = stage.ways[:, body]
        # a turned box with middle c and half sizes h reaches from R c - |R| h to R c + |R| h
        R = matrices(pose[:, 3:])
        middle = pose[:, :3] + R @ box.mean(axis=0)
        half = np.abs(R) @ (np.ptp(box, axis=0) / 2.0)
        reached = whole(np.concatenate([middle - half, middle + half]))
        ends += [reached.min(axis=0), reached.max(axis=0)] if len(reached) else []
    found = np.array(ends or stage.size * np.array([[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]]))
    low, high = found.min(axis=0), found.max(axis=0)
    if stage.model.planar:
        low[2] = high[2] = 0.0
    return vector(low), vector(high)
