"""Smooth curves through points."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from sarrus.scalar.functions import Scalar, where

Pair = tuple[Scalar, Scalar]
Piece = tuple[Scalar, ...]
"""Where a cubic starts, and its four coefficients there."""


def clamped_spline(points: Sequence[Pair], x: Scalar) -> Scalar:
    """The cubic spline through points of ascending x, flat at both ends and constant beyond them.

        y = y_i + d_i u + (3 r - 2 d_i - d_i+1) u^2/h + (d_i + d_i+1 - 2 r) u^3/h^2
        u = x - x_i      h = x_i+1 - x_i      r = (y_i+1 - y_i)/h

    Twice differentiable inside; the slopes d_i make the curvature continuous, d = 0 at both ends. The piece that holds
    x is chosen by its five numbers, so that a derivative in x costs no choice of its own.

    References:
        de Boor (1978), chapter IV.
    """
    slopes = _slopes(points)
    pieces: list[Piece] = [(points[0][0], points[0][1], 0.0, 0.0, 0.0)]
    for i, ((x0, y0), (x1, y1)) in enumerate(itertools.pairwise(points)):
        h = x1 - x0
        r, d0, d1 = (y1 - y0) / h, slopes[i], slopes[i + 1]
        pieces.append((x0, y0, d0, (3.0 * r - 2.0 * d0 - d1) / h, (d0 + d1 - 2.0 * r) / (h * h)))
    pieces.append((points[-1][0], points[-1][1], 0.0, 0.0, 0.0))
    start, c0, c1, c2, c3 = _chosen(pieces, x)
    u = x - start
    return c0 + u * (c1 + u * (c2 + u * c3))


def _chosen(pieces: Sequence[Piece], x: Scalar) -> Piece:
    """The last piece that starts before x, or the first one; halved again and again, so that choices nest little."""
    if len(pieces) == 1:
        return pieces[0]
    middle = len(pieces) // 2
    before, after = _chosen(pieces[:middle], x), _chosen(pieces[middle:], x)
    is_after = pieces[middle][0] < x
    return tuple(where(is_after, b, a) for a, b in zip(before, after, strict=True))


def _slopes(points: Sequence[Pair]) -> list[Scalar]:
    """Slopes at the points that make the curvature continuous: a tridiagonal system, zero at both ends."""
    steps = [b[0] - a[0] for a, b in itertools.pairwise(points)]
    rises = [(b[1] - a[1]) / h for (a, b), h in zip(itertools.pairwise(points), steps, strict=True)]
    # elimination downwards
    upper: list[Scalar] = [0.0]
    right: list[Scalar] = [0.0]
    for i in range(1, len(points) - 1):
        diagonal = 2.0 * (steps[i - 1] + steps[i]) - steps[i] * upper[-1]
        load = 3.0 * (steps[i] * rises[i - 1] + steps[i - 1] * rises[i]) - steps[i] * right[-1]
        upper.append(steps[i - 1] / diagonal)
        right.append(load / diagonal)
    # and back
    slopes: list[Scalar] = [0.0]
    for i in range(len(points) - 2, 0, -1):
        slopes.append(right[i] - upper[i] * slopes[-1])
    return [0.0, *reversed(slopes)]
