"""Spec 05, section 4: counted and true freedom agree where nothing is redundant.

Source: J. W. Kamman, Multibody Dynamics, Volume II, Unit 3.
"""

import pytest

import sarrus


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
    assert (report.here.unconstrained, report.here.rows, report.here.rank) == (speeds, rows, rows)
    assert (report.counted, report.freedoms) == (1, 1)
