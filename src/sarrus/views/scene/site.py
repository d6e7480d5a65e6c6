"""Where a symbol is drawn: two frames on two bodies, what they look like from each other, and who owns the ink."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum

import numpy as np

from sarrus.elements.constraints.base import Wheel
from sarrus.spatial import Pose, Vec3
from sarrus.views.scene.base import GROUND, Anchor, Array, Drawn, Primitive, Vector
from sarrus.views.scene.forms import is_thin, key_points
from sarrus.views.scene.geometry import anchor, put, vector, whole
from sarrus.views.scene.stage import SceneStage


class Layer(IntEnum):
    """Order of drawing in the plane, the last one above."""

    WHEEL = 0
    GROUND = 1
    SPAN = 2
    BLOCK = 3
    BODY = 4
    JOINT = 5
    SIGN = 6


@dataclass(frozen=True)
class Site:
    """Frame F on a base and frame M on a follower.

    Attributes:
        stage: they stand on.
        owner, kind: of what is drawn, as of `Drawn`.
        base, follower: numbers of the bodies.
        X_F, X_M: poses of the frames on them.
        wheel: what rolls on a plane of F; None where nothing does.
        bars: axes of F and of M that the bars of a cross lie along.
        formed: points about what wheels and racks already show of bodies, in body components.
    """

    stage: SceneStage
    owner: str
    kind: str
    base: int
    follower: int
    X_F: Pose
    X_M: Pose
    wheel: Wheel | None = None
    bars: tuple[int, int] = (0, 1)
    formed: Mapping[int, Sequence[Vector]] = field(default_factory=dict)

    @property
    def size(self) -> float:
        """Length that symbols are scaled by."""
        return self.stage.size

    @property
    def is_grounded(self) -> bool:
        """Whether the base is ground."""
        return self.base == GROUND

    def reversed(self) -> Site:
        """The same two frames with base and follower exchanged."""
        X_F, X_M, bars = self.X_M, self.X_F, self.bars[::-1]
        return replace(self, base=self.follower, follower=self.base, X_F=X_F, X_M=X_M, bars=bars)

    def ground_first(self) -> Site:
        """With ground as base, if it is one of them: for symbols that look alike from both sides."""
        return self.reversed() if self.follower == GROUND else self

    def on_base(self, role: str, layer: int, *primitives: Primitive) -> Drawn:
        """Something given in F."""
        return self._drawn(self.base, self.X_F, role, layer, primitives)

    def on_follower(self, role: str, layer: int, *primitives: Primitive) -> Drawn:
        """Something given in M."""
        return self._drawn(self.follower, self.X_M, role, layer, primitives)

    def _drawn(self, body: int, X: Pose, role: str, layer: int, primitives: tuple[Primitive, ...]) -> Drawn:
        """What has the role of a body is a part of it, and on ground a part of ground."""
        placed = tuple(put(p, X) for p in primitives)
        if role in ("body", "ground"):
            kind = "ground" if body == GROUND else "body"
            return Drawn(self.stage.name(body), kind, kind, body, layer, placed)
        return Drawn(self.owner, self.kind, role, body, layer, placed)

    @property
    def F(self) -> Anchor:
        """The frame on the base."""
        return anchor(self.base, self.X_F)

    @property
    def M(self) -> Anchor:
        """The frame on the follower."""
        return anchor(self.follower, self.X_M)

    def travel(self, axis: int) -> tuple[float, float]:
        """How far the origin of M goes along an axis of F, over all rows."""
        along = self.stage.seen_from(self.F, self.stage.way(self.M))[:, axis]
        return (float(along.min()), float(along.max())) if len(along) else (0.0, 0.0)

    def towards(self, body: int) -> Vector:
        """Where a body lies as seen from the joint, in the components of its frame; zero where it lies all around."""
        X = self.X_F if body == self.base else self.X_M
        away = X.R.back(Vec3(*self.stage.middle(body)) - X.p)
        return vector(away) if away.norm() > 0.02 * self.size else (0.0, 0.0, 0.0)

    @property
    def down(self) -> Vector:
        """Which way ground lies in F: downwards, or upwards where the follower hangs below most of the time."""
        middle = Anchor(self.follower, self.stage.middle(self.follower))
        away = whole(self.stage.way(middle) - np.array(vector(self.X_F.p)))
        length = np.linalg.norm(away, axis=1)
        apart = length > 1e-9 * self.size
        mean = (away[apart] / length[apart, None]).mean(axis=0) if apart.any() else np.zeros(3)
        hangs = float(mean @ self.stage.up) < -0.3
        return vector(self.X_F.R.back(Vec3(*self.stage.up)) * (1.0 if hangs else -1.0))

    def span_of(self, body: int) -> tuple[Vector, Vector]:
        """Low and high corner of the box about what a body is made of, in the components of its frame here."""
        X = self.X_F if body == self.base else self.X_M
        points = [p for shape in self.stage.shapes[body] for p in key_points(shape)]
        points += self.formed.get(body, ())
        local: Array = np.array([vector(X.R.back(Vec3(*p) - X.p)) for p in points])
        return vector(local.min(axis=0)), vector(local.max(axis=0))

    def is_thick(self, body: int) -> bool:
        """Whether a body is made of something with a width of its own."""
        return body in self.formed or not all(map(is_thin, self.stage.shapes[body]))

    def is_bar_along(self, body: int, axis: int) -> bool:
        """Whether a body is made of thin bars along an axis of its frame here."""
        if not self.stage.shapes[body] or self.is_thick(body):
            return False
        low, high = self.span_of(body)
        across = max(max(abs(low[k]), abs(high[k])) for k in range(3) if k != axis)
        return across < 0.02 * (high[axis] - low[axis])

    @property
    def shaft(self) -> float:
        """How far along z a bearing on ground is moved away from another joint of the same, shapeless body.

        Its axis is all that counts, and what is at the same point would hide it.
        """
        stage, at = self.stage, np.array(vector(self.X_M.p))
        if not self.is_grounded or stage.has_own_shape(self.follower):
            return 0.0
        for joint in stage.model.joints:
            ends = stage.anchors(joint)
            if GROUND in (a.body for a in ends):
                continue
            for a, side in zip(ends, (-1.0, 1.0), strict=True):
                if a.body == self.follower and np.linalg.norm(at - a.p) < 1e-9 * self.size:
                    return 0.6 * side * self.size
        return 0.0
