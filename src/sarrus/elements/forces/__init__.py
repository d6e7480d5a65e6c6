"""Forces: one file each, one line here."""

from sarrus.elements.catalogue import shelf
from sarrus.elements.forces.applied_force import AppliedForce as AppliedForce
from sarrus.elements.forces.applied_torque import AppliedTorque as AppliedTorque
from sarrus.elements.forces.base import Force
from sarrus.elements.forces.bump_stop import BumpStop as BumpStop
from sarrus.elements.forces.bushing import Bushing as Bushing
from sarrus.elements.forces.coordinate_force import CoordinateForce as CoordinateForce
from sarrus.elements.forces.follower_force import FollowerForce as FollowerForce
from sarrus.elements.forces.friction import Friction as Friction
from sarrus.elements.forces.gravity import Gravity as Gravity
from sarrus.elements.forces.line_force import LineForce as LineForce
from sarrus.elements.forces.polynomial_spring import PolynomialSpring as PolynomialSpring
from sarrus.elements.forces.rope import Rope as Rope
from sarrus.elements.forces.spring_damper import SpringDamper as SpringDamper
from sarrus.elements.forces.table_spring import TableSpring as TableSpring
from sarrus.elements.forces.torsional_spring_damper import TorsionalSpringDamper as TorsionalSpringDamper

CATALOGUE: tuple[type[Force], ...] = shelf(globals(), Force)
