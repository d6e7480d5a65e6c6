"""A rope never pushes and a stop never pulls, damped or not; what their dampers take is lost, and counted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sarrus import Body, BumpStop, Mechanism, Prismatic, Rope, simulate

SENSE = {Rope: 1.0, BumpStop: -1.0}
"""Sign of the stretch at which each acts, and of its pull then."""
SIZES = {"small": 1, "rolled": 10}


def ball_on_a(kind: Any, count: int = 1, damping: float = 20.0, stiffness: float = 100.0) -> Mechanism:
    """Balls on rails that run into the element at 1 m/s and are thrown back."""
    m = Mechanism("balls", plane="xy")
    top = m.ground.point("top", (0, 0))
    for i in range(count):
        ball = m.add(Body(f"ball{i}", mass=1.0, inertia=0.1))
        m.add(Prismatic(f"rail{i}", m.ground, ball))
        m.add(kind(f"line{i}", top, ball, stiffness=stiffness, damping=damping, free_length=0.5))
        m.start(fixed={f"rail{i}.s": 0.5 + 0.01 * SENSE[kind], f"rail{i}.s_dot": SENSE[kind] * (1 + 0.1 * i)})
    return m


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("formulation", ["relative", "absolute"])
@pytest.mark.parametrize("kind", SENSE)
def test_a_damped_rope_never_pushes_and_a_damped_stop_never_pulls(kind, formulation, size):
    run = simulate(ball_on_a(kind, SIZES[size]), until=0.5, rows=101, formulation=formulation)
    for i in range(SIZES[size]):
        pull = SENSE[kind] * run[f"line{i}.magnitude"].values
        stretch = SENSE[kind] * (run[f"line{i}.length"].values - 0.5)
        rate = SENSE[kind] * run[f"line{i}.rate"].values
        # rolled cells fuse a product and a sum, which leaves the rounding of the product
        assert pull.min() >= -1e-14
        expected = np.where(stretch > 0, np.maximum(0.0, 100 * stretch + 20 * rate), 0.0)
        assert pull == pytest.approx(expected, abs=1e-9)
        # the case itself: the viscous law alone would have the wrong sign for a while
        assert (100 * stretch + 20 * rate)[stretch > 0].min() < -1.0


@pytest.mark.parametrize("kind", SENSE)
def test_what_a_clipped_damper_takes_is_lost_and_the_energies_add_up(kind):
    run = simulate(ball_on_a(kind), until=0.5, rows=101)
    lost = run["energy.dissipated"].values
    assert np.diff(lost).min() >= -1e-9
    # the errors of some dozen steps of 1e-9, and of a few over a kink
    assert np.abs(run["energy.balance"].values).max() < 5e-6
    # thrown back and out of reach: all energy there is is kinetic, the rest was lost
    left = 0.5 * run["rail0.s_dot"].values[-1] ** 2
    assert lost[-1] == pytest.approx(0.5 + 0.5 * 100 * 0.01**2 - left, abs=5e-6)


@pytest.mark.parametrize("kind", SENSE)
def test_without_damping_it_gives_back_all_it_took(kind):
    run = simulate(ball_on_a(kind, damping=0.0), until=0.5, rows=51)
    assert np.all(run["energy.dissipated"].values == 0.0)
    assert run["rail0.s_dot"].values[-1] == pytest.approx(-SENSE[kind] * np.sqrt(1.01), abs=1e-7)


@pytest.mark.parametrize("kind", SENSE)
def test_a_damper_without_a_spring_acts_in_one_direction_only(kind):
    run = simulate(ball_on_a(kind, stiffness=0.0, damping=2.0), until=0.5, rows=51)
    # x = x0 + v0/c (1 - exp(-c t)) for 1 kg: it never comes back
    assert run["rail0.s_dot"].values == pytest.approx(SENSE[kind] * np.exp(-2.0 * run.t), abs=1e-8)
