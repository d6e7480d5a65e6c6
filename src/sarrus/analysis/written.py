"""Equations to read, as an answer: the text in every format, and what can be computed from it while the mechanism is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sarrus.analysis.description import Description
from sarrus.files import Path
from sarrus.mechanics.readable import Definition, Readable, readable
from sarrus.mechanics.readable.plain import Plain
from sarrus.mechanics.readable.system import System
from sarrus.mechanics.readable.values import Values
from sarrus.model import Mechanism, snapshot_of
from sarrus.results.answer import AnswerWithValues, Outcome

if TYPE_CHECKING:
    from sarrus.mechanics.readable.symbols import SymbolicEquations

__all__ = ["FORMATS", "WrittenEquations", "written"]

FORMATS = ("text", "markdown", "latex", "html", "sympy")


SAVED = ("text", "markdown", "latex", "html")


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class WrittenEquations(AnswerWithValues):
    """The equations of a mechanism, to be read, printed, or worked with in SymPy.

        M vdot = f + G^T lambda,   g = 0,   G v = alpha,   G vdot = beta

    Attributes:
        form: which equations they are.
        index: which rows stand beside the equations of motion.
        general: whether zeros written in the model stay symbols.
        complete: whether long tables are written to their end.
        texts: the page by format, of an answer that was loaded.
        made: the equations themselves; None in an answer that was loaded, until they are needed again.
    """

    analysis: str = field(default="equations", init=False)
    form: str = "dae"
    index: int = 1
    general: bool = False
    complete: bool = False
    texts: dict[str, str] = field(default_factory=dict, repr=False)
    made: Readable | None = field(default=None, repr=False)

    @cached_property
    def readable(self) -> Readable:
        """The equations themselves; of an answer that was loaded, derived again from its model."""
        if self.made is not None:
            return self.made
        from sarrus.analysis.motion.restored import mechanism_of

        with mechanism_of(self) as mechanism:
            model = snapshot_of(mechanism)
        return readable(model, index=self.index, general=self.general, complete=self.complete)

    def _text(self, format: str) -> str:
        found: str = self.texts[format] if format in self.texts else getattr(self.readable, format)()
        return found

    def text(self) -> str:
        """The page as plain text, at most 110 columns wide."""
        return self._text("text")

    def markdown(self) -> str:
        """The page as Markdown, formulas as LaTeX between dollars."""
        return self._text("markdown")

    def latex(self) -> str:
        """The page as a LaTeX body; needs amsmath, defines no macros."""
        return self._text("latex")

    def html(self) -> str:
        """The page as an HTML fragment with MathML: no script, nothing to load; also well-formed XML."""
        return self._text("html")

    def blocks(self) -> list[dict[str, Any]]:
        """The page as plain data with formulas in LaTeX, for a page that renders them."""
        return self.readable.blocks()

    def sympy(self) -> SymbolicEquations:
        """The matrices in SymPy, over symbols with the user's names."""
        return self.readable.sympy()

    def listing(self) -> str:
        """The matrices in SymPy as text: lines of Python, to be run or read by `sympy.parse_expr`."""
        return self.readable.listing()

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
        plain = Plain()
        return {name: (plain.term(d.value), "") for name, d in self.definitions().items()}

    def document(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """The page as plain data; formulas by name."""
        told = {"form": self.form, "index": self.index, "general": self.general}
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
        size = self.made.size() if self.made is not None else "loaded"
        return f"{self.form}, index {self.index}; {size}"


def written(
    mechanism: Mechanism, form: str, *, index: int, general: bool, complete: bool
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
        made=readable(model, index=index, general=general, complete=complete),
    )
