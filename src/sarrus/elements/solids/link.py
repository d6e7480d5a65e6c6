"""A bar, or a frame of bars, drawn between the points where it is to be joined."""

from sarrus.elements.base import Shape, param
from sarrus.elements.solids.base import Bars, Form, Solid
from sarrus.scalar import Scalar
from sarrus.spatial import Symmetric, Vec3
from sarrus.spatial.inertia import steiner


class Link(Solid):
    """Thin uniform bars along the edges of a polygon: two points make one bar, three a triangle of three bars.

        m_i = m l_i / sum l      J_C = sum of m_i (|e_i|^2 I - e_i e_i^T)/12 + m_i (|d_i|^2 I - d_i d_i^T)

    e_i runs along edge i from point i to the next, the last edge back to the first point; d_i runs from the mass
    centre to the middle of the edge. The points are given in body components, where the body frame need not be one of
    them, and bring the frames `p1`, `p2`, `p3`, ... in their order.
    """

    also_called = ("polygon", "triangle")
    between: tuple[Vec3, ...] = param("m", "points it joins, two or more", shape=Shape.POINTS)
    mass: Scalar = param("kg", "mass", ge=0)

    def points(self) -> dict[str, Vec3]:
        """The given points and the mass centre."""
        return dict(zip(self.point_names(), (*self.between, self.center()), strict=True))

    def point_names(self) -> tuple[str, ...]:
        """Numbered; sizes that cannot be right have none."""
        count = len(self.between) if isinstance(self.between, tuple) else 0
        return (*(f"p{i + 1}" for i in range(count)), "center")

    def center(self) -> Vec3:
        """Middles of the edges, weighted with their lengths."""
        total = Vec3(0.0, 0.0, 0.0)
        for share, middle, _ in self._bars():
            total = total + middle * share
        return total

    def inertia(self) -> Symmetric:
        """Every bar about its own middle, then moved to the common centre."""
        center, total = self.center(), Symmetric()
        for share, middle, edge in self._bars():
            m = self.mass * share
            total = total + steiner(m / 12.0, edge) + steiner(m, middle - center)
        return total

    def forms(self) -> tuple[Form, ...]:
        """The bars it is made of."""
        return (Bars(self.between),)

    def flaw(self) -> str:
        """Two points at least, and not all in one place."""
        if len(self.between) < 2:
            return "has one point; it needs two or more"
        return (
            ""
            if any(edge.norm() > 0.0 for _, edge in self._edges())
            else "has no length: its points coincide"
        )

    def _bars(self) -> list[tuple[Scalar, Vec3, Vec3]]:
        """Share of the mass, middle and edge vector of every bar."""
        edges = self._edges()
        length: Scalar = 0.0
        for _, edge in edges:
            length = length + edge.norm()
        return [(edge.norm() / length, middle, edge) for middle, edge in edges]

    def _edges(self) -> list[tuple[Vec3, Vec3]]:
        """Middle and vector of every edge; two points have one."""
        ends = self.between[1:] + (self.between[:1] if len(self.between) > 2 else ())
        return [((a + b) * 0.5, b - a) for a, b in zip(self.between, ends, strict=False)]
