"""Small motions of mechanisms with loops: rows of spec 07, section 4.1, in both formulations."""

from __future__ import annotations

import numpy as np
import pytest
from linear_nearness import BOTH, entry, linear, require_near, require_roots, response
from linear_planar import FOUR_BAR, five_bar, four_bar, slider_crank
from linear_spatial import governor

both = pytest.mark.parametrize("formulation", BOTH)
second_waits = pytest.mark.parametrize(
    "formulation", ["relative", pytest.param("absolute", marks=pytest.mark.more)]
)
SQUARES = {
    "lower, stable": 29.9882899721667,
    "lower, unstable": -64.8089861388833,
    "upper, stable": 64.8089861388833,
    "upper, unstable": -29.9882899721667,
}


@pytest.mark.parametrize("at", FOUR_BAR)
@both
def test_hung_four_bar_in_all_its_equilibria_spec07_L4(formulation, at):
    found = linear(four_bar(at), formulation, states=["crank.psi"], inputs=["load.A.theta"])
    assert found.kind == "equilibrium"
    require_near(found.A, [[0, 1], [-SQUARES[at], 0]])
    J = 0.0887817358021221 if abs(SQUARES[at]) < 30 else 0.0434345896747603
    require_near(found.B[:, 0], [0, 1 / J])


@both
def test_reactions_of_the_four_bar_as_outputs_spec07_L4(formulation):
    outputs = [f"{joint}.reaction.{axis}" for joint in "ABCD" for axis in "xy"]
    found = linear(four_bar(), formulation, states=["crank.psi"], inputs=["load.A.theta"], outputs=outputs)
    there = [
        *(-1.35774815532897, 8.01877968030781, -1.35774815532897, 5.07577968030781),
        *(-1.35774815532897, -3.75322031969219, 1.35774815532897, 10.6202203196922),
    ]
    require_near(found.y0, there)
    require_near(found.C[:2], [[-7.4483203864796, 0], [0.771939168360468, 0]])
    require_near(found.D[:2, 0], [3.71205182594092, -0.652197156449379])
    require_near(found.D[4:6, 0], [0.501105878620965, -0.832308933483771])


@second_waits
def test_four_bar_in_space_with_rows_that_repeat_others_spec07_L5(formulation):
    found = linear(four_bar(spatial=True), formulation)
    require_near(found.A, [[0, 1], [-29.9882899721667, 0]])
    assert len(found.evidence["rows that repeat others"]) == 3
    assert found.evidence["consistency of these rows"] < 1e-12


@both
def test_hung_five_bar_spec07_L6(formulation):
    found = linear(
        five_bar(), formulation, states=["A.theta", "E.theta"], inputs=["load.A.theta", "load.E.theta"],
        outputs=["A.reaction.x", "A.reaction.y", "E.reaction.x", "E.reaction.y"],
    )  # fmt: skip
    M = np.array([[0.0896729008553539, 0.0220347872053874], [0.0220347872053874, 0.117997708630342]])
    K = np.array([[5.49988967893912, -0.762767958730191], [-0.762767958730191, 6.36030889184335]])
    require_near(found.A[2:, :2], -np.linalg.solve(M, K))
    require_near(found.B[2:], [[11.6879580358822, -2.18259889260203], [-2.18259889260203, 8.88231741377808]])
    require_roots(found, [6.4030498427922j, 9.11632315746004j])
    require_near(found.y0, [-2.05375518523223, 16.5463561147604, 2.05375518523223, 16.8076438852396])


@both
def test_acceleration_of_a_driver_as_input_spec07_L6b(formulation):
    found = linear(
        five_bar(held=-1.2), formulation, inputs=["motor.motion_ddot"], outputs=["A.theta", "motor.effort"]
    )
    M = np.array([[0.0916914111758118, 0.0331669664478951], [0.0331669664478951, 0.209372466743472]])
    K = np.array([[5.80288753100166, -1.31579026503906], [-1.31579026503906, 5.95384899650414]])
    require_near(found.y0[1], 3.15418496036692)
    require_roots(found, [7.95532173283999j], chains=[2])
    require_near(found.B[1, 0], -M[0, 1] / M[0, 0])
    require_near(entry(found, "A.theta_dot", "motor.motion"), -K[0, 1] / M[0, 0])
    s = 4j
    require_near(s * s * response(found, s)[:, 0], [0.425861686891512, 1.81755222225442])


@pytest.mark.parametrize(
    ("theta", "torque", "lower", "push"),
    [
        (0.7, 28.30832772445, [295.653169711032, -34.4578507206812], 18.2585056186063),
        (2.0, -20.4558779136001, [-168.551400036583, 26.9629326352456], 19.7715293001328),
    ],
)
@both
def test_slider_crank_along_a_motion_is_said_to_be_that_spec07_L7(formulation, theta, torque, lower, push):
    found = linear(slider_crank(theta, torque), formulation, inputs=["load.A.theta"])
    assert found.kind == "along a motion"
    assert "neither an equilibrium nor a steady motion" in found.text()
    require_near(found.A, [[0, 1], lower])
    require_near(found.B[:, 0], [0, push])


@pytest.mark.more
@both
def test_governor_at_a_held_speed_spec07_L8(formulation):
    found = linear(governor(held=True), formulation)
    assert found.kind == "steady motion"
    require_roots(found, [6.05829528359907j])


@second_waits
def test_governor_with_a_free_spindle_spec07_L8(formulation):
    found = linear(governor(), formulation, states=["shaft.theta", "arm1.theta"], inputs=["load.shaft.theta"])
    assert found.kind == "steady motion"
    require_roots(found, [8.48354671483632j], chains=[2])
    require_near(found.A[2], [0, 0, 0, -11.6343790091184])
    require_near(found.A[3], [0, -36.7029417432788, 3.03132836672164, 0])
    require_near(found.B[:, 0], [0, 0, 5.3274201410485, 0])


@pytest.mark.more
@pytest.mark.parametrize(
    ("damping", "roots"),
    [
        (20, [-0.276950360607852, -3.60672295676534 + 7.54747294986703j]),
        (60, [-0.296315762808511, -3.50248772539813, -18.6723853342089]),
        (0.718954602009629, [-0.269262743608383, 8.48354671483632j]),
    ],
)
@both
def test_governed_engine_spec07_L9(formulation, damping, roots):
    found = linear(governor(gain=1.2, damping=damping), formulation)
    assert found.kind == "steady motion"
    require_roots(found, roots, chains=[1])
