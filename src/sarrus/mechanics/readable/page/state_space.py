"""The page of the state space form: the minimal form, then state, inputs and outputs."""

from __future__ import annotations

from sarrus.mechanics.readable.algebra.build import add, chain
from sarrus.mechanics.readable.algebra.terms import COLUMN, MATRIX, Listing, Name, Stack, Term
from sarrus.mechanics.readable.derive.tree.state import StateSpaceSystem
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.page.cuts import cuts_of
from sarrus.mechanics.readable.page.ode import chosen_names, minimal_sections
from sarrus.mechanics.readable.page.page import listed
from sarrus.mechanics.readable.page.tree_motion import lines
from sarrus.mechanics.readable.print.document import (
    Block,
    Display,
    Document,
    Equation,
    Heading,
    Paragraph,
    Sentence,
)

__all__ = ["write_state_space"]

X, OUT, IN = (Name(n, kind=COLUMN) for n in ("x", "y", "u"))
FREE, BY_INPUT = Name("a", kind=COLUMN), Name("b", kind=MATRIX)
LONG = 12


def write_state_space(system: StateSpaceSystem, asked: PageRequest) -> Document:
    """The whole page."""
    minimal = system.minimal
    cuts = cuts_of(minimal.tree.system)
    found, page = minimal_sections(minimal, asked, [])
    title = Heading(1, (f"{minimal.tree.model.name}: state space in ", *chosen_names(minimal)))
    blocks: list[Block] = [title, *found, Heading(2, _rule(system))]
    state: Term = Listing(tuple(system.state))
    said: Sentence = (Equation(X, state),) if len(system.state) <= LONG else (X, f" holds {len(system.state)} numbers: the coordinates, their rates, states of forces")  # fmt: skip
    if system.inputs.names:
        said += (", inputs ", *listed([[u] for u in system.inputs.names]))
    blocks.append(Paragraph((*said, ".")))
    own = [d for d in system.definitions if d.name.rank]
    blocks += lines(page, own, "")
    accelerations = {e.left: e.right for e in system.equations}
    if all(isinstance(left, Name) and not left.rank for left in accelerations) and len(system.state) <= LONG:
        right = [accelerations.get(rate, rate) for rate in system.rates]
        blocks.append(Display(((Equation(X.marked("dot"), Stack(tuple(right))),),)))
    else:
        blocks.append(Display(tuple((e,) for e in system.equations)))
        more: Sentence = ("The rates of the coordinates are part of the state.",)
        if system.inputs.names:
            more += (" ", Name("F", ("0",), COLUMN, "hat"), " is what is left without inputs.")
        blocks.append(Paragraph(more))
    return Document((*blocks, *_outputs(system)), cuts)


def _rule(system: StateSpaceSystem) -> Sentence:
    right: Term = add(FREE, chain(BY_INPUT, IN)) if system.inputs.names else FREE
    found: Sentence = ("State space: ", Equation(X.marked("dot"), right))
    return (*found, ", ", Equation(OUT, Name("c", kind=COLUMN))) if system.outputs else found


def _outputs(system: StateSpaceSystem) -> list[Block]:
    blocks: list[Block] = []
    if system.outputs:
        said = listed([[f"`{name}` = ", term] for name, term in system.outputs.items()])
        blocks.append(Paragraph(("Outputs ", OUT, ": ", *said, ".")))
    if system.unsaid:
        names = ", ".join(f"`{n}`" for n in system.unsaid)
        blocks.append(Paragraph((f"Without a formula here: {names}, which are no coordinates of the tree.",)))
    return blocks
