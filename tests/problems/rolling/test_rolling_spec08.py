"""Rows of velocities beside closed forms and moving frames: rows N1, N2, N5, N6 of spec 08, section 7.3.

Numbers come from equations in coordinates of their own (moving frames, quadratures), and have 12 digits or more.
"""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

import sarrus
from sarrus import Body, Gravity, Mechanism, RollingDisk
from sarrus.elements.base import lengths
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.mechanics import FORMULATIONS, formulate
from sarrus.mechanics.infos import Level

G, RADIUS = 9.81, 0.3
TOLERANCE = 1e-11


def add_disk(m, name="disk", lean=1.2, rates=(0.3, 0.5, 8.0), x=0.0):
    """Disk N1: 2 kg, heading along x, its axis at an angle `lean` from the vertical.

    Rates are theta', psi' and w3. The z axis of the body is the axis of the disk; at the start its x axis is e1 and its
    turn a rotation about x, so that rates of the Bryant angles are components of w along e1, e2, e3.
    """
    body = m.add(Body(name, mass=2.0, center=(0, 0, 0), inertia=(0.045, 0.045, 0.09)))
    m.add(RollingDisk(f"{name}-rolls", m.ground, body, radius=RADIUS))
    turning, heading, spin = rates
    m.start(
        fixed={
            **{f"{name}.x": x, f"{name}.y": 0, f"{name}.a1": lean, f"{name}.a2": 0, f"{name}.a3": 0},
            **{f"{name}.a1_dot": turning, f"{name}.a2_dot": heading * math.sin(lean), f"{name}.a3_dot": spin},
        },
        guess={f"{name}.z": RADIUS * math.sin(lean)},
    )


def coin(**given):
    m = Mechanism("coin")
    add_disk(m, **given)
    m.add(Gravity("weight", (0, 0, -G)))
    return m


def axes(run, name="disk"):
    """Axis of the disk at every row, in ground components."""
    w, x, y, z = run[f"{name}.quaternion"].values.T
    return np.column_stack([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)])


def slip(run, name="disk"):
    """Velocity of the point that touches, along the plane, from what is published alone."""
    k = axes(run, name)
    up = np.array([0, 0, 1]) - k * k[:, 2:]
    arm = -RADIUS * up / np.linalg.norm(up, axis=1)[:, None]
    v = np.column_stack([run[f"{name}.{c}_dot"].values for c in "xyz"])
    return (v + np.cross(run[f"{name}.w"].values, arm))[:, :2]


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_n1_disk_that_wobbles_rolls_as_in_a_moving_frame(formulation):
    run = sarrus.simulate(coin(), 2.0, rows=201, rtol=TOLERANCE, atol=TOLERANCE, formulation=formulation)
    centre = np.column_stack([run[f"disk.{c}"].values for c in "xyz"])
    meant = {
        50: (-1.131606539707, 0.355726592839, 0.278537211313),
        100: (-1.778047496490, 1.350680482807, 0.276746714693),
        200: (-0.788128899880, 3.354253051937, 0.271210657025),
    }
    for row, place in meant.items():
        assert centre[row] == pytest.approx(place, abs=1e-9)
    k = axes(run)
    for row, (lean, heading, spin) in {
        50: (1.190237932794, -0.729460290353, 7.99747015534),
        100: (1.174479527080, -1.454173156711, 7.99551546526),
        200: (1.129117999352, -2.880903028145, 8.00471089968),
    }.items():
        assert math.acos(k[row, 2]) == pytest.approx(lean, abs=1e-9)
        assert math.atan2(k[row, 0], -k[row, 1]) == pytest.approx(heading, abs=1e-9)
        assert float(run["disk.w"].values[row] @ k[row]) == pytest.approx(spin, abs=1e-8)
    force = run["disk-rolls.reaction"].values
    assert force[50] == pytest.approx((3.61712360794, 3.99096779174, 16.59530445795), abs=1e-7)
    assert force[200] == pytest.approx((1.63587699565, -5.51202600211, 17.64789390058), abs=1e-7)
    energy = run["energy.kinetic"].values + run["energy.potential"].values
    assert energy == pytest.approx(14.140993479828, abs=1e-8)
    assert np.abs(slip(run)).max() < 1e-12


def test_disk_keeps_its_energy_and_does_not_slip_for_a_hundred_seconds():
    run = sarrus.simulate(coin(), 100.0, rows=101, rtol=1e-12, atol=1e-12)
    energy = run["energy.kinetic"].values + run["energy.potential"].values
    assert energy == pytest.approx(14.140993479828, abs=1e-9)
    assert np.abs(slip(run)).max() < 1e-12


