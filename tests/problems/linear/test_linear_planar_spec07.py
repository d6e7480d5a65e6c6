"""Small motions of planar trees, elements with states, friction: rows of spec 07, section 4.1, in both formulations."""

from __future__ import annotations

import math

import numpy as np
import pytest
from linear_nearness import BOTH, entry, linear, require_near, require_roots, response
from linear_planar import (
    DOWN,
    LaggingTorque,
    Maxwell,
    block_on_belt,
    cart_pole,
    chain,
    pendulum,
    shaken_pendulum,
    two_free,
    ziegler,
)

from sarrus import CoordinateForce
from sarrus.analysis.linear.spectrum import spectrum

both = pytest.mark.parametrize("formulation", BOTH)


@both
def test_rod_pendulum_with_outputs_of_acceleration_and_reaction_spec07_L1(formulation):
    outputs = ["A.theta_ddot", "rod.center.x_ddot", "A.reaction.x", "A.reaction.y"]
    found = linear(pendulum(), formulation, inputs=["load.A.theta"], outputs=outputs)
    assert found.kind == "equilibrium"
    require_near(found.A, [[0, 1], [-14.715, 0]])
    require_near(found.B, [[0], [3]])
    require_near(found.C, [[-14.715, 0], [-7.3575, 0], [-7.3575, 0], [0, 0]])
    require_near(found.D, [[3], [1.5], [1.5], [0]])
    require_near(found.y0[2:], [0, 9.81])


DOUBLE = [[-25.2257142857143, 12.6128571428571], [37.8385714285714, -33.6342857142857]]
TRIPLE = [
    [-39.6173076923077, 30.5619230769231, -3.39576923076923],
    [50.9365384615385, -64.5196153846154, 16.9788461538462],
    [-16.9788461538462, 50.9365384615385, -35.0896153846154],
]
CHAINS = {
    2: (DOUBLE, [2.68011401225338, 7.18867087028771], [[1, 1.43050087404306], [1, -2.09716754070973]]),
    3: (
        TRIPLE,
        [2.18108761267045, 5.42494239600754, 10.2488728788777],
        [[1, 1.32582559679874, 5 / 3], [1, 0, -3], [1, -1.95545522642836, 5 / 3]],
    ),
}


@pytest.mark.parametrize("count", [2, 3])
@both
def test_double_and_triple_pendulum_with_shapes_spec07_L2_L3(formulation, count):
    lower, omega, shapes = CHAINS[count]
    found = linear(chain(count), formulation, states=[f"rod{k}.psi" for k in range(count)])
    assert found.kind == "equilibrium"
    require_near(found.A[count:, :count], lower)
    require_roots(found, 1j * np.array(omega))
    shape = found.spectrum.right[:count, ::2]
    require_near((shape / shape[0]).T, shapes)
    require_roots(linear(chain(count), formulation), 1j * np.array(omega))


LOWEST = {
    5: [3.7705045345153, 8.94864099789127, 15.1872879222451],
    10: [3.76720851830197, 8.72832154641622, 14.0453819527775],
    20: [3.76635521326344, 8.66650546358025, 13.6915235171942],
    40: [3.76613953606342, 8.65023397640413, 13.5890135296322],
}


@pytest.mark.parametrize("count", [5, 10, 20, pytest.param(40, marks=pytest.mark.more)])
@both
def test_hanging_chain_spec07_L21(formulation, count):
    found = linear(chain(count, 1 / count, 1 / count), formulation)
    assert found.kind == "equilibrium"
    require_near(found.poles()[:6:2], 1j * np.array(LOWEST[count]), 1e-9)


@both
def test_cart_pole_with_its_transfer_functions_spec07_L18(formulation):
    found = linear(
        cart_pole(), formulation, states=["slide.s", "pin.theta"], inputs=["push"], outputs=["slide.s", "pin.theta"]
    )  # fmt: skip
    lower = [[0, 1.40142857142857, -0.0952380952380952, 0], [0, 28.0285714285714, -0.238095238095238, 0]]
    require_near(found.A[2:], lower)
    require_near(found.B[:, 0], [0, 0, 0.952380952380952, 2.38095238095238])
    require_roots(found, [-0.0833303832511331, -5.30025259625891, 5.28834488427195], chains=[1])
    at5i = [-0.0355670492648445 - 0.00063270765619304j, -0.0448852211822873 - 0.000798470035579303j]
    require_near(response(found, 5j)[:, 0], at5i)


