"""Joints and forces by kinds: one formula each, and a table of what its symbols stand for."""

from __future__ import annotations

from math import ceil

from sarrus.mechanics.readable.algebra.build import ZERO, add, call, components, is_zero
from sarrus.mechanics.readable.algebra.terms import ANY, COLUMN, Listing, Name, Null, Stack, Term
from sarrus.mechanics.readable.algebra.trees import names_in
from sarrus.mechanics.readable.derive.ends import is_turned, turn_of
from sarrus.mechanics.readable.derive.own import balance
from sarrus.mechanics.readable.page.constraints import (
    G,
    constraints_title,
    jacobian_title,
    relation_lines,
    relation_list,
    slip_note,
)
from sarrus.mechanics.readable.page.fold import plain_value
from sarrus.mechanics.readable.page.kinds import ElementKind
from sarrus.mechanics.readable.page.page import Page
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
    Pattern,
    Sentence,
    equation_width,
    equations,
    packed,
)
from sarrus.model.snapshot import Place

WIDEST_PATTERN, SCALED_PATTERN = 60, 24
"""Columns of a pattern with a letter per block, and of one where a letter stands for several."""


def joint_kinds(page: Page) -> list[Block]:
    """Constraints, Jacobian and loads of joints by kinds; relations of coordinates behind them."""
    if not page.system.rows:
        return [Heading(2, ("Constraints",)), Paragraph(("None.",))]
    title, jacobian = constraints_title(page), jacobian_title(page)
    blocks: list[Block] = [title]
    for kind in page.kinds.joints:
        blocks += _kind(page, kind)
    relations = relation_lines(page)
    if relations:
        blocks += [page.table(("rows", "relation", "equation"), relations)]
    blocks += slip_note(page)
    blocks.append(jacobian)
    blocks += _pattern(page)
    if page.arms:
        blocks.append(packed(equations(page.arms), page.plain))
    return [*blocks, *relation_list(page)]


def _kind(page: Page, kind: ElementKind) -> list[Block]:
    assert kind.rows is not None
    count = len(kind.instances)
    blocks: list[Block] = [
        Heading(3, (f"{kind.keyword} ({count} {'joint' if count == 1 else 'joints'} ", page.letter(ANY), ")"))
    ]
    rows = kind.rows.rows
    used = set[Name]()
    lines = [Equation(r.residual.name, r.residual.value) for r in rows]
    for row in rows:
        used |= names_in(
            row.residual.value, *row.entries.values(), *([row.beta] if page.asked.needs_beta else [])
        )
    helpers = page.kept(kind.rows.helpers, used)
    blocks.append(packed([*equations(helpers), *lines], page.plain))
    speeds = [
        s for role in "FM" for s in (page.system.points.body(role).rdot, page.system.points.body(role).turn)
    ]
    speeds += [own.speed for own in kind.rows.own]
    grid = tuple((_row_label(row.labels), tuple(row.entries.get(s) for s in speeds)) for row in rows)
    blocks.append(Grid(Name("G", (ANY,), G.kind), tuple(speeds), grid))
    if page.asked.needs_beta:
        blocks.append(_beta(page, kind))
    blocks.append(packed(equations(kind.loads), page.plain))
    if kind.rows.own:
        multiplied = [(row.entries, row.multiplier) for row in rows]
        lines = [Equation(own.effort, balance(own, multiplied)) for own in kind.rows.own]
        blocks.append(packed(lines, page.plain))
    if kind.rows.sense is not None:
        blocks.append(Paragraph(("Sense: ", call("lt", ZERO, kind.rows.sense), ".")))
    return [*blocks, instance_table(page, kind, "joint")]


def _row_label(labels: tuple[str, ...]) -> tuple[str, ...]:
    return (ANY,) if len(labels) > 1 else (labels[0].partition(".")[2],)


def _beta(page: Page, kind: ElementKind) -> Display:
    assert kind.rows is not None
    values = [row.beta for row in kind.rows.rows]
    left = Name("beta", (ANY,), COLUMN)
    flat: Term = values[0] if len(values) == 1 and values[0].rank else Listing(tuple(values))
    fits = equation_width(Equation(left, flat), page.plain) <= WIDEST
    return Display(((Equation(left, flat if fits else Stack(tuple(values))),),))


