"""Constraints and their Jacobian, joint by joint: a matrix for few bodies, lists for more."""

from __future__ import annotations

from sarrus.mechanics.readable.algebra.build import ZERO, call, chain, is_zero
from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, MATRIX, Listing, Name, Null, Stack, Term
from sarrus.mechanics.readable.derive.moving import GROUND, BodyNames
from sarrus.mechanics.readable.derive.rows import JointRows, ReadableRow
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.page.asked import Length
from sarrus.mechanics.readable.page.page import Page, listed
from sarrus.mechanics.readable.page.runs import Cells
from sarrus.mechanics.readable.print.document import (
    WIDEST,
    Block,
    Display,
    Equation,
    Grid,
    Heading,
    Paragraph,
    Part,
    Sentence,
    equation_width,
    equations,
    packed,
)

G, V, Q = Name("G", kind=MATRIX), Name("v", kind=COLUMN), Name("q", kind=COLUMN)
BETA, ALPHA, LAMBDA, RESIDUAL, SLIP = (Name(n, kind=COLUMN) for n in ("beta", "alpha", "lambda", "g", "s"))


NOTHING: Sentence = ("",)
"""An empty cell."""


def end(system: System, joint: JointRows, follower: bool) -> str:
    """A side of a joint by its body, or by its point where that is not the body's origin."""
    place = joint.follower if follower else joint.base
    owner = system.points.owner(place)
    here = system.points.point(place)
    is_origin = not isinstance(here, Name) or here == system.points.body(owner).r
    return owner if not place.frame or (is_origin and place.body is not None) else f"{owner}.{place.frame}"


def ticks(words: tuple[str, ...]) -> str:
    """Names of the model with commas."""
    return ", ".join(f"`{word}`" for word in words)


def constraints_title(page: Page) -> Heading:
    """What the section is about."""
    return Heading(
        2, ("Constraints ", Equation(RESIDUAL, Null(COLUMN)), " (follower minus base, ground axes)")
    )


def constraints(page: Page) -> list[Block]:
    """A table of all rows."""
    system = page.system
    rows: list[Cells] = []
    for joint in system.joints:
        for k, row in enumerate(joint.rows):
            ends = f"{end(system, joint, True)} on {end(system, joint, False)}" if k == 0 else ""
            meaning: list[Part] = [ends]
            if joint.sense is not None and k == len(joint.rows) - 1:
                meaning += [f"{'; ' if ends else ''}sense ", call("lt", ZERO, joint.sense)]
            if row.is_velocity:
                meaning.append("; velocities" if ends else "velocities")
            residual = Equation(row.residual.name, row.residual.value)
            rows.append(((ticks(row.labels),), tuple(meaning), (residual,)))
    rows += relation_lines(page)
    if not rows:
        return [Heading(2, ("Constraints",)), Paragraph(("None.",))]
    return [constraints_title(page), page.table(("rows", "joint", "equation"), rows), *slip_note(page)]


def slip_note(page: Page) -> list[Block]:
    """What rows of velocities are, where there are some."""
    if not any(row.is_velocity for row in page.system.rows):
        return []
    rule = Equation(SLIP, Null(COLUMN))
    said: Sentence = ("Rows ", rule, " are rows of velocities: they stand in ", G, ", not in ", RESIDUAL, ".")
    return [Paragraph(said)]


def relation_lines(page: Page) -> list[Cells]:
    """Rows over coordinates."""
    rows: list[Cells] = []
    for relation in page.system.relations:
        row, element = relation.row, relation.element
        said = f"{element.keyword} of {ticks(tuple(f'{j.name}.{c.name}' for j, _, c in relation.ends))}"
        said += "; velocities" if row.is_velocity else ""
        rows.append(((f"`{row.owner}`",), (said,), (Equation(row.residual.name, row.residual.value),)))
    return rows


def moves(page: Page) -> bool:
    """Whether some constraint depends on time, and a form is asked for that shows it."""
    return page.asked.index < 3 and any(not is_zero(row.alpha) for row in page.system.rows)


def jacobian_title(page: Page) -> Heading:
    """The equations that the Jacobian stands in."""
    first = Equation(chain(G, V), ALPHA if moves(page) else Null(COLUMN))
    second = Equation(chain(G, V.marked("dot")), BETA)
    match page.asked.index:
        case 3:
            return Heading(2, ("Jacobian ", G, " (", RESIDUAL.marked("dot"), " by ", V, ")"))
        case 2:
            return Heading(2, ("Jacobian: ", first))
    return Heading(2, ("Jacobian: ", first, ", ", second))


