"""The minimal form: as many equations as freedoms, in chosen coordinates.

Where loops close, all speeds follow from the chosen ones: y = K u, and ydot = K udot + y°. Put into Kane's equations, the
multipliers drop out, since K^T B^T = 0:

    M^ udot = F^          M^ = K^T A K          F^ = K^T (f - A y°)

Loops of two links are closed in closed form: the angle between them follows by the law of cosines, with a sign for the way
in which they are put together. Other loops say that their coordinates solve the rows, and K follows from these linearly.
Small planar mechanisms are written out, so that a pendulum is one line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sarrus.mechanics.readable.algebra.build import ONE, ZERO, add, chain, mul
from sarrus.mechanics.readable.algebra.rebuild import put
from sarrus.mechanics.readable.algebra.terms import Dot, Stack, Term
from sarrus.mechanics.readable.algebra.trees import Definition, names_in
from sarrus.mechanics.readable.derive.tree.build import build_tree
from sarrus.mechanics.readable.derive.tree.dyads import Dyad
from sarrus.mechanics.readable.derive.tree.minimal import MASS, PUSH, REST, K, Minimal, U, minimal_of
from sarrus.mechanics.readable.derive.tree.motion import Y
from sarrus.mechanics.readable.derive.tree.ordering import ordered
from sarrus.mechanics.readable.forms import absolute
from sarrus.mechanics.readable.forms.base import Form, GivenQuantity, Row, Unknown, WrittenForm
from sarrus.mechanics.readable.forms.joint_coordinates import (
    angle_accelerations,
    cut_coordinates,
    givens,
    knowing,
    published,
    word_of,
)
from sarrus.mechanics.readable.forms.kane import STATEMENTS
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.page.ode import write_ode
from sarrus.model import Snapshot

__all__ = ["Ode", "written_minimal"]


@dataclass(frozen=True)
class Ode(Form):
    """The minimal form.

        M^ udot = F^

    Loops are solved for the speeds that depend on the chosen ones: by quotients where a loop equation has two unknowns, by an
    inverse matrix otherwise.

    Attributes:
        coordinates: published names, such as A.theta; the program chooses where none are given: driven ones, those with a fixed
            start value, then the first of the tree.
    """

    coordinates: tuple[str, ...] = ()

    keyword = "ode"
    also = ("minimal",)
    says = "as many equations as freedoms, in chosen coordinates"
    knows = frozenset(STATEMENTS)
    takes = frozenset(("coordinates",))

    def write(self, model: Snapshot, asked: PageRequest) -> WrittenForm:
        """Derive the equations of a checked mechanism."""
        minimal = derived(self, model, asked, self.coordinates or asked.coordinates)
        return written_minimal(minimal, asked)


def derived(form: Form, model: Snapshot, asked: PageRequest, coordinates: tuple[str, ...]) -> Minimal:
    """The minimal form of a mechanism."""
    absolute.refuse(model, form.keyword, form.knows)
    return minimal_of(build_tree(model, asked.general), coordinates)


def written_minimal(minimal: Minimal, asked: PageRequest) -> WrittenForm:
    """The form as data."""
    tree, motion = minimal.tree, minimal.motion
    turning, more = angle_accelerations(tree)
    known = {minimal.accelerations[j] for j in tree.known}
    unknowns = [
        Unknown(a, 0, (word_of(a),))
        for a in (minimal.accelerations[u] for u in minimal.choice.chosen)
        if a not in known
    ]
    unknowns += [Unknown(row.row.multiplier, 0, (row.row.owner,)) for row in tree.known.values()]
    found = published(motion)
    if tree.closing:  # multipliers are gone
        held = {row.row.multiplier for row in tree.closing}
        found = {n: t for n, t in found.items() if not n.endswith(LOADS) and held.isdisjoint(names_in(t))}
    behind, cut = cut_coordinates(motion)
    loads = [] if tree.closing else [*motion.torques, *motion.loads]
    sums = [] if minimal.is_written_out else [*motion.tables, *motion.sums]
    tables = motion.tables if minimal.is_written_out else []
    return WrittenForm(
        write_ode(minimal, asked),
        tree.system.numbers,
        *_known(minimal, sums),
        tuple([*unknowns, *turning]),
        tuple([*tables, *following(minimal), *motion.accelerations, *loads, *behind]),
        (*minimal.equations, *more),
        {**found, **cut},
        2 if tree.planar else 3,
        tree.system.function,
    )


def _known(
    minimal: Minimal, sums: list[Definition]
) -> tuple[tuple[GivenQuantity, ...], tuple[Definition, ...]]:
    """What a state gives, and what follows from it: speeds that depend, and places in closed form, are not given."""
    tree, motion = minimal.tree, minimal.motion
    closed = [d for dyad in minimal.dyads for d in dyad.definitions]
    speeds = [*minimal.rates, *minimal.pins]
    found = {d.name for d in (*closed, *speeds)}
    given = [g for g in givens(tree) if g.name not in found]
    given += [
        GivenQuantity(dyad.sigma, 0, _branch(minimal, dyad), (word_of(dyad.sigma),)) for dyad in minimal.dyads
    ]
    before = [d for d in knowing(motion) if d.name not in found]
    behind = {MASS, PUSH, K, REST}
    early = [d for d in minimal.definitions if d.name not in behind and d.name.mark != "hat"]
    late = [d for d in minimal.definitions if d.name in behind or d.name.mark == "hat"]
    return tuple(given), tuple(
        [*ordered([*before, *closed, *early, *speeds]), *sums, *late, *motion.prescribed]
    )


def _branch(minimal: Minimal, dyad: Dyad) -> Callable[[Row], Any]:
    """The sign of a two-link group from the published turns of bodies."""
    reduced = minimal.reduced
    assert reduced is not None

    def read(row: Row) -> float:
        psi = {body: float(np.ravel(row[f"{body}.psi"])[0]) for body in minimal.tree.bodies}
        return dyad.branch(reduced, psi)

    return read


LOADS = (".reaction", ".torque", "_F", "_M")


def following(minimal: Minimal) -> list[Definition]:
    """Accelerations of all speeds of the tree, and the columns of them."""
    choice, by = minimal.choice, minimal.accelerations
    udot = Definition(U.marked("dot"), Stack(tuple(by[u] for u in choice.chosen)))
    found = [udot]
    if minimal.reduced is not None:
        reduced = minimal.reduced
        new: dict[str, Term] = {}
        for j in choice.dependent:
            shares = [mul(reduced.ratio(j, u), by[u]) for u in choice.chosen]
            new[repr(j)] = add(reduced.rest(j), *shares)
        for j in choice.dependent:
            parts = [mul(w, new.get(repr(k), by.get(k, ZERO))) for k, w in reduced.change[j].items()]
            found.append(Definition(by[j], put(add(ZERO, *parts), minimal.none)))
    elif choice.dependent:
        ydot = Definition(Y.marked("dot"), add(chain(K, U.marked("dot")), REST))
        units = [_unit(k, len(by)) for k in range(len(by))]
        order = [*choice.chosen, *choice.dependent]
        found.append(ydot)
        found += [Definition(by[j], Dot(Y.marked("dot"), units[order.index(j)])) for j in choice.dependent]
        return found
    found.append(minimal.motion.vectors[0])
    return found


def _unit(k: int, n: int) -> Term:
    return Stack(tuple(ONE if i == k else ZERO for i in range(n)))
