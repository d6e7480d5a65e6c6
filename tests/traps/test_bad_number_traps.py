"""TRAPS items 19 and 23, RELIABILITY 2.5: numbers that stop being numbers while a run goes on.

A run ends within one accepted step of the trouble, says when, and keeps only rows that are finite.
"""

from __future__ import annotations

import csv
import math
import re

import numpy as np
import pytest

import sarrus
from sarrus import AppliedForce, Body, Mechanism, Motion, Prismatic
from sarrus.cli import main
from sarrus.io import dumps

TROUBLES = {
    "pole": "1/(1 - t)",
    "root": "sqrt(1 - t)",
    "logarithm": "log(1 - t)",
    "infinity": "1e308*10 if 1 < t else 0",
    "no number": "0/(0 if 1 < t else 1)",
    "huge": "1e300 if 1 < t else 0",
}
"""Torques that are fine before t = 1 s and not from there on."""


def troubled(motor_pendulum, kind):
    """All troubles in one expression, and a live parameter that picks one: compiled once."""
    pieces = list(TROUBLES.values())
    text = f"({pieces[-1]})"
    for number in reversed(range(len(pieces) - 1)):
        text = f"(({pieces[number]}) if kind < {number + 0.5} else {text})"
    m = motor_pendulum(text)
    m.parameters(kind=float(list(TROUBLES).index(kind)))
    return m


def assert_finite(run):
    bad = [name for name in run if not np.isfinite(run[name].values).all()]
    assert not bad, f"not finite: {bad}"


@pytest.mark.parametrize("method", [{}, {"method": "rk4", "step": 0.01}], ids=["dop853", "rk4"])
@pytest.mark.parametrize("kind", TROUBLES)
def test_run_ends_where_the_numbers_end(motor_pendulum, kind, method, formulation):
    run = sarrus.simulate(
        troubled(motor_pendulum, kind), until=2.0, rows=201, strict=False, formulation=formulation, **method
    )
    assert not run.ok
    # rows stand 0.01 s apart, fixed steps too: one of them is lost at most
    assert 0.98 - 1e-9 < run.t[-1] <= 1.01 + 1e-9
    stopped = float(re.match(r"Stopped at t = ([\d.]+) s: ", run.status.text)[1])
    assert 0.98 - 1e-9 < stopped <= 1.01 + 1e-9
    assert_finite(run)


def test_run_into_a_pole_collapses_in_a_bounded_number_of_steps(motor_pendulum):
    """Steps shrink towards the pole until they are too short to make; nothing else may be blamed for it."""
    run = sarrus.simulate(troubled(motor_pendulum, "pole"), until=2.0, rows=3, strict=False)
    assert run.evidence["steps"] + run.evidence["rejected steps"] < 1000
    assert run.status.word in ("step too small", "not finite"), run.status.text


def test_row_with_a_quantity_that_is_not_finite_is_not_published(motor_pendulum):
    """The motion is prescribed and goes on, but the length of a torque of 1e300 N m overflows."""
    m = troubled(motor_pendulum, "huge")
    m.add(Motion("drive", "pin.theta", "t"))
    run = sarrus.kinematics(m, until=2.0, rows=21, strict=False)
    assert len(run) >= 10
    assert_finite(run)


def test_torque_that_is_huge_from_the_start_leaves_no_row_that_is_not_finite(motor_pendulum):
    run = sarrus.simulate(motor_pendulum("1e300"), until=2.0, rows=21, strict=False)
    assert not run.ok
    assert_finite(run)


def test_expression_without_a_value_at_the_start_is_refused_before_the_run(motor_pendulum):
    with pytest.raises(sarrus.ModelError, match=r"motor\.moment: 'log\(t\)' is not a real number at t = 0"):
        sarrus.simulate(motor_pendulum("log(t)"), until=1.0)


def test_command_line_ends_with_3_and_finite_rows(motor_pendulum, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.yaml").write_text(dumps(troubled(motor_pendulum, "root")))
    code = main(["simulate", "model.yaml", "--until", "2", "--rows", "201", "--csv", "run.csv"])
    said = capsys.readouterr()
    assert code == 3
    assert re.search(r"Numerical failure: Stopped at t = 1 s: ", said.err)
    rows = list(csv.reader((tmp_path / "run.csv").read_text().splitlines()))
    assert 99 < len(rows) <= 102
    assert all(math.isfinite(float(value)) for row in rows[1:] for value in row)


def test_force_that_jumps_is_passed_at_full_accuracy():
    """s = F (t - 1)^2 / (2 m) from the jump on; a step ends at the jump."""
    m = Mechanism("pushed", plane="xy")
    m.add(Body("block", mass=2.0, inertia=1.0))
    m.add(Prismatic("guide", "ground", "block"))
    m.add(AppliedForce("push", "block", force=("6 if 1 < t else 0", 0)))
    run = sarrus.simulate(m, until=2.0, rows=21, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(run["guide.s"].values, 1.5 * np.maximum(run.t - 1.0, 0.0) ** 2, atol=1e-12)
    assert run.evidence["steps ended at a kink"] >= 1


@pytest.mark.parametrize("step", [1e-15, 1e-20])
def test_steps_too_short_for_the_interval_are_refused(motor_pendulum, step):
    run = sarrus.simulate(motor_pendulum("0"), until=1.0, rows=11, method="rk4", step=step, strict=False)
    assert not run.ok and len(run) <= 1
