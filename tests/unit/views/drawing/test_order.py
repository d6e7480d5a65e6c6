"""What is drawn last at a place is what is nearest there."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from sarrus.views.drawing.order import LINES, Pieces, back_to_front, joined
from sarrus.views.drawing.solids import faces_of
from sarrus.views.scene.base import Ball, Block, Round

THIN = 1e-9


def seen(solid, number, first):
    """The faces of a solid that look to the eye, which is far up the third axis."""
    faces = faces_of(solid, 8)
    p = faces.points[faces.corners]
    normals = np.cross(p[:, 2] - p[:, 0], p[:, 3] - p[:, 1])
    size = np.linalg.norm(normals, axis=1)
    shown = np.flatnonzero(normals[:, 2] > 1e-9 * np.maximum(size, 1e-300))
    unit = normals[shown] / size[shown, None]
    return Pieces(p[shown], unit, first + np.arange(len(shown)), 2 * number + faces.parts[shown])


def crowd(rng, count):
    """Solids that go through each other."""
    groups, first = [], 0
    for number in range(count):
        center = tuple(rng.uniform(-1, 1, 3))
        turn = tuple(np.roll(Rotation.random(rng=rng).as_quat(), 1))
        kinds = (
            Block(center, turn, tuple(rng.uniform(0.1, 1.5, 3))),
            Round(center, tuple(rng.uniform(-1, 1, 3)), 0.4, 0.2, 0.1),
            Ball(center, 0.4),
        )
        groups.append(seen(kinds[number % 3], number, first))
        first += len(groups[-1].tags)
    return joined(groups)


def heights(points, x, y):
    """The height of a convex face over a place, None where it is not over it."""
    distinct = [points[0]]
    distinct += [p for p in points[1:] if np.abs(p - distinct[-1]).max() > 1e-12]
    p = np.array(distinct)
    sides = np.roll(p, -1, axis=0) - p
    cross = sides[:, 0] * (y - p[:, 1]) - sides[:, 1] * (x - p[:, 0])
    if len(p) < 3 or (cross < 0).any():
        return None
    normal = np.cross(p, np.roll(p, -1, axis=0)).sum(axis=0)
    if abs(normal[2]) < 1e-9:
        return None
    return p[0, 2] - (normal[0] * (x - p[0, 0]) + normal[1] * (y - p[0, 1])) / normal[2]


@pytest.mark.parametrize("seed", range(4))
def test_the_last_piece_over_a_place_is_the_nearest(seed):
    rng = np.random.default_rng(seed)
    pieces = crowd(rng, 7)
    drawn = list(back_to_front(pieces, THIN))
    hits = 0
    for x, y in rng.uniform(-1, 1, (150, 2)):
        over = [h for points in pieces.points if (h := heights(points, x, y)) is not None]
        last = [h for _, points in drawn if (h := heights(points, x, y)) is not None]
        if over:
            hits += 1
            assert last[-1] == pytest.approx(max(over), abs=1e-6)
    assert hits > 50


def test_nothing_is_lost_and_nothing_is_added():
    pieces = crowd(np.random.default_rng(9), 6)

    def area(points):
        return np.linalg.norm(np.cross(points, np.roll(points, -1, axis=0)).sum(axis=0)) / 2

    whole = np.zeros(len(pieces.tags))
    for tag, points in zip(pieces.tags, pieces.points, strict=True):
        whole[tag] += area(points)
    cut = np.zeros_like(whole)
    for tag, points in back_to_front(pieces, THIN):
        cut[tag] += area(points)
    np.testing.assert_allclose(cut, whole, atol=1e-9)


def test_a_line_through_a_face_is_half_before_it():
    face = np.array([[[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0.0]]])
    line = np.array([[[0, 0, -1], [0.5, 0, 1.0]]])
    one = np.array([0])
    group = joined(
        [
            Pieces(line, np.zeros((1, 3)), one + 7, one + LINES),
            Pieces(face, np.array([[0, 0, 1.0]]), one, one),
        ]
    )
    found = list(back_to_front(group, THIN))
    assert [tag for tag, _ in found] == [7, 0, 7]
    np.testing.assert_allclose(found[0][1][-1], [0.25, 0, 0], atol=1e-15)
    np.testing.assert_allclose(found[2][1][[0, -1]], [[0.25, 0, 0], [0.5, 0, 1]], atol=1e-15)
