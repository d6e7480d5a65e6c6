"""The page of Kane's equations: what is what, kinematics outward, partial velocities, equations, loads of joints."""

from __future__ import annotations

from dataclasses import replace

from sarrus.mechanics.readable.algebra.build import add, chain, neg, transpose
from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, MATRIX, Name, Term
from sarrus.mechanics.readable.algebra.trees import Definition, name_at, names_in
from sarrus.mechanics.readable.derive.tree.motion import BETA, LAMBDA, A, B, F, TreeMotion, Y
from sarrus.mechanics.readable.derive.tree.ordering import kept
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.page.cuts import cuts_of
from sarrus.mechanics.readable.page.given import Line
from sarrus.mechanics.readable.page.implied import state_note
from sarrus.mechanics.readable.page.page import Page, listed
from sarrus.mechanics.readable.page.tree_motion import (
    forces,
    joint_loads,
    kinematics,
    lines,
    loops,
    partial_velocities,
)
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
)
from sarrus.mechanics.readable.print.plain import Plain

__all__ = ["inertias", "shown_definitions", "sums_of", "tree_page", "write_kane"]


def shown_definitions(motion: TreeMotion, *more: Term) -> list[Definition]:
    """Definitions of the tree that something on the page uses."""
    tree = motion.tree
    found = [
        *motion.tables,
        *motion.rows,
        *motion.applied,
        *motion.loads,
        *motion.torques,
        *motion.prescribed,
    ]
    used = names_in(*(d.value for d in found), *more)
    every = names_in(*(d.value.parts[0] for d in motion.sums), *(d.value for d in motion.tensors))
    used |= {tree.put(name_at(n, body)) for n in every for body in tree.bodies}  # type: ignore[misc]
    used |= {tree.put(tree.center(b).marked("ring")) for b in tree.bodies}  # type: ignore[misc]
    used |= {tree.put(tree.center(b)) for b in tree.bodies}  # type: ignore[misc]
    used |= {row.row.residual.name for row in tree.rows}
    used |= {d.name for d in tree.tree.kinematic}
    return kept(tree.definitions, used)


def tree_page(
    motion: TreeMotion, asked: PageRequest, shown: list[Definition], only: set[Name] | None = None
) -> Page:
    """A page for a mechanism in joint coordinates; `only` holds the names of formulas, where sums are not printed."""
    tree = motion.tree
    system = replace(tree.system, inertia=tree.inertia)
    if only is not None:
        used = only | names_in(*(d.value for d in shown)) | {d.name for d in shown}
        used |= names_in(*(d.value for d in motion.prescribed))
        system = replace(system, inertia=replace(tree.inertia, lines=[]))
        return Page(system, asked, Plain(cuts_of(system)), frozenset(used))
    used = names_in(
        *(d.value for d in shown), *(d.value for d in motion.tables), *(d.value for d in motion.applied)
    )
    used |= names_in(*(d.value for d in motion.rows), *(d.value for d in motion.prescribed))
    every = names_in(*(d.value.parts[0] for d in motion.sums), *(d.value for d in motion.tensors))
    used |= {name_at(n, body) for n in every for body in tree.bodies} | {d.name for d in shown}
    return Page(system, asked, Plain(cuts_of(system)), frozenset(used))


def write_kane(motion: TreeMotion, asked: PageRequest) -> Document:
    """The whole page."""
    shown = shown_definitions(motion)
    page = tree_page(motion, asked, shown)
    tree = motion.tree
    cuts = cuts_of(tree.system)
    blocks: list[Block] = [Heading(1, (f"{tree.model.name}: Kane's equations",))]
    blocks += tree_what(page, motion, cuts, _symbols(page, motion))
    blocks += kinematics(page, motion, shown)
    title: Sentence = ("Partial velocities: ", *_velocities(motion))
    blocks += [Heading(2, title), *partial_velocities(page, motion)]
    blocks += loops(page, motion, shown)
    blocks += forces(page, motion, shown)
    blocks += _equations(page, motion)
    blocks += joint_loads(page, motion)
    return Document(tuple(blocks), cuts)


