"""Checks that every element must pass, for the catalogue and for elements of your own.

    from sarrus.testing import check_joint
    check_joint(MyJoint)

An element is tried in small mechanisms and as in large ones, where code runs in loops; a joint on the tree, as a cut
joint and over several turns. A check that fails raises AssertionError with a sentence that says what does not hold and
for which random seed.
"""

from sarrus.testing.constraints import check_constraint
from sarrus.testing.drivers import check_driver
from sarrus.testing.forces import check_force
from sarrus.testing.joints import check_joint
from sarrus.testing.sensors import check_sensor

__all__ = ["check_constraint", "check_driver", "check_force", "check_joint", "check_sensor"]
