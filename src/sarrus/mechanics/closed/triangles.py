"""A loop with three unknown joints is a triangle: where it stands, in closed form.

Vectors of the plane are complex numbers. Around the loop, joints and the rigid ways between them follow each other,

    J1 S12 J2 S23 J3 S31 = 1,        S = (turn R, way p):  S T = (R_S R_T, p_S + R_S p_T)

where a joint that turns is J = (r, 0), |r| = 1, and one that slides is J = (1, s e). Each kind states its positions and
nothing else; speeds and accelerations follow from the rows of the joint that closes the loop. Square roots come with a
sign, the *mode*: in which of its two ways the triangle is put together.

What is small where the two ways meet is the *height* of the triangle, part of what it can be at most:

    three turns     sine of the angle between the sides at the second joint
    two turns       cosine of the angle between the turning side and the slide
    one turn        sine of the angle between the slides
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from sarrus.scalar import Scalar, sqrt
from sarrus.spatial import Pose

T = TypeVar("T")

__all__ = ["Corner", "PlaneVector", "RigidWay", "Standing", "TriangleSide", "stand"]


class PlaneVector(NamedTuple):
    """A vector of the plane as a complex number."""

    x: Scalar
    y: Scalar

    def plus(self, other: PlaneVector) -> PlaneVector:
        """The sum."""
        return PlaneVector(self.x + other.x, self.y + other.y)

    def minus(self, other: PlaneVector) -> PlaneVector:
        """The difference."""
        return PlaneVector(self.x - other.x, self.y - other.y)

    def times(self, other: PlaneVector) -> PlaneVector:
        """The product: turned by the other, and stretched."""
        return PlaneVector(self.x * other.x - self.y * other.y, self.x * other.y + self.y * other.x)

    def scaled(self, factor: Scalar) -> PlaneVector:
        """Stretched."""
        return PlaneVector(self.x * factor, self.y * factor)

    @property
    def back(self) -> PlaneVector:
        """The conjugate: of a turn the turn back."""
        return PlaneVector(self.x, -self.y)

    @property
    def square(self) -> Scalar:
        """Length squared."""
        return self.x * self.x + self.y * self.y

    def dot(self, other: PlaneVector) -> Scalar:
        """Along the other."""
        return self.x * other.x + self.y * other.y

    def cross(self, other: PlaneVector) -> Scalar:
        """Across: positive where the other lies to the left."""
        return self.x * other.y - self.y * other.x


ONE, NOTHING = PlaneVector(1.0, 0.0), PlaneVector(0.0, 0.0)


class RigidWay(NamedTuple):
    """A rigid way between two frames: how far the second is turned, and where it lies, as seen from the first."""

    R: PlaneVector = ONE
    p: PlaneVector = NOTHING

    def then(self, other: RigidWay) -> RigidWay:
        """This way, and another behind it."""
        return RigidWay(self.R.times(other.R), self.p.plus(self.R.times(other.p)))

    @property
    def inverse(self) -> RigidWay:
        """The way back."""
        return RigidWay(self.R.back, NOTHING.minus(self.R.back.times(self.p)))

    @classmethod
    def of(cls, X: Pose) -> RigidWay:
        """A pose of the plane."""
        return cls(PlaneVector(X.R.x.x, X.R.x.y), PlaneVector(X.p.x, X.p.y))


@dataclass(frozen=True)
class TriangleSide:
    """A way between two corners, and back; each as its parts give it with the least work."""

    out: RigidWay
    home: RigidWay


@dataclass(frozen=True)
class Corner:
    """An unknown joint of the loop, walked in its own direction or against it.

    Attributes:
        slides: along what it slides, a unit vector; None where it turns.
        turn: of one that turns, as the tree has it: (cosine, sine) in the direction of the walk; None where it is the
            joint that closes the loop.
    """

    slides: PlaneVector | None
    turn: PlaneVector | None = None


@dataclass(frozen=True)
class Standing:
    """A triangle put together.

    Attributes:
        first: number of the corner that the solution begins with.
        turns: for each corner, from this one on, its turn; of one that slides, (s, 0): how far.
        both: what the first two of these turn together.
        height: with the sign of the mode, as the present pose has it, not as the solution does.
        root: the square root with its sign, or what stands for it where there is none ...
        most: ... and what it can be at most.
    """

    first: int
    turns: tuple[PlaneVector, PlaneVector, PlaneVector]
    both: PlaneVector
    height: Scalar
    root: Scalar
    most: Scalar


def stand(
    corners: tuple[Corner, Corner, Corner],
    sides: tuple[TriangleSide, TriangleSide, TriangleSide],
    mode: Scalar,
    moving: int = 2,
) -> Standing | None:
    """Put a triangle together; None where its three joints cannot close a loop.

    Args:
        corners: in the order of the walk.
        sides: from the first to the second, from there to the third, from there to the first.
        mode: 1 or -1.
        moving: number of the side that changes; of three turns the one that least work is done with.
    """
    sliding = [k for k, c in enumerate(corners) if c.slides is not None]
    if len(sliding) == 3:
        return None  # nothing turns
    if not sliding:
        first, kind = (moving + 1) % 3, _three_turns
    elif len(sliding) == 1:
        first, kind = (sliding[0] + 1) % 3, _two_turns
    else:
        first, kind = next(k for k, c in enumerate(corners) if c.slides is None), _one_turn
    return Standing(first, *kind(_from(corners, first), _from(sides, first), mode))


def _from(items: tuple[T, T, T], first: int) -> tuple[T, T, T]:
    one, two, three = (*items[first:], *items[:first])
    return one, two, three


Solved = tuple[tuple[PlaneVector, PlaneVector, PlaneVector], PlaneVector, Scalar, Scalar, Scalar]
"""Turns, those of the first two corners together, height, root and the most it can be."""


def _three_turns(corners: tuple[Corner, ...], sides: tuple[TriangleSide, ...], mode: Scalar) -> Solved:
    """r1 (a + r2 b) = D: two sides of known lengths between two known points.

    With |D|^2 = a^2 + b^2 + 2 a.b, from either end: r1 conj(D) a = a^2 + a.b - i axb, and r1 r2 conj(D) b = b^2 + a.b + i axb.
    """
    one, two, home = sides[0].out, sides[1].out, sides[2].home
    D = home.p
    a, b = one.p, one.R.times(two.p)
    product = a.square * b.square
    dot = 0.5 * (D.square - (a.square + b.square))
    across = mode * sqrt(product - dot * dot)
    over = D.scaled(1.0 / D.square)
    r1 = over.times(a.back.scaled(1.0 / a.square)).times(PlaneVector(a.square + dot, -across))
    both = over.times(b.back.scaled(1.0 / b.square)).times(PlaneVector(b.square + dot, across))
    r3 = both.times(one.R.times(two.R)).back.times(home.R)
    second = corners[1].turn
    if second is None:
        first, third = corners[0].turn, corners[2].turn
        assert first is not None and third is not None
        second = first.times(one.R.times(two.R)).times(third).back.times(home.R)
    most = sqrt(product)
    return (r1, both.times(r1.back), r3), both, second.times(a.back.times(b)).y / most, across, most


def _two_turns(corners: tuple[Corner, ...], sides: tuple[TriangleSide, ...], mode: Scalar) -> Solved:
    """r1 a = A - s n: a side of known length from a known point to a known line. The third joint slides."""
    one, two, home = sides[0].out, sides[1].out, sides[2].home
    slides = corners[2].slides
    assert slides is not None
    turned = home.R.times(two.R.back)  # all turns up to the second joint
    n = home.R.times(slides)
    A = home.p.minus(turned.times(two.p))
    a, aside = one.p, n.cross(A)
    along = mode * sqrt(a.square - aside * aside)
    r1 = n.times(a.back.scaled(1.0 / a.square)).times(PlaneVector(along, aside))
    both = turned.times(one.R.back)
    first, second = corners[0].turn, corners[1].turn
    if first is None:
        assert second is not None
        first = both.times(second.back)
    most = sqrt(a.square)
    turns = r1, both.times(r1.back), PlaneVector(n.dot(A) - along, 0.0)
    return turns, both, n.dot(first.times(a)) / most, along, most


def _one_turn(corners: tuple[Corner, ...], sides: tuple[TriangleSide, ...], mode: Scalar) -> Solved:
    """s2 u + s3 w = E: two known directions. The first joint turns, by what the others do not."""
    one, two, home = sides[0].out, sides[1].out, sides[2].home
    second, third = corners[1].slides, corners[2].slides
    assert second is not None and third is not None
    r1 = one.R.times(two.R).back.times(home.R)
    u, w = one.R.times(second), one.R.times(two.R).times(third)
    E = r1.back.times(home.p).minus(one.p).minus(one.R.times(two.p))
    height = u.cross(w)
    inverse = 1.0 / height
    ways = PlaneVector(E.cross(w) * inverse, 0.0), PlaneVector(u.cross(E) * inverse, 0.0)
    return (r1, *ways), r1, height, height, 1.0
