"""Freedom of a mechanism at a pose: rank of its constraints, what is redundant, what nothing resists.

Decided on geometry alone: G of the absolute formulation, rows and columns of natural size, no masses. A large mechanism
is looked at part by part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from sarrus.analysis.rank.constraints import (
    Constraints,
    Rows,
    balanced,
    column_sizes,
    constraint_matrix,
    scaled,
)
from sarrus.analysis.rank.dependence import Columns
from sarrus.analysis.rank.parts import Part, is_large
from sarrus.analysis.rank.weightless import massless_motion, weightless
from sarrus.mechanics import Equations
from sarrus.mechanics.infos import LOADS, ChannelInfo, ChannelKind
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.rank import SINGULAR, WARN, rank_report

__all__ = [
    "Mobility",
    "Ranks",
    "balanced",
    "column_sizes",
    "constraint_matrix",
    "left_open",
    "massless_motion",
    "mobility",
    "noise",
    "scaled",
    "united",
    "weightless",
]


@dataclass(frozen=True)
class Mobility:
    """Freedoms at one pose.

    Attributes:
        unconstrained: freedoms of the bodies without constraints.
        rows: constraint rows, drivers included.
        rank: independent ones among them.
        placing: independent ones among those that forbid positions; the others forbid velocities alone.
        redundant: rows that take part in a dependence, by name.
        condition: largest over smallest singular value that counts; of a large mechanism that of its worst part.
        near_singular: whether a singular value is small without counting as zero.
        not_unique: reaction components that the dependences leave open.
    """

    unconstrained: int
    rows: int
    rank: int
    placing: int
    redundant: tuple[str, ...]
    condition: float
    near_singular: bool
    not_unique: tuple[str, ...]

    @property
    def configurations(self) -> int:
        """Dimension of the set of poses near this one."""
        return self.unconstrained - self.placing

    @property
    def speeds(self) -> int:
        """Independent speeds that are left; fewer than configurations where rows forbid velocities alone."""
        return self.unconstrained - self.rank


SPARSE = 300
"""Rows of a part from which no dense matrix of it is made."""


@dataclass(frozen=True)
class PartRank:
    """Rank of the rows of one part.

    Attributes:
        rank: independent ones among them.
        condition: largest over smallest singular value that counts; 1 when none does.
        is_near_singular: whether a singular value is small without counting as zero.
        self_stresses: orthonormal columns, with a row for each row of the part.
    """

    rank: int
    condition: float
    is_near_singular: bool
    self_stresses: Floats


def part_rank(constraints: Constraints, part: Part, singular: float = SINGULAR) -> PartRank:
    """Rank of the rows of a part; singular values up to a part of the largest count as zero."""
    if not is_large(constraints.of.equations) or len(part.rows) < SPARSE:
        report = rank_report(constraints.matrix(part), singular)
        return PartRank(report.rank, report.condition, report.is_near_singular, report.self_stresses)
    slopes = constraints.of.slopes
    row, entry = slopes.entries_of(part.rows)
    owners: dict[str, list[int]] = {}
    for k, i in enumerate(part.rows.tolist()):
        owners.setdefault(constraints.of.equations.rows[i].owner, []).append(k)
    # its rows as columns
    columns = Columns(slopes.column[entry], row, constraints.entries[entry], [*owners.values()])
    stresses, condition = columns.vanishing(singular), columns.condition(singular)
    return PartRank(len(part.rows) - stresses.shape[1], condition, 1.0 <= WARN * condition, stresses)


@dataclass(frozen=True)
class Ranks:
    """Rank reports of the parts of a mechanism at a state.

    Attributes:
        constraints: its rows.
        parts: which of them were looked at together.
        reports: on each part.
    """

    constraints: Constraints
    parts: Sequence[Part]
    reports: Sequence[PartRank]

    @classmethod
    def of(cls, constraints: Constraints, parts: Sequence[Part], singular: float = SINGULAR) -> Ranks:
        """Look at parts of the rows."""
        return cls(constraints, parts, [part_rank(constraints, part, singular) for part in parts])

    @property
    def rank(self) -> int:
        """Independent rows."""
        return sum(report.rank for report in self.reports)

    @property
    def condition(self) -> float:
        """That of the worst part."""
        return max((report.condition for report in self.reports), default=1.0)

    @property
    def is_near_singular(self) -> bool:
        """Whether a part is."""
        return any(report.is_near_singular for report in self.reports)

    def involved(self) -> list[int]:
        """Rows that take part in a self-stress."""
        found: list[int] = []
        for part, report in zip(self.parts, self.reports, strict=True):
            if report.self_stresses.size:
                sizes = np.abs(report.self_stresses).max(axis=1)
                found += part.rows[sizes > noise(report.condition)].tolist()
        return sorted(found)

    def multipliers(self) -> list[Floats]:
        """Self-stresses as multipliers of the rows; parts share no reaction, so that one of each can act at a time."""
        most = max((report.self_stresses.shape[1] for report in self.reports), default=0)
        found = [np.zeros(len(self.constraints.factors)) for _ in range(most)]
        for part, report in zip(self.parts, self.reports, strict=True):
            for lam, stress in zip(found, report.self_stresses.T, strict=False):
                lam[part.rows] = self.constraints.factors[part.rows] * stress
        return found


def mobility(equations: Equations, t: float, x: Floats) -> Mobility:
    """Rank report at a state of the absolute formulation."""
    rows = Rows(equations)
    here, parts = rows.at(t, x), rows.parts
    ranks, placing = Ranks.of(here, parts), rows.placing(parts)
    return Mobility(
        unconstrained=len(equations.speeds),
        rows=len(equations.rows),
        rank=ranks.rank,
        placing=ranks.rank if placing is parts else Ranks.of(here, placing).rank,
        redundant=tuple(equations.rows[i].name for i in ranks.involved()),
        condition=ranks.condition,
        near_singular=ranks.is_near_singular,
        not_unique=left_open(equations, t, x, ranks.multipliers()),
    )


def noise(condition: float) -> float:
    """Entries of unit motions and self-stresses up to this size count as zero.

    A pose known to 1e-10 turns them by about 1e-10 times the condition.
    """
    return float(np.clip(1e-8 * condition, 1e-6, 1e-3))


def left_open(equations: Equations, t: float, x: Floats, stresses: Sequence[Floats]) -> tuple[str, ...]:
    """Reaction components that change when a self-stress, given as multipliers, is added."""
    if not stresses:
        return ()
    reactions = _Reactions(equations)
    rest = reactions.at(t, x, np.zeros(len(equations.rows)))
    is_open = np.zeros(len(rest), dtype=bool)
    for stress in stresses:
        # Accelerations and applied forces cancel in the difference.
        change = np.abs(reactions.at(t, x, stress) - rest) * reactions.sizes
        is_open |= change > np.maximum(1e-6, 1e-12 * np.abs(rest) * reactions.sizes)
    return tuple(name for name, bad in zip(reactions.names, is_open, strict=True) if bad)


def united(equations: Equations, found: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Components of reactions that are in any of some lists, in the order of the series."""
    place = {c.name: c.start for c in equations.channels}

    def at(name: str) -> tuple[int, str]:
        return place[name if name in place else name.rpartition(".")[0]], name

    return tuple(sorted({name for names in found for name in names}, key=at))


class _Reactions:
    """Components of the published reactions, torques and efforts."""

    def __init__(self, equations: Equations) -> None:
        self.equations = equations
        self.names: list[str] = []
        places: list[int] = []
        sizes: list[float] = []
        for c in equations.channels:
            if c.kind in LOADS:
                own = [c.name] if c.size == 1 else [f"{c.name}.{axis}" for axis in "xyz"[: c.size]]
                self.names += own
                places += range(c.start, c.start + len(own))
                sizes += [_arm(equations, c)] * len(own)
        self.places: Ints = np.array(places, dtype=np.int64)
        self.sizes = np.array(sizes)

    def at(self, t: float, x: Floats, lam: Floats) -> Floats:
        """Their values without accelerations."""
        e = self.equations
        lam = np.concatenate([lam, np.zeros(len(e.pushes))])
        row = e.evaluate("output", [t], x, np.zeros(len(e.speeds)), lam)[0]
        return np.array(row)[self.places]


def _arm(equations: Equations, channel: ChannelInfo) -> float:
    """What makes a torque of the component of a reaction: the length of its part; 1 where it is a torque or an effort."""
    return equations.scales.length_of(channel.owner) if channel.kind is ChannelKind.REACTION else 1.0
