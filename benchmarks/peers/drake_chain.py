"""The hinged chain for Drake: a continuous plant, whose time derivatives come from its articulated-body pass."""

from __future__ import annotations

from typing import Any

import numpy as np
from pydrake.math import RigidTransform
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import FixedOffsetFrame, RevoluteJoint, RotationalInertia, SpatialInertia

from benchmarks.arrays import Floats
from benchmarks.forward import Forward
from benchmarks.models import chain


def forward(count: int) -> Forward:
    """The hinged chain at its state. The idle call does the same to a plant without bodies."""
    q, v = chain.hinge_state(count)
    calls, result = _caller(plant_of(chain.links(count)), np.concatenate([q, v]))
    idle, _ = _caller(plant_of([]), np.zeros(0))
    return Forward(
        "drake", "SetPositionsAndVelocities, EvalTimeDerivatives of a continuous plant", result, calls, idle
    )


def plant_of(links: list[chain.Link]) -> Any:
    """A finished plant."""
    plant = MultibodyPlant(0.0)
    plant.mutable_gravity_field().set_gravity_vector([0, 0, -chain.GRAVITY])
    parent = plant.world_frame()
    for k, link in enumerate(links):
        central = SpatialInertia.MakeFromCentralInertia(
            chain.MASS, link.center, RotationalInertia(*link.inertia)
        )
        body = plant.AddRigidBody(f"b{k}", central)
        seat = plant.AddFrame(FixedOffsetFrame(f"f{k}", parent, RigidTransform(link.at)))
        plant.AddJoint(RevoluteJoint(f"j{k}", seat, body.body_frame(), link.axis))
        parent = body.body_frame()
    plant.Finalize()
    return plant


def _caller(plant: Any, x: Floats) -> tuple[Any, Floats]:
    context = plant.CreateDefaultContext()

    def calls(n: int) -> None:
        # a state that is set again makes all results stale
        for _ in range(n):
            plant.SetPositionsAndVelocities(context, x)
            plant.EvalTimeDerivatives(context)

    calls(1)
    return calls, plant.EvalTimeDerivatives(context).CopyToVector()[len(x) // 2 :]
