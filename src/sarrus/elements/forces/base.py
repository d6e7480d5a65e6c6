"""The contract of a force element.

A force states what exists: `energy`, `dissipation`, or virtual `power`. It sees the mechanism through a port, the few
quantities it acts on; forces on the bodies follow by differentiation with respect to these quantities:

    effort = - d energy / d (coordinate) - d dissipation / d (rate) + d power / d (virtual rate)

The ports:

    Line   two points: length and its rate
    Turn   one joint coordinate: value and rate
    Pair   a base and a follower frame: angular velocity of one against the other, in base components
    Point  a point of a body: velocity in ground components
    Own    a point of a body: velocity in the components of its own frame
    Bulk   one body in a field: its mass and the position of its mass centre; acts on every body
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from sarrus.elements.base import Element
from sarrus.scalar import Scalar
from sarrus.spatial import Vec3


@dataclass(frozen=True, slots=True)
class Line:
    """The straight line between two points: length [m] and its rate [m/s]."""

    length: Scalar
    rate: Scalar


@dataclass(frozen=True, slots=True)
class Turn:
    """A joint coordinate: value [rad or m], over full turns, and its rate."""

    value: Scalar
    rate: Scalar


@dataclass(frozen=True, slots=True)
class Pair:
    """A follower frame turning against a base frame: angular velocity [rad/s] in base components."""

    w: Vec3


@dataclass(frozen=True, slots=True)
class Point:
    """A point: velocity [m/s] in ground components."""

    v: Vec3


@dataclass(frozen=True, slots=True)
class Own:
    """A point: velocity [m/s] against ground, in the components of the frame at the point."""

    v: Vec3


@dataclass(frozen=True, slots=True)
class Bulk:
    """A body in a field: mass [kg], position [m] and velocity [m/s] of its mass centre in ground components."""

    mass: Scalar
    position: Vec3
    velocity: Vec3


Port = Line | Turn | Pair | Point | Own | Bulk


class Force(Element):
    """Something that pushes, pulls or turns bodies."""

    port: ClassVar[type[Port]]
    symbol: ClassVar[str] = "force"

    energy: ClassVar[Callable[..., Scalar] | None] = None
    """energy(port): potential energy [J] of a conservative element."""
    dissipation: ClassVar[Callable[..., Scalar] | None] = None
    """dissipation(port): Rayleigh function [W], half the power lost in a viscous element; the power lost is slope times
    rate in any."""
    power: ClassVar[Callable[..., Scalar] | None] = None
    """power(port, virtual): power [W] of the force as it is on a virtual motion; linear in `virtual`, a port of the
    same kind whose rates are test rates."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.on_coordinates = cls.port is Turn

    def hides_losses(self) -> bool:
        """Whether it may lose power while it pulls at nothing, so that no motion shows how accurately losses are added up.

        Asked of the element as written.
        """
        return False
