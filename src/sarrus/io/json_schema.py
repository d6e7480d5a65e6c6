"""The form of a model file as JSON Schema (draft 2020-12), for editors: made from the catalogue, known to no reader.

It says which keys, kinds and ranges are allowed. What the parts of a model mean to each other (names of frames,
coordinates, units, numbers of components in the plane and in space) only the reader knows; whatever it accepts, the
schema accepts too.
"""

from __future__ import annotations

from collections.abc import Iterable
from inspect import cleandoc
from typing import Any

from sarrus.elements import SHELVES
from sarrus.elements.base import Element, Param, Shape
from sarrus.elements.body import AT, CENTER, INERTIA, MASS, PRODUCTS, TURN, Body
from sarrus.elements.lying import LAYER
from sarrus.elements.outside import shelf_of, shelves_with
from sarrus.elements.sight import unit_on
from sarrus.elements.signature import plain_docstring
from sarrus.elements.turns import FORMS, QUATERNION
from sarrus.elements.unit_word import UnitWord
from sarrus.elements.words import Choice, Chosen, Flag, Names, OneName
from sarrus.io.analyses import analysis_schema
from sarrus.io.element_form import SECTIONS
from sarrus.io.model_file import GIVEN, PLACED, VERSION
from sarrus.spatial.sequences import SEQUENCES

