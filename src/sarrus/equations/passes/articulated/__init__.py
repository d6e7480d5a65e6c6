"""A tree without rows, in linear time: accelerations by articulated bodies, and the efforts that given ones need."""

from sarrus.equations.passes.articulated.efforts import needed_efforts
from sarrus.equations.passes.articulated.recursion import Articulated

__all__ = ["Articulated", "needed_efforts"]
