"""The form of an element in a file, read from its declaration; no element is known here by name.

    {keyword: end, parameter: value, ...}           an element with one end
    {keyword: [end, end], parameter: value, ...}    an element with several
    {keyword: value, parameter: value, ...}         an element without ends: its primary parameter

Parameters carry their Python names, or the declared file keyword; `-` and `_` are the same in them.
"""

from __future__ import annotations

from typing import Any

from sarrus.elements import SHELVES
from sarrus.elements.base import Element, Param, Shape
from sarrus.elements.outside import meant_by
from sarrus.elements.sight import unit_on
from sarrus.elements.words import Chosen, Names
from sarrus.errors import quote, suggest
from sarrus.io.located import Located
from sarrus.io.reading import Reading, entries, shown

__all__ = ["SECTIONS", "read_element", "read_parameters"]

SECTIONS = tuple(shelf for shelf in SHELVES if shelf != "solids")
"""Shelves that are sections of a file; solids stand inside bodies."""

_FROM_OUTSIDE = (
    "If it is an element of your own, give its class: load(path, elements=[...]), or --elements FILE.py"
)


def read_element(reading: Reading, section: str, key: Located, node: Located) -> Element | None:
    """The element under a name; None when there are problems.

    Args:
        reading: takes problems and places.
        section: shelf of the catalogue it must be on.
        key: its name.
        node: what stands under the name.
    """
    name, before = str(key.value), len(reading.problems)
    label = f"{section.removesuffix('s')} {quote(name)}"
    element = _kind_of(reading, section, label, key, node)
    if element is None:
        return None
    first = entries(node)[element.keyword]
    ends = _ends(reading, element, label, first) if element.ends else ()
    values = read_parameters(reading, element, name, label, node)
    if not element.ends:
        values |= _primary(reading, element, name, label, first)
    return element(name, *ends, **values) if len(reading.problems) == before else None


def read_parameters(
    reading: Reading, element: type[Element], name: str, label: str, node: Located
) -> dict[str, Any]:
    """The parameters of an element by their Python names, without one that stands behind the keyword.

    Args:
        reading: takes problems and places.
        element: what declares them.
        name: of the element or body they belong to.
        label: what that is called in messages.
        node: the mapping in which they stand.
    """
    behind = "" if element.ends else element.primary
    forms = element.declared()
    declared = {p.key or word: word for word, p in forms.items() if word != behind}
    values: dict[str, Any] = {}
    meant: set[str] = set()
    for key, item in entries(node).items():
        word = declared.get(key) or declared.get(key.replace("-", "_"))
        if word in values:
            reading.note(node.keys[key], f"{label} has {quote(key)} twice", "Here - and _ are the same")
        elif word:
            values[word] = _given(reading, forms[word], item, label)
            reading.sources[f"{name}.{word}"] = item.where
        elif key != element.keyword:
            reading.unknown(node.keys[key], f"{label} has no parameter {quote(key)}", declared)
            meant.add(suggest(key, declared))
    for key, word in declared.items():
        p = forms[word]
        if p.required and word not in values and suggest(key, [key]) not in meant:
            reading.note(
                node, f"{label} lacks {_named(key, p)}", _wanted(p, reading.planar), f"Add '{key}: ...'"
            )
    return values


def _kind_of(reading: Reading, section: str, label: str, key: Located, node: Located) -> type[Element] | None:
    """The class of an element: the first of its keys that is a keyword of the shelf says it."""
    shelf = {element.keyword: element for element in reading.shelves[section]}
    kind, known = section.removesuffix("s"), ", ".join(shelf)
    if not reading.is_mapping(node, label, f"its kind ({known}) with its ends, and its parameters"):
        return None
    given = entries(node)
    found = next((word for word in given if word in shelf), None)
    if found:
        return shelf[found]
    word = next(iter(given), "")
    if not word:
        reading.note(key, f"{label} is empty", f"Kinds of {kind} are {known}")
        return None
    home = next((other for other, items in reading.shelves.items() if word in [e.keyword for e in items]), "")
    hint = f"Put it under '{home}'" if home in SECTIONS else meant_by(word, shelf.values()) or _FROM_OUTSIDE
    what = f"{label} is of the unknown kind {quote(word)}"
    reading.note(node.keys[word], what, f"Kinds of {kind} are {known}", hint)
    return None


def _ends(reading: Reading, element: type[Element], label: str, node: Located) -> tuple[str, ...]:
    found = node.value if isinstance(node.value, list) else [node]
    wanted = ", ".join(element.ends)
    if len(found) != len(element.ends):
        number = f"{len(found)} end{'' if len(found) == 1 else 's'}"
        form = f"[{wanted}]" if len(element.ends) > 1 else wanted
        reading.note(
            node,
            f"{label} has {number}, but needs {len(element.ends)}",
            "",
            f"Write '{element.keyword}: {form}'",
        )
        return ()
    for end in found:
        if not isinstance(end.value, str):
            what = f"an end of {label} is {shown(end)}"
            reading.note(end, what, f"Its ends ({wanted}) are names", "Quote a name that looks like a number")
    return tuple(str(end.value) for end in found)


def _primary(
    reading: Reading, element: type[Element], name: str, label: str, node: Located
) -> dict[str, Any]:
    """What stands behind the keyword of an element without ends."""
    p = element.declared().get(element.primary)
    if node.value is not None and p:
        reading.sources[f"{name}.{element.primary}"] = node.where
        return {element.primary: _given(reading, p, node, label)}
    if p and p.required:
        what = f"{label} lacks {_named(element.primary, p)}"
        reading.note(node, what, _wanted(p, reading.planar), f"Write it behind '{element.keyword}:'")
    elif node.value not in (None, []):
        reading.note(node, f"{label} takes no ends, but {shown(node)} is given", "", "Write '[]'")
    return {}


def _given(reading: Reading, p: Param | Chosen, node: Located, label: str) -> Any:
    """A parameter as its shape wants it: a word, a path, or numbers in so many levels of lists."""
    if isinstance(p, Chosen):
        value = [item.value for item in node.value] if isinstance(node.value, list) else p.taken(node.value)
        if not p.admits(value):
            what = f"{label} has {_said(p, node)} as {p.meaning}"
            reading.note(node, what, f"It is {p.range_text()}", p.near(value))
        return value
    if node.value in p.words:
        return node.value
    if p.shape is not Shape.FILE:
        return reading.value(node, 2 if p.shape in (Shape.TABLE, Shape.POINTS) else 1)
    if not isinstance(node.value, str):
        reading.note(node, f"{label} has {shown(node)} as {p.meaning}", "It is the path of a file, as text")
    return str(node.value)


def _said(p: Chosen, node: Located) -> str:
    """What was written, with the reason where a list of names is none."""
    items = node.value if isinstance(node.value, list) else []
    if not isinstance(p, Names) or not items:
        return shown(node)
    odd = next((item for item in items if not p.admits([item.value])), None)
    return shown(odd) if odd else "a name twice"


def _named(key: str, p: Param | Chosen) -> str:
    return quote(key) if p.meaning == key else f"{quote(key)} ({p.meaning})"


def _wanted(p: Param | Chosen, planar: bool) -> str:
    if isinstance(p, Chosen):
        return f"It is {p.range_text()}"
    size = p.shape.size(planar)
    kind = p.range_text() if size == 1 else f"a list of {size} numbers" if size else f"a {p.shape.value[0]}"
    return f"It is {kind}, in {unit_on(p.unit, 'the unit of the coordinate')}"
