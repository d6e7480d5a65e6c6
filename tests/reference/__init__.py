"""Dynamics of a mechanism once more, as textbooks write it: slow, plain, and apart from the program, for comparison.

From the program it takes what elements state, where they sit, and vectors; nothing of `sarrus.equations`, no derivative.
"""

from .dynamics import Dynamics
from .numbers import number

__all__ = ["Dynamics", "number"]
