"""Speeds, accelerations and multipliers that follow, from the rows and nothing else.

    G v = alpha,   G vdot = beta,   M vdot = f + G^T lam

FollowingStep by step the rows are square in what follows from them. With leading speeds v_i,

    v = K v_i + a,    vdot = K vdot_i + b,    K^T M K vdot_i = K^T (f - M b)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sarrus.mechanics.closed.structure import FollowingStep
from sarrus.scalar import Graph, Node

__all__ = ["Entries", "StepBlocks", "block_of", "determinant", "reduced", "solved"]

Entries = Mapping[tuple[int, int], Node]


class StepBlocks:
    """The rows of a mechanism in closed form, a block for each step.

    Args:
        graph: where all lives.
        steps: in their order.
        G: entries of the constraint matrix by (row, speed).
        areas: determinants of blocks that are known already, by their number.
    """

    def __init__(
        self,
        graph: Graph,
        steps: Sequence[FollowingStep],
        G: Entries,
        areas: Mapping[int, Node] | None = None,
    ) -> None:
        self._graph, self._steps = graph, steps
        self._rows: dict[int, list[tuple[int, Node]]] = {}
        for (row, column), value in G.items():
            self._rows.setdefault(row, []).append((column, value))
        known = areas or {}
        self._inverses = [self._inverse(step, G, known.get(k)) for k, step in enumerate(steps)]

    def _inverse(self, step: FollowingStep, G: Entries, area: Node | None) -> list[list[Node]]:
        """Of the block of a step, one by one or two by two."""
        block = block_of(self._graph, step, G)
        if len(block) == 1:
            return [[1.0 / block[0][0]]]
        (a, b), (c, d) = block
        over = 1.0 / (determinant(block) if area is None else area)
        return [[d * over, -(b * over)], [-(c * over), a * over]]

    def follow(self, leading: Mapping[int, Node], right: Sequence[Node]) -> dict[int, Node]:
        """All speeds, from the leading ones and the right-hand sides of the rows."""
        found = dict(leading)
        for step, inverse in zip(self._steps, self._inverses, strict=True):
            rest = []
            for r in step.rows:
                total = right[r]
                for k, value in self._rows[r]:
                    if k in found:
                        total = total - value * found[k]
                rest.append(total)
            for k, row in zip(step.coordinates, inverse, strict=True):
                found[k] = _dot(self._graph, row, rest)
        return found

    def multipliers(self, needed: Mapping[int, Node]) -> dict[int, Node]:
        """Of all rows, from what the equations of the speeds that follow need of them: G^T lam = M vdot - f."""
        found: dict[int, Node] = {}
        for step, inverse in zip(reversed(self._steps), reversed(self._inverses), strict=True):
            rest = []
            for k in step.coordinates:
                total = needed[k]
                for r, lam in found.items():
                    for column, value in self._rows[r]:
                        if column == k:
                            total = total - value * lam
                rest.append(total)
            for i, r in enumerate(step.rows):
                found[r] = _dot(self._graph, [row[i] for row in inverse], rest)
        return found


def block_of(graph: Graph, step: FollowingStep, G: Entries) -> list[list[Node]]:
    """The rows of a step along what follows from them."""
    return [[G.get((r, k), graph.zero) for k in step.coordinates] for r in step.rows]


def determinant(block: Sequence[Sequence[Node]]) -> Node:
    """Of two by two."""
    (a, b), (c, d) = block
    return a * d - b * c


def _dot(graph: Graph, one: Sequence[Node], two: Sequence[Node]) -> Node:
    total = graph.zero
    for a, b in zip(one, two, strict=True):
        total = total + a * b
    return total


def reduced(
    graph: Graph, M: Entries, f: Sequence[Node], K: Sequence[Mapping[int, Node]], b: Mapping[int, Node]
) -> tuple[list[list[Node]], list[Node]]:
    """K^T M K and K^T (f - M b), for the columns of K. M has entries on and below its diagonal."""
    every = range(len(f))
    moved = [_times(graph, M, [column[k] for k in every]) for column in K]
    held = _times(graph, M, [b[k] for k in every])
    left = [one - other for one, other in zip(f, held, strict=True)]
    matrix = [[_dot(graph, [one[k] for k in every], total) for total in moved] for one in K]
    return matrix, [_dot(graph, [one[k] for k in every], left) for one in K]


def _times(graph: Graph, M: Entries, a: Sequence[Node]) -> list[Node]:
    """M times a vector."""
    found = [graph.zero] * len(a)
    for (i, j), value in M.items():
        found[i] = found[i] + value * a[j]
        if i != j:
            found[j] = found[j] + value * a[i]
    return found


def solved(graph: Graph, A: Sequence[Sequence[Node]], b: Sequence[Node]) -> list[Node]:
    """A x = b for a symmetric, definite matrix, by elimination from its lower part."""
    n = len(b)
    rows = [list(row) for row in A]
    y = list(b)
    inverse = []
    for k in range(n):
        inverse.append(1.0 / rows[k][k])
        for i in range(k + 1, n):
            factor = rows[i][k] * inverse[k]
            for j in range(k + 1, i + 1):
                rows[i][j] = rows[i][j] - factor * rows[j][k]
            y[i] = y[i] - factor * y[k]
    x: list[Node] = [graph.zero] * n
    for k in reversed(range(n)):
        total = y[k]
        for i in range(k + 1, n):
            total = total - rows[i][k] * x[i]
        x[k] = total * inverse[k]
    return x
