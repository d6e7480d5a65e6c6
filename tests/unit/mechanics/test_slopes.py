"""Derivatives of the kernels of mechanisms: oscillations, quaternions, trees, and numbers that are 0 and 1."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus import Body, Gravity, Mechanism, Revolute, Rod, Spherical, Universal
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.mechanics import FORMULATIONS, formulate
from sarrus.scalar.differentials import adjoint, tangent
from sarrus.scalar.differentials.solution import solution_jacobian
from sarrus.scalar.lines import LINE


def hung_four_bar():
    m = Mechanism("four-bar", plane="xy")
    a, b, c, d = m.parameters(a=0.30, b=0.90, c=0.70, d=1.00)
    D = m.ground.point("D", (d, 0))
    crank = m.add(Body("crank", Rod(length=a, mass=0.3)))
    coupler = m.add(Body("coupler", Rod(length=b, mass=0.9)))
    rocker = m.add(Body("rocker", mass=0.7, center=(c / 2, 0), inertia=0.0286))
    m.add(Revolute("A", m.ground, crank.start))
    m.add(Revolute("B", crank.end, coupler.start))
    m.add(Revolute("C", coupler.end, rocker.point("top", (c, 0))))
    m.add(Revolute("D", D, rocker))
    m.add(Gravity("weight", (0, -9.81)))
    m.start(guess={"A.theta": "-100 deg", "D.theta": "-120 deg"})
    return m


def matrices(e, x, lam):
    """M, K along small steps and G of the residual, from its derivatives."""
    nq, nv = len(e.coordinates), len(e.speeds)
    at = ([0.0], x, np.zeros(nv), lam)
    by_x = e.slopes("residual", ("x",), *at)
    M, minus_GT = (e.slopes("residual", (wrt,), *at) for wrt in ("vdot", "lam"))
    return M, by_x[:, :nq] @ e.step_slopes(x), -minus_GT.T


@pytest.mark.parametrize("rolled", [False, True], ids=["straight", "loops"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_hung_four_bar_swings_as_fast_in_both_formulations(formulation, rolled):
    _, x = in_formulation(find_start(hung_four_bar().snapshot()), formulation)
    e = formulate(hung_four_bar().snapshot(), formulation, rolled=rolled)
    nq, nv, rows = len(e.coordinates), len(e.speeds), len(e.rows)
    x, lam = np.array(x), np.zeros(rows)
    x[nq:] = 0.0
    for _ in range(30):
        M, K, G = matrices(e, x, lam)
        r = e.evaluate("residual", [0.0], x, np.zeros(nv), lam)[0]
        g = e.evaluate("closure", [0.0], x)[0]
        system = np.block([[K, -G.T], [G, np.zeros((rows, rows))]])
        step = np.linalg.lstsq(system, -np.concatenate([r, g]), rcond=None)[0]
        x[:nq] = e.evaluate("retract", x, step[:nv])[0]
        lam += step[nv:]
        if np.abs(step).max() < 1e-13:
            break
    M, K, G = matrices(e, x, lam)
    Z = np.linalg.svd(G)[2][np.linalg.matrix_rank(G) :].T
    squares = np.linalg.eigvals(np.linalg.solve(Z.T @ M @ Z, Z.T @ K @ Z))
    assert squares == pytest.approx([29.98828997], rel=1e-9)


def arm(count, kind=Revolute, length=1.0, offset=0.0):
    """Bodies one on the other; lengths are 1 and offsets 0 where nothing else is said."""
    m = Mechanism("arm")
    l, o, mass = m.parameters(l=length, o=offset, mass=1.0)
    (half,) = m.parameters(half=l / 2)
    before = m.ground
    for k in range(count):
        body = m.add(Body(f"b{k}", mass=mass, center=(half, o, 0), inertia=(0.1, 0.2, 0.3)))
        m.add(kind(f"j{k}", before, body))
        before = body.frame("tip", (l, o, 0), turn=(0.3, 0.0, 1.0))
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m


def at_random(e, seed=3):
    """A state with quaternions of unit length, accelerations and multipliers."""
    random = np.random.default_rng(seed)
    x = random.uniform(-1.0, 1.0, e.size)
    x[: len(e.coordinates)] = e.evaluate("retract", x, np.zeros(len(e.speeds)))[0]
    return x, random.uniform(-1.0, 1.0, len(e.speeds)), random.uniform(-1.0, 1.0, len(e.rows))


@pytest.mark.parametrize("rolled", [False, True], ids=["straight", "loops"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_numbers_that_are_zero_or_one_have_slopes(formulation, rolled):
    h = 1e-6

    def residual(**numbers):
        e = formulate(arm(3, **numbers).snapshot(), formulation, rolled=rolled)
        return np.array(e.evaluate("residual", [0.0], x, vdot, lam)[0])

    e = formulate(arm(3).snapshot(), formulation, rolled=rolled).alive
    kernel = e.tangent("residual", ("c",))
    p = e.parameters
    x, vdot, lam = at_random(e)
    for path, low, high in (
        ("l", {"length": 1.0 - h}, {"length": 1.0 + h}),
        ("o", {"offset": -h}, {"offset": h}),
    ):
        d = np.array([1.0 if n.path == path else 0.0 for n in p.numbers])
        found = np.array(e.evaluate(kernel, [0.0], x, vdot, lam, p.tangent(None, d))[0])
        meant = (residual(**high) - residual(**low)) / (2 * h)
        assert np.abs(meant).max() > 0.1
        assert np.abs(found - meant).max() <= 1e-8 * np.abs(meant).max()


@pytest.mark.parametrize("rolled", [False, True], ids=["straight", "loops"])
def test_constants_for_other_numbers_are_those_of_the_changed_model(rolled):
    e = formulate(arm(3).snapshot(), rolled=rolled).alive
    x, vdot, lam = at_random(e)
    kernel = e.kernels["residual"]
    p = e.parameters
    values = p.values
    for k, n in enumerate(p.numbers):
        values[k] = {"l": 1.3, "o": 0.2}.get(n.path, values[k])
    changed = formulate(arm(3, length=1.3, offset=0.2).snapshot(), rolled=rolled)
    meant = changed.evaluate("residual", [0.0], x, vdot, lam)[0]
    assert kernel([0.0], x, vdot, lam, [], p.constants(values))[0] == pytest.approx(meant, rel=1e-13)


@pytest.mark.parametrize("rolled", [False, True], ids=["straight", "loops"])
def test_masses_and_start_values_follow_from_numbers(rolled):
    mechanism = arm(2)
    mechanism.start({"j0.theta": mechanism.parameters(lean=0.25)[0] * 2})
    p = formulate(mechanism.snapshot(), rolled=rolled).alive.parameters
    place = {n.path: k for k, n in enumerate(p.numbers)}
    assert p.masses.values() == pytest.approx([1.0, 1.0])
    assert p.start["j0.theta"].values() == pytest.approx([0.5])
    changed = p.values
    changed[place["mass"]], changed[place["lean"]] = 3.0, 0.1
    assert p.masses.values(changed) == pytest.approx([3.0, 3.0])
    assert p.start["j0.theta"].values(changed) == pytest.approx([0.2])
    d = np.eye(len(changed))[place["lean"]]
    assert p.start["j0.theta"].slopes().times(d) == pytest.approx([2.0])
    with pytest.raises(ValueError, match="1 numbers are given"):
        p.constants(np.zeros(1))


def test_both_recorders_know_the_same_numbers():
    model = arm(3).snapshot()
    paths = [[n.path for n in formulate(model, rolled=r).alive.parameters.numbers] for r in (False, True)]
    assert paths[0] == paths[1]
    assert paths[0][:3] == ["l", "o", "mass"]
    assert {"b1.inertia.xx", "weight.acceleration.z", "b0.tip.turn1"} <= {*paths[0]}
    assert "half" not in paths[0], "it follows from l"


@pytest.mark.parametrize("kind", [Revolute, Spherical, Universal])
def test_slopes_of_accelerations_of_a_tree_come_from_its_efforts(kind):
    e = formulate(arm(5, kind).snapshot(), rolled=True)
    x, _, _ = at_random(e)
    driven, efforts, forward = (e.kernels[k] for k in ("driven", "efforts", "forward"))
    made = solution_jacobian(driven, "tau", efforts, "vdot", ("x",))
    found = made([0.0], x, np.zeros(len(e.speeds)), [], e.constants)[0]
    along = tangent(forward, ("x",))
    meant = np.array([along.interpret([0.0], x, [], d, e.constants)[0] for d in np.eye(e.size)]).T
    assert np.abs(found - meant).max() <= 1e-12 * np.abs(meant).max()
    compiled = made.kernel.compiled([0.0], x, np.zeros(len(e.speeds)), [], made.seeds, e.constants)[0]
    again = np.array(compiled).reshape(-1, e.size, made.kernel.lanes).transpose(0, 2, 1).reshape(-1, e.size)
    assert np.abs(again[: len(e.speeds)] - meant).max() <= 1e-12 * np.abs(meant).max()


def test_numbers_on_lanes_lie_in_one_line_of_memory_each():
    e = formulate(arm(5, Universal).snapshot(), rolled=True)
    made = solution_jacobian(e.kernels["driven"], "tau", e.kernels["efforts"], "vdot", ("x",), lanes=8)
    kernel = made.kernel
    for sweep in kernel.sweeps[kernel.blocks.first if kernel.blocks else -1 :]:
        for cell, places in sweep.steps:
            code = sweep.cells[cell].kernel
            groups = [name for name, _ in (*code.inputs, *code.outputs)]
            wide = [at for name, at in zip(groups, places, strict=True) if name in code.wide]
            assert wide
            assert all(at % kernel.lanes == 0 for at in wide)
    assert made.seeds.ctypes.data % LINE == kernel.memory.work.ctypes.data % LINE == 0


@pytest.mark.parametrize("kind", [Revolute, Spherical, Universal])
def test_efforts_that_accelerations_need_give_these_accelerations(kind):
    e = formulate(arm(5, kind).snapshot(), rolled=True)
    x, vdot, _ = at_random(e)
    efforts = np.array(e.evaluate("efforts", [0.0], x, vdot)[0])
    assert e.evaluate("residual", [0.0], x, vdot, [])[0] == pytest.approx(efforts, rel=1e-12, abs=1e-12)
    assert e.evaluate("driven", [0.0], x, efforts)[0] == pytest.approx(vdot, rel=1e-11, abs=1e-11)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("rolled", [False, True], ids=["straight", "loops"])
def test_tangents_of_tangents_are_symmetric_and_right(formulation, rolled):
    e = formulate(arm(3, Spherical).snapshot(), formulation, rolled=rolled)
    x, vdot, lam = at_random(e)
    once = e.tangent("residual", ("x",))
    twice = tangent(once, ("x",))
    random = np.random.default_rng(0)
    u, v = random.normal(size=(2, e.size))
    one, two = (np.array(e.evaluate(twice, [0.0], x, vdot, lam, a, b)[0]) for a, b in ((u, v), (v, u)))
    assert np.abs(one - two).max() <= 1e-12 * np.abs(one).max()
    h = 1e-5
    low, high = (np.array(e.evaluate(once, [0.0], x + s * v, vdot, lam, u)[0]) for s in (-h, h))
    assert np.abs((high - low) / (2 * h) - one).max() <= 1e-7 * np.abs(one).max()


def test_weights_of_a_tangent_are_carried_back():
    e = formulate(arm(3, Spherical).snapshot(), rolled=True)
    x, vdot, lam = at_random(e)
    once = e.tangent("residual", ("x",))
    back, along = adjoint(once, ("x", "d.x")), tangent(once, ("x", "d.x"))
    random = np.random.default_rng(0)
    u, v, z = random.normal(size=(3, e.size))
    w = random.normal(size=len(e.speeds))
    rates = np.array(e.evaluate(along, [0.0], x, vdot, lam, u, v, z)[0])
    by_x, by_u = (np.array(g) for g in e.evaluate(back, [0.0], x, vdot, lam, u, w))
    assert w @ rates == pytest.approx(by_x @ v + by_u @ z, rel=1e-12)


def test_slopes_along_steps_keep_quaternions_on_their_sphere():
    e = formulate(arm(2, Spherical).snapshot(), rolled=False)
    x, _, _ = at_random(e)
    N = e.step_slopes(x)
    assert N.shape == (8, 6)
    assert np.abs(x[:4] @ N[:4]).max() <= 1e-15
    h = 1e-6
    for k, step in enumerate(np.eye(6)):
        low, high = (np.array(e.evaluate("retract", x, s * step)[0]) for s in (-h, h))
        assert (high - low) / (2 * h) == pytest.approx(N[:, k], abs=1e-9)
