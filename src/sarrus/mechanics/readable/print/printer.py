"""How a formula is read aloud, whatever the notation: signs, order, and where brackets stand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction

from sarrus.mechanics.readable.algebra.build import scaled, split
from sarrus.mechanics.readable.algebra.terms import (
    BODY,
    LETTERS,
    Call,
    Chain,
    Components,
    Cross,
    Dot,
    Function,
    Identity,
    Inverse,
    Listing,
    Matrix,
    Name,
    Null,
    Num,
    OverBodies,
    Perp,
    Product,
    Stack,
    Sum,
    Term,
    Tilde,
    Transpose,
)
from sarrus.mechanics.readable.print.layout import Lines, Partial, Rounded

CLOSED, OPEN = ("abs", "norm"), ("lt", "le", "pow", "select")
"""Functions that never need brackets around them as a factor, and those that always do."""


def _is_closed(term: Call, exponent: int) -> bool:
    """Whether it is plain where a function ends: it has brackets or bars of its own."""
    if term.function in CLOSED:
        return True
    bare = len(term.items) == 1 and isinstance(term.items[0], Name)
    return (
        exponent == 1
        and term.function not in OPEN
        and (not bare or term.function in ("sqrt", "root", "floor"))
    )


class Printer(ABC):
    """Prints trees.

    Args:
        cuts: long name -> the short form that stands for it in an index; `BODY` and `ANY` -> their letters, where a
            name of the model has the usual one.
    """

    minus: str
    plus: str
    dot: str
    cross: str

    def __init__(self, cuts: Mapping[str, str] | None = None) -> None:
        self.cuts = dict(cuts or {})

    def term(self, term: Term) -> str:
        """A formula."""
        match term:
            case Name():
                return self.name(term)
            case Rounded(digits):
                return self.digits(digits)
            case Sum() | Product() | Num():
                return "".join(self.pieces(term))
            case Dot(left, right):
                return self.factor(left) + self.dot + self.factor(right)
            case Cross(left, right):
                return self.factor(left) + self.cross + self.factor(right)
            case Chain(items):
                return self.join([self.factor(i) for i in items])
            case Call(items, function):
                return self.call(function, items)
            case Function((item,), name, order):
                return self.function(name, order, item)
            case Lines(items):
                whole = self.pieces(
                    Sum(tuple(t for i in items for t in (i.terms if isinstance(i, Sum) else (i,))))
                )
                counts = [len(i.terms) if isinstance(i, Sum) else 1 for i in items]
                starts = [sum(counts[:k]) for k in range(len(counts))]
                return self.lines(["".join(whole[s : s + n]) for s, n in zip(starts, counts, strict=True)])
            case Partial((of, by), in_time):
                return self.partial(self.term(of), self.term(by), in_time)
            case Components(items):
                return self.listing([self.term(i) for i in items])
            case Listing(items):
                return self.listing([self.term(i) for i in items], wide=True)
            case Stack(items):
                return self.matrix([[self.term(i)] for i in items])
            case Matrix(items, width, diagonal):
                cells = [self.term(i) for i in items]
                if diagonal:
                    return self.diagonal(cells)
                return self.matrix([cells[k : k + width] for k in range(0, len(cells), width)])
            case Tilde((item,)):
                return self.tilde(item)
            case Transpose((item,)):
                return self.transpose(item)
            case Inverse((item,)):
                text = self.term(item) if isinstance(item, Name) else self.brackets(self.term(item))
                return self.power(item, text, -1)
            case Perp((item,)):
                return self.perp(item)
            case OverBodies((item,)):
                return self.total(self.spoken(BODY), self.factor(item))
            case Identity():
                return self.identity()
            case Null():
                return self.null()
        raise TypeError(f"{type(term).__name__} is not printed")

    def pieces(self, term: Term) -> list[str]:
        """A sum cut before each sign; anything else in one piece."""
        terms = term.terms if isinstance(term, Sum) else (term,)
        found = []
        for k, part in enumerate(terms):
            value, rest = split(part)
            text = self.product(scaled(abs(value), rest))
            sign = self.minus if value < 0 else (self.plus if k else "")
            found.append((sign.lstrip() if k == 0 else sign) + text)
        return found

    def product(self, term: Term) -> str:
        """A product without a sign in front."""
        if isinstance(term, Num):
            return self.number(term.value)
        if not isinstance(term, Product):
            return self.term(term)
        above = [(b, n) for b, n in term.powers if n > 0]
        below = [(b, -n) for b, n in term.powers if n < 0]
        tail = term.tail
        if not below:
            front = [] if term.number == 1 else [self.number(term.number)]
            return self.join([*front, *self._factors(above, tail, not front), *self._tail(tail)])
        inside = tail if isinstance(tail, (Name, Sum)) and not above and term.number.numerator == 1 else None
        number = [] if term.number.numerator == 1 else [self.number(Fraction(term.number.numerator))]
        top = (
            self.term(inside)
            if inside
            else self.join([*number, *self._factors(above, None, not number)]) or self.number(Fraction(1))
        )
        divisor = [] if term.number.denominator == 1 else [self.number(Fraction(term.number.denominator))]
        bottom = self.join([*divisor, *self._factors(below, None, not divisor)])
        bare = len(below) == 1 and not divisor and not (isinstance(below[0][0], Sum) and below[0][1] == 1)
        over_sum = (
            [b for b, n in above if n == 1 and isinstance(b, Sum)] if len(above) == 1 and not number else []
        )
        fraction = self.fraction(top, bottom, bool(over_sum) or isinstance(inside, Sum), bare)
        return self.join([fraction, *self._tail(None if inside else tail)])

    def _factors(self, powers: Sequence[tuple[Term, int]], tail: Term | None, first: bool) -> list[str]:
        found = []
        for k, (base, n) in enumerate(powers):
            last = k == len(powers) - 1 and tail is None
            open_ = isinstance(base, (Name, Function, Rounded)) or (
                isinstance(base, (Dot, Call)) and last and n == 1
            )
            open_ = open_ or (isinstance(base, Call) and _is_closed(base, n))
            alone = first and len(powers) == 1 and tail is None and n == 1
            text = self.term(base) if open_ or alone else self.brackets(self.term(base))
            found.append(text if n == 1 else self.power(base, text, n))
        return found

    def _tail(self, tail: Term | None) -> list[str]:
        return [] if tail is None else [self.factor(tail)]

    def factor(self, term: Term) -> str:
        """A formula where it is one of several factors."""
        loose = isinstance(term, (Sum, Product, Cross)) or (isinstance(term, Num) and term.value < 0)
        return self.brackets(self.term(term)) if loose else self.term(term)

    @staticmethod
    def cases(items: Sequence[Term]) -> tuple[list[tuple[Term, Term]], Term]:
        """A choice, and the choices behind its else: (condition, value) pairs, and what is left."""
        condition, value, rest = items
        found = [(condition, value)]
        while isinstance(rest, Call) and rest.function == "select":
            condition, value, rest = rest.items
            found.append((condition, value))
        return found, rest

    def row_label(self, label: Sequence[str] | Term) -> str:
        """What stands in front of a row of a matrix: names, or a formula."""
        return self.term(label) if isinstance(label, Term) else self.label(label)

    def index_parts(self, index: Sequence[str]) -> list[str]:
        """Names in an index, long ones cut, the body in question as i, or another letter."""
        return [".".join(map(self.spoken, part.split("."))) for part in index]

    def spoken(self, word: str) -> str:
        """What stands for a name, or for any body or element, in an index."""
        return self.cuts.get(word) or LETTERS.get(word, (word,))[0]

    @staticmethod
    def is_fraction(value: Fraction) -> bool:
        """Whether a number reads better as a fraction: halves to twelfths, and what no decimal gives exactly."""
        rest = value.denominator
        for prime in (2, 5):
            while rest % prime == 0:
                rest //= prime
        return value.denominator in (2, 4, 8) or (rest > 1 and value.denominator < 1000)

    @staticmethod
    def decimal(value: Fraction) -> str:
        """A number that is no simple fraction, exactly."""
        return repr(float(value)).removesuffix(".0")

    @abstractmethod
    def name(self, name: Name) -> str:
        """A letter with marks and index."""

    @abstractmethod
    def label(self, index: Sequence[str]) -> str:
        """Names on the line."""

    @abstractmethod
    def digits(self, text: str) -> str:
        """A decimal as `repr` or a format writes it, perhaps with an exponent."""

    @abstractmethod
    def join(self, factors: Sequence[str]) -> str:
        """Factors side by side."""

    @abstractmethod
    def number(self, value: Fraction) -> str:
        """A positive number."""

    @abstractmethod
    def brackets(self, text: str) -> str:
        """Round brackets."""

    @abstractmethod
    def power(self, base: Term, text: str, exponent: int) -> str:
        """A power."""

    @abstractmethod
    def fraction(self, top: str, bottom: str, top_is_sum: bool, bare: bool) -> str:
        """A quotient; `bare` where the divisor is a single name."""

    @abstractmethod
    def call(self, function: str, items: Sequence[Term]) -> str:
        """A function of scalars."""

    @abstractmethod
    def function(self, name: Name, order: int, item: Term) -> str:
        """A function by its name, with a prime for each derivative."""

    @abstractmethod
    def partial(self, of: str, by: str, in_time: bool) -> str:
        """A derivative as a quotient, or the rate of one."""

    @abstractmethod
    def listing(self, items: Sequence[str], wide: bool = False) -> str:
        """Components in a line."""

    @abstractmethod
    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        """Rows of a matrix or column."""

    @abstractmethod
    def lines(self, lines: Sequence[str]) -> str:
        """A long sum on several lines."""

    @abstractmethod
    def diagonal(self, items: Sequence[str]) -> str:
        """A diagonal matrix."""

    @abstractmethod
    def tilde(self, item: Term) -> str:
        """A cross product matrix."""

    @abstractmethod
    def transpose(self, item: Term) -> str:
        """Something transposed."""

    @abstractmethod
    def perp(self, item: Term) -> str:
        """A vector of the plane, turned by 90 degrees."""

    @abstractmethod
    def total(self, letter: str, text: str) -> str:
        """A sum over bodies, by the letter that stands for any."""

    @abstractmethod
    def identity(self) -> str:
        """The unit matrix."""

    @abstractmethod
    def null(self) -> str:
        """A zero vector or matrix."""
