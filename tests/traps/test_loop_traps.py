"""TRAPS item 19: restricted Python means what Python means, reaches nothing but its own arrays, and aliases nothing.

Compiled loops read past the end of an array without a word. Here they run under CPython on records whose arrays end where
they end, and call kernels that look at what they are given.
"""

from __future__ import annotations

import importlib.util
import inspect
import math
import os
from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.errors import CompileError, SarrusError
from sarrus.program import blocks, loops
from sarrus.program.machine import Machine
from sarrus.program.memory import lay_out
from sarrus.scalar.linking import Program
from sarrus.scalar.subset import translate
from sarrus.solvers.integrators import DOP853, RK4
from tests.under_cpython import callbacks, integration


def checked_run(mechanism, formulation, integrator, until):
    """Integrate under CPython; the run and the memory."""
    e, x = in_formulation(find_start(mechanism.snapshot()), formulation)
    memory = lay_out(e)
    bound = callbacks(e, integrator)
    assert loops.begin(0.0, x, memory, bound["prepare"], bound["settle"]) == 0
    h = 0.0 if integrator.is_adaptive else until / 3
    run = integration(e, x, until, 4, rtol=1e-6, atol=1e-6, h=h)
    needs = (bound[name] for name in integrator.needs)
    assert integrator.integrate(run, integrator.room(e.size, 0), memory, *needs) == 0
    return run, memory


def parallelogram():
    """Through a flat pose: stages go onto the manifold."""
    m = sarrus.Mechanism("parallelogram", plane="xy")
    m.ground.point("D", (1.0, 0))
    for name in ("crank", "coupler", "rocker"):
        m.add(sarrus.Body(name, sarrus.Rod(length=1.0, mass=1)))
    m.add(sarrus.Revolute("A", "ground", "crank.start"))
    m.add(sarrus.Revolute("B", "crank.end", "coupler.start"))
    m.add(sarrus.Revolute("C", "coupler.end", "rocker.end"))
    m.add(sarrus.Revolute("D", "ground.D", "rocker.start"))
    m.start(fixed={"A.theta": 0.05, "A.theta_dot": -2.0}, guess={"D.theta": 0.05, "B.theta": -0.05})
    return m


@pytest.mark.parametrize(
    ("name", "formulation", "integrator", "dense"),
    [
        ("parallelogram", "relative", DOP853, blocks.DENSE),
        ("parallelogram", "absolute", DOP853, blocks.DENSE),
        ("parallelogram", "absolute", DOP853, 0),
        ("bricard", "relative", DOP853, blocks.DENSE),
        ("bricard", "absolute", RK4, 0),
        ("four_bar", "absolute", RK4, blocks.DENSE),
    ],
)
def test_loops_stay_within_their_arrays_and_alias_nothing(
    request, monkeypatch, name, formulation, integrator, dense
):
    monkeypatch.setattr(blocks, "DENSE", dense)
    make = parallelogram if name == "parallelogram" else request.getfixturevalue(name)
    run, memory = checked_run(make(), formulation, integrator, 0.05)
    assert run.written == 4 and run.accepted >= 1
    assert np.isfinite(run.rows).all()
    if name == "parallelogram":
        assert memory.stage_steps > 0


EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))
FORMULATIONS = ("relative", "absolute") if os.environ.get("SARRUS_DEEP") else ("relative",)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_compiled_loops_of_every_example_stay_within_their_arrays(path, formulation, monkeypatch):
    """With subscripts checked, one outside would end the run; the numbers are those of every day."""
    runs = []
    for setting in ("1", "0"):
        monkeypatch.setenv("SARRUS_BOUNDS", setting)
        runs.append(
            sarrus.simulate(sarrus.load(path), until=0.02, rows=3, strict=False, formulation=formulation)
        )
    checked, plain = runs
    assert len(checked) == len(plain) == 3
    for name in plain:
        assert checked[name].values.tobytes() == plain[name].values.tobytes()


@pytest.mark.parametrize("dense", [blocks.DENSE, 0], ids=["dense", "sparse"])
@pytest.mark.parametrize("method", [{}, {"method": "rk4", "step": 0.001}], ids=["dop853", "rk4"])
def test_compiled_loops_stay_within_their_arrays_near_a_flat_pose(method, dense, monkeypatch):
    monkeypatch.setattr(blocks, "DENSE", dense)
    monkeypatch.setenv("SARRUS_BOUNDS", "1")
    run = sarrus.simulate(parallelogram(), until=0.02, rows=4, formulation="absolute", **method)
    assert run.evidence["steps on the manifold"] > 0


def test_loop_that_leaves_its_array_is_named_where_it_does(monkeypatch):
    """The mode sees what it is for: a block whose rows are counted one too many."""
    monkeypatch.setenv("SARRUS_BOUNDS", "1")
    e, x = in_formulation(find_start(parallelogram().snapshot()), "relative")
    machine = Machine(e, DOP853)
    machine.memory.blocks[0].rows += 1
    with pytest.raises(
        CompileError, match=r"program/rows\.py:\d+: subscript \d+ in 'A\[i\]' is outside: allowed"
    ):
        machine.begin(0.0, x)


# The forms that once differed, one function each; compiled and under CPython.

FORMS = """\
def floor_division(a: int) -> int:
    return a // 2

def remainder(a: int) -> int:
    return a % 3

def remainder_of_negative(a: int) -> int:
    return a % -3

def chained(a: int) -> int:
    return 1 if -3 < a < 3 != a + 1 else 0

def after_the_loop(a: int) -> int:
    i = 7
    for i in range(a):
        pass
    return i

def backwards(a: int) -> int:
    total = 0
    for i in range(a, -a, -2):
        total = 10 * total + i
    return total

def changed_inside(a: int) -> int:
    total = 0
    for i in range(a):
        total += i
        i = 100
        a = 0
    return total + a
"""


@pytest.fixture(scope="module")
def forms(tmp_path_factory):
    """Python functions, and the same compiled."""
    path = Path(tmp_path_factory.mktemp("forms")) / "forms_under_test.py"
    path.write_text(FORMS, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("forms_under_test", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    functions = [f for f in vars(module).values() if inspect.isfunction(f)]
    program = Program([], translate(functions, {}))
    return {f.__name__: (f, program.function(f.__name__)) for f in functions}


def test_forms_that_once_differed_mean_what_they_mean_in_python(forms):
    assert len(forms) == 7
    for name, (python, machine) in forms.items():
        for a in range(-9, 10):
            assert machine(a) == python(a), f"{name}({a})"
    assert forms["floor_division"][1](-7) == -4 and forms["remainder"][1](-7) == 2


def ratio(a: float, b: float) -> float:
    return a / b


def is_small(error: float) -> bool:
    return error < 1.0


def is_refused(error: float) -> bool:
    return not (error < 1.0)


def test_division_by_zero_is_what_the_page_says_and_never_passes_for_small():
    """The one difference left (docs/restricted-python.md): inf or NaN instead of an exception, refused when asked."""
    program = Program([], translate([ratio, is_small, is_refused], {}))
    divide, small, refused = (program.function(f.__name__) for f in (ratio, is_small, is_refused))
    assert divide(1.0, 0.0) == math.inf and divide(-1.0, 0.0) == -math.inf and math.isnan(divide(0.0, 0.0))
    for bad in (math.inf, math.nan):
        assert not small(bad) and refused(bad)


def by_nothing(a: int) -> int:
    return a // 0


def test_whole_division_by_zero_is_refused_by_line():
    with pytest.raises(SarrusError, match=r"test_loop_traps\.py:\d+: .*nonzero integer literal"):
        translate([by_nothing], {})
