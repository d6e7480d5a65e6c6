"""Rigid bodies and the frames fixed on them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sarrus.elements.base import Param, Resolve, Shape, as_written, bound_value
from sarrus.elements.solids.base import Solid
from sarrus.errors import ModelError, suggest
from sarrus.scalar.expression import Value
from sarrus.spatial import Inertia, Pose, Symmetric, Vec3, from_bryant, rot_z
from sarrus.spatial.rotation import IDENTITY
from sarrus.spatial.vector import ZERO

_NAME = re.compile(r"[A-Za-z0-9_-]{1,100}")
MASS = Param("kg", "mass", ge=0)
CENTER = Param("m", "mass centre, body components", Shape.VECTOR)
INERTIA = Param("kg m^2", "inertia about the mass centre")
PRODUCTS = Param("kg m^2", "products of inertia xy, xz, yz about the mass centre, as integrals", Shape.VECTOR)
AT = Param("m", "position in the frame it is placed on", Shape.VECTOR)
TURN = Param("rad", "turn against the frame it is placed on: an angle in the plane, Bryant angles in space")


@dataclass(frozen=True)
class Frame:
    """A named frame on a body, to be used as an end of joints and forces."""

    path: str

    def __repr__(self) -> str:
        return f"Frame({self.path!r})"


@dataclass(frozen=True)
class Placement:
    """Where a frame sits: position `at` and `turn` in the frame `on` (the body frame when empty), as written."""

    at: tuple[Value, ...] = ()
    turn: tuple[Value, ...] = ()
    on: str = ""


class Frames:
    """Something frames are fixed on: ground or a body."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.placements: dict[str, Placement] = {}

    @property
    def path(self) -> str:
        """The frame of the body itself."""
        return self.name

    def point(self, name: str, at: Any) -> Frame:
        """Add a point, with axes parallel to the body frame."""
        return self.frame(name, at)

    def frame(self, name: str, at: Any = (), turn: Any = (), on: str | Frame = "") -> Frame:
        """Add a frame at a position, turned, relative to the body frame or to another frame of this body."""
        where = f"{self.name}.{name}"
        if not _NAME.fullmatch(name):
            raise ModelError.one(
                "", f"'{name}' is not a name of a frame", "Names have letters, digits, _ and - only"
            )
        if name in self.frame_names():
            taken = ", ".join(self.frame_names())
            raise ModelError.one("", f"the frame name '{where}' is taken", f"Taken are: {taken}")
        if not isinstance(at, (tuple, list)):
            raise ModelError.one(
                "", f"the position of '{where}' is {at!r}", "It is a list of coordinates, (x, y)"
            )
        other = str(getattr(on, "path", on)).removeprefix(f"{self.name}.")
        turns = turn if isinstance(turn, (tuple, list)) else (turn,)
        self.placements[name] = Placement(
            as_written(tuple(at), where), as_written(tuple(turns), where), "" if other == self.name else other
        )
        return Frame(where)

    def frame_names(self) -> tuple[str, ...]:
        """Frames by name, without the body frame itself."""
        return tuple(self.placements)

    def __getattr__(self, name: str) -> Frame:
        if name.startswith("_") or name in ("placements", "name", "solid"):
            raise AttributeError(name)
        if name in self.frame_names():
            return Frame(f"{self.name}.{name}")
        raise AttributeError(
            f"'{self.name}' has no frame '{name}'; it has: {', '.join(self.frame_names()) or 'none'}. "
            f"{suggest(name, self.frame_names())}".strip()
        )

    def brought(self, resolve: Resolve, planar: bool) -> dict[str, Pose]:
        """Frames that come with the body, before the placed ones."""
        return {}

    def poses(self, resolve: Resolve, planar: bool) -> dict[str, Pose]:
        """Pose X_BF of every frame; placements must not go round in a circle (the model check sees to it)."""
        done = {"": Pose(), **self.brought(resolve, planar)}
        waiting = dict(self.placements)
        while waiting:
            name = next((n for n, p in waiting.items() if p.on in done), None)
            if name is None:
                raise ModelError.one(
                    self.name, f"frames {', '.join(waiting)} rest on each other or on nothing."
                )
            placed = waiting.pop(name)
            done[name] = done[placed.on] @ _pose(placed, f"{self.name}.{name}", resolve, planar)
        return done


