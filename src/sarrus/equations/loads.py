"""Applied forces as wrenches on bodies, with their energies and powers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sarrus.elements.base import Coordinate
from sarrus.elements.forces.base import Bulk, Force, Line, Own, Pair, Point, Port, Turn
from sarrus.equations.derive import Efforts, efforts
from sarrus.equations.rows import Measured
from sarrus.equations.scene import Scene
from sarrus.scalar import Node, Scalar, where
from sarrus.scalar.derivative import lifted
from sarrus.spatial import Kinematics, Pose, Vec3, Wrench
from sarrus.spatial.rotation import IDENTITY
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
    """

    on: dict[int, Wrench] = field(default_factory=dict)
    energy: Scalar = 0.0
    lost: Scalar = 0.0
    supplied: Scalar = 0.0
    published: dict[str, tuple[str, Scalar]] = field(default_factory=dict)

    def add(self, scene: Scene, body: int, load: Wrench, point: Vec3) -> None:
        """A load acting at a point of a body."""
        if body != GROUND:
            arm = point - scene.bodies[body].X.p
            self.on[body] = self.on.get(body, Wrench()) + load.moved(arm)

    def count(self, found: Efforts) -> None:
        """Energies and powers of one force."""
        self.energy = self.energy + found.energy
        self.lost = self.lost + found.lost
        self.supplied = self.supplied + found.supplied


def applied(scene: Scene, measured: dict[str, list[Measured]]) -> Loads:
    """All forces of the model at the present state."""
    loads = Loads()
    for written in scene.model.forces:
        resolve = scene.model.resolver(written, scene.parameters.resolve)
        force = written.bind(resolve, scene.model.planar)
        if force.port is Turn:
            joint, k, coordinate = scene.model.coordinates_of(written)[0]
            _turn(scene, force, measured[joint.name][k], coordinate, loads)
        else:
            _ON_FRAMES[force.port](scene, force, loads)
    return loads


def _ends(scene: Scene, force: Force) -> list[tuple[int, Kinematics]]:
    return [(scene.body_index(p), scene.frame(p)) for p in scene.model.ends_of(force)]


def _line(scene: Scene, force: Force, loads: Loads) -> None:
    """A force along the line PQ; its effort is the push that lengthens the line."""
    (one, P), (two, Q) = _ends(scene, force)
    d, rate = Q.X.p - P.X.p, Q.v - P.v
    length = d.norm()
    # without a length there is no direction: the force vanishes there instead of being undefined
    direction = d * where(0.0 < length, 1.0 / where(0.0 < length, length, 1.0), 0.0)
    u, du = lifted(scene.graph, [length, direction.dot(rate)])
    found = efforts(scene.graph, force, [u], [du])
    push = direction * found.efforts[0]
    loads.add(scene, one, Wrench(-push), P.X.p)
    loads.add(scene, two, Wrench(push), Q.X.p)
    loads.count(found)
    loads.published |= {
        f"{force.name}.length": ("m", u),
        f"{force.name}.rate": ("m/s", du),
        f"{force.name}.magnitude": ("N", -found.efforts[0]),
    }


def _pair(scene: Scene, force: Force, loads: Loads) -> None:
    """A torque between base and follower."""
    (one, F), (two, M) = _ends(scene, force)
    w = F.X.R.back(M.w - F.w)
    found = efforts(scene.graph, force, [], lifted(scene.graph, [*w]))
    torque = F.X.R * Vec3(*found.efforts)
    loads.add(scene, one, Wrench(torque=-torque), F.X.p)
    loads.add(scene, two, Wrench(torque=torque), M.X.p)
    loads.count(found)
    loads.published[f"{force.name}.magnitude"] = ("N m", torque.norm())


def _bulk(scene: Scene, force: Force, loads: Loads) -> None:
    """A field that acts on every mass centre."""
    for body, (mass, center) in enumerate(scene.masses):
        C = scene.bodies[body].of(Pose(IDENTITY, center))
        u: list[Node] = lifted(scene.graph, [*C.X.p])
        found = efforts(scene.graph, force, u, lifted(scene.graph, [*C.v]), mass)
        loads.add(scene, body, Wrench(Vec3(*found.efforts)), C.X.p)
        loads.count(found)


def _turn(scene: Scene, force: Force, m: Measured, coordinate: Coordinate, loads: Loads) -> None:
    """A force along a joint coordinate; its effort is positive in the direction of the coordinate."""
    found = efforts(scene.graph, force, [m.value], [m.rate])
    effort, a = found.efforts[0], m.action
    loads.add(scene, a.follower, a.wrench * effort, a.point)
    loads.add(scene, a.base, a.wrench * -effort, a.point)
    loads.count(found)
    loads.published[f"{force.name}.magnitude"] = ("N" if coordinate.unit == "m" else "N m", effort)


def _point(scene: Scene, force: Force, loads: Loads) -> None:
    """A force at a point, ground components."""
    ((body, k),) = _ends(scene, force)
    found = efforts(scene.graph, force, [], lifted(scene.graph, [*k.v]))
    _push(scene, force, body, k, Vec3(*found.efforts), found, loads)


def _own(scene: Scene, force: Force, loads: Loads) -> None:
    """A force at a point, components of the frame there."""
    ((body, k),) = _ends(scene, force)
    found = efforts(scene.graph, force, [], lifted(scene.graph, [*k.X.R.back(k.v)]))
    _push(scene, force, body, k, k.X.R * Vec3(*found.efforts), found, loads)


def _push(
    scene: Scene, force: Force, body: int, k: Kinematics, push: Vec3, found: Efforts, loads: Loads
) -> None:
    loads.add(scene, body, Wrench(push), k.X.p)
    loads.count(found)
    loads.published[f"{force.name}.magnitude"] = ("N", push.norm())


_ON_FRAMES: dict[type[Port], Callable[[Scene, Force, Loads], None]] = {
    Line: _line,
    Pair: _pair,
    Bulk: _bulk,
    Point: _point,
    Own: _own,
}
