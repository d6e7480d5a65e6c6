"""The printed equations are right: every definition is evaluated from the tree that is printed.

Compared, at random states off the constraints unless said otherwise: M, f and scalar rows with the kernels of
`formulate(model, "absolute")`. Vector rows stand in ground axes, those of the kernels in F axes: g is turned; G and
beta differ by R_WF alone where g = 0 and G v = alpha, and are compared there; everywhere they, and all printed rates,
are compared with forward differentiation (`Dual`). Tolerance: rounding, 1e-12 of the largest entry.
"""

from __future__ import annotations

import functools
import math

import numpy as np
import pytest

from sarrus.elements.base import lengths, param
from sarrus.elements.body import Body
from sarrus.elements.drivers import Motion
from sarrus.elements.forces import AppliedTorque, Gravity, SpringDamper
from sarrus.elements.forces.base import Bulk, Force
from sarrus.elements.joints import Prismatic, Revolute, Spherical, Universal, Weld
from sarrus.elements.joints.base import Joint, angle
from sarrus.elements.solids import Box, Cylinder, Rod
from sarrus.mechanics import formulate
from sarrus.mechanics.readable import readable
from sarrus.mechanics.readable.algebra.evaluate import Evaluator, as_floats
from sarrus.mechanics.readable.derive.values import evaluate_system
from sarrus.model import Mechanism
from sarrus.spatial import Pose, from_bryant, rot_z
from sarrus.spatial.rotation import quaternion_from_bryant
from tests.unit.mechanics.dual import Dual, duals_of, slope_of

TIME = 0.3


class Distance(Joint):
    """A joint whose row is none of the numbers of the pose: it has to be printed as it stands."""

    coordinates = (angle("phi"), angle("theta"))
    rows = lengths("p_FM.p_FM")
    length = param("m", "distance", gt=0)

    def motion(self, *q):
        return Pose(rot_z(q[1]))

    def closure(self, X_FM):
        return ((X_FM.p.dot(X_FM.p) - self.length * self.length) / (2.0 * self.length),)

    def fit(self, X_FM):
        return X_FM.p.x * 0.0, X_FM.p.y * 0.0


class Drag(Force):
    """A field that is no acceleration: its force depends on where and how fast a body is."""

    port = Bulk
    factor = param("1/s", "per mass", ge=0)

    def power(self, bulk, virtual):
        return -(self.factor * bulk.mass * (bulk.velocity + 0.1 * bulk.position).dot(virtual.velocity))


def pendulum():
    m = Mechanism("pendulum", plane="xy")
    (l,) = m.parameters(l=0.8)
    bar = m.add(Body("bar", Rod(length=l, mass=2)))
    m.add(Revolute("pin", m.ground, bar.start))
    m.add(Gravity("weight", (0, -9.81)))
    return m


def spherical_pendulum():
    m = Mechanism("spherical-pendulum")
    (l,) = m.parameters(l=0.8)
    bob = m.add(Body("bob", mass=2, center=(0, 0, -l), inertia=(0.02, 0.03, 0.04)))
    m.add(Spherical("ball", m.ground, bob))
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m


def slider_crank():
    m = Mechanism("slider-crank", plane="xy")
    r, l = m.parameters(r=0.2, l=0.6)
    crank = m.add(Body("crank", Rod(length=r, mass=0.3)))
    rod = m.add(Body("rod", Rod(length=l, mass=0.9)))
    block = m.add(Body("block", mass=0.7, inertia=0.0286))
    m.add(Revolute("A", m.ground, crank.start))
    m.add(Revolute("B", crank.end, rod.start))
    m.add(Revolute("C", rod.end, block))
    m.add(Prismatic("D", m.ground, block))
    m.add(Gravity("weight", (0, -9.81)))
    return m


def fourbar(plane="xy"):
    m = Mechanism("four-bar", plane=plane)
    z = () if plane else (0,)
    a, b, c, d = m.parameters(a=0.30, b=0.90, c=0.70, d=1.00)
    D = m.ground.point("D", (d, 0, *z))
    crank = m.add(Body("crank", Rod(length=a, mass=0.3)))
    coupler = m.add(Body("coupler", Rod(length=b, mass=0.9)))
    J = 0.0286 if plane else (0.01, 0.02, 0.0286)
    rocker = m.add(Body("rocker", mass=0.7, center=(c / 2, 0, *z), inertia=J))
    m.add(Revolute("A", m.ground, crank.start))
    m.add(Revolute("B", crank.end, coupler.start))
    m.add(Revolute("C", coupler.end, rocker.point("top", (c, 0, *z))))
    m.add(Revolute("D", D, rocker))
    m.add(Gravity("weight", (0, -9.81, *z)))
    return m


