"""Springs whose ends meet: without a length there is no direction (spec 07, section 2.6)."""

import pytest

import sarrus
from sarrus import Body, LineForce, Mechanism, Prismatic, SpringDamper

FORMULATIONS = ("relative", "absolute")


def slider(free_length=0.0, s=0.2, plane="xy", damping=0.0):
    """A body of 1 kg on a rail, drawn to the rail's beginning by a spring of 100 N/m."""
    m = Mechanism("slider", plane=plane)
    body = m.add(Body("body", mass=1.0, inertia=0.01 if plane else (0.01, 0.01, 0.01)))
    m.add(Prismatic("rail", m.ground, body))
    m.add(SpringDamper("spring", m.ground, body, stiffness=100, free_length=free_length, damping=damping))
    m.start(fixed={"rail.s": s})
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("s", [0.0, 0.2])
def test_a_spring_of_free_length_zero_holds_what_it_draws_to_its_other_end(formulation, s):
    found = sarrus.equilibrium(slider(s=s), formulation=formulation)
    assert found["rail.s"] == pytest.approx(0.0, abs=1e-12)
    assert found.stability == "stable"
    assert found.stiffness[0, 0] == pytest.approx(100.0, rel=1e-9)
    assert sorted(found.roots.imag) == pytest.approx([-10.0, 10.0], rel=1e-9)


def test_a_spring_of_free_length_zero_holds_in_every_direction_of_space():
    m = Mechanism("hung")
    body = m.add(Body("body", mass=1.0, inertia=(0.01, 0.01, 0.01)))
    m.add(SpringDamper("spring", m.ground, body, stiffness=100))
    m.start(guess={"body.x": 0.2})
    found = sarrus.equilibrium(m)
    assert found.stiffness[:3, :3].diagonal() == pytest.approx([100.0] * 3, rel=1e-9)
    assert (found.stability, len(found.neutral)) == ("neutral", 3)


@pytest.mark.parametrize("goal", ["stable", "nearest"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_spring_with_a_free_length_has_no_direction_where_its_ends_meet(goal, formulation):
    m = slider(free_length=0.3, s=0.0)
    with pytest.raises(sarrus.NumericalError, match=r"The ends of 'spring' meet: the direction") as error:
        sarrus.equilibrium(m, goal=goal, formulation=formulation)
    assert error.value.result.status.word == "no equilibrium"
    assert not sarrus.equilibrium(m, strict=False, goal=goal).stability


def test_a_constant_pull_that_draws_its_ends_together_is_refused():
    m = slider()
    m.forces.clear()
    m.add(LineForce("cord", m.ground, m.bodies[0], function=5.0))
    found = sarrus.equilibrium(m, strict=False)
    assert not found.ok
    assert "The ends of 'cord' meet" in found.status.text


def test_linear_models_know_springs_whose_ends_meet():
    assert abs(sarrus.linearize(slider(s=0.0), at="start").poles()[0]) == pytest.approx(10.0, rel=1e-9)
    with pytest.raises(sarrus.NumericalError, match=r"The ends of 'spring' meet"):
        sarrus.linearize(slider(free_length=0.3, s=0.0), at="start")


def test_a_damper_whose_ends_meet_has_no_direction_unless_a_guide_gives_one():
    guided = sarrus.equilibrium(slider(s=0.0, damping=4.0))
    assert guided.roots[0].real == pytest.approx(-2.0, rel=1e-9)
    m = slider(damping=4.0)
    m.joints.clear()
    m.fixed.clear()
    free = sarrus.equilibrium(m, strict=False)
    assert "The ends of 'spring' meet" in free.status.text


def test_a_spring_between_points_that_a_joint_holds_together_does_nothing():
    m = slider()
    m.forces.clear()
    two = m.add(Body("two", mass=1.0, inertia=0.01))
    m.add(sarrus.Revolute("pin", m.bodies[0], two))
    m.add(SpringDamper("idle", m.bodies[0], two, stiffness=100, free_length=0.1))
    for formulation in FORMULATIONS:
        assert sarrus.equilibrium(m, formulation=formulation).stability == "neutral"
