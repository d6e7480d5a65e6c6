"""What is allowed in a model but often not meant; each hint can be answered by writing the value with its unit.

an angle of more than one turn, written without unit         90 is 90 rad
a body heavier than a steel block of its size, likewise      300 is 300 kg
no force acts on all bodies                                  gravity acts only if it is in the model
bodies without a way to ground
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from sarrus.elements import SHELVES
from sarrus.elements.base import Element, Shape
from sarrus.elements.body import MASS, TURN, Body
from sarrus.elements.forces.base import Force, Reach
from sarrus.model.snapshot import Snapshot
from sarrus.scalar.expression import Value

__all__ = ["hints"]

STEEL = 8000.0  # kg/m^3


def hints(model: Snapshot) -> list[str]:
    """Sentences on what may not be meant, each with its place if there is one."""
    return [*_angles(model), *_masses(model), *_weight(model), *_floating(model)]


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
            yield from ((path, f"turn of frame '{path}'", angle) for angle in placed.turn)
    for element in model.elements:
        for word, p in element.params.items():
            if p.unit == TURN.unit and p.shape is Shape.NUMBER:
                yield f"{element.name}.{word}", f"{p.key or word} of '{element.name}'", getattr(element, word)


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