def spatial_fourbar():
    return fourbar(None)


def spring_mass_damper():
    m = Mechanism("spring-mass-damper", plane="xy")
    k, c = m.parameters(k=200, c=3)
    block = m.add(Body("block", mass=1.5, inertia=0.01))
    m.add(Prismatic("slide", m.ground, block))
    m.add(
        SpringDamper(
            "spring", m.ground.point("wall", (-0.5, 0)), block, stiffness=k, damping=c, free_length=0.4
        )
    )
    return m


def driven_crank():
    m = Mechanism("driven-crank", plane="xy")
    (a, _) = m.parameters(a=0.3, w=4)
    crank = m.add(Body("crank", Rod(length=a, mass=0.3)))
    m.add(Revolute("A", m.ground, crank.start))
    m.add(Motion("motor", "A.theta", "1.5*w*(t + 0.1*sin(2*pi*t))"))
    return m


def driven_ball():
    m = spherical_pendulum()
    m.add(Motion("swing", "ball.a2", "0.3*sin(2*t)"))
    return m


def driven_along_other_axes():
    m = Mechanism("other-axes")
    arm = m.add(Body("arm", mass=2, center=(0, 0.1, -0.4), inertia=(0.02, 0.03, 0.04)))
    bob = m.add(Body("bob", mass=1, center=(0.2, 0, 0), inertia=(0.02, 0.03, 0.04)))
    m.add(Spherical("ball", m.ground, arm, sequence="3-1-3"))
    m.add(Universal("cross", arm.frame("tip", (0, 0, -0.8), (0.1, 0.2, 0.3)), bob, sequence="1-3"))
    m.add(Motion("nod", "ball.a2", "0.9 + 0.3*sin(2*t)"))
    m.add(Motion("swing", "cross.theta2", "0.3*t"))
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m


def everything_in_the_plane():
    m = Mechanism("workshop", plane="xy")
    r, l = m.parameters(r=0.2, l=0.6)
    crank = m.add(Body("crank", Rod(length=r, mass=0.3)))
    block = m.add(Body("block", mass=l, center=(0.02, 0.01), inertia="0.1*l**2"))
    free = m.add(Body("long-named_body", mass=0.5, center=(0, 0.1), inertia=0.01))
    m.add(Revolute("A", m.ground, crank.start))
    rail = m.ground.frame("rail", (0, -0.1), "10 deg")
    m.add(Prismatic("D", rail, block.frame("foot", (0.05, -0.1), (0.2,))))
    m.add(Distance("stay", crank.end, free.point("eye", (0.1, 0.2)), length=0.7))
    m.add(Weld("W", crank.frame("w", (0.1, 0), "30 deg"), block))
    m.add(Gravity("weight", (1, -9.81)))
    m.add(Gravity("wind", (0.5, 0)))
    m.add(Drag("drag", factor=0.3))
    m.add(SpringDamper("return", crank.end, block, stiffness="200 N/m", damping=2, free_length=0.8))
    m.add(AppliedTorque("push", crank, block, moment="3*t**2"))
    m.add(Motion("motor", "D.s", "0.1*t**2"))
    return m


def everything_in_space():
    m = Mechanism("garden")
    products = (0.01, 0.02, 0.03)
    one = m.add(Body("one", mass=1, center=(0.1, 0.2, 0.3), inertia=(0.1, 0.2, 0.25), products=products))
    two = m.add(Body("two", mass=2, inertia=(0.1, 0.2, 0.25)))
    m.add(Body("drum", Cylinder(length=0.3, radius=0.1, mass=2)))
    m.add(Body("slab", Box(length=0.3, width=0.1, height=0.2, mass=2)))
    rail = m.ground.frame("r", (1, 2, 3), (0.1, 0.2, 0.3))
    m.add(Prismatic("P", rail, one.frame("q", (0.1, 0.2, 0.3), (0.5, 0, 0.1))))
    seam = one.frame("w", (0.1, 0.1, 0.1), ("30 deg", 0, 0))
    m.add(Weld("W", seam, two.frame("k", (0, 0.1, 0), (0, 0.1, 0.2))))
    m.add(Revolute("R", two.point("z", (0.1, 0.2, 0.5)), m.ground))
    m.add(Distance("stay", one, two.point("e", (0.3, 0, 0)), length=0.7))
    m.add(Drag("drag", factor=0.3))
    m.add(SpringDamper("return", m.ground, two.z, stiffness=200, damping=2, free_length=0.8))
    m.add(AppliedTorque("push", one.q, two, moment=("sin(2*t)", 0, 3)))
    m.add(Motion("motor", "R.theta", "2*pi*t"))
    return m


