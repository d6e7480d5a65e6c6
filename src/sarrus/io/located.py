"""YAML (and so JSON) as a tree in which every value knows its line and column, and back to text.

Only PyYAML's event stream is used: no object is ever constructed from a tag, and no recursion follows the nesting of
a file. What a mechanism does not need is refused: tags, anchors, aliases, merge keys, several documents, keys given
twice, numbers that are not finite, invisible characters. All problems of a file are reported together.

    unquoted 1, -2, .5, 1e3    float            true, false    bool
    null, ~, nothing           None             all else       str, as is everything in quotes
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeAlias

import yaml

from sarrus.errors import ModelError, Problem, quote
from sarrus.scalar.units import NUMBER, finite

__all__ = ["Data", "Located", "plain", "read_yaml", "write_yaml"]

MOST_BYTES = 5_000_000
MOST_VALUES = 1_000_000
MOST_PROBLEMS = 100
LONGEST_STRING = 100_000
LONGEST_KEY = 1000  # PyYAML finds the colon of a key within 1024 characters
DEEPEST = 32

Data: TypeAlias = "Mapping[str, Data] | list[Data] | tuple[Data, ...] | str | float | bool | None"
"""Plain data, as `plain` returns and `write_yaml` takes them."""

Content: TypeAlias = "dict[str, Located] | list[Located] | str | float | bool | None"

_NUMBER = re.compile(rf"[-+]?{NUMBER}")
_NOT_FINITE = re.compile(r"[-+]?\.?(nan|inf|infinity)", re.IGNORECASE)
_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}

# Controls, line breaks other than \n, surrogates, byte order marks, and marks that turn the direction of writing.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)
_HINTS = {
    "\\t": "Indent with spaces, not with tabs",
    "mapping values are not allowed": "Check the indentation, and quote text that holds ': '",
    "expected <block end>": "Check the indentation",
    "could not find expected ':'": "Write 'key: value', with a space after the colon",
    "expected ',' or": "Close the bracket, or quote text that holds brackets or ': '",
}


@dataclass(frozen=True)
class Located:
    """A value and its place in a file.

    Args:
        value: a scalar, or a list or dictionary of located values.
        path: the file as the user named it.
        line: counted from 1.
        column: counted from 1.
        keys: for a dictionary, each key with its own place.
    """

    value: Content
    path: str
    line: int
    column: int
    keys: dict[str, Located] = field(default_factory=dict)

    @property
    def where(self) -> str:
        """The place as "file:line:column"."""
        return f"{self.path}:{self.line}:{self.column}"


def plain(located: Located) -> Data:
    """The data without their places."""
    value = located.value
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


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
    return _Reader(path).read(text)


@dataclass
class _Open:
    """A collection that is being filled."""

    node: Located
    key: Located | None = None
    awaits_value: bool = False


class _Reader:
    def __init__(self, path: str) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.root: Located | None = None
        self.open: list[_Open] = []
        self.values = 0
        self.line, self.column = 1, 1

    def read(self, text: str) -> Located:
        text = text.removeprefix("\ufeff")
        self.check_characters(text)
        try:
            for event in yaml.parse(text, Loader=yaml.SafeLoader):
                self.take(event)
        except yaml.MarkedYAMLError as error:
            self.move(error.problem_mark or error.context_mark)
            words = ", ".join(filter(None, (error.context, error.problem)))
            hint = next((hint for sign, hint in _HINTS.items() if sign in words), "")
            self.stop(f"the file is not valid YAML: {words}", try_=hint)
        except (yaml.YAMLError, ValueError, OverflowError):  # PyYAML lets those of chr() and int() through
            self.stop("the file is not valid YAML: an escape or a version after this place is impossible")
        if self.problems:
            raise ModelError(self.problems)
        return self.root or Located(None, self.path, 1, 1)

    def check_characters(self, text: str) -> None:
        if len(text) > MOST_BYTES or len(text.encode(errors="replace")) > MOST_BYTES:
            self.stop("the file is too large", f"At most {MOST_BYTES // 1_000_000} MB are allowed")
        text = text.replace("\r\n", " \n")
        for found in _HIDDEN.finditer(text):
            self.line = text.count("\n", 0, found.start()) + 1
            self.column = found.start() - text.rfind("\n", 0, found.start())
            self.note(_hidden(found[0]))
        if self.problems:
            raise ModelError(self.problems)

    def note(self, what: str, allowed: str = "", try_: str = "") -> None:
        """Keep a problem at the present place and go on, unless there are too many."""
        self.problems.append(Problem(f"{self.path}:{self.line}:{self.column}", what, allowed, try_))
        if len(self.problems) == MOST_PROBLEMS:
            self.stop("reading stops here: too many problems")

    def stop(self, what: str, allowed: str = "", try_: str = "") -> NoReturn:
        place = Problem(f"{self.path}:{self.line}:{self.column}", what, allowed, try_)
        raise ModelError([*self.problems, place]) from None

    def move(self, mark: Any) -> None:
        if mark:
            self.line, self.column = mark.line + 1, mark.column + 1

    def take(self, event: yaml.Event) -> None:
        self.move(event.start_mark)
        match event:
            case yaml.DocumentStartEvent():
                if self.root:
                    self.stop(
                        "a second document begins", "A file holds one document", "Remove the line '---'"
                    )
                if event.tags:
                    self.note("a %TAG directive is not allowed")
            case yaml.AliasEvent():
                self.note(
                    f"the alias {quote(f'*{event.anchor}')} is not allowed",
                    try_="Write the value out, or quote the text",
                )
                self.add(self.located(None))
            case yaml.ScalarEvent():
                self.check_marks(event)
                self.add(self.located(self.scalar(event)))
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self.check_marks(event)
                is_mapping = isinstance(event, yaml.MappingStartEvent)
                node = self.located({} if is_mapping else [])
                self.add(node)
                self.open.append(_Open(node))
                if len(self.open) > DEEPEST:
                    self.stop("the nesting is too deep", f"At most {DEEPEST} levels are allowed")
            case yaml.CollectionEndEvent():
                self.open.pop()

    def located(self, value: Content) -> Located:
        self.values += 1
        if self.values > MOST_VALUES:
            self.stop("the file has too many values", f"At most {MOST_VALUES} are allowed")
        return Located(value, self.path, self.line, self.column)

    def check_marks(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.anchor:
            self.note(
                f"the anchor {quote('&' + event.anchor)} is not allowed",
                try_="Write the value where it is used",
            )
        if event.tag:
            self.note(f"the tag {quote(event.tag)} is not allowed", try_="Quote text that begins with '!'")

    def scalar(self, event: yaml.ScalarEvent) -> str | float | bool | None:
        text = event.value
        if len(text) > LONGEST_STRING:
            self.note(
                f"the text {quote(text, 20)} is too long", f"At most {LONGEST_STRING} characters are allowed"
            )
        if hidden := _HIDDEN.search(text):
            self.note(_hidden(hidden[0]))
        if text == "<<" and not event.style:
            self.note("the merge key '<<' is not allowed", try_="Write the values out")
        value = text if event.style else _meaning(text)
        if isinstance(value, float) and not math.isfinite(value):
            self.note(
                f"the number {quote(text)} is not finite",
                "Numbers reach about 1.8e308",
                "Quote it if it is a text",
            )
        return value

    def add(self, node: Located) -> None:
        """Put a node where it belongs: at the root, into a list, or beside a key."""
        if not self.open:
            self.root = node
            return
        top = self.open[-1]
        if isinstance(top.node.value, list):
            top.node.value.append(node)
        elif isinstance(top.node.value, dict):
            if not top.awaits_value:
                top.key = self.checked_key(node, top.node)
            elif top.key and isinstance(top.key.value, str):
                top.node.value[top.key.value] = node
                top.node.keys[top.key.value] = top.key
            top.awaits_value = not top.awaits_value

    def checked_key(self, key: Located, mapping: Located) -> Located | None:
        """The key, or None when there is something wrong with it; its value is then read and dropped."""
        if not isinstance(key.value, str):
            shown = "a list or mapping" if isinstance(key.value, list | dict) else f"the value {key.value}"
            self.note(f"{shown} stands where a name is needed", "Keys are text", "Quote it")
        elif key.value in mapping.keys:
            first = mapping.keys[key.value]
            self.note(f"the key {quote(key.value)} is given twice", f"It stands first in line {first.line}")
        else:
            return key
        return None


def _meaning(text: str) -> str | float | bool | None:
    """What an unquoted text stands for."""
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if _NOT_FINITE.fullmatch(text):
        return math.nan
    return float(text) if _NUMBER.fullmatch(text) else text


def _hidden(character: str) -> str:
    return f"the invisible character U+{ord(character):04X} is not allowed"


# Back to text.

# What needs no quotes, in any place; stricter than YAML.
_BARE = re.compile(r"[-+.]?[\w(/](?:[\w ()*/.+<>=^-]*[\w()*/.+<>=^-])?")


def write_yaml(data: Data, width: int = 100) -> str:
    """Text that `read_yaml` turns into equal data.

    A section of the document is written on one line if it holds no further mapping; what is inside the sections is
    written on one line wherever it fits.

    Args:
        data: dictionaries with text keys, lists, text, finite numbers, True, False and None.
        width: columns a line should not exceed.

    Raises:
        ModelError: the data cannot be written so that they can be read again.

    Example:
        >>> print(write_yaml({"bodies": {"crank": {"mass": 0.3, "center": [0.0, "a/2"]}}}), end="")
        bodies:
          crank: {mass: 0.3, center: [0.0, a/2]}
    """
    return "\n".join(_block(data, 0, width, 0)) + "\n"


def _block(data: Data, indent: int, width: int, depth: int) -> Iterator[str]:
    """The lines of data in block style."""
    margin = " " * indent
    if isinstance(data, Mapping) and data:
        for key, item in data.items():
            head = f"{margin}{_key(key)}:"
            line = f"{head} {_flow(item, depth + 1)}"
            if _is_open(item) and (len(line) > width or (depth == 0 and _holds_mapping(item))):
                yield head
                yield from _block(item, indent + 2, width, depth + 1)
            else:
                yield line
    elif isinstance(data, list | tuple) and data:
        for item in data:
            line = f"{margin}- {_flow(item, depth + 1)}"
            if _is_open(item) and len(line) > width:
                first, *rest = _block(item, indent + 2, width, depth + 1)
                yield f"{margin}- {first[indent + 2 :]}"
                yield from rest
            else:
                yield line
    else:
        yield margin + _flow(data, depth)


def _flow(data: Data, depth: int) -> str:
    """Data on one line."""
    if depth >= DEEPEST and isinstance(data, Mapping | list | tuple):
        raise ModelError.one(
            "", "the data are nested too deeply to be written", f"{DEEPEST} levels are allowed"
        )
    if isinstance(data, Mapping):
        return "{" + ", ".join(f"{_key(key)}: {_flow(item, depth + 1)}" for key, item in data.items()) + "}"
    if isinstance(data, list | tuple):
        return "[" + ", ".join(_flow(item, depth + 1) for item in data) + "]"
    return _scalar(data)


def _scalar(data: object) -> str:
    if data is None:
        return "null"
    if isinstance(data, bool):
        return str(data).lower()
    if isinstance(data, int | float):
        number = finite(data, "")
        return repr(data) if isinstance(data, int) else repr(number)
    if not isinstance(data, str) or _HIDDEN.search(data) or len(data) > LONGEST_STRING:
        raise ModelError.one(
            "", f"{quote(str(data))} cannot be written", "A file holds text, numbers, lists and mappings"
        )
    is_bare = _BARE.fullmatch(data) and isinstance(_meaning(data), str)
    return data if is_bare else json.dumps(data, ensure_ascii=False)


def _key(key: object) -> str:
    text = _scalar(key)
    if not isinstance(key, str) or len(text) > LONGEST_KEY:
        raise ModelError.one(
            "",
            f"the key {quote(str(key))} cannot be written",
            f"Keys are text of at most {LONGEST_KEY} characters",
        )
    return text


def _is_open(data: Data) -> bool:
    return isinstance(data, Mapping | list | tuple) and bool(data)


def _holds_mapping(data: Data) -> bool:
    items = data.values() if isinstance(data, Mapping) else data if isinstance(data, list | tuple) else ()
    return any(isinstance(item, Mapping) and item for item in items)
