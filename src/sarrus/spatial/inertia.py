"""Mass, mass centre and moments of inertia of a rigid body.

The inertia matrix has the negative products of inertia off its diagonal. Programs differ in which of the two they
call "product": `Inertia.from_products` takes the integrals (positive sign), `Inertia.from_matrix` the matrix elements.
"""

from __future__ import annotations

from dataclasses import dataclass

from sarrus.scalar import Scalar
from sarrus.spatial.pose import Wrench
from sarrus.spatial.rotation import Rotation
from sarrus.spatial.vector import ZERO, Vec3


@dataclass(frozen=True, slots=True)
class Symmetric:
    """A symmetric 3 x 3 matrix, stored once: xx, yy, zz, xy, xz, yz are its elements."""

    xx: Scalar = 0.0
    yy: Scalar = 0.0
    zz: Scalar = 0.0
    xy: Scalar = 0.0
    xz: Scalar = 0.0
    yz: Scalar = 0.0

    def __add__(self, other: Symmetric) -> Symmetric:
        return Symmetric(*(a + b for a, b in zip(self.elements(), other.elements(), strict=True)))

    def __sub__(self, other: Symmetric) -> Symmetric:
        return Symmetric(*(a - b for a, b in zip(self.elements(), other.elements(), strict=True)))

    def __mul__(self, v: Vec3) -> Vec3:
        return Vec3(
            self.xx * v.x + self.xy * v.y + self.xz * v.z,
            self.xy * v.x + self.yy * v.y + self.yz * v.z,
            self.xz * v.x + self.yz * v.y + self.zz * v.z,
        )

    def elements(self) -> tuple[Scalar, ...]:
        """xx, yy, zz, xy, xz, yz."""
        return self.xx, self.yy, self.zz, self.xy, self.xz, self.yz

    def turned(self, R: Rotation) -> Symmetric:
        """R S R^T: the same tensor in the base components of R."""
        Sx, Sy, Sz = (
            self * row
            for row in (Vec3(R.x.x, R.y.x, R.z.x), Vec3(R.x.y, R.y.y, R.z.y), Vec3(R.x.z, R.y.z, R.z.z))
        )
        rx, ry, rz = Vec3(R.x.x, R.y.x, R.z.x), Vec3(R.x.y, R.y.y, R.z.y), Vec3(R.x.z, R.y.z, R.z.z)
        return Symmetric(rx.dot(Sx), ry.dot(Sy), rz.dot(Sz), rx.dot(Sy), rx.dot(Sz), ry.dot(Sz))


def steiner(mass: Scalar, c: Vec3) -> Symmetric:
    """m (|c|^2 I - c c^T): what a point mass at c adds to the inertia matrix."""
    h = c * mass
    return Symmetric(
        h.y * c.y + h.z * c.z,
        h.x * c.x + h.z * c.z,
        h.x * c.x + h.y * c.y,
        -(h.x * c.y),
        -(h.x * c.z),
        -(h.y * c.z),
    )


@dataclass(frozen=True, slots=True)
class Inertia:
    """Mass m, first moment h = m c and inertia matrix J, both about one reference point and in one frame."""

    m: Scalar = 0.0
    h: Vec3 = ZERO
    J: Symmetric = Symmetric()

    @staticmethod
    def about_center(mass: Scalar, center: Vec3, J_C: Symmetric) -> Inertia:
        """From the inertia matrix about the mass centre; the result is about the frame origin (parallel axes)."""
        return Inertia(mass, center * mass, J_C + steiner(mass, center))

    @staticmethod
    def from_products(moments: Vec3, products: Vec3) -> Symmetric:
        """Matrix from moments and the integrals xy, xz, yz dm."""
        return Symmetric(*moments, *(-products))

    @staticmethod
    def from_matrix(rows: tuple[Vec3, Vec3, Vec3]) -> Symmetric:
        """Matrix from its rows; the upper triangle is read."""
        return Symmetric(rows[0].x, rows[1].y, rows[2].z, rows[0].y, rows[0].z, rows[1].z)

    def __add__(self, other: Inertia) -> Inertia:
        return Inertia(self.m + other.m, self.h + other.h, self.J + other.J)

    def turned(self, R: Rotation) -> Inertia:
        """The same body in the base components of R, about the same point."""
        return Inertia(self.m, R * self.h, self.J.turned(R))

    def moved(self, arm: Vec3) -> Inertia:
        """The same body about another point; `arm` runs from the new point to the old one.

        J_Q = J_P + |r|^2 m + 2 r.h terms: valid for any pair of points, none of them the mass centre.
        """
        r, h = arm, self.h
        mixed = Symmetric(
            2.0 * (r.y * h.y + r.z * h.z),
            2.0 * (r.x * h.x + r.z * h.z),
            2.0 * (r.x * h.x + r.y * h.y),
            -(r.x * h.y + r.y * h.x),
            -(r.x * h.z + r.z * h.x),
            -(r.y * h.z + r.z * h.y),
        )
        return Inertia(self.m, h + r * self.m, self.J + mixed + steiner(self.m, r))

    def kinetic(self, v: Vec3, w: Vec3) -> Scalar:
        """Kinetic energy m |v|^2/2 + v . (w x h) + w . J w/2; v belongs to the reference point."""
        return 0.5 * (self.m * v.dot(v)) + v.dot(w.cross(self.h)) + 0.5 * w.dot(self.J * w)

    def force_for(self, a: Vec3, alpha: Vec3, w: Vec3) -> Wrench:
        """Load at the reference point that this motion needs (Newton-Euler).

        force  = m a + alpha x h + w x (w x h)
        torque = h x a + J alpha + w x J w
        """
        return Wrench(
            a * self.m + alpha.cross(self.h) + w.cross(w.cross(self.h)),
            self.h.cross(a) + self.J * alpha + w.cross(self.J * w),
        )


def unphysical(J: Symmetric) -> str:
    """Why no mass distribution has this inertia matrix about its centre, or an empty string.

    Principal moments must not be negative, and none may exceed the sum of the others.
    """
    import numpy as np

    xx, yy, zz, xy, xz, yz = (float(e) for e in J.elements())
    low, middle, high = np.linalg.eigvalsh(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
    slack = 1e-9 * max(abs(low), abs(high))
    if low < -slack:
        return f"has the negative principal moment {low:.6g}"
    if low + middle < high - slack:
        return f"has principal moments {low:.6g}, {middle:.6g}, {high:.6g}: the largest exceeds the sum of the others"
    return ""
