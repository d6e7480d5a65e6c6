"""Constraint rows: elements that are closed by rows, and relations of coordinates.

g = 0        G v = alpha        G vdot = beta        reactions G^T lam
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sarrus.elements.closing import Closing
from sarrus.elements.joints.base import Joint
from sarrus.elements.relation import Relation
from sarrus.equations.scene import Scene
from sarrus.scalar import Graph, Node, Scalar, wrap
from sarrus.scalar.derivative import along, gradient
from sarrus.scalar.rewrite import substitute
from sarrus.spatial import Vec3, Wrench


@dataclass(frozen=True)
class Action:
    """What a unit multiplier does: a load on a follower at a point, ground components, and its opposite on a base.

    Attributes:
        through: name of the joint whose own tree coordinate it acts along; empty where it acts on the bodies.
    """

    base: int
    follower: int
    wrench: Wrench
    point: Vec3
    through: str = ""


@dataclass(frozen=True)
class Row:
    """One scalar equation.

    Attributes:
        name: "C.p_FM.x_F", or the name of the relation.
        owner: name of the element.
        unit: "m", or "1" for products of unit vectors and angles.
        g: residual.
        entries: row of G, speed -> expression.
        alpha, beta: right-hand sides at velocity and acceleration level.
        actions: what its multiplier does to bodies and joints.
        slopes: for a relation, how each of its coordinates changes the residual.
    """

    name: str
    owner: str
    unit: str
    g: Node
    entries: dict[int, Node]
    alpha: Node
    beta: Node
    actions: tuple[Action, ...]
    slopes: tuple[Node, ...] = ()


def closure_rows(scene: Scene, closed: Iterable[Closing]) -> list[Row]:
    """Rows of elements that are not on the tree. Rows that cannot act in the plane vanish as expressions."""
    found = []
    for element in closed:
        base, follower = (scene.body_index(p) for p in scene.model.ends_of(element))
        functions, F, M = scene.functions_of(element, lambda bound, X_FM: bound.closure(X_FM))
        for name, f in zip(element.rows, functions, strict=True):
            if f.value is scene.graph.zero:
                continue
            load = Wrench(F.X.R * f.wrench.force, F.X.R * f.wrench.torque)
            entries = scene.between(base, follower, load, M.X.p)
            unit = "m" if name.startswith("p") else "1"
            action = Action(base, follower, load, M.X.p)
            full_name = f"{element.name}.{name}"
            zero = scene.graph.zero
            found.append(Row(full_name, element.name, unit, f.value, entries, zero, -f.bias, (action,)))
    return found


@dataclass(frozen=True)
class Measured:
    """A joint coordinate as an expression of the state, however the joint is treated.

    Attributes:
        value, rate, bias: the coordinate over full turns, its rate, and its second derivative without accelerations of
            the speeds.
        entries: how each speed changes it.
        action: the load of a unit effort along the coordinate.
    """

    value: Node
    rate: Node
    bias: Node
    entries: dict[int, Node]
    action: Action

    @property
    def is_own(self) -> bool:
        """Whether it is a coordinate of the tree."""
        return bool(self.action.through)


def measure(scene: Scene, joint: Joint) -> list[Measured]:
    """The published coordinates of a joint."""
    graph = scene.graph
    base, follower = (scene.body_index(p) for p in scene.model.ends_of(joint))
    functions, F, M = scene.functions_of(joint, lambda bound, X_FM: bound.fit(X_FM))
    branch = next((i for i, b in enumerate(scene.tree.branches) if b.joint.name == joint.name), None)
    found = []
    for k, (coordinate, f) in enumerate(zip(joint.coordinates, functions, strict=True)):
        load = Wrench(F.X.R * f.wrench.force, F.X.R * f.wrench.torque)
        if branch is not None and not joint.inner:
            speed = scene.first_speed[branch] + k
            value, rate = scene.q[branch][k], scene.v[branch][k]
            action = Action(base, follower, load, M.X.p, joint.name)
            found.append(Measured(value, rate, graph.zero, {speed: graph.one}, action))
            continue
        turn = scene.turns.get(f"{joint.name}.{coordinate.name}")
        value = f.value if turn is None else graph.lift(turn - wrap(turn - f.value))
        entries = scene.between(base, follower, load, M.X.p)
        found.append(Measured(value, f.rate, f.bias, entries, Action(base, follower, load, M.X.p)))
    return found


def relation_rows(
    scene: Scene, relations: Iterable[Relation], measured: dict[str, list[Measured]]
) -> list[Row]:
    """Rows of drivers and of constraints between coordinates."""
    return [_relation_row(scene, relation, measured) for relation in relations]


def _relation_row(scene: Scene, written: Relation, measured: dict[str, list[Measured]]) -> Row:
    graph = scene.graph
    ends = scene.model.coordinates_of(written)
    resolve = scene.model.resolver(written, scene.parameters.resolve)
    relation = written.bind(resolve, scene.model.planar)
    ms = [measured[joint.name][k] for joint, k, _ in ends]
    coordinate = ends[0][2]
    motion = [(m.value, m.rate, m.bias) for m in ms]
    tied = tie(graph, scene.t, relation, motion, partial(scene.model.arguments, written))
    if len(ends) == 1 and coordinate.is_angle and not ms[0].is_own:
        tied = tied.up_to_turns(graph)
    entries: dict[int, Node] = {}
    actions = []
    for slope, m in zip(tied.slopes, ms, strict=True):
        for speed, entry in m.entries.items():
            entries[speed] = entries.get(speed, graph.zero) + slope * entry
        a = m.action
        actions.append(Action(a.base, a.follower, a.wrench * slope, a.point, a.through))
    name, unit = written.name, unit_of(written, coordinate.unit)
    return Row(name, name, unit, tied.g, entries, tied.alpha, tied.beta, tuple(actions), tied.slopes)


def unit_of(relation: Relation, of_coordinate: str) -> str:
    """Unit of a relation's row: "m", or "1"."""
    return "m" if relation.unit.replace("coordinate", of_coordinate) == "m" else "1"


