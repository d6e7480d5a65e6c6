"""Turn about two crossing axes."""

from sarrus.elements.base import directions, lengths
from sarrus.elements.joints.base import Joint, angle
from sarrus.scalar import Scalar, atan2
from sarrus.spatial import Pose, rot_x, rot_y


class Universal(Joint):
    """Turn about the x axis of F, then about the y axis of M, which crosses it at a right angle (Cardan joint).

        motion    R_FM = Rx(theta1) Ry(theta2)      p_FM = 0
        closure   p_FM = 0,   y_M . x_F = 0

    Zero: F and M coincide. Both angles right-handed about their axes. Every pose that closes is one the joint allows.
    """

    also_called = ("cardan", "hooke", "u-joint")
    coordinates = (angle("theta1"), angle("theta2"))
    rows = (*lengths("p_FM.x_F", "p_FM.y_F", "p_FM.z_F"), *directions("y_M.x_F"))
    symbol = "cross"

    def motion(self, *q: Scalar) -> Pose:
        """Rx(theta1) Ry(theta2)."""
        return Pose(rot_x(q[0]) @ rot_y(q[1]))

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Common point, crossing axes at a right angle."""
        return *X_FM.p, X_FM.y.x

    def fit(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Angle of y_M about x_F, angle of M about its own y."""
        return atan2(X_FM.y.z, X_FM.y.y), atan2(X_FM.z.x, X_FM.x.x)