def pendulum_pair():
    m = Mechanism("pendulum-pair")
    l, k = m.parameters(l=0.5, k=0.2)
    arm = m.add(Body("arm", mass=2, center=(l / 2, 0, 0), inertia=(0.002, 0.043, 0.043)))
    bob = m.add(Body("bob", mass=1, center=(k, 0, 0), inertia=(0.001, 0.004, 0.004)))
    m.add(Spherical("ball", m.ground, arm))
    m.add(Revolute("hinge", arm.point("tip", (l, 0, 0)), bob))
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m


ASSEMBLED = [
    pendulum,
    spherical_pendulum,
    slider_crank,
    fourbar,
    spatial_fourbar,
    spring_mass_damper,
    driven_crank,
]
ASSEMBLED += [pendulum_pair]
MODELS = [*ASSEMBLED, driven_ball, driven_along_other_axes, everything_in_the_plane, everything_in_space]


@functools.cache
def both_forms(make):
    """The kernels and the printed trees of a model."""
    model = make().snapshot()
    return formulate(model, "absolute"), readable(model)


class State:
    """A model at a state, through the printed trees and through the compiled form's kernels."""

    def __init__(self, make, t, q, v):
        self.make, self.t, self.q, self.v = make, t, np.array(q), np.array(v)
        self.equations, self.readable = both_forms(make)
        self.model, self.system = self.equations.model, self.readable.system
        self.each = 3 if self.model.planar else 6
        self.z = np.array([s.start + 0.3 * s.scale for s in self.equations.internal])
        self.values = self.readable.evaluate(t, list(self.q), list(self.v), list(self.z))
        for part in ("M", "f", "g", "G", "alpha", "beta"):
            setattr(self, part, as_floats(getattr(self.values, part)))
        self.x = self._x()
        n, m = len(self.v), len(self.equations.rows)
        M, f, G, beta = self.equations.evaluate("dynamics", [t], self.x)
        g, _, alpha, _ = self.equations.evaluate("closure", [t], self.x)
        self.kernel_M, self.kernel_G = np.zeros((n, n)), np.zeros((m, n))
        for (i, j), entry in zip(self.equations.mass_pattern, M, strict=True):
            self.kernel_M[i, j] = self.kernel_M[j, i] = entry
        for (i, j), entry in zip(self.equations.jacobian_pattern, G, strict=True):
            self.kernel_G[i, j] = entry
        self.kernel_f, self.kernel_g, self.kernel_alpha, self.kernel_beta = map(np.array, (f, g, alpha, beta))

    def _x(self):
        parts, moving = [], self.each * len(self.model.bodies)
        for w in self.q[:moving].reshape(-1, self.each):
            parts += [*w] if self.model.planar else [*w[:3], *quaternion_from_bryant(*map(float, w[3:]))]
        return np.array(
            [*parts, *self.q[moving:], *self.v, *self.z, *np.zeros(len(self.equations.quadratures))]
        )

    def rotation(self, place):
        """R_WF of a frame, from the angles of its body."""
        holder = place.body or self.model.ground
        R = holder.poses(self.model.resolve, self.model.planar)[place.frame].R
        if place.body is not None:
            k = self.model.bodies.index(place.body)
            w = [float(a) for a in self.q[k * self.each : (k + 1) * self.each]]
            R = (rot_z(w[2]) if self.model.planar else from_bryant(*w[3:])) @ R
        size = 2 if self.model.planar else 3
        return np.array([[*R.x], [*R.y], [*R.z]], dtype=float).T[:size, :size]

    def blocks(self):
        """(row, place among printed rows, places among kernel rows, R_WF or None)."""
        names = [r.name for r in self.equations.rows]
        found, start = [], 0
        bases = {j.joint.name: j.base for j in self.system.joints}
        for row in self.system.rows:
            here = slice(start, start + len(row.labels))
            there = [names.index(f"{row.owner}.{s}") for s in row.sources] or [names.index(row.owner)]
            found.append((row, here, there, self.rotation(bases[row.owner]) if len(there) > 1 else None))
            start += len(row.labels)
        assert sorted(i for _, _, there, _ in found for i in there) == list(range(len(names)))
        return found

    def angle_rates(self):
        """Rates of the coordinates q for the speeds v, as printed."""
        if self.model.planar:
            return np.array(self.v)
        found = []
        for k, body in enumerate(self.system.bodies):
            found += [*self.v[k * 6 : k * 6 + 3], *as_floats(self.values.named[body.eta.marked("dot")])]
        return np.array([*found, *self.v[len(found) :]])

    def moving(self):
        """Everything with its rate at this state, the speeds held."""
        rates = self.angle_rates()
        q = [Dual(float(a), np.array([b])) for a, b in zip(self.q, rates, strict=True)]
        now = Dual(self.t, np.array([1.0]))
        z = [Dual(float(a), np.array([b])) for a, b in zip(self.z, self.values.zdot, strict=True)]
        return evaluate_system(self.system, now, q, list(self.v), functions=duals_of(self.system), z=z)


