"""Drivers: one file each, one line here."""

from sarrus.elements.catalogue import shelf
from sarrus.elements.drivers.base import Driver
from sarrus.elements.drivers.motion import Motion as Motion
from sarrus.elements.drivers.polynomial import Polynomial as Polynomial
from sarrus.elements.drivers.ramp import Ramp as Ramp
from sarrus.elements.drivers.sine import Sine as Sine
from sarrus.elements.drivers.spline import Spline as Spline
from sarrus.elements.drivers.table import Table as Table

CATALOGUE: tuple[type[Driver], ...] = shelf(globals(), Driver)
