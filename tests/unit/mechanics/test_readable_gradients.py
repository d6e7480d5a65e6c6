"""Derivatives of formulas against numerical differentiation: gradients of energies, rates of chains, weights of unknowns.

Central differences of fourth order with a step of 1e-3 have an error of about 1e-12 of numbers of order one, and round-off of
1e-13: 1e-10 is asked.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from sarrus.mechanics.readable.algebra.affine import Affine
from sarrus.mechanics.readable.algebra.build import (
    add,
    chain,
    components,
    cross,
    dot,
    mul,
    neg,
    number,
    over,
    power,
    scaled,
    sub,
    tilde,
    transpose,
)
from sarrus.mechanics.readable.algebra.evaluate import FLOATS, Evaluator, as_floats
from sarrus.mechanics.readable.algebra.gradients import gradient
from sarrus.mechanics.readable.algebra.rates import rate
from sarrus.mechanics.readable.algebra.terms import COLUMN, MATRIX, Name

R, U, W, H = (Name(letter, kind=COLUMN) for letter in ("r", "u", "omega", "h"))
M, C, X = Name("m"), Name("c"), Name("x")
A, J, TURN = Name("A", kind=MATRIX), Name("J", kind=MATRIX), Name("turn", kind=COLUMN)
HALF = number(0.5)
STEP, LIMIT = 1e-3, 1e-10
FORMULAS = {
    "kinetic energy, frame away from the mass centre": add(
        mul(HALF, M, dot(R, R)),
        mul(M, dot(R, chain(A, cross(W, H)))),
        mul(HALF, dot(W, chain(J, W))),
    ),
    "the same in body axes": add(
        mul(HALF, M, dot(U, U)), mul(M, dot(U, cross(W, H))), mul(HALF, dot(W, chain(J, W)))
    ),
    "weight": neg(mul(M, dot(U, add(R, chain(A, H))))),
    "attitude and its transpose": dot(chain(transpose(A), R), chain(J, transpose(A), U)),
    "powers and quotients": over(mul(power(X, 3), dot(R, W)), C),
    "differences": sub(mul(X, X, dot(R, U)), scaled(Fraction(3, 7), mul(C, dot(W, cross(R, U))))),
    "a scalar before a vector": dot(mul(X, X, R), add(U, mul(C, X, W))),
}
every_formula = pytest.mark.parametrize("term", FORMULAS.values(), ids=FORMULAS)


def values(seed=3):
    """Numbers for all names: J symmetric, A orthogonal."""
    rng = np.random.default_rng(seed)
    found = {name: rng.uniform(-1, 1, 3) for name in (R, U, W, H)}
    found |= {name: float(rng.uniform(0.5, 1.5)) for name in (M, C, X)}
    B = rng.uniform(-1, 1, (3, 3))
    return {**found, J: B @ B.T, A: np.linalg.qr(B)[0]}


def computed(term, env):
    as_objects = {n: np.array(v, dtype=object) if np.ndim(v) else v for n, v in env.items()}
    return as_floats(Evaluator(3)(term, as_objects))


def slope(function):
    """d/ds at 0."""
    near, far = (function(h) - function(-h) for h in (STEP, 2 * STEP))
    return (8 * near - far) / (12 * STEP)


def turned(attitude, turn):
    """A with a small turn in its own axes: A exp(turn~), to fifth order."""
    x, y, z = turn
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    total, power = np.eye(3), np.eye(3)
    for k in range(1, 6):
        power = power @ K / k
        total = total + power
    return attitude @ total


@every_formula
def test_gradient_is_the_numerical_one_along_every_component(term):
    env = values()
    found = gradient(term, (R, U, W, X), {A: TURN})
    assert set(found) == {R, U, W, X, TURN}
    for name in (R, U, W):
        for k, unit in enumerate(np.eye(3)):
            numeric = slope(lambda s, n=name, e=unit: computed(term, {**env, n: env[n] + s * e}))
            assert computed(found[name], env)[k] == pytest.approx(numeric, abs=LIMIT), name
    assert computed(found[X], env) == pytest.approx(
        slope(lambda s: computed(term, {**env, X: env[X] + s})), abs=LIMIT
    )
    for k, unit in enumerate(np.eye(3)):
        numeric = slope(lambda s, e=unit: computed(term, {**env, A: turned(env[A], s * e)}))
        assert computed(found[TURN], env)[k] == pytest.approx(numeric, abs=LIMIT)


CHAINS = {
    "attitude times vectors": chain(A, tilde(W), H),
    "behind a transpose": chain(transpose(A), R),
    "a row, matrices and a column": chain(transpose(R), A, J, W),
    "matrices alone": chain(A, J, transpose(A)),
    "cross products": cross(chain(A, H), cross(W, R)),
    "a scalar before a chain": mul(X, X, chain(A, H)),
    **FORMULAS,
}


@pytest.mark.parametrize("term", CHAINS.values(), ids=CHAINS)
def test_rate_is_the_numerical_derivative_in_time(term):
    """r, u, x move evenly; the body turns with a constant angular velocity w."""
    env, rng = values(), np.random.default_rng(8)
    moving = {
        Name("rdot", kind=COLUMN): rng.uniform(-1, 1, 3),
        Name("udot", kind=COLUMN): rng.uniform(-1, 1, 3),
    }
    rdot, udot = moving
    xdot = Name("xdot")
    found = rate(term, {R: rdot, U: udot, X: xdot, A: chain(A, tilde(W))})

    def at(s):
        now = {R: env[R] + s * moving[rdot], U: env[U] + s * moving[udot], X: env[X] + 0.7 * s}
        return computed(term, {**env, **now, A: turned(env[A], s * env[W])})

    numeric = slope(at)
    assert computed(found, {**env, **moving, xdot: 0.7}) == pytest.approx(numeric, abs=LIMIT)


def test_a_formula_without_a_rule_is_refused_and_a_constant_one_is_not():
    with pytest.raises(ValueError, match="no rule to differentiate Components"):
        gradient(dot(components(X, X, X), R), (X,))
    with pytest.raises(ValueError, match="product by the matrix"):
        gradient(dot(chain(tilde(W), H), R), (W,))
    assert computed(gradient(dot(components(C, C, C), R), (R,))[R], values()) == pytest.approx(
        np.full(3, values()[C])
    )


AFFINE = {
    "sums and signs": sub(add(mul(C, X), M), neg(mul(M, X))),
    "products of vectors": dot(chain(J, add(U, mul(X, W))), R),
    "cross products and quotients": over(dot(H, cross(W, U)), C),
    "attitudes": dot(chain(A, U), R),
}


@pytest.mark.parametrize("term", AFFINE.values(), ids=AFFINE)
def test_weights_of_unknowns_are_the_numerical_slopes(term):
    """u and x are unknown: four of them; nothing else is."""
    env, units = values(), np.eye(4)
    unknown = {U: np.array([Affine(0.0, units[k]) for k in range(3)], dtype=object), X: Affine(0.0, units[3])}
    known = {n: np.array(v, dtype=object) if np.ndim(v) else v for n, v in env.items()}
    found = Evaluator(3, FLOATS)(term, {**known, **unknown})
    nothing = {**env, U: np.zeros(3), X: 0.0}
    assert found.value == pytest.approx(computed(term, nothing), abs=LIMIT)
    for k, unit in enumerate(np.eye(3)):
        numeric = slope(lambda s, e=unit: computed(term, {**nothing, U: s * e}))
        assert found.weights[k] == pytest.approx(numeric, abs=LIMIT)
    assert found.weights[3] == pytest.approx(slope(lambda s: computed(term, {**nothing, X: s})), abs=LIMIT)
    x = np.array([*env[U], env[X]])
    assert found.value + found.weights @ x == pytest.approx(computed(term, env), abs=LIMIT)


def test_numbers_that_are_affine_in_unknowns_count_like_numbers():
    rng = np.random.default_rng(5)
    x = rng.uniform(-1, 1, 3)
    one, two = (Affine(float(rng.uniform()), rng.uniform(-1, 1, 3)) for _ in range(2))
    constant = Affine(0.7, np.zeros(3))

    def at(number):
        return number.value + number.weights @ x

    assert at(one + two) == pytest.approx(at(one) + at(two))
    assert at(2.5 - one) == pytest.approx(2.5 - at(one))
    assert at(one - two) == pytest.approx(at(one) - at(two))
    assert at(-one * 3.0 / 2.0) == pytest.approx(-1.5 * at(one))
    assert at(constant * one) == at(one * constant) == pytest.approx(0.7 * at(one))
    assert one**1 is one and constant**3 == pytest.approx(0.343)


def test_products_powers_and_quotients_of_unknowns_are_refused():
    one = Affine(1.0, np.ones(2))
    with pytest.raises(ValueError, match="product of two unknowns"):
        _ = one * one
    with pytest.raises(ValueError, match="power of an unknown"):
        _ = one**2
    with pytest.raises(ValueError, match="divides by an unknown"):
        _ = one / one