@both
def test_acceleration_of_a_pivot_as_input_spec07_L20(formulation):
    found = linear(
        shaken_pendulum(), formulation, inputs=["motor.motion_ddot"], outputs=["A.theta", "A.reaction.x"]
    )
    assert entry(found, "A.theta_dot", "A.theta") == pytest.approx(-14.715, rel=1e-9)
    require_near(found.B[1], [-1.5])
    require_near(found.D, [[0], [0.25]])
    require_near(response(found, 2j)[:, 0], [-0.139990667288847, 1.27998133457769])
    assert abs(response(found, 7.67202711152665j)[1, 0]) < 1e-12


@pytest.mark.parametrize(
    ("load", "damping", "roots"),
    [
        (60, 0, [1j * math.sqrt(23.4314575050762), 1j * math.sqrt(136.568542494924)]),
        (100, 0, [2.87824099885015 + 6.94868845520231j, -2.87824099885015 + 6.94868845520231j]),
        (59.5714285714286, 0.5, [4.78091443733757j, -3.5 + 11.3026545554573j]),
    ],
)
@both
def test_follower_force_spec07_L26(formulation, load, damping, roots):
    """Khat is [[2k - Pl, Pl - k], [-k, k]] over the masses, never symmetrised; there is no inertia about own centres."""
    found = linear(ziegler(load, damping), formulation, states=["first.psi", "second.psi"])
    k, half = 20, 0.5 * load
    M = 0.25 * np.array([[3, 1], [1, 1]])
    require_near(found.A[2:, :2], -np.linalg.solve(M, [[2 * k - half, half - k], [-k, k]]))
    require_roots(found, roots)


@both
def test_actuator_with_lag_spec07_L27(formulation):
    damper = CoordinateForce("damper", "A.theta", function="-0.3*rate")
    found = linear(
        pendulum(damper, LaggingTorque("motor", "A.theta", gain=8, home=DOWN, lag=0.05)), formulation
    )
    assert found.states[2] == "motor.tau"
    require_roots(found, [-21.0896517237609, 0.0948258618804277 + 6.05852266306283j])


@both
def test_maxwell_element_spec07_L28(formulation):
    found = linear(pendulum(Maxwell("link", "A.theta", stiffness=40, damping=2, home=DOWN)), formulation)
    require_roots(found, [-4.63396355514908, -7.68301822242546 + 2.11673761277741j])


@both
def test_double_root_is_flagged_and_has_few_digits_spec07_L29(formulation):
    damper = CoordinateForce("damper", "A.theta", function="-2.55734237050888*rate")
    found = linear(pendulum(damper), formulation)
    assert np.abs(found.poles() + 3.83601355576333).max() < 1e-6
    assert (found.spectrum.condition > 1e7).all()
    assert "-3.836 +- " in found.text() and "defective" in found.text()


@both
def test_two_free_bodies_spec07_L31(formulation):
    require_roots(linear(two_free(), formulation), [20.4124145231932j], chains=[2] * 5)


@both
def test_friction_that_feels_its_own_load_spec07_L35(formulation):
    found = linear(block_on_belt(), formulation)
    assert found.kind == "equilibrium"
    require_roots(found, [11.7473401244707j])


def test_zeros_of_a_wide_spectrum_are_counted_by_the_staircase_spec07_L36():
    A = np.zeros((4, 4))
    A[0, 1], A[1, 0], A[2, 2] = 1e5, -1e5, -0.004
    found = spectrum(A)
    assert found.chains == (1,)
    require_near(sorted(found.roots[1:], key=lambda s: (s.real, s.imag)), [-0.004, -1e5j, 1e5j], 1e-12)
