"""Numbers that are being united into groups."""

from __future__ import annotations

from collections.abc import Sequence


class Groups:
    """Numbers from 0 on, each a group of its own at first."""

    def __init__(self, count: int) -> None:
        self._next = list(range(count))

    def leader(self, k: int) -> int:
        """The number after which a group is called."""
        while self._next[k] != k:
            self._next[k] = self._next[self._next[k]]  # shorten the path for the next time
            k = self._next[k]
        return k

    def unite(self, members: Sequence[int]) -> None:
        """Make one group of those of all members."""
        for k in members[1:]:
            self._next[self.leader(k)] = self.leader(members[0])

    @property
    def labels(self) -> list[int]:
        """For each number its group."""
        return [self.leader(k) for k in range(len(self._next))]

    @property
    def numbered(self) -> list[int]:
        """The same with groups numbered from 0 on, in the order of their first members."""
        numbers: dict[int, int] = {}
        return [numbers.setdefault(label, len(numbers)) for label in self.labels]
