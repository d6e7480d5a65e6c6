"""From a model to its tree: bodies, inertias, names that are others, and rows over the speeds of the tree."""

from __future__ import annotations

from dataclasses import replace

from sarrus.errors import ModelError
from sarrus.mechanics.readable.algebra.build import (
    ONE,
    add,
    is_zero,
    mul,
    neg,
    split,
)
from sarrus.mechanics.readable.algebra.rebuild import put
from sarrus.mechanics.readable.algebra.terms import (
    MATRIX,
    Components,
    Name,
    Null,
    Sum,
    Term,
)
from sarrus.mechanics.readable.algebra.trees import Definition, names_in, parts_in
from sarrus.mechanics.readable.derive.inertia import BodyInertia
from sarrus.mechanics.readable.derive.rows import ReadableRow
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.derive.trace import build_system
from sarrus.mechanics.readable.derive.tree.points import (
    TreeCoordinates,
    TreePoints,
    on_tree,
    project,
)
from sarrus.mechanics.readable.derive.tree.system import TreeRow, TreeSystem
from sarrus.model import Snapshot
from sarrus.model.snapshot import Place
from sarrus.model.wording import label

__all__ = ["build_tree"]


def build_tree(model: Snapshot, general: bool = False) -> TreeSystem:
    """Trace a model and write it down in joint coordinates.

    Raises:
        ModelError: it states something that has no such form; the text names it.
    """
    whole = build_system(model, general, points_of=TreePoints, coordinates_of=TreeCoordinates)
    _require_known(whole)
    points = whole.points
    assert isinstance(points, TreePoints)
    tree = points.tree
    on_tree = set(tree.by_joint)
    system = replace(whole, joints=[j for j in whole.joints if j.joint.name not in on_tree])
    inertia, centers = _inertia(system)
    for limb in tree.limbs:  # the loads of joints need these points
        _ = points.point(limb.base), points.point(limb.follower)
    found = TreeSystem(system, tree, [], inertia, centers)
    _find_aliases(found)
    found.rows.extend(_rows(found))
    return found


def _require_known(system: System) -> None:
    slipping = [row for row in system.rows if row.is_velocity]
    refused = [(row.owner, "it forbids velocities") for row in slipping]
    refused += [(own.owner, "it has coordinates of its own") for own in system.own]
    refused += [(push.force.name, "it depends on the load of its joint") for push in system.loads.pushes]
    if refused:
        name, why = refused[0]
        element = next(e for e in system.model.elements if e.name == name)
        raise ModelError.one(
            system.model.at(name),
            f"equations in joint coordinates cannot print {label(element)}: {why}",
            "They print rows of positions, and forces that the state alone tells",
            f"Leave '{name}' out, or ask for newton-euler.",
        )


def _inertia(system: System) -> tuple[BodyInertia, dict[str, Term]]:
    """Masses, inertias about mass centres, and where these are."""
    numbers, planar = system.numbers, system.model.planar
    properties = {b.name: b.mass_properties(numbers.resolve, planar) for b in system.model.bodies}
    found = BodyInertia(masses=list(system.inertia.masses), about="mass centre")
    size = 2 if planar else 3
    centers: dict[str, Term] = {}
    group = []
    for name, (_, center, J) in properties.items():
        axes = system.points.body(name).axes
        parts = [
            _named(found, Name("s", (axis, name)), numbers.formula(c))
            for axis, c in zip("xyz", list(center)[:size], strict=False)
        ]
        centers[name] = add(Null(), *(mul(c, a) for c, a in zip(parts, axes, strict=True)))
        if planar:
            value, own = numbers.formula(J.zz), Name("J", (name,), mark="C")
            if value != own:
                group.append(Definition(own, value))
    if not planar:  # the same matrices as where bodies move by themselves
        matrices = next(g for g in system.inertia.table if g[0].name.kind == MATRIX) if properties else []
        group = [Definition(Name("J", d.name.index, MATRIX, "C"), d.value) for d in matrices]
    (found.lines if planar else found.table).append(group)
    return found, centers


LONG = 12
"""Parts of a formula from which on the place of a mass centre has a name."""


