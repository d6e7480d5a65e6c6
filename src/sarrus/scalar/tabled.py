"""Tables as attributes of what they belong to: a spring, a motion.

Whoever has such a table states its rows as a method,

    @tabled("s")
    def curve(self) -> Rows: ...

and uses it as an attribute: `self.curve.at(t)`. The rows are worked out on numbers, or on expressions of parameters, apart
from the code that looks them up; things that differ in them, also in their number, share that code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, overload

from sarrus.scalar.tables import Lookup, Rows, TableNumbers

__all__ = ["Lookup", "Rows", "Tabled", "tabled"]


class Tabled:
    """A declared table; of an instance, the table itself.

    Attributes:
        letter: by which formulas call it, as a function.
        name: of the attribute.
    """

    def __init__(self, rows: Callable[[Any], Rows], letter: str) -> None:
        self.rows = rows
        self.letter = letter
        self.name = rows.__name__
        self.__doc__ = rows.__doc__

    @overload
    def __get__(self, holder: None, owner: type) -> Tabled: ...

    @overload
    def __get__(self, holder: object, owner: type) -> Lookup: ...

    def __get__(self, holder: object, owner: type) -> Any:
        """Found once; whoever made the holder may have put another in its place."""
        if holder is None:
            return self
        found = TableNumbers(self.rows(holder))
        self.put(holder, found)
        return found

    def put(self, holder: object, table: Lookup) -> None:
        """Let a holder use this table."""
        vars(holder)[self.name] = table


def tabled(letter: str) -> Callable[[Callable[[Any], Rows]], Tabled]:
    """Declare a table by the method that gives its rows.

    Args:
        letter: by which formulas call it, as a function.
    """
    return lambda rows: Tabled(rows, letter)
