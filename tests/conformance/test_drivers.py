"""Every driver of the catalogue keeps the contract, and moves every joint coordinate with the right effort.

A new driver or joint is tested here without a change to this file.
"""

from __future__ import annotations

import math
import os

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

from sarrus.elements.base import DataFile, Shape, param
from sarrus.elements.body import Body
from sarrus.elements.drivers import CATALOGUE, Motion, Polynomial, Ramp, Sine, Spline
from sarrus.elements.drivers.base import Driver
from sarrus.elements.forces import Gravity
from sarrus.elements.joints import CATALOGUE as JOINTS
from sarrus.elements.joints import Prismatic, Revolute
from sarrus.mechanics import formulate
from sarrus.model import Mechanism
from sarrus.scalar import Graph, where
from sarrus.scalar import absolute as magnitude
from sarrus.scalar.derivative import along
from sarrus.scalar.interpolation import BOUNDARIES
from sarrus.scalar.kernel import Interpreter
from sarrus.scalar.tables import laid_out
from sarrus.testing import check_driver
from sarrus.testing.drivers import DRIVER_CHECKS, course
from sarrus.testing.formulations import absolute, compare, published, random_state, settle, solve
from sarrus.testing.numbers import STEP, evaluate
from sarrus.testing.relations import RELATION_CHECKS, RelationTrial
from sarrus.testing.samples import Setting, fits_plane, settings

DEEP = "SARRUS_DEEP" in os.environ
CALM = [k for k in CATALOGUE if any(p.shape in (Shape.TABLE, Shape.FILE) for p in k.params.values())]


@pytest.mark.parametrize("seed", range(11, 61 if DEEP else 14), ids="seed{}".format)
@pytest.mark.parametrize("check", DRIVER_CHECKS, ids=lambda c: c.__name__.strip("_"))
@pytest.mark.parametrize("kind", CATALOGUE, ids=lambda k: k.keyword)
def test_course_of_a_driver_is_smooth(kind, check, seed):
    check(course(kind, seed))


# in space one setting is enough for most: their rows differ by the function of time alone
PLACED = [
    (kind, setting, planar)
    for kind in CATALOGUE
    for planar in (False, True)
    for setting in (settings(kind, planar) if planar or DEEP or kind is Motion else settings(kind, False)[2:])
]
PLACED_NAMES = [f"{k.keyword}-{s.label.replace(' ', '-')}-{'plane' if p else 'space'}" for k, s, p in PLACED]


@pytest.mark.parametrize("check", RELATION_CHECKS, ids=lambda c: c.__name__.strip("_"))
@pytest.mark.parametrize(("kind", "setting", "planar"), PLACED, ids=PLACED_NAMES)
def test_driver_keeps_the_contract_of_relations(kind, setting, planar, check):
    check(RelationTrial(kind, setting, planar, 11))


DRIVEN = [
    (joint, k, planar)
    for joint in JOINTS
    for planar in (False, True)
    if not planar or fits_plane(joint)
    for k in range(len((joint("J", "one", "two").in_plane() if planar else joint).coordinates))
]
NAMES = [f"{j.keyword}-{k}-{'plane' if p else 'space'}" for j, k, p in DRIVEN]
driven = pytest.mark.parametrize(("joint", "k", "planar"), DRIVEN, ids=NAMES)


def on_joint(driver, joint, k, planar, seed):
    """Two bodies in a row; the second joint's coordinate k is driven."""
    form = joint("J", "one", "two").in_plane() if planar else joint
    setting = Setting(joint.keyword, (joint, joint), (f"B.{form.coordinates[k].name}",))
    return RelationTrial(driver, setting, planar, seed)


@driven
def test_rows_of_a_driver_are_right_on_every_coordinate(joint, k, planar):
    RELATION_CHECKS[0](on_joint(Motion, joint, k, planar, 11))


