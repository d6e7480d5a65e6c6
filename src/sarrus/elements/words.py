"""Declarations that are no numbers: one of a few words, yes or no, names of things.

    law: str = choice("coulomb", "stribeck", meaning="how friction follows the speed", default="coulomb")
    reversed: bool = flag(meaning="whether it acts the other way round")
    without: tuple[str, ...] = names(meaning="forces that are left out", default=())

What is said by them is structure: it may decide which expressions an element states.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from sarrus.errors import suggest

__all__ = ["Choice", "Chosen", "Flag", "Names", "OneName", "choice", "flag", "named", "names"]

_NAME = re.compile(r"[A-Za-z0-9_-]{1,100}(\.[A-Za-z0-9_-]{1,100})*")
_YES_AND_NO = {"yes": "true", "on": "true", "no": "false", "off": "false"}


class Chosen(ABC):
    """A declaration whose value is structure."""

    meaning: str
    default: Any
    key: str

    @property
    def required(self) -> bool:
        """Whether the user must say it."""
        return self.default is None

    @abstractmethod
    def range_text(self) -> str:
        """What is allowed, in words."""

    @abstractmethod
    def admits(self, value: Any) -> bool:
        """Whether it is allowed."""

    @abstractmethod
    def sample(self) -> Any:
        """A value that is allowed."""

    def taken(self, value: Any) -> Any:
        """A value as the user gives it, in the one form that it is looked at in."""
        return value

    def kept(self, value: Any) -> Hashable:
        """An allowed value as elements keep it."""
        return value  # type: ignore[no-any-return]

    def near(self, value: Any) -> str:
        """What was probably meant by a value that is not allowed; empty where nobody knows."""
        return ""

    def shown(self, value: Any) -> str:
        """A value as files have it."""
        return str(value)


@dataclass(frozen=True)
class Choice(Chosen):
    """One declared choice between words."""

    words: tuple[str, ...]
    meaning: str
    default: str | None = None
    key: str = ""

    def range_text(self) -> str:
        """The words."""
        return f"one of {', '.join(self.words)}"

    def admits(self, value: Any) -> bool:
        """Whether it is one of the words."""
        return isinstance(value, str) and value in self.words

    def sample(self) -> str:
        """The first word."""
        return self.words[0]

    def near(self, value: Any) -> str:
        """The word that is spelt most like it."""
        return suggest(value, self.words) if isinstance(value, str) else ""


@dataclass(frozen=True)
class Flag(Chosen):
    """One declared yes or no."""

    meaning: str
    default: bool | None = False
    key: str = ""

    def range_text(self) -> str:
        """The two words."""
        return "true or false"

    def admits(self, value: Any) -> bool:
        """Whether it is one of the two; 0 and 1 are numbers."""
        return isinstance(value, bool)

    def sample(self) -> bool:
        """Yes."""
        return True

    def near(self, value: Any) -> str:
        """For words that mean the same elsewhere."""
        word = _YES_AND_NO.get(value.lower()) if isinstance(value, str) else None
        return f"Write {word}" if word else ""

    def shown(self, value: Any) -> str:
        """In small letters."""
        return str(value).lower()


@dataclass(frozen=True)
class Names(Chosen):
    """One declared list of names: of bodies or elements, or of what they have."""

    meaning: str
    default: tuple[str, ...] | None = None
    key: str = ""

    def range_text(self) -> str:
        """What a list of names is."""
        return "a list of names"

    def admits(self, value: Any) -> bool:
        """Whether it is a name, or a list of names that differ; an empty one, where it may be left out."""
        if not isinstance(value, list | tuple | str) and not hasattr(value, "name"):
            return False
        found = [_name_of(item) for item in self._listed(value)]
        is_long_enough = bool(found) or not self.required
        return is_long_enough and len(set(found)) == len(found) and all(map(_NAME.fullmatch, found))

    def sample(self) -> tuple[str, ...]:
        """A name or two."""
        return ("A",)

    def kept(self, value: Any) -> tuple[str, ...]:
        """The names, also where things were given that have some."""
        return tuple(_name_of(item) for item in self._listed(value))

    def shown(self, value: Any) -> str:
        """In brackets."""
        return f"[{', '.join(value)}]"

    def _listed(self, value: Any) -> list[Any] | tuple[Any, ...]:
        return value if isinstance(value, list | tuple) else (value,)


@dataclass(frozen=True)
class OneName(Chosen):
    """One declared name: of a body or an element, or of what it has."""

    meaning: str
    default: str | None = None
    key: str = ""

    def range_text(self) -> str:
        """What a name is."""
        return "a name"

    def admits(self, value: Any) -> bool:
        """Whether it is a name, or something that has one; nothing, where it may be left out."""
        return bool(_NAME.fullmatch(_name_of(value))) or (value == "" and not self.required)

    def sample(self) -> str:
        """A name."""
        return "A"

    def kept(self, value: Any) -> str:
        """The name, also where a thing was given that has one."""
        return _name_of(value)


def _name_of(item: Any) -> str:
    """The path or the name of a thing, or a text; "" where it is neither."""
    found = getattr(item, "path", None) or getattr(item, "name", item)
    return found if isinstance(found, str) else ""


def choice(*words: str, meaning: str, default: str | None = None, key: str = "") -> Any:
    """Declare a choice between words.

    Args:
        words: what can be chosen.
        meaning: one phrase for documentation and messages.
        default: the word when the user gives none; without it the user must choose.
        key: the model-file keyword where it cannot be the Python name.
    """
    return Choice(words, meaning, default, key)


def flag(*, meaning: str, default: bool | None = False, key: str = "") -> Any:
    """Declare a yes or no.

    Args:
        meaning: one phrase for documentation and messages: "whether ...".
        default: what holds when the user says nothing; None where the user must say it.
        key: the model-file keyword where it cannot be the Python name.
    """
    return Flag(meaning, default, key)


def named(*, meaning: str, default: str | None = None, key: str = "") -> Any:
    """Declare the name of one thing: a body, an element, or what it has (`crank.end`).

    Args:
        meaning: one phrase for documentation and messages.
        default: "" for a name that may be left out; without it the user must give one.
        key: the model-file keyword where it cannot be the Python name.
    """
    return OneName(meaning, default, key)


def names(*, meaning: str, default: tuple[str, ...] | None = None, key: str = "") -> Any:
    """Declare names of things: bodies, elements, or what they have (`crank.end`, `A.theta`).

    Args:
        meaning: one phrase for documentation and messages.
        default: the names when the user gives none, () for a list that may be left out; without it the user must give some.
        key: the model-file keyword where it cannot be the Python name.
    """
    return Names(meaning, default, key)
