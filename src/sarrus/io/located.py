"""Data in which every value knows its line and column, put together with limits and clear refusals.

The readers of YAML and of JSON say what stands where; a `Tree` takes it and holds what is the same for both: keys
given twice, numbers that are not finite, invisible characters and anything too large are refused. All problems of a
file are reported together.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, NoReturn, TypeAlias

from sarrus.errors import ModelError, Problem, quote
from sarrus.model.names import HIDDEN, hidden_in

__all__ = ["Data", "Located", "LocatedTree", "plain"]

# A file is accepted or refused within 2 s and 500 MB on an ordinary machine; these limits see to it.
MOST_BYTES = 500_000
MOST_VALUES = 50_000  # reading and checking one takes some 25 microseconds
MOST_PROBLEMS = 100
LONGEST_STRING = 100_000
LONGEST_KEY = 1000  # PyYAML finds the colon of a key within 1024 characters
DEEPEST = 32

Data: TypeAlias = "Mapping[str, Data] | list[Data] | tuple[Data, ...] | str | float | bool | None"
"""Plain data, as `plain` returns and the writers take them."""

Content: TypeAlias = "dict[str, Located] | list[Located] | str | float | bool | None"


class Located(NamedTuple):
    """A value and its place in a file; a tuple, because a large file has a hundred thousand of them.

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
    keys: Mapping[str, Located] = MappingProxyType({})

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


def _decimal(key: Located, mapping: Located) -> str:
    """A hint where a number stands as key after another number: {length: 0,5}."""
    before = next(reversed(mapping.value.values()), None) if isinstance(mapping.value, dict) else None
    if before is None or not (isinstance(key.value, float) and isinstance(before.value, float)):
        return ""
    return "Write numbers with a decimal point: a comma separates items"


@dataclass
class _Open:
    """A collection that is being filled."""

    node: Located
    keys: dict[str, Located]
    key: Located | None = None
    awaits_value: bool = False


class LocatedTree:
    """A document that is being read; `line` and `column` are the present place in it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.line, self.column = 1, 1
        self.problems: list[Problem] = []
        self.root: Located | None = None
        self._open: list[_Open] = []
        self._values = 0

    def check_characters(self, text: str) -> None:
        """Refuse a text that is too large or holds characters that cannot be seen."""
        if len(text) > MOST_BYTES or len(text.encode(errors="replace")) > MOST_BYTES:
            self.stop("the file is too large", f"At most {MOST_BYTES // 1000} kB are allowed")
        text = text.replace("\r\n", " \n")
        for found in HIDDEN.finditer(text):
            self.move_to(text, found.start())
            self.note(hidden_in(found[0]))
        if self.problems:
            raise ModelError(self.problems)
        self.line, self.column = 1, 1

    def move_to(self, text: str, position: int) -> None:
        """Make a position of the text the present place."""
        self.line = text.count("\n", 0, position) + 1
        self.column = position - text.rfind("\n", 0, position)

    def note(self, what: str, allowed: str = "", try_: str = "") -> None:
        """Keep a problem at the present place and go on, unless there are too many."""
        self.problems.append(Problem(f"{self.path}:{self.line}:{self.column}", what, allowed, try_))
        if len(self.problems) == MOST_PROBLEMS:
            self.stop("reading stops here: too many problems")

    def stop(self, what: str, allowed: str = "", try_: str = "") -> NoReturn:
        """Raise the problems so far, and a last one."""
        place = Problem(f"{self.path}:{self.line}:{self.column}", what, allowed, try_)
        raise ModelError([*self.problems, place]) from None

    def finished(self) -> Located:
        """The document.

        Raises:
            ModelError: there were problems.
        """
        if self.problems:
            raise ModelError(self.problems)
        return self.root or Located(None, self.path, 1, 1)

    def begin(self, *, is_mapping: bool) -> None:
        """A mapping or a list begins here."""
        keys: dict[str, Located] = {}
        node = self._located({} if is_mapping else [], keys)
        self._add(node)
        self._open.append(_Open(node, keys))
        if len(self._open) > DEEPEST:
            self.stop("the nesting is too deep", f"At most {DEEPEST} levels are allowed")

    def end(self) -> None:
        """The innermost mapping or list ends."""
        self._open.pop()

    def scalar(self, value: str | float | bool | None, written: str) -> None:
        """A single value stands here, as written."""
        if len(written) > LONGEST_STRING:
            self.note(
                f"the text {quote(written, 20)} is too long",
                f"At most {LONGEST_STRING} characters are allowed",
            )
        if isinstance(value, str) and (hidden := hidden_in(value)):
            self.note(hidden)
        if isinstance(value, float) and not math.isfinite(value):
            self.note(
                f"the number {quote(written)} is not finite",
                "Numbers reach about 1.8e308",
                "Quote it if it is a text",
            )
        self._add(self._located(value))

    def _located(self, value: Content, keys: Mapping[str, Located] = MappingProxyType({})) -> Located:
        self._values += 1
        if self._values > MOST_VALUES:
            self.stop("the file has too many values", f"At most {MOST_VALUES} are allowed")
        return Located(value, self.path, self.line, self.column, keys)

    def _add(self, node: Located) -> None:
        """Put a node where it belongs: at the root, into a list, or beside a key."""
        if not self._open:
            self.root = node
            return
        top = self._open[-1]
        if isinstance(top.node.value, list):
            top.node.value.append(node)
        elif isinstance(top.node.value, dict):
            if not top.awaits_value:
                top.key = self._checked_key(node, top.node)
            elif top.key and isinstance(top.key.value, str):
                top.node.value[top.key.value] = node
                top.keys[top.key.value] = top.key
            top.awaits_value = not top.awaits_value

    def _checked_key(self, key: Located, mapping: Located) -> Located | None:
        """The key, or None when there is something wrong with it; its value is then read and dropped."""
        if not isinstance(key.value, str):
            shown = "a list or mapping" if isinstance(key.value, list | dict) else f"the value {key.value}"
            self.note(
                f"{shown} stands where a name is needed",
                "Keys are text",
                _decimal(key, mapping) or "Quote it",
            )
        elif key.value in mapping.keys:
            first = mapping.keys[key.value]
            self.note(f"the key {quote(key.value)} is given twice", f"It stands first in line {first.line}")
        else:
            return key
        return None
