"""What may push: actuators by name, their limits, and how much their efforts count."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sarrus.analysis.inverse.motion import fresh_name
from sarrus.elements.forces.base import Force, Line, Reach
from sarrus.elements.forces.roles import ALONG_COORDINATE, ALONG_LINE
from sarrus.elements.joints.base import Joint
from sarrus.errors import ModelError, UsageError, quote, suggest
from sarrus.model import Mechanism, Snapshot
from sarrus.phrases import listed
from sarrus.scalar.units import convert
from sarrus.solvers.arrays import Floats

__all__ = ["Actuator", "add_actuators", "numbers_by_name", "ranges_by_name", "weights_of"]


@dataclass(frozen=True)
class Actuator:
    """Something whose effort is sought.

    Attributes:
        name: as users say it.
        unit: of its effort.
        series: what its effort is called in results.
        moved: the input that stands for its effort; "" of a driver.
        row: the driver or motion whose row it is; "" elsewhere.
    """

    name: str
    unit: str
    series: str
    moved: str = ""
    row: str = ""


def add_actuators(
    mechanism: Mechanism, model: Snapshot, names: Sequence[str], prescribed: Mapping[str, str]
) -> list[Actuator]:
    """Let each of them push: by an input of its own, or as the row that it is.

    Args:
        mechanism: a copy that may be changed.
        model: the mechanism as it was.
        names: of the actuators.
        prescribed: rows of coordinates whose motion is given; a force along one of them is its row, where all are.

    Raises:
        UsageError: a name is none of an actuator, or stands twice.
    """
    if len({*names}) != len(names):
        raise UsageError(
            f"actuators names {quote(next(n for n in names if list(names).count(n) > 1))} twice."
        )
    if not names:
        raise UsageError("actuators is empty. Name what may push, such as ['A.theta'].")
    if {*names} == {*prescribed}:
        return [_by_row(model, name, prescribed[name]) for name in names]
    return [_actuator(mechanism, model, name) for name in names]


def _by_row(model: Snapshot, name: str, row: str) -> Actuator:
    drivers = {d.name: d for d in model.drivers}
    coordinate = drivers[name].at[0] if name in drivers else name
    if str(coordinate) not in model.coordinates:
        raise UsageError(
            f"the motion of {quote(name)} is given, and nothing is named that pushes it. Name actuators: coordinates of joints "
            f"such as {listed(list(model.coordinates)[:3])}, forces along a line, or inputs."
        )
    return Actuator(name, _effort(model, str(coordinate)), f"{name}.effort", row=row)


def _effort(model: Snapshot, coordinate: str) -> str:
    return "N" if model.coordinates[coordinate][2].unit == "m" else "N m"


def _actuator(mechanism: Mechanism, model: Snapshot, name: str) -> Actuator:
    driver = next((d for d in model.drivers if d.name == name), None)
    if driver is not None and all(d.name != name for d in mechanism.drivers):
        coordinate = str(driver.at[0])  # another motion was given in its place
        return _pushing(mechanism, ALONG_COORDINATE, (coordinate,), name, _effort(model, coordinate))
    if driver is not None:
        return Actuator(name, _effort(model, str(driver.at[0])), f"{name}.effort", row=name)
    if name in model.inputs:
        return Actuator(name, model.input_unit(name) or "1", name, moved=name)
    if name in model.coordinates and isinstance(model.coordinates[name][0], Joint):
        return _pushing(mechanism, ALONG_COORDINATE, (name,), name, _effort(model, name))
    force = next((f for f in model.forces if f.name == name), None)
    if force is not None:
        return _like(mechanism, model, force)
    known = [*(d.name for d in model.drivers), *model.inputs, *model.coordinates]
    raise UsageError(
        f"{quote(name)} is no actuator of this mechanism. {suggest(name, known)} Actuators are coordinates of joints, drivers, "
        f"inputs, and forces along a line or a coordinate: {listed(known[:12])}.".replace("  ", " ")
    )


def _like(mechanism: Mechanism, model: Snapshot, force: Force) -> Actuator:
    """An effort where a force acts."""
    if len(force.ports) == 1 and force.port.reach is Reach.COORDINATE:
        coordinate = str(force.at[0])
        return _pushing(mechanism, ALONG_COORDINATE, (coordinate,), force.name, _effort(model, coordinate))
    if len(force.ports) == 1 and issubclass(force.port, Line):
        return _pushing(mechanism, ALONG_LINE, tuple(map(str, force.at)), force.name, "N")
    raise UsageError(
        f"the force {quote(force.name)} has no single line or coordinate along which an effort could be sought. Name a coordinate "
        "of a joint, a force between two points, or an input that stands in its expression."
    )


def _pushing(mechanism: Mechanism, kind: Any, ends: tuple[str, ...], name: str, unit: str) -> Actuator:
    moved = fresh_name(mechanism, "sought", "_")
    (effort,) = mechanism.inputs(**{moved: f"0 {unit}"})
    mechanism.forces.append(kind(fresh_name(mechanism, "sought"), *ends, function=effort))
    return Actuator(name, unit, f"{name}.effort", moved=moved)


def numbers_by_name(option: str, given: Mapping[str, Any], units: Mapping[str, str]) -> dict[str, float]:
    """Numbers of an option by name, SI.

    Raises:
        UsageError: a name is none of those, or a value is no number.
    """
    return {
        name: _number(option, name, value, units)
        for name, value in given.items()
        if _known(option, name, units)
    }


def ranges_by_name(
    option: str, given: Mapping[str, Any], units: Mapping[str, str]
) -> dict[str, tuple[float, float]]:
    """Lower and upper limits by name: one number is a limit both ways, None is none.

    Raises:
        UsageError: a name is none of those, or a value is no range.
    """
    found = {}
    for name, value in given.items():
        _known(option, name, units)
        if isinstance(value, str) and ":" in value:
            value = [part.strip() or None for part in value.split(":")]
        if isinstance(value, Sequence | np.ndarray) and not isinstance(value, str):
            if len(value) != 2:
                raise UsageError(
                    f"{option} of {quote(name)} has {len(value)} numbers. It needs two: low, high."
                )
            low, high = (
                end if item is None else _number(option, name, item, units)
                for item, end in zip(value, (-math.inf, math.inf), strict=True)
            )
        else:
            high = _number(option, name, value, units)
            low = -high
        if not low <= high:
            raise UsageError(
                f"{option} of {quote(name)} go from {low:g} to {high:g}. The first is the lower one."
            )
        found[name] = (low, high)
    return found


def _known(option: str, name: str, units: Mapping[str, str]) -> bool:
    if name not in units:
        raise UsageError(
            f"{option} names {quote(name)}, which is none of {listed(list(units)[:12])}. {suggest(name, units)}".rstrip()
        )
    return True


def _number(option: str, name: str, value: Any, units: Mapping[str, str]) -> float:
    try:
        number = convert(
            value if isinstance(value, str) else float(value), units[name], f"{option} of {quote(name)}"
        )
    except (ModelError, TypeError, ValueError) as error:
        said = str(error) if isinstance(error, ModelError) else f"{option} of {quote(name)} is no number."
        raise UsageError(said) from None
    return number


def weights_of(
    actuators: Sequence[Actuator], given: Mapping[str, Any] | None, limits: Mapping[str, tuple[float, float]]
) -> tuple[Floats, str]:
    """How much each effort counts, and why they cannot be compared; "" where they can."""
    units = {a.name: "1" for a in actuators}
    said = numbers_by_name("weights", given or {}, units)
    for name, weight in said.items():
        if not (weight > 0 and math.isfinite(weight)):
            raise UsageError(f"the weight of {quote(name)} is {weight:g}. It must be greater than 0.")
    largest = {name: max(map(abs, ends)) for name, ends in limits.items()}
    if not said and len(largest) == len(actuators) and all(0 < x < math.inf for x in largest.values()):
        least = min(largest.values())
        return np.array([(least / largest[a.name]) ** 2 for a in actuators]), ""
    weights = np.array([said.get(a.name, 1.0) for a in actuators])
    of = {unit: [a.name for a in actuators if a.unit == unit] for unit in {a.unit: 0 for a in actuators}}
    if len(of) == 1 or len(said) == len(actuators):
        return weights, ""
    kinds = " and ".join(f"{listed(names)} in {unit}" for unit, names in of.items())
    return weights, (
        f"efforts of different units share the load: {kinds}. How they compare is not known: give weights for all of them, or "
        "limits of all of them, which weights then follow from."
    )
