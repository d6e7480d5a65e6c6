"""What a random mechanism is asked.

numbers  a case in both formulations, and how closely numbers agree
balance  laws that every instant obeys: momentum of each body, power
again    the same mechanism asked in another way
space    a planar one built of spatial bodies
"""

from .again import ways
from .balance import Balance, check_motion, check_power
from .numbers import Case, accelerations, assert_equal, reactions, unique

__all__ = [
    "Balance",
    "Case",
    "accelerations",
    "assert_equal",
    "check_motion",
    "check_power",
    "reactions",
    "unique",
    "ways",
]