def random_state(make, seed=0):
    rng = np.random.default_rng(seed)
    n = len(both_forms(make)[0].speeds)
    return State(make, TIME, rng.uniform(-1, 1, n), rng.uniform(-1, 1, n))


def assembled_state(make, seed=1):
    """A state on the constraints, by Newton steps of least change on the printed residual."""
    state = random_state(make, seed)
    q, n = state.q, len(state.q)
    if make is spatial_fourbar:  # from anywhere it would close with axes turned over, where no motion is left
        q = np.zeros((3, 6))
        q[:, [0, 1, 5]] = assembled_state(fourbar).q.reshape(3, 3)
        q = q.ravel() + 1e-3 * state.q
    for _ in range(60):
        duals = [Dual(float(a), row) for a, row in zip(q, np.eye(n), strict=True)]
        values = evaluate_system(state.system, TIME, duals, list(state.v), functions=duals_of(state.system))
        g = np.array([a.x if isinstance(a, Dual) else a for a in values.g], dtype=float)
        q = q - np.linalg.lstsq(slope_of(values.g, n), g, rcond=1e-9)[0]
        if np.abs(g).max() < 1e-15:
            break
    state = State(make, TIME, q, state.v)
    v = state.v - np.linalg.pinv(state.G, rcond=1e-9) @ (state.G @ state.v - state.alpha)
    state = State(make, TIME, q, v)
    assert np.abs(state.g).max() < 1e-13 and np.abs(state.G @ state.v - state.alpha).max() < 1e-12
    return state


def close(a, b):
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    assert a.shape == b.shape
    assert np.abs(a - b).max(initial=0.0) <= 1e-12 * max(0.1, np.abs(b).max(initial=0.0))


every_model = pytest.mark.parametrize("make", MODELS, ids=lambda f: f.__name__)
every_assembled = pytest.mark.parametrize("make", ASSEMBLED, ids=lambda f: f.__name__)


@every_model
def test_mass_matrix_and_forces_are_those_of_the_kernels(make):
    for seed in range(3):
        state = random_state(make, seed)
        close(state.M, state.kernel_M)
        close(state.f, state.kernel_f)


@every_model
def test_rows_are_those_of_the_kernels_off_the_constraints(make):
    for seed in range(3):
        state = random_state(make, seed)
        for row, here, there, R in state.blocks():
            if R is not None:
                close(R.T @ state.g[here], state.kernel_g[there])
                continue
            off = state.g[here] - state.kernel_g[there]
            if not row.sources:  # the kernel knows a fitted angle up to full turns only
                off = off - 2 * math.pi * np.round(off / (2 * math.pi))
            close(off, [0.0])
            close(state.G[here], state.kernel_G[there])
            close(state.alpha[here], state.kernel_alpha[there])
            close(state.beta[here], state.kernel_beta[there])


@every_model
def test_jacobian_is_the_derivative_of_the_printed_residual(make):
    state = random_state(make)
    columns = [State(make, TIME, state.q, row).angle_rates() for row in np.eye(len(state.v))]
    q = [Dual(float(a), row) for a, row in zip(state.q, np.array(columns).T, strict=True)]
    values = evaluate_system(state.system, TIME, q, list(state.v), functions=duals_of(state.system))
    close(slope_of(values.g, len(state.v)), state.G)


@every_model
def test_right_hand_sides_are_derivatives_of_the_printed_rows(make):
    state = random_state(make)
    moved = state.moving()
    # d/dt g = G v - alpha, and d/dt (G v - alpha) with the speeds held is - beta
    close(slope_of(moved.g, 1)[:, 0], state.G @ state.v - state.alpha)
    turned = slope_of(moved.G, 1)[:, :, 0] @ state.v - slope_of(moved.alpha, 1)[:, 0]
    close(-turned, state.beta)


