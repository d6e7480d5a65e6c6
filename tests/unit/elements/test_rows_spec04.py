"""Spec 04, sections 11.1 to 11.3: rows of joints and constraints, and recovery of joint coordinates.

Source: H. Hahn, Rigid Body Dynamics of Mechanisms 1 (2002), chapter 5; numbers recomputed independently (spec 04), printed
to 12 significant digits (rows of J to 8 to 10). Where the spec's joint has another axis or sense, the test says so.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from sarrus import (
    Cylindrical,
    Distance,
    Gear,
    Planar,
    PointOnLine,
    RackAndPinion,
    Revolute,
    Spherical,
    Universal,
)
from sarrus.spatial import rot_x, rot_y

DIGITS_12 = 2e-12
DIGITS_10 = 2e-10
DIGITS_8 = 2e-8


def check(found, g, J, Jv, beta, digits=DIGITS_10, bend=None):
    """Rows against the printed numbers."""
    assert found.g == pytest.approx(np.atleast_1d(g), abs=DIGITS_12)
    assert found.Jv == pytest.approx(np.atleast_1d(Jv), abs=DIGITS_12)
    assert found.beta == pytest.approx(np.atleast_1d(beta), abs=2 * DIGITS_12)
    if J is not None:
        np.testing.assert_allclose(found.J, np.atleast_2d(J), rtol=0, atol=digits)
    if bend is not None:
        assert found.bend == pytest.approx(np.atleast_1d(bend), abs=2e-11)


def negated(found):
    """The same rows with the sign of the spec."""
    for key in ("g", "J", "Jv", "beta", "bend"):
        if getattr(found, key) is not None:
            setattr(found, key, -getattr(found, key))
    return found


def shifted(found, c):
    """Rows of the spec have an offset; ours do not."""
    found.g = found.g - c
    return found


def test_row_3_1_2_pin_of_the_body_in_a_slot_of_the_ground(P):
    P.add(PointOnLine("slot", "ground.line", "i.Q"))
    # the spec prints this row with c = 0.05
    found = shifted(P.rows("slot"), 0.05)
    J = (-0.6, 0.8, 0.2667351424, 0, 0, 0)
    check(found, -0.65322550058, J, -0.193285400318, 0.0180195047158)


def test_row_3_1_3_slot_of_the_body_on_a_pin_of_the_ground(P):
    P.add(PointOnLine("slot", "i.line", "ground.Q"))
    J = (0.7137173137, -0.7004338628, -1.06526259, 0, 0, 0)
    check(shifted(P.rows("slot"), 0.05), 0.438836477466, J, -0.318781769996, -0.152738021477, 2e-9)


def test_row_3_1_4_revolute_to_ground(P):
    P.add(Revolute("pin", "ground.Q", "i.Q"))
    J = [[1, 0, -0.189460685, 0, 0, 0], [0, 1, 0.1913234143, 0, 0, 0]]
    g, Jv = (-0.20867658573, -0.910539315023), (0.367377520516, 0.0339263899889)
    check(P.rows("pin"), g, J, Jv, (0.0937484729922, 0.092835735639), 1e-9)


def test_row_3_1_6_rolling_wheel_on_the_ground(P):
    P.add(Planar("mount", "ground", "i"))
    P.add(RackAndPinion("wheel", "mount.x", "mount.theta", radius=0.35, offset=0.05))
    check(P.rows("wheel"), 0.39, (1, 0, 0.35, 0, 0, 0), 0.745, 0.0)


def test_row_3_1_7_distance_to_ground_normalised(P):
    P.add(Distance("rod", "ground.Q", "i.Q", length=0.5))
    J = (-0.2233876758, -0.9747296786, -0.144165428, 0, 0, 0)
    check(P.rows("rod"), 0.434145471345, J, -0.115136669669, -0.242954117081, 1e-9)


def test_row_3_2_1_pin_on_i_in_a_slot_of_j(P):
    """Our slot is the x axis of the base: base j, follower i."""
    P.add(PointOnLine("slot", "j.line", "i.Q"))
    J = (-0.9415813153, -0.3367857281, 0.1139576456, 0.9415813153, 0.3367857281, 0.3698788241)
    check(shifted(P.rows("slot"), 0.05), 0.728739427954, J, -0.817810411298, 2.00143713619)


def test_row_3_2_5_distance_between_bodies_from_the_half_square(P):
    """The spec prints g = (d.d - l^2)/2; ours is |d| - l, whose J and beta follow by J/|d|, beta/|d| + (d.ddot)^2/|d|^3."""
    P.add(Distance("rod", "i.Q", "j.Q", length=0.5))
    half, Jv, beta = 0.370342426639, 0.226249442432, -0.245721935312
    J = (-0.5244801537, -0.8459346438, -0.06247873513, 0.5244801537, 0.8459346438, -0.194684857)
    d = math.sqrt(2 * half + 0.25)
    check(P.rows("rod"), d - 0.5, np.array(J) / d, Jv / d, beta / d + Jv**2 / d**3, 1e-9)


def test_row_3_2_6_gear_pair_on_ground(P):
    P.add(Revolute("A", "ground", "i")).add(Revolute("B", "ground", "j"))
    P.add(Gear("mesh", "A.theta", "B.theta", first_radius=0.2, second_radius=0.5, offset=0.05))
    check(P.rows("mesh"), -0.12, (0, 0, 0.2, 0, 0, 0.5), -0.41, 0.0)


def test_row_3_2_7_rack_i_and_pinion_j(P):
    """In coordinates: the slide and the turn of the pinion against the rack, both those of one planar joint."""
    P.add(Planar("mount", "i.line", "j.pinion"))
    P.add(RackAndPinion("rack", "mount.x", "mount.theta", radius=0.35, offset=0.05))
    J = (-0.7004338628, -0.7137173137, -0.1356554499, 0.7004338628, 0.7137173137, 0.1250286893)
    check(P.rows("rack"), 0.676121861565, J, -0.365935420265, -0.282136735836)


BB4 = (0, 0, 0, 0.275933135, 0.52461965, 0.790405595, 0, 0, 0, 0.404171492, 0.00420468422, -0.901517389)


def test_block_BB1_common_point(S):
    """The spec has the vector from Q_j to Q_i in ground components, ours in those of Q_j: same length, same stretching."""
    S.add(Spherical("ball", "j.Q", "i.Q"))
    found = S.rows("ball")
    g = (-0.494787453259, -1.06361386835, 0.747472923766)
    assert np.linalg.norm(found.g) == pytest.approx(np.linalg.norm(g), abs=1e-11)
    Jv = (0.215689566736, -0.0351006502133, -0.715495435699)
    assert found.g @ found.Jv == pytest.approx(np.dot(g, Jv), abs=1e-11)


def test_block_BB2_parallel_axes(S):
    """Axis x in the spec, z here; the spec takes the axis of i against the axes of j: base j, follower i."""
    S.add(Revolute("hinge", "j.Qz", "i.Qz"))
    J = [
        BB4,
        (0, 0, 0, -0.065377196, -0.50935835, 0.497612089, 0, 0, 0, 0.012015209, 0.706280841, -0.111179611),
    ]
    found = S.rows("hinge", ("z_M.x_F", "z_M.y_F"))
    g, Jv = (-0.154577237968, 0.699043705733), (-0.0416717438401, 1.13258890369)
    check(found, g, J, Jv, (0.708633034386, 1.72295814512), DIGITS_8, bend=(-1.67312823267, -1.45512118398))


def test_block_BB3_straight_line_point_follower(S):
    """The spec takes the vector from Q_j to Q_i, ours runs from the base Q_i to Q_j."""
    S.add(PointOnLine("slot", "i.Q", "j.Q"))
    found = negated(S.rows("slot"))
    g, Jv = (-0.537295195505, 1.12745236728), (0.684168367896, -0.218756488669)
    check(found, g, None, Jv, (0.414710141754, -0.0108052394611), bend=(-2.35774520659, 0.918954564941))
    turned = (0.762873696, -0.347444317, 0.640397212)
    moved = (-0.221747443, 0.889338785, 0.399880728)
    row = (*moved, *turned, *(-a for a in moved), 0.146004023, -0.0304710911, 0.107493046)
    np.testing.assert_allclose(found.J[0], row, rtol=0, atol=1e-9)


def test_block_BB4_rotation_blocker_as_the_row_of_the_universal_joint(S):
    S.add(Universal("cross", "i.Q", "j.Q"))
    found = S.rows("cross", ("y_M.x_F",))
    check(found, -0.154577237968, BB4, -0.0416717438401, 0.708633034386, DIGITS_8, bend=-1.67312823267)


def test_block_BB5_constant_distance_normalised(S):
    S.add(Distance("rod", "i.Q", "j.Q", length=0.9))
    found = S.rows("rod")
    moved, d = np.array((-0.49478745, -1.0636139, 0.74747292)), 1.390972629717
    half = (*moved, -0.079384442, -0.38555836, -0.24137692, *-moved, -0.37725866, 0.1727495, -0.30908894)
    J = np.array(half) / d
    check(found, 0.490972629717, J, -0.434372614831, -0.368386553553, 5e-8)


Q, RATE, BEND = (0.6, -0.35), (0.8, -0.5), (0.25, 0.7)
STILL = (0.0, 0.0, 0.0)


def rotation(R):
    return np.array([[*R.x], [*R.y], [*R.z]]).T


def recover(state, joint):
    """Values, rates and second derivatives that a joint reads; the spec recovered them to 10 digits and more."""
    state.add(joint)
    assert np.abs(state.rows("J").g).max() < 1e-14
    assert np.abs(state.rows("J").Jv).max() < 1e-14
    assert np.abs(state.rows("J").bend).max() < 1e-13
    return state.coordinates("J")


@pytest.fixture
def turned(recovered):
    """The revolute configuration: Q_j turned about the common x axis."""
    return recovered(rotation(rot_x(Q[0])), (RATE[0], 0, 0), (BEND[0], 0, 0), STILL, STILL, STILL)


def test_recovery_11_3_of_a_revolute(turned):
    np.testing.assert_allclose(
        recover(turned, Revolute("J", "i.Qz", "j.Qz")), [(Q[0], RATE[0], BEND[0])], atol=1e-13
    )


def test_recovery_11_3_of_a_cylindrical(recovered):
    along = ((a, 0.0, 0.0) for a in (Q[1], RATE[1], BEND[1]))
    state = recovered(rotation(rot_x(Q[0])), (RATE[0], 0, 0), (BEND[0], 0, 0), *along)
    found = recover(state, Cylindrical("J", "i.Qz", "j.Qz"))
    np.testing.assert_allclose(found, np.array([Q, RATE, BEND]).T, atol=1e-13)


def test_recovery_11_3_of_a_universal(recovered):
    """Spec: Rx(phi_x)^T Ry(phi_y), the first angle turning body i against the cross; ours is its opposite."""
    Delta = rotation(rot_x(Q[0])).T @ rotation(rot_y(Q[1]))
    x, y = np.array((1.0, 0.0, 0.0)), Delta @ (0.0, 1.0, 0.0)
    w = RATE[1] * y - RATE[0] * x
    w_rate = BEND[1] * y - BEND[0] * x + RATE[1] * np.cross(w, y)
    found = recover(recovered(Delta, w, w_rate, STILL, STILL, STILL), Universal("J", "i.Q", "j.Q"))
    np.testing.assert_allclose(found, np.array([Q, RATE, BEND]).T * [[-1], [1]], atol=1e-13)
