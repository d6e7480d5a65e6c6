"""Every constraint of the catalogue keeps the contract; broken constraints are found out.

A new constraint is tested here without a change to this file.
"""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from sarrus.elements.base import directions, lengths, param
from sarrus.elements.body import Body
from sarrus.elements.constraints import CATALOGUE, Coupler, Distance, Gear
from sarrus.elements.constraints.base import FrameConstraint, Relation
from sarrus.elements.forces import Gravity, TorsionalSpringDamper
from sarrus.elements.joints import Revolute
from sarrus.elements.solids import Rod
from sarrus.mechanics import formulate
from sarrus.model import Mechanism
from sarrus.scalar import cos, sin
from sarrus.testing import check_constraint
from sarrus.testing.constraints import CONSTRAINT_CHECKS, ConstraintTrial
from sarrus.testing.formulations import absolute, compare, published, random_state, settle
from sarrus.testing.relations import RELATION_CHECKS, RelationTrial
from sarrus.testing.samples import settings

DEEP = "SARRUS_DEEP" in os.environ

BETWEEN_FRAMES = [k for k in CATALOGUE if issubclass(k, FrameConstraint)]
RELATED = [
    (kind, setting, planar)
    for kind in CATALOGUE
    if issubclass(kind, Relation)
    for planar in (False, True)
    for setting in settings(kind, planar)
]
RELATED_NAMES = [
    f"{k.keyword}-{s.label.replace(' ', '-')}-{'plane' if p else 'space'}" for k, s, p in RELATED
]


@pytest.mark.parametrize("seed", range(11, 61 if DEEP else 13), ids="seed{}".format)
@pytest.mark.parametrize("check", CONSTRAINT_CHECKS, ids=lambda c: c.__name__.strip("_"))
@pytest.mark.parametrize("planar", [False, True], ids=["space", "plane"])
@pytest.mark.parametrize("kind", BETWEEN_FRAMES, ids=lambda k: k.keyword)
def test_constraint_between_frames_keeps_the_contract(kind, planar, check, seed):
    check(ConstraintTrial(kind, planar, seed))


@pytest.mark.parametrize("seed", range(11, 21 if DEEP else 12), ids="seed{}".format)
@pytest.mark.parametrize("check", RELATION_CHECKS, ids=lambda c: c.__name__.strip("_"))
@pytest.mark.parametrize(("kind", "setting", "planar"), RELATED, ids=RELATED_NAMES)
def test_constraint_between_coordinates_keeps_the_contract(kind, setting, planar, check, seed):
    check(RelationTrial(kind, setting, planar, seed))


class PointInPlane(FrameConstraint):
    """A right constraint that is not in the catalogue: it acts in the plane too."""

    rows = lengths("p_FM.y_F")

    def closure(self, X_FM):
        return (X_FM.p.y,)


class Parallel(FrameConstraint):
    """Rows of directions only: no force."""

    rows = directions("z_M.x_F", "z_M.y_F")

    def closure(self, X_FM):
        return X_FM.z.x, X_FM.z.y

    def sense(self, X_FM):
        return X_FM.z.z


class Cam(Relation):
    """A lift curve: curved in the second coordinate, and moving with time."""

    ends = ("follower", "cam")
    lift = param("m", "largest lift", gt=0)

    def residual(self, t, *coordinates):
        return coordinates[0] - self.lift * sin(2.0 * coordinates[1] + 0.3 * t)


class Differential(Relation):
    """Three coordinates, none of them alone."""

    ends = ("left", "right", "carrier")

    def residual(self, t, *coordinates):
        left, right, carrier = coordinates
        return left + right * cos(carrier) - 2.0 * carrier


@pytest.mark.parametrize("kind", [PointInPlane, Differential], ids=lambda k: k.keyword)
def test_a_right_constraint_that_is_not_in_the_catalogue_passes(kind):
    check_constraint(kind, seeds=[21])


@pytest.mark.parametrize("check", RELATION_CHECKS, ids=lambda c: c.__name__.strip("_"))
@pytest.mark.parametrize("setting", settings(Cam, True), ids=lambda s: s.label)
def test_a_right_curved_relation_that_is_not_in_the_catalogue_passes(setting, check):
    check(RelationTrial(Cam, setting, True, 21))


@pytest.mark.parametrize("check", CONSTRAINT_CHECKS[:-1], ids=lambda c: c.__name__.strip("_"))
def test_a_right_constraint_of_directions_passes(check):
    check(ConstraintTrial(Parallel, False, 21))


class UnnamedRow(Distance):
    """A row without a name."""

    rows = ()


class Impossible(Distance):
    """Cannot be obeyed."""

    def closure(self, X_FM):
        return (X_FM.p.dot(X_FM.p) + self.length,)


