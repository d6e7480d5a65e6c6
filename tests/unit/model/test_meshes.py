"""How meshes sit in a mechanism, and what is refused: where, what, what is allowed, what to try."""

import math

import pytest

import sarrus
from sarrus import Body, Cylindrical, Gear, Mechanism, Planar, Prismatic, RackAndPinion, Revolute, Weld
from sarrus.errors import ModelError
from sarrus.io import loads


def wheels(plane="xy", **frames):
    """Bodies a, b, c, and frames on ground."""
    m = Mechanism("wheels", plane=plane)
    for name in "abc":
        m.add(
            Body(
                name,
                mass=1,
                inertia=1 if plane else (1, 1, 1),
                points={"p": (0.3, 0) if plane else (0.3, 0, 0)},
            )
        )
    for name, placed in frames.items():
        m.ground.frame(name, *placed)
    return m


def pair(**values):
    m = wheels(p=((0.3, 0),))
    m.add(Revolute("A", m.ground, "a"))
    m.add(Revolute("B", m.ground.p, "b"))
    m.add(Weld("C", m.ground, "c"))
    m.add(Gear("mesh", "A.theta", "B.theta", **values))
    return m


def refusal(m):
    with pytest.raises(ModelError) as caught:
        m.snapshot()
    (problem,) = caught.value.problems
    assert problem.allowed
    return str(problem)


@pytest.mark.parametrize(
    ("radii", "said"),
    [
        ((0, 0.2), "gear 'mesh' has the pitch radii 0 m and 0.2 m: a wheel without a radius turns nothing"),
        ((0.1, 0), "has the pitch radii 0.1 m and 0 m: a wheel without a radius"),
        ((-0.1, -0.2), "two wheels with inner teeth cannot mesh. At most one radius is negative"),
        ((0.2, -0.2), "a wheel as large as the ring around it touches it everywhere"),
    ],
)
def test_radii_that_no_two_wheels_have_are_refused(radii, said):
    text = refusal(pair(first_radius=radii[0], second_radius=radii[1]))
    assert said in text
    assert text.count(". ") >= 2  # what is allowed, what to try


def test_parameter_that_makes_a_radius_vanish_is_refused_where_the_gear_stands():
    text = """sarrus: 1
plane: xy
parameters: {r: 0.1}
ground: {points: {p: [0.3, 0]}}
bodies: {a: {mass: 1, inertia: 1}, b: {mass: 1, inertia: 1}}
joints: {A: {revolute: [ground, a]}, B: {revolute: [ground.p, b]}}
constraints:
  mesh: {gear: [A.theta, B.theta], first_radius: r - 0.1, second_radius: 0.3}
"""
    with pytest.raises(ModelError, match=r"m.yaml:8:3: gear 'mesh' has the pitch radii 0 m and 0.3 m"):
        loads(text, "m.yaml")


def test_pinion_without_a_radius_is_refused():
    m = wheels()
    m.add(Prismatic("S", m.ground, "a"))
    m.add(Revolute("B", m.ground, "b"))
    m.add(RackAndPinion("mesh", "S.s", "B.theta", radius=0))
    assert "rack-and-pinion 'mesh' has a wheel of radius 0 m: its turning moves nothing" in refusal(m)


@pytest.mark.parametrize("angle", [-0.1, math.pi / 2])
def test_pressure_angle_is_at_least_zero_and_below_a_quarter_turn(angle):
    m = pair(first_radius=0.1, second_radius=0.2, pressure_angle=angle)
    assert "It must be at least 0 and less than 1.5708" in refusal(m)


def test_gear_between_joints_that_nothing_joins_is_refused():
    """Two wheels on two arms that swing apart: there is no line of centres of fixed length."""
    m = wheels()
    m.add(Body("d", mass=1, inertia=1))
    m.add(Revolute("A", m.ground, "a"))
    m.add(Revolute("B", "a.p", "b"))
    m.add(Revolute("C", "b.p", "c"))
    m.add(Revolute("D", "c.p", "d"))
    m.add(Gear("mesh", "A.theta", "D.theta", first_radius=0.1, second_radius=0.2))
    text = refusal(m)
    assert "gear 'mesh' acts on 'A.theta' and 'D.theta', and nothing carries both wheels" in text
    assert "'A' joins 'ground' and 'a', 'D' joins 'c' and 'd'" in text
    assert "Both joints touch one body, or a revolute joint" in text
    assert "a coupler" in text


