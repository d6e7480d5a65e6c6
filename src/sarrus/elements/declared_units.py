"""Units that a class declares: they are units of SI, in which its methods compute."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sarrus.elements.sight import unit_on
from sarrus.errors import ModelError
from sarrus.scalar.units import parse_unit, si_unit

NAMED = ("coordinates", "quantities", "tells", "states")
"""Members of a class that name quantities with their units."""


def require_si(cls: type, params: Iterable[tuple[str, str]]) -> None:
    """Refuse a class that declares a unit which is none of SI.

    Args:
        cls: of an element.
        params: its parameters with their units, as declared.

    Raises:
        TypeError: names the parameter, and the unit of SI.
    """
    for name, unit in (*params, *_published(cls)):
        if not isinstance(unit, str):
            raise TypeError(f"{cls.__name__}: the unit of '{name}' is no text. Write a unit such as \"N/m\".")
        for word in unit_on(unit, "m").split(","):
            if flaw := _flaw(word.strip()):
                raise TypeError(f"{cls.__name__}: '{name}' is declared in [{unit}]: {flaw}")


def _published(cls: Any) -> Iterator[tuple[str, str]]:
    """What a class itself names, with units."""
    for member in NAMED:
        declared = vars(cls).get(member)
        for one in declared if isinstance(declared, tuple) else ():
            if hasattr(one, "unit"):
                yield getattr(one, "name", member), one.unit


def _flaw(unit: str) -> str:
    """What is wrong with a unit, in sentences; empty where it is of SI."""
    try:
        size, _ = parse_unit(unit)
    except ModelError as error:
        return str(error)
    if size == 1:
        return ""
    meant = si_unit(unit)
    instead = f"Write [{meant}]. Whoever" if meant else "Whoever"
    return (
        f"an element computes in units of SI. {instead} uses it may write a number in any unit of that kind."
    )
