"""P5 of spec 06: the flyball governor, 10 s. Stiff: its fastest time constant is 0.12 ms."""

from __future__ import annotations

import math

import numpy as np

from benchmarks.arrays import Floats
from benchmarks.problem import Problem, Series
from sarrus import Body, Gravity, Mechanism, Prismatic, Revolute, SpringDamper

GRAVITY = 9.81
STIFFNESS, DAMPING, FREE_LENGTH = 8e5, 4e4, 0.5
TURNING = 2 * math.pi
ARM_ANGLE, HEIGHT, OFFSET = math.radians(30), 0.5, 0.05
THIN, WIDE = 0.3 * 2e-4 / 12, 0.3 * (1 + 1e-4) / 12
ARM_MASS, SHAFT_MASS, SLIDER_MASS, SLIDER_INERTIA = 5.3, 0.3, 3.0, 0.005
ARM_CENTER = (0.3 * 0.5 + 5.0) / ARM_MASS
ARM_ACROSS = WIDE + 0.3 * (ARM_CENTER - 0.5) ** 2 + 5.0 * (1 - ARM_CENTER) ** 2
HINGE = ("-90 deg", 0, 0)
"""Turn that carries z, about which our revolute turns, into y."""
TABLE = {  # s, al, shaft rate, shaft angle
    0.1: (0.52383647557, 0.49617386908, 6.1037178088, 0.6221066814),
    0.5: (0.74324942479, 0.25949138154, 5.103415422, 2.8076794884),
    1.0: (0.50142092238, 0.52183330163, 6.2711257419, 5.5863469659),
    2.0: (0.5059092943, 0.51666379736, 6.2362236144, 11.173267076),
    5.0: (0.53556310372, 0.48287457659, 6.0224964998, 27.942531991),
    10.0: (0.61962291706, 0.39007370184, 5.5482036227, 55.935409909),
}


def governor() -> Mechanism:
    """The model for Sarrus."""
    m = Mechanism("flyball governor")
    shaft = m.add(Body("shaft", mass=SHAFT_MASS, center=(0, 0, 0.5), inertia=(WIDE, WIDE, THIN)))
    slider = m.add(Body("slider", mass=SLIDER_MASS, inertia=(SLIDER_INERTIA,) * 3))
    up = (0, "-90 deg", 0)  # x along z: our prismatic slides along x
    m.add(Revolute("bearing", m.ground, shaft))
    m.add(Prismatic("guide", shaft.frame("up", turn=up), slider.frame("up", turn=up)))
    for side, sign, turn in (("right", 1, 0), ("left", -1, "180 deg")):
        arm = m.add(
            Body(side, mass=ARM_MASS, center=(ARM_CENTER, 0, 0), inertia=(THIN, ARM_ACROSS, ARM_ACROSS))
        )
        shaft.frame(side, (OFFSET * sign, 0, 1), turn=(0, 0, turn))
        hinge = shaft.frame(f"{side}-hinge", turn=HINGE, on=side)
        m.add(Revolute(f"{side}-pin", hinge, arm.frame("hinge", turn=HINGE)))
        middle, seat = arm.point("middle", (0.5, 0, 0)), slider.point(side, (OFFSET * sign, 0, 0))
        m.add(
            SpringDamper(
                f"{side}-spring",
                middle,
                seat,
                stiffness=STIFFNESS,
                damping=DAMPING,
                free_length=FREE_LENGTH,
            )
        )
        m.start(fixed={f"{side}-pin.theta": ARM_ANGLE, f"{side}-pin.theta_dot": 0})
    m.add(Gravity("weight", (0, 0, -GRAVITY)))
    m.start(fixed={"bearing.theta": 0, "bearing.theta_dot": TURNING, "guide.s": HEIGHT, "guide.s_dot": 0})
    return m


def read(series: Series) -> Floats:
    """Slider height, arm angle, shaft rate and shaft angle."""
    return np.stack(
        [series(n) for n in ("guide.s", "right-pin.theta", "bearing.theta_dot", "bearing.theta")], axis=-1
    )


FLYBALL = Problem(
    "flyball",
    "flyball governor, 10 s",
    np.array(list(TABLE)),
    np.array(list(TABLE.values())),
    False,
    governor,
    read,
)
