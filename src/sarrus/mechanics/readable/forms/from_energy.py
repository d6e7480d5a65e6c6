"""What forms that begin with energies share: the page, and the parts of a form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sarrus.mechanics.readable.algebra.build import add, is_zero
from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, Name, Stack, Term
from sarrus.mechanics.readable.algebra.trees import Definition, at
from sarrus.mechanics.readable.derive.angles import AttitudeAngles
from sarrus.mechanics.readable.derive.basis import Basis
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.derive.trace import build_system
from sarrus.mechanics.readable.derive.transformed import in_basis
from sarrus.mechanics.readable.forms import absolute
from sarrus.mechanics.readable.forms.base import Form, Unknown, WrittenForm
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.page.balance import reactions
from sarrus.mechanics.readable.page.constraints import constraints, jacobian
from sarrus.mechanics.readable.page.cuts import cuts_of
from sarrus.mechanics.readable.page.energies import energy_blocks, motion_blocks
from sarrus.mechanics.readable.page.kinematics import kinematics
from sarrus.mechanics.readable.page.page import Page
from sarrus.mechanics.readable.page.what import what_is_what
from sarrus.mechanics.readable.print.document import Block, Document, Equation, Heading, Sentence
from sarrus.mechanics.readable.print.plain import Plain
from sarrus.model import Snapshot

__all__ = ["Derived", "system_for", "written"]


@dataclass(frozen=True)
class Derived:
    """What a principle gives of any body.

    Attributes:
        title: heading of the equations.
        energies: lines of the section of energies.
        steps: of the derivation, as they are printed.
        symbol: what stands for the left-hand side of the equations; None where that is short enough to stand for itself.
        left: of the equations, along the position and along the turn.
        right: forces of fields; forces on single bodies and loads of joints are added.
        definitions: with index i, over the state alone.
        implied: with index i, over unknowns.
        unknowns: besides accelerations and multipliers, of each body.
        further: equations besides, with index i.
    """

    title: Sentence
    energies: Sequence[Equation]
    steps: Sequence[Equation]
    symbol: Term | None
    left: tuple[Term, ...]
    right: tuple[Term, ...]
    definitions: Sequence[Definition] = ()
    implied: Sequence[Definition] = ()
    unknowns: Sequence[tuple[Name, int]] = ()
    further: Sequence[Equation] = ()


def system_for(form: Form, model: Snapshot, asked: PageRequest, basis: Basis) -> System:
    """The mechanism in the speeds of a basis, its inertia by names alone."""
    absolute.refuse(model, form.keyword, form.knows)
    absolute.refuse_loaded(model, form.keyword)
    system = in_basis(build_system(model, asked.general, AttitudeAngles(asked.angles)), basis)
    named = [d for d in system.inertia.shared if d.name.letter == "J" and not d.name.mark]
    return replace(system, inertia=replace(system.inertia, shared=named))


def written(system: System, asked: PageRequest, derived: Derived) -> WrittenForm:
    """The form: page, definitions, equations."""
    bodies = [b.name for b in system.model.bodies]
    left = derived.left[0] if len(derived.left) == 1 else Stack(derived.left)
    final = [Equation(left, _right(system, derived)), *derived.further]
    implied = [d.at(b) for b in bodies for d in derived.implied]
    more = [
        Unknown(replace(name, index=(b,)), size, _words(name, b, size))
        for b in bodies
        for name, size in derived.unknowns
    ]
    return WrittenForm(
        document=_page(system, asked, derived, final),
        numbers=system.numbers,
        given=absolute.given_of(system),
        definitions=(*system.definitions(), *(d.at(b) for b in bodies for d in derived.definitions)),
        unknowns=(*absolute.accelerations_of(system), *more, *absolute.multipliers_of(system)),
        implied=(*implied, *(system.multiplied() if system.rows else ())),
        equations=(
            *(Equation(at(e.left, b), at(e.right, b)) for b in bodies for e in final),
            *absolute.balances_of(system),
            *absolute.row_equations(system),
        ),
        published=absolute.published_of(system),
        size=2 if system.model.planar else 3,
        function=system.function,
        system=system,
    )


def _words(name: Name, body: str, size: int) -> tuple[str, ...]:
    """Names of components along the coordinates of a body: three in the plane, six in space."""
    word = f"{name.letter}{name.mark}_{body}"
    along = ("x", "y", "psi") if size == 3 else ("x", "y", "z", "a1", "a2", "a3")
    return tuple(f"{word}_{axis}" for axis in along[:size]) if size else (word,)


def _right(system: System, derived: Derived) -> Term:
    loads: list[Term] = [Name("f", (BODY,), COLUMN, "a")] if system.applied else []
    loads += [Name("w", (BODY,), COLUMN)] if system.rows else []
    if loads and all(map(is_zero, derived.right)):
        return add(*loads)
    return add(Stack(derived.right), *loads)


def _page(system: System, asked: PageRequest, derived: Derived, final: Sequence[Equation]) -> Document:
    cuts = cuts_of(system)
    page = Page(system, asked, Plain(cuts))
    blocks: list[Block] = [Heading(1, (system.model.name,)), *what_is_what(page, cuts)]
    blocks += [*kinematics(page), *constraints(page), *jacobian(page)]
    blocks += energy_blocks(page, derived.energies)
    shown = list(final)
    if derived.symbol is not None:
        shown[:1] = [Equation(derived.symbol, final[0].left), Equation(derived.symbol, final[0].right)]
    blocks += motion_blocks(page, derived.title, derived.steps, shown)
    return Document((*blocks, *reactions(page)), cuts)
