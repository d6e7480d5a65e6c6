"""Poses that reach a target: the nearest of all, however the target is named."""

from pathlib import Path

import numpy as np
import pytest
from oracles import inverse_models as models

import sarrus
from sarrus.cli import main
from sarrus.errors import UsageError
from sarrus.io import loads

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name):
    m = sarrus.load(EXAMPLES / f"{name}.yaml")
    m.drivers.clear()  # what is driven stays where it is
    return m


def angles(pose):
    return np.array(
        [pose[name] for name in pose.names() if name.split(".")[1] in ("theta", "s", "a1", "a2", "a3")]
    )


SAME = [
    ("four-bar", "D.theta", "rocker.psi", 1.0, "100 deg"),
    ("four-bar", "A.theta", "crank.psi", 1.0, -0.3),
    ("slider-crank", "slide.s", "slider.x", 1.0, 0.55),
    ("slider-crank", "C.theta", "rod.psi", -1.0, 0.4),
    ("six-bar", "Q0.theta", "output.psi", 1.0, 2.2),
    ("slider-crank-3d", "slide.s", "slider.y", 1.0, 0.8),
]


@pytest.mark.parametrize(("name", "coordinate", "of_body", "sign", "value"), SAME)
def test_a_coordinate_and_the_same_place_of_a_body_are_reached_by_one_pose(
    name, coordinate, of_body, sign, value
):
    one = sarrus.reach(example(name), {coordinate: value})
    other = sarrus.reach(example(name), {of_body: value if sign > 0 else sign * value})
    assert np.abs(angles(one) - angles(other)).max() < 1e-10
    assert one.change == pytest.approx(other.change, abs=1e-10)
    assert one.evidence["last step"] < 1e-12


def test_of_two_poses_the_one_next_to_the_guess_is_found():
    # a four-bar has two cranks for each rocker: both are found, each from a guess beside it
    m = example("four-bar")
    near = sarrus.reach(m, {"D.theta": "100 deg"})
    assert near.change == pytest.approx(0.46537588894616, abs=1e-10)
    assert "target followed: change 0.465" in near.evidence["tried"]
    m.fixed.pop("A.theta")
    far = sarrus.reach(m, {"D.theta": "100 deg"}, guess={"A.theta": 0.1, "B.theta": 0.8, "C.theta": 0.8})
    assert far["B.theta"] == pytest.approx(-near["B.theta"], abs=1e-10)
    assert far.change < 0.5


def test_the_pose_that_is_found_is_the_least_of_many_beginnings():
    m = example("four-bar")
    start = sarrus.assemble(m)
    poses = []
    for crank in np.linspace(-3, 3, 7):
        n = example("four-bar")
        n.fixed.pop("A.theta")
        found = sarrus.reach(n, {"coupler.P.y": 0.55}, guess={"A.theta": crank}, strict=False)
        if found.ok:
            poses.append(
                sum((found[c] - start[c]) ** 2 for c in ("A.theta", "B.theta", "C.theta", "D.theta"))
            )
    assert sarrus.reach(m, {"coupler.P.y": 0.55}).change ** 2 <= min(poses) + 1e-9
    assert len({round(p, 6) for p in poses}) > 1


def test_it_is_said_that_drivers_hold_everything():
    with pytest.raises(sarrus.NumericalError, match=r"no degree of freedom, .* ask without 'motor'"):
        sarrus.reach(models.four_bar(), {"D.theta": 2.2})


# Frames.

POSE = np.array([0.3, 0.7, -0.4])
NEAR = {"A.theta": 0.1, "B.theta": 0.9, "C.theta": 0.0}
CHAIN = """
sarrus: 1
name: chain
plane: xy
parameters: {c: 0.2}
bodies:
  one: {rod: {length: 0.4, mass: 1}}
  two: {rod: {length: 0.3, mass: 1}}
  hand: {rod: {length: c, mass: 1}, frames: {tool: {at: [c, 0.05], turn: 0.3}}}
joints:
  A: {revolute: [ground, one.start]}
  B: {revolute: [one.end, two.start]}
  C: {revolute: [two.end, hand.start]}
start: {guess: {A.theta: 0.1, B.theta: 0.9, C.theta: 0}}
"""


def tool_of_chain():
    """Place and angle of the tool at POSE."""
    a = np.cumsum(POSE)
    ends = [r * np.array([np.cos(w), np.sin(w)]) for r, w in zip((0.4, 0.3, 0.2), a, strict=True)]
    return sum(ends) + 0.05 * np.array([-np.sin(a[2]), np.cos(a[2])]), a[2] + 0.3


def test_a_frame_in_the_plane_is_reached():
    place, angle = tool_of_chain()
    pose = sarrus.reach(loads(CHAIN), {"hand.tool": {"at": place, "turn": angle}})
    assert np.abs(angles(pose) - POSE).max() < 1e-10
    assert set(pose.distances) == {"m", "rad"}
    only = sarrus.reach(loads(CHAIN), {"hand.tool": {"turn": angle}})  # the place is free
    assert only["A.theta"] + only["B.theta"] + only["C.theta"] == pytest.approx(sum(POSE), abs=1e-12)
    # nearest to the guess: all three turn by the same
    assert only["A.theta"] - 0.1 == pytest.approx(only["B.theta"] - 0.9, abs=1e-10)


