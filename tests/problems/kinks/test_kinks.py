"""No step passes a change of a law unseen: neither one in time, nor one in the state."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn import UNTIL, drawn

import sarrus
from sarrus import (
    AppliedForce,
    Body,
    BumpStop,
    Gravity,
    Mechanism,
    Motion,
    Prismatic,
    Ramp,
    Revolute,
    Rod,
    SpringDamper,
)
from sarrus.analysis.assembly.start import find_start
from sarrus.analysis.motion import run as running
from sarrus.analysis.motion.kinks import kinks
from sarrus.program import Machine

EVERY_DAY = range(10)
ALL = range(40)


def falling_ball(**stop: float) -> Mechanism:
    """10 m above an elastic floor."""
    m = Mechanism("ball", plane="xy")
    up = m.ground.frame("up", at=(0, 0), turn="90 deg")
    m.ground.point("deep", (0, -1))
    m.add(Body("ball", mass=1.0, inertia=1.0))
    m.add(Prismatic("fall", up, "ball"))
    m.add(Gravity("weight", (0, -9.81)))
    m.add(BumpStop("floor", "ground.deep", "ball", free_length=1, **stop))
    m.start(fixed={"fall.s": 10})
    return m


def pushed(force: str) -> Mechanism:
    """A mass of 1 kg at rest on a smooth line."""
    m = Mechanism("pushed", plane="xy")
    m.add(Body("block", mass=1.0, inertia=1.0))
    m.add(Prismatic("guide", "ground", "block"))
    m.add(AppliedForce("push", "block", force=(force, 0)))
    return m


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_ball_bounces_from_an_elastic_floor(formulation):
    """Fall and bounce in closed form: t1 = sqrt(2 h/g); in touch a half turn of a spring that carries the weight."""
    g, k, h = 9.81, 1e5, 10.0
    v, w, sag = np.sqrt(2 * g * h), np.sqrt(k), g / k
    touch = (2 * np.pi - 2 * np.arctan2(v / w, sag)) / w
    period = 2 * v / g + touch
    run = sarrus.simulate(falling_ball(stiffness=k), until=10.0, rows=3, formulation=formulation, rtol=1e-9)
    since = (run.t[1:] + v / g) % period - v / g  # from the top
    np.testing.assert_allclose(run["fall.s"].values[1:], h - g * since**2 / 2, atol=1e-6)
    assert run.evidence["steps ended at a kink"] == 6


def test_ball_through_whose_floor_no_step_ends_is_not_believed(monkeypatch):
    """Were the floor not seen, the rows inside it would tell."""
    monkeypatch.setattr(Machine, "guards", 0)
    run = sarrus.simulate(falling_ball(stiffness=1e5), until=20.0, strict=False)
    assert run["fall.s"].values[-1] < -1000, "the case is meant to fall through"
    assert run.status.word == "contradicted"


@pytest.mark.parametrize("rows", [2, 11, 501])
def test_pulse_between_two_steps_acts(rows):
    run = sarrus.simulate(pushed("(10 if t < 2.1 else 0) if t > 2 else 0"), until=10.0, rows=rows)
    assert run["guide.s_dot"].values[-1] == pytest.approx(1.0, abs=1e-12)
    assert run["guide.s"].values[-1] == pytest.approx(0.05 + 7.9, abs=1e-11)


def test_pulse_that_was_missed_is_not_believed(monkeypatch):
    """The rows show an acceleration that the speeds do not follow."""
    monkeypatch.setattr(running, "kinks", lambda model, until: iter(()))
    run = sarrus.simulate(pushed("(10 if t < 2.1 else 0) if t > 2 else 0"), until=10.0, strict=False)
    assert not run.ok and run.status.word == "contradicted"
    assert "acceleration of 'guide.s'" in run.status.text and "smaller tolerance" in run.status.text
    with pytest.raises(sarrus.NumericalError, match="contradicts"):
        sarrus.simulate(pushed("(10 if t < 2.1 else 0) if t > 2 else 0"), until=10.0)


def test_energy_from_nowhere_is_not_believed():
    """A pendulum in large fixed steps: its energy balance is a status, not a number in a table."""
    m = Mechanism("pendulum", plane="xy")
    m.add(Body("bar", Rod(length=1, mass=2)))
    m.add(Revolute("pin", "ground", "bar.start"))
    m.add(Gravity("weight", (0, -9.81)))
    run = sarrus.simulate(m, until=20.0, rows=21, method="rk4", step=0.5, strict=False)
    assert run.status.word == "contradicted" and "energy balance is off by" in run.status.text


def test_rows_in_step_with_the_motion_are_believed():
    """A crank that turns once from row to row shows a slider that stands still and accelerates: no contradiction."""
    m = Mechanism("slider-crank", plane="xy")
    m.add(Body("crank", Rod(length=0.1, mass=0.5)))
    m.add(Body("rod", Rod(length=0.3, mass=0.5)))
    m.add(Body("slide", mass=1.0, inertia=0.1))
    m.add(Revolute("O", "ground", "crank.start"))
    m.add(Revolute("A", "crank.end", "rod.start"))
    m.add(Revolute("B", "rod.end", "slide"))
    m.add(Prismatic("line", "ground", "slide"))
    m.add(Motion("motor", "O.theta", function="2*pi*50*t"))
    m.start(guess={"line.s": 0.4})
    run = sarrus.simulate(m, until=0.4, rows=21)
    assert run.ok and abs(run["line.s_ddot"].values).min() > 1e3


def test_times_of_changes_are_found():
    """Ends of pulses, of |sin|, of a ramp: each between two neighbouring numbers."""
    m = pushed("abs(sin(3*t)) + (1 if t < 2.1 else 0) * (2 if 2 < t else 1)")
    found = [k for k in kinks(m.snapshot(), 4.0) if k.before < k.after]  # the others are ends before peaks
    expected = sorted([np.pi / 3, 2 * np.pi / 3, np.pi, 2.0, 2.1])
    np.testing.assert_allclose([k.before for k in found if k.after > 1e-9], expected, rtol=1e-15)
    assert all(k.before < k.after <= k.before * (1 + 3e-16) for k in found if k.after > 1e-9)
    m.add(Ramp("drive", "guide.s", first=0, last=1, start=0.5, duration=0.25))
    ends = [k.before for k in kinks(m.snapshot(), 1.0) if k.element == "drive" and k.before < k.after]
    assert ends == pytest.approx([0.5, 0.75])


def test_many_changes_are_found_when_they_are_needed():
    """A force that is switched 20 000 times a second: the first change costs no more than one."""
    found = kinks(pushed("1 if sin(2*pi*20000*t) > 0 else -1").snapshot(), 1000.0)
    first = [next(found).before for _ in range(4)]
    np.testing.assert_allclose(first[1:], [2.5e-5, 5e-5, 7.5e-5], rtol=1e-9)


def _run(m: Mechanism, formulation: str, longest: float = 0.0) -> sarrus.Result:
    # bounces amplify errors, by 1e5 in one of these mechanisms
    options = running.Options(UNTIL, 6, 1e-11, 1e-11, formulation, "dop853", None, True, None)
    return running.run(find_start(m.snapshot()), "simulate", replace(options, longest=longest))


def _check(seed: int) -> None:
    """Long steps against steps of a hundredth of the time, which no change escapes."""
    m = drawn(seed)
    run = _run(m, "relative")
    assert run.ok and run.evidence["steps ended at a kink"] > 0
    sizes = {n: max(1.0, float(np.abs(run[n].values).max())) for n in run if n.endswith((".s", ".theta"))}
    for reference in (_run(m, "relative", UNTIL / 1000), _run(m, "absolute")):
        for name, size in sizes.items():
            off = np.abs(run[name].values - reference[name].values).max() / size
            assert off <= 1e-6, f"seed {seed}: {name} differs by {off:.2g}"


@pytest.mark.parametrize("seed", EVERY_DAY)
def test_long_steps_find_what_short_ones_find(seed):
    _check(seed)


@pytest.mark.more
@pytest.mark.parametrize("seed", ALL[len(EVERY_DAY) :])
def test_long_steps_find_what_short_ones_find_in_more_mechanisms(seed):
    _check(seed)


@pytest.mark.parametrize("analysis", [sarrus.simulate, sarrus.kinematics])
def test_driver_that_jumps_is_named(analysis):
    """Its value goes on, its rate does not: an impact, which nothing silent may stand for."""
    m = Mechanism("jerk", plane="xy")
    m.add(Body("bar", Rod(length=1, mass=2)))
    m.add(Revolute("pin", "ground", "bar.start"))
    m.add(Motion("motor", "pin.theta", function="abs(t - 1)"))
    run = analysis(m, until=3.0, rows=4, strict=False)
    assert not run.ok and run.t.tolist() == [0.0, 1.0]
    assert (
        "Driver 'motor' asks for a jump at t = 1 s: its rate goes from -1 to 1 rad/s at once"
        in run.status.text
    )


def test_driver_that_goes_on_smoothly_is_followed_over_its_ends():
    m = Mechanism("ramp", plane="xy")
    m.add(Body("bar", Rod(length=1, mass=2)))
    m.add(Revolute("pin", "ground", "bar.start"))
    m.add(Ramp("motor", "pin.theta", first=0, last=1, start=1, duration=0.01))
    run = sarrus.kinematics(m, until=10.0, rows=3)
    assert run["pin.theta"].values.tolist() == pytest.approx([0, 1, 1], abs=1e-12)
    assert run.evidence["steps ended at a kink"] >= 2


@pytest.mark.parametrize(
    ("force", "until", "impulse"),
    [
        ("10*exp(-((t - 2.003)/0.01)**2)/sqrt(pi)/0.01", 10.0, 10.0),
        ("exp(-((t - 50)/0.001)**2)*1000/sqrt(pi)", 100.0, 1.0),
        ("500*tanh((t - 50)*1e6) - 500*tanh((t - 50.001)*1e6)", 100.0, 1.0),
    ],
)
def test_short_smooth_peak_is_not_passed_over(force, until, impulse):
    """A mass at rest lets steps grow to seconds, and the peak is over in milliseconds."""
    run = sarrus.simulate(pushed(force), until=until, rows=2)
    assert run["guide.s_dot"].values[-1] == pytest.approx(impulse, rel=1e-7)


@pytest.mark.parametrize(
    ("force", "impulse"),
    [
        ("max(max(0, t - 3), max(0, t - 5))", 24.5),
        ("abs(max(0, t - 3))", 24.5),
        ("abs(abs(t - 3) - (t - 3))", 9.0),
        ("max(max(0, 1 - abs(t - 3)*10), max(0, 1 - abs(t - 7)*10))", 0.2),
    ],
)
def test_comparisons_that_are_level_for_a_while_are_no_trouble(force, impulse):
    """Two sides of a comparison that are equal over an interval have no single time at which they change."""
    run = sarrus.simulate(pushed(force), until=10.0, rows=3)
    assert run["guide.s_dot"].values[-1] == pytest.approx(impulse, rel=1e-9)


@pytest.mark.parametrize("angle", ["-90 deg", "90 deg", "-90.00001 deg"])
def test_mechanism_at_rest_is_believed(angle):
    """Rounding moves it by 1e-16 rad/s, whatever accelerations of 1e-16 rad/s^2 say."""
    m = Mechanism("hanging", plane="xy")
    m.add(Body("bar", Rod(length=1, mass=2)))
    m.add(Revolute("pin", "ground", "bar.start"))
    m.add(Gravity("weight", (0, -9.81)))
    m.start(fixed={"pin.theta": angle, "pin.theta_dot": 0})
    assert sarrus.simulate(m, until=2.0).ok


@pytest.mark.parametrize("function", ["5*t", "100*t", "t**3"])
def test_work_of_a_driver_is_right_where_its_motion_is_smooth(function):
    """An eccentric turned by a motor: the state is a polynomial of time, the effort is not."""
    m = Mechanism("fan", plane="xy")
    m.add(Body("wheel", mass=2.0, inertia=0.5, center=(0.5, 0)))
    m.add(Revolute("A", "ground", "wheel"))
    m.add(Gravity("weight", (0, -9.81)))
    m.add(Motion("motor", "A.theta", function=function))
    run = sarrus.simulate(m, until=3.0)
    work = run["energy.kinetic"].values + run["energy.potential"].values
    scale = np.abs(work).max()
    np.testing.assert_allclose(run["energy.supplied"].values, work - work[0], atol=1e-6 * scale)


@pytest.mark.parametrize(("step", "is_believed"), [(0.2, False), (0.05, False), (0.01, True)])
def test_fixed_steps_that_lose_the_energy_are_not_believed(step, is_believed):
    m = Mechanism("oscillator", plane="xy")
    m.ground.point("wall", (-1, 0))
    m.add(Body("block", mass=1.0, inertia=0.1))
    m.add(Prismatic("guide", "ground", "block"))
    m.add(SpringDamper("spring", "ground.wall", "block", stiffness=100, free_length=1))
    m.start(fixed={"guide.s": 0.1})
    run = sarrus.simulate(m, until=20.0, rows=51, method="rk4", step=step, strict=False)
    assert run.ok == is_believed
