"""Mechanisms as data: names, values, and every message of the checks."""

import pytest

import sarrus
from sarrus.errors import ModelError


def bar(**inertia):
    m = sarrus.Mechanism("m", plane="xy")
    m.add(sarrus.Body("bar", **(inertia or {"mass": 1, "inertia": 1})))
    return m


def spatial(**inertia):
    m = sarrus.Mechanism("m")
    m.add(sarrus.Body("bar", **inertia))
    return m


def refused(m, *parts):
    with pytest.raises(ModelError) as caught:
        m.snapshot()
    for part in parts:
        assert part in str(caught.value)


def test_unknown_point_is_suggested():
    m = bar()
    m.bodies[0].point("end", (1, 0))
    m.add(sarrus.Revolute("pin", "ground", "bar.emd"))
    refused(
        m,
        "revolute 'pin' uses point 'bar.emd', but body 'bar' has points center, end.",
        "Did you mean 'bar.end'?",
    )


def test_unknown_body_is_suggested():
    m = bar()
    m.add(sarrus.Revolute("pin", "ground", "baar"))
    refused(m, "there is no body 'baar'", "Bodies are: ground, bar", "Did you mean 'bar'?")


def test_missing_mass_and_inertia_are_named():
    refused(bar(inertia=1), "body 'bar' has no mass.", "Add mass")
    refused(bar(mass=1), "has no inertia", "0 for a point mass")


@pytest.mark.parametrize("J", [(1, 1, 3), (-1, 1, 1)])
def test_unphysical_inertia_is_refused(J):
    refused(spatial(mass=1, inertia=J), "no rigid body has it", "none exceeds the sum of the other two")


def test_limit_of_physical_inertia_is_accepted():
    spatial(mass=1, inertia=(1, 1, 2)).snapshot()


def test_inertia_given_both_ways():
    matrix = ((2, 0.1, 0.2), (0.1, 3, -0.3), (0.2, -0.3, 4))
    one = spatial(mass=1, inertia=matrix).snapshot()
    two = spatial(mass=1, inertia=(2, 3, 4), products=(-0.1, -0.2, 0.3)).snapshot()
    J1, J2 = (s.bodies[0].mass_properties(s.resolve, False)[2] for s in (one, two))
    assert J1.elements() == J2.elements()


def test_duplicate_name_is_refused():
    m = bar()
    with pytest.raises(ModelError, match="the name 'bar' of this joint is taken by a body"):
        m.add(sarrus.Revolute("bar", "ground", "bar"))


@pytest.mark.parametrize("name", ["a.b", "", "a b", "x" * 101])
def test_bad_name_is_refused(name):
    with pytest.raises(ModelError, match="letters, digits, _ and - only"):
        bar().add(sarrus.Revolute(name, "ground", "bar"))


THINGS = {
    "body": lambda name: sarrus.Body(name, mass=1, inertia=1),
    "joint": lambda name: sarrus.Revolute(name, "ground", "bar"),
    "constraint": lambda name: sarrus.Distance(name, "ground", "bar", length=1),
    "force": lambda name: sarrus.Gravity(name, (0, -9.81)),
    "driver": lambda name: sarrus.Motion(name, "A.theta", "t"),
    "sensor": lambda name: sarrus.DistanceSensor(name, "ground", "bar"),
}
RESERVED = ["ground", "energy", "momentum", "load", "start", "parameters", "inputs", "signals", "per", "on"]


@pytest.mark.parametrize("kind", THINGS)
def test_words_that_begin_names_of_results_and_numbers_are_no_names_of_things(kind):
    for name in RESERVED:
        with pytest.raises(ModelError) as refused:
            bar().add(THINGS[kind](name))
        assert str(refused.value) == (
            f"a {kind} cannot be called '{name}': the word is reserved for names of results and numbers. Reserved are "
            f"{', '.join(RESERVED)}. Choose another name."
        )
        bar().add(THINGS[kind](f"{name}-1"))


def test_points_and_parameters_may_have_reserved_names():
    m = bar()
    m.parameters(load=5)
    assert m.bodies[0].point("on", ("load", 0)).path == "bar.on"
    m.snapshot()


@pytest.mark.parametrize("name", ["t", "pi", "e"])
def test_reserved_parameter_is_refused(name):
    with pytest.raises(ModelError, match="cannot be a parameter"):
        bar().parameters(**{name: 1.0})


