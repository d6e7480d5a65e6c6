"""What follows from an element by differentiation: joint motion, rows with their wrenches, forces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sarrus.elements.closing import Closing
from sarrus.elements.forces.base import Force
from sarrus.elements.joints.base import Joint
from sarrus.elements.ports import split
from sarrus.elements.statements import require_count
from sarrus.errors import ModelError
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.derivative import along, gradient, lifted
from sarrus.scalar.rewrite import depends_on, substitute
from sarrus.scalar.switches import switches
from sarrus.spatial import Pose, Twist, Vec3, Wrench
from sarrus.spatial.pose import flat_pose, pose_from


@dataclass(frozen=True)
class JointMotion:
    """A joint on the tree, seen from its inboard frame.

    Attributes:
        X: pose of the outboard frame.
        V: its twist.
        A: rate of that twist without accelerations of the speeds.
        columns: twist for each speed alone.
    """

    X: Pose
    V: Twist
    A: Twist
    columns: tuple[Twist, ...]


def joint_motion(
    graph: Graph, joint: Joint, q: Sequence[Node], v: Sequence[Node], backward: bool
) -> JointMotion:
    """Pose, twist and columns of a joint from its `motion`, walked backward if the tree does so."""
    X, V = joint.motion(*q), joint.twist(q, v)
    if backward:
        X, V = X.inverse(), V.reversed(X)
    flat = lifted(graph, [*V.v, *V.w])
    rate = dict(zip(q, joint.rates(q, v), strict=True))
    columns = tuple(_twist(along(flat, {speed: 1.0})) for speed in v)
    return JointMotion(X, V, _twist(along(flat, rate)), columns)


def _twist(six: Sequence[Scalar]) -> Twist:
    return Twist(Vec3(*six[:3]), Vec3(*six[3:]))


@dataclass(frozen=True)
class PoseFunction:
    """A scalar function of a relative pose X_FM with its rates along a motion.

    Attributes:
        value: the function.
        wrench: force and torque on the follower, at the origin of M and in F components, that belong to a unit
            multiplier: the rate is force . v + torque . w.
        rate: first derivative in time.
        bias: second derivative in time for the given rate of twist.
        second: the same for another rate of twist.
        slopes: along coordinates of the element's own.
    """

    value: Node
    wrench: Wrench
    rate: Node
    bias: Node
    second: Node
    slopes: tuple[Node, ...] = ()


OwnMotion = tuple[Sequence[Scalar], Sequence[Scalar]]
"""Coordinates of an element's own, and their rates."""


def pose_functions(
    graph: Graph,
    function: Callable[..., Sequence[Scalar]],
    X: Pose,
    V: Twist,
    A: Twist,
    other: Twist | None = None,
    own: OwnMotion = ((), ()),
) -> list[PoseFunction]:
    """Differentiate functions of a relative pose, on symbols of their own, then put the actual motion in.

    X, V and A are the pose, its twist and the rate of its twist; `other` is another rate of its twist. Coordinates of the
    element's own are further arguments; the bias is that without accelerations of them.

    Separate symbols keep entries apart that happen to be the same expression in this mechanism. With dR = w x R,
    the torque is the sum of each axis crossed with the slope along it.
    """
    xs = graph.symbols(f"@X{i}" for i in range(12))
    vs, rates = graph.symbols(f"@V{i}" for i in range(6)), graph.symbols(f"@A{i}" for i in range(6))
    S, v, w = pose_from(list(xs)), Vec3(*vs[:3]), Vec3(*vs[3:])
    moving = [*w.cross(S.R.x), *w.cross(S.R.y), *w.cross(S.R.z), *v]
    direction = {**dict(zip(xs, moving, strict=True)), **dict(zip(vs, rates, strict=True))}
    actual = dict(zip((*xs, *vs, *rates), [*flat_pose(X), *V.v, *V.w, *A.v, *A.w], strict=True))
    ss = graph.symbols(f"@S{i}" for i in range(len(own[0])))
    sdots = graph.symbols(f"@Sdot{i}" for i in range(len(own[0])))
    direction |= zip(ss, sdots, strict=True)
    actual |= zip((*ss, *sdots), (*own[0], *own[1]), strict=True)
    if other is not None:
        elsewhere = {**actual, **dict(zip(rates, [*other.v, *other.w], strict=True))}
    found = []
    for value in lifted(graph, list(function(S, *ss))):
        unit, slopes = _unit_load(value, S, xs), gradient(value, ss)
        rate = graph.lift(unit.force.dot(v) + unit.torque.dot(w))
        rate = sum((a * b for a, b in zip(slopes, sdots, strict=True)), rate)
        parts = lifted(graph, [value, *unit.force, *unit.torque, rate, along([rate], direction)[0], *slopes])
        done = substitute(parts, actual)
        second = done[8] if other is None else substitute(parts[8:9], elsewhere)[0]
        load = Wrench(Vec3(*done[1:4]), Vec3(*done[4:7]))
        found.append(PoseFunction(done[0], load, done[7], done[8], second, tuple(done[9:])))
    return found


