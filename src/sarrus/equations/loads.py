"""Applied forces as wrenches on bodies, with their energies and powers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sarrus.elements.forces.base import Bulk, Force, Line, Own, Pair, Point, Port, Turn
from sarrus.equations.derive import Efforts, efforts
from sarrus.equations.rows import Measured
from sarrus.equations.scene import Scene
from sarrus.scalar import Graph, Node, Scalar, where
from sarrus.scalar.derivative import lifted
from sarrus.spatial import Kinematics, Pose, Vec3, Wrench
from sarrus.spatial.rotation import IDENTITY
from sarrus.spatial.vector import ZERO
from sarrus.topology import GROUND


@dataclass
class Loads:
    """Sum of all applied forces.

    Attributes:
        on: wrench on each body at its frame origin, ground components.
        energy: potential energy of everything.
        lost: power turned into heat.
        supplied: power brought in by forces that state a power.
        published: quantities of single forces: name -> (unit, expression).
        switches: by force, functions whose sign tells which piece of its law holds.
    """

    on: dict[int, Wrench] = field(default_factory=dict)
    energy: Scalar = 0.0
    lost: Scalar = 0.0
    supplied: Scalar = 0.0
    published: dict[str, tuple[str, Scalar]] = field(default_factory=dict)
    switches: dict[str, list[Node]] = field(default_factory=dict)

    def add(self, scene: Scene, body: int, load: Wrench, point: Vec3) -> None:
        """A load acting at a point of a body."""
        if body != GROUND:
            arm = point - scene.bodies[body].X.p
            self.on[body] = self.on.get(body, Wrench()) + load.moved(arm)

    def take(self, scene: Scene, force: Force, bodies: list[int], found: Acting) -> None:
        """Loads, energies, powers and quantities of one force on the bodies at its ends."""
        for body, (load, point) in zip(bodies, found.on, strict=True):
            self.add(scene, body, load, point)
        self.energy = self.energy + found.efforts.energy
        self.lost = self.lost + found.efforts.lost
        self.supplied = self.supplied + found.efforts.supplied
        self.published |= {f"{force.name}.{name}": what for name, what in found.published.items()}
        self.switches.setdefault(force.name, []).extend(found.efforts.switches)


@dataclass(frozen=True)
class Acting:
    """What one force does.

    Attributes:
        on: a load for each of its ends, with the point where it acts; ground components.
        efforts: what it does at its port, with its energies and powers.
        published: name behind the dot -> (unit, expression).
    """

    on: tuple[tuple[Wrench, Vec3], ...]
    efforts: Efforts
    published: Mapping[str, tuple[str, Scalar]] = field(default_factory=dict)


def applied(scene: Scene, measured: dict[str, list[Measured]]) -> Loads:
    """All forces of the model at the present state."""
    loads = Loads()
    graph = scene.graph
    for written in scene.model.forces:
        resolve = scene.model.resolver(written, scene.parameters.resolve)
        force = written.bind(resolve, scene.model.planar)
        if force.port is Bulk:
            for body, (mass, center) in enumerate(scene.masses):
                origin = scene.origins[scene.scales.region_at(body)]
                found = on_body(graph, force, scene.bodies[body], mass, center, origin)
                loads.take(scene, force, [body], found)
        elif force.port is Turn:
            joint, k, coordinate = scene.model.coordinates_of(written)[0]
            m = measured[joint.name][k]
            a = m.action
            found = along_coordinate(graph, force, m.value, m.rate, a.wrench, a.point, coordinate.unit)
            loads.take(scene, force, [a.base, a.follower], found)
        else:
            places = scene.model.ends_of(written)
            found = on_frames(graph, force, scene.frames_at(places))
            loads.take(scene, force, [scene.body_index(p) for p in places], found)
    return loads


def on_frames(graph: Graph, force: Force, ends: list[Kinematics]) -> Acting:
    """A bound force that acts on frames."""
    return _ON_FRAMES[force.port](graph, force, *ends)


def _line(graph: Graph, force: Force, P: Kinematics, Q: Kinematics) -> Acting:
    """A force along the line PQ; its effort is the push that lengthens the line."""
    d, rate = Q.X.p - P.X.p, Q.v - P.v
    length = d.norm()
    # without a length there is no direction: the force vanishes there instead of being undefined
    direction = d * where(0.0 < length, 1.0 / where(0.0 < length, length, 1.0), 0.0)
    u, du = lifted(graph, [length, direction.dot(rate)])
    found = efforts(graph, force, [u], [du])
    push = direction * found.efforts[0]
    published = {"length": ("m", u), "rate": ("m/s", du), "magnitude": ("N", -found.efforts[0])}
    return Acting(((Wrench(-push), P.X.p), (Wrench(push), Q.X.p)), found, published)


def _pair(graph: Graph, force: Force, F: Kinematics, M: Kinematics) -> Acting:
    """A torque between base and follower."""
    w = F.X.R.back(M.w - F.w)
    found = efforts(graph, force, [], lifted(graph, [*w]))
    torque = F.X.R * Vec3(*found.efforts)
    on = (Wrench(torque=-torque), F.X.p), (Wrench(torque=torque), M.X.p)
    return Acting(on, found, {"magnitude": ("N m", torque.norm())})


def on_body(
    graph: Graph, force: Force, body: Kinematics, mass: Scalar, center: Vec3, origin: Vec3 = ZERO
) -> Acting:
    """A field that acts on a mass centre; `origin` is where the position of the body is counted from."""
    C = body.of(Pose(IDENTITY, center))
    found = efforts(graph, force, lifted(graph, [*(C.X.p + origin)]), lifted(graph, [*C.v]), mass)
    return Acting(((Wrench(Vec3(*found.efforts)), C.X.p),), found)


def along_coordinate(
    graph: Graph, force: Force, value: Node, rate: Node, wrench: Wrench, point: Vec3, unit: str
) -> Acting:
    """A force along a joint coordinate; its effort is positive in the direction of the coordinate.

    Args:
        graph: where expressions live.
        force: bound.
        value, rate: of the coordinate.
        wrench, point: what a unit effort does to the follower.
        unit: of the coordinate.
    """
    found = efforts(graph, force, [value], [rate])
    effort = found.efforts[0]
    on = (wrench * -effort, point), (wrench * effort, point)
    return Acting(on, found, {"magnitude": ("N" if unit == "m" else "N m", effort)})


def _point(graph: Graph, force: Force, k: Kinematics) -> Acting:
    """A force at a point, ground components."""
    found = efforts(graph, force, [], lifted(graph, [*k.v]))
    return _push(k, Vec3(*found.efforts), found)


def _own(graph: Graph, force: Force, k: Kinematics) -> Acting:
    """A force at a point, components of the frame there."""
    found = efforts(graph, force, [], lifted(graph, [*k.X.R.back(k.v)]))
    return _push(k, k.X.R * Vec3(*found.efforts), found)


def _push(k: Kinematics, push: Vec3, found: Efforts) -> Acting:
    return Acting(((Wrench(push), k.X.p),), found, {"magnitude": ("N", push.norm())})


_ON_FRAMES: dict[type[Port], Callable[..., Acting]] = {
    Line: _line,
    Pair: _pair,
    Point: _point,
    Own: _own,
}
