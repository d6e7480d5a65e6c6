"""Spec 03: what forms of the equations say as symbols and as rows; rows D7, D9, D11, D30, D31 of its table."""

from __future__ import annotations

import numpy as np
import pytest
from oracles import two_bodies
from oracles.in_forms import EXACT, KEYWORDS, assert_close, case, linear, start_of
from oracles.rotations import bryant, turn_axes

import sarrus
from sarrus import Body, Gravity, Mechanism, Revolute
from sarrus.mechanics.readable.algebra.evaluate import FLOATS, Evaluator, as_floats
from sarrus.mechanics.readable.algebra.terms import COLUMN, MATRIX, Name


@pytest.mark.parametrize("form", ["newton-euler", "newton-euler-ground", "newton-euler-body", "second-order"])
def test_symbols_of_a_form_are_the_numbers_of_its_formulas(form):
    """D7: M, f, q_G as expressions with named parameters; their text is read back by `test_readable_names.py`."""
    m, row = start_of(case, True, True, True, False)
    found = sarrus.equations(m, form=form).readable
    named = found.solve(row).named
    M = as_floats(named[Name("M", ("one",), MATRIX)])
    assert_close(M, M.T, EXACT)
    assert np.linalg.eigvalsh(M).min() > 0
    if form == "newton-euler":
        symbolic = found.sympy()
        q, v = np.random.default_rng(1).uniform(-1, 1, (2, 12))
        values = {
            **symbolic.values,
            **dict(zip(symbolic.q, q, strict=True)),
            **dict(zip(symbolic.v, v, strict=True)),
        }
        at = found.evaluate(0.0, q, v)
        for part in ("M", "f", "g", "G", "beta"):
            exact = np.array(getattr(symbolic, part).subs(values).evalf(), dtype=float)
            assert_close(exact.reshape(np.shape(getattr(at, part))), as_floats(getattr(at, part)), 1e-13)


def windows(driven):
    """A loop with a driver in the plane, two balls in space."""
    if not driven:
        return case(True, True, True, False)
    m = case(False, True, True, False)
    m.add(sarrus.Motion("motor", "A.theta", "0.3 + 0.9*t + 0.2*sin(3*t)"))
    return m


@pytest.mark.parametrize("driven", [True, False], ids=["plane", "space"])
def test_rows_of_index_three_two_and_one_are_derivatives_of_each_other(driven):
    """D9: along any motion dg/dt = G v - alpha and d2g/dt2 = G vdot - beta; differences of fourth order."""
    found = sarrus.equations(windows(driven)).readable
    size, rng = 3 if driven else 6, np.random.default_rng(4)
    a, b, c = rng.uniform(-0.7, 0.7, (3, 2 * size))

    def state(t):
        q, rates = a + b * t + c * t * t / 2, b + c * t
        if driven:
            return q, rates
        v = rates.copy()
        for k in (3, 9):  # speeds are angular velocities in body axes
            v[k : k + 3] = bryant(q[k : k + 3]).T @ turn_axes(q[k : k + 3]) @ rates[k : k + 3]
        return q, v

    def at(t):
        q, v = state(t)
        values = found.evaluate(t, q, v)
        return {key: as_floats(getattr(values, key)) for key in ("g", "G", "alpha", "beta")}, v

    def slope(function):
        h = 1e-3
        near, far = (function(0.2 + s) - function(0.2 - s) for s in (h, 2 * h))
        return (8 * near - far) / (12 * h)

    here, v = at(0.2)
    assert_close(slope(lambda t: at(t)[0]["g"]), here["G"] @ v - here["alpha"], 1e-9)
    vdot = slope(lambda t: state(t)[1])
    rates = slope(lambda t: at(t)[0]["G"] @ at(t)[1] - at(t)[0]["alpha"])
    assert_close(rates, here["G"] @ vdot - here["beta"], 1e-8)


def missed(written, row, given):
    """Left less right-hand sides of all equations for chosen accelerations and multipliers."""
    compute = Evaluator(written.size, {**FLOATS, "function": written.function})
    env = {**written.numbers.values, Name("t", own=True): 0.0}
    env |= {g.name: np.array(g.read(row), dtype=object) if g.size else g.read(row) for g in written.given}
    for d in written.definitions:
        env[d.name] = compute(d.value, env)
    env |= given
    for d in written.implied:
        env[d.name] = compute(d.value, env)
    parts = [np.atleast_1d(compute(e.left, env) - compute(e.right, env)) for e in written.equations]
    return np.concatenate(parts).astype(float), env


