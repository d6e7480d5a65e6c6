"""Outputs that are computed when they are asked for: the laws that they obey, asked through the public face.

Rows of the specifications: 03 D3, D10, D16, D20, D28; 02 row 22 (R1, R4 to R6, R8); 05 rows 7 to 9.
"""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from sarrus import (
    AppliedForce,
    AppliedTorque,
    Body,
    Box,
    Friction,
    Gear,
    Gravity,
    Mechanism,
    Motion,
    Prismatic,
    ReactionSensor,
    Revolute,
    Rod,
    RollingDisk,
    Spherical,
    SpringDamper,
    TorsionalSpringDamper,
)
from sarrus.element import Force, Line, param
from sarrus.mechanics import formulate


class Inerter(Force):
    """Resists the relative acceleration of two points: an element of somebody's own."""

    ends = ("P", "Q")
    port = Line
    inertance = param("kg", "force per relative acceleration", ge=0)

    def kinetic(self, line):
        return 0.5 * (self.inertance * line.rate * line.rate)


def four_bar(driven=False, plane="xy"):
    m = Mechanism("four-bar", plane=plane)
    end = (0, 0) if plane else (0, 0, 0)
    m.ground.point("D", (1.0, *end[1:]))
    lengths = {"crank": 0.3, "coupler": 0.9, "rocker": 0.7}
    for name, length in lengths.items():
        inertia = 0.02 if plane else (0.01, 0.02, 0.02)
        center = (length / 2, *end[1:])
        m.add(Body(name, mass=1, center=center, inertia=inertia, points={"tip": (length, *end[1:])}))
    m.add(Revolute("A", "ground", "crank"))
    m.add(Revolute("B", "crank.tip", "coupler"))
    m.add(Revolute("C", "coupler.tip", "rocker.tip"))
    m.add(Revolute("D", "ground.D", "rocker"))
    m.add(Gravity("weight", (0, -9.81) if plane else (0, -9.81, 0)))
    m.add(SpringDamper("spring", "ground.D", "crank.tip", stiffness=200, damping=2, free_length=0.8))
    m.add(TorsionalSpringDamper("brake", "D.theta", stiffness=3, damping=0.4))
    if driven:
        m.add(Motion("motor", "A.theta", function="1 + 3*t"))
    m.start(
        fixed={} if driven else {"A.theta": 1.0, "A.theta_dot": 2.0}, guess={"A.theta": 1.0} if driven else {}
    )
    m.start(guess={"D.theta": 1.8})
    return m


def chain_of_bars(count, plane="xy", floating=False):
    """Bars on springs, one hung on the other; nothing holds the first if they float."""
    m = Mechanism("chain", plane=plane)
    joint = Revolute if plane else Spherical
    for k in range(count):
        body = (
            Rod(length=0.4, mass=0.5 + 0.1 * k)
            if plane
            else Box(length=0.4, width=0.1, height=0.2, mass=1 + k)
        )
        bar = m.add(Body(f"b{k}", body))
        bar.point("p", (0.4, 0.05) if plane else (0.4, 0.05, -0.02))
        if k or not floating:
            m.add(joint(f"j{k}", f"b{k - 1}.p" if k else "ground", f"b{k}"))
    m.add(SpringDamper("spring", "b0", f"b{count - 1}.p", stiffness=40, damping=0.5, free_length=0.3))
    rate = {
        f"j{k}.{'theta' if plane else 'a2'}_dot": 0.7 - 0.4 * k for k in range(1 if floating else 0, count)
    }
    m.start(fixed=rate)
    if floating:
        m.start(fixed={"b0.x_dot": 0.3, "b0.y_dot": -0.2, f"b0.{'psi' if plane else 'a3'}_dot": 1.1})
    return m


@pytest.mark.parametrize("plane", ["xy", None], ids=["plane", "space"])
def test_momentum_of_a_free_system_stays_what_it_is(plane):
    """Spec 03 D3, D28: springs and dampers inside change nothing of it."""
    run = sarrus.simulate(chain_of_bars(3, plane, floating=True), until=1.0, rows=21, rtol=1e-12, atol=1e-12)
    for name in ("linear", "angular", "spin"):
        found = np.asarray(run[f"momentum.{name}"])
        assert np.abs(found - found[0]).max() <= 1e-11 * max(1.0, np.abs(found).max()), name
    assert np.abs(run["momentum.spin"]).max() > 0.01
    assert np.ptp(run["b2.x"]) > 0.1


