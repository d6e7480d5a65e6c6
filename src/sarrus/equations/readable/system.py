"""The whole system of a mechanism as formulas: every definition that is printed, in order.

M_i (rddot_i, turning acceleration) = f_i + w_i        g = 0        G v = alpha        G vdot = beta
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sarrus.elements.forces.base import Force
from sarrus.elements.joints.base import Joint
from sarrus.equations.readable.attitude import attitude, plane_axes
from sarrus.equations.readable.build import ONE, ZERO, add, chain, components, neg, transpose
from sarrus.equations.readable.frames import GROUND, BodyNames, Points, axis_rates
from sarrus.equations.readable.inertia import BodyInertia, inertia_of
from sarrus.equations.readable.loads import Loads, total
from sarrus.equations.readable.numbers import Numbers
from sarrus.equations.readable.rates import transposed
from sarrus.equations.readable.rows import JointRows, Row, RowBuilder
from sarrus.equations.readable.terms import COLUMN, Name, Stack, Sum, Term
from sarrus.equations.readable.trees import Definition, names_in
from sarrus.model import Snapshot
from sarrus.scalar import Graph


@dataclass(frozen=True)
class System:
    """Everything the printers show, as trees.

    Attributes:
        attitude, axis_rates: axes of every body and their rates, with index i.
        ground: the axes of ground, where they are used.
        coordinates: joint coordinates that drivers move, with what they need.
        loads, inertia, joints, drivers: what elements and masses give.
        applied: forces on single bodies, f^a.
        reactions: joint loads w on each body.
    """

    model: Snapshot
    numbers: Numbers
    points: Points
    attitude: list[Definition]
    axis_rates: list[Definition]
    ground: list[Definition]
    coordinates: list[Definition]
    loads: Loads
    inertia: BodyInertia
    joints: list[JointRows]
    drivers: list[Row]
    applied: list[Definition]
    reactions: list[Definition] = field(default_factory=list)

    @property
    def rows(self) -> list[Row]:
        """All rows in order."""
        return [*(row for joint in self.joints for row in joint.rows), *self.drivers]

    @property
    def bodies(self) -> list[BodyNames]:
        """Letters of the bodies in order."""
        return [self.points.body(b.name) for b in self.model.bodies]

    @property
    def speeds(self) -> list[Name]:
        """Names of the speeds, two per body."""
        return [s for b in self.bodies for s in (b.rdot, b.turn)]

    @property
    def gamma(self) -> list[Definition]:
        """Fields that act on all bodies."""
        return [d for _, d in self.loads.fields]

    def definitions(self) -> list[Definition]:
        """Every definition in an order in which it can be computed, those with index i written out per body."""
        names = [b.name for b in self.model.bodies]
        found = [*self.gamma, *self.inertia.masses]
        found += [d for group in (*self.inertia.lines, *self.inertia.table) for d in group]
        found += [d.at(name) for name in names for d in (*self.attitude, *self.axis_rates)]
        found += [*self.ground, *self.points.arms.values(), *self.points.definitions]
        found += self.points.motion.values()
        found += [d for joint in self.joints for d in joint.helpers]
        found += self.coordinates
        found += self.loads.definitions
        found += self.applied
        found += [d.at(name) for name in names for d in self.inertia.shared]
        found += [row.residual for row in self.rows]
        return found

    def multiplied(self) -> list[Definition]:
        """Definitions that use the multipliers: joint torques, then joint loads on the bodies."""
        return [*(j.torque for j in self.joints if j.torque), *self.reactions]


def build_system(model: Snapshot) -> System:
    """Trace a model and write down its equations."""
    numbers = Numbers(Graph(), model)
    resolve, planar = numbers.resolve, model.planar
    each = 3 if planar else 6
    # everything is resolved before the first formula is made: only then are all names known
    properties = {b.name: b.mass_properties(resolve, planar) for b in model.bodies}
    joints = [j.bind(resolve, planar) for j in model.all_joints if j.freedoms < each]
    forces: list[Force] = [f.bind(resolve, planar) for f in model.forces]
    drivers = []
    for written in model.drivers:
        joint, k, coordinate = model.driven(written)

        def with_unit(path: str, value: object, unit: str, of: str = coordinate.unit) -> object:
            return resolve(path, value, of if unit == "coordinate" else unit)  # type: ignore[arg-type]

        drivers.append((written.bind(with_unit, planar), joint.bind(resolve, planar), k))  # type: ignore[arg-type]
    points = Points(numbers)
    size = 2 if planar else 3
    centers = {n: tuple(map(numbers.formula, list(c)[:size])) for n, (_, c, _) in properties.items()}
    loads = Loads(points, centers)
    loads.count(forces)
    found = _joint_rows(points, joints, bool(drivers))
    builder = RowBuilder(points)
    driver_rows, coordinates = [], []
    for item in drivers:
        row, helpers = builder.driver(*item)
        driver_rows.append(row)
        coordinates += [h for h in helpers if h not in coordinates]
    gammas = [d.name for _, d in loads.fields]
    gamma = add(*gammas) if gammas else None
    inertia = inertia_of(numbers, properties, gamma, bool(loads.on))
    system = System(
        model,
        numbers,
        points,
        plane_axes() if planar else attitude(),
        axis_rates(planar),
        [],
        coordinates,
        loads,
        inertia,
        found,
        driver_rows,
        _applied(points, loads),
    )
    system.reactions.extend(Definition(_load_name(b.name), _joint_load(system, b)) for b in system.bodies)
    _ground_axes(system)
    return system


def _joint_rows(points: Points, joints: list[Joint], driven: bool) -> list[JointRows]:
    """Rows of all joints; a single joint with axis rows needs no name in their index."""
    found = [RowBuilder(points).joint(j) for j in joints]
    with_axes = [j for j in found if any(row.residual.name.rank == 0 for row in j.rows)]
    if len(with_axes) == 1 and not driven:
        found = [RowBuilder(points, j is with_axes[0]).joint(j.joint) for j in found]
    return found


def _applied(points: Points, loads: Loads) -> list[Definition]:
    if not loads.on:
        return []
    nothing = (points.zero, points.no_torque)
    bodies = points.numbers.model.bodies
    return [
        Definition(
            Name("f", (b.name,), COLUMN, "a"),
            Stack(total(loads.on[b.name]) if b.name in loads.on else nothing),
        )
        for b in bodies
    ]


def _load_name(body: str) -> Name:
    return Name("w", (body,), COLUMN)


def _joint_load(system: System, body: BodyNames) -> Term:
    """Sum of G^T lambda over the rows that touch a body: force, and moment about its frame origin."""
    force: list[Term] = [system.points.zero]
    moment: list[Term] = [system.points.no_torque]
    for joint in system.joints:
        turned = [
            transposed(row.entries[body.turn], row.multiplier)
            for row in joint.rows
            if body.turn in row.entries
        ]
        force += [
            transposed(row.entries[body.rdot], row.multiplier)
            for row in joint.rows
            if body.rdot in row.entries
        ]
        moment += _with_torque(joint, body, turned)
    for row in system.drivers:
        for speed, shares in ((body.rdot, force), (body.turn, moment)):
            if speed in row.entries:
                shares.append(transposed(row.entries[speed], row.multiplier))
    return Stack((add(*force), add(*moment)))


def _with_torque(joint: JointRows, body: BodyNames, shares: list[Term]) -> list[Term]:
    """The shares of a joint, its axis multipliers gathered in the joint's torque where they are exactly that."""
    if joint.torque is None or not shares:
        return shares
    whole = joint.torque.value
    parts = whole.terms if isinstance(whole, Sum) else (whole,)
    flipped = transpose(body.A)
    written_out = [chain(flipped, part) for part in parts]
    for sign, share in ((False, joint.torque.name), (True, neg(joint.torque.name))):
        expected = [neg(t) if sign else t for t in written_out]
        if all(t in shares for t in expected):
            rest = [s for s in shares if s not in expected]
            return [*rest, chain(flipped, share)]
    return shares


def _ground_axes(system: System) -> None:
    """Definitions of ground's axes, if any formula uses them."""
    axes = system.points.body(GROUND).axes
    values = [d.value for d in (*system.points.definitions, *system.loads.definitions, *system.coordinates)]
    for joint in system.joints:
        values += [d.value for d in joint.helpers]
        values += [joint.sense] if joint.sense is not None else []
    for row in system.rows:
        values += [
            row.residual.value,
            row.beta,
            *row.entries.values(),
            *(t for t in (row.force, row.torque) if t),
        ]
    used = names_in(*values)
    for k, axis in enumerate(axes):
        if axis in used:
            unit = (ONE if other == k else ZERO for other in range(len(axes)))
            system.ground.append(Definition(axis, components(*unit)))
