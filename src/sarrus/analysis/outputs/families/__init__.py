"""Families of derived series: one file each, one line here."""

from sarrus.analysis.outputs.base import Family
from sarrus.analysis.outputs.families.components import BodyTurning, JointLoads
from sarrus.analysis.outputs.families.generalised import GeneralisedForces
from sarrus.analysis.outputs.families.momentum import Momentum
from sarrus.analysis.outputs.families.powers import ForcePowers
from sarrus.analysis.outputs.families.shared import MinimumNorm
from sarrus.analysis.outputs.families.velocities import PartialVelocities

SHELF: tuple[Family, ...] = (
    PartialVelocities(),
    GeneralisedForces(),
    Momentum(),
    JointLoads(),
    BodyTurning(),
    MinimumNorm(),
    ForcePowers(),
)
"""The order in which a name is offered to them."""
