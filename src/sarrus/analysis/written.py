"""Equations to read, as an answer: the text in every format, and what can be computed from it while the mechanism is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sarrus.analysis.description import Description
from sarrus.analysis.linear_page.listing import linear_listing
from sarrus.analysis.linear_page.record import FORMS as LINEAR_FORMS
from sarrus.analysis.linear_page.record import LINEAR, LinearRecord
from sarrus.analysis.linear_page.state_space import state_space_page
from sarrus.analysis.linear_page.transfers import transfer_page
from sarrus.errors import UsageError
from sarrus.files import Path
from sarrus.mechanics.readable import Definition, Readable, readable
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.derive.values import Values
from sarrus.mechanics.readable.forms import WORDS
from sarrus.mechanics.readable.print.alone import standalone as as_document
from sarrus.mechanics.readable.print.blocks import blocks
from sarrus.mechanics.readable.print.document import Document
from sarrus.mechanics.readable.print.hypertext import html
from sarrus.mechanics.readable.print.plain import Plain
from sarrus.mechanics.readable.print.terminal import text
from sarrus.mechanics.readable.print.typeset import latex, markdown
from sarrus.model import Mechanism, snapshot_of
from sarrus.phrases import count
from sarrus.results.answer import AnswerWithValues, Outcome
from sarrus.results.typed import to_plain

if TYPE_CHECKING:
    from sarrus.mechanics.readable.derive.symbols import SymbolicEquations
    from sarrus.mechanics.readable.forms.symbols import SymbolicForm

__all__ = ["ALL_FORMS", "FORMATS", "WrittenEquations", "of_record", "written"]

FORMATS = ("text", "markdown", "latex", "html", "sympy")


SAVED = ("text", "markdown", "latex", "html")
PRINTED = {"text": text, "markdown": markdown, "latex": latex, "html": html}
ALL_FORMS = (*WORDS, *LINEAR_FORMS)
"""Words for all forms: those of the shelf, and those that need an operating point."""


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class WrittenEquations(AnswerWithValues):
    """The equations of a mechanism, to be read, printed, or worked with in SymPy.

        M vdot = f + G^T lambda,   g = 0,   G v = alpha,   G vdot = beta

    Attributes:
        form: which equations they are.
        index: which rows stand beside the equations of motion.
        general: whether zeros written in the model stay symbols.
        complete: whether long tables are written to their end.
        angles: sequence of axes by which turns in space are written.
        coordinates: that were asked for in a minimal form.
        linear: the linear model, of the forms linear and transfer; else None.
        texts: the page by format, of an answer that was loaded.
        made: the equations themselves; None in an answer that was loaded, until they are needed again.
    """

    analysis: str = field(default="equations", init=False)
    form: str = "newton-euler"
    index: int = 1
    general: bool = False
    complete: bool = False
    angles: str = "1-2-3"
    coordinates: tuple[str, ...] = ()
    linear: LinearRecord | None = None
    texts: dict[str, str] = field(default_factory=dict, repr=False)
    made: Readable | None = field(default=None, repr=False)

    @cached_property
    def readable(self) -> Readable:
        """The equations themselves; of an answer that was loaded, derived again from its model."""
        if self.made is not None:
            return self.made
        if self.linear is not None:
            raise UsageError(
                f"The form {self.form} is made of numbers, and has no definitions. `.linear` has its matrices, and "
                "`.linear.sympy()` has them in SymPy; ask for newton-euler to have equations of motion."
            )
        from sarrus.analysis.motion.restored import mechanism_of

        with mechanism_of(self) as mechanism:
            model = snapshot_of(mechanism)
        return readable(
            model,
            self.form,
            index=self.index,
            general=self.general,
            complete=self.complete,
            angles=self.angles,
            coordinates=self.coordinates,
        )

    @cached_property
    def _linear_page(self) -> Document | None:
        """The page of a linear model; None of other forms."""
        if self.linear is None:
            return None
        page = state_space_page if self.form == LINEAR else transfer_page
        return page(self.mechanism, self.linear, self.complete)

    def _text(self, format: str) -> str:
        if format in self.texts:
            return self.texts[format]
        if self._linear_page is not None:
            return PRINTED[format](self._linear_page)
        found: str = getattr(self.readable, format)()
        return found

    def text(self) -> str:
        """The page as plain text, at most 110 columns wide."""
        return self._text("text")

    def markdown(self) -> str:
        """The page as Markdown, formulas as LaTeX between dollars."""
        return self._text("markdown")

    def latex(self, *, standalone: bool = False) -> str:
        """The page in LaTeX: a body, which needs amsmath and defines no macros.

        Args:
            standalone: a whole document instead, which compiles by itself.
        """
        body = self._text("latex")
        return as_document(body) if standalone else body

    def html(self) -> str:
        """The page as an HTML fragment with MathML: no script, nothing to load; also well-formed XML."""
        return self._text("html")

    def blocks(self) -> list[dict[str, Any]]:
        """The page as plain data with formulas in LaTeX, for a page that renders them."""
        return blocks(self._linear_page) if self._linear_page is not None else self.readable.blocks()

    def sympy(self) -> SymbolicEquations | SymbolicForm:
        """The matrices of newton-euler in SymPy, or the equations of another form, over symbols with the user's names."""
        return self.readable.sympy()

    def listing(self) -> str:
        """The matrices in SymPy as text: lines of Python, to be run or read by `sympy.parse_expr`."""
        return linear_listing(self.linear) if self.linear is not None else self.readable.listing()

    def definitions(self) -> dict[str, Definition]:
        """Every printed definition by its name in plain text, in an order in which they can be computed."""
        return self.readable.definitions()

    def evaluate(self, t: float, q: Sequence[float], v: Sequence[float], **more: Sequence[float]) -> Values:
        """Every printed definition, and the matrices, at a state; see `Readable.evaluate`."""
        return self.readable.evaluate(t, q, v, **more)

    @property
    def system(self) -> System:
        """What is printed, as data."""
        return self.readable.system

    def quantities(self) -> Mapping[str, tuple[Any, str]]:
        """What is defined, each with its formula as text."""
        if self.linear is not None:
            return self.linear.quantities()
        plain = Plain()
        return {name: (plain.term(d.value), "") for name, d in self.definitions().items()}

    def document(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """The page as plain data; formulas by name."""
        told: dict[str, Any] = {"form": self.form, "index": self.index, "general": self.general}
        if self.linear is not None:
            told = {"form": self.form, "linear": to_plain(self.linear)}
        return {**super().document(names), **told, "text": self.text()}

    def save(self, path: Path) -> Path:
        """Write the equations in all formats, and their mechanism, to an HDF5 file, which `load_result` reads."""
        texts = {format: self._text(format) for format in SAVED}
        AnswerWithValues.save(replace(self, texts=texts), path)
        return path

    def _repr_html_(self) -> str:
        """What a notebook shows: the page, typeset."""
        return self.html()

    def _size(self) -> str:
        if self.linear is not None:
            names = (
                ("state", self.linear.states),
                ("input", self.linear.inputs),
                ("output", self.linear.outputs),
            )
            return f"{self.form}; {', '.join(count(len(found), word) for word, found in names)}"
        size = self.made.size() if self.made is not None else "loaded"
        return f"{self.form}, index {self.index}; {size}"


def written(
    mechanism: Mechanism,
    form: str,
    *,
    index: int,
    general: bool,
    complete: bool,
    angles: str,
    coordinates: Sequence[str] = (),
) -> WrittenEquations:
    """See `equations`."""
    model = snapshot_of(mechanism)
    described = Description(model)
    return WrittenEquations(
        mechanism=model.name,
        status=Outcome("ok", "The equations are derived."),
        described=described,
        foreign=tuple(kind.keyword for kind in described.foreign),
        form=form,
        index=index,
        general=general,
        complete=complete,
        angles=angles,
        coordinates=tuple(coordinates),
        made=readable(
            model,
            form,
            index=index,
            general=general,
            complete=complete,
            angles=angles,
            coordinates=coordinates,
        ),
    )


def of_record(of: AnswerWithValues, record: LinearRecord, form: str, complete: bool) -> WrittenEquations:
    """A linear model to read.

    Args:
        of: the answer that it is a page of.
        record: what is printed.
        form: "linear" or "transfer".
        complete: whether long tables are written to their end.
    """
    return WrittenEquations(
        mechanism=of.mechanism,
        status=of.status,
        evidence=of.evidence,
        described=of.described,
        foreign=of.foreign,
        elements=of.elements,
        form=form,
        complete=complete,
        linear=record,
    )
