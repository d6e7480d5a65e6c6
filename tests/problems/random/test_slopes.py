"""Derivatives of all kernels of every element, against differences in 50-digit arithmetic.

Both formulations, straight-line code and loops; by time, state, accelerations, multipliers and constants.
"""

from __future__ import annotations

import numpy as np
import pytest
from test_reference import KINDS, TIME, at_some_state, both, small

from sarrus.mechanics import FORMULATIONS, formulate
from sarrus.mechanics import base as equations
from sarrus.scalar.differentials import adjoint, jacobian, tangent
from sarrus.scalar.graph import order
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.rolled import Sines
from sarrus.testing.numbers import evaluate, mp

STEP = mp.mpf("1e-14")
NOTHING = 1e-20
"""What differences of 50 digits make of zero."""
ROUNDING = 1e-14
"""What rounding makes of a row that is zero, as a part of the largest entry of all rows."""
KERNELS = (
    "sides",
    "rates",
    "retract",
    "closure",
    "dynamics",
    "flows",
    "output",
    "gap",
    "measure",
    "guards",
    "residual",
    "forward",
    "driven",
    "efforts",
    "implied",
    "pushes",
    "acting",
    "course",
    "aims",
)


def precise(kernel, groups):
    """All outputs of a kernel to 50 digits, one behind the other."""
    names = [name for name, _ in kernel.inputs]
    arrays = {n: [mp.mpf(a) for a in g] for n, g in zip(names, groups, strict=False)}
    if isinstance(kernel, Kernel):
        values = {s: a for n, ss in kernel.inputs if n in arrays for s, a in zip(ss, arrays[n], strict=False)}
        return evaluate(kernel.results, values, arrays["c"])
    arrays["work"] = [mp.mpf(0)] * len(kernel.memory.work)
    arrays |= {name: [mp.mpf(0)] * len(places) for name, places in kernel.outputs}
    for sweep in kernel.sweeps:
        if isinstance(sweep, Sines):
            for angle, at in sweep.steps:
                arrays["work"][at : at + 2] = mp.sin(arrays["x"][angle]), mp.cos(arrays["x"][angle])
            continue
        for number, places in sweep.steps:
            cell = sweep.cells[number]
            inputs, outputs = cell.kernel.inputs, cell.kernel.outputs
            values = {}
            for (_, symbols), array, at in zip(inputs, cell.arrays, places, strict=False):
                values |= zip(symbols, arrays[array][at : at + len(symbols)], strict=True)
            found = iter(evaluate(cell.kernel.results, values, arrays["c"]))
            for k, (_, nodes) in enumerate(outputs, len(inputs)):
                for i in range(len(nodes)):
                    arrays[cell.arrays[k]][places[k] + i] = next(found)
    return [a for name, _ in kernel.outputs for a in arrays[name]]


class Slope:
    """A kernel at a state, and directions of all that it is given."""

    def __init__(self, e, name, t, x, seed):
        random = np.random.default_rng(seed)
        nv = len(e.speeds)
        sizes = {"vdot": nv, "lam": len(e.rows), "tau": nv, "step": nv}
        self.kernel = e.kernels[name]
        self.names = [n for n, _ in self.kernel.inputs if n not in ("u", "work", "plan")]
        self.wrt = [n for n in self.names if n != "c"]
        groups = {"t": np.array([t]), "x": np.array(x), "c": np.array(e.constants)}
        groups |= {n: random.uniform(-2.0, 2.0, k) for n, k in sizes.items()}
        self.given = {n: groups[n] for n, _ in self.kernel.inputs if n in groups}
        self.directions = {n: random.uniform(-1.0, 1.0, len(g)) for n, g in self.given.items()}
        p = e.parameters
        self.directions["c"] = p.tangent(None, random.uniform(-1.0, 1.0, len(p.numbers)))
        self.random = random

    def groups(self, **others):
        every = {**self.given, **others}
        return [[] if n == "u" else every[n] for n, _ in self.kernel.inputs if n not in ("work", "plan")]

    def difference(self, wrt):
        """Rates along the directions of some inputs."""
        sides = []
        for s in (-STEP, STEP):
            moved = {
                n: [mp.mpf(a) + s * mp.mpf(d) for a, d in zip(self.given[n], self.directions[n], strict=True)]
                for n in wrt
            }
            sides.append(precise(self.kernel, self.groups(**moved)))
        return np.array([float((b - a) / (2 * STEP)) for a, b in zip(*sides, strict=True)])

    def call(self, kernel, more):
        *given, constants = self.groups()
        made = kernel if isinstance(kernel, Kernel) else kernel.interpret
        found = made(*given, *more, constants)
        return np.concatenate([np.asarray(g) for g in found] or [np.zeros(0)])


