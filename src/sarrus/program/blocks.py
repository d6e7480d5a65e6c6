"""Rows that can depend on each other, apart from those that cannot.

Rows that share no speed, directly or through others, form blocks of their own. In absolute coordinates a chain of bodies
would be one block from end to end; there the rows of *bridges*, joints that belong to no loop, are set aside as well:
all that hangs on such a joint can be moved rigidly by itself, which changes its rows and no others, so they are always
independent, of each other and of the rest. Whatever depends on something then lies in one block.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from sarrus.mechanics import Equations
from sarrus.mechanics.infos import Level
from sarrus.solvers.arrays import Ints

GROUND = ""
DENSE = 24
"""Rows up to which a block is treated as a dense matrix; see decision 0007."""


@dataclass(frozen=True)
class RowBlock:
    """Rows that can depend on each other.

    Attributes:
        rows, columns: of G, ascending.
        entries: places in the pattern of G, ascending.
    """

    rows: list[int]
    columns: list[int]
    entries: list[int]

    @property
    def is_dense(self) -> bool:
        """Whether it is small enough for a dense matrix."""
        return len(self.rows) <= DENSE


@dataclass(frozen=True)
class Split:
    """The rows of a mechanism.

    Attributes:
        blocks: in the order of their first rows.
        outboard: for each row of a bridge the speeds of the body that it carries.
    """

    blocks: list[RowBlock]
    outboard: dict[int, list[int]]


def split(equations: Equations) -> Split:
    """Find the blocks of a mechanism, and its bridges where a block would be large without them."""
    if not equations.rows:
        return Split([], {})
    every = _blocks(equations, range(len(equations.rows)))
    large = [b for b in every if not b.is_dense]
    if equations.formulation != "absolute" or not large:
        return Split(every, {})
    outboard = bridges(equations)
    kept = [b for b in every if b.is_dense]
    kept += _blocks(equations, (r for b in large for r in b.rows if r not in outboard))
    inside = {r for b in large for r in b.rows}
    return Split(sorted(kept, key=lambda b: b.rows[0]), {r: s for r, s in outboard.items() if r in inside})


def position_rows(equations: Equations) -> int:
    """How many rows are rows of positions; those of velocities follow."""
    return sum(row.level is Level.POSITION for row in equations.rows)


def _blocks(equations: Equations, rows: Iterable[int]) -> list[RowBlock]:
    wanted = np.array(sorted(rows), dtype=np.int64)
    pattern = np.array(equations.jacobian_pattern, dtype=np.int64).reshape(-1, 2)
    is_wanted = np.zeros(len(equations.rows), dtype=bool)
    is_wanted[wanted] = True
    entries = np.flatnonzero(is_wanted[pattern[:, 0]])
    row, column = pattern[entries, 0], pattern[entries, 1]
    label = _connected(len(equations.rows), len(equations.speeds), row, column)
    # A row without entries is a block of its own.
    of_row = len(equations.speeds) + np.arange(len(equations.rows))
    of_row[row] = label[column]
    parts = [_gathered(of_row[wanted], wanted), _gathered(label[column], entries)]
    is_touched = np.zeros(len(equations.speeds), dtype=bool)
    is_touched[column] = True
    columns = np.flatnonzero(is_touched)
    parts.append(_gathered(label[columns], columns))
    found = [RowBlock(members, *(p.get(key, []) for p in parts[:0:-1])) for key, members in parts[0].items()]
    return sorted(found, key=lambda block: block.rows[0])


def _connected(rows: int, columns: int, row: Ints, column: Ints) -> Ints:
    """For each column the first one that it is joined to by rows, directly or through others."""
    label = np.arange(columns)
    while True:
        least = np.full(rows, columns)
        np.minimum.at(least, row, label[column])
        found = label.copy()
        np.minimum.at(found, label[column], least[row])
        while (found[found] != found).any():
            found = found[found]
        if (found == label).all():
            return label
        label = found


def _gathered(keys: Ints, values: Ints) -> dict[int, list[int]]:
    """Values by key, in the order in which they stand."""
    found: dict[int, list[int]] = {}
    for key, value in zip(keys.tolist(), values.tolist(), strict=True):
        found.setdefault(key, []).append(value)
    return found


def owner_of(speed: str) -> str:
    """The body, or the joint, that a speed belongs to."""
    return speed.rpartition(".")[0]


def bridges(equations: Equations) -> dict[int, list[int]]:
    """Rows of joints that belong to no loop, in absolute coordinates, with the speeds of the body each carries.

    Bodies and ground are joined by elements. A relation between coordinates counts as joined to ground as well: the
    joints whose coordinates it ties may stand there. So does a joint with rows of velocities: these may depend on its others.
    """
    bodies = [owner_of(name) for name in equations.speeds]
    touched: dict[str, set[str]] = {}
    rows: dict[str, list[int]] = {}
    for k, row in enumerate(equations.rows):
        rows.setdefault(row.owner, []).append(k)
    for k, speed in equations.jacobian_pattern:
        touched.setdefault(equations.rows[k].owner, set()).add(bodies[speed])
    slipping = {row.owner for row in equations.rows if row.level is Level.VELOCITY}
    joints = {joint.name for joint in equations.model.all_joints} - slipping
    edges: list[tuple[str, str, str]] = []
    for owner, ends in touched.items():
        if owner in joints and len(ends) <= 2:
            one, two = (*sorted(ends), GROUND)[:2]
            edges.append((one, two, owner))
        else:
            edges += [(GROUND, end, "") for end in sorted(ends)]
    speeds: dict[str, list[int]] = {}
    for k, body in enumerate(bodies):
        speeds.setdefault(body, []).append(k)
    return {row: speeds[body] for body, owner in _bridges(edges) if owner for row in rows[owner]}


def _bridges(edges: list[tuple[str, str, str]]) -> list[tuple[str, str]]:
    """Edges without which their ends fall apart: (end farther from ground, name). Tarjan (1974)."""
    at: dict[str, list[tuple[int, str]]] = {}
    for k, (one, two, _) in enumerate(edges):
        at.setdefault(one, []).append((k, two))
        at.setdefault(two, []).append((k, one))
    number: dict[str, int] = {}
    found: list[tuple[str, str]] = []
    lowest: dict[str, int] = {}
    for root in sorted(at):  # ground is the first
        if root in number:
            continue
        number[root] = lowest[root] = len(number)
        path = [(root, -1, iter(at[root]))]
        while path:
            vertex, came_by, rest = path[-1]
            edge, other = next(rest, (-1, ""))
            if edge < 0:
                path.pop()
                if path:
                    inner = path[-1][0]
                    lowest[inner] = min(lowest[inner], lowest[vertex])
                    if lowest[vertex] > number[inner]:
                        found.append((vertex, edges[came_by][2]))
            elif edge != came_by and other in number:
                lowest[vertex] = min(lowest[vertex], number[other])
            elif edge != came_by:
                number[other] = lowest[other] = len(number)
                path.append((other, edge, iter(at[other])))
    return found
