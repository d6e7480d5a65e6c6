"""A point that stays on a line."""

from sarrus.elements.base import lengths
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.scalar import Scalar
from sarrus.spatial import Pose


class PointOnLine(FrameConstraint):
    """Keep the origin of M on the x axis of F: a pin in a slot.

        p_FM . y_F = p_FM . z_F = 0

    M may turn freely. In the plane one row remains: p_FM.y_F.
    """

    also_called = ("slot", "groove")
    rows = lengths("p_FM.y_F", "p_FM.z_F")
    symbol = "slot"

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Offsets from the line."""
        return X_FM.p.y, X_FM.p.z
