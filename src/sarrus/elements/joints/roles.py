"""Joints that the program itself needs, by what they are needed for."""

from sarrus.elements.joints.free import Free
from sarrus.elements.joints.planar import Planar

UNBOUND = Free
"""The joint that forbids nothing; bodies without a path to ground hang on it."""
PLANE = Planar
"""What a body does that is held in a plane."""
