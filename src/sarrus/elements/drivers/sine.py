"""A coordinate that swings."""

import math

from sarrus.elements.base import param
from sarrus.elements.drivers.base import Driver
from sarrus.scalar import Scalar, sin


class Sine(Driver):
    """Swing a coordinate about a mean value.

    value = mean + amplitude sin(2 pi frequency t + phase)
    """

    also_called = ("sinus", "cosine", "harmonic")
    amplitude: Scalar = param("coordinate", "largest distance from the mean")
    frequency: Scalar = param("Hz", "swings per second", ge=0)
    phase: Scalar = param("rad", "phase at t = 0", default=0)
    mean: Scalar = param("coordinate", "value about which it swings", default=0)

    def value(self, t: Scalar) -> Scalar:
        """Sine of time."""
        return self.mean + self.amplitude * sin(2.0 * math.pi * self.frequency * t + self.phase)
