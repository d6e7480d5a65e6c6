"""Other starts of a search: coordinates that nothing is said of, spread evenly over where they may be; always the same."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping

import numpy as np

from sarrus.analysis.assembly.search import Search
from sarrus.analysis.assembly.search_parts import SearchPart
from sarrus.analysis.rank.parts import owners_of
from sarrus.solvers.arrays import Floats

REACH = 2.0
"""Lengths are spread over so many model lengths, to both sides; angles over a turn."""
WINDING = 6.0 * math.pi
"""Angles that do not repeat, as those of threads, are spread over so many radians."""


class Spread:
    """Starts of one part.

    Args:
        search: what must close.
        part: a part of it.
        kept: published coordinates that stay as given.
    """

    def __init__(self, search: Search, part: SearchPart, kept: Collection[str]) -> None:
        self.search = search
        self.owners = sorted(set(owners_of(search.e)[1][part.places].tolist()))
        joints = [search.e.owners[k] for k in self.owners]
        names = [f"{joint.name}.{c.name}" for joint in joints for c in joint.coordinates]
        self.loose = [name for name in names if name not in kept]

    def starts(self, count: int, given: Mapping[str, float]) -> Iterator[Floats]:
        """Coordinates of the part, with those that are given, and the others spread.

        The k-th point is the fractional part of 1/2 + k (1/r, 1/r^2, ...), with r^(d+1) = r + 1 for d coordinates: such
        points fill the cube evenly, and each next one the largest hole.

        Args:
            count: how many.
            given: published coordinates.
        """
        lengths = [self._reach(name) for name in self.loose]
        steps = _ratio(len(lengths)) ** -np.arange(1.0, len(lengths) + 1.0)
        for k in range(1, count + 1):
            places = (0.5 + k * steps) % 1.0 - 0.5
            spread = {n: 2.0 * l * float(p) for n, l, p in zip(self.loose, lengths, places, strict=True)}
            yield self.search.placed(self.owners, {**given, **spread})

    def _reach(self, name: str) -> float:
        if self.search.coordinate[name].is_angle:
            return (self.search.model.period(name) or WINDING) / 2.0
        return REACH * self.search.e.measured_length(name)


def _ratio(dimension: int) -> float:
    """The positive root of r^(d+1) = r + 1: the golden ratio in one dimension."""
    r = 2.0
    for _ in range(60):
        r = (1.0 + r) ** (1.0 / (dimension + 1.0))
    return r
