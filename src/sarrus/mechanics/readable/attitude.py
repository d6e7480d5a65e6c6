"""The axes of a body from its turn: one angle in the plane, Bryant angles in space."""

from __future__ import annotations

from sarrus.mechanics.readable.build import ZERO, add, call, chain, components, cross, mul, neg, over, sub
from sarrus.mechanics.readable.moving import BodyNames
from sarrus.mechanics.readable.terms import BODY, Matrix, MatrixColumn, Name, Term
from sarrus.mechanics.readable.trees import Definition


def plane_axes() -> list[Definition]:
    """e_i and n_i."""
    body = BodyNames(BODY, True)
    e, n = body.axes
    cos, sin = call("cos", body.psi), call("sin", body.psi)
    return [Definition(e, components(cos, sin)), Definition(n, components(neg(sin), cos))]


def sines() -> list[Definition]:
    """s_n = sin a_n and c_n = cos a_n of the body in question."""
    found = []
    for k, angle in enumerate(BodyNames(BODY, False).angles):
        for letter, function in (("s", "sin"), ("c", "cos")):
            found.append(Definition(Name(letter, (str(k + 1),), of=BODY), call(function, angle)))
    return found


def attitude() -> list[Definition]:
    """A_i = Rx(a1) Ry(a2) Rz(a3) and its columns, and the rates of the angles; singular at a2 = +-90 deg."""
    body = BodyNames(BODY, False)
    s1, c1, s2, c2, s3, c3 = (d.name for d in sines())
    rows: tuple[Term, ...] = (
        mul(c2, c3),
        neg(mul(c2, s3)),
        s2,
        add(mul(s1, s2, c3), mul(c1, s3)),
        sub(mul(c1, c3), mul(s1, s2, s3)),
        neg(mul(s1, c2)),
        sub(mul(s1, s3), mul(c1, s2, c3)),
        add(mul(c1, s2, s3), mul(s1, c3)),
        mul(c1, c2),
    )
    back: tuple[Term, ...] = (
        c3, neg(s3), ZERO,
        mul(c2, s3), mul(c2, c3), ZERO,
        neg(mul(s2, c3)), mul(s2, s3), c2,
    )  # fmt: skip
    turning = over(chain(Matrix(back), body.turn), c2)
    columns = [Definition(axis, MatrixColumn((body.A,), k)) for k, axis in enumerate(body.axes)]
    return [
        *sines(),
        Definition(body.A, Matrix(rows)),
        *columns,
        Definition(body.eta.marked("dot"), turning),
    ]


def axis_rates(planar: bool) -> list[Definition]:
    """How the axes of every body turn."""
    body = BodyNames(BODY, planar)
    if planar:
        e, n = body.axes
        return [
            Definition(e.marked("dot"), mul(body.turn, n)),
            Definition(n.marked("dot"), neg(mul(body.turn, e))),
        ]
    found = [Definition(body.Omega, chain(body.A, body.turn))]
    for axis in body.axes:
        found.append(Definition(axis.marked("dot"), cross(body.Omega, axis)))
        found.append(Definition(axis.marked("ring"), cross(body.Omega, axis.marked("dot"))))
    return found