def test_arm_beside_the_axes_of_both_wheels_carries_no_line_of_centres():
    m = wheels(q=((0.1, 0.1),))
    m.add(Revolute("A", m.ground.q, "a"))
    m.add(Revolute("B", m.ground, "b"))
    m.add(Revolute("C", "b.p", "c"))
    m.add(Gear("mesh", "A.theta", "C.theta", first_radius=0.1, second_radius=0.2))
    assert "nothing carries both wheels" in refusal(m)


def test_wheels_on_one_axis_are_refused():
    m = wheels()
    m.add(Revolute("A", m.ground, "a"))
    m.add(Revolute("B", m.ground, "b"))
    m.add(Gear("mesh", "A.theta", "B.theta", first_radius=0.1, second_radius=0.2))
    text = refusal(m)
    assert (
        "has one axis for both wheels, that of 'A.theta' and 'B.theta'. Its sizes ask for axes 0.3 m apart"
        in text
    )
    assert "Joints that a hidden train ties to each other are tied by a coupler" in text


def test_axes_that_are_not_parallel_are_refused_with_their_angle():
    m = wheels(None, p=((0.3, 0, 0), ("30 deg", 0, 0)))
    m.add(Revolute("A", m.ground, "a"))
    m.add(Revolute("B", m.ground.p, "b"))
    m.add(Gear("mesh", "A.theta", "B.theta", first_radius=0.1, second_radius=0.2))
    assert "has axes at 30 deg to each other, those of 'A.theta' and 'B.theta'" in refusal(m)


def test_rack_along_the_axis_of_its_wheel_is_refused():
    m = wheels(None, p=((0.3, 0, 0), (0, "-60 deg", 0)))
    m.add(Prismatic("S", m.ground, "a"))
    m.add(Revolute("B", m.ground.p, "b"))
    m.add(RackAndPinion("mesh", "S.s", "B.theta", radius=0.1))
    assert "slides along 'S.s' at 30 deg to the axis of 'B.theta'" in refusal(m)


def test_rack_and_wheel_without_a_common_body_are_refused():
    m = wheels()
    m.add(Prismatic("S", m.ground, "a"))
    m.add(Revolute("B", m.ground, "b"))
    m.add(Revolute("C", "b.p", "c"))
    m.add(RackAndPinion("mesh", "S.s", "C.theta", radius=0.1))
    text = refusal(m)
    assert "which touch no common body: 'S' joins 'ground' and 'a', 'C' joins 'b' and 'c'" in text
    assert "the body along which the rack slides, or the one that slides" in text


def test_ends_of_the_wrong_kind_are_refused():
    m = wheels()
    m.add(Prismatic("S", m.ground, "a"))
    m.add(Revolute("B", m.ground, "b"))
    m.add(RackAndPinion("mesh", "B.theta", "S.s", radius=0.1))
    assert "acts on 'B.theta', which is an angle where it needs a length" in refusal(m)
    m.constraints[:] = [Gear("mesh", "B.theta", "S.s", first_radius=0.1, second_radius=0.2)]
    assert (
        "acts on 'S.s', which is a length where it needs an angle. Its ends are an angle and an angle"
        in refusal(m)
    )


def test_wheel_whose_joint_does_not_hold_its_centre_is_refused():
    m = wheels()
    m.add(Revolute("A", m.ground, "a"))
    m.add(Planar("B", m.ground, "b"))
    m.add(Gear("mesh", "A.theta", "B.theta", first_radius=0.1, second_radius=0.2))
    text = refusal(m)
    assert "acts on 'B.theta' of a planar joint" in text
    assert "turn about one axis, and perhaps slide along it, and nothing else" in text


def test_two_joints_between_the_same_bodies_are_no_mesh():
    m = wheels(p=((0.3, 0),))
    m.add(Revolute("A", m.ground, "a"))
    m.add(Revolute("B", m.ground.p, "a.p"))
    m.add(Gear("mesh", "A.theta", "B.theta", first_radius=0.1, second_radius=0.2))
    assert "acts on 'A' and 'B', which both join 'ground' and 'a'" in refusal(m)