@driven
def test_driver_does_the_work_that_changes_the_energy(joint, k, planar):
    """effort times rate = d/dt (kinetic + potential); in relative and in absolute coordinates."""
    t, seed = 0.4, 12
    equations = formulate(on_joint(Motion, joint, k, planar, seed).mechanism.snapshot())
    x = settle(equations, t, random_state(equations, seed))
    found = published(equations, t, x)
    compare("formulations", found, published(*absolute(equations, t, x)))
    effort, power = found["it.effort"][0], found["it.power"][0]
    assert abs(effort) > 1e-3
    vdot, _ = solve(equations, t, x)
    (rates,) = equations.evaluate("rates", [t], x.tolist())
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
    cargo = mechanism.add(Body("cargo", mass=2.0, center=(0.5, 0.0), inertia=0.3))
    mechanism.add(joint("J", mechanism.ground.frame("rail", (0, 0), turn), cargo.frame("foot", at, turn)))
    mechanism.add(Gravity("weight", (0.0, -10.0)))
    mechanism.add(Motion("motor", f"J.{coordinate}", function))
    equations = formulate(mechanism.snapshot())
    return published(equations, 0.0, settle(equations, 0.0, random_state(equations, 13)))


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

    def value(self, t):
        return self.function

    def residual(self, t, *coordinates):
        return coordinates[0] * coordinates[0] - self.value(t) * self.value(t)


def test_a_driver_with_a_curved_residual_passes():
    trial = RelationTrial(Squared, settings(Squared, True)[1], True, 14)
    for check in RELATION_CHECKS:
        check(trial)


def test_a_forgotten_second_derivative_is_found_out(monkeypatch):
    from sarrus.mechanics.passes import ties

    right = ties.along
    monkeypatch.setattr(
        ties, "along", lambda nodes, direction: right(nodes, {n: d for n, d in direction.items() if d == 1.0})
    )
    with pytest.raises(AssertionError, match="is not its second derivative"):
        RELATION_CHECKS[0](RelationTrial(Squared, settings(Squared, True)[1], True, 14))


class Jump(Driver):
    """Starts at once."""

    start = param("s", "time at which it begins")

    def value(self, t):
        return where(self.start < t, t - self.start, 0.0)


class Jerk(Jump):
    """Begins to accelerate at once."""

    def value(self, t):
        late = where(self.start < t, t - self.start, 0.0)
        return late * late


class Late(Jump):
    """Knows no time but the one it is asked in."""

    def value(self, t):
        return magnitude(t - self.start) * (t - self.start) * (t - self.start)


@pytest.mark.parametrize(
    ("kind", "said"), [(Jump, "its rate jumps at t"), (Jerk, "second derivative jumps at t")]
)
def test_a_driver_with_a_corner_is_found_out(kind, said):
    with pytest.raises(AssertionError, match=said):
        check_driver(kind, seeds=[14])


def test_a_right_driver_that_is_not_in_the_catalogue_passes():
    for check in DRIVER_CHECKS:
        check(course(Late, 14))


def bound(driver):
    """A driver on plain numbers."""
    return driver.bind(lambda path, value, unit: float(value), True)


def test_residual_vanishes_where_the_coordinate_is_as_prescribed():
    motor = Motion("m", "A.theta", "0.3*t").bind(lambda path, value, unit: 0.3 * 2.0, True)
    assert motor.residual(2.0, 0.6) == 0.0
    assert motor.residual(2.0, 0.7) == pytest.approx(0.1)


def sampled(boundary, count, **values):
    """A spline through random points on plain numbers, and SciPy's."""
    draw = np.random.default_rng(count)
    x, y = np.cumsum(draw.uniform(0.2, 1.0, count)), draw.uniform(-1, 1, count)
    y[-1] = y[0] if boundary == "periodic" else y[-1]
    points = np.column_stack([x, y]).tolist()
    rates = (0.7, -0.4) if boundary == "clamped" and not values else ()
    ends = ((1, 0.7), (1, -0.4)) if rates else boundary
    curve = bound(Spline("m", "A.theta", points=points, boundary=boundary, rates=rates, **values))
    return curve, CubicSpline(x, y, bc_type=ends), x, y


