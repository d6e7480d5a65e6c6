"""The contract of a joint.

A joint connects frame F on its base with frame M on its follower and says itself twice:

    motion   what it lets happen: the pose X_FM for given coordinates    (used on the spanning tree)
    closure  what it forbids: rows of X_FM that vanish                   (used where a loop is cut)

Everything else is derived from these. Neither sees time or bodies. Coordinates are what the user reads and writes;
where the program must keep others inside (a quaternion instead of three angles), `inner` names them and `place`,
`rates` and `retract` connect them with coordinates and speeds.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sarrus.elements.base import Element
from sarrus.scalar import Node, Scalar
from sarrus.scalar.derivative import along, lifted
from sarrus.spatial import Pose, Twist, Vec3


@dataclass(frozen=True)
class Coordinate:
    """A published coordinate of a joint."""

    name: str
    unit: str

    @property
    def is_angle(self) -> bool:
        """Whether it is counted in turns, so that 2 pi more is the same pose."""
        return self.unit == "rad"


def angle(name: str) -> Coordinate:
    """A coordinate in radians."""
    return Coordinate(name, "rad")


def length(name: str) -> Coordinate:
    """A coordinate in metres."""
    return Coordinate(name, "m")


class Joint(Element):
    """Base and follower, and what may move between them."""

    ends = ("base", "follower")

    coordinates: ClassVar[tuple[Coordinate, ...]] = ()
    inner: ClassVar[tuple[str, ...]] = ()
    """Names of the coordinates kept inside; the published ones where this is empty."""
    rows: ClassVar[tuple[str, ...]] = ()
    """Names of the closure rows; those that begin with p are lengths, the others products of unit vectors."""
    symbol: ClassVar[str] = "joint"
    """What a drawing shows."""

    @property
    def freedoms(self) -> int:
        """Number of speeds."""
        return len(self.coordinates)

    @property
    def inner_names(self) -> tuple[str, ...]:
        """Names of the coordinates kept inside."""
        return self.inner or tuple(c.name for c in self.coordinates)

    def in_plane(self) -> Joint:
        """The form this joint takes between planar bodies; itself unless it says otherwise."""
        return self

    @abstractmethod
    def motion(self, *q: Scalar) -> Pose:
        """X_FM for inner coordinates q."""

    @abstractmethod
    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Rows that vanish where the joint is whole."""

    @abstractmethod
    def fit(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Published coordinates of a pose (angles within one turn)."""

    def sense(self, X_FM: Pose) -> Scalar:
        """Positive on the branch that is meant; closure rows alone may also vanish for axes turned over."""
        return 1.0

    def nearest(self, X_FM: Pose) -> Pose:
        """An allowed pose close to the given one."""
        return self.motion(*self.place(self.fit(X_FM)))

    def place(self, coordinates: Sequence[Scalar]) -> tuple[Scalar, ...]:
        """Inner coordinates for published ones."""
        return tuple(coordinates)

    def rates(self, q: Sequence[Scalar], v: Sequence[Scalar]) -> tuple[Scalar, ...]:
        """Rates of the inner coordinates for speeds v."""
        return tuple(v)

    def retract(self, q: Sequence[Scalar]) -> tuple[Scalar, ...]:
        """Inner coordinates put back where they belong after a straight step."""
        return tuple(q)

    def twist(self, q: Sequence[Scalar], v: Sequence[Scalar]) -> Twist:
        """Motion of M as seen from F at speeds v; derived from `motion`. Needs expressions."""
        X = self.motion(*q)
        rate = {a: b for a, b in zip(q, self.rates(q, v), strict=True) if isinstance(a, Node)}
        if not rate:
            return Twist()
        graph = next(iter(rate)).graph
        velocity = Vec3(*along(lifted(graph, [*X.p]), rate))
        turning = Vec3(0.0, 0.0, 0.0)
        for turned, axis in X.R.turns:
            turning = turning + axis * along([graph.lift(turned)], rate)[0]
        return Twist(velocity, turning)
