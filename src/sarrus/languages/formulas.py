"""Expressions as lines of code: what is used twice gets a name, the rest stands where it is used."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Protocol

from sarrus.scalar.graph import Node, order
from sarrus.scalar.tables import entry_of

__all__ = ["FormulaLines", "NamedKind", "NamedValue", "Spelling"]

LONGEST = 48
"""Characters up to which an expression stands inside another."""
COMPARED = {"lt": "<", "le": "<="}
NAMED = {"sin": "sin", "cos": "cos"}
"""Functions that give the value its name: sin_A_theta."""


class Tightness(IntEnum):
    """How tightly the outermost sign of an expression binds."""

    LOOSE = 0
    SUM = 1
    MINUS = 2
    PRODUCT = 3
    ATOM = 4


class NamedKind(IntEnum):
    """What a named value is."""

    NUMBER = 0
    ROW = 1


@dataclass(frozen=True)
class NamedValue:
    """A named value.

    Attributes:
        name: its identifier.
        text: the expression.
        kind: a number, or the place of a row in a table.
    """

    name: str
    text: str
    kind: NamedKind = NamedKind.NUMBER


class Spelling(ABC):
    """How a language writes what differs between them.

    Attributes:
        nan, infinity: literals of what is no finite number.
        called: functions that are not called as in the graph.
        prefix: in front of every function.
    """

    nan: str
    infinity: str
    called: Mapping[str, str]
    prefix: str = ""

    def number(self, value: float) -> str:
        """A literal, to the last bit."""
        if math.isfinite(value):
            return repr(float(value))
        return self.nan if math.isnan(value) else f"{'-' * (value < 0)}{self.infinity}"

    def function(self, op: str, arguments: Sequence[str]) -> str:
        """An elementary function of expressions."""
        return f"{self.prefix}{self.called.get(op, op)}({', '.join(arguments)})"

    def quotient(self, above: str, below: str) -> str:
        """A quotient by something that may become zero; "" for the plain sign."""
        return ""

    @abstractmethod
    def power(self, base: str, exponent: str) -> str:
        """base^exponent; both bind tightly."""

    @abstractmethod
    def choice(self, condition: str, yes: str, no: str) -> str:
        """One of two values."""

    @abstractmethod
    def truth(self, condition: str) -> str:
        """1 where it holds, else 0."""

    @abstractmethod
    def row(self, table: str, x: str) -> str:
        """The place of the row of a table that holds x."""

    @abstractmethod
    def entry(self, table: str, row: str, k: int) -> str:
        """Number k of a row, counted from 0."""


class Namer(Protocol):
    """Gives out identifiers."""

    def new(self, wished: str) -> str:
        """One that nobody has yet."""


@dataclass
class FormulaLines:
    """Expressions on their way into code.

    Attributes:
        spelling: of the language.
        symbols: identifiers of the leaves.
        names: gives out further ones.
        named: lines so far.
    """

    spelling: Spelling
    symbols: Mapping[Node, str]
    names: Namer
    named: list[NamedValue] = field(default_factory=list)
    _texts: dict[Node, tuple[str, Tightness]] = field(default_factory=dict)
    _count: int = 0

    def add(self, outputs: Sequence[Node]) -> None:
        """Make the lines that the outputs need."""
        nodes = order(outputs)
        uses = Counter(a for n in nodes for a in n.args) + Counter(outputs)
        apart = {a for n in nodes if n.op in COMPARED and uses[n] > 1 for a in n.args}
        for n in nodes:
            if n.args and n not in self._texts:
                self._place(n, uses[n], n in apart)

    def text(self, n: Node, tightness: Tightness = Tightness.LOOSE) -> str:
        """An expression as it stands where something binds so tightly."""
        found, own = self._texts[n] if n.args else self._leaf(n)
        return found if own >= tightness else f"({found})"

    def _leaf(self, n: Node) -> tuple[str, Tightness]:
        if n.op == "const":
            return self.spelling.number(n.value), Tightness.ATOM if n.value >= 0 else Tightness.MINUS
        return self.symbols[n], Tightness.ATOM

    def _place(self, n: Node, uses: int, is_apart: bool) -> None:
        text, tightness = self._written(n)
        is_small = n.op in ("neg", *COMPARED) and all(self._is_name(a) for a in n.args)
        stays = n.op in COMPARED or is_small or (uses == 1 and len(text) <= LONGEST and not is_apart)
        if stays and n.op != "row":
            self._texts[n] = text, tightness
            return
        name = self.names.new(self._wished(n))
        self.named.append(NamedValue(name, text, NamedKind.ROW if n.op == "row" else NamedKind.NUMBER))
        self._texts[n] = name, Tightness.ATOM

    def _is_name(self, n: Node) -> bool:
        return not n.args or self._texts[n][0].isidentifier()

    def _wished(self, n: Node) -> str:
        if n.op in NAMED and not n.args[0].args and n.args[0].op == "symbol":
            return f"{NAMED[n.op]}_{self.symbols[n.args[0]]}"
        if n.op == "row":
            return "row_1"
        self._count += 1
        return f"k{self._count}"

    def _written(self, n: Node) -> tuple[str, Tightness]:
        say, text = self.spelling, self.text
        match n.op:
            case "add" | "mul":
                return self._together(n)
            case "sub":
                return f"{text(n.args[0], Tightness.SUM)} - {text(n.args[1], Tightness.MINUS)}", Tightness.SUM
            case "div":
                guarded = say.quotient(text(n.args[0]), text(n.args[1])) if n.args[1].op != "const" else ""
                if guarded:
                    return guarded, Tightness.ATOM
                return (
                    f"{text(n.args[0], Tightness.PRODUCT)}/{text(n.args[1], Tightness.ATOM)}",
                    Tightness.PRODUCT,
                )
            case "neg":
                return f"-{text(n.args[0], Tightness.PRODUCT)}", Tightness.MINUS
            case "pow":
                base, exponent = (text(a, Tightness.ATOM) for a in n.args)
                return say.power(base, exponent), Tightness.ATOM
            case "lt" | "le":
                left, right = (text(a, Tightness.SUM) for a in n.args)
                return say.truth(f"{left} {COMPARED[n.op]} {right}"), Tightness.ATOM
            case "select":
                return say.choice(self._condition(n.args[0]), *map(text, n.args[1:])), Tightness.ATOM
            case "row":
                return say.row(self.symbols[n.args[1]], text(n.args[0])), Tightness.ATOM
            case "entry":
                k, _ = entry_of(n)
                return say.entry(self.symbols[n.args[0].args[1]], text(n.args[0]), k), Tightness.ATOM
        return say.function(n.op, [text(a) for a in n.args]), Tightness.ATOM

    def _together(self, n: Node) -> tuple[str, Tightness]:
        """A sum or a product; of two operands that do not care, that which needs no bracket in front comes first."""
        tightness, sign = (Tightness.SUM, " + ") if n.op == "add" else (Tightness.PRODUCT, "*")
        a, b = n.args
        if b.op == "const" or (self._tightness(b) == tightness and self._tightness(a) != tightness):
            a, b = b, a
        return f"{self.text(a, tightness)}{sign}{self.text(b, Tightness(tightness + 1))}", tightness

    def _tightness(self, n: Node) -> Tightness:
        return self._texts[n][1] if n.args else self._leaf(n)[1]

    def _condition(self, n: Node) -> str:
        if n.op in COMPARED:
            left, right = (self.text(a, Tightness.SUM) for a in n.args)
            return f"{left} {COMPARED[n.op]} {right}"
        return f"{self.text(n, Tightness.SUM)} != {self.spelling.number(0.0)}"
