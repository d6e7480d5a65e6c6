"""Slots: places for typed values, and how these lie in memory.

In the plane there is no z: what cannot be anything but zero or one has no place in memory, and stays structure when a
cell is traced. Whether a body is planar is told by the kinds of its slots, body by body.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from sarrus.scalar import Graph, Node, Scalar
from sarrus.spatial import Inertia, Pose, Rotation, Symmetric, Twist, Vec3, Wrench
from sarrus.spatial.pose import flat_pose, pose_from
from sarrus.spatial.vector import EZ

T = TypeVar("T")
Flat = list[Scalar]
Symbols = Sequence[Node]
Mass = tuple[Scalar, Vec3, Symmetric]
"""Mass, mass centre, inertia matrix about it."""


@dataclass(frozen=True, eq=False)
class Kind(Generic[T]):
    """How values of one type lie in memory.

    Attributes:
        name: for messages.
        size: how many numbers a value takes.
        flat: a value as numbers.
        read: a value from numbers.
    """

    name: str
    size: int
    flat: Callable[[T], Sequence[Scalar]]
    read: Callable[[Sequence[Scalar]], T]


class Slot(NamedTuple):
    """A place for one value: it begins at `at` in an array.

    Arrays are the inputs and outputs of kernels by name, or "work".
    """

    kind: Kind[Any]
    array: str
    at: int


class Picked(NamedTuple):
    """A slot for some of the entries of a list."""

    slot: Slot
    which: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Given(Generic[T]):
    """A part of the model that cells need: a frame, a mass, an element.

    Attributes:
        structure: what must agree for two of them to share a cell.
        numbers: what may differ; expressions of the model's parameters where these stay alive.
        read: the part, from symbols in place of its numbers.
    """

    structure: Hashable
    numbers: tuple[Scalar, ...]
    read: Callable[[Graph, Symbols], T]


SCALAR: Kind[Scalar] = Kind("number", 1, lambda x: (x,), lambda flat: flat[0])


@cache
def numbers(count: int) -> Kind[Sequence[Scalar]]:
    """Several numbers."""
    return Kind("numbers", count, lambda x: x, list)


@cache
def labelled(count: int) -> Kind[Sequence[tuple[Any, ...]]]:
    """Values behind two labels each, (name, unit, value, ...) or (row, column, value); memory holds the values."""
    return Kind("labelled numbers", count, _values, lambda flat: [("", "", x) for x in flat])


def _values(found: Sequence[tuple[Any, ...]]) -> Flat:
    return [x for _, _, *values in found for x in values]


@cache
def many(kind: Kind[T], count: int) -> Kind[Sequence[T]]:
    """Several values of one kind, one after the other."""
    n = kind.size
    return Kind(
        f"{count} x {kind.name}",
        n * count,
        lambda values: [x for value in values for x in kind.flat(value)],
        lambda flat: [kind.read(flat[i : i + n]) for i in range(0, n * count, n)],
    )


@dataclass(frozen=True)
class Space:
    """The kinds of values of a body that moves in the plane, or in space."""

    planar: bool

    @cached_property
    def vector(self) -> Kind[Vec3]:
        """A position."""
        if self.planar:
            return Kind("vector", 2, lambda v: (v.x, v.y), lambda flat: Vec3(flat[0], flat[1], 0.0))
        return Kind("vector", 3, tuple, lambda flat: Vec3(*flat))

    @cached_property
    def pose(self) -> Kind[Pose]:
        """Cosine, sine, x, y; or axes and position."""
        if self.planar:
            return Kind("pose", 4, lambda X: (X.R.x.x, X.R.x.y, X.p.x, X.p.y), _planar_pose)
        return Kind("pose", 12, flat_pose, lambda flat: pose_from(list(flat)))

    @cached_property
    def twist(self) -> Kind[Twist]:
        """A velocity and an angular velocity, or their rates."""
        if self.planar:
            return Kind("twist", 3, lambda V: (V.v.x, V.v.y, V.w.z), lambda flat: Twist(*_planar_pair(flat)))
        return Kind("twist", 6, lambda V: (*V.v, *V.w), lambda flat: Twist(Vec3(*flat[:3]), Vec3(*flat[3:])))

    @cached_property
    def wrench(self) -> Kind[Wrench]:
        """A force and a torque."""
        if self.planar:
            return Kind(
                "wrench",
                3,
                lambda F: (F.force.x, F.force.y, F.torque.z),
                lambda flat: Wrench(*_planar_pair(flat)),
            )
        return Kind(
            "wrench",
            6,
            lambda F: (*F.force, *F.torque),
            lambda flat: Wrench(Vec3(*flat[:3]), Vec3(*flat[3:])),
        )

    @cached_property
    def inertia(self) -> Kind[Inertia]:
        """Mass, first moment, inertia matrix."""
        if self.planar:
            return Kind(
                "inertia",
                4,
                lambda I: (I.m, I.h.x, I.h.y, I.J.zz),
                lambda flat: Inertia(flat[0], Vec3(flat[1], flat[2], 0.0), Symmetric(zz=flat[3])),
            )
        return Kind(
            "inertia",
            10,
            lambda I: (I.m, *I.h, *I.J.elements()),
            lambda flat: Inertia(flat[0], Vec3(*flat[1:4]), Symmetric(*flat[4:])),
        )

    @cached_property
    def mass(self) -> Kind[Mass]:
        """Mass properties of a body, about its mass centre."""
        if self.planar:
            return Kind(
                "mass",
                4,
                lambda found: (found[0], found[1].x, found[1].y, found[2].zz),
                lambda flat: (flat[0], Vec3(flat[1], flat[2], 0.0), Symmetric(zz=flat[3])),
            )
        return Kind(
            "mass",
            10,
            lambda found: (found[0], *found[1], *found[2].elements()),
            lambda flat: (flat[0], Vec3(*flat[1:4]), Symmetric(*flat[4:])),
        )


PLANE, SPACE = Space(planar=True), Space(planar=False)


def _planar_pose(flat: Sequence[Scalar]) -> Pose:
    c, s, x, y = flat
    return Pose(Rotation(Vec3(c, s, 0.0), Vec3(-s, c, 0.0), EZ), Vec3(x, y, 0.0))


def _planar_pair(flat: Sequence[Scalar]) -> tuple[Vec3, Vec3]:
    return Vec3(flat[0], flat[1], 0.0), Vec3(0.0, 0.0, flat[2])


def acts(*values: Scalar) -> bool:
    """Whether any of some values is not zero by structure."""
    return any(x is not x.graph.zero if isinstance(x, Node) else x != 0.0 for x in values)
