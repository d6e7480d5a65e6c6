"""Angles of all sequences of axes: there and back, at gimbal lock too, and against products of plain turns."""

import math

import numpy as np
import pytest

from sarrus.spatial.rotation import Rotation, from_quaternion, rot_x, rot_y, rot_z, to_bryant, to_quaternion
from sarrus.spatial.sequences import (
    PAIRS,
    SEQUENCES,
    angles_on_paper,
    axes_of,
    from_angles,
    pair_of_angles,
    quaternion_from_angles,
    returns,
    to_angles,
)


def matrix(R):
    return np.array([[float(a) for a in axis] for axis in (R.x, R.y, R.z)]).T


def bare(R):
    return Rotation(R.x, R.y, R.z)


def inside(sequence, rng):
    """Angles in the range that is told back."""
    low, high = (0.0, math.pi) if returns(sequence) else (-math.pi / 2, math.pi / 2)
    return rng.uniform(-3, 3), rng.uniform(low + 0.1, high - 0.1), rng.uniform(-3, 3)


def test_there_are_twelve_sequences_of_three_axes_and_six_of_two():
    assert len(set(SEQUENCES)) == 12 and len(set(PAIRS)) == 6
    assert "1-2-3" in SEQUENCES and "3-1-3" in SEQUENCES and "1-1-2" not in SEQUENCES


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_angles_are_told_back_and_make_the_product_of_plain_turns(sequence):
    rng = np.random.default_rng(3)
    for _ in range(5):
        angles = inside(sequence, rng)
        plain = [(rot_x, rot_y, rot_z)[k](a) for k, a in zip(axes_of(sequence), angles, strict=True)]
        R = plain[0] @ plain[1] @ plain[2]
        assert to_angles(sequence, bare(R)) == pytest.approx(angles, abs=1e-12)
        assert angles_on_paper(sequence, bare(R)) == pytest.approx(angles, abs=1e-9)
        np.testing.assert_allclose(
            matrix(from_quaternion(*quaternion_from_angles(sequence, angles))), matrix(R), atol=1e-14
        )


@pytest.mark.parametrize("sequence", SEQUENCES)
@pytest.mark.parametrize("end", [0, 1])
def test_angles_give_the_rotation_back_at_the_lock_and_beside_it(sequence, end):
    rng = np.random.default_rng(4)
    lock = (0.0, math.pi)[end] if returns(sequence) else (-math.pi / 2, math.pi / 2)[end]
    for beside in (0.0, 1e-17, 1e-13, 1e-12, 1e-9, 1e-5):
        a1, a3 = rng.uniform(-3, 3, 2)
        R = from_angles(sequence, (a1, lock + (beside if end == 0 else -beside), a3))
        told = to_angles(sequence, bare(R))
        np.testing.assert_allclose(matrix(from_angles(sequence, told)), matrix(R), atol=3e-12)
    assert all(map(math.isfinite, told))


@pytest.mark.parametrize("sequence", PAIRS)
def test_two_angles_are_told_back(sequence):
    R = from_angles(sequence, (0.7, -2.2))
    assert pair_of_angles(sequence, bare(R)) == pytest.approx((0.7, -2.2), abs=1e-14)


def test_bryant_angles_are_those_of_1_2_3_to_the_last_bit():
    R = bare(from_angles("1-2-3", (0.3, -0.4, 0.5)))
    assert to_angles("1-2-3", R) == to_bryant(R)
    assert quaternion_from_angles("1-2-3", (0.3, -0.4, 0.5)) == pytest.approx(to_quaternion(R), abs=1e-15)
