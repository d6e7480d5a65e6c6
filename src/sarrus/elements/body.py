"""Rigid bodies, the solids they are made of, and the frames fixed on them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

from sarrus.elements.base import Param, Resolve, Shape, as_written, bound_value, without_arrays
from sarrus.elements.lying import plane_as_written
from sarrus.elements.solids.base import Solid
from sarrus.elements.turns import GivenTurn, given_turn, rotation_of
from sarrus.errors import ModelError, quote, suggest
from sarrus.scalar import Scalar, where
from sarrus.scalar.expression import Value
from sarrus.spatial import Inertia, Pose, Symmetric, Vec3, from_bryant, rot_z
from sarrus.spatial.inertia import steiner
from sarrus.spatial.rotation import IDENTITY
from sarrus.spatial.vector import ZERO

if TYPE_CHECKING:
    from sarrus.elements.written import Number, NumberRows, Vector

    Placed = Solid | tuple[Solid] | tuple[Solid, Vector] | tuple[Solid, Vector, Number | Vector | GivenTurn]

_NAME = re.compile(r"[A-Za-z0-9_-]{1,100}")
MASS = Param("kg", "mass", ge=0)
CENTER = Param("m", "mass centre, body components", Shape.VECTOR)
INERTIA = Param("kg m^2", "inertia about the mass centre")
PRODUCTS = Param("kg m^2", "products of inertia xy, xz, yz about the mass centre, as integrals", Shape.VECTOR)
AT = Param("m", "position in the frame it is placed on", Shape.VECTOR)
TURN = Param(
    "rad",
    "turn against the frame it is placed on: an angle in the plane; in space Bryant angles, or a sequence with its angles, or "
    "a quaternion",
)

CENTER_NAME = "center"
SHOWN_FRAMES = 12
_INNER = frozenset(
    (
        "bound_solids",
        "brought",
        "guided",
        "center_at",
        "given",
        "has_frame",
        "holder",
        "mass_properties",
        "placements",
        "poses",
        "solids",
    )
)
"""Attributes that other parts of the program use; completion does not offer them."""


@dataclass(frozen=True)
class Frame:
    """A named frame on a body, to be used as an end of joints and forces."""

    path: str
    holder: Frames | None = field(default=None, compare=False)
    """What it is fixed on."""

    def __repr__(self) -> str:
        return f"Frame({self.path!r})"


@dataclass(frozen=True)
class Placement:
    """Where a frame sits: position `at` and `turn` in the frame `on` (the body frame when empty), as written.

    The numbers of the turn are of the `form` "3-1-3" or "quaternion"; where that is empty, an angle in the plane, Bryant
    angles in space.
    """

    at: tuple[Value, ...] = ()
    turn: tuple[Value, ...] = ()
    on: str = ""
    form: str = ""

    @property
    def turn_unit(self) -> str:
        """SI unit of the numbers of the turn."""
        return GivenTurn(self.form, self.turn).unit


@dataclass(frozen=True)
class SolidPart:
    """One of several solids of a body, and where its own frame sits on the body."""

    solid: Solid
    placed: Placement = Placement()

    @staticmethod
    def of(given: Any, where: str) -> SolidPart:
        """A part as written in Python: a solid, or a tuple of solid, position and turn."""
        if isinstance(given, SolidPart):
            return given
        items = given if isinstance(given, tuple) else (given,)
        if not items or not isinstance(items[0], Solid) or len(items) > 3:
            raise ModelError.one(
                where,
                f"is of the type {type(given).__name__}",
                "A part is a solid, or (solid, position) or (solid, position, turn)",
            )
        at, turn = (*items[1:], (), ())[:2]
        return SolidPart(items[0], _placement(at, turn, "", where))


class Frames:
    """Something frames are fixed on: ground or a body."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.placements: dict[str, Placement] = {}

    @property
    def path(self) -> str:
        """The frame of the body itself."""
        return self.name

    @property
    def holder(self) -> Frames:
        """What its own frame is fixed on."""
        return self

    def point(self, name: str, at: Vector) -> Frame:
        """Add a point, with axes parallel to the body frame."""
        return self.frame(name, at)

    def frame(
        self,
        name: str,
        at: Vector = (),
        turn: Number | Vector | GivenTurn = (),
        on: str | Frame | Frames = "",
    ) -> Frame:
        """Add a frame at a position, turned, relative to the body frame or to another frame of this body."""
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            shown = quote(name) if isinstance(name, str) else f"a {type(name).__name__}"
            raise ModelError.one(
                "", f"{shown} is not a name of a frame", "Names have letters, digits, _ and - only"
            )
        where = f"{self.name}.{name}"
        if self.has_frame(name):
            taken = ", ".join(self.frame_names()[:40])
            raise ModelError.one("", f"the frame name '{where}' is taken", f"Taken are: {taken}")
        if not isinstance(on, str | Frame | Frames):
            raise ModelError.one("", f"frame '{where}' rests on a {type(on).__name__}", "It rests on a frame")
        other = (on if isinstance(on, str) else on.path).removeprefix(f"{self.name}.")
        self.placements[name] = _placement(at, turn, "" if other == self.name else other, where)
        return Frame(where, self)

    def frame_names(self) -> tuple[str, ...]:
        """Frames by name, without the body frame itself."""
        return tuple(self.placements)

    def has_frame(self, name: str) -> bool:
        """Whether a frame has this name; asked for every frame of a large model, so nothing is listed."""
        return name in self.placements

    def __getattr__(self, name: str) -> Frame:
        """A frame by its name; `_` also stands for the `-` that Python has no names with."""
        if name.startswith("_") or name in ("placements", "name", "solid", "parts"):
            raise AttributeError(name)
        if self.has_frame(name):
            return Frame(f"{self.name}.{name}", self)
        for frame in self.frame_names():
            if frame.replace("-", "_") == name:
                return Frame(f"{self.name}.{frame}", self)
        raise AttributeError(
            f"'{self.name}' has no frame '{name}'; it has: {', '.join(self.frame_names()) or 'none'}. "
            f"{suggest(name, self.frame_names())}".strip()
        )

    def __dir__(self) -> list[str]:
        """What a user asks it for: its frames among that, and nothing that the program alone needs."""
        frames = (name.replace("-", "_") for name in self.frame_names())
        return sorted({*super().__dir__(), *filter(str.isidentifier, frames)} - _INNER)

    def __repr__(self) -> str:
        named = ", ".join(self.frame_names()[:SHOWN_FRAMES])
        more = len(self.frame_names()) - SHOWN_FRAMES
        return f"{type(self).__name__}({named or 'no points'}{f' and {more} more' if more > 0 else ''})"

    def brought(self, resolve: Resolve, planar: bool) -> dict[str, Pose]:
        """Frames that come with the body, before the placed ones."""
        return {}

    def poses(self, resolve: Resolve, planar: bool) -> dict[str, Pose]:
        """Pose X_BF of every frame; placements must not go round in a circle (the model check sees to it)."""
        done = {"": Pose(), **self.brought(resolve, planar)}
        placements = list(self.placements.items())
        resting: dict[str, list[int]] = {}
        for i, (_, placed) in enumerate(placements):
            if placed.on not in done:
                resting.setdefault(placed.on, []).append(i)
        # a heap: of those that can be placed, always the one written first
        ready = [i for i, (_, placed) in enumerate(placements) if placed.on in done]
        while ready:
            name, placed = placements[heappop(ready)]
            done[name] = done[placed.on] @ _pose(placed, f"{self.name}.{name}", resolve, planar)
            for i in resting.get(name, ()):
                heappush(ready, i)
        if waiting := [name for name in self.placements if name not in done]:
            raise ModelError.one(self.name, f"frames {', '.join(waiting)} rest on each other or on nothing.")
        return done


