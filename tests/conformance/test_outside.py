"""The checks of `sarrus.testing` on elements from outside, right and wrong ones, given as classes."""

from __future__ import annotations

from pathlib import Path

import pytest

from sarrus.cli.elements import classes_in
from sarrus.element import Force, Line, Relation, Sensor, Turn, choice, flag, length, param
from sarrus.elements import SHELVES
from sarrus.testing import check_constraint, check_driver, check_force, check_joint, check_sensor, cut_joints
from sarrus.testing.cut_joints import check_on_cut_joints
from sarrus.testing.samples import example

WORKSHOP = Path(__file__).parents[1] / "surface" / "outside" / "workshop.py"
KINDS = {kind.keyword: kind for kind in classes_in([str(WORKSHOP)])}
ON_COORDINATES = [
    k for shelf in ("constraints", "drivers", "forces") for k in SHELVES[shelf] if k.on_coordinates
]
CHECKS = {
    "helix": check_joint,
    "on-sphere": check_constraint,
    "soft-drag": check_force,
    "bearing": check_sensor,
    "square-cam": check_constraint,
    "wobble": check_driver,
}


@pytest.mark.parametrize(
    "keyword",
    [pytest.param(k, marks=pytest.mark.more if k in ("square-cam", "wobble") else ()) for k in CHECKS],
)
def test_element_from_outside_keeps_its_contract(keyword):
    # the flag of the joint and the law of the force change with the seed
    CHECKS[keyword](KINDS[keyword], seeds=(1,))


@pytest.mark.parametrize(
    "planar", [pytest.param(False, marks=pytest.mark.more), True], ids=["space", "plane"]
)
@pytest.mark.parametrize("kind", [*ON_COORDINATES, KINDS["square-cam"]], ids=lambda k: k.keyword)
def test_element_acts_alike_on_joints_of_the_tree_and_on_joints_that_close_loops(kind, planar):
    check_on_cut_joints(kind, planar, 2)


class Wound(Force):
    """A spring on a coordinate: what it does depends on the turns."""

    ends = ("coordinate",)
    port = Turn
    stiffness = param("N m/rad", "torque per radian", ge=0)

    def energy(self, turn):
        return 0.5 * self.stiffness * turn.value**2


def test_turns_that_are_not_counted_are_found(monkeypatch):
    check_on_cut_joints(Wound, True, 0)
    monkeypatch.setattr(cut_joints, "with_turns", lambda equations, x, counted: x)
    with pytest.raises(AssertionError, match=r"wound on a turn in the plane, some turns on .*, tree and cut"):
        check_on_cut_joints(Wound, True, 0)


class Cubed(Force):
    """Its power is that of the virtual motion alone, three times too large."""

    ends = ("P", "Q")
    port = Line
    factor = param("N s^2/m^2", "resistance", ge=0)

    def power(self, line, virtual):
        return -self.factor * virtual.rate**3


class TooMany(Sensor):
    """Names one quantity and gives two."""

    quantities = (length("s"),)

    def measure(self, X_FM):
        return X_FM.p.x, X_FM.p.y


class Steep(Relation):
    """Right in one of its words only."""

    ends = ("first", "second")
    kind = choice("even", "odd", meaning="how the coordinates follow each other", default="even")

    def residual(self, t, *coordinates):
        first, second = coordinates
        return first - second if self.kind == "even" else first * 0.0


@pytest.mark.parametrize(
    ("check", "kind", "said"),
    [
        (check_force, Cubed, "`power` is not linear in the virtual motion"),
        (check_sensor, TooMany, "2 numbers, but `quantities` names 1"),
        (check_constraint, Steep, "no unique solution: a row acts on nothing, or depends"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_wrong_element_is_found_with_its_reason(check, kind, said):
    with pytest.raises(AssertionError, match=said):
        check(kind, seeds=(1,))


class Fickle(Sensor):
    quantities = (length("s"),)
    inside = flag(meaning="whether it looks inside")
    law = choice("a", "b", "c", meaning="how it looks", default="b")

    def measure(self, X_FM):
        return (X_FM.p.x,)


def test_seed_picks_words_and_flags_in_turn():
    found = [example(Fickle, "it", "one", "two", planar=True, seed=seed) for seed in range(4)]
    assert [(e.law, e.inside) for e in found] == [("b", False), ("a", True), ("c", False), ("b", True)]
