"""Residual of M a + h = tau for a chain, from inverse dynamics in 80-bit arithmetic: it shares no code with any contender.

Newton-Euler, outward for velocities and accelerations, inward for forces (Featherstone 2008, section 5.3, in vectors):

    w_k = w + w_rel,  dw_k = dw + dw_rel + w x w_rel,  a_k = a + dw x r + w x (w x r)
    F = m (a_c - g),  N = I dw + w x I w

All vectors are in world axes; the joint torque is the part of the moment that the joint leaves free.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.arrays import Floats
from benchmarks.models import chain

Long = np.longdouble


def _turn(q: Any) -> Any:
    """Rotation matrix of a unit quaternion (w, x, y, z)."""
    w, x, y, z = q / np.sqrt((q * q).sum())
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ],
        dtype=Long,
    )


def ball_torques(quaternions: Floats, speeds: Floats, accelerations: Floats) -> Any:
    """Torques that ball joints must carry for a motion, in body axes, shape (count, 3)."""
    links = chain.links(len(quaternions))
    q, v, dv = (np.asarray(a, dtype=Long) for a in (quaternions, speeds, accelerations))
    gravity = np.array([0, 0, -chain.GRAVITY], dtype=Long)
    R, w, dw, a = np.eye(3, dtype=Long), np.zeros(3, Long), np.zeros(3, Long), -gravity
    forces, moments, turns, arms = [], [], [], []
    for k, link in enumerate(links):
        at = R @ link.at.astype(Long)
        a = a + np.cross(dw, at) + np.cross(w, np.cross(w, at))
        R = R @ _turn(q[k])
        # speeds are body components: their rate in the world has no extra term but the turning of the body before
        relative = R @ v[k]
        dw = dw + R @ dv[k] + np.cross(w, relative)
        w = w + relative
        c = R @ link.center.astype(Long)
        a_c = a + np.cross(dw, c) + np.cross(w, np.cross(w, c))
        inertia = R @ np.diag(link.inertia.astype(Long)) @ R.T
        force = chain.MASS * a_c
        moment = inertia @ dw + np.cross(w, inertia @ w)
        forces.append(force)
        moments.append(moment + np.cross(c, force))
        turns.append(R)
        arms.append(at)
    torques = np.zeros((len(links), 3), Long)
    force, moment = np.zeros(3, Long), np.zeros(3, Long)
    for k in reversed(range(len(links))):
        force = force + forces[k]
        moment = moment + moments[k]
        torques[k] = turns[k].T @ moment
        moment = moment + np.cross(arms[k], force)
    return torques


def ball_residual(quaternions: Floats, speeds: Floats, accelerations: Floats) -> float:
    """Largest entry of M a + h - tau, tau = 0, over the largest entry of h."""
    left = ball_torques(quaternions, speeds, accelerations)
    h = ball_torques(quaternions, speeds, np.zeros_like(speeds))
    return float(np.abs(left).max() / np.abs(h).max())
