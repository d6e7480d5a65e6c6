"""What is said of efforts, motions and targets that cannot be asked for."""

import json
from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus.cli import main
from sarrus.errors import UsageError
from sarrus.io import loads
from sarrus.views.plots.choice import first_plots, model_of

EXAMPLES = Path(__file__).parents[2] / "examples"

ARM = """
sarrus: 1
name: arm
plane: xy
inputs: {u: 0 N m}
ground: {points: {P: [0.3, -0.4]}}
bodies:
  one: {rod: {length: 0.5, mass: 3}}
  two: {rod: {length: 0.4, mass: 2}}
joints:
  A: {revolute: [ground, one.start]}
  B: {revolute: [one.end, two.start]}
forces:
  weight: {gravity: [0, -9.81]}
  cylinder: {line-force: [ground.P, two.end], is: 0}
  drive: {coordinate-force: B.theta, is: 2*u}
start: {guess: {A.theta: 0.4, B.theta: 0.9}}
"""
LOOP = """
sarrus: 1
name: loop
plane: xy
ground: {points: {D: [1, 0]}}
bodies:
  crank: {rod: {length: 0.3, mass: 0.3}}
  coupler: {rod: {length: 0.9, mass: 0.9}}
  rocker: {rod: {length: 0.7, mass: 0.7}}
joints:
  A: {revolute: [ground, crank.start]}
  B: {revolute: [crank.end, coupler.start]}
  C: {revolute: [coupler.end, rocker.end]}
  D: {revolute: [ground.D, rocker.start]}
start: {guess: {A.theta: 1, D.theta: 1.6}}
"""
MOVED = {"A.theta": "0.4 + t**2", "B.theta": "0.9 - t"}
TIMES = np.linspace(0, 1, 101)
SMOOTH = np.sin(TIMES)


def table(values):
    return {"A.theta": np.column_stack([TIMES, values]), "B.theta": "0.9"}


GAPPED = np.where(np.arange(101) == 16, np.nan, SMOOTH)
MISTAKES = [
    (ARM, {}, "it has no drivers, and no motion is given"),
    (ARM, {"motion": {}}, "motion is empty"),
    (ARM, {"motion": {"A.theta": "t"}}, "1 degree of freedom left: nothing says how 'B.theta' moves"),
    (ARM, {"motion": {"A.thta": "t"}}, "'A.thta' is no position of this mechanism. Did you mean 'A.theta'?"),
    (ARM, {"motion": {"A.theta": "2*s"}}, "'s' has no value in motion 'A.theta'"),
    (ARM, {"motion": MOVED, "actuators": ["C.theta"]}, "'C.theta' is no actuator"),
    (ARM, {"motion": MOVED, "actuators": ["A.theta", "A.theta"]}, "'A.theta' twice"),
    (ARM, {"motion": MOVED, "actuators": ["weight"]}, "no single line or coordinate"),
    (
        ARM,
        {"motion": MOVED, "actuators": ["A.theta", "B.theta", "cylinder"]},
        "Efforts of different units share the load",
    ),
    (ARM, {"motion": MOVED, "weights": {"A.theta": -1}}, "the weight of 'A.theta' is -1"),
    (ARM, {"motion": MOVED, "limits": {"A.theta": (2, 1)}}, "go from 2 to 1"),
    (ARM, {"motion": MOVED, "limits": {"A.theta": "5 m"}}, "'5 m'"),
    (ARM, {"motion": MOVED, "limits": {"A.thet": 5}}, "Did you mean 'A.theta'?"),
    (ARM, {"motion": table(GAPPED)}, "has a gap: row 17 of its table is not a number"),
    (ARM, {"motion": table(SMOOTH + (TIMES > 0.5))}, "jumps near t = 0.51 s"),
    (
        ARM,
        {"motion": {**MOVED, "A.theta": [[0, 0], [0.1, 1], [0.2, 2], [0.25, 3]]}},
        "given from 0 s to 0.25 s",
    ),
    (ARM, {"motion": {**MOVED, "A.theta": [[0, 0], [0.3, 1], [0.2, 2], [2, 3]]}}, "0.2 s comes behind 0.3 s"),
    (ARM, {"motion": table(np.maximum(TIMES - 0.5, 0))}, "jumps near t = 0.5 s: its acceleration there is"),
    (
        ARM,
        {"motion": {"two.psi": "1.3 + t", **MOVED}, "actuators": ["A.theta", "B.theta"]},
        "the motion of 'B.theta' is not free once 'two.psi' and 'A.theta' are given",
    ),
    (
        LOOP,
        {"motion": {"A.theta": "1 + t", "D.theta": "1.6"}},
        "the motion of 'D.theta' is not free once 'A.theta' is given",
    ),
    (LOOP, {"motion": {"rocker.psi": "1.6 + 0.1*t"}}, "nothing is named that pushes it. Name actuators"),
]


