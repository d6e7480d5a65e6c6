"""The contract of a constraint: it forbids something without being a joint.

Three kinds stand on this shelf. A constraint between frames states `closure` rows of a relative pose, like a joint, but
carries no body; and, or instead, `slip` rows of a relative twist. It may have coordinates of its own, such as the place of
a point along a curve, that are further arguments of its closure. A constraint between coordinates states a `residual` of
joint coordinates, and of such ones. A mesh is one of these that also says where its two bodies touch, so that its effort is
known as a force between them.
"""

from __future__ import annotations

import inspect
import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from sarrus.elements.base import Coordinate, param
from sarrus.elements.closing import Closing
from sarrus.elements.relation import Relation
from sarrus.elements.sight import Sight
from sarrus.elements.unit_word import unit_word
from sarrus.scalar import Scalar, absolute, tan
from sarrus.spatial import Pose, Vec3

__all__ = [
    "PRESSURE_ANGLE",
    "Contact",
    "FrameConstraint",
    "Mesh",
    "Relation",
    "Side",
    "Sight",
    "Wheel",
    "unit_word",
]

UNITS = ("m", "rad", "1")
"""Units that a coordinate of a constraint may have."""
TAKEN = ("reaction", "torque")
"""What is published of every constraint between frames."""
PRESSURE_ANGLE = param(
    "rad", "angle of the force against the common tangent", ge=0, lt=math.pi / 2, default=0
)


@dataclass(frozen=True, slots=True)
class Wheel:
    """What rolls on a plane, for drawings.

    Attributes:
        radius: of the centre line of its rim, about z_M [m].
        tube: of the cross-section of its rim [m].
        normal: number of the axis of F that is normal to the plane.
    """

    radius: Scalar
    tube: Scalar
    normal: int


class FrameConstraint(Closing):
    """Rows between a frame F on a base and a frame M on a follower.

    It may declare coordinates of its own, which the rows alone determine:

        coordinates = (length("s"),)
        closure(X_FM, s) = p_FM - c(s)

    They have no inertia, and their rates are speeds: three rows with one coordinate take two freedoms. `closure`, and `gap`
    and `sense` where it states them, are given their values behind the pose. Wherever the rows do not tell how fast a
    coordinate moves, as where c'(s) = 0, nothing does. Signals may stand for one. Drivers, couplers and conditions may act on
    one; what they give reaches the bodies through the rows, and so is part of the reaction. Forces may not.
    """

    def gap(self, X_FM: Pose, *coordinates: Scalar) -> tuple[Scalar, ...]:
        """The closure error, also of coordinates of its own."""
        stated: Any = self.closure
        found: tuple[Scalar, ...] = stated(X_FM, *coordinates)
        return found

    def sense_at(self, X_FM: Pose, *coordinates: Scalar) -> Scalar:
        """Its sense, also of coordinates of its own."""
        stated: Any = self.sense
        found: Scalar = stated(X_FM, *coordinates if type(self).sense is not Closing.sense else ())
        return found

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        flaw = _flaw_of_coordinates(cls) or _flaw_of_arguments(cls)
        if flaw:
            raise TypeError(f"{cls.__name__}: {flaw}")

    def wheel(self) -> Wheel | None:
        """What rolls; None where nothing does."""
        return None


def _flaw_of_coordinates(kind: type[FrameConstraint]) -> str:
    """What is wrong with coordinates that a constraint declares, in a sentence; empty where nothing is."""
    declared: Any = kind.coordinates
    if not isinstance(declared, tuple) or not all(isinstance(c, Coordinate) for c in declared):
        return "`coordinates` is a tuple of angle('u') and length('s')."
    for k, c in enumerate(declared):
        if not c.name.isidentifier() or c.name.endswith(("_dot", "_ddot")) or c.name in TAKEN:
            return (
                f"a coordinate is called '{c.name}'. It is a word of letters, digits and _ that does not end in _dot or "
                f"_ddot, and not {' or '.join(TAKEN)}, which every constraint publishes."
            )
        if c.name in [other.name for other in declared[:k]]:
            return f"two coordinates are called '{c.name}'."
        if c.unit not in UNITS:
            return f"coordinate '{c.name}' has the unit {c.unit!r}. It is one of {', '.join(UNITS)}."
        if c.period is not None and not 0.0 < c.period < math.inf:
            return f"coordinate '{c.name}' has the period {c.period!r}. It is positive, or None where nothing repeats."
    if declared and kind.slip is not None:
        return "it has coordinates and states `slip`, and rows of velocities know no coordinates. Make two constraints of it."
    return ""


def _flaw_of_arguments(kind: type[FrameConstraint]) -> str:
    """What is wrong with the arguments of what a constraint states of a pose."""
    given = ("X_FM", *(c.name for c in kind.coordinates))
    for name in ("closure", "gap", "sense"):
        stated = getattr(kind, name)
        if stated is getattr(Closing, name):
            continue
        try:
            inspect.signature(stated).bind(None, *given)
        except TypeError:
            return (
                f"`{name}` is called with ({', '.join(given)}): the pose, then its `coordinates`. "
                f"It takes {inspect.signature(stated)}."
            )
    return ""


@dataclass(frozen=True, slots=True)
class Side:
    """One of two bodies in mesh, as seen from what carries both; ground components.

    Attributes:
        point: a point of the body; of a wheel, one on its axis.
        axis: unit vector that the body turns about, or slides along, when its coordinate grows.
    """

    point: Vec3
    axis: Vec3


@dataclass(frozen=True, slots=True)
class Contact:
    """Where two bodies touch; ground components.

    Attributes:
        point: the place.
        tangent: unit vector along which they do not slip.
        normal: unit vector along which teeth push the second body away from the first.
    """

    point: Vec3
    tangent: Vec3
    normal: Vec3


class Mesh(Relation):
    """Two bodies that roll on each other without slipping, each guided by a joint.

    Its ends are the coordinates of the two joints. Both joints touch one body, the carrier. The arguments of the
    residual are these coordinates. For two wheels they are the turns of the wheels against the line of centres, about
    the axis of the first joint: a joint that is written from its wheel to the carrier counts with a minus sign, and a
    carrier that turns is taken into account.

    The force F of the first body on the second acts at the contact, and has the power of the effort:

        F = F_t tangent + |F_t| tan(pressure_angle) normal
    """

    pressure_angle: Scalar
    turns: ClassVar[tuple[bool, bool]]
    """Whether each body turns about an axis; otherwise it slides along one."""

    @abstractmethod
    def contact(self, first: Side, second: Side) -> Contact:
        """Where the bodies touch."""

    def distance(self) -> Scalar | None:
        """Distance of the two axes that its sizes ask for [m]; None where any will do."""
        return None

    def flaw(self) -> tuple[str, ...]:
        """What is wrong with its sizes taken together: what, what is allowed, what to try; empty where nothing is."""
        return ()

    def push(self, first: Side, second: Side, effort: Scalar) -> tuple[Vec3, Vec3]:
        """The contact, and the force there that the first body exerts on the second.

        Args:
            first, second: the bodies.
            effort: on the first coordinate [N m or N]; the force on the first body does the same work.
        """
        found = self.contact(first, second)
        moved = first.axis.cross(found.point - first.point) if self.turns[0] else first.axis
        along = -effort / moved.dot(found.tangent)
        away = absolute(along) * tan(self.pressure_angle)
        return found.point, found.tangent * along + found.normal * away
