"""An element in words: its docstring and its declarations, laid out for a terminal."""

from __future__ import annotations

import re
from textwrap import indent, wrap

from sarrus.cli.explain.forms import file_form, plain_values, python_form
from sarrus.elements.base import Coordinate, Element, Param, Shape
from sarrus.elements.closing import Closing
from sarrus.elements.constraints.base import Mesh
from sarrus.elements.drivers.base import Driver
from sarrus.elements.forces.base import Force, Reach
from sarrus.elements.joints.base import Joint
from sarrus.elements.outside import shelf_of
from sarrus.elements.relation import Relation
from sarrus.elements.sensors.base import Computed, LoadSensor, Sensor
from sarrus.elements.sight import Sight, unit_on
from sarrus.elements.signature import plain_docstring
from sarrus.elements.solids.base import Solid
from sarrus.elements.words import Chosen
from sarrus.model.check import keeps_plane
from sarrus.spatial import Wrench

__all__ = ["element_text", "first_line", "measured"]

_MARGIN = "  "
_WIDEST = 110


def first_line(kind: type[Element]) -> str:
    """What an element is, in one line."""
    return plain_docstring(kind).partition("\n\n")[0].replace("\n", " ")


def measured(kind: type[Element]) -> tuple[Coordinate, ...]:
    """The named quantities of an element: coordinates of a joint or of a constraint, what a sensor measures."""
    if issubclass(kind, Closing):
        return kind.coordinates
    if issubclass(kind, Computed):
        return (Coordinate("value", "its unit"),)
    return kind.quantities if issubclass(kind, Sensor) else ()


def element_text(kind: type[Element]) -> str:
    """Everything there is to say about an element."""
    shelf = shelf_of(kind)
    facts = [(title, lines) for title, lines in _facts(kind) if lines]
    width = max((len(title) for title, _ in facts), default=0)
    told = []
    for title, lines in facts:
        for k, line in enumerate(lines):
            told.append(f"{(title if k == 0 else '').ljust(width)}  {line}".rstrip())
    parts = [
        f"{kind.keyword} ({kind.__name__} in Python), a {shelf.removesuffix('s')}",
        indent(plain_docstring(kind), _MARGIN),
        "\n".join(told),
        *_equations(kind),
        f"In a file:\n{indent(file_form(kind), _MARGIN)}",
        f"In Python:\n{indent(python_form(kind), _MARGIN)}",
    ]
    return "\n\n".join(part for part in parts if part)


def _equations(kind: type[Element]) -> list[str]:
    """What is derived from its definition, and what the letters are."""
    from sarrus.cli.explain.equations import READING_EQUATIONS, equations_of
    from sarrus.mechanics.readable.print.terminal import text

    found = []
    for title, printed in equations_of(kind, text):
        lines = re.sub(r"\n\n+", "\n", printed).rstrip()
        found.append(f"Equations{f' {title}' if title else ''}:\n{indent(lines, _MARGIN)}".replace("`", ""))
    if found and shelf_of(kind) in READING_EQUATIONS:
        found.append("\n".join(wrap(READING_EQUATIONS[shelf_of(kind)], _WIDEST)))
    return found


def _facts(kind: type[Element]) -> list[tuple[str, list[str]]]:
    what = (
        "joint coordinates, such as A.theta" if kind.on_coordinates else "frames, such as ground or crank.end"
    )
    ends = [f"{', '.join(kind.ends)}: {what}"] if kind.ends else []
    rows = list(kind.rows) if issubclass(kind, Closing) else []
    slips = list(kind.slips) if issubclass(kind, Closing) else []
    return [
        ("ends", ends),
        ("parameters", _parameters(kind) or ["none"]),
        ("coordinates", _coordinates(kind)),
        ("rows", [f"{', '.join(rows)} ({len(rows)} constraints in space)"] if rows else []),
        ("velocity rows", [f"{', '.join(slips)} ({len(slips)} in space)"] if slips else []),
        ("plane", _plane(kind)),
        ("results", _results(kind)),
        ("brings", [f"points {', '.join(_points(kind))}"] if issubclass(kind, Solid) else []),
    ]


def _parameters(kind: type[Element]) -> list[str]:
    rows = [
        _chosen(word, p) if isinstance(p, Chosen) else _parameter(kind, word, p)
        for word, p in kind.declared().items()
    ]
    widths = [max(len(row[k]) for row in rows) for k in range(4)] if rows else []
    return [
        "  ".join([*(cell.ljust(w) for cell, w in zip(row[:4], widths, strict=True)), row[4]]) for row in rows
    ]