def inertias(page: Page, motion: TreeMotion) -> list[Block]:
    """Places of mass centres whose formulas are long, and inertias about them."""
    found = motion.tree.inertia
    own = [*(d for d in found.masses if d.name.letter == "s"), *(d for group in found.lines for d in group)]
    return lines(page, own, "mass centre, inertia about it")


def sums_of(motion: TreeMotion) -> list[Definition]:
    """[A] and {f}."""
    return [*motion.sums]


def _velocities(motion: TreeMotion) -> Sentence:
    c = motion.tree.center(BODY).marked("dot")
    turn = motion.spin(BODY)
    W = motion.W(BODY)
    return (
        Equation(c, chain(motion.V(BODY), Y)), ", ", Equation(turn, chain(transpose(W) if motion.planar else W, Y)),
    )  # fmt: skip


def _symbols(page: Page, motion: TreeMotion) -> list[Line]:
    i = page.letter(BODY)
    V, W = motion.V(BODY), motion.W(BODY)
    found: list[Line] = [
        ((V, ", ", W), ("partial velocities of mass centre and turn of body ", i), ("",), ("",)),
    ]
    if motion.loaded:
        F_i, T_i = motion.force(BODY), motion.torque(BODY)
        found.append(((F_i, ", ", T_i), ("applied force on body ", i, ", torque about its mass centre"), ("N, N m",), ("",)))  # fmt: skip
    return found


def _equations(page: Page, motion: TreeMotion) -> list[Block]:
    """[A], {f}, and the equations; what drivers say is put in."""
    tree = motion.tree
    ydot = Y.marked("dot")
    first: list[Term] = [F, *([chain(transpose(B), LAMBDA)] if motion.closing else [])]
    whole = [Equation(chain(A, ydot), add(*first))]
    whole += [Equation(chain(B, ydot), BETA)] if motion.closing else []
    title: Sentence = ("Equations of motion",)
    inertia = [*motion.tensors]
    blocks: list[Block] = [Heading(2, title)]
    blocks += inertias(page, motion)
    blocks.append(Display(tuple((e,) for e in equations([*inertia, *sums_of(motion)]))))
    if not tree.known:
        return [*blocks, Display((tuple(whole),)), *state_note(page)]
    return [*blocks, *_eliminated(motion), *state_note(page)]


def _eliminated(motion: TreeMotion) -> list[Block]:
    """Accelerations that drivers say, the equations of the others, and the efforts afterwards."""
    tree = motion.tree
    y_u, y_k = (Name("y", (k,), COLUMN, "dot") for k in "uk")
    parts = {f"{a}{b}": Name("A", (f"{a}{b}",), MATRIX) for a in "uk" for b in "uk"}
    f_u, f_k = (Name("f", (k,), COLUMN) for k in "uk")
    rows: list[Term] = [chain(transpose(Name("B", ("u",), MATRIX)), LAMBDA)] if motion.closing else []
    rest: list[Term] = [neg(chain(transpose(Name("B", ("k",), MATRIX)), LAMBDA))] if motion.closing else []
    known = [row.row.multiplier for row in tree.known.values()]
    drivers = ", ".join(f"`{row.row.owner}`" for row in tree.known.values())
    mu_k = Name("mu", ("k",), COLUMN)
    what: Sentence = (
        f"{drivers} {'says' if len(known) == 1 else 'say'} ", *listed([[e] for e in equations(motion.prescribed)]),
        ": known, index k; all other accelerations are unknown, index u.",
    )  # fmt: skip
    blocks: list[Block] = [Paragraph(what)]
    left = chain(parts["uu"], y_u)
    lines_: list[Equation] = []
    if motion.unknown:
        lines_.append(Equation(left, add(f_u, neg(chain(parts["uk"], y_k)), *rows)))
    if motion.closing:
        lines_.append(Equation(chain(B, Y.marked("dot")), BETA))
    if lines_:
        blocks.append(Display((tuple(lines_),)))
    back = add(
        *([chain(parts["ku"], y_u)] if motion.unknown else []), chain(parts["kk"], y_k), neg(f_k), *rest
    )
    blocks.append(
        Paragraph(("Efforts of drivers afterwards, ", mu_k, " = (", *listed([[n] for n in known]), "):"))
    )
    return [*blocks, Display(((Equation(mu_k, back),),))]
