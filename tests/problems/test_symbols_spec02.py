"""Equations in symbols: spec 02 rows 3, 6, 7 and 26 (slider-crank of H. Hahn, section 3.1.3), spec 05 row 14."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp

import sarrus
from sarrus.io import loads
from sarrus.mechanics.readable.algebra.terms import Name
from sarrus.mechanics.readable.forms.symbols import SymbolicForm

SLIDER_CRANK = """
sarrus: 1
name: slider-crank
plane: xy
parameters: {li: 1.0, lj: 2.0}
bodies:
  crank: {mass: 1, inertia: 0.1, points: {o: [-li/2, 0], q: [li/2, 0]}}
  rod: {mass: 1, inertia: 0.1, points: {q: [-lj/2, 0], p: [lj/2, 0]}}
joints:
  O: {revolute: [ground, crank.o]}
  Q: {revolute: [rod.q, crank.q]}
constraints: {P: {point-on-line: [ground, rod.p]}}
drivers: {drive: {motion: O.theta, is: 0.785 + 2*t + 0.25*t**2}}
start: {guess: {Q.theta: 1.1}}
"""


@pytest.fixture(scope="module")
def crank():
    """The symbols of the slider-crank: equations, the six coordinates, lengths, and the printed definitions."""
    equations = sarrus.equations(loads(SLIDER_CRANK, "slider-crank.yaml"))
    found = equations.sympy()
    names = {str(s): s for s in (*found.q, *found.v, *found.values)}
    return found, names


def expected_rows(names):
    """g_p of spec 02, 3.4, Case 1."""
    li, lj, i, j = names["li"], names["lj"], names["psi_crank"], names["psi_rod"]
    return sp.Matrix(
        [
            [1, 0, li / 2 * sp.sin(i), 0, 0, 0],
            [0, 1, -li / 2 * sp.cos(i), 0, 0, 0],
            [1, 0, -li / 2 * sp.sin(i), -1, 0, -lj / 2 * sp.sin(j)],
            [0, 1, li / 2 * sp.cos(i), 0, -1, lj / 2 * sp.cos(j)],
            [0, 0, 0, 0, 1, lj / 2 * sp.cos(j)],
            [0, 0, 1, 0, 0, 0],
        ]
    )


def test_jacobian_and_right_hand_side_are_those_of_spec02_row_7(crank):
    found, names = crank
    assert sp.simplify(found.G - expected_rows(names)) == sp.zeros(6, 6)
    li, lj, i, j = names["li"], names["lj"], names["psi_crank"], names["psi_rod"]
    di, dj = names["psidot_crank"], names["psidot_rod"]
    x, y = li / 2 * di**2, lj / 2 * dj**2
    beta = [
        -x * sp.cos(i), -x * sp.sin(i), x * sp.cos(i) + y * sp.cos(j), x * sp.sin(i) + y * sp.sin(j), y * sp.sin(j),
        sp.Rational(1, 2),
    ]  # fmt: skip
    assert sp.simplify(found.beta - sp.Matrix(beta)) == sp.zeros(6, 1)


def test_rows_differentiated_twice_are_the_printed_right_hand_sides_spec02_row_6(crank):
    """g'' = G v' - beta along any motion, by SymPy's own derivatives of the printed residuals."""
    found, _ = crank
    t = found.t
    path = [sp.Function(f"f{k}")(t) for k in range(6)]
    at = dict(zip(found.q, path, strict=True))
    speeds = dict(zip(found.v, [f.diff(t) for f in path], strict=True))
    second = found.g.subs(at).diff(t, 2)
    printed = (found.G * sp.Matrix([f.diff(t, 2) for f in path]) - found.beta).subs(speeds).subs(at)
    assert sp.simplify(second - printed) == sp.zeros(6, 1)


def test_determinants_of_the_two_drives_are_those_of_spec02_row_26(crank):
    found, names = crank
    li, lj, i, j = names["li"], names["lj"], names["psi_crank"], names["psi_rod"]
    assert sp.simplify(found.G.det() + lj * sp.cos(j)) == 0
    slider = found.definitions[Name("p", ("rod.p",), 1)][0]
    row = sp.Matrix([[sp.diff(slider, c) for c in found.q]])
    other = found.G[:5, :].col_join(row)
    assert sp.simplify(other.det() - li * lj * sp.sin(i - j)) == 0


@pytest.mark.more
def test_solvability_at_the_singular_sets_is_that_of_spec02_row_26(crank):
    """D = det (W W^T) with W = [g_p, right-hand side]: it vanishes where singular rows can be met."""
    found, names = crank
    li, lj, i, j = names["li"], names["lj"], names["psi_crank"], names["psi_rod"]
    speed, acceleration, di, dj = sp.symbols("a1dot a1ddot psidot_crank psidot_rod", real=True)
    there = {j: sp.pi / 2}
    first = found.G.row_join(sp.Matrix([0, 0, 0, 0, 0, speed])).subs(there)
    Dv = (lj**2 + 4) / 4 * (li * sp.cos(i) * speed) ** 2
    assert sp.simplify((first * first.T).det() - Dv) == 0
    beta = found.beta.subs({names["psidot_crank"]: di, names["psidot_rod"]: dj})
    beta[5] = acceleration
    second = found.G.row_join(beta).subs(there)
    Da = (lj**2 + 4) / 4 * (li * sp.cos(i) * acceleration - li * sp.sin(i) * di**2 - lj * dj**2) ** 2
    assert sp.simplify((second * second.T).det() - Da) == 0


@pytest.mark.parametrize("sequence", ["1-2-3", "3-1-3", "2-3-1", "3-2-3"])
def test_attitude_and_angular_velocity_agree_in_symbols_spec02_row_3(sequence):
    """A' = A omega~, and the printed rates of the angles give the angular velocity back."""
    m = sarrus.Mechanism("top")
    m.add(sarrus.Body("top", mass=1.0, inertia=(1.0, 2.0, 3.0)))
    found = sarrus.equations(m, form="second-order", angles=sequence).sympy()
    assert isinstance(found, SymbolicForm)
    named = {(n.letter, n.mark): value for n, value in found.definitions.items() if n.index == ("top",)}
    A, w, eta = named["A", ""], named["omega", ""], named["eta", "dot"]
    angles = [s for s in found.given if str(s).startswith(("top_a", "a")) and "dot" not in str(s)]
    moving = sum((A.diff(a) * rate for a, rate in zip(angles, eta, strict=True)), sp.zeros(3, 3))
    tilde = sp.Matrix([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])
    assert sp.simplify(moving - A * tilde) == sp.zeros(3, 3)
    back = sarrus.equations(m, angles=sequence).readable
    rates = next(v for n, v in back.sympy().definitions.items() if n.letter == "eta" and n.mark == "dot")
    symbols = {str(s): s for s in (*back.sympy().q, *back.sympy().v)}
    there = {symbols[f"a{k}_top"]: a for k, a in zip((1, 2, 3), angles, strict=True)}
    there |= {symbols[f"omega{k}_top"]: w[k - 1] for k in (1, 2, 3)}
    assert sp.simplify(sp.Matrix(list(rates)).subs(there) - eta) == sp.zeros(3, 1)


