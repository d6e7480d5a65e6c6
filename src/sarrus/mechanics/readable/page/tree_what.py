"""The first section of a page in joint coordinates: tree, coordinates, and the table of symbols."""

from __future__ import annotations

from collections.abc import Iterator

from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, Listing, Matrix, Name
from sarrus.mechanics.readable.derive.moving import GROUND, BodyNames
from sarrus.mechanics.readable.derive.tree.motion import TreeMotion, Y
from sarrus.mechanics.readable.derive.tree.system import TreeSystem
from sarrus.mechanics.readable.page.asked import Length
from sarrus.mechanics.readable.page.given import Line, given_lines
from sarrus.mechanics.readable.page.implied import own_state_lines
from sarrus.mechanics.readable.page.page import Page, listed
from sarrus.mechanics.readable.print.document import Block, Equation, Heading, Paragraph, Sentence, Tabular
from sarrus.phrases import count

__all__ = ["tree_what"]


def tree_what(
    page: Page, motion: TreeMotion, cuts: dict[str, str], more: list[Line], full: bool = True
) -> list[Block]:
    """Bodies, the tree, and the symbols.

    Args:
        page: to print on.
        motion: of the tree.
        cuts: names that are cut short.
        more: further lines of a form.
        full: whether mass centres and multipliers are on the page.
    """
    tree = motion.tree
    names = page.names(list(tree.bodies))
    plane = " in the plane xy" if tree.planar else ""
    first: Sentence = (
        "Bodies ",
        page.letter(BODY),
        f": {names}{plane}. {_carried(page, tree)} {_count(tree)}",
    )
    bodies = _bodies(page, tree) if full else _turns(page, tree)
    rows = [*_coordinates(page, tree), *bodies, *more, *_multipliers(tree, full)]
    rows += [*own_state_lines(page), *given_lines(page)]
    shortened = {long: short for long, short in cuts.items() if long[0].isalnum()}
    if shortened:
        said = ", ".join(f"`{short}` for `{long}`" for long, short in shortened.items())
        rows.append((("names",), (f"in an index {said}",), ("",), ("",)))
    head = ("symbol", "meaning", "unit", "value")
    return [Heading(2, ("What is what",)), Paragraph(first), Tabular(head, tuple(rows))]


def _carried(page: Page, tree: TreeSystem) -> str:
    """Which joints carry bodies, and which close loops."""
    limbs = tree.tree.limbs
    if page.length == Length.MATRIX:
        said = [
            f"{limb.body} by {limb.name} ({limb.traced.joint.keyword}) on {limb.parent}"
            if limb.name != limb.body
            else f"{limb.body} freely"
            for limb in limbs
        ]
        text = f"Joints carry {', '.join(said)}."
    else:
        roots = sum(limb.parent == GROUND for limb in limbs)
        text = f"Joints {page.names([limb.name for limb in limbs])} carry them, {roots} on ground."
    closed = [joint.joint.name for joint in tree.system.joints]
    if closed:
        loops = "closes a loop" if len(closed) == 1 else f"close {len(closed)} loops"
        text += f" {page.names(closed)} {loops}."
    return text


def _count(tree: TreeSystem) -> str:
    n = len(tree.tree.freedoms)
    m = sum(len(row.row.labels) for row in tree.rows)
    text = count(n, "speed") + (f", {count(m, 'row')}" if m else "")
    if m > n:
        return f"{text}: not all rows are independent."
    return f"{text}, {n - m} degree{'' if n - m == 1 else 's'} of freedom."


def _coordinates(page: Page, tree: TreeSystem) -> Iterator[Line]:
    """Coordinates of joints by unit, then speeds that are no rates."""
    by_unit: dict[str, list[Name]] = {}
    for c in tree.tree.coordinates:
        by_unit.setdefault(c.coordinate.unit, []).append(c.name)
    for unit, names in by_unit.items():
        shown = listed([[n] for n in names]) if len(names) < 13 else (names[0], " .. ", names[-1])
        yield shown, ("joint coordinates",), (unit,), ("",)
    speeds = tuple(f.speed for f in tree.tree.freedoms)
    whole: Sentence = (Equation(Y, Listing(speeds)),) if len(speeds) < 9 else (Y,)
    yield whole, ("speeds",), (", ".join(f"{unit}/s" for unit in by_unit),), ("",)
    turning = [d.name for d in tree.tree.kinematic]
    if turning:
        shown = listed([[n] for n in turning]) if len(turning) < 7 else (turning[0], " .. ", turning[-1])
        said = "speeds of a turn: angular velocity of the follower against the base, follower components"
        yield shown, (said,), ("rad/s",), ("",)


def _bodies(page: Page, tree: TreeSystem) -> Iterator[Line]:
    i, body = page.letter(BODY), BodyNames(BODY, tree.planar)
    c = Name("c", (BODY,), COLUMN)
    if tree.planar:
        yield (body.psi, ", ", *listed([[a] for a in body.axes])), ("turn of body ", i, ", unit vectors along and across it"), ("rad, 1",), ("",)  # fmt: skip
    else:
        axes = Equation(body.A, Matrix(body.axes, width=3))
        yield (axes, ", ", body.Omega), ("axes of body ", i, ", its angular velocity"), ("1, rad/s",), ("",)
    ring: Sentence = (c.marked("ring"),)
    origins = [n for n in page.shown or () if n.letter == "r" and n.rank and not n.mark]
    if origins:
        yield (body.r, ", ", c), ("frame origin and mass centre of body ", i), ("m",), ("",)
    else:
        yield (c,), ("mass centre of body ", i), ("m",), ("",)
    yield (
        ring,
        ("second derivative without accelerations of the speeds; likewise others with °",),
        ("m/s²",),
        ("",),
    )


def _turns(page: Page, tree: TreeSystem) -> Iterator[Line]:
    """Turns, unit vectors and points, as far as they are on the page."""
    i, body, shown = page.letter(BODY), BodyNames(BODY, True), page.shown or frozenset()
    letters = {n.letter for n in shown if n.index and n.index[0] in tree.bodies}
    if "psi" in letters:
        yield (body.psi,), ("turn of body ", i), ("rad",), ("",)
    if letters & {"e", "n"}:
        yield listed([[a] for a in body.axes]), ("unit vectors along and across body ", i), ("1",), ("",)


def _multipliers(tree: TreeSystem, full: bool) -> Iterator[Line]:
    rows = [row for row in tree.closing if row.row.force is not None and full]
    if rows:
        said = "multipliers of the joints that close loops: forces and torques on their followers"
        yield listed([[row.row.multiplier] for row in rows]), (said,), ("N, N m",), ("",)
    acting = [row for row in (tree.rows if full else tree.known.values()) if row.row.force is None]
    efforts = [row.row.multiplier for row in acting]
    if efforts:
        owners = ", ".join(f"`{row.row.owner}`" for row in acting)
        yield listed([[n] for n in efforts]), (f"efforts of {owners}",), ("",), ("",)
