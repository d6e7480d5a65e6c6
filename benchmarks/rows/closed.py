"""Loops solved in closed form beside loops closed by rows: the four-bar of the examples, 10 s with 501 rows."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable
from functools import partial

import numpy as np

from benchmarks.arrays import Floats
from benchmarks.callgrind import available, collected, counting
from benchmarks.children import environment
from benchmarks.ours import Integration, Motion
from benchmarks.protocol import progress
from benchmarks.report import Row
from benchmarks.timing import interleaved
from sarrus import Body, Gravity, Mechanism, Revolute, Rod

TOLERANCE, UNTIL, OUTPUTS = 1e-7, 10.0, 501
EXACT = 1e-13
ROUNDS = 15
BAR = 3.0
TIMEOUT = 240.0
FORMULATIONS = ("closed", "relative")


def four_bar() -> Mechanism:
    """The one of examples/four-bar.yaml, without its point on the coupler."""
    m = Mechanism("four-bar", plane="xy")
    a, b, c, d = m.parameters(a=0.3, b=0.9, c=0.7, d=1.0)
    crank = m.add(Body("crank", Rod(length=a, mass="0.3 kg")))
    coupler = m.add(Body("coupler", Rod(length=b, mass="0.9 kg")))
    rocker = m.add(Body("rocker", mass=0.7, center=[c / 2, 0], inertia=0.0286))
    m.add(Revolute("A", m.ground, crank.start))
    m.add(Revolute("B", crank.end, coupler.start))
    m.add(Revolute("C", coupler.end, rocker.point("top", [c, 0])))
    m.add(Revolute("D", m.ground.point("D", [d, 0]), rocker))
    m.add(Gravity("weight", [0, -9.81]))
    m.start(fixed={"A.theta": "60 deg", "A.theta_dot": 0}, guess={"D.theta": "100 deg"})
    return m


def outputs() -> Floats:
    """Times of the rows."""
    found: Floats = np.linspace(0.0, UNTIL, OUTPUTS)
    return found


def rows() -> list[Row]:
    """Time and instructions of a run, and the error it has."""
    progress("four-bar in closed form")
    times = outputs()
    runs = {name: Integration(four_bar(), name).run(times, TOLERANCE) for name in FORMULATIONS}
    exact = Integration(four_bar(), "relative").run(times, EXACT)().series("A.theta").copy()
    errors = {name: float(np.abs(run().series("A.theta") - exact).max()) for name, run in runs.items()}
    best = interleaved({name: partial(_repeated, run) for name, run in runs.items()}, ROUNDS)
    own, other = (best[name] for name in FORMULATIONS)
    what = f"four-bar, {UNTIL:g} s at {TOLERANCE:g}, in closed form"
    note = f"{OUTPUTS} rows; one call of compiled code from start to end; error of A.theta"
    made = [
        Row(what, own, "s", errors["closed"], "ours, relative", other, errors["relative"], f">= {BAR:g}x", other / own >= BAR, note)
    ]  # fmt: skip
    return [*made, _instructions()]


def _repeated(run: Callable[[], Motion], n: int) -> None:
    for _ in range(n):
        run()


def _instructions() -> Row:
    what = f"instructions of the four-bar, {UNTIL:g} s at {TOLERANCE:g}, in closed form"
    if reason := available():
        return Row(what, None, "", peer=reason)
    try:
        own, other = (_counted(name) for name in FORMULATIONS)
    except (subprocess.SubprocessError, RuntimeError) as error:
        return Row(what, None, "", peer=f"failed: {type(error).__name__}: {str(error)[-80:]}")
    note = "callgrind, on the instruction set that valgrind offers (AVX2); one run after another that is not counted"
    return Row(what, own, "", None, "ours, relative", other, note=note)


def _counted(formulation: str) -> float:
    code = f"from benchmarks.rows.closed import run_counted; run_counted({formulation!r})"
    with tempfile.TemporaryDirectory() as folder:
        return float(collected(code, environment(SARRUS_CACHE=folder, OPENBLAS_NUM_THREADS="1"), TIMEOUT))


def run_counted(formulation: str) -> None:
    """What a child does under callgrind."""
    run = Integration(four_bar(), formulation).run(outputs(), TOLERANCE)
    run()
    with counting():
        run()
