"""Turn about one axis."""

from sarrus.elements.base import directions, lengths
from sarrus.elements.joints.base import Joint, angle
from sarrus.scalar import Scalar, atan2
from sarrus.spatial import Pose, rot_z


class Revolute(Joint):
    """Turn about one shared axis, the z axis of both frames.

        motion    R_FM = Rz(theta)                  p_FM = 0
        closure   p_FM = 0,   z_M . x_F = z_M . y_F = 0

    Zero: F and M coincide. Positive theta: right-handed about z_F.
    In the plane two rows remain: p_FM.x_F and p_FM.y_F.

    References:
        Featherstone (2008), section 4.4.
    """

    also_called = ("pin", "hinge", "pivot", "rotary", "rotational", "turning")
    coordinates = (angle("theta"),)
    rows = (*lengths("p_FM.x_F", "p_FM.y_F", "p_FM.z_F"), *directions("z_M.x_F", "z_M.y_F"))
    symbol = "pin"

    def motion(self, *q: Scalar) -> Pose:
        """Rz(theta)."""
        return Pose(rot_z(q[0]))

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Common point, parallel axes."""
        return *X_FM.p, X_FM.z.x, X_FM.z.y

    def fit(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Angle of x_M in the x-y plane of F."""
        return (atan2(X_FM.x.y, X_FM.x.x),)

    def sense(self, X_FM: Pose) -> Scalar:
        """Axes point the same way."""
        return X_FM.z.z
