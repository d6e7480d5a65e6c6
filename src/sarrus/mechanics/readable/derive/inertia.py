"""Masses under their printed names: first moments and inertias of every body."""

from __future__ import annotations

from dataclasses import dataclass, field

from sarrus.mechanics.readable.algebra.build import ZERO, components, is_zero
from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, MATRIX, Matrix, Name, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.numbers import NamedNumbers
from sarrus.scalar import Scalar
from sarrus.spatial import Inertia, Symmetric, Vec3

Properties = tuple[Scalar, Vec3, Symmetric]
"""Traced mass, mass centre and inertia about it."""


@dataclass
class BodyInertia:
    """What belongs to the masses.

    Attributes:
        masses: m of each body where it is more than a number of the table.
        lines: first moments and inertias, a list per kind, a definition per body.
        table: quantities in body components that the table gives (space): mass centres, inertias about them.
        shared: definitions that hold for every body: J_i in space, then M_i, f_i.
        first: first moments h_x, h_y with index i, in the plane; zero where no body has one.
        eccentric: whether a mass centre is not at the origin of its body frame, in space.
        gamma: acceleration of free fall, if there is one.
        applied: whether forces act on single bodies.
        apart: whether velocity terms stand beside f_i, as q^G_i.
        about: which point inertias in the plane are about, in words.
    """

    gamma: Term | None = None
    applied: bool = False
    masses: list[Definition] = field(default_factory=list)
    lines: list[list[Definition]] = field(default_factory=list)
    table: list[list[Definition]] = field(default_factory=list)
    shared: list[Definition] = field(default_factory=list)
    first: tuple[Term, Term] = (ZERO, ZERO)
    eccentric: bool = False
    apart: bool = False
    about: str = "frame origin"


def inertia_of(
    numbers: NamedNumbers, found: dict[str, Properties], gamma: Term | None, applied: bool
) -> BodyInertia:
    """Names of the masses of a model.

    Args:
        numbers: names of the numbers.
        found: mass properties by body.
        gamma: acceleration of free fall, if there is one.
        applied: whether forces act on single bodies.
    """
    result = BodyInertia(gamma, applied)
    for name, (mass, _, _) in found.items():
        m = Name("m", (name,))
        value = numbers.formula(mass)
        if value != m:
            result.masses.append(Definition(m, value))
    (_in_plane if numbers.model.planar else _in_space)(numbers, found, result)
    return result


def _in_plane(numbers: NamedNumbers, found: dict[str, Properties], result: BodyInertia) -> None:
    moved = {name: Inertia.about_center(*p) for name, p in found.items()}
    firsts = [{name: numbers.formula(list(inertia.h)[k]) for name, inertia in moved.items()} for k in (0, 1)]
    used = [
        axis
        for axis, values in zip("xy", firsts, strict=True)
        if any(not is_zero(v) for v in values.values())
    ]
    h: dict[str, Term] = {"x": ZERO, "y": ZERO}
    for axis in used:
        # with one component in use the letter needs no axis
        index = () if used == ["x"] else (axis,)
        h[axis] = Name("h", (*index, BODY))
        values = firsts["xy".index(axis)]
        result.lines.append([Definition(Name("h", (*index, name)), v) for name, v in values.items()])
    result.first = h["x"], h["y"]
    result.lines.append(
        [Definition(Name("J", (name,)), numbers.formula(inertia.J.zz)) for name, inertia in moved.items()]
    )


def _in_space(numbers: NamedNumbers, found: dict[str, Properties], result: BodyInertia) -> None:
    centers = {name: components(*map(numbers.formula, c)) for name, (_, c, _) in found.items()}
    result.eccentric = any(not is_zero(c) for c in centers.values())
    if result.eccentric:
        result.table.append([Definition(Name("s", (name,), COLUMN), c) for name, c in centers.items()])
    mark = "C" if result.eccentric else ""
    result.table.append(
        [
            Definition(Name("J", (name,), MATRIX, mark), _matrix(numbers, S))
            for name, (_, _, S) in found.items()
        ]
    )


def _matrix(numbers: NamedNumbers, S: Symmetric) -> Term:
    xx, yy, zz, xy, xz, yz = map(numbers.formula, S.elements())
    if all(is_zero(product) for product in (xy, xz, yz)):
        return Matrix((xx, yy, zz), diagonal=True)
    return Matrix((xx, xy, xz, xy, yy, yz, xz, yz, zz))
