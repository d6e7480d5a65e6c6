"""A model as tables of words: what stands in it, with values as they were written and in SI units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sarrus.elements.base import DataFile, Element, Param
from sarrus.elements.body import Body
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.elements.sight import unit_on
from sarrus.elements.words import Chosen
from sarrus.model import Snapshot, parameter_units
from sarrus.model.start_values import start_numbers
from sarrus.scalar.expression import Expression, Quantity
from sarrus.scalar.units import raised

__all__ = ["model_tables"]

MOST_ROWS = 1000
LONGEST_LIST = 12
"""Numbers of a list that are written out."""
NONE = "–"


def model_tables(model: Snapshot) -> list[dict[str, Any]]:
    """Tables with a title, headings and rows; those without rows are left out."""
    elements = (
        ("Constraints", model.constraints),
        ("Forces", model.forces),
        ("Drivers", model.drivers),
        ("Sensors", model.sensors),
    )
    tables = (
        _table("Bodies", _BODY_HEAD, (_body(model, body) for body in model.bodies)),
        _table("Joints", ("name", "kind", "base", "follower", "coordinates"), _joints(model)),
        *(
            _table(title, ("name", "kind", "acts on", "values"), (_element(model, e) for e in shelf))
            for title, shelf in elements
        ),
        _table("Parameters", ("name", "written", "value (SI)"), _parameters(model)),
        _table("Inputs", ("name", "written", "value at the start (SI)"), _inputs(model)),
        _table("Signals", ("name", "stands for", "unit"), _signals(model)),
        _table("Start values", ("coordinate", "written", "value (SI)", "meaning"), _start(model)),
    )
    return [table for table in tables if table["rows"]]


def _table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> dict[str, Any]:
    found = [list(row) for row in rows]
    if len(found) > MOST_ROWS:
        more = len(found) - MOST_ROWS
        found = [*found[:MOST_ROWS], [f"and {more} more, see the text", *[""] * (len(head) - 1)]]
    return {"title": title, "head": list(head), "rows": found}


_BODY_HEAD = ("name", "made of", "mass [kg]", "mass centre [m]", "inertia about it [kg m²]", "points")


def _body(model: Snapshot, body: Body) -> list[str]:
    mass, center, J = body.mass_properties(model.resolve, model.planar)
    parts = [
        f"{name + ': ' if name else ''}{_solid(model, body, name, part.solid)}"
        for name, part in body.solids.items()
    ]
    inertia = _number(J.zz)
    if not model.planar:
        inertia = _vector((J.xx, J.yy, J.zz))
        if any(float(p) for p in (J.xy, J.xz, J.yz)):
            inertia += f", matrix entries xy, xz, yz {_vector((J.xy, J.xz, J.yz))}"
    return [
        body.name,
        "; ".join(parts) or "given numbers",
        _number(mass),
        _vector([*center][: 2 if model.planar else 3]),
        inertia,
        ", ".join(body.frame_names()) or NONE,
    ]


def _solid(model: Snapshot, body: Body, part: str, solid: Element) -> str:
    values = _values(model, solid, f"{body.name}.{part}" if part else body.name)
    return f"{solid.keyword} ({values})"


def _joints(model: Snapshot) -> Iterable[list[str]]:
    written = {joint.name for joint in model.joints}
    for joint in model.all_joints:
        names = ", ".join(f"{joint.name}.{c.name} [{c.unit}]" for c in joint.coordinates) or NONE
        implied = "" if joint.name in written else " (implied: nothing holds the body)"
        yield [joint.name, joint.keyword + implied, joint.at[0], joint.at[1], names]


def _element(model: Snapshot, element: Element) -> list[str]:
    paths = [model.signals[name] for name in model.reads(element) if name in model.signals]
    where = ", ".join(element.at or dict.fromkeys(paths)) or "every body"
    said = [_values(model, element, element.name)]
    if isinstance(element, FrameConstraint):
        said += [f"coordinate {element.name}.{c.name} [{c.unit}]" for c in element.coordinates]
    return [element.name, element.keyword, where, ", ".join(filter(None, said)) or NONE]


def _values(model: Snapshot, element: Element, path: str) -> str:
    """Parameters that were written, each with its unit."""
    unit = model.coordinate_unit(element)
    said = []
    for name, value in element.written().items():
        p = element.declared()[name]
        if isinstance(p, Chosen):
            said.append(f"{p.key or name} = {p.shown(value)}")
            continue
        said.append(f"{p.key or name} = {_written(model, p, value, f'{path}.{name}', unit)}")
    return ", ".join(said)


def _written(model: Snapshot, p: Param, value: Any, path: str, coordinate: str) -> str:
    if isinstance(value, DataFile):
        return f"{value.path} ({len(value.rows)} rows)"
    unit = unit_on(p.unit, coordinate)
    if isinstance(value, tuple):
        flat = [_in_list(item) for item in value[:LONGEST_LIST]]
        more = f", ... {len(value)} in all" if len(value) > LONGEST_LIST else ""
        return f"({', '.join(flat)}{more}){_unit(unit)}"
    if isinstance(value, Quantity):
        return raised(value.text)
    if isinstance(value, Expression) and not isinstance(value.head, float):
        if not value.names() <= model.parameters.keys():
            return f"{value} [{raised(unit)}]" if p.unit != "1" else str(value)
        return f"{value} = {_number(model.number(path, value, unit))}{_unit(unit)}"
    return f"{_bare(value)}{_unit(unit)}"


def _in_list(value: Any) -> str:
    """An entry of a list, in SI: there is one unit behind the list for all of them."""
    if isinstance(value, tuple):
        return f"({', '.join(map(_in_list, value))})"
    return _number(value.value) if isinstance(value, Quantity) else _bare(value)


def _bare(value: Any) -> str:
    return _number(value) if isinstance(value, int | float) else str(value)


def _parameters(model: Snapshot) -> Iterable[list[str]]:
    units = parameter_units(model)
    for name, value in model.parameters.items():
        yield [name, _bare(value), f"{_number(model.numbers[name])}{_unit(units.get(name, ''))}"]


def _inputs(model: Snapshot) -> Iterable[list[str]]:
    for name, value in model.inputs.items():
        yield [name, _bare(value), f"{_number(model.input_numbers[name])}{_unit(model.input_unit(name))}"]


def _signals(model: Snapshot) -> Iterable[list[str]]:
    for name in model.signals:
        source = model.source(name)
        yield [name, source.name, raised(source.unit)]


def _start(model: Snapshot) -> Iterable[list[str]]:
    for meaning, written in (("fixed", model.fixed), ("guess", model.guess)):
        for name, value in written.items():
            for path, number, unit in start_numbers(model, name, value):
                known = model.number(f"start.{path}", number, unit)
                yield [path, _bare(number), f"{_number(known)} {unit}", meaning]


def _unit(unit: str) -> str:
    return "" if unit in ("", "1") else f" {raised(unit)}"


def _vector(numbers: Iterable[Any]) -> str:
    return f"({', '.join(map(_number, numbers))})"


def _number(value: Any) -> str:
    return f"{float(value) + 0.0:.6g}"
