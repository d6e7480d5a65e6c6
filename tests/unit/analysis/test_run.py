"""Runs: options refused early, evidence, failures that keep what they have, interruption."""

import numpy as np
import pytest

import sarrus
from sarrus.analysis import run as running
from sarrus.errors import Interrupted, NumericalError, UsageError


def pendulum(damping=None):
    m = sarrus.Mechanism("pendulum", plane="xy")
    m.add(sarrus.Body("bar", sarrus.Rod(length=1.0, mass=2.0)))
    m.add(sarrus.Revolute("pin", "ground", "bar.start"))
    m.add(sarrus.Gravity("weight", (0, -9.81)))
    if damping is not None:
        m.ground.point("hook", (0, 2))
        m.add(
            sarrus.SpringDamper(
                "damper", "ground.hook", "bar.end", stiffness=3, damping=damping, free_length=1
            )
        )
    return m


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"until": 0.0}, "until is 0 s. It must be greater than 0"),
        ({"until": float("nan")}, "until is nan"),
        ({"until": 1.0, "rows": 1}, "At least 2 output rows"),
        (
            {"until": 1.0, "formulation": "best"},
            "formulation 'best' is unknown. Allowed are: relative, absolute",
        ),
        ({"until": 1.0, "method": "euler"}, "method 'euler' is unknown. Allowed are: dop853, rk4"),
        ({"until": 1.0, "rtol": 1.0}, "rtol lies between"),
        ({"until": 1.0, "method": "rk4"}, "'rk4' needs a step"),
    ],
)
def test_impossible_options_are_refused(options, message):
    with pytest.raises(UsageError, match=message):
        sarrus.simulate(pendulum(), **options)


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_energy_balance_counts_what_is_dissipated(formulation):
    run = sarrus.simulate(pendulum(damping=2.0), until=5.0, rtol=1e-10, atol=1e-10, formulation=formulation)
    lost = run["energy.dissipated"].values
    assert lost[-1] > 1.0 and (np.diff(lost) >= -1e-12).all()
    assert np.abs(run["energy.balance"].values).max() < 1e-7
    assert run.evidence["worst energy balance [J]"] < 1e-7


def test_driver_supplies_the_energy_it_puts_in():
    m = pendulum()
    m.add(sarrus.Motion("motor", "pin.theta", "0.5*t**2"))
    run = sarrus.kinematics(m, until=2.0, rtol=1e-10)
    np.testing.assert_allclose(run["pin.theta"].values, 0.5 * run.t**2, atol=1e-12)
    np.testing.assert_allclose(run["pin.theta_dot"].values, run.t, atol=1e-12)
    np.testing.assert_allclose(run["pin.theta_ddot"].values, 1.0, atol=1e-10)
    # J theta'' + m g l/2 cos(theta)
    effort = 2.0 / 3.0 + 2.0 * 9.81 / 2.0 * np.cos(0.5 * run.t**2)
    np.testing.assert_allclose(run["motor.effort"].values, effort, atol=1e-9)
    np.testing.assert_allclose(run["motor.power"].values, effort * run.t, atol=1e-9)
    assert np.abs(run["energy.balance"].values).max() < 1e-8


def test_fixed_step_rk4_agrees_with_the_adaptive_method():
    fine = sarrus.simulate(pendulum(), until=2.0, rows=21, rtol=1e-11, atol=1e-11)
    fixed = sarrus.simulate(pendulum(), until=2.0, rows=21, method="rk4", step=0.001)
    np.testing.assert_allclose(fixed["pin.theta"].values, fine["pin.theta"].values, atol=1e-9)


def test_angles_are_counted_over_full_turns_in_both_formulations():
    m = pendulum()
    m.start(fixed={"pin.theta_dot": 20.0})
    runs = [sarrus.simulate(m, until=3.0, rows=4, formulation=f) for f in ("relative", "absolute")]
    assert runs[0]["pin.theta"][-1] > 40
    np.testing.assert_allclose(runs[0]["pin.theta"].values, runs[1]["pin.theta"].values, atol=1e-4)


def lock_up():
    """A crank driven past the angle its four-bar can reach."""
    m = sarrus.Mechanism("non-Grashof", plane="xy")
    m.ground.point("D", (1.0, 0))
    for name, length in {"crank": 0.8, "coupler": 0.5, "rocker": 0.6}.items():
        m.add(sarrus.Body(name, sarrus.Rod(length=length, mass=1)))
    m.add(sarrus.Revolute("A", "ground", "crank.start"))
    m.add(sarrus.Revolute("B", "crank.end", "coupler.start"))
    m.add(sarrus.Revolute("C", "coupler.end", "rocker.end"))
    m.add(sarrus.Revolute("D", "ground.D", "rocker.start"))
    m.add(sarrus.Motion("motor", "A.theta", "0.5 + t"))
    m.start(guess={"A.theta": 0.5, "D.theta": "120 deg"})
    return m


def test_lock_up_ends_with_a_status_and_keeps_the_rows():
    with pytest.raises(NumericalError, match="Stopped at t = ") as caught:
        sarrus.kinematics(lock_up(), until=3.0)
    kept = caught.value.result
    assert 0 < len(kept) < 501 and not kept.ok
    assert all(np.isfinite(kept[name].values).all() for name in kept)
    # coupler and rocker in line: the crank pin is 1.1 away from D
    limit = np.arccos((0.8**2 + 1.0 - 1.1**2) / (2 * 0.8))
    assert kept["A.theta"][-1] < limit < kept["A.theta"][-1] + 0.02


def test_interruption_keeps_the_rows(monkeypatch):
    def stop(t, until):
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "CHUNK", 3)
    with pytest.raises(Interrupted, match="rows are kept") as caught:
        sarrus.simulate(pendulum(), until=10.0, progress=stop)
    assert 0 < len(caught.value.result) < 501


def test_progress_reaches_the_end(monkeypatch):
    seen = []
    monkeypatch.setattr(running, "CHUNK", 5)
    sarrus.simulate(pendulum(), until=2.0, progress=lambda t, until: seen.append((t, until)))
    assert len(seen) > 2 and seen[-1] == (2.0, 2.0) and seen == sorted(seen)


def test_same_bits_in_chunks_and_at_once(monkeypatch):
    whole = sarrus.simulate(pendulum(), until=2.0)
    monkeypatch.setattr(running, "CHUNK", 4)
    parts = sarrus.simulate(pendulum(), until=2.0)
    assert all((whole[n].values == parts[n].values).all() for n in whole)


def test_a_path_instead_of_a_mechanism_is_explained():
    with pytest.raises(UsageError, match=r"Load a model file with sarrus\.load"):
        sarrus.simulate("four-bar.yaml", until=1.0)
