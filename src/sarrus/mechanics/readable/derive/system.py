"""The whole system of a mechanism as formulas: every definition that is printed, in order.

M_i (rddot_i, turning acceleration) = f_i + w_i        g = 0        G v = alpha        G vdot = beta

w holds G^T lambda, and H^T Q of the efforts Q that depend on lambda. States of forces have rates of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sarrus.mechanics.readable.algebra.curves import Curve
from sarrus.mechanics.readable.algebra.terms import Name, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.angles import BRYANT_ANGLES, AttitudeAngles
from sarrus.mechanics.readable.derive.basis import MIXED, Basis
from sarrus.mechanics.readable.derive.frames import Points
from sarrus.mechanics.readable.derive.inertia import BodyInertia
from sarrus.mechanics.readable.derive.loads import Loads
from sarrus.mechanics.readable.derive.moving import BodyNames
from sarrus.mechanics.readable.derive.numbers import NamedNumbers
from sarrus.mechanics.readable.derive.own import OwnCoordinate, balance
from sarrus.mechanics.readable.derive.relations import RelationRow
from sarrus.mechanics.readable.derive.rows import JointRows, ReadableRow
from sarrus.model import Snapshot


@dataclass(frozen=True)
class System:
    """Everything the printers show, as trees.

    Attributes:
        attitude, axis_rates: axes of every body and their rates, with index i.
        turning: how speeds give velocities and angular velocities, with index i.
        ground: the axes of ground, where they are used.
        coordinates: joint coordinates that elements use, with what they need.
        loads, inertia: what forces and masses give.
        joints: rows of joints and of constraints between frames.
        relations: rows over coordinates: constraints between them, and drivers.
        applied: forces on single bodies, f^a.
        reactions: joint loads w on each body.
        curves: tables, as functions by their names.
        basis: in which components speeds are written.
        angles: by which turns are written, in space.
    """

    model: Snapshot
    numbers: NamedNumbers
    points: Points
    attitude: list[Definition]
    turning: list[Definition]
    axis_rates: list[Definition]
    ground: list[Definition]
    coordinates: list[Definition]
    loads: Loads
    inertia: BodyInertia
    joints: list[JointRows]
    relations: list[RelationRow]
    applied: list[Definition]
    reactions: list[Definition] = field(default_factory=list)
    curves: dict[Name, Curve] = field(default_factory=dict)
    basis: Basis = MIXED
    angles: AttitudeAngles = BRYANT_ANGLES

    @property
    def rows(self) -> list[ReadableRow]:
        """All rows in order."""
        return [*(row for joint in self.joints for row in joint.rows), *(r.row for r in self.relations)]

    @property
    def bodies(self) -> list[BodyNames]:
        """Letters of the bodies in order."""
        return [self.points.body(b.name) for b in self.model.bodies]

    @property
    def speeds(self) -> list[Name]:
        """Names of the speeds, two per body; then those of coordinates that constraints own."""
        return [*(s for b in self.bodies for s in self.basis.speeds(b)), *(c.speed for c in self.own)]

    @property
    def own(self) -> list[OwnCoordinate]:
        """Coordinates that constraints own."""
        return [c for joint in self.joints for c in joint.own]

    @property
    def coordinate_count(self) -> int:
        """How many coordinates there are, and as many speeds."""
        return (3 if self.model.planar else 6) * len(self.model.bodies) + len(self.own)

    def balances(self) -> list[Term]:
        """What multipliers do along each coordinate that a constraint owns; it vanishes."""
        rows = [(row.entries, row.multiplier) for row in self.rows]
        return [balance(own, rows) for own in self.own]

    @property
    def gamma(self) -> list[Definition]:
        """Fields that act on all bodies."""
        return [d for _, d in self.loads.fields]

    def function(self, name: Name, order: int, x: float) -> float:
        """Value of a function that is known by its name, or of its derivative."""
        return self.curves[name](order, x)

    def definitions(self) -> list[Definition]:
        """Every definition in an order in which it can be computed, those with index i written out per body."""
        names = [b.name for b in self.model.bodies]
        found = [*self.gamma, *self.inertia.masses]
        found += [d for group in (*self.inertia.lines, *self.inertia.table) for d in group]
        found += [d.at(name) for name in names for d in (*self.attitude, *self.turning, *self.axis_rates)]
        found += [*self.ground, *self.points.arms.values(), *self.points.sines, *self.points.definitions]
        found += self.points.motion.values()
        found += [d for joint in self.joints for d in joint.helpers]
        found += self.coordinates
        found += self.loads.definitions
        found += self.applied
        found += [d.at(name) for name in names for d in self.inertia.shared]
        found += [row.residual for row in self.rows]
        return found

    def multiplied(self) -> list[Definition]:
        """Definitions that use the multipliers: joint torques, what depends on loads of joints, loads on the bodies."""
        return [*(j.torque for j in self.joints if j.torque), *self.loads.implied, *self.reactions]