def test_momentum_is_the_sum_over_point_masses():
    """Spec 03 D3: bodies of point masses, each of which moves with its body."""
    corners = np.array([[x, y, z] for x in (-0.2, 0.3) for y in (-0.1, 0.2) for z in (0.0, 0.4)])
    masses = np.arange(1.0, 9.0)
    center = masses @ corners / masses.sum()
    arms = corners - center
    J = sum(m * (a @ a * np.eye(3) - np.outer(a, a)) for m, a in zip(masses, arms, strict=True))
    m = Mechanism("cloud")
    cloud = m.add(Body("cloud", mass=masses.sum(), center=tuple(center), inertia=tuple(map(tuple, J))))
    for k, corner in enumerate(corners):
        cloud.point(f"c{k}", tuple(corner))
    m.start(fixed={"cloud.x": 0.5, "cloud.a1": 0.3, "cloud.a2": -0.4, "cloud.y_dot": 2.0})
    m.start(fixed={"cloud.a1_dot": 0.7, "cloud.a2_dot": -1.1, "cloud.a3_dot": 0.4})
    run = sarrus.simulate(m, until=0.5, rows=3)
    at, v = (
        np.stack([np.stack([run[f"cloud.c{k}.{a}{e}"] for a in "xyz"], axis=1) for k in range(8)])
        for e in ("", "_dot")
    )
    common = np.einsum("k,kni->ni", masses / masses.sum(), at)
    momenta = masses[:, None, None] * v
    assert np.allclose(run["momentum.linear"], momenta.sum(axis=0), rtol=0, atol=1e-12 * masses.sum())
    assert np.allclose(run["momentum.angular"], np.cross(at, momenta).sum(axis=0), rtol=0, atol=1e-11)
    assert np.allclose(run["momentum.spin"], np.cross(at - common, momenta).sum(axis=0), rtol=0, atol=1e-11)


@pytest.mark.parametrize("driven", [False, True], ids=["free", "driven"])
def test_partial_velocities_are_differences_of_the_pose(driven):
    """Spec 05 row 8, spec 03 D16: drivers are let go, so that both runs have the same."""
    run = (sarrus.kinematics if driven else sarrus.simulate)(four_bar(driven), until=0.2, rows=101)
    theta = np.asarray(run["A.theta"])
    inner = slice(2, -2)
    for name in ("D.theta", "coupler.tip.x", "rocker.center.y", "coupler.psi"):
        values = np.asarray(run[name])
        # fourth order on equal steps of time, for both
        slopes = [(8 * (a[3:-1] - a[1:-3]) - (a[4:] - a[:-4])) / 12 for a in (values, theta)]
        found = np.asarray(run[f"{name}.per.A.theta"])[inner]
        assert np.abs(found - slopes[0] / slopes[1]).max() < 1e-6, name
    assert np.allclose(run["coupler.w.per.A.theta"][:, 2], run["coupler.psi.per.A.theta"])
    assert np.allclose(run["coupler.tip.per.A.theta"][:, 0], run["coupler.tip.x.per.A.theta"])


def test_the_same_partials_in_any_coordinate_follow_the_chain_rule():
    run = sarrus.simulate(four_bar(), until=0.2, rows=5)
    direct = np.asarray(run["coupler.tip.y.per.D.theta"])
    chained = np.asarray(run["coupler.tip.y.per.A.theta"]) / np.asarray(run["D.theta.per.A.theta"])
    assert np.allclose(direct, chained, rtol=1e-11)
    advantage = np.asarray(run["D.theta.advantage.A.theta"])
    assert np.allclose(advantage, 1 / np.abs(run["D.theta.per.A.theta"]), rtol=1e-12)


