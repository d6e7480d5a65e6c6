"""In which components the speeds of bodies are written, and what that makes of rows and loads.

    mixed    velocity in ground components, angular velocity in body components     rdot, omega
    ground   both in ground components                                              rdot, Omega = A omega
    body     both in body components                                                u = A^T rdot, omega
    rates    rates of the coordinates                                               rdot, etadot with omega = Q etadot

With (rdot, omega) = T y, a row of the Jacobian becomes G T, a load T^T w, and beta loses what T changes by: G Tdot y. In the
plane the turning speed is a number, the same in all of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from sarrus.mechanics.readable.algebra.build import IDENTITY, ZERO, add, chain, front, mul, transpose
from sarrus.mechanics.readable.algebra.terms import (
    COLUMN,
    MATRIX,
    Chain,
    Name,
    Null,
    Sum,
    Term,
    Tilde,
    Transpose,
)
from sarrus.mechanics.readable.derive.moving import BodyNames

__all__ = ["BODY_AXES", "GROUND_AXES", "MIXED", "RATES", "Basis", "factored", "joined"]


@dataclass(frozen=True)
class Basis:
    """Speeds of bodies.

    Attributes:
        velocity, turning: of which kind each of the two is.
    """

    velocity: str = "ground"
    turning: str = "body"

    def speeds(self, body: BodyNames) -> tuple[Name, Name]:
        """The two speeds of a body."""
        velocity = body.rdot if self.velocity == "ground" else body.u
        if body.planar or self.turning == "body":
            return velocity, body.turn
        return velocity, body.Omega if self.turning == "ground" else body.eta.marked("dot")

    def accelerations(self, body: BodyNames) -> tuple[Name, Name]:
        """Their rates."""
        velocity, turn = self.speeds(body)
        first = body.r.marked("ddot") if velocity == body.rdot else velocity.marked("dot")
        if turn.mark == "dot":
            return first, turn.marked("ddot")
        return first, turn.marked("dot")

    def is_mixed(self, planar: bool) -> bool:
        """Whether the speeds are those of the mixed basis; in the plane only the velocity can differ."""
        return self.velocity == "ground" and (planar or self.turning == "body")

    def are_rates(self, body: BodyNames) -> bool:
        """Whether the speeds are the rates of the coordinates."""
        return self.velocity == "ground" and (body.planar or self.turning == "rates")

    def maps(self, body: BodyNames) -> tuple[Term, Term]:
        """T: what gives rdot from the first speed, and the turning speed from the second."""
        first = IDENTITY if self.velocity == "ground" else body.A
        if body.planar or self.turning == "body":
            return first, IDENTITY
        return first, transpose(body.A) if self.turning == "ground" else body.Q

    def remainders(self, body: BodyNames) -> tuple[Term, Term]:
        """Tdot y: what rddot and the turning acceleration are without accelerations of the speeds."""
        first: Term = Null(COLUMN)
        if self.velocity == "body":
            first = body.r.marked("ring")
        second: Term = ZERO if body.planar else Null(COLUMN)
        if self.turning == "rates" and not body.planar:
            second = body.turn.marked("ring")
        return first, second


MIXED, GROUND_AXES = Basis(), Basis(turning="ground")
BODY_AXES, RATES = Basis(velocity="body"), Basis(turning="rates")


def joined(*factors: Term) -> Term:
    """A product of matrices in which an attitude and its transpose cancel, and A s~ A^T is the arm A s in ground axes."""
    term = chain(*factors)
    if isinstance(term, Sum):
        return add(*(joined(t) for t in term.terms))
    weight, core = front(term)
    items = list(core.items) if isinstance(core, Chain) else [core]
    k = 0
    while k + 1 < len(items):
        if _cancel(items[k], items[k + 1]):
            del items[k : k + 2]
            k = max(k - 1, 0)
        elif k + 2 < len(items) and isinstance(items[k + 1], Tilde) and _cancel(items[k], items[k + 2]):
            items[k : k + 3] = [Tilde((chain(items[k], items[k + 1].parts[0]),))]
        else:
            k += 1
    return mul(weight, chain(*items)) if items else mul(weight, IDENTITY)


def factored(term: Term) -> Term:
    """A sum whose terms all begin with the same matrices, with these written once in front."""
    if not isinstance(term, Sum):
        return term
    parts = [front(t) for t in term.terms]
    items = [list(core.items) if isinstance(core, Chain) else [core] for _, core in parts]
    common = 0
    while all(len(i) > common + 1 and i[common] == items[0][common] for i in items):
        common += 1
    if not common:
        return term
    rest = [mul(weight, chain(*i[common:])) for (weight, _), i in zip(parts, items, strict=True)]
    return chain(*items[0][:common], add(*rest))


def _cancel(a: Term, b: Term) -> bool:
    return _is_attitude(a) and _is_attitude(b) and (transpose(a) == b)


def _is_attitude(term: Term) -> bool:
    inner = term.items[0] if isinstance(term, Transpose) else term
    return isinstance(inner, Name) and inner.letter == "A" and inner.kind == MATRIX and not inner.mark
