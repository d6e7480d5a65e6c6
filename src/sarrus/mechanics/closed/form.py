"""The closed form of a mechanism from a start on, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sarrus.mechanics.base import Equations
from sarrus.mechanics.choice import Refusal, unfit_to_close
from sarrus.mechanics.closed.plan import Plan, best_plan
from sarrus.mechanics.closed.structure import Closures
from sarrus.mechanics.closed.tables import ClosedTables, closed_equations
from sarrus.mechanics.kernels import StraightTables
from sarrus.scalar.vectors import Floats

__all__ = ["ClosedForm", "closed_form"]

SAME = 1e-7
"""By how much coordinates and speeds that follow may differ from those of a start that was found by iteration."""


@dataclass(frozen=True)
class ClosedForm:
    """A mechanism in closed form.

    Attributes:
        relative: the equations in joint coordinates that it was made from.
        equations: with loops solved.
        plan: what leads, and what follows.
        x: the start.
    """

    relative: Equations
    equations: Equations
    plan: Plan
    x: Floats

    @property
    def leading(self) -> tuple[str, ...]:
        """Names of the coordinates that lead."""
        return tuple(self.relative.coordinates[k] for k in self.plan.leading)

    def expanded(self, t: float, x: Floats) -> Floats:
        """A state in joint coordinates."""
        return np.array(self.equations.evaluate("expand", [t], x)[0])


def closed_form(relative: Equations, x: Floats, t: float = 0.0) -> ClosedForm | Refusal:
    """Solve the loops of a mechanism in closed form, in the modes of a start.

    Args:
        relative: its equations in joint coordinates.
        x: an assembled state of these.
        t: its time [s].
    """
    refusal = unfit_to_close(relative)
    if refusal is not None:
        return refusal
    tables = relative.tables
    assert isinstance(tables, StraightTables)
    closures = Closures(tables.mechanics, tables.recorded)
    fixed = [k for k, name in enumerate(relative.coordinates) if name in relative.model.fixed]
    u = [i.start for i in relative.inputs]
    plan = best_plan(closures, tables.number_values, x.tolist(), fixed, t, u)
    if isinstance(plan, Refusal):
        return plan
    found = _at(relative, closed_equations(relative, closures, plan), plan, x)
    here = found.expanded(t, found.x)
    n = 2 * len(relative.speeds)
    if not np.all(np.abs(here - x)[:n] <= SAME * (1.0 + np.abs(x[:n]))):
        return Refusal("what it says of the start is not what was assembled")
    return found


def _at(relative: Equations, equations: Equations, plan: Plan, x: Floats) -> ClosedForm:
    """The start as a state of the closed form."""
    n, leading = len(relative.speeds), list(plan.leading)
    tables = equations.tables
    assert isinstance(tables, ClosedTables)
    parts = [x[leading], x[[n + k for k in leading]], x[2 * n :], x[list(tables.turning)]]
    return ClosedForm(relative, equations, plan, np.concatenate(parts))
