"""Frames in which small turns of a joint that keeps its turn inside are seen.

    base    that of its base
    axis    follows the axis of a symmetric body, but does not spin with it: it turns at the rate at which the axis does
    body    that of its follower

An axis e that goes round at a constant rate w_F has e' = w_F x e and e'' = w_F x e', so that w_F = e' x e'' / |e'|^2.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sarrus.analysis.linear.blocks import Derivatives
from sarrus.solvers.arrays import Floats

__all__ = ["FRAMES", "TurnedFrame", "has_frame", "turned_frame"]

FRAMES = ("base", "axis", "body")
"""In the order in which they are tried."""
SAME = 1e-9
"""Part of the largest moment of inertia up to which two are the same."""
STILL = 1e-9
"""Rate of an axis, in parts of its spin, up to which it stands still."""


class TurnedFrame(NamedTuple):
    """A frame against the base of a joint: its turn, and how fast it turns, in components of the base."""

    R: Floats
    w: Floats
    w_dot: Floats


def turned_frame(blocks: Derivatives, joint: str, frame: str) -> TurnedFrame:
    """A frame by its word; where the follower has no axis that goes round, that of the axis is that of the base."""
    if frame == "body":
        return TurnedFrame(blocks.orientation(joint), *blocks.spin(joint))
    followed = _following_axis(blocks, joint) if frame == "axis" else None
    return followed or TurnedFrame(np.eye(3), np.zeros(3), np.zeros(3))


def has_frame(blocks: Derivatives, frame: str) -> bool:
    """Whether a frame differs from others here: some axis goes round."""
    return frame != "axis" or any(_following_axis(blocks, joint) for joint in blocks.turning)


def _following_axis(blocks: Derivatives, joint: str) -> TurnedFrame | None:
    e = _axis(blocks, joint)
    if e is None:
        return None
    w, w_dot = blocks.spin(joint)
    rate = np.cross(w, e)
    second = np.cross(w_dot, e) + np.cross(w, rate)
    size = float(rate @ rate)
    if size <= (STILL * max(float(np.linalg.norm(w)), 1e-300)) ** 2:
        return None
    turning = np.cross(rate, second) / size
    across = rate / np.sqrt(size)
    return TurnedFrame(np.column_stack([across, np.cross(e, across), e]), turning, np.zeros(3))


def _axis(blocks: Derivatives, joint: str) -> Floats | None:
    """The axis of a symmetric follower in components of the base; None where it has none, or any."""
    model = blocks.point.e.model
    _, follower = model.ends_of(next(j for j in model.all_joints if j.name == joint))
    if follower.body is None:
        return None
    mass, center, J = follower.body.mass_properties(model.resolve, model.planar)
    origin = follower.body.poses(model.resolve, model.planar)[follower.frame].p
    arm = np.array([float(c - o) for c, o in zip(center, origin, strict=True)])
    rows = [[J.xx, J.xy, J.xz], [J.xy, J.yy, J.yz], [J.xz, J.yz, J.zz]]
    about_center = np.array([[float(a) for a in row] for row in rows])
    # about the joint, as a top turns about its foot
    moments = about_center + float(mass) * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    sizes, axes = np.linalg.eigh(moments)
    is_same = np.diff(sizes) <= SAME * max(float(sizes[-1]), 1e-300)
    if is_same[0] == is_same[1]:
        return None
    own = axes[:, 2 if is_same[0] else 0]
    return np.asarray(blocks.body_turn(joint) @ own)
