"""The catalogue: joints, constraints, forces, drivers, sensors and solids, a file each.

To add one, write its file and one line in its shelf's `__init__.py`.
"""

from sarrus.elements import constraints, drivers, forces, joints, sensors, solids
from sarrus.elements.base import Element

SHELVES: dict[str, tuple[type[Element], ...]] = {
    "joints": joints.CATALOGUE,
    "constraints": constraints.CATALOGUE,
    "forces": forces.CATALOGUE,
    "drivers": drivers.CATALOGUE,
    "sensors": sensors.CATALOGUE,
    "solids": solids.CATALOGUE,
}
