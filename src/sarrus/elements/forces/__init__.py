"""Forces: one file each, one line here."""

from sarrus.elements.catalogue import shelf
from sarrus.elements.forces.applied_torque import AppliedTorque as AppliedTorque
from sarrus.elements.forces.base import Force
from sarrus.elements.forces.gravity import Gravity as Gravity
from sarrus.elements.forces.spring_damper import SpringDamper as SpringDamper

CATALOGUE: tuple[type[Force], ...] = shelf(globals(), Force)
