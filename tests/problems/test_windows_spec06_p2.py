"""P2 of spec 06: N square windows of unit bars, through poses where the constraint matrix loses rank.

Source: IFToMM Library of Computational Benchmark Problems, A02; M. Gonzalez, D. Dopico, U. Lugris, J. Cuadrado,
Multibody System Dynamics 16 (2006) 179-190. Comparison rule and levels are those of spec 06.
"""

from functools import lru_cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import sarrus
from sarrus import Body, Gravity, Mechanism, Revolute, Rod

G = 9.81
TIMES = (1, 5, 10)
TABLE = {  # B0: x, y, vx, vy at t = 1, 5, 10
    1: (
        (-0.260712675184, -0.965416439159, -6.63780949612, 1.79255397039),
        (-0.944908186043, -0.327335485319, -1.85893089126, 5.36611242967),
        (0.478385057761, 0.878150178791, 1.72726407555, -0.940952179372),
    ),
    2: (
        (-0.195020301949, -0.980799205662, -6.67667803688, 1.32757832516),
        (-0.811310461005, -0.584615545349, -3.56911739719, 4.95310517131),
        (0.328458111541, 0.944518538179, 1.42305147021, -0.494868845487),
    ),
}
ENERGY = {1: 20.45333333, 2: 35.835}
ROWS = 501
LEVELS = {"normal": ({}, 1e-4), "tight": ({"rtol": 1e-10, "atol": 1e-10}, 1e-7)}


def windows(count):
    m = Mechanism(f"{count} windows", plane="xy")
    cranks = [m.add(Body(f"crank{k}", Rod(length=1, mass=1))) for k in range(count + 1)]
    couplers = [m.add(Body(f"coupler{k}", Rod(length=1, mass=1))) for k in range(count)]
    for k, crank in enumerate(cranks):
        m.add(Revolute(f"G{k}", m.ground.point(f"P{k}", (k, 0)), crank.start))
    for k, coupler in enumerate(couplers):
        m.add(Revolute(f"L{k}", cranks[k].end, coupler.start))
        m.add(Revolute(f"R{k}", cranks[k + 1].end, coupler.end))
    m.add(Gravity("weight", (0, -G)))
    m.start(
        fixed={"G0.theta": "90 deg", "G0.theta_dot": -1},
        guess={f"G{k}.theta": "90 deg" for k in range(1, count + 1)}
        | {f"L{k}.theta": "-90 deg" for k in range(count)},
    )
    return m


def constants(count):
    """I and G of the required motion I th'' = -G cos th."""
    return (count + 1) / 3 + count, G * ((count + 1) / 2 + count)


@lru_cache
def common_angle(count):
    """Angle of all cranks on the required branch at ROWS times, to about 1e-11."""
    inertia, pull = constants(count)
    times = np.linspace(0.0, 10.0, ROWS)
    found = solve_ivp(
        lambda t, y: (y[1], -pull / inertia * np.cos(y[0])),
        (0.0, 10.0),
        (np.pi / 2, -1.0),
        method="DOP853",
        rtol=1e-13,
        atol=1e-13,
        t_eval=times,
    )
    return found.y[0]


@lru_cache
def run_of(count, formulation, **settings):
    return sarrus.simulate(windows(count), until=10.0, rows=ROWS, formulation=formulation, **settings)


def off_the_parallelogram(run, count):
    """Largest difference of a crank angle from that of crank 0, or of a coupler from the horizontal."""
    first = np.asarray(run["crank0.psi"])
    cranks = [np.asarray(run[f"crank{k}.psi"]) - first for k in range(1, count + 1)]
    couplers = [np.asarray(run[f"coupler{k}.psi"]) for k in range(count)]
    return max(float(np.abs(a).max()) for a in (*cranks, *couplers))


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("level", LEVELS)
def test_p2_table_spec06_P2(formulation, level, count, deviation):
    settings, limit = LEVELS[level]
    run = run_of(count, formulation, **settings)
    rows = [50 * t for t in TIMES]
    found = [[run[f"crank0.end.{q}"][i] for q in ("x", "y", "x_dot", "y_dot")] for i in rows]
    assert np.array_equal(run.t[rows], TIMES)
    assert deviation(found, TABLE[count]) < limit


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("level", LEVELS)
def test_p2_energy_spec06_P2(formulation, level, count):
    """The potential energy ranges over 2 G (a full turn of the cranks)."""
    settings, limit = LEVELS[level]
    run = run_of(count, formulation, **settings)
    energy = np.asarray(run["energy.kinetic"]) + np.asarray(run["energy.potential"])
    inertia, pull = constants(count)
    assert energy[0] == pytest.approx(inertia / 2 + pull, rel=1e-13)
    assert energy[0] == pytest.approx(ENERGY[count], abs=5e-9)
    assert np.abs(energy - energy[0]).max() < limit * 2 * pull


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("rtol", [1e-6, 1e-9])
def test_p2_stays_a_parallelogram_through_ten_flat_poses_spec06_P2(formulation, rtol, count):
    """On the wrong branch a crank differs by O(1). On the right one the closure is projected to rounding; near a flat
    pose the angles follow from it as its square root, so 1e-6 is what a residual of 1e-12 leaves open."""
    run = run_of(count, formulation, rtol=rtol, atol=rtol)
    assert run.ok
    assert off_the_parallelogram(run, count) < 1e-6
    passages = np.diff(np.sign(np.sin(common_angle(count)))) != 0
    assert passages.sum() == 10
    # Global error is not promised by local control (TRAPS 25): measured 2e3 rtol on this problem.
    assert np.abs(run["crank0.psi"] - common_angle(count)).max() < 1e4 * rtol


@pytest.mark.parametrize("count", [1, 2])
def test_p2_error_falls_with_the_tolerance_spec06_P2(formulation, count):
    errors = []
    tolerances = (1e-6, 1e-8, 1e-10)
    for tol in tolerances:
        run = run_of(count, formulation, rtol=tol, atol=tol)
        errors.append(np.abs(run["crank0.psi"] - common_angle(count)).max())
    slope = np.polyfit(np.log10(tolerances), np.log10(errors), 1)[0]
    assert 0.75 < slope < 1.4, errors