@pytest.mark.parametrize(("model", "told", "said"), MISTAKES)
def test_wrong_questions_get_a_sentence(model, told, said):
    with pytest.raises(UsageError) as error:
        sarrus.inverse(loads(model), 1.0, rows=3, **told)
    assert said in str(error.value)


def test_an_actuator_that_is_held_is_named():
    m = loads(LOOP)
    m.add(sarrus.Body("post", mass=1, inertia=1))
    m.add(sarrus.Revolute("P", m.ground, m.bodies[-1]))
    m.add(sarrus.Motion("hold", "P.theta", function="0"))
    with pytest.raises(UsageError, match=r"the actuator 'P\.theta' cannot move anything"):
        sarrus.inverse(m, 0.1, rows=2, motion={"A.theta": "1 + t"}, actuators=["A.theta", "P.theta"])


def test_inputs_and_lines_are_actuators_too():
    m = loads(ARM)
    plain = sarrus.inverse(m, 0.2, rows=2, motion=MOVED)
    run = sarrus.inverse(m, 0.2, rows=2, motion=MOVED, actuators=["A.theta", "u"])
    assert 2 * run["u"].values == pytest.approx(plain["B.theta.effort"].values, rel=1e-10)
    line = sarrus.inverse(m, 0.2, rows=2, motion=MOVED, actuators=["cylinder", "B.theta"])
    power = line["cylinder.power"].values + line["B.theta.power"].values
    told = plain["A.theta.power"].values + plain["B.theta.power"].values
    assert power == pytest.approx(told, rel=1e-9)
    assert not np.any(line["cylinder.magnitude"])  # what it does by its own law


def test_points_of_a_body_follow_a_table():
    t = np.linspace(0, 1, 201)
    m, end = loads(ARM), {"two.end.x": 0.5 + 0.05 * np.cos(3 * t), "two.end.y": 0.55 + 0.05 * np.sin(3 * t)}
    run = sarrus.inverse(
        m, 1.0, rows=3, motion={n: (t, c) for n, c in end.items()}, actuators=["A.theta", "B.theta"]
    )
    told = {"two.end.x": "0.5 + 0.05*cos(3*t)", "two.end.y": "0.55 + 0.05*sin(3*t)"}
    exact = sarrus.inverse(m, 1.0, rows=3, motion=told, actuators=["A.theta", "B.theta"])
    assert run["A.theta.effort"][1] == pytest.approx(exact["A.theta.effort"][1], rel=1e-5)


def test_a_motion_that_leaves_reach_ends_where_it_does():
    said = r"The motion of 'two\.end\.x' cannot go on: joint 'B' is at a dead point"
    with pytest.raises(sarrus.NumericalError, match=said) as error:
        motion = {"two.end.x": "0.6 + 0.5*t", "two.end.y": "0.4"}
        sarrus.inverse(loads(ARM), 1.0, rows=11, motion=motion, actuators=["A.theta", "B.theta"])
    assert 0 < len(error.value.result) < 11


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({}, "target is empty"),
        ({"two.tip.x": 1}, "'two.tip.x' is no position of this mechanism"),
        ({"two.end.x": "5 s"}, "'5 s'"),
    ],
)
def test_wrong_targets_get_a_sentence(told, said):
    with pytest.raises(UsageError) as error:
        sarrus.reach(loads(ARM), told)
    assert said in str(error.value)


def test_a_motion_that_jumps_ends_there_and_is_named():
    with pytest.raises(
        sarrus.NumericalError,
        match=r"The motion of 'A\.theta' asks for a jump at t = 0\.5 s: its rate goes from -1 to 1",
    ) as error:
        sarrus.inverse(loads(ARM), 1.0, rows=5, motion={"A.theta": "abs(t - 0.5)", "B.theta": 0.9})
    assert error.value.result.t[-1] <= 0.5


def test_the_jump_of_a_driver_is_said_of_the_driver():
    m = loads(ARM)
    m.add(sarrus.Motion("motor", "A.theta", function="abs(t - 0.5)"))
    m.add(sarrus.Motion("other", "B.theta", function="0.9"))
    with pytest.raises(sarrus.NumericalError, match=r"Driver 'motor' asks for a jump at t = 0\.5 s"):
        sarrus.inverse(m, 1.0, rows=5)


def test_a_point_whose_motion_has_a_kink_is_named():
    motion = {"two.end.x": "0.5 + abs(t - 0.5)/10", "two.end.y": 0.4}
    with pytest.raises(sarrus.NumericalError, match=r"The motion of 'two\.end\.x' has a kink here"):
        sarrus.inverse(loads(ARM), 1.0, rows=5, motion=motion, actuators=["A.theta", "B.theta"])


def test_a_motion_that_comes_to_a_dead_point_is_told_with_time_pose_and_rows_before():
    said = r"t = 0\.144\d* s: .*The motion of 'D\.theta' at D\.theta = 1\.60652 rad cannot go on: joint 'B' is at a dead point"
    with pytest.raises(sarrus.NumericalError, match=said) as error:
        sarrus.inverse(loads(LOOP), 2.0, rows=21, motion={"D.theta": "1.65 - 0.3*t"})
    assert error.value.result.t[-1] == pytest.approx(0.1)


