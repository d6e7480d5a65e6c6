"""Points on curves from files: constraints of a user that own coordinates, in the plane and in space, on trees and in loops."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus.io import dumps, loads
from sarrus.mechanics import FORMULATIONS
from sarrus.testing import check_constraint

FOLDER = Path(__file__).parent / "outside"
ELEMENTS, CAM, CONVEYOR = (str(FOLDER / name) for name in ("curves.py", "cam.yaml", "conveyor.yaml"))
EXACT = {"rtol": 1e-10, "atol": 1e-12}


def kinds_of(path):
    """The classes of a module, imported as any module is."""
    spec = importlib.util.spec_from_file_location("curves_of_a_user", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [module.OnCircle, module.OnSpiral]


KINDS = kinds_of(ELEMENTS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.keyword)
def test_constraint_of_a_user_keeps_the_contract(kind):
    check_constraint(kind, seeds=(0,))


@pytest.mark.parametrize("path", [CAM, CONVEYOR], ids=["plane", "space"])
def test_file_with_a_curve_is_the_same_after_a_round_trip(path):
    mechanism = sarrus.load(path, elements=KINDS)
    text = dumps(mechanism)
    again = loads(text, elements=KINDS)
    assert dumps(again) == text
    assert again.constraints == mechanism.constraints


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_circle_on_a_crank_moves_a_block_as_a_rod_does(formulation):
    run = sarrus.simulate(
        sarrus.load(CAM, elements=KINDS), until=2.0, rows=9, formulation=formulation, **EXACT
    )
    e, r, theta = 0.1, 0.4, run["A.theta"].values
    assert theta == pytest.approx(2.0 * run.t, abs=1e-12)
    slope = np.arcsin(-e * np.sin(theta) / r)  # of the rod that would join eye and block
    assert run["S.s"].values == pytest.approx(e * np.cos(theta) + r * np.cos(slope), abs=1e-10)
    assert run["track.u"].values == pytest.approx(slope - theta, abs=1e-10)
    # the track pushes along the rod that it stands for, and carries no torque
    push = run["track.reaction"].values[:, :2]
    across = push[:, 0] * np.sin(slope) - push[:, 1] * np.cos(slope)
    assert across == pytest.approx(0.0, abs=1e-9)
    assert push[:, 0] == pytest.approx(2.0 * run["S.s_ddot"].values, abs=1e-8)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_joint_that_closes_a_loop_with_a_curve_is_a_cut_like_any_other(formulation):
    """A four-bar whose coupler carries a circle with a bead: a joint is cut, and rows of the curve stand beside it."""
    m = sarrus.Mechanism("four-bar with a bead", plane="xy")
    bars = [
        m.add(sarrus.Body(n, sarrus.Rod(length=l, mass=1))) for n, l in (("a", 0.3), ("b", 0.9), ("c", 0.7))
    ]
    a, b, c = bars
    m.add(sarrus.Revolute("A", m.ground, a.start))
    m.add(sarrus.Revolute("B", a.end, b.start))
    m.add(sarrus.Revolute("C", b.end, c.end))
    m.add(sarrus.Revolute("D", m.ground.point("d", (1, 0)), c.start))
    ball = m.add(sarrus.Body("ball", mass=0.5, inertia=0.01))
    m.add(KINDS[0]("track", b.end, ball, radius=0.2))
    m.add(sarrus.Gravity("weight", (0, -9.81)))
    m.start(
        fixed={"A.theta": 1.0, "track.u": 0.5, "track.u_dot": 0, "ball.psi_dot": 0, "A.theta_dot": 0},
        guess={"D.theta": 1.5},
    )
    report = sarrus.check(m)
    assert report.ok and "freedom    3 (counted: 3)" in report.text()
    run = sarrus.simulate(m, 0.5, rows=6, formulation=formulation, **EXACT)
    total = run["energy.kinetic"].values + run["energy.potential"].values
    assert np.ptp(total) < 1e-8
    psi, u = run["b.psi"].values, run["track.u"].values
    along = np.column_stack([np.cos(psi + u), np.sin(psi + u)])
    at = [np.column_stack([run[f"{p}.x"].values, run[f"{p}.y"].values]) for p in ("ball", "b.end")]
    assert at[0] - at[1] == pytest.approx(0.2 * along, abs=1e-9)
    # a bead without friction feels no force along the circle
    push = run["track.reaction"].values[:, :2]
    assert push[:, 0] * along[:, 1] - push[:, 1] * along[:, 0] == pytest.approx(0.0, abs=1e-8)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_bead_on_a_spiral_of_a_shaft_keeps_energy_and_turning_momentum(formulation):
    run = sarrus.simulate(
        sarrus.load(CONVEYOR, elements=KINDS), until=0.5, rows=6, formulation=formulation, **EXACT
    )
    turn, u = run["A.theta"].values, run["track.u"].values
    rates = run["A.theta_dot"].values, run["track.u_dot"].values
    assert run["bead.x"].values == pytest.approx(0.2 * np.cos(turn + u), abs=1e-9)
    assert run["bead.z"].values == pytest.approx(0.05 * u, abs=1e-9)
    # J theta' + m r^2 (theta' + u') about the axis; gravity has no moment there
    momentum = 0.05 * rates[0] + 0.2 * 0.2**2 * sum(rates)
    assert np.ptp(momentum) < 1e-8
    total = run["energy.kinetic"].values + run["energy.potential"].values
    assert np.ptp(total) < 1e-8
    assert u[-1] < 0.0


def test_commands_know_curves_of_a_file(capsys, tmp_path, monkeypatch):
    from sarrus.cli import main

    def call(*words):
        code = main([*map(str, words), "--elements", ELEMENTS])
        return code, *capsys.readouterr()

    monkeypatch.chdir(tmp_path)
    code, out, err = call("check", CAM)
    assert (code, err) == (0, "") and "freedom    1 (counted: 1), 0 left by the drivers" in out
    code, out, err = call("equations", CAM)
    assert (code, err) == (0, "") and "u_track" in out
    code, out, err = call("simulate", CONVEYOR, "--until", 0.1, "--rows", 3, "--show", "track.u")
    assert (code, err) == (0, "") and "track.u [rad]" in out
    code, out, err = call("explain", "on-circle")
    assert (code, err) == (0, "") and "u [rad]" in out
