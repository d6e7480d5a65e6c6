"""Forces and torques as arrows: read from what an analysis published, never computed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from sarrus.elements.base import Param, Shape
from sarrus.elements.forces.base import Force, Port
from sarrus.model.reads import TIME
from sarrus.model.snapshot import Place
from sarrus.scalar.expression import Expression, evaluate_value
from sarrus.views.scene.base import GROUND, Anchor, Array, Arrow
from sarrus.views.scene.coordinates import Spot
from sarrus.views.scene.geometry import after, turned, vector
from sarrus.views.scene.stage import SceneStage

NOTHING = 1e-9
"""Share of the largest below which an arrow is rounding."""
LONG = {"force": 0.25, "torque": 0.2}
"""Length of a large arrow, in multiples of the diagonal of the scene."""
FEW = 10
"""Arrows that a scene holds without a crowd; more of them are shorter."""


def reactions(stage: SceneStage) -> Iterator[Arrow]:
    """What the base of each joint and constraint exerts on the follower, at M."""
    for element in (*stage.model.joints, *stage.model.closings):
        at = stage.anchors(element)[1]
        for quantity, name in (("force", "reaction"), ("torque", "torque")):
            yield Arrow(element.name, "reaction", quantity, at, stage.series(f"{element.name}.{name}"))


def in_meshes(stage: SceneStage) -> Iterator[Arrow]:
    """What the first body of each mesh exerts on the second, at the contact; at the second where no body carries that."""
    for mesh in stage.model.meshes:
        if f"{mesh.name}.contact" not in stage.run:
            continue  # a result that was saved before meshes had forces
        meshing = stage.model.meshing(mesh)
        at = stage.anchor(meshing.frames[1])
        if meshing.is_carried:
            carrier = Anchor(stage.body(Place(meshing.carrier, "")))
            seen = stage.seen_from(carrier, stage.series(f"{mesh.name}.contact"))
            at = Anchor(carrier.body, vector(seen[0])) if len(seen) else at
        yield Arrow(mesh.name, "reaction", "force", at, stage.series(f"{mesh.name}.reaction"))


def along_coordinate(stage: SceneStage, element: Any, role: str, series: str, spot: Spot) -> Iterator[Arrow]:
    """An effort along a joint coordinate, on the follower."""
    if spot.has_effort_along:
        values = stage.series(f"{element.name}.{series}")[:, None] * spot.axis_over_time()
        yield Arrow(element.name, role, "torque" if spot.is_turn else "force", spot.site.M, values)


def applied(stage: SceneStage, force: Force) -> Iterator[Arrow]:
    """What a force on frames does to the bodies at its ends."""
    ends, first = stage.anchors(force), 0
    for k, port in enumerate(force.ports, 1):
        number = str(k) if len(force.ports) > 1 else ""
        own = ends[first : first + port.ends]
        first += port.ends
        if port.is_central:
            yield from _on_a_line(stage, force.name, f"{force.name}.magnitude{number}", *own)
        elif f"{force.name}.force{number}" in stage.run:
            for quantity in ("force", "torque"):
                values = stage.series(f"{force.name}.{quantity}{number}")
                yield Arrow(force.name, "applied", quantity, own[-1], values)
        else:
            yield from _as_written(stage, force, port, own)


def _as_written(stage: SceneStage, force: Force, port: type[Port], ends: list[Anchor]) -> Iterator[Arrow]:
    """A force or torque that is a parameter."""
    found = next(
        (item for item in force.params.items() if item[1].shape in (Shape.VECTOR, Shape.AXIAL)), None
    )
    if found is None:
        return
    values = over_time(stage, force, *found)
    if not port.in_ground:
        values = turned(after(stage.ways[:, ends[0].body, 3:], ends[0].turn), values)
    # of a torque only what the follower feels: both at one place would show no sense
    yield Arrow(force.name, "applied", "torque" if port.unit == "N m" else "force", ends[-1], values)


def over_time(stage: SceneStage, force: Force, key: str, p: Param) -> Array:
    """A vector as written, for every row, shape (rows, 3); only what varies is evaluated again and again."""
    times = stage.run.t
    written = getattr(force, key)
    parts = written if isinstance(written, tuple) else (written,)
    columns = [_component(stage, f"{force.name}.{key}", value, p.unit, times) for value in parts]
    nothing = np.zeros(len(times))
    if p.shape is Shape.AXIAL and stage.model.planar:
        columns = [nothing, nothing, *columns]
    return np.column_stack([*columns, nothing][:3])


def _component(stage: SceneStage, path: str, value: Any, unit: str, times: Array) -> Array:
    model = stage.model
    if not isinstance(value, Expression) or value.names().isdisjoint(model.varying):
        return np.full(len(times), model.number(path, value, unit, 0.0))
    read = [name for name in model.signals if name in value.names()]
    if any(stage.of_signal(name) is None for name in read):
        return np.zeros(len(times))  # it was not published: nothing is drawn
    columns = [stage.of_signal(name) for name in read]
    known = {**model.numbers, **model.input_numbers}
    rows = zip(times.tolist(), *(c.tolist() for c in columns if c is not None), strict=True)
    return np.array(
        [evaluate_value(value, {**known, TIME: t, **dict(zip(read, now, strict=True))}) for t, *now in rows]
    )


def _on_a_line(stage: SceneStage, name: str, series: str, one: Anchor, two: Anchor) -> Iterator[Arrow]:
    """Pull is positive: each end is drawn to the other."""
    apart = stage.way(two) - stage.way(one)
    length = np.linalg.norm(apart, axis=1, keepdims=True)
    direction = np.divide(apart, length, out=np.zeros_like(apart), where=length > 0.0)
    pull = direction * stage.series(series)[:, None]
    for at, values in ((one, pull), (two, -pull)):
        if at.body != GROUND:
            yield Arrow(name, "applied", "force", at, values)


def worth_showing(arrows: Iterable[Arrow], size: float) -> tuple[Arrow, ...]:
    """Without those that are zero, or rounding, in all rows."""
    known = list(arrows)
    most = [_largest(a.values) for a in known]
    limit = {"force": 0.0, "torque": 0.0}
    for arrow, large in zip(known, most, strict=True):
        limit[arrow.quantity] = max(limit[arrow.quantity], large)
    limit["torque"] = max(limit["torque"], size * limit["force"])
    return tuple(a for a, large in zip(known, most, strict=True) if large > NOTHING * limit[a.quantity])


def _largest(values: Array) -> float:
    finite = values[np.isfinite(values)]
    return float(np.abs(finite).max()) if finite.size else 0.0


def scale_of(arrows: Iterable[Arrow], quantity: str, diagonal: float) -> float:
    """Metres of arrow per unit, so that all but the largest twentieth stay within a share of the scene."""
    known = [a for a in arrows if a.quantity == quantity]
    crowd = min(1.0, (FEW / max(1, len(known))) ** 0.5)
    lengths = [np.linalg.norm(a.values, axis=1) for a in known]
    every = np.concatenate(lengths) if lengths else np.zeros(0)
    every = every[np.isfinite(every)]
    every = every[every > NOTHING * every.max(initial=0.0)]
    return crowd * LONG[quantity] * diagonal / float(np.quantile(every, 0.95)) if len(every) else 1.0
