"""Load paths of spec 07 through the public face: folds and branch points of rows S1, S2, S3, S7 and S8."""

import math

import numpy as np
import pytest
from statics.resting import arm, toggle, torque, truss, upright, ziegler

import sarrus


def test_S1_truss_has_two_folds():
    found = sarrus.equilibrium(truss(0.0, y=0.5), over={"P": (-20, 20)})
    assert [at.value for at in found.folds] == pytest.approx([9.94991695774456, -9.94991695774456], rel=1e-9)
    assert found.folds[0].values["guide.s"] == pytest.approx(0.170711647439495, rel=1e-6)
    assert found.branches == ()
    assert (found.path["P"][0], found.path["P"][-1]) == (-20.0, 20.0)
    assert {0.0, 1.0} == set(found.path["unstable"])


def test_S1_truss_jumps_from_its_fold_to_the_inverted_branch():
    found = sarrus.equilibrium(truss(0.0, y=0.5), over={"P": (-20, 20)}, jump=True)
    down, up = found.jumps
    assert (down.fold, up.fold) == tuple(at.value for at in found.folds)
    for jump, sign in ((down, 1.0), (up, -1.0)):
        assert jump.value == pytest.approx(jump.fold + sign * 0.04, rel=1e-12)  # beyond by 1e-3 of the range
        y = jump.values["guide.s"]
        assert y * sign < -0.3
        assert 2000 * (math.hypot(1, 0.3) / math.hypot(1, y) - 1) * y == pytest.approx(jump.value, rel=1e-10)
    assert "downhill from each fold" in found.evidence["jumps"]
    assert (
        f"beyond the fold at 9.94991696, with P = 9.98992: it jumps to guide.s = {down.values['guide.s']:.6g}"
        in found.text()
    )
    assert found.document()["jumps"][0]["values"] == down.values
    assert found.plot().axes[0].get_legend().get_texts()[-1].get_text() == "jumps to"
    assert sarrus.equilibrium(truss(0.0, y=0.5), over={"P": (-20, 20)}).jumps == ()


def test_S8_beyond_its_torque_limit_a_rod_rests_nowhere():
    found = sarrus.equilibrium(torque(0.0), over={"T": (0, 6)}, jump=True)
    assert found.jumps[0].values == {}
    assert "it rests nowhere; no equilibrium is found downhill" in found.text()


def test_S2_steep_truss_branches_off_before_its_fold():
    found = sarrus.equilibrium(truss(0.0, rise=3.0, y=3.0, is_guided=False), over={"P": (0, 3000)})
    assert found.branches[0].value == pytest.approx(783.498066738553, rel=1e-8)
    assert found.branches[0].values["particle.y"] == pytest.approx(2.55265467128125, rel=1e-7)
    assert found.folds[0].value == pytest.approx(2480.75598901409, rel=1e-9)
    assert found.folds[0].values["particle.y"] == pytest.approx(1.0744462248209, rel=1e-6)
    guided = sarrus.equilibrium(truss(0.0, rise=3.0, y=3.0), over={"P": (0, 3000)})
    assert (len(guided.branches), guided.folds[0].value) == (0, pytest.approx(2480.75598901409, rel=1e-9))


def test_S3_toggle_snaps_at_its_largest_holding_torque():
    found = sarrus.equilibrium(toggle(), over={"T": (0, -10)})
    assert found.folds[0].value == pytest.approx(-6.88009423051386, rel=1e-9)
    assert found.folds[0].values["A.theta"] == pytest.approx(0.313750001743823, rel=1e-6)


def test_S3_drive_through_the_dead_point_shows_the_torque_and_its_change_of_sign():
    m = toggle()
    m.fixed.clear()
    m.add(sarrus.Motion("motor", "A.theta", function="0.56 - t"))
    found = sarrus.equilibrium(m, over={"t": (0.0, 1.12)})
    theta, efforts = (np.array(found.path[name]) for name in ("A.theta", "motor.effort"))
    root = np.sqrt(0.09 - 0.04 * np.sin(theta) ** 2)
    x = 0.2 * np.cos(theta) + root
    slope = -0.2 * np.sin(theta) - 0.04 * np.sin(theta) * np.cos(theta) / root
    assert efforts == pytest.approx(2000 * (x - 0.45) * slope, rel=1e-9, abs=1e-9)
    assert 6.5 < efforts.max() <= 6.88009423051386
    assert -6.5 > efforts.min() >= -6.88009423051386
    assert found["A.theta"] == pytest.approx(-0.56, rel=1e-12)


