"""The unit of what an expression gives, as a word that the user chooses."""

from __future__ import annotations

from typing import Any

from sarrus.elements.base import Choice
from sarrus.errors import ModelError
from sarrus.scalar.units import parse_unit, si_unit


class UnitWord(Choice):
    """A choice among all units of SI: of what an expression gives, which says no unit itself."""

    def range_text(self) -> str:
        """What such a unit is."""
        return "a unit of SI, such as N, rad or m/s; 1 for a number without"

    def admits(self, word: object) -> bool:
        """Whether it is a unit that needs no conversion."""
        return isinstance(word, str) and _in_si(word) == word != ""

    def taken(self, word: Any) -> Any:
        """The number 1 means what the word 1 does."""
        return "1" if isinstance(word, int | float) and word == 1 and word is not True else word

    def near(self, word: str) -> str:
        """The unit of SI of the same kind."""
        meant = _in_si(word)
        return f"Write '{meant}', and the expression in it" if meant else ""


def _in_si(word: str) -> str:
    """The unit of SI for a unit as written; empty where it is none."""
    try:
        size, _ = parse_unit(word)
    except ModelError:
        return ""
    return word if word and size == 1 else si_unit(word)


def unit_word(meaning: str) -> Any:
    """Declare the unit of what an expression gives; the user must name it.

    Args:
        meaning: one phrase for documentation and messages.
    """
    return UnitWord(("rad", "m", "1", "m/s", "rad/s", "N", "N m", "W"), meaning)
