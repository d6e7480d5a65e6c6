"""Joints that the program itself needs, by what they are needed for."""

from sarrus.elements.joints.free import Free

UNBOUND = Free
"""The joint that forbids nothing; bodies without a path to ground hang on it."""
