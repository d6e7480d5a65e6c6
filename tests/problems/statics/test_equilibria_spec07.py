"""Equilibria of spec 07 through the public face: rows S1 to S12, L4, L26 and L33."""

import math
from pathlib import Path

import numpy as np
import pytest
from statics.resting import WEIGHT, arm, beside, cart, edge, scissor, toggle, torque, truss, upright, ziegler

import sarrus
from sarrus import Body, CoordinateForce, Gravity, Mechanism, Prismatic, Revolute, Rod, SpringDamper
from sarrus.element import Force, State, Turn

FORMULATIONS = ("relative", "absolute")
exact = {"rel": 1e-11, "abs": 1e-12}
FOUR_BAR = Path(__file__).parents[3] / "examples" / "four-bar.yaml"


def refused(mechanism, **told):
    with pytest.raises(sarrus.NumericalError) as error:
        sarrus.equilibrium(mechanism, **told)
    answer = error.value.result
    assert answer.status.word == "no equilibrium"
    return answer


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_S1_truss_rests_above_and_below_its_supports(formulation):
    for start, goal, y, K, stability in (
        (0.3, "stable", 0.263888542944466, 112.493223950997, "stable"),
        (0.08, "nearest", 0.0592364751744289, -77.1189258907097, "unstable"),
        (-0.3, "stable", -0.326901944015777, 206.913122174582, "stable"),
    ):
        found = sarrus.equilibrium(truss(5.0, y=start), goal=goal, formulation=formulation)
        assert found["guide.s"] == pytest.approx(y, **exact)
        assert found.stiffness[0, 0] == pytest.approx(K, rel=1e-10)
        assert found.stability == stability


def test_S1_truss_falls_through_when_its_load_is_above_the_fold():
    found = sarrus.equilibrium(truss(10.0))
    assert found["guide.s"] < -0.3
    assert found.stability == "stable"


def test_S3_toggle_rests_on_either_side_of_its_dead_point():
    for start, goal, theta, K in (
        (0.5, "stable", 0.560061912691825, 58.0840113714342),
        (-0.5, "stable", -0.560061912691825, 58.0840113714342),
        (0.05, "nearest", 0.0, -33.3333333333333),
    ):
        found = sarrus.equilibrium(toggle(start), goal=goal)
        assert found["A.theta"] == pytest.approx(theta, **exact)
        assert found.stiffness[0, 0] == pytest.approx(K, rel=1e-10)
    assert (found.stability, found.unstable) == ("unstable", 1)


def test_S3_a_start_on_the_dead_point_is_left_downhill():
    found = sarrus.equilibrium(toggle(0.0))
    assert abs(found["A.theta"]) == pytest.approx(0.560061912691825, **exact)


def test_S4_scissor_lift_is_drawn_together_by_a_force_and_held_by_a_spring():
    drawn = sarrus.equilibrium(scissor(0.5), preload="F")
    assert drawn.preload["F"] == pytest.approx(3392.18662636865, rel=1e-11)
    for start, goal, alpha, K in (
        (1.0, "stable", 1.08080962263393, 4206.09571515959),
        (0.43, "nearest", 0.417045907435161, -4072.40786587065),
    ):
        found = sarrus.equilibrium(scissor(start, spring=6000.0), goal=goal)
        assert found["A.theta"] == pytest.approx(alpha, rel=1e-11)
        assert found.stiffness[0, 0] == pytest.approx(K, rel=1e-10)
        assert found.stability == goal.replace("nearest", "unstable")


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_S5_balanced_lamp_stays_where_it_is(formulation):
    found = sarrus.equilibrium(arm(), formulation=formulation)
    assert found["A.theta"] == pytest.approx(0.4, abs=1e-12)
    assert (found.stability, found.neutral, found.moved) == ("neutral", ({"A.theta": 1.0},), {})


def test_S6_spring_balanced_arm():
    for start, goal, theta, K in (
        (0.4, "stable", 0.998025889032096, 5.97621578519918),
        (2.6, "stable", math.pi - 0.998025889032096, 5.97621578519918),
        (1.5, "nearest", math.pi / 2, -9.81),
        (-1.5, "nearest", -math.pi / 2, -5.61857142857143),
    ):
        found = sarrus.equilibrium(arm(150, 0.1, start), goal=goal)
        assert found["A.theta"] == pytest.approx(theta, **exact)
        assert found.stiffness[0, 0] == pytest.approx(K, rel=1e-11)
        assert found.stability == goal.replace("nearest", "unstable")
    omega = np.abs(sarrus.equilibrium(arm(150, 0.1)).roots.imag)
    assert omega == pytest.approx([2.99404804199912] * 2, rel=1e-11)


