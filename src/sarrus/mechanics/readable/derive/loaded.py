"""Forces that depend on the load of their joint, as they are printed.

In the coordinates of a page that load is made of the multipliers of the joint's rows. The efforts Q of such forces stand
beside them, H holding what each speed does to the coordinates they act along:

    M vdot = f + G^T lambda + H^T Q        Q = law(q, v, lambda)
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from sarrus.elements.forces.base import Force
from sarrus.errors import ModelError
from sarrus.mechanics.derive import pose_slopes
from sarrus.mechanics.readable.algebra.build import ZERO, add, call, dot, front, mul, number, sub
from sarrus.mechanics.readable.algebra.terms import COLUMN, Name, Sum, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.changes import Change
from sarrus.mechanics.readable.derive.moving import Moving
from sarrus.mechanics.readable.derive.relations import End
from sarrus.mechanics.readable.derive.rows import JointRows
from sarrus.model import Snapshot
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.graph import order
from sarrus.spatial import Vec3

AXES = "xyz"
SAME = 1e-12


@dataclass(frozen=True)
class Push:
    """An effort that depends on the multipliers: its name, and what each speed does to its coordinate."""

    force: Force
    effort: Name
    slopes: dict[Name, Term]


@dataclass
class JointLoad:
    """The load of a joint on its follower, in components of its base frame.

    Attributes:
        numbers: what a port has besides: force, torque and axis.
        given: what stands for the symbols among them, and for the size of the force across the axis.
        definitions: of what is named.
    """

    numbers: list[Scalar]
    given: dict[Node, Term]
    definitions: list[Definition]

    def put(self, place: int, symbol: Node, name: Name, value: Term) -> None:
        """One of the numbers: zero by structure, or a symbol that stands for a short formula or for a name."""
        if value == ZERO:
            return
        self.numbers[place] = symbol
        is_short = isinstance(front(value)[1], Name) or isinstance(value, Name)
        self.given[symbol] = value if is_short else name
        if not is_short:
            self.definitions.append(Definition(name, value))


def joint_load(
    points: Moving, force: Force, end: End, coordinate: Change, rows: JointRows | None
) -> JointLoad:
    """The load of a joint from its rows.

    Args:
        points: points and axes.
        force: that depends on the load.
        end: the joint, bound, and its coordinate.
        coordinate: the same as a formula.
        rows: of the joint.
    """
    joint, _, what = end
    model, graph = points.numbers.model, points.numbers.graph
    _refuse_meshes(model, force, joint.name)
    if rows is None:
        raise ModelError.one(
            force.name,
            f"the equations to read cannot print {force.keyword} on `{joint.name}`: it depends on the load of that joint, "
            "which forbids nothing and carries none",
            "They print forces that depend on the load of joints with rows",
            "Leave the force out to read the rest.",
        )
    base, _ = model.ends_of(joint)
    F = points.axes(base)
    found = JointLoad([0.0] * 9, {}, [])
    pull, turn = _total(points, rows)
    whole = pull
    if isinstance(pull, Sum):
        whole = Name("L", (force.name,), COLUMN)
        found.definitions.append(Definition(whole, pull))
    parts = [(i, Name("L", (AXES[i], force.name)), along(pull, axis, F)) for i, axis in enumerate(F)]
    if points.planar:
        parts.append((5, Name("T", ("z", force.name)), turn))
    else:
        parts += [(3 + i, Name("T", (AXES[i], force.name)), along(turn, axis, F)) for i, axis in enumerate(F)]
    for i, name, value in parts:
        found.put(i, graph.symbol(f"@load{i} {force.name}"), name, value)
    turns = what.unit != "m"
    direction = coordinate.torque if turns else coordinate.force
    fixed = _fixed_axis(model, end)
    if fixed is not None:
        found.numbers[6:] = fixed
        direction = points.no_torque if points.planar and turns else _direction(fixed, F)
    elif points.planar and turns:
        found.put(8, graph.symbol(f"@load8 {force.name}"), Name("chi", ("z", force.name)), direction)
    else:
        for i, axis in enumerate(F, 6):
            found.put(
                i,
                graph.symbol(f"@load{i} {force.name}"),
                Name("chi", (AXES[i - 6], force.name)),
                dot(direction, axis),
            )
    v, a = Vec3(*found.numbers[:3]), Vec3(*found.numbers[6:])
    across = graph.lift((v - a * a.dot(v)).norm())
    named = {d.name for d in found.definitions}
    if across.op == "root" and any(found.given[n] in named for n in order([across]) if n in found.given):
        # as a vector its size reads better than by components, and in the plane it is that of the whole force
        rest = whole if points.planar else sub(whole, mul(dot(whole, direction), direction))
        found.given[across] = call("norm", rest)
    return found


def _direction(fixed: Sequence[float], axes: Sequence[Name]) -> Term:
    """A unit vector along one of the axes."""
    return next(mul(number(c), e) for c, e in zip(fixed, axes, strict=False) if c)


def _total(points: Moving, rows: JointRows) -> tuple[Term, Term]:
    """Force and torque of all rows."""
    pull = add(points.zero, *(row.force for row in rows.rows if row.force is not None))
    turn = add(points.no_torque, *(row.torque for row in rows.rows if row.torque is not None))
    return pull, rows.torque.name if rows.torque else turn


def along(vector: Term, axis: Name, axes: Sequence[Name]) -> Term:
    """A component of a vector; its own axes are unit vectors at right angles."""
    if isinstance(vector, Sum):
        return add(ZERO, *(along(part, axis, axes) for part in vector.terms))
    scalar, core = front(vector)
    if core in axes:
        return scalar if core == axis else ZERO
    return dot(vector, axis)


def _fixed_axis(model: Snapshot, end: End) -> tuple[float, ...] | None:
    """The axis of a coordinate in base components where it is one of the base axes in every pose of the joint."""
    joint, k, what = end
    written = next(j for j in model.all_joints if j.name == joint.name)
    bound = written.bind(model.resolve, model.planar)
    draw = random.Random(joint.name)  # noqa: S311
    seen: set[tuple[float, ...]] = set()
    for _ in range(3):
        inner = [draw.uniform(0.1, 1.1) for _ in bound.inner_names]
        X = bound.motion(*(float(a) for a in bound.retract(inner)))
        own = pose_slopes(Graph(), bound.fit, X)[k][1]
        axis = own.force if what.unit == "m" else own.torque
        parts = [float(a.value if isinstance(a, Node) else a) for a in axis]
        near = tuple(float(round(a)) for a in parts)
        if max(abs(a - b) for a, b in zip(parts, near, strict=True)) > SAME or sum(map(abs, near)) != 1.0:
            return None
        seen.add(near)
    return seen.pop() if len(seen) == 1 else None


def _refuse_meshes(model: Snapshot, force: Force, joint: str) -> None:
    """What a mesh adds to the load of its joints is not printed."""
    for mesh in model.meshes:
        if joint in model.meshing(mesh).outer:
            raise ModelError.one(
                force.name,
                f"the equations to read cannot print {force.keyword} on `{joint}` yet: it depends on the load of that joint, "
                f"to which the mesh `{mesh.name}` adds",
                "They print forces that depend on the load of joints without meshes",
                f"Leave `{force.name}` or `{mesh.name}` out to read the rest.",
            )