__all__ = ["DIALECT", "IDENTITY", "schema"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
IDENTITY = f"urn:sarrus:model:{VERSION}"

Schema = dict[str, Any]

_NAME = "^[A-Za-z0-9_-]{1,100}$"
_IDENTIFIER = "^[A-Za-z_][A-Za-z0-9_]{0,99}$"
_WORDS = {
    "parameters": "Live numbers by name, for use in expressions. In SI, or with a unit: 0.3, 300 mm, 2*a.",
    "inputs": "Numbers by name that are written from outside, with their values at the start: 0 N m.",
    "signals": "Published quantities by name, for use in expressions of forces, conditions and sensors: A.theta.",
    "ground": "What does not move: its points and frames.",
    "bodies": "Bodies by name. Each is a solid, or has mass, center and inertia of its own.",
    "points": "Points by name: [x, y] in the plane, [x, y, z] in space, from the body frame, in metres.",
    "frames": "Frames by name: where they are (at), how they are turned (turn), and on which frame (on).",
    "analyses": "Questions by name, each a verb with what it is told, which 'sarrus run MODEL' asks: {simulate: 5 s, rows: 1001}.",
    "fixed": "Start values that are never moved: A.theta, A.theta_dot; of a joint that turns freely also ball.turn, ball.w.",
    "guess": "Start values that the pose shall be nearest to: the same, angles of bodies (upper.psi) and places (foot.p3.x).",
}


def schema(elements: Iterable[type[Element]] = ()) -> Schema:
    """The form of a model file as JSON Schema.

    Args:
        elements: classes of your own that files may use, beside the catalogue and what `sarrus.register` has taken.

    Example:
        >>> schema()["required"]
        ['sarrus', 'bodies']
    """
    shelves = shelves_with(elements)
    sections = {shelf: _section(shelf, shelves[shelf]) for shelf in SECTIONS}
    return {
        "$schema": DIALECT,
        "$id": IDENTITY,
        "title": "Sarrus model",
        "description": "A mechanism: bodies, joints, forces and start values. 'sarrus explain WORD' says more.",
        "type": "object",
        "additionalProperties": False,
        "required": ["sarrus", "bodies"],
        "properties": {
            "sarrus": {"const": VERSION, "description": "Version of the file format."},
            "name": {"type": "string", "minLength": 1, "description": "Name of the mechanism."},
            "plane": {
                "enum": ["xy"],
                "description": "Planar bodies (x, y, psi); leave it out for spatial ones.",
            },
            "parameters": _named(_IDENTIFIER, _ref("value"), _WORDS["parameters"]),
            "inputs": _named(_IDENTIFIER, _ref("value"), _WORDS["inputs"]),
            "signals": _named(_IDENTIFIER, {"type": "string", "minLength": 3}, _WORDS["signals"]),
            "ground": {**_ref("placed"), "description": _WORDS["ground"]},
            "bodies": _named(_NAME, _ref("body"), _WORDS["bodies"], nothing=False),
            **sections,
            "start": _start(),
            "analyses": _named(_NAME, analysis_schema(), _WORDS["analyses"]),
        },
        "$defs": {
            "value": _value(
                None, None, None, "A number in SI, a quantity such as '300 mm', or an expression."
            ),
            "point": _point(),
            "turn": _turn(),
            "frame": _frame(),
            "placed": _placed(),
            "body": _body(),
            **{_key(kind): _element(kind) for items in shelves.values() for kind in items},
        },
    }


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _key(kind: type[Element]) -> str:
    return f"{shelf_of(kind)}.{kind.keyword}"


def _named(pattern: str, item: Schema, description: str, *, nothing: bool = True) -> Schema:
    """A mapping from names to items of one kind; an empty section of YAML is null."""
    return {
        "description": description,
        "type": ["object", "null"] if nothing else "object",
        "propertyNames": {"pattern": pattern},
        "additionalProperties": item,
    }


def _value(ge: float | None, gt: float | None, lt: float | None, description: str) -> Schema:
    number: Schema = {"type": "number"}
    if ge is not None:
        number["minimum"] = ge
    if gt is not None:
        number["exclusiveMinimum"] = gt
    if lt is not None:
        number["exclusiveMaximum"] = lt
    return {"description": description, "anyOf": [number, {"type": "string", "minLength": 1}]}


def _chosen(p: Chosen) -> Schema:
    form: Schema
    match p:
        case UnitWord(words=words):
            form = {"type": "string", "minLength": 1, "examples": list(words)}
        case Choice(words=words):
            form = {"enum": list(words)}
        case Flag():
            form = {"type": "boolean"}
        case OneName():
            form = {"type": "string", "minLength": 1}
        case Names():
            name = {"type": "string", "minLength": 1}
            least = {"minItems": 1} if p.required else {}
            form = {"anyOf": [name, {"type": "array", "items": name, "uniqueItems": True, **least}]}
        case _:
            raise TypeError(f"{type(p).__name__} has no form in a schema")
    default = {} if p.required or p.default in ((), "") else {"default": p.default}
    return {"description": f"{p.meaning[:1].upper()}{p.meaning[1:]}.", **form, **default}


def _parameter(p: Param | Chosen) -> Schema:
    """One declared parameter, in all forms its shape has in the plane and in space."""
    if isinstance(p, Chosen):
        return _chosen(p)
    unit = unit_on(p.unit, "unit of the coordinate")
    words = f"{p.meaning[:1].upper()}{p.meaning[1:]} [{unit}]"
    if p.is_limited:
        words += f", {p.range_text()}"
    words += ". May be an expression of what varies, such as time t." if p.varies else "."
    one = _value(p.ge, p.gt, p.lt, words)
    form: Schema
    match p.shape:
        case Shape.NUMBER:
            form = one
        case Shape.FILE:
            form = {"type": "string", "minLength": 1}
        case Shape.TABLE:
            columns = len(p.unit.split(","))
            row = {"type": "array", "items": _ref("value"), "minItems": columns, "maxItems": columns}
            form = {"type": "array", "items": row, "minItems": 1}
        case Shape.POINTS:
            form = {"type": "array", "items": _ref("point"), "minItems": 1}
        case Shape.LIST:
            form = {"type": "array", "items": {"anyOf": one["anyOf"]}, "minItems": 1}
        case _:
            sizes = sorted(p.shape.size(planar) for planar in (True, False))
            many = {
                "type": "array",
                "items": {"anyOf": one["anyOf"]},
                "minItems": sizes[0],
                "maxItems": sizes[1],
            }
            form = {"anyOf": [*one["anyOf"], many]} if sizes[0] == 1 else many
    default = {} if p.default is None or p.default == () else {"default": p.default}
    return {"description": words, **form, **default}


def _element(kind: type[Element]) -> Schema:
    """The form of an element; of a solid, what stands behind its keyword."""
    is_solid = kind in SHELVES["solids"]
    behind = "" if kind.ends else kind.primary
    declared = {p.key or word: p for word, p in kind.declared().items() if word != behind}
    properties = {word: _parameter(p) for word, p in declared.items()}
    # Here - and _ are the same.
    properties |= {word.replace("_", "-"): form for word, form in properties.items() if "_" in word}
    wanted = [{word, word.replace("_", "-")} for word, p in declared.items() if p.required]
    required = [next(iter(words)) for words in wanted if len(words) == 1]
    either = [
        {"anyOf": [{"required": [word]} for word in sorted(words)]} for words in wanted if len(words) > 1
    ]
    if not is_solid:
        properties = {kind.keyword: _behind(kind), **properties}
        required = [kind.keyword, *required]
    return {
        "title": kind.keyword,
        "description": plain_docstring(kind),
        "type": "object",
        "additionalProperties": False,
        "required": required,
        "properties": properties,
        **({"allOf": either} if either else {}),
    }


def _behind(kind: type[Element]) -> Schema:
    """What stands behind the keyword: the ends, the primary parameter, or nothing."""
    if not kind.ends:
        p = kind.declared().get(kind.primary)
        if p is None:
            return {"type": ["array", "null"], "maxItems": 0, "description": "It has no ends: write []."}
        form = _parameter(p)
        return form if p.required else {"description": form["description"], "anyOf": [{"type": "null"}, form]}
    what = (
        "coordinates of joints, such as A.theta"
        if kind.on_coordinates
        else "frames, such as crank.end or ground"
    )
    count = len(kind.ends)
    ends: Schema = {
        "type": "array",
        "items": {"type": "string"},
        "minItems": count,
        "maxItems": count,
        "description": f"[{', '.join(kind.ends)}]: {what}.",
    }
    if count > 1:
        return ends
    words = f"{kind.ends[0]}: one of the {what}."
    return {"description": words, "anyOf": [{"type": "string"}, {**ends, "description": words}]}


def _section(shelf: str, kinds: tuple[type[Element], ...]) -> Schema:
    words = f"{shelf.capitalize()} by name. Kinds: {', '.join(kind.keyword for kind in kinds)}."
    return _named(_NAME, {"type": "object", "anyOf": [_ref(_key(kind)) for kind in kinds]}, words)


def _point() -> Schema:
    return {
        "type": "array",
        "items": _ref("value"),
        "minItems": 2,
        "maxItems": 3,
        "description": f"{AT.meaning} [{AT.unit}].",
    }


def _frame() -> Schema:
    turn = {"type": "array", "items": _ref("value"), "minItems": 1, "maxItems": 3}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "at": _ref("point"),
            "turn": {
                "description": f"{TURN.meaning} [{TURN.unit}].",
                "anyOf": [_ref("value"), turn, _ref("turn")],
            },
            "on": {"type": "string", "description": "Frame of the same body on which it is placed."},
        },
    }