def test_S7_pitchfork():
    for start, goal, theta, K in (
        (0.3, "stable", 1.08353995547482, 1.70346268520757),
        (-0.3, "stable", -1.08353995547482, 1.70346268520757),
        (0.1, "nearest", 0.0, -0.905),
    ):
        found = sarrus.equilibrium(upright(4.0, theta=start), goal=goal)
        assert found["A.theta"] == pytest.approx(theta, **exact)
        assert found.stiffness[0, 0] == pytest.approx(K, rel=1e-10)


def test_S7_at_the_branch_point_forces_lead_back_further_out():
    found = sarrus.equilibrium(upright(4.905, theta=0.0))
    assert found["A.theta"] == 0.0
    assert (found.stability, found.neutral) == ("stable", ({"A.theta": 1.0},))
    assert "no stiffness" in found.because


def test_S7_imperfection():
    for start, theta, K in (
        (1.0, 1.12797228404974, 1.89824271514483),
        (-0.1, -0.0890351001492847, -0.885571261476693),
        (-1.0, -1.03340863189583, 1.48916168024349),
    ):
        found = sarrus.equilibrium(upright(4.0, 0.02, start), goal="nearest")
        assert found["A.theta"] == pytest.approx(theta, **exact)
        assert found.stiffness[0, 0] == pytest.approx(K, rel=1e-10)


def test_S8_no_equilibrium_above_the_largest_torque_that_weight_holds():
    assert sarrus.equilibrium(torque(4.9)).stability == "stable"
    found = refused(torque(5.0))
    assert found.left == {"A.theta": pytest.approx(0.095, abs=1e-9)}
    assert "0.095 N m along A.theta" in found.status.text


def test_S9_nothing_holds_a_free_body():
    m = Mechanism("free", plane="xy")
    m.add(Body("body", mass=1.0, inertia=0.1))
    m.add(Gravity("weight", WEIGHT))
    found = refused(m)
    assert found.left == {"body.y": pytest.approx(-9.81, rel=1e-12)}
    assert "falls away" in found.status.text


def test_S9_cart_on_a_rail():
    found = refused(cart(15.0))
    assert found.left == {"rail.s": pytest.approx(15.0, rel=1e-9)}
    found = sarrus.equilibrium(cart(0.0))
    assert (found.stability, found.neutral) == ("neutral", ({"rail.s": 1.0},))
    assert found["A.theta"] == pytest.approx(-math.pi / 2, abs=1e-12)
    assert found["rail.s"] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_S10_hanging_five_bar_from_a_radian_away(formulation):
    m = Mechanism("five-bar", plane="xy")
    E = m.ground.point("E", (0.5, 0))
    lengths = {"AB": 0.35, "BC": 0.5, "DC": 0.45, "ED": 0.4}
    AB, BC, DC, ED = (m.add(Body(n, Rod(length=l, mass=2 * l))) for n, l in lengths.items())
    m.add(Revolute("A", m.ground, AB.start))
    m.add(Revolute("E", E, ED.start))
    m.add(Revolute("B", AB.end, BC.start))
    m.add(Revolute("D", ED.end, DC.start))
    m.add(Revolute("C", BC.end, DC.end))
    m.add(Gravity("weight", WEIGHT))
    m.start(fixed={"A.theta": -0.6, "E.theta": -2.5}, guess={"B.theta": -0.6, "D.theta": 0.5})
    found = sarrus.equilibrium(m, formulation=formulation)
    assert found["A.theta"] == pytest.approx(-1.41543695975564, abs=1e-11)
    assert found["E.theta"] == pytest.approx(-1.7288742582004, abs=1e-11)
    assert found.stability == "stable"


