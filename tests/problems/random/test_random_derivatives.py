"""Everything that the program derives, against differences in 50-digit arithmetic.

A random mechanism is sent along a smooth motion that obeys none of its constraints: any accelerations, any multipliers.
What is published as a rate must be the rate of what is published. With steps of 1e-12, central differences are right to
about 1e-24 times the next derivatives. The constants of the kernels are doubles, though, so that the turn of a frame is
a rotation to 1e-16 only; 1e-13 of the values leaves room for sums of such, and still shows any wrong formula.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from drawing import prepared

from sarrus.analysis.assembly.start import in_formulation
from sarrus.mechanics.infos import Level
from sarrus.testing.numbers import STEP, difference, evaluate, mp

CLOSE = 1e-13


class Flow:
    """A motion through a state near the start: the speeds change evenly, coordinates follow qdot = N(q) v.

    One step of the classical Runge-Kutta method has an error of 1e-60 here. Quaternions begin off unit length.
    """

    def __init__(self, equations, x, t, seed):
        self.e = equations
        random = np.random.default_rng(seed)
        self.nq, self.nv = len(equations.coordinates), len(equations.speeds)
        near = random.uniform(-0.02, 0.02, self.nq)
        self.q = [mp.mpf(a) for a in x[: self.nq] + near]
        self.v = [mp.mpf(a) for a in random.uniform(-1.5, 1.5, self.nv)]
        self.rest = [mp.mpf(a) for a in x[self.nq + self.nv :]]
        self.vdot = [mp.mpf(a) for a in random.uniform(-2.0, 2.0, self.nv)]
        self.lam = [mp.mpf(a) for a in random.uniform(-2.0, 2.0, len(equations.rows))]
        self.t = mp.mpf(t) + mp.mpf(1) / 64  # beside the instant at which a ramp begins

    def nodes(self, kernel, group=0):
        """Expressions of an output group."""
        return list(self.e.kernels[kernel].outputs[group][1])

    def values(self, s, q=None):
        """Values of all symbols at time s from now, with the coordinates given or followed."""
        q = self.followed(s) if q is None else q
        v = [a + s * b for a, b in zip(self.v, self.vdot, strict=True)]
        groups = ([self.t + s], [*q, *v, *self.rest], self.vdot, self.lam, [], self.e.constants)
        symbols = (nodes for name, nodes in self.e.kernels["output"].inputs if name not in ("work", "plan"))
        # behind the constants that have a symbol lie tables
        return {
            n: a for ns, group in zip(symbols, groups, strict=True) for n, a in zip(ns, group, strict=False)
        }

    def followed(self, s):
        """Coordinates at time s."""
        slopes = []
        for part in (0, mp.mpf(1) / 2, mp.mpf(1) / 2, 1):
            last = slopes[-1] if slopes else [0] * self.nq
            moved = [a + part * s * k for a, k in zip(self.q, last, strict=True)]
            slopes.append(evaluate(self.nodes("rates"), self.values(part * s, moved), self.e.constants))
        return [
            a + s * (k1 + 2 * k2 + 2 * k3 + k4) / 6 for a, k1, k2, k3, k4 in zip(self.q, *slopes, strict=True)
        ]

    @cached_property
    def points(self):
        """Values of all symbols before, now and after."""
        return [self.values(s) for s in (-STEP, mp.mpf(0), STEP)]

    def now(self, nodes):
        """Values of expressions at the state."""
        return evaluate(nodes, self.points[1], self.e.constants)

    def derivatives(self, nodes):
        """First and second derivatives in time."""
        before, here, after = (evaluate(nodes, at, self.e.constants) for at in self.points)
        first = [(b - a) / (2 * STEP) for a, b in zip(before, after, strict=True)]
        second = [(b - 2 * m + a) / STEP**2 for a, m, b in zip(before, here, after, strict=True)]
        return first, second


def product(pattern, entries, vector, rows, transposed=False):
    """A sparse matrix times a vector."""
    total = [mp.mpf(0)] * rows
    for (i, j), entry in zip(pattern, entries, strict=True):
        i, j = (j, i) if transposed else (i, j)
        total[i] += entry * vector[j]
    return total


def test_what_is_derived_is_the_derivative(derived_seed):
    """Both formulations in turn, from seed to seed."""
    plan, start = prepared(derived_seed)
    equations, x = in_formulation(start, ("relative", "absolute")[derived_seed % 2])
    flow = Flow(equations, x, plan.t, derived_seed)
    assert_published_rates(flow)
    assert_rows(flow)
    assert_power(flow)


def assert_published_rates(flow):
    """Coordinates, points, sensors, lengths, and angular velocities."""
    row = flow.nodes("output")
    channels = {c.name: row[c.start : c.start + c.size] for c in flow.e.channels}
    rates = {n: f"{n}_dot" for n in channels} | {
        n: n.replace(".length", ".rate") for n in channels if ".length" in n
    }
    rates |= {n: f"{n[:-2]}.alpha" for n in channels if n.endswith(".w")}
    pairs = [(n, rate) for n, rate in rates.items() if rate in channels and rate != n]
    first, second = flow.derivatives([a for n, _ in pairs for a in channels[n]])
    stated = flow.now([a for _, rate in pairs for a in channels[rate]])
    names = [n for n, _ in pairs for _ in channels[n]]
    for name, one, two in zip(names, first, stated, strict=True):
        assert difference([one], [two]) < CLOSE, f"rate of {name}"
    twice = {n: two for n, two in zip(names, second, strict=True) if f"{n}_ddot" in channels}
    bends = flow.now([channels[f"{n}_ddot"][0] for n in twice])
    for (name, one), two in zip(twice.items(), bends, strict=True):
        assert difference([one], [two]) < CLOSE, f"second derivative of {name}"


def assert_rows(flow):
    """g' = G v - alpha and g'' = G vdot - beta; of rows of velocities g = 0 and (G v)' = G vdot - beta."""
    e, rows = flow.e, len(flow.e.rows)
    if not rows:
        return
    first, second = flow.derivatives(flow.nodes("closure", 0))
    entries, alpha, beta = (
        flow.now(flow.nodes(*at)) for at in (("closure", 1), ("closure", 2), ("dynamics", 3))
    )
    Gv, Ga = (product(e.jacobian_pattern, entries, vector, rows) for vector in (flow.v, flow.vdot))
    slips = [k for k, row in enumerate(e.rows) if row.level is Level.VELOCITY]
    changing = dict(zip(slips, flow.derivatives([slip_of(flow, k) for k in slips])[0], strict=True))
    for k, row in enumerate(e.rows):
        if k in changing:
            assert first[k] == 0
            assert difference([changing[k]], [Ga[k] - beta[k]]) < CLOSE, f"derivative of row {row.name}"
            continue
        assert difference([first[k]], [Gv[k] - alpha[k]]) < CLOSE, f"rate of row {row.name}"
        assert difference([second[k]], [Ga[k] - beta[k]]) < CLOSE, f"second derivative of row {row.name}"


def slip_of(flow, k):
    """G v of a row, as an expression."""
    speeds = dict(flow.e.kernels["closure"].inputs)["x"][flow.nq : flow.nq + flow.nv]
    entries = zip(flow.e.jacobian_pattern, flow.nodes("closure", 1), strict=True)
    return sum((entry * speeds[j] for (row, j), entry in entries if row == k), speeds[0].graph.zero)


def assert_power(flow):
    """d/dt energy = supplied - lost + v . (M vdot - f - G^T lam) + lam . (G v - alpha), for any vdot and lam.

    Only where the equations of motion hold do the last two terms vanish; so this proves M and f, gyroscopic terms and
    all, by nothing but the energies.
    """
    e = flow.e
    place = {c.name: c.start for c in e.channels}
    row = flow.nodes("output")
    kinetic, potential = row[place["energy.kinetic"]], row[place["energy.potential"]]
    energy = sum(flow.derivatives([kinetic, potential])[0])
    M, f, G = (flow.now(flow.nodes("dynamics", k)) for k in range(3))
    lost, supplied = flow.now(flow.nodes("flows"))[:2]
    alpha = flow.now(flow.nodes("closure", 2))
    n, m = flow.nv, len(e.rows)
    whole = product(e.mass_pattern, M, flow.vdot, n)
    mirrored = [
        (place, entry) for place, entry in zip(e.mass_pattern, M, strict=True) if place[0] != place[1]
    ]
    lower = product([p for p, _ in mirrored], [a for _, a in mirrored], flow.vdot, n, transposed=True)
    held = product(e.jacobian_pattern, G, flow.lam, n, transposed=True)
    Gv = product(e.jacobian_pattern, G, flow.v, m)
    left = sum(
        (v * (a + b - c - d) for v, a, b, c, d in zip(flow.v, whole, lower, f, held, strict=True)), mp.mpf(0)
    )
    open_ = sum((a * (b - c) for a, b, c in zip(flow.lam, Gv, alpha, strict=True)), mp.mpf(0))
    size = 1 + abs(energy) + max((abs(a) for a in (*f, *held)), default=mp.mpf(0))
    assert abs(energy - (supplied - lost + left + open_)) < CLOSE * size
