"""Curves through points, as rows of a table: where a piece begins, and its coefficients there.

All of it is linear in the number of points, and works on numbers and on expressions alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sarrus.scalar.functions import Scalar

__all__ = ["BOUNDARIES", "cubic_spline", "integrated_lines"]

Pair = tuple[Scalar, Scalar]
Row = tuple[Scalar, ...]
BOUNDARIES = ("not-a-knot", "natural", "periodic", "clamped")


def cubic_spline(points: Sequence[Pair], boundary: str, rates: Sequence[Scalar] = ()) -> list[Row]:
    """The cubic spline through points of ascending x, a row (x_i, y_i, d_i, c_i, e_i) for each point.

        y = y_i + d_i u + c_i u^2 + e_i u^3      u = x - x_i      h = x_i+1 - x_i      r = (y_i+1 - y_i)/h
        c_i = (3 r - 2 d_i - d_i+1)/h            e_i = (d_i + d_i+1 - 2 r)/h^2

    The slopes d_i make the curvature continuous. The last row continues the last piece.

    Args:
        points: two or more of x and y.
        boundary: what the curve does at its ends: "not-a-knot" (the two first and the two last pieces are one cubic each;
            through three points a parabola, through two a line), "natural" (no curvature), "periodic" (same slope and
            curvature at both ends) or "clamped" (given slopes).
        rates: first and last slope of a clamped curve; 0 both when left out.

    References:
        de Boor (1978), chapter IV.
    """
    h = [b[0] - a[0] for a, b in pairwise(points)]
    r = [(b[1] - a[1]) / s for (a, b), s in zip(pairwise(points), h, strict=True)]
    d = _slopes(h, r, boundary, rates or (0.0, 0.0))
    rows: list[Row] = []
    for i, (x, y) in enumerate(points[:-1]):
        c = (3.0 * r[i] - 2.0 * d[i] - d[i + 1]) / h[i]
        e = (d[i] + d[i + 1] - 2.0 * r[i]) / (h[i] * h[i])
        rows.append((x, y, d[i], c, e))
    *_, c, e = rows[-1]
    return [*rows, (*points[-1], d[-1], c + 3.0 * e * h[-1], e)]


def integrated_lines(points: Sequence[Pair]) -> list[Row]:
    """The integral V of straight lines f between points, V = 0 at the first: a row (x_i, V_i, f_i, k_i/2) for each point.

    V = V_i + f_i u + k_i u^2/2      u = x - x_i      k_i = (f_i+1 - f_i)/(x_i+1 - x_i)

    The first and the last line go on.
    """
    rows: list[Row] = []
    V: Scalar = 0.0
    half: Scalar = 0.0
    for (x, f), (x1, f1) in pairwise(points):
        half = 0.5 * ((f1 - f) / (x1 - x))
        rows.append((x, V, f, half))
        V = V + 0.5 * (f + f1) * (x1 - x)
    return [*rows, (points[-1][0], V, points[-1][1], half)]


def _slopes(h: Sequence[Scalar], r: Sequence[Scalar], boundary: str, rates: Sequence[Scalar]) -> list[Scalar]:
    """Slopes at the points, from the distances between them and the slopes of the chords."""
    n = len(r)
    if boundary == "periodic":
        return _periodic(h, r)
    if n == 1 and boundary != "clamped":
        return [r[0], r[0]]
    if n == 2 and boundary == "not-a-knot":
        bend = (r[1] - r[0]) / (h[0] + h[1])
        return [r[0] - h[0] * bend, r[0] + h[0] * bend, r[1] + h[1] * bend]
    # a row for each point: factors of the slope before, here and behind, and what they add up to
    inner = [_continuous(h, r, i - 1, i) for i in range(1, n)]
    match boundary:
        case "clamped":
            first: Row = (0.0, 1.0, 0.0, rates[0])
            last: Row = (0.0, 1.0, 0.0, rates[1])
        case "natural":
            first = (0.0, 2.0, 1.0, 3.0 * r[0])
            last = (1.0, 2.0, 0.0, 3.0 * r[-1])
        case "not-a-knot":
            first = (0.0, *_one_cubic(h[0], h[1], r[0], r[1]))
            diagonal, beside, load = _one_cubic(h[-1], h[-2], r[-1], r[-2])
            last = (beside, diagonal, 0.0, load)
        case _:
            raise ValueError(f"boundary '{boundary}' is none of {', '.join(BOUNDARIES)}")
    return _solved([first, *inner, last])


def _continuous(h: Sequence[Scalar], r: Sequence[Scalar], before: int, behind: int) -> Row:
    """The curvature is the same on both sides of the point between two pieces."""
    one, two = h[before], h[behind]
    return two, 2.0 * (one + two), one, 3.0 * (two * r[before] + one * r[behind])


def _one_cubic(h: Scalar, h1: Scalar, r: Scalar, r1: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """The piece at an end and the next one are one cubic: factors of the slope at the end and beside it, and the load."""
    both = h + h1
    return h1, both, ((h + 2.0 * both) * h1 * r + h * h * r1) / both


def _periodic(h: Sequence[Scalar], r: Sequence[Scalar]) -> list[Scalar]:
    """The first and the last slope are one unknown a; with it the others are p + q a."""
    n = len(r)
    if n == 1:
        return [0.0, 0.0]
    inner = [_continuous(h, r, i - 1, i) for i in range(1, n)]
    p = _solved(inner)
    pull: list[Scalar] = [0.0] * (n - 1)
    pull[0] = pull[0] - inner[0][0]
    pull[-1] = pull[-1] - inner[-1][2]
    q = _solved([(row[0], row[1], row[2], load) for row, load in zip(inner, pull, strict=True)])
    before, here, behind, load = _continuous(h, r, n - 1, 0)
    a = (load - before * p[-1] - behind * p[0]) / (here + before * q[-1] + behind * q[0])
    return [a, *(one + two * a for one, two in zip(p, q, strict=True)), a]


def _solved(rows: Sequence[Row]) -> list[Scalar]:
    """The solution of a tridiagonal system: (before, diagonal, behind, load) in each row."""
    behind: list[Scalar] = []
    loads: list[Scalar] = []
    for i, (a, b, c, load) in enumerate(rows):
        pivot = b - a * behind[-1] if i else b
        behind.append(c / pivot)
        loads.append((load - a * loads[-1] if i else load) / pivot)
    found = [loads[-1]]
    for c, load in zip(reversed(behind[:-1]), reversed(loads[:-1]), strict=True):
        found.append(load - c * found[-1])
    return found[::-1]
