"""The catalogue: joints, forces, drivers and solids, a file each.

To add one, write its file and one line in its shelf's `__init__.py`.
"""

from sarrus.elements import drivers, forces, joints, solids
from sarrus.elements.base import Element

SHELVES: dict[str, tuple[type[Element], ...]] = {
    "joints": joints.CATALOGUE,
    "forces": forces.CATALOGUE,
    "drivers": drivers.CATALOGUE,
    "solids": solids.CATALOGUE,
}
