"""Matrices by their entries, and mechanisms taken apart: what cannot depend on each other is looked at apart.

Up to `LARGE` bodies a mechanism is looked at as a whole. Beyond, matrices over all rows and speeds would grow with the
square of the number of bodies; those of its parts do not.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import TypeVar

import numpy as np

from sarrus.mechanics import Equations
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.newton import Trial
from sarrus.topology import Groups, body_at, loop_components, span

Q = TypeVar("Q")
A = TypeVar("A")
R = TypeVar("R")

LARGE = 40
"""Bodies up to which a mechanism is looked at as a whole."""


def is_large(equations: Equations) -> bool:
    """Whether a mechanism is better taken apart."""
    return len(equations.model.bodies) > LARGE


class Slopes:
    """A sparse matrix of fixed pattern, whose entries a kernel computes.

    Args:
        rows, columns: its size.
        at: row and column of each entry.
    """

    def __init__(self, rows: int, columns: int, at: Iterable[tuple[int, int]] | Ints) -> None:
        pattern = at if isinstance(at, np.ndarray) else np.fromiter(chain.from_iterable(at), np.int64)
        pattern = pattern.reshape(-1, 2)
        self.rows, self.columns = rows, columns
        self.row, self.column = pattern[:, 0].copy(), pattern[:, 1].copy()
        self._parts: dict[tuple[bytes, bytes], tuple[Ints, Ints]] = {}

    @cached_property
    def _by_row(self) -> tuple[Ints, Ints]:
        order = np.argsort(self.row, kind="stable")
        return order, np.searchsorted(self.row[order], np.arange(self.rows + 1))

    def entries_of(self, rows: Ints) -> tuple[Ints, Ints]:
        """The entries of some rows, row by row: which of these rows each is in, and its place among all entries."""
        order, starts = self._by_row
        counts = starts[rows + 1] - starts[rows]
        within = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        return np.repeat(np.arange(len(rows)), counts), order[np.repeat(starts[rows], counts) + within]

    def dense(self, values: Sequence[float] | Floats) -> Floats:
        """The whole matrix."""
        J = np.zeros((self.rows, self.columns))
        J[self.row, self.column] = values
        return J

    def part(self, values: Floats, rows: Ints, columns: Ints) -> Floats:
        """The matrix of some rows; their entries lie in the given columns, which ascend."""
        J = np.zeros(len(rows) * len(columns))
        key = rows.tobytes(), columns.tobytes()
        if key not in self._parts:  # the same few are asked for again and again
            row, entry = self.entries_of(rows)
            self._parts[key] = row * len(columns) + np.searchsorted(columns, self.column[entry]), entry
        at, entry = self._parts[key]
        J[at] = values[entry]
        return J.reshape(len(rows), len(columns))

    def largest(self, values: Floats) -> Floats:
        """The largest absolute entry of each row; 0 in an empty one."""
        found = np.zeros(self.rows)
        np.maximum.at(found, self.row, np.abs(values))
        return found


def unite_rows(groups: Groups, slopes: Slopes, rows: Ints) -> None:
    """Unite the columns in which each of some rows has entries."""
    row, entry = slopes.entries_of(rows)
    columns = slopes.column[entry].tolist()
    ends = np.searchsorted(row, np.arange(len(rows) + 1)).tolist()
    for begin, end in pairwise(ends):
        groups.unite(columns[begin:end])


@dataclass(frozen=True)
class Part:
    """Rows that can depend on each other, and the speeds that they move with; both ascend."""

    rows: Ints
    columns: Ints


def parts_of(equations: Equations, slopes: Slopes) -> list[Part]:
    """The constraint rows of a mechanism, taken apart.

    In relative coordinates rows belong together that share a speed. In absolute ones they nearly all do, through the
    bodies; yet what hangs on a joint can always be carried along as it is, so that only rows around common loops can
    depend on each other. Joints on no loop are parts of their own.

    Args:
        equations: in either formulation.
        slopes: the pattern of G.
    """
    rows, columns = np.arange(slopes.rows), np.arange(slopes.columns)
    if not is_large(equations):
        return _apart(equations) if equations.scales.parts.count > 1 else [Part(rows, columns)]
    if equations.formulation == "absolute":
        group = _loops(equations)
        labels = np.array([group[r.owner] for r in equations.rows], dtype=np.int64)
    else:
        shared = Groups(slopes.columns)
        for joint in gathered(owners_of(equations)[0]):
            shared.unite(joint.tolist())
        unite_rows(shared, slopes, rows)
        found = np.array(shared.labels, dtype=np.int64)
        labels = slopes.columns + rows  # a row without entries is alone
        labels[slopes.row] = found[slopes.column]
    return [Part(own, _touched(slopes, own)) for own in gathered(labels)]


def _apart(equations: Equations) -> list[Part]:
    """Rows and speeds of the parts that ground alone joins."""
    parts = equations.scales.parts
    of_row = np.array([parts.of_element[r.owner] for r in equations.rows], dtype=np.int64)
    of_owner = np.array(parts.of_owners(equations.tree), dtype=np.int64)
    of_speed = of_owner[owners_of(equations)[0]]
    return [Part(np.flatnonzero(of_row == k), np.flatnonzero(of_speed == k)) for k in range(parts.count)]


def owners_of(equations: Equations) -> tuple[Ints, Ints]:
    """For each speed and for each coordinate the number of its owner: the branch of the tree, or behind these a constraint."""
    owners = equations.owners
    numbers = np.arange(len(owners))
    counts = np.array([[o.freedoms, len(o.inner_names)] for o in owners], dtype=np.int64).reshape(-1, 2)
    return np.repeat(numbers, counts[:, 0]), np.repeat(numbers, counts[:, 1])


def gathered(labels: Ints) -> list[Ints]:
    """Places with equal labels, in the order of their first ones."""
    if not len(labels):
        return []
    order = np.argsort(labels, kind="stable")
    cuts = np.flatnonzero(np.diff(labels[order])) + 1
    return sorted(np.split(order, cuts), key=lambda own: int(own[0]))


def _touched(slopes: Slopes, rows: Ints) -> Ints:
    """Columns in which rows have entries."""
    found: Ints = np.unique(slopes.column[slopes.entries_of(rows)[1]])
    return found


def _loops(equations: Equations) -> dict[str, int]:
    """For every joint, constraint and relation the number of its part."""
    model = equations.model
    tree = span(model)
    found = loop_components(model, tree)
    members = [[e.name for e in (*c.joints, *c.constraints, *c.relations)] for c in found.coupled]
    members += [[joint.name] for joint in found.bridges]
    group = {name: k for k, names in enumerate(members) for name in names}
    # A relation may tie a joint that forbids nothing and is not on the tree: it moves with all that lies between its ends.
    united = Groups(len(members))
    firm = {branch.joint.name for branch in tree.branches} | {c.name for c in (*tree.cuts, *model.closings)}
    for relation in model.relations:
        for joint, _, _ in model.coordinates_of(relation):
            if joint.name not in firm:
                ways = tree.between(*(body_at(model, place) for place in model.ends_of(joint)))
                between = [tree.branches[k].joint.name for way in ways for k in way]
                united.unite([group[relation.name], *(group[name] for name in between)])
    labels = united.labels
    return {name: labels[k] for name, k in group.items()}


def in_step(
    tasks: Sequence[Generator[Q, A, R]], answers: Callable[[Mapping[int, Q]], Sequence[A]]
) -> list[R]:
    """Run generators side by side: what each of them asks next is answered together.

    Args:
        tasks: each asks at least once.
        answers: from questions by the number of the task to as many answers.
    """
    results: dict[int, R] = {}
    questions = {k: next(task) for k, task in enumerate(tasks)}
    while questions:
        for k, answer in zip([*questions], answers(questions), strict=True):
            try:
                questions[k] = tasks[k].send(answer)
            except StopIteration as end:
                results[k] = end.value
                del questions[k]
    return [results[k] for k in range(len(tasks))]


def moved(
    q: Floats,
    steps: Sequence[tuple[Ints, Ints, Trial]],
    retract: Callable[[Floats, Floats], Floats],
    speeds: int,
) -> Floats:
    """A pose with some parts elsewhere.

    Args:
        q: coordinates of all.
        steps: coordinates of a part, its speeds, and where it wants to be.
        retract: moves all coordinates by a step of all speeds.
        speeds: how many there are.
    """
    base, step = q.copy(), np.zeros(speeds)
    for places, columns, trial in steps:
        base[places] = trial.x
        if trial.step is not None:
            step[columns] = trial.step
    if all(trial.step is None for _, _, trial in steps):
        return base
    reached = retract(base, step)
    for places, _, trial in steps:
        if trial.step is not None:
            base[places] = reached[places]
    return base
