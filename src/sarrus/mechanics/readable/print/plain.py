"""Formulas in plain Unicode text, for a terminal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from fractions import Fraction

from sarrus.mechanics.readable.algebra.terms import Matrix, Name, Stack, Sum, Term
from sarrus.mechanics.readable.print.layout import Lines
from sarrus.mechanics.readable.print.printer import Printer

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε",
    "zeta": "ζ", "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ",
    "mu": "μ", "nu": "ν", "xi": "ξ", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ",
    "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
    "pi": "π", "ell": "ℓ",
}  # fmt: skip
RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
MARKS = {
    "dot": "\u0307",
    "ddot": "\u0308",
    "hat": "\u0302",
    "ring": "°",
    "star": "*",
    "C": "ᶜ",
    "G": "ᴳ",
    "W": "ᵂ",
    "a": "ᵃ",
    "perp": "⊥",
}
SMALL = {"1/2": "½", "1/3": "⅓", "1/4": "¼", "2/3": "⅔", "3/4": "¾", "1/6": "⅙", "1/8": "⅛"}


class Plain(Printer):
    """Text notation: λ_A, ψ̇_crank², p_crank.end."""

    minus, plus, dot, cross = " − ", " + ", "·", "×"

    def pieces(self, term: Term) -> list[str]:
        """A leading minus stands close to its term."""
        found = super().pieces(term)
        return [re.sub(r"^−\s+", "−", found[0]), *found[1:]]

    def name(self, name: Name) -> str:
        """A letter with marks and index."""
        letter = GREEK.get(name.letter, name.letter)
        return letter + MARKS.get(name.mark, "") + self.below(name.index)

    def below(self, index: Sequence[str]) -> str:
        """An index."""
        return f"_{self.label(index)}" if index else ""

    def label(self, index: Sequence[str]) -> str:
        """Names on the line."""
        return ",".join(self.index_parts(index))

    def join(self, factors: Sequence[str]) -> str:
        """Factors side by side."""
        return " ".join(f for f in factors if f)

    def number(self, value: Fraction) -> str:
        """A whole number, a small fraction, or a decimal."""
        if str(value) in SMALL:
            return SMALL[str(value)]
        return (
            str(value)
            if value.denominator == 1 or self.is_fraction(value)
            else self.digits(self.decimal(value))
        )

    def digits(self, text: str) -> str:
        """A decimal as it is."""
        return text

    def brackets(self, text: str) -> str:
        """Round brackets."""
        return f"({text})"

    def power(self, base: Term, text: str, exponent: int) -> str:
        """A power."""
        return text + str(exponent).translate(RAISED)

    def fraction(self, top: str, bottom: str, top_is_sum: bool, bare: bool) -> str:
        """A quotient in one line."""
        return f"{f'({top})' if top_is_sum else top}/{bottom if bare else f'({bottom})'}"

    def call(self, function: str, items: Sequence[Term]) -> str:
        """A function of scalars."""
        shown = [self.term(i) for i in items]
        match function:
            case "sqrt" | "root":
                return f"√({shown[0]})"
            case "norm" | "abs":
                return f"|{shown[0]}|"
            case "floor":
                return f"⌊{shown[0]}⌋"
            case "lt":
                return f"{shown[0]} < {shown[1]}"
            case "le":
                return f"{shown[0]} ≤ {shown[1]}"
            case "pow":
                return f"{self.factor(items[0])}^({shown[1]})"
            case "select":
                found, rest = self.cases(items)
                lines = [f"{self.term(value)} if {self.term(condition)}" for condition, value in found]
                return f"({', '.join(lines)}{', ' if len(lines) > 1 else ' '}else {self.term(rest)})"
        if len(items) == 1 and isinstance(items[0], Name):
            return f"{function} {shown[0]}"
        return f"{function}({', '.join(shown)})"

    def function(self, name: Name, order: int, item: Term) -> str:
        """A function by its name, with a prime for each derivative."""
        return (
            f"{GREEK.get(name.letter, name.letter)}{'′' * order}{self.below(name.index)}({self.term(item)})"
        )

    def partial(self, of: str, by: str, in_time: bool) -> str:
        """A derivative as a quotient, or the rate of one."""
        return f"d/dt ∂{of}/∂{by}" if in_time else f"∂{of}/∂{by}"

    def listing(self, items: Sequence[str], wide: bool = False) -> str:
        """Components in a line."""
        return f"({(',  ' if wide else ', ').join(items)})"

    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        """Rows of a matrix or column, one behind the other."""
        return "[ " + " ;  ".join(",  ".join(row) for row in rows) + " ]"

    def lines(self, lines: Sequence[str]) -> str:
        """A long sum; a terminal breaks it by itself."""
        return "".join(lines)

    def diagonal(self, items: Sequence[str]) -> str:
        """A diagonal matrix."""
        return f"diag({', '.join(items)})"

    def tilde(self, item: Term) -> str:
        """A cross product matrix."""
        if isinstance(item, Name) and not item.mark:
            return GREEK.get(item.letter, item.letter) + "\u0303" + self.below(item.index)
        return f"skew({self.term(item)})"

    def transpose(self, item: Term) -> str:
        """Something transposed."""
        text = self.term(item)
        return (text if isinstance(item, Name) else f"({text})") + "ᵀ"

    def perp(self, item: Term) -> str:
        """A vector of the plane, turned by 90 degrees."""
        return self.factor(item) + MARKS["perp"]

    def total(self, letter: str, text: str) -> str:
        """A sum over bodies, by the letter that stands for any."""
        return f"Σ_{letter} {text}"

    def identity(self) -> str:
        """The unit matrix."""
        return "I"

    def null(self) -> str:
        """A zero vector or matrix."""
        return "0"


def width(text: str) -> int:
    """Columns a text takes in a terminal."""
    return sum(not unicodedata.combining(c) for c in text)


def glyphs(term: Term, printer: Plain) -> float:
    """Width of a formula as it is set: an index glyph counts 0.7, a column is as wide as its widest line."""
    if isinstance(term, Stack) and type(term) is Stack:
        return 2 + max(glyphs(p, printer) for p in term.items)
    if isinstance(term, Lines):
        return max(glyphs(p, printer) for p in term.items) + 2
    if isinstance(term, Matrix) and not term.diagonal:
        columns = [term.items[k :: term.width] for k in range(term.width)]
        return 2 + sum(1 + max(glyphs(p, printer) for p in column) for column in columns)
    if isinstance(term, Sum):
        return sum(1 + glyphs(p, printer) for p in term.terms)
    text = printer.term(term)
    below = "".join(re.findall(r"_[\w.,-]+", text))
    return width(re.sub(r"_[\w.,-]+|\s", "", text)) + 0.7 * width(below.replace("_", ""))
