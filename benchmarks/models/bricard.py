"""P4 of spec 06: Bricard's linkage, 10 s."""

from __future__ import annotations

import numpy as np

from benchmarks.arrays import Floats
from benchmarks.problem import Problem, Series
from sarrus import Body, Gravity, Mechanism, Revolute

GRAVITY = 9.81
CORNERS = np.array([(0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1)], dtype=float)
AXES = "yzxyzx"
THIN, WIDE = 0.01 / 6, (1 + 0.01) / 12
"""Moments of inertia of a bar along and across [kg m^2]."""
Z_ALONG = {"x": (0, "90 deg", 0), "y": ("-90 deg", 0, 0), "z": (0, 0, 0)}
"""Turns that carry the z axis, about which our revolute turns, into an axis."""
TABLE = {
    1.0: (0.274481319265, -0.886707938735, -0.462330002687),
    2.0: (-0.778135373033, -0.980352683443, -0.197252670617),
    5.0: (0.999932742302, -0.999999997738, -6.72554360948e-05),
    10.0: (0.999730987304, -0.999999963826, -0.000268976512265),
}


def bars() -> list[tuple[Floats, Floats]]:
    """The vector from begin to end of each bar [m], and its principal moments along the axes."""
    edges = np.diff(CORNERS, axis=0)
    return [(edge, np.where(edge != 0, THIN, WIDE)) for edge in edges]


def bricard() -> Mechanism:
    """The model for Sarrus."""
    m = Mechanism("Bricard")
    for k, (edge, inertia) in enumerate(bars(), start=1):
        bar = m.add(Body(f"bar{k}", mass=1, center=tuple(edge / 2), inertia=tuple(inertia)))
        bar.point("end", tuple(edge))
        bar.frame("first", turn=Z_ALONG[AXES[k - 1]])
        bar.frame("last", tuple(edge), turn=Z_ALONG[AXES[k]])
    m.ground.frame("last", turn=Z_ALONG["y"])
    m.ground.frame("first", tuple(CORNERS[5]), turn=Z_ALONG["x"])
    sides = ["ground", *(f"bar{k}" for k in range(1, 6)), "ground"]
    for k in range(6):
        m.add(Revolute(f"J{k}", f"{sides[k]}.last", f"{sides[k + 1]}.first"))
    m.add(Gravity("weight", (0, -GRAVITY, 0)))
    m.start(fixed={"J0.theta": 0, "J0.theta_dot": 0})
    return m


def read(series: Series) -> Floats:
    """The joint at P2."""
    return np.stack([series(f"bar2.end.{c}") for c in "xyz"], axis=-1)


BRICARD = Problem(
    "bricard",
    "Bricard's linkage, 10 s",
    np.array(list(TABLE)),
    np.array(list(TABLE.values())),
    False,
    bricard,
    read,
)
