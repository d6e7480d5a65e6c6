"""What elements touch: paths of frames and coordinates."""

from __future__ import annotations

from typing import Any, Self

from sarrus.errors import ModelError

__all__ = ["End", "end_of"]


class End(str):
    """The path of an end; it remembers what was given in Python, of which a path alone cannot tell the mechanism."""

    holder: Any

    def __new__(cls, path: str, holder: Any = None) -> Self:
        """A path, and the body or ground whose frame it is."""
        found = super().__new__(cls, path)
        found.holder = holder
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return End, (str(self), self.holder)


def end_of(label: str, given: Any) -> str:
    """The path of an end: a text, or something that has one.

    Args:
        label: of the element, for messages.
        given: as the user gave it.
    """
    path = getattr(given, "path", given)
    if not isinstance(path, str):
        raise ModelError.one(
            label, f"one of its ends is of the type {type(given).__name__}", "Ends are frames or names"
        )
    holder = getattr(given, "holder", None)
    return path if holder is None else End(path, holder)
