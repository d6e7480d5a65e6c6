"""Joints: one file each, one line here."""

from sarrus.elements.catalogue import shelf
from sarrus.elements.joints.base import Joint
from sarrus.elements.joints.cylindrical import Cylindrical as Cylindrical
from sarrus.elements.joints.free import Free as Free
from sarrus.elements.joints.planar import Planar as Planar
from sarrus.elements.joints.prismatic import Prismatic as Prismatic
from sarrus.elements.joints.revolute import Revolute as Revolute
from sarrus.elements.joints.roles import UNBOUND as UNBOUND
from sarrus.elements.joints.screw import Screw as Screw
from sarrus.elements.joints.spherical import Spherical as Spherical
from sarrus.elements.joints.universal import Universal as Universal
from sarrus.elements.joints.weld import Weld as Weld

CATALOGUE: tuple[type[Joint], ...] = shelf(globals(), Joint)