@pytest.mark.parametrize("name", ["pendulum", "double-pendulum", "slider-crank", "four-bar"])
def test_minimal_forms_in_symbols_move_as_runs_do_spec05_row_14(name):
    """Symbols, solved for the accelerations and made a Python function, against what a run publishes."""
    m = sarrus.load(f"examples/{name}.yaml")
    written = sarrus.equations(m, form="ode")
    assert written.latex() and written.text()
    found = written.sympy()
    assert isinstance(found, SymbolicForm)
    run = sarrus.simulate(m, until=0.2, rows=3)
    row = {n: run[n].values[1] for n in run.names()}
    A, b = sp.linear_eq_to_matrix(list(found.equations), list(found.unknowns))
    given = [g for quantity in written.readable.written.given for g in np.atleast_1d(quantity.read(row))]
    numbers = list(found.values)
    function = sp.lambdify([found.t, *found.given, *numbers], [A, b], "numpy")
    matrix, right = function(run.t[1], *given, *(found.values[s] for s in numbers))
    solved = np.linalg.solve(np.asarray(matrix, float), np.asarray(right, float)).ravel()
    expected = written.readable.solve(row, float(run.t[1]))
    told = [float(np.asarray(expected.named[u.name])) for u in written.readable.written.unknowns]
    np.testing.assert_allclose(solved, told, rtol=1e-9)
    for name, value in expected.published.items():
        if name in run.names() and name.endswith("_ddot"):
            np.testing.assert_allclose(value, row[name], rtol=1e-7, atol=1e-7)
