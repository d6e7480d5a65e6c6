"""Terms that only say how something is laid out on a page."""

from __future__ import annotations

from dataclasses import dataclass

from sarrus.mechanics.readable.algebra.terms import Several, Term


@dataclass(frozen=True)
class Rounded(Term):
    """A positive number that was computed: a decimal with as many digits as it deserves, never a fraction."""

    digits: str


@dataclass(frozen=True)
class Lines(Several):
    """A long sum, a part of it on each line."""

    def _rank(self) -> int:
        return self.items[0].rank


@dataclass(frozen=True)
class Partial(Several):
    """The first item differentiated by the second, as a quotient; `in_time` where that is differentiated once more."""

    in_time: bool = False

    def _rank(self) -> int:
        return self.items[1].rank