def test_S7_pitchfork_and_its_imperfection():
    found = sarrus.equilibrium(upright(6.0, theta=0.1), over="k=6:4", switch=True)
    assert found.branches[0].value == pytest.approx(4.905, rel=1e-8)
    ends = sorted(other["A.theta"][-1] for other in found.others if other["k"][-1] == 4.0)
    assert ends == pytest.approx([-1.08353995547482, 1.08353995547482], rel=1e-9)
    bent = sarrus.equilibrium(upright(4.0, 0.02, -1.0), over={"k": (4, 6)})
    assert bent.folds[0].value == pytest.approx(4.54844261491381, rel=1e-9)
    assert bent.folds[0].values["A.theta"] == pytest.approx(-0.383642599418622, rel=1e-6)


def test_a_path_that_meets_another_one_tells_of_a_branch_point_and_not_of_a_fold():
    found = sarrus.equilibrium(arm(150, 0.1), over={"spring.stiffness": (150, 60)}, switch=True)
    assert found.folds == ()
    assert found.branches[0].value == pytest.approx(9.81 / (0.12 * 6 / 7), rel=1e-9)
    assert found.branches[0].values["A.theta"] == pytest.approx(-math.pi / 2, rel=1e-9)
    hanging = [other for other in found.others if other["spring.stiffness"][-1] == 60.0]
    assert np.ptp(hanging[0]["A.theta"]) < 1e-9


def test_S8_torque_limit_is_a_fold():
    found = sarrus.equilibrium(torque(0.0), over={"T": (0, 6)})
    assert found.folds[0].value == pytest.approx(4.905, rel=1e-9)
    assert found.folds[0].values["A.theta"] == pytest.approx(math.pi / 2, rel=1e-6)


@pytest.mark.parametrize(
    ("damping", "P", "omega"),
    [
        (0.5, 59.5714285714286, 4.78091443733757),  # (41/28 k + c^2/2)/l, omega^2 = k/(m l^2) 16/7
        (0.0, 83.4314575050762, 7.52120618617279),  # (7/2 - sqrt 2) k/l: two pairs meet on the axis
    ],
)
def test_L26_a_column_begins_to_flutter_at_a_Hopf_point(damping, P, omega):
    found = sarrus.equilibrium(ziegler(0.0, damping=damping), over={"P": (0, 100)})
    assert [at.value for at in found.hopfs] == pytest.approx([P], rel=1e-10)
    assert found.hopfs[0].omega == pytest.approx(omega, rel=1e-7 if not damping else 1e-11)
    assert (found.folds, found.branches) == ((), ())  # the determinant of the stiffness never vanishes
    unstable = np.array(found.path["unstable"])
    assert (unstable == np.where(np.array(found.path["P"]) > P, 2.0, 0.0)).all()
    assert f"Hopf point at P = {P:.9g}, roots +- {omega:.7g} i" in found.text()
    assert found.document()["hopfs"][0]["omega"] == found.hopfs[0].omega
    assert [t.get_text() for t in found.plot().axes[0].get_legend().get_texts()] == [
        "stable",
        "unstable",
        "Hopf point",
    ]


def test_a_self_excited_swing_begins_where_its_damping_becomes_negative():
    m = torque(0.0)
    m.parameters(c=0.4)
    m.add(sarrus.CoordinateForce("rub", "A.theta", function="-c*rate"))
    found = sarrus.equilibrium(m, over={"c": (0.4, -0.5)})
    assert found.hopfs[0].value == pytest.approx(0.0, abs=1e-10)


def test_paths_of_potentials_and_dampers_look_at_no_roots(monkeypatch):
    from sarrus.analysis.statics import flutter

    monkeypatch.setattr(flutter, "blocks_at", None)
    assert sarrus.equilibrium(torque(0.0), over={"T": (0, 4)}).hopfs == ()


def test_wrong_ranges_are_answered_with_what_they_should_be():
    for wrong in ("P", "P=1", "P=1:x", {"P": 3}, {"a": (0, 1), "b": (0, 1)}, {"P": (1, 1)}):
        with pytest.raises(sarrus.UsageError, match=r"one number of the model with its range"):
            sarrus.equilibrium(arm(), over=wrong)
    with pytest.raises(sarrus.UsageError, match=r"over: there is no number 'Q'"):
        sarrus.equilibrium(arm(), over={"Q": (0, 1)})
    with pytest.raises(sarrus.UsageError, match=r"jump is about a path of equilibria"):
        sarrus.equilibrium(arm(), jump=True)
    with pytest.raises(sarrus.UsageError, match=r"questions of their own"):
        sarrus.equilibrium(arm(), over={"spring.stiffness": (80, 90)}, all=True)


def test_a_load_path_is_kept_in_a_file_saved_and_drawn(tmp_path):
    m = torque(0.0)
    m.ask("it", "equilibrium", over={"T": (0, 4)})
    sarrus.save(m, tmp_path / "it.yaml")
    again = sarrus.run(sarrus.load(tmp_path / "it.yaml"), "it")
    loaded = sarrus.load_result(again.save(tmp_path / "it.h5"))
    assert loaded.path == again.path
    assert loaded.plot(path=tmp_path / "it.png").axes
    assert "path over T: " in loaded.text()
