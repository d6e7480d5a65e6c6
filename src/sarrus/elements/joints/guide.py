"""What holds a body in its plane."""

from sarrus.elements.base import param
from sarrus.elements.joints.planar import Planar
from sarrus.scalar import Scalar
from sarrus.spatial import Pose, Vec3


class Guide(Planar):
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
