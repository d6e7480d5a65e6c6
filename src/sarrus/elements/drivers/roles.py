"""Drivers that the program itself needs, by what they are needed for."""

from sarrus.elements.drivers.motion import Motion
from sarrus.elements.drivers.spline import Spline

FOLLOWING = Motion
"""Makes a coordinate follow an expression of time."""
THROUGH_POINTS = Spline
"""Makes a coordinate follow a smooth curve through points."""
