"""Every driver of the catalogue moves what it should, with the right effort, on every joint coordinate.

A new driver or joint is tested here without a change to this file.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from sarrus.elements.body import Body
from sarrus.elements.drivers import CATALOGUE, Motion
from sarrus.elements.drivers.base import Driver
from sarrus.elements.forces import Gravity
from sarrus.elements.joints import CATALOGUE as JOINTS
from sarrus.elements.joints import Prismatic, Revolute
from sarrus.equations import formulate
from sarrus.equations.rows import driver_rows
from sarrus.equations.scene import build_scene
from sarrus.model import Mechanism
from sarrus.testing.formulations import absolute, chain, compare, published, random_state, solve
from sarrus.testing.numbers import CLOSE, STEP, difference, evaluate
from sarrus.testing.samples import Flow, example, fits_plane, star
from sarrus.topology import span

DRIVEN = [
    (driver, joint, k, planar)
    for driver in CATALOGUE
    for joint in JOINTS
    for planar in (False, True)
    if not planar or fits_plane(joint)
    for k in range(len((joint("J", "one", "two").in_plane() if planar else joint).coordinates))
]
NAMES = [f"{d.keyword}-{j.keyword}-{k}-{'plane' if p else 'space'}" for d, j, k, p in DRIVEN]
driven = pytest.mark.parametrize(("driver", "joint", "k", "planar"), DRIVEN, ids=NAMES)


def driven_chain(driver, joint, k, planar, seed):
    """Two bodies in a row; the second joint's coordinate k is driven."""
    mechanism = chain(joint, planar, seed)
    form = mechanism.joints[1].in_plane() if planar else mechanism.joints[1]
    mechanism.add(example(driver, "motor", f"B.{form.coordinates[k].name}", planar=planar, seed=seed))
    return mechanism


def product(entries, speeds, graph):
    return graph.lift(sum((e * speeds[s] for s, e in entries.items()), graph.zero))


def check_rows(mechanism, tree, seed):
    """g' = G v - alpha and g'' = G vdot - beta along a motion that does not obey the driver."""
    scene = (
        star(mechanism) if tree == "star" else build_scene(mechanism.snapshot(), span(mechanism.snapshot()))
    )
    flow = Flow(scene, seed)
    (row,) = driver_rows(scene, scene.model.drivers)
    (first,), (second,) = flow.derivatives([row.g])
    rate = product(row.entries, scene.speeds, scene.graph) - row.alpha
    bent = product(row.entries, flow.accelerations, scene.graph) - row.beta
    stated = flow.now(rate, bent)
    assert difference(stated[:1], [first]) < CLOSE, "alpha is not the rate of the residual in time"
    assert difference(stated[1:], [second]) < CLOSE, (
        "beta is not the second derivative of the residual in time"
    )


@pytest.mark.parametrize("tree", ["tree", "star"])
@driven
def test_right_hand_sides_are_derivatives_in_time(driver, joint, k, planar, tree):
    check_rows(driven_chain(driver, joint, k, planar, seed=11), tree, seed=11)


def on_prescribed_motion(equations, t, seed):
    """A state that obeys the driver at position and velocity level, found by Newton's method on its one row."""
    x = random_state(equations, seed)
    nq, nv = len(equations.coordinates), len(equations.speeds)
    for _ in range(40):
        g, entries, alpha, _ = equations.kernels["closure"]([t], x.tolist(), equations.constants)
        G = np.zeros((1, nv))
        for (i, j), value in zip(equations.jacobian_pattern, entries, strict=True):
            G[i, j] = value
        step = np.linalg.pinv(G) @ -np.array(g)
        if abs(g[0]) < 1e-14:
            break
        (moved,) = equations.kernels["retract"](x.tolist(), step.tolist(), equations.constants)
        x[:nq] = moved
    v = x[nq : nq + nv]
    x[nq : nq + nv] = v - np.linalg.pinv(G) @ (G @ v - np.array(alpha))
    return x, g[0]


