"""Constraints that the program itself needs, by what they are needed for."""

from sarrus.elements.constraints.condition import Condition

KEPT_AT_ZERO = Condition
"""Keeps an expression of positions at zero."""
