"""The page of a mechanism: what is what, kinematics, constraints, Jacobian, inertia and forces, equations, reactions."""

from __future__ import annotations

from sarrus.equations.readable.attitude import sines
from sarrus.equations.readable.build import ZERO, add, call, chain, is_zero, neg, transpose
from sarrus.equations.readable.cuts import cuts_of
from sarrus.equations.readable.document import (
    WIDEST,
    Block,
    Display,
    Document,
    Equation,
    Grid,
    Heading,
    Paragraph,
    Part,
    Sentence,
    Table,
    columns,
    equation_width,
    equations,
    packed,
    paired,
)
from sarrus.equations.readable.frames import BodyNames
from sarrus.equations.readable.plain import Plain
from sarrus.equations.readable.rows import Row
from sarrus.equations.readable.system import System
from sarrus.equations.readable.terms import BODY, COLUMN, MATRIX, Listing, Matrix, Name, Null, Stack, Term
from sarrus.equations.readable.trees import Definition, names_in
from sarrus.equations.readable.what import V, end, listed, what_is_what

MANY = 6
"""Bodies beyond which the Jacobian is a list, not a matrix."""
G, M = Name("G", kind=MATRIX), Name("M", kind=MATRIX)
BETA, ALPHA, LAMBDA = (Name(n, kind=COLUMN) for n in ("beta", "alpha", "lambda"))


def write(system: System) -> Document:
    """The whole page."""
    cuts = cuts_of(system)
    plain = Plain(cuts)
    blocks: list[Block] = [Heading(1, (system.model.name,)), *what_is_what(system, cuts)]
    for section in (_kinematics, _constraints, _jacobian, _inertia, _equations):
        blocks += section(system, plain)
    return Document((*blocks, *_reactions(system)), cuts)


def _kinematics(system: System, plain: Plain) -> list[Block]:
    blocks: list[Block] = [Heading(2, ("Kinematics",))]
    order = {b.name: k for k, b in enumerate(system.model.bodies)}
    points = [d for d in system.points.definitions if d.name.letter == "p"]
    points.sort(key=lambda d: order[d.name.index[0].split(".")[0]])
    axes = [d for d in system.points.definitions if d.name.letter != "p"]
    if system.model.planar:
        e, n = system.attitude
        across = names_in(*(d.value for d in points), *(row.residual.value for row in system.rows))
        needed = any(name.letter == "n" for name in across) or axes
        blocks.append(packed(equations([e, n, *system.axis_rates[: 2 if needed else 1]]), plain))
    else:
        blocks += _attitude(system)
    if system.ground:
        blocks.append(packed(equations(system.ground), plain))
    if axes:
        blocks += _turned_axes(system, axes, plain)
    if points:
        motion = [system.points.motion[d.name] for d in points]
        blocks.append(paired(equations(points), equations(motion), plain))
    chi = [d for joint in system.joints for d in joint.helpers if d.name.letter == "chi"]
    named = [d for d in (*chi, *system.coordinates) if d.name.letter != "t"]
    if named:
        blocks.append(Display(tuple((e,) for e in equations(named))))
    return blocks


def _turned_axes(system: System, axes: list[Definition], plain: Plain) -> list[Block]:
    """Axes of frames that are turned on their bodies, as far as a formula uses them, and their rates in space."""
    used = names_in(*(d.value for d in (*system.coordinates, *system.loads.definitions)))
    for joint in system.joints:
        used |= names_in(*(d.value for d in joint.helpers))
    for row in system.rows:
        used |= names_in(row.residual.value, row.beta, *row.entries.values())
        used |= names_in(*(load for load in (row.force, row.torque) if load is not None))
    found: list[Definition] = []
    for d in axes:
        dot, ring = d.name.marked("dot"), d.name.marked("ring")
        if dot in used or ring in used:
            found.append(system.points.motion[d.name])
            used.add(d.name)
        if ring in used:
            found.append(system.points.motion[dot])
    kept = [d for d in axes if d.name in used]
    return [packed(equations(group), plain) for group in (kept, found) if group]