def pose_slopes(
    graph: Graph, function: Callable[..., Sequence[Scalar]], X: Pose, own: Sequence[Scalar] = ()
) -> list[tuple[Node, Wrench, list[Node]]]:
    """Values, wrenches and slopes of `pose_functions` alone."""
    xs = graph.symbols(f"@X{i}" for i in range(12))
    ss = graph.symbols(f"@S{i}" for i in range(len(own)))
    S = pose_from(list(xs))
    actual = dict(zip((*xs, *ss), (*flat_pose(X), *own), strict=True))
    found = []
    for value in lifted(graph, list(function(S, *ss))):
        unit = _unit_load(value, S, xs)
        parts = lifted(graph, [value, *unit.force, *unit.torque, *gradient(value, ss)])
        done = substitute(parts, actual)
        found.append((done[0], Wrench(Vec3(*done[1:4]), Vec3(*done[4:7])), done[7:]))
    return found


@dataclass(frozen=True)
class TwistFunction:
    """A linear function of a relative twist.

    Attributes:
        wrench: its slopes: force and torque on the follower, at the origin of M and in F components, that belong to a unit
            multiplier. The function is force . v + torque . w.
        value: the function.
        bias: its derivative in time for the given rate of twist.
    """

    wrench: Wrench
    value: Node
    bias: Node


def twist_functions(graph: Graph, element: Closing, X: Pose, V: Twist, A: Twist) -> list[TwistFunction]:
    """Differentiate what an element states of velocities, on symbols of their own, then put the actual motion in.

    Args:
        graph: where expressions live.
        element: bound, with a statement `slip`.
        X, V, A: pose, its twist, the rate of its twist.

    Raises:
        ModelError: a row is not linear in the twist, or does not vanish at rest.
    """
    assert element.slip is not None
    xs = graph.symbols(f"@X{i}" for i in range(12))
    vs, rates = graph.symbols(f"@V{i}" for i in range(6)), graph.symbols(f"@A{i}" for i in range(6))
    S, v, w = pose_from(list(xs)), Vec3(*vs[:3]), Vec3(*vs[3:])
    moving = [*w.cross(S.R.x), *w.cross(S.R.y), *w.cross(S.R.z), *v]
    direction = {**dict(zip(xs, moving, strict=True)), **dict(zip(vs, rates, strict=True))}
    actual = dict(zip((*xs, *vs, *rates), [*flat_pose(X), *V.v, *V.w, *A.v, *A.w], strict=True))
    found = []
    for value in lifted(graph, list(element.slip(S, Twist(v, w)))):
        slopes = gradient(value, vs)
        require_linear(element, value, slopes, vs)
        rate = graph.lift(sum((s * d for s, d in zip(slopes, vs, strict=True)), graph.zero))
        *slopes, now, bias = substitute([*slopes, rate, along([rate], direction)[0]], actual)
        found.append(TwistFunction(Wrench(Vec3(*slopes[:3]), Vec3(*slopes[3:])), now, bias))
    return found


def require_linear(element: Closing, value: Node, slopes: Sequence[Node], twist: Sequence[Node]) -> None:
    """Refuse a row of velocities that is no sum of slopes times velocities."""
    if not _is_linear(value, slopes, twist):
        raise ModelError.one(
            element.name,
            f"`slip` of {element.keyword} is not linear in the twist V_FM",
            "It is a sum of components of V_FM.v and V_FM.w, each times a function of X_FM, and 0 where both are 0",
            "Put a base that moves on a body of its own, and let a driver move it.",
        )