def jacobian(page: Page) -> list[Block]:
    """Arms of the axes, then the blocks, then the right-hand sides."""
    system = page.system
    if not system.rows:
        return []
    blocks: list[Block] = [jacobian_title(page)]
    if page.arms:
        blocks.append(packed(equations(page.arms), page.plain))
    if page.length > Length.MATRIX:
        return [*blocks, *jacobian_list(page)]
    lines = tuple(
        (row.residual.name.index, tuple(row.entries.get(s) for s in system.speeds)) for row in system.rows
    )
    blocks.append(Grid(G, tuple(system.speeds), lines))
    if moves(page):
        blocks.append(_column(page, ALPHA, [r.alpha for r in system.rows]))
    if page.asked.needs_beta:
        blocks.append(_column(page, BETA, [r.beta for r in system.rows]))
    return blocks


def _column(page: Page, letter: Name, values: list[Term]) -> Display:
    """A right-hand side in one line if it fits, else one under the other, else its parts by name."""
    whole = Equation(letter, Listing(tuple(values)))
    if equation_width(whole, page.plain) <= WIDEST:
        return Display(((whole,),))
    whole = Equation(letter, Stack(tuple(values)))
    if equation_width(whole, page.plain) <= WIDEST:
        return Display(((whole,),))
    rows = page.system.rows
    named = [
        Equation(Name(letter.letter, row.residual.name.index, row.residual.name.rank), value)
        for row, value in zip(rows, values, strict=True)
    ]
    return Display(tuple((e,) for e in named))


def jacobian_list(page: Page) -> list[Block]:
    """Blocks of each row, with the right-hand sides: of joints by base and follower, of relations by body."""
    joints: list[Cells] = []
    for joint in page.system.joints:
        owners = [page.system.points.owner(place) for place in (joint.base, joint.follower)]
        for row in joint.rows:
            blocks = [_block(page, row, owner) if owner != GROUND else ("ground",) for owner in owners]
            own = [_own_block(page, row)] if page.system.own else []
            joints.append(((ticks(row.labels),), *blocks, *own, *_sides(page, row, False)))
    body = BodyNames(BODY, page.system.model.planar)
    note: Sentence = (
        "Blocks ",
        Listing(page.system.basis.speeds(body)),
        " of each row; all others are zero.",
    )
    own_head = ["own coordinates"] if page.system.own else []
    head = ("rows", "base", "follower", *own_head, *(["beta"] if page.asked.needs_beta else []))
    found: list[Block] = [Paragraph(note)]
    if joints:
        found.append(page.table(head, joints))
    return [*found, *relation_list(page)]


def relation_list(page: Page) -> list[Block]:
    """Rows over coordinates by body."""
    rows = [relation.row for relation in page.system.relations]
    lines: list[Cells] = []
    for row in rows:
        touched = [
            b for b in page.system.bodies if any(s in row.entries for s in page.system.basis.speeds(b))
        ]
        named = [(f"{b.name} ", *_block(page, row, b.name)) for b in touched]
        own = _own_block(page, row)
        blocks = listed([*named, own] if own != NOTHING else named, "; ")
        lines.append(((ticks(row.labels),), blocks, *_sides(page, row, moves(page))))
    sides = [*(["alpha"] if moves(page) else []), *(["beta"] if page.asked.needs_beta else [])]
    return [page.table(("rows", "blocks by body", *sides), lines)] if lines else []


def _block(page: Page, row: ReadableRow, owner: str) -> Sentence:
    """The two blocks of a body in a row."""
    body, is_vector = page.system.points.body(owner), row.residual.name.rank == COLUMN
    turned = (
        Null(MATRIX)
        if is_vector and not body.planar
        else Null(COLUMN)
        if is_vector or not body.planar
        else ZERO
    )
    zeros = (Null(MATRIX if is_vector else COLUMN), turned)
    return (
        Listing(
            tuple(row.entries.get(s, z) for s, z in zip(page.system.basis.speeds(body), zeros, strict=True))
        ),
    )


def _own_block(page: Page, row: ReadableRow) -> Sentence:
    """The entries of coordinates that constraints own in a row, each with its speed."""
    entries = [(c.speed, row.entries[c.speed]) for c in page.system.own if c.speed in row.entries]
    return listed([(speed, ": ", entry) for speed, entry in entries]) or NOTHING


def _sides(page: Page, row: ReadableRow, shows_alpha: bool) -> list[Sentence]:
    return [*([(row.alpha,)] if shows_alpha else []), *([(row.beta,)] if page.asked.needs_beta else [])]
