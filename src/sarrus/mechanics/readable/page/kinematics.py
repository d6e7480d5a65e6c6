"""How bodies, points and axes move: the second section."""

from __future__ import annotations

from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, Components, Name
from sarrus.mechanics.readable.algebra.trees import Definition, names_in
from sarrus.mechanics.readable.derive.angles import angle_rates
from sarrus.mechanics.readable.derive.ends import frame_rules
from sarrus.mechanics.readable.derive.moving import BodyNames
from sarrus.mechanics.readable.page.asked import Length
from sarrus.mechanics.readable.page.page import Page
from sarrus.mechanics.readable.page.shapes import shapes_of
from sarrus.mechanics.readable.print.document import (
    Block,
    Display,
    Equation,
    Heading,
    Paragraph,
    Sentence,
    equations,
    packed,
    paired,
)


def kinematics(page: Page) -> list[Block]:
    """Axes, points, rates, and joint coordinates that elements use."""
    system, plain = page.system, page.plain
    blocks: list[Block] = [Heading(2, ("Kinematics",))]
    points = _points(page)
    axes = [d for d in system.points.definitions if d.name.letter != "p"]
    if system.model.planar:
        e, n = system.attitude
        across = names_in(*(d.value for d in points), *(row.residual.value for row in system.rows))
        needed = any(name.letter == "n" for name in across) or axes or page.by_kinds
        blocks.append(packed(equations([e, n, *system.axis_rates[: 2 if needed else 1]]), plain))
        if system.turning:
            blocks.append(packed([e for (e,) in _turning(page)], plain))
    else:
        blocks += _attitude(page)
    if page.by_kinds:
        blocks += _frames(page)
    ground = [d for d in system.ground if d in page.frames or not page.by_kinds]
    if ground:
        blocks.append(packed(equations(ground), plain))
    if axes:
        blocks += _turned_axes(page, axes)
    if points:
        blocks += _point_blocks(page, points)
    shown = [d for d in page.helpers if d not in page.arms]
    lines = [d for d in shown if d.name.letter == "u" and d.name.rank]
    if shown:
        blocks.append(Display(tuple((e,) for e in equations(shown))))
    singular = [d.name for d in lines]
    if singular:
        lengths = [Name("ell", u.index) for u in singular]
        blocks.append(Paragraph((*_commas(lengths), " must not vanish.")))
    return blocks


def _commas(found: list[Name]) -> Sentence:
    parts: list[str | Name] = []
    for name in found:
        parts += [", ", name] if parts else [name]
    return tuple(parts)


def _points(page: Page) -> list[Definition]:
    """Points in order of the bodies; on a page by kinds only those that single elements use."""
    order = {b.name: k for k, b in enumerate(page.system.model.bodies)}
    points = [d for d in page.system.points.definitions if d.name.letter == "p"]
    if page.by_kinds:
        touched = {n.marked("") for n in page.used if n.letter == "p"}
        points = [d for d in points if d.name in touched]
    return sorted(points, key=lambda d: order[d.name.index[0].split(".")[0]])


def _point_blocks(page: Page, points: list[Definition]) -> list[Block]:
    """Each point with its rate beside it; on a longer page once for bodies of one shape."""
    motion = [page.system.points.motion[d.name] for d in points]
    if page.length == Length.MATRIX:
        return [paired(equations(points), equations(motion), page.plain)]
    by_body: dict[str, list[Definition]] = {}
    for point, moving in zip(points, motion, strict=True):
        by_body.setdefault(point.name.index[0].split(".")[0], []).extend((point, moving))
    shapes = shapes_of(list(by_body.items()))
    if all(len(shape.bodies) == 1 for shape in shapes):
        return [paired(equations(points), equations(motion), page.plain)]
    return [page.shapes((f"bodies {page.letter(BODY).letter}", "points and their rates"), shapes)]


def _frames(page: Page) -> list[Block]:
    """How a frame on any body moves, for the formulas of the kinds."""
    rules = frame_rules(page.system.model.planar, page.asked.needs_beta)
    s = Name("s", kind=COLUMN)
    parts = Components((Name("s", ("x",)), Name("s", ("y",))))
    place = Equation(s, parts) if page.system.model.planar else s
    note: Sentence = (
        "hold for a frame at ", place, " on body ", page.letter(BODY), ". An element has such a frame F on "
        "its base and M on its follower: letters with index F or M are those of the frame (axes, ",
        *_commas([d.name for d in rules if d.name.letter in "ds" and not d.name.mark] or [s]),
        ", ", Name("p", kind=COLUMN), ") and of its body (all others). Ground does not move; its columns are left out.",
    )  # fmt: skip
    return [packed(equations(rules), page.plain), Paragraph(note)]


def _turned_axes(page: Page, axes: list[Definition]) -> list[Block]:
    """Axes of frames that are turned on their bodies, as far as a formula uses them, and their rates in space."""
    used = page.used
    found: list[Definition] = []
    for d in axes:
        dot, ring = d.name.marked("dot"), d.name.marked("ring")
        if dot in used or ring in used:
            found.append(page.system.points.motion[d.name])
        if ring in used:
            found.append(page.system.points.motion[dot])
    kept = [d for d in axes if d in page.frames]
    short = [d for d in page.system.points.sines if d in page.frames]
    return [packed(equations(group), page.plain) for group in (short, kept, found) if group]


def _turning(page: Page) -> list[tuple[Equation, ...]]:
    """The kinematic equations, a line each; second derivatives only where they are asked for."""
    body = BodyNames(BODY, page.system.model.planar)
    eta = Equation(body.eta.marked("dot"), Components(angle_rates(body)))
    later = (body.turn.marked("ring"), body.r.marked("ring"), body.Q.marked("dot"))
    shown = [e for e in equations(page.system.turning) if page.asked.needs_beta or e.left not in later]
    return [(e,) for e in shown if e != eta]


def _attitude(page: Page) -> list[Block]:
    body = BodyNames(BODY, False)
    by_name = {d.name: d for d in page.system.attitude}
    A = by_name[body.A]
    rates = {d.name: d for d in page.system.axis_rates}
    x = body.axes[0]
    shown = [rates[name] for name in (body.Omega, x.marked("dot")) if name in rates]
    s1, c1 = page.system.angles.sines()[:2]
    note: Sentence = (
        "with ", Equation(s1.name, s1.value), ", ", Equation(c1.name, c1.value), " and so on, of the body in question; "
        "singular at ", body.angles[1], f" = {page.system.angles.lock}. ",
    )  # fmt: skip
    others: Sentence = ("likewise ", body.axes[1], ", ", body.axes[2], ".")
    if page.asked.needs_beta:
        shown.append(rates[x.marked("ring")])
        note += (
            x.marked("ring"),
            " is the second derivative without ",
            (body.Omega if page.system.basis.turning == "ground" else body.turn).marked("dot"),
            "; ",
            *others,
        )
    else:
        note += ("Below, ", *others)
    return [
        Display((tuple(equations([A])), *_turning(page))),
        Paragraph(note),
        Display((tuple(equations(shown)),)),
    ]
