"""Relations that break on the way, contradict each other, or have no value: the sentence names them."""

from __future__ import annotations

import pytest

import sarrus
from sarrus import (
    AppliedForce,
    Body,
    Condition,
    Mechanism,
    ModelError,
    NumericalError,
    Prismatic,
    Revolute,
    Screw,
)
from sarrus.analysis.assembly.choices import choices
from sarrus.analysis.assembly.start import find_start


def rails(law, unit="m", start=None):
    m = Mechanism("rails", plane="xy")
    for k in range(2):
        block = m.add(Body(f"block{k}", mass=1.0, inertia=0.1))
        m.add(Prismatic(f"rail{k}", m.ground, block))
    m.add(AppliedForce("push", "block0", force=(20, 0)))
    m.signals(a="rail0.s", b="rail1.s")
    m.add(Condition("law", law, unit=unit))
    if start:
        m.start(**start)
    return m


def failure(m):
    with pytest.raises(NumericalError) as caught:
        sarrus.simulate(m, until=1.0, rows=2)
    return str(caught.value)


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_a_condition_with_a_kink_is_named_where_the_motion_comes_to_it(formulation):
    m = rails("b - abs(a)", start={"fixed": {"rail0.s": -1.0}, "guess": {"rail1.s": 1.0}})
    with pytest.raises(NumericalError, match="Condition 'law' has a kink here: its slopes change at once"):
        sarrus.simulate(m, until=1.0, rows=2, formulation=formulation)


def test_a_condition_that_jumps_where_the_motion_comes_to_it_is_named():
    m = rails("b - (a if a < 0 else a + 0.1)", start={"fixed": {"rail0.s": -1.0}})
    assert "Condition 'law' jumps here: what it keeps at zero would go from 0 to -0.1 m at once" in failure(m)


def test_a_condition_that_jumps_in_time_is_named():
    found = failure(rails("a - (0 if t < 0.1 else 1)"))
    assert "t = 0.1 s" in found
    assert "Condition 'law' jumps here: what it keeps at zero would go from 0 to -1 m at once." in found


def test_a_condition_whose_rate_jumps_in_time_is_named():
    assert "Condition 'law' has a kink here: its rate changes at once" in failure(
        rails("a - (0 if t < 0.1 else t - 0.1)")
    )


def test_a_small_factor_hides_no_jump():
    assert "Condition 'law' jumps here" in failure(rails("1e-9*(a - (0 if t < 0.1 else 1))"))


def test_conditions_that_contradict_each_other_are_both_named_with_their_units():
    m = rails("a - 0.1")
    m.add(Condition("other", "a - 0.2", unit="m"))
    found = find_start(m.snapshot()).message
    assert "'law' stays off by 0.05 m, and 'other' by 0.05 m, after" in found
    assert "They contradict each other" in found


def test_the_unit_of_a_condition_is_told_as_it_was_given():
    m = rails("a - 0.1", unit="rad")
    m.add(Condition("other", "a - 0.2", unit="rad"))
    assert "by 0.05 rad" in find_start(m.snapshot()).message


def test_a_condition_without_a_value_is_said_to_have_none():
    found = find_start(rails("acos(a + 3)", unit="rad").snapshot()).message
    assert found.startswith("'law' has no value at the start: what it keeps at zero is not a number there.")
    assert "nan" not in found


@pytest.mark.parametrize("kind", ["inputs", "signals", "parameters"])
def test_no_name_is_that_of_a_function(kind):
    value = "rail0.s" if kind == "signals" else 3
    with pytest.raises(ModelError, match=r"'sin' cannot be an? .*: it is a function of expressions"):
        getattr(Mechanism("names"), kind)(sin=value)


def spindle(lead):
    """A shaft turns a spindle, whose nut slides along a rail."""
    m = Mechanism("spindle")
    m.ground.frame("up", turn=(0, "-90 deg", 0))
    shaft = m.add(Body("shaft", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    carriage = m.add(Body("carriage", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    carriage.frame("up", turn=(0, "-90 deg", 0))
    m.add(Revolute("A", m.ground, shaft))
    m.add(Prismatic("rail", "ground.up", "carriage.up"))
    m.add(Screw("nut", shaft, carriage, lead=lead))
    return m


def test_a_thread_that_closes_many_turns_away_is_no_news():
    assert choices(find_start(spindle(2e-3).snapshot())) == []


def test_a_thread_that_closes_a_few_turns_away_is_told_of():
    (found,) = choices(find_start(spindle(0.2).snapshot()))
    assert found.coordinate == "nut.theta" and abs(found.there) < 16.0


def test_of_conditions_that_stop_to_agree_the_one_farthest_off_is_named_whatever_its_factor():
    m = rails("b - a")
    m.add(Condition("far", "1e-9*(b - a - 0.01*t**2)", unit="m"))
    m.add(Condition("near", "1e3*(b - a - 1e-5*t**2)", unit="m"))
    assert "The worst is 'far', off by" in failure(m)
