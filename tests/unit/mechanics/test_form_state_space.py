"""The state space form: rates of the state from state and inputs, proportional to these."""

from __future__ import annotations

import pytest

from sarrus.errors import ModelError
from sarrus.io import load, loads
from sarrus.mechanics.readable.forms.state_space import StateSpaceForm
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.print.plain import Plain
from tests.unit.mechanics.forms import EXAMPLES, Held
from tests.unit.mechanics.test_readable_print import _check, formulas

PLANE = """
sarrus: 1
name: arm
plane: xy
parameters: {l: 0.5}
inputs: {tau: 2 N m, pull: 1 N}
signals: {angle: A.theta, speed: B.theta_dot}
bodies: {one: {rod: {length: l, mass: 1}}, two: {rod: {length: l, mass: 1}}}
joints: {A: {revolute: [ground, one.start]}, B: {revolute: [one.end, two.start]}}
forces:
  weight: {gravity: [0, -9.81]}
  motor: {coordinate-force: A.theta, is: 2*tau - 0.1*speed}
  push: {applied-force: two.end, force: [pull, 0]}
start: {fixed: {A.theta: 0.3, B.theta: 0.4, A.theta_dot: 0.5, B.theta_dot: -0.2}}
"""
ONE = """
sarrus: 1
name: crank
plane: xy
parameters: {l: 0.5}
inputs: {tau: 2 N m}
bodies: {one: {rod: {length: l, mass: 1}}}
joints: {A: {revolute: [ground, one.start]}}
forces: {weight: {gravity: [0, -9.81]}, motor: {coordinate-force: A.theta, is: EFFORT}}
start: {fixed: {A.theta: 0.3, A.theta_dot: 0.5}}
"""
SPACE = """
sarrus: 1
name: arm in space
parameters: {l: 0.5}
inputs: {tau: 2 N m}
bodies:
  one: {mass: 1, center: [l/2, 0, 0], inertia: [0.01, 0.03, 0.03], points: {end: [l, 0, 0]}}
  two: {mass: 1, center: [l/2, 0, 0], inertia: [0.01, 0.03, 0.03]}
joints: {A: {revolute: [ground, one]}, B: {spherical: [one.end, two]}}
forces: {weight: {gravity: [0, -9.81, 1]}, motor: {coordinate-force: A.theta, is: 2*tau - 0.1}}
start: {fixed: {A.theta: 0.3, A.theta_dot: 0.5, B.a1: 0.2, B.a2: 0.4, B.a3_dot: 1}}
"""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_move_as_the_kernels_say_or_are_refused_for_their_drivers(path):
    m = load(path)
    if m.snapshot().drivers:
        with pytest.raises(ModelError, match="says a coordinate as a function of time"):
            StateSpaceForm().write(m.snapshot(), PageRequest())
        return
    held = Held(m, StateSpaceForm())
    held.check()
    for formula in formulas(held.pages()["markdown"]):
        _check(formula)


@pytest.mark.parametrize(
    "text", [PLANE, ONE.replace("EFFORT", "2*tau - 0.1"), SPACE], ids=("plane", "one", "space")
)
def test_inputs_act_in_proportion(text):
    Held(loads(text), StateSpaceForm()).check()


def test_one_freedom_is_one_quotient():
    held = Held(loads(ONE.replace("EFFORT", "2*tau")), StateSpaceForm())
    (one,) = held.written.equations
    plain = Plain()
    assert plain.term(one.right) == "3 γ_y cos θ_A/(2 l) + 6 τ/(m_one l²)"


def test_signals_of_coordinates_are_outputs():
    page = Held(loads(PLANE), StateSpaceForm()).pages()["markdown"]
    assert r"`angle` = $\theta_A$, `speed` = $\dot\theta_B$" in page


def test_a_force_that_is_not_proportional_to_its_input_is_refused_by_name():
    m = loads(ONE.replace("EFFORT", "tau*tau"))
    with pytest.raises(ModelError, match="motor is not proportional to it"):
        StateSpaceForm().write(m.snapshot(), PageRequest())
