"""A mechanism in motion as binary glTF 2.0, for 3-D programs, slides and web pages.

A node for each body, under a root that turns the upward direction of the scene to +y, and one animation, "run".
Solids are meshes; flat areas are thin, their layers a little apart; lines have the width the viewer gives them. A span
keeps the form it has at its mean length and is stretched as a whole. Arrows are left out: glTF has no animation that
would change their form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from sarrus.errors import UsageError
from sarrus.views.drawing.areas import triangles_of
from sarrus.views.drawing.glb import INDICES, LINE_STRIP, LINES, TRIANGLES, VERTICES, Glb, Json
from sarrus.views.drawing.look import Look
from sarrus.views.drawing.moment import frames_along, traces, way
from sarrus.views.drawing.solids import circle_points, faces_of
from sarrus.views.scene.base import Array, Circle, Drawn, Path, Primitive, Scene, Span

SEGMENTS = 32
"""Faces around a solid, and points around a circle."""
STEP = 0.002
"""Between two layers, and between an area and its line, in sizes of the scene."""
LEAST_LENGTH = 1e-6
"""Of a span, in sizes of the scene: a scale of zero has no inverse."""


def glb_of(scene: Scene, look: Look) -> bytes:
    """The file.

    Raises:
        UsageError: there is no row in which every body is somewhere.
    """
    rows = _rows(scene)
    file = Glb("Sarrus")
    motion = _Motion(file, scene.t[rows] - scene.t[rows[0]])
    pieces: dict[int, list[Json]] = {}
    for drawn in scene.drawn:
        pieces.setdefault(drawn.body, []).extend(_primitives(file, drawn, look, scene))
    children = []
    for number, name in enumerate(scene.bodies):
        poses = scene.poses[rows, number]
        quaternions = np.roll(poses[:, 3:], -1, axis=1)  # x y z w
        node = _node(file, name, pieces.get(number, []))
        motion.move(node, translation=poses[:, :3], rotation=quaternions)
        children.append(node)
    ground = pieces.get(-1, []) + [
        _lines(file, line, look.color("trace"), LINE_STRIP) for _, line in traces(scene) if len(line) > 1
    ]
    if ground:
        children.append(_node(file, "ground", ground))
    children += (
        _span_node(file, span, look, scene, rows, motion)
        for span in scene.spans
        if any(len(line) > 1 for line in span.lines)
    )
    root: Json = {"name": scene.name, "rotation": _upright(scene)}
    if children:
        root["children"] = children
    file.add("scenes", {"name": scene.name, "nodes": [file.add("nodes", root)]})
    motion.finish()
    return file.file()


def _rows(scene: Scene) -> Array:
    """Rows in which every body is somewhere, at times that float32 tells apart."""
    known = np.flatnonzero(np.isfinite(scene.poses).all(axis=(1, 2)) & np.isfinite(scene.t))
    if not len(known):
        raise UsageError(
            "There is nothing to draw: no row of the run has the pose of every body. Look at the status of the run."
        )
    single = (scene.t[known] - scene.t[known[0]]).astype(np.float32)
    later = np.maximum.accumulate(single)
    rows: Array = known[np.concatenate([[True], single[1:] > later[:-1]])]
    return rows


@dataclass(eq=False)
class _Motion:
    """The animation, while its channels are collected; with one row there is none, only the pose."""

    file: Glb
    t: Array
    channels: list[Json] = field(default_factory=list)
    samplers: list[Json] = field(default_factory=list)
    input: int = -1

    def move(self, node: int, **paths: Array) -> None:
        """Give a node its first translation, rotation (x y z w) or scale, and its way."""
        for path, values in paths.items():
            steady = _steady(values) if path == "rotation" else values
            self.file.lists["nodes"][node][path] = [float(value) for value in steady[0].astype(np.float32)]
            if len(self.t) > 1:
                if self.input < 0:
                    self.input = self.file.numbers(self.t, bounds=True)
                self.samplers.append({"input": self.input, "output": self.file.numbers(steady)})
                target = {"node": node, "path": path}
                self.channels.append({"sampler": len(self.samplers) - 1, "target": target})

    def finish(self) -> None:
        """Put the animation into the file."""
        if self.channels:
            self.file.add("animations", {"name": "run", "channels": self.channels, "samplers": self.samplers})


def _steady(quaternions: Array) -> Array:
    """Unit quaternions, each with the sign that is nearer to the one before it."""
    unit = quaternions / np.linalg.norm(quaternions, axis=1, keepdims=True)
    flips = np.where((unit[1:] * unit[:-1]).sum(axis=1) < 0, -1.0, 1.0)
    steady: Array = unit * np.concatenate([[1.0], np.cumprod(flips)])[:, None]
    return steady


def _upright(scene: Scene) -> list[float]:
    """The rotation x y z w from `up` to +y on the shortest way."""
    x, y, z = scene.up
    if y < -1 + 1e-9:
        return [1.0, 0.0, 0.0, 0.0]
    turn = np.array([-z, 0.0, x, 1 + y])  # up x (0, 1, 0), and 1 + their product
    return [float(part) for part in turn / np.linalg.norm(turn)]


def _node(file: Glb, name: str, primitives: list[Json]) -> int:
    content: Json = {"name": name}
    if primitives:
        content["mesh"] = file.add("meshes", {"name": name, "primitives": primitives})
    return file.add("nodes", content)


def _primitives(file: Glb, drawn: Drawn, look: Look, scene: Scene) -> Iterator[Json]:
    color = look.color(drawn.role, drawn.body)
    for k, primitive in enumerate(drawn.primitives):
        if isinstance(primitive, Path | Circle):
            # towards the eye that looks against z: a higher layer, and what is drawn later, is nearer
            step = STEP * scene.size if scene.planar else 0.0
            count = len(drawn.primitives)
            yield from _flat(file, primitive, look, color, (drawn.layer + k / count) * step, step / count / 2)
        else:
            yield _solid(file, primitive, color)


def _solid(file: Glb, solid: Primitive, color: str) -> Json:
    assert not isinstance(solid, Path | Circle)
    faces = faces_of(solid, SEGMENTS)
    a, b, c, d = faces.corners.T
    triangles = np.vstack([np.column_stack([a, b, c]), np.column_stack([a, c, d])])
    p, q, r = (faces.points[triangles[:, k]] for k in range(3))
    twice = np.linalg.norm(np.cross(q - p, r - p), axis=1)
    kept = triangles[twice > 1e-12 * max(float(np.ptp(faces.points)), 1e-300) ** 2]
    return {
        "attributes": {
            "POSITION": file.numbers(faces.points, VERTICES, bounds=True),
            "NORMAL": file.numbers(faces.normals, VERTICES),
        },
        "indices": file.numbers(kept.ravel() if len(kept) else triangles.ravel(), INDICES),
        "mode": TRIANGLES,
        "material": file.material(color, lit=True),
    }


def _flat(
    file: Glb, primitive: Path | Circle, look: Look, color: str, lift: float, above: float
) -> Iterator[Json]:
    if isinstance(primitive, Circle):
        points, closed = circle_points(primitive, SEGMENTS), True
    else:
        points, closed = np.array(primitive.points, float).reshape(-1, 3), primitive.closed
    points[:, 2] += lift
    fill = look.fill(primitive.fill, color) if closed else ""
    triangles = triangles_of(points) if fill else np.empty((0, 3))
    if len(triangles):
        yield {
            "attributes": {"POSITION": file.numbers(points, VERTICES, bounds=True)},
            "indices": file.numbers(triangles.ravel(), INDICES),
            "mode": TRIANGLES,
            "material": file.material(fill, lit=False),
        }
    if primitive.weight > 0 and len(points) > 1:
        line = np.vstack([points, points[:1]]) if closed else points
        line[:, 2] += above
        yield _lines(file, line, color, LINE_STRIP)


def _lines(file: Glb, points: Array, color: str, mode: int) -> Json:
    return {
        "attributes": {"POSITION": file.numbers(points, VERTICES, bounds=True)},
        "mode": mode,
        "material": file.material(color, lit=False),
    }


def _span_node(file: Glb, span: Span, look: Look, scene: Scene, rows: Array, motion: _Motion) -> int:
    """A node whose x goes from one end to the other, one unit of it being the length at each time."""
    start, end = way(scene, span.start)[rows], way(scene, span.end)[rows]
    length, frames = frames_along(start, end)
    length = np.maximum(length, LEAST_LENGTH * scene.size)
    mean = float(length.mean())
    segments = []
    for profile in span.lines:
        points = np.array(profile, float).reshape(-1, 4)
        line = np.column_stack([points[:, 0] + points[:, 1] / mean, points[:, 2:]])
        segments.append(np.stack([line[:-1], line[1:]], axis=1).reshape(-1, 3))
    lift = [0.0, 0.0, span.layer * STEP * scene.size if scene.planar else 0.0]
    primitive = _lines(file, np.vstack(segments) + lift, look.color(span.role), LINES)
    node = _node(file, span.owner, [primitive])
    scale = np.column_stack([length, np.ones((len(length), 2))])
    motion.move(node, translation=start, rotation=_quaternions(frames), scale=scale)
    return node


def _quaternions(frames: Array) -> Array:
    """Quaternions x y z w of rotation matrices, from the largest part of each (Shepperd 1978); shape (n, 4)."""
    m = np.moveaxis(frames, 0, -1)
    trace = m[0, 0] + m[1, 1] + m[2, 2]
    rows = []
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        row = np.empty((4, m.shape[-1]))
        row[k], row[3] = 1 + 2 * m[k, k] - trace, m[j, i] - m[i, j]
        row[i], row[j] = m[i, k] + m[k, i], m[j, k] + m[k, j]
        rows.append(row)
    rows.append(np.stack([m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], 1 + trace]))
    every = np.array(rows)  # four multiples of the same quaternion, the longest being the most exact
    best = np.linalg.norm(every, axis=1).argmax(axis=0)
    found = every[best, :, np.arange(m.shape[-1])]
    unit: Array = found / np.linalg.norm(found, axis=1, keepdims=True)
    return unit
