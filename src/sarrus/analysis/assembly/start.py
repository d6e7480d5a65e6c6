"""Start values: find a pose that closes all loops and speeds that fit it, near the guesses, never moving what is fixed.

The search runs in the coordinates of the spanning tree on interpreted kernels; the state found is then expressed in
the formulation asked for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sarrus.analysis.assembly.contradiction import Contradiction
from sarrus.analysis.assembly.gimbal import driven_locks
from sarrus.analysis.assembly.nearest import nearest_pose
from sarrus.analysis.assembly.search import CLOSED, Search
from sarrus.analysis.assembly.speeds import speeds
from sarrus.analysis.rank.cancellation import cancels
from sarrus.elements.closing import Closing
from sarrus.elements.joints.base import Joint
from sarrus.errors import NumericalError, StartError
from sarrus.mechanics import Equations, formulate
from sarrus.mechanics.bodies import bodies_at
from sarrus.mechanics.choice import cheaper_formulation
from sarrus.model import Snapshot
from sarrus.quiet import no_collection
from sarrus.solvers.arrays import Floats
from sarrus.solvers.newton import Root
from sarrus.solvers.status import Status

MOVED = 1e-9
"""A guess that is off by more, in radians or units of the part's length, and per second, has moved."""


@dataclass(frozen=True)
class Start:
    """An assembled mechanism.

    Attributes:
        equations: the relative equations the search used.
        x: state of the relative formulation.
        status: OK, or why it failed.
        message: one or two sentences when it failed.
        residual: worst scaled gap left.
        iterations: Newton iterations.
        moved: guesses that had to move: name -> (given, found).
        values: every published coordinate and rate found.
        others: the same mechanism in other formulations, as far as somebody asked.
    """

    equations: Equations
    x: Floats
    status: Status
    message: str
    residual: float
    iterations: int
    moved: dict[str, tuple[float, float]] = field(default_factory=dict)
    values: dict[str, float] = field(default_factory=dict)
    others: dict[str, Equations] = field(default_factory=dict, repr=False)


@no_collection()
def find_start(model: Snapshot, t: float = 0.0) -> Start:
    """Assemble positions, then speeds."""
    return start_from(formulate(model, "relative"), t)


def start_from(equations: Equations, t: float = 0.0) -> Start:
    """The same on relative equations already made; the numbers of the start values may be new, their names may not."""
    search = Search(equations, t)
    first = search.first_pose()
    root = nearest_pose(search, first)
    if not root.residual < CLOSED:
        contradiction = Contradiction(search, first, root)
        if contradiction.way_out is None:
            x = np.array(search.state(root.x))
            text = contradiction.text()
            status = Status.CONTRADICTING if contradiction.is_of_values else Status.NOT_CLOSED
            return Start(equations, x, status, text, root.residual, root.iterations)
        root = contradiction.way_out
    senses = search.pose(root.x).senses
    if any(not s > 0 for s in senses):
        closed = (*equations.tree.cuts, *equations.model.closings)
        bad = [c for c, s in zip(closed, senses, strict=True) if not s > 0]
        message = f"{beyond_sense(bad)} Give start values nearer to the pose meant."
        x = np.array(search.state(root.x))
        has_words = any(c.beyond_sense != Closing.beyond_sense for c in bad)
        status = Status.DEGENERATE if has_words else Status.WRONG_BRANCH
        return Start(equations, x, status, message, root.residual, root.iterations)
    return _with_speeds(search, root)


def failure_of(status: Status, text: str, answer: object | None = None) -> NumericalError:
    """The error of a start that was not found; where demands contradict each other, the model is wrong."""
    kind = StartError if status is Status.CONTRADICTING else NumericalError
    return kind(text, int(status), answer)


def beyond_sense(closed: Sequence[Closing]) -> str:
    """A sentence on closed elements whose sense is not positive, one for all that do the same."""
    names: dict[str, list[str]] = {}
    for c in closed:
        who = "joint" if isinstance(c, Joint) else c.keyword
        names.setdefault(c.beyond_sense, []).append(f"{who} '{c.name}'")
    said = (f"{', '.join(who)} {what}." for what, who in names.items())
    return " ".join(f"{sentence[0].upper()}{sentence[1:]}" for sentence in said)


def _with_speeds(search: Search, root: Root) -> Start:
    """The start of a closed pose."""
    v, message = speeds(search, root.x)
    values = published(search, root.x, v)
    moved = {
        n: (given, values[n])
        for n, given in search.guess.items()
        if abs(search.off(n, values[n] - given) if n in search.place else values[n] - given)
        > MOVED * search.length_of(n)
    }
    x = np.array(search.state(root.x, v))
    # angles followed by integration start where they are
    for k, name in enumerate(reversed(search.e.quadratures), 1):
        if name in values:
            x[-k] = values[name]
    locked = message and driven_locks(search.model, values)
    contradicting = (
        Status.CONTRADICTING if any(n.endswith("_dot") for n in search.fixed) else Status.NOT_CLOSED
    )
    status = Status.GIMBAL_LOCK if locked else contradicting if message else Status.OK
    return Start(search.e, x, status, message, root.residual, root.iterations, moved, values)


def published(search: Search, q: Floats, v: Floats) -> dict[str, float]:
    """Published coordinates and rates; fitted ones that repeat, on the turn nearest to what was given."""
    rates = search.arrays(q, v)["rate"]
    pose = search.pose(q)
    value, rate = pose.values, np.array(rates)
    for angles in search.turning:
        if angles.locked_at(value):
            rate[angles.rows] = angles.told_rates(pose, v, rate)
    given = search.given
    found = {}
    for name, k in search.place.items():
        number = float(value[k])
        if name in given and not search.owns(name) and (period := search.model.period(name)):
            number = given[name] + math.remainder(number - given[name], period)
        found[name] = number
        if k < len(rate):  # what is guessed of bodies has no rate here
            found[f"{name}_dot"] = float(rate[k])
    for angles in search.turning:
        spins = [angles.given_spin(given) for given in (search.fixed, search.guess)]
        for said in filter(None, spins):
            found |= dict(zip(said, angles.spin(pose, v).tolist(), strict=True))
    return found


def in_formulation(start: Start, formulation: str) -> tuple[Equations, Floats]:
    """The start state in the coordinates of a formulation.

    "auto" is the one that is estimated to cost less; body coordinates where those of joints lose too many digits.
    """
    relative = start.equations
    if formulation == "auto":
        formulation = cheaper_formulation(relative.model)
        if formulation == "relative" and cancels(relative, start.x):
            formulation = "absolute"
    if formulation == "relative":
        return relative, start.x.copy()
    if formulation not in start.others:
        start.others[formulation] = formulate(relative.model, formulation)
    absolute = start.others[formulation]
    states = start.x[len(relative.coordinates) + len(relative.speeds) :][: len(relative.internal)]
    turns = [start.values.get(name, 0.0) for name in absolute.quadratures]
    return absolute, np.concatenate([*bodies_at(relative, start.x), states, np.array(turns)])
