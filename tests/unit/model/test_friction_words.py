"""Friction and bushings that cannot mean what they say are refused, and those that may are run."""

import pytest

import sarrus
from sarrus.element import Carried, Force, Loaded, Scalar
from sarrus.elements import SHELVES
from sarrus.elements.joints.base import Joint
from sarrus.phrases import count

MODEL = """
sarrus: 1
name: p
bodies:
  e: {sphere: {radius: 0.1, mass: 5}}
joints:
  J: {%s}
forces:
  weight: {gravity: [0, -9.81, -9.81]}
  push: {applied-force: e, force: [30, 0, 0]}
  f: {%s}
"""


def load(path, joint, force, elements=()):
    file = path / "m.yaml"
    file.write_text(MODEL % (joint, force))
    return sarrus.load(file, elements=elements)


def refused(path, joint, force):
    with pytest.raises(sarrus.ModelError) as error:
        sarrus.simulate(load(path, joint, force), until=0.1)
    (problem,) = error.value.problems
    return problem


def rubbing(coordinate, more=""):
    return f"friction: J.{coordinate}, coefficient: 0.2, normal: reaction, smooth: 0.001{more}"


@pytest.mark.parametrize(
    ("joint", "coordinate", "what"),
    [
        (
            "free: [ground, e]",
            "x",
            "takes its load from free 'J', which carries none: it lets everything happen",
        ),
        (
            "screw: [ground, e], lead: 10 mm",
            "theta",
            "takes the load of screw 'J' across the axis of 'theta', but what screw 'J' carries acts along it",
        ),
        ("planar: [ground, e]", "theta", "takes the load of planar 'J' across the axis of 'theta'"),
    ],
)
def test_friction_of_a_load_that_the_joint_does_not_carry_across_its_axis_is_refused(
    tmp_path, joint, coordinate, what
):
    more = ", radius: 10 mm" if coordinate == "theta" else ""
    problem = refused(tmp_path, joint, rubbing(coordinate, more))
    assert problem.what.startswith("friction 'f' takes") and what in problem.what
    assert problem.try_ == "Give the load as a number, as in 'normal: 20 N'"
    given = rubbing(coordinate, more).replace("reaction", "20 N")
    assert load(tmp_path, joint, given).snapshot().forces


def test_joint_of_a_plane_carries_nothing_between_planar_bodies_and_its_weight_in_space():
    kinds = {kind.__name__: kind for kind in SHELVES["joints"] if issubclass(kind, Joint)}
    planar = kinds["Planar"]("J", "a", "b")
    assert planar.carried("x", False) is Carried.ACROSS
    assert planar.carried("theta", False) is Carried.ALONG
    assert planar.carried("x", True) is Carried.NOTHING


def test_force_that_feels_loads_along_the_axis_stands_on_a_screw(tmp_path):
    class Brake(Force):
        """Torque by the load along the axis."""

        ends = ("coordinate",)
        port = Loaded

        def power(self, joint: Loaded, virtual: Loaded) -> Scalar:
            return -0.001 * joint.load.force.dot(joint.axis) * virtual.rate

    m = load(tmp_path, "screw: [ground, e], lead: 10 mm", "brake: J.theta", [Brake])
    assert m.snapshot().forces


LUGRE = "friction: J.s, law: lugre, stiffness: 1e5, damping: 300, stribeck: 0.01, "


@pytest.mark.parametrize("given", ["coefficient: 0.2, normal: 0", "coefficient: 0, normal: 10"])
@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_bristles_without_load_or_coefficient_rub_nothing(tmp_path, given, formulation):
    m = load(tmp_path, "prismatic: [ground, e]", LUGRE + given)
    run = sarrus.simulate(m, until=0.1, rows=3, formulation=formulation)
    assert not run["f.effort"].values.any()
    assert abs(run["J.s"].values[-1] - 0.5 * 6.0 * 0.1**2) < 1e-9


SLIDE = "prismatic: [ground, e]"
BUSHING = "bushing: [ground, e], turning_stiffness: [1e3, 1e3, 1e3]"


@pytest.mark.parametrize(
    ("force", "what", "allowed", "hint"),
    [
        (
            rubbing("s").replace("reaction", "reactions"),
            "normal of friction 'f' is 'reactions', which has no value",
            "It is at least 0 or reaction",
            "Did you mean 'reaction'?",
        ),
        (
            rubbing("s").replace("reaction", "-5"),
            "normal of friction 'f' is -5 N",
            "at least 0 or reaction",
            "",
        ),
        (
            rubbing("s").replace("0.2", "-0.2"),
            "coefficient of friction 'f' is -0.2 (of sliding friction, mu_k)",
            "It must be at least 0",
            "",
        ),
        (
            LUGRE + "coefficient: 0.2, static: 0.1, normal: 10",
            "friction 'f' has a coefficient at rest, 0.1, below that of sliding, 0.2",
            "`static` is at least `coefficient`",
            "",
        ),
        (
            f"{BUSHING}, stiffness: [1e5, 1e5, -1]",
            "bushing 'f' has the number -1 in stiffness",
            "The first three are at least 0",
            "",
        ),
        (
            f"{BUSHING}, stiffness: [1, 1, 1], free_turn: [4, 0, 0]",
            "bushing 'f' has a free turn of 4 rad",
            "A rotation vector is shorter than half a turn, pi",
            "Turn the frame at one of its ends",
        ),
        (f"{BUSHING}, stiffness: [1]", "bushing 'f' has 1 number as stiffness", "It takes 3 or 6", ""),
    ],
)
def test_value_that_cannot_be_meant_is_refused_in_plain_words(tmp_path, force, what, allowed, hint):
    problem = refused(tmp_path, SLIDE, force)
    assert problem.what.startswith(what)
    assert allowed in problem.allowed
    assert hint in problem.try_


def test_parameter_may_have_a_name_that_is_near_to_a_word(tmp_path):
    file = tmp_path / "m.yaml"
    text = MODEL % (SLIDE, rubbing("s").replace("reaction", "reactions"))
    file.write_text(f"{text}parameters: {{reactions: 20}}\n")
    assert sarrus.load(file).snapshot().forces


def test_vector_of_one_number_is_said_to_have_one_number(tmp_path):
    problem = refused(tmp_path, SLIDE, "applied-force: e, force: [1]")
    assert "has 1 number, but in space it needs 3" in problem.what


@pytest.mark.parametrize(
    ("signal", "what", "hint"),
    [
        (
            "energy.kinetic",
            "reads the signal 'a' (energy.kinetic)",
            "Write it with signals of positions and velocities",
        ),
        ("s.value", "", "Write the expression of 's' in 'f' itself"),
        ("J.reaction.x", "an algebraic loop", "Use a filter"),
    ],
)
def test_signal_that_a_force_may_not_read_is_refused_with_what_it_may(tmp_path, signal, what, hint):
    file = tmp_path / "m.yaml"
    text = MODEL % (SLIDE, "coordinate-force: J.s, is: -20*a")
    file.write_text(
        f"{text}signals: {{a: {signal}, b: J.s}}\nsensors: {{s: {{expression-sensor: 2*b, unit: m}}}}\n"
    )
    with pytest.raises(sarrus.ModelError) as error:
        sarrus.load(file).snapshot()
    (problem,) = error.value.problems
    assert what in problem.what
    assert ("algebraic loop" in problem.what) == (signal == "J.reaction.x")
    assert problem.allowed == (
        "Forces and conditions read positions, velocities, states, and sensors that measure between frames"
    )
    assert hint in problem.try_


def test_one_thing_is_not_said_to_be_several():
    assert [count(n, "row") for n in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]
