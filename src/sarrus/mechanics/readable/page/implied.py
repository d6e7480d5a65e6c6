"""States of forces, and efforts that depend on the loads of joints, on a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sarrus.mechanics.readable.algebra.build import ZERO, chain, transpose
from sarrus.mechanics.readable.algebra.terms import ANY, COLUMN, MATRIX, Listing, Name, Null, Term
from sarrus.mechanics.readable.page.asked import Length
from sarrus.mechanics.readable.page.constraints import LAMBDA, V
from sarrus.mechanics.readable.page.given import Line
from sarrus.mechanics.readable.page.page import Page, listed
from sarrus.mechanics.readable.page.runs import Cells
from sarrus.mechanics.readable.print.document import Block, Grid, Paragraph, Sentence, equations, packed
from sarrus.scalar.units import raised

PUSHES, EFFORTS = Name("H", kind=MATRIX), Name("Q", kind=COLUMN)


def pushed(page: Page) -> list[Term]:
    """What efforts that depend on multipliers add to the forces."""
    return [chain(transpose(PUSHES), EFFORTS)] if page.system.loads.pushes else []


def implied(page: Page) -> list[Block]:
    """Such efforts, and the matrix of what they act along."""
    loads = page.system.loads
    if not loads.pushes:
        return []
    names = page.names([push.force.name for push in loads.pushes])
    one = len(loads.pushes) == 1
    depend = (
        f"{names} depends on the load of its joint" if one else f"{names} depend on the loads of their joints"
    )
    said: Sentence = (
        f"{depend}, so these equations are implicit: ", EFFORTS, " is found together with ", V.marked("dot"), " and ",
        LAMBDA, ".",
    )  # fmt: skip
    if any(force.shares_load for force in page.system.model.forces):
        said += (
            " Where rows repeat each other, ", LAMBDA, " has the least sum of squares, torques over the length of the part.",
        )  # fmt: skip
    return [Paragraph(said), packed(equations(loads.implied), page.plain), *_along(page)]


def _along(page: Page) -> list[Block]:
    """H: what each speed does to the coordinate of each effort."""
    system, pushes = page.system, page.system.loads.pushes
    if page.length == Length.MATRIX:
        rows = tuple((push.effort.index, tuple(push.slopes.get(s) for s in system.speeds)) for push in pushes)
        return [Grid(PUSHES, tuple(system.speeds), rows)]
    lines: list[Cells] = []
    zeros = (Null(COLUMN), ZERO if system.model.planar else Null(COLUMN))
    for push in pushes:
        touched = [b for b in system.bodies if any(s in push.slopes for s in system.basis.speeds(b))]
        blocks = [
            (
                f"{b.name} ",
                Listing(
                    tuple(push.slopes.get(s, z) for s, z in zip(system.basis.speeds(b), zeros, strict=True))
                ),
            )
            for b in touched
        ]
        lines.append(((push.effort,), listed(blocks, "; ")))
    note: Sentence = ("Blocks of ", PUSHES, " by effort; all others are zero.")
    return [Paragraph(note), page.table(("effort", "blocks by body"), lines)]


def state_note(page: Page) -> list[Block]:
    """That states of forces have equations of their own."""
    states = page.system.loads.states
    if not states:
        return []
    names = grouped(page, [(s.name, s.state.name, s.force, s.state.unit) for s in states])
    rates = listed([[name.marked("dot")] for name, _, _ in names])
    count = "one equation, that" if len(states) == 1 else f"{len(states)} equations, those"
    return [Paragraph((f"States of forces add {count} for ", *rates, " above."))]


def own_state_lines(page: Page) -> Iterator[Line]:
    """States of forces, what forces tell, and efforts that depend on multipliers, in the table of symbols."""
    loads = page.system.loads
    for name, told, unit in grouped(page, [(s.name, "state", s.force, s.state.unit) for s in loads.states]):
        yield (name,), (told,), (unit,), ("",)
    for name, told, unit in grouped(
        page, [(n, what.name, owner, what.unit) for n, what, owner in loads.told]
    ):
        yield (name,), (told,), (unit,), ("",)
    if loads.pushes:
        names = tuple(push.effort for push in loads.pushes)
        whole: Sentence = (EFFORTS, " = ", Listing(names)) if len(names) < 7 else (EFFORTS,)
        said: Sentence = ("efforts that depend on ", LAMBDA, ", along coordinates")
        yield whole, said, ("N, N m",), ("",)
        yield (PUSHES,), ("rates of these coordinates by ", V), ("",), ("",)


def grouped(page: Page, found: Sequence[tuple[Name, str, str, str]]) -> list[tuple[Name, str, str]]:
    """Name, meaning and unit; several of one kind in one line, with index j."""
    groups: dict[tuple[str, tuple[str, ...], str, str], list[tuple[Name, str]]] = {}
    for name, what, owner, unit in found:
        rest = tuple(part for part in name.index if part != owner)
        groups.setdefault((name.letter, rest, what, unit), []).append((name, owner))
    lines = []
    for (letter, rest, what, unit), members in groups.items():
        owners = [owner for _, owner in members]
        name = members[0][0] if len(members) == 1 else Name(letter, (*rest, ANY))
        of = f"`{owners[0]}`" if len(members) == 1 else page.names(owners)
        lines.append((name, f"{what} of {of}", raised(unit)))
    return lines
