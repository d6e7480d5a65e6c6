"""Rotations as matrices, stated once more for the sources: what they give in angles is turned here, not by the program."""

from __future__ import annotations

import numpy as np


def about(axis: int, angle: float) -> np.ndarray:
    """Turn about a coordinate axis (0, 1, 2), right-handed; columns are the turned axes."""
    c, s = np.cos(angle), np.sin(angle)
    R = np.eye(3)
    j, k = (axis + 1) % 3, (axis + 2) % 3
    R[j, j], R[j, k], R[k, j], R[k, k] = c, -s, s, c
    return R


def bryant(angles) -> np.ndarray:
    """R = Rx(a1) Ry(a2) Rz(a3)."""
    a1, a2, a3 = angles
    return about(0, a1) @ about(1, a2) @ about(2, a3)


def turn_axes(angles) -> np.ndarray:
    """Columns: the axes about which a1, a2, a3 turn, in ground components; w = turn_axes @ rates."""
    first = about(0, angles[0])
    return np.column_stack([(1.0, 0.0, 0.0), first[:, 1], (first @ about(1, angles[1]))[:, 2]])


def of_quaternion(q) -> np.ndarray:
    """R of a quaternion (w, x, y, z) of any length but zero."""
    w, r = q[0], np.asarray(q[1:], dtype=float)
    cross = np.array([[0.0, -r[2], r[1]], [r[2], 0.0, -r[0]], [-r[1], r[0], 0.0]])
    return np.eye(3) + 2.0 / (w * w + r @ r) * (w * cross + cross @ cross)