class Twice(Distance):
    """Says the same twice."""

    rows = lengths("p_FM.length", "p_FM.square")

    def closure(self, X_FM):
        return X_FM.p.norm() - self.length, X_FM.p.dot(X_FM.p) - self.length * self.length


class OtherOnFloats(Distance):
    """Looks at what it is given."""

    def closure(self, X_FM):
        return (X_FM.p.norm() - self.length + (1e-3 if isinstance(X_FM.p.x, float) else 0.0),)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (UnnamedRow, "closure has 1 rows, but `rows` names 0"),
        (Impossible, "no state near a random one makes the rows vanish"),
        (Twice, "the rows have rank 1, but there are 2 of them"),
        (OtherOnFloats, "floats and expressions give numbers that differ"),
    ],
    ids=lambda x: x.__name__ if isinstance(x, type) else "",
)
def test_a_broken_constraint_is_found_out(kind, said):
    with pytest.raises(AssertionError, match=said):
        check_constraint(kind, seeds=[21])


def test_a_load_that_does_not_belong_to_its_coordinate_is_found_out(monkeypatch):
    from sarrus.mechanics.passes import coordinates

    right = coordinates.in_ground
    monkeypatch.setattr(coordinates, "in_ground", lambda *given: [load * 2.0 for load in right(*given)])
    with pytest.raises(AssertionError, match="does work on a motion that is allowed"):
        RELATION_CHECKS[0](RelationTrial(Coupler, settings(Coupler, True)[0], True, 21))


def test_an_entry_that_is_not_the_slope_of_its_row_is_found_out(monkeypatch):
    from sarrus.mechanics.passes import ties

    right = ties.own_slope
    monkeypatch.setattr(
        ties,
        "own_slope",
        lambda *given, **words: tuple([2.0 * e for e in part] for part in right(*given, **words)),
    )
    with pytest.raises(AssertionError, match="is not its rate"):
        RELATION_CHECKS[0](RelationTrial(Coupler, settings(Coupler, True)[0], True, 21))


def test_an_effort_counted_as_a_reaction_is_found_out(monkeypatch):
    from sarrus.mechanics.passes import reactions

    monkeypatch.setattr(reactions, "row_load", lambda graph, unit, slope, lam: (unit * 0.0,))
    with pytest.raises(
        AssertionError, match=r"contains an effort along its own coordinate|in one formulation and"
    ):
        RELATION_CHECKS[1](RelationTrial(Coupler, settings(Coupler, True)[0], True, 21))


def test_an_effort_that_is_not_that_of_the_first_coordinate_is_found_out(monkeypatch):
    from sarrus.mechanics.passes import channels

    right = channels.publish_relations

    def wrong(layout, rec, out, ties, meshes):
        right(layout, rec, out, [replace(tying, slopes=tying.slopes[::-1]) for tying in ties], meshes)

    monkeypatch.setattr(channels, "publish_relations", wrong)
    with pytest.raises(AssertionError, match="is not what moves the first coordinate"):
        RELATION_CHECKS[2](RelationTrial(Coupler, settings(Coupler, True)[0], True, 21))


def five_bar():
    """A loop of five hinges, a spring on each of them, two of them geared: something acts on every joint, so on a cut too."""
    mechanism = Mechanism("five-bar", plane="xy")
    bars = [mechanism.add(Body(n, Rod(length=1.1 + 0.2 * i, mass=1.0 + i))) for i, n in enumerate("abcd")]
    ground = [mechanism.ground.point("left", (0.0, 0.0)), mechanism.ground.point("right", (1.7, 0.2))]
    ends = [ground[0], *(e for bar in bars for e in (bar.start, bar.end)), ground[1]]
    for i, name in enumerate("ABCDE"):
        mechanism.add(Revolute(name, ends[2 * i], ends[2 * i + 1]))
        mechanism.add(
            TorsionalSpringDamper(
                f"spring{name}", f"{name}.theta", stiffness=3.0 + i, damping=0.4, free_angle=0.2 * i
            )
        )
    mechanism.add(Gear("mesh", "B.theta", "C.theta", first_radius=0.5, second_radius=0.8, offset=0.1))
    mechanism.add(Coupler("tie", "A.theta", "E.theta", ratio=0.7, offset=0.2))
    mechanism.add(Gravity("weight", (0.0, -9.81)))
    return mechanism


def test_springs_and_relations_act_on_a_cut_joint_as_on_the_tree():
    equations = formulate(five_bar().snapshot())
    (cut,) = equations.tree.cuts
    assert cut.name in equations.model.carriers
    x = settle(equations, 0.0, random_state(equations, 3))
    found = published(equations, 0.0, x)
    assert abs(found["tie.effort"][0]) > 1e-3
    compare("five-bar", found, published(*absolute(equations, 0.0, x)))
