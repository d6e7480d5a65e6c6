"""Pictures as shapes: what is on them, and where."""

from dataclasses import replace

import numpy as np
import pytest

from sarrus.views.drawing.camera import camera_of, flat_axes, oblique_axes
from sarrus.views.drawing.look import hexadecimal, look_of, mixed, rgb
from sarrus.views.drawing.moment import moment_at
from sarrus.views.drawing.names import names_of
from sarrus.views.drawing.shapes import NORMAL, plain
from sarrus.views.drawing.stage import round_length, stage_of
from sarrus.views.palette import BODIES, DARK, LIGHT
from sarrus.views.scene.base import Anchor, Arrow, Block, Drawn, Path

LOOK = look_of("light")


def stage(scene, size=(800, 600), **options):
    return stage_of(scene, size, LOOK, [float(scene.t[0])], **options)


def test_a_tint_is_between_colour_and_paper():
    assert hexadecimal(rgb("#12AB9F")) == "#12AB9F"
    assert mixed("#000000", "#FFFFFF", 1.0) == "#000000"
    assert LOOK.fill("tint", "#000000") == mixed("#000000", "#FFFFFF", 0.22)
    assert (LOOK.fill("none", "#000000"), LOOK.fill("paper", "#000000")) == ("", "#FFFFFF")


def test_colours_go_by_role_and_number():
    assert LOOK.color("body", 7) == BODIES[1]
    assert LOOK.color("body", -1) == LIGHT["ground"]
    assert LOOK.color("reaction") == LIGHT["reaction"]
    assert look_of("dark").color("an unknown role") == DARK["ink"]


@pytest.mark.parametrize("up", [(0, 0, 1), (0, 1, 0), (0, 0, -1), (0.6, 0, 0.8), (-1, 0, 0)])
def test_up_is_up_in_space(up):
    axes = oblique_axes(up)
    np.testing.assert_allclose(axes @ axes.T, np.eye(3), atol=1e-14)
    assert np.linalg.det(axes) > 0
    seen = axes @ np.array(up)
    assert seen[0] == pytest.approx(0, abs=1e-14)
    assert seen[1] > 0.5
    assert seen[2] > 0  # from above


def test_the_standard_view_is_from_the_front_right():
    toward = oblique_axes((0, 0, 1))[2]
    np.testing.assert_allclose(toward / toward[0], [1, -1.4, 0.8])


def test_up_is_up_in_the_plane_where_it_is_an_axis():
    np.testing.assert_array_equal(flat_axes((0, 1, 0)), np.eye(3))
    np.testing.assert_array_equal(flat_axes((0.6, 0.8, 0)), np.eye(3))
    np.testing.assert_array_equal(flat_axes((-1, 0, 0)) @ [-1, 0, 0], [0, 1, 0])


@pytest.mark.parametrize("size", [(800, 600), (300, 900)])
def test_everything_is_on_the_picture_at_all_times(four_bar, turntable, size):
    for scene in (four_bar, turntable):
        seen = stage(scene, size)
        for t in scene.t[::5]:
            for shape in seen.picture(float(t)).shapes:
                assert (shape.points > 0).all()
                assert (shape.points < [seen.width, seen.height]).all()


def test_far_ends_of_springs_are_on_the_picture(four_bar):
    far = replace(four_bar.spans[0], start=Anchor(-1, (-2, 0.2, 0)))
    for shape in stage(replace(four_bar, spans=(far,))).picture(0.0).shapes:
        assert (shape.points > 0).all()


def test_more_pixels_show_the_same_picture(four_bar):
    small, large = stage(four_bar, (400, 300)).picture(0.3), stage(four_bar, (1600, 1200)).picture(0.3)
    for a, b in zip(small.shapes, large.shapes, strict=True):
        np.testing.assert_allclose(a.points, b.points, atol=1e-9)
        assert a.width == b.width


def test_higher_layers_are_later_and_lines_have_their_weight(four_bar):
    shapes = stage(four_bar, arrows=False, with_traces=False).shapes(moment_at(four_bar, 0.0))
    assert shapes[1].width == 1.5 * NORMAL  # the line of the ground, layer 0
    assert [shape.fill for shape in shapes[-4:]] == [LIGHT["paper"]] * 4  # the pins
    assert all(shape.curved for shape in shapes[-4:])
    rocker, coupler = (LOOK.fill("tint", BODIES[k]) for k in (2, 1))
    fills = [shape.fill for shape in shapes]
    assert fills.index(rocker) < fills.index(coupler)


def test_a_joint_is_drawn_where_both_its_bodies_are(four_bar):
    camera = camera_of(four_bar, 800, 600, arrows=False)
    for t in (0.0, 0.31, 1.7):
        moment = moment_at(four_bar, float(four_bar.t[np.searchsorted(four_bar.t, t)]))
        from_crank = camera.flat(moment.points(0, ((0.1, 0, 0),)))
        from_coupler = camera.flat(moment.points(1, ((0, 0, 0),)))
        np.testing.assert_allclose(from_crank, from_coupler, atol=1e-9)


def test_what_is_nowhere_is_left_out(four_bar, turntable):
    for scene, body in ((four_bar, 2), (turntable, 1)):
        poses = scene.poses.copy()
        poses[3, body] = np.nan
        lost = replace(scene, poses=poses)
        shapes = stage(lost).picture(float(scene.t[3])).shapes
        assert len(shapes) < len(stage(scene).picture(float(scene.t[3])).shapes)
        assert all(np.isfinite(shape.points).all() for shape in shapes)


