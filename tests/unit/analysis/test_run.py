"""Runs: options refused early, evidence, failures that keep what they have, interruption, rows on disk."""

import os
from typing import get_args

import numpy as np
import pytest

import sarrus
from sarrus.analysis.motion import output
from sarrus.analysis.motion import run as running
from sarrus.analysis.options import Method
from sarrus.errors import Interrupted, NumericalError, UsageError
from sarrus.solvers.integrators import INTEGRATORS


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
        ({"until": float("nan")}, "until: the number nan is not finite"),
        ({"until": 1.0, "rows": 1}, "At least 2 output rows"),
        ({"until": 1.0, "rows": 1e3}, "rows is 1000.0. It must be a whole number"),
        ({"until": 1.0, "rows": 10**9}, "1000000000 rows take 3.. GB of memory. Up to 2 GB are allowed"),
        (
            {"until": 1.0, "formulation": "best"},
            "formulation 'best' is unknown. Allowed are: auto, relative, absolute",
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


def parallelogram():
    """A parallelogram that swings through its change point, where rows may be refused."""
    m = sarrus.Mechanism("parallelogram", plane="xy")
    m.ground.point("D", (1.0, 0))
    for name, length in {"crank": 0.5, "coupler": 1.0, "rocker": 0.5}.items():
        m.add(sarrus.Body(name, sarrus.Rod(length=length, mass=1)))
    m.add(sarrus.Revolute("A", "ground", "crank.start"))
    m.add(sarrus.Revolute("B", "crank.end", "coupler.start"))
    m.add(sarrus.Revolute("C", "coupler.end", "rocker.end"))
    m.add(sarrus.Revolute("D", "ground.D", "rocker.start"))
    m.start(fixed={"A.theta": 1.0, "A.theta_dot": -2.0}, guess={"D.theta": 1.0})
    return m


@pytest.mark.parametrize(
    ("build", "options"),
    [
        (lambda: pendulum(damping=2.0), {"until": 0.5, "rows": 2001, "formulation": "absolute"}),
        (lambda: pendulum(), {"until": 0.5, "rows": 301, "method": "rk4", "step": 0.01}),
        (parallelogram, {"until": 1.0, "rows": 401}),
    ],
)
def test_same_bits_whatever_the_size_of_the_buffer(build, options, monkeypatch):
    whole = sarrus.simulate(build(), strict=False, **options)
    assert len(whole) > 100
    for size in (1, 20_000):
        monkeypatch.setattr(output, "BUFFER", size)
        parts = sarrus.simulate(build(), strict=False, **options)
        assert len(parts) == len(whole) and parts.evidence == whole.evidence and parts.status == whole.status
        assert all(whole[n].values.tobytes() == parts[n].values.tobytes() for n in whole)


# Rows on disk


def assert_equal(a, b):
    assert (a.mechanism, a.analysis, a.status, a.not_unique) == (
        b.mechanism,
        b.analysis,
        b.status,
        b.not_unique,
    )
    assert list(a) == list(b) and a.evidence == b.evidence and a.t.tobytes() == b.t.tobytes()
    assert all(a[n].values.tobytes() == b[n].values.tobytes() and a[n].unit == b[n].unit for n in a)


def test_a_saved_run_is_the_same_and_leaves_one_file(tmp_path, monkeypatch):
    kept = sarrus.simulate(pendulum(damping=1.0), until=2.0)
    monkeypatch.setattr(output, "BUFFER", 20_000)  # several blocks
    saved = sarrus.simulate(pendulum(damping=1.0), until=2.0, save=tmp_path / "run.h5")
    assert os.listdir(tmp_path) == ["run.h5"]
    assert_equal(saved, kept)
    assert_equal(sarrus.load_result(tmp_path / "run.h5"), kept)
    kept.save(tmp_path / "kept.h5")
    assert (tmp_path / "kept.h5").read_bytes() == (tmp_path / "run.h5").read_bytes()


def test_a_run_that_fails_saves_the_rows_so_far_with_its_status(tmp_path):
    with pytest.raises(NumericalError) as caught:
        sarrus.kinematics(lock_up(), until=3.0, save=tmp_path / "run.h5")
    found = sarrus.load_result(tmp_path / "run.h5")
    assert 0 < len(found) < 501 and found.status.word == "locked"
    assert_equal(found, caught.value.result)
    assert os.listdir(tmp_path) == ["run.h5"]


def test_an_interrupted_run_is_saved_and_it_is_said_where(tmp_path, monkeypatch):
    def stop(t, until):
        if t > 1.0:
            raise KeyboardInterrupt

    monkeypatch.setattr(running, "CHUNK", 3)
    with pytest.raises(
        Interrupted, match=r"stopped at t = .* s; \d+ rows are kept in .*run\.h5\.$"
    ) as caught:
        sarrus.simulate(pendulum(), until=10.0, progress=stop, save=tmp_path / "run.h5")
    found = sarrus.load_result(tmp_path / "run.h5")
    assert found.status.word == "interrupted" and 50 < len(found) < 501
    assert_equal(found, caught.value.result)
    assert os.listdir(tmp_path) == ["run.h5"]


def test_a_second_interruption_while_the_file_is_made_keeps_the_journal(tmp_path, monkeypatch):
    def stop(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "CHUNK", 3)
    monkeypatch.setattr("sarrus.results.contents.Contents.write", stop)
    with pytest.raises(Interrupted, match=r"rows are kept in .*run\.h5\.part\.$"):
        sarrus.simulate(pendulum(), until=10.0, progress=stop, save=tmp_path / "run.h5")
    assert os.listdir(tmp_path) == ["run.h5.part"]
    assert sarrus.load_result(tmp_path / "run.h5.part").status.word == "interrupted"


def test_rows_reach_the_disk_in_time(tmp_path, monkeypatch):
    seen = []
    monkeypatch.setattr(running, "CHUNK", 3)
    monkeypatch.setattr(running, "CALL", 0.0)  # three steps, then one at a time
    monkeypatch.setattr("sarrus.results.recording.FLUSH_AFTER", 0.0)

    def look(t, until):
        if t < until:
            seen.append((t, sarrus.load_result(tmp_path / "run.h5.part")))

    sarrus.simulate(pendulum(), until=2.0, progress=look, save=tmp_path / "run.h5")
    assert len(seen) > 10
    for t, found in seen:
        assert found.status.word == "running" and found.t[-1] <= t < found.t[-1] + 2.0 / 500 + 1e-9
        assert found.evidence["steps"] > 0


def test_a_mechanism_that_does_not_close_leaves_no_file(tmp_path):
    m = lock_up()
    m.ground.point("far", (9.0, 0))
    m.add(sarrus.Revolute("E", "ground.far", "rocker.end"))
    with pytest.raises(NumericalError):
        sarrus.simulate(m, until=1.0, save=tmp_path / "run.h5")
    assert os.listdir(tmp_path) == []


def test_calls_are_measured_out_by_the_clock():
    assert running.paced(100, 0.1) == 100
    assert running.paced(100, 10.0) == 1
    assert running.paced(100, 1e-9) == running.paced(100, 0.0) == 400
    assert running.paced(running.MOST_STEPS, 0.0) == running.MOST_STEPS


def test_a_path_instead_of_a_mechanism_is_explained():
    with pytest.raises(UsageError, match=r"Load a model file with sarrus\.load"):
        sarrus.simulate("four-bar.yaml", until=1.0)


def test_every_method_of_the_shelf_is_offered_and_told_of():
    """The shelf is the list; texts for people name what is on it."""
    method = get_args(Method)[1]
    assert method.allowed() == tuple(INTEGRATORS)
    for name in INTEGRATORS:
        assert f'"{name}"' in sarrus.simulate.__doc__
        assert name in method.help
