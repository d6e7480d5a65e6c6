"""One mechanism of what moves how and what may push, and whether that can be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sarrus.analysis.description import Description
from sarrus.analysis.inverse.actuators import Actuator, add_actuators
from sarrus.analysis.inverse.motion import prescribe
from sarrus.analysis.rank.constraints import Rows
from sarrus.analysis.rank.parts import Slopes
from sarrus.errors import ModelError, UsageError, quote
from sarrus.mechanics import Equations
from sarrus.model import Mechanism, Snapshot, snapshot_of
from sarrus.model.wording import label
from sarrus.phrases import count, listed
from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import SINGULAR

__all__ = ["EffortProblem", "copy_of", "problem_of"]


@dataclass(frozen=True)
class EffortProblem:
    """A motion and what may push.

    Attributes:
        original: the mechanism as it is.
        model: with a row for each motion, and an input for each effort.
        prescribed: by the name of what moves, the element whose row says how.
        actuators: what pushes.
        is_direct: whether efforts act along what is prescribed, and nowhere else.
    """

    original: Snapshot
    model: Snapshot
    prescribed: Mapping[str, str]
    actuators: Sequence[Actuator]

    @property
    def is_direct(self) -> bool:
        """Whether efforts act along what is prescribed, and nowhere else."""
        return {a.row for a in self.actuators} == {*self.prescribed.values()}

    @property
    def released(self) -> frozenset[str]:
        """Elements whose rows say how the motion is, and do not hold it."""
        return frozenset(self.prescribed.values()) - {a.row for a in self.actuators}

    @property
    def added(self) -> frozenset[str]:
        """Names of elements and inputs that the original does not have."""
        of = self.original
        there = {*of.inputs, *(e.name for e in of.elements)}
        return frozenset((*self.model.inputs, *(e.name for e in self.model.elements))) - there

    def in_words(self, text: str) -> str:
        """A text in which motions that were given are called so, by what they move, and not by the rows that hold them."""
        elements = {e.name: e for e in self.model.elements}
        for name, row in self.prescribed.items():
            if row in self.added:
                for kind in (label(elements[row]).partition(" ")[0], "driver"):
                    text = text.replace(f"{kind} {quote(row)}", f"the motion of {quote(name)}")
                    text = text.replace(f"{kind.capitalize()} {quote(row)}", f"The motion of {quote(name)}")
                text = text.replace(quote(row), quote(name))
        return text


def copy_of(mechanism: Mechanism, model: Snapshot) -> Mechanism:
    """A copy of a mechanism that may be changed."""
    found = Description(model).mechanism()
    found.folder, found.sources = mechanism.folder, dict(mechanism.sources)
    found.analyses = {}
    return found


def problem_of(
    mechanism: Mechanism, motion: Mapping[str, Any] | None, actuators: Sequence[str] | None, until: float
) -> EffortProblem:
    """What is asked, as one mechanism.

    Args:
        mechanism: as it is.
        motion: by name; None: that of the drivers. Empty: it is known already.
        actuators: what may push; None: the drivers, or what moves.
        until: end time [s].

    Raises:
        UsageError: a name or a motion is wrong.
    """
    original = snapshot_of(mechanism)
    copy = copy_of(mechanism, original)
    if motion is None:
        prescribed = {driver.name: driver.name for driver in original.drivers}
        if not prescribed:
            raise UsageError(
                f"nothing says how '{original.name}' moves: it has no drivers, and no motion is given. Give "
                "motion={'A.theta': '2*pi*t'}, or add a driver."
            )
    else:
        prescribed = prescribe(copy, original, motion, until) if motion else {}
    if actuators is None and not prescribed:
        raise UsageError("the motion is that of a result: name the actuators, such as actuators=['A.theta'].")
    pushing = add_actuators(copy, original, list(prescribed) if actuators is None else actuators, prescribed)
    return EffortProblem(original, _checked(copy, prescribed), prescribed, pushing)


def _checked(copy: Mechanism, prescribed: Mapping[str, str]) -> Snapshot:
    """The mechanism with its motions; the rest of it is known to be right."""
    try:
        return snapshot_of(copy)
    except ModelError as error:
        text = str(error)
        for name, row in prescribed.items():
            text = text.replace(quote(row), quote(name))
        raise UsageError(f"motion: {text}") from None


def require_independent(problem: EffortProblem, e: Equations, x: Floats) -> None:
    """Refuse motions that depend on each other, or are held by joints already.

    Raises:
        UsageError: some do.
    """
    rows = Rows(e)
    here = rows.at(0.0, x)
    scaled = here.of.slopes.dense(here.entries)
    moving = {row: name for name, row in problem.prescribed.items()}
    owners = [r.owner for r in e.rows]
    kept = scaled[[o not in moving for o in owners]]
    span = _span(kept)
    before: list[str] = []
    for k, owner in enumerate(owners):
        if owner not in moving:
            continue
        left = scaled[k] - span @ (span.T @ scaled[k])
        left -= span @ (span.T @ left)
        size = float(np.linalg.norm(left))
        if size <= SINGULAR * max(1.0, float(np.linalg.norm(scaled[k]))):
            others = f" once {listed(before)} {'is' if len(before) == 1 else 'are'} given" if before else ""
            raise UsageError(
                f"the motion of '{moving[owner]}' is not free{others}: joints and drivers tell it then, in the pose at the start. "
                "Leave it out, or prescribe another coordinate in its place."
            )
        span = np.column_stack([span, left / size])
        before.append(moving[owner])


def _span(matrix: Floats) -> Floats:
    if not len(matrix):
        return np.zeros((matrix.shape[1], 0))
    _, sigma, Vt = np.linalg.svd(matrix, full_matrices=False)
    return np.asarray(Vt[sigma > SINGULAR * max(1.0, sigma.max(initial=0.0))].T)


def free_to_move(e: Equations, x: Floats) -> tuple[int, list[str]]:
    """How many motions are left at a state, and which joint coordinates are in them."""
    rows = Rows(e)
    here = rows.at(0.0, x)
    span = _span(here.of.slopes.dense(here.entries))
    n = len(e.speeds)
    left = n - span.shape[1]
    if not left:
        return 0, []
    free = rows.columns[:, None] * (np.eye(n) - span @ span.T)
    J = Slopes(len(e.measured), n, e.measure_pattern).dense(e.arrays_at(t=[0.0], x=x)["measure_J"])
    moved = np.abs(J @ free).max(axis=1) > 1e-6 * np.abs(J * rows.columns).max(axis=1, initial=1e-300)
    return left, [name for name, is_moved in zip(e.measured, moved, strict=True) if is_moved]


def require_determined(problem: EffortProblem, e: Equations, x: Floats, is_told: bool) -> int:
    """How many motions are left free, where that is meant.

    Args:
        problem: what is asked.
        e, x: its equations, and the state at the start.
        is_told: whether somebody named the actuators.

    Raises:
        UsageError: some are free, and it is not meant, or cannot be done.
    """
    left, names = free_to_move(e, x)
    if not left:
        return 0
    missing = f"{count(left, 'degree')} of freedom left: nothing says how {listed(names[:6])} moves."
    if not is_told:
        raise UsageError(
            f"{missing} Prescribe as many independent coordinates as there are degrees of freedom; or name as many actuators as "
            "motions, at the same coordinates, and the rest moves freely."
        )
    if not problem.is_direct:
        raise UsageError(
            f"{missing} Where the rest moves freely, efforts are found along the prescribed coordinates alone: "
            f"actuators={list(problem.prescribed)}. Prescribe the others too, or let these push."
        )
    return left
