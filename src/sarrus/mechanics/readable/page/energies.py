"""Sections of forms that begin with energies: energies, their derivatives, and the equations that follow."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.mechanics.readable.algebra.build import chain
from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, Name
from sarrus.mechanics.readable.page.balance import (
    applied_forces,
    closing_rows,
    joint_loads,
    own_balances,
    shown_forces,
)
from sarrus.mechanics.readable.page.constraints import BETA, LAMBDA, G, V
from sarrus.mechanics.readable.page.implied import state_note
from sarrus.mechanics.readable.page.page import Page, listed
from sarrus.mechanics.readable.print.document import (
    Block,
    Display,
    Equation,
    Heading,
    Paragraph,
    Sentence,
    equations,
    fitted,
)

__all__ = ["energy_blocks", "motion_blocks"]


def energy_blocks(page: Page, energies: Sequence[Equation]) -> list[Block]:
    """Energies of any body, first moments and inertias, and what forces store."""
    system = page.system
    lines = [*equations(system.inertia.shared), *energies]
    blocks: list[Block] = [
        Heading(2, ("Energies of every body",)),
        Display(tuple((fitted(e, page.plain),) for e in lines)),
        *shown_forces(page),
    ]
    if system.loads.energies and not page.by_kinds:
        stored = listed([[e] for e in equations(system.loads.energies)])
        applied = Name("f", (BODY,), COLUMN, "a")
        said: Sentence = (
            "Forces store ",
            *stored,
            " besides; what they do stands in ",
            applied,
            ", with what dampers and drives do.",
        )
        blocks.append(Paragraph(said))
    return blocks


def motion_blocks(
    page: Page, title: Sentence, steps: Sequence[Equation], final: Sequence[Equation]
) -> list[Block]:
    """Steps of the derivation, then the equations of any body, forces and loads of joints."""
    blocks: list[Block] = [
        Heading(2, title),
        Display(tuple((fitted(e, page.plain),) for e in steps)),
        Paragraph(("So, for every body ", page.letter(BODY), ":")),
        Display(tuple((fitted(e, page.plain),) for e in final)),
        *applied_forces(page),
    ]
    if page.system.rows:
        blocks += joint_loads(page)
    return [*blocks, *own_balances(page), *_closing(page), *state_note(page)]


def _closing(page: Page) -> list[Block]:
    """Which rows stand beside the equations."""
    system = page.system
    if not system.rows:
        return []
    n, m = system.coordinate_count, sum(len(row.labels) for row in system.rows)
    if page.asked.needs_beta:
        row = Equation(chain(G, V.marked("dot")), BETA)
        return [Paragraph(("With ", row, f", {n} + {m} equations for ", V.marked("dot"), ", ", LAMBDA, "."))]
    rows = listed([[e] for e in closing_rows(page)])
    return [
        Paragraph(
            ("With ", *rows, f", {n} + {m} equations of index {page.asked.index} for ", V, ", ", LAMBDA, ".")
        )
    ]
