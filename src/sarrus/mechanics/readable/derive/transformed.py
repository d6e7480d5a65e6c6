"""A system with its rows and loads in other speeds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sarrus.mechanics.readable.algebra.build import add, front, is_zero, mul, neg, transpose
from sarrus.mechanics.readable.algebra.terms import COLUMN, Identity, Name, Stack, Sum, Term
from sarrus.mechanics.readable.derive.attitude import axis_rates
from sarrus.mechanics.readable.derive.basis import MIXED, Basis, factored, joined
from sarrus.mechanics.readable.derive.body_blocks import with_blocks
from sarrus.mechanics.readable.derive.loads import Load, Loads
from sarrus.mechanics.readable.derive.rows import ReadableRow
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.derive.trace import joint_loads
from sarrus.mechanics.readable.derive.turning import kinematic

__all__ = ["in_basis"]


def _times(entry: Term, T: Term) -> Term:
    """entry T, term by term."""
    if isinstance(T, Identity):
        return entry
    terms = entry.terms if isinstance(entry, Sum) else (entry,)
    return add(*(joined(t if t.rank != COLUMN else transpose(t), T) for t in terms))


def _turned(T: Term, load: Term) -> Term:
    """T^T load, term by term."""
    if isinstance(T, Identity) or is_zero(load):
        return load
    terms = load.terms if isinstance(load, Sum) else (load,)
    return factored(add(*(joined(transpose(T), t) for t in terms)))


def _applied(entry: Term, remainder: Term) -> Term:
    """entry remainder: a number times a column where the speed is a number."""
    if remainder.rank == 0:
        return mul(remainder, entry)
    weight, core = front(remainder)
    terms = entry.terms if isinstance(entry, Sum) else (entry,)
    return add(*(mul(weight, joined(t, core)) for t in terms))


def in_basis(system: System, basis: Basis) -> System:
    """The system with its rows, loads and inertia in other speeds; velocity terms stand apart, as q^G."""
    joints = [replace(j, rows=tuple(_row(system, row, basis) for row in j.rows)) for j in system.joints]
    relations = [replace(r, row=_row(system, r.row, basis)) for r in system.relations]
    loads = _loads(system, basis)
    applied = []
    for d in system.applied:
        body = system.points.body(d.name.index[0])
        force, moment = d.value.parts
        T, S = basis.maps(body)
        applied.append(replace(d, value=Stack((_turned(T, force), _turned(S, moment)))))
    planar = system.model.planar
    found = replace(
        system,
        turning=kinematic(basis, planar, system.angles),
        axis_rates=axis_rates(planar, basis.turning == "ground"),
        joints=joints,
        relations=relations,
        applied=applied,
        loads=loads,
        inertia=with_blocks(system.inertia, planar, basis, apart=True),
        basis=basis,
        reactions=[],
    )
    found.reactions.extend(joint_loads(found))
    return found


def _row(system: System, row: ReadableRow, basis: Basis) -> ReadableRow:
    beta = row.beta
    for body in system.bodies:
        for speed, rest in zip(MIXED.speeds(body), basis.remainders(body), strict=True):
            if speed in row.entries and not is_zero(rest):
                beta = add(beta, neg(_applied(row.entries[speed], rest)))
    return replace(row, entries=_entries(system, row.entries, basis), beta=beta)


def _entries(system: System, entries: Mapping[Name, Term], basis: Basis) -> dict[Name, Term]:
    """Slopes along the new speeds."""
    found: dict[Name, Term] = {}
    for body in system.bodies:
        for old, new, T in zip(MIXED.speeds(body), basis.speeds(body), basis.maps(body), strict=True):
            if old in entries:
                found[new] = _times(entries[old], T)
    own = {own.speed for own in system.own}
    return {**found, **{speed: entry for speed, entry in entries.items() if speed in own}}


def _loads(system: System, basis: Basis) -> Loads:
    parts = []
    for part in system.loads.parts:
        T, S = basis.maps(system.points.body(part.body))
        parts.append(Load(part.owner, part.body, _turned(T, part.force), _turned(S, part.moment)))
    pushes = [replace(p, slopes=_entries(system, p.slopes, basis)) for p in system.loads.pushes]
    return replace(system.loads, parts=parts, pushes=pushes)