def instance_table(page: Page, kind: ElementKind, what: str) -> Block:
    """What the symbols of a kind stand for, element by element."""
    points = page.system.points
    names = list(kind.instances[0].parameters)
    turned = [any(k < len(i.ends) and is_turned(points, i.ends[k]) for i in kind.instances) for k in (0, 1)]
    rows: list[Cells] = []
    for instance in kind.instances:
        cells: list[Sentence] = [(f"`{instance.name}`",)]
        for k, place in enumerate(instance.ends):
            cells += [(_path(page, place),), _offset(page, place)]
            if turned[k]:
                cells.append((plain_value(page.system.numbers, turn_of(points, place)),))
        cells += [(plain_value(page.system.numbers, instance.parameters[n]),) for n in names]
        rows.append(tuple(cells))
    head = [what]
    ends = len(kind.instances[0].ends)
    for k, (role, side) in enumerate((("F", "base point"), ("M", "follower point"))[:ends]):
        head += [side if ends > 1 else "point", f"s_{role}", *([f"turn {role}"] if turned[k] else [])]
    return page.table((*head, *(page.plain.term(n) for n in names)), rows, ranges=True)


def _path(page: Page, place: Place) -> str:
    owner = page.system.points.owner(place)
    return f"{owner}.{place.frame}" if place.frame else owner


def _offset(page: Page, place: Place) -> Sentence:
    points = page.system.points
    size = 2 if points.planar else 3
    value = components(*(points.numbers.formula(c) for c in list(points.pose(place).p)[:size]))
    return ("0",) if is_zero(value) else (plain_value(points.numbers, value),)


def _pattern(page: Page) -> list[Block]:
    """Where G has blocks: F for the base, M for the follower; for many bodies a letter stands for several."""
    system = page.system
    bodies = [b.name for b in system.bodies]
    scale = 1 if len(bodies) <= WIDEST_PATTERN else ceil(len(bodies) / SCALED_PATTERN)
    places = {name: k // scale for k, name in enumerate(bodies)}
    wide = ceil(len(bodies) / scale)
    owners = [(j.joint.name, [system.points.owner(p) for p in (j.base, j.follower)]) for j in system.joints]
    lines: list[tuple[str, str]] = []
    for start in range(0, len(owners), scale):
        group = owners[start : start + scale]
        dots = ["."] * wide
        for _, pair in group:
            for letter, owner in zip("FM", pair, strict=True):
                if owner in places:
                    k = places[owner]
                    dots[k] = "*" if scale > 1 else letter
        label = group[0][0] if len(group) == 1 else f"{group[0][0]} .. {group[-1][0]}"
        lines.append((label, "".join(dots)))
    said: list[Part] = ["Blocks of ", G, ": a line per joint, a column per body in the order above; "]
    if scale > 1:
        said = ["Blocks of ", G, f": a line is {scale} joints, a column {scale} bodies in the order above; "]
        said += ["* where there are some."]
    else:
        said += ["F for the block of the base, M for that of the follower."]
    return [Paragraph(tuple(said)), Pattern(tuple(lines))] if lines else []


def force_kinds(page: Page) -> list[Block]:
    """Forces between frames by kinds."""
    blocks: list[Block] = []
    for kind in page.kinds.forces:
        count = len(kind.instances)
        blocks.append(
            Heading(
                3, (f"{kind.keyword} ({count} {'force' if count == 1 else 'forces'} ", page.letter(ANY), ")")
            )
        )
        blocks.append(packed(equations([*kind.definitions, *kind.loads]), page.plain))
        blocks += [Paragraph(said) for said in kind.limits]
        blocks.append(instance_table(page, kind, "force"))
    return blocks


def reactions_of(kind: ElementKind, planar: bool) -> list[tuple[str, Term]]:
    """Force and torque on the follower by the formula of a kind."""
    assert kind.rows is not None
    rows = kind.rows.rows
    force = add(Null(COLUMN), *(row.force for row in rows if row.force is not None))
    torque = add(ZERO if planar else Null(COLUMN), *(row.torque for row in rows if row.torque is not None))
    return [("reaction", force), *([] if is_zero(torque) else [("torque", torque)])]
