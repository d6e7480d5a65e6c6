"""Kane's equations in joint coordinates give the accelerations and loads of the kernels, and read as lecture notes do.

Spec 03: D15 (tree, cuts, any order of bodies), D16 (partial velocities), D17 ([A] and {f}).
"""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.elements.body import Body
from sarrus.elements.drivers import Motion
from sarrus.elements.forces import Gravity, TorsionalSpringDamper
from sarrus.elements.joints import Revolute, Spherical
from sarrus.elements.solids import Rod
from sarrus.errors import ModelError
from sarrus.io import load, loads
from sarrus.mechanics.readable.algebra.terms import Name
from sarrus.mechanics.readable.algebra.trees import parts_in
from sarrus.mechanics.readable.forms.kane import Kane
from sarrus.mechanics.readable.forms.solve import solve
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.model import Mechanism
from tests.unit.mechanics import test_readable as models
from tests.unit.mechanics.forms import EXAMPLES, Held
from tests.unit.mechanics.test_readable_print import _check, formulas


def balls(n):
    """A chain of ball joints: three freedoms each."""
    m = Mechanism("chain")
    (l,) = m.parameters(l=0.3)
    last = m.ground
    for k in range(n):
        link = m.add(Body(f"link{k + 1}", mass=1, center=(l / 2, 0, 0), inertia=(0.01, 0.02, 0.02)))
        m.add(Spherical(f"J{k + 1}", last, link))
        last = link.point("tip", (l, 0, 0))
        m.start(fixed={f"J{k + 1}.a1": 0.3 + 0.1 * k, f"J{k + 1}.a2": 0.2, f"J{k + 1}.a3_dot": 1.0 - 0.3 * k})
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_move_as_the_kernels_say(path):
    held = Held(load(path), Kane())
    held.check()
    for formula in formulas(held.pages()["markdown"]):
        _check(formula)


def test_the_pendulum_pair_with_a_ball_joint_moves_as_the_kernels_say():
    m = models.pendulum_pair()
    m.start(
        fixed={
            "ball.a1": 0.4,
            "ball.a2": -0.3,
            "ball.a3_dot": 1.2,
            "hinge.theta": 0.7,
            "hinge.theta_dot": -2.0,
        }
    )
    Held(m, Kane()).check()


def test_four_balls_are_few_operations():
    held = Held(balls(4), Kane())
    held.check()
    definitions = (*held.written.definitions, *held.written.implied)
    assert sum(bool(p.parts) for d in definitions for p in parts_in(d.value)) < 5000


def test_a_page_of_the_four_bar_is_short():
    held = Held(load(next(p for p in EXAMPLES if p.stem == "four-bar")), Kane())
    assert len(held.formulas()) <= 3500


def shuffled(order):
    """A branched tree with a loop, its bodies written in any order."""
    m = Mechanism("branched", plane="xy")
    (l,) = m.parameters(l=0.4)
    m.ground.point("D", (0.9, 0))
    for name in order:
        m.add(Body(name, Rod(length=l, mass=1.0)))
    m.add(Revolute("A", m.ground, "one.start"))
    m.add(Revolute("B", "one.end", "two.start"))
    m.add(Revolute("C", "two.end", "three.end"))
    m.add(Revolute("D", "ground.D", "three.start"))
    m.add(Revolute("E", "two.start", "four.start"))
    m.add(TorsionalSpringDamper("coil", "E.theta", stiffness=2, damping=0.1))
    m.add(Gravity("weight", (0, -9.81)))
    m.start(
        fixed={"A.theta": 1.9, "A.theta_dot": 0.7, "E.theta": 0.3}, guess={"B.theta": -1.6, "D.theta": 1.6}
    )
    return m


def test_d15_the_order_of_bodies_changes_nothing():
    one, two = (
        Held(shuffled(order), Kane())
        for order in (("one", "two", "three", "four"), ("four", "three", "two", "one"))
    )
    one.check(), two.check()
    for name, value in one.solved.published.items():
        assert np.allclose(value, two.solved.published[name], rtol=1e-9, atol=1e-9), name


