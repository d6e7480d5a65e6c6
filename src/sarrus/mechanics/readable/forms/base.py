"""The contract of a form: what is printed, and the same to compute with.

A form derives the equations of a mechanism from a principle of its own. It gives a page, and every formula of that page as
data: what is known at a state, definitions that follow from it, unknowns (accelerations and multipliers), and equations
that are affine in them. So the same trees are printed, computed, put into SymPy, and held against all other forms.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from sarrus.mechanics.readable.algebra.terms import Name, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.numbers import NamedNumbers
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.print.document import Document, Equation
from sarrus.model import Snapshot

Row = Mapping[str, Any]
"""What a run publishes at an instant: name -> number, or array."""


@dataclass(frozen=True)
class GivenQuantity:
    """A quantity that is known at a state.

    Attributes:
        name: as printed.
        size: how many components it has; 0 is a number.
        read: its value from what a run publishes.
        words: names of its components, for symbols.
    """

    name: Name
    size: int
    read: Callable[[Row], Any]
    words: tuple[str, ...]


@dataclass(frozen=True)
class Unknown:
    """An acceleration, a multiplier or another quantity that the equations determine.

    Attributes:
        name: as printed.
        size: how many components it has; 0 is a number.
        words: names of its components, for symbols.
    """

    name: Name
    size: int
    words: tuple[str, ...]


@dataclass(frozen=True)
class WrittenForm:
    """The equations of one mechanism in one form.

    Attributes:
        document: the page.
        numbers: of the model, by their printed names.
        given: what is known at a state.
        definitions: what follows from it, in an order in which it can be computed.
        unknowns: what the equations determine.
        implied: definitions that use unknowns.
        equations: affine in the unknowns; as many scalar ones as it takes to determine what is unique.
        published: formulas of quantities under the names with which runs publish them: accelerations, reactions.
        size: components of a vector, 2 or 3.
        function: values of functions that are known by name: name, order of the derivative, argument.
        system: the mechanism in absolute coordinates, where the form is written in these.
        has_matrices: whether that has M, f, g, G, alpha and beta of newton-euler.
    """

    document: Document
    numbers: NamedNumbers
    given: tuple[GivenQuantity, ...]
    definitions: tuple[Definition, ...]
    unknowns: tuple[Unknown, ...]
    implied: tuple[Definition, ...]
    equations: tuple[Equation, ...]
    published: Mapping[str, Term]
    size: int
    function: Callable[[Name, int, Any], Any]
    system: System | None = field(default=None, repr=False)
    has_matrices: bool = False


class Form(ABC):
    """A form of the equations, an item of the shelf.

    Attributes:
        keyword: what it is asked for by.
        also: other words for it.
        says: what it is, a few words behind its keyword.
        knows: statements of elements that it prints; see `elements.statements`.
        takes: what can be asked of its page, besides how long it is; see `PageRequest`.
    """

    keyword: ClassVar[str]
    also: ClassVar[tuple[str, ...]] = ()
    says: ClassVar[str]
    knows: ClassVar[frozenset[str]]
    takes: ClassVar[frozenset[str]] = frozenset(("index", "angles"))

    @abstractmethod
    def write(self, model: Snapshot, asked: PageRequest) -> WrittenForm:
        """Derive the equations of a checked mechanism.

        Raises:
            ModelError: the mechanism states something that this form cannot say; the text names it.
        """
