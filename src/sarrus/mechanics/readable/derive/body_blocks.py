"""Mass matrix, forces and velocity terms of one body, printed once with index i, in the speeds of a basis.

    M_i ydot = f_i + q^G_i + w_i

plane   M = [m I, h n; h n^T, J]                f = (m gamma,  h n . gamma)           q^G = (h psidot^2 e,  0)
mixed   M = [m I, -m A s~; m s~ A^T, J]         f = (m gamma,  m s~ A^T gamma)        q^G = -(m A w~ w~ s,  w~ J w)
ground  M = [m I, -m rho~; m rho~, J^W]         f = (m gamma,  m rho~ gamma)          q^G = -(m W~ W~ rho,  W~ J^W W)
body    M = [m I, -m s~; m s~, J]               f = (m A^T gamma,  m s~ A^T gamma)    q^G = -(m w~ (u + w~ s),  m s~ w~ u + w~ J w)
rates   M = [m I, -m A s~ Q; m Q^T s~ A^T, Q^T J Q]; q^G takes w~ J w + J Qdot etadot, times Q^T
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sarrus.mechanics.readable.algebra.build import (
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
from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, MATRIX, ROW, Matrix, Name, Null, Stack, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.basis import BODY_AXES, GROUND_AXES, MIXED, RATES, Basis
from sarrus.mechanics.readable.derive.inertia import BodyInertia
from sarrus.mechanics.readable.derive.moving import BodyNames

__all__ = ["VELOCITY_TERMS", "known_of", "with_blocks"]

MASS, INERTIA = Name("m", (BODY,)), Name("J", (BODY,), MATRIX)
VELOCITY_TERMS = Name("q", (BODY,), COLUMN, "G")
NOWHERE = Null(COLUMN)

Pair = tuple[Term, Term]
"""Force and moment."""


@dataclass(frozen=True)
class BodyBlocks:
    """Of one body: what has to be said before, M, forces of fields, velocity terms."""

    M: Matrix
    field: Pair
    velocity: Pair
    before: tuple[Definition, ...] = ()


def with_blocks(inertia: BodyInertia, planar: bool, basis: Basis = MIXED, apart: bool = False) -> BodyInertia:
    """Add M_i and f_i in the speeds of a basis; velocity terms stand in f_i unless they are wanted apart."""
    made = _in_plane(inertia, basis) if planar else SPACE[basis](inertia)
    f = Name("f", (BODY,), COLUMN)
    own = made.field if apart else tuple(add(a, b) for a, b in zip(made.field, made.velocity, strict=True))
    forces: Term = Stack(own)
    if inertia.applied:
        forces = add(*(() if all(map(is_zero, own)) else (forces,)), f.marked("a"))
    shared = [*made.before, Definition(Name("M", (BODY,), MATRIX), made.M), Definition(f, forces)]
    if apart and not inertia.applied and all(map(is_zero, own)):
        shared.pop()
    if apart:
        shared.append(Definition(VELOCITY_TERMS, Stack(made.velocity)))
    return replace(inertia, shared=shared, apart=apart)


def known_of(inertia: BodyInertia) -> Term:
    """f_i, and velocity terms where they stand apart; f_i is left out where nothing acts."""
    letters = Name("f", (BODY,), COLUMN), VELOCITY_TERMS
    return add(*(d.name for d in inertia.shared if d.name in letters))


def _in_plane(inertia: BodyInertia, basis: Basis) -> BodyBlocks:
    body = BodyNames(BODY, True)
    (e, n), (hx, hy) = body.axes, inertia.first
    across, inward = sub(mul(hx, n), mul(hy, e)), add(mul(hx, e), mul(hy, n))
    gamma, J = inertia.gamma, Name("J", (BODY,))
    weight, moment = (NOWHERE, ZERO) if gamma is None else (mul(MASS, gamma), dot(across, gamma))
    centrifugal = mul(power(body.turn, 2), inward)
    if basis.velocity == "ground":
        return BodyBlocks(_with_corner(across, J), (weight, moment), (centrifugal, ZERO))
    (x, y), fast = body.along_axes, power(body.turn, 2)
    M = Matrix((MASS, ZERO, neg(hy), ZERO, MASS, hx, neg(hy), hx, J))
    if gamma is not None:
        weight = components(mul(MASS, dot(e, gamma)), mul(MASS, dot(n, gamma)))
    turning = components(
        add(mul(hx, fast), mul(MASS, body.turn, y)), sub(mul(hy, fast), mul(MASS, body.turn, x))
    )
    return BodyBlocks(M, (weight, moment), (turning, neg(mul(body.turn, add(mul(hx, x), mul(hy, y))))))


def _with_corner(across: Term, J: Term) -> Matrix:
    corner = Null(ROW) if is_zero(across) else transpose(across)
    return Matrix((mul(MASS, IDENTITY), across, corner, J), width=2)


@dataclass(frozen=True)
class _Space:
    """Letters of any body in space."""

    inertia: BodyInertia

    body = BodyNames(BODY, False)

    @property
    def s(self) -> Term:
        """Mass centre in body axes."""
        return Name("s", (BODY,), COLUMN) if self.inertia.eccentric else NOWHERE

    @property
    def moved(self) -> tuple[Definition, ...]:
        """Inertia about the frame origin, where that is not the mass centre."""
        if not self.inertia.eccentric:
            return ()
        return (
            Definition(INERTIA, sub(INERTIA.marked("C"), mul(MASS, chain(tilde(self.s), tilde(self.s))))),
        )

    @property
    def gamma(self) -> Term:
        """Acceleration of free fall, or nothing."""
        return NOWHERE if self.inertia.gamma is None else self.inertia.gamma

    @property
    def gyroscopic(self) -> Term:
        """w~ J w."""
        w = self.body.turn
        return chain(tilde(w), INERTIA, w)

    @property
    def weight(self) -> Pair:
        """m gamma, and its moment about the frame origin in body axes."""
        moment = mul(MASS, chain(tilde(self.s), transpose(self.body.A), self.gamma))
        return mul(MASS, self.gamma), moment


def _mixed(inertia: BodyInertia) -> BodyBlocks:
    of = _Space(inertia)
    A, w, s = of.body.A, of.body.turn, of.s
    M = _four(neg(mul(MASS, chain(A, tilde(s)))), mul(MASS, chain(tilde(s), transpose(A))), INERTIA)
    inward = mul(MASS, chain(A, tilde(w), tilde(w), s))
    return BodyBlocks(M, of.weight, (neg(inward), neg(of.gyroscopic)), of.moved)


def _ground(inertia: BodyInertia) -> BodyBlocks:
    of = _Space(inertia)
    A, w = of.body.A, of.body.Omega
    J = INERTIA.marked("W")
    rho: Term = Name("rho", (BODY,), COLUMN) if inertia.eccentric else NOWHERE
    before = list(of.moved)
    if isinstance(rho, Name):
        before.append(Definition(rho, chain(A, of.s)))
    before.append(Definition(J, chain(A, INERTIA, transpose(A))))
    M = _four(neg(mul(MASS, tilde(rho))), mul(MASS, tilde(rho)), J)
    field = mul(MASS, of.gamma), mul(MASS, chain(tilde(rho), of.gamma))
    inward = mul(MASS, chain(tilde(w), tilde(w), rho))
    return BodyBlocks(M, field, (neg(inward), neg(chain(tilde(w), J, w))), tuple(before))


def _body(inertia: BodyInertia) -> BodyBlocks:
    of = _Space(inertia)
    A, w, u, s = of.body.A, of.body.turn, of.body.u, of.s
    M = _four(neg(mul(MASS, tilde(s))), mul(MASS, tilde(s)), INERTIA)
    field = mul(MASS, chain(transpose(A), of.gamma)), of.weight[1]
    inward = mul(MASS, add(chain(tilde(w), u), chain(tilde(w), tilde(w), s)))
    moment = add(mul(MASS, chain(tilde(s), tilde(w), u)), of.gyroscopic)
    return BodyBlocks(M, field, (neg(inward), neg(moment)), of.moved)


def _rates(inertia: BodyInertia) -> BodyBlocks:
    of = _Space(inertia)
    A, w, Q, s = of.body.A, of.body.turn, of.body.Q, of.s
    ring, back = w.marked("ring"), transpose(Q)
    M = _four(
        neg(mul(MASS, chain(A, tilde(s), Q))),
        mul(MASS, chain(back, tilde(s), transpose(A))),
        chain(back, INERTIA, Q),
    )
    weight, moment = of.weight
    inward = mul(MASS, sub(chain(A, tilde(s), ring), chain(A, tilde(w), tilde(w), s)))
    turning = add(chain(back, INERTIA, ring), chain(back, of.gyroscopic))
    return BodyBlocks(M, (weight, chain(back, moment)), (inward, neg(turning)), of.moved)


def _four(across: Term, back: Term, J: Term) -> Matrix:
    return Matrix(
        (mul(MASS, IDENTITY), _matrix_zero(across), _matrix_zero(back), J),
        width=2,
    )


def _matrix_zero(term: Term) -> Term:
    return Null(MATRIX) if is_zero(term) else term


SPACE = {MIXED: _mixed, GROUND_AXES: _ground, BODY_AXES: _body, RATES: _rates}