def test_screw_is_no_rack_and_no_gear():
    m = wheels(None)
    m.add(Cylindrical("A", m.ground, "a"))
    m.add(RackAndPinion("mesh", "A.s", "A.theta", radius=0.1))
    text = refusal(m)
    assert (
        "acts on two coordinates of the cylindrical joint 'A'" in text
        and "For a screw, take a coupler" in text
    )
    m.constraints[:] = [Gear("mesh", "A.theta", "A.theta", first_radius=0.1, second_radius=0.2)]
    assert (
        "acts on two coordinates of the cylindrical joint 'A'. Its bodies are guided by two joints."
        in refusal(m)
    )


def test_pressure_angle_needs_joints_that_hold_the_distance():
    m = wheels()
    m.add(Planar("A", m.ground, "a"))
    m.add(RackAndPinion("mesh", "A.x", "A.theta", radius=0.1, pressure_angle=0.3))
    text = refusal(m)
    assert "has a pressure angle, but 'A' lets the wheel leave the rack" in text
    assert "Let a slide carry the wheel" in text


def test_hinge_of_the_carriers_may_have_the_axis_of_either_wheel():
    m = wheels()
    m.add(Revolute("A", m.ground, "a"))
    m.add(Revolute("arm", m.ground, "b"))
    m.add(Revolute("C", "b.p", "c"))
    one, two = (
        Gear("one", "A.theta", "C.theta", first_radius=0.1, second_radius=0.2),
        Gear("two", "C.theta", "A.theta", first_radius=0.2, second_radius=0.1),
    )
    m.constraints[:] = [one, two]
    model = m.snapshot()
    first, second = model.meshing(one), model.meshing(two)
    assert [j.name for j, _, _ in first.coordinates] == ["A", "C", "arm"]
    assert first.weights == ((1, 0, -1), (0, 1, 0))
    assert second.weights == ((1, 0, 0), (0, 1, -1))
    assert (first.carrier.name, second.carrier.name) == ("b", "b")
    assert first.outer == {"A": -1, "C": 1, "arm": 1} and second.outer == {"A": 1, "C": -1, "arm": -1}


def test_axes_that_point_against_each_other_count_as_turns_about_the_first():
    m = wheels(None, p=((0.3, 0, 0), ("180 deg", 0, 0)))
    m.add(Revolute("A", m.ground, "a"))
    m.add(Revolute("B", m.ground.p, "b"))
    gear = m.add(Gear("mesh", "A.theta", "B.theta", first_radius=0.1, second_radius=0.2))
    assert m.snapshot().meshing(gear).weights == ((1, 0), (0, -1))


def test_check_says_what_carries_each_mesh():
    m = wheels()
    m.add(Revolute("A", m.ground, "a"))
    m.add(Revolute("arm", m.ground, "b"))
    m.add(Revolute("C", "b.p", "c"))
    m.add(Gear("mesh", "A.theta", "C.theta", first_radius=0.1, second_radius=0.2))
    report = sarrus.check(m)
    assert report.meshes == ("mesh: a and c on b, with the turn of arm.theta",)
    assert "meshes     mesh: a and c on b, with the turn of arm.theta\n" in str(report)
    m.constraints[:] = [Gear("mesh", "arm.theta", "C.theta", first_radius=0.1, second_radius=0.2)]
    assert sarrus.check(m).meshes == ("mesh: ground and c on b",)
    m = wheels()
    m.add(Planar("A", m.ground, "a"))
    m.add(RackAndPinion("mesh", "A.x", "A.theta", radius=0.1))
    assert sarrus.check(m).meshes == ("mesh: a rolls on ground",)


def test_frames_apart_along_the_axes_are_noted():
    m = wheels(None, p=((0.3, 0, 0.02),))
    m.add(Revolute("A", m.ground, "a"))
    m.add(Revolute("B", m.ground.p, "b"))
    m.add(Weld("C", m.ground, "c"))
    m.add(Gear("mesh", "A.theta", "B.theta", first_radius=0.1, second_radius=0.2))
    (note,) = sarrus.check(m).found("mesh.shift")
    assert "stand 0.02 m apart along their axes. Its force acts in the plane of the first" in note.what
