"""Accelerations of a tree without rows, in linear time: articulated bodies."""

from sarrus.equations.passes.articulated.recursion import accelerations

__all__ = ["accelerations"]
