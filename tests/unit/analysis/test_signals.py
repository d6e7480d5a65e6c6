"""Runs of mechanisms whose forces read inputs and signals: kinks, guards, and what is drawn."""

from __future__ import annotations

import numpy as np

import sarrus
from sarrus import AppliedForce, Body, CoordinateForce, ExpressionSensor, Gravity, Mechanism, Revolute, Rod
from sarrus.analysis.motion.kinks import kinks
from sarrus.views.scene import scene_of


def pendulum(*elements):
    m = Mechanism("pendulum", plane="xy")
    bar = m.add(Body("bar", Rod(length=1.0, mass=1.0)))
    m.add(Revolute("A", m.ground, bar.start))
    m.add(Gravity("weight", (0, -9.81)))
    m.inputs(u="0.5 N m")
    m.signals(phi="A.theta", w="A.theta_dot", a="A.theta_ddot", rx="A.reaction.x")
    for element in elements:
        m.add(element)
    m.start(fixed={"A.theta": 0.4})
    return m


def test_changes_in_time_are_found_in_laws_that_read_signals():
    m = pendulum(
        CoordinateForce("f", "A.theta", function="-phi*(5 if t < 0.5 else 1) + (1 if phi > t else 0)")
    )
    found = list(kinks(m.snapshot(), 2.0))
    assert {k.element for k in found} == {"f"}
    assert {round(k.before, 9) for k in found} == {0.5}


def test_a_run_ends_steps_where_a_law_of_signals_changes():
    m = pendulum(CoordinateForce("f", "A.theta", function="8 if phi < -0.3 else -3*w"))
    run = sarrus.simulate(m, until=2.0)
    assert run.ok, run.status
    assert dict(run.evidence)["steps ended at a kink"] > 0


def test_a_sensor_reads_accelerations_and_reactions_of_the_same_row():
    m = pendulum(
        CoordinateForce("f", "A.theta", function="u - 2*w"),
        ExpressionSensor("given", "u*w", unit="W"),
        ExpressionSensor("mixed", "a*rx + t", unit="N/s^2"),
    )
    run = sarrus.simulate(m, until=1.0)
    w, a, rx = run["A.theta_dot"].values, run["A.theta_ddot"].values, run["A.reaction"].values[:, 0]
    assert np.abs(run["given.value"].values - 0.5 * w).max() < 1e-14
    assert np.abs(run["mixed.value"].values - (a * rx + run.t)).max() < 1e-10
    assert run["mixed.value"].unit == "N/s^2"


def test_arrows_of_a_force_written_with_signals_are_those_of_the_run():
    m = pendulum(AppliedForce("push", "bar.end", force=("u*phi", "-2*w + t")))
    run = sarrus.simulate(m, until=1.0)
    (arrow,) = [a for a in scene_of(m.snapshot(), run).arrows if a.owner == "push"]
    meant = np.column_stack([0.5 * run["A.theta"].values, -2 * run["A.theta_dot"].values + run.t])
    assert np.abs(np.asarray(arrow.values)[:, :2] - meant).max() < 1e-12
    assert np.abs(np.linalg.norm(arrow.values, axis=1) - run["push.magnitude"].values).max() < 1e-9