def mechanisms():
    """Trees, loops, drivers, rows of velocities, gears, friction by reactions, inerters, states; small and large."""
    rubbed = four_bar()
    rubbed.add(
        Friction("rub", "B.theta", coefficient=0.2, radius=0.05, normal="reaction", law="lugre",
                 stiffness=1e4, damping=20, stribeck=0.01)
    )  # fmt: skip
    rubbed.add(Inerter("inerter", "ground.D", "coupler.tip", inertance=0.4))
    rolling = Mechanism("disk")
    disk = rolling.add(Body("disk", mass=2, inertia=(0.02, 0.02, 0.04)))
    rolling.add(RollingDisk("roll", rolling.ground, disk, radius=0.2))
    rolling.add(Gravity("weight", (0.5, 0, -9.81)))
    rolling.add(AppliedTorque("push", "ground", "disk", moment=(0.1, 0.2, 0.3)))
    rolling.start(guess={"disk.z": 0.19, "disk.a1": 1.3}, fixed={"disk.a3_dot": 2.0})
    geared = Mechanism("gears", plane="xy")
    geared.ground.point("side", (0.3, 0))
    for name in ("one", "two"):
        geared.add(Body(name, mass=1, inertia=0.1, points={"rim": (0.1, 0)}))
    geared.add(Revolute("P", "ground", "one"))
    geared.add(Revolute("Q", "ground.side", "two"))
    geared.add(Gear("mesh", "P.theta", "Q.theta", first_radius=0.1, second_radius=0.2))
    geared.add(Gravity("weight", (0, -9.81)))
    geared.add(AppliedForce("pull", "two.rim", force=(2, 1)))
    geared.start(fixed={"P.theta": 0.3, "P.theta_dot": 1.0})
    return {
        "loop": four_bar(),
        "loop in space": four_bar(plane=None),
        "driven": four_bar(driven=True),
        "friction and inerter": rubbed,
        "rolling": rolling,
        "gears": geared,
        "tree in space": chain_of_bars(3, None),
        "large tree": chain_of_bars(12),
        "large tree in space": chain_of_bars(9, None),
    }


@pytest.mark.parametrize("name", mechanisms())
def test_generalised_forces_times_speeds_are_the_power_of_each_force(name):
    """Spec 05 rows 7 and 9: K^T Q of every force, whatever it is made of; and all of them together."""
    m = mechanisms()[name]
    run = sarrus.simulate(m, until=0.05, rows=4)
    names, forces = independent(run, m), [force.name for force in m.forces]
    assert len(names) == sarrus.check(m).freedom
    asked = [f"load.{y}" for y in names] + [f"load.{y}.{force}" for y in names for force in forces]
    run = sarrus.with_outputs(run, asked, coordinates=names)
    for force in forces:
        parts = [np.asarray(run[f"load.{y}.{force}"]) * np.asarray(run[f"{y}_dot"]) for y in names]
        power = np.asarray(run[f"{force}.power"])
        size = max(1.0, np.abs(parts).max(), np.abs(power).max())
        assert np.abs(power - sum(parts)).max() <= 1e-9 * size, force
    for y in names:
        summed = sum(np.asarray(run[f"load.{y}.{force}"]) for force in forces)
        assert np.allclose(run[f"load.{y}"], summed, rtol=1e-11, atol=1e-11)
    energies = sum(np.asarray(run[f"{force}.energy"]) for force in forces)
    assert np.allclose(energies, run["energy.potential"], rtol=1e-12, atol=1e-12)


def independent(run, m):
    """The coordinates that the program chose, as it says in the note."""
    note = run[f"load.{next(iter(m.snapshot().coordinates))}"].note
    return note.removeprefix("Independent coordinates: ").partition(". ")[0].rstrip(".").split(", ")


def test_dissipation_of_each_force_adds_up_to_the_heat_of_all():
    m = mechanisms()["friction and inerter"]
    run = sarrus.simulate(m, until=0.04, rows=321)
    heat = sum(np.asarray(run[f"{force.name}.dissipation"]) for force in m.forces)
    h = run.t[1]
    gained = np.asarray(run["energy.dissipated"])[2::2] - np.asarray(run["energy.dissipated"])[:-2:2]
    simpson = (heat[:-2:2] + 4 * heat[1:-1:2] + heat[2::2]) * h / 3
    assert np.abs(gained - simpson).max() <= 1e-6 * np.abs(gained).max()


