"""Gears and racks: closed forms of their motion, of the force in the mesh, and of what the bearings carry.

Planetary gears are computed here by Willis' equation and Lagrange's; 1e-12 of the numbers is a few roundings of a small
linear system.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import sarrus
from sarrus import AppliedTorque, Body, Gear, Mechanism, Motion, Prismatic, RackAndPinion, Revolute

R, M_RACK, J_PINION = 0.05, 3.0, 2.5e-3


def close(found, meant):
    np.testing.assert_allclose(found, meant, rtol=1e-12, atol=1e-12 * max(1.0, np.abs(meant).max()))


def rack(torque, **values):
    """A pinion on a fixed axle above a rack along x."""
    m = Mechanism("rack", plane="xy")
    pinion = m.add(Body("pinion", mass=2, inertia=J_PINION))
    bar = m.add(Body("bar", mass=M_RACK, inertia=0.02))
    m.add(Revolute("axle", m.ground.point("axle", (0.2, R)), pinion))
    m.add(Prismatic("guide", m.ground, bar))
    m.add(RackAndPinion("mesh", "guide.s", "axle.theta", radius=-R, **values))
    m.add(AppliedTorque("drive", m.ground, pinion, moment=torque))
    return m


@pytest.mark.parametrize("torque", [-2.5, 2.5])
def test_axle_of_a_pinion_carries_the_force_that_moves_the_rack(at_start, torque):
    """a = T r / (J + m r^2) = -12.5 m/s2 for T = -2.5 N m; the axle holds the pinion with m a = -37.5 N."""
    for found in at_start(rack(torque)).values():
        push = M_RACK * torque * R / (J_PINION + M_RACK * R**2)
        assert push == pytest.approx(math.copysign(37.5, torque), rel=1e-14)
        close(found["guide.s_ddot"], [push / M_RACK])
        close(found["mesh.reaction"], [-push, 0, 0])
        close(found["mesh.contact"], [0.2, 0, 0])
        close(found["axle.reaction"], [push, 0, 0])
        close(found["mesh.effort"], [push])
        for quiet in ("axle.torque", "guide.reaction", "guide.torque"):
            close(found[quiet], [0, 0, 0])


@pytest.mark.parametrize("torque", [-2.5, 2.5])
def test_pressure_angle_pushes_pinion_and_rack_apart_whichever_way_the_load_goes(at_start, torque):
    plain, tilted = (at_start(rack(torque, **v)) for v in ({}, {"pressure_angle": "20 deg"}))
    apart = 37.5 * math.tan(math.radians(20))
    for formulation, found in tilted.items():
        before = plain[formulation]
        close(found["guide.s_ddot"], before["guide.s_ddot"])
        close(found["mesh.effort"], before["mesh.effort"])
        close(found["mesh.reaction"] - before["mesh.reaction"], [0, apart, 0])
        close(found["axle.reaction"] - before["axle.reaction"], [0, -apart, 0])
        close(found["guide.reaction"], [0, apart, 0])
        close(found["guide.torque"], [0, 0, 0.2 * apart])  # pressed down 0.2 m from the frame of the guide


def pair(first, second, distance=None, **values):
    """Two wheels on ground along x, a torque of 1 N m on the first."""
    m = Mechanism("pair", plane="xy")
    for name, x in (("one", 0.0), ("two", abs(first + second) if distance is None else distance)):
        wheel = m.add(Body(name, mass=1, inertia=0.02))
        m.add(Revolute(f"J{name}", m.ground.point(name, (x, 0)), wheel))
    m.add(Gear("mesh", "Jone.theta", "Jtwo.theta", first_radius=first, second_radius=second, **values))
    m.add(AppliedTorque("drive", m.ground, "one", moment=1.0))
    return m


@pytest.mark.parametrize(
    ("first", "second", "contact", "outwards"),
    [(0.1, 0.2, 0.1, 1), (0.1, -0.3, -0.1, -1), (-0.3, 0.1, 0.3, -1)],
    ids=["outer", "second inner", "first inner"],
)
def test_teeth_push_outer_wheels_apart_and_a_ring_away_from_the_wheel_inside(
    at_start, first, second, contact, outwards
):
    """theta_1'' = T / (J (1 + k^2)) with k = r_1/r_2; the mesh turns the second wheel by F_t times |r_2|."""
    k = first / second
    turning = 1.0 / (0.02 * (1.0 + k**2))
    for found in at_start(pair(first, second, pressure_angle=0.3)).values():
        close(found["Jone.theta_ddot"], [turning])
        close(found["Jtwo.theta_ddot"], [-k * turning])
        close(found["mesh.contact"], [contact, 0, 0])
        along = 0.02 * (-k * turning) / (contact - abs(first + second))
        radial = outwards * abs(along) * math.tan(0.3)
        close(found["mesh.reaction"], [radial, along, 0])
        close(found["Jtwo.reaction"], [-radial, -along, 0])
        close(found["Jone.reaction"], [radial, along, 0])


def test_force_acts_at_the_pitch_point_where_axes_are_farther_apart_than_the_radii(at_start):
    near, far = at_start(pair(0.1, 0.2))["relative"], at_start(pair(0.1, 0.2, distance=0.6))["relative"]
    close(far["Jone.theta_ddot"], near["Jone.theta_ddot"])
    close(far["mesh.contact"], [0.2, 0, 0])
    close(far["mesh.reaction"], near["mesh.reaction"] / 2)
    report = sarrus.check(pair(0.1, 0.2, distance=0.6))
    (warning,) = report.found("mesh.distance")
    assert "ask for axes 0.3 m apart, but they stand 0.6 m apart" in warning.what
    assert "a coupler" in warning.try_ and "Place its joints 0.3 m apart" in warning.try_
    assert not sarrus.check(pair(0.1, 0.2)).found("mesh")


def test_effort_of_a_driver_on_the_same_joint_is_no_part_of_its_reaction(at_start):
    m = pair(0.1, 0.2)
    m.add(Motion("motor", "Jone.theta", "2*t**2"))
    for found in at_start(m).values():
        close(found["motor.effort"], [0.02 * 4 * (1 + 0.25) - 1.0])
        force = 0.02 * 2 / 0.2
        close(found["Jone.reaction"], [0, force, 0])
        close(found["Jone.torque"], [0, 0, 0])


SUN, PLANET = 0.05, 0.03
RING = SUN + 2 * PLANET
INERTIA = {"sun": 2e-3, "arm": 1e-3, "planet": 1.5e-4, "ring": 2e-2}
MASS = 0.3
"""Of the planet."""


def planetary(ring, torques, **start):
    """Sun, arm, planet and ring about one axis; `ring` is "free", "held" by a driver, or "ground".

    The centres of mass are on the axes.
    """
    m = Mechanism("planetary", plane="xy")
    bodies = {
        n: m.add(Body(n, mass=MASS, inertia=J)) for n, J in INERTIA.items() if n != "ring" or ring != "ground"
    }
    bodies["arm"].point("pin", (SUN + PLANET, 0))
    m.add(Revolute("S", m.ground, bodies["sun"]))
    m.add(Revolute("A", m.ground, bodies["arm"]))
    m.add(Revolute("P", bodies["arm"].pin, bodies["planet"]))
    m.add(Gear("sp", "S.theta", "P.theta", first_radius=SUN, second_radius=PLANET))
    if ring == "ground":
        m.add(Gear("pr", "A.theta", "P.theta", first_radius=-RING, second_radius=PLANET))
    else:
        m.add(Revolute("R", m.ground, bodies["ring"]))
        m.add(Gear("pr", "P.theta", "R.theta", first_radius=PLANET, second_radius=-RING))
    if ring == "held":
        m.add(Motion("hold", "R.theta", 0))
    for name, torque in torques.items():
        m.add(AppliedTorque(f"T{name}", m.ground, bodies[name], moment=torque))
    m.start(fixed={"A.theta": 0.4, **start})
    return m


def willis(torques, ring_turns):
    """Accelerations by Lagrange's equations in the turns of arm and ring.

    Willis: r_s (w_s - w_a) + r_p (w_p - w_a) = 0 and r_p (w_p - w_a) - r_r (w_r - w_a) = 0, so that with the turns of arm
    and ring w_p = w_a + (w_r - w_a) r_r/r_p and w_s = w_a - (w_r - w_a) r_r/r_s.
    """
    slopes = {
        "sun": (1 + RING / SUN, -RING / SUN),
        "arm": (1, 0),
        "planet": (1 - RING / PLANET, RING / PLANET),
        "ring": (0, 1),
    }
    J = np.zeros((2, 2))
    for name, slope in slopes.items():
        J += INERTIA[name] * np.outer(slope, slope)
    J[0, 0] += MASS * (SUN + PLANET) ** 2
    load = sum(T * np.array(slopes[name]) for name, T in torques.items())
    free = [0, 1] if ring_turns else [0]
    found = np.zeros(2)
    found[free] = np.linalg.solve(J[np.ix_(free, free)], np.array(load)[free])
    return {name: float(np.dot(slope, found)) for name, slope in slopes.items()}


@pytest.mark.parametrize("ring", ["free", "held", "ground"])
def test_planetary_gear_moves_as_willis_and_lagrange_say(at_start, ring):
    torques = {"sun": 1.0, "arm": -0.4, **({"ring": 0.3} if ring == "free" else {})}
    meant = willis(torques, ring == "free")
    for found in at_start(planetary(ring, torques)).values():
        for name in ("sun", "arm", "planet"):
            close(found[f"{name}.psi_ddot"], [meant[name]])
        # the planet goes round with the arm, and turns with the force of both meshes
        sun, ring_ = found["sp.reaction"], found["pr.reaction"] * (1 if ring == "ground" else -1)
        out = np.array([math.cos(0.4), math.sin(0.4), 0])
        spin = np.cross(-PLANET * out, sun) + np.cross(PLANET * out, ring_)
        close(spin[2], INERTIA["planet"] * meant["planet"])
        across = np.array([-math.sin(0.4), math.cos(0.4), 0])
        moved = (found["P.reaction"] + sun + ring_) @ across
        close(moved, MASS * (SUN + PLANET) * meant["arm"])


def test_ring_held_by_a_driver_and_ring_of_ground_carry_the_same(at_start):
    held, fixed = (at_start(planetary(ring, {"sun": 1.0}))["relative"] for ring in ("held", "ground"))
    for name in ("S.reaction", "A.reaction", "P.reaction", "sp.reaction", "sp.contact", "pr.contact"):
        close(held[name], fixed[name])
    close(held["pr.reaction"], -fixed["pr.reaction"])  # one says planet on ring, the other ring on planet


def test_wheels_do_not_slip_where_they_touch(at_start):
    """Velocities of the points of both wheels at the contact, from published motion of their bodies."""
    m = planetary("free", {"sun": 1.0}, **{"A.theta_dot": 3.0, "S.theta_dot": -2.0})
    pairs = {"sp": ("sun", "planet"), "pr": ("planet", "ring")}
    for found in at_start(m).values():
        assert abs(found.number("P.theta_dot")) > 1.0
        for mesh, wheels in pairs.items():
            contact = found[f"{mesh}.contact"][:2]
            speeds = []
            for wheel in wheels:
                arm = contact - found.vector(wheel)
                w = found.number(f"{wheel}.psi_dot")
                speeds.append(found.vector(wheel, "_dot") + w * np.array([-arm[1], arm[0]]))
            close(speeds[0], speeds[1])


def test_joints_written_the_other_way_round_change_nothing(at_start):
    """Each of the four joints of a planetary gear in turn, with the ends exchanged."""
    plain = at_start(planetary("free", {"sun": 1.0, "arm": 0.2}))["relative"]
    for k in range(4):
        m = planetary("free", {"sun": 1.0, "arm": 0.2})
        joint = m.joints[k]
        m.joints[k] = Revolute(joint.name, *reversed(joint.at))
        m.fixed.clear()
        m.start(fixed={"A.theta": -0.4 if joint.name == "A" else 0.4})
        for found in at_start(m).values():
            for name in ("sun", "arm", "planet", "ring"):
                close(found[f"{name}.psi_ddot"], plain[f"{name}.psi_ddot"])
            for name in ("sp.reaction", "pr.reaction", "sp.contact", "pr.contact"):
                close(found[name], plain[name])
            for other in m.joints:
                sign = -1 if other is m.joints[k] else 1
                close(found[f"{other.name}.reaction"], sign * plain[f"{other.name}.reaction"])


def test_run_of_a_planetary_gear_keeps_the_ratio_over_many_turns():
    """Angles are counted over full turns in both formulations."""
    m = planetary("ground", {}, **{"A.theta_dot": 40.0})
    for formulation in ("relative", "absolute"):
        run = sarrus.simulate(m, until=1.0, rows=3, formulation=formulation)
        turned = run["S.theta"].values - run["S.theta"].values[0]
        close(turned, (1 + RING / SUN) * (run["A.theta"].values - 0.4))
        assert turned[-1] > 100
