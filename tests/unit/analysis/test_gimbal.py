"""Gimbal lock: at a2 = +-90 deg two Bryant angles turn about one axis. That is a matter of the angles, not of the motion."""

import math
import os

import numpy as np
import pytest

import sarrus
from sarrus.mechanics import formulate
from sarrus.spatial.rotation import Rotation, from_bryant, to_bryant

UP = math.pi / 2
KINDS = ["Spherical", "Free"]


def hanging(kind="Spherical", turn=None, count=1, drivers=(), **start):
    """A bar whose mass centre lies along x, on a joint with z up; it hangs straight down at a2 = 90 deg.

    Args:
        kind: of the joint.
        turn: of both frames of the joint, about z.
        count: how many of these, all alike.
        drivers: (angle, function).
        start: fixed, guess; of the first.
    """
    m = sarrus.Mechanism("hanging")
    m.ground.frame("F", at=(0, 0, 0), turn=(0, 0, turn or 0.0))
    for k in range(count):
        name = "bar" if not k else f"bar{k}"
        bar = m.add(sarrus.Body(name, mass=1, center=(0.5, 0, 0), inertia=(0.02, 0.09, 0.1)))
        bar.frame("hinge", at=(0, 0, 0), turn=(0, 0, turn or 0.0))
        bar.point("end", (1, 0.2, 0))
        m.add(getattr(sarrus, kind)("ball" if not k else f"ball{k}", m.ground.F, bar.hinge))
    for angle, function in drivers:
        m.add(sarrus.Motion(f"drive-{angle}", f"ball.{angle}", function))
    m.add(sarrus.Gravity("weight", (0, 0, -9.81)))
    m.start(**start)
    return m


def turns(R):
    return np.array([[float(a) for a in axis] for axis in (R.x, R.y, R.z)])


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_published_angles_give_the_rotation_back_at_the_lock_and_beside_it(side):
    rng = np.random.default_rng(4)
    for exponent in (*range(-17, -1), None):
        a1, a3 = (float(a) for a in rng.uniform(-3, 3, 2))
        a2 = side * (UP - (10.0**exponent if exponent is not None else 0.0))
        R = from_bryant(a1, a2, a3)
        angles = to_bryant(Rotation(R.x, R.y, R.z))
        assert np.abs(turns(from_bryant(*angles)) - turns(R)).max() < 2e-12
        assert all(map(math.isfinite, angles))
    assert to_bryant(Rotation(R.x, R.y, R.z))[2] == pytest.approx(0, abs=1e-15)  # at the lock a3 is 0