def test_forces_that_do_no_work_are_named_with_a_reason():
    """Spec 05 section 3.1: which forces are inactive, and why."""
    m = Mechanism("inactive", plane="xy")
    m.ground.point("wall", (2, 0))
    m.add(Body("slider", mass=1, inertia=0.1, points={"a": (0.1, 0), "b": (-0.1, 0.1)}))
    m.add(Prismatic("rail", "ground", "slider"))
    m.add(Gravity("weight", (0, -9.81)))
    m.add(SpringDamper("inside", "slider.a", "slider.b", stiffness=50, free_length=0.05))
    m.add(AppliedTorque("twist", "ground", "slider", moment=3.0))
    m.add(AppliedForce("push", "slider", force=(5, 0)))
    m.add(AppliedForce("nothing", "slider", force=(0, 0)))
    run = sarrus.simulate(m, until=0.1, rows=3)
    note = run["load.rail.s"].note
    assert "'weight' does no work for any motion: it stands square to every motion" in note
    assert "'inside' does no work for any motion: what it gives to one body it takes from another" in note
    assert "'nothing' does no work for any motion: it is zero all the time" in note
    assert "'twist' does no work for any motion: what it acts on cannot move that way" in note
    assert "'push'" not in note
    assert np.allclose(run["load.rail.s"], 5.0)


def test_action_is_reaction_and_a_load_moves_with_its_arm():
    """Spec 02 row 22, R4 to R6; spec 03 D10: sums over both bodies vanish about any common point."""
    m = four_bar()
    m.add(ReactionSensor("on-follower", "C", point="crank.center"))
    m.add(ReactionSensor("on-base", "C", point="crank.center", on="base"))
    m.add(ReactionSensor("at-pin", "C", point="rocker.tip"))
    run = sarrus.simulate(m, until=0.3, rows=7)
    for what in ("force", "torque"):
        assert np.array_equal(run[f"on-follower.{what}"], -np.asarray(run[f"on-base.{what}"]))
    F = np.asarray(run["C.reaction"])
    apart = np.stack([run[f"rocker.tip.{a}"] - np.asarray(run[f"crank.center.{a}"]) for a in "xy"], axis=1)
    meant = apart[:, 0] * F[:, 1] - apart[:, 1] * F[:, 0]
    assert np.allclose(run["on-follower.torque"][:, 2], meant, rtol=1e-12, atol=1e-12)
    assert np.allclose(run["at-pin.torque"], 0.0, atol=1e-12)  # a pin carries no torque
    assert np.allclose(run["at-pin.force"], F)


@pytest.mark.parametrize("plane", ["xy", None], ids=["plane", "space"])
def test_reactions_do_no_work_and_a_driver_works_along_its_coordinate(plane):
    """Spec 02 row 22, R1, R3 and R8: what passive joints give to one body they take from the other."""
    m = four_bar(driven=True, plane=plane)
    ends = {
        "A": (None, "crank"),
        "B": ("crank", "coupler"),
        "C": ("coupler", "rocker"),
        "D": (None, "rocker"),
    }
    for joint, bodies in ends.items():
        for side, body in zip(("base", "follower"), bodies, strict=True):
            if body:
                m.add(ReactionSensor(f"{joint}-{side}", joint, point=body, on=side))
    run = sarrus.kinematics(m, until=0.3, rows=4)
    zero, axes = np.zeros(4), "xy" if plane else "xyz"
    for joint, bodies in ends.items():
        work, size = zero, 0.0
        for side, body in zip(("base", "follower"), bodies, strict=True):
            if body:
                F, T = np.asarray(run[f"{joint}-{side}.force"]), np.asarray(run[f"{joint}-{side}.torque"])
                v = np.stack([*(run[f"{body}.{a}_dot"] for a in axes), zero][:3], axis=1)
                w = run[f"{body}.w"] if plane is None else np.outer(run[f"{body}.psi_dot"], (0, 0, 1))
                parts = (F * v).sum(axis=1), (T * np.asarray(w)).sum(axis=1)
                work, size = work + sum(parts), max(size, np.abs(parts).max())
        assert np.abs(work).max() <= 1e-10 * max(size, 1.0), joint
    assert np.allclose(run["motor.power"], np.asarray(run["motor.effort"]) * np.asarray(run["A.theta_dot"]))