@every_assembled
def test_all_rows_are_those_of_the_kernels_on_the_constraints(make):
    state = assembled_state(make)
    for _, here, there, R in state.blocks():
        turn = np.eye(1) if R is None else R.T
        close(turn @ state.G[here], state.kernel_G[there])
        close(turn @ state.beta[here], state.kernel_beta[there])


@every_model
def test_every_printed_rate_is_the_rate_of_what_it_belongs_to(make):
    state = random_state(make)
    moved, named = state.moving().named, state.values.named
    for name, value in named.items():
        before = {"dot": "", "ring": "dot"}.get(name.mark)
        if (
            before is not None
            and name.marked(before) in named
            and (name.letter not in ("r", "eta") or not name.rank)
        ):
            close(slope_of(moved[name.marked(before)], 1)[..., 0], as_floats(value))


@pytest.mark.parametrize("make", [m for m in MODELS if not m().plane], ids=lambda f: f.__name__)
def test_angles_turn_the_axes_with_the_printed_angular_velocity(make):
    state = random_state(make)
    moved = state.moving().named
    for body in state.system.bodies:
        x, y, z = as_floats(state.values.named[body.turn])
        tilde = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        close(slope_of(moved[body.A], 1)[:, :, 0], as_floats(state.values.named[body.A]) @ tilde)
        R = from_bryant(*(float(state.values.named[a]) for a in body.angles))
        close(as_floats(state.values.named[body.A]), np.array([[*R.x], [*R.y], [*R.z]]).T)


@every_model
def test_joint_loads_are_the_transposed_jacobian_times_the_multipliers(make):
    state = random_state(make)
    lam = np.random.default_rng(5).uniform(-1, 1, len(state.g))
    env = dict(state.values.named)
    for row, here, _, R in state.blocks():
        env[row.multiplier] = lam[here].astype(object) if R is not None else lam[here][0]
    compute = Evaluator(2 if state.model.planar else 3)
    for d in state.system.multiplied():
        env[d.name] = compute(d.value, env)
    moving = state.each * len(state.model.bodies)
    found = np.concatenate([as_floats(env[d.name]) for d in state.system.reactions])
    close(found, (state.G.T @ lam)[:moving])


def printed_and_published(state):
    """Forces and torques of joints as printed, by name, and all channels, for random multipliers and accelerations."""
    rng = np.random.default_rng(6)
    lam, vdot = rng.uniform(-1, 1, len(state.kernel_g)), rng.uniform(-1, 1, len(state.v))
    (out,) = state.equations.evaluate("output", [TIME], state.x, vdot, lam)
    env = dict(state.values.named)
    for row, _, there, R in state.blocks():
        env[row.multiplier] = (R @ lam[there]).astype(object) if R is not None else lam[there][0]
    compute = Evaluator(2 if state.model.planar else 3)
    channels = {c.name: out[c.start : c.start + c.size] for c in state.equations.channels}
    printed = {}
    for joint in state.system.joints:
        force = sum(as_floats(compute(row.force, env)) for row in joint.rows)
        torque = sum(as_floats(compute(row.torque, env)) for row in joint.rows)
        if state.model.planar:
            force, torque = np.array([*force, 0.0]), np.array([0.0, 0.0, torque])
        printed |= {f"{joint.joint.name}.reaction": force, f"{joint.joint.name}.torque": torque}
    return printed, channels


@every_assembled
def test_printed_reactions_are_the_published_ones(make):
    printed, channels = printed_and_published(assembled_state(make))
    for name, value in printed.items():
        close(value, channels[name])


@every_model
def test_sympy_matrices_have_the_same_values(make):
    import sympy as sp

    state = random_state(make)
    s = state.readable.sympy()
    symbols = [s.t, *s.q, *s.v, *s.values]
    parts = ("M", "f", "g", "G", "alpha", "beta")
    function = sp.lambdify(symbols, [getattr(s, part) for part in parts], "numpy", cse=True)
    found = function(TIME, *state.q, *state.v, *s.values.values())
    for part, matrix in zip(parts, found, strict=True):
        close(np.array(matrix, dtype=float).reshape(getattr(state, part).shape), getattr(state, part))
    assert s.lam.shape == (len(state.g), 1) and s.G.shape == (len(s.lam), len(s.v))


def test_definitions_have_distinct_names_and_all_have_values():
    for make in MODELS:
        state = random_state(make)
        found = state.readable.definitions()
        assert len(found) == len(state.system.definitions()) + len(state.system.multiplied())
        for d in state.system.definitions():
            assert np.isfinite(as_floats(state.values.named[d.name])).all()
