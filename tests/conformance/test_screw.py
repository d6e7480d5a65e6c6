"""A joint written outside of the package, with its public names only: a thread.

It passes the suite that the catalogue passes, and moves as a cylindrical joint does whose slide is coupled to its turn, and
as the screw of the catalogue does.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import sarrus
from sarrus.element import (
    Joint,
    Pose,
    Vec3,
    angle,
    atan2,
    cos,
    directions,
    lengths,
    minimum,
    param,
    rot_z,
    sin,
    wrap,
)
from sarrus.testing import check_joint
from sarrus.testing.turns import check_turns


class Thread(Joint):
    """Turn about the z axis of both frames and advance along it, a pitch per turn.

    motion    R_FM = Rz(theta)          p_FM = pitch theta / (2 pi) z_F
    closure   p_FM . x_F = p_FM . y_F = 0,   z_M . x_F = z_M . y_F = 0,   x_M across the thread = 0
    """

    coordinates = (angle("theta", period=None),)
    rows = (*lengths("p_FM.x_F", "p_FM.y_F"), *directions("z_M.x_F", "z_M.y_F", "x_M.thread"))
    pitch = param("m", "advance per turn", gt=0)

    def _turned(self, X_FM):
        """By how much the thread turns over the way."""
        return 2.0 * math.pi / self.pitch * X_FM.p.z

    def motion(self, *q):
        return Pose(rot_z(q[0]), Vec3(0.0, 0.0, self.pitch / (2.0 * math.pi) * q[0]))

    def closure(self, X_FM):
        a = self._turned(X_FM)
        return X_FM.p.x, X_FM.p.y, X_FM.z.x, X_FM.z.y, X_FM.x.y * cos(a) - X_FM.x.x * sin(a)

    def fit(self, X_FM):
        a = self._turned(X_FM)  # tells the turn; within it, the angle of x_M is read
        return (a + wrap(atan2(X_FM.x.y, X_FM.x.x) - a),)

    def sense(self, X_FM):
        a = self._turned(X_FM)
        return minimum(X_FM.z.z, X_FM.x.x * cos(a) + X_FM.x.y * sin(a))


def press(screwed):
    """A nut on a fixed screw, an arm hinged to it, both falling."""
    m = sarrus.Mechanism("press")
    (pitch,) = m.parameters(pitch=0.3)
    m.ground.frame("axis", (0.1, 0.2, -0.3), (0.4, -0.3, 0.2))
    nut = m.add(sarrus.Body("nut", mass=2.0, center=(0.2, 0.1, 0.05), inertia=(0.3, 0.4, 0.5)))
    arm = m.add(sarrus.Body("arm", mass=0.7, center=(0.3, 0.0, 0.1), inertia=(0.02, 0.05, 0.05)))
    if screwed:
        m.add(screwed("A", "ground.axis", nut, **{"lead" if screwed is sarrus.Screw else "pitch": pitch}))
    else:
        m.add(sarrus.Cylindrical("A", "ground.axis", nut))
        m.add(sarrus.Coupler("thread", "A.s", "A.theta", ratio=pitch / (2.0 * math.pi)))
        m.start(guess={"A.s": pitch / (2.0 * math.pi) * 0.4})
    m.add(sarrus.Revolute("B", nut.frame("hinge", (0.4, 0.1, 0.0), (0.7, 0.2, 0.0)), arm))
    m.add(sarrus.Gravity("weight", (0.0, 0.0, -9.81)))
    m.start(fixed={"A.theta": 0.4, "A.theta_dot": 5.0, "B.theta": -0.2, "B.theta_dot": 0.5})
    return m


def test_screw_keeps_the_contract_of_joints():
    check_joint(Thread)


def test_screw_counts_its_turns_on_the_tree_as_a_cut_and_in_body_coordinates():
    check_turns(Thread, False, 3)


def test_angle_that_is_said_to_repeat_and_does_not_is_found_out():
    class Careless(Thread):
        coordinates = (angle("theta"),)

    with pytest.raises(
        AssertionError, match=r"'A.theta' is said to repeat after 6.28319 rad, which is another pose"
    ):
        check_turns(Careless, False, 3)


def test_angle_that_is_said_not_to_repeat_and_does_is_found_out():
    class Careless(sarrus.Revolute):
        coordinates = (angle("theta", period=None),)

    with pytest.raises(
        AssertionError, match=r"'A.theta' is said not to repeat, but a turn more is the same pose"
    ):
        check_turns(Careless, False, 3)


def test_screw_that_is_told_the_wrong_turn_by_its_advance_is_found_out():
    class Careless(Thread):
        def fit(self, X_FM):
            return (atan2(X_FM.x.y, X_FM.x.x),)

    with pytest.raises(AssertionError, match=r"as a cut joint, 'A.theta' is .* turns from the start"):
        check_turns(Careless, False, 3)


@pytest.mark.parametrize("kind", [Thread, sarrus.Screw])
@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_screw_is_a_cylindrical_joint_whose_slide_is_coupled_to_its_turn(formulation, kind):
    one, two = (
        sarrus.simulate(press(s), until=1.5, rows=31, rtol=1e-10, atol=1e-10, formulation=formulation)
        for s in (kind, None)
    )
    assert float(np.ptp(one["A.theta"])) > 2.0 * math.pi
    # ten times what the tolerance of the integration leaves over 1.5 s
    for name in ("A.theta", "A.theta_dot", "B.theta", "nut.z", "arm.center.x", "energy.kinetic"):
        np.testing.assert_allclose(one[name], two[name], rtol=0, atol=1e-7)
    np.testing.assert_allclose(two["A.s"], 0.3 / (2.0 * math.pi) * np.asarray(one["A.theta"]), atol=1e-7)
    np.testing.assert_allclose(one["B.reaction"], two["B.reaction"], atol=1e-5)
