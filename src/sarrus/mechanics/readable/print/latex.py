"""Formulas in LaTeX, for amsmath and KaTeX; no macros are defined."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from sarrus.mechanics.readable.algebra.terms import Name, Term
from sarrus.mechanics.readable.print.plain import GREEK
from sarrus.mechanics.readable.print.printer import Printer

FUNCTIONS = {
    "sin": r"\sin",
    "cos": r"\cos",
    "tan": r"\tan",
    "asin": r"\arcsin",
    "acos": r"\arccos",
    "atan": r"\arctan",
    "exp": r"\exp",
    "log": r"\ln",
    "tanh": r"\tanh",
    "atan2": r"\operatorname{atan2}",
    "max": r"\max",
    "min": r"\min",
    "det": r"\det",
}
ACCENTS = {"dot": r"\dot", "ddot": r"\ddot", "hat": r"\hat"}
RAISED = {"star": "^*", "C": "^C", "G": "^G", "W": "^W", "ring": r"^\circ", "a": "^a", "perp": r"^\perp"}


def plain(text: str) -> str:
    """A user's word as upright text."""
    return text.replace("_", r"\_").replace("-", "{-}")


def word(text: str) -> str:
    """A user's word as a symbol: a letter stands by itself, Greek is Greek, digits and what follows _ go below."""
    found = re.fullmatch(r"([A-Za-z]+?)_?(\d+)|([A-Za-z]+)_([A-Za-z0-9]+)", text)
    if found:
        base, digits, stem, rest = found.groups()
        return f"{_letter(base or stem)}{_below([digits or rest])}"
    return _letter(text)


def _letter(text: str) -> str:
    if text in GREEK:
        return f"\\{text}"
    return text if len(text) == 1 else rf"\mathit{{{plain(text)}}}"


def _below(parts: Sequence[str]) -> str:
    shown = [p if len(p) == 1 or p.isdigit() else rf"\text{{{plain(p)}}}" for p in parts]
    if not shown:
        return ""
    return (
        f"_{shown[0]}"
        if len(shown) == 1 and (len(parts[0]) == 1 or "\\" in shown[0])
        else f"_{{{','.join(shown)}}}"
    )