def test_negative_stiffness_and_bad_unit_are_reported_together():
    m = bar()
    m.add(sarrus.SpringDamper("s", "ground", "bar", stiffness="200 kg", damping=-1))
    refused(m, "200 kg", "damping of spring-damper 's' is -1 N s/m", "It must be at least 0")


def test_unknown_parameter_is_suggested():
    with pytest.raises(ModelError, match=r"no parameter 'stifness'.*Did you mean 'stiffness'"):
        sarrus.SpringDamper("s", "ground", "bar", stifness=1)


def test_missing_parameter_is_named():
    with pytest.raises(ModelError, match=r"lacks 'stiffness' \(pull per metre of stretch\)"):
        sarrus.SpringDamper("s", "ground", "bar")


def test_frames_in_a_circle_are_refused():
    m = bar()
    m.bodies[0].frame("a", (1, 0), on="b")
    m.bodies[0].frame("b", (1, 0), on="a")
    refused(m, "rest on each other in a circle: a -> b -> a")


def test_frame_on_frame_adds_up():
    m = bar()
    m.bodies[0].frame("a", (1, 0), turn="90 deg")
    m.bodies[0].frame("b", (1, 0), on="a")
    s = m.snapshot()
    p = s.bodies[0].poses(s.resolve, True)["b"].p
    assert (p.x, p.y) == pytest.approx((1, 1))


def test_joint_that_leaves_the_plane_is_refused():
    m = bar()
    m.add(sarrus.Spherical("ball", "ground", "bar"))
    refused(m, "spherical 'ball' moves bodies out of the plane", "Leave out 'plane: xy'")


def test_joint_within_one_body_is_refused():
    m = bar()
    m.bodies[0].point("end", (1, 0))
    m.add(sarrus.Revolute("pin", "bar", "bar.end"))
    refused(m, "of the same body")


def test_parameters_that_define_each_other_are_refused():
    m = bar()
    m.parameters(a="b + 1", b="a + 1")
    refused(m, "a, b are defined by each other")


def test_time_in_a_constant_is_refused():
    m = bar()
    m.add(sarrus.SpringDamper("s", "ground", "bar", stiffness="10*t"))
    refused(m, "depends on time t")


def test_driver_on_nothing_is_refused():
    m = bar()
    m.add(sarrus.Revolute("pin", "ground", "bar"))
    m.add(sarrus.Motion("motor", "pin.tehta", "t"))
    refused(m, "motion 'motor' acts on 'pin.tehta', which is not a coordinate", "Did you mean 'pin.theta'?")


def test_start_of_nothing_is_refused():
    m = bar()
    m.add(sarrus.Revolute("pin", "ground", "bar"))
    m.start(fixed={"pin.s": 1.0})
    refused(m, "'pin.s' is not a coordinate", "pin.theta")


def test_start_value_with_a_wrong_unit_is_refused():
    m = bar()
    m.add(sarrus.Revolute("pin", "ground", "bar"))
    m.start(fixed={"pin.theta": "3 m"})
    refused(m, "3 m")


def test_snapshot_does_not_change_with_the_mechanism():
    m = bar()
    s = m.snapshot()
    m.bodies[0].point("late", (1, 0))
    assert "late" not in s.bodies[0].frame_names()


def test_missing_frame_in_python_says_what_there_is():
    rod = sarrus.Body("rod", sarrus.Rod(length=1, mass=1))
    with pytest.raises(
        AttributeError, match=r"'rod' has no frame 'ende'; it has: start, center, end. Did you mean 'end'"
    ):
        _ = rod.ende


def test_repr_is_useful():
    m = bar()
    joint = m.add(sarrus.Revolute("pin", "ground", "bar"))
    assert repr(joint) == "Revolute('pin': ground -> bar)"
    assert repr(m) == "Mechanism('m': 1 body, 1 joint)"


def test_two_drivers_on_one_coordinate_are_refused():
    m = bar()
    m.add(sarrus.Revolute("pin", "ground", "bar"))
    for name in ("one", "two"):
        m.add(sarrus.Motion(name, "pin.theta", "t"))
    refused(m, "motion 'two' moves 'pin.theta', which 'one' moves already")


