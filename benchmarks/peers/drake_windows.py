"""The four-bars for Drake: a discrete plant whose ball constraints close the loops (its solver SAP, fixed step).

In continuous time Drake closes no loop exactly. The stiff bushings of its own four-bar example were tried: at 1e6 N/m one
four-bar is still off by 0.07, and forty leave the branch; they are not in the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from pydrake.math import RigidTransform
from pydrake.multibody.plant import DiscreteContactApproximation, MultibodyPlant
from pydrake.multibody.tree import (
    FixedOffsetFrame,
    RevoluteJoint,
    RotationalInertia,
    SpatialInertia,
)
from pydrake.systems.analysis import Simulator
from pydrake.systems.framework import DiagramBuilder

from benchmarks.arrays import Floats
from benchmarks.models import windows

AXIS = np.array([0.0, 0.0, 1.0])


def run_discrete(count: int, times: Floats, step: float) -> Callable[[], Callable[[], Floats]]:
    """Integrate with ball constraints and a fixed step."""
    plant, ends = _plant(count, step)
    plant.set_discrete_contact_approximation(DiscreteContactApproximation.kSap)
    for first, second in ends:
        plant.AddBallConstraint(
            first.body(),
            first.GetFixedPoseInBodyFrame().translation(),
            second.body(),
            second.GetFixedPoseInBodyFrame().translation(),
        )
    return _runner(plant, count, times)


def _plant(count: int, step: float) -> tuple[Any, list[tuple[Any, Any]]]:
    """Cranks on the ground and a coupler on each but the last; the pairs of frames that close the loops."""
    plant = MultibodyPlant(step)
    plant.mutable_gravity_field().set_gravity_vector([0, -windows.GRAVITY, 0])
    rod = SpatialInertia.MakeFromCentralInertia(
        1.0, np.array([0.5, 0.0, 0.0]), RotationalInertia(1e-4, 1 / 12, 1 / 12)
    )

    def bar(name: str, base: Any) -> Any:
        body = plant.AddRigidBody(name, rod)
        plant.AddJoint(RevoluteJoint(f"{name}-pin", base, body.body_frame(), AXIS))
        return plant.AddFrame(
            FixedOffsetFrame(f"{name}-end", body.body_frame(), RigidTransform([1.0, 0.0, 0.0]))
        )

    def foot(k: int) -> Any:
        return plant.AddFrame(
            FixedOffsetFrame(f"foot{k}", plant.world_frame(), RigidTransform([float(k), 0.0, 0.0]))
        )

    tops = [bar(f"crank{k}", foot(k)) for k in range(count + 1)]
    ends = [bar(f"coupler{k}", tops[k]) for k in range(count)]
    return plant, [(end, tops[k + 1]) for k, end in enumerate(ends)]


def _runner(plant: Any, count: int, times: Floats) -> Callable[[], Callable[[], Floats]]:
    plant.Finalize()
    builder = DiagramBuilder()
    builder.AddSystem(plant)
    diagram = builder.Build()
    simulator = Simulator(diagram)
    cranks = [plant.GetJointByName(f"crank{k}-pin") for k in range(count + 1)]
    couplers = [plant.GetJointByName(f"coupler{k}-pin") for k in range(count)]

    def integrate() -> Callable[[], Floats]:
        context = simulator.get_mutable_context()
        context.SetTime(0.0)
        own = plant.GetMyMutableContextFromRoot(context)
        for joint, angle, rate in [
            *((j, np.pi / 2, -1.0) for j in cranks),
            *((j, -np.pi / 2, 1.0) for j in couplers),
        ]:
            joint.set_angle(own, angle)
            joint.set_angular_rate(own, rate)
        simulator.Initialize()
        rows = []
        for t in times:
            simulator.AdvanceTo(float(t))
            rows.append([j.get_angle(own) for j in cranks])
        return lambda: windows.tops(np.array(rows))

    return integrate
