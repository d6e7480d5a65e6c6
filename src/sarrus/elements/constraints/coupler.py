"""A linear relation of two joint coordinates."""

from sarrus.elements.base import param
from sarrus.elements.constraints.base import Relation
from sarrus.scalar import Scalar


class Coupler(Relation):
    """Make one coordinate follow another in proportion.

        first - ratio second - offset = 0

    The ratio carries the units: metres per radian where a slide follows a turn.
    """

    also_called = ("coupling", "transmission")
    ends = ("first", "second")
    symbol = "coupler"
    ratio: Scalar = param("1", "change of the first coordinate per change of the second")
    offset: Scalar = param("1", "first coordinate where the second is zero", default=0)

    def residual(self, t: Scalar, *coordinates: Scalar) -> Scalar:
        """Off by how much."""
        return coordinates[0] - self.ratio * coordinates[1] - self.offset