@pytest.mark.parametrize("plane", ["xy", None], ids=["plane", "space"])
def test_loads_in_frames_of_a_joint_have_the_size_and_the_axes_of_the_load(plane):
    """Spec 03 D20: base and follower components differ by the turn of the joint."""
    run = sarrus.simulate(four_bar(plane=plane), until=0.3, rows=5)
    theta = np.asarray(run["B.theta"])
    c, s = np.cos(theta), np.sin(theta)
    for load in ("reaction", "torque"):
        F, M = np.asarray(run[f"B.{load}_F"]), np.asarray(run[f"B.{load}_M"])
        turned = np.stack([c * M[:, 0] - s * M[:, 1], s * M[:, 0] + c * M[:, 1], M[:, 2]], axis=1)
        assert np.allclose(F, turned, atol=1e-11)
        assert np.allclose(np.linalg.norm(F, axis=1), np.linalg.norm(run[f"B.{load}"], axis=1))


def door(order=("low", "high")):
    m = Mechanism("door")
    places = {"low": -0.7, "high": 0.7}
    leaf = m.add(Body("leaf", mass=25, center=(0.4, 0, 0), inertia=(4, 5, 1.4)))
    for name, z in places.items():
        m.ground.point(name, (0, 0, z))
        leaf.point(name, (0, 0, z))
    for name in order:
        m.add(Revolute(name, f"ground.{name}", f"leaf.{name}"))
    m.add(Gravity("weight", (0, 0, -9.81)))
    m.start(fixed={f"{order[0]}.theta": 0.3, f"{order[0]}.theta_dot": 1.5})
    return m


def test_two_equal_hinges_share_the_load_of_a_door():
    """Seed 004: the solution of Moore and Penrose, beside the flag; whichever hinge is written first."""
    found = []
    for order in (("low", "high"), ("high", "low")):
        run = sarrus.simulate(door(order), until=0.2, rows=3)
        assert "low.reaction.z" in run.not_unique
        low, high = (np.asarray(run[f"{name}.reaction.minimum_norm"]) for name in ("low", "high"))
        torques = [np.asarray(run[f"{name}.torque.minimum_norm"]) for name in ("low", "high")]
        assert np.allclose(low[:, 2], high[:, 2], rtol=1e-9)
        assert np.allclose(*torques, atol=1e-9)
        for row in range(3):
            meant = least_loads(run, row, formulate(door().snapshot(), "absolute").length)
            assert np.allclose(np.concatenate([a[row] for a in (low, high, *torques)]), meant, atol=1e-8)
        found.append((low, high, *torques))
    assert np.allclose(found[0], found[1], atol=1e-9)


def least_loads(run, row, length):
    """Forces and torques of both hinges, least sum of (L F)^2 + T^2, with the sum that the leaf needs; by pinv."""

    def moved(z):
        return np.array([[0.0, -z, 0.0], [z, 0.0, 0.0], [0.0, 0.0, 0.0]])  # (0, 0, z) x F

    total = np.zeros(6)
    for name, z in (("low", -0.7), ("high", 0.7)):
        F, T = run[f"{name}.reaction"][row], run[f"{name}.torque"][row]
        total += np.concatenate([F, T + moved(z) @ F])
    one, across, none = np.eye(3), np.diag([1.0, 1.0, 0.0]), np.zeros((3, 3))  # no torque about the axis
    A = np.block([[one, one, none, none], [moved(-0.7), moved(0.7), across, across]])
    sizes = np.repeat([1 / length, 1.0], 6)
    return sizes * (np.linalg.pinv(A * sizes) @ total)


def test_unique_reactions_are_their_own_minimum():
    run = sarrus.simulate(four_bar(driven=True), until=0.2, rows=3)
    for name in ("A.reaction", "C.reaction", "motor.effort"):
        assert np.allclose(run[f"{name}.minimum_norm"], run[name], rtol=1e-9, atol=1e-9), name


def test_angular_velocity_in_body_components():
    run = sarrus.simulate(chain_of_bars(2, None), until=0.2, rows=4)
    for row, q in enumerate(run["b1.quaternion"]):
        w, x, y, z = q
        R = np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
            ]
        )
        assert np.allclose(R @ run["b1.w_B"][row], run["b1.w"][row], atol=1e-13)