@dataclass(frozen=True)
class Tied:
    """A relation at the present coordinates: residual, right-hand sides, and slopes along each coordinate."""

    g: Node
    alpha: Node
    beta: Node
    slopes: tuple[Node, ...]

    def up_to_turns(self, graph: Graph) -> Tied:
        """For a fitted angle: before its turn is known, the residual is known up to full turns."""
        return replace(self, g=graph.lift(wrap(self.g))) if self.slopes[0] is graph.one else self


def tie(
    graph: Graph,
    t: Node,
    relation: Relation,
    motion: Sequence[tuple[Node, Node, Node]],
    arguments: Callable[[Sequence[Node]], Sequence[Scalar]],
) -> Tied:
    """Differentiate the residual r(t, c): along time and along the coordinates, on symbols of their own.

    G = r_c c_v,   alpha = - r_t,   beta = - (r_c bias + second derivative at constant speeds)

    Args:
        graph: where expressions live.
        t: time.
        relation: bound.
        motion: value, rate and bias of each coordinate.
        arguments: what the residual is a function of, from the coordinates.
    """
    cs = graph.symbols(f"@c{i}" for i in range(len(motion)))
    rates = graph.symbols(f"@cdot{i}" for i in range(len(motion)))
    r = graph.lift(relation.residual(t, *arguments(cs)))
    slopes = gradient(r, cs)
    by_time = along([r], {t: 1.0})[0]
    first = sum((s * d for s, d in zip(slopes, rates, strict=True)), by_time)
    second = along([first], {t: 1.0, **dict(zip(cs, rates, strict=True))})[0]
    bias = sum((s * b for s, (_, _, b) in zip(slopes, motion, strict=True)), second)
    actual = {
        **dict(zip(cs, (value for value, _, _ in motion), strict=True)),
        **dict(zip(rates, (rate for _, rate, _ in motion), strict=True)),
    }
    g, alpha, beta, *slopes = substitute([r, -by_time, -bias, *slopes], actual)
    return Tied(g, alpha, beta, tuple(slopes))
