"""What expressions of elements may read, and in which unit they are."""

from __future__ import annotations

from enum import Enum


class Sight(Enum):
    """What expressions of an element that vary may read besides parameters."""

    TIME = "time t"
    MOTION = "time t, inputs, and signals of positions, velocities, sensors and states"
    RESULTS = "time t, inputs and every signal"


def unit_on(unit: str, coordinate: str) -> str:
    """A declared unit, for an element on a coordinate: "coordinate" is the unit of that, "effort" of what acts along it."""
    effort = {"m": "N", "rad": "N m"}.get(coordinate, "N m or N")
    return unit.replace("coordinate", coordinate).replace("effort", effort)
