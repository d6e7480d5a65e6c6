"""The axes of a body from its turn: one angle in the plane, three in space."""

from __future__ import annotations

from sarrus.mechanics.readable.algebra.build import (
    call,
    chain,
    components,
    cross,
    mul,
    neg,
)
from sarrus.mechanics.readable.algebra.terms import BODY, MatrixColumn
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.angles import AttitudeAngles
from sarrus.mechanics.readable.derive.moving import BodyNames


def plane_axes() -> list[Definition]:
    """e_i and n_i."""
    body = BodyNames(BODY, True)
    e, n = body.axes
    cos, sin = call("cos", body.psi), call("sin", body.psi)
    return [Definition(e, components(cos, sin)), Definition(n, components(neg(sin), cos))]


def attitude(angles: AttitudeAngles) -> list[Definition]:
    """A_i and its columns, with the sines and cosines of the angles."""
    body = BodyNames(BODY, False)
    columns = [Definition(axis, MatrixColumn((body.A,), k)) for k, axis in enumerate(body.axes)]
    return [*angles.sines(), angles.attitude(), *columns]


def axis_rates(planar: bool, known: bool = False) -> list[Definition]:
    """How the axes of every body turn; in space Omega comes first unless it is known."""
    body = BodyNames(BODY, planar)
    if planar:
        e, n = body.axes
        return [
            Definition(e.marked("dot"), mul(body.turn, n)),
            Definition(n.marked("dot"), neg(mul(body.turn, e))),
        ]
    found = [] if known else [Definition(body.Omega, chain(body.A, body.turn))]
    for axis in body.axes:
        found.append(Definition(axis.marked("dot"), cross(body.Omega, axis)))
        found.append(Definition(axis.marked("ring"), cross(body.Omega, axis.marked("dot"))))
    return found
