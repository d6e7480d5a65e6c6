"""Every joint of the catalogue keeps the contract; broken joints are found out.

A new joint is tested here without a change to this file.
"""

from __future__ import annotations

import os

import numpy as np
import pytest

from sarrus.elements.base import directions, lengths, param
from sarrus.elements.joints import CATALOGUE, Cylindrical, Universal
from sarrus.elements.joints.base import Joint, angle
from sarrus.mechanics import formulate
from sarrus.scalar import atan2
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.linking import Program
from sarrus.scalar.to_sympy import to_sympy
from sarrus.spatial import Pose, Twist, Vec3, rot_z
from sarrus.spatial.pose import flat_pose
from sarrus.testing import check_joint
from sarrus.testing.formulations import check_tree_and_cut, compare, published, random_state
from sarrus.testing.joints import JOINT_CHECKS, JointTrial
from sarrus.testing.samples import fits_plane, two_bodies

DEEP = "SARRUS_DEEP" in os.environ

FORMS = [(kind, planar) for kind in CATALOGUE for planar in (False, True) if not planar or fits_plane(kind)]
FORM_NAMES = [f"{kind.keyword}-{'plane' if planar else 'space'}" for kind, planar in FORMS]
forms = pytest.mark.parametrize(("kind", "planar"), FORMS, ids=FORM_NAMES)


@pytest.mark.parametrize("seed", range(11, 61 if DEEP else 13), ids="seed{}".format)
@pytest.mark.parametrize("check", JOINT_CHECKS, ids=lambda c: c.__name__.strip("_"))
@forms
def test_joint_keeps_the_contract(kind, planar, check, seed):
    check(JointTrial(kind, planar, seed))


@pytest.mark.parametrize("seed", range(21, 41 if DEEP else 22), ids="seed{}".format)
@forms
def test_joint_on_the_tree_and_as_a_cut_gives_the_same_motion_and_loads(kind, planar, seed):
    check_tree_and_cut(kind, planar, seed)


def traced(trial):
    """Everything a joint states, at a pose of its own and at any other."""
    joint, Y = trial.joint, trial.pose("Y")
    V = joint.twist(trial.q, trial.v)
    parts = [
        *flat_pose(trial.X),
        *joint.closure(Y),
        *joint.fit(Y),
        joint.sense(Y),
        *flat_pose(joint.nearest(Y)),
    ]
    return [trial.graph.lift(p) for p in (*parts, *V.v, *V.w, *joint.retract(trial.q))]


@pytest.mark.parametrize("seed", [31], ids="seed{}".format)
@forms
def test_compiled_code_interpreter_and_sympy_give_the_same_numbers(kind, planar, seed):
    trial = JointTrial(kind, planar, seed)
    nodes, symbols = traced(trial), tuple(trial.values)
    kernel = Kernel("joint", (("x", symbols),), (("y", tuple(nodes)),))
    x = np.array([float(v) for v in trial.values.values()])
    (interpreted,) = kernel(x)
    compiled = np.empty(len(nodes))
    Program([kernel]).function("joint")(x, compiled)
    # sines and roots differ in the last bit between libraries; a few dozen operations follow
    np.testing.assert_allclose(compiled, interpreted, rtol=0, atol=1e-14)
    numbers = {f"{s.name}": float(v) for s, v in trial.values.items()}
    printed = [float(e.subs({s: numbers[s.name] for s in e.free_symbols})) for e in to_sympy(nodes)]
    np.testing.assert_allclose(printed, interpreted, rtol=0, atol=1e-14)


class Bracket(Joint):
    """A hinge with a parameter: M stands off along the axis and to the side."""

    coordinates = (angle("turn"),)
    rows = (*lengths("p_FM.x_F", "p_FM.y_F", "p_FM.z_F"), *directions("z_M.x_F", "z_M.y_F"))
    reach = param("m", "distance of M from the axis", ge=0)

    def motion(self, *q):
        R = rot_z(q[0])
        return Pose(R, R * Vec3(self.reach, 0.0, 0.0))

    def closure(self, X_FM):
        on_axis = X_FM.p - X_FM.x * self.reach
        return *on_axis, X_FM.z.x, X_FM.z.y

    def fit(self, X_FM):
        return (atan2(X_FM.x.y, X_FM.x.x),)

    def sense(self, X_FM):
        return X_FM.z.z


def test_a_right_joint_that_is_not_in_the_catalogue_passes():
    check_joint(Bracket, seeds=[41])


class Geared(Cylindrical):
    """A parameter between speeds and rates: both freedoms run faster than their speeds."""

    ratio = param("m", "rate per speed", gt=0)

    def rates(self, q, v):
        return self.ratio * v[0], self.ratio * v[1]


PARAMETRISED = [(Bracket, "reach", False), (Bracket, "reach", True), (Geared, "ratio", False)]