FOUR_BARS = [
    ("lower", "stable", 4.91686660809154, 2.66241243746633, 29.9882899721667),
    ("lower", "unstable", 1.90592556282959, -2.81495172017963, -64.8089861388833),
    ("upper", "stable", 4.37725974435, 2.81495172017963, 64.8089861388833),
    ("upper", "unstable", 1.36631869908804, -2.66241243746633, -29.9882899721667),
]


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(("branch", "stability", "theta", "K", "square"), FOUR_BARS)
def test_L4_four_equilibria_of_the_four_bar(branch, stability, theta, K, square, formulation):
    m = sarrus.load(FOUR_BAR)
    away = 1.0 if stability == "stable" else 0.3
    m.fixed.clear()
    m.guess.clear()
    sign = -1 if branch == "lower" else 1
    m.start(fixed={"A.theta": theta - away}, guess={"D.theta": sign * 1.9})
    goal = "stable" if stability == "stable" else "nearest"
    found = sarrus.equilibrium(m, goal=goal, formulation=formulation)
    assert math.remainder(found["A.theta"] - theta, 2 * math.pi) == pytest.approx(0.0, abs=1e-11)
    assert found.stiffness[0, 0] == pytest.approx(K, rel=1e-10)
    assert (found.roots**2).real == pytest.approx([-square] * 2, rel=1e-10)
    assert found.stability == stability
    if (branch, stability) == ("lower", "stable"):
        assert found.reactions["A.reaction"][:2] == pytest.approx((-1.35774815532897, 8.01877968030781))
        assert found.reactions["D.reaction"][:2] == pytest.approx((1.35774815532897, 10.6202203196922))


def test_S11_knife_edge_on_a_slope_holds_across():
    found = sarrus.equilibrium(edge())
    assert [found[f"body.{c}"] for c in ("x", "y", "psi")] == pytest.approx([0.0, 0.0, 0.0], abs=1e-10)
    assert np.linalg.norm(found.reactions["knife.reaction"]) == pytest.approx(9.74473067549775, rel=1e-12)
    assert found.stability == "neutral"
    assert found.roots == pytest.approx([0.0] * 5)
    found = refused(edge(ahead=0.3, psi=0.0))
    assert found.left == {"body.psi": pytest.approx(-2.92341920264933, rel=1e-6)}


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_S12_soft_beside_stiff_is_held_and_a_lamp_beside_it_is_not(formulation):
    soft = sarrus.equilibrium(beside(0.05), formulation=formulation)
    assert (soft.stability, soft.neutral) == ("stable", ())
    assert soft["A.theta"] == pytest.approx(math.pi / 2, abs=1e-9)
    lamp = sarrus.equilibrium(beside(None), formulation=formulation)
    assert lamp.stability == "neutral"
    assert list(lamp.neutral[0]) == ["A.theta"]


def test_L26_a_load_that_follows_lets_a_column_flutter():
    steady = sarrus.equilibrium(ziegler(60.0))
    squares = sorted((steady.roots**2).real)
    assert squares == pytest.approx([-136.568542494924] * 2 + [-23.4314575050762] * 2, rel=1e-10)
    found = sarrus.equilibrium(ziegler(100.0))
    assert found.stability == "flutter"
    assert found.roots[0].real == pytest.approx(2.87824099885015, rel=1e-10)
    assert abs(found.roots[0].imag) == pytest.approx(6.94868845520231, rel=1e-10)


def test_L33_a_column_that_damping_destroys():
    found = sarrus.equilibrium(ziegler(60.0))
    assert found.stability == "undecided"
    assert "stable to first order, destroyed by damping of" in found.because
    assert "all joints together" in found.because
    assert "masses" not in found.because
    held = sarrus.equilibrium(ziegler(50.0))  # both dampers together do no harm; that of B alone does
    assert held.because == "stable to first order, destroyed by damping of 'B.theta'"
    damped = sarrus.equilibrium(ziegler(60.0, damping=1e-4))
    assert damped.stability == "flutter"
    assert damped.roots.real.max() == pytest.approx(3.5533904731e-6, rel=1e-5)


def test_friction_leaves_a_set_and_is_refused_by_name():
    m = cart(0.0)
    m.add(sarrus.Friction("rub", "rail.s", coefficient=0.3, normal="reaction", smooth=0.001))
    with pytest.raises(
        sarrus.ModelError, match=r"rub.*friction: an equilibrium set, not a point.*Leave 'rub' out"
    ):
        sarrus.equilibrium(m)