class Latex(Printer):
    """LaTeX notation: vectors and matrices bold, names upright in the index."""

    minus, plus, dot, cross = "-", "+", r"\cdot", r"\times"

    def term(self, term: Term) -> str:
        """A formula; a control word never runs into the letter behind it."""
        return re.sub(r"(\\(?:cdot|times))(?=[A-Za-z])", r"\1 ", super().term(term))

    def name(self, name: Name) -> str:
        """A letter with marks and index."""
        letter = word(name.letter) if name.own else _letter(name.letter)
        if name.rank:
            letter = rf"\boldsymbol{letter}" if letter.startswith("\\") else rf"\mathbf {letter}"
        return self._accented(name, letter) + RAISED.get(name.mark, "") + self.below(name.index)

    def _accented(self, name: Name, letter: str) -> str:
        accent = ACCENTS.get(name.mark)
        if accent is None:
            return letter
        if name.rank or "{" in letter:  # a word is in braces itself
            return f"{accent}{{{letter}}}"
        return f"{accent}{letter}" if letter.startswith("\\") else f"{accent} {letter}"

    def below(self, index: Sequence[str]) -> str:
        """An index."""
        return _below(self.index_parts(index))

    def label(self, index: Sequence[str]) -> str:
        """Names on the line, as in the first column of a table."""
        shown = [p if len(p) == 1 else rf"\text{{{plain(p)}}}" for p in self.index_parts(index)]
        return ",".join(shown)

    def join(self, factors: Sequence[str]) -> str:
        """Factors side by side; a thin space between two plain letters that would read as a word."""
        result = ""
        for factor in factors:
            if result and re.match(r"[A-Za-z]", factor):
                if re.search(r"(?<![A-Za-z\\])[A-Za-z]$", result) and not re.search(r"[_^].$", result):
                    result += r"\,"
                elif re.search(r"\\[A-Za-z]+$", result):
                    result += " "
            elif result and re.match(r"[0-9]", factor):
                result += r"\cdot "
            result += factor
        return result

    def number(self, value: Fraction) -> str:
        """A whole number, a small fraction, or a decimal."""
        if value.denominator == 1:
            return str(value)
        if self.is_fraction(value):
            parts = (str(value.numerator), str(value.denominator))
            return r"\tfrac" + "".join(p if len(p) == 1 else f"{{{p}}}" for p in parts)
        return self.digits(self.decimal(value))

    def digits(self, text: str) -> str:
        """A decimal, with a power of ten where it has an exponent."""
        mantissa, _, exponent = text.partition("e")
        return rf"{mantissa}\cdot10^{{{int(exponent)}}}" if exponent else mantissa

    def brackets(self, text: str) -> str:
        """Round brackets."""
        return rf"\bigl({text}\bigr)" if "(" in text else f"({text})"

    def power(self, base: Term, text: str, exponent: int) -> str:
        """A power; a raised mark needs braces first."""
        raised = isinstance(base, Name) and base.mark in RAISED
        return (f"{{{text}}}" if raised else text) + (
            f"^{exponent}" if 0 <= exponent < 10 else f"^{{{exponent}}}"
        )

    def fraction(self, top: str, bottom: str, top_is_sum: bool, bare: bool) -> str:
        """A quotient."""
        return rf"\frac{{{top}}}{{{bottom}}}"

    def call(self, function: str, items: Sequence[Term]) -> str:
        """A function of scalars."""
        shown = [self.term(i) for i in items]
        match function:
            case "sqrt" | "root":
                return rf"\sqrt{{{shown[0]}}}"
            case "norm" | "abs":
                return f"|{shown[0]}|"
            case "floor":
                return rf"\lfloor {shown[0]}\rfloor"
            case "lt":
                return f"{shown[0]}<{shown[1]}"
            case "le":
                return rf"{shown[0]}\le {shown[1]}"
            case "pow":
                return f"{{{self.factor(items[0])}}}^{{{shown[1]}}}"
            case "select":
                found, rest = self.cases(items)
                lines = [
                    rf"{self.term(value)}&\text{{if }}{self.term(condition)}" for condition, value in found
                ]
                return (
                    r"\begin{cases}"
                    + r"\\".join([*lines, rf"{self.term(rest)}&\text{{else}}"])
                    + r"\end{cases}"
                )
        if len(items) == 1 and isinstance(items[0], Name):
            return FUNCTIONS[function] + ("" if shown[0].startswith("\\") else " ") + shown[0]
        return f"{FUNCTIONS[function]}({','.join(shown)})"

    def function(self, name: Name, order: int, item: Term) -> str:
        """A function by its name, with a prime for each derivative."""
        return f"{_letter(name.letter)}{chr(39) * order}{self.below(name.index)}({self.term(item)})"

    def partial(self, of: str, by: str, in_time: bool) -> str:
        """A derivative as a quotient, or the rate of one."""
        found = rf"\frac{{\partial {of}}}{{\partial {by}}}"
        return rf"\frac{{d}}{{dt}}{found}" if in_time else found

    def listing(self, items: Sequence[str], wide: bool = False) -> str:
        """Components in a line."""
        return f"({(r',' + chr(92) + ' ' if wide else ',').join(items)})"

    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        """Rows of a matrix or column."""
        return r"\begin{bmatrix}" + r"\\ ".join("&".join(row) for row in rows) + r"\end{bmatrix}"

    def lines(self, lines: Sequence[str]) -> str:
        """A long sum on several lines."""
        return r"\begin{aligned}&" + r"\\ &\quad ".join(lines) + r"\end{aligned}"

    def diagonal(self, items: Sequence[str]) -> str:
        """A diagonal matrix."""
        return rf"\operatorname{{diag}}({','.join(items)})"

    def tilde(self, item: Term) -> str:
        """A cross product matrix: the accent on the letter only."""
        if isinstance(item, Name) and not item.mark:
            bare = self.name(Name(item.letter, kind=item.kind, own=item.own))
            return rf"\tilde{{{bare}}}{self.below(item.index)}"
        return rf"\widetilde{{{self.term(item)}}}"

    def transpose(self, item: Term) -> str:
        """Something transposed."""
        text = self.term(item)
        if isinstance(item, Name):
            return (f"{{{text}}}" if item.mark in RAISED else text) + r"^{\sf T}"
        return self.brackets(text) + r"^{\sf T}"

    def perp(self, item: Term) -> str:
        """A vector of the plane, turned by 90 degrees."""
        return self.factor(item) + r"^\perp"

    def total(self, letter: str, text: str) -> str:
        """A sum over bodies, by the letter that stands for any."""
        return rf"\sum_{letter}{text}" if len(letter) == 1 else rf"\sum_{{\text{{{plain(letter)}}}}}{text}"

    def identity(self) -> str:
        """The unit matrix."""
        return r"\mathbf I"

    def null(self) -> str:
        """A zero vector or matrix."""
        return r"\mathbf 0"
