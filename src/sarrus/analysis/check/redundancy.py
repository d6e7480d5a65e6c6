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
from functools import cached_property
from itertools import combinations, islice

import numpy as np

from sarrus.analysis.check.softer import softer_kinds
from sarrus.analysis.rank.constraints import Constraints, Rows
from sarrus.analysis.rank.mobility import Ranks, noise
from sarrus.elements.joints.base import Joint
from sarrus.mechanics import Equations
from sarrus.model import Snapshot
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.rank import SINGULAR, reduced

INDEPENDENT = 1e-3
"""Smallest singular value of a release that takes away as many self-stresses as it has rows."""
MOST = 24
"""So many ways to release rows are combined; a mechanism with more has no simple remedy."""
REMEDIES = 24
"""So many dependent_sets are given a remedy."""


@dataclass(frozen=True)
class Dependence:
    """A smallest set of rows that repeat each other: any one of them follows from the others."""

    rows: tuple[str, ...]


@dataclass(frozen=True)
class DependentSet:
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


@dataclass(frozen=True)
class Circuits:
    """Self-stresses of a part, each a smallest dependent set of rows.

    Attributes:
        rows: of the mechanism.
        shares: of each of them in each self-stress.
    """

    rows: Ints
    shares: Floats

    def involved(self) -> list[int]:
        """Rows of the mechanism with a share."""
        found: list[int] = self.rows[self.shares.any(axis=1)].tolist()
        return found

    def only(self, columns: Sequence[int]) -> Circuits:
        """Some of them."""
        return Circuits(self.rows, self.shares[:, list(columns)])


def dependent_sets(e: Equations, x: Floats) -> list[DependentSet]:
    """What repeats what at a state of the absolute formulation."""
    owners = [r.owner for r in e.rows]
    sets = [
        part.only(columns)
        for part in _circuits(e, Rows(e).at(0.0, x), SINGULAR)
        for columns in _connected(part, owners)
    ]
    remedy = _Remedy(e, x)
    return [_dependent_set(e, remedy if k < REMEDIES else None, circuits) for k, circuits in enumerate(sets)]


def contradictions(e: Equations, x: Floats, gap: float) -> list[Dependence]:
    """Rows that would repeat each other if they agreed: at a pose that stays open by a little, and is at its best.

    Where rows are off by g, those with y^T g = 0 for each self-stress y agree.

    Args:
        e: absolute formulation.
        x: its state.
        gap: by how much it stays open, in units of the part's length.
    """
    here = Rows(e).at(0.0, x)
    found = []
    for part in _circuits(e, here, max(SINGULAR, 10.0 * gap)):
        off = np.abs(part.shares.T @ (here.factors * here.g)[part.rows])
        found += [(size, _dependence(e, part.only([k]))) for k, size in enumerate(off.tolist())]
    worst = max((size for size, _ in found), default=0.0)
    return [dependence for size, dependence in found if size > 0.1 * worst]


def _circuits(e: Equations, here: Constraints, singular: float) -> list[Circuits]:
    """The self-stresses of each part that has some; those parts first of which a user would rather change something."""
    ranks = Ranks.of(here, here.of.parts, singular=singular)
    preference = _preference(e)
    found = []
    for part, report in zip(ranks.parts, ranks.reports, strict=True):
        if report.self_stresses.size:
            order = np.argsort(preference[part.rows], kind="stable").tolist()
            shares = reduced(report.self_stresses, order)
            shares[np.abs(shares) < max(10.0 * noise(report.condition), 3.0 * singular)] = 0.0
            found.append(Circuits(part.rows, shares))
    return sorted(found, key=lambda circuits: int(preference[circuits.involved()].min()))


def by_element(e: Equations, names: Sequence[str]) -> dict[str, list[str]]:
    """Rows by the element they belong to, without its name."""
    owner = {r.name: r.owner for r in e.rows}
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(owner[name], []).append(name.removeprefix(f"{owner[name]}."))
    return found