def _chosen(word: str, p: Chosen) -> tuple[str, str, str, str, str]:
    """Name, no unit, what is allowed, default, meaning."""
    default = (
        "required" if p.required else f"default {p.shown(p.default) if p.default not in ((), '') else 'none'}"
    )
    return p.key or word, "", p.range_text(), default, p.meaning


def _parameter(kind: type[Element], word: str, p: Param) -> tuple[str, str, str, str, str]:
    """Name, unit, what is allowed, default, meaning."""
    unit = unit_on(p.unit, "unit of the coordinate")
    match p.shape:
        case Shape.NUMBER:
            allowed = p.range_text()
        case Shape.VECTOR | Shape.AXIAL:
            plane, space = (p.shape.size(planar) for planar in (True, False))
            allowed = f"{plane} number{'s' if plane > 1 else ''} in the plane, {space} in space"
        case _:
            allowed = p.shape.value[0] + ("" if p.range_text() == "any number" else f", {p.range_text()}")
    if p.varies:
        words = f", {', '.join(kind.words)}" if kind.words else ""
        allowed += (
            ", may depend on t" if kind.sight is Sight.TIME else f", may depend on t, inputs, signals{words}"
        )
    default = (
        "required"
        if p.required
        else f"default {p.default:g}"
        if isinstance(p.default, int | float)
        else "default none"
    )
    is_behind = word == kind.primary and not kind.ends
    meaning = f"{p.meaning} (behind '{kind.keyword}:')" if is_behind else p.meaning
    name = p.key or word
    return name if name == word else f"{name} ({word} in Python)", f"[{unit}]", allowed, default, meaning


def _coordinates(kind: type[Element]) -> list[str]:
    if not issubclass(kind, Closing) or not (kind.coordinates or issubclass(kind, Joint)):
        return []
    named = ", ".join(f"{c.name} [{c.unit}]" for c in kind.coordinates)
    if not issubclass(kind, Joint):
        return [f"{named}; its own, without inertia: the rows tell how they move"]
    inside = f"; kept inside as {', '.join(kind.inner)}" if kind.inner else ""
    return [f"{named or 'none'}{inside}"]


def _plane(kind: type[Element]) -> list[str]:
    """Whether a joint fits between planar bodies."""
    if not issubclass(kind, Joint):
        return []
    joint = kind("A", "ground", "bar", **plain_values(kind)).in_plane()
    if not keeps_plane(joint):
        return ["between spatial bodies only"]
    named = ", ".join(f"{c.name} [{c.unit}]" for c in joint.coordinates)
    is_same = joint.coordinates == kind.coordinates
    return ["also between planar bodies" + ("" if is_same else f", with coordinates {named}")]


def _results(kind: type[Element]) -> list[str]:
    found = [
        f"NAME.{c.name}{suffix} [{c.unit}{per}]"
        for c in measured(kind)
        for suffix, per in (("", ""), ("_dot", "/s"), ("_ddot", "/s^2"))[
            : 1 if issubclass(kind, Computed) else 3
        ]
    ]
    if issubclass(kind, Closing):
        found += ["NAME.reaction [N]", "NAME.torque [N m]"]
    if issubclass(kind, LoadSensor):
        found += ["NAME.force [N]", "NAME.torque [N m]"]
    lines = [", ".join(found[k : k + 3]) for k in range(0, len(found), 3)]
    if issubclass(kind, Force):
        lines += [", ".join(_of_ports(kind))] if kind.port.reach is not Reach.BODIES else []
        lines += [", ".join(f"NAME.{s.name} [{s.unit}]" for s in kind.states)] if kind.states else []
        lines += [", ".join(f"NAME.{c.name} [{c.unit}]" for c in kind.tells)] if kind.tells else []
    if issubclass(kind, Mesh):
        lines += ["NAME.reaction [N], NAME.contact [m]"]
    if issubclass(kind, Relation):
        lines += ["NAME.effort [N m or N]" + (", NAME.power [W]" if issubclass(kind, Driver) else "")]
    return lines


def _of_ports(kind: type[Force]) -> list[str]:
    """What a force publishes of its ports."""
    found = []
    for k, port in enumerate(kind.ports, 1):
        m, n = port.size
        said = port.said([0.0] * m, [0.0] * n, [0.0] * n, Wrench())
        number = str(k) if len(kind.ports) > 1 else ""
        found += [f"NAME.{name}{number} [{unit or 'N or N m'}]" for name, (unit, _) in said.items()]
    return found


def _points(kind: type[Solid]) -> list[str]:
    from sarrus.elements.body import Body

    return list(Body("bar", kind(**plain_values(kind))).frame_names())
