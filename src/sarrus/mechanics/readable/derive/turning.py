"""How the speeds of a basis give velocity and angular velocity of a body: the kinematic equations."""

from __future__ import annotations

from sarrus.mechanics.readable.algebra.build import chain, components, cross, mul, sub, transpose
from sarrus.mechanics.readable.algebra.terms import BODY, Matrix
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.angles import AttitudeAngles
from sarrus.mechanics.readable.derive.basis import Basis
from sarrus.mechanics.readable.derive.moving import BodyNames

__all__ = ["kinematic"]


def kinematic(basis: Basis, planar: bool, angles: AttitudeAngles) -> list[Definition]:
    """Definitions with index i that follow A_i, or e_i and n_i."""
    body = BodyNames(BODY, planar)
    if planar:
        return _plane(body) if basis.velocity == "body" else []
    found: list[Definition] = []
    if basis.velocity == "body":
        found.append(Definition(body.rdot, chain(body.A, body.u)))
        found.append(Definition(body.r.marked("ring"), chain(body.A, cross(body.turn, body.u))))
    if basis.turning == "rates":
        return [*found, *_from_rates(body, angles)]
    if basis.turning == "ground":
        found.append(Definition(body.turn, chain(transpose(body.A), body.Omega)))
    return [*found, angles.rates()]


def _plane(body: BodyNames) -> list[Definition]:
    """Body components in the plane: A = [e n], the velocity, and the acceleration without udot."""
    (e, n), (x, y) = body.axes, body.along_axes
    return [
        Definition(body.A, Matrix((e, n), width=2)),
        Definition(body.u, components(x, y)),
        Definition(body.rdot, chain(body.A, body.u)),
        Definition(body.r.marked("ring"), mul(body.turn, sub(mul(x, n), mul(y, e)))),
    ]


def _from_rates(body: BodyNames, angles: AttitudeAngles) -> list[Definition]:
    """Q, the angular velocity, Q's own rate, and the angular acceleration without second rates of the angles."""
    eta = angles.eta()
    return [
        eta,
        angles.speeds(),
        Definition(body.turn, chain(body.Q, eta.name)),
        angles.rate_of_speeds(),
        Definition(body.turn.marked("ring"), chain(body.Q.marked("dot"), eta.name)),
    ]