@pytest.mark.parametrize(
    ("inertia", "part"),
    [
        ({"inertia": ((1, 0, 0), 1, (0, 0, 1))}, "inertia of body 'bar' does not fit"),
        ({"inertia": ((1, 2, 0), (0, 1, 0), (0, 0, 1))}, "is not a symmetric matrix"),
        (
            {"inertia": ((1, 0, 0), (0, 1, 0), (0, 0, 1)), "products": (0, 0, 0)},
            "an inertia matrix and products",
        ),
    ],
)
def test_inertia_that_does_not_fit_is_refused(inertia, part):
    refused(spatial(mass=1, **inertia), part)


def test_inertia_of_time_and_products_in_the_plane_are_refused():
    refused(bar(mass=1, inertia="t"), "inertia of body 'bar' depends on time t")
    refused(bar(mass=1, inertia=1, products=(0, 0, 0)), "which do not act in the plane")


def test_parameter_named_self_is_a_name_like_others():
    (own,) = bar().parameters(self=1.0)
    assert str(own) == "self"


@pytest.mark.parametrize(("name", "at", "part"), [("a.b", (1, 0), "not a name"), ("a", 5, "It is a list")])
def test_bad_frame_is_refused(name, at, part):
    with pytest.raises(ModelError, match=part):
        bar().bodies[0].point(name, at)


def test_end_with_a_trailing_dot_is_refused():
    m = bar()
    m.add(sarrus.Revolute("pin", "ground.", "bar"))
    refused(m, "uses point 'ground.', but ground has no points")


def test_joint_that_leaves_the_plane_is_found_among_joints_that_do_not():
    m = sarrus.Mechanism("flat", plane="xy")
    for name in ("a", "b"):
        m.add(sarrus.Body(name, mass=1, inertia=1))
    m.add(sarrus.Revolute("pin", "ground", "a"))
    m.add(sarrus.Spherical("ball", "a", "b"))
    m.add(sarrus.Revolute("other", "ground", "b"))
    with pytest.raises(ModelError) as caught:
        m.snapshot()
    (problem,) = caught.value.problems
    assert "spherical 'ball' moves bodies out of the plane" in str(problem)


def test_a_wrong_coordinate_is_answered_with_those_of_its_joint():
    m = bar()
    m.add(sarrus.Body("other", mass=1, inertia=1))
    m.add(sarrus.Revolute("pin", "ground", "bar"))
    m.add(sarrus.Planar("P", "ground", "other"))
    m.add(sarrus.Motion("drive", "P.1", "t"))
    with pytest.raises(ModelError) as caught:
        m.snapshot()
    said = "'P.1', which is not a coordinate. Coordinates of 'P' are: P.x, P.y, P.theta."
    assert str(caught.value).endswith(said), "nothing else is meant"


def test_two_t_where_an_angle_is_wanted_is_told_to_be_a_product():
    m = bar()
    m.add(sarrus.Revolute("pin", "ground", "bar"))
    m.add(sarrus.Motion("drive", "pin.theta", "2 t"))
    refused(m, "'2 t' cannot be converted to [rad]", "a product needs '*': write '2*t'")


def test_a_notebook_shows_what_was_described():
    m = sarrus.Mechanism("a < b", plane="xy")
    (a,) = m.parameters(a="300 mm")
    m.add(sarrus.Body("crank", sarrus.Rod(length=a, mass=1)))
    m.add(sarrus.Revolute("A", "ground", "crank.start"))
    m.start(fixed={"A.theta": "60 deg"}, guess={"A.theta_dot": "1 rad/s"})
    shown = m._repr_html_()
    assert shown.startswith("<pre>a &lt; b, in the plane xy\nparameters  a = 300 mm\nbodies      Body(")
    assert "A.theta = 60 deg, fixed\n            A.theta_dot = 1 rad/s, a guess</pre>" in shown


def test_start_value_given_again_replaces_what_was_given_before():
    m = sarrus.Mechanism("two bars", plane="xy")
    m.start(fixed={"A.theta": 1.0}, guess={"D.theta": 2.0})
    m.start(fixed={"D.theta": 3.0})
    m.start(guess={"A.theta": 4.0})
    assert (m.fixed, m.guess) == ({"D.theta": 3.0}, {"A.theta": 4.0})
    m.start(fixed={"A.theta": 5.0}, guess={"A.theta": 6.0})
    assert (m.fixed["A.theta"], m.guess["A.theta"]) == (5.0, 6.0), "in one breath it is a contradiction"
