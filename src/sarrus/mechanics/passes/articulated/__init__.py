"""A tree without rows, in linear time: accelerations by articulated bodies, and the efforts that given ones need."""

from sarrus.mechanics.passes.articulated.efforts import needed_efforts
from sarrus.mechanics.passes.articulated.recursion import Articulated

__all__ = ["Articulated", "needed_efforts"]
