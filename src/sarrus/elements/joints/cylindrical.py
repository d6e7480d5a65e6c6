"""Turn about, and slide along, one axis."""

from sarrus.elements.base import directions, lengths
from sarrus.elements.joints.base import Joint, angle, length
from sarrus.scalar import Scalar, atan2
from sarrus.spatial import Pose, Vec3, rot_z


class Cylindrical(Joint):
    """Turn about, and slide along, one shared axis, the z axis of both frames.

        motion    R_FM = Rz(theta)                  p_FM = s z_F
        closure   p_FM . x_F = p_FM . y_F = 0,   z_M . x_F = z_M . y_F = 0

    Zero: F and M coincide. Positive theta: right-handed about z_F; positive s: along z_F.

    References:
        Featherstone (2008), section 4.4.
    """

    also_called = ("collar", "sleeve")
    coordinates = (angle("theta"), length("s"))
    rows = (*lengths("p_FM.x_F", "p_FM.y_F"), *directions("z_M.x_F", "z_M.y_F"))
    symbol = "axis"

    def motion(self, *q: Scalar) -> Pose:
        """Rz(theta), shifted along z."""
        return Pose(rot_z(q[0]), Vec3(0.0, 0.0, q[1]))

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Point on the axis, axes parallel."""
        return X_FM.p.x, X_FM.p.y, X_FM.z.x, X_FM.z.y

    def fit(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Angle of x_M about z_F, distance along z_F."""
        return atan2(X_FM.x.y, X_FM.x.x), X_FM.p.z

    def sense(self, X_FM: Pose) -> Scalar:
        """Axes point the same way."""
        return X_FM.z.z
