"""What every part of reading a model file shares: problems with their places, values, and mappings with known keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from sarrus.elements.base import Element
from sarrus.elements.outside import Shelves, meant_by, shelves_with
from sarrus.errors import ModelError, Problem, quote, suggest
from sarrus.io.located import MOST_PROBLEMS, Located
from sarrus.scalar.expression import Expression, Value
from sarrus.scalar.parsing import parse_value

__all__ = ["Reading", "entries", "in_order", "shown"]

MOST_TERMS = 60_000
"""Numbers, names and signs in all expressions of a file; reading and checking one takes some 20 microseconds."""

LONGEST_HINT = 60
"""Characters of what was written, in a line that shows how to write it."""

_COMMA = re.compile(r"([-+]?[0-9]+),([0-9]+)((?: [A-Za-z].*)?)")
_COLON = re.compile(r"([\w-]+):(\S.{0,40})")
_PLACE = re.compile(r":(\d+):(\d+)$")


@dataclass
class Reading:
    """A file that is being read.

    Args:
        path: its name, for messages.
        planar: whether vectors have two components.
        sources: place of each item by its path, as `Mechanism.sources` keeps it.
        problems: found so far.
        is_partial: whether something is missing that nearly all else rests on.
        terms: size of all expressions so far.
        shelves: kinds of elements that it may have.
    """

    path: str
    planar: bool = False
    sources: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    is_partial: bool = False
    terms: int = 0
    shelves: Shelves = field(default_factory=shelves_with)

    def note(self, place: Located, what: str, allowed: str = "", try_: str = "") -> None:
        """Keep a problem and go on, unless there are too many."""
        self._keep(Problem(place.where, what, allowed, try_))

    def _keep(self, problem: Problem) -> None:
        self.problems.append(problem)
        if len(self.problems) >= MOST_PROBLEMS:
            self.problems.append(Problem(problem.where, "reading stops here: too many problems"))
            raise ModelError(in_order(self.problems)) from None

    @contextmanager
    def noting(self, place: Located) -> Iterator[None]:
        """Keep the problems that are raised, at the place unless they know a better one."""
        try:
            yield
        except ModelError as error:
            for found in error.problems:
                is_placed = found.where.startswith(f"{self.path}:")
                self._keep(found if is_placed else replace(found, where=place.where))

    def value(self, node: Located, levels: int) -> Any:
        """A number, quantity or expression; or a list of these, nested at most so many levels."""
        if type(node.value) is float:
            return node.value  # fast path: a plain number, finite here
        if isinstance(node.value, list) and levels and node.value:
            if len({isinstance(item.value, list) for item in node.value}) > 1:
                self.note(node, "a list holds numbers and lists side by side", "It holds either of them")
            return tuple(self.value(item, levels - 1) for item in node.value)
        if isinstance(node.value, str) and (comma := _COMMA.fullmatch(node.value)):
            number = f"{comma[1]}.{comma[2]}{comma[3]}"
            self.note(
                node, f"{quote(node.value)} has a decimal comma", "Numbers have a point", f"Write {number}"
            )
        elif isinstance(node.value, str | float):
            value: Value = 0.0
            with self.noting(node):
                value = parse_value(node.value, node.where)
            self._count_terms(node, value)
            return value
        else:
            what = (
                f"{shown(node)} stands where a number is needed"
                if node.value is not None
                else "a number is missing"
            )
            self.note(node, what, "Write 0.3, 300 mm or 2*a")
        return 0.0

    def _count_terms(self, node: Located, value: Value) -> None:
        """Stop where the expressions of a file together are too large."""
        self.terms += value.terms if isinstance(value, Expression) else 0
        if self.terms > MOST_TERMS:
            self.note(
                node,
                "reading stops here: the expressions up to this place are too large",
                f"All expressions of a file together have at most {MOST_TERMS} numbers, names and signs",
                "Keep long rows of numbers in a data file",
            )
            raise ModelError(in_order(self.problems))

    def section(self, node: Located, key: str, content: str) -> Located:
        """The mapping under a key; an empty one when there is nothing. `content` says what it holds."""
        found = entries(node).get(key)
        if found is not None and found.value is not None:
            if self.is_mapping(found, quote(key), content):
                return found
            self.is_partial = True
        return Located({}, self.path, node.line, node.column)

    def items(self, node: Located, key: str) -> list[tuple[Located, Located]]:
        """The named items under a key: place of the name, content."""
        found = self.section(node, key, "names, each with what it stands for")
        return [(found.keys[name], item) for name, item in entries(found).items()]

    def is_mapping(self, node: Located, label: str, content: str) -> bool:
        """Whether a node has keys; if not, that is a problem."""
        if not isinstance(node.value, dict):
            hint = _colon_hint(node.value) if isinstance(node.value, str) else _name_hint(node)
            self.note(node, f"{label} is {shown(node)}", f"It holds {content}", hint)
        return isinstance(node.value, dict)

    def check_keys(
        self,
        node: Located,
        known: Iterable[str],
        label: str,
        hint: str = "",
        kinds: Iterable[type[Element]] = (),
    ) -> None:
        """Keys that are not known are problems; the hint is given where no known key is near.

        Args:
            node: the mapping.
            known: keys that it may have.
            label: what it is called.
            hint: what to do else.
            kinds: elements among the keys, which people may know by other names.
        """
        known, kinds = tuple(known), tuple(kinds)
        for key in entries(node):
            if key not in known:
                meant = meant_by(key, kinds)
                self.unknown(node.keys[key], f"{label} has no key {quote(key)}", known, hint or meant)

    def unknown(self, place: Located, what: str, known: Iterable[str], hint: str = "") -> None:
        """A word that is none of the known ones; the hint is given where none of them is near."""
        known = list(known)
        allowed = f"Allowed are {', '.join(known)}" if known else "None is allowed"
        near = _colon_hint(str(place.value)) or suggest(str(place.value), known)
        self.note(place, what, allowed, near or hint)


def _colon_hint(text: str) -> str:
    """A hint for `key:value`, which YAML takes for one word."""
    found = _COLON.match(text)
    return f"Write '{found[1]}: {found[2].split()[0]}', with a space after the colon" if found else ""


def _name_hint(node: Located) -> str:
    """A hint for a list whose items should have names: its first item as it would be written."""
    first = node.value[0] if isinstance(node.value, list) and node.value else None
    if first is None or not entries(first):
        return ""
    items = dict(entries(first))
    name = items.pop("name", None)
    if not items:
        return ""
    word, item = next(iter(items.items()))
    ends = item.value if isinstance(item.value, list) else []
    said = f"[{', '.join(str(end.value) for end in ends)}]" if ends else shown(item).strip("'")
    said = "{...}" if entries(item) or len(said) > LONGEST_HINT else said
    more = ", ..." if len(items) > 1 else ""
    called = name.value if name and isinstance(name.value, str) else "A"
    return f"Give each a name, without dashes: '{called}: {{{word}: {said}{more}}}'"


def entries(node: Located) -> dict[str, Located]:
    """The content of a mapping; nothing for anything else."""
    return node.value if isinstance(node.value, dict) else {}


def shown(node: Located) -> str:
    """A value for a message."""
    match node.value:
        case None:
            return "empty"
        case bool(word):
            return str(word).lower()
        case str(text):
            return quote(text)
        case float(number):
            return f"{number:g}"
        case list(items):
            return "a list" if items else "an empty list"
    return "a mapping"


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems in the order of the file, those without a line at the end; each once, and not too many."""

    def place(problem: Problem) -> tuple[bool, int, int]:
        found = _PLACE.search(problem.where)
        return (False, int(found[1]), int(found[2])) if found else (True, 0, 0)

    ordered = sorted(dict.fromkeys(problems), key=place)
    if len(ordered) > MOST_PROBLEMS + 1:
        first = ordered[MOST_PROBLEMS]
        rest = Problem(first.where, f"{len(ordered) - MOST_PROBLEMS} more problems follow")
        ordered = [*ordered[:MOST_PROBLEMS], rest]
    return ordered
