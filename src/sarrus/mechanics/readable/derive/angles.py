"""Turns by three angles about a sequence of axes: attitude, angular velocity, and rates of the angles.

    A = R_i(a1) R_j(a2) R_k(a3)        omega = Q etadot        Q = R_k^T B        B = [R_j^T e_i, e_j, e_k]

Q takes the rates of the angles to body axes; det B vanishes at gimbal lock, and etadot = adj(B) R_k omega / det B.
"""

from __future__ import annotations

from dataclasses import dataclass

from sarrus.mechanics.readable.algebra.build import (
    ONE,
    ZERO,
    add,
    call,
    chain,
    components,
    mul,
    neg,
    over,
    split,
    sub,
)
from sarrus.mechanics.readable.algebra.rates import rate
from sarrus.mechanics.readable.algebra.terms import BODY, MATRIX, Matrix, Name, Product, Sum, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.moving import BodyNames
from sarrus.spatial.sequences import BRYANT, axes_of, returns

__all__ = ["BRYANT_ANGLES", "SLOPE", "AttitudeAngles", "angle_rates"]

SLOPE = Name("W", (BODY,), MATRIX)
"""How the angular velocity changes with the angles, their rates held."""

Rows = list[list[Term]]


def angle_rates(body: BodyNames) -> tuple[Name, Name, Name]:
    """Rates of the three angles."""
    one, two, three = (angle.marked("dot") for angle in body.angles)
    return one, two, three


@dataclass(frozen=True)
class AttitudeAngles:
    """Formulas with index i for angles of a sequence.

    Attributes:
        sequence: numbers of the axes, such as 1-2-3.
    """

    sequence: str = BRYANT

    body = BodyNames(BODY, False)

    @property
    def says(self) -> str:
        """What the angles are called."""
        return f"{'Bryant ' if self.sequence == BRYANT else ''}angles {self.sequence}"

    @property
    def lock(self) -> str:
        """Where the second angle locks."""
        return "0 and 180°" if returns(self.sequence) else "±90°"

    def sines(self) -> list[Definition]:
        """s_n = sin a_n and c_n = cos a_n of the body in question."""
        found = []
        for k, angle in enumerate(self.body.angles):
            for letter, function in (("s", "sin"), ("c", "cos")):
                found.append(Definition(Name(letter, (str(k + 1),), of=BODY), call(function, angle)))
        return found

    def attitude(self) -> Definition:
        """A_i, its columns the axes of the body."""
        one, two, three = (self._turn(k) for k in range(3))
        return Definition(self.body.A, _matrix(_times(one, _times(two, three))))

    def speeds(self) -> Definition:
        """Q_i."""
        return Definition(self.body.Q, _matrix(self._Q()))

    def rate_of_speeds(self) -> Definition:
        """Its rate."""
        rules: dict[Name, Term] = {}
        for k, dot in enumerate(angle_rates(self.body)):
            s, c = self._sine(k)
            rules |= {s: mul(dot, c), c: neg(mul(dot, s))}
        return Definition(
            self.body.Q.marked("dot"), _matrix([[rate(e, rules) for e in row] for row in self._Q()])
        )

    def slopes(self) -> Definition:
        """W_i: columns are the derivatives of Q etadot by the three angles."""
        dots = angle_rates(self.body)
        w = [add(ZERO, *(mul(e, d) for e, d in zip(row, dots, strict=True))) for row in self._Q()]
        entries: Rows = [[], [], []]
        for k in range(3):
            s, c = self._sine(k)
            for row, component in zip(entries, w, strict=True):
                row.append(rate(component, {s: c, c: neg(s)}))
        return Definition(SLOPE, _matrix(entries))

    def rates(self) -> Definition:
        """Rates of the angles from the angular velocity; singular at gimbal lock."""
        adjoint, det = _adjoint(self._B())
        if split(det)[0] < 0:
            adjoint, det = [[neg(e) for e in row] for row in adjoint], neg(det)
        value = over(chain(_matrix(_times(adjoint, self._turn(2))), self.body.turn), det)
        return Definition(self.body.eta.marked("dot"), value)

    def eta(self) -> Definition:
        """The rates of the angles as one vector."""
        return Definition(self.body.eta.marked("dot"), components(*angle_rates(self.body)))

    def _sine(self, k: int) -> tuple[Name, Name]:
        found = self.sines()
        return found[2 * k].name, found[2 * k + 1].name

    def _turn(self, k: int) -> Rows:
        """The elementary rotation of the k-th angle."""
        s, c = self._sine(k)
        axis = axes_of(self.sequence)[k]
        a, b = (axis + 1) % 3, (axis + 2) % 3
        found: Rows = [[ZERO] * 3 for _ in range(3)]
        found[axis][axis] = ONE
        found[a][a] = found[b][b] = c
        found[a][b], found[b][a] = neg(s), s
        return found

    def _B(self) -> Rows:
        first, second, third = axes_of(self.sequence)
        turned = self._turn(1)[first]  # a row of R_j is a column of its transpose
        columns = [turned, _unit(second), _unit(third)]
        return [[columns[k][row] for k in range(3)] for row in range(3)]

    def _Q(self) -> Rows:
        back = [list(column) for column in zip(*self._turn(2), strict=True)]
        return _times(back, self._B())


def _unit(axis: int) -> list[Term]:
    return [ONE if k == axis else ZERO for k in range(3)]


def _times(a: Rows, b: Rows) -> Rows:
    return [[_sum([mul(a[i][n], b[n][k]) for n in range(3)]) for k in range(3)] for i in range(3)]


def _sum(terms: list[Term]) -> Term:
    """A sum with what is added before what is taken away, and long products before short ones."""
    total = add(ZERO, *(t for term in terms for t in _spread(term)))
    if not isinstance(total, Sum):
        return total
    return Sum(tuple(sorted(total.terms, key=lambda t: (split(t)[0] < 0, -_factors(t)))))


def _spread(term: Term) -> list[Term]:
    """A product of which one factor is a sum, written out."""
    if isinstance(term, Product):
        for base, n in term.powers:
            if isinstance(base, Sum) and n == 1:
                rest = Product(term.number, tuple(p for p in term.powers if p[0] != base), term.tail)
                return [mul(rest, t) for t in base.terms]
    return [term]


def _factors(term: Term) -> int:
    return len(term.powers) if isinstance(term, Product) else 1


def _adjoint(B: Rows) -> tuple[Rows, Term]:
    """Adjoint and determinant of a matrix that is nearly a unit matrix."""

    def minor(i: int, k: int) -> Term:
        (a, b), (c, d) = ([B[r][col] for col in range(3) if col != k] for r in range(3) if r != i)
        return sub(mul(a, d), mul(b, c))

    adjoint = [[minor(k, i) if (i + k) % 2 == 0 else neg(minor(k, i)) for k in range(3)] for i in range(3)]
    det = add(ZERO, *(mul(B[0][k], adjoint[k][0]) for k in range(3)))
    return adjoint, det


def _matrix(rows: Rows) -> Matrix:
    return Matrix(tuple(entry for row in rows for entry in row))


BRYANT_ANGLES = AttitudeAngles()
"""What turns are written by unless something else is asked for."""
