"""Named points and frames."""

from __future__ import annotations

from collections.abc import Iterator

from sarrus.elements.sensors.base import Sensor
from sarrus.spatial import Pose
from sarrus.spatial.rotation import IDENTITY
from sarrus.views.scene.base import GROUND, Mark
from sarrus.views.scene.geometry import anchor
from sarrus.views.scene.stage import SceneStage


def marks(stage: SceneStage) -> Iterator[Mark]:
    """Every frame of every body and of ground, and every mass centre.

    Traced are the points that were placed on a body for their own sake, and those a sensor follows.
    """
    model = stage.model
    elements = [e for e in model.elements if not e.on_coordinates]
    busy = {path for e in elements for path in e.at}
    followed = {sensor.at[1] for sensor in model.sensors if follows_point(sensor)}
    for body, holder in enumerate(model.bodies):
        frames = dict(stage.frames[body])
        center = holder.mass_properties(model.resolve, model.planar)[1]
        frames.setdefault("center", Pose(IDENTITY, center))
        for frame, X in frames.items():
            name = f"{holder.name}.{frame}" if frame else holder.name
            is_traced = (frame in holder.placements and name not in busy) or name in followed
            yield Mark(name, anchor(body, X), is_traced)
    for frame, X in stage.frames[GROUND].items():
        yield Mark(f"ground.{frame}" if frame else "ground", anchor(GROUND, X))


def follows_point(sensor: Sensor) -> bool:
    """Whether it measures a place, not one number."""
    return len(sensor.quantities) > 1 and all(q.unit == "m" for q in sensor.quantities)
