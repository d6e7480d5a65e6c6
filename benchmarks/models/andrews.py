"""P3 of spec 06: Andrews' squeezer, 0.03 s."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.arrays import Floats
from benchmarks.problem import Problem, Series
from sarrus import AppliedTorque, Body, Mechanism, Revolute, SpringDamper

ANGLES = {"be": "O", "th": "F", "ga": "B", "ph": "G", "de": "A5", "om": "H", "ep": "A7"}
"""The angles of the source, and the joints whose coordinates they are."""
START = (
    -0.061713890014276448,
    0.0,
    0.45527981916307037,
    0.22266839016588588,
    0.48736497954384256,
    -0.22266839016588588,
    1.2305474445498212,
)
AT_END = (
    15.8107711951537,
    -15.7563710584118,
    0.0408222401196458,
    -0.53473011634208,
    0.524409965879954,
    0.53473011634208,
    1.04808074104194,
)
POINT_F = np.array([-0.006963039427047, -0.0007183884307191])
CRANK = 0.007
"""Distance of F from O [m]."""
STIFFNESS, FREE_LENGTH, TORQUE = 4530.0, 0.07785, 0.033
GROUND = {"O": (0.0, 0.0), "A": (-0.06934, -0.00227), "B": (-0.03635, 0.03273), "C": (0.014, 0.072)}


@dataclass(frozen=True)
class Plate:
    """A body: mass, inertia about the centre, the centre, and points, in its own frame."""

    mass: float
    inertia: float
    center: tuple[float, float]
    points: dict[str, tuple[float, float]]


PLATES = {
    1: Plate(0.04325, 2.194e-6, (0.00092, 0), {"O": (0, 0), "F": (0.007, 0)}),
    2: Plate(0.00365, 4.410e-7, (-0.0115, 0), {"F": (0, 0), "E": (-0.028, 0)}),
    3: Plate(0.02373, 5.255e-6, (0.01043, -0.01874), {"B": (0, 0), "E": (0, -0.035), "D": (0.02, -0.018)}),
    4: Plate(0.00706, 5.667e-7, (0, -0.00579), {"G": (0, 0), "E": (0, -0.02)}),
    5: Plate(0.07050, 1.169e-5, (0.02308, 0.00916), {"A": (0, 0), "G": (0.04, 0)}),
    6: Plate(0.00706, 5.667e-7, (0.00579, 0), {"H": (0, 0), "E": (0.02, 0)}),
    7: Plate(0.05498, 1.912e-5, (-0.00449, -0.01228), {"A": (0, 0), "H": (0, -0.04)}),
}
PINS = {
    "O": (0, 1, "O"),
    "F": (1, 2, "F"),
    "B": (0, 3, "B"),
    "A5": (0, 5, "A"),
    "G": (5, 4, "G"),
    "A7": (0, 7, "A"),
    "H": (7, 6, "H"),
    "E3": (2, 3, "E"),
    "E4": (2, 4, "E"),
    "E6": (2, 6, "E"),
}
"""Pins: the two bodies they join (0 is ground) and the point."""


def attitudes(angles: tuple[float, ...] | Floats) -> dict[int, float]:
    """Absolute angles of the bodies."""
    be, th, ga, ph, de, om, ep = (float(a) for a in angles)
    return {1: be, 2: be + th, 3: ga, 4: ph + de, 5: de, 6: om + ep, 7: ep}


def angles_of(attitude: dict[int, Floats]) -> Floats:
    """The angles of the source from absolute ones, last axis."""
    a = attitude
    return np.stack([a[1], a[2] - a[1], a[3], a[4] - a[5], a[5], a[6] - a[7], a[7]], axis=-1)


def squeezer() -> Mechanism:
    """The model for Sarrus."""
    m = Mechanism("Andrews' squeezer", plane="xy")
    for name, at in GROUND.items():
        m.ground.point(name, at)
    for k, p in PLATES.items():
        m.add(Body(f"b{k}", mass=p.mass, inertia=p.inertia, center=p.center, points=p.points))
    for name, (first, second, point) in PINS.items():
        m.add(Revolute(name, f"b{first}.{point}" if first else f"ground.{point}", f"b{second}.{point}"))
    m.add(SpringDamper("spring", "ground.C", "b3.D", stiffness=STIFFNESS, free_length=FREE_LENGTH))
    m.add(AppliedTorque("drive", "ground", "b1", moment=TORQUE))
    start = dict(zip(ANGLES.values(), START, strict=True))
    m.start(fixed={"O.theta": start["O"], "O.theta_dot": 0})
    m.start(guess={f"{joint}.theta": angle for joint, angle in start.items() if joint != "O"})
    return m


def read(series: Series) -> Floats:
    """The seven angles."""
    return np.stack([series(f"{joint}.theta") for joint in ANGLES.values()], axis=-1)


def point_f_error(found: Floats) -> float:
    """Distance of point F from where it should be at the end [m]."""
    be = found[-1, 0]
    return float(np.hypot(*(CRANK * np.array([np.cos(be), np.sin(be)]) - POINT_F)))


def angle_error(found: Floats) -> float:
    """Largest error of an angle at the end [rad]."""
    return float(np.abs(found[-1] - AT_END).max())


ANDREWS = Problem(
    "andrews", "Andrews' squeezer, 0.03 s", np.array([0.03]), np.array([AT_END]), True, squeezer, read
)
