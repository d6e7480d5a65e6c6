"""How an element is written in a model file and in Python, with made-up names and numbers."""

from __future__ import annotations

from typing import Any

from sarrus.elements.base import Element, Param, Shape
from sarrus.elements.outside import shelf_of
from sarrus.elements.sight import Sight
from sarrus.elements.words import Chosen

__all__ = [
    "COORDINATES",
    "READING",
    "file_form",
    "plain_values",
    "python_form",
    "reads_signals",
    "sample_ends",
    "sample_signals",
]

# Plausible numbers by unit.
_NUMBERS = {
    "m": 0.5,
    "kg": 2.0,
    "N": 10.0,
    "N m": 5.0,
    "N/m": 200.0,
    "N s/m": 2.0,
    "N m/rad": 20.0,
    "m/s^2": 9.81,
    "kg m^2": 0.1,
}
_FRAMES = ("ground", "bar.end")
COORDINATES = ("A.theta", "B.theta")
"""What an element acts on, or reads."""
_SLIDE = "slide.s"
READING = "a - 2*b"
"""What an element reads that stands nowhere."""
_BRACKETS = str.maketrans("()", "[]")
_NAMES = {"joints": "A", "drivers": "motor"}


def file_form(kind: type[Element]) -> str:
    """The lines of a model file, section first."""
    behind = "" if kind.ends else kind.primary
    sample = kind.sample("rad", 0)
    words = [
        f"{p.key or word}: {_in_file(sample[word]) if word in sample else _written(p)}"
        for word, p in kind.declared().items()
        if (word in sample or p.required) and word != behind
    ]
    shelf = shelf_of(kind)
    if shelf == "solids":
        return f"bodies:\n  bar: {{{kind.keyword}: {{{', '.join(words)}}}}}"
    if kind.ends:
        ends = sample_ends(kind)
        first = ends[0] if len(ends) == 1 else f"[{', '.join(ends)}]"
    else:
        first = READING if reads_signals(kind) else _written(kind.declared()[behind]) if behind else "[]"
    form = f"{shelf}:\n  {_name(kind)}: {{{', '.join([f'{kind.keyword}: {first}', *words])}}}"
    named = ", ".join(f"{name}: {path}" for name, path in sample_signals(kind).items())
    return f"{form}\nsignals: {{{named}}}" if reads_signals(kind) else form


def python_form(kind: type[Element]) -> str:
    """The same in Python, where `m` is the mechanism and `bar` a body of it."""
    behind = "" if kind.ends else kind.primary
    sample = kind.sample("rad", 0)
    words = [
        f"{word}={_in_python(sample[word]) if word in sample else _value(p)}"
        for word, p in kind.declared().items()
        if (word in sample or p.required) and word != behind
    ]
    if shelf_of(kind) == "solids":
        return f'bar = m.add(Body("bar", {kind.__name__}({", ".join(words)})))'
    places = {"ground": "m.ground", "bar.end": "bar.end"}
    ends = [places.get(end, f'"{end}"') for end in sample_ends(kind)] if kind.ends else []
    first = [_value(kind.declared()[behind])] if behind else ends
    if reads_signals(kind):
        named = ", ".join(f'{name}="{path}"' for name, path in sample_signals(kind).items())
        arguments = ", ".join([_quoted(_name(kind)), READING.replace("*", " * "), *words])
        return f"a, b = m.signals({named})\nm.add({kind.__name__}({arguments}))"
    return f"m.add({kind.__name__}({', '.join([_quoted(_name(kind)), *first, *words])}))"


def reads_signals(kind: type[Element]) -> bool:
    """Whether an element stands nowhere, but reads signals."""
    p = kind.params.get(kind.primary)
    return not kind.ends and p is not None and p.varies and kind.sight is not Sight.TIME


def sample_signals(kind: type[Element]) -> dict[str, str]:
    """What it reads."""
    paths = COORDINATES if kind.on_coordinates else ("bar.psi", "bar.psi_dot")
    return dict(zip("ab", paths, strict=True))


def _name(kind: type[Element]) -> str:
    return _NAMES.get(shelf_of(kind), kind.keyword.split("-")[0])


def sample_ends(kind: type[Element]) -> list[str]:
    """Where it stands: frames, or coordinates."""
    if not kind.on_coordinates:
        return list(_FRAMES[-len(kind.ends) :])
    return [_SLIDE if end == "slide" else COORDINATES[i % 2] for i, end in enumerate(kind.ends)]


def _in_file(value: Any) -> str:
    """A value as a file has it."""
    return f"[{', '.join(map(_in_file, value))}]" if isinstance(value, tuple) else str(value)


def _in_python(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_in_python, value))}]"
    return _quoted(value) if isinstance(value, str) else repr(value)


def _quoted(text: str) -> str:
    return f'"{text}"'


def _number(p: Param, unit: str) -> float:
    number = _NUMBERS.get(unit, 1.0)
    return number if p.admits(number) else float(p.gt or p.ge or 0.0) + 1.0


def plain_values(kind: type[Element]) -> dict[str, Any]:
    """Values with which an element can be made: for what must be given, and for every number."""
    if kind.sample("rad", 0):
        return kind.sample("rad", 0)
    chosen = {word: p.sample() for word, p in kind.choices.items() if p.required}
    return {**chosen, **{word: _plain(p) for word, p in kind.params.items() if p.default != ()}}


def _plain(p: Param) -> Any:
    number = 1.0 if p.admits(1.0) else _number(p, p.unit)
    match p.shape:
        case Shape.VECTOR | Shape.AXIAL:
            return (number,) * p.shape.size(planar=False)
        case Shape.LIST:
            return (number, number)
        case Shape.TABLE:
            columns = len(p.unit.split(","))
            return tuple((float(k),) * columns for k in (0, 1, 2))
        case Shape.POINTS:
            return ((0.0, 0.0, 0.0), (number, 0.0, 0.0), (0.0, number, 0.0))
        case Shape.FILE:
            return "table.csv"
        case _:
            return number


def _written(p: Param | Chosen) -> str:
    """A sample as a file has it, with its unit where a single number stands."""
    if isinstance(p, Chosen):
        return p.shown(p.sample())
    if p.shape is Shape.NUMBER and not p.varies and p.unit not in ("1", "coordinate"):
        return "30 deg" if p.unit == "rad" else f"{_number(p, p.unit):g} {p.unit}"
    value = _value(p)
    return value.strip('"') if value.startswith('"') else value.translate(_BRACKETS)


def _value(p: Param | Chosen) -> str:
    """A sample as Python has it, for planar bodies."""
    if isinstance(p, Chosen):
        return _in_python(p.sample())
    units = [unit.strip() for unit in p.unit.split(",")]
    number = _number(p, units[-1])
    match p.shape:
        case Shape.NUMBER:
            changing = '"sin(t)"' if p.unit == "coordinate" else _quoted(f"{number:g}*sin(t)")
            return changing if p.varies else '"30 deg"' if p.unit == "rad" else f"{number:g}"
        case Shape.VECTOR:
            return f"(0, {-number:g})"
        case Shape.AXIAL:
            return f"{number:g}"
        case Shape.LIST:
            return f"({number:g}, {2 * number:g})"
        case Shape.TABLE:
            rows = (f"({', '.join(f'{k * _number(p, unit):g}' for unit in units)})" for k in (0, 1, 2))
            return f"({', '.join(rows)})"
        case Shape.POINTS:
            return f"((0, 0), ({number:g}, 0), (0, {number:g}))"
        case Shape.FILE:
            return '"table.csv"'