def six_axis_arm():
    m = sarrus.Mechanism("six axes")
    z, y, x = (0, 0, 0), (-np.pi / 2, 0, 0), (0, np.pi / 2, 0)
    links = (("A", 0.0, z), ("B", 0.3, y), ("C", 0.5, y), ("D", 0.2, x), ("E", 0.3, y), ("F", 0.1, x))
    last = m.ground
    for name, along, turn in links:
        link = m.add(sarrus.Body(f"link{name}", mass=1, inertia=(0.1, 0.1, 0.1)))
        base = last.frame(f"to{name}", at=(0, 0, along) if name == "B" else (along, 0, 0), turn=turn)
        m.add(sarrus.Revolute(name, base, link.frame("axis", turn=turn)))
        last = link
    last.frame("tool", at=(0.1, 0.02, 0), turn=(0.2, 0.1, 0))
    return m


AXES = dict(zip(("A", "B", "C", "D", "E", "F"), (0.4, -0.5, 0.9, 0.3, -0.6, 1.1), strict=True))


def test_a_frame_in_space_is_reached_as_the_drivers_reach_it():
    driven = six_axis_arm()
    for name, angle in AXES.items():
        driven.add(sarrus.Motion(f"m{name}", f"{name}.theta", function=angle))
    driven.add(sarrus.Body("mark", mass=1, inertia=(1, 1, 1)))
    driven.add(sarrus.Weld("W", "linkF.tool", "mark"))
    run = sarrus.kinematics(driven, 0.1, rows=2)
    at = [run[f"mark.{axis}"][0] for axis in "xyz"]
    turn = sarrus.turn(quaternion=run["mark.quaternion"].values[0])
    guess = {f"{name}.theta": angle + 0.3 for name, angle in AXES.items()}
    pose = sarrus.reach(six_axis_arm(), {"linkF.tool": {"at": at, "turn": turn}}, guess=guess)
    assert np.abs(angles(pose) - [*AXES.values()]).max() < 1e-10
    # a place and a turn that are too far away are told in their own units
    with pytest.raises(sarrus.NumericalError, match=r"0\.\d+ m and \S+ rad away from the target"):
        sarrus.reach(six_axis_arm(), {"linkF.tool": {"at": (1.5, 0, 0.3), "turn": turn}}, guess=guess)


def test_a_turn_out_of_reach_is_told_in_radians():
    m = sarrus.Mechanism("wrist")
    fork = m.add(sarrus.Body("fork", mass=1, inertia=(1, 1, 1)))
    hand = m.add(sarrus.Body("hand", mass=1, inertia=(1, 1, 1)))
    m.add(sarrus.Revolute("A", m.ground, fork))
    m.add(sarrus.Revolute("B", fork, hand))  # about the same axis: nothing tilts
    with pytest.raises(sarrus.NumericalError, match=r"nearest pose is 0\.3 rad away") as error:
        sarrus.reach(m, {"hand": {"turn": (0.3, 0, 0)}})
    assert error.value.result.distance_unit == "rad"


@pytest.mark.more
def test_the_platform_of_a_hexapod_stands_where_drivers_put_it():
    legs = [f"L{k}.s" for k in range(1, 7)]
    turn = (0.1, 0.08, 0.05)
    pose = sarrus.reach(models.hexapod(), {"plate": {"at": (0.05, 0.04, 0.6), "turn": turn}})
    driven = models.hexapod()
    for name, value in zip(models.HEXAPOD_MOTION, (0.05, 0.04, 0.6, *turn), strict=True):
        driven.add(sarrus.Motion(name.replace(".", "-"), name, function=value))
    told = sarrus.assemble(driven)
    assert np.abs([pose[leg] - told[leg] for leg in legs]).max() < 1e-10


def test_frames_are_aimed_at_in_commands_and_files(tmp_path, capsys):
    place, angle = tool_of_chain()
    model = tmp_path / "chain.yaml"
    form = f"{{at: [{place[0]!r}, {place[1]!r}], turn: {angle!r} rad}}".replace("np.float64", "")
    form = form.replace("(", "").replace(")", "")
    model.write_text(f"{CHAIN}analyses:\n  grip: {{reach: {{hand.tool: {form}}}}}\n")
    assert main(["reach", str(model), "--target", f"hand.tool={form}"]) == 0
    assert "A.theta                   0.3 rad" in capsys.readouterr().out
    assert main(["run", str(model), "grip"]) == 0
    assert "A.theta                   0.3 rad" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ({"hand.tol": {"at": (0, 0)}}, "'hand.tol' is no frame of a body. Did you mean 'hand.tool'?"),
        ({"hand.tool": 0.3}, "'hand.tool' is a frame. Aim at its place and turn"),
        ({"hand.tool": {"att": (0, 0)}}, "has 'att'. A frame has `at`, `turn` or both"),
        ({"hand.tool": {}}, "is empty. A frame has `at`"),
        ({"hand.tool": {"at": (0, 0, 0)}}, "`at` has 2 numbers"),
        ({"hand.tool": {"turn": (0, 0, 0)}}, "`turn` is one angle in the plane"),
        ({"hand.tool": {"at": ("1 s", 0)}}, "'1 s'"),
        ({"hand.tool": {"at": ("q", 0)}}, "'q'"),
        ({"hand.tool": "{at: [0, 0"}, "target of 'hand.tool'"),
    ],
)
def test_frames_that_cannot_be_aimed_at_get_a_sentence(target, said):
    with pytest.raises(UsageError) as error:
        sarrus.reach(loads(CHAIN), target)
    assert said in str(error.value)
    assert "aimed" not in str(error.value)
