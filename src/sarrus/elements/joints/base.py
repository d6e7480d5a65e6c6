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
from typing import ClassVar

from sarrus.elements.base import Coordinate, angle, length
from sarrus.elements.closing import Closing
from sarrus.elements.quantities import Carried
from sarrus.scalar import Node, Scalar
from sarrus.scalar.derivative import along, lifted
from sarrus.spatial import Pose, Twist, Vec3
from sarrus.spatial.pose import flat_pose
from sarrus.spatial.sequences import BRYANT

__all__ = ["Carried", "Coordinate", "Joint", "angle", "length"]


class Joint(Closing):
    """Base and follower, and what may move between them."""

    inner: ClassVar[tuple[str, ...]] = ()
    """Names of the coordinates kept inside; the published ones where this is empty."""
    turn_places: ClassVar[tuple[int, ...]] = ()
    """Places of three coordinates that are the angles of a turn kept inside; empty where there is none."""

    @property
    def turn_sequence(self) -> str:
        """The axes these angles turn about: what is chosen as `sequence`, or else 1-2-3 (Bryant)."""
        return str(getattr(self, "sequence", BRYANT))

    @property
    def angle_names(self) -> tuple[str, ...]:
        """Names of these angles with that of the joint in front."""
        return tuple(f"{self.name}.{self.coordinates[k].name}" for k in self.turn_places)

    @property
    def inner_names(self) -> tuple[str, ...]:
        """Names of the coordinates kept inside."""
        return self.inner or super().inner_names

    def periods(self) -> tuple[Scalar | None, ...]:
        """What may be added to each coordinate without changing the pose; as declared, unless a parameter decides.

        None where nothing may, whatever the parameters are; 0 where nothing may at these parameters. Whether it is None
        is structure: where it is not, and the coordinate is fitted to a pose, the state counts it along.
        """
        return tuple(c.period for c in self.coordinates)

    def counting(self, counted: Sequence[Scalar | None]) -> Joint:
        """The joint as it is closed and fitted while the state counts coordinates along; itself unless it reads them.

        Turns of coordinates that have a declared period are put right without it.

        Args:
            counted: for each coordinate what the state counts, right to less than half a turn; 0 where nothing is
                counted yet, None where nothing ever is.
        """
        return self

    @property
    def cross_axes(self) -> tuple[int, int]:
        """Which axis of F, and which of M, the bars of a drawn cross lie along; counted from 0."""
        return 0, 1

    def carried(self, coordinate: str, planar: bool) -> Carried:
        """Where the load acts that rubs at a coordinate.

        Args:
            coordinate: its name.
            planar: whether the joint is between planar bodies.
        """
        return Carried.ACROSS

    def in_plane(self) -> Joint:
        """The form this joint takes between planar bodies; itself unless it says otherwise."""
        return self

    @abstractmethod
    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Rows that vanish where the joint is whole."""

    @abstractmethod
    def motion(self, *q: Scalar) -> Pose:
        """X_FM for inner coordinates q."""

    @abstractmethod
    def fit(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Published coordinates of a pose; those that repeat, within one period."""

    def nearest(self, X_FM: Pose) -> Pose:
        """An allowed pose close to the given one."""
        return self.motion(*self.place(self.fit(X_FM)))

    @property
    def gap_units(self) -> tuple[str, ...]:
        """Nine differences of axes, three of positions."""
        return 9 * ("1",) + 3 * ("m",)

    def gap(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Difference from the nearest allowed pose, the twelve numbers of X_nearest^-1 X_FM - identity.

        Its square sum for a turn by an angle a is 8 sin^2(a/2): it vanishes at a = 0 only, and is monotone in |a|.
        """
        rest = flat_pose(self.nearest(X_FM).inverse() @ X_FM)
        return tuple(a - b for a, b in zip(rest, flat_pose(Pose()), strict=True))

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