def rates_of(held, name):
    """Velocities of mass centres, computed from V_i and y."""
    named = held.solved.named
    speeds = np.array([named[j] for j in name])
    return {
        body.name: np.asarray(named[Name("V", (body.name,), 2)], dtype=float) @ speeds
        for body in held.mechanism.snapshot().bodies
    }


@pytest.mark.parametrize(
    "make", [lambda: shuffled(("one", "two", "three", "four")), lambda: balls(3)], ids=("plane", "space")
)
def test_d16_partial_velocities_times_speeds_are_velocities(make):
    held = Held(make(), Kane())
    speeds = held.written.implied[0].value.parts
    back = [n.marked("dot" if n.mark == "ddot" else "") for n in speeds]
    for body, velocity in rates_of(held, back).items():
        axes = [a for a in "xyz" if f"{body}.center.{a}_dot" in held.row]
        expected = np.array([float(held.row[f"{body}.center.{a}_dot"][0]) for a in axes])
        assert np.abs(velocity - expected).max() <= 1e-12 * max(1.0, np.abs(expected).max())


@pytest.mark.parametrize(
    "make", [lambda: shuffled(("one", "two", "three", "four")), lambda: balls(3)], ids=("plane", "space")
)
def test_d17_the_matrix_is_symmetric_and_gives_the_kinetic_energy(make):
    held = Held(make(), Kane())
    named = held.solved.named
    A = named[Name("A", (), 2)]
    assert np.abs(A - A.T).max() <= 1e-14 * np.abs(A).max()
    speeds = held.written.implied[0].value.parts
    y = np.array([named[n.marked("dot" if n.mark == "ddot" else "")] for n in speeds])
    energy = float(held.row["energy.kinetic"][0])
    assert abs(y @ A @ y / 2 - energy) <= 1e-12 * max(1.0, energy)


def test_a_driver_of_the_tree_is_eliminated():
    m = models.fourbar()
    m.add(Motion("motor", "A.theta", "1.0 + 2*t + 3*t**2"))
    m.start(guess={"D.theta": 1.8, "B.theta": -0.5})
    held = Held(m, Kane())
    held.check()
    assert [u.name for u in held.written.unknowns if u.name.mark == "ddot"] == [
        Name("theta", (j,), mark="ddot") for j in ("D", "B")
    ]
    assert "known, index k" in held.pages()["markdown"]
    assert held.solved.published["A.theta_ddot"] == 6.0


def test_friction_that_depends_on_the_load_of_its_joint_is_refused_by_name():
    m = loads(
        "sarrus: 1\nname: rubbing\nplane: xy\nbodies: {wheel: {mass: 1, inertia: 0.1, center: [0.1, 0]}}\n"
        "joints: {A: {revolute: [ground, wheel]}}\n"
        "forces: {rub: {friction: A.theta, coefficient: 0.2, normal: reaction, radius: 0.02, smooth: 0.1}}"
    )
    with pytest.raises(ModelError, match=r"rub.*depends on the load of its joint"):
        Kane().write(m.snapshot(), PageRequest())


def test_the_same_equations_hold_at_another_state():
    """What was derived once is a function of the state."""
    first, second = models.fourbar(), models.fourbar()
    first.start(fixed={"A.theta": 1.0, "A.theta_dot": 2.0}, guess={"D.theta": 1.8})
    second.start(fixed={"A.theta": 2.0, "A.theta_dot": -1.0}, guess={"D.theta": 2.2})
    one, two = Held(first, Kane()), Held(second, Kane())
    found = solve(one.written, two.row, 0.0)
    for name in ("A.theta_ddot", "D.theta_ddot", "C.reaction"):
        assert np.abs(np.ravel(found.published[name]) - two.row[name]).max() <= 1e-9
