"""YAML as located data.

Only PyYAML's event stream is used: no object is ever constructed from a tag, and no recursion follows the nesting of
a file. What a mechanism does not need is refused: tags, anchors, aliases, merge keys, several documents.

    unquoted 1, -2, .5, 1e3    float            true, false    bool
    null, ~, nothing           None             all else       str, as is everything in quotes
"""

from __future__ import annotations

import math
import re
from typing import Any

import yaml

from sarrus.errors import quote
from sarrus.io.located import Located, LocatedTree
from sarrus.scalar.units import NUMBER

__all__ = ["meaning", "read_yaml"]

SMALL = 20_000
"""Characters up to which PyYAML's own parser reads, which words its complaints better; it manages 25 to 120 kB/s.

Beyond, its binding to libyaml does, where that is installed: 30 times as fast.
"""

_NUMBER = re.compile(rf"[-+]?{NUMBER}")
_NOT_FINITE = re.compile(r"[-+]?\.?(nan|inf|infinity)", re.IGNORECASE)
_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}

_HINTS = {
    "\\t": "Indent with spaces, not with tabs",
    "mapping values are not allowed": "Check the indentation, and quote text that holds ': '",
    "expected <block end>": "Check the indentation",
    "did not find expected key": "Check the indentation, and close every bracket and quote",
    "could not find expected ':'": "Write 'key: value', with a space after the colon",
    "expected ',' or": "Close the bracket, or quote text that holds brackets or ': '",
}


def read_yaml(text: str, path: str) -> Located:
    r"""The one document in a text.

    Args:
        text: content of the file.
        path: its name, for messages.

    Raises:
        ModelError: with all problems found.

    Example:
        >>> tree = read_yaml("bodies:\n  crank: {mass: 0.3 kg}", "fourbar.yaml")
        >>> tree.value["bodies"].value["crank"].where
        'fourbar.yaml:2:10'
    """
    tree = LocatedTree(path)
    text = text.removeprefix("\ufeff")
    tree.check_characters(text)
    loader: Any = yaml.SafeLoader if len(text) <= SMALL or not yaml.__with_libyaml__ else yaml.CSafeLoader
    try:
        for event in yaml.parse(text, Loader=loader):
            _take(tree, event)
    except yaml.MarkedYAMLError as error:
        _move(tree, error.problem_mark or error.context_mark)
        words = ", ".join(filter(None, (error.context, error.problem)))
        hint = next((hint for sign, hint in _HINTS.items() if sign in words), "")
        tree.stop(f"the file is not valid YAML: {words}", try_=hint)
    except (yaml.YAMLError, ValueError, OverflowError):  # PyYAML lets those of chr() and int() through
        tree.stop("the file is not valid YAML: an escape or a version after this place is impossible")
    return tree.finished()


def meaning(text: str) -> str | float | bool | None:
    """What an unquoted text stands for."""
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if _NOT_FINITE.fullmatch(text):
        return math.nan
    return float(text) if _NUMBER.fullmatch(text) else text


def _move(tree: LocatedTree, mark: Any) -> None:
    if mark:
        tree.line, tree.column = mark.line + 1, mark.column + 1


def _take(tree: LocatedTree, event: yaml.Event) -> None:
    _move(tree, event.start_mark)
    match event:
        case yaml.ScalarEvent():
            _check_marks(tree, event)
            if event.value == "<<" and not event.style:
                tree.note("the merge key '<<' is not allowed", try_="Write the values out")
            # A style is a quote or a block sign; the two parsers say differently that there is none.
            is_bare = not event.style
            tree.scalar(meaning(event.value) if is_bare else event.value, event.value)
        case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
            _check_marks(tree, event)
            tree.begin(is_mapping=isinstance(event, yaml.MappingStartEvent))
        case yaml.CollectionEndEvent():
            tree.end()
        case yaml.AliasEvent():
            tree.note(
                f"the alias {quote(f'*{event.anchor}')} is not allowed",
                try_="Write the value out, or quote the text",
            )
            tree.scalar(None, "")
        case yaml.DocumentStartEvent():
            if tree.root:
                tree.stop("a second document begins", "A file holds one document", "Remove the line '---'")
            if event.tags:
                tree.note("a %TAG directive is not allowed")


def _check_marks(tree: LocatedTree, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
    if event.anchor:
        tree.note(
            f"the anchor {quote('&' + event.anchor)} is not allowed", try_="Write the value where it is used"
        )
    if event.tag:
        tree.note(f"the tag {quote(event.tag)} is not allowed", try_="Quote text that begins with '!'")