def _attitude(system: System) -> list[Block]:
    body = BodyNames(BODY, False)
    by_name = {d.name: d for d in system.attitude}
    A, eta = by_name[body.A], by_name[body.eta.marked("dot")]
    rates = {d.name: d for d in system.axis_rates}
    x = body.axes[0]
    shown = [rates[body.Omega], rates[x.marked("dot")], rates[x.marked("ring")]]
    s1, c1 = sines()[:2]
    note: Sentence = (
        "with ", Equation(s1.name, s1.value), ", ", Equation(c1.name, c1.value), " and so on, of the body in question; "
        "singular at ", body.angles[1], " = ±90°. ", x.marked("ring"), " is the second derivative without ",
        body.turn.marked("dot"), "; likewise ", body.axes[1], ", ", body.axes[2], ".",
    )  # fmt: skip
    return [
        Display((tuple(equations([A])), tuple(equations([eta])))),
        Paragraph(note),
        Display((tuple(equations(shown)),)),
    ]


def _constraints(system: System, plain: Plain) -> list[Block]:
    rows: list[tuple[Sentence, ...]] = []
    for joint in system.joints:
        for k, row in enumerate(joint.rows):
            ends = f"{end(system, joint, True)} on {end(system, joint, False)}" if k == 0 else ""
            meaning: list[Part] = [ends]
            if joint.sense is not None and k == len(joint.rows) - 1:
                meaning += [f"{'; ' if ends else ''}sense ", call("lt", ZERO, joint.sense)]
            labels = ", ".join(f"`{name}`" for name in row.labels)
            rows.append(((labels,), tuple(meaning), (Equation(row.residual.name, row.residual.value),)))
    for row, driver in zip(system.drivers, system.model.drivers, strict=True):
        said = f"{driver.keyword} of `{driver.at[0]}`"
        rows.append(((f"`{row.owner}`",), (said,), (Equation(row.residual.name, row.residual.value),)))
    zero = Equation(Name("g", kind=COLUMN), Null(COLUMN))
    if not rows:
        return [Heading(2, ("Constraints",)), Paragraph(("None.",))]
    title = Heading(2, ("Constraints ", zero, " (follower minus base, ground axes)"))
    return [title, Table(("rows", "joint", "equation"), tuple(rows))]


def _label(row: Row) -> tuple[str, ...]:
    return row.residual.name.index


def _jacobian(system: System, plain: Plain) -> list[Block]:
    if not system.rows:
        return []
    moves = any(not is_zero(row.alpha) for row in system.rows)
    first = Equation(chain(G, V), ALPHA if moves else Null(COLUMN))
    blocks: list[Block] = [Heading(2, ("Jacobian: ", first, ", ", Equation(chain(G, V.marked("dot")), BETA)))]
    arms = [d for joint in system.joints for d in joint.helpers if d.name.letter == "t"]
    arms += [d for d in system.coordinates if d.name.letter == "t"]
    if arms:
        blocks.append(packed(equations(arms), plain))
    if len(system.model.bodies) > MANY:
        return [*blocks, _jacobian_list(system)]
    lines = tuple((_label(row), tuple(row.entries.get(s) for s in system.speeds)) for row in system.rows)
    blocks.append(Grid(G, tuple(system.speeds), lines))
    for letter, values in ((ALPHA, [r.alpha for r in system.rows]), (BETA, [r.beta for r in system.rows])):
        if letter is BETA or moves:
            flat = Equation(letter, Listing(tuple(values)))
            fits = equation_width(flat, plain) <= WIDEST
            blocks.append(Display(((flat if fits else Equation(letter, Stack(tuple(values))),),)))
    return blocks


def _jacobian_list(system: System) -> Table:
    """Blocks of each row by speed, with the right-hand side."""
    rows: list[tuple[Sentence, ...]] = []
    for row in system.rows:
        cells: list[list[Part]] = [
            [speed, ": ", row.entries[speed]] for speed in system.speeds if speed in row.entries
        ]
        rows.append(
            ((", ".join(f"`{n}`" for n in row.labels),), listed(cells, "; "), (row.alpha,), (row.beta,))
        )
    return Table(("rows", "blocks by speed, all others are zero", "alpha", "beta"), tuple(rows))


