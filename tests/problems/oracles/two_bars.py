"""Spec 03, section 6.1: two bars with a ball joint, falling freely.

Data: data/two_bars_spec03_6_1.json. Inputs are printed to 16 or 17 digits; limits are 1e-11 of the largest printed
magnitude for accelerations and forces at a state, and 1e-9 along the trajectory (spec 03).
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

import sarrus
from oracles.instant import both_at
from oracles.registry import FORMULATIONS, Row, absolute, problem, relative, rounded
from oracles.rotations import bryant, turn_axes
from oracles.sources import STANESCU
from sarrus import Body, Gravity, Mechanism, ReactionSensor, Spherical

DATA = json.loads((Path(__file__).parents[1] / "data" / "two_bars_spec03_6_1.json").read_text())
P = DATA["params"]
AXES = ("x", "y", "z", "a1", "a2", "a3")


def two_bars(state):
    """Body frames at the mass centres, x along the bars; C at x1 = l1/2 and x2 = -l2/2. Nothing ties them to ground."""
    m = Mechanism("two bars")
    one = m.add(Body("one", mass=P["m"][0], inertia=P["J1"]))
    two = m.add(Body("two", mass=P["m"][1], inertia=P["J2"]))
    m.add(Spherical("C", one.point("C", (P["l"][0] / 2, 0, 0)), two.point("C", (-P["l"][1] / 2, 0, 0))))
    m.add(Gravity("weight", (0, 0, -P["g"])))
    # as the source states it: about the mass centre of each bar, in its axes
    m.add(ReactionSensor("on-one", "C", point=one, on="base", components="one"))
    m.add(ReactionSensor("on-two", "C", point=two, components="two"))
    known, relative = DATA["states"][state], DATA["relative"][state]
    start = {f"one.{c}": known["q"][k] for k, c in enumerate(AXES)}
    start |= {f"one.{c}_dot": known["qd"][k] for k, c in enumerate(AXES)}
    start |= {f"C.a{k + 1}": relative["th"][k] for k in range(3)}
    start |= {f"C.a{k + 1}_dot": relative["thd"][k] for k in range(3)}
    m.start(fixed=start)
    return m


def turning(angles, rates):
    """Angular velocity in ground components."""
    return turn_axes(angles) @ rates


def angular_acceleration(b, bd, bdd):
    """Derivative of the angular velocity along b + bd t + bdd t^2/2; differences of sixth order, error below 1e-11."""
    b, bd, bdd = (np.array(a) for a in (b, bd, bdd))

    def w(t):
        return turning(b + bd * t + bdd * t * t / 2, bd + bdd * t)

    h = 3e-3
    return sum(c * (w(n * h) - w(-n * h)) for n, c in ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60))) / h


def state_rows(known, relative_motion):
    q, qd, qdd = (tuple(known[k]) for k in ("q", "qd", "qdd"))
    limit = 1e-11 * max(map(abs, (*qdd, *relative_motion["thdd"])))
    yield Row("position and angles of bar 2", "m, rad", q[6:], 1e-13)
    yield Row("velocity of bar 2", "m/s", qd[6:9], 1e-13)
    yield Row("acceleration of bar 1", "m/s^2", qdd[:3], limit)
    yield Row("second derivatives of the angles of bar 1", "rad/s^2", qdd[3:6], limit)
    yield Row("acceleration of bar 2", "m/s^2", qdd[6:9], limit)
    alpha = angular_acceleration(q[9:], qd[9:], qdd[9:])
    yield Row("angular acceleration of bar 2", "rad/s^2", rounded(alpha, 10), 1e-9)  # by differences
    yield Row("second derivatives of the joint angles", "rad/s^2", tuple(relative_motion["thdd"]), limit)
    yield Row("force on bar 1 at C", "N", tuple(known["lam"]), 1e-11, relative)
    yield Row("moment of that force about the centre of bar 1, bar axes", "N m", tuple(known["Mom1"]), 1e-11)
    yield Row("moment about the centre of bar 2, bar axes", "N m", tuple(known["Mom2"]), 1e-11)
    yield Row("force on bar 2 in axes of bar 1", "N", tuple(relative_motion["F_J"]), 1e-10)
    yield Row("mass matrix of the angles of bar 1", "kg m^2", tuple(known["gamma1"]), 1e-13)
    yield Row("mass matrix of the angles of bar 2", "kg m^2", tuple(known["gamma2"]), 1e-13)
    yield Row("energy", "J", known["E"], 1e-13, relative)


def turning_matrix(angles):
    """Angular velocity in body components from the rates of the angles."""
    return bryant(angles).T @ turn_axes(angles)


def entries(gamma):
    """g11, g12, g13, g22, g33 of a symmetric matrix."""
    return [gamma[i, j] for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (2, 2))]


def at_state(state):
    angles = {1: DATA["states"][state]["q"][3:6], 2: DATA["states"][state]["q"][9:]}
    for formulation, now in both_at(two_bars(state)).items():
        yield "position and angles of bar 2", [now.number(f"two.{c}") for c in AXES]
        yield "velocity of bar 2", now.vector("two", "_dot")
        yield "acceleration of bar 1", now.vector("one", "_ddot")
        yield (
            "second derivatives of the angles of bar 1",
            [now.number(f"one.{c}_ddot") for c in AXES[3:]],
        )
        yield "acceleration of bar 2", now.vector("two", "_ddot")
        yield "angular acceleration of bar 2", now["two.alpha"]
        yield "second derivatives of the joint angles", [now.number(f"C.a{k}_ddot") for k in (1, 2, 3)]
        force = -now["C.reaction"]  # the reaction is the force on the follower, bar 2
        yield "force on bar 1 at C", force
        yield "moment of that force about the centre of bar 1, bar axes", now["on-one.torque"]
        yield "moment about the centre of bar 2, bar axes", now["on-two.torque"]
        yield "force on bar 2 in axes of bar 1", -now["on-one.force"]
        yield "energy", now.number("energy.kinetic") + now.number("energy.potential")
        if formulation == "absolute":
            for k in (1, 2):
                Q, turn = turning_matrix(angles[k]), slice(6 * k - 3, 6 * k)
                yield f"mass matrix of the angles of bar {k}", entries(Q.T @ now.M[turn, turn] @ Q)


for number, known in enumerate(DATA["states"]):
    problem(
        "spec 03 6.1",
        f"two bars with a ball joint, state {number + 1}",
        STANESCU,
        state_rows(known, DATA["relative"][number]),
    )(lambda number=number: at_state(number))


def trajectory_rows():
    for point in DATA["trajectory"]:
        q, qd = point["q"], point["qd"]
        for k, name in ((0, "bar 1"), (6, "bar 2")):
            at = f"{name}, {point['t']} s"
            yield Row(f"position, {at}", "m", tuple(q[k : k + 3]), 1e-9)
            yield Row(f"angles, {at}", "rad", tuple(q[k + 3 : k + 6]), 1e-9)
            yield Row(f"velocity, {at}", "m/s", tuple(qd[k : k + 3]), 1e-9)
            w = turning(q[k + 3 : k + 6], qd[k + 3 : k + 6])
            yield Row(f"angular velocity, {at}", "rad/s", rounded(w), 1e-9)
        yield Row(f"force on bar 1 at C, {point['t']} s", "N", tuple(point["lam"]), 1e-9)
    yield Row("energy change over range of potential energy", "1", 0.0, 1e-9)
    yield Row("distance of the mass centre from its parabola", "m", 0.0, 1e-9)
    yield Row(
        "angular momentum about the mass centre of every row", "kg m^2/s", tuple(DATA["H"]), 1e-9, absolute
    )


@problem("spec 03 6.1", "two bars with a ball joint, trajectory over 2 s", STANESCU, trajectory_rows())
def trajectory():
    for formulation in FORMULATIONS:
        run = sarrus.simulate(two_bars(0), until=2.0, rows=5, formulation=formulation, rtol=1e-12, atol=1e-12)
        for row, point in zip((1, 2, 4), DATA["trajectory"], strict=True):
            assert run.t[row] == point["t"]
            for body, name in (("one", "bar 1"), ("two", "bar 2")):
                at = f"{name}, {point['t']} s"
                yield f"position, {at}", [run[f"{body}.{c}"][row] for c in AXES[:3]]
                yield f"angles, {at}", [run[f"{body}.{c}"][row] for c in AXES[3:]]
                yield f"velocity, {at}", [run[f"{body}.{c}_dot"][row] for c in AXES[:3]]
                yield f"angular velocity, {at}", run[f"{body}.w"][row]
            yield f"force on bar 1 at C, {point['t']} s", -run["C.reaction"][row]
        energy = np.asarray(run["energy.kinetic"]) + np.asarray(run["energy.potential"])
        change = np.abs(energy - DATA["energy"]).max() / np.ptp(run["energy.potential"])
        yield "energy change over range of potential energy", change
        center = mass_center(run)
        fall = np.array([0.0, 0.0, -P["g"] / 2])
        parabola = np.array(DATA["c0"]) + np.outer(run.t, DATA["u0"]) + np.outer(run.t**2, fall)
        yield "distance of the mass centre from its parabola", np.abs(center - parabola).max()
        for momentum in run["momentum.spin"]:
            yield "angular momentum about the mass centre of every row", momentum


def mass_center(run):
    """Position of the mass centre of both bars."""
    places = [np.stack([run[f"{name}.{c}"] for c in "xyz"], axis=1) for name in ("one", "two")]
    return (P["m"][0] * places[0] + P["m"][1] * places[1]) / sum(P["m"])