def test_rows_of_lagrange_are_those_of_newton_and_euler_seen_along_the_coordinates():
    """D11: N^T (M vdot - f - G^T lambda) with N = diag(I, Q), whatever accelerations and multipliers are put in."""
    m, row = start_of(case, True, True, True, False)
    newton, lagrange = (sarrus.equations(m, form=f).readable.written for f in ("newton-euler", "lagrange"))
    rng = np.random.default_rng(6)
    given = {u.name: np.array(rng.uniform(-2, 2, u.size), dtype=object) for u in lagrange.unknowns}
    seen, env = missed(lagrange, row, given)
    moving = {u.name: given[u.name] for u in newton.unknowns if u.name in given}
    for body in ("one", "two"):
        Q, ring = env[Name("Q", (body,), MATRIX)], env[Name("omega", (body,), COLUMN, "ring")]
        bdd = given[Name("eta", (body,), COLUMN, "ddot")]
        moving[Name("omega", (body,), COLUMN, "dot")] = Q @ bdd + ring
    direct, _ = missed(newton, row, moving)
    for k, body in enumerate(("one", "two")):
        Q = as_floats(env[Name("Q", (body,), MATRIX)])
        force, moment = direct[6 * k : 6 * k + 3], direct[6 * k + 3 : 6 * k + 6]
        assert_close(seen[6 * k : 6 * k + 6], [*force, *(Q.T @ moment)], EXACT)
    assert_close(seen[12:], direct[12:], EXACT)  # the rows themselves


def test_velocity_terms_stand_apart_where_the_form_says_so():
    """D30: M, G, beta, f and q_G of a mechanism, by name on the page and as values."""
    m, row = start_of(case, True, True, True, False)
    for form in ("newton-euler-ground", "newton-euler-body", "second-order"):
        found = sarrus.equations(m, form=form)
        named = found.readable.solve(row).named
        assert np.size(named[Name("q", ("one",), COLUMN, "G")]) == 6
        assert r"\mathbf q^G" in found.latex()
    for letter in (r"\mathbf M", r"\mathbf G", r"\boldsymbol\beta", r"\mathbf f"):
        assert letter in sarrus.equations(m).latex()


@pytest.mark.more
def test_a_tree_as_an_ode_and_as_a_dae_moves_alike():
    """D30: joint coordinates have no rows, coordinates of bodies have six; 1e-8 after half a second."""
    m = case(True, True, True, False)
    runs = [
        sarrus.simulate(m, until=0.5, rows=3, rtol=1e-10, atol=1e-12, formulation=f)
        for f in ("relative", "absolute")
    ]
    for name in ("one.x", "two.y", "two.z"):
        assert_close(np.asarray(runs[0][name]), np.asarray(runs[1][name]), 1e-8)


@pytest.mark.skipif("ode" not in KEYWORDS, reason="the shelf has no form in chosen coordinates yet")
def test_ode_of_a_hinged_pendulum_is_one_line():
    """D30: J_P a'' = ..."""
    m, _ = start_of(two_bodies.planar_body, True)
    assert "ddot" in sarrus.equations(m, form="ode").latex()


def pendulums(count):
    m = Mechanism("chain", plane="xy")
    last = m.ground
    for k in range(count):
        body = m.add(Body(f"b{k}", mass=1.0, center=(0.05, 0.01), inertia=0.01, points={"tip": (0.1, 0.0)}))
        m.add(Revolute(f"j{k}", last, body))
        last = body.tip
    m.add(Gravity("weight", (0, -9.81)))
    m.start(fixed={f"j{k}.theta": 0.3 * np.sin(k) for k in range(count)})
    return m


@pytest.mark.more
def test_a_chain_of_a_hundred_bodies_is_solved_alike_by_dense_and_by_sparse_equations():
    """D31: 300 accelerations and 200 multipliers as one dense system, against the run, which factors sparse matrices."""
    m = pendulums(100)
    run = sarrus.simulate(m, until=1e-6, rows=2, formulation="absolute")
    row = {name: np.asarray(run[name])[0] for name in run.names()}
    found = sarrus.equations(m).readable.solve(row).published
    size = max(abs(float(row[f"b{k}.{c}_ddot"])) for k in range(100) for c in "xy")
    for k in range(100):
        assert_close(
            linear(found, f"b{k}", "xy"), [row[f"b{k}.{c}_ddot"] for c in "xy"], 1e-10 * max(1.0, size)
        )
