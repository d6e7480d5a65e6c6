"""TRAPS item 19: restricted Python means what Python means, reaches nothing but its own arrays, and aliases nothing.

Compiled loops read past the end of an array without a word. Here they run under CPython on arrays that know where every
part ends, and call kernels that look at what they are given.
"""

from __future__ import annotations

import importlib.util
import inspect
import math
from bisect import bisect_right
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus.analysis.start import find_start, in_formulation
from sarrus.errors import SarrusError
from sarrus.program import blocks, layout, loops
from sarrus.program import memory as arrays
from sarrus.program.machine import KERNELS
from sarrus.scalar.linking import Program
from sarrus.scalar.subset import translate
from sarrus.solvers.integrators import DOP853, RK4
from sarrus.solvers.integrators.base import ACCEPTED, CONTROL_SIZE, COUNTS_SIZE, ROWS, H, no_guard


class Checked:
    """A one-dimensional array whose subscripts are looked at.

    Args:
        starts: where parts begin; a slice without an end stops at the end of its part.
    """

    def __init__(self, array, starts=()):
        self.array = array
        self.starts = sorted(starts)

    def __len__(self):
        return len(self.array)

    def __getitem__(self, key):
        if not isinstance(key, slice):
            return self.array[self._inside(key)].item()
        start = key.start or 0
        stop = self._end(start) if key.stop is None else key.stop
        if key.step is not None or not 0 <= start <= stop <= len(self.array):
            raise IndexError(f"slice {start}:{stop} of {len(self.array)} entries")
        return Checked(self.array[start:stop])

    def __setitem__(self, key, value):
        self.array[self._inside(key)] = value

    def _inside(self, key):
        if not 0 <= key < len(self.array):
            raise IndexError(f"entry {key} of {len(self.array)}")
        return key

    def _end(self, start):
        following = bisect_right(self.starts, start)
        return self.starts[following] if following < len(self.starts) else len(self.array)


def as_kernel(kernel):
    """A kernel under CPython that refuses arrays that are too short, or that overlap where one of them is written."""

    def call(*arrays):
        sizes = [len(group) for _, group in (*kernel.inputs, *kernel.outputs)]
        parts = [a[:n].array for a, n in zip(arrays, sizes, strict=True)]
        count = len(kernel.inputs)
        for k, written in enumerate(parts[count:], count):
            for other in parts[:k]:
                assert not np.shares_memory(written, other), f"{kernel.name} is given overlapping arrays"
        for out, values in zip(parts[count:], kernel(*(p.tolist() for p in parts[:count])), strict=True):
            out[:] = values

    return call


def checked_run(mechanism, formulation, integrator, until):
    """Integrate under CPython on checked arrays; the counts and the rows found."""
    e, x = in_formulation(find_start(mechanism.snapshot()), formulation)
    memory = arrays.lay_out(e)
    offsets = {name: getattr(layout, name) for name in dir(layout) if name[:2] in ("D_", "T_")}
    starts = {kind: [int(memory.tables[o]) for n, o in offsets.items() if n[0] == kind] for kind in "DT"}
    data, tables = Checked(memory.data, starts["D"]), Checked(memory.tables, starts["T"])
    kernels = {name: as_kernel(e.kernels[name]) for name in KERNELS}

    def bound(function):
        return partial(
            function, **{n: kernels[n] for n in inspect.signature(function).parameters if n in kernels}
        )

    n, times = e.size, np.linspace(0.0, until, 4)
    rows, control, counts = (
        np.zeros(4 * (e.width + 1)),
        np.zeros(CONTROL_SIZE),
        np.zeros(COUNTS_SIZE, np.int64),
    )
    control[H] = 0.0 if integrator.is_adaptive else until / 3
    assert bound(loops.begin)(0.0, Checked(x), data, tables) == 0
    status = integrator.integrate(
        n, n, Checked(x), until, 1e-6, Checked(np.full(n, 1e-6)), Checked(times), 4, Checked(rows), e.width,
        Checked(control), Checked(counts), 1000, Checked(np.zeros(integrator.work_size(n, 0))), data, tables,
        bound(loops.rhs), bound(loops.accept), bound(loops.write), no_guard,
    )  # fmt: skip
    assert status == 0
    return counts, rows.reshape(4, -1)[:, :-1], memory


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
    counts, rows, memory = checked_run(make(), formulation, integrator, 0.05)
    assert counts[ROWS] == 4 and counts[ACCEPTED] >= 1
    assert np.isfinite(rows).all()
    if name == "parallelogram":
        assert memory.part(layout.D_STATE, layout.STATE_SIZE)[layout.STAGE_STEPS] > 0


@pytest.mark.parametrize("key", [-1, 3, slice(2, 5), slice(-2, None), slice(2, 1)])
def test_checked_array_refuses_what_lies_outside(key):
    with pytest.raises(IndexError):
        Checked(np.zeros(3))[key]
    with pytest.raises(IndexError):
        Checked(np.arange(6.0), [0, 2, 4])[2:][2]


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
