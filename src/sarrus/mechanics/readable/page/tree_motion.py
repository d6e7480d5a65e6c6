"""Sections of a page in joint coordinates: kinematics outward, forces, loops, loads of joints."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.mechanics.readable.algebra.build import add, call, chain, neg, transpose
from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, Name, Null, Term
from sarrus.mechanics.readable.algebra.trees import Definition, names_in
from sarrus.mechanics.readable.derive.tree.limbs import NamedCoordinate
from sarrus.mechanics.readable.derive.tree.motion import BETA, B, TreeMotion, Y
from sarrus.mechanics.readable.page.asked import Length
from sarrus.mechanics.readable.page.balance import in_meshes
from sarrus.mechanics.readable.page.constraints import ticks
from sarrus.mechanics.readable.page.page import Page, listed
from sarrus.mechanics.readable.page.runs import Cells, cut, in_ranges
from sarrus.mechanics.readable.print.document import (
    Block,
    Equation,
    Grid,
    Heading,
    Paragraph,
    Part,
    Sentence,
    Tabular,
    equations,
    packed,
)

__all__ = ["forces", "joint_loads", "kinematics", "lines", "loops", "partial_velocities"]


def lines(page: Page, found: Sequence[Definition], head: str) -> list[Block]:
    """Definitions in a display; for many bodies in a table, by what they belong to."""
    if not found:
        return []
    if page.length == Length.MATRIX or len(found) < 7:
        return [packed(equations(found), page.plain)]
    groups: dict[str, list[Definition]] = {}
    for d in found:
        groups.setdefault(d.name.index[-1].split(".")[0] if d.name.index else "", []).append(d)
    rows: list[Cells] = [((owner,), listed([[e] for e in equations(own)])) for owner, own in groups.items()]
    return [_ranges(page, ("", head), rows)]


def kinematics(
    page: Page,
    motion: TreeMotion,
    shown: Sequence[Definition],
    full: bool = True,
    vectors: frozenset[str] = frozenset(),
) -> list[Block]:
    """Turns and places, angular velocities, and what second derivatives are without accelerations of the speeds.

    Args:
        page: to print on.
        motion: of the tree.
        shown: definitions that something uses, in the order in which they are computed.
        full: whether unit vectors and mass centres are used in any case.
        vectors: letters of vectors that are used besides.
    """
    tree = motion.tree
    blocks: list[Block] = [Heading(2, ("Kinematics, outward from ground",))]
    by_kind = _kinds(motion, shown)
    if tree.planar:
        e, n = tree.system.attitude
        blocks += lines(page, by_kind["circular"], "sines and cosines")
        blocks += lines(page, by_kind["turn"], "turns")
        used = {name.letter for d in shown for name in names_in(d.value) if name.rank}
        axes = [d for d in (e, n) if full or d.name.letter in used | vectors]
        blocks += [packed(equations(axes), page.plain)] if axes else []
    else:
        blocks += lines(page, [d for d in by_kind["circular"] if not d.name.of], "sines and cosines")
        blocks += _shared_sines(by_kind["circular"])
        blocks += lines(page, by_kind["turn"], "axes")
    same = [Definition(c, tree.alias[c]) for c in map(tree.center, tree.bodies) if c in tree.alias]
    blocks += lines(page, [*by_kind["place"], *(same if full else [])], "places")
    blocks += lines(page, by_kind["spin"], "angular velocities")
    if by_kind["kinematic"]:
        said = "The rates of the angles follow from the speeds of a turn:"
        blocks += [Paragraph((said,)), *lines(page, by_kind["kinematic"], "speeds of turns")]
        blocks.append(Paragraph((_singular(motion),)))
    blocks += lines(page, by_kind["rate"], "velocities")
    blocks += lines(page, by_kind["ring"], "without accelerations of the speeds")
    if full:
        blocks.append(Paragraph(("What is not listed here is zero.",)))
    return blocks if len(blocks) > 1 else []


def _shared_sines(found: Sequence[Definition]) -> list[Block]:
    """What s and c with a number alone are."""
    shared = {d.name.letter: d for d in reversed(found) if d.name.of}
    if not shared:
        return []
    of = next(iter(shared.values())).value.parts[0]
    assert isinstance(of, Name)
    each = [Equation(d.name, call(function, Name(of.letter, of.index[:1]))) for d, function in ((shared["s"], "sin"), (shared["c"], "cos"))]  # fmt: skip
    return [Paragraph(("With ", each[0], ", ", each[1], " and so on, of the joint in question:"))]


def _singular(motion: TreeMotion) -> str:
    """Where angles of turns are not determined."""
    found = []
    for limb in motion.tree.tree.limbs:
        if limb.traced.kinematic:
            c: NamedCoordinate = limb.traced.coordinates[limb.traced.joint.turn_places[1]]
            first, _, last = limb.traced.joint.turn_sequence.split("-")
            found.append(f"`{c.published}` = {'0 or 180°' if first == last else '±90°'}")
    shown = found if len(found) < 5 else [*found[:2], "and so on"]
    return f"They are not determined at {', '.join(shown)}."


def _kinds(motion: TreeMotion, shown: Sequence[Definition]) -> dict[str, list[Definition]]:
    tree = motion.tree
    of = {d.name: "turn" for d in tree.tree.turns}
    of |= {d.name: "circular" for d in (*tree.tree.sines, *tree.points.sines)}
    of |= {d.name: "kinematic" for d in tree.tree.kinematic}
    of |= {d.name: "place" for d in (*tree.tree.places, *tree.points.definitions)}
    of |= {d.name: "turn" for d in tree.points.definitions if d.name.letter != "p"}
    of |= {tree.center(body): "place" for body in tree.bodies}
    of |= {d.name: "spin" for d in tree.tree.spins}
    of |= {d.name: "rate" for d in (*tree.tree.speeds, *tree.points.motion.values()) if d.name.mark == "dot"}
    found: dict[str, list[Definition]] = {
        k: [] for k in ("turn", "circular", "kinematic", "place", "spin", "rate", "ring")
    }
    for d in shown:
        if d.name.mark == "ring" and d.name.rank:
            found["ring"].append(d)
        elif d.name in of:
            found[of[d.name]].append(d)
    return found


def partial_velocities(page: Page, motion: TreeMotion) -> list[Block]:
    """Partial velocities: a matrix each for few bodies, else a line for each body and speed that moves it."""
    tree, columns = motion.tree, tuple(motion.columns)
    if page.length == Length.MATRIX and len(columns) < 9:
        grids: list[Block] = []
        for letter, which in ((motion.V(""), 0), (motion.W(""), 1)):
            rows = tuple(
                ((body,), tuple(motion.partials[body][which].get(j) for j in columns)) for body in tree.bodies
            )
            name = Name(letter.letter, (), letter.kind)
            grids.append(Grid(name, columns, rows, bars=len(columns)))
        return grids
    found: list[Cells] = []
    for f in motion.freedoms:
        moved = [body for body in tree.bodies if f.speed in tree.tree.W[body]]
        velocity, turn = tree.put(tree.tree.rule(f)), tree.put(f.turning)
        found.append(((f.speed,), (page.names(moved),), (velocity,), (turn,)))
    head = (
        "speed",
        f"bodies {page.letter(BODY).letter} that it moves",
        "velocity of the mass centre",
        "angular velocity",
    )
    return [_ranges(page, head, found)]


def _ranges(page: Page, head: tuple[str, ...], rows: list[Cells]) -> Block:
    """A table with runs of like lines in one."""
    return Tabular(head, cut(in_ranges(rows, page.plain), page.asked.complete))


def forces(page: Page, motion: TreeMotion, shown: Sequence[Definition], full: bool = True) -> list[Block]:
    """What single forces do."""
    tree = motion.tree
    if not motion.loaded:
        return []
    loads = tree.system.loads
    own = {d.name for d in (*loads.definitions, *tree.system.coordinates)}
    blocks: list[Block] = [Heading(2, ("Forces",))]
    blocks += lines(page, [d for d in shown if d.name in own], "forces")
    singular = [name for name in loads.singular if any(d.name == name for d in shown)]
    if singular:
        blocks.append(Paragraph((*listed([[l] for l in singular]), " must not vanish.")))
    blocks += [Paragraph(said) for said in loads.limits.values()]
    if not full:
        return blocks if len(blocks) > 1 else []
    found = [Definition(d.name, tree.put(d.value)) for d in motion.applied]
    blocks += lines(page, [d for d in found if d.name.rank == COLUMN or d.value != Null()], "on the body")
    others = [body for body in tree.bodies if body not in tree.loads]
    if others:
        F, T = motion.force(others[0]), motion.torque(others[0])
        weight = "its weight" if motion.fields is not None else "zero"
        said: Sentence = ("Of every other body ", Name(F.letter, (BODY,), F.kind), f" is {weight} and ", Name(T.letter, (BODY,), T.kind), " zero.")  # fmt: skip
        blocks.append(Paragraph(said))
    return blocks


def loops(page: Page, motion: TreeMotion, shown: Sequence[Definition]) -> list[Block]:
    """Rows of cut joints and of relations, their matrix, and the right-hand sides."""
    tree = motion.tree
    if not motion.closing:
        return []
    held, moving = Equation(Name("g", kind=COLUMN), Null()), Equation(chain(B, Y.marked("dot")), BETA)
    title: Sentence = ("Loops: ", held, ", so that ", moving)
    blocks: list[Block] = [Heading(2, title)]
    rows: list[Cells] = []
    residuals = {d.name: d.value for d in tree.definitions}
    for row in motion.closing:
        g = row.row.residual.name
        rows.append(((ticks(row.row.labels),), (Equation(g, residuals[g]),)))
    blocks.append(page.table(("rows", "equation"), rows))
    helpers = {d.name for joint in tree.system.joints for d in joint.helpers}
    blocks += lines(page, [d for d in shown if d.name in helpers], "")
    columns = tuple(motion.columns)
    if page.length == Length.MATRIX and len(columns) < 9:
        cells = tuple(
            (row.row.residual.name.index, tuple(row.entries.get(j) for j in columns))
            for row in motion.closing
        )
        blocks.append(Grid(B, columns, cells, bars=len(columns)))
    else:
        entries: list[Cells] = [
            ((ticks(row.row.labels),), (j,), (entry,))
            for row in motion.closing
            for j, entry in row.entries.items()
        ]
        blocks.append(page.table(("rows", "speed", "entry of B"), entries))
    betas = [
        Definition(Name("beta", row.row.residual.name.index, row.row.residual.name.rank), row.beta)
        for row in motion.closing
    ]
    blocks += lines(page, betas, "right-hand side")
    inside = [limb.name for limb in tree.tree.limbs if not any(f.speed in row.entries for f in limb.freedoms for row in motion.closing)]  # fmt: skip
    if inside and tree.system.joints:
        blocks.append(Paragraph((f"Speeds of {page.names(inside)} do not open any loop.",)))
    return blocks


def joint_loads(page: Page, motion: TreeMotion) -> list[Block]:
    """Accelerations, then what each joint of the tree carries, inward; then under which names that is published."""
    tree = motion.tree
    limbs = [limb for limb in tree.tree.limbs if limb.traced.joint.freedoms < (3 if tree.planar else 6)]
    if not limbs:
        return []
    first: Sentence = (
        "Afterwards, with ", *_acceleration(motion), ", inward from the last bodies: force and torque on the outer body, at "
        "the origin of the follower frame.",
    )  # fmt: skip
    loads = {d.name: d for d in motion.loads}
    named = {motion.load(l.name) for l in limbs} | {motion.twist(l.name) for l in limbs}
    found = [d for n, d in loads.items() if n in named]
    blocks: list[Block] = [Heading(2, ("Loads of joints",)), Paragraph(first)]
    found = found if page.length == Length.MATRIX else found[::-1]  # runs of names go upward
    blocks += lines(page, [*motion.torques, *found], "load")
    if not tree.system.model.meshes:
        return [*blocks, Paragraph(_published(page, motion))]
    said: Sentence = ("Without what meshes add: ", *_published(page, motion))
    return [*blocks, Paragraph(said), Paragraph((in_meshes(page),))]


def _acceleration(motion: TreeMotion) -> Sentence:
    ydot = Y.marked("dot")
    V, W = motion.V(BODY), motion.W(BODY)
    a, alpha = motion.acceleration(BODY), motion.alpha(BODY, "")
    turn = chain(transpose(W) if motion.planar else W, ydot)
    ring = motion.alpha(BODY)
    right = add(turn, ring) if motion.moves_on(ring) else turn
    return (
        Equation(a, add(chain(V, ydot), motion.tree.center(BODY).marked("ring"))),
        ", ",
        Equation(alpha, right),
    )


def _published(page: Page, motion: TreeMotion) -> Sentence:
    tree = motion.tree
    said: list[list[Part]] = []
    for limb in tree.tree.limbs:
        if limb.traced.joint.freedoms == (3 if tree.planar else 6):
            continue
        force: Term = motion.load(limb.name)
        said.append([f"`{limb.name}.reaction` = ", neg(force) if limb.is_backward else force])
        if not motion.turns_freely(limb):
            torque: Term = motion.twist(limb.name)
            said.append([f"`{limb.name}.torque` = ", neg(torque) if limb.is_backward else torque])
    for joint in tree.system.joints:
        for row in joint.rows:
            if row.multiplier.rank:
                said.append([f"`{joint.joint.name}.reaction` = ", row.multiplier])
        if joint.torque:
            said.append([f"`{joint.joint.name}.torque` = ", joint.torque.name])
    if len(said) > 12:
        said = [*said[:3], ["and so on"]]
    tail = (
        "; torques that are not named are zero."
        if tree.planar
        else (
            "; torques that are not named are zero. Components in the frames of base and follower are inner products with their axes."
        )
    )
    return (*listed(said), tail)