def test_a_motion_through_a_stretched_arm_is_told_to_be_singular():
    motion = {"two.end.x": "0.9*cos(t - 0.5)", "two.end.y": "0"}
    said = r"Near t = 0\.5 s the motion comes to a singular pose, A\.theta = \S+, B\.theta = "
    with pytest.raises(sarrus.NumericalError, match=said) as error:
        sarrus.inverse(loads(ARM), 1.0, rows=11, motion=motion, actuators=["A.theta", "B.theta"])
    assert len(error.value.result) == 5


def test_a_motor_at_its_dead_point_pushes_nothing():
    # where the coupler and the crank are in line, the rocker cannot push the crank
    law = {"A.theta": f"{0.6223684885550208 - 0.1!r} + t"}
    said = r"D\.theta push 0 of 1 degrees of freedom, and the motion needs more at t = 0\.1 s"
    with pytest.raises(sarrus.NumericalError, match=said) as error:
        sarrus.inverse(loads(LOOP), 0.2, rows=3, motion=law, actuators=["D.theta"])
    assert len(error.value.result) == 1
    law = {"A.theta": f"{0.6223684885550208 - 0.1001!r} + t"}
    run = sarrus.inverse(loads(LOOP), 0.2, rows=3, motion=law, actuators=["D.theta"])
    assert run.evidence["weakest push over strongest"] < 2e-3


def test_a_motion_that_does_not_close_is_named():
    said = r"does not close.* what is asked of 'rocker\.psi' at t = 0 s cannot be had"
    with pytest.raises(sarrus.NumericalError, match=said):
        sarrus.inverse(loads(LOOP), 1.0, rows=2, motion={"rocker.psi": "0.1*t"}, actuators=["A.theta"])


def test_efforts_along_coordinates_are_shown_by_name_and_drawn_first(tmp_path, capsys):
    model, report = str(EXAMPLES / "four-bar.yaml"), str(tmp_path / "it.html")
    words = ["--until", "0.1", "--rows", "3", "--motion", "A.theta=pi/3 + t**2", "--actuators", "A.theta"]
    assert main(["inverse", model, *words, "--show", "A.theta.effort", "--report", report]) == 0
    assert "A.theta.effort [N m]" in capsys.readouterr().out
    run = sarrus.inverse(
        sarrus.load(model), 0.1, rows=3, motion={"A.theta": "pi/3 + t**2"}, actuators=["A.theta"]
    )
    assert first_plots(run, model_of(run))[0] == ["A.theta.effort"]


def test_the_nearest_pose_of_a_target_out_of_reach_is_printed_written_and_drawn(tmp_path, capsys):
    words = ["reach", str(EXAMPLES / "pendulum.yaml"), "--target", "bob.mass.x=2"]
    files = {"--save": tmp_path / "it.h5", "--report": tmp_path / "it.html", "--plot": tmp_path / "it.png"}
    assert main([*words, *(w for option, path in files.items() for w in (option, str(path)))]) == 3
    said = capsys.readouterr()
    assert "target.distance           1 m" in said.out
    assert "bob.mass.x                1 m" in said.out
    assert "cannot be reached" in said.err
    assert all(path.exists() for path in files.values())
    assert sarrus.load_result(files["--save"]).status.word == "unreachable"
    assert main([*words, "--json"]) == 3
    document = json.loads(capsys.readouterr().out)
    assert document["status"]["word"] == "unreachable"
    assert document["values"]["target.distance"] == {"value": pytest.approx(1), "unit": "m"}


def test_efforts_are_drawn_as_bars_with_their_units(tmp_path):
    run = sarrus.inverse(loads(ARM), 0.2, rows=3, motion=MOVED, actuators=["cylinder", "B.theta"])
    figure = run.plot("efforts", path=tmp_path / "bars.png", show=False)
    assert [axes.get_xlabel() for axes in figure.axes] == ["effort [N]", "effort [N m]"]
    drawn = [[patch.get_width() for patch in axes.patches] for axes in figure.axes]
    for name, (peak, mean) in zip(("cylinder", "B.theta"), drawn, strict=True):
        values = run[f"{name}.effort"].values
        assert peak == pytest.approx(np.abs(values).max())
        assert mean == pytest.approx(np.sqrt(np.mean(values**2)))
    assert (tmp_path / "bars.png").exists()
    run.save(tmp_path / "run.h5")
    assert main(["plot", str(tmp_path / "run.h5"), "efforts", "--output", str(tmp_path / "bars.svg")]) == 0
    assert run.evidence["peak and RMS of B.theta.effort"].endswith("N m")
    with pytest.raises(UsageError, match="efforts"):
        sarrus.simulate(loads(ARM), 0.1, rows=2).plot("efforts", show=False)
