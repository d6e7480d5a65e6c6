"""A coordinate that follows a function of time."""

from sarrus.elements.base import param
from sarrus.elements.drivers.base import Driver
from sarrus.scalar import Scalar


class Motion(Driver):
    """Make a joint coordinate follow a function of time.

        coordinate - function(t) = 0

    The function must be smooth: a jump in its slope would be an impact. Its unit is that of the coordinate.
    """

    primary = "function"
    function: Scalar = param("coordinate", "value of the coordinate over time t", varies=True, key="is")

    def residual(self, coordinate: Scalar) -> Scalar:
        """Distance from the prescribed value."""
        return coordinate - self.function
