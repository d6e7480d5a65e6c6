"""Turns as people write them: sequences of axes, quaternions and angular velocities, in frames, joints and start values."""

import math

import numpy as np
import pytest

import sarrus
from sarrus.io.model_file import loads
from sarrus.io.write import dumps
from sarrus.mechanics import formulate
from sarrus.spatial.sequences import quaternion_from_angles
from sarrus.testing.formulations import published, random_state

UP = math.pi / 2


def top(sequence="1-2-3", kind="Spherical", **start):
    """A heavy body on a joint that turns freely, its mass centre beside the axes."""
    m = sarrus.Mechanism("top")
    body = m.add(sarrus.Body("body", mass=1, center=(0.1, 0.05, 0.4), inertia=(0.02, 0.03, 0.01)))
    m.add(getattr(sarrus, kind)("ball", m.ground, body, sequence=sequence))
    m.add(sarrus.Gravity("weight", (0, 0, -9.81)))
    m.start(**start)
    return m


START = {"ball.turn": sarrus.turn("3-1-3", 0.3, 0.7, -0.4), "ball.w": (0.5, -0.2, 6)}


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_same_motion_is_published_in_the_angles_of_each_sequence(formulation):
    options = {"until": 0.5, "rows": 11, "rtol": 1e-11, "formulation": formulation}
    one, other = (sarrus.simulate(top(s, fixed=START), **options) for s in ("1-2-3", "3-1-3"))
    np.testing.assert_allclose(one["body.quaternion"].values, other["body.quaternion"].values, atol=1e-9)
    for k in range(11):
        a, b = ([float(r[f"ball.a{i}"].values[k]) for i in (1, 2, 3)] for r in (one, other))
        R = sarrus.elements.turns.rotation_of("1-2-3", a)
        Q = sarrus.elements.turns.rotation_of("3-1-3", b)
        np.testing.assert_allclose([*map(list, (R.x, R.y, R.z))], [*map(list, (Q.x, Q.y, Q.z))], atol=1e-9)


@pytest.mark.parametrize("kind", ["Spherical", "Free"])
@pytest.mark.parametrize("sequence", ["1-2-3", "3-1-3"])
def test_angular_velocity_is_met_in_every_pose_also_at_the_lock(kind, sequence):
    for turn in (sarrus.turn(quaternion=(1, 0, 0, 0)), sarrus.turn("1-2-3", 0.2, UP, 0.1)):
        m = top(sequence, kind, fixed={"ball.turn": turn, "ball.w": (1, 2, 3)})
        run = sarrus.simulate(m, until=1e-3, rows=2)
        np.testing.assert_allclose(run["body.w"].values[0], (1, 2, 3), atol=1e-9)


def test_run_swings_through_the_lock_of_each_sequence_alike():
    """It begins at the lock of 3-1-3, a2 = 0, and swings through the lock of 1-2-3."""
    start = {"ball.turn": sarrus.turn(quaternion=(1, 0, 0, 0)), "ball.w": (0.0, 9.0, 0.3)}
    options = {"until": 1.0, "rows": 21, "rtol": 1e-11}
    runs = [sarrus.simulate(top(s, fixed=start), **options) for s in ("1-2-3", "3-1-3", "2-3-1")]
    for other in runs[1:]:
        np.testing.assert_allclose(runs[0]["body.w"].values, other["body.w"].values, rtol=0, atol=1e-9)
        np.testing.assert_allclose(
            runs[0]["ball.quaternion"].values, other["ball.quaternion"].values, rtol=0, atol=1e-9
        )
        assert other.ok


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
@pytest.mark.parametrize("rolled", [False, True])
def test_quaternion_of_a_joint_is_the_turn_of_its_angles_straight_and_rolled(formulation, rolled):
    """Against turned frames on both sides, so that it is not that of the body."""
    m = sarrus.Mechanism("top")
    m.ground.frame("F", turn=(0.2, 0.3, 0.1))
    body = m.add(sarrus.Body("body", mass=1, inertia=(0.02, 0.03, 0.01)))
    M = body.frame("M", at=(0.1, 0, 0.2), turn=sarrus.turn("3-1-3", 0.4, 0.5, 0.6))
    m.add(sarrus.Spherical("ball", m.ground.F, M, sequence="3-1-3"))
    six = m.add(sarrus.Body("six-body", mass=1, inertia=(0.02, 0.03, 0.01)))
    m.add(sarrus.Free("six", body, six, sequence="2-3-2"))
    e = formulate(m.snapshot(), formulation, rolled)
    x = random_state(e, 3)
    row = published(e, 0.0, x)
    for name, sequence in (("ball", "3-1-3"), ("six", "2-3-2")):
        angles = [math.atan2(*row[f"{name}.a{k}"]) for k in (1, 2, 3)]  # published as sine and cosine
        wanted = np.array([float(a) for a in quaternion_from_angles(sequence, angles)])
        found = np.array(row[f"{name}.quaternion"])
        assert found[0] >= 0.0
        np.testing.assert_allclose(found * np.sign(found @ wanted), wanted, atol=1e-12)


