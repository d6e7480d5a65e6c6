"""Turn about a point."""

from collections.abc import Sequence

from sarrus.elements.base import choice, lengths
from sarrus.elements.joints.base import Joint, angle
from sarrus.scalar import Scalar
from sarrus.spatial import Pose, Twist, Vec3, from_quaternion
from sarrus.spatial.rotation import normalised, quaternion_rates
from sarrus.spatial.sequences import BRYANT, SEQUENCES, quaternion_from_angles, to_angles


class Spherical(Joint):
    """Turn freely about a common point (ball joint).

        motion    R_FM = R(quaternion)              p_FM = 0
        closure   p_FM = 0

    Read and written as angles of a sequence of axes, Bryant angles R_FM = Rx(a1) Ry(a2) Rz(a3) unless another is chosen;
    kept inside as a unit quaternion (w, x, y, z), so that no pose is singular. Speeds are the angular velocity of M
    against F in M components.
    Zero: the axes of F and M coincide.
    """

    also_called = ("ball", "ball-joint", "ball-and-socket")
    coordinates = (angle("a1"), angle("a2"), angle("a3"))
    inner = ("qw", "qx", "qy", "qz")
    turn_places = (0, 1, 2)
    rows = lengths("p_FM.x_F", "p_FM.y_F", "p_FM.z_F")
    symbol = "ball"
    sequence: str = choice(
        *SEQUENCES, meaning="axes that a1, a2, a3 turn about: 1, 2, 3 are x, y, z", default=BRYANT
    )

    def motion(self, *q: Scalar) -> Pose:
        """Rotation of the quaternion."""
        return Pose(from_quaternion(q[0], q[1], q[2], q[3]))

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Common point."""
        return tuple(X_FM.p)

    def fit(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """The angles."""
        return to_angles(self.sequence, X_FM.R)

    def nearest(self, X_FM: Pose) -> Pose:
        """Any rotation is allowed."""
        return Pose(X_FM.R)

    def place(self, coordinates: Sequence[Scalar]) -> tuple[Scalar, ...]:
        """Quaternion of the angles."""
        return quaternion_from_angles(self.sequence, coordinates)

    def rates(self, q: Sequence[Scalar], v: Sequence[Scalar]) -> tuple[Scalar, ...]:
        """Quaternion rates for the angular velocity."""
        return quaternion_rates(q, Vec3(v[0], v[1], v[2]))

    def retract(self, q: Sequence[Scalar]) -> tuple[Scalar, ...]:
        """Back to unit length."""
        return normalised(q)

    def twist(self, q: Sequence[Scalar], v: Sequence[Scalar]) -> Twist:
        """The speeds are the angular velocity itself: shorter than the derived form, and equal to it."""
        return Twist(w=self.motion(*q).R * Vec3(v[0], v[1], v[2]))
