"""The constraint rows of a mechanism at a state, with rows and columns of natural size: what rank is decided on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sarrus.analysis.rank.parts import Part, Slopes, parts_of
from sarrus.mechanics import Equations
from sarrus.mechanics.infos import Level
from sarrus.mechanics.row_sizes import row_sizes
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.rank import SINGULAR


class Rows:
    """The rows of a mechanism: the pattern of G, what its entries are measured by, its parts.

    The rows of relations are measured by their slopes at the first state that is asked for.
    """

    def __init__(self, equations: Equations) -> None:
        e = self.equations = equations
        self.slopes = Slopes(len(e.rows), len(e.speeds), e.jacobian_pattern)
        self.columns = column_sizes(e)
        self.units = 1.0 / np.array(e.row_lengths)
        tied = {relation.name for relation in e.model.relations}
        self.tied = np.array([r.owner in tied for r in e.rows], dtype=bool)
        self._sizes: Floats | None = None
        self.is_placing = np.array([r.level is Level.POSITION for r in e.rows], dtype=bool)

    @cached_property
    def parts(self) -> list[Part]:
        """Rows that can depend on each other."""
        return parts_of(self.equations, self.slopes)

    @cached_property
    def passive_parts(self) -> list[Part]:
        """The same without the rows of drivers."""
        driven = {d.name for d in self.equations.model.drivers}
        passive = np.array([r.owner not in driven for r in self.equations.rows], dtype=bool)
        return [Part(p.rows[passive[p.rows]], p.columns) for p in self.parts]

    def placing(self, parts: Sequence[Part]) -> Sequence[Part]:
        """Parts without their rows of velocities: what forbids configurations."""
        if self.is_placing.all():
            return parts
        return [Part(p.rows[self.is_placing[p.rows]], p.columns) for p in parts]

    def senses_of(self, part: Part) -> Ints:
        """Which of the senses belong to a part of a mechanism in coordinates of the tree."""
        e = self.equations
        closed = (*e.tree.cuts, *e.model.closings)
        if len(self.parts) == 1:
            return np.arange(len(closed))
        owners = {e.rows[i].owner for i in part.rows.tolist()}
        return np.array([k for k, c in enumerate(closed) if c.name in owners], dtype=np.int64)

    def at(self, t: float, x: Floats) -> Constraints:
        """The rows at a state."""
        e = self.equations
        found = e.arrays_at(t=[t], x=x)
        g, G, senses = (np.array(found[name]) for name in ("g", "G", "sense"))
        if self._sizes is None and self.tied.any():
            self._sizes = row_sizes(e, t, x, G)
            self.units = self.units / self._sizes
        return Constraints(self, g, G, senses)


@dataclass(frozen=True)
class Constraints:
    """Rows at a state.

    Attributes:
        g, G: residuals, and entries of the Jacobian, as they are.
        senses: positive where a closed joint is the right way round.
    """

    of: Rows
    g: Floats
    G: Floats
    senses: Floats

    @cached_property
    def factors(self) -> Floats:
        """What each row is multiplied by before a decision.

        Rows of joints have a natural size once lengths are in units of their part's length. A relation has none: that of
        a gear of 1 mm on a mechanism of 1 m would be 1e-3 of the others and look nearly singular. Its row is divided by
        the largest of its scaled slopes; where that is nothing but rounding, it stays nothing.
        """
        slopes, units = self.of.slopes, self.of.units
        sizes = slopes.largest(units[slopes.row] * self.G * self.of.columns[slopes.column])
        return np.asarray(units / np.where(self.of.tied & (sizes > SINGULAR), sizes, 1.0))

    @cached_property
    def entries(self) -> Floats:
        """Entries of G with rows and columns of natural size."""
        slopes = self.of.slopes
        return np.asarray(self.factors[slopes.row] * self.G * self.of.columns[slopes.column])

    def matrix(self, part: Part) -> Floats:
        """G of a part, with rows and columns of natural size."""
        return self.of.slopes.part(self.entries, part.rows, part.columns)

    def off(self, part: Part) -> Floats:
        """How far the rows of a part are off, of natural size."""
        return np.asarray(self.factors[part.rows] * self.g[part.rows])


def column_sizes(equations: Equations) -> Floats:
    """Size of each speed: the length of its part where it moves, 1 where it turns."""
    return np.array(equations.speed_lengths)


def constraint_matrix(equations: Equations, t: float, x: Floats) -> Floats:
    """G of the whole mechanism at a state, as it is."""
    found = Rows(equations).at(t, x)
    return found.of.slopes.dense(found.G)


def scaled(equations: Equations, G: Floats) -> Floats:
    """G with lengths in units of their part's length: the same decision in mm and in m."""
    rows = Rows(equations)
    return np.asarray(rows.units[:, None] * G * rows.columns)


def balanced(equations: Equations, t: float, x: Floats) -> Floats:
    """G at a state with rows and columns of natural size; rank and condition are decided on it."""
    found = Rows(equations).at(t, x)
    return found.of.slopes.dense(found.entries)
