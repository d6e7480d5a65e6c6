"""Where things are between rows."""

from dataclasses import replace

import numpy as np
from scipy.spatial.transform import Rotation, Slerp

from sarrus.views.drawing.moment import frames_along, moment_at, slerp, span_lines, traces, way
from sarrus.views.scene.geometry import matrices


def turns(count, seed):
    return Rotation.random(count, rng=np.random.default_rng(seed))


def wxyz(rotation):
    return np.roll(rotation.as_quat(), 1, axis=-1)


def test_matrices_are_those_of_scipy():
    some = turns(20, 1)
    np.testing.assert_allclose(matrices(wxyz(some)), some.as_matrix(), atol=1e-14)


def test_rotations_turn_evenly_on_the_shortest_way():
    first, last = turns(20, 2), turns(20, 3)
    for part in (0.0, 0.3, 1.0):
        found = slerp(wxyz(first), -wxyz(last), part)  # the sign of a quaternion means nothing
        for k in range(20):
            expected = Slerp([0, 1], Rotation.concatenate([first[k], last[k]]))(part)
            np.testing.assert_allclose(matrices(found[k]), expected.as_matrix(), atol=1e-12)


def test_equal_rotations_stay_exactly():
    q = wxyz(turns(5, 4))
    np.testing.assert_allclose(slerp(q, q, 0.3), q, atol=1e-15)


def test_at_a_row_everything_is_as_in_the_row(four_bar):
    for k in (0, 7, len(four_bar.t) - 1):
        moment = moment_at(four_bar, float(four_bar.t[k]))
        np.testing.assert_array_equal(moment.places[:-1], four_bar.poses[k, :, :3])
        np.testing.assert_array_equal(moment.values[0], four_bar.arrows[0].values[k])


def test_between_rows_positions_are_straight(four_bar):
    t = 0.25 * four_bar.t[4] + 0.75 * four_bar.t[5]
    expected = 0.25 * four_bar.poses[4, :, :3] + 0.75 * four_bar.poses[5, :, :3]
    np.testing.assert_allclose(moment_at(four_bar, t).places[:-1], expected, atol=1e-15)


def test_turns_in_the_plane_go_on_over_full_turns(four_bar):
    psi = four_bar.psi.copy()
    psi[5:, 0] += 6 * np.pi  # three turns more between two rows; the poses are the same
    between = moment_at(replace(four_bar, psi=psi), (four_bar.t[4] + four_bar.t[5]) / 2)
    angle = (psi[4, 0] + psi[5, 0]) / 2
    np.testing.assert_allclose(between.turns[0, :2, 0], [np.cos(angle), np.sin(angle)], atol=1e-12)


def test_between_rows_that_are_far_apart_the_nearest_is_shown(four_bar):
    stepped = replace(four_bar, is_stepped=True)
    for part, row in ((0.4, 4), (0.6, 5)):
        moment = moment_at(stepped, float((1 - part) * four_bar.t[4] + part * four_bar.t[5]))
        np.testing.assert_array_equal(moment.places[:-1], four_bar.poses[row, :, :3])
        assert moment.t == four_bar.t[row]


def test_a_trace_has_a_gap_where_its_point_is_nowhere(four_bar):
    (_, whole), poses = traces(four_bar)[0], four_bar.poses.copy()
    poses[20:23] = np.nan
    pieces = [piece for _, piece in traces(replace(four_bar, poses=poses))]
    np.testing.assert_array_equal(pieces[0], whole[:20])
    np.testing.assert_array_equal(pieces[1], whole[23:])


def test_a_row_that_is_unknown_does_not_spoil_the_row_before(four_bar):
    poses = four_bar.poses.copy()
    poses[1] = np.nan
    assert np.isfinite(moment_at(replace(four_bar, poses=poses), 0.0).places).all()


def test_ways_are_the_points_of_every_row(turntable):
    anchor = turntable.marks[0].at
    places = way(turntable, anchor)
    for k, t in enumerate(turntable.t):
        np.testing.assert_allclose(places[k], moment_at(turntable, float(t)).point(anchor), atol=1e-15)


def test_frames_of_spans_are_right_handed_and_lean_on_the_vertical():
    rng = np.random.default_rng(5)
    start, end = rng.normal(size=(2, 30, 3))
    end[0] = start[0] + [0, 0, 2]
    length, frames = frames_along(start, end)
    np.testing.assert_allclose(frames[:, :, 0] * length[:, None], end - start, atol=1e-14)
    np.testing.assert_allclose(np.linalg.det(frames), 1.0, atol=1e-14)
    np.testing.assert_allclose(frames[1:, 2, 1], 0.0, atol=1e-15)


def test_in_the_plane_a_span_bulges_to_its_left():
    _, frame = frames_along(np.zeros(3), np.array([0.0, 2.0, 0.0]))
    np.testing.assert_allclose(frame, [[0, -1, 0], [1, 0, 0], [0, 0, 1]], atol=1e-15)


def test_lines_of_a_span_go_from_end_to_end(four_bar):
    moment = moment_at(four_bar, 0.77)
    (span,) = four_bar.spans
    (line,) = span_lines(span, moment)
    np.testing.assert_allclose(line[0], moment.point(span.start), atol=1e-15)
    np.testing.assert_allclose(line[-1], moment.point(span.end), atol=1e-15)
    np.testing.assert_allclose(np.linalg.norm(line[1] - line[0]), 0.02)  # does not stretch
