"""Rows of positions come before rows of velocities: these close nothing, and take no place of one that does."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from sarrus import Body, Coupler, Distance, Gravity, Mechanism, RollingDisk
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.elements.base import lengths
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.mechanics import FORMULATIONS
from sarrus.program import blocks, machine
from sarrus.program.machine import Machine, loops_around
from sarrus.solvers.integrators import DOP853
from sarrus.solvers.status import Status


class Leash(FrameConstraint):
    """Forbids the distance of two points to change, five times over: the rate of a function, and the longer row."""

    slips = lengths("slip.length")

    def slip(self, X_FM, V_FM):
        return (5.0 * V_FM.v.dot(X_FM.p) / X_FM.p.norm(),)


def swinging():
    """A point on a rod, and a row of velocities that says the same as the rod."""
    m = Mechanism("swinging", plane="xy")
    bob = m.add(Body("bob", mass=1.0, inertia=0.1))
    m.add(Distance("rod", m.ground, bob, length=1.0))
    m.add(Leash("leash", m.ground, bob))
    m.add(Gravity("weight", (0, -9.81)))
    m.start(fixed={"bob.x": 1.0, "bob.psi": 0}, guess={"bob.y": 0.0})
    return m


@pytest.fixture(params=[24, 0], ids=["dense", "sparse"])
def size_of_blocks(request, monkeypatch):
    """Blocks treated as dense matrices, or by sparse factors."""
    monkeypatch.setattr(blocks, "DENSE", request.param)


def radius(run):
    return np.hypot(run["bob.x"].values, run["bob.y"].values)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_integrable_row_of_velocities_displaces_no_row_of_positions(formulation, size_of_blocks):
    run = sarrus.simulate(swinging(), 3.0, rows=31, rtol=1e-5, atol=1e-5, formulation=formulation)
    assert run.evidence["redundant rows left out"] == ["leash.slip.length"]
    assert np.abs(radius(run) - 1.0).max() < 1e-12


def test_rows_chosen_without_regard_to_their_level_let_a_rod_drift(monkeypatch):
    """What the choice by level is for: the longer row is one of velocities, and nothing keeps the rod's length."""
    monkeypatch.setattr(machine, "BY_LEVEL", machine.OF_POSITIONS)
    loops_around.cache_clear()
    try:
        run = sarrus.simulate(swinging(), 3.0, rows=31, rtol=1e-5, atol=1e-5, strict=False)
        drift = np.abs(radius(run) - 1.0).max(initial=0.0)
        assert run.status.word == "redundant conflict" or drift > 1e-9
    finally:
        monkeypatch.undo()
        loops_around.cache_clear()


def test_rack_that_repeats_a_rolling_wheel_is_kept_to_the_last_bit(size_of_blocks):
    m = Mechanism("rack", plane="xy")
    wheel = m.add(Body("wheel", mass=2.0, inertia=0.05))
    m.add(RollingDisk("roll", m.ground, wheel, radius=0.3, normal="y"))
    m.add(Coupler("rack", "wheel.x", "wheel.psi", ratio=-0.3))
    m.add(Gravity("slope", (3.0, -9.0)))
    m.start(guess={"wheel.y": 0.3})
    run = sarrus.simulate(m, 2.0, rows=21)
    assert run.evidence["redundant rows left out"] == ["roll.slip.x_F"]
    assert np.abs(run["wheel.x"].values + 0.3 * run["wheel.psi"].values).max() < 1e-13
    # m a = m g - F, J a / r = F r
    assert run["wheel.x_ddot"].values == pytest.approx(3.0 / (1.0 + 0.05 / (2.0 * 0.09)), abs=1e-12)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_position_is_not_corrected_through_a_row_of_velocities(formulation, size_of_blocks):
    """A disk that stands too high is put down by the least change, sideways too where that is less: no row stops it."""
    m = Mechanism("wheel", plane="xy")
    wheel = m.add(Body("wheel", mass=2.0, inertia=0.05))
    m.add(RollingDisk("roll", m.ground, wheel, radius=0.3, normal="y"))
    m.start(fixed={"wheel.x": 0.2, "wheel.psi": 0.1, "wheel.psi_dot": 1.0}, guess={"wheel.y": 0.3})
    e, x = in_formulation(find_start(m.snapshot()), formulation)
    made = Machine(e, DOP853)
    moved = x.copy()
    moved[1] += 1e-3
    assert Status(made.begin(0.0, moved)) is Status.OK
    assert moved[:3] == pytest.approx(x[:3], abs=1e-13)
    # a speed off the rows is put back by all of them
    moved[3] += 0.1
    assert Status(made.begin(0.0, moved)) is Status.OK
    assert moved[3] + 0.3 * moved[5] == pytest.approx(0.0, abs=1e-13)
    assert made.rank == 2


def test_mechanism_without_rows_of_velocities_is_not_asked_about_levels():
    found = set(loops_around(DOP853).translation.signatures)
    assert not found & {"choose_by_level", "pivot_by_level", "hide_slips", "show_slips", "rows_left"}
    by_level = set(loops_around(DOP853, has_slips=True).translation.signatures)
    assert {"choose_by_level", "pivot_by_level", "hide_slips", "show_slips"} <= by_level