def _named(found: BodyInertia, name: Name, value: Term) -> Term:
    """A number by its formula, or by a name where that is long."""
    if sum(1 for _ in zip(parts_in(value), range(LONG + 1), strict=False)) <= LONG:
        return value
    found.masses.append(Definition(name, value))
    return name


def _find_aliases(found: TreeSystem) -> None:
    """Names of the tree that are nothing, a place on ground, or another name."""
    tree = found.tree
    ground = found.ground_axes()
    units = [d.value for d in ground]
    found.alias |= {d.name: d.value for d in ground}
    for d in (*tree.turns, *tree.places, *tree.spins, *tree.speeds, *tree.rings):
        value = found.put(d.value)
        short = is_zero(value) or (isinstance(value, Name) and d.name.letter in ("r",))
        if d.name.letter == "r" and isinstance(value, Components) and not d.name.mark:
            short = not names_in(value) & {c.name for c in tree.coordinates}
        if d.name.rank and d.name.letter in "xyz" and isinstance(value, Name):
            short = True
        if short:
            found.alias[d.name] = value
            found.alias = {n: put(v, {d.name: value}) for n, v in found.alias.items()}
    _meet(found)
    faced = {d.name for d in tree.turns}
    for d in found.points.definitions:
        value = found.put(d.value)
        if d.name.letter != "p" and d.name not in faced and (isinstance(value, Name) or value in units):
            found.alias[d.name] = value
    for d in found.points.motion.values():
        value = found.put(d.value)
        if is_zero(value):
            found.alias[d.name] = value
    for body in found.bodies:
        if is_zero(found.centers[body]):
            for mark in ("", "ring"):
                r = found.points.body(body).r.marked(mark)
                found.alias[found.center(body).marked(mark)] = found.alias.get(r, r)
    for _ in range(len(tree.limbs)):
        again = {n: found.put(v) for n, v in found.alias.items()}
        if again == found.alias:
            break
        found.alias = again


def _meet(found: TreeSystem) -> None:
    """Points of joints without a gap are where those of the bodies inward are."""
    for limb in found.tree.limbs:
        outer, inner = (found.points.point(place) for place in (limb.outboard, limb.inboard))
        if not (isinstance(outer, Name) and outer.letter == "p" and is_zero(limb.gap)):
            continue
        for mark in ("", "dot", "ring"):
            still = Null() if mark else inner
            found.alias[outer.marked(mark)] = inner.marked(mark) if isinstance(inner, Name) else still


def _rows(found: TreeSystem) -> list[TreeRow]:
    system = found.system
    rows: list[TreeRow] = []
    for joint in system.joints:
        for row in joint.rows:
            rows.append(_cut_row(found, row, joint.base, joint.follower))
    for relation in system.relations:
        entries = {j: found.put(e) for j, e in on_tree(relation.row.entries).items()}
        known = next(iter(entries)) if [*entries.values()] == [ONE] else None
        beta = found.put(relation.row.beta)
        if known is not None and any(row.known == known for row in rows):
            known = None
        rows.append(TreeRow(relation.row, entries, beta, known))
    return rows


def _cut_row(found: TreeSystem, row: ReadableRow, base: Place, follower: Place) -> TreeRow:
    tree, points = found.tree, found.points
    F, M = points.owner(base), points.owner(follower)
    if row.multiplier.rank == 0:
        entries = project(tree, row.entries, F, M)
    else:
        shared = set(tree.W[F]) & set(tree.W[M])
        entries = {}
        for place, owner, sign in ((base, F, True), (follower, M, False)):
            for j, v in tree.velocity(owner, points.point(place), tree.arm(place)).items():
                if j not in shared:
                    entries[j] = neg(v) if sign else v
    entries = {j: found.put(e) for j, e in entries.items()}
    kept_entries = {j: e for j, e in entries.items() if not is_zero(e)}
    return TreeRow(row, kept_entries, _reading(found.put(row.beta)))


def _reading(term: Term) -> Term:
    """A sum with what is positive first."""
    return Sum(tuple(sorted(term.terms, key=lambda t: split(t)[0] < 0))) if isinstance(term, Sum) else term
