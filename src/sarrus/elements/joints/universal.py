"""Turn about two crossing axes."""

from __future__ import annotations

from sarrus.elements.base import Row, choice, directions, lengths
from sarrus.elements.joints.base import Joint, angle
from sarrus.scalar import Scalar
from sarrus.spatial import Pose
from sarrus.spatial.sequences import PAIRS, axes_of, from_angles, pair_of_angles


class _Rows:
    """Common point, and the right angle between the two axes; named after these."""

    def __get__(self, joint: Universal | None, kind: type) -> tuple[Row, ...]:
        """Those of a joint; of the kind, those of the sequence 1-2."""
        first, second = (0, 1) if joint is None else joint.cross_axes
        right_angle = f"{'xyz'[second]}_M.{'xyz'[first]}_F"
        return *lengths("p_FM.x_F", "p_FM.y_F", "p_FM.z_F"), *directions(right_angle)


class Universal(Joint):
    """Turn about the x axis of F, then about the y axis of M, which crosses it at a right angle (Cardan joint).

        motion    R_FM = Rx(theta1) Ry(theta2)      p_FM = 0
        closure   p_FM = 0,   y_M . x_F = 0

    Another sequence of two axes may be chosen: with 1-3 the second axis is z of M, and z_M . x_F = 0.
    Zero: F and M coincide. Both angles right-handed about their axes. Every pose that closes is one the joint allows.
    """

    also_called = ("cardan", "hooke", "u-joint")
    coordinates = (angle("theta1"), angle("theta2"))
    rows = _Rows()
    symbol = "cross"
    sequence: str = choice(
        *PAIRS, meaning="axes that theta1, theta2 turn about: 1, 2, 3 are x, y, z", default=PAIRS[0]
    )

    @property
    def cross_axes(self) -> tuple[int, int]:
        """Numbers of the two axes."""
        first, second = axes_of(self.sequence)
        return first, second

    def motion(self, *q: Scalar) -> Pose:
        """Rx(theta1) Ry(theta2)."""
        return Pose(from_angles(self.sequence, q))

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Common point, crossing axes at a right angle."""
        first, second = self.cross_axes
        return *X_FM.p, [*(X_FM.x, X_FM.y, X_FM.z)[second]][first]

    def fit(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Angle of the second axis about the first, angle of M about the second."""
        return pair_of_angles(self.sequence, X_FM.R)