def test_force_and_sensor_read_the_quaternion_of_a_joint():
    m = top(fixed={"ball.turn": sarrus.turn(quaternion=(0.6, 0.8, 0, 0))})
    m.signals(tilt="ball.quaternion.x")
    m.add(sarrus.ExpressionSensor("twice", function="2*tilt", unit="1"))
    m.add(sarrus.CoordinateForce("push", "ball.a1", function="10*tilt"))
    run = sarrus.simulate(m, until=0.01, rows=2)
    assert run["twice.value"].values[0] == pytest.approx(1.6, abs=1e-12)
    assert run["push.magnitude"].values[0] == pytest.approx(8, abs=1e-12)


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_driver_of_an_angle_of_another_sequence_is_the_drive_of_the_joints_that_make_it(formulation):
    """a2 of 3-1-3 prescribed on a ball, and on the middle one of three pins with massless bodies between them."""
    fixed = {"ball.a1": 0.3, "ball.a3": -0.4, "ball.a1_dot": 0.5, "ball.a3_dot": 2.0}
    one = top("3-1-3", fixed=fixed)
    one.add(sarrus.Motion("drive", "ball.a2", "0.7 + 0.3*sin(4*t)"))
    other = sarrus.Mechanism("gimbal")
    along_x = (0.0, UP, 0.0)  # z of the frame along x, as pins turn about z
    bodies = [
        other.add(sarrus.Body("ring", mass=1e-12, inertia=(1e-12, 1e-12, 1e-12))),
        other.add(sarrus.Body("cradle", mass=1e-12, inertia=(1e-12, 1e-12, 1e-12))),
        other.add(sarrus.Body("body", mass=1, center=(0.1, 0.05, 0.4), inertia=(0.02, 0.03, 0.01))),
    ]
    other.add(sarrus.Revolute("A", other.ground, bodies[0]))
    other.add(sarrus.Revolute("B", bodies[0].frame("x", turn=along_x), bodies[1].frame("x", turn=along_x)))
    other.add(sarrus.Revolute("C", bodies[1], bodies[2]))
    other.add(sarrus.Motion("drive", "B.theta", "0.7 + 0.3*sin(4*t)"))
    other.add(sarrus.Gravity("weight", (0, 0, -9.81)))
    pins = {"ball.a1": "A.theta", "ball.a3": "C.theta"}
    other.start(fixed={pins[n.removesuffix("_dot")] + n[7:]: v for n, v in fixed.items()})
    options = {"until": 0.5, "rows": 11, "rtol": 1e-11, "formulation": formulation}
    runs = [sarrus.simulate(m, **options) for m in (one, other)]
    for name in ("body.w", "body.quaternion", "drive.effort"):
        np.testing.assert_allclose(runs[0][name].values, runs[1][name].values, atol=1e-9)