def _inertia(system: System, plain: Plain) -> list[Block]:
    blocks: list[Block] = [Heading(2, ("Mass matrix and forces (one block per body)",))]
    shared = equations(system.inertia.shared)
    fits = len(shared) == 2 and sum(equation_width(e, plain) for e in shared) < WIDEST
    blocks.append(Display((tuple(shared),)) if fits else Display(tuple((e,) for e in shared)))
    if system.inertia.lines:
        blocks.append(columns([equations(group) for group in system.inertia.lines], plain))
    if system.loads.definitions:
        blocks.append(packed(equations(system.loads.definitions), plain))
    if system.loads.singular:
        blocks.append(Paragraph((*listed([[l] for l in system.loads.singular]), " must not vanish.")))
    if system.applied:
        touched = [d for d in system.applied if d.name.index[0] in system.loads.on]
        blocks.append(packed(equations(touched), plain))
        if len(touched) < len(system.applied):
            blocks.append(Paragraph((Name("f", (BODY,), COLUMN, "a"), " is zero for all other bodies.")))
    return blocks


def _equations(system: System, plain: Plain) -> list[Block]:
    body = BodyNames(BODY, system.model.planar)
    turn = Name("psi", (BODY,), mark="ddot") if system.model.planar else body.turn.marked("dot")
    f, w = Name("f", (BODY,), COLUMN), Name("w", (BODY,), COLUMN)
    bare = not system.rows
    vdot, force = V.marked("dot"), Name("f", kind=COLUMN)
    total = Equation(chain(M, vdot), force if bare else add(force, chain(transpose(G), LAMBDA)))
    title: Sentence = ("The equations: ", total)
    if not bare:
        title += (" with ", Equation(Name("g", kind=COLUMN), Null(COLUMN)))
    own = Equation(
        chain(Name("M", (BODY,), MATRIX), Stack((body.r.marked("ddot"), turn))), f if bare else add(f, w)
    )
    blocks: list[Block] = [Heading(2, title), Display(((own,),))]
    if bare:
        return blocks
    blocks.append(packed(equations(system.multiplied()), plain))
    n = (3 if system.model.planar else 6) * len(system.model.bodies)
    m = sum(len(row.labels) for row in system.rows)
    multipliers: Part = LAMBDA
    if any(row.multiplier.rank == 0 for row in system.rows) and len(system.rows) <= 2 * MANY:
        multipliers = Equation(LAMBDA, Listing(tuple(row.multiplier for row in system.rows)))
    kinematic = () if system.model.planar else ("; ", body.eta.marked("dot"), " from Kinematics")
    blocks.append(
        Paragraph((f"Together, {n} + {m} equations for ", vdot, ", ", multipliers, *kinematic, ":"))
    )
    block = Matrix((M, transpose(G), G, Null(MATRIX)), width=2)
    together = Equation(chain(block, Stack((vdot, neg(LAMBDA)))), Stack((force, BETA)))
    return [*blocks, Display(((together,),))]


def _reactions(system: System) -> list[Block]:
    if not system.joints:
        return []
    said: list[list[Part]] = []
    quiet = True
    for joint in system.joints:
        name = joint.joint.name
        force = add(system.points.zero, *(row.force for row in joint.rows if row.force is not None))
        torque = add(system.points.no_torque, *(row.torque for row in joint.rows if row.torque is not None))
        on = f" on {system.points.owner(joint.follower)}"
        said.append([f"`{name}.reaction` = ", force, on])
        if not is_zero(torque):
            quiet = False
            shown: Term = joint.torque.name if joint.torque else torque
            said.append([f"`{name}.torque` = ", shown])
    tail = "; no torques." if quiet else "; all other torques are zero."
    title = "Reactions (force and torque of the base on the follower, at the follower's frame, ground axes)"
    return [Heading(2, (title,)), Paragraph((*listed(said), tail))]
