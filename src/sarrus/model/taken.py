"""What sensors of loads look at, found in a model."""

from __future__ import annotations

from sarrus.elements.constraints.base import FrameConstraint
from sarrus.elements.joints.base import Joint
from sarrus.elements.sensors.base import LoadSensor
from sarrus.errors import ModelError, quote
from sarrus.model.snapshot import Place, Snapshot
from sarrus.model.wording import label, listed, nearest

__all__ = ["components_of", "loaded", "taken_at"]

OWN = {"base": 0, "follower": 1}
"""Words for the frames of the joint itself, and which of its ends they are."""


def loaded(model: Snapshot, sensor: LoadSensor) -> Joint | FrameConstraint:
    """The joint or constraint whose load a sensor takes."""
    known: tuple[Joint | FrameConstraint, ...] = model.bearing
    found = next((c for c in known if c.name == sensor.joint), None)
    if found is None:
        names = [c.name for c in known]
        raise ModelError.one(
            model.at(f"{sensor.name}.joint"),
            f"{label(sensor)} takes the load of {quote(sensor.joint)}, which is no joint or constraint between frames",
            f"Those are: {listed(names) or 'none'}",
            nearest(sensor.joint, names),
        )
    return found


def taken_at(model: Snapshot, sensor: LoadSensor) -> Place:
    """Where a sensor takes a load: at a frame, or where the joint carries it."""
    return model.place(sensor.point, sensor) if sensor.point else model.ends_of(loaded(model, sensor))[1]


def components_of(model: Snapshot, sensor: LoadSensor) -> Place:
    """The frame whose components a sensor publishes."""
    word = sensor.components
    if word in OWN and word in model.holders:
        raise ModelError.one(
            model.at(f"{sensor.name}.components"),
            f"components of {label(sensor)} are those of {quote(word)}, which is a word for a frame of the joint, and a body",
            "",
            "Give the body another name, or name a frame on it",
        )
    return model.ends_of(loaded(model, sensor))[OWN[word]] if word in OWN else model.place(word, sensor)
