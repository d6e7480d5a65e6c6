"""End-to-end dynamics of Kamman's systems: accelerations and reactions at one state, both formulations.

Source: J. Kamman, multibody dynamics notes, Volume II Unit 3; values computed twice, by an absolute-coordinate DAE and by
Lagrange's equations (agreement 1e-13). Rows D2 and D4 to D7; D1 and D3 stand with the other arms.
Tolerances are those of the printed digits: 12 significant for accelerations, 8 decimals for reactions.
"""

import math

import numpy as np
import pytest

import sarrus

FORMULATIONS = pytest.mark.parametrize("formulation", ["relative", "absolute"])
G = 9.81


def at_start(m, formulation):
    """The first output row: accelerations and reactions at the start values."""
    run = sarrus.simulate(m, until=1e-4, rows=2, formulation=formulation)
    return {name: run[name].values[0] for name in run}


def agrees(found, expected, decimals=8):
    np.testing.assert_allclose(found, expected, rtol=0, atol=0.6 * 10.0**-decimals)


@FORMULATIONS
def test_loaded_slider_crank_spec05_D2(formulation):
    """The horizontal spring acts as the constant force it exerts at this state."""
    R, L, theta = 0.2, 0.5, 0.7
    phi = math.asin(R * math.sin(theta) / L)
    pull = 400 * (R * math.cos(theta) - 0.1)
    m = sarrus.Mechanism("D2", plane="xy")
    m.add(sarrus.Body("crank", sarrus.Rod(length=R, mass=1.0)))
    m.add(sarrus.Body("rod", sarrus.Rod(length=L, mass=0.8)))
    m.add(sarrus.Body("slider", mass=0.6, inertia=0.001))
    m.add(sarrus.Revolute("A", "ground", "crank.start"))
    m.add(sarrus.Revolute("B", "crank.end", "rod.start"))
    m.add(sarrus.Revolute("C", "rod.end", "slider"))
    m.add(sarrus.Prismatic("guide", "ground", "slider"))
    m.add(sarrus.AppliedForce("P", "crank.end", force=(12 - pull, 0)))
    m.add(sarrus.AppliedForce("Q", "slider", force=(-30, 0)))
    m.add(sarrus.AppliedTorque("T", "ground", "crank", moment=5))
    m.start(fixed={"A.theta": theta, "A.theta_dot": 3}, guess={"B.theta": -phi - theta, "C.theta": phi})
    now = at_start(m, formulation)
    assert now["A.theta_ddot"] == pytest.approx(200.657845234, rel=1e-11)
    assert now["guide.s_ddot"] == pytest.approx(-35.5738227562, rel=1e-11)
    agrees(now["A.reaction"], (-20.89361205, 23.83310009, 0))
    agrees(-now["B.reaction"], (16.46589577, -9.06573749, 0))
    agrees(-now["C.reaction"], (-8.65570635, 2.7481526, 0), 7)
    agrees(now["guide.reaction"], (0, 2.7481526, 0), 7)


@FORMULATIONS
def test_bar_between_piston_and_floor_spec05_D4(formulation):
    """The light slider on the floor is a point on a line."""
    length, theta = 0.6, 0.4
    m = sarrus.Mechanism("D4", plane="xy")
    m.ground.frame("up", (0, 0), turn="90 deg")
    m.add(sarrus.Body("piston", mass=1.2, inertia=0.001))
    m.add(sarrus.Body("bar", sarrus.Rod(length=length, mass=3)))
    m.add(sarrus.Prismatic("guide", "ground.up", "piston"))
    m.add(sarrus.Revolute("A", "piston", "bar.start"))
    m.add(sarrus.PointOnLine("floor", "ground", "bar.end"))
    m.add(sarrus.SpringDamper("spring", "ground", "bar.end", stiffness=500, damping=8))
    m.add(sarrus.AppliedForce("F", "piston", force=(0, -25)))
    m.add(sarrus.Gravity("weight", (0, -G)))
    m.start(
        fixed={"A.theta": theta - math.pi, "A.theta_dot": 1.7}, guess={"guide.s": length * math.cos(theta)}
    )
    now = at_start(m, formulation)
    assert now["A.theta_ddot"] == pytest.approx(-134.269976941, rel=1e-11)
    agrees(now["A.reaction"], (12.02472871, -72.50223441, 0))
    agrees(now["floor.reaction"], (0, 146.59502742, 0))
    agrees(now["guide.reaction"], (12.02472871, 0, 0))


