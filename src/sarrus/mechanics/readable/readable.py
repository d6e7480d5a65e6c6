"""What a user holds after asking for the equations of a mechanism."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sarrus.errors import UsageError
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.listing import listing
from sarrus.mechanics.readable.derive.symbols import SymbolicEquations, to_symbols
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.derive.values import Values, evaluate_system
from sarrus.mechanics.readable.forms import FORMS, form_of
from sarrus.mechanics.readable.forms.base import Form, Row, WrittenForm
from sarrus.mechanics.readable.forms.solve import Solved, solve
from sarrus.mechanics.readable.forms.symbols import SymbolicForm, form_listing, form_symbols
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.print.blocks import blocks
from sarrus.mechanics.readable.print.document import Document
from sarrus.mechanics.readable.print.hypertext import html
from sarrus.mechanics.readable.print.plain import Plain
from sarrus.mechanics.readable.print.terminal import text
from sarrus.mechanics.readable.print.typeset import latex, markdown
from sarrus.model import Snapshot
from sarrus.phrases import count
from sarrus.spatial.sequences import BRYANT


@dataclass(frozen=True)
class Readable:
    """The equations of a mechanism, to be read, printed, or worked with in SymPy.

    In the form newton-euler,

        M vdot = f + G^T lambda,   g = 0,   G v = alpha,   G vdot = beta

    Forces with states z add zdot = ...; those that depend on the loads of joints add H^T Q with Q = law(q, v, z, lambda).
    Coordinates are absolute: position and turn of every body frame. Where a joint holds a point, its rows are one
    vector equation in ground axes, and the multiplier is the published reaction. Other forms say on their page what they
    are.
    """

    model: Snapshot
    form: Form
    asked: PageRequest
    written: WrittenForm

    @property
    def _document(self) -> Document:
        return self.written.document

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

    @property
    def system(self) -> System:
        """The mechanism in absolute coordinates, as data.

        Raises:
            UsageError: the form is written in others.
        """
        if self.written.system is None:
            raise UsageError(
                f"the form {self.form.keyword} has no absolute coordinates. Ask for newton-euler to have its matrices."
            )
        return self.written.system

    def sympy(self) -> SymbolicEquations | SymbolicForm:
        """The matrices of newton-euler in SymPy, or the equations of another form, over symbols with the user's names."""
        return to_symbols(self.system) if self.written.has_matrices else form_symbols(self.written)

    def listing(self) -> str:
        """The same as text: lines of Python, to be run or read by `sympy.parse_expr`."""
        found = self.sympy()
        return listing(found) if isinstance(found, SymbolicEquations) else form_listing(found)

    def definitions(self) -> dict[str, Definition]:
        """Every printed definition by its name in plain text, in an order in which they can be computed."""
        plain = Plain()
        found = [*self.written.definitions, *self.written.implied]
        return {f"{plain.name(d.name)}{f' ({d.name.of})' if d.name.of else ''}": d for d in found}

    def evaluate(
        self,
        t: float,
        q: Sequence[float],
        v: Sequence[float],
        z: Sequence[float] | None = None,
        lam: Sequence[float] | None = None,
    ) -> Values:
        """Every printed definition, and the matrices of newton-euler, at a state (see `evaluate_system`)."""
        if not self.written.has_matrices:
            raise UsageError(
                f"the form {self.form.keyword} has no matrices M, f, g, G. Ask for newton-euler to have them, or use `solve`."
            )
        return evaluate_system(self.system, t, q, v, z=z, lam=lam)

    def solve(self, row: Row, t: float = 0.0) -> Solved:
        """The printed equations at an instant of a run: every definition, and what they determine.

        Args:
            row: positions, turns and speeds by their published names.
            t: time [s].
        """
        return solve(self.written, row, t)

    def __str__(self) -> str:
        return self.text()

    def size(self) -> str:
        """How much there is, in words."""
        bodies = count(len(self.model.bodies), "body", "bodies")
        return f"{bodies}, {count(len(self.written.unknowns), 'unknown')}"

    def __repr__(self) -> str:
        return f"Readable({self.model.name!r}: {self.form.keyword}, {self.size()})"


def readable(
    model: Snapshot,
    form: str = "newton-euler",
    *,
    index: int = 1,
    general: bool = False,
    complete: bool = False,
    angles: str = BRYANT,
    coordinates: Sequence[str] = (),
) -> Readable:
    """The readable equations of a checked mechanism.

    Args:
        model: the mechanism.
        form: which equations; a word of the shelf of forms.
        index: which rows stand beside M vdot = f + G^T lambda: 3 for g = 0, 2 for G v = alpha, 1 for G vdot = beta.
        general: whether zeros written in the model stay symbols, so that the page holds for the whole family.
        complete: whether long tables are written to their end.
        angles: sequence of axes by which turns are written, in space.
        coordinates: that a minimal form is written in, by their published names.

    Raises:
        UsageError: the form does not exist, or makes no use of what is asked.
        ModelError: the form cannot say something that the mechanism states; the text names it.
    """
    chosen, asked = form_of(form), PageRequest(index, general, complete, angles, tuple(coordinates))
    _refuse_foreign(chosen, asked)
    return Readable(model, chosen, asked, chosen.write(model, asked))


def _refuse_foreign(form: Form, asked: PageRequest) -> None:
    """Refuse what a form would ignore."""
    plain = PageRequest()
    for name in ("index", "angles", "coordinates"):
        if getattr(asked, name) != getattr(plain, name) and name not in form.takes:
            taking = ", ".join(f.keyword for f in FORMS if name in f.takes)
            raise UsageError(
                f"{name} does not belong to the form {form.keyword}. Leave it out, or ask for one of: {taking}."
            )
