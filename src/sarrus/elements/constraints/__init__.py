"""Constraints: one file each, one line here."""

from sarrus.elements.catalogue import shelf
from sarrus.elements.constraints.base import FrameConstraint, Relation
from sarrus.elements.constraints.condition import Condition as Condition
from sarrus.elements.constraints.coupler import Coupler as Coupler
from sarrus.elements.constraints.distance import Distance as Distance
from sarrus.elements.constraints.gear import Gear as Gear
from sarrus.elements.constraints.point_on_line import PointOnLine as PointOnLine
from sarrus.elements.constraints.rack_and_pinion import RackAndPinion as RackAndPinion
from sarrus.elements.constraints.rolling_disk import RollingDisk as RollingDisk

CATALOGUE: tuple[type[FrameConstraint] | type[Relation], ...] = shelf(globals(), (FrameConstraint, Relation))
