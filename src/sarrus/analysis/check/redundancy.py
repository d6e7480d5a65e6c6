"""Rows that repeat each other, in sets as small as possible, and what to release so that none does.

A self-stress is a set of multipliers that balance: G^T y = 0. Leaving out a row that takes part in one loses nothing.
With S the self-stresses as columns, and p as many independent rows of S as it has columns,

    S S[p]^-1

has the same span, and each of its columns is zero at all rows of p but one: that row with the others of its column is a
smallest set of rows that repeat each other.

References:
    Pellegrino (1993) on self-stress; Oxley (2011), section 1.2, on fundamental circuits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from sarrus.analysis.check.softer import softer_kinds
from sarrus.analysis.mobility import balanced, constraint_matrix, noise, row_factors
from sarrus.equations import Equations
from sarrus.model import Snapshot
from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import SINGULAR, rank_report, reduced

INDEPENDENT = 1e-3
"""Smallest singular value of a release that takes away as many self-stresses as it has rows."""
MOST = 24
"""So many ways to release rows are combined; a mechanism with more has no simple remedy."""


@dataclass(frozen=True)
class Dependence:
    """A smallest set of rows that repeat each other: any one of them follows from the others."""

    rows: tuple[str, ...]


@dataclass(frozen=True)
class Tangle:
    """Dependences that share joints or other elements.

    Attributes:
        rows: names of all rows in them.
        dependences: as many as rows are redundant.
        releases: ways to have none redundant and the same freedom; each is a list of (element, softer kinds).
    """

    rows: tuple[str, ...]
    dependences: tuple[Dependence, ...]
    releases: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def count(self) -> int:
        """Rows that are redundant."""
        return len(self.dependences)


def tangles(e: Equations, x: Floats) -> list[Tangle]:
    """What repeats what at a state of the absolute formulation."""
    circuits = _circuits(e, x, SINGULAR)
    owners = [r.owner for r in e.rows]
    return [_tangle(e, x, circuits[:, columns]) for columns in _connected(circuits, owners)]


def contradictions(e: Equations, x: Floats, gap: float) -> list[Dependence]:
    """Rows that would repeat each other if they agreed: at a pose that stays open by a little, and is at its best.

    Where rows are off by g, those with y^T g = 0 for each self-stress y agree.

    Args:
        e: absolute formulation.
        x: its state.
        gap: by how much it stays open, in units of the model's length.
    """
    circuits = _circuits(e, x, max(SINGULAR, 10.0 * gap))
    g = np.array(e.kernels["closure"]([0.0], x, e.constants)[0])
    off = circuits.T @ (row_factors(e, constraint_matrix(e, 0.0, x)) * g)
    worst = float(np.abs(off).max(initial=0.0))
    return [_dependence(e, circuits[:, k]) for k in np.flatnonzero(np.abs(off) > 0.1 * worst).tolist()]


def _circuits(e: Equations, x: Floats, singular: float) -> Floats:
    """Self-stresses, each a smallest dependent set of rows."""
    report = rank_report(balanced(e, constraint_matrix(e, 0.0, x)), singular=singular)
    circuits = reduced(report.self_stresses, _preferred(e))
    circuits[np.abs(circuits) < max(10.0 * noise(report), 3.0 * singular)] = 0.0
    return circuits


def by_element(e: Equations, names: Sequence[str]) -> dict[str, list[str]]:
    """Rows by the element they belong to, without its name."""
    owner = {r.name: r.owner for r in e.rows}
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(owner[name], []).append(name.removeprefix(f"{owner[name]}."))
    return found


def _preferred(e: Equations) -> list[int]:
    """Rows in the order in which a user would rather do without them."""
    place = {name: i for i, name in enumerate(_dispensable(e.model))}
    return sorted(range(len(e.rows)), key=lambda i: (place[e.rows[i].owner], i))


def _dispensable(model: Snapshot) -> list[str]:
    """Elements in the order in which a user would rather do without: drivers, relations, joints off ground; last first."""
    on_ground = {j.name: any(p.body is None for p in model.ends_of(j)) for j in model.all_joints}
    groups: list[list[str]] = [
        [d.name for d in model.drivers],
        [r.name for r in model.relations],
        [c.name for c in model.closings],
        [name for name, is_on in on_ground.items() if not is_on],
        [name for name, is_on in on_ground.items() if is_on],
    ]
    return list(dict.fromkeys(name for group in groups for name in reversed(group)))


def _connected(circuits: Floats, owners: Sequence[str]) -> list[list[int]]:
    """Columns that share elements, directly or through others."""
    groups: list[tuple[set[str], list[int]]] = []
    for k in range(circuits.shape[1]):
        elements = {owners[i] for i in np.flatnonzero(circuits[:, k]).tolist()}
        columns = [k]
        for group in [g for g in groups if g[0] & elements]:
            elements |= group[0]
            columns = [*group[1], *columns]
            groups.remove(group)
        groups.append((elements, columns))
    return sorted((sorted(columns) for _, columns in groups), key=min)


def _dependence(e: Equations, circuit: Floats) -> Dependence:
    return Dependence(tuple(e.rows[i].name for i in np.flatnonzero(circuit)))


def _tangle(e: Equations, x: Floats, circuits: Floats) -> Tangle:
    names = [r.name for r in e.rows]
    sets = tuple(_dependence(e, circuits[:, k]) for k in range(circuits.shape[1]))
    rows = tuple(names[i] for i in np.flatnonzero(circuits.any(axis=1)))
    return Tangle(rows, sets, _releases(e, x, circuits))


@dataclass(frozen=True)
class _Release:
    """A way to make one element softer, and what it does to the self-stresses: those with B s = 0 remain."""

    element: str
    kind: str
    B: Floats


def _releases(e: Equations, x: Floats, circuits: Floats) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Elements to soften, as few as possible, so that no self-stress remains and no freedom is added.

    Every released row must take away one self-stress: B has full row rank; and none may remain: B is square.
    """
    k = circuits.shape[1]
    ways = [way for way in _ways(e, x, circuits) if len(way.B) <= k and _is_full(way.B)][:MOST]
    for size in (1, 2, 3):
        fits = [
            group
            for group in combinations(ways, size)
            if len({way.element for way in group}) == size
            and sum(len(way.B) for way in group) == k
            and _is_full(np.vstack([way.B for way in group]))
        ]
        # a joint of another kind rather than none at all
        fits.sort(key=lambda group: sum(not way.kind for way in group))
        if fits:
            first = fits[0]
            if size > 1:
                return tuple((way.element, (way.kind,)) for way in first)
            kinds = tuple(g[0].kind for g in fits if g[0].element == first[0].element and g[0].kind)
            return ((first[0].element, kinds),)
    return ()


def _is_full(B: Floats) -> bool:
    return len(B) <= B.shape[1] and float(np.linalg.svd(B, compute_uv=False).min()) > INDEPENDENT


def _ways(e: Equations, x: Floats, circuits: Floats) -> Iterator[_Release]:
    """Ways to soften one element that takes part; an empty kind leaves it out."""
    model = e.model
    involved = {e.rows[i].owner for i in np.flatnonzero(circuits.any(axis=1))}
    joints = {j.name: j for j in model.all_joints}
    acted = {path for user in (*model.relations, *model.forces) if user.on_coordinates for path in user.at}
    for name in _dispensable(model):
        if name not in involved:
            continue
        rows = [i for i, r in enumerate(e.rows) if r.owner == name]
        if name in joints:
            # a coordinate that something acts on must stay
            kept = {path.partition(".")[2] for path in acted if path.startswith(f"{name}.")}
            for kind, released in softer_kinds(e, x, joints[name]):
                if kept <= {c.name for c in kind.coordinates}:
                    yield _Release(name, kind.keyword, released @ circuits[rows])
        if name not in model.carriers:
            yield _Release(name, "", circuits[rows])