def check_by_inputs(slope):
    """Jacobian, tangent and adjoint by everything but constants."""
    wrt = slope.wrt
    J = jacobian(slope.kernel, wrt)
    made = J.kernel if isinstance(J.kernel, Kernel) else J.kernel.interpret
    *given, constants = slope.groups()
    flat = made(*given, *J.directions, constants)
    values = np.concatenate([np.asarray(g) for g in flat] or [np.zeros(0)])[J.places]
    dense = J.dense(values)
    d = np.concatenate([slope.directions[n] for n in wrt])
    meant = slope.difference(wrt)
    size = np.abs(dense).max(axis=1, initial=0.0)
    off = np.abs(dense @ d - meant)
    assert (off <= 1e-9 * size + ROUNDING * size.max(initial=0.0) + NOTHING).all(), f"{off.max():.2g}"
    rates = slope.call(tangent(slope.kernel, wrt), [slope.directions[n] for n in wrt])
    assert np.abs(rates - dense @ d).max(initial=0.0) <= 1e-12 * size.max(initial=0.0)
    w = slope.random.uniform(-1.0, 1.0, len(meant))
    ends = np.cumsum([len(g) for _, g in slope.kernel.outputs])[:-1]
    weights = slope.call(adjoint(slope.kernel, wrt), np.split(w, ends))
    scale = np.abs(w) @ np.abs(dense) @ np.abs(d)
    assert abs(w @ rates - weights @ d) <= 1e-12 * scale + NOTHING


def check_by_constants(slope):
    """The tangent by constants, along a direction in which the numbers of the model can move them."""
    meant = slope.difference(["c"])
    found = slope.call(tangent(slope.kernel, ["c"]), [slope.directions["c"]])
    size, moved = np.abs(meant).max(initial=0.0), np.abs(slope.directions["c"]).max(initial=1.0)
    assert np.abs(found - meant).max(initial=0.0) <= 1e-9 * size + ROUNDING * moved


def test_no_kernel_is_left_out():
    assert {*KERNELS} == {*equations.KERNELS}


def slopes_of(e, x, t=TIME, seed=0):
    for name in KERNELS:
        if name in e.kernels:
            e.kernels[name]
    for name in KERNELS:
        if name in e.kernels and not (name == "guards" and looks_up(e.kernels[name])):
            yield name, Slope(e, name, t, x, seed)


def looks_up(kernel):
    """Whether a kernel looks rows of tables up: guards compute with the places of these, which 50 digits do not know."""
    kernels = [kernel]
    if not isinstance(kernel, Kernel):
        kernels = [c.kernel for s in kernel.sweeps if not isinstance(s, Sines) for c in s.cells]
    return any(n.op == "row" for k in kernels for n in order(k.results))


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("rolled", [False, True], ids=["straight", "loops"])
@pytest.mark.parametrize(
    ("kind", "planar"), KINDS, ids=[f"{k.keyword}-{'plane' if p else 'space'}" for k, p in KINDS]
)
def test_every_kernel_of_every_element_has_its_slopes(kind, planar, rolled, formulation):
    states = dict(zip(FORMULATIONS, both(*at_some_state(small(kind, planar, 1), 1)), strict=True))
    e, x = states[formulation]
    e = formulate(e.model, formulation, rolled=rolled, alive=True)
    for _, slope in slopes_of(e, x):
        check_by_inputs(slope)
        check_by_constants(slope)
