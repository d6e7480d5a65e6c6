"""Spec 05, 8.4, and some rows of spec 07: small motions, equilibria, motions that repeat.

The other rows of spec 07 are tests of their own, in tests/problems/linear and tests/problems/statics, and in
tests/problems/test_inverse_spec07.py; their names say which row each proves.
"""

from __future__ import annotations

import math

import numpy as np

import sarrus
from oracles import kamman_models as models
from oracles.registry import FORMULATIONS, Row, problem, relative
from oracles.sources import EXACT, KAMMAN
from sarrus import Body, CoordinateForce, Gravity, Mechanism, Motion, Prismatic, Revolute, Rod, SpringDamper

DIGITS_9 = 1e-9
LOWER_A = (-66.6666666667, 3.27, -2.66666666667, 0.0, 125.0, -24.525, 5.0, 0.0)
PLACE_AT_5, ANGLE_AT_5 = (
    (0.00328683997226, -0.000675583830954),
    (-0.0233219487152, 0.00479364118463),
)


def at_rest(damping=12.0):
    """Ex. 3.4 without forces on it, hanging."""
    m = Mechanism("3.4", plane="xy")
    m.inputs(F=0.0)
    m.parameters(k=300.0)
    m.ground.point("wall", (-10, 0))
    m.add(Body("slider", mass=4, inertia=0.001))
    m.add(Body("bar", Rod(length=0.8, mass=2)))
    m.add(Prismatic("rail", "ground", "slider"))
    m.add(Revolute("pin", "slider", "bar.start"))
    m.add(SpringDamper("spring", "ground.wall", "slider", stiffness="k", damping=damping, free_length=10))
    m.add(CoordinateForce("push", "rail.s", function="F"))
    m.add(Gravity("weight", (0, -9.81)))
    m.start(fixed={"rail.s": 0, "rail.s_dot": 0, "pin.theta": -math.pi / 2, "pin.theta_dot": 0})
    return m


@problem(
    "spec 05 8.4",
    "small motions of the slider with a bar, of the arm, and of the bar on the floor",
    KAMMAN,
    [
        Row("3.4: lower rows of A", "1", LOWER_A, 1e-11, relative),
        Row("3.4: lower part of B", "1", (0.222222222222, -0.416666666667), 1e-11, relative),
        Row("3.4: roots, real parts", "1/s", (-0.04444423, -1.2888891), 1e-7),
        Row("3.4: roots, imaginary parts", "1/s", (4.05671815, 8.53477354), 1e-7),
        Row("3.4: x/F at 5 rad/s", "m/N", PLACE_AT_5, 1e-11, relative),
        Row("3.4: theta/F at 5 rad/s", "rad/N", ANGLE_AT_5, 1e-11, relative),
        Row("3.4: x/F at rest", "m/N", 1 / 300, 1e-11, relative),
        Row("3.4 undamped: frequencies", "rad/s", (4.04898654, 8.64854755), 1e-7),
        Row(
            "3.4 undamped: their slopes by k",
            "m/(N s)",
            (0.000939480297532, 0.0124075363455),
            DIGITS_9,
            relative,
        ),
        Row("arm without torques: frequencies", "rad/s", (2.99645856, 8.03717837), 1e-7),
        Row("3.2: stiffness at the stable equilibrium", "N m/rad", 149.1078, 1e-7, relative),
    ],
)
def small_motions():
    names = {"states": ["rail.s", "pin.theta"], "inputs": ["F"], "outputs": ["rail.s", "pin.theta"]}
    for formulation in FORMULATIONS:
        found = sarrus.linearize(at_rest(), at="start", formulation=formulation, **names)
        yield "3.4: lower rows of A", tuple(found.A[2:].ravel())
        yield "3.4: lower part of B", tuple(found.B[2:, 0])
        roots = found.modes().roots
        yield "3.4: roots, real parts", tuple(roots.real)
        yield "3.4: roots, imaginary parts", tuple(roots.imag)
        place, angle = found.response([5.0]).values[0, :, 0]
        yield "3.4: x/F at 5 rad/s", (place.real, place.imag)
        yield "3.4: theta/F at 5 rad/s", (angle.real, angle.imag)
        yield "3.4: x/F at rest", found.transfer("rail.s", "F")(0).real
        arm = sarrus.modes(models.arm(motors=(0.0, 0.0), rates=(0.0, 0.0)), formulation=formulation)
        yield "arm without torques: frequencies", tuple(arm.omega)
        rest = sarrus.equilibrium(models.bar_on_the_floor(0.1, 0.0), formulation=formulation)
        yield "3.2: stiffness at the stable equilibrium", float(rest.stiffness[0, 0])
    locus = sarrus.roots(at_rest(damping=0.0), {"k": (300.0, 310.0, 3)}, at="start")
    upper = [k for k in np.argsort(locus.imag[0]) if locus.imag[0, k] > 0]
    yield "3.4 undamped: frequencies", tuple(locus.imag[0, upper])
    yield "3.4 undamped: their slopes by k", tuple(locus.imag_slope[0, upper])


def shaken(speed):
    """L22: a rod on a pivot that goes up and down."""
    up = math.pi / 2
    m = Mechanism("shaken", plane="xy")
    block, rod = m.add(Body("block", mass=1, inertia=1)), m.add(Body("rod", Rod(length=1, mass=1)))
    m.add(Prismatic("guide", m.ground.frame("up", turn=up), block.frame("up", turn=up)))
    m.add(Revolute("A", block.frame("down", turn=-up), rod.start))
    m.add(Motion("shake", "guide.s", f"0.1*cos({speed!r}*t)"))
    m.add(Gravity("weight", (0, -9.81)))
    m.start(fixed={"A.theta": 0, "A.theta_dot": 0})
    return m


def swinging():
    """L1, L24: a rod on a pin, released a radian from hanging."""
    m = Mechanism("swinging", plane="xy")
    rod = m.add(Body("rod", Rod(length=1, mass=1)))
    m.add(Revolute("A", m.ground, rod.start))
    m.add(Gravity("weight", (0, -9.81)))
    m.start(fixed={"A.theta": 1 - math.pi / 2, "A.theta_dot": 0})
    return m


@problem(
    "spec 07",
    "a pendulum: small motions, its swing, and on a pivot that goes up and down",
    EXACT,
    [
        Row("L1: square of its frequency", "1/s^2", 14.715, 1e-10),
        Row("L24: period of a swing of 1 rad", "s", 1.74659853699011, 1e-10),
        Row("L24: growth of a deviation in a period", "1/s", 2.85735430521517, DIGITS_9, relative),
        Row("L22: largest multiplier in resonance", "1", -1.59422907413359, DIGITS_9),
        Row("L22: trace of Phi at 5 rad/s", "1", 2 * 0.0742344959435314, DIGITS_9),
    ],
)
def pendulum_questions():
    half = 2 * math.sqrt(14.715)
    for formulation in FORMULATIONS:
        found = sarrus.modes(swinging(), formulation=formulation)
        yield "L1: square of its frequency", float(found.omega[0] ** 2)
        swing = sarrus.floquet(swinging(), formulation=formulation)
        yield "L24: period of a swing of 1 rad", swing.period
        yield "L24: growth of a deviation in a period", float(swing.transition[1, 0])
        resonance = sarrus.floquet(shaken(half), period=2 * math.pi / half, formulation=formulation)
        yield "L22: largest multiplier in resonance", float(resonance.multipliers[0].real)
        held = sarrus.floquet(shaken(5.0), period=2 * math.pi / 5.0, formulation=formulation)
        yield "L22: trace of Phi at 5 rad/s", float(np.trace(held.transition))
