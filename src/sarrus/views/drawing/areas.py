"""Areas within closed lines as triangles."""

from __future__ import annotations

import numpy as np

from sarrus.views.drawing.solids import frame_about
from sarrus.views.scene.base import Array

Triangles = np.ndarray[tuple[int, int], np.dtype[np.int64]]


def triangles_of(points: Array) -> Triangles:
    """Triangles that fill a closed line in one plane that does not cross itself, by cutting ears (Meisters 1975).

    Returns:
        Numbers of points, shape (n, 3); empty where the line encloses nothing.
    """
    following = np.roll(points, -1, axis=0)
    normal = np.cross(points, following).sum(axis=0) / 2  # its length is the area
    spread = float(np.ptp(points, axis=0).max()) if len(points) else 0.0
    if np.linalg.norm(normal) <= 1e-12 * spread**2:
        return np.empty((0, 3), np.int64)
    flat = [(float(x), float(y)) for x, y in points @ frame_about(normal)[:, :2]]
    rest = list(range(len(flat)))
    found = []
    while len(rest) > 3:
        k = next((k for k in range(len(rest)) if _is_ear(flat, rest, k)), 0)
        found.append((rest[k - 1], rest[k], rest[(k + 1) % len(rest)]))
        del rest[k]
    return np.array([*found, tuple(rest)], np.int64)


def _is_ear(flat: list[tuple[float, float]], rest: list[int], k: int) -> bool:
    """Whether the corner points outward and no other point is inside it."""
    before, here, after = flat[rest[k - 1]], flat[rest[k]], flat[rest[(k + 1) % len(rest)]]
    if _turn(before, here, after) <= 0:
        return False
    for number in rest:
        p = flat[number]
        if p in (before, here, after):
            continue
        if _turn(before, here, p) >= 0 and _turn(here, after, p) >= 0 and _turn(after, before, p) >= 0:
            return False
    return True


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    """Twice the area of a triangle, positive anticlockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