def test_start_rates_that_would_slip_are_named():
    m = coin()
    m.start(fixed={"disk.x_dot": 1.0})
    said = r"'disk\.x_dot' = 1 m/s.* 'disk\.x_dot' would have to be -2\.4 m/s"
    with pytest.raises(sarrus.NumericalError, match=said):
        sarrus.simulate(m, 1.0)


def test_n2_disk_in_steady_motion_comes_back_after_its_circle():
    lean, heading = 1.0, 2.0
    turn = heading * math.sin(lean)
    spin = (0.045 * turn**2 / math.tan(lean) - 2 * G * RADIUS * math.cos(lean)) / ((0.09 + 0.18) * turn)
    assert spin == pytest.approx(-6.8187087450615, abs=1e-12)
    run = sarrus.simulate(
        coin(lean=lean, rates=(0.0, heading, spin)), math.pi, rows=101, rtol=TOLERANCE, atol=TOLERANCE
    )
    x, y = run["disk.x"].values, run["disk.y"].values
    assert (x[-1], y[-1]) == pytest.approx((0.0, 0.0), abs=1e-9)
    assert np.hypot(x - x.mean(), y).max() > 1.0
    assert np.hypot(x, y - 1.0228063117592) == pytest.approx(1.0228063117592, abs=1e-9)
    assert run["disk-rolls.reaction"].values[0] == pytest.approx((0, 8.1824504940738, 19.62), abs=1e-9)
    assert np.abs(slip(run)).max() < 1e-12


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_nine_disks_at_once_have_three_speeds_each_and_all_of_them_roll(formulation):
    """Nine bodies are beyond what is written out: their kernels are loops. Two rows of each forbid no position."""
    m = Mechanism("nine disks")
    for k in range(9):
        add_disk(m, f"disk{k}", lean=1.2 + 0.04 * k, x=0.1 * k)
    m.add(Gravity("weight", (0, 0, -G)))
    e = formulate(m.snapshot(), formulation)
    assert not e.is_straight
    assert [row.level for row in e.rows] == 9 * [Level.POSITION] + 18 * [Level.VELOCITY]
    run = sarrus.simulate(m, 0.5, rows=26, formulation=formulation)
    assert (run.evidence["freedom"], run.evidence["freedom of configurations"]) == (27, 45)
    for k in range(9):
        assert np.abs(slip(run, f"disk{k}")).max() < 1e-12
    alone = sarrus.simulate(coin(), 0.5, rows=26, rtol=1e-10, atol=1e-10)
    for c in "xyz":
        assert run[f"disk0.{c}"].values == pytest.approx(alone[f"disk.{c}"].values, abs=1e-6)


def path_and_angle(run, name="disk"):
    """How far the contact runs on the plane, and the angle that it runs through on the rim."""
    k = axes(run, name)
    up = np.array([0, 0, 1]) - k * k[:, 2:]
    up /= np.linalg.norm(up, axis=1)[:, None]
    centre = np.column_stack([run[f"{name}.{c}"].values for c in "xyz"])
    contact = centre - RADIUS * up
    assert np.abs(contact[:, 2]).max() < 1e-12
    # the contact moves on the rim by the angle between it and a mark, seen along the axis
    w, x, y, z = run[f"{name}.quaternion"].values.T
    mark = np.column_stack([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)])
    angle = np.unwrap(np.arctan2((np.cross(mark, -up) * k).sum(axis=1), (mark * -up).sum(axis=1)))
    # chords are shorter than arcs by a part of 1e-8; both are smooth, so Richardson's rule takes that out
    fine = np.linalg.norm(np.diff(contact[:, :2], axis=0), axis=1).sum()
    coarse = np.linalg.norm(np.diff(contact[::2, :2], axis=0), axis=1).sum()
    return (4 * fine - coarse) / 3, np.abs(np.diff(angle)).sum()


def test_contact_runs_as_far_on_the_plane_as_on_the_rim():
    """Path of the contact on the plane = radius x angle by which the disk turns under it, also while it leans and heads round."""
    run = sarrus.simulate(coin(), 1.0, rows=4001, rtol=TOLERANCE, atol=TOLERANCE)
    path, angle = path_and_angle(run)
    assert path == pytest.approx(RADIUS * angle, abs=1e-9)