@FORMULATIONS
def test_slider_with_hanging_bar_spec05_D5(formulation):
    theta = 0.35
    m = sarrus.Mechanism("D5", plane="xy")
    m.ground.point("wall", (-10, 0))
    m.add(sarrus.Body("slider", mass=4, inertia=0.001))
    m.add(sarrus.Body("bar", sarrus.Rod(length=0.8, mass=2)))
    m.add(sarrus.Prismatic("rail", "ground", "slider"))
    m.add(sarrus.Revolute("pin", "slider", "bar.start"))
    m.add(sarrus.SpringDamper("spring", "ground.wall", "slider", stiffness=300, damping=12, free_length=10))
    m.add(sarrus.AppliedForce("F", "slider", force=(15, 0)))
    m.add(sarrus.AppliedForce("P", "bar.end", force=(9, -4)))
    m.add(sarrus.Gravity("weight", (0, -G)))
    start = {"rail.s": 0.05, "rail.s_dot": -0.4, "pin.theta": theta - math.pi / 2, "pin.theta_dot": 1.1}
    m.start(fixed=start)
    now = at_start(m, formulation)
    assert now["rail.s_ddot"] == pytest.approx(1.90141672456, rel=1e-10)
    assert now["pin.theta_ddot"] == pytest.approx(3.62399382725, rel=1e-10)
    agrees(now["rail.reaction"], (0, 64.76344042, 0))
    agrees(-now["pin.reaction"], (2.8056669, -25.52344042, 0), 7)


@FORMULATIONS
def test_disk_with_hinged_bar_spec05_D6(formulation):
    """The end force is given in disk components; at this instant it is a force in ground components."""
    phi = 0.9
    c, s = math.cos(phi), math.sin(phi)
    m = sarrus.Mechanism("D6")
    disk = m.add(sarrus.Body("disk", mass=5, inertia=(0.2, 0.2, 0.4)))
    disk.frame("hinge", (0, 0.25, 0), turn=(0, "90 deg", 0))
    m.add(sarrus.Body("bar", sarrus.Rod(length=0.6, mass=1.5)))
    m.add(sarrus.Revolute("bearing", "ground", "disk"))
    m.add(sarrus.Revolute("pin", "disk.hinge", "bar.start"))
    m.add(sarrus.TorsionalSpringDamper("spring", "pin.theta", stiffness=20, damping=0.9))
    m.add(sarrus.AppliedForce("F", "bar.end", force=(3 * c + 2 * s, 3 * s - 2 * c, 5)))
    m.add(sarrus.AppliedTorque("M_phi", "ground", "disk", moment=(0, 0, 8)))
    m.add(sarrus.AppliedTorque("M_theta", "disk.hinge", "bar", moment=(0, 0, 1.3)))
    m.add(sarrus.Gravity("weight", (0, 0, -G)))
    m.start(fixed={"bearing.theta": phi, "bearing.theta_dot": 2.1, "pin.theta": 0.4, "pin.theta_dot": -0.7})
    now = at_start(m, formulation)
    assert now["bearing.theta_ddot"] == pytest.approx(11.5720376151, rel=1e-11)
    assert now["pin.theta_ddot"] == pytest.approx(-38.8023634437, rel=1e-11)
    agrees(now["bearing.reaction"], (7.93402157, -16.69887861, 52.16843553))
    agrees(-now["pin.reaction"], (-7.93402157, 16.69887861, -3.11843553))


@FORMULATIONS
def test_universal_joint_double_pendulum_spec05_D7(formulation):
    """Angles 1-3 instead of our 1-2: frames turned by 90 deg about x carry the y axis of the joint into z."""
    lengths, weights = (0.5, 0.4), (12, 9)
    m = sarrus.Mechanism("D7")
    m.ground.frame("top", (0, 0, 0), turn=("90 deg", 0, 0))
    for k, (length, weight) in enumerate(zip(lengths, weights, strict=True), 1):
        mass = weight / G
        J = mass * length**2 / 12
        link = m.add(sarrus.Body(f"link{k}", mass=mass, center=(0, -length / 2, 0), inertia=(J, 0, J)))
        link.frame("top", (0, 0, 0), turn=("90 deg", 0, 0))
        link.frame("end", (0, -length, 0), turn=("90 deg", 0, 0))
    m.add(sarrus.Universal("O", "ground.top", "link1.top"))
    m.add(sarrus.Universal("A", "link1.end", "link2.top"))
    m.add(sarrus.AppliedTorque("M11", "ground", "link1", moment=(2, 0, 0)))
    m.add(sarrus.AppliedTorque("M12", "link1", "ground", moment=(0, 0, 1)))
    m.add(sarrus.AppliedTorque("M21", "link1", "link2", moment=(1.5, 0, 0)))
    m.add(sarrus.AppliedTorque("M22", "link2", "link1", moment=(0, 0, -0.7)))
    m.add(sarrus.Gravity("weight", (0, -G, 0)))
    names = ("O.theta1", "O.theta2", "A.theta1", "A.theta2")
    angles, rates = (0.3, -0.4, 0.5, 0.2), (0.7, -0.5, 1.1, 0.4)
    m.start(fixed=dict(zip(names, angles, strict=True)))
    m.start(fixed={f"{n}_dot": r for n, r in zip(names, rates, strict=True)})
    now = at_start(m, formulation)
    accelerations = [now[f"{n}_ddot"] for n in names]
    expected = (-8.28636026674, -4.92826169493, 27.9805203673, 33.1994661191)
    np.testing.assert_allclose(accelerations, expected, rtol=1e-10)
    agrees(now["link1.alpha"], (-8.28636027, 1.79076869, -4.60471615))
    agrees(now["link2.alpha"], (10.83429695, -32.06952435, 14.75435799))
    agrees(-now["O.reaction"], (-2.82061196, -22.46149571, -4.46914962))
    agrees(-now["A.reaction"], (-4.17898353, -10.41606953, -1.92470016))


