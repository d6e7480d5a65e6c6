"""The contract of a constraint: it forbids something without being a joint.

Three kinds stand on this shelf. A constraint between frames states `closure` rows of a relative pose, like a joint, but
carries no body; and, or instead, `slip` rows of a relative twist. A constraint between coordinates states a `residual` of joint coordinates. A mesh is one of these that
also says where its two bodies touch, so that its effort is known as a force between them.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from sarrus.elements.base import param
from sarrus.elements.closing import Closing
from sarrus.elements.relation import Relation
from sarrus.elements.sight import Sight
from sarrus.elements.unit_word import unit_word
from sarrus.scalar import Scalar, absolute, tan
from sarrus.spatial import Vec3

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
    """Rows between a frame F on a base and a frame M on a follower."""

    def wheel(self) -> Wheel | None:
        """What rolls; None where nothing does."""
        return None


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
