"""A pair of gears."""

from sarrus.elements.base import param
from sarrus.elements.constraints.base import Relation
from sarrus.scalar import Scalar


class Gear(Relation):
    """Two wheels in mesh, each turning about a joint on a common carrier.

        first_radius theta_1 + second_radius theta_2 - offset = 0

    The wheels turn against each other. A wheel with inner teeth has a negative radius; then they turn the same way.
    The angles are those of the joints, so a moving carrier needs no further term.
    """

    ends = ("first", "second")
    symbol = "gear"
    unit = "m"
    first_radius: Scalar = param("m", "pitch radius of the first wheel")
    second_radius: Scalar = param("m", "pitch radius of the second wheel")
    offset: Scalar = param("m", "arc by which the mesh is shifted", default=0)

    def residual(self, t: Scalar, *coordinates: Scalar) -> Scalar:
        """Slip of the pitch circles."""
        first, second = coordinates
        return self.first_radius * first + self.second_radius * second - self.offset
