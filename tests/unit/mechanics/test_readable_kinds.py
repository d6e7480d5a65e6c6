"""Formulas of kinds: put in for each element they are its own, and every name on a page is explained."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.mechanics.readable import readable
from sarrus.mechanics.readable.algebra.evaluate import Evaluator, as_floats
from sarrus.mechanics.readable.algebra.terms import ANY, Name, Term
from sarrus.mechanics.readable.algebra.trees import names_in
from sarrus.mechanics.readable.page.kinds import Kinds, put_in
from sarrus.mechanics.readable.print.document import Display, Equation, Grid, Heading, Paragraph, Tabular
from tests.unit.mechanics import test_readable as values
from tests.unit.mechanics.test_readable_growth import fourbars, mixed
from tests.unit.mechanics.test_readable_print import chain

KINDS = {
    "thirty": lambda: chain(30),
    "windows": lambda: fourbars(10),
    "mixed": lambda: mixed(22),
    "space": lambda: chain(7, None),
    "mixed in space": lambda: mixed(7, None),
    "plane": values.everything_in_the_plane,
    "garden": values.everything_in_space,
}


@pytest.mark.parametrize("make", KINDS.values(), ids=KINDS.keys())
def test_formula_of_a_kind_put_in_is_that_of_each_element(make):
    found = readable(make().snapshot())
    system, compute = found.system, Evaluator(2 if found.system.model.planar else 3)
    rng = np.random.default_rng(3)
    n = system.coordinate_count
    state = found.evaluate(0.3, list(rng.uniform(-1, 1, n)), list(rng.uniform(-1, 1, n)))
    env = dict(state.named)
    for row in system.rows:
        env[row.multiplier] = (
            rng.uniform(-1, 1, compute.size).astype(object) if row.multiplier.rank else rng.uniform()
        )
    kinds = Kinds(system)
    written = {joint.joint.name: joint for joint in system.joints}
    for kind in kinds.joints:
        for instance in kind.instances:
            meaning = kind.meaning(system, instance)
            local = dict(env)
            for d in kind.rows.helpers:
                local[put_in(d.name, {}, instance.name)] = compute(
                    put_in(d.value, meaning, instance.name), local
                )
            joint = written[instance.name]
            assert len(joint.rows) == len(kind.rows.rows)
            for row, general in zip(joint.rows, kind.rows.rows, strict=True):
                local[put_in(general.multiplier, {}, instance.name)] = env[row.multiplier]
                at = [put_in(t, meaning, instance.name) for t in (general.residual.value, general.beta)]
                for term, expected in zip(at, (row.residual.value, row.beta), strict=True):
                    values.close(as_floats(compute(term, local)), as_floats(compute(expected, env)))
                assert row.labels == tuple(label.replace(ANY, instance.name, 1) for label in general.labels)
            for own, generic in zip(joint.own, kind.rows.own, strict=True):
                assert put_in(generic.name, {}, instance.name) == own.name
                for row, general in zip(joint.rows, kind.rows.rows, strict=True):
                    assert (own.speed in row.entries) == (generic.speed in general.entries)
                    if own.speed in row.entries:
                        term = put_in(general.entries[generic.speed], meaning, instance.name)
                        values.close(compute(term, local), compute(row.entries[own.speed], env))
            for k, place in enumerate(instance.ends):
                body = system.points.body(system.points.owner(place))
                for row, general in zip(joint.rows, kind.rows.rows, strict=True):
                    role = system.points.body("FM"[k])
                    for speed, generic in ((body.rdot, role.rdot), (body.turn, role.turn)):
                        if place.body is None or generic not in general.entries:
                            assert speed not in row.entries
                            continue
                        term = put_in(general.entries[generic], meaning, instance.name)
                        expected = compute(row.entries[speed], env) if speed in row.entries else 0.0
                        got = as_floats(compute(term, local))
                        values.close(got, np.broadcast_to(as_floats(expected), np.shape(got)))
                load = as_floats(compute(put_in(kind.loads[k].value, meaning, instance.name), local))
                assert np.isfinite(load).all()


@pytest.mark.parametrize("make", [KINDS["mixed"], KINDS["mixed in space"]], ids=["plane", "space"])
def test_loads_of_kinds_add_up_to_those_of_the_bodies(make):
    found = readable(make().snapshot())
    system, compute = found.system, Evaluator(2 if found.system.model.planar else 3)
    rng = np.random.default_rng(4)
    each = 3 if system.model.planar else 6
    n = len(system.bodies) * each
    env = dict(found.evaluate(0.3, list(rng.uniform(-1, 1, n)), list(rng.uniform(-1, 1, n))).named)
    total = {b.name: np.zeros(each) for b in system.bodies}
    kinds = Kinds(system)
    for kind in kinds.forces:
        for instance in kind.instances:
            local, meaning = dict(env), kind.meaning(system, instance)
            for d in kind.definitions:
                local[put_in(d.name, {}, instance.name)] = compute(
                    put_in(d.value, meaning, instance.name), local
                )
            for load in kind.loads:
                owner = system.points.owner(instance.ends["FM".index(load.name.index[1])])
                if owner in total:
                    total[owner] += as_floats(compute(put_in(load.value, meaning, instance.name), local))
    for d in system.applied:
        values.close(total[d.name.index[0]], as_floats(env[d.name]))


@pytest.mark.parametrize("make", [KINDS["windows"], KINDS["space"]], ids=["plane", "space"])
def test_joint_loads_of_kinds_add_up_to_those_of_the_bodies(make):
    found = readable(make().snapshot())
    system, compute = found.system, Evaluator(2 if found.system.model.planar else 3)
    rng = np.random.default_rng(4)
    each = 3 if system.model.planar else 6
    n = len(system.bodies) * each
    env = dict(found.evaluate(0.3, list(rng.uniform(-1, 1, n)), list(rng.uniform(-1, 1, n))).named)
    for row in system.rows:
        env[row.multiplier] = (
            rng.uniform(-1, 1, compute.size).astype(object) if row.multiplier.rank else rng.uniform()
        )
    for d in system.multiplied():
        env[d.name] = compute(d.value, env)
    total = {b.name: np.zeros(each) for b in system.bodies}
    for kind in Kinds(system).joints:
        for instance in kind.instances:
            meaning = kind.meaning(system, instance)
            for load, place in zip(kind.loads, instance.ends, strict=True):
                if place.body is not None:
                    total[place.body.name] += as_floats(
                        compute(put_in(load.value, meaning, instance.name), env)
                    )
    for d in system.reactions:
        values.close(total[d.name.index[0]], as_floats(env[d.name]))


def owner_free(name, bodies):
    """Letter, rank and index of a name, with one mark for every body and every end."""
    index = []
    for part in name.index:
        first, *rest = part.split(".")
        index.append(".".join(["*" if first in bodies or part in ("F", "M") else first, *rest]))
    return name.letter, name.rank, tuple(index)


def names_on(parts):
    """Left-hand names and all names of sentences and equations."""
    left, used = set(), set()
    for part in parts:
        if isinstance(part, Equation):
            left |= {part.left} if isinstance(part.left, Name) else set()
            used |= names_in(part.left, part.right)
        elif isinstance(part, Term):
            used |= names_in(part)
    return left, used


@pytest.mark.parametrize("plane", ["xy", None])
@pytest.mark.parametrize("links", [3, 9, 22, 62])
@pytest.mark.parametrize("index", [1, 2, 3])
def test_every_name_on_a_page_is_explained_on_it(links, plane, index):
    assert not unexplained(mixed(links, plane).snapshot(), index, ("k", "c", "ell", "tau"))


def unexplained(model, index, in_heads):
    """Names on a page that it does not explain; letters `in_heads` stand above the columns of tables of instances."""
    found = readable(model, index=index)
    explained, used = set(), set()
    for block in found._document.blocks:
        match block:
            case Display(lines):
                left, names = names_on([e for line in lines for e in line])
            case Tabular(head, rows):
                left, names = names_on([p for row in rows for cell in row for p in cell])
                if head[0] == "symbol":  # the symbols stand in the first column
                    explained |= names_on([p for row in rows for p in row[0]])[1]
                explained |= {Name(w.partition("_")[0], ("F",), 1) for w in head if w.startswith("s_")}
            case Grid(_, columns, rows):
                left, names = (
                    set(),
                    names_in(*columns, *(c for _, cells in rows for c in cells if c is not None)),
                )
            case Paragraph(parts) | Heading(_, parts):
                left, names = names_on(parts)
                explained |= names if isinstance(block, Paragraph) and "hold for" in str(parts[0]) else set()
            case _:
                continue
        explained |= left
        used |= names
    bodies = {*model.holders, "*"}
    known = {owner_free(n, bodies) for n in explained}
    whole = {"u", "G", "M", "f", "g", "q", "v", "alpha", "beta", "lambda", "i", "j", "t", "pi"}
    missing = set()
    for name in used:
        plain = owner_free(name, bodies)
        generic = (plain[0], plain[1], tuple(ANY if p in joints_and_forces(model) else p for p in plain[2]))
        general = (plain[0], plain[1], ())  # d, p, s of any frame
        in_table = plain[2][-1:] == (ANY,) and plain[0] in in_heads
        sine = plain[0] in ("s", "c") and plain[2] in (("2",), ("3",))  # said of the first, "and so on"
        axis = plain[0] in ("y", "z") and ("x", 1, plain[2]) in known
        if not (
            {plain, generic, general} & known
            or in_table
            or axis
            or sine
            or (name.letter in whole and not name.index)
        ):
            missing.add(plain)
    return missing


def joints_and_forces(model):
    return {e.name for e in (*model.joints, *model.forces)}
