"""All solutions of efforts whose laws are sums of absolute values of loads, case by case.

What `sarrus.program.sides` does at every state of a run where it is needed, for one state that is to be explained: there one
solution is enough to know, here all of them are wanted.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sarrus.program.sides import MOST_SIDES, POSITIVE, SAME
from sarrus.solvers.arrays import Floats, Ints
from sarrus.topology.groups import Groups


@dataclass(frozen=True)
class Cases:
    """Laws phi = base + L phi + C |n|, n = n_0 + N phi.

    Attributes:
        base, L: parts of the laws without absolute values.
        rest, N: the loads n_0, and how they change with the efforts.
        share: how much each load counts, C, for the one effort in whose law it stands.
        owner: that effort.
    """

    base: Floats
    L: Floats
    rest: Floats
    N: Floats
    share: Floats
    owner: Ints

    @classmethod
    def of(cls, owner: Ints, count: int, law: Callable[[Floats], tuple[Floats, Floats, Floats]]) -> Cases:
        """From laws, loads and shares as functions of the efforts, of which there are `count`."""

        def parts(phi: Floats) -> tuple[Floats, Floats, Floats]:
            said, side, share = law(phi)
            base = said.copy()
            np.subtract.at(base, owner, share * np.abs(side))
            return base, side, share

        base, rest, share = parts(np.zeros(count))
        size = float(np.abs(law(np.zeros(count))[0]).max()) or 1.0
        moved = [parts(size * unit) for unit in np.eye(count)]
        L = np.column_stack([(b - base) / size for b, _, _ in moved])
        N = np.column_stack([(n - rest) / size for _, n, _ in moved])
        return cls(base, L, rest, N, share, owner)

    @cached_property
    def groups(self) -> list[tuple[Ints, Ints]]:
        """Efforts that change each other's loads, each group with its loads."""
        count = len(self.base)
        tied = Groups(count)
        for i, k in itertools.product(range(count), repeat=2):
            if self.L[i, k] != 0.0 or (self.N[self.owner == i, k] != 0.0).any():
                tied.unite([i, k])
        labels = np.array(tied.numbered)
        every = [np.flatnonzero(labels == g) for g in range(int(labels.max()) + 1)]
        return [(own, np.flatnonzero(np.isin(self.owner, own))) for own in every]

    def solutions(self) -> tuple[list[Floats], bool] | None:
        """All of them, and whether there is one for any loads; None where there are too many cases.

        Where several groups have several solutions, those are given in which one group at a time has another one.
        """
        found: list[Floats] = [np.zeros(len(self.base))]
        is_proven = True
        for own, sides in self.groups:
            if len(sides) > MOST_SIDES:
                return None
            mine, is_sure = self._of_group(own, sides)
            is_proven = is_proven and is_sure
            if not mine:
                return [], False
            for one in found:
                one[own] = mine[0]
            others = [found[0].copy() for _ in mine[1:]]
            for other, phi in zip(others, mine[1:], strict=True):
                other[own] = phi
            found += others
        return found, is_proven

    def _of_group(self, own: Ints, sides: Ints) -> tuple[list[Floats], bool]:
        at = np.zeros((len(own), len(sides)))
        at[np.searchsorted(own, self.owner[sides]), np.arange(len(sides))] = self.share[sides]
        L, N = self.L[np.ix_(own, own)], self.N[np.ix_(sides, own)]
        found: list[Floats] = []
        is_proven = True
        for signs in itertools.product((-1.0, 1.0), repeat=len(sides)):
            C = at * np.array(signs)
            left = np.eye(len(own)) - L - C @ N
            determinant = float(np.linalg.det(left))
            is_proven = is_proven and determinant > POSITIVE
            if determinant == 0.0:
                continue
            phi = np.linalg.solve(left, self.base[own] + C @ self.rest[sides])
            loads = self.rest[sides] + N @ phi
            size = np.maximum(np.abs(self.rest[sides]), np.abs(N * phi).max(axis=1))
            if (np.array(signs) * loads >= -SAME * size).all() and _is_new(phi, found):
                found.append(phi)
        return found, is_proven


def _is_new(phi: Floats, found: list[Floats]) -> bool:
    size = max(float(np.abs(p).max()) for p in (phi, *found))
    return all(float(np.abs(phi - p).max()) > SAME * size for p in found)