def test_a_solid_in_the_plane_is_its_outline(four_bar):
    block = Drawn("box", "body", "body", 0, 9, (Block((0, 0, 0), (1, 0, 0, 0), (0.2, 0.1, 0.3)),))
    scene = replace(four_bar, drawn=(block,), spans=(), arrows=(), marks=())
    (shape,) = stage(scene).shapes(moment_at(scene, 0.0))
    assert shape.closed
    a, b, c, d = shape.points
    sides = sorted(
        [np.linalg.norm(b - a), np.linalg.norm(c - b), np.linalg.norm(d - c), np.linalg.norm(a - d)]
    )
    np.testing.assert_allclose(np.array(sides) / sides[0], [1, 1, 2, 2], rtol=1e-4)


def arrows(scene, values, quantity):
    arrow = Arrow("X", "applied", quantity, Anchor(-1, (0.1, 0.1, 0)), np.tile(values, (len(scene.t), 1)))
    scene = replace(scene, drawn=(), spans=(), marks=(), arrows=(arrow,))
    return stage(scene), stage(scene).shapes(moment_at(scene, 0.0))


def test_a_force_goes_along_its_vector(four_bar):
    seen, (shaft, head) = arrows(four_bar, [3.0, -4.0, 0.0], "force")
    start, tip = shaft.points[0], head.points[0]
    np.testing.assert_allclose(start, seen.camera.flat(np.array([[0.1, 0.1, 0]]))[0])
    np.testing.assert_allclose((tip - start) / seen.camera.scale, np.array([3, -4]) * four_bar.force_scale)


@pytest.mark.parametrize("values", [[0, 0, 0], [np.nan, 0, 0], [np.inf, np.nan, 0]])
@pytest.mark.parametrize("quantity", ["force", "torque"])
def test_zero_and_unknown_arrows_are_not_drawn(four_bar, values, quantity):
    assert not arrows(four_bar, values, quantity)[1]


def test_a_very_long_arrow_is_cut(four_bar):
    seen, (shaft, _) = arrows(four_bar, [1e9, 0.0, 0.0], "force")
    diagonal = np.linalg.norm(np.subtract(four_bar.high, four_bar.low)) * seen.camera.scale
    assert 0.4 * diagonal < np.ptp(shaft.points, axis=0).max() < 0.45 * diagonal


@pytest.mark.parametrize("sign", [1, -1])
def test_a_torque_in_the_plane_turns_in_its_sense_and_grows(four_bar, sign):
    lengths = []
    for value in (0.1, 1.0):
        seen, (arc, head) = arrows(four_bar, [0.0, 0.0, sign * value], "torque")
        around = arc.points - seen.camera.flat(np.array([[0.1, 0.1, 0]]))[0]
        angle = np.unwrap(np.arctan2(around[:, 1], around[:, 0]))
        assert (np.diff(angle) * sign > 0).all()
        np.testing.assert_allclose(np.linalg.norm(around, axis=1), 0.22 * 0.25 * seen.camera.scale)
        lengths.append(abs(angle[-1] - angle[0]))
        ahead = head.points[0] - head.points[1:].mean(axis=0)
        assert (around[-1, 0] * ahead[1] - around[-1, 1] * ahead[0]) * sign > 0
    assert lengths[1] > lengths[0]


def test_a_torque_in_space_has_two_heads(turntable):
    _, shapes = arrows(turntable, [0.0, 0.0, 1.0], "torque")
    assert [shape.closed for shape in shapes] == [False, True, True]


def test_names_stand_beside_their_joints_and_apart(four_bar):
    labels = {label.text: label for label in stage(four_bar).picture(0.0).labels}
    assert set(labels) == {"A", "B", "C", "D", "0.1 m"}
    camera = stage(four_bar).camera
    pin = camera.flat(np.array([[0.28, 0, 0]]))[0]
    assert 10 < np.hypot(labels["D"].x - pin[0], labels["D"].y - pin[1]) < 30
    boxes = [(label.x, label.y) for label in labels.values()]
    assert min(np.hypot(a[0] - b[0], a[1] - b[1]) for a in boxes for b in boxes if a != b) > 13


def test_a_crowd_of_joints_is_not_named(four_bar):
    pins = tuple(replace(four_bar.drawn[4], owner=f"J{k}") for k in range(41))
    scene = replace(four_bar, drawn=pins)
    moment = moment_at(scene, 0.0)
    assert not names_of(scene, [moment], camera_of(scene, 800, 600, arrows=False), lambda _: [])


def test_a_dashed_line_in_space_is_cut_into_dashes(turntable):
    line = Path(((0, 0, 0), (0, 0, 0.2)), dashed=True)
    scene = replace(
        turntable, drawn=(Drawn("A", "joint", "joint", -1, 0, (line,)),), spans=(), arrows=(), marks=()
    )
    seen = stage(scene)
    shapes = seen.shapes(moment_at(scene, 0.0))
    lengths = [np.linalg.norm(np.diff(shape.points, axis=0), axis=1).sum() for shape in shapes]
    np.testing.assert_allclose(lengths[:-1], 4 * NORMAL)
    whole = np.linalg.norm(np.diff(seen.camera.flat(np.array(line.points, float)), axis=0))
    assert sum(lengths) == pytest.approx(4 / 7 * whole, rel=0.1)


@pytest.mark.parametrize(
    ("longest", "text"),
    [(0.37, "0.2 m"), (0.1, "0.1 m"), (0.099, "50 mm"), (7.0, "5 m"), (1200.0, "1 km"), (3e-5, "20 µm")],
)
def test_scale_bars_have_round_lengths(longest, text):
    length, found = round_length(longest)
    assert found == text
    assert 0.4 * longest <= length <= longest


def test_text_is_one_short_line():
    assert plain("a\nb\x00") == "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}"
    assert plain("x" * 10_000, 24) == "x" * 23 + "…"
