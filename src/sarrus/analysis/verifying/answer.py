"""How far the equations of a mechanism disagree, as an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sarrus.analysis.assembly.start import Start, failure_of, find_start
from sarrus.analysis.description import Description
from sarrus.analysis.linear.point import OperatingPoint
from sarrus.analysis.verifying.comparison import KINDS, ComparedSizes, compared
from sarrus.analysis.verifying.identities import IDENTITIES, identities
from sarrus.analysis.verifying.states import in_bodies, random_points, regular_angles, row_of
from sarrus.errors import ModelError, NumericalError, UsageError
from sarrus.mechanics.readable import Readable, readable
from sarrus.mechanics.readable.forms import FORMS
from sarrus.model import Mechanism, snapshot_of
from sarrus.phrases import count
from sarrus.results.answer import AnswerWithValues, Outcome, aligned
from sarrus.solvers.status import Status
from sarrus.spatial.sequences import BRYANT

__all__ = ["Verification", "verified"]

AGREED = 1e-10
"""Largest disagreement, as part of the largest value of its kind, at which equations count as the same."""
RELATIVE, ABSOLUTE = "relative formulation", "absolute formulation"


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Verification(AnswerWithValues):
    """All forms of the equations, held against the kernels in joint coordinates.

    Attributes:
        found: by form, by kind of quantity: the largest disagreement, as part of the largest value of its kind.
        where: by form, by kind: the quantity it is of.
        refused: by form, why it cannot say this mechanism.
        states: at how many states.
    """

    analysis: str = field(default="verify", init=False)
    found: dict[str, dict[str, float]]
    where: dict[str, dict[str, str]]
    refused: dict[str, str]
    states: int

    @property
    def worst(self) -> float:
        """The largest disagreement of all."""
        return max((off for row in self.found.values() for off in row.values()), default=0.0)

    def quantities(self) -> Mapping[str, tuple[Any, str]]:
        """Disagreements by form and kind."""
        return {
            f"{form}: {kind}": (off, "1") for form, row in self.found.items() for kind, off in row.items()
        }

    def text(self) -> str:
        """The table, and what was refused."""
        kinds = [kind for kind in (*KINDS, *IDENTITIES) if any(kind in row for row in self.found.values())]
        lines = [
            (form, *(f"{row[kind]:.1e}" if kind in row else "-" for kind in kinds))
            for form, row in self.found.items()
        ]
        parts = [f"{self.mechanism}: {self.status.text}", "", aligned(("", *kinds), lines)]
        if self.refused:
            parts += ["", "not compared:", *(f"  {form}: {why}" for form, why in self.refused.items())]
        return "\n".join(parts)


def verified(mechanism: Mechanism, states: int, seed: int, t: float, strict: bool) -> Verification:
    """See `verify`."""
    if states < 1:
        raise UsageError(f"states is {states}. It must be at least 1.")
    model = snapshot_of(mechanism)
    start = find_start(model, t)
    if start.status is not Status.OK:
        raise failure_of(start.status, start.message or start.status.text)
    points = list(random_points(start, states, seed, t))
    if not points:
        raise NumericalError(
            "no state was found at which the equations could be compared", int(Status.NO_CONVERGENCE)
        )
    angles = regular_angles(points)
    forms: dict[str, Readable] = {}
    refused: dict[str, str] = {}
    for form in FORMS:
        try:
            forms[form.keyword] = readable(
                model, form.keyword, angles=angles if "angles" in form.takes else BRYANT
            )
        except ModelError as error:
            refused[form.keyword] = "; ".join(problem.what for problem in error.problems)
    tally = Tally()
    for point in points:
        _at_point(start, point, forms, tally, refused)
    described = Description(model)
    worst = max((off for row in tally.found.values() for off, _ in row.values()), default=0.0)
    answer = Verification(
        mechanism=model.name,
        status=_outcome(worst, tally, len(points)),
        evidence={"states": len(points), "largest disagreement": worst, "angles": angles},
        described=described,
        foreign=tuple(kind.keyword for kind in described.foreign),
        found={form: {kind: off for kind, (off, _) in row.items()} for form, row in tally.found.items()},
        where={form: {kind: name for kind, (_, name) in row.items()} for form, row in tally.found.items()},
        refused=refused,
        states=len(points),
    )
    if strict and not answer.ok:
        raise NumericalError(answer.status.text, int(Status.CONTRADICTED), answer)
    return answer


@dataclass
class Tally:
    """The worst so far, by way and kind."""

    found: dict[str, dict[str, tuple[float, str]]] = field(default_factory=dict)

    def take(self, way: str, worst: Mapping[str, tuple[float, str]]) -> None:
        """Keep the larger."""
        row = self.found.setdefault(way, {})
        for kind, (off, name) in worst.items():
            if off >= row.get(kind, (-1.0, ""))[0]:
                row[kind] = off, name


def _at_point(
    start: Start, point: OperatingPoint, forms: Mapping[str, Readable], tally: Tally, refused: dict[str, str]
) -> None:
    """Everything at one state."""
    channels = {c.name: c for c in point.e.channels}
    row = row_of(point)
    scales = ComparedSizes.at(point.e.channels, row, point.e.length, point.force_scale, point.e.mass)
    unique = _unique(point)
    by_bodies = in_bodies(start, point)
    other = row_of(by_bodies)
    tally.take(RELATIVE, identities(point))
    tally.take(ABSOLUTE, identities(by_bodies))
    tally.take(ABSOLUTE, compared(channels, row, {n: v for n, v in other.items() if n in unique}, scales))
    for keyword, form in forms.items():
        try:
            solved = form.solve(row, point.t)
        except ValueError as error:
            refused[keyword] = f"at one of the states {error}"
            continue
        shown = {n: v for n, v in solved.published.items() if n in solved.unique and n in unique}
        tally.take(keyword, compared(channels, row, shown, scales))


def _unique(point: OperatingPoint) -> set[str]:
    """Published quantities that no load which balances itself changes."""
    names = {c.name for c in point.e.channels}
    if not len(point.stand.dropped):
        return names
    null = _self_stresses(point)
    zero = np.array(point.e.evaluate("output", [point.t], point.x, point.vdot, point.lam)[0])
    for k in range(null.shape[1]):
        lam = point.lam.copy()
        lam[: null.shape[0]] += null[:, k] * max(1.0, float(np.abs(lam).max(initial=0.0)))
        moved = np.array(point.e.evaluate("output", [point.t], point.x, point.vdot, lam)[0])
        for c in point.e.channels:
            part = slice(c.start, c.start + c.size)
            if np.abs(moved[part] - zero[part]).max() > 1e-9 * (1.0 + np.abs(zero[part]).max()):
                names.discard(c.name)
    return names


def _self_stresses(point: OperatingPoint) -> Any:
    """Multipliers that do nothing to the motion."""
    G = point.stand.G
    U, s, _ = np.linalg.svd(G)
    rank = len(point.stand.chosen)
    return U[:, rank:] if len(s) else np.zeros((0, 0))


def _outcome(worst: float, tally: Tally, states: int) -> Outcome:
    at = count(states, "state")
    if worst <= AGREED:
        forms = count(len(set(tally.found) - {RELATIVE, ABSOLUTE}), "printed form")
        said = f"The numeric formulations and {forms} agree at {at}"
        return Outcome("ok", f"{said}: the largest disagreement is {worst:.1e}.")
    form, kind, off, name = max(
        ((form, kind, off, name) for form, row in tally.found.items() for kind, (off, name) in row.items()),
        key=lambda item: item[2],
    )
    return Outcome(
        "disagreement",
        f"The equations disagree by {off:.1e}, beyond {AGREED:g}: {kind} of '{name}' by {form}.",
    )