def _placement(at: Any, turn: Any, on: str, where: str) -> Placement:
    """A placement from what the user gave."""
    at, turn = without_arrays(at), without_arrays(turn)
    if not isinstance(at, (tuple, list)):
        raise ModelError.one(
            "",
            f"the position of {quote(where)} is of the type {type(at).__name__}",
            "It is a list of coordinates, (x, y)",
        )
    if isinstance(turn, GivenTurn | Mapping):
        given = given_turn(turn, where)
        return Placement(as_written(tuple(at), where), given.numbers, on, given.form)
    turns = turn if isinstance(turn, (tuple, list)) else (turn,)
    return Placement(as_written(tuple(at), where), as_written(tuple(turns), where), on)


def _pose(placed: Placement, path: str, resolve: Resolve, planar: bool) -> Pose:
    """A placement as a pose. What was not written is structure: a point has no rotation to compute."""
    p, R = ZERO, IDENTITY
    if placed.at:
        p = bound_value(AT, placed.at, path, resolve, planar)
    if placed.turn:
        numbers = [resolve(f"{path}.turn{i + 1}", a, placed.turn_unit) for i, a in enumerate(placed.turn)]
        if placed.form:
            R = rotation_of(placed.form, numbers)
        else:
            R = rot_z(numbers[0]) if planar or len(numbers) == 1 else from_bryant(*numbers)
    return Pose(R, p)


class Ground(Frames):
    """What does not move."""

    def __init__(self) -> None:
        super().__init__("ground")


