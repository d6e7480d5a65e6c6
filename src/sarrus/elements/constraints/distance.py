"""Two points at a fixed distance."""

from sarrus.elements.base import lengths, param
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.scalar import Scalar
from sarrus.spatial import Pose


class Distance(FrameConstraint):
    """Keep two points at a fixed distance: a massless rod with a ball at each end.

        |p_FM| - length = 0

    Only the origins of the frames matter. The reaction is along the line; a pull on the follower points to the base.
    """

    rows = lengths("p_FM.length")
    symbol = "strut"
    length: Scalar = param("m", "distance of the two points", gt=0)

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Distance less length."""
        return (X_FM.p.norm() - self.length,)