def test_driven_mechanism_rests_with_its_driver_frozen():
    m = arm()
    m.fixed.clear()
    m.add(sarrus.Motion("motor", "A.theta", function="0.4 + sin(3*t)"))
    found = sarrus.equilibrium(m, at=0.2)
    assert found["A.theta"] == pytest.approx(0.4 + math.sin(0.6), rel=1e-12)
    assert (found.stability, found.because) == ("stable", "nothing can move")


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_driver_that_moves_with_time_must_be_told_when_it_stands(formulation):
    m = arm()
    m.fixed.clear()
    m.add(sarrus.Sine("motor", "A.theta", amplitude=0.2, frequency=1.0))
    with pytest.raises(sarrus.ModelError, match=r"motor: moves with time.*Say at which time.*at=0"):
        sarrus.equilibrium(m, formulation=formulation)
    assert sarrus.equilibrium(m, at=0, formulation=formulation).ok
    assert sarrus.equilibrium(m, over={"t": (0.0, 0.1)}, formulation=formulation).ok
    m.drivers.clear()
    m.add(sarrus.Motion("lock", "A.theta", function=0.4))
    assert sarrus.equilibrium(m, formulation=formulation)["A.theta"] == pytest.approx(0.4)


def test_a_potential_without_a_bottom_is_told_by_the_coordinate_that_falls_away():
    m = cart(0.0)
    m.add(sarrus.CoordinateForce("away", "rail.s", function="100*value"))
    m.start(fixed={"rail.s": 0.1})
    found = refused(m)
    assert "the mechanism falls away along rail.s" in found.status.text
    assert "one that does not stay, at rail.s = 0" in found.status.text
    assert sarrus.equilibrium(m, goal="nearest").stability == "unstable"


def test_a_body_in_space_stretches_its_spring_by_its_weight():
    m = Mechanism("hung")
    body = m.add(Body("body", mass=2.0, inertia=(0.1, 0.2, 0.3)))
    m.add(Prismatic("rail", m.ground, body))
    m.add(SpringDamper("spring", m.ground.point("top", (3, 0, 0)), body, stiffness=200, free_length=1.0))
    m.add(Gravity("weight", (-9.81, 0, 0)))
    m.start(fixed={"rail.s": 0.2})
    found = sarrus.equilibrium(m)
    assert found["rail.s"] == pytest.approx(2.0 - 2 * 9.81 / 200, rel=1e-12)
    assert (found.stability, found.stiffness[0, 0]) == ("stable", pytest.approx(200.0))


def test_S6_preload_holds_the_arm_at_a_given_angle():
    found = sarrus.equilibrium(arm(150, 0.1, 0.3), preload="spring.free_length")
    assert found["A.theta"] == pytest.approx(0.3, rel=1e-14)
    assert found.preload == {"spring.free_length": pytest.approx(0.192543587303822, rel=1e-12)}
    assert found["spring.free_length"] == found.preload["spring.free_length"]
    assert found.stiffness[0, 0] == pytest.approx(5.00890223549527, rel=1e-11)


def test_a_preload_that_balances_nothing_is_named():
    found = refused(cart(15.0), preload="weight.acceleration.y")
    assert "No setting of weight.acceleration.y makes this pose an equilibrium" in found.status.text
    with pytest.raises(
        sarrus.UsageError, match=r"no number 'spring\.free_lenght'.*Did you mean 'spring\.free_length'"
    ):
        sarrus.equilibrium(arm(), preload="spring.free_lenght")


def test_S1_all_three_equilibria_are_found():
    found = sarrus.equilibrium(truss(5.0), all=True).found
    assert sorted(one["guide.s"] for one in found) == pytest.approx(
        [-0.326901944015777, 0.0592364751744289, 0.263888542944466], rel=1e-11
    )
    assert [one.stability for one in found].count("stable") == 2


@pytest.mark.parametrize(
    ("offset", "angles"),
    [
        (0.0, [-1.08353995547482, 0.0, 1.08353995547482]),
        (0.02, [-1.03340863189583, -0.0890351001492847, 1.12797228404974]),
    ],
)
def test_S7_all_equilibria_of_the_upright_rod(offset, angles):
    answer = sarrus.equilibrium(upright(4.0, offset), all=True)
    assert sorted(one["A.theta"] for one in answer.found) == pytest.approx(angles, rel=1e-11, abs=1e-12)
    assert "3 equilibria were found; there may be more" in answer.text()


def test_S6_and_L4_both_equilibria_of_each_branch_are_found():
    angles = sorted(
        math.remainder(one["A.theta"], 2 * math.pi)
        for one in sarrus.equilibrium(arm(150, 0.1), all=True).found
    )
    assert angles == pytest.approx(
        [-math.pi / 2, 0.998025889032096, math.pi / 2, math.pi - 0.998025889032096], rel=1e-11
    )
    bars = sarrus.equilibrium(sarrus.load(FOUR_BAR), all=True).found
    assert sorted(one.stability for one in bars) == ["stable", "unstable"]


