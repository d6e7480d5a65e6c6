"""Runs that get nowhere end with a reason; those that are merely long do not."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import sarrus
from sarrus import (
    AppliedForce,
    Body,
    CoordinateForce,
    Friction,
    Gravity,
    LineForce,
    Mechanism,
    ModelError,
    Prismatic,
    Revolute,
    Rod,
)
from sarrus.analysis.motion.hopeless import WINDOW, WINDOWS, Watch
from sarrus.analysis.motion.runaway import Growth
from sarrus.mechanics.infos import StateKind
from sarrus.solvers.status import Status


def block(force, *laws):
    m = Mechanism("block", plane="xy")
    body = m.add(Body("block", mass=1.0, inertia=0.1))
    m.add(Prismatic("rail", m.ground, body))
    m.add(AppliedForce("push", "block", force=(force, 0)))
    for law in laws:
        m.add(law)
    return m


def ended(m):
    return sarrus.simulate(m, until=1.0, rows=2, strict=False)


def test_a_law_that_chatters_is_named():
    """2 N against a jump between 3 N and -3 N: the block would stand still on the jump."""
    run = ended(
        block(
            2.0,
            CoordinateForce("other", "rail.s", function="-1 if value > 10 else 0"),
            CoordinateForce("brake", "rail.s", function="-3 if rate > 0 else 3"),
        )
    )
    assert run.status.word == "chattering"
    assert "coordinate-force 'brake' chatters" in run.status.text
    assert "tanh(rate/0.01)" in run.status.text
    assert dict(run.evidence)["steps"] < 2 * WINDOW * WINDOWS


def test_a_run_that_chatters_ends_in_the_same_step_whatever_its_pace(monkeypatch):
    m = block(2.0, CoordinateForce("brake", "rail.s", function="-3 if rate > 0 else 3"))
    first = ended(m)
    monkeypatch.setattr("sarrus.analysis.motion.run.paced", lambda steps, took: 777)
    again = ended(m)
    assert again.status.text == first.status.text
    assert dict(again.evidence)["steps"] == dict(first.evidence)["steps"]


def test_a_law_that_asks_for_rounding_noise_is_named():
    m = Mechanism("bar", plane="xy")
    bar = m.add(Body("bar", Rod(length=1.0, mass=1.0)))
    m.add(Revolute("A", m.ground, bar.start))
    m.add(Gravity("weight", (0, -9.81)))
    m.add(LineForce("pull", m.ground, "bar.end", function="5 if rate > 0 else -5"))
    run = ended(m)
    assert run.status.word == "chattering"
    assert "line-force 'pull' chatters" in run.status.text


def test_a_force_that_is_too_steep_is_named_with_what_to_do():
    run = ended(block(20.0, Friction("dry", "rail.s", coefficient=3.0, normal=10.0, smooth=1e-9)))
    assert run.status.word == "stiff"
    assert "Friction 'dry' is the steepest" in run.status.text
    assert "larger speed `smooth`" in run.status.text


def test_a_stiff_run_is_known_by_how_fast_its_speeds_decay():
    """Its steps stay at the limit of the method, and none is taken back."""
    m = block(2.0, Gravity("weight", (0, -9.81)))
    m.add(Friction("dry", "rail.s", coefficient=3.0, normal="reaction", smooth=1e-8))
    run = ended(m)
    assert run.status.word == "stiff"
    assert "Friction 'dry' is the steepest" in run.status.text
    assert dict(run.evidence)["rejected steps"] < 0.01 * dict(run.evidence)["steps"]


def test_a_steep_force_that_lets_a_run_end_in_time_is_no_reason():
    run = ended(block(20.0, Friction("dry", "rail.s", coefficient=3.0, normal=10.0, smooth=1e-5)))
    assert run.ok and dict(run.evidence)["steps"] > 2 * WINDOW * WINDOWS


def test_a_speed_that_no_motion_is_told_from_rest_by_is_refused():
    m = block(20.0, Friction("dry", "rail.s", coefficient=3.0, normal=10.0, smooth=1e-300))
    with pytest.raises(ModelError, match=r"1e-300 m/s, which no motion can be told from rest by.*1e-12 m/s"):
        m.snapshot()


class Stand:
    """A run of one coordinate and one speed that is moved by hand."""

    def __init__(self, acceleration=1.0):
        kinds = (StateKind.COORDINATE, StateKind.SPEED, StateKind.WORK)
        equations = SimpleNamespace(
            states=[SimpleNamespace(kind=kind, scale=1.0) for kind in kinds],
            coordinates=("s",),
            speeds=("s_dot",),
            coordinate_lengths=(1.0,),
            speed_lengths=(1.0,),
        )
        memory = SimpleNamespace(vdot=np.array([acceleration]))
        machine = SimpleNamespace(equations=equations, memory=memory, evaluate=lambda t, x: (Status.OK, x))
        self.run = SimpleNamespace(
            t=0.0, x=np.zeros(3), accepted=0, rejected=0, cuts=0, kinks=0, rtol=1e-9, is_landing=False
        )
        self.watch = Watch(machine, self.run)

    def verdicts(self, time, moved=0.0, rejected=0, kinks=0, until=1e3):
        """What is said after each of some windows of so much time."""
        found = []
        for _ in range(2 * WINDOWS):
            run = self.run
            run.t += time
            run.x[0] += moved
            run.accepted += WINDOW - rejected
            run.rejected += rejected
            run.kinks += kinks
            found.append(self.watch.verdict(until))
        return found


def test_long_runs_without_rejected_steps_go_on():
    """A small fast vibration, sampled always in the same phase, for a very long time."""
    assert set(Stand().verdicts(1e-6, rejected=WINDOW // 50)) == {Status.RUNNING}


def test_stiff_runs_that_move_go_on():
    assert set(Stand().verdicts(1e-6, moved=0.01, rejected=WINDOW // 2)) == {Status.RUNNING}


def test_rattling_goes_on_where_speeds_change_between_the_changes():
    """1000 changes within 0.1 s, each after a change of speed of 1e-3 m/s."""
    assert set(Stand(acceleration=10.0).verdicts(0.1, kinks=1000)) == {Status.RUNNING}


def test_a_run_is_given_up_after_some_windows_of_the_same():
    found = Stand().verdicts(1e-6, rejected=WINDOW // 2)
    assert found[: WINDOWS - 1] == [Status.RUNNING] * (WINDOWS - 1)
    assert found[WINDOWS - 1] is Status.STIFF


def test_a_change_in_time_begins_the_count_anew():
    stand = Stand()
    assert stand.verdicts(1e-6, rejected=WINDOW // 2)[WINDOWS - 2] is Status.RUNNING
    stand = Stand()
    for _ in range(3 * WINDOWS):
        stand.run.accepted += WINDOW // 2
        stand.run.rejected += WINDOW // 2
        stand.watch.restart()
        assert stand.watch.verdict(1e3) is Status.RUNNING


def fed_pendulum(law):
    """A double pendulum whose first pin is driven by a law."""
    m = Mechanism("fed", plane="xy")
    at = m.ground
    for k in (1, 2):
        bar = m.add(Body(f"bar{k}", Rod(length=1.0, mass=1.0)))
        m.add(Revolute(f"pin{k}", at, bar.start))
        at = bar.end
    m.add(Gravity("weight", (0, -9.81)))
    m.add(CoordinateForce("feed", "pin1.theta", function=law))
    return m


def test_a_motion_that_runs_away_ends_with_a_status_of_its_own():
    """A damper of the wrong sign feeds it: speeds grow without end, and steps shrink as much."""
    run = sarrus.simulate(fed_pendulum("4*rate"), until=60.0, rows=2, strict=False)
    assert run.status.word == "runaway"
    assert "Something feeds the motion" in run.status.text
    assert "a speed of 'pin" in run.status.text
    assert run.t[-1] < 60.0


def test_a_speed_that_grows_evenly_is_no_runaway():
    """Attempts are as many as turns, the square of the time: speeds grow with the root of their number."""
    growth = Growth(WINDOW)
    assert not any(growth.see(k * WINDOW, k**0.5, k**-0.5) for k in range(1, 1000))


def test_a_vibration_that_builds_up_at_its_own_pace_is_no_runaway():
    """Its speeds grow by themselves, but its steps stay as they are."""
    growth = Growth(WINDOW)
    assert not any(growth.see(k * WINDOW, 1.1**k, 1.0) for k in range(1, 1000))


def test_growth_is_seen_once_speeds_and_steps_follow_the_attempts():
    growth = Growth(WINDOW)
    seen = [growth.see(k * WINDOW, float(k), 1.0 / k) for k in range(1, 100)]
    assert not any(seen[:31])
    assert all(seen[31:])
