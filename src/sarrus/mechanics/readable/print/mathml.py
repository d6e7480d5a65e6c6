"""Formulas in presentation MathML, as far as browsers draw it without help (MathML Core)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from html import escape

from sarrus.mechanics.readable.algebra.terms import Name, Term
from sarrus.mechanics.readable.print.plain import GREEK
from sarrus.mechanics.readable.print.printer import Printer

RAISED = {
    "star": "<mo>*</mo>",
    "C": "<mi>C</mi>",
    "G": "<mi>G</mi>",
    "W": "<mi>W</mi>",
    "ring": "<mo>∘</mo>",
    "a": "<mi>a</mi>",
    "perp": "<mo>⊥</mo>",
}
ACCENTS = {"dot": "˙", "ddot": "¨", "hat": "^"}
FUNCTIONS = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "log": "ln"}
TIMES, APPLY = "<mo>&#x2062;</mo>", "<mo>&#x2061;</mo>"


def sign(text: str) -> str:
    """An operator or a fence."""
    return f"<mo>{escape(text)}</mo>"


def fenced(left: str, inside: str, right: str) -> str:
    """Something in brackets that grow with it."""
    return (
        f'<mrow><mo fence="true" stretchy="true">{left}</mo>{inside}'
        f'<mo fence="true" stretchy="true">{right}</mo></mrow>'
    )


def rows_of(cells: Sequence[Sequence[str]], kind: str = "cases") -> str:
    """A table of formulas."""
    lines = ("".join(f"<mtd>{cell}</mtd>" for cell in row) for row in cells)
    return f'<mtable class="{kind}">' + "".join(f"<mtr>{line}</mtr>" for line in lines) + "</mtable>"


class MathMl(Printer):
    """MathML notation: vectors and matrices upright and bold by a style, names upright in the index."""

    minus, plus, dot, cross = sign("−"), sign("+"), sign("·"), sign("×")

    def pieces(self, term: Term) -> list[str]:
        """A sign in front of the first term binds to it."""
        found = super().pieces(term)
        if found[0].startswith(self.minus):
            found[0] = '<mo form="prefix">−</mo>' + found[0][len(self.minus) :]
        return found

    def name(self, name: Name) -> str:
        """A letter with marks and index."""
        return self._set(name, RAISED.get(name.mark, ""))

    def _set(self, name: Name, above: str, accent: str = "") -> str:
        letter = self._letter(name)
        accent = accent or ACCENTS.get(name.mark, "")
        if accent:
            letter = f'<mover accent="true">{letter}<mo stretchy="false">{accent}</mo></mover>'
        below = self._below(self._index(name))
        if above and below:
            return f"<msubsup>{letter}{below}<mrow>{above}</mrow></msubsup>"
        if above:
            return f"<msup>{letter}<mrow>{above}</mrow></msup>"
        return f"<msub>{letter}{below}</msub>" if below else letter

    def _letter(self, name: Name) -> str:
        word = self._split(name)[0] if name.own else name.letter
        shown = escape(GREEK.get(word, word))
        if name.rank:
            return f'<mi mathvariant="normal" class="bold">{shown}</mi>'
        return f"<mi>{shown}</mi>"

    def _index(self, name: Name) -> list[str]:
        own = self._split(name)[1] if name.own else ""
        return [*([own] if own else []), *self.index_parts(name.index)]

    @staticmethod
    def _split(name: Name) -> tuple[str, str]:
        """A user's word: digits and what follows _ go below."""
        found = re.fullmatch(r"([A-Za-z]+?)_?(\d+)|([A-Za-z]+)_([A-Za-z0-9]+)", name.letter)
        if not found:
            return name.letter, ""
        base, digits, stem, rest = found.groups()
        return base or stem, digits or rest

    def _below(self, parts: Sequence[str]) -> str:
        if not parts:
            return ""
        shown = []
        for part in parts:
            kind = "mn" if part.isdigit() else "mi" if len(part) == 1 else "mtext"
            shown.append(f"<{kind}>{escape(part)}</{kind}>")
        return f"<mrow>{'<mo>,</mo>'.join(shown)}</mrow>"

    def label(self, index: Sequence[str]) -> str:
        """Names on the line."""
        return self._below(self.index_parts(index))

    def join(self, factors: Sequence[str]) -> str:
        """Factors side by side."""
        result = ""
        for factor in filter(None, factors):
            if result:
                result += sign("·") if factor.startswith("<mn>") else TIMES
            result += factor
        return result

    def number(self, value: Fraction) -> str:
        """A whole number, a small fraction, or a decimal."""
        if value.denominator == 1:
            return f"<mn>{value}</mn>"
        if self.is_fraction(value):
            return f"<mfrac><mn>{value.numerator}</mn><mn>{value.denominator}</mn></mfrac>"
        return self.digits(self.decimal(value))

    def digits(self, text: str) -> str:
        """A decimal, with a power of ten where it has an exponent."""
        mantissa, _, exponent = text.partition("e")
        if not exponent:
            return f"<mn>{mantissa}</mn>"
        return f"<mn>{mantissa}</mn>{sign('·')}<msup><mn>10</mn><mn>{int(exponent)}</mn></msup>"

    def brackets(self, text: str) -> str:
        """Round brackets."""
        return fenced("(", text, ")")

    def power(self, base: Term, text: str, exponent: int) -> str:
        """A power."""
        if isinstance(base, Name) and base.mark not in RAISED:
            return self._set(base, f"<mn>{exponent}</mn>")
        return f"<msup><mrow>{text}</mrow><mn>{exponent}</mn></msup>"

    def fraction(self, top: str, bottom: str, top_is_sum: bool, bare: bool) -> str:
        """A quotient."""
        return f"<mfrac><mrow>{top}</mrow><mrow>{bottom}</mrow></mfrac>"

    def call(self, function: str, items: Sequence[Term]) -> str:
        """A function of scalars."""
        shown = [f"<mrow>{self.term(i)}</mrow>" for i in items]
        match function:
            case "sqrt" | "root":
                return f"<msqrt>{shown[0]}</msqrt>"
            case "norm" | "abs":
                return fenced("|", shown[0], "|")
            case "floor":
                return fenced("⌊", shown[0], "⌋")
            case "lt" | "le":
                return shown[0] + sign("<" if function == "lt" else "≤") + shown[1]
            case "pow":
                return f"<msup><mrow>{self.factor(items[0])}</mrow>{shown[1]}</msup>"
            case "select":
                found, rest = self.cases(items)
                lines = [
                    [self.term(value), f"<mtext>if&#xa0;</mtext>{self.term(test)}"] for test, value in found
                ]
                return f"<mrow>{rows_of([*lines, [self.term(rest), '<mtext>else</mtext>']])}</mrow>"
        word = f"<mi>{FUNCTIONS.get(function, function)}</mi>{APPLY}"
        if len(items) == 1 and isinstance(items[0], Name):
            return f"<mrow>{word}{shown[0]}</mrow>"
        return word + fenced("(", sign(",").join(shown), ")")

    def function(self, name: Name, order: int, item: Term) -> str:
        """A function by its name, with a prime for each derivative."""
        shown = self._set(name, sign("′") * order)
        return f"<mrow>{shown}{APPLY}{fenced('(', f'<mrow>{self.term(item)}</mrow>', ')')}</mrow>"

    def partial(self, of: str, by: str, in_time: bool) -> str:
        """A derivative as a quotient, or the rate of one."""
        found = f"<mfrac><mrow><mi>∂</mi>{of}</mrow><mrow><mi>∂</mi>{by}</mrow></mfrac>"
        return f"<mfrac><mi>d</mi><mrow><mi>d</mi><mi>t</mi></mrow></mfrac>{found}" if in_time else found

    def listing(self, items: Sequence[str], wide: bool = False) -> str:
        """Components in a line."""
        return fenced("(", sign(",").join(f"<mrow>{i}</mrow>" for i in items), ")")

    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        """Rows of a matrix or column; the brackets are borders, which need no font that has them in all sizes."""
        return f"<mrow>{rows_of(rows, 'bracket')}</mrow>"

    def lines(self, lines: Sequence[str]) -> str:
        """A long sum on several lines."""
        rest = [[f'<mspace width="2em"></mspace>{line}'] for line in lines[1:]]
        return rows_of([[lines[0]], *rest], "lines")

    def diagonal(self, items: Sequence[str]) -> str:
        """A diagonal matrix."""
        return f"<mi>diag</mi>{APPLY}{self.listing(items)}"

    def tilde(self, item: Term) -> str:
        """A cross product matrix: the accent on the letter only."""
        if isinstance(item, Name) and not item.mark:
            return self._set(item, "", "~")
        return f'<mover accent="true"><mrow>{self.term(item)}</mrow><mo>~</mo></mover>'

    def transpose(self, item: Term) -> str:
        """Something transposed."""
        T = '<mi mathvariant="normal">T</mi>'
        if isinstance(item, Name) and item.mark not in RAISED:
            return self._set(item, T)
        text = self.term(item) if isinstance(item, Name) else self.brackets(self.term(item))
        return f"<msup><mrow>{text}</mrow>{T}</msup>"

    def perp(self, item: Term) -> str:
        """A vector of the plane, turned by 90 degrees."""
        return f"<msup><mrow>{self.factor(item)}</mrow>{RAISED['perp']}</msup>"

    def total(self, letter: str, text: str) -> str:
        """A sum over bodies, by the letter that stands for any."""
        return f"<mrow><msub><mo>∑</mo>{self._below([letter])}</msub>{text}</mrow>"

    def identity(self) -> str:
        """The unit matrix."""
        return '<mi mathvariant="normal" class="bold">I</mi>'

    def null(self) -> str:
        """A zero vector or matrix."""
        return '<mn class="bold">0</mn>'
