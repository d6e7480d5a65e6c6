"""Slide along one axis."""

from sarrus.elements.base import directions, lengths
from sarrus.elements.joints.base import Joint, length
from sarrus.scalar import Scalar, minimum
from sarrus.spatial import Pose, Vec3
from sarrus.spatial.rotation import IDENTITY


class Prismatic(Joint):
    """Slide along the x axis of both frames, without turning.

        motion    R_FM = I                          p_FM = s x_F
        closure   p_FM . y_F = p_FM . z_F = 0,   x_M . y_F = x_M . z_F = y_M . z_F = 0

    Zero: F and M coincide. Positive s: M moves along +x_F.
    In the plane two rows remain: p_FM.y_F and x_M.y_F.
    """

    also_called = ("slider", "slide", "sliding", "translational", "linear")
    coordinates = (length("s"),)
    rows = (*lengths("p_FM.y_F", "p_FM.z_F"), *directions("x_M.y_F", "x_M.z_F", "y_M.z_F"))
    symbol = "slider"

    def motion(self, *q: Scalar) -> Pose:
        """Shift along x."""
        return Pose(IDENTITY, Vec3(q[0], 0.0, 0.0))

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Point on the line, axes parallel."""
        return X_FM.p.y, X_FM.p.z, X_FM.x.y, X_FM.x.z, X_FM.y.z

    def fit(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Distance along x_F."""
        return (X_FM.p.x,)

    def sense(self, X_FM: Pose) -> Scalar:
        """Neither x nor y points backwards."""
        return minimum(X_FM.x.x, X_FM.y.y)