def _preference(e: Equations) -> Ints:
    """For each row when a user would rather do without it, the earlier the rather."""
    place = {name: i for i, name in enumerate(_dispensable(e.model))}
    return np.array([place[r.owner] for r in e.rows], dtype=np.int64)


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


def _connected(circuits: Circuits, owners: Sequence[str]) -> list[list[int]]:
    """Columns that share elements, directly or through others."""
    groups: list[tuple[set[str], list[int]]] = []
    for k in range(circuits.shares.shape[1]):
        elements = {owners[i] for i in circuits.only([k]).involved()}
        columns = [k]
        for group in [g for g in groups if g[0] & elements]:
            elements |= group[0]
            columns = [*group[1], *columns]
            groups.remove(group)
        groups.append((elements, columns))
    return sorted((sorted(columns) for _, columns in groups), key=min)


def _dependence(e: Equations, circuit: Circuits) -> Dependence:
    return Dependence(tuple(e.rows[i].name for i in circuit.involved()))


def _dependent_set(e: Equations, remedy: _Remedy | None, circuits: Circuits) -> DependentSet:
    sets = tuple(_dependence(e, circuits.only([k])) for k in range(circuits.shares.shape[1]))
    rows = tuple(e.rows[i].name for i in circuits.involved())
    return DependentSet(rows, sets, remedy.releases(circuits) if remedy else ())


@dataclass(frozen=True)
class _Release:
    """A way to make one element softer, and what it does to the self-stresses: those with B s = 0 remain."""

    element: str
    kind: str
    B: Floats


class _Remedy:
    """Which elements to soften."""

    def __init__(self, e: Equations, x: Floats) -> None:
        self.e, self.x = e, x

    @cached_property
    def _rows(self) -> dict[str, list[int]]:
        """Rows of every element, in the order in which a user would rather do without elements."""
        found: dict[str, list[int]] = {name: [] for name in _dispensable(self.e.model)}
        for i, row in enumerate(self.e.rows):
            found[row.owner].append(i)
        return found

    @cached_property
    def _acted(self) -> dict[str, set[str]]:
        """Coordinates that something acts on, by joint."""
        model = self.e.model
        found: dict[str, set[str]] = {}
        for user in (*model.relations, *model.forces):
            for joint, _, name in (path.partition(".") for path in model.acted_on(user)):
                found.setdefault(joint, set()).add(name)
        return found

    @cached_property
    def _joints(self) -> dict[str, Joint]:
        return {j.name: j for j in self.e.model.all_joints}

    def releases(self, circuits: Circuits) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Elements to soften, as few as possible, so that no self-stress remains and no freedom is added.

        Every released row must take away one self-stress: B has full row rank; and none may remain: B is square.
        """
        k = circuits.shares.shape[1]
        fitting = (way for way in self._ways(circuits) if len(way.B) <= k and _is_full(way.B))
        ways = [*islice(fitting, MOST)]
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

    def _ways(self, circuits: Circuits) -> Iterator[_Release]:
        """Ways to soften one element that takes part; an empty kind leaves it out."""
        involved = {self.e.rows[i].owner for i in circuits.involved()}
        for name, rows in self._rows.items():
            if name not in involved:
                continue
            own = circuits.shares[np.searchsorted(circuits.rows, rows)]
            if name in self._joints:
                # a coordinate that something acts on must stay
                kept = self._acted.get(name, set())
                for kind, released in softer_kinds(self.e, self.x, self._joints[name]):
                    if kept <= {c.name for c in kind.coordinates}:
                        yield _Release(name, kind.keyword, released @ own)
            if name not in self.e.model.carriers:
                yield _Release(name, "", own)


def _is_full(B: Floats) -> bool:
    return len(B) <= B.shape[1] and float(np.linalg.svd(B, compute_uv=False).min()) > INDEPENDENT