def _pose(placed: Placement, path: str, resolve: Resolve, planar: bool) -> Pose:
    """A placement as a pose. What was not written is structure: a point has no rotation to compute."""
    p, R = ZERO, IDENTITY
    if placed.at:
        p = bound_value(AT, placed.at, path, resolve, planar)  # type: ignore[assignment]
    if placed.turn:
        angles = [resolve(f"{path}.turn{i + 1}", a, TURN.unit) for i, a in enumerate(placed.turn)]
        R = rot_z(angles[0]) if planar else from_bryant(*angles)
    return Pose(R, p)


class Ground(Frames):
    """What does not move."""

    def __init__(self) -> None:
        super().__init__("ground")


class Body(Frames):
    """A rigid body: a solid, or mass, mass centre and inertia as given numbers.

    In the plane `inertia` is one number; in space three principal moments (with `products` beside them if the axes
    are not principal) or the rows of the inertia matrix. It is about the mass centre, in body axes.
    """

    def __init__(
        self,
        name: str,
        solid: Solid | None = None,
        *,
        mass: Any = None,
        center: Any = None,
        inertia: Any = None,
        products: Any = None,
        points: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(name)
        self.solid = solid
        self.mass: Any
        self.center: Any
        self.inertia: Any
        self.products: Any
        self.mass, self.center, self.inertia, self.products = (
            None if v is None else as_written(v, f"body '{name}'") for v in (mass, center, inertia, products)
        )
        if solid is not None and any(v is not None for v in (mass, center, inertia, products)):
            raise ModelError.one(
                f"body '{name}'",
                f"has a {solid.keyword} and also mass, center or inertia of its own.",
                "One description of its inertia is allowed.",
                "Leave one of them out.",
            )
        for point, at in (points or {}).items():
            self.point(point, at)

    def frame_names(self) -> tuple[str, ...]:
        """Frames the solid brings, then the placed ones."""
        return (*(() if self.solid is None else self._solid_points()), *self.placements)

    def _solid_points(self) -> tuple[str, ...]:
        assert self.solid is not None
        return tuple(self.solid.bind(lambda path, value, unit: 1.0, False).points())

    def brought(self, resolve: Resolve, planar: bool) -> dict[str, Pose]:
        """Points of the solid."""
        if self.solid is None:
            return {}
        return {n: Pose(IDENTITY, p) for n, p in self._bound(resolve, planar).points().items()}

    def _bound(self, resolve: Resolve, planar: bool) -> Solid:
        assert self.solid is not None
        return self.solid.bind(lambda path, value, unit: resolve(f"{self.name}{path}", value, unit), planar)

    def mass_properties(self, resolve: Resolve, planar: bool) -> tuple[Any, Vec3, Symmetric]:
        """Mass, mass centre and inertia matrix about it, in body components."""
        if self.solid is not None:
            solid = self._bound(resolve, planar)
            J = solid.inertia()
            return solid.mass, solid.center(), Symmetric(zz=J.zz) if planar else J
        mass = resolve(f"{self.name}.mass", self.mass, MASS.unit)
        center = ZERO
        if self.center is not None:
            center = bound_value(CENTER, self.center, f"{self.name}.center", resolve, planar)  # type: ignore[assignment]
        return mass, center, self._matrix(resolve, planar)

    def _matrix(self, resolve: Resolve, planar: bool) -> Symmetric:
        def number(value: Any, axes: str) -> Any:
            return resolve(f"{self.name}.inertia.{axes}", value, INERTIA.unit)

        J = self.inertia
        if planar:
            return Symmetric(zz=number(J, "zz"))
        if isinstance(J[0], tuple):
            rows = [
                Vec3(*(number(v, f"{a}{b}") for b, v in zip("xyz", row, strict=True)))
                for a, row in zip("xyz", J, strict=True)
            ]
            return Inertia.from_matrix((rows[0], rows[1], rows[2]))
        moments = Vec3(*(number(v, 2 * a) for a, v in zip("xyz", J, strict=True)))
        if self.products is None:
            return Symmetric(*moments)
        return Inertia.from_products(
            moments, Vec3(*(number(v, a) for a, v in zip(("xy", "xz", "yz"), self.products, strict=True)))
        )

    def __repr__(self) -> str:
        return f"Body({self.name!r}: {self.solid or f'mass={self.mass}'})"
