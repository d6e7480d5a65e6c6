"""The hinged chain for MuJoCo: `mj_forward` with everything switched off that is not forward dynamics.

There are no geoms, sensors or actuators, and contacts, limits, constraints, passive forces and actuation are disabled, so
that kinematics, the composite inertia matrix, its sparse factorisation, the bias forces and the solve remain.
"""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np

from benchmarks.forward import Forward
from benchmarks.models import chain

FLAGS = (
    "constraint",
    "equality",
    "frictionloss",
    "limit",
    "contact",
    "spring",
    "damper",
    "actuation",
    "sensor",
)


def text_of(links: list[chain.Link]) -> str:
    """The chain as MJCF."""

    def numbers(values: Any) -> str:
        return " ".join(repr(float(v)) for v in values)

    opened = "".join(
        f'<body pos="{numbers(link.at)}"><inertial pos="{numbers(link.center)}" mass="{chain.MASS}" '
        f'diaginertia="{numbers(link.inertia)}"/><joint type="hinge" axis="{numbers(link.axis)}"/>'
        for link in links
    )
    flags = " ".join(f'{flag}="disable"' for flag in FLAGS)
    return (
        f'<mujoco><option gravity="0 0 {-chain.GRAVITY}"><flag {flags}/></option>'
        f"<worldbody>{opened}{'</body>' * len(links)}</worldbody></mujoco>"
    )


def forward(count: int) -> Forward:
    """The hinged chain at its state. The idle call is the same function on a model without bodies."""
    q, v = chain.hinge_state(count)
    calls, data = _caller(text_of(chain.links(count)))
    data.qpos[:], data.qvel[:] = q, v
    calls(1)
    idle, _ = _caller(text_of([]))
    setting = "mujoco.mj_forward(model, data), all flags off that are not dynamics"
    return Forward("mujoco", setting, np.array(data.qacc), calls, idle)


def _caller(text: str) -> tuple[Any, Any]:
    model = mujoco.MjModel.from_xml_string(text)
    data, mj_forward = mujoco.MjData(model), mujoco.mj_forward

    def calls(n: int) -> None:
        for _ in range(n):
            mj_forward(model, data)

    return calls, data