@pytest.mark.parametrize("count", [2, 3, 4, 7, 40])
@pytest.mark.parametrize("boundary", BOUNDARIES)
def test_spline_is_the_cubic_through_its_points_that_has_the_chosen_ends(boundary, count):
    curve, other, x, y = sampled(boundary, count)
    assert [curve.value(a) for a in x.tolist()] == y.tolist()  # exactly: the last point has a row of its own
    inside = np.linspace(x[0], x[-1], 100)
    graph = Graph()
    t = graph.symbol("t")
    value = graph.lift(curve.value(t))
    rate = along([value], {t: 1.0})[0]
    bend = along([rate], {t: 1.0})[0]
    places, tables = laid_out(graph)
    run = Interpreter([t, *places], [value, rate, bend])
    found = np.array([run([a, *places.values()], tables) for a in inside.tolist()])
    for order in range(3):
        known = other(inside, order)
        np.testing.assert_allclose(found[:, order], known, rtol=0, atol=1e-12 * max(1.0, np.abs(known).max()))
    assert [curve.value(a) for a in inside.tolist()] == found[:, 0].tolist()


def test_curve_that_goes_on_continues_its_last_cubic():
    curve, other, x, _ = sampled("not-a-knot", 7, beyond="extend")
    for t in (x[0] - 0.5, x[-1] + 0.5):
        assert curve.value(float(t)) == pytest.approx(float(other(t)), rel=1e-12)


def test_periodic_curve_that_goes_on_is_repeated():
    curve, other, x, _ = sampled("periodic", 7, beyond="extend")
    for t in (x[0] - 0.5, x[-1] + 0.5, x[-1] + 20.0):
        assert curve.value(float(t)) == pytest.approx(float(other(t)), abs=1e-12)


ENDS = [("clamped", "hold"), ("clamped", "stop"), ("natural", "extend"), ("periodic", "extend")]


@pytest.mark.parametrize("check", DRIVER_CHECKS, ids=lambda c: c.__name__.strip("_"))
@pytest.mark.parametrize(("boundary", "beyond"), ENDS, ids="-".join)
@pytest.mark.parametrize("kind", CALM, ids=lambda k: k.keyword)
def test_course_of_a_driver_is_smooth_whatever_its_ends(kind, boundary, beyond, check):
    check(course(kind, 15, boundary=boundary, beyond=beyond, **closed(kind, boundary)))


def closed(kind, boundary):
    """Points of a closed curve, where that is needed."""
    if boundary != "periodic":
        return {}
    rows = ((-1.0, 0.3), (-0.2, 0.7), (0.6, -0.4), (1.5, 0.3))
    (key,) = kind.params.keys() - {"rates"}
    return {key: rows if kind.params[key].shape is Shape.TABLE else DataFile("closed.csv", rows)}


@pytest.mark.parametrize("kind", CALM, ids=lambda k: k.keyword)
def test_held_curve_is_at_rest_before_and_after_its_points(kind):
    c = course(kind, 15, boundary="clamped", beyond="hold")
    for time in (c.outer[0] - 1, c.outer[1] + 1):
        assert c.at(time, c.rate, c.bend) == [0, 0]
    for time in c.outer:
        assert abs(c.at(time, c.rate)[0]) < 1e-40


def test_ramp_rests_at_both_ends_and_is_fastest_half_way():
    ramp = bound(Ramp("m", "A.theta", first=0.2, last=1.4, start=0.5, duration=2.0))
    assert ramp.value(-3.0) == ramp.value(0.5) == 0.2
    assert ramp.value(2.5) == ramp.value(9.0) == pytest.approx(1.4, rel=1e-15)
    assert ramp.value(1.5) == pytest.approx(0.8, rel=1e-15)
    h = 1e-5
    assert (ramp.value(1.5 + h) - ramp.value(1.5 - h)) / (2 * h) == pytest.approx(1.875 * 1.2 / 2.0, rel=1e-9)


def test_polynomial_and_sine_are_what_they_say():
    assert bound(Polynomial("m", "A.theta", coefficients=[1.0, -2.0, 0.5])).value(3.0) == 1.0 - 6.0 + 4.5
    swing = bound(Sine("m", "A.theta", amplitude=0.3, frequency=2.0, phase=0.1, mean=1.0))
    assert swing.value(0.7) == pytest.approx(1.0 + 0.3 * math.sin(2 * math.pi * 1.4 + 0.1), rel=1e-14)
