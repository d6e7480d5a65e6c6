"""Solids: one file each, one line here."""

from sarrus.elements.catalogue import shelf
from sarrus.elements.solids.base import Solid
from sarrus.elements.solids.box import Box as Box
from sarrus.elements.solids.cone import Cone as Cone
from sarrus.elements.solids.cylinder import Cylinder as Cylinder
from sarrus.elements.solids.link import Link as Link
from sarrus.elements.solids.plate import Plate as Plate
from sarrus.elements.solids.rod import Rod as Rod
from sarrus.elements.solids.sphere import Sphere as Sphere
from sarrus.elements.solids.tube import Tube as Tube

CATALOGUE: tuple[type[Solid], ...] = shelf(globals(), Solid)