def test_guessed_angular_velocity_is_kept_where_nothing_speaks_against_it():
    found = sarrus.assemble(top(guess={"ball.turn": sarrus.turn("3-1-3", 0, 0.2, 0), "ball.w": (0, 0, 2)}))
    assert not found.moved and found["ball.w.z"] == pytest.approx(2, abs=1e-12)


TEXT = """
sarrus: 1
name: hand
bodies:
  bar:
    mass: 1
    inertia: [1, 1, 1]
    frames:
      one: {at: [0, 0, 1], turn: {sequence: 3-1-3, angles: [10 deg, 20 deg, 30 deg]}}
      two: {turn: {quaternion: [0.6, 0.8, 0, 0]}}
joints: {ball: {spherical: [ground, bar.one], sequence: 3-1-3}}
start:
  fixed: {ball.turn: {quaternion: [0.6, 0, 0.8, 0]}, ball.w: [0, 0, 2]}
"""


def test_file_is_the_same_after_going_through_python():
    m = loads(TEXT)
    assert dumps(loads(dumps(m))) == dumps(m)
    again = sarrus.Mechanism("hand")
    bar = again.add(sarrus.Body("bar", mass=1, inertia=(1, 1, 1)))
    one = bar.frame("one", at=(0, 0, 1), turn=sarrus.turn("3-1-3", "10 deg", "20 deg", "30 deg"))
    bar.frame("two", turn=sarrus.turn(quaternion=(0.6, 0.8, 0, 0)))
    again.add(sarrus.Spherical("ball", again.ground, one, sequence="3-1-3"))
    again.start(fixed={"ball.turn": sarrus.turn(quaternion=(0.6, 0, 0.8, 0)), "ball.w": (0, 0, 2)})
    assert dumps(again) == dumps(m)


def test_frame_turned_by_a_sequence_is_the_frame_turned_by_its_quaternion():
    def tip(turn):
        m = sarrus.Mechanism("m")
        body = m.add(sarrus.Body("body", mass=1, inertia=(1, 1, 1)))
        body.frame("F", turn=turn)
        body.frame("tip", at=(1, 2, 3), on="F")
        m.add(sarrus.Weld("fix", m.ground, body))
        run = sarrus.kinematics(m, until=1.0, rows=2)
        return [run[f"body.tip.{a}"].values[0] for a in "xyz"]

    h = math.sqrt(0.5)
    assert tip(sarrus.turn("3-1-3", "90 deg", 0, 0)) == pytest.approx([-2, 1, 3], abs=1e-12)
    assert tip(sarrus.turn(quaternion=(h, 0, 0, h))) == pytest.approx([-2, 1, 3], abs=1e-12)


WRONG = [
    ("quaternion: [0.6, 0, 0.8, 0]", "quaternion: [1, 0, 1, 0]", "quaternion of the length 1.41421356"),
    ("quaternion: [0.6, 0.8, 0, 0]", "quaternion: [1, 1, 0, 0]", "quaternion of the length 1.41421356"),
    ("quaternion: [0.6, 0, 0.8, 0]", "quaternion: [1, 0, 0]", "a quaternion does not have four numbers"),
    ("sequence: 3-1-3, angles", "sequence: 3-3-1, angles", "the sequence of a turn is '3-3-1'"),
    ("ball.w: [0, 0, 2]", "ball.w: 2", "is not a list of three numbers"),
    ("ball.w: [0, 0, 2]", "ball.a1: 2", "says again what 'ball.turn' says"),
    ("sequence: 3-1-3}}", "sequence: 3-1-4}}", "3-1-4"),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG)
def test_wrong_turn_is_refused_in_words(old, new, said):
    assert old in TEXT
    with pytest.raises(sarrus.ModelError) as refused:
        loads(TEXT.replace(old, new))
    assert said in str(refused.value)


def test_quaternion_off_by_rounding_is_put_right():
    found = sarrus.assemble(loads(TEXT.replace("[0.6, 0, 0.8, 0]", "[0.6000001, 0, 0.8, 0]")))
    assert found.status.word == "ok"