@pytest.mark.parametrize("written", ["300 mm", "2*a"])
@pytest.mark.parametrize(
    ("kind", "key", "planar"), PARAMETRISED, ids=["bracket-space", "bracket-plane", "geared"]
)
def test_parameter_of_a_joint_may_have_a_unit_or_be_an_expression(kind, key, planar, written):
    """Every number in a model is a run-time value: however it is written, the motion is the same."""
    found = []
    for value in (0.3, written):
        mechanism = two_bodies(planar, seed=43)
        mechanism.parameters(a=0.15)
        for name, base, follower in (("A", "ground.a", "one.a"), ("B", "one.b", "two.a")):
            mechanism.add(kind(name, base, follower, **{key: value}))
        equations = formulate(mechanism.snapshot())
        found.append(published(equations, 0.0, random_state(equations, 43)))
    compare("a number and an expression", *found)


class WrongSign(Bracket):
    """Closure of a bracket on the other side."""

    def closure(self, X_FM):
        return *(X_FM.p + X_FM.x * self.reach), X_FM.z.x, X_FM.z.y


class WrongTwist(Cylindrical):
    """Slides against its coordinate."""

    def twist(self, q, v):
        return Twist(Vec3(0.0, 0.0, -v[1]), Vec3(0.0, 0.0, v[0]))


class BentTwist(Cylindrical):
    """Its motion is not proportional to the speeds."""

    def rates(self, q, v):
        return v[0], v[1] * v[1]


class MissingRow(Cylindrical):
    """Forbids less than its motion."""

    rows = (*directions("z_M.x_F", "z_M.y_F"), *lengths("p_FM.x_F"))

    def closure(self, X_FM):
        return X_FM.z.x, X_FM.z.y, X_FM.p.x


class RepeatedRow(Cylindrical):
    """The right number of rows, one of them idle."""

    def closure(self, X_FM):
        return X_FM.z.x, X_FM.z.y, X_FM.p.x, X_FM.p.x + X_FM.z.x


class UnnamedRow(Cylindrical):
    """A row too many for its names."""

    rows = (*directions("z_M.x_F", "z_M.y_F"), *lengths("p_FM.x_F"))


class WrongFit(Cylindrical):
    """Reads the angle left-handed."""

    def fit(self, X_FM):
        return atan2(-X_FM.x.y, X_FM.x.x), X_FM.p.z


class NoSense(Cylindrical):
    """Takes an axis that points backward for a right one."""

    def sense(self, X_FM):
        return 1.0


class WrongSense(Cylindrical):
    """Refuses its own poses beyond a quarter turn."""

    def sense(self, X_FM):
        return X_FM.z.z - 1.0


class WrongNearest(Cylindrical):
    """Forgets the slide."""

    def nearest(self, X_FM):
        return self.motion(self.fit(X_FM)[0], 0.0)


class WrongRetract(Cylindrical):
    """Moves the coordinates it should put back."""

    def retract(self, q):
        return q[0], q[1] * 1.001


class LostTurns(Universal):
    """A rotation that no longer knows by which angles it turns."""

    def motion(self, *q):
        R = super().motion(*q).R
        return Pose(type(R)(R.x, R.y, R.z))


class OtherOnFloats(Cylindrical):
    """Looks at what it is given."""

    def fit(self, X_FM):
        return atan2(X_FM.x.y, X_FM.x.x), X_FM.p.z + (0.001 if isinstance(X_FM.p.z, float) else 0.0)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (WrongSign, "row p_FM.x_F is .* at a pose that `motion` allows"),
        (WrongTwist, "`twist` is not the rate of `motion`"),
        (BentTwist, "`twist` is not proportional to the speeds"),
        (MissingRow, "3 rows and 2 freedoms: 4 rows fit"),
        (RepeatedRow, "the rows have rank 3; with 2 freedoms it is 4"),
        (UnnamedRow, "closure has 4 rows, but `rows` names 3"),
        (WrongFit, "`fit` does not read the coordinates"),
        (NoSense, "turned over about its x axis"),
        (WrongSense, "sense is 0 at a pose that `motion` allows"),
        (WrongNearest, "`nearest` moves a pose that `motion` allows"),
        (WrongRetract, "`retract` changes the pose"),
        (LostTurns, "`twist` is not the rate of `motion`"),
        (OtherOnFloats, "floats and expressions give numbers that differ"),
    ],
    ids=lambda x: x.__name__ if isinstance(x, type) else "",
)
def test_a_broken_joint_is_found_out(kind, said):
    with pytest.raises(AssertionError, match=said):
        check_joint(kind, seeds=[51])


def test_a_joint_whose_rows_push_the_wrong_way_does_not_agree_with_the_tree(monkeypatch):
    """The comparison of formulations sees what the joint alone cannot show: a load turned round on its way."""
    from sarrus.mechanics.passes import rows

    right = rows.entries
    monkeypatch.setattr(
        rows, "entries", lambda *given, **words: tuple([-e for e in part] for part in right(*given, **words))
    )
    with pytest.raises(AssertionError, match="in one formulation and"):
        check_tree_and_cut(Cylindrical, False, 51)


def test_a_forgotten_coriolis_term_is_found_out(monkeypatch):
    from sarrus.spatial import Kinematics

    def relative(self, M):
        X = self.X.inverse() @ M.X
        v = M.v - self.v
        R = self.X.R
        return X, Twist(R.back(v - self.w.cross(M.X.p - self.X.p)), R.back(M.w - self.w)), Twist()

    monkeypatch.setattr(Kinematics, "relative", relative)
    with pytest.raises(AssertionError, match="the second derivative of"):
        check_joint(Cylindrical, seeds=[51])
