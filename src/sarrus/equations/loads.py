"""Applied forces as wrenches on bodies, with their energies and powers."""

from __future__ import annotations

from dataclasses import dataclass, field

from sarrus.elements.forces.base import Bulk, Force, Line
from sarrus.equations.derive import Efforts, efforts
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


def applied(scene: Scene) -> Loads:
    """All forces of the model at the present state."""
    loads = Loads()
    for written in scene.model.forces:
        force = written.bind(scene.parameters.resolve, scene.model.planar)
        if force.port is Line:
            _line(scene, force, loads)
        elif force.port is Bulk:
            _bulk(scene, force, loads)
        else:
            _pair(scene, force, loads)
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
