"""Spec 03, section 6.1: two bars with a ball joint, falling freely.

Data and source: data/two_bars_spec03_6_1.json. Inputs are printed to 16 or 17 digits; limits are 1e-11 of the largest
printed magnitude for accelerations and forces at a state, and 1e-9 along the trajectory (spec 03).
"""

import json
from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus import Body, Gravity, Mechanism, Spherical
from sarrus.spatial import Vec3, from_bryant

DATA = json.loads((Path(__file__).parent / "data" / "two_bars_spec03_6_1.json").read_text())
P = DATA["params"]
AXES = ("x", "y", "z", "a1", "a2", "a3")
STATES = [pytest.param(i, id=f"state{i + 1}") for i in range(3)]


def two_bars(state):
    """Body frames at the mass centres, x along the bars; C at x1 = l1/2 and x2 = -l2/2. Nothing ties them to ground."""
    m = Mechanism("two bars")
    one = m.add(Body("one", mass=P["m"][0], inertia=P["J1"]))
    two = m.add(Body("two", mass=P["m"][1], inertia=P["J2"]))
    m.add(Spherical("C", one.point("C", (P["l"][0] / 2, 0, 0)), two.point("C", (-P["l"][1] / 2, 0, 0))))
    m.add(Gravity("weight", (0, 0, -P["g"])))
    known, relative = DATA["states"][state], DATA["relative"][state]
    start = {f"one.{c}": known["q"][k] for k, c in enumerate(AXES)}
    start |= {f"one.{c}_dot": known["qd"][k] for k, c in enumerate(AXES)}
    start |= {f"C.a{k + 1}": relative["th"][k] for k in range(3)}
    start |= {f"C.a{k + 1}_dot": relative["thd"][k] for k in range(3)}
    m.start(fixed=start)
    return m


def turning(angles, rates):
    """Angular velocity in ground components."""
    w = Vec3(0.0, 0.0, 0.0)
    for (_, axis), rate in zip(from_bryant(*angles).turns, rates, strict=True):
        w = w + axis * rate
    return np.array([*w])


def angular_acceleration(b, bd, bdd):
    """Derivative of the angular velocity along b + bd t + bdd t^2/2; differences of sixth order, error below 1e-11."""
    b, bd, bdd = (np.array(a) for a in (b, bd, bdd))

    def w(t):
        return turning(b + bd * t + bdd * t * t / 2, bd + bdd * t)

    h = 3e-3
    return sum(c * (w(n * h) - w(-n * h)) for n, c in ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60))) / h


@pytest.mark.parametrize("state", STATES)
def test_two_bars_accelerations_and_joint_force_spec03_6_1(at_start, state):
    known, relative = DATA["states"][state], DATA["relative"][state]
    q, qd, qdd = (np.array(known[k]) for k in ("q", "qd", "qdd"))
    for instant in at_start(two_bars(state)).values():
        assert [instant.number(f"two.{c}") for c in AXES] == pytest.approx(q[6:], abs=1e-13)
        assert instant.vector("two", "_dot") == pytest.approx(qd[6:9], abs=1e-13)
        limit = 1e-11 * np.abs([*qdd, *relative["thdd"]]).max()
        assert [instant.number(f"one.{c}_ddot") for c in AXES] == pytest.approx(qdd[:6], abs=limit)
        assert instant.vector("two", "_ddot") == pytest.approx(qdd[6:9], abs=limit)
        assert [instant.number(f"C.a{k}_ddot") for k in (1, 2, 3)] == pytest.approx(
            relative["thdd"], abs=limit
        )
        expected = angular_acceleration(q[9:], qd[9:], qdd[9:])
        assert instant["two.alpha"] == pytest.approx(expected, abs=1e-9)
        force = np.array(known["lam"])  # on bar 1; the reaction is the force on the follower, bar 2
        assert instant["C.reaction"] == pytest.approx(-force, abs=1e-11 * np.abs(force).max())
        assert np.abs(instant["C.torque"]).max() < 1e-13
        R1 = from_bryant(*q[3:6])
        assert [*R1.back(Vec3(*instant["C.reaction"]))] == pytest.approx(relative["F_J"], abs=1e-10)
        energy = instant.number("energy.kinetic") + instant.number("energy.potential")
        assert energy == pytest.approx(known["E"], rel=1e-13)


@pytest.fixture(scope="module")
def run(formulation):
    return sarrus.simulate(two_bars(0), until=2.0, rows=5, formulation=formulation, rtol=1e-12, atol=1e-12)


def test_two_bars_trajectory_spec03_6_1(run):
    for row, point in zip((1, 2, 4), DATA["trajectory"], strict=True):
        assert run.t[row] == point["t"]
        q, qd = np.array(point["q"]), np.array(point["qd"])
        for first, name in ((0, "one"), (6, "two")):
            for k, c in enumerate(AXES):
                assert run[f"{name}.{c}"][row] == pytest.approx(q[first + k], abs=1e-9), (name, c)
            for k, c in enumerate("xyz"):
                assert run[f"{name}.{c}_dot"][row] == pytest.approx(qd[first + k], abs=1e-9)
            w = turning(q[first + 3 : first + 6], qd[first + 3 : first + 6])
            assert run[f"{name}.w"][row] == pytest.approx(w, abs=1e-9)
        assert -run["C.reaction"][row] == pytest.approx(point["lam"], abs=1e-9)


def test_two_bars_keep_energy_spec03_6_1(run):
    energy = np.asarray(run["energy.kinetic"]) + np.asarray(run["energy.potential"])
    assert np.abs(energy - DATA["energy"]).max() < 1e-9 * np.ptp(run["energy.potential"])


def test_two_bars_mass_centre_falls_on_a_parabola_spec03_6_1(run):
    center = momentum_center(run)[0]
    fall = np.array([0.0, 0.0, -P["g"] / 2])
    expected = np.array(DATA["c0"]) + np.outer(run.t, DATA["u0"]) + np.outer(run.t**2, fall)
    assert np.abs(center - expected).max() < 1e-9


def test_two_bars_keep_angular_momentum_spec03_6_1(run):
    """About the mass centre of both, in ground components."""
    center, speed = momentum_center(run)
    H = np.zeros((len(run.t), 3))
    for k, name in enumerate(("one", "two")):
        r = np.stack([run[f"{name}.{c}"] for c in "xyz"], axis=1) - center
        v = np.stack([run[f"{name}.{c}_dot"] for c in "xyz"], axis=1) - speed
        H += P["m"][k] * np.cross(r, v)
        for row in range(len(run.t)):
            R = from_bryant(*(run[f"{name}.a{i}"][row] for i in (1, 2, 3)))
            w = R.back(Vec3(*run[f"{name}.w"][row]))
            H[row] += [*(R * Vec3(*(j * a for j, a in zip(P[f"J{k + 1}"], w, strict=True))))]
    assert np.abs(H - DATA["H"]).max() < 1e-9


def momentum_center(run):
    """Position and velocity of the mass centre of both bars."""
    total = sum(P["m"])
    return tuple(
        sum(
            m * np.stack([run[f"{name}.{c}{suffix}"] for c in "xyz"], axis=1)
            for m, name in zip(P["m"], ("one", "two"), strict=True)
        )
        / total
        for suffix in ("", "_dot")
    )
