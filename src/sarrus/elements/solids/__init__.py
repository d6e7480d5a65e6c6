"""Solids: one file each, one line here."""

from sarrus.elements.catalogue import shelf
from sarrus.elements.solids.base import Solid
from sarrus.elements.solids.box import Box as Box
from sarrus.elements.solids.cylinder import Cylinder as Cylinder
from sarrus.elements.solids.rod import Rod as Rod

CATALOGUE: tuple[type[Solid], ...] = shelf(globals(), Solid)