def _turn() -> Schema:
    """A turn by a sequence of axes or a quaternion."""

    def numbers(count: int) -> Schema:
        return {"type": "array", "items": _ref("value"), "minItems": count, "maxItems": count}

    by_angles = {"sequence": {"enum": list(SEQUENCES)}, "angles": numbers(3)}
    forms = (by_angles, {QUATERNION: numbers(4)})
    return {
        "description": f"A turn in space: {FORMS}.",
        "anyOf": [
            {"type": "object", "additionalProperties": False, "required": list(form), "properties": form}
            for form in forms
        ],
    }


def _places() -> dict[str, Schema]:
    return {word: _named(_NAME, _ref(word.removesuffix("s")), _WORDS[word]) for word in PLACED}


def _placed() -> Schema:
    return {"type": ["object", "null"], "additionalProperties": False, "properties": _places()}


def _body() -> Schema:
    solids = {kind.keyword: _ref(_key(kind)) for kind in SHELVES["solids"]}
    row = {"type": "array", "items": _ref("value"), "minItems": 3, "maxItems": 3}
    matrix = {"type": "array", "items": row, "minItems": 3, "maxItems": 3}
    forms = (
        _parameter(MASS),
        _parameter(CENTER),
        {"anyOf": [_ref("value"), row, matrix]},
        _parameter(PRODUCTS),
    )
    given = dict(zip(GIVEN, forms, strict=True))
    given["inertia"]["description"] = (
        f"{INERTIA.meaning} [{INERTIA.unit}]: one number in the plane, [xx, yy, zz] in space."
    )
    whole = {**solids, "parts": _parts(solids)}
    # A solid, or a set of parts, excludes every other description of the body.
    alone = {
        word: {"not": {"anyOf": [{"required": [other]} for other in (*whole, *given) if other != word]}}
        for word in whole
    }
    return {
        "description": cleandoc(Body.__doc__ or ""),
        "type": "object",
        "additionalProperties": False,
        "properties": {**whole, **given, **_lying(), **_places()},
        "dependentSchemas": alone,
        "anyOf": [{"required": [word]} for word in (*whole, "mass")],
    }


def _lying() -> Schema:
    """Plane and layer of a body."""
    text = "The plane that holds the body, where it is not that of the mechanism: xy, space, or a frame on ground."
    plane = {"type": "string", "pattern": r"^(xy|space|ground\..+)$", "description": text}
    return {"plane": plane, "layer": _parameter(LAYER)}


def _parts(solids: dict[str, Schema]) -> Schema:
    """Solids by name, each with its place on the body."""
    turn = {"anyOf": [_ref("value"), {"type": "array", "items": _ref("value"), "minItems": 1, "maxItems": 3}]}
    part: Schema = {
        "type": "object",
        "additionalProperties": False,
        "properties": {**solids, "at": _parameter(AT), "turn": turn},
        "oneOf": [{"required": [word]} for word in solids],
    }
    return _named(
        r"^[A-Za-z0-9_-]{1,100}$", part, "Solids that make up the body, each placed on it.", nothing=False
    )


def _start() -> Schema:
    spin = {"type": "array", "items": _ref("value"), "minItems": 3, "maxItems": 3}
    value = {"anyOf": [_ref("value"), spin, _ref("turn")]}
    values = {word: _named(r"^[^.]+(\.[^.]+)+$", value, _WORDS[word]) for word in ("fixed", "guess")}
    return {
        "description": "Start values of coordinates and their rates, of turns and angular velocities; guesses of bodies.",
        "type": ["object", "null"],
        "additionalProperties": False,
        "properties": values,
    }