STARTS = [
    {"a2": UP, "a2_dot": 0},
    {"a2": -UP},
    {"a1": 0.2, "a2": UP},
    {"a3": 0.2, "a2": -UP},
    {"a1": 0.2, "a2": UP, "a3": 0.1},
    {"a2": UP, "a1_dot": 1, "a2_dot": -2, "a3_dot": 2},
    {"a1": 0.2, "a2": -UP, "a3": 0.1, "a1_dot": 1, "a2_dot": 2, "a3_dot": 3},
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("fixed", STARTS, ids=lambda f: " ".join(f))
def test_start_values_at_the_lock_are_met(kind, fixed):
    """Angles give a turn, and their rates an angular velocity, also where the way back is not unique."""
    m = hanging(kind, fixed={f"ball.{n}": v for n, v in fixed.items()})
    found = sarrus.assemble(m)
    assert {n: found[f"ball.{n}"] for n in fixed} == pytest.approx(fixed, abs=1e-12)
    assert not found.moved
    assert sarrus.check(m).found("angles.lost")


def test_rates_at_the_lock_are_the_angular_velocity_they_mean():
    """w = a1' x + a2' Rx(a1) y + a3' R z; at a2 = -90 deg R z = -x."""
    fixed = {"a1": 0.2, "a2": -UP, "a3": 0.1, "a1_dot": 1, "a2_dot": 2, "a3_dot": 3}
    m = hanging(fixed={f"ball.{n}": v for n, v in fixed.items()})
    run = sarrus.simulate(m, until=1e-3, rows=2)
    w = [1 - 3, 2 * math.cos(0.2), 2 * math.sin(0.2)]
    np.testing.assert_allclose(run["bar.w"].values[0], w, atol=1e-12)


def test_guesses_at_the_lock_are_kept():
    m = hanging(guess={"ball.a1": 0.2, "ball.a2": UP, "ball.a3": 0.1, "ball.a1_dot": 1, "ball.a3_dot": 2})
    found = sarrus.assemble(m)
    assert not found.moved
    assert found["ball.a1_dot"] + found["ball.a3_dot"] == pytest.approx(3, abs=1e-12)


@pytest.mark.parametrize(("one", "other"), [("a1", "a3"), ("a3", "a1")])
def test_rate_that_says_nothing_alone_at_the_lock_is_refused_with_the_reason(one, other):
    m = hanging(fixed={"ball.a2": UP, f"ball.{one}_dot": 1.0})
    with pytest.raises(sarrus.NumericalError) as refused:
        sarrus.assemble(m)
    said = str(refused.value)
    assert f"'ball.{one}_dot' = 1 rad/s says nothing here" in said and "gimbal lock" in said
    assert f"Fix 'ball.{other}_dot' too, or neither." in said


def test_legs_fixed_upright_by_ball_angles_close():
    """Two legs on balls, a plate on their tops: one ball is not on the tree, and all stand at their lock."""
    m = sarrus.Mechanism("table")
    m.ground.point("Q", (1, 0, 0))
    legs = {k: m.add(sarrus.Body(k, sarrus.Box(length=1, width=0.1, height=0.1, mass=1))) for k in "ab"}
    plate = m.add(sarrus.Body("plate", sarrus.Box(length=1, width=0.1, height=0.1, mass=1)))
    plate.point("far", (1, 0, 0))
    for leg in legs.values():
        leg.point("top", (1, 0, 0))
        leg.point("foot", (0, 0, 0))
    m.add(sarrus.Spherical("A", m.ground, legs["a"].foot))
    m.add(sarrus.Spherical("B", m.ground.Q, legs["b"].foot))
    m.add(sarrus.Spherical("C", legs["a"].top, plate.point("near", (0, 0, 0))))
    m.add(sarrus.Spherical("D", legs["b"].top, plate.far))
    m.start(fixed={f"{k}.a{i}": v for k in "AB" for i, v in ((1, 0), (2, -UP), (3, 0))}, guess={"C.a2": UP})
    found = sarrus.assemble(m)
    assert (found["A.a2"], found["B.a2"]) == pytest.approx((-UP, -UP), abs=1e-10)


def swung(formulation, count=1, spin=0.0, kick=-3.0):
    """The same pendulum twice: through its lock in every swing, and with frames turned so that no lock is near."""
    rates = {"ball.a1_dot": spin, "ball.a2_dot": kick, "ball.a3_dot": 0.0}
    one = hanging(count=count, fixed={"ball.a2": UP, **rates})
    # about z turned by 90 deg: y is the new x, so that R = Rx(90 deg), and x is the new -y
    other = hanging(count=count, turn=UP, fixed={"ball.a1": UP, "ball.a1_dot": kick, **other_rates(spin)})
    options = {"until": 2.5, "rows": 126, "rtol": 1e-11, "formulation": formulation}
    return sarrus.simulate(one, **options), sarrus.simulate(other, **options)


def other_rates(spin):
    """An angular velocity along ground x is one along -y of the turned frame: -spin = a2' cos(a1) - a3' sin(a1)."""
    return {"ball.a2_dot": 0.0, "ball.a3_dot": spin}


CASES = [("relative", 1), ("absolute", 1), ("relative", 9)]
if os.environ.get("SARRUS_DEEP"):
    CASES.append(("absolute", 9))


@pytest.mark.parametrize(("formulation", "count"), CASES)
def test_free_motion_goes_through_the_lock_as_if_there_were_none(formulation, count):
    """Straight-line and rolled (nine bodies) kernels; plane swing exactly through the lock, and with spin."""
    for spin in (0.0, 2.0):
        run, other = swung(formulation, count, spin)
        assert run.ok and other.ok
        for axis in "xyz":
            np.testing.assert_allclose(
                run[f"bar.end.{axis}"].values, other[f"bar.end.{axis}"].values, atol=1e-9
            )
        np.testing.assert_allclose(run["bar.w"].values, other["bar.w"].values, atol=1e-8)
        for k in "123":
            for suffix in ("", "_dot", "_ddot"):
                assert np.isfinite(run[f"ball.a{k}{suffix}"].values).all()
        assert math.cos(run["ball.a2"].values[0]) < 1e-12


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_kernels_are_finite_at_the_lock_straight_and_rolled(formulation):
    model = hanging(fixed={"ball.a2": UP}).snapshot()
    values = []
    for rolled in (False, True):
        e = formulate(model, formulation, rolled)
        q = [math.sqrt(0.5), 0.0, math.sqrt(0.5), 0.0]
        x = np.array(
            [
                *(() if formulation == "relative" else (0.0,) * 3),
                *q,
                *np.zeros(len(e.speeds) + len(e.quadratures)),
            ]
        )
        x[len(e.coordinates) + len(e.speeds) - 3 : len(e.coordinates) + len(e.speeds)] = 1.0, -2.0, 0.5
        value, rate, slopes = e.evaluate("measure", [0.0], x)
        assert np.isfinite([*value, *rate, *slopes]).all()
        values.append([*value, *rate])
    np.testing.assert_allclose(values[0], values[1], atol=1e-14)


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
@pytest.mark.parametrize("driven", [("a1", "a2", "a3"), ("a2",)], ids=["three", "one"])
def test_drivers_of_angles_stop_at_the_lock_and_the_status_names_it(formulation, driven):
    functions = {"a1": "0.1 + 0*t", "a2": "1 + t", "a3": "0.2*t"}
    m = hanging(drivers=[(a, functions[a]) for a in driven])
    run = sarrus.simulate(m, until=1.0, rows=11, formulation=formulation, strict=False)
    assert run.status.word == "gimbal lock"
    assert "Joint 'ball' is at the gimbal lock of its angles" in str(run.status)
    assert "drive-a2" in str(run.status) and "not of the mechanism" in str(run.status)
    assert "Turn both frames of 'ball'" in str(run.status)
    assert "branch point" not in str(run.status) and "length" not in str(run.status)


def test_drivers_of_angles_that_begin_at_the_lock_are_told_so_by_check_and_kinematics():
    m = hanging(drivers=[("a1", "0.1 + 0*t"), ("a2", "pi/2 + 0*t"), ("a3", "0*t")])
    (found,) = sarrus.check(m).found("singular")
    assert found.code == "singular.angles" and "gimbal lock" in found.what
    with pytest.raises(sarrus.ModelError, match="joint 'ball' is at the gimbal lock"):
        sarrus.kinematics(m, until=1.0)
    moving = hanging(drivers=[("a1", "t"), ("a2", "pi/2 - t"), ("a3", "2*t")])
    with pytest.raises(sarrus.NumericalError, match="At the start, joint 'ball' is at the gimbal lock"):
        sarrus.kinematics(moving, until=1.0)


@pytest.mark.parametrize("off", [1e-9, 2.7e-8, 1e-7])
def test_start_a_little_beside_the_lock_is_that_at_the_lock(off):
    """A user who types 1.5707963 means 90 deg, and has 2.7e-8 rad less."""
    starts = []
    for a2 in (UP - off, UP):
        m = hanging(
            fixed={
                "ball.a1": 0.2,
                "ball.a2": a2,
                "ball.a3": 0.3,
                "ball.a1_dot": 1.0,
                "ball.a2_dot": 2.0,
                "ball.a3_dot": -1.0,
            }
        )
        starts.append(sarrus.simulate(m, until=0.01, rows=2)["bar.w"].values[0])
    np.testing.assert_allclose(starts[0], starts[1], atol=1e-6)
