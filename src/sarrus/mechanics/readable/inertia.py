"""Mass matrix and forces of one body, printed once with index i.

plane   M = [m I, h n; h n^T, J]             f = (m gamma + h psidot^2 e,  h n . gamma)
space   M = [m I, -m A s~; m s~ A^T, J]      f = (m (gamma - A w~ w~ s),  m s~ A^T gamma - w~ J w)
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sarrus.mechanics.readable.build import (
    IDENTITY,
    ZERO,
    add,
    chain,
    components,
    dot,
    is_zero,
    mul,
    neg,
    power,
    sub,
    tilde,
    transpose,
)
from sarrus.mechanics.readable.moving import BodyNames
from sarrus.mechanics.readable.numbers import NamedNumbers
from sarrus.mechanics.readable.terms import BODY, COLUMN, MATRIX, ROW, Matrix, Name, Null, Stack, Term
from sarrus.mechanics.readable.trees import Definition
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
    """

    masses: list[Definition] = field(default_factory=list)
    lines: list[list[Definition]] = field(default_factory=list)
    table: list[list[Definition]] = field(default_factory=list)
    shared: list[Definition] = field(default_factory=list)


def inertia_of(
    numbers: NamedNumbers, found: dict[str, Properties], gamma: Term | None, applied: bool
) -> BodyInertia:
    """M_i and f_i for the bodies of a model.

    Args:
        numbers: names of the numbers.
        found: mass properties by body.
        gamma: acceleration of free fall, if there is one.
        applied: whether forces act on single bodies.
    """
    result = BodyInertia()
    for name, (mass, _, _) in found.items():
        m = Name("m", (name,))
        value = numbers.formula(mass)
        if value != m:
            result.masses.append(Definition(m, value))
    (_in_plane if numbers.model.planar else _in_space)(numbers, found, gamma, result)
    if applied:
        f = result.shared.pop()
        own = () if all(map(is_zero, f.value.parts)) else (f.value,)
        result.shared.append(Definition(f.name, add(*own, f.name.marked("a"))))
    return result


def _in_plane(
    numbers: NamedNumbers, found: dict[str, Properties], gamma: Term | None, result: BodyInertia
) -> None:
    moved = {name: Inertia.about_center(*p) for name, p in found.items()}
    firsts = [{name: numbers.formula(list(inertia.h)[k]) for name, inertia in moved.items()} for k in (0, 1)]
    used = [
        axis
        for axis, values in zip("xy", firsts, strict=True)
        if any(not is_zero(v) for v in values.values())
    ]
    body = BodyNames(BODY, True)
    e, n = body.axes
    across: Term = Null(COLUMN)
    inward: Term = Null(COLUMN)
    for axis in used:
        # with one component in use the letter needs no axis
        index = () if used == ["x"] else (axis,)
        h = Name("h", (*index, BODY))
        values = firsts["xy".index(axis)]
        result.lines.append([Definition(Name("h", (*index, name)), v) for name, v in values.items()])
        across = add(across, mul(h, n) if axis == "x" else neg(mul(h, e)))
        inward = add(inward, mul(h, power(body.turn, 2), e if axis == "x" else n))
    result.lines.append(
        [Definition(Name("J", (name,)), numbers.formula(inertia.J.zz)) for name, inertia in moved.items()]
    )
    m, J = Name("m", (BODY,)), Name("J", (BODY,))
    corner = Null(ROW) if is_zero(across) else transpose(across)
    M = Matrix((mul(m, IDENTITY), across, corner, J), width=2)
    weight, moment = (Null(COLUMN), ZERO) if gamma is None else (mul(m, gamma), dot(across, gamma))
    result.shared += [
        Definition(Name("M", (BODY,), MATRIX), M),
        Definition(Name("f", (BODY,), COLUMN), Stack((add(weight, inward), moment))),
    ]


def _in_space(
    numbers: NamedNumbers, found: dict[str, Properties], gamma: Term | None, result: BodyInertia
) -> None:
    body = BodyNames(BODY, False)
    A, w = body.A, body.turn
    m, J = Name("m", (BODY,)), Name("J", (BODY,), MATRIX)
    centers = {name: components(*map(numbers.formula, c)) for name, (_, c, _) in found.items()}
    eccentric = any(not is_zero(c) for c in centers.values())
    about = J.marked("C") if eccentric else J
    s: Term = Name("s", (BODY,), COLUMN) if eccentric else Null(COLUMN)
    if eccentric:
        result.table.append([Definition(Name("s", (name,), COLUMN), c) for name, c in centers.items()])
    result.table.append(
        [
            Definition(Name("J", (name,), MATRIX, about.mark), _matrix(numbers, S))
            for name, (_, _, S) in found.items()
        ]
    )
    if eccentric:
        result.shared.append(Definition(J, sub(about, mul(m, chain(tilde(s), tilde(s))))))
    across = neg(mul(m, chain(A, tilde(s)))) if eccentric else Null(MATRIX)
    back = mul(m, chain(tilde(s), transpose(A))) if eccentric else Null(MATRIX)
    M = Matrix((mul(m, IDENTITY), across, back, J), width=2)
    inward = chain(A, tilde(w), tilde(w), s) if eccentric else Null(COLUMN)
    force = mul(m, sub(Null(COLUMN) if gamma is None else gamma, inward))
    moment = Null(COLUMN) if gamma is None or not eccentric else mul(m, chain(tilde(s), transpose(A), gamma))
    result.shared += [
        Definition(Name("M", (BODY,), MATRIX), M),
        Definition(Name("f", (BODY,), COLUMN), Stack((force, sub(moment, chain(tilde(w), J, w))))),
    ]


def _matrix(numbers: NamedNumbers, S: Symmetric) -> Term:
    xx, yy, zz, xy, xz, yz = map(numbers.formula, S.elements())
    if all(is_zero(product) for product in (xy, xz, yz)):
        return Matrix((xx, yy, zz), diagonal=True)
    return Matrix((xx, xy, xz, xy, yy, yz, xz, yz, zz))
