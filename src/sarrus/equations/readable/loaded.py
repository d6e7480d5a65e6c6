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
from sarrus.equations.derive import pose_slopes
from sarrus.equations.readable.build import ZERO, add, call, dot, front, mul, number, sub
from sarrus.equations.readable.changes import Change
from sarrus.equations.readable.moving import Moving
from sarrus.equations.readable.relations import End
from sarrus.equations.readable.rows import JointRows
from sarrus.equations.readable.terms import COLUMN, Components, Name, Sum, Term
from sarrus.equations.readable.trees import Definition
from sarrus.errors import ModelError
from sarrus.model import Snapshot
from sarrus.scalar import Graph, Node, Scalar
from sarrus.spatial import Vec3
from sarrus.spatial.vector import EX, EY, EZ

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


def joint_load(points: Moving, force: Force, end: End, coordinate: Change, rows: JointRows | None) -> JointLoad:
    """The load of a joint from its rows; nothing where it has none.

    Args:
        points: points and axes.
        force: that depends on the load.
        end: the joint, bound, and its coordinate.
        coordinate: the same as a formula.
        rows: of the joint.
    """
    joint, k, what = end
    model, graph = points.numbers.model, points.numbers.graph
    _refuse_meshes(model, force, joint.name)
    base, _ = model.ends_of(joint)
    F = points.axes(base)
    f, t, a = (list(graph.symbols(f"@{kind}{i} {force.name}" for i in range(3))) for kind in ("f", "t", "a"))
    found = JointLoad([0.0] * 9, {}, [])
    pull, turn = _total(points, force, rows)
    if isinstance(pull, Definition):
        found.definitions.append(pull)
    whole = pull.name if isinstance(pull, Definition) else pull
    size = len(F)
    for i, axis in enumerate(F):
        found.numbers[i] = _part(found, f[i], Name("L", (AXES[i], force.name)), along(whole_value(pull), axis, F))
    if size == 2:
        found.numbers[5] = _part(found, t[2], Name("T", ("z", force.name)), turn)
    else:
        for i, axis in enumerate(F):
            found.numbers[3 + i] = _part(found, t[i], Name("T", (AXES[i], force.name)), along(turn, axis, F))
    fixed = _fixed_axis(model, end)
    if fixed is not None:
        found.numbers[6:] = list(fixed)
        direction = None if size == 2 and fixed == EZ else _direction(fixed, F)
    else:
        direction = coordinate.force if what.unit == "m" else coordinate.torque
        found.numbers[6:] = a
        found.given |= {s: dot(direction, e) for s, e in zip(a, F, strict=True)}
    v, axis3 = Vec3(*found.numbers[:3]), Vec3(*found.numbers[6:])
    size_across = graph.lift((v - axis3 * axis3.dot(v)).norm())
    if size_across.op == "root":
        across = whole if direction is None else sub(whole, mul(dot(whole, direction), direction))
        found.given[size_across] = call("norm", across)
    return found


def _direction(fixed: Vec3, axes: Sequence[Name]) -> Term:
    """A unit vector along one of the axes."""
    return next(mul(number(float(c)), e) for c, e in zip(fixed, axes, strict=False) if c)  # type: ignore[arg-type]


def whole_value(pull: Definition | Term) -> Term:
    """What the force of a joint is."""
    return pull.value if isinstance(pull, Definition) else pull


def _total(points: Moving, force: Force, rows: JointRows | None) -> tuple[Definition | Term, Term]:
    """Force, by a name of its own where it is a sum, and torque."""
    if rows is None:
        return points.zero, points.no_torque
    pull = add(points.zero, *(row.force for row in rows.rows if row.force is not None))
    turn = add(points.no_torque, *(row.torque for row in rows.rows if row.torque is not None))
    turn = rows.torque.name if rows.torque else turn
    return (Definition(Name("L", (force.name,), COLUMN), pull) if isinstance(pull, Sum) else pull), turn


def _part(found: JointLoad, symbol: Node, name: Name, value: Term) -> Scalar:
    """A component: zero, or a symbol for it, by a name unless it is short."""
    if value == ZERO:
        return 0.0
    is_short = isinstance(front(value)[1], Name) or value.rank == 0 and not value.parts
    found.given[symbol] = value if is_short else name
    if not is_short:
        found.definitions.append(Definition(name, value))
    return symbol


def along(vector: Term, axis: Name, axes: Sequence[Name]) -> Term:
    """A component of a vector; its own axes are unit vectors at right angles."""
    if isinstance(vector, Sum):
        return add(ZERO, *(along(part, axis, axes) for part in vector.terms))
    scalar, core = front(vector)
    if core in axes:
        return scalar if core == axis else ZERO
    return dot(vector, axis)


def _fixed_axis(model: Snapshot, end: End) -> Vec3 | None:
    """The axis of a coordinate in base components where it is one of the base axes in every pose of the joint."""
    joint, k, what = end
    written = next(j for j in model.all_joints if j.name == joint.name)
    bound = written.bind(model.resolve, model.planar)
    draw = random.Random(joint.name)  # noqa: S311
    found: Vec3 | None = None
    for _ in range(3):
        inner = [draw.uniform(0.1, 1.1) for _ in bound.inner_names]
        X = bound.motion(*(float(a) for a in bound.retract(inner)))
        own = pose_slopes(Graph(), bound.fit, X)[k][1]
        parts = [a.value if isinstance(a, Node) else a for a in (own.force if what.unit == "m" else own.torque)]
        near = [e for e in (EX, EY, EZ, -EX, -EY, -EZ) if max(abs(p - c) for p, c in zip(parts, e, strict=True)) < SAME]
        if not near or (found is not None and near[0] != found):
            return None
        found = near[0]
    return found


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
