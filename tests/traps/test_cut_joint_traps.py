"""TRAPS items 9 and 10: coordinates of joints that close a loop.

The angle of a cut joint is fitted to a pose and known up to full turns only; a spring, a driver or a reader needs the
turns too. Here joint B of a crank-rocker turns once with every turn of the crank, on the tree or as the cut.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import sarrus
from sarrus import Motion, TorsionalSpringDamper
from sarrus.topology import span

FIRST, LAST = "BADC", "ADCB"
"""Orders of writing the joints: the last one is cut."""
NAMES = ("A.theta", "B.theta", "C.theta", "D.theta", "A.theta_dot", "B.theta_dot")


def sprung(four_bar, order):
    """A spring on every joint, so that one of them sits on the cut; that on B is wound up turn by turn."""
    m = four_bar(order=order, speed=30.0)
    m.start(guess={"B.theta": -0.6, "C.theta": 1.4})  # all joints alike: the order decides which one is cut
    for name in order:
        stiffness = 0.5 if name == "B" else 0.01
        m.add(
            TorsionalSpringDamper(
                f"spring{name}", f"{name}.theta", stiffness=stiffness, damping=1e-3, free_angle=0.3
            )
        )
    return m


def test_spring_on_a_cut_joint_is_wound_up_over_full_turns(four_bar):
    assert [[j.name for j in span(sprung(four_bar, o).snapshot()).cuts] for o in (FIRST, LAST)] == [
        ["C"],
        ["B"],
    ]
    until = {"until": 1.0, "rows": 21, "rtol": 1e-10, "atol": 1e-10}
    tree = sarrus.simulate(sprung(four_bar, FIRST), **until)
    assert np.ptp(tree["B.theta"].values) > 3 * math.pi  # wound up by a turn and a half, and back
    others = [
        sarrus.simulate(sprung(four_bar, LAST), **until),
        sarrus.simulate(sprung(four_bar, LAST), **until, formulation="absolute"),
    ]
    for other in others:
        for name in (*NAMES, "springB.magnitude", "energy.potential"):
            np.testing.assert_allclose(
                other[name].values,
                tree[name].values,
                rtol=0,
                atol=1e-7 * np.abs(tree[name].values).max(),
                err_msg=name,
            )
    pull = -0.5 * (tree["B.theta"].values - 0.3) - 1e-3 * tree["B.theta_dot"].values
    np.testing.assert_allclose(others[0]["springB.magnitude"].values, pull, atol=1e-6)


def test_fitted_angle_agrees_with_the_pose_on_every_turn(four_bar, formulation):
    """Integrated, it would drift; fitted, it would jump: it is fitted, on the turn that the integral tells."""
    run = sarrus.simulate(
        sprung(four_bar, LAST), until=1.0, rows=101, rtol=1e-4, atol=1e-4, formulation=formulation
    )
    theta = run["B.theta"].values
    apart = run["coupler.psi"].values - run["crank.psi"].values - theta
    assert np.abs(apart - 2 * math.pi * np.round(apart / (2 * math.pi))).max() < 1e-12
    assert np.abs(np.diff(theta)).max() < math.pi and np.ptp(theta) > 2 * math.pi


def test_driver_on_a_cut_joint_goes_on_over_full_turns(four_bar):
    def driven(order):
        m = sprung(four_bar, order)
        m.fixed.clear()
        first = sarrus.assemble(sprung(four_bar, FIRST))["B.theta"]
        m.start(guess={"A.theta": 1.0, "B.theta": first})
        m.add(Motion("motor", "B.theta", f"{first} - 9*t"))
        return m

    until = {"until": 1.5, "rows": 16, "rtol": 1e-10}
    tree = sarrus.kinematics(driven(FIRST), **until)
    assert np.ptp(tree["B.theta"].values) == pytest.approx(13.5, abs=1e-9)
    cut = sarrus.kinematics(driven(LAST), **until)
    for name in (*NAMES, "motor.effort"):
        size = max(1.0, np.abs(tree[name].values).max())
        np.testing.assert_allclose(
            cut[name].values, tree[name].values, rtol=0, atol=1e-8 * size, err_msg=name
        )


def test_joint_that_carries_something_is_kept_on_the_tree(four_bar):
    """The cut goes where nothing acts on the coordinate, as long as there is such a joint."""
    for carrier in "BCD":
        m = four_bar(order="ADCB" if carrier == "B" else "ABCD")
        m.add(TorsionalSpringDamper("spring", f"{carrier}.theta", stiffness=1.0, damping=0.0, free_angle=0.0))
        assert carrier not in [j.name for j in span(m.snapshot()).cuts]
