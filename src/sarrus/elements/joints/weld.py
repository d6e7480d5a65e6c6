"""No relative motion."""

from sarrus.elements.base import directions, lengths
from sarrus.elements.joints.base import Joint
from sarrus.scalar import Scalar, minimum
from sarrus.spatial import Pose


class Weld(Joint):
    """Hold F and M together.

        motion    R_FM = I                          p_FM = 0
        closure   p_FM = 0,   x_M . y_F = x_M . z_F = y_M . z_F = 0

    In the plane three rows remain: p_FM.x_F, p_FM.y_F and x_M.y_F.
    """

    also_called = ("fixed", "fix", "rigid", "lock", "welded")
    coordinates = ()
    rows = (*lengths("p_FM.x_F", "p_FM.y_F", "p_FM.z_F"), *directions("x_M.y_F", "x_M.z_F", "y_M.z_F"))
    symbol = "weld"

    def motion(self, *q: Scalar) -> Pose:
        """F and M coincide."""
        return Pose()

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Common point, parallel axes."""
        return *X_FM.p, X_FM.x.y, X_FM.x.z, X_FM.y.z

    def fit(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Nothing to fit."""
        return ()

    def sense(self, X_FM: Pose) -> Scalar:
        """Neither x nor y points backwards."""
        return minimum(X_FM.x.x, X_FM.y.y)
