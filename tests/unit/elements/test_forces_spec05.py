"""Spec 05, sections 2.1 to 2.4: loads of single force elements at the reference states of spec 04.

Source: H. Hahn, Rigid Body Dynamics of Mechanisms 1 (2002), chapter 6; numbers recomputed independently (spec 05), printed
to 12 significant digits.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from sarrus import (
    AppliedForce,
    FollowerForce,
    PolynomialSpring,
    Revolute,
    SpringDamper,
    TorsionalSpringDamper,
)
from sarrus.spatial import rot_x

DIGITS_12 = 2e-11
STILL = (0.0, 0.0, 0.0)


def test_force_2_2_in_the_plane(P):
    P.add(AppliedForce("F", "i.Q", force=(12 * math.cos(0.9), 12 * math.sin(0.9))))
    force = (12 * math.cos(0.9), 12 * math.sin(0.9), 0.385177541544)
    assert P.loads()["i"] == pytest.approx(force, abs=DIGITS_12)
    assert P.published("F.magnitude") == pytest.approx(12.0, rel=1e-15)


def test_force_2_2_in_space(S):
    S.add(AppliedForce("F", "i.Q", force=(5, -3, 2)))
    expected = (5, -3, 2, 1.17725412612, 1.03189262748, 0.232528679863)
    assert S.loads()["i"] == pytest.approx(expected, abs=DIGITS_12)


def test_force_2_2_that_turns_with_the_body_is_the_same_at_the_angle_where_both_agree(P):
    """The direction 0.9 against ground is 0.5 against body i, which stands at 0.4."""
    P.add(FollowerForce("F", "i.Q", force=(12 * math.cos(0.5), 12 * math.sin(0.5))))
    force = (12 * math.cos(0.9), 12 * math.sin(0.9), 0.385177541544)
    assert P.loads()["i"] == pytest.approx(force, abs=DIGITS_12)


def test_cubic_spring_2_3(P):
    P.add(PolynomialSpring("spring", "i.Q", "j.Q", coefficients=(100, 0, 500), free_length=0.4))
    assert P.published("spring.length") == pytest.approx(0.99533152933, abs=DIGITS_12)
    assert P.published("spring.magnitude") == pytest.approx(165.031743054, abs=1e-9)


def test_polynomial_of_first_degree_is_the_linear_spring_2_3(P):
    P.add(PolynomialSpring("spring", "i.Q", "j.Q", coefficients=(100,), free_length=0.4, damping=5))
    P.add(SpringDamper("other", "i.Q", "j.Q", stiffness=100, free_length=0.4, damping=5))
    assert P.published("spring.magnitude") == pytest.approx(60.6697061103, abs=1e-10)
    half = np.array((31.9693045459, 51.5633281157, 3.80834564869))
    assert P.loads()["i"] == pytest.approx(2 * half, abs=2e-10)


SPRING = {"stiffness": 30, "free_angle": 0.1, "damping": 2}


def test_torsional_element_2_4_in_the_plane(P):
    """M = -27.6 on i, and +27.6 on j; the published effort is that on the follower, j."""
    P.add(Revolute("J", "i", "j"))
    P.add(TorsionalSpringDamper("spring", "J.theta", **SPRING))
    loads = P.loads()
    assert loads["i"] == pytest.approx((0, 0, -27.6), abs=1e-13)
    assert loads["j"] == pytest.approx((0, 0, 27.6), abs=1e-13)
    assert P.published("spring.magnitude") == pytest.approx(27.6, abs=1e-13)


def test_torsional_element_2_4_in_space(recovered):
    """The revolute configuration of 04, 11.3: alpha = 0.6, its rate 0.8."""
    Delta = np.array([[*axis] for axis in (rot_x(0.6).x, rot_x(0.6).y, rot_x(0.6).z)]).T
    state = recovered(Delta, (0.8, 0, 0), (0.25, 0, 0), STILL, STILL, STILL)
    state.add(Revolute("J", "i.Qz", "j.Qz"))
    state.add(TorsionalSpringDamper("spring", "J.theta", **SPRING))
    loads = state.loads()
    on_i, on_j = (
        (15.7793588463, -4.49331270731, -2.52625717493),
        (-15.28275348, -2.42721728882, 6.00883202491),
    )
    assert loads["i"] == pytest.approx((0, 0, 0, *on_i), abs=1e-10)
    assert loads["j"] == pytest.approx((0, 0, 0, *on_j), abs=1e-8)
    power = loads["i"] @ state.v[:6] + loads["j"] @ state.v[6:]
    assert power == pytest.approx(-13.28, abs=1e-12)
