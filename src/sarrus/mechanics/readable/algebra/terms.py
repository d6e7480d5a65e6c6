"""Formulas as a lecturer writes them: a small tree of named scalars, vectors and matrices.

One tree serves every purpose: it is printed, computed (`evaluate`) and differentiated (`rates`). The functions of
`build` make tidy trees; the classes here store what they are given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

BODY, ANY = "*", "@"
"""Index of a formula that holds for every body, and for every other element of its kind; no name of a model."""
LETTERS = {BODY: ("i", "k", "n", "b", "u", "body"), ANY: ("j", "l", "e", "h", "w", "element")}
"""What they are printed as: the first that is no name in the model."""

COLUMN, ROW, MATRIX = 1, -1, 2


@dataclass(frozen=True)
class Term:
    """A formula; `rank` is 0 for a number, 1 for a vector, -1 for a transposed vector, 2 for a matrix."""

    always: ClassVar[int] = 0

    @property
    def rank(self) -> int:
        """What it is: number, vector, row or matrix."""
        return self._rank()

    @property
    def parts(self) -> tuple[Term, ...]:
        """The formulas it is made of."""
        return self._parts()

    def made_of(self, parts: Sequence[Term]) -> Term:
        """The same with other parts."""
        return self._made_of(tuple(parts))

    def _rank(self) -> int:
        return self.always

    def _parts(self) -> tuple[Term, ...]:
        return ()

    def _made_of(self, parts: tuple[Term, ...]) -> Term:
        return self


@dataclass(frozen=True)
class Num(Term):
    """A number that belongs to the formula."""

    value: Fraction


@dataclass(frozen=True)
class Null(Term):
    """A vector or matrix of zeros."""

    kind: int = COLUMN

    def _rank(self) -> int:
        return self.kind


@dataclass(frozen=True)
class Identity(Term):
    """The unit matrix."""

    always = MATRIX


@dataclass(frozen=True)
class Name(Term):
    """A named quantity.

    Attributes:
        letter: kind letter ("psi", "r"), or the user's own name of a parameter.
        index: names and marks below it; `BODY` stands for any body.
        kind: rank.
        mark: "dot", "ddot", "hat" (reduced), "ring" (second derivative without accelerations), "perp" (turned by 90 degrees), "a"
            (applied) or "C" (about the mass centre).
        of: an owner that is understood and not printed.
        own: whether the letter is the user's own word.
    """

    letter: str
    index: tuple[str, ...] = ()
    kind: int = 0
    mark: str = ""
    of: str = ""
    own: bool = False

    def _rank(self) -> int:
        return self.kind

    @classmethod
    def of_quantity(cls, name: str, owner: str) -> Name:
        """A quantity of an element: its letters, with its digits and the element below; "a2" of A is a with 2 and A."""
        letter = name.rstrip("0123456789")
        digits = name[len(letter) :]
        return cls(letter, (*([digits] if digits else []), owner))

    def marked(self, mark: str) -> Name:
        """The same letter with a mark on it."""
        return replace(self, mark=mark)


@dataclass(frozen=True)
class Sum(Term):
    """Terms of one rank."""

    terms: tuple[Term, ...]

    def _rank(self) -> int:
        return self.terms[0].rank

    def _parts(self) -> tuple[Term, ...]:
        return self.terms

    def _made_of(self, parts: tuple[Term, ...]) -> Term:
        return Sum(parts)


@dataclass(frozen=True)
class Product(Term):
    """A number, powers of scalars, and at most one vector or matrix behind them."""

    number: Fraction
    powers: tuple[tuple[Term, int], ...] = ()
    tail: Term | None = None

    def _rank(self) -> int:
        return self.tail.rank if self.tail else 0

    def _parts(self) -> tuple[Term, ...]:
        return (*(base for base, _ in self.powers), *((self.tail,) if self.tail else ()))

    def _made_of(self, parts: tuple[Term, ...]) -> Term:
        count = len(self.powers)
        powers = tuple((p, n) for p, (_, n) in zip(parts, self.powers, strict=False))
        return Product(self.number, powers, parts[count] if self.tail else None)


@dataclass(frozen=True)
class Pairing(Term):
    """Two factors with a sign between them."""

    left: Term
    right: Term

    def _parts(self) -> tuple[Term, ...]:
        return self.left, self.right

    def _made_of(self, parts: tuple[Term, ...]) -> Term:
        return replace(self, left=parts[0], right=parts[1])


@dataclass(frozen=True)
class Dot(Pairing):
    """Inner product."""


@dataclass(frozen=True)
class Cross(Pairing):
    """Vector product."""

    always = COLUMN


@dataclass(frozen=True)
class Several(Term):
    """A list of parts."""

    items: tuple[Term, ...]

    def _parts(self) -> tuple[Term, ...]:
        return self.items

    def _made_of(self, parts: tuple[Term, ...]) -> Term:
        return replace(self, items=parts)


@dataclass(frozen=True)
class Components(Several):
    """A vector by its components (x, y) or (x, y, z)."""

    always = COLUMN


@dataclass(frozen=True)
class Stack(Several):
    """Scalars and vectors in one long column."""

    always = COLUMN


@dataclass(frozen=True)
class Listing(Stack):
    """The same, written in one line."""


@dataclass(frozen=True)
class Call(Several):
    """A function by the name of the operation in the graph: sin, atan2, select...; "norm" is the length of a vector."""

    function: str = ""


@dataclass(frozen=True)
class Function(Several):
    """A function of the one item that is known by its name alone, or a derivative of it."""

    name: Name = Name("f")
    order: int = 0


@dataclass(frozen=True)
class Chain(Several):
    """Product of matrices, perhaps with a row in front or a column at the end."""

    def _rank(self) -> int:
        first, last = self.items[0].rank, self.items[-1].rank
        if first == ROW:
            return 0 if last == COLUMN else ROW
        return COLUMN if last == COLUMN else MATRIX


@dataclass(frozen=True)
class Tilde(Several):
    """Cross product matrix of the one item."""

    always = MATRIX


@dataclass(frozen=True)
class Inverse(Several):
    """The one item, a square matrix, inverted."""

    always = MATRIX


@dataclass(frozen=True)
class Perp(Several):
    """The one item, a vector of the plane, turned by 90 degrees."""

    always = COLUMN


@dataclass(frozen=True)
class OverBodies(Several):
    """The sum of the one item over bodies, each in the place of `BODY`."""

    bodies: tuple[str, ...] = ()

    def _rank(self) -> int:
        return self.items[0].rank


@dataclass(frozen=True)
class Transpose(Several):
    """The one item, transposed."""

    def _rank(self) -> int:
        return -self.items[0].rank if self.items[0].rank == COLUMN else MATRIX


@dataclass(frozen=True)
class Matrix(Several):
    """A matrix of scalars, vectors and matrices by rows; `diagonal` where it holds the diagonal only."""

    width: int = 3
    diagonal: bool = False

    always = MATRIX


@dataclass(frozen=True)
class MatrixColumn(Several):
    """One column of a matrix."""

    number: int = 0

    always = COLUMN