@driven
def test_driver_does_the_work_that_changes_the_energy(driver, joint, k, planar):
    """effort times rate = d/dt (kinetic + potential); in relative and in absolute coordinates."""
    t, seed = 0.4, 12
    equations = formulate(driven_chain(driver, joint, k, planar, seed).snapshot())
    x, residual = on_prescribed_motion(equations, t, seed)
    assert abs(residual) < 1e-13
    found = published(equations, t, x)
    compare("formulations", found, published(*absolute(equations, t, x)))
    effort, power = found["motor.effort"][0], found["motor.power"][0]
    assert abs(effort) > 1e-3
    vdot, _ = solve(equations, t, x)
    (rates,) = equations.kernels["rates"]([t], x.tolist(), equations.constants)
    slope = [*rates, *vdot, *([0.0] * len(equations.quadratures))]
    kernel = equations.kernels["output"]
    symbols = [s for _, group in kernel.inputs for s in group]
    place = {c.name: c.start for c in equations.channels}
    energies = [kernel.results[place[f"energy.{e}"]] for e in ("kinetic", "potential")]
    ends = []
    for step in (-STEP, STEP):
        moved = [float(a) + step * float(b) for a, b in zip(x, slope, strict=True)]
        values = [t, *moved, *([0.0] * (len(vdot) + len(equations.rows))), *equations.constants]
        ends.append(sum(evaluate(energies, dict(zip(symbols, values, strict=True)))))
    rate = float((ends[1] - ends[0]) / (2 * STEP))
    # accelerations and effort come from a solve in double precision
    assert power == pytest.approx(rate, rel=1e-11, abs=1e-11)
    assert found["rate of energy.supplied"][0] == pytest.approx(rate, rel=1e-11, abs=1e-11)


def lift(joint, at, turn, coordinate, function):
    """A mass of 2 kg moved in a field of 10 m/s^2 that pulls along -y."""
    mechanism = Mechanism("hoist", plane="xy")
    load = mechanism.add(Body("load", mass=2.0, center=(0.5, 0.0), inertia=0.3))
    mechanism.add(joint("J", mechanism.ground.frame("rail", (0, 0), turn), load.frame("foot", at, turn)))
    mechanism.add(Gravity("weight", (0.0, -10.0)))
    mechanism.add(Motion("motor", f"J.{coordinate}", function))
    equations = formulate(mechanism.snapshot())
    x, _ = on_prescribed_motion(equations, 0.0, 13)
    return published(equations, 0.0, x)


@pytest.mark.parametrize("speed", [0.7, -0.7])
def test_hoisting_takes_the_weight_as_effort_and_work_when_going_up(speed):
    found = lift(Prismatic, (0, 0), math.pi / 2, "s", f"{speed}*t")
    assert found["motor.effort"][0] == pytest.approx(20.0, rel=1e-14)
    assert found["motor.power"][0] == pytest.approx(20.0 * speed, rel=1e-14)


@pytest.mark.parametrize("speed", [0.7, -0.7])
def test_raising_an_arm_takes_the_moment_of_its_weight(speed):
    found = lift(Revolute, (0, 0), 0.0, "theta", f"{speed}*t")
    assert found["motor.effort"][0] == pytest.approx(2.0 * 10.0 * 0.5, rel=1e-14)
    assert found["motor.power"][0] == pytest.approx(10.0 * speed, rel=1e-14)


def test_accelerating_a_mass_takes_mass_times_acceleration():
    found = lift(Prismatic, (0, 0), 0.0, "s", "1.5*t*t")
    assert found["motor.effort"][0] == pytest.approx(2.0 * 3.0, rel=1e-14)
    assert found["J.s_ddot"][0] == pytest.approx(3.0, rel=1e-14)


class Squared(Driver):
    """A right driver with a slope that is not one: c^2 - f(t)."""

    primary = "function"
    function = Motion.params["function"]

    def residual(self, coordinate):
        return coordinate * coordinate - self.function


def test_a_driver_with_a_curved_residual_passes():
    check_rows(driven_chain(Squared, Prismatic, 0, True, seed=14), "tree", seed=14)


def test_a_forgotten_second_derivative_is_found_out(monkeypatch):
    from sarrus.equations import rows

    right = rows.along
    monkeypatch.setattr(
        rows, "along", lambda nodes, direction: right(nodes, {n: d for n, d in direction.items() if d == 1.0})
    )
    with pytest.raises(AssertionError, match="beta is not the second derivative"):
        check_rows(driven_chain(Squared, Prismatic, 0, True, seed=14), "tree", seed=14)


def test_residual_vanishes_where_the_coordinate_is_as_prescribed():
    bound = Motion("m", "A.theta", "0.3*t").bind(lambda path, value, unit: 0.3 * 2.0, True)
    assert bound.residual(0.6) == 0.0
    assert bound.residual(0.7) == pytest.approx(0.1)
