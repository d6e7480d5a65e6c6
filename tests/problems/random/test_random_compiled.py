"""A few of the random mechanisms compiled: the machine code gives what the interpreted equations give, and both
formulations then run alike. The sample is drawn so that its mechanisms differ as much as can be."""

import os
import re

import numpy as np
from asking import Case
from drawing import build

import sarrus
from sarrus.program.machine import Machine
from sarrus.solvers.integrators import DOP853
from sarrus.solvers.status import Status

DEEP = bool(os.environ.get("SARRUS_DEEP"))
LOADS = (".reaction", ".torque", ".effort")


def test_compiled_equals_interpreted_and_runs(solve, compiled_seed):
    """One drawing, two questions; every second mechanism is run, which traces it again."""
    case = Case.of(compiled_seed, solve)
    for instant in (case.relative, case.absolute):
        assert_compiled_equals_interpreted(instant, case.open)
    if compiled_seed % 2 or DEEP:
        assert_formulations_run_alike(case.plan)


def assert_compiled_equals_interpreted(instant, not_unique):
    """Same operations in the same order but for libraries of functions: 1e-13 of the largest magnitude, times the
    condition of the system that is solved (two ways here: sparse LDL^T compiled, null space interpreted)."""
    __tracebackhide__ = True  # an expression prints itself in full
    equations, x = instant.equations, instant.x.copy()
    machine = Machine(equations, DOP853)
    assert Status(machine.begin(0.0, x)) is Status.OK
    status, row = machine.evaluate(0.0, x)
    assert Status(status) is Status.OK
    compiled = {c.name: row[c.start : c.start + c.size] for c in equations.channels}
    known = [n for n in compiled if not any(o.startswith(n) for o in not_unique)]
    groups = (
        [n for n in known if n.endswith(LOADS)],
        [n for n in known if n.endswith(("_ddot", ".alpha"))],
        [n for n in known if not n.endswith((*LOADS, ".power", "_ddot", ".alpha"))],
    )
    # a load is the difference of others also where those are not unique: their size is what rounding is a part of
    loads = [n for n in compiled if n.endswith(LOADS)]
    for names, sizing in zip(groups, (loads, *groups[1:]), strict=True):
        size = max([1.0, *(float(np.abs(instant[n]).max()) for n in sizing)])
        for n in names:
            worst = float(np.abs(compiled[n] - instant[n]).max())
            assert worst <= 1e-13 * size * max(1e3, instant.condition), n


def assert_formulations_run_alike(plan):
    """0.2 s at tolerances of 1e-10. Local errors of about 20 steps add up: 1e-8 of positions and speeds is asked.

    A driver may push a mechanism into a dead point on the way; then both must stop there (seed 970, at 0.1096 s).
    """
    m = build(plan)
    one, two = (
        sarrus.simulate(m, until=0.2, rows=3, formulation=f, rtol=1e-10, atol=1e-10, strict=False)
        for f in ("relative", "absolute")
    )
    ends = [re.sub(r" s: .*", "", r.status.text) for r in (one, two)]  # "Stopped at t = ..."
    assert ends[0] == ends[1] and one.status.word in ("ok", "locked"), (one.status, two.status)
    for i in range(len(plan.poses)):
        for c in "xy" if plan.planar else "xyz":
            for suffix in ("", "_dot"):
                a, b = (np.asarray(r[f"b{i}.{c}{suffix}"]) for r in (one, two))
                assert np.abs(a - b).max() < 1e-8 * max(1.0, np.abs(b).max())
    for run in (one, two):
        energy = np.abs(np.asarray(run["energy.kinetic"])) + np.abs(np.asarray(run["energy.potential"]))
        assert run.evidence["worst energy balance [J]"] < 1e-7 * (1.0 + energy.max())
