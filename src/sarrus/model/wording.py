"""How things of a model are called in messages."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sarrus.elements.base import Element
from sarrus.elements.drivers.base import Driver
from sarrus.errors import quote, suggest

MOST_LISTED = 40
MOST_COMPARED = 300  # a comparison takes some 10 microseconds, and there may be a hundred problems


def label(element: Element) -> str:
    """What an element is called in messages."""
    return f"{element.keyword} '{element.name}'"


def listed(names: Iterable[str]) -> str:
    """Names for a message; of many only the first."""
    known = tuple(names)
    return ", ".join(known[:MOST_LISTED]) + (
        f" and {len(known) - MOST_LISTED} more" if len(known) > MOST_LISTED else ""
    )


def nearest(word: str, names: Collection[str]) -> str:
    """A question with the name that is meant, or nothing where none is near or there are too many to compare."""
    return suggest(word, names) if len(names) <= MOST_COMPARED else ""


def coordinates_near(
    coordinates: Collection[str], path: str, endings: tuple[str, ...] = ("",), user: Element | None = None
) -> tuple[str, str]:
    """For the message on a path that is no coordinate: those of its joint, or else all; and what may be meant.

    Args:
        coordinates: that there are.
        path: as written.
        endings: that names may have there: of rates as well as of coordinates.
        user: the element that uses it.
    """
    joint, _, wrong = path.partition(".")
    own = [name for name in coordinates if name.partition(".")[0] == joint]
    if not own:
        known = [f"{name}{ending}" for ending in endings for name in coordinates]
        return f"Coordinates are: {listed(coordinates) or 'none'}", nearest(path, known)
    allowed = f"Coordinates of {quote(joint)} are: {listed(own)}"
    driven, law = path.removesuffix("_dot"), _law(user)
    if law and driven != path and driven in own:
        return (
            f"{allowed}. A driver prescribes the coordinate, not its rate",
            f"For a constant speed n, write '{user.keyword if user else ''}: {driven}' and '{law}: n*t'",
        )
    # with the joint in front, everything on it is alike
    meant = nearest(wrong, [f"{name.partition('.')[2]}{ending}" for ending in endings for name in own])
    return allowed, meant.replace("'", f"'{joint}.", 1)


def _law(user: Element | None) -> str:
    """The word for the function of time that a driver follows; empty where there is none."""
    if not isinstance(user, Driver):
        return ""
    return next((p.key or word for word, p in user.params.items() if p.varies), "")
