"""What a user holds after asking for the equations of a mechanism."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sarrus.elements.statements import refuse_unknown
from sarrus.mechanics.orchestration import KNOWN as MECHANICS
from sarrus.mechanics.readable.blocks import blocks
from sarrus.mechanics.readable.document import Document
from sarrus.mechanics.readable.form import Form
from sarrus.mechanics.readable.hypertext import html
from sarrus.mechanics.readable.listing import listing
from sarrus.mechanics.readable.plain import Plain
from sarrus.mechanics.readable.sections import write
from sarrus.mechanics.readable.symbols import SymbolicEquations, to_symbols
from sarrus.mechanics.readable.system import System
from sarrus.mechanics.readable.terminal import text
from sarrus.mechanics.readable.trace import build_system
from sarrus.mechanics.readable.trees import Definition
from sarrus.mechanics.readable.typeset import latex, markdown
from sarrus.mechanics.readable.values import Values, evaluate_system
from sarrus.model import Snapshot
from sarrus.phrases import count


@dataclass(frozen=True)
class Readable:
    """The equations of a mechanism, to be read, printed, or worked with in SymPy.

        M vdot = f + G^T lambda,   g = 0,   G v = alpha,   G vdot = beta

    Forces with states z add zdot = ...; those that depend on the loads of joints add H^T Q with Q = law(q, v, z, lambda).

    Coordinates are absolute: position and turn of every body frame. Where a joint holds a point, its rows are one
    vector equation in ground axes, and the multiplier is the published reaction.
    """

    system: System
    form: Form

    @cached_property
    def _document(self) -> Document:
        return write(self.system, self.form)

    def markdown(self) -> str:
        """The page as Markdown, formulas as LaTeX between dollars."""
        return markdown(self._document)

    def latex(self) -> str:
        """The page as a LaTeX body; needs amsmath, defines no macros."""
        return latex(self._document)

    def text(self) -> str:
        """The page as plain text, at most 110 columns wide."""
        return text(self._document)

    def html(self) -> str:
        """The page as an HTML fragment with MathML: no script, nothing to load; also well-formed XML."""
        return html(self._document)

    def blocks(self) -> list[dict[str, Any]]:
        """The page as plain data with formulas in LaTeX, for a page that renders them; see `blocks`."""
        return blocks(self._document)

    def sympy(self) -> SymbolicEquations:
        """The matrices in SymPy, over symbols with the user's names."""
        return to_symbols(self.system)

    def listing(self) -> str:
        """The matrices in SymPy as text: lines of Python, to be run or read by `sympy.parse_expr`."""
        return listing(self.sympy())

    def definitions(self) -> dict[str, Definition]:
        """Every printed definition by its name in plain text, in an order in which they can be computed."""
        plain = Plain()
        found = [*self.system.definitions(), *self.system.multiplied()]
        return {f"{plain.name(d.name)}{f' ({d.name.of})' if d.name.of else ''}": d for d in found}

    def evaluate(
        self,
        t: float,
        q: Sequence[float],
        v: Sequence[float],
        z: Sequence[float] | None = None,
        lam: Sequence[float] | None = None,
    ) -> Values:
        """Every printed definition, and the matrices, at a state (see `evaluate_system`)."""
        return evaluate_system(self.system, t, q, v, z=z, lam=lam)

    def __str__(self) -> str:
        return self.text()

    def size(self) -> str:
        """How much there is, in words."""
        bodies = count(len(self.system.bodies), "body", "bodies")
        return f"{bodies}, {count(len(self.system.rows), 'row')}"

    def __repr__(self) -> str:
        return f"Readable({self.system.model.name!r}: {self.size()})"


KNOWN = {
    name: MECHANICS[name]
    for name in ("closure", "slip", "residual", "energy", "dissipation", "power", "flow", "measure")
}
"""Statements of elements that are printed, or have no part in the equations of motion."""


def readable(model: Snapshot, *, index: int = 1, general: bool = False, complete: bool = False) -> Readable:
    """The readable equations of a checked mechanism.

    Args:
        model: the mechanism.
        index: which rows stand beside M vdot = f + G^T lambda: 3 for g = 0, 2 for G v = alpha, 1 for G vdot = beta.
        general: whether zeros written in the model stay symbols, so that the page holds for the whole family.
        complete: whether long tables are written to their end.
    """
    refuse_unknown(model.elements, KNOWN, "the equations to read")
    return Readable(build_system(model, general), Form(index, general, complete))
