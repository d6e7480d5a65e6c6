"""The unit of what an expression gives, as a word that the user chooses."""

from __future__ import annotations

from typing import Any

from sarrus.elements.words import Choice
from sarrus.errors import ModelError
from sarrus.scalar.units import parse_unit, si_unit


class UnitWord(Choice):
    """A choice among all units of SI: of what an expression gives, which says no unit itself."""

    def range_text(self) -> str:
        """What such a unit is."""
        return "a unit of SI, such as N, rad or m/s; 1 for a number without"

    def admits(self, value: Any) -> bool:
        """Whether it is a unit that needs no conversion."""
        return isinstance(value, str) and _in_si(value) == value != ""

    def taken(self, value: Any) -> Any:
        """The number 1 means what the word 1 does."""
        return "1" if isinstance(value, int | float) and value == 1 and value is not True else value

    def near(self, value: Any) -> str:
        """The unit of SI of the same kind."""
        meant = _in_si(value) if isinstance(value, str) else ""
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
