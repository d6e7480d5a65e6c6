"""Forces that the program itself needs, by what they are needed for."""

from sarrus.elements.forces.coordinate_force import CoordinateForce
from sarrus.elements.forces.line_force import LineForce

ALONG_COORDINATE = CoordinateForce
"""An effort along a coordinate of a joint."""
ALONG_LINE = LineForce
"""A pull along the line between two points."""
