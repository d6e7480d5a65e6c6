"""The spatial mechanisms for Exudyn: rigid bodies with reference points in their centres, joints as constraints."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.arrays import Floats
from benchmarks.models import bricard, flyball, heavy_top
from benchmarks.peers.exudyn_solve import System, exu

from exudyn.itemInterface import (  # isort: skip  # after the fast module was chosen
    NodeGenericODE2,
    ObjectKinematicTree,
    SensorBody,
    SensorKinematicTree,
)
from exudyn.utilities import RigidBodyInertia  # isort: skip

EULER = exu.NodeType.RotationEulerParameters


def _inertia(mass: float, moments: Any, center: Any = (0.0, 0.0, 0.0)) -> Any:
    return RigidBodyInertia(
        mass=mass, inertiaTensor=np.diag(moments), com=np.array(center), inertiaTensorAtCOM=True
    )


def _sensor(mbs: Any, body: Any, what: str, at: Any = (0.0, 0.0, 0.0)) -> Any:
    kind = getattr(exu.OutputVariableType, what)
    return mbs.AddSensor(
        SensorBody(bodyNumber=body, localPosition=list(at), storeInternal=True, outputVariableType=kind)
    )


def linkage() -> System:
    """Bricard's linkage. The last joint leaves out one of its rows, which the others imply."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    chain = [ground]
    for k, (edge, moments) in enumerate(bricard.bars()):
        place = bricard.CORNERS[k] + edge / 2
        chain.append(
            mbs.CreateRigidBody(
                referencePosition=place,
                inertia=_inertia(1.0, moments),
                gravity=[0, -bricard.GRAVITY, 0],
                nodeType=EULER,
            )
        )
    chain.append(ground)
    axes = dict(zip("xyz", np.eye(3), strict=True))
    for k in range(5):
        mbs.CreateRevoluteJoint(
            itemNumbers=chain[k : k + 2], position=bricard.CORNERS[k], axis=axes[bricard.AXES[k]]
        )
    mbs.CreateGenericJoint(
        itemNumbers=chain[5:7], position=bricard.CORNERS[5], constrainedAxes=[1, 1, 1, 0, 1, 0]
    )
    sensor = _sensor(mbs, chain[2], "Position", bricard.bars()[1][0] / 2)
    mbs.Assemble()
    return System(mbs, [sensor], lambda found: found[0], 5)


def top() -> System:
    """The heavy top as a body with a spherical joint."""
    mbs = exu.SystemContainer().AddSystem()
    center = np.array(heavy_top.CENTER)
    body = mbs.CreateRigidBody(
        referencePosition=center,
        inertia=_inertia(heavy_top.MASS, heavy_top.INERTIA),
        initialVelocity=np.cross(heavy_top.TURNING, center),
        initialAngularVelocity=list(heavy_top.TURNING),
        gravity=[0, 0, -heavy_top.GRAVITY],
        nodeType=EULER,
    )
    mbs.CreateSphericalJoint(itemNumbers=[mbs.CreateGround(), body], position=[0.0, 0.0, 0.0])
    sensors = [_sensor(mbs, body, "Position"), _sensor(mbs, body, "RotationMatrix")]
    mbs.Assemble()
    return System(mbs, sensors, _top_values, 1)


def top_on_hinges() -> System:
    """The heavy top as a kinematic tree of three hinges (x, z, y): minimal coordinates, so that explicit methods work."""
    mbs = exu.SystemContainer().AddSystem()
    rates = dict(zip("XYZ", heavy_top.TURNING, strict=True))
    node = mbs.AddNode(
        NodeGenericODE2(
            referenceCoordinates=[0.0] * 3,
            initialCoordinates=[0.0] * 3,
            initialCoordinates_t=[rates[axis] for axis in "XZY"],
            numberOfODE2Coordinates=3,
        )
    )
    nothing = [np.zeros((3, 3))] * 2
    tree = mbs.AddObject(
        ObjectKinematicTree(
            nodeNumber=node,
            jointTypes=[getattr(exu.JointType, f"Revolute{axis}") for axis in "XZY"],
            linkParents=[-1, 0, 1],
            jointTransformations=exu.Matrix3DList([np.eye(3)] * 3),
            jointOffsets=exu.Vector3DList([[0, 0, 0]] * 3),
            linkInertiasCOM=exu.Matrix3DList([*nothing, np.diag(heavy_top.INERTIA)]),
            linkCOMs=exu.Vector3DList([[0, 0, 0], [0, 0, 0], list(heavy_top.CENTER)]),
            linkMasses=[0, 0, heavy_top.MASS],
            gravity=[0, 0, -heavy_top.GRAVITY],
        )
    )
    kinds = exu.OutputVariableType
    wanted = ((heavy_top.CENTER, kinds.Position), ((0.0, 0.0, 0.0), kinds.RotationMatrix))
    sensors = [
        mbs.AddSensor(
            SensorKinematicTree(
                objectNumber=tree,
                linkNumber=2,
                localPosition=list(at),
                storeInternal=True,
                outputVariableType=kind,
            )
        )
        for at, kind in wanted
    ]
    mbs.Assemble()
    return System(mbs, sensors, _top_values, 1)


