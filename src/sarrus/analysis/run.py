"""Running a compiled mechanism over time: chunks of steps, progress, interruption, and the result with its evidence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sarrus.analysis.machine import Machine
from sarrus.analysis.mobility import Mobility, mobility
from sarrus.analysis.start import Start, find_start, in_formulation
from sarrus.analysis.stops import judge
from sarrus.errors import Interrupted, NumericalError, UsageError
from sarrus.results import Outcome, Result, Series
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.integrators import DOP853, RK4, Integrator
from sarrus.solvers.integrators.base import (
    ACCEPTED,
    CONTROL_SIZE,
    COUNTS_SIZE,
    EVALUATIONS,
    REJECTED,
    ROWS,
    H,
    T,
)
from sarrus.solvers.status import Status

Progress = Callable[[float, float], None]
"""Called with the time reached and the end time."""

CHUNK = 2000
METHODS: dict[str, Integrator] = {"dop853": DOP853, "rk4": RK4}


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
    """Whether work integrals are under error control, as they must be where the motion itself is prescribed."""


def check_options(o: Options) -> None:
    """Refuse what cannot be run, before anything is computed."""
    if not (np.isfinite(o.until) and o.until > 0):
        raise UsageError(f"until is {o.until:g} s. It must be greater than 0.")
    if o.rows < 2:
        raise UsageError(f"rows is {o.rows}. At least 2 output rows are needed: start and end.")
    if o.formulation not in ("relative", "absolute"):
        raise UsageError(f"formulation '{o.formulation}' is unknown. Allowed are: relative, absolute.")
    if o.method not in METHODS:
        raise UsageError(f"method '{o.method}' is unknown. Allowed are: {', '.join(METHODS)}.")
    if not (1e-14 <= o.rtol <= 1e-1 and o.atol > 0):
        raise UsageError(
            f"tolerances are rtol {o.rtol:g}, atol {o.atol:g}. rtol lies between 1e-14 and 0.1, atol above 0."
        )
    if o.method == "rk4" and not (o.step and o.step > 0):
        raise UsageError("method 'rk4' needs a step. Give step= in seconds.")


def run(found: Start, analysis: str, o: Options) -> Result:
    """Integrate from an assembled start."""
    equations, x = in_formulation(found, o.formulation)
    machine = Machine(equations, METHODS[o.method])
    times = np.linspace(0.0, o.until, o.rows)
    rows = np.zeros(o.rows * equations.width)
    control, counts = np.zeros(CONTROL_SIZE), np.zeros(COUNTS_SIZE, dtype=np.int64)
    control[H] = o.step or 0.0
    status = Status(machine.begin(0.0, x))
    start = x.copy()
    interrupted = False
    try:
        if status is Status.OK:
            status = _integrate(machine, x, times, rows, control, counts, o)
    except KeyboardInterrupt:
        status, interrupted = Status.INTERRUPTED, True
    status, text = judge(machine, status, float(control[T]), x)
    done = int(counts[ROWS])
    values = rows.reshape(o.rows, -1)[:done]
    result = _result(
        found, machine, start, analysis, times[:done], values, Outcome(word_of(status), text), counts, o
    )
    if interrupted:
        raise Interrupted(f"stopped at t = {control[T]:.6g} s; {done} rows are kept.", result)
    if o.strict and status is not Status.OK:
        raise NumericalError(result.status.text, int(status), result)
    return result


def _integrate(
    machine: Machine, x: Floats, times: Floats, rows: Floats, control: Floats, counts: Ints, o: Options
) -> Status:
    e = machine.equations
    n = e.size
    n_error = n if o.controls_work else len(e.coordinates) + len(e.speeds)
    # lengths are compared with the size of the mechanism, angles with a radian
    sizes = [1.0] * len(e.coordinates) + [e.length if u == "m" else 1.0 for u in e.speed_units]
    energy = e.mass * e.length**2 or 1.0  # of the mechanism at one metre, or radian, per second
    sizes += [energy if name.startswith("energy.") else 1.0 for name in e.quadratures]
    atol = o.atol * np.array(sizes[:n_error])
    work = np.zeros(machine.integrator.work_size(n))
    status = Status.RUNNING
    while status is Status.RUNNING:
        code = machine.integrate(
            n, n_error, x, o.until, o.rtol, atol, times, len(times), rows, e.width,
            control, counts, CHUNK, work, machine.memory.data, machine.memory.tables,
        )  # fmt: skip
        status = Status(code)
        if o.progress is not None:
            o.progress(float(control[T]), o.until)
    return status


def _result(
    found: Start,
    machine: Machine,
    start: Floats,
    analysis: str,
    times: Floats,
    values: Floats,
    outcome: Outcome,
    counts: Ints,
    o: Options,
) -> Result:
    e = machine.equations
    series = {}
    for c in e.channels:
        part = values[:, c.start : c.start + c.size]
        series[c.name] = Series(c.name, c.unit, part[:, 0].copy() if c.size == 1 else part.copy())
    balance, worst = _energy_balance(series)
    series["energy.balance"] = balance
    free = mobility(e, 0.0, start)
    evidence = {
        "freedom": free.freedoms,
        "closure rows": f"{free.rows} in {e.formulation} coordinates, rank {free.rank}",
        "redundant rows left out": machine.dropped,
        "worst constraint residual": machine.worst_gap,
        "worst rate residual": machine.worst_rate,
        "worst energy balance [J]": worst,
        "condition at the start": free.condition,
        "smallest pivot on the way": machine.least_pivot,
        "steps": int(counts[ACCEPTED]),
        "rejected steps": int(counts[REJECTED]),
        "steps on the manifold": machine.stage_steps,
        "evaluations": int(counts[EVALUATIONS]),
        "method": f"{o.method}, "
        + (f"step {o.step:g} s" if o.method == "rk4" else f"rtol {o.rtol:g}, atol {o.atol:g}"),
        "guesses moved": [f"{n} to {b:.6g}" for n, (_, b) in found.moved.items()],
    }
    return Result(e.model.name, analysis, times, series, outcome, evidence, _not_unique(found, free))


def word_of(status: Status) -> str:
    """A status as programs compare it."""
    return status.name.lower().replace("_", " ")


def _not_unique(found: Start, free: Mobility) -> tuple[str, ...]:
    """Reaction components left open by redundant rows; all joints must be rows to see them, hence absolute."""
    if free.rank == free.rows:
        return ()
    absolute, x = in_formulation(found, "absolute")
    return mobility(absolute, 0.0, x).not_unique


def _energy_balance(series: dict[str, Series]) -> tuple[Series, float]:
    """Energy now and lost, less what was there and what was supplied: zero but for errors of the integration."""
    total = series["energy.kinetic"].values + series["energy.potential"].values
    total = total + series["energy.dissipated"].values - series["energy.supplied"].values
    balance = total - total[0] if len(total) else total
    return Series("energy.balance", "J", balance), float(np.abs(balance).max()) if len(balance) else 0.0


def start_of(found: Start, strict: bool, analysis: str) -> Result | None:
    """The failed result of a mechanism that cannot be assembled; None when it can."""
    if found.status is Status.OK:
        return None
    outcome = Outcome(word_of(found.status), found.message)
    empty = Result(found.equations.model.name, analysis, np.zeros(0), {}, outcome)
    if strict:
        raise NumericalError(found.message, int(found.status), empty)
    return empty


__all__ = ["METHODS", "Options", "Progress", "check_options", "find_start", "run", "start_of"]
