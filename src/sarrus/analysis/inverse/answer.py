"""From the question to the result: the motion is run, efforts are found row by row, and what is said of them is judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sarrus.analysis.assembly.start import find_start
from sarrus.analysis.description import Description
from sarrus.analysis.inverse.actuators import ranges_by_name, weights_of
from sarrus.analysis.inverse.crossing import singular_pose
from sarrus.analysis.inverse.history import WEAK, FoundEfforts, efforts_of
from sarrus.analysis.inverse.problem import (
    EffortProblem,
    problem_of,
    require_determined,
    require_independent,
)
from sarrus.analysis.motion.run import Options, check_options, run, start_of
from sarrus.analysis.options import Progress
from sarrus.analysis.outputs.history import History
from sarrus.errors import NumericalError, UsageError, quote
from sarrus.files import Path
from sarrus.mechanics import Equations, formulate
from sarrus.mechanics.infos import ChannelKind
from sarrus.model import Mechanism
from sarrus.phrases import listed
from sarrus.results import Outcome, Result
from sarrus.results.series import Series
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status

__all__ = ["AskedEfforts", "equations_for", "find"]

FEW_BODIES, MANY_ROWS = 8, 12
LOADED = frozenset(
    {
        ChannelKind.REACTION,
        ChannelKind.TORQUE,
        ChannelKind.EFFORT,
        ChannelKind.POWER,
        ChannelKind.FORCE,
        ChannelKind.SENSOR,
        ChannelKind.INPUT,
    }
)
"""What depends on which efforts push."""


@dataclass(frozen=True)
class AskedEfforts:
    """What was asked; see `inverse`."""

    until: float
    rows: int
    motion: Mapping[str, Any] | Result | None
    actuators: Sequence[str] | None
    weights: Mapping[str, Any] | None
    limits: Mapping[str, Any] | None
    rtol: float
    formulation: str
    strict: bool
    progress: Progress | None
    save: Path | None

    @property
    def options(self) -> Options:
        """How the motion is followed."""
        return Options(
            self.until, self.rows, self.rtol, self.rtol, self.formulation, "dop853", None, False, self.progress,
            controls_work=True,
        )  # fmt: skip


def find(mechanism: Mechanism, asked: AskedEfforts) -> Result:
    """See `inverse`."""
    check_options(asked.options)
    given = asked.motion
    motion: Mapping[str, Any] | None = {} if isinstance(given, Result) else given
    if given is not None and not isinstance(given, Result) and not given:
        raise UsageError(
            "motion is empty. Give a motion for each degree of freedom: motion={'A.theta': '2*pi*t'}."
        )
    problem = problem_of(mechanism, motion, asked.actuators, asked.until)
    units = {a.name: a.unit for a in problem.actuators}
    ranges = ranges_by_name("limits", asked.limits or {}, units)
    weights, why_not = weights_of(problem.actuators, asked.weights, ranges)
    low, high = (
        np.array([ranges.get(a.name, (-np.inf, np.inf))[side] for a in problem.actuators]) for side in (0, 1)
    )
    base = _rows_of(problem, given, asked.until) if isinstance(given, Result) else _moved(problem, asked)
    if not len(base):
        return _judged(base, asked)
    found = None
    if not problem.is_direct:
        if problem.model.owning:
            owner = problem.model.owning[0].name
            raise UsageError(
                f"{quote(owner)} has a coordinate of its own, without inertia: efforts of such a mechanism are found along what "
                "the drivers move. Leave actuators out."
            )
        e = equations_for(problem, len(base))
        found = efforts_of(
            problem, History(_with_missing(base, e), e), weights, low, high, why_not, asked.progress
        )
    return _judged(_result(problem, base, found, low, high), asked)


def _moved(problem: EffortProblem, asked: AskedEfforts) -> Result:
    """The motion, with everything that rows of the motion need to hold it."""
    found = find_start(problem.model)
    require_independent(problem, found.equations, found.x)
    failed = start_of(found, False, "inverse")
    if failed is not None:
        return _with_reason(problem, _in_words(problem, failed))
    left = require_determined(problem, found.equations, found.x, asked.actuators is not None)
    base = _in_words(problem, run(found, "inverse", asked.options))
    if base.status.text.endswith(Status.STEP_TOO_SMALL.text[1:]):  # nothing more is known as yet
        base = _with_pose(base, singular_pose(found, base, asked.until))
    if not left:
        return base
    freely = f"{left}; their motion follows from the efforts, and may grow"
    return replace(base, evidence={**base.evidence, "degrees of freedom that move freely": freely})


def _with_reason(problem: EffortProblem, failed: Result) -> Result:
    """What failed at the start, and whether it is the motion given that cannot be had there."""
    given = [name for name, row in problem.prescribed.items() if row in problem.added]
    if not given or find_start(problem.original).status is not Status.OK:
        return failed
    text = (
        f"{failed.status.text} Without the motion given it closes: what is asked of {listed(given)} at t = 0 s cannot be had. "
        "`reach` tells how near it can come."
    )
    return replace(failed, status=Outcome(failed.status.word, text))


def _with_pose(base: Result, said: str) -> Result:
    """A run that stopped, with what is known of the pose there."""
    return replace(base, status=Outcome(base.status.word, f"{base.status.text} {said}".rstrip()))


def _in_words(problem: EffortProblem, base: Result) -> Result:
    """The run with motions named by what they move, not by the rows that hold them."""
    return replace(base, status=Outcome(base.status.word, problem.in_words(base.status.text)))


def _rows_of(problem: EffortProblem, given: Result, until: float) -> Result:
    """The rows of a result up to a time."""
    if not len(given) or given.t[-1] < until * (1 - 1e-12):
        end = f"{given.t[-1]:g} s" if len(given) else "nothing"
        raise UsageError(f"the motion is a result that goes up to {end}, and is asked for up to {until:g} s.")
    kept = given.t <= until * (1 + 1e-12)
    missing = [f"{b.name}.x_ddot" for b in problem.model.bodies if f"{b.name}.x_ddot" not in given.series]
    if missing:
        raise UsageError(
            f"the motion is a result that lacks the series {quote(missing[0])} of this mechanism."
        )
    names = {
        s.name
        for s in given.series.values()
        if s.name.partition(".")[0]
        in (*problem.model.holders, "energy", *(j.name for j in problem.model.joints))
    }
    series = {n: Series(n, s.unit, s.values[kept], s.note) for n, s in given.series.items() if n in names}
    evidence = {"motion taken from": f"{int(kept.sum())} rows of {given.analysis} of {given.mechanism}"}
    return Result(
        problem.original.name, "inverse", given.t[kept], series, Outcome("ok", Status.OK.text), evidence
    )


def equations_for(problem: EffortProblem, rows: int) -> Equations:
    """Equations to be asked at every row.

    Straight-line kernels are interpreted here: for a few bodies and many rows they are the quicker ones. Beyond, they take
    seconds to be made and milliseconds to be asked, where loops of cells are compiled, mostly for some other mechanism before.
    """
    is_worth_it = rows > MANY_ROWS and len(problem.model.bodies) <= FEW_BODIES
    return formulate(problem.model, "absolute", rolled=False if is_worth_it else None)


def _with_missing(base: Result, e: Equations) -> Result:
    """The run with zeros for what it has not integrated."""
    absent = {
        s.name: Series(s.name, s.unit, np.full(len(base), s.start))
        for s in e.states
        if s.name not in base.series
    }
    return replace(base, series={**absent, **base.series})


def _result(
    problem: EffortProblem, base: Result, found: FoundEfforts | None, low: Floats, high: Floats
) -> Result:
    added, rows = problem.added, len(base)
    keep = {n: s for n, s in base.series.items() if n.partition(".")[0] not in added}
    first: dict[str, Series] = {}
    evidence: dict[str, Any] = {"actuators": [a.name for a in problem.actuators]}
    status, not_unique = base.status, tuple(n for n in base.not_unique if n.partition(".")[0] not in added)
    if found is None:
        tau = np.column_stack([base[f"{a.row}.effort"].values for a in problem.actuators])
        power = np.column_stack([base[f"{a.row}.power"].values for a in problem.actuators])
        excess = np.maximum(np.maximum(low - tau, tau - high), 0.0)
    else:
        tau, power, excess = found.tau, found.power, found.excess
        keep |= _loads(problem, found)
        not_unique = tuple(n for n in found.not_unique if n.partition(".")[0] not in added)
        evidence |= _evidence(problem, base, found)
        rows = min(rows, found.refused_at)
        if found.refusal:
            status = Outcome(Status.UNREACHABLE.word, f"{Status.UNREACHABLE.text} {found.refusal}")
    for k, a in enumerate(problem.actuators):
        first[a.series] = Series(a.series, a.unit, tau[:, k])
        if found is None or a.unit in ("N", "N m"):
            first[f"{a.name}.power"] = Series(f"{a.name}.power", "W", power[:, k])
        if found is not None and found.internal.shape[2]:
            internal = found.internal[:, k]
            first[f"{a.name}.internal"] = Series(
                f"{a.name}.internal", a.unit, internal[:, 0] if internal.shape[1] == 1 else internal
            )
    for k, a in enumerate(problem.actuators):
        evidence[f"peak and RMS of {a.series}"] = _sizes(base.t[:rows], tau[:rows, k], a.unit)
    if status.ok and excess.any():
        status = _beyond(problem, base.t, excess)
    for driver in problem.original.drivers:  # one whose motion was replaced does nothing
        unit = "N" if problem.original.coordinates[str(driver.at[0])][2].unit == "m" else "N m"
        for name, of in ((f"{driver.name}.effort", unit), (f"{driver.name}.power", "W")):
            keep.setdefault(name, Series(name, of, np.zeros(len(base))))
    series = {**first, **{n: s for n, s in keep.items() if n not in first}}
    if rows < len(base):
        series = {n: Series(n, s.unit, s.values[:rows], s.note) for n, s in series.items()}
    described = Description(problem.original)
    return replace(
        base,
        analysis="inverse",
        t=base.t[:rows],
        series=series,
        status=status,
        evidence={**evidence, **base.evidence},
        not_unique=not_unique,
        described=described,
        foreign=tuple(kind.keyword for kind in described.foreign),
    )


def _sizes(t: Floats, tau: Floats, unit: str) -> str:
    """How much an actuator has to give: its largest effort, and the root of the mean square over the rows."""
    if not len(tau):
        return "nothing is known"
    k = int(np.abs(tau).argmax())
    mean = float(np.sqrt(np.mean(tau**2)))
    return f"{tau[k]:.6g} {unit} at t = {t[k]:.4g} s, {mean:.6g} {unit}"


def _loads(problem: EffortProblem, found: FoundEfforts) -> dict[str, Series]:
    """Series that follow from the efforts, as the equations publish them."""
    e = found.equations
    values = found.published.copy()
    for place, origin in e.channel_origins:
        values[:, place] += origin
    loads = {}
    for c in e.channels:
        if c.kind in LOADED and c.owner not in problem.added and c.name not in problem.added:
            block = values[:, c.start : c.start + c.size]
            loads[c.name] = Series(c.name, c.unit, block[:, 0] if c.size == 1 else block)
    return loads


def _evidence(problem: EffortProblem, base: Result, found: FoundEfforts) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "degrees of freedom that actuators push": f"{found.rank} of {found.freedoms}",
        "worst balance of forces, in parts of the largest": found.worst_off,
        "weakest push over strongest": found.weakest[0],
    }
    if found.rank == found.freedoms and found.weakest[0] < WEAK:
        facts["actuators are nearly singular"] = f"at t = {found.weakest[1]:.6g} s: efforts grow there"
    if found.internal.shape[2]:
        facts["efforts that are not unique"] = (
            f"{found.internal.shape[2]} of {len(problem.actuators)} can be chosen; these are the least, and reactions go with them"
        )
    drives = [f"{row}.power" for row in problem.prescribed.values() if f"{row}.power" in base.series]
    if len(drives) == len(problem.prescribed) > 0 and not np.isnan(found.power).any():
        told = np.sum([base[name].values for name in drives], axis=0)
        largest = max(float(np.abs(told).max()), float(np.abs(found.power).max()), 1e-300)
        off = float(np.abs(found.power.sum(axis=1) - told).max())
        facts["worst balance of power, in parts of the largest"] = off / largest
    return facts


def _beyond(problem: EffortProblem, t: Floats, excess: Floats) -> Outcome:
    worst = excess.max(axis=0)
    names = [f"{a.name} by {worst[k]:.6g} {a.unit}" for k, a in enumerate(problem.actuators) if worst[k] > 0]
    at = float(t[int(excess.max(axis=1).argmax())])
    return Outcome(
        Status.UNREACHABLE.word,
        f"{Status.UNREACHABLE.text} The motion needs efforts beyond their limits, most of all at t = {at:.6g} s: "
        f"{', '.join(names)}. These are the smallest violations; slow the motion down, or allow more.",
    )


def _judged(result: Result, asked: AskedEfforts) -> Result:
    if asked.save is not None and len(result):
        result.save(asked.save)
    if asked.strict and not result.ok:
        number = next((int(s) for s in Status if s.word == result.status.word), int(Status.NO_CONVERGENCE))
        raise NumericalError(result.status.text, number, result)
    return result
