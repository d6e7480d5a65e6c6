"""Running a compiled mechanism over time: chunks of steps, progress, interruption, and the result with its evidence."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sarrus.analysis.assembly.start import Start, failure_of, find_start
from sarrus.analysis.description import Description
from sarrus.analysis.motion.closing import Running, begun, carried_on, told
from sarrus.analysis.motion.friction import refuse_shared_loads
from sarrus.analysis.motion.hopeless import Watch, why_hopeless
from sarrus.analysis.motion.kinks import kinks
from sarrus.analysis.motion.output import Output, columns_of, room_for_rows
from sarrus.analysis.motion.spans import end_of_drivers, late_driver, until_end
from sarrus.analysis.motion.stops import judge
from sarrus.analysis.motion.undetermined import Undetermined
from sarrus.analysis.motion.verdict import ADVICE, closure_contradiction, energy_contradiction
from sarrus.analysis.options import Progress
from sarrus.analysis.rank.mobility import Mobility, mobility
from sarrus.elements.forces.base import Force
from sarrus.errors import Interrupted, NumericalError, UsageError
from sarrus.files import Path
from sarrus.mechanics import Equations
from sarrus.mechanics.infos import StateKind
from sarrus.program.machine import Machine
from sarrus.quiet import no_collection
from sarrus.results import Outcome, Result
from sarrus.results.facts import Facts
from sarrus.results.journal import Header
from sarrus.results.recording import Recording, recording
from sarrus.solvers.arrays import Floats
from sarrus.solvers.integrators import INTEGRATORS, Integration
from sarrus.solvers.status import Status

SHARE = 0.1
"""Part of the tolerance that one step may use up: errors of steps add up. See decision 0006."""
IN_CLOSED_FORM = 0.5
"""The same for the closed form, as part of that: nothing puts its steps right again, as projection does. See decision 0031."""
LEAST_RTOL = 1e-14
PATIENCE = 1_000_000
PROGRESS = 1e-6
"""A run that makes `PATIENCE` steps and gets no further than this part of its time is ended."""
COARSE = 1e-4
"""Error that a fixed step is trusted to keep."""
BELIEVED = 1e-7
"""Tolerance that a run with fixed steps is judged by: its energy may be off by some percent of what was exchanged."""
CHUNK = 100
"""Steps in the first call of the compiled loop; later ones are measured out."""
CALL = 0.1
"""Seconds that a call should take."""
GROWTH, MOST_STEPS = 4.0, 1_000_000


@dataclass(frozen=True)
class Options:
    """How a run is made; see `simulate` for the meaning."""

    until: float
    rows: int
    rtol: float
    atol: float
    formulation: str
    method: str
    step: float | None
    strict: bool
    progress: Progress | None
    controls_work: bool = False
    """Whether work integrals are under error control, as they must be where the motion does not show the work: it is
    prescribed, or energy turns into heat without a force."""
    save: Path | None = None
    longest: float = 0.0
    """Longest step [s]; 0: as long as the tolerance allows."""
    """Whether "auto" may be the closed form."""


def check_options(o: Options) -> None:
    """Refuse what cannot be run, before anything is computed."""
    if not (np.isfinite(o.until) and o.until > 0):
        raise UsageError(f"until is {o.until:g} s. It must be greater than 0.")
    if o.rows < 2:
        raise UsageError(f"rows is {o.rows}. At least 2 output rows are needed: start and end.")
    if not (LEAST_RTOL <= o.rtol <= 1e-1 and o.atol > 0):
        raise UsageError(
            f"tolerances are rtol {o.rtol:g}, atol {o.atol:g}. rtol lies between 1e-14 and 0.1, atol above 0."
        )
    if not INTEGRATORS[o.method].is_adaptive and not (o.step and o.step > 0):
        raise UsageError(f"method '{o.method}' needs a step. Give step= in seconds.")


def run(found: Start, analysis: str, o: Options) -> Result:
    """Integrate from an assembled start."""
    with no_collection():
        running = begun(found, o.formulation)
        equations = running.equations
        refuse_shared_loads(equations, 0.0, running.x)
        model = equations.model
        described = Description(model)
        header = Header(
            model.name,
            analysis,
            float(o.until),
            o.rows,
            columns_of(equations),
            described,
            tuple(kind.keyword for kind in described.foreign),
        )
    with recording(header, o.save) as record:
        machine = Machine(equations, INTEGRATORS[o.method], in_haste=True)
        return _run(found, _RunningMachine(machine, running), record, o)


class _RunningMachine:
    """What runs: one machine, or the general one behind that of the closed form.

    Attributes:
        machine: what runs now.
        running: what it began with.
        left_at: when the closed form was left [s].
        closed_least: smallest height of a triangle until then.
    """

    def __init__(self, machine: Machine, running: Running) -> None:
        self.machine, self.running = machine, running
        self.left_at: float | None = None
        self.closed_least = 1.0

    @property
    def is_closed(self) -> bool:
        """Whether it runs in closed form now."""
        return self.running.form is not None and self.left_at is None

    def begin(self, t: float, x: Floats, o: Options) -> Status:
        """Make a state ready."""
        is_adaptive = INTEGRATORS[o.method].is_adaptive
        return Status(self.machine.begin(t, x, SHARE * max(o.rtol, o.atol) if is_adaptive else COARSE))

    def leave_closed_form(self, output: Output, o: Options) -> Status:
        """Go on in the general formulation from the last state that the closed form reached."""
        form, closed, before = self.running.form, self.machine, output.run
        assert form is not None
        output.hand_over()
        self.machine = Machine(form.relative, INTEGRATORS[o.method], in_haste=True)
        x = np.zeros(form.relative.size)
        output.run = carried_on(form, before, _integration(self.machine, x, before.times, o))
        self.left_at, self.closed_least = before.t, closed.least_pivot
        status = self.begin(before.t, x, o)
        memory = self.machine.memory
        memory.worst_gap = max(memory.worst_gap, closed.worst_gap)
        memory.worst_rate = max(memory.worst_rate, closed.worst_rate)
        return status

    @property
    def evidence(self) -> dict[str, str]:
        """What there is to say of the closed form."""
        form = self.running.form
        if form is None:
            return {}
        least = self.machine.least_pivot if self.is_closed else self.closed_least
        return {"closed form": told(form, least, self.left_at)}


def _run(found: Start, motion: _RunningMachine, record: Recording, o: Options) -> Result:
    is_adaptive = INTEGRATORS[o.method].is_adaptive
    x = motion.running.x
    status = motion.begin(0.0, x, o)
    equations = motion.machine.equations
    free = mobility(found.equations, 0.0, found.x) if motion.is_closed else mobility(equations, 0.0, x)
    end = end_of_drivers(equations.model, o.until)
    times = until_end(np.linspace(0.0, o.until, o.rows), end)
    undetermined = Undetermined(found, free, equations, len(times))
    output = Output(
        equations,
        _integration(motion.machine, x, times, o),
        record,
        lambda so_far: Facts(
            _evidence(found, motion, free, so_far.energies.worst, so_far.run, o), undetermined.names
        ),
        undetermined.see,
        max(o.rtol, o.atol) if is_adaptive else BELIEVED,
    )
    until_last = replace(o, until=float(times[-1]))
    try:
        if status is Status.OK:
            status = _integrate(motion.machine, output, until_last)
        if status is not Status.OK and motion.is_closed:
            # The general formulation knows more of why it does not go on, and mostly it does.
            status = motion.leave_closed_form(output, o)
            if status is Status.OK:
                status = _integrate(motion.machine, output, until_last)
    except KeyboardInterrupt:
        status = Status.INTERRUPTED
    machine, steps = motion.machine, output.run
    try:
        output.hand_over()
        undetermined.end()
        why = why_hopeless(machine, steps, status)
        status, text = judge(machine, status, steps.t, steps.x, found, why)
        if status is Status.OK:
            status, text = verdict(machine, output)
        if end is not None and status is Status.OK:
            status, text = Status.TABLE_END, end.text
        result = record.finish(output.facts(), Outcome(status.word, text))
    except KeyboardInterrupt:  # while the file was made: its journal stays
        if not record.kept_in:
            raise
        raise Interrupted(_kept(record, steps.t)) from None
    if status is Status.INTERRUPTED:
        raise Interrupted(_kept(record, steps.t), result)
    if o.strict and status is not Status.OK:
        raise NumericalError(result.status.text, int(status), result)
    return result


def verdict(machine: Machine, output: Output) -> tuple[Status, str]:
    """The status of a run that reached its end, by its own evidence."""
    e, tolerance = machine.equations, output.tolerance
    found = (
        output.accelerations.contradiction
        or energy_contradiction(output.energies, tolerance, e.mass * e.length**2)
        or closure_contradiction(
            machine.worst_gap, machine.worst_rate, e.length, output.accelerations.fastest
        )
    )
    if not found:
        return Status.OK, Status.OK.text
    return Status.CONTRADICTED, f"{Status.CONTRADICTED.text} {found} {ADVICE}"


def _kept(record: Recording, t: float) -> str:
    where = record.kept_in if record.rows else ""
    return f"stopped at t = {t:.6g} s; {record.rows} rows are kept{where}."


def _integration(machine: Machine, x: Floats, times: Floats, o: Options) -> Integration:
    """What the integrator is given: the state, where rows are wanted, and how exactly."""
    e = machine.equations
    share = SHARE if e.leading is None else IN_CLOSED_FORM * SHARE
    sizes = [*tolerated_lengths(e), *e.speed_lengths]
    energy = e.mass * e.length**2 or 1.0  # of the mechanism at one metre, or radian, per second
    sizes += [energy if s.kind is StateKind.WORK else s.scale for s in e.states[len(sizes) :]]
    n_error = e.size if o.controls_work else e.size - len(e.quadratures)
    width = e.width  # a sum over all channels
    room, rows = room_for_rows(width, len(times))
    return Integration(
        x=x,
        atol=share * o.atol * np.array(sizes[:n_error]),
        times=times,
        rows=rows,
        spot=np.zeros(1),
        n=e.size,
        n_error=n_error,
        n_times=len(times),
        width=width,
        t_end=float(times[-1]),
        rtol=max(share * o.rtol, LEAST_RTOL),
        h_max=o.longest,
        n_read=machine.read,
        guards=machine.guards,
        capacity=room,
        h=o.step or 0.0,
    )


def _integrate(machine: Machine, output: Output, o: Options) -> Status:
    run, status = output.run, Status.RUNNING
    run.max_steps = CHUNK
    reached, spent, busy = run.t, run.accepted + run.rejected, 0.0
    changes = kinks(machine.equations.model, o.until)
    kink = next((k for k in changes if k.after > run.t), None)
    watch = Watch(machine, run)
    while status is Status.RUNNING:
        begin = time.monotonic()
        pace, run.max_steps = run.max_steps, min(run.max_steps, watch.left)
        run.t_end = kink.before if kink else o.until
        run.n_times = int(np.searchsorted(run.times, run.t_end, "right")) if kink else len(run.times)
        status = Status(machine.integrate(run))
        if status is Status.OK and kink:
            # On from the other side of the kink, as from a new start.
            status = Status.RUNNING
            run.t, run.is_started = kink.after, False
            run.h = run.h if o.step else 0.0
            run.kinks += 1
            kink = next(changes, None)
            watch.restart()
        took = time.monotonic() - begin
        run.max_steps, busy = paced(run.max_steps, took) if run.max_steps == pace else pace, busy + took
        if status is Status.RUNNING and run.t > 0.0:
            machine.refine(busy * (o.until / run.t - 1.0))
        attempts = run.accepted + run.rejected
        if run.t - reached > PROGRESS * o.until:
            reached, spent = run.t, attempts
        elif status is Status.RUNNING and attempts - spent > PATIENCE:
            status = Status.TOO_MANY_STEPS
        if status is Status.RUNNING:
            status = watch.verdict(o.until)
        if output.is_due():
            output.hand_over()
        if o.progress is not None:
            o.progress(run.t, o.until)
    return status


def tolerated_lengths(e: Equations) -> list[float]:
    """What a tolerance of 1 allows each coordinate.

    An angle a radian, a position half the length of the part it belongs to: so far a turn by a radian moves the middle.
    """
    return [1.0 if length is None else 0.5 * length for length in e.coordinate_lengths]


def paced(steps: int, took: float) -> int:
    """How many steps to make in the next call, so that Ctrl-C is heard and rows are written in time."""
    factor = min(GROWTH, CALL / took) if took > 0 else GROWTH
    return min(max(1, int(steps * factor)), MOST_STEPS)


def _evidence(
    found: Start, motion: _RunningMachine, free: Mobility, worst_balance: float, run: Integration, o: Options
) -> dict[str, Any]:
    """Facts to judge the rows so far by."""
    machine = motion.machine
    equations = found.equations if motion.is_closed else machine.equations
    rank = max(free.rank, machine.rank)  # a singular start has less than the poses after it
    return {
        # `check` calls freedom what there is without drivers
        "freedom left by the drivers" if equations.model.drivers else "freedom": free.unconstrained - rank,
        **({"freedom of configurations": free.configurations} if free.placing < free.rank else {}),
        "closure rows": f"{free.rows} in {equations.formulation} coordinates, rank {rank}",
        **motion.evidence,
        "redundant rows left out": machine.dropped,
        "worst constraint residual": machine.worst_gap,
        "worst rate residual": machine.worst_rate,
        "worst energy balance [J]": worst_balance,
        "condition at the start": free.condition,
        "smallest pivot on the way": machine.least_pivot,
        "steps": run.accepted,
        "rejected steps": run.rejected,
        "steps ended at a kink": run.kinks,
        "steps on the manifold": machine.stage_steps,
        "evaluations": run.evaluations,
        "method": f"{o.method}, "
        + (
            f"rtol {o.rtol:g}, atol {o.atol:g}" if INTEGRATORS[o.method].is_adaptive else f"step {o.step:g} s"
        ),
        "guesses moved": [f"{n} to {b:.6g}" for n, (_, b) in found.moved.items()],
        **_of_forces(machine),
    }


def _of_forces(machine: Machine) -> dict[str, Any]:
    """How sure friction is of its own load, and what laws say of themselves."""
    e, facts = machine.equations, dict[str, Any]()
    if not all(e.inertial):
        facts["largest effect of friction on its own load (sure below 1)"] = machine.memory.worst_kappa
    if e.shares_loads and machine.dropped:
        names = ", ".join(f.name for f in e.model.forces if f.shares_load)
        facts["friction with shared loads"] = (
            f"{names}: joints that repeat each other share the least loads, which rigid bodies do not tell"
        )
    if machine.memory.counted_kappa:
        rubbing = ", ".join(n for n, is_inertial in zip(e.pushes, e.inertial, strict=True) if not is_inertial)
        facts["friction that is not proven to be unique"] = (
            f"friction of {rubbing}: an effort of 1 changes the loads so that they call for up to "
            f"{machine.memory.counted_kappa:.3g}. All cases were solved at every state, and one agreed with its loads; that "
            "friction has one value there for other loads, too, is not proven"
        )
    bound = (
        f.bind(e.model.resolver(f, e.model.resolve), e.model.planar) for f in e.model.forces if _remarks(f)
    )
    said = [f"{f.name} is {f.remark()}" for f in bound if f.remark()]
    return facts | ({"forces": said} if said else {})


def _remarks(force: Force) -> bool:
    return type(force).remark is not Force.remark


def start_of(found: Start, strict: bool, analysis: str) -> Result | None:
    """The failed result of a mechanism that cannot be assembled, or begins before its drivers; None when it can start."""
    late = late_driver(found.equations.model)
    if late is not None:
        return _not_started(found, Status.TABLE_END, late.text, strict, analysis)
    if found.status is Status.OK:
        return None
    return _not_started(found, found.status, found.message, strict, analysis)


def _not_started(found: Start, status: Status, text: str, strict: bool, analysis: str) -> Result:
    empty = Result(found.equations.model.name, analysis, np.zeros(0), {}, Outcome(status.word, text))
    if strict:
        raise failure_of(status, text, empty)
    return empty


__all__ = ["Options", "check_options", "find_start", "run", "start_of"]
