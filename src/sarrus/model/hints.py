"""What is allowed in a model but often not meant; each hint can be answered by writing the value with its unit.

an angle of more than one turn, written without unit         90 is 90 rad
a driven angle whose numbers look like degrees               360*t is 57 turns per second
a long body lighter than wire, its length without unit       300 is 300 m
a body heavier than a steel block of its size, likewise      300 is 300 kg
no force acts on all bodies                                  gravity acts only if it is in the model
bodies without a way to ground
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from sarrus.elements import SHELVES
from sarrus.elements.base import Element, Shape
from sarrus.elements.body import MASS, TURN, Body
from sarrus.elements.forces.base import Force, Reach
from sarrus.model.reads import TIME
from sarrus.model.snapshot import Snapshot
from sarrus.scalar.expression import Expression, Value

__all__ = ["hints"]

STEEL = 8000.0  # kg/m^3
WIRE = 0.05  # kg/m, of steel wire 3 mm thick
LONG = 20.0  # m
LEAST_DEGREES, ROUND_DEGREES = 30.0, 15.0


def hints(model: Snapshot) -> list[str]:
    """Sentences on what may not be meant, each with its place if there is one."""
    return [
        *_angles(model),
        *_driven_angles(model),
        *_masses(model),
        *_lengths(model),
        *_weight(model),
        *_floating(model),
    ]


def _placed(model: Snapshot, path: str, sentence: str) -> str:
    where = model.at(path)
    return f"{where}: {sentence}" if where else sentence


def _angles(model: Snapshot) -> Iterator[str]:
    for path, name, value in _written_angles(model):
        if isinstance(value, int | float) and abs(value) > 2 * math.pi:
            turns = value / (2 * math.pi)
            yield _placed(
                model,
                path,
                f"{name} is {value:g} rad, {turns:.3g} turns: a number without unit is in radians. "
                f"Write '{value:g} deg' if degrees are meant, '{value:g} rad' if not.",
            )


def _written_angles(model: Snapshot) -> Iterator[tuple[str, str, Value]]:
    """Path, name and value of everything that is written in radians."""
    for values in (model.fixed, model.guess):
        for name, value in values.items():
            if name in model.coordinates and model.coordinates[name][2].is_angle:
                yield f"start.{name}", f"start value '{name}'", value
    for holder in model.holders.values():
        for frame, placed in holder.placements.items():
            path = f"{holder.name}.{frame}"
            yield from (
                (path, f"turn of frame '{path}'", angle)
                for angle in placed.turn
                if placed.turn_unit == TURN.unit
            )
    for element in model.elements:
        for word, p in element.params.items():
            if p.unit == TURN.unit and p.shape is Shape.NUMBER:
                yield f"{element.name}.{word}", f"{p.key or word} of '{element.name}'", getattr(element, word)


def _driven_angles(model: Snapshot) -> Iterator[str]:
    """Drivers of angles whose plain numbers are such as people use for degrees."""
    for driver in model.drivers:
        path = driver.at[0]
        if not model.coordinates[path][2].is_angle:
            continue
        for word, p in driver.params.items():
            value = getattr(driver, word)
            if p.unit != "coordinate" or not _looks_like_degrees(value):
                continue
            if isinstance(value, Expression):
                said = f"{driver.keyword} '{driver.name}' follows {value}"
                first, last = (model.number(f"{driver.name}.{word}", value, "rad", t) for t in (0.0, 1.0))
                turns = f", {abs(last - first) / (2 * math.pi):.3g} turns in the first second"
                meant = "Write degrees as a parameter with its unit, such as 'n: 360 deg/s', and 'n*t'."
            else:
                said = f"{p.key or word} of {driver.keyword} '{driver.name}' is {value:g}"
                turns = f" rad, {abs(value) / (2 * math.pi):.3g} turns"
                meant = f"Write '{value:g} deg' if degrees are meant, '{value:g} rad' if not."
            yield _placed(model, f"{driver.name}.{word}", f"{said}{turns}: '{path}' is in radians. {meant}")


def _looks_like_degrees(value: Value | tuple[Value, ...]) -> bool:
    """Whether a number, or one in an expression of time alone, is 30, 45, 60, 90, 360...; pi is written for radians."""
    if isinstance(value, float):
        return abs(value) >= LEAST_DEGREES and value % ROUND_DEGREES == 0
    if not isinstance(value, Expression) or not value.names() <= {TIME} or value.head == "pi":
        return False
    heads = list(_heads(value))
    return "pi" not in heads and any(isinstance(h, float) and _looks_like_degrees(h) for h in heads)


def _heads(value: Expression) -> Iterator[float | str]:
    yield value.head
    for part in value.parts:
        yield from _heads(part)


def _lengths(model: Snapshot) -> Iterator[str]:
    """One sentence on the first body that is long, and lighter than wire of its length."""
    for body in model.bodies:
        if not _bare_lengths(model, body):
            continue
        size, mass = _size(model, body), float(body.mass_properties(model.resolve, model.planar)[0])
        if size >= LONG and 0 < mass < WIRE * size:
            yield _placed(
                model,
                body.name,
                f"body '{body.name}' is {size:.3g} m long, and with {mass:.3g} kg lighter than wire of that length: a number "
                "without unit is in metres. Write '300 mm' if millimetres are meant, '300 m' if not.",
            )
            return


def _bare_lengths(model: Snapshot, body: Body) -> bool:
    """Whether some length of a body is written without unit, itself or by the parameters in it."""
    solids = [part.solid for part in body.solids.values()]
    written = [getattr(s, word) for s in solids for word, p in s.params.items() if p.unit == "m"]
    written += [placed.at for placed in body.placements.values()]
    return any(_is_bare(model, value) for value in written)


def _is_bare(model: Snapshot, value: Any) -> bool:
    if isinstance(value, tuple):
        return any(_is_bare(model, v) for v in value)
    if isinstance(value, Expression):
        return all(_is_bare(model, model.parameters[n]) for n in value.names() if n in model.parameters)
    return isinstance(value, float) and value != 0


def _masses(model: Snapshot) -> Iterator[str]:
    for body in model.bodies:
        written = body.mass if body.solid is None else getattr(body.solid, "mass", None)
        size = _size(model, body)
        block = STEEL * size * size * size  # a product may become infinite, where a power would raise
        if isinstance(written, int | float) and written > block > 0:
            yield _placed(
                model,
                f"{body.name}.mass",
                f"mass of body '{body.name}' is {written:g} {MASS.unit}, more than a block of steel of its size "
                f"({size:.2g} m) has: a number without unit is in kilograms. "
                f"Write '{written:g} g' if grams are meant, '{written:g} kg' if not.",
            )


def _size(model: Snapshot, body: Body) -> float:
    """A length that the body surely has: between its frames, of its solid, or from its inertia."""
    poses = body.poses(model.resolve, model.planar).values()
    points = [tuple(float(a) for a in pose.p) for pose in poses]
    mass, center, J = body.mass_properties(model.resolve, model.planar)
    points.append(tuple(float(a) for a in center))
    lengths = [math.dist(a, b) for a in points for b in points[:20]]
    if body.solid is not None:
        lengths += [
            model.number(f"{body.name}.{word}", getattr(body.solid, word), p.unit)
            for word, p in body.solid.params.items()
            if p.unit == "m" and p.shape is Shape.NUMBER
        ]
    largest = max(float(J.xx), float(J.yy), float(J.zz))
    if mass > 0:
        lengths.append(2 * math.sqrt(max(largest, 0.0) / float(mass)))
    return max(lengths)


def _weight(model: Snapshot) -> Iterator[str]:
    fields = [kind for kind in SHELVES["forces"] if _acts_on_all(kind)]
    if fields and not any(_acts_on_all(type(force)) for force in model.forces):
        first = fields[0]
        yield (
            f"nothing weighs anything: gravity acts only if it is in the model. For weight along -y, add "
            f"'weight: {{{first.keyword}: [0, -9.81{'' if model.planar else ', 0'}]}}' under 'forces'."
        )


def _acts_on_all(kind: type[Element]) -> bool:
    return issubclass(kind, Force) and kind.port.reach is Reach.BODIES


def _floating(model: Snapshot) -> Iterator[str]:
    for body in model.floating if model.joints else ():
        yield _placed(
            model,
            body.name,
            f"no joint leads from body '{body.name}' to ground: it floats freely. If it should be held, "
            f"join it to 'ground' or to a point of ground.",
        )
