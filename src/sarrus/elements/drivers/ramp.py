"""A coordinate that goes smoothly from one value to another."""

from sarrus.elements.base import param
from sarrus.elements.drivers.base import Driver
from sarrus.scalar import Scalar, maximum, minimum


class Ramp(Driver):
    """Move a coordinate from one value to another in a given time, without jerks at the ends.

        u = (t - start)/duration within 0..1      value = first + (last - first) (10 u^3 - 15 u^4 + 6 u^5)

    Velocity and acceleration are zero at both ends; the peak velocity is 1.875 (last - first)/duration.
    """

    first: Scalar = param("coordinate", "value before", key="from")
    last: Scalar = param("coordinate", "value after", key="to")
    start: Scalar = param("s", "time at which it begins", default=0)
    duration: Scalar = param("s", "time it takes", gt=0)

    def value(self, t: Scalar) -> Scalar:
        """Polynomial of fifth degree between two constants."""
        u = minimum(maximum((t - self.start) / self.duration, 0.0), 1.0)
        return self.first + (self.last - self.first) * (u * u * u * (10.0 - u * (15.0 - 6.0 * u)))
