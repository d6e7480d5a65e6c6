"""Bodies in planes of their own: what holds them there, and the form that elements between them take.

A guide holds a body in its plane and bears what acts out of it. Of elements between bodies of one plane, only what happens in
the plane counts. So nothing is held twice, and a pin between two layers is a pin.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from sarrus.elements.base import param, shallow_copy
from sarrus.elements.closing import Closing
from sarrus.elements.joints.roles import PLANE
from sarrus.scalar import Scalar
from sarrus.spatial import Pose, Rotation, Twist, Vec3

C = TypeVar("C", bound=Closing)


def flattened(X_FM: Pose) -> Pose:
    """A pose as it is seen along the z axis of F."""
    c, s = X_FM.x.x, X_FM.x.y
    return Pose(
        Rotation(Vec3(c, s, 0.0), Vec3(-s, c, 0.0), Vec3(0.0, 0.0, 1.0)), Vec3(X_FM.p.x, X_FM.p.y, 0.0)
    )


def flat(closing: C) -> C:
    """The form that an element takes between bodies of one plane: its rows see the plane alone."""
    found = shallow_copy(closing)
    kind: Any = type(closing)
    found.__class__ = _flat_form(kind)
    return found


@cache
def _flat_form(kind: type[Any]) -> type[Any]:
    """The class of such forms; it has the name of its kind, which messages and files know."""

    def seen(method: str) -> Any:
        def in_plane(self: Any, X_FM: Pose, *own: Scalar) -> Any:
            return getattr(kind, method)(self, flattened(X_FM), *own)

        return in_plane

    def slip(self: Any, X_FM: Pose, V_FM: Twist) -> tuple[Scalar, ...]:
        V = Twist(Vec3(V_FM.v.x, V_FM.v.y, 0.0), Vec3(0.0, 0.0, V_FM.w.z))
        found: tuple[Scalar, ...] = kind.slip(self, flattened(X_FM), V)
        return found

    methods = [m for m in ("closure", "gap", "sense", "sense_at", "fit", "nearest") if hasattr(kind, m)]
    parts: dict[str, Any] = {"is_flat": True, **{m: seen(m) for m in methods}}
    if kind.slip is not None:
        parts["slip"] = slip
    return type(kind.__name__, (kind,), {**parts, "__module__": kind.__module__, "__doc__": None})


class Guide(PLANE):
    """Slide and turn in a plane parallel to the x-y plane of the base, at the height of a layer.

        motion    R_FM = Rz(theta)                  p_FM = (x, y, layer)
        closure   p_FM . z_F - layer = 0,   z_M . x_F = z_M . y_F = 0

    Nobody writes it: a body with a plane of its own has one. It bears what acts out of the plane.
    """

    symbol = "none"
    layer: Scalar = param("m", "height above the plane, along its normal", default=0.0)

    def motion(self, *q: Scalar) -> Pose:
        """Rz(theta), shifted in the plane, at the height of the layer."""
        X = super().motion(*q)
        return Pose(X.R, Vec3(X.p.x, X.p.y, self.layer))

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Point in the layer, normals parallel."""
        return X_FM.p.z - self.layer, X_FM.z.x, X_FM.z.y
