"""Values of options, read by the same rule from Python, the command line and files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite, nan
from typing import Any

from sarrus.errors import ModelError, UsageError, quote

__all__ = [
    "arithmetic",
    "read_names",
    "read_range",
    "read_size",
    "read_values",
    "read_whole",
    "shown",
    "split_names",
]

MOST_VALUES = 100_000
"""Values of a number that a range may ask for."""


def arithmetic(text: str) -> float | None:
    """What a text such as "2*pi/3" comes to, as model files read it; None where it is anything else, nan where it reads names.

    Raises:
        UsageError: it comes to no number.
    """
    from sarrus.scalar.expression import Expression, evaluate_value
    from sarrus.scalar.parsing import parse_value

    try:
        value = parse_value(text)
    except ModelError:
        return None
    if not isinstance(value, Expression):
        return None
    if value.names():
        return nan
    try:
        return evaluate_value(value, {})
    except ModelError as error:
        raise UsageError(str(error)) from None


def read_whole(name: str, value: Any) -> int:
    """A whole number."""
    import operator

    try:
        if isinstance(value, str):
            return int(value)
        if not isinstance(value, bool):
            return operator.index(value)
    except (TypeError, ValueError):
        pass
    raise UsageError(f"{name} is {shown(value)}. It must be a whole number.")


def read_names(name: str, value: Any) -> tuple[str, ...]:
    """A list of names."""
    given = [value] if isinstance(value, str) else value
    if not isinstance(given, Sequence) or not all(isinstance(item, str) for item in given):
        raise UsageError(f"{name} is {shown(value)}. It must be a list of names, such as ['A.theta'].")
    return tuple(split_names(given))


def read_size(name: str, value: Any) -> Any:
    """A pair from a text such as "800x600"; whoever draws says which numbers are possible."""
    if not isinstance(value, str):
        return value
    sides = [side.strip() for side in value.lower().split("x")]
    if len(sides) == 2 and all(side.isdecimal() and len(side) < 10 for side in sides):
        return int(sides[0]), int(sides[1])
    raise UsageError(f"{name} is {shown(value)}. It must be a width and a height, such as 800x600.")


def read_range(name: str, value: Any, has_count: bool) -> dict[str, tuple[float, ...]]:
    """One path with the ends of its range, from {"P": (0, 10)} or "P=0:10"; where it may be, with a count of values."""
    more = "; or, with a count of values, {'P': (0, 10, 50)} or P=0:10:50" if has_count else ""
    said = f"{name} is {shown(value)}. It is one number of the model with its range: {{'P': (0, 10)}} or P=0:10{more}."
    given = value
    if isinstance(value, str):
        path, sign, ends = value.partition("=")
        given = {path.strip(): ends.split(":")} if sign else {}
    if not isinstance(given, Mapping) or len(given) != 1:
        raise UsageError(said)
    ((path, ends),) = given.items()
    try:
        first, last, *count = (_end(end) for end in ends)
    except (TypeError, ValueError):
        raise UsageError(said) from None
    if not (isinstance(path, str) and path and isfinite(first) and isfinite(last) and first != last):
        raise UsageError(said)
    if count and not (
        has_count and len(count) == 1 and count[0].is_integer() and 2 <= count[0] <= MOST_VALUES
    ):
        raise UsageError(f"{said} A count is a whole number from 2 to {MOST_VALUES}." if has_count else said)
    return {path: (first, last, *count)}


def _end(value: Any) -> float:
    """An end of a range: a number, or arithmetic."""
    found = arithmetic(value) if isinstance(value, str) else None
    return float(value) if found is None else found


def read_values(name: str, value: Any, or_result: bool) -> Any:
    """Values by name, from a mapping or texts such as "A.theta=0.3"; where it may be, a result."""
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return dict(value)
    if or_result and hasattr(value, "series"):
        return value
    words = [value] if isinstance(value, str) else value
    if isinstance(words, Sequence) and all(isinstance(word, str) for word in words):
        pairs = [word.partition("=") for word in words]
        if all(key.strip() and equals and said.strip() for key, equals, said in pairs):
            return {key.strip(): said.strip() for key, _, said in pairs}
    more = ", or a result" if or_result else ""
    raise UsageError(
        f"{name} is {shown(value)}. It must be values by name, such as {{'A.theta': 0.3}}{more}; "
        f"on the command line --{name} A.theta=0.3."
    )


def split_names(words: Sequence[str]) -> list[str]:
    """Names from words in which several may stand, separated by commas."""
    return [name.strip() for word in words for name in word.split(",") if name.strip()]


def shown(value: Any) -> str:
    """A value for a message; that of a stranger's object may be long."""
    return quote(repr(value)) if not isinstance(value, str | int | float) else repr(value)[:60]
