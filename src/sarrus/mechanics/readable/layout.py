"""Terms that only say how something is laid out on a page."""

from __future__ import annotations

from dataclasses import dataclass

from sarrus.mechanics.readable.terms import Several


@dataclass(frozen=True)
class Lines(Several):
    """A long sum, a part of it on each line."""

    def _rank(self) -> int:
        return self.items[0].rank
