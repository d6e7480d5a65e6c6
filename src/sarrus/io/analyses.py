"""The section `analyses` of a model file: questions, each with what its verb is told.

    analyses:
      drop: {simulate: 5 s, rows: 1001, show: [A.theta, C.reaction]}

What a verb can be told, its declaration says (`analysis/verb.py`). Nothing in a file can write a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.elements.turns import GivenTurn
from sarrus.errors import UsageError, quote, suggest
from sarrus.io.located import Data, Located
from sarrus.io.reading import Reading, entries, shown
from sarrus.model import Mechanism
from sarrus.model.asked import Asked
from sarrus.scalar.expression import Expression

__all__ = ["analysis_schema", "read_analysis", "write_analysis"]

SHOW = "show"


def read_analysis(reading: Reading, mechanism: Mechanism, key: Located, node: Located) -> None:
    """Take one analysis into the mechanism, or note what is wrong with it."""
    from sarrus.analysis.verb import VERBS, question

    label, given = f"analysis {quote(str(key.value))}", entries(node)
    if not reading.is_mapping(node, label, "a verb and what it is told, such as {simulate: 5 s, rows: 1001}"):
        return
    verbs = [word for word in given if word in VERBS]
    if verbs[:1] == [*given][:1]:
        verbs = verbs[:1]  # the verb comes first; an option of it may be called like another
    if len(verbs) != 1:
        near = next((found for word in given if (found := suggest(word, VERBS))), "")
        what = f"{label} has {' and '.join(verbs) or 'no verb'}"
        reading.note(key, what, f"It has one of {', '.join(VERBS)}", near)
        return
    (verb,) = verbs
    known, told = question(verb), {word: _plain(item) for word, item in given.items()}
    first, before = told.pop(verb), len(reading.problems)
    for word in told:
        if word not in (*known.options, SHOW):
            kept = [name for name, option in known.options.items() if option.in_files]
            reading.unknown(node.keys[word], f"{verb} has no option {quote(word)}", (*kept, SHOW))
    if known.primary and first is not None and known.primary in told:
        twice = f"{label} says {known.primary} twice"
        reading.note(
            node.keys[known.primary], twice, "", f"Leave one out: '{{{verb}: {first}, ...}}' says it"
        )
    elif known.primary and first is not None:
        told[known.primary] = first
    elif first is not None:
        said = f"{verb} is given {shown(given[verb])}"
        reading.note(given[verb], said, "It takes nothing but its options", f"Write '{{{verb}: , ...}}'")
    if len(reading.problems) > before:
        return
    try:
        mechanism.ask(str(key.value), verb, **told)
    except UsageError as error:
        word = next((w for w in given if str(error).startswith((f"{w} ", f"{w}:"))), "")
        at = given.get(word, given[verb] if known.primary and str(error).startswith(known.primary) else key)
        reading.note(at, f"{label}: {str(error).rstrip('.')}")


def write_analysis(asked: Asked) -> Data:
    """An analysis as plain data."""
    from sarrus.analysis.verb import question

    told = {key: _told(value) for key, value in asked.options.items()}
    first = told.pop(question(asked.verb).primary, None)
    return {asked.verb: first, **told, **({SHOW: list(asked.show)} if asked.show else {})}


def analysis_schema() -> dict[str, Any]:
    """The form of an analysis as JSON Schema."""
    from sarrus.analysis.verb import VERBS, question

    forms = []
    for verb in VERBS:
        known = question(verb)
        options = {
            name: {"description": option.help, **_FORMS[option.kind.name], **_words(option)}
            for name, option in known.options.items()
            if option.in_files
        }
        first = options.pop(known.primary) if known.primary else {"type": "null"}
        shown = {SHOW: {"description": "Names for the table.", **_FORMS["NAMES"]}}
        forms.append(
            {
                "type": "object",
                "required": [verb],
                "additionalProperties": False,
                "properties": {verb: first, **options, **shown},
            }
        )
    return {"anyOf": forms}


_NAME = {"type": "string", "minLength": 1}
_FORMS: dict[str, dict[str, Any]] = {
    "NUMBER": {"anyOf": [{"type": "number"}, _NAME]},
    "WHOLE": {"type": "integer"},
    "WORD": {"type": "string"},
    "TEXT": {"type": ["string", "null"]},
    "FLAG": {"type": "boolean"},
    "RANGE": {
        "anyOf": [
            _NAME,
            {
                "type": "object",
                "minProperties": 1,
                "maxProperties": 1,
                "additionalProperties": {
                    "type": "array",
                    "items": {"type": "number"},
                    "minItems": 2,
                    "maxItems": 2,
                },
            },
        ]
    },
    "NAMES": {"anyOf": [_NAME, {"type": "array", "items": _NAME}]},
    "POINT": {"anyOf": [{"type": "number"}, _NAME]},
    "VALUES": {
        "type": "object",
        "additionalProperties": {
            "anyOf": [
                {"type": "number"},
                _NAME,
                {"type": "array", "items": {"type": ["number", "string", "array", "null"]}},
                {
                    "type": "object",
                    "properties": {"at": {"type": "array"}, "turn": {}},
                    "additionalProperties": False,
                },
            ]
        },
    },
}


def _words(option: Any) -> dict[str, Any]:
    return {"enum": list(option.allowed())} if option.kind.name == "WORD" else {}


def _plain(node: Located) -> Any:
    """What stands in a file, without its places."""
    if isinstance(node.value, dict):
        return {key: _plain(item) for key, item in node.value.items()}
    if isinstance(node.value, list):
        return [_plain(item) for item in node.value]
    if isinstance(node.value, float) and node.value.is_integer():
        return int(node.value)  # a file knows one kind of numbers
    return node.value


def _told(value: Any) -> Data:
    if isinstance(value, GivenTurn):
        return _told(value.document)
    if isinstance(value, Mapping):
        return {str(key): _told(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        return _told(value.tolist())
    if isinstance(value, Expression):
        return str(value)
    if isinstance(value, list | tuple):
        return [_told(item) for item in value]
    if value is None or isinstance(value, bool | str):
        return value
    return int(value) if float(value).is_integer() and not isinstance(value, float) else float(value)
