"""Checks that every joint and every force must pass, for the catalogue and for elements of your own.

    from sarrus.testing import check_joint
    check_joint(MyJoint)

A check that fails raises AssertionError with a sentence that says what does not hold and for which random seed.
"""

from sarrus.testing.forces import check_force
from sarrus.testing.joints import check_joint

__all__ = ["check_force", "check_joint"]