@pytest.mark.parametrize(
    ("joints", "freedoms"),
    [
        (("Prismatic", "Cylindrical", "Spherical", "Revolute"), 1),
        (("Prismatic", "Cylindrical", "Spherical", "Spherical"), 3),
        (("Cylindrical", "Cylindrical", "Spherical", "Revolute"), 2),
    ],
)
def test_two_collars_and_a_bar_spec05_section4(joints, freedoms):
    """Counted and true freedom agree: collar B on a guide along y, collar A on one along x at another height."""
    m = sarrus.Mechanism("collars")
    m.ground.frame("guideB", (0, 0, 0), turn=(0, 0, "90 deg"))  # x along y, for the prismatic joint
    m.ground.frame("guideBz", (0, 0, 0), turn=("-90 deg", 0, 0))  # z along y, for a cylindrical one
    m.ground.frame("guideA", (0, 0, 0.6), turn=(0, "90 deg", 0))  # z along x
    for name in ("A", "B"):
        m.add(sarrus.Body(name, mass=1, inertia=(0.01, 0.01, 0.01)))
    m.bodies[0].frame("hinge", (0, 0, 0), turn=("90 deg", 0, 0))
    m.add(sarrus.Body("bar", sarrus.Cylinder(length=1.0, radius=0.02, mass=1)))
    m.bodies[2].frame("hinge", (0, 0, 0), turn=(0, 0, 0))
    guide = "ground.guideB" if joints[0] == "Prismatic" else "ground.guideBz"
    kinds = [getattr(sarrus, j) for j in joints]
    m.add(kinds[0]("railB", guide, "B"))
    m.add(kinds[1]("railA", "ground.guideA", "A"))
    m.add(kinds[2]("ball", "B", "bar.end"))
    m.add(kinds[3]("pin", "A.hinge", "bar.hinge"))
    coordinate = "s"
    m.start(guess={f"railB.{coordinate}": 0.5, "railA.s": 0.6, "railA.theta": 0.3})
    report = sarrus.check(m)
    assert (report.counted, report.freedoms) == (freedoms, freedoms)
    assert report.here.rank == report.here.rows


def slider_crank_with_block():
    m = sarrus.Mechanism("three bodies", plane="xy")
    for name, length in (("crank", 0.2), ("rod", 0.5)):
        m.add(sarrus.Body(name, sarrus.Rod(length=length, mass=1)))
    m.add(sarrus.Body("slider", mass=1, inertia=0.01))
    m.add(sarrus.Revolute("A", "ground", "crank.start"))
    m.add(sarrus.Revolute("B", "crank.end", "rod.start"))
    m.add(sarrus.Revolute("C", "rod.end", "slider"))
    m.add(sarrus.Prismatic("guide", "ground", "slider"))
    return m


def slider_crank_without_block():
    m = sarrus.Mechanism("two bodies", plane="xy")
    for name, length in (("crank", 0.2), ("rod", 0.5)):
        m.add(sarrus.Body(name, sarrus.Rod(length=length, mass=1)))
    m.add(sarrus.Revolute("A", "ground", "crank.start"))
    m.add(sarrus.Revolute("B", "crank.end", "rod.start"))
    m.add(sarrus.PointOnLine("slot", "ground", "rod.end"))
    return m


@pytest.mark.parametrize(
    ("build", "speeds", "rows"),
    [(slider_crank_with_block, 9, 8), (slider_crank_without_block, 6, 5)],
)
def test_slider_crank_counts_the_same_with_and_without_its_block_spec05_section4(build, speeds, rows):
    m = build()
    m.start(fixed={"A.theta": 0.7}, guess={"B.theta": -0.96})
    report = sarrus.check(m)
    assert (report.here.speeds, report.here.rows, report.here.rank) == (speeds, rows, rows)
    assert (report.counted, report.freedoms) == (1, 1)
