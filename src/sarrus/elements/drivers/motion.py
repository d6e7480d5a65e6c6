"""A coordinate that follows an expression of time."""

from sarrus.elements.base import param
from sarrus.elements.drivers.base import Driver
from sarrus.scalar import Scalar


class Motion(Driver):
    """Make a joint coordinate follow an expression of time t.

        coordinate - function(t) = 0

    The function must be smooth. Its unit is that of the coordinate.
    """

    also_called = ("motor", "rotation", "drive", "actuator", "prescribed")
    primary = "function"
    function: Scalar = param("coordinate", "value of the coordinate over time t", varies=True, key="is")

    def value(self, t: Scalar) -> Scalar:
        """The expression."""
        return self.function
