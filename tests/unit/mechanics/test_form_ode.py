"""The minimal form gives the accelerations of the kernels from as many numbers as there are freedoms; spec 03, D30."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sarrus.elements.drivers import Motion
from sarrus.errors import ModelError
from sarrus.io import load
from sarrus.mechanics.readable.algebra.trees import parts_in
from sarrus.mechanics.readable.forms.ode import Ode
from sarrus.mechanics.readable.forms.solve import solve
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.print.plain import Plain
from tests.unit.mechanics import test_readable as models
from tests.unit.mechanics.forms import EXAMPLES, Held
from tests.unit.mechanics.test_form_kane import balls
from tests.unit.mechanics.test_readable_print import _check, formulas


def example(name):
    return load(next(p for p in EXAMPLES if p.stem == name))


def equation(held):
    plain = Plain()
    (one,) = held.written.equations
    return f"{plain.term(one.left)} = {plain.term(one.right)}"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_move_as_the_kernels_say(path):
    held = Held(load(path), Ode())
    held.check()
    for formula in formulas(held.pages()["markdown"]):
        _check(formula)


def test_d30_the_minimal_form_of_a_pendulum_is_one_line():
    assert equation(Held(models.pendulum(), Ode())) == "⅓ m_bar l² θ̈_pin = ½ m_bar l γ_y cos θ_pin"
    assert equation(Held(example("pendulum"), Ode())) == "m_bob s_bob² θ̈_pin = m_bob s_bob γ_y cos θ_pin"


def test_a_page_of_the_four_bar_is_short():
    held = Held(example("four-bar"), Ode())
    assert len(held.formulas()) <= 5000
    assert [str(g.name.letter) for g in held.written.given] == ["theta", "theta", "sigma"]


@pytest.mark.parametrize("branch", [1.8, -0.9], ids=("open", "crossed"))
def test_two_link_groups_close_in_closed_form_on_both_branches(branch):
    """Positions and speeds follow from the crank alone, at every crank angle."""
    written = None
    for angle in np.linspace(0.2, 6.0, 7):
        m = models.fourbar()
        m.start(fixed={"A.theta": angle, "A.theta_dot": 2.0}, guess={"D.theta": branch})
        held = Held(m, Ode())
        written = written or held.written
        found = solve(written, held.row, 0.0)
        for name, body in (("psi", "rocker"), ("psi", "coupler")):
            turn = next(
                v for n, v in found.named.items() if n.letter == name and n.index == (body,) and not n.mark
            )
            assert abs(math.remainder(turn - float(held.row[f"{body}.psi"][0]), 2 * math.pi)) <= 1e-10
        for name in ("A.theta_ddot", "B.theta_ddot", "D.theta_ddot"):
            assert np.abs(found.published[name] - held.row[name]).max() <= 1e-9 * max(
                1.0, np.abs(held.row[name]).max()
            )


def test_coordinates_can_be_chosen():
    m = example("four-bar")
    held = Held(m, Ode(("D.theta",)))
    held.check()
    assert held.written.unknowns[0].name.index == ("D",)
    with pytest.raises(ModelError, match="is no coordinate of the tree"):
        Ode(("C.theta",)).write(m.snapshot(), PageRequest())
    with pytest.raises(ModelError, match="they do not determine all speeds"):
        Ode(("A.theta", "D.theta")).write(m.snapshot(), PageRequest())


def test_a_driven_four_bar_gives_the_effort():
    m = models.fourbar()
    m.add(Motion("motor", "A.theta", "1.0 + 2*t + 3*t**2"))
    m.start(guess={"D.theta": 1.8, "B.theta": -0.5})
    held = Held(m, Ode())
    held.check()
    assert "motor.effort" in held.off((".effort",))


def test_loops_in_space_are_solved_together():
    held = Held(example("slider-crank-3d"), Ode())
    text = held.pages()["markdown"]
    assert r"\mathbf B_d^{-1}" in text and "less than full rank" in text


def test_four_balls_are_few_operations():
    held = Held(balls(4), Ode())
    held.check()
    definitions = (*held.written.definitions, *held.written.implied)
    assert sum(bool(p.parts) for d in definitions for p in parts_in(d.value)) < 5000


def test_d11_the_reduced_force_is_that_of_lagrange():
    """F^ at speed less F^ at rest is - M^' w^2 / 2: what d/dt (dT/dw) - dT/dq leaves; differences err by h^2."""
    held = Held(example("four-bar"), Ode())

    def at(angle, speed):
        row = {**held.row, "A.theta": np.array([angle]), "A.theta_dot": np.array([speed])}
        named = solve(held.written, row, 0.0).named
        return [
            next(v for n, v in named.items() if n.letter == letter and n.mark == "hat") for letter in "MF"
        ]

    angle, speed, h = 1.0, 3.0, 1e-4
    slope = (at(angle + h, 0.0)[0] - at(angle - h, 0.0)[0]) / (2 * h)
    found = at(angle, speed)[1] - at(angle, 0.0)[1]
    assert abs(found + slope * speed**2 / 2) <= 1e-7 * abs(found)
