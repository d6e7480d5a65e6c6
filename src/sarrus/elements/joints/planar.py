"""Move in a plane."""

from sarrus.elements.base import directions, lengths
from sarrus.elements.joints.base import Carried, Joint, angle, length
from sarrus.scalar import Scalar, atan2
from sarrus.spatial import Pose, Vec3, rot_z


class Planar(Joint):
    """Slide on a plane and turn about its normal, the z axis of both frames.

        motion    R_FM = Rz(theta)                  p_FM = (x, y, 0)
        closure   p_FM . z_F = 0,   z_M . x_F = z_M . y_F = 0

    Zero: F and M coincide. Positive theta: right-handed about z_F. Between planar bodies it forbids nothing.
    """

    also_called = ("plane", "flat")
    coordinates = (length("x"), length("y"), angle("theta"))
    rows = (*lengths("p_FM.z_F"), *directions("z_M.x_F", "z_M.y_F"))
    symbol = "plane"

    def carried(self, coordinate: str, planar: bool) -> Carried:
        """What presses on the plane acts along its normal; between planar bodies nothing does."""
        if planar:
            return Carried.NOTHING
        return Carried.ALONG if coordinate == "theta" else Carried.ACROSS

    def motion(self, *q: Scalar) -> Pose:
        """Rz(theta), shifted in the plane."""
        return Pose(rot_z(q[2]), Vec3(q[0], q[1], 0.0))

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Point in the plane, normals parallel."""
        return X_FM.p.z, X_FM.z.x, X_FM.z.y

    def fit(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Position in the plane, angle of x_M."""
        return X_FM.p.x, X_FM.p.y, atan2(X_FM.x.y, X_FM.x.x)

    def sense(self, X_FM: Pose) -> Scalar:
        """Normals point the same way."""
        return X_FM.z.z