class Body(Frames):
    """A rigid body: a solid, several of them, or mass, mass centre and inertia as given numbers.

    In the plane `inertia` is one number; in space three principal moments (with `products` beside them if the axes
    are not principal) or the rows of the inertia matrix. It is about the mass centre, in body axes.

    The mass centre is the point `center` of every body; nothing else on it has that name.

    Several solids are `parts` by name, each where the body frame is or placed by a position and a turn. Masses add up,
    and moments of inertia once they are turned into body axes and moved to the common mass centre. A part brings its
    own frame under its name, and its points as `part-point`; in Python `_` stands for that `-`.

    A body may have a plane of its own: "xy", "space", or the x-y plane of a frame on ground, "ground.tilted". It is then
    written as planar bodies are (points with two numbers, one number for the inertia), and its guide holds it there, at the
    height `layer` above the plane. What acts out of the plane is the load of the guide, the joint `body-plane`.

    Example:
        >>> from sarrus import Cylinder, Rod
        >>> bar, disk = Rod(length=0.6, mass=1), Cylinder(length=0.02, radius=0.1, mass=2)
        >>> body = Body("pendulum", parts={"bar": bar, "disk": (disk, (0.6, 0, -0.01), (0, "-90 deg", 0))})
        >>> body.bar_end, body.disk
        (Frame('pendulum.bar-end'), Frame('pendulum.disk'))
    """

    def __init__(
        self,
        name: str,
        solid: Solid | None = None,
        *,
        parts: Mapping[str, Placed | SolidPart] | None = None,
        mass: Number | None = None,
        center: Vector | None = None,
        inertia: Number | Vector | NumberRows | None = None,
        products: Vector | None = None,
        points: Mapping[str, Vector] | None = None,
        plane: str | Frame | None = None,
        layer: Number | None = None,
    ) -> None:
        if not isinstance(name, str):
            raise ModelError.one(
                "", f"the name of a body is of the type {type(name).__name__}", "", 'Write Body("name", ...)'
            )
        if solid is not None and not isinstance(solid, Solid):
            raise ModelError.one(
                f"body {quote(name)}",
                f"the solid is of the type {type(solid).__name__}",
                "It is a solid, such as Rod or Box",
            )
        for label, given in (("parts", parts), ("points", points)):
            if given is not None and not isinstance(given, Mapping):
                raise ModelError.one(
                    f"body {quote(name)}",
                    f"its {label} are of the type {type(given).__name__}",
                    "They are a dictionary",
                )
        super().__init__(name)
        self.solid = solid
        self.parts = {key: SolidPart.of(given, f"{name}.{key}") for key, given in (parts or {}).items()}
        self.mass: Any
        self.center_at: Any
        self.inertia: Any
        self.products: Any
        self.mass, self.center_at, self.inertia, self.products = (
            None if v is None else as_written(v, f"body {quote(name)}")
            for v in (mass, center, inertia, products)
        )
        self.plane = plane_as_written(plane, f"body {quote(name)}")
        self.layer: Any = None if layer is None else as_written(layer, f"body {quote(name)}")
        self.guided = ""
        """The frame on ground in whose x-y plane it is held, by its path; empty of a body that nothing but its mechanism holds
        in the plane. A snapshot knows it."""
        self._check_description()
        for point, at in (points or {}).items():
            self.point(point, at)

    def _check_description(self) -> None:
        """One description of the inertia, and part names that make frame names."""
        where = f"body '{self.name}'"
        given = [] if self.solid is None else [f"a {self.solid.keyword}"]
        given += ["parts"] if self.parts else []
        if self.given():
            given.append("mass, center or inertia of its own")
        if len(given) > 1:
            raise ModelError.one(
                where,
                f"has {' and also '.join(given)}.",
                "One description of its inertia is allowed.",
                "Leave one of them out.",
            )
        if CENTER_NAME in self.parts:
            raise ModelError.one(
                where,
                f"has a part '{CENTER_NAME}'",
                f"'{self.name}.{CENTER_NAME}' is its mass centre",
                "Rename the part",
            )
        names = self.frame_names()
        for name in names:
            if not _NAME.fullmatch(name):
                raise ModelError.one(
                    where, f"'{name}' is not a name of a part", "Names have letters, digits, _ and - only"
                )
        if len(set(names)) < len(names):
            twice = next(n for n in names if names.count(n) > 1)
            raise ModelError.one(where, f"two of its parts bring a frame '{twice}'", "", "Rename a part")

    def given(self) -> dict[str, Any]:
        """What describes a body that is not a solid, as far as it was given, as written."""
        numbers = {
            "mass": self.mass,
            "center": self.center_at,
            "inertia": self.inertia,
            "products": self.products,
        }
        return {key: value for key, value in numbers.items() if value is not None}

    @property
    def center(self) -> Frame:
        """The mass centre, as an end of joints and forces; where it was given as numbers, they are `center_at`."""
        return Frame(f"{self.name}.{CENTER_NAME}", self)

    @property
    def solids(self) -> dict[str, SolidPart]:
        """What it is made of, by name: its parts, or its one solid under an empty name."""
        return self.parts if self.solid is None else {"": SolidPart(self.solid)}

    def frame_names(self) -> tuple[str, ...]:
        """Frames the solids bring, the mass centre, then the placed ones."""
        brought: list[str] = []
        for part, item in self.solids.items():
            points = item.solid.point_names()
            brought += [part, *(f"{part}-{point}" for point in points)] if part else points
        if CENTER_NAME not in brought:
            brought.append(CENTER_NAME)
        return (*brought, *self.placements)

    def has_frame(self, name: str) -> bool:
        """Whether it is placed, a part, the mass centre, or a point of a solid; only the solid in question names its points."""
        if name in self.placements or name in self.parts or name == CENTER_NAME:
            return True
        if self.solid is not None:
            return name in self.solid.point_names()
        return any(
            name.startswith(f"{part}-") and name.removeprefix(f"{part}-") in item.solid.point_names()
            for part, item in self.parts.items()
        )

    def brought(self, resolve: Resolve, planar: bool) -> dict[str, Pose]:
        """Frames of the parts and points of the solids."""
        found: dict[str, Pose] = {}
        for part, (X_BS, solid) in self.bound_solids(resolve, planar).items():
            if part:
                found[part] = X_BS
            for point, p in solid.points().items():
                found[f"{part}-{point}" if part else point] = X_BS @ Pose(IDENTITY, p)
        if CENTER_NAME not in found:
            found[CENTER_NAME] = Pose(IDENTITY, self._center(resolve, planar))
        return found

    def poses(self, resolve: Resolve, planar: bool) -> dict[str, Pose]:
        """Pose X_BF of every frame."""
        return super().poses(resolve, planar or bool(self.guided))

    def bound_solids(self, resolve: Resolve, planar: bool) -> dict[str, tuple[Pose, Solid]]:
        """Pose X_BS of every solid on the body, and the solid in numbers or expressions."""
        planar = planar or bool(self.guided)
        found: dict[str, tuple[Pose, Solid]] = {}
        for part, item in self.solids.items():
            owner = f"{self.name}.{part}" if part else self.name

            def within(path: str, value: Value, unit: str, owner: str = owner) -> Any:
                return resolve(f"{owner}{path}", value, unit)

            X_BS = _pose(item.placed, owner, resolve, planar)
            found[part] = X_BS, item.solid.bind(within, planar)
        return found

    def mass_properties(self, resolve: Resolve, planar: bool) -> tuple[Any, Vec3, Symmetric]:
        """Mass, mass centre and inertia matrix about it, in body components."""
        planar = planar or bool(self.guided)
        if self.solids:
            solids = self.bound_solids(resolve, planar)
            mass, center, J = (
                _united(list(solids.values())) if self.parts else solids[""][1].mass_properties()
            )
            return mass, center, Symmetric(zz=J.zz) if planar else J
        mass = resolve(f"{self.name}.mass", self.mass, MASS.unit)
        return mass, self._center(resolve, planar), self._matrix(resolve, planar)

    def _center(self, resolve: Resolve, planar: bool) -> Vec3:
        """Mass centre in body components."""
        if self.solids:
            return self.mass_properties(resolve, planar)[1]
        if self.center_at is None:
            return ZERO
        center: Vec3 = bound_value(CENTER, self.center_at, f"{self.name}.center", resolve, planar)
        return center

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
        parts = ", ".join(f"{name} {part.solid.keyword}" for name, part in self.parts.items())
        return f"Body({self.name!r}: {self.solid or parts or f'mass={self.mass}'})"


def _united(solids: Sequence[tuple[Pose, Solid]]) -> tuple[Scalar, Vec3, Symmetric]:
    """Mass, mass centre and inertia matrix about it of solids placed on one body (turned, parallel axes)."""
    mass: Scalar = 0.0
    moment = ZERO
    centers = [(X @ Pose(IDENTITY, solid.center())).p for X, solid in solids]
    for c, (_, solid) in zip(centers, solids, strict=True):
        mass, moment = mass + solid.mass, moment + c * solid.mass
    center = moment * (1.0 / where(0.0 < mass, mass, 1.0))  # a body without mass has its centre anywhere
    J = Symmetric()
    for c, (X, solid) in zip(centers, solids, strict=True):
        J = J + solid.inertia().turned(X.R) + steiner(solid.mass, c - center)
    return mass, center, J
