"""Points on curves, as a user writes them: constraints that own the place along the curve."""

from sarrus.element import Fault, FrameConstraint, angle, cos, lengths, param, sin


class OnCircle(FrameConstraint):
    """Keep the origin of M on a circle about z of F: p_FM - radius (cos u, sin u, 0) = 0."""

    coordinates = (angle("u"),)
    rows = lengths("p_FM.x_F", "p_FM.y_F", "p_FM.z_F")
    radius = param("m", "of the circle", gt=0)

    def closure(self, X_FM, u):
        """The place on the circle."""
        return X_FM.p.x - self.radius * cos(u), X_FM.p.y - self.radius * sin(u), X_FM.p.z


class OnSpiral(FrameConstraint):
    """Keep the origin of M on a helix about z of F: p_FM - (radius cos u, radius sin u, rise u) = 0."""

    coordinates = (angle("u", period=None),)
    rows = lengths("p_FM.x_F", "p_FM.y_F", "p_FM.z_F")
    radius = param("m", "of the helix", gt=0)
    rise = param("m", "per radian")

    def misfit_in_plane(self):
        """It rises."""
        return Fault("rise", "rises out of the plane")

    def closure(self, X_FM, u):
        """The place on the helix."""
        return X_FM.p.x - self.radius * cos(u), X_FM.p.y - self.radius * sin(u), X_FM.p.z - self.rise * u
