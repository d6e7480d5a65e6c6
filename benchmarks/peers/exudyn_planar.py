"""The planar mechanisms for Exudyn: rigid bodies in the plane with reference points in their centres, pins as constraints."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.arrays import Floats
from benchmarks.models import andrews, windows
from benchmarks.peers.exudyn_solve import System, exu

from exudyn.itemInterface import (  # isort: skip  # after the fast module was chosen
    LoadMassProportional,
    LoadTorqueVector,
    MarkerBodyMass,
    MarkerBodyPosition,
    MarkerBodyRigid,
    NodeRigidBody2D,
    ObjectConnectorSpringDamper,
    ObjectGround,
    ObjectJointRevolute2D,
    ObjectRigidBody2D,
    SensorNode,
)


class Plane:
    """A planar model being written. Points are given in the world, at the start."""

    def __init__(self) -> None:
        self.mbs = exu.SystemContainer().AddSystem()
        self.ground = self.mbs.AddObject(ObjectGround())
        self._pose: dict[Any, tuple[Floats, float]] = {}
        self.nodes: list[Any] = []

    def body(self, mass: float, inertia: float, center: Floats, angle: float, speed: Floats) -> Any:
        """A body by the pose of its centre; `speed` is (vx, vy, rate)."""
        node = self.mbs.AddNode(
            NodeRigidBody2D(referenceCoordinates=[*center, angle], initialVelocities=list(speed))
        )
        body = self.mbs.AddObject(ObjectRigidBody2D(nodeNumber=node, mass=mass, inertia=inertia))
        self.nodes.append(node)
        self._pose[body] = (np.asarray(center), angle)
        return body

    def local(self, body: Any, at: Floats) -> list[float]:
        """A world point in body coordinates."""
        if body == self.ground:
            return [*map(float, at), 0.0]
        center, angle = self._pose[body]
        x, y = np.asarray(at) - center
        c, s = np.cos(angle), np.sin(angle)
        return [float(c * x + s * y), float(c * y - s * x), 0.0]

    def marker(self, body: Any, at: Floats) -> Any:
        """A marker at a world point."""
        return self.mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=self.local(body, at)))

    def pin(self, first: Any, second: Any, at: Floats) -> None:
        """A revolute joint at a world point."""
        markers = [self.marker(first, at), self.marker(second, at)]
        self.mbs.AddObject(ObjectJointRevolute2D(markerNumbers=markers))

    def weigh(self, body: Any, gravity: float) -> None:
        """Gravity along -y."""
        marker = self.mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
        self.mbs.AddLoad(LoadMassProportional(markerNumber=marker, loadVector=[0, -gravity, 0]))

    def angles(self) -> list[Any]:
        """Sensors for the angle of every body."""
        kind = exu.OutputVariableType.Coordinates
        return [
            self.mbs.AddSensor(SensorNode(nodeNumber=n, storeInternal=True, outputVariableType=kind))
            for n in self.nodes
        ]


def squeezer() -> System:
    """Andrews' squeezer."""
    plane = Plane()
    angles, at = andrews.attitudes(andrews.START), dict(andrews.GROUND)
    origins = {1: "O", 2: "F", 3: "B", 5: "A", 4: "G", 7: "A", 6: "H"}
    bodies = {0: plane.ground}
    origin: dict[int, Floats] = {}

    def world(k: int, point: tuple[float, float]) -> Floats:
        c, s = np.cos(angles[k]), np.sin(angles[k])
        return origin[k] + np.array([c * point[0] - s * point[1], s * point[0] + c * point[1]])

    for k, name in origins.items():
        plate, origin[k] = andrews.PLATES[k], np.array(at[name])
        for point, place in plate.points.items():
            at.setdefault(point, tuple(world(k, place)))
        bodies[k] = plane.body(plate.mass, plate.inertia, world(k, plate.center), angles[k], np.zeros(3))
    for first, second, point in andrews.PINS.values():
        plane.pin(bodies[first], bodies[second], np.array(at[point]))
    spring = [plane.marker(plane.ground, np.array(at["C"])), plane.marker(bodies[3], np.array(at["D"]))]
    plane.mbs.AddObject(
        ObjectConnectorSpringDamper(
            markerNumbers=spring,
            stiffness=andrews.STIFFNESS,
            damping=0.0,
            referenceLength=andrews.FREE_LENGTH,
        )
    )
    handle = plane.mbs.AddMarker(MarkerBodyRigid(bodyNumber=bodies[1]))
    plane.mbs.AddLoad(LoadTorqueVector(markerNumber=handle, loadVector=[0, 0, andrews.TORQUE]))
    sensors = plane.angles()
    plane.mbs.Assemble()

    def read(found: list[Floats]) -> Floats:
        turned = {k: angles[k] + found[i][:, 2] for i, k in enumerate(origins)}
        return andrews.angles_of(turned)

    return System(plane.mbs, sensors, read, 7)


def four_bars(count: int) -> System:
    """N four-bar linkages in a row; the sensors watch every crank."""
    plane = Plane()
    speed, inertia = np.array([1.0, 0.0]), 1 / 12
    cranks = [
        plane.body(1.0, inertia, np.array([k, 0.5]), np.pi / 2, np.array([0.5, 0.0, -1.0]))
        for k in range(count + 1)
    ]
    sensors = plane.angles()
    couplers = [
        plane.body(1.0, inertia, np.array([k + 0.5, 1.0]), 0.0, np.array([*speed, 0.0])) for k in range(count)
    ]
    for k, crank in enumerate(cranks):
        plane.pin(plane.ground, crank, np.array([k, 0.0]))
        plane.weigh(crank, windows.GRAVITY)
    for k, coupler in enumerate(couplers):
        plane.pin(cranks[k], coupler, np.array([k, 1.0]))
        plane.pin(cranks[k + 1], coupler, np.array([k + 1, 1.0]))
        plane.weigh(coupler, windows.GRAVITY)
    plane.mbs.Assemble()

    def read(found: list[Floats]) -> Floats:
        return windows.tops(np.pi / 2 + np.stack([f[:, 2] for f in found], axis=-1))

    return System(plane.mbs, sensors, read, 2 * count + 1)
