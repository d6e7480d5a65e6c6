"""Drivers: one file each, one line here."""

from sarrus.elements.catalogue import shelf
from sarrus.elements.drivers.base import Driver
from sarrus.elements.drivers.motion import Motion as Motion

CATALOGUE: tuple[type[Driver], ...] = shelf(globals(), Driver)
