"""From a model to its equations: elements are bound, traced, and written down as formulas."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sarrus.elements.base import Element
from sarrus.elements.closing import Closing
from sarrus.elements.forces.base import Force
from sarrus.errors import ModelError
from sarrus.mechanics.readable.algebra.build import ONE, ZERO, add, components, neg, transpose
from sarrus.mechanics.readable.algebra.curves import curves_of
from sarrus.mechanics.readable.algebra.rates import transposed
from sarrus.mechanics.readable.algebra.terms import COLUMN, Name, Stack, Sum, Term
from sarrus.mechanics.readable.algebra.trees import Definition, names_in
from sarrus.mechanics.readable.derive.angles import BRYANT_ANGLES, AttitudeAngles
from sarrus.mechanics.readable.derive.attitude import attitude, axis_rates, plane_axes
from sarrus.mechanics.readable.derive.basis import MIXED, factored, joined
from sarrus.mechanics.readable.derive.body_blocks import with_blocks
from sarrus.mechanics.readable.derive.frames import Points
from sarrus.mechanics.readable.derive.inertia import inertia_of
from sarrus.mechanics.readable.derive.loads import Loads
from sarrus.mechanics.readable.derive.moving import GROUND, BodyNames
from sarrus.mechanics.readable.derive.numbers import NamedNumbers
from sarrus.mechanics.readable.derive.own import require_fit
from sarrus.mechanics.readable.derive.relations import Coordinates, End
from sarrus.mechanics.readable.derive.rows import JointRows, ReadableRow, RowBuilder
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.derive.turning import kinematic
from sarrus.model import Snapshot
from sarrus.model.quantities import Origin
from sarrus.model.wording import label
from sarrus.scalar import Graph


def build_system(
    model: Snapshot,
    general: bool = False,
    angles: AttitudeAngles = BRYANT_ANGLES,
    points_of: Callable[[NamedNumbers], Points] = Points,
    coordinates_of: Callable[[Points], Coordinates] = Coordinates,
) -> System:
    """Trace a model and write down its equations.

    Args:
        model: the mechanism.
        general: whether a written zero stays a symbol.
        angles: by which turns in space are written.
        points_of: what names points and axes, and says how they move.
        coordinates_of: what names joint coordinates.
    """
    numbers = NamedNumbers(Graph(), model, general)
    resolve, planar = numbers.resolve, model.planar
    each = 3 if planar else 6
    # everything is resolved before the first formula is made: only then are all names known
    properties = {b.name: b.mass_properties(resolve, planar) for b in model.bodies}
    closings: list[Closing] = [
        j.bind(resolve, planar) for j in model.all_joints if j.freedoms < each or j.slip
    ]
    closings += [c.bind(resolve, planar) for c in model.closings]
    for c in model.owning:
        require_fit(model, c)
    forces: list[Force] = [f.bind(numbers.resolver(f), planar) for f in model.forces]
    relations = [(r.bind(numbers.resolver(r), planar), _ends(numbers, r)) for r in model.relations]
    signals = _signals(numbers)
    curves = curves_of(model, numbers.graph, (*closings, *forces, *(r for r, _ in relations)))
    ends = {f.name: _ends(numbers, f) for f in forces if f.on_coordinates}
    points = points_of(numbers)
    measured = coordinates_of(points)
    for name, (end, order) in signals.items():
        measured.name_signal(name, end, order)
    size = 2 if planar else 3
    centers = {n: tuple(map(numbers.formula, list(c)[:size])) for n, (_, c, _) in properties.items()}
    loads = Loads(points, centers)
    changes = {name: [measured.change(end) for end in found] for name, found in ends.items()}
    pushing = {f.name for f in model.forces if f.reads_load}
    loads.count([f for f in forces if f.name not in pushing], changes)
    found = _joint_rows(points, closings, bool(relations))
    by_name = {rows.joint.name: rows for rows in found}
    for force in forces:
        if force.name in pushing:
            (end,), (change,) = ends[force.name], changes[force.name]
            loads.push(force, end, change, by_name.get(end[0].name))
    measured.definitions += loads.rates
    loads.sort([force.name for force in forces])
    rows = [measured.relation(*item) for item in relations]
    gammas = [d.name for _, d in loads.fields]
    gamma = add(*gammas) if gammas else None
    inertia = with_blocks(inertia_of(numbers, properties, gamma, bool(loads.parts)), planar)
    system = System(
        model,
        numbers,
        points,
        plane_axes() if planar else attitude(angles),
        kinematic(MIXED, planar, angles),
        axis_rates(planar),
        [],
        measured.definitions,
        loads,
        inertia,
        found,
        rows,
        _applied(points, loads),
        curves=curves,
        angles=angles,
    )
    system.reactions.extend(joint_loads(system))
    _ground_axes(system)
    return system


def _ends(numbers: NamedNumbers, element: Element) -> tuple[End, ...]:
    """The coordinates an element uses, their joints bound."""
    model = numbers.model
    return tuple((j.bind(numbers.resolve, model.planar), k, c) for j, k, c in model.coordinates_of(element))


def _signals(numbers: NamedNumbers) -> dict[str, tuple[End, int]]:
    """The joint coordinates, or rates of these, that forces read as signals.

    Raises:
        ModelError: one reads something else.
    """
    model = numbers.model
    found: dict[str, tuple[End, int]] = {}
    for element in (*model.forces, *(r for r in model.relations if not r.ends)):
        for name in (n for n in model.reads(element) if n in model.signals):
            source = model.source(name)
            if source.origin is not Origin.COORDINATE:
                raise ModelError.one(
                    model.at(element.name),
                    f"the equations to read cannot print {label(element)} yet: it reads {model.in_words(name)}, "
                    f"{source.origin.value}",
                    "They print signals of joint coordinates and their rates",
                    f"Leave '{element.name}' out to read the rest.",
                )
            if element in model.forces:
                joint, k, c = model.coordinates[f"{source.owner}.{source.quantity}"]
                found[name] = (joint.bind(numbers.resolve, model.planar), k, c), source.order
    return found


def _joint_rows(points: Points, joints: list[Closing], driven: bool) -> list[JointRows]:
    """Rows of all joints; a single joint with axis rows needs no name in their index."""
    found = [RowBuilder(points).joint(j) for j in joints]
    with_axes = [j for j in found if any(row.residual.name.rank == 0 for row in j.rows)]
    if len(with_axes) == 1 and not driven:
        found = [RowBuilder(points, j is with_axes[0]).joint(j.joint) for j in found]
    return found


def _applied(points: Points, loads: Loads) -> list[Definition]:
    on = loads.on
    if not on:
        return []
    nothing = (points.zero, points.no_torque)
    bodies = points.numbers.model.bodies
    return [
        Definition(
            Name("f", (b.name,), COLUMN, "a"),
            Stack(on.get(b.name, nothing)),
        )
        for b in bodies
    ]


def _load_name(body: str) -> Name:
    return Name("w", (body,), COLUMN)


def joint_loads(system: System) -> list[Definition]:
    """Sum of G^T lambda over the rows that touch each body, and of H^T Q: force, and moment about its frame origin."""
    force: dict[str, list[Term]] = {b.name: [system.points.zero] for b in system.bodies}
    moment: dict[str, list[Term]] = {b.name: [system.points.no_torque] for b in system.bodies}
    for joint in system.joints:
        for place in dict.fromkeys((system.points.owner(joint.base), system.points.owner(joint.follower))):
            if place != GROUND:
                body = system.points.body(place)
                velocity, turn = system.basis.speeds(body)
                force[place] += _shares(joint.rows, velocity)
                moment[place] += _with_torque(system, joint, body, _shares(joint.rows, turn))
    for push in system.loads.pushes:
        for body in system.bodies:
            for speed, to in zip(system.basis.speeds(body), (force, moment), strict=True):
                if speed in push.slopes:
                    to[body.name].append(transposed(push.slopes[speed], push.effort))
    for relation in system.relations:
        for body in system.bodies:
            name = body.name
            velocity, turn = system.basis.speeds(body)
            force[name] += _shares((relation.row,), velocity)
            moment[name] += _shares((relation.row,), turn)
    return [
        Definition(_load_name(name), Stack((factored(add(*force[name])), factored(add(*moment[name])))))
        for name in force
    ]


def _shares(rows: Sequence[ReadableRow], speed: Name) -> list[Term]:
    return [transposed(row.entries[speed], row.multiplier) for row in rows if speed in row.entries]


def _with_torque(system: System, joint: JointRows, body: BodyNames, shares: list[Term]) -> list[Term]:
    """The shares of a joint, its axis multipliers gathered in the joint's torque where they are exactly that."""
    if joint.torque is None or not shares:
        return shares
    whole = joint.torque.value
    parts = whole.terms if isinstance(whole, Sum) else (whole,)
    flipped = joined(transpose(system.basis.maps(body)[1]), transpose(body.A))
    written_out = [joined(flipped, part) for part in parts]
    for sign, share in ((False, joint.torque.name), (True, neg(joint.torque.name))):
        expected = [neg(t) if sign else t for t in written_out]
        if all(t in shares for t in expected):
            rest = [s for s in shares if s not in expected]
            return [*rest, joined(flipped, share)]
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
    values += [d.value for d in system.loads.implied]
    values += [entry for push in system.loads.pushes for entry in push.slopes.values()]
    used = names_in(*values)
    for k, axis in enumerate(axes):
        if axis in used:
            unit = (ONE if other == k else ZERO for other in range(len(axes)))
            system.ground.append(Definition(axis, components(*unit)))