def test_L6_several_equilibria_of_two_freedoms_differ():
    m = Mechanism("double", plane="xy")
    one, two = (m.add(Body(n, Rod(length=0.5, mass=1.0))) for n in ("one", "two"))
    m.add(Revolute("A", m.ground, one.start))
    m.add(Revolute("B", one.end, two.start))
    m.add(Gravity("weight", WEIGHT))
    m.start(fixed={"A.theta": -1.0, "B.theta": 0.4})
    found = sarrus.equilibrium(m, all=True).found
    assert found[0].stability == "stable"
    assert sorted(one.unstable for one in found) == [0, 1, 1, 2]


class Maxwell(Force):
    """A spring with a damper behind it, on an angle."""

    ends = ("coordinate",)
    port = Turn
    states = (State("z", "rad"),)

    def power(self, turn, virtual, z):
        """The spring pulls at what the damper has let through."""
        return -5.0 * (turn.value - z) * virtual.rate

    def flow(self, turn, z):
        """The damper gives way."""
        return (5.0 / 0.7 * (turn.value - z),)


class Integrator(Maxwell):
    """A controller that turns until the angle is right."""

    def power(self, turn, virtual, z):
        """Torque."""
        return 3.0 * z * virtual.rate

    def flow(self, turn, z):
        """What the angle lacks."""
        return (0.5 - turn.value,)


def hanging(kind):
    m = torque(0.0)
    m.add(kind("own", "A.theta"))
    m.start(fixed={"A.theta": 0.8})
    return m


def test_states_of_elements_come_to_rest_too():
    found = sarrus.equilibrium(hanging(Maxwell))
    assert found["A.theta"] == pytest.approx(0.0, abs=1e-10)
    assert (found.stability, found.because) == ("stable", "all roots of small motions decay")
    held = sarrus.equilibrium(hanging(Integrator))
    assert held["A.theta"] == pytest.approx(0.5, rel=1e-10)
    assert held.stability == "flutter"
    assert held.x[2] == pytest.approx(4.905 * math.sin(0.5) / 3.0, rel=1e-9)


def test_what_cannot_be_assembled_is_a_failed_answer():
    m = toggle()
    m.guess.clear()
    m.start(fixed={"slide.s": 2.0})
    answer = sarrus.equilibrium(m, strict=False)
    assert (answer.ok, answer.status.word) == (False, "contradicting")


def test_answer_over_a_number_keeps_the_mechanism_with_its_last_value():
    m = sarrus.load(FOUR_BAR)
    found = sarrus.equilibrium(m, over={"a": (0.3, 0.35)})
    assert "a: 0.35" in found.model_text
    assert "a: 0.3," in sarrus.equilibrium(m).model_text


def test_equilibrium_is_drawn_where_it_was_found_in_both_formulations():
    from sarrus.views.standing import standing

    m = sarrus.load(FOUR_BAR)
    drawn = [standing(sarrus.equilibrium(m, formulation=f)) for f in ("relative", "absolute")]
    for name in ("rocker.psi", "coupler.x"):
        one, two = (run[name].values[0] for run in drawn)
        assert one == pytest.approx(two, abs=1e-9)


def test_point_of_a_linear_model_may_be_an_analysis_of_the_model():
    m = sarrus.load(FOUR_BAR)
    m.ask("hung", "equilibrium")
    assert sarrus.linearize(m, at="hung").A == pytest.approx(sarrus.linearize(m).A)
    with pytest.raises(sarrus.UsageError, match="Did you mean 'hung'"):
        sarrus.modes(m, at="hang")


def test_forces_that_depend_on_time_are_named_with_the_time_at_which_they_are_read():
    m = Mechanism("pushed", plane="xy")
    bar = m.add(Body("bar", Rod(length=1, mass=1)))
    m.add(Revolute("A", m.ground, bar.start))
    m.add(Gravity("weight", (0, -9.81)))
    m.add(CoordinateForce("push", "A.theta", function="1 + t"))
    for options, time in (({}, "t = 0 s"), ({"at": 2.0}, "t = 2 s")):
        found = sarrus.equilibrium(m, **options)
        assert found.evidence["note"].startswith(f"'push' depends on time and is read at {time}")
        assert f"note: {found.evidence['note']}" in found.text()
    assert "note" not in sarrus.equilibrium(m, over={"t": (0, 1)}).evidence
    m.forces.pop()
    assert "note" not in sarrus.equilibrium(m).evidence