def _is_linear(value: Node, slopes: Sequence[Node], rates: Sequence[Node]) -> bool:
    """Whether a value is the sum of its slopes times rates, by structure."""
    at_rest = substitute([value], dict.fromkeys(rates, 0.0))[0]
    return at_rest is value.graph.zero and not any(depends_on(slopes, rates))


def _unit_load(value: Node, S: Pose, xs: Sequence[Node]) -> Wrench:
    """What a unit multiplier of a function does: its slopes along the position, and along turns about the axes."""
    slope = pose_from(list(gradient(value, xs)))
    torque = S.R.x.cross(slope.R.x) + S.R.y.cross(slope.R.y) + S.R.z.cross(slope.R.z)
    return Wrench(slope.p, torque)


@dataclass(frozen=True)
class Efforts:
    """What a force does at its port.

    Attributes:
        efforts: one per rate of the port; effort times rate is power.
        energy: potential energy.
        lost: power turned into heat.
        supplied: power brought in from outside.
        switches: functions of the port whose sign tells which piece of the law holds.
        flows: rates of its states.
        told: what it publishes besides.
    """

    efforts: list[Node]
    energy: Node
    lost: Node
    supplied: Node
    switches: list[Node]
    flows: list[Node]
    told: list[Node]


def efforts(
    graph: Graph,
    force: Force,
    u: Sequence[Node],
    rates: Sequence[Node],
    more: Sequence[Scalar] = (),
    z: Sequence[Node] = (),
    unit: str = "",
    reads: Sequence[Node] = (),
) -> Efforts:
    """Differentiate what a bound force states, at the present values of its ports.

    Args:
        graph: where expressions live.
        force: bound.
        u, rates: coordinates and rates of its ports, one port behind the other.
        more: what they have besides.
        z: its states.
        unit: of the coordinate that it acts on.
        reads: the inputs and signals that it reads.
    """
    us = graph.symbols(f"@u{i}" for i in range(len(u)))
    ds = graph.symbols(f"@d{i}" for i in range(len(rates)))
    stars = graph.symbols(f"@s{i}" for i in range(len(rates)))
    zs = graph.symbols(f"@z{i}" for i in range(len(z)))
    # what is a plain number stays one: it is structure
    ms = [
        graph.symbol(f"@m{i}") if isinstance(a, Node) and a.op != "const" else a for i, a in enumerate(more)
    ]
    rs = graph.symbols(f"@r{i}" for i in range(len(reads)))
    parts = split(force.ports, us, ds, ms)
    ports = [kind.made(*part, unit) for kind, part in zip(force.ports, parts, strict=True)]
    energy = lost = supplied = graph.zero
    total = [graph.zero] * len(rates)
    flows = _flows(graph, force, ports, zs)
    if force.energy is not None:
        energy = graph.lift(force.energy(*ports, *zs))
        _require_potential(force, energy, ds)
        along_u = [
            a for kind, (own, _, _) in zip(force.ports, parts, strict=True) for a in kind.slopes(energy, own)
        ]
        total = [a - s for a, s in zip(total, along_u, strict=True)]
        # what its states store or give back goes out of the mechanism, or comes into it
        supplied = sum((s * r for s, r in zip(gradient(energy, zs), flows, strict=True)), graph.zero)
    if force.dissipation is not None:
        slopes = gradient(graph.lift(force.dissipation(*ports, *zs)), ds)
        total = [a - s for a, s in zip(total, slopes, strict=True)]
        lost = sum((s * d for s, d in zip(slopes, ds, strict=True)), graph.zero)
    if force.power is not None:
        virtual = split(force.ports, us, stars, ms)
        tried = [kind.made(*part, unit) for kind, part in zip(force.ports, virtual, strict=True)]
        power = graph.lift(force.power(*ports, *tried, *zs))
        slopes = gradient(power, stars)
        if not _is_linear(power, slopes, stars):
            raise ModelError.one(
                force.name,
                f"`power` of {force.keyword} is not linear in the virtual motion",
                "It is the force times a rate of `virtual`, and 0 where `virtual` has no rate",
                "Take rates that the force depends on from `port`.",
            )
        total = [a + s for a, s in zip(total, slopes, strict=True)]
        supplied = supplied + substitute([power], dict(zip(stars, ds, strict=True)))[0]
    if force.passive:
        lost, supplied = lost - supplied, graph.zero
    n = len(rates)
    told = _told(graph, force, ports, zs)
    stated = [*total, energy, lost, supplied, *flows, *told]
    pieces = switches([*total, lost, supplied, *flows])
    own = (*us, *ds, *zs, *rs)
    actual: dict[Node, Scalar] = dict(zip(own, (*u, *rates, *z, *reads), strict=True))
    actual |= {m: a for m, a in zip(ms, more, strict=True) if isinstance(m, Node) and m.op == "symbol"}
    pieces = [p for p, varies in zip(pieces, depends_on(pieces, [*actual]), strict=True) if varies]
    done = substitute([*stated, *pieces], actual)
    m = n + 3 + len(flows)
    k = m + len(told)
    return Efforts(done[:n], done[n], done[n + 1], done[n + 2], done[k:], done[n + 3 : m], done[m:k])


