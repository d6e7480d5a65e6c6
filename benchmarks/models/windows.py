"""P2 of spec 06: N four-bar linkages in a row, 10 s through ten poses where the constraint matrix loses rank."""

from __future__ import annotations

import numpy as np

from benchmarks.arrays import Floats
from benchmarks.problem import Problem, Series
from sarrus import Body, Gravity, Mechanism, Revolute, Rod

GRAVITY = 9.81
TIMES = (1.0, 5.0, 10.0)


def windows(count: int) -> Mechanism:
    """The model for Sarrus."""
    m = Mechanism(f"{count} windows", plane="xy")
    cranks = [m.add(Body(f"crank{k}", Rod(length=1, mass=1))) for k in range(count + 1)]
    couplers = [m.add(Body(f"coupler{k}", Rod(length=1, mass=1))) for k in range(count)]
    for k, crank in enumerate(cranks):
        m.add(Revolute(f"G{k}", m.ground.point(f"P{k}", (k, 0)), crank.start))
    for k, coupler in enumerate(couplers):
        m.add(Revolute(f"L{k}", cranks[k].end, coupler.start))
        m.add(Revolute(f"R{k}", cranks[k + 1].end, coupler.end))
    m.add(Gravity("weight", (0, -GRAVITY)))
    m.start(
        fixed={"G0.theta": "90 deg", "G0.theta_dot": -1},
        guess={f"G{k}.theta": "90 deg" for k in range(1, count + 1)}
        | {f"L{k}.theta": "-90 deg" for k in range(count)},
    )
    return m


TABLE = {  # B0: x, y at t = 1, 5, 10
    1: (
        (-0.260712675184, -0.965416439159),
        (-0.944908186043, -0.327335485319),
        (0.478385057761, 0.878150178791),
    ),
    10: (
        (-0.129306015051, -0.991604737016),
        (-0.595545255479, -0.803321759121),
        (0.20435356099, 0.978897145828),
    ),
    40: (
        (-0.115356880632, -0.9933241113),
        (-0.540190050676, -0.841543052464),
        (0.180512226687, 0.983572740582),
    ),
}


def reference(count: int) -> Floats:
    """Tops of all cranks, relative to their feet, at the times: the same for all on the required branch."""
    return np.tile(np.array(TABLE[count]), (1, count + 1))


def problem(count: int) -> Problem:
    """N windows; every crank is compared, so that a run on a wrong branch has an error of the order of 1."""

    def read(series: Series) -> Floats:
        angles = np.stack([series(f"crank{k}.psi") for k in range(count + 1)], axis=-1)
        return tops(angles)

    title = f"{count} four-bar{'s' if count > 1 else ''}, 10 s"
    return Problem(
        f"windows{count}", title, np.array(TIMES), reference(count), False, lambda: windows(count), read
    )


def tops(angles: Floats) -> Floats:
    """x and y of the tops of all cranks, from angles of shape (times, cranks)."""
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1).reshape(len(angles), -1)
