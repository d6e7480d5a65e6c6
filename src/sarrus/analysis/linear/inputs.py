"""What can be changed from outside a linear model: inputs, drivers, efforts along coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sarrus.analysis.linear.blocks import Derivatives
from sarrus.analysis.linear.numbers import Changing
from sarrus.errors import UsageError, quote, suggest
from sarrus.phrases import listed
from sarrus.solvers.arrays import Floats

__all__ = ["LinearInput", "inputs_of"]

LOAD, ACCELERATION = "load.", ".motion_ddot"


@dataclass(frozen=True)
class LinearInput:
    """An input of a linear model.

    Attributes:
        name, unit: as it is published.
        value: at the operating point.
        place: among the inputs of the mechanism, if it is one.
        row: of the driver whose acceleration it is.
        loads: along speeds, of a unit of it.
        implied, flows, outputs: how efforts that follow from loads, states of elements and what is published change with a
            unit of it, where that is not by loads alone.
    """

    name: str
    unit: str
    value: float = 0.0
    place: int | None = None
    row: int | None = None
    loads: Floats | None = None
    implied: Floats | None = None
    flows: Floats | None = None
    outputs: Floats | None = None


def inputs_of(blocks: Derivatives, names: Sequence[str]) -> list[LinearInput]:
    """Inputs by name: of the mechanism, `motor.motion_ddot` of a driver, `load.A.theta` for an effort along a coordinate.

    Raises:
        UsageError: one is unknown, or cannot be an input.
    """
    return [_input(blocks, name) for name in names]


def _input(blocks: Derivatives, name: str) -> LinearInput:
    e = blocks.point.e
    own = {i.name: k for k, i in enumerate(e.inputs)}
    drivers = {d.name for d in e.model.drivers}
    if name in own:
        k = own[name]
        if blocks.row_inputs[:, k].any():
            raise UsageError(
                f"{quote(name)} moves a constraint row, so its rate and acceleration act too. Drive that motion by a driver, "
                f"and take 'DRIVER{ACCELERATION}' as input."
            )
        return LinearInput(name, e.inputs[k].unit, e.inputs[k].start, place=k)
    driver = name.removesuffix(ACCELERATION)
    if name.endswith(ACCELERATION) and driver in drivers:
        row = next(k for k, r in enumerate(e.rows) if r.owner == driver)
        unit = "m/s^2" if e.rows[row].unit == "m" else "rad/s^2"
        return LinearInput(name, unit, 0.0, row=row)
    coordinate = name.removeprefix(LOAD)
    if name.startswith(LOAD) and coordinate in e.measured:
        unit = "N" if e.model.coordinates[coordinate][2].unit == "m" else "N m"
        loads = np.asarray(blocks.coordinates.C[e.measured.index(coordinate)])
        if not _moves(blocks, loads):
            raise UsageError(
                f"{quote(name)} cannot move anything: {coordinate} is held by joints and drivers. "
                "Let it go, or act on another coordinate."
            )
        return LinearInput(name, unit, 0.0, loads=loads)
    numbers = Changing(e)
    if numbers.named(name) in numbers.numbers:
        return _number(blocks, numbers, numbers.named(name), name)
    known = [*own, *(f"{d}{ACCELERATION}" for d in drivers), *(f"{LOAD}{c}" for c in e.measured)]
    raise UsageError(
        f"{quote(name)} is no input of this mechanism. {suggest(name, known)} There are: {listed(known)}; and numbers of forces, such as "
        "'spring.free_length'.".replace("  ", " ")
    )


def _number(blocks: Derivatives, numbers: Changing, path: str, name: str) -> LinearInput:
    """A number of the model that changes in time, such as the free length of a spring."""
    point = blocks.point
    e, t, x, vdot, lam = point.e, point.t, point.x, point.vdot, point.lam
    rows = [
        numbers.along("closure", path, [t], x)[0][: len(e.rows)],
        *numbers.along("course", path, [t], x, vdot)[:2],
    ]
    if any(part.size and np.abs(part).max() > 0.0 for part in rows):
        raise UsageError(
            f"{quote(name)} moves joints or constraints, so its rate and acceleration act too. Drive that motion by a driver, "
            f"and take 'DRIVER{ACCELERATION}' as input."
        )
    found = {"residual": numbers.along("residual", path, [t], x, vdot, lam)[0]}
    found["output"] = numbers.along("output", path, [t], x, vdot, lam)[0]
    if e.pushes:
        found["implied"] = numbers.along("implied", path, [t], x, vdot, lam)[0]
    if e.internal:
        found["flows"] = numbers.along("flows", path, [t], x, vdot, lam)[0][: len(e.internal)]
    info = numbers.numbers[path]
    return LinearInput(
        name,
        info.unit,
        numbers.value(path),
        loads=-found["residual"],
        implied=found.get("implied"),
        flows=found.get("flows"),
        outputs=found["output"],
    )


def _moves(blocks: Derivatives, loads: Floats) -> bool:
    """Whether a load works along some free motion."""
    motions = blocks.point.stand.motions
    if not motions.size:
        return False
    return bool(np.abs(loads @ motions).max() > 1e-9 * np.abs(loads).max(initial=0.0) * np.abs(motions).max())
