"""The page of the minimal form: kinematics, loops solved for what depends, and the equations."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.mechanics.readable.algebra.build import add, chain
from sarrus.mechanics.readable.algebra.terms import COLUMN, MATRIX, Listing, Name, Null
from sarrus.mechanics.readable.algebra.trees import Definition, names_in
from sarrus.mechanics.readable.derive.tree.minimal import MASS, PUSH, REST, K, Minimal, U
from sarrus.mechanics.readable.derive.tree.motion import Y
from sarrus.mechanics.readable.derive.tree.ordering import kept
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.page.constraints import ticks
from sarrus.mechanics.readable.page.cuts import cuts_of
from sarrus.mechanics.readable.page.given import Line
from sarrus.mechanics.readable.page.implied import state_note
from sarrus.mechanics.readable.page.kane import inertias, shown_definitions, sums_of, tree_page
from sarrus.mechanics.readable.page.page import Page, listed
from sarrus.mechanics.readable.page.runs import Cells
from sarrus.mechanics.readable.page.tree_motion import forces, kinematics, lines, partial_velocities
from sarrus.mechanics.readable.page.tree_what import tree_what
from sarrus.mechanics.readable.print.document import (
    Block,
    Display,
    Document,
    Equation,
    Heading,
    Paragraph,
    Sentence,
    equations,
    packed,
)

__all__ = ["chosen_names", "minimal_sections", "write_ode"]


def write_ode(minimal: Minimal, asked: PageRequest) -> Document:
    """The whole page."""
    cuts = cuts_of(minimal.tree.system)
    blocks, _ = minimal_sections(minimal, asked, [])
    title = Heading(1, (f"{minimal.tree.model.name}: minimal form in ", *chosen_names(minimal)))
    return Document((title, *blocks), cuts)


def chosen_names(minimal: Minimal) -> Sentence:
    """The chosen coordinates."""
    by_speed = {c.dot: c.name for c in minimal.tree.tree.coordinates}
    found = [[by_speed.get(u, u)] for u in minimal.choice.chosen]
    return listed(found) if len(found) < 7 else (*found[0], " .. ", *found[-1])


def minimal_sections(minimal: Minimal, asked: PageRequest, more: list[Line]) -> tuple[list[Block], Page]:
    """All sections, and the page they stand on.

    Args:
        minimal: the form.
        asked: what was asked for.
        more: further lines of the table of symbols.
    """
    tree, motion = minimal.tree, minimal.motion
    shown = _shown(minimal)
    used = names_in(
        *(d.value for d in minimal.definitions), *(t for e in minimal.equations for t in (e.left, e.right))
    )
    page = tree_page(motion, asked, shown, used if minimal.is_written_out else None)
    cuts = cuts_of(tree.system)
    blocks = tree_what(page, motion, cuts, [*_symbols(minimal), *more], not minimal.is_written_out)
    vectors = {n.letter for n in used if n.rank} | ({"e"} if minimal.dyads else set())
    blocks += kinematics(page, motion, shown, not minimal.is_written_out, frozenset(vectors))
    if not minimal.is_written_out:
        blocks += [Heading(2, ("Partial velocities",)), *partial_velocities(page, motion)]
    blocks += _loops(page, minimal, shown)
    blocks += forces(page, motion, shown, not minimal.is_written_out)
    blocks += _equations(page, minimal)
    return blocks, page


def _shown(minimal: Minimal) -> list[Definition]:
    """Definitions of the tree that the page uses."""
    tree, motion = minimal.tree, minimal.motion
    if not minimal.is_written_out:
        return shown_definitions(motion, *(d.value for d in minimal.definitions))
    closed = [d for dyad in minimal.dyads for d in dyad.definitions]
    made = [*minimal.rates, *minimal.pins]
    replaced = {d.name for d in (*closed, *made)}
    terms = [d.value for d in (*minimal.definitions, *closed, *made)]
    terms += [t for e in minimal.equations for t in (e.left, e.right)]
    terms += [d.value for d in motion.prescribed]
    used = names_in(*terms) | (set() if minimal.dyads else {row.row.residual.name for row in tree.closing})
    return kept([d for d in tree.definitions if d.name not in replaced], used)


def _symbols(minimal: Minimal) -> list[Line]:
    """Ratios, reduced inertia and force."""
    found: list[Line] = []
    names = [d.name for d in minimal.definitions]
    one = len(minimal.choice.chosen) == 1
    ratios = [n for n in names if n.letter == "k" and not n.mark and not n.rank]
    if ratios:
        said = "speed ratios: turning speed of a body, or speed of a joint, by the chosen speed"
        found.append((listed([[n] for n in ratios]), (said,), ("",), ("",)))
    rests = [n for n in names if n.letter == "k" and n.mark and not n.rank]
    if rests:
        said = "the same for accelerations: what is left of them without those of the chosen speeds"
        found.append((listed([[n] for n in rests]), (said,), ("",), ("",)))
    masses = [n for n in names if n.mark == "hat"]
    if masses:
        letters: Sentence = listed([[Name(letter, mark="hat") if minimal.is_written_out else n] for letter, n in (("M", MASS), ("F", PUSH))])  # fmt: skip
        found.append((letters, ("reduced inertia, reduced force" + ("" if one else "; an index for each chosen coordinate"),), ("",), ("",)))  # fmt: skip
    return found


def _loops(page: Page, minimal: Minimal, shown: Sequence[Definition]) -> list[Block]:
    tree = minimal.tree
    if not tree.closing:
        return []
    if minimal.dyads:
        return [Heading(2, ("Loops",)), *_closed(page, minimal), *_ratios(page, minimal)]
    residuals = {d.name: d.value for d in tree.definitions}
    rows: list[Cells] = []
    for row in tree.closing:
        g = row.row.residual.name
        rows.append(((ticks(row.row.labels),), (Equation(g, residuals[g]),)))
    by_speed = {c.dot: c.name for c in tree.tree.coordinates}
    depend = listed([[by_speed.get(j, j)] for j in minimal.choice.dependent])
    blocks: list[Block] = [Heading(2, ("Loops",))]
    if not minimal.choice.dependent:
        return [
            *blocks,
            page.table(("rows", "equation"), rows),
            Paragraph(("These rows repeat what the joints of the tree say.",)),
        ]
    blocks.append(Paragraph((*depend, " solve ", Equation(Name("g", kind=COLUMN), Null()), ":")))
    blocks.append(page.table(("rows", "equation"), rows))
    if minimal.is_written_out:
        return [*blocks, *_ratios(page, minimal)]
    helpers = {d.name for joint in tree.system.joints for d in joint.helpers}
    blocks += lines(page, [d for d in shown if d.name in helpers], "")
    named = [d for d in minimal.definitions if d.name.letter in ("B", "beta", "K", "k")]
    order: Sentence = (
        "Speeds ", Equation(Y, Listing((U, Name("y", ("d",), COLUMN)))), ": chosen ones ", U,
        ", then those that depend, ", *listed([[j] for j in minimal.choice.dependent]), ". ",
        Equation(Y, chain(K, U)), ", ", Equation(Y.marked("dot"), add(chain(K, U.marked("dot")), REST)), ":",
    )  # fmt: skip
    blocks += [Paragraph(order), *lines(page, named, "")]
    said: Sentence = ("Singular where ", Name("B", ("d",), MATRIX), " has less than full rank.")
    return [*blocks, Paragraph(said)]


def _closed(page: Page, minimal: Minimal) -> list[Block]:
    """Positions of two-link groups, one after the other."""
    blocks: list[Block] = []
    for dyad in minimal.dyads:
        one, two = dyad.owners
        first: Sentence = (
            f"{one} and {two} are a two-link group; its loop is ", Equation(Null(), dyad.loop), ". ", dyad.sigma,
            ", 1 or −1, is the way it is assembled:",
        )  # fmt: skip
        blocks += [Paragraph(first), packed(equations(dyad.definitions), page.plain)]
    return blocks


def _ratios(page: Page, minimal: Minimal) -> list[Block]:
    """Speed ratios by quotients, and where they have no value."""
    found = [d for d in minimal.definitions if d.name.letter in ("k", "Delta")]
    slow = [d for d in found if d.name.letter == "Delta" or not d.name.mark]
    found = [*slow, *minimal.rates, *(d for d in found if d not in slow)]
    reduced = minimal.reduced
    assert reduced is not None
    blocks = lines(page, found, "speed ratios")
    said: list[Sentence] = []
    for name, solved in zip(reduced.determinants, reduced.solved, strict=True):
        if not any(d.name == name for d in found):
            continue
        turning = [reduced.owner(j) for j in solved.open if reduced.turns(j)]
        where = f" ({' and '.join(turning)} in line)" if len(turning) == 2 else ""
        said.append((name, f" = 0{where}"))
    return [*blocks, Paragraph(("Singular where ", *listed(said), "."))] if said else blocks


def _equations(page: Page, minimal: Minimal) -> list[Block]:
    tree, motion = minimal.tree, minimal.motion
    blocks: list[Block] = [Heading(2, ("Equations of motion",))]
    if not minimal.is_written_out:
        blocks += inertias(page, motion)
        blocks.append(Display(tuple((e,) for e in equations([*motion.tensors, *sums_of(motion)]))))
    reduced = [d for d in minimal.definitions if d.name.mark == "hat"]
    if reduced:
        blocks.append(Display(tuple((e,) for e in equations(reduced))))
    if motion.prescribed:
        drivers = ", ".join(f"`{row.row.owner}`" for row in tree.known.values())
        said: Sentence = (f"{drivers} {'says' if len(tree.known) == 1 else 'say'} ", *listed([[e] for e in equations(motion.prescribed)]), "; the effort follows from the same equation.")  # fmt: skip
        blocks.append(Paragraph(said))
    blocks.append(Display(tuple((e,) for e in minimal.equations)))
    if tree.closing:
        blocks.append(
            Paragraph(("Reactions follow from Kane's equations, with these accelerations put in.",))
        )
    return [*blocks, *state_note(page)]