def _require_potential(force: Force, energy: Node, rates: Sequence[Node]) -> None:
    """Refuse a potential energy that depends on rates: no force would follow from these."""
    if any(depends_on([energy], rates)):
        raise ModelError.one(
            force.name,
            f"`energy` of {force.keyword} reads a rate of its port",
            "Potential energy depends on coordinates alone",
            "State `kinetic` for what resists accelerations, `dissipation` or `power` for what depends on speed.",
        )


def _flows(graph: Graph, force: Force, ports: Sequence[Any], zs: Sequence[Node]) -> list[Node]:
    """Rates of the states of a force."""
    if force.flow is None:
        return []
    stated = force.flow(*ports, *zs)
    require_count(force, "flow", len(stated), "states", len(force.states))
    return lifted(graph, list(stated))


def _told(graph: Graph, force: Force, ports: Sequence[Any], zs: Sequence[Node]) -> list[Node]:
    """What a force publishes besides the quantities of its port and its states."""
    if force.tell is None:
        return []
    stated = force.tell(*ports, *zs)
    require_count(force, "tell", len(stated), "tells", len(force.tells))
    return lifted(graph, list(stated))


def inertial_efforts(
    graph: Graph, force: Force, u: Sequence[Node], rates: Sequence[Node], seconds: Sequence[Node]
) -> tuple[Node, ...]:
    """Kinetic energy of a bound force, and its efforts phi = - d/dt (d T / d rate) + d T / d coordinate.

    Args:
        graph: where expressions live.
        force: bound; its ports have rates that are rates of their coordinates.
        u, rates, seconds: coordinates of its ports, their rates and second derivatives, one port behind the other.
    """
    us = graph.symbols(f"@u{i}" for i in range(len(u)))
    ds = graph.symbols(f"@d{i}" for i in range(len(rates)))
    seconds_of = graph.symbols(f"@a{i}" for i in range(len(rates)))
    parts = split(force.ports, us, ds)
    ports = [kind.made(*part) for kind, part in zip(force.ports, parts, strict=True)]
    assert force.kinetic is not None
    energy = graph.lift(force.kinetic(*ports))
    momenta = gradient(energy, ds)
    direction = dict(zip((*us, *ds), (*_rates_of(force, ds), *seconds_of), strict=True))
    changes = along(lifted(graph, momenta), direction)
    pulls = [
        a for kind, (own, _, _) in zip(force.ports, parts, strict=True) for a in kind.slopes(energy, own)
    ]
    total = lifted(graph, [b - a for a, b in zip(changes, pulls, strict=True)])
    actual = dict(zip((*us, *ds, *seconds_of), (*u, *rates, *seconds), strict=True))
    return tuple(substitute([energy, *total], actual))


def _rates_of(force: Force, ds: Sequence[Node]) -> list[Node]:
    """Rates of the coordinates of natural ports; those without coordinates have rates alone."""
    found: list[Node] = []
    first = 0
    for port in force.ports:
        m, n = port.size
        found += ds[first : first + n] if m else []
        first += n
    return found
