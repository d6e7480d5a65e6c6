"""A mechanism in the coordinates of its tree: everything a form in joint coordinates is made of."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from sarrus.mechanics.readable.algebra.build import (
    ONE,
    ZERO,
    add,
    chain,
    components,
    cross,
    dot,
    is_zero,
    mul,
    neg,
    transpose,
)
from sarrus.mechanics.readable.algebra.rates import rate
from sarrus.mechanics.readable.algebra.rebuild import merged, perp, put, rebuilt, terms_of
from sarrus.mechanics.readable.algebra.terms import (
    COLUMN,
    Chain,
    Matrix,
    Name,
    Null,
    Term,
)
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.basis import joined
from sarrus.mechanics.readable.derive.frames import Points
from sarrus.mechanics.readable.derive.inertia import BodyInertia
from sarrus.mechanics.readable.derive.moving import GROUND
from sarrus.mechanics.readable.derive.rows import ReadableRow
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.derive.trace import joint_loads
from sarrus.mechanics.readable.derive.tree.kinematics import TreeKinematics
from sarrus.mechanics.readable.derive.tree.ordering import ordered
from sarrus.mechanics.readable.derive.tree.points import (
    in_ground,
)
from sarrus.model import Snapshot

__all__ = ["TreeRow", "TreeSystem"]


@dataclass(frozen=True)
class TreeRow:
    """A row over the speeds of the tree.

    Attributes:
        row: as it is with all bodies by themselves.
        entries: by speed.
        beta: right-hand side.
        known: the speed whose acceleration it says, for a driver of a coordinate of the tree.
    """

    row: ReadableRow
    entries: dict[Name, Term]
    beta: Term
    known: Name | None = None


@dataclass
class TreeSystem:
    """A mechanism in joint coordinates.

    Attributes:
        system: the same with bodies by themselves: loads, numbers, and the rows of cut joints and relations.
        tree: how the bodies move.
        rows: of cut joints, constraints and relations.
        inertia: masses, mass centres and inertias about these.
        centers: mass centre of each body, from its origin.
        alias: names that are nothing, or another name.
    """

    system: System
    tree: TreeKinematics
    rows: list[TreeRow]
    inertia: BodyInertia
    centers: dict[str, Term]
    alias: dict[Name, Term] = field(default_factory=dict)

    @property
    def model(self) -> Snapshot:
        """The mechanism."""
        return self.system.model

    @property
    def planar(self) -> bool:
        """Whether it moves in the plane."""
        return self.model.planar

    @property
    def points(self) -> Points:
        """Points and axes."""
        return self.system.points

    @property
    def bodies(self) -> tuple[str, ...]:
        """Names of the bodies in order."""
        return tuple(b.name for b in self.model.bodies)

    @property
    def known(self) -> dict[Name, TreeRow]:
        """Rows of drivers by the speed they say."""
        return {row.known: row for row in self.rows if row.known is not None}

    @property
    def closing(self) -> list[TreeRow]:
        """All other rows."""
        return [row for row in self.rows if row.known is None]

    def put(self, term: Term) -> Term:
        """A formula without names that are nothing, or another name."""
        return merged(put(term, self.alias))

    def center(self, body: str) -> Name:
        """Position of a mass centre."""
        return Name("c", (body,), COLUMN)

    def alpha(self, body: str) -> Term:
        """Angular acceleration without accelerations of the speeds."""
        return self.put(
            self.points.body(body).psi.marked("ring")
            if self.planar
            else Name("alpha", (body,), COLUMN, "ring")
        )

    def partials(self, body: str) -> tuple[dict[Name, Term], dict[Name, Term]]:
        """Velocity of the mass centre, and angular velocity, for each speed alone."""
        point = self.center(body)
        found = self.tree.velocity(body, point, self.centers[body])
        velocities = {j: self.put(v) for j, v in found.items()}
        turns = {j: self.put(w) for j, w in self.tree.W[body].items()}
        return _nonzero(velocities), _nonzero(turns)

    def cross(self, arm: Term, force: Term) -> Term:
        """arm x force; a number in the plane."""
        if not self.planar:
            return cross(arm, force)
        return add(ZERO, *(dot(a, force) for a in terms_of(perp(arm, self.tree.across))))

    @cached_property
    def loads(self) -> dict[str, tuple[Term, Term]]:
        """Applied force, and torque about the mass centre, ground components; fields left out."""
        found = {}
        for body, (force, moment) in self.system.loads.on.items():
            found[body] = self.at_center(body, force, moment)
        return found

    @cached_property
    def held(self) -> dict[str, tuple[Term, Term]]:
        """What multipliers of rows do to each body: force, and torque about the mass centre."""
        rows = replace(self.system, reactions=[])
        found = {}
        for d in joint_loads(rows):
            force, moment = d.value.parts
            found[d.name.index[0]] = self.at_center(d.name.index[0], force, moment)
        return found

    def at_center(self, body: str, force: Term, moment: Term) -> tuple[Term, Term]:
        """A force at the origin of a body, with its moment in body components, about the mass centre in ground ones."""
        if not self.planar:
            A = self.points.body(body).A
            moment = add(Null(), *(in_ground(joined(A, part)) for part in terms_of(moment)))
            moment = rebuilt(moment, self._written_out)
        forces = [
            cross_part for f in terms_of(force) for cross_part in terms_of(self.cross(self.centers[body], f))
        ]
        about = add(self.points.no_torque, moment, *(neg(t) for t in forces))
        return self.put(force), self.put(about)

    def ground_axes(self) -> list[Definition]:
        """The axes of ground."""
        axes = self.points.body(GROUND).axes
        units = [[ONE if k == n else ZERO for k in range(len(axes))] for n in range(len(axes))]
        return [Definition(axis, components(*unit)) for axis, unit in zip(axes, units, strict=True)]

    def _written_out(self, term: Term) -> Term:
        """The arm of a point in ground components, by the axes of its body."""
        if isinstance(term, Chain) and len(term.items) == 2 and term.items[1] in self._arms:
            body = self.points.body(self._arms[term.items[1]].name.index[0].split(".")[0])
            parts = self._arms[term.items[1]].value.parts
            return add(Null(), *(mul(c, a) for c, a in zip(parts, body.axes, strict=True)))
        return term

    @cached_property
    def _arms(self) -> dict[Term, Definition]:
        return {d.name: d for d in self.points.arms.values()}

    @cached_property
    def definitions(self) -> list[Definition]:
        """Everything that follows from coordinates and speeds of the tree, in an order in which it can be computed."""
        system, tree, points = self.system, self.tree, self.points
        numbers = [*system.gamma, *self.inertia.masses]
        numbers += [d for group in (*self.inertia.lines, *self.inertia.table) for d in group]
        found = [
            *tree.sines,
            *tree.kinematic,
            *tree.turns,
            *tree.places,
            *tree.spins,
            *tree.speeds,
            *tree.rings,
        ]
        found += self.axes()
        # frames that the tree turns are not found again from their bodies
        faced = {d.name for d in tree.turns}
        placed = [d for d in points.definitions if d.name not in faced]
        found += [*points.arms.values(), *points.sines, *placed, *points.motion.values()]
        found += [d for joint in system.joints for d in joint.helpers]
        found += [*system.coordinates, *system.loads.definitions, *self._centers()]
        found += [Definition(row.row.residual.name, row.row.residual.value) for row in self.rows]
        made = [Definition(d.name, self.put(d.value)) for d in found if d.name not in self.alias]
        return ordered({d.name: d for d in (*numbers, *made)}.values())

    def axes(self) -> list[Definition]:
        """Unit vectors in the plane; attitude matrices in space."""
        names = self.bodies
        if self.planar:
            return [d.at(name) for name in names for d in (*self.system.attitude, *self.system.axis_rates)]
        found = []
        for name in names:
            body = self.points.body(name)
            found.append(Definition(body.A, Matrix(body.axes, width=3)))
            found.append(Definition(body.turn, chain(transpose(body.A), body.Omega)))
        return found

    def _centers(self) -> list[Definition]:
        rules = self.points.rates
        found = []
        for name in self.bodies:
            r, c = self.points.body(name).r, self.center(name)
            value = add(r, self.centers[name])
            moving = rate(value, rules)
            found += [
                Definition(c, value),
                Definition(c.marked("ring"), rate(moving, rules | self.points.second)),
            ]
        return found


def _nonzero(found: dict[Name, Term]) -> dict[Name, Term]:
    return {j: t for j, t in found.items() if not is_zero(t)}