def _top_values(found: list[Floats]) -> Floats:
    return heavy_top.values(found[0], found[1][:, [0, 3, 6]])


def governor() -> System:
    """The flyball governor, with joints as constraints."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    spin = np.array([0.0, 0.0, flyball.TURNING])
    gravity = [0, 0, -flyball.GRAVITY]

    def body(place: Floats, mass: float, moments: Any, turn: Floats) -> Any:
        return mbs.CreateRigidBody(
            referencePosition=place,
            referenceRotationMatrix=turn,
            inertia=_inertia(mass, moments),
            initialVelocity=np.cross(spin, place),
            initialAngularVelocity=spin,
            gravity=gravity,
            nodeType=EULER,
        )

    upright = np.eye(3)
    shaft = body(
        np.array([0, 0, 0.5]), flyball.SHAFT_MASS, (flyball.WIDE, flyball.WIDE, flyball.THIN), upright
    )
    seat = np.array([0, 0, flyball.HEIGHT])
    slider = body(seat, flyball.SLIDER_MASS, (flyball.SLIDER_INERTIA,) * 3, upright)
    mbs.CreateRevoluteJoint(itemNumbers=[ground, shaft], position=[0, 0, 0], axis=[0, 0, 1])
    mbs.CreatePrismaticJoint(itemNumbers=[shaft, slider], position=seat, axis=[0, 0, 1])
    c, s = np.cos(flyball.ARM_ANGLE), np.sin(flyball.ARM_ANGLE)
    arms = []
    for sign in (1, -1):
        along = np.array([sign * c, 0.0, -s])
        across = np.array([0.0, sign, 0.0])
        turn = np.stack([along, across, np.cross(along, across)], axis=1)
        hinge = np.array([sign * flyball.OFFSET, 0.0, 1.0])
        moments = (flyball.THIN, flyball.ARM_ACROSS, flyball.ARM_ACROSS)
        arm = body(hinge + flyball.ARM_CENTER * along, flyball.ARM_MASS, moments, turn)
        arms.append(arm)
        mbs.CreateRevoluteJoint(itemNumbers=[shaft, arm], position=hinge, axis=[0, 1, 0])
        mbs.CreateSpringDamper(
            itemNumbers=[arm, slider],
            localPosition0=[0.5 - flyball.ARM_CENTER, 0, 0],
            localPosition1=[sign * flyball.OFFSET, 0, 0],
            referenceLength=flyball.FREE_LENGTH,
            stiffness=flyball.STIFFNESS,
            damping=flyball.DAMPING,
        )
    sensors = [
        _sensor(mbs, slider, "Position"),
        _sensor(mbs, arms[0], "RotationMatrix"),
        _sensor(mbs, shaft, "AngularVelocity"),
        _sensor(mbs, shaft, "RotationMatrix"),
    ]
    mbs.Assemble()
    turns = np.array([row[3] for row in flyball.TABLE.values()])

    def read(found: list[Floats]) -> Floats:
        arm = np.arcsin(np.clip(-found[1][:, 6], -1, 1))
        angle = np.arctan2(found[3][:, 3], found[3][:, 0])
        angle += 2 * np.pi * np.round((turns - angle) / (2 * np.pi))  # whole turns are not in the matrix
        return np.stack([found[0][:, 2], arm, found[2][:, 2], angle], axis=-1)

    return System(mbs, sensors, read, 4)
