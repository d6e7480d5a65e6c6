"""What the traps share: small mechanisms with free choice of masses, and the compiled right-hand side of a mechanism."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

import sarrus
from sarrus import AppliedTorque, Body, Gravity, Mechanism, Prismatic, Revolute, Rod
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.program.machine import Machine, linked
from sarrus.scalar.linking import Program
from sarrus.solvers.integrators import DOP853

LENGTHS = (0.3, 0.9, 0.7)
MASSES = (0.4, 0.9, 0.7)
OFF_LINE = 0.05  # mass centres stand off the bars by this part of their length, so that nothing is symmetric


def bar(m: Mechanism, name: str, length: float, mass: float) -> Body:
    J = mass * length**2 / 12
    flat = m.plane is not None
    center, end = (length / 2, OFF_LINE * length), (length, 0)
    inertia = J if flat else (0.1 * J, 1.05 * J, J)
    body = Body(name, mass=mass, center=center if flat else (*center, 0), inertia=inertia)
    body.point("end", end if flat else (*end, 0))
    return m.add(body)


def four_bar_of(masses=MASSES, spatial=False, order="ABCD", speed=12.0) -> Mechanism:
    """A crank-rocker; in space three of its rows are redundant. `order` is the order in which joints are written."""
    m = Mechanism("four-bar", plane=None if spatial else "xy")
    z = (0,) if spatial else ()
    m.ground.point("D", (1.0, 0, *z))
    crank, coupler, rocker = (
        bar(m, n, l, w) for n, l, w in zip(("crank", "coupler", "rocker"), LENGTHS, masses, strict=True)
    )
    joints = {
        "A": (m.ground, crank),
        "B": (crank.end, coupler),
        "C": (coupler.end, rocker.end),
        "D": (m.ground.D, rocker),
    }
    for name in order:
        m.add(Revolute(name, *joints[name]))
    m.add(Gravity("weight", (0, -9.81, *z)))
    m.start(fixed={"A.theta": 1.0, "A.theta_dot": speed}, guess={"D.theta": 1.8})
    return m


def slider_crank_of(masses=MASSES, spatial=False, speed=12.0) -> Mechanism:
    m = Mechanism("slider-crank", plane=None if spatial else "xy")
    z = (0,) if spatial else ()
    crank, coupler, slider = (
        bar(m, n, l, w) for n, l, w in zip(("crank", "coupler", "slider"), LENGTHS, masses, strict=True)
    )
    m.add(Revolute("A", m.ground, crank))
    m.add(Revolute("B", crank.end, coupler))
    m.add(Revolute("C", coupler.end, slider))
    m.add(Prismatic("P", m.ground, slider))
    m.add(Gravity("weight", (0, -9.81, *z)))
    m.start(fixed={"A.theta": 1.0, "A.theta_dot": speed}, guess={"P.s": 1.1})
    return m


CORNERS = ((0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1))
AXES = "yzxyzx"
TO_AXIS = {"x": (0, math.pi / 2, 0), "y": (-math.pi / 2, 0, 0), "z": (0, 0, 0)}


def bricard_of() -> Mechanism:
    """Five bars along the edges of a cube and six hinges, each square to the next: no freedom counted, one there is.

    References:
        Spec 06, P4.
    """
    m = Mechanism("Bricard")
    m.ground.frame("first", at=CORNERS[0], turn=TO_AXIS[AXES[0]])
    m.ground.frame("last", at=CORNERS[5], turn=TO_AXIS[AXES[5]])
    for k in range(5):
        along = np.subtract(CORNERS[k + 1], CORNERS[k])
        J = np.where(along == 0, 1 / 12, 1e-3).tolist()
        body = m.add(Body(f"bar{k + 1}", mass=1, center=tuple((along / 2).tolist()), inertia=tuple(J)))
        body.frame("start", turn=TO_AXIS[AXES[k]])
        body.frame("end", at=tuple(along.tolist()), turn=TO_AXIS[AXES[k + 1]])
    m.add(Revolute("J0", "ground.first", "bar1.start"))
    for k in range(1, 5):
        m.add(Revolute(f"J{k}", f"bar{k}.end", f"bar{k + 1}.start"))
    m.add(Revolute("J5", "ground.last", "bar5.end"))
    m.add(Gravity("weight", (0, -9.81, 0)))
    return m


def pendulum_with(moment: str) -> Mechanism:
    """A bar on a hinge with a motor whose torque is an expression of time."""
    m = Mechanism("pendulum", plane="xy")
    m.add(Body("bar", Rod(length=1.0, mass=2.0)))
    m.add(Revolute("pin", "ground", "bar.start"))
    m.add(Gravity("weight", (0, -9.81)))
    m.add(AppliedTorque("motor", "ground", "bar", moment=moment))
    return m


class Compiled:
    """A mechanism ready to be evaluated by the code that simulates it.

    Attributes:
        x: the assembled start, projected.
        machine: rows chosen at x.
    """

    def __init__(self, mechanism: Mechanism, formulation: str) -> None:
        self.equations, self.x = in_formulation(find_start(mechanism.snapshot()), formulation)
        e = self.equations
        self.nq, self.nv = len(e.coordinates), len(e.speeds)
        self.machine = Machine(e, DOP853)
        self._rhs = Program(*linked(e, DOP853)).function("rhs")
        status = self.machine.begin(0.0, self.x)
        assert status == 0, sarrus.solvers.status.Status(status)

    def accelerations(self, x: np.ndarray) -> np.ndarray:
        """vdot at a state, with the rows chosen at the start."""
        dx = np.zeros(self.equations.size)
        assert self._rhs(0.0, x.copy(), dx, self.machine.memory) == 0
        return dx[self.nq : self.nq + self.nv]

    def moved(self, x: np.ndarray, step: np.ndarray) -> np.ndarray:
        """A state moved by a small step of the speeds' kind, closed or not."""
        y = x.copy()
        y[: self.nq] = self.equations.evaluate("retract", list(x), list(step))[0]
        return y


@pytest.fixture(scope="session")
def four_bar() -> Callable[..., Mechanism]:
    return four_bar_of


@pytest.fixture(scope="session")
def slider_crank() -> Callable[..., Mechanism]:
    return slider_crank_of


@pytest.fixture(scope="session")
def bricard() -> Callable[..., Mechanism]:
    return bricard_of


@pytest.fixture(scope="session")
def motor_pendulum() -> Callable[..., Mechanism]:
    return pendulum_with


@pytest.fixture(scope="session")
def compiled() -> Callable[..., Compiled]:
    return Compiled


@pytest.fixture(scope="session", params=["relative", "absolute"])
def formulation(request: pytest.FixtureRequest) -> str:
    """Each formulation in turn."""
    return str(request.param)
