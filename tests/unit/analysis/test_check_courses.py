"""What the check says of motions that are given by points."""

from __future__ import annotations

import math

import numpy as np
import pytest

import sarrus
from sarrus.elements.body import Body
from sarrus.elements.drivers import Motion, Spline
from sarrus.elements.joints import Prismatic, Revolute
from sarrus.elements.solids import Rod
from sarrus.model import Mechanism

TIMES = np.linspace(0.0, 2.0, 41)


def findings(values, kind=Revolute, times=TIMES, **options):
    m = Mechanism("m", plane="xy")
    bar = m.add(Body("bar", Rod(length=0.5, mass=2.0)))
    m.add(kind("J", m.ground, bar.start))
    coordinate = f"J.{kind.coordinates[0].name}"
    m.add(
        Spline("drive", coordinate, points=list(zip(times.tolist(), values.tolist(), strict=True)), **options)
    )
    return {f.code: str(f) for f in sarrus.check(m).found("driver")}


def smooth(t):
    """From rest to rest."""
    return 0.5 * (1.0 - np.cos(0.5 * math.pi * t))


def test_smooth_motion_from_rest_needs_no_word():
    assert findings(smooth(TIMES)) == {}


def test_motion_that_begins_in_motion_is_noted_with_its_rate():
    found = findings(np.sin(TIMES))
    assert list(found) == ["driver.moving_start"]
    assert "driver 'drive' begins in motion, with 1 rad/s at t = 0 s" in found["driver.moving_start"]


def test_drivers_that_begin_in_motion_are_noted_together():
    m = Mechanism("m", plane="xy")
    last = m.ground
    for i in range(3):
        bar = m.add(Body(f"bar{i}", Rod(length=0.5, mass=2.0)))
        m.add(Revolute(f"J{i}", last, bar.start))
        m.add(Spline(f"d{i}", f"J{i}.theta", points=[(0, 0), (1, i + 1), (2, 0.5), (3, 1)]))
        last = bar.end
    (found,) = sarrus.check(m).found("driver")
    assert "drivers that begin in motion: 'd0' with " in found.what
    assert found.where == ("d0", "d1", "d2")


def test_formulas_are_not_meant():
    m = Mechanism("m", plane="xy")
    bar = m.add(Body("bar", Rod(length=0.5, mass=2.0)))
    m.add(Revolute("J", m.ground, bar.start))
    m.add(Motion("drive", "J.theta", "2*t"))
    assert not sarrus.check(m).found("driver")


def test_wrapped_angle_is_recognised():
    wrapped = (4.0 * TIMES + math.pi) % (2.0 * math.pi) - math.pi
    said = findings(wrapped)["driver.jump"]
    assert "driver 'drive' jumps by -6.083 rad between t = 0.75 s and 0.8 s" in said
    assert "steps around it are 0.2 rad at most" in said
    assert "The angle seems to be wrapped" in said


@pytest.mark.parametrize(("kind", "unit"), [(Revolute, "rad"), (Prismatic, "m")])
def test_point_that_is_far_off_is_named_once(kind, unit):
    values = smooth(TIMES)
    values[20] += 3.0
    said = findings(values, kind)["driver.jump"]
    assert f"jumps by 3.039 {unit} between t = 0.95 s and 1 s" in said
    assert "later" not in said
    assert "Look at these rows" in said


def test_motion_that_sets_in_steeply_is_no_jump():
    assert "driver.jump" not in findings(np.where(TIMES < 1.0, 0.0, 3.0 * (TIMES - 1.0)))


def test_kink_of_a_held_motion_is_noted_with_its_size():
    found = findings(smooth(TIMES), boundary="clamped", beyond="hold")
    # the second derivative of the cosine at rest; cubic splines have it to h^2/12 times the fourth
    assert list(found) == ["driver.kink"]
    assert "jumps from -1.23 to 0 rad/s^2 at t = 2 s" in found["driver.kink"]


def test_motion_that_begins_after_the_run_is_a_warning():
    said = findings(smooth(TIMES), times=TIMES + 0.5)["driver.late"]
    assert said.startswith(
        "warning: driver 'drive' has no points before t = 0.5 s, but a run begins at t = 0."
    )
    assert "driver.late" not in findings(smooth(TIMES), times=TIMES + 0.5, beyond="extend")