def test_each_of_nine_disks_runs_as_far_on_the_plane_as_on_its_rim():
    """Tolerances, method and formulation are those of a user who says nothing; 1e-9 is what spec 08 asks."""
    m = Mechanism("nine disks")
    for k in range(9):
        add_disk(m, f"disk{k}", lean=1.2 + 0.04 * k, rates=(0.3, 0.5, 8.0 - 0.5 * k), x=0.1 * k)
    m.add(Gravity("weight", (0, 0, -G)))
    run = sarrus.simulate(m, 1.0, rows=2001)
    rows, rank = (int(n) for n in re.findall(r"\d+", run.evidence["closure rows"]))
    assert (rows, rank, run.evidence["freedom"]) == (27, 27, 27)
    for k in range(9):
        assert np.abs(slip(run, f"disk{k}")).max() <= 1e-12
        path, angle = path_and_angle(run, f"disk{k}")
        assert path > 1.0
        assert path == pytest.approx(RADIUS * angle, abs=1e-9)


class KnifeEdge(FrameConstraint):
    """A blade along the x axis of M: it does not move across itself, wherever it is."""

    slips = lengths("slip.y_M")

    def slip(self, X_FM, V_FM):
        return (V_FM.v.dot(X_FM.y),)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_n5_skate_on_an_incline_does_not_slide_down(formulation):
    slope, turn = G * math.sin(0.3), 2.0
    m = Mechanism("skate", plane="xy")
    skate = m.add(Body("skate", mass=3.0, inertia=0.1))
    m.add(KnifeEdge("edge", m.ground, skate))
    m.add(Gravity("slope", (slope, 0)))
    m.start(
        fixed={"skate.x": 0, "skate.y": 0, "skate.psi": 0, "skate.psi_dot": turn}, guess={"skate.x_dot": 0}
    )
    run = sarrus.simulate(m, 3.0, rows=31, rtol=TOLERANCE, atol=TOLERANCE, formulation=formulation)
    t = run.t
    scale = slope / (2 * turn**2)
    assert run["skate.x"].values == pytest.approx(scale * np.sin(turn * t) ** 2, abs=1e-9)
    assert run["skate.y"].values == pytest.approx(scale * (turn * t - np.sin(2 * turn * t) / 2), abs=1e-9)
    assert (run["skate.x"].values[5], run["skate.y"].values[5]) == pytest.approx(
        (0.25659281605564, 0.19762530092734), abs=1e-9
    )
    assert (run["skate.x"].values[30], run["skate.y"].values[30]) == pytest.approx(
        (0.028292230304634, 2.2715120111131), abs=1e-9
    )
    force = run["edge.reaction"].values
    across = -np.sin(turn * t) * force[:, 0] + np.cos(turn * t) * force[:, 1]
    assert np.abs(across) == pytest.approx(np.abs(2 * 3.0 * slope * np.sin(turn * t)), abs=1e-8)
    assert abs(across[5]) == pytest.approx(14.636815045361, abs=1e-8)
    assert abs(across[10]) == pytest.approx(15.816609839148, abs=1e-8)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_n6_chaplygin_sleigh_turns_until_it_runs_straight(formulation):
    ahead, v0, w0 = 0.25, 0.4, 3.0
    m = Mechanism("sleigh", plane="xy")
    sleigh = m.add(Body("sleigh", mass=2.0, center=(ahead, 0), inertia=0.3))
    m.add(KnifeEdge("edge", m.ground, sleigh))
    m.start(
        fixed={"sleigh.x": 0, "sleigh.y": 0, "sleigh.psi": 0, "sleigh.x_dot": v0, "sleigh.psi_dot": w0},
    )
    run = sarrus.simulate(m, 3.0, rows=31, rtol=TOLERANCE, atol=TOLERANCE, formulation=formulation)
    psi = run["sleigh.psi"].values
    along = np.cos(psi) * run["sleigh.x_dot"].values + np.sin(psi) * run["sleigh.y_dot"].values
    for row, (speed, turn, heading, place) in {
        5: (1.1686332863775, 1.823759842253, 1.2273305626778, (0.28967453726873, 0.27604541949436)),
        30: (1.439555183244, 0.029174880026465, 2.3600141222513, (-1.4754864270577, 3.1546927779533)),
    }.items():
        assert along[row] == pytest.approx(speed, abs=1e-9)
        assert run["sleigh.psi_dot"].values[row] == pytest.approx(turn, abs=1e-9)
        assert psi[row] == pytest.approx(heading, abs=1e-9)
        assert (run["sleigh.x"].values[row], run["sleigh.y"].values[row]) == pytest.approx(place, abs=1e-9)
    assert np.linalg.norm(run["edge.reaction"].values[5]) == pytest.approx(3.0089032348452, abs=1e-8)
    across = np.cos(psi) * run["sleigh.y_dot"].values - np.sin(psi) * run["sleigh.x_dot"].values
    assert np.abs(across).max() < 1e-12
