"""A few of the random mechanisms compiled: the machine code gives what the interpreted equations give, and both
formulations then run alike. The sample is drawn so that its mechanisms differ as much as can be."""

import numpy as np

import sarrus
from sarrus.analysis.machine import Machine
from sarrus.analysis.mobility import mobility
from sarrus.analysis.start import in_formulation
from sarrus.elements import SHELVES
from sarrus.solvers.integrators import DOP853
from sarrus.solvers.status import Status


def test_drawings_cover_the_catalogue(workshop):
    plans = [workshop.maker(s).blueprint() for s in range(100)]
    assert {j.kind for p in plans for j in p.joints} == set(SHELVES["joints"])
    assert {f.kind for p in plans for f in p.forces} == set(workshop.drawable_forces())
    solids = {type(s["solid"]) for p in plans for s in p.solids if "solid" in s}
    assert solids == set(workshop.sized("solids"))
    assert {(p.family, p.loops > 0) for p in plans} == {
        (f, b) for f in ("plane", "space", "flat") for b in (True, False)
    }


def test_compiled_equals_interpreted(workshop, solve, sample_seed, formulation):
    """Same operations in the same order but for libraries of functions: 1e-13 of the largest magnitude, times the
    condition of the system that is solved (two ways here: sparse LDL^T compiled, null space interpreted)."""
    _, found = workshop.prepared(sample_seed)
    equations, x = in_formulation(found, formulation)
    machine = Machine(equations, DOP853)
    assert Status(machine.begin(0.0, x)) is Status.OK
    status, row = machine.evaluate(0.0, x)
    assert Status(status) is Status.OK
    instant = solve(equations, x)
    absolute, start = in_formulation(found, "absolute")
    open_ = mobility(absolute, 0.0, start).not_unique
    compiled = {c.name: row[c.start : c.start + c.size] for c in equations.channels}
    for kind in ((".reaction", ".torque", ".effort"), ("_ddot", ".alpha"), ("",)):
        names = [n for n in compiled if n.endswith(kind) and not any(o.startswith(n) for o in open_)]
        names = [
            n for n in names if kind != ("",) or not n.endswith((".reaction", ".torque", ".effort", ".power"))
        ]
        size = max([1.0, *(float(np.abs(instant[n]).max()) for n in names)])
        for n in names:
            worst = float(np.abs(compiled[n] - instant[n]).max())
            assert worst <= 1e-13 * size * max(1e3, instant.condition), n


def test_formulations_run_alike(workshop, sample_seed):
    """0.2 s at tolerances of 1e-10. Local errors of about 20 steps add up: 1e-8 of positions and speeds is asked."""
    plan, _ = workshop.prepared(sample_seed)
    m = workshop.build(plan)
    one, two = (
        sarrus.simulate(m, until=0.2, rows=3, formulation=f, rtol=1e-10, atol=1e-10)
        for f in ("relative", "absolute")
    )
    for i in range(len(plan.poses)):
        for c in "xy" if plan.planar else "xyz":
            for suffix in ("", "_dot"):
                a, b = (np.asarray(r[f"b{i}.{c}{suffix}"]) for r in (one, two))
                assert np.abs(a - b).max() < 1e-8 * max(1.0, np.abs(b).max())
    for run in (one, two):
        energy = np.abs(np.asarray(run["energy.kinetic"])) + np.abs(np.asarray(run["energy.potential"]))
        assert run.evidence["worst energy balance [J]"] < 1e-7 * (1.0 + energy.max())
