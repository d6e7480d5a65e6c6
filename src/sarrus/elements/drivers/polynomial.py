"""A coordinate that follows a polynomial of time."""

from sarrus.elements.base import Shape, param
from sarrus.elements.drivers.base import Driver
from sarrus.scalar import Scalar


class Polynomial(Driver):
    """Make a coordinate follow a polynomial of time.

    value = c0 + c1 t + c2 t^2 + ...
    """

    coefficients: tuple[Scalar, ...] = param("1", "c0, c1, c2, ..., SI", shape=Shape.LIST)

    def value(self, t: Scalar) -> Scalar:
        """Horner's scheme."""
        total: Scalar = 0.0
        for c in reversed(self.coefficients):
            total = total * t + c
        return total
