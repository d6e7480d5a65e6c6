"""Mechanisms into model files: the form of `model_file`, with every value as it was written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sarrus.elements.base import Element
from sarrus.elements.body import Body, Frames, Placement, SolidPart
from sarrus.elements.turns import GivenTurn
from sarrus.errors import UsageError
from sarrus.files import Path, write_text
from sarrus.io.analyses import write_analysis
from sarrus.io.element_form import SECTIONS
from sarrus.io.layout import write_json, write_yaml
from sarrus.io.located import Data
from sarrus.io.model_file import VERSION, is_json
from sarrus.model import Mechanism
from sarrus.scalar.expression import Expression, Value

__all__ = ["dumps", "save"]


def dumps(mechanism: Mechanism, path: Path = "model.yaml") -> str:
    """A mechanism as the text of a model file; the same mechanism always gives the same text.

    Nothing is checked, so that unfinished work can be kept; `loads` will name what is missing.

    Args:
        mechanism: what to write.
        path: name of the file it is meant for; ending in .json it asks for JSON.

    Example:
        >>> print(dumps(Mechanism("empty", plane="xy")), end="")
        sarrus: 1
        name: empty
        plane: xy
    """
    if not isinstance(mechanism, Mechanism):
        raise UsageError(
            f"a Mechanism is written to a file, not a value of the type {type(mechanism).__name__}."
        )
    document: dict[str, Data] = {
        "sarrus": VERSION,
        "name": mechanism.name,
        "plane": mechanism.plane,
        "parameters": _values(mechanism.values),
        "inputs": _values(mechanism.given),
        "signals": dict(mechanism.aliases),
        "ground": _frames(mechanism.ground),
        "bodies": {body.name: _body(body) for body in mechanism.bodies},
        **{shelf: {item.name: _element(item) for item in getattr(mechanism, shelf)} for shelf in SECTIONS},
        "start": _kept({"fixed": _values(mechanism.fixed), "guess": _values(mechanism.guess)}),
        "analyses": {name: write_analysis(asked) for name, asked in mechanism.analyses.items()},
    }
    return write_json(_kept(document)) if is_json(path) else write_yaml(_kept(document))


def save(mechanism: Mechanism, path: Path) -> None:
    """Write a mechanism to a model file, in JSON if its name ends in .json: completely, or not at all."""
    write_text(path, dumps(mechanism, path))


def _body(body: Body) -> Data:
    solid: dict[str, Data] = {}
    if body.solid is not None:
        solid[body.solid.keyword] = _parameters(body.solid)
    given = {key: _plain(value) for key, value in body.given().items()}
    parts: dict[str, Data] = {name: _part(part) for name, part in body.parts.items()}
    lying = {"plane": body.plane, "layer": None if body.layer is None else _plain(body.layer)}
    return {**solid, **_kept({"parts": parts}), **given, **_kept(lying), **_frames(body)}


def _part(part: SolidPart) -> Data:
    return {part.solid.keyword: _parameters(part.solid), **_placement(part.placed)}


def _frames(holder: Frames) -> dict[str, Data]:
    """Placements without turn are points; the others, and those at the origin of another frame, are frames."""
    points: dict[str, Data] = {}
    frames: dict[str, Data] = {}
    for name, placed in holder.placements.items():
        if placed.at and not (placed.turn or placed.on):
            points[name] = _plain(placed.at)
        else:
            frames[name] = _placement(placed)
    return _kept({"points": points, "frames": frames})


def _placement(placed: Placement) -> dict[str, Data]:
    turn: Data = _plain(placed.turn[0] if len(placed.turn) == 1 else placed.turn)
    if placed.form:
        turn = _plain(GivenTurn(placed.form, placed.turn))
    return {
        **({"at": _plain(placed.at)} if placed.at else {}),
        **({"turn": turn} if placed.turn else {}),
        **({"on": placed.on} if placed.on else {}),
    }


def _element(element: Element) -> Data:
    parameters = _parameters(element)
    if element.ends:
        ends: Data = list(element.at) if len(element.at) > 1 else element.at[0]
        return {element.keyword: ends, **parameters}
    if element.primary:
        key = element.declared()[element.primary].key or element.primary
        return {element.keyword: parameters.pop(key, None), **parameters}
    return {element.keyword: [], **parameters}


def _parameters(element: Element) -> dict[str, Data]:
    declared = element.declared()
    return {declared[name].key or name: _plain(value) for name, value in element.written().items()}


def _values(values: Mapping[str, Value]) -> dict[str, Data]:
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Data:
    """A value as the user writes it: a number, a flag, the text of a quantity or an expression, or a list of these."""
    if isinstance(value, bool):
        return value
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, GivenTurn):
        return {key: item if isinstance(item, str) else _plain(item) for key, item in value.document.items()}
    if isinstance(value, Expression) and isinstance(value.head, float):
        return value.head
    return float(value) if isinstance(value, int | float) else str(value)


def _kept(sections: Mapping[str, Data]) -> dict[str, Data]:
    """Without what is empty."""
    return {key: item for key, item in sections.items() if item is not None and item != {}}
