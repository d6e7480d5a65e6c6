"""Kinetic and potential energy of any body, and what follows from them by differentiation.

plane   T = m/2 rdot . rdot + psidot (h_x n - h_y e) . rdot + J/2 psidot^2
space   T = m/2 rdot . rdot + m rdot . A (omega x s) + 1/2 omega . J omega         V = - m gamma . (r + A s)

With quasi-velocities u = A^T rdot the energy has no attitude in it: T = m/2 u . u + m u . (omega x s) + 1/2 omega . J omega.
"""

from __future__ import annotations

from dataclasses import dataclass

from sarrus.mechanics.readable.algebra.build import (
    ZERO,
    add,
    chain,
    cross,
    dot,
    mul,
    neg,
    number,
    power,
    sub,
)
from sarrus.mechanics.readable.algebra.gradients import gradient
from sarrus.mechanics.readable.algebra.rates import rate
from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, Name, Term, Tilde
from sarrus.mechanics.readable.derive.body_blocks import INERTIA, MASS, NOWHERE
from sarrus.mechanics.readable.derive.inertia import BodyInertia
from sarrus.mechanics.readable.derive.moving import BodyNames

__all__ = [
    "ANGULAR",
    "KINETIC",
    "LINEAR",
    "POTENTIAL",
    "BodyEnergy",
    "Pair",
    "energy_of",
    "quasi_energy",
]

HALF = number(0.5)
KINETIC, POTENTIAL = Name("T", (BODY,)), Name("V", (BODY,))
LINEAR, ANGULAR = Name("P", (BODY,), COLUMN), Name("L", (BODY,), COLUMN)

Pair = tuple[Term, Term]
"""Along the position, and along the turn."""


@dataclass(frozen=True)
class BodyEnergy:
    """Energies of any body.

    Attributes:
        planar: whether it moves in the plane.
        T: kinetic energy over velocities and attitude.
        V: potential energy of fields; None without one.
    """

    planar: bool
    T: Term
    V: Term | None

    @property
    def body(self) -> BodyNames:
        """Letters of any body."""
        return BodyNames(BODY, self.planar)

    @property
    def _turn(self) -> Name:
        """A small turn of the body, in body axes."""
        return Name("phi", (BODY,), COLUMN)

    def momenta(self) -> Pair:
        """Derivatives of T by rdot and by the turning speed."""
        found = gradient(self.T, (self.body.rdot, self.body.turn))
        return found[self.body.rdot], found[self.body.turn]

    def by_attitude(self, energy: Term) -> Term:
        """Derivative of an energy by the turn: by psi, or along a small turn in body axes, speeds held."""
        body = self.body
        if self.planar:
            e, n = body.axes
            return rate(energy, {e: n, n: neg(e)})
        return gradient(energy, (), {body.A: self._turn})[self._turn]

    def by_place(self, energy: Term) -> Term:
        """Derivative of an energy by the position."""
        return gradient(energy, (self.body.r,))[self.body.r]

    def second_rates(self) -> dict[Name, Term]:
        """Rates of what energies and momenta are made of."""
        body = self.body
        if self.planar:
            e, n = body.axes
            return {
                body.rdot: body.r.marked("ddot"),
                body.turn: body.psi.marked("ddot"),
                e: mul(body.turn, n),
                n: neg(mul(body.turn, e)),
            }
        return {
            body.rdot: body.r.marked("ddot"),
            body.turn: body.turn.marked("dot"),
            body.A: chain(body.A, Tilde((body.turn,))),
        }


def energy_of(inertia: BodyInertia, planar: bool) -> BodyEnergy:
    """Energies over velocities in ground axes."""
    body = BodyNames(BODY, planar)
    gamma = inertia.gamma
    linear = mul(HALF, MASS, dot(body.rdot, body.rdot))
    if planar:
        (e, n), (hx, hy) = body.axes, inertia.first
        parts = [mul(hx, body.turn, dot(n, body.rdot)), neg(mul(hy, body.turn, dot(e, body.rdot)))]
        T = add(linear, *parts, mul(HALF, Name("J", (BODY,)), power(body.turn, 2)))
        weighed = add(mul(MASS, body.r), mul(hx, e), mul(hy, n))
        return BodyEnergy(planar, T, None if gamma is None else neg(dot(gamma, weighed)))
    s: Term = Name("s", (BODY,), COLUMN) if inertia.eccentric else NOWHERE
    w = body.turn
    T = add(
        linear,
        mul(MASS, dot(body.rdot, chain(body.A, cross(w, s)))) if inertia.eccentric else ZERO,
        mul(HALF, dot(w, chain(INERTIA, w))),
    )
    center = add(body.r, chain(body.A, s)) if inertia.eccentric else body.r
    return BodyEnergy(planar, T, None if gamma is None else neg(mul(MASS, dot(gamma, center))))


def quasi_energy(inertia: BodyInertia, planar: bool) -> Term:
    """Kinetic energy over velocities in body axes."""
    body = BodyNames(BODY, planar)
    if planar:
        (x, y), (hx, hy) = body.along_axes, inertia.first
        linear = mul(HALF, MASS, add(power(x, 2), power(y, 2)))
        coupled = mul(body.turn, sub(mul(hx, y), mul(hy, x)))
        return add(linear, coupled, mul(HALF, Name("J", (BODY,)), power(body.turn, 2)))
    s: Term = Name("s", (BODY,), COLUMN) if inertia.eccentric else NOWHERE
    u, w = body.u, body.turn
    coupled = mul(MASS, dot(u, cross(w, s))) if inertia.eccentric else ZERO
    return add(mul(HALF, MASS, dot(u, u)), coupled, mul(HALF, dot(w, chain(INERTIA, w))))
