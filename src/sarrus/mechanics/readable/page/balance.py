"""Inertia and forces, the equations of motion, and the reactions."""

from __future__ import annotations

from sarrus.mechanics.readable.algebra.build import ZERO, add, chain, is_zero, neg, transpose
from sarrus.mechanics.readable.algebra.terms import (
    ANY,
    BODY,
    COLUMN,
    MATRIX,
    Listing,
    Matrix,
    Name,
    Null,
    Stack,
    Term,
)
from sarrus.mechanics.readable.derive.body_blocks import known_of
from sarrus.mechanics.readable.derive.moving import BodyNames
from sarrus.mechanics.readable.derive.rows import ReadableRow
from sarrus.mechanics.readable.page.asked import Length
from sarrus.mechanics.readable.page.constraints import ALPHA, BETA, LAMBDA, RESIDUAL, SLIP, G, Q, V, moves
from sarrus.mechanics.readable.page.implied import EFFORTS, PUSHES, implied, pushed, state_note
from sarrus.mechanics.readable.page.instances import force_kinds, reactions_of
from sarrus.mechanics.readable.page.page import Page, listed
from sarrus.mechanics.readable.page.runs import Cells
from sarrus.mechanics.readable.page.shapes import shapes_of
from sarrus.mechanics.readable.print.document import (
    WIDEST,
    Block,
    Display,
    Equation,
    Heading,
    Paragraph,
    Part,
    Sentence,
    columns,
    equation_width,
    equations,
    fitted,
    packed,
)

M, F = Name("M", kind=MATRIX), Name("f", kind=COLUMN)
VELOCITY = Name("q", kind=COLUMN, mark="G")
APPLIED = Name("f", (BODY,), COLUMN, "a")
MANY_ROWS = 12


def inertia(page: Page) -> list[Block]:
    """M_i, f_i, and what stands in them."""
    system, plain = page.system, page.plain
    what = "Mass matrix, forces, velocity terms" if system.inertia.apart else "Mass matrix and forces"
    blocks: list[Block] = [Heading(2, (f"{what} (one block per body)",))]
    shared = [fitted(e, plain) for e in equations(system.inertia.shared)]
    fits = len(shared) in (2, 3) and sum(equation_width(e, plain) for e in shared) < WIDEST
    blocks.append(Display((tuple(shared),)) if fits else Display(tuple((e,) for e in shared)))
    return [*blocks, *shown_forces(page), *applied_forces(page)]


def shown_forces(page: Page) -> list[Block]:
    """First moments and inertias, and what single forces are made of."""
    system, plain = page.system, page.plain
    blocks: list[Block] = []
    lines = system.inertia.lines
    if lines and page.length == Length.MATRIX:
        blocks.append(columns([equations(group) for group in lines], plain))
    elif lines:
        by_body = [(group[0].name.index[-1], group) for group in zip(*lines, strict=True)]
        blocks.append(
            page.shapes(
                (f"bodies {page.letter(BODY).letter}", "first moment and inertia"), shapes_of(by_body)
            )
        )
    if page.individual:
        blocks.append(packed(equations(page.individual), plain))
    singular = [name for name in system.loads.singular if any(d.name == name for d in page.individual)]
    if singular:
        blocks.append(Paragraph((*listed([[l] for l in singular]), " must not vanish.")))
    shown = {d.name for d in page.individual}
    return [*blocks, *(Paragraph(said) for name, said in system.loads.limits.items() if name in shown)]


def applied_forces(page: Page) -> list[Block]:
    """Forces on single bodies: their sum on each body, or by kinds what each does."""
    system = page.system
    if not system.applied:
        return []
    if page.by_kinds:
        blocks = force_kinds(page)
        rows: list[Cells] = [((f"`{p.owner}`",), (p.body,), (p.force,), (p.moment,)) for p in page.parts]
        if rows:
            blocks.append(page.table(("force", "body", "its force", "its moment"), rows))
        said: Sentence = (APPLIED, " adds up what the forces do to body ", page.letter(BODY), ".")
        return [*blocks, Paragraph(said)]
    touched = [d for d in system.applied if d.name.index[0] in system.loads.on]
    found: list[Block] = [packed(equations(touched), page.plain)]
    if len(touched) < len(system.applied):
        found.append(Paragraph((APPLIED, " is zero for all other bodies.")))
    return found


def motion(page: Page) -> list[Block]:
    """The equations of one body, the joint loads, and the whole system."""
    system = page.system
    body = BodyNames(BODY, system.model.planar)
    w = Name("w", (BODY,), COLUMN)
    bare = not system.rows and not system.loads.pushes
    known = known_of(system.inertia)
    title: Sentence = ("The equations: ", Equation(chain(M, V.marked("dot")), _forces(page)))
    if system.rows:
        title += (" with ", *listed([[e] for e in closing_rows(page)]))
    own = Equation(
        chain(Name("M", (BODY,), MATRIX), Stack(system.basis.accelerations(body))),
        known if bare else add(known, w),
    )
    blocks: list[Block] = [Heading(2, title), Display(((own,),))]
    if not bare:
        blocks += joint_loads(page)
    blocks += own_balances(page)
    if system.rows:
        blocks += _together(page)
    return [*blocks, *state_note(page)]


def _forces(page: Page) -> Term:
    """Right-hand side of the equations of motion."""
    rows = [chain(transpose(G), LAMBDA)] if page.system.rows else []
    return add(*_known(page), *rows, *pushed(page))


def _known(page: Page) -> list[Term]:
    """Forces, and velocity terms where they stand apart."""
    shown = {d.name.marked("") for d in page.system.inertia.shared}
    forces = [F] if Name("f", (BODY,), COLUMN) in shown else []
    return [*forces, *([VELOCITY] if page.system.inertia.apart else [])]


def closing_rows(page: Page) -> list[Equation]:
    """The rows that stand beside the equations of motion."""
    if page.asked.index == 2:
        return [Equation(chain(G, V), ALPHA if moves(page) else Null(COLUMN))]
    rows = page.system.rows
    letters = [RESIDUAL] if any(not row.is_velocity for row in rows) else []
    letters += [SLIP] if any(row.is_velocity for row in rows) else []
    return [Equation(letter, Null(COLUMN)) for letter in letters]


def joint_loads(page: Page) -> list[Block]:
    """Loads of joints on every body."""
    system = page.system
    if page.by_kinds:
        i, j = page.letter(BODY), page.letter(ANY)
        ends: Sentence = (
            Name("w", (BODY,), COLUMN), " adds up the loads of the joints ", j, " on body ", i, ": ",
            Name("w", (ANY, "M"), COLUMN), " where it is the follower, ", Name("w", (ANY, "F"), COLUMN),
            " where it is the base",
        )  # fmt: skip
        if system.relations:
            ends += (", and the blocks of the relations above, transposed, times their multipliers",)
        if system.loads.pushes:
            ends += (", and the blocks of ", PUSHES, ", transposed, times ", EFFORTS)
        return [*implied(page), Paragraph((*ends, "."))]
    torques = [j.torque for j in system.joints if j.torque]
    if page.length == Length.MATRIX and not system.loads.pushes:
        return [packed(equations(system.multiplied()), page.plain)]
    blocks: list[Block] = [packed(equations(torques), page.plain)] if torques else []
    blocks += implied(page)
    if page.length == Length.MATRIX:
        return [*blocks, packed(equations(system.reactions), page.plain)]
    rows: list[Cells] = []
    for d in system.reactions:
        force, moment = d.value.parts
        rows.append(((d.name.index[0],), (force,), (moment,)))
    said: Sentence = ("Joint loads ", Name("w", (BODY,), COLUMN), ":")
    return [
        *blocks,
        Paragraph(said),
        page.table((f"body {page.letter(BODY).letter}", "force", "moment"), rows),
    ]


def own_balances(page: Page) -> list[Block]:
    """That multipliers balance along coordinates without inertia; what rows of a kind do there stands with its formulas."""
    system = page.system
    if not system.own:
        return []
    if page.by_kinds:
        efforts = [own.effort for kind in page.kinds.joints if kind.rows for own in kind.rows.own]
        rest = ", with the entries of relations times their multipliers," if system.relations else ""
        said: Sentence = (
            "Along coordinates that constraints own there is no inertia and no force: ",
            *listed([[effort] for effort in dict.fromkeys(efforts)]), f"{rest} vanish" if len(efforts) > 1 else f"{rest} vanishes", ".",
        )  # fmt: skip
        return [Paragraph(said)]
    speeds = listed([[own.speed] for own in system.own])
    lines = [Equation(ZERO, value) for value in system.balances()]
    first: Sentence = ("Along ", *speeds, " there is no inertia and no force, so that multipliers balance:")
    return [Paragraph(first), packed(lines, page.plain)]


def _together(page: Page) -> list[Block]:
    system = page.system
    body = BodyNames(BODY, system.model.planar)
    n = system.coordinate_count
    m = sum(len(row.labels) for row in system.rows)
    pushes = system.loads.pushes
    count = f"{n} + {m} + {len(pushes)}" if pushes else f"{n} + {m}"
    multipliers: Part = LAMBDA
    if any(row.multiplier.rank == 0 for row in system.rows) and len(system.rows) <= MANY_ROWS:
        multipliers = Equation(LAMBDA, Listing(tuple(row.multiplier for row in system.rows)))
    kinematic: Sentence = (", ", EFFORTS) if pushes else ()
    first_rates = body.eta.marked("dot")
    if not system.model.planar and system.basis.speeds(body)[1] != first_rates:
        kinematic += ("; ", first_rates, " from Kinematics")
    vdot = V.marked("dot")
    if page.asked.needs_beta:
        first: Sentence = (f"Together, {count} equations for ", vdot, ", ", multipliers, *kinematic, ":")
        block = Matrix((M, transpose(G), G, Null(MATRIX)), width=2)
        whole = Equation(
            chain(block, Stack((vdot, neg(LAMBDA)))), Stack((add(*_known(page), *pushed(page)), BETA))
        )
        return [Paragraph(first), Display(((whole,),))]
    first = (
        f"Together, {count} equations of index {page.asked.index} for ",
        V,
        ", ",
        multipliers,
        *kinematic,
        ":",
    )
    lines = [Equation(chain(M, vdot), _forces(page)), *closing_rows(page)]
    if system.basis.are_rates(body):
        lines.insert(0, Equation(Q.marked("dot"), V))
    blocks: list[Block] = [Paragraph(first), Display((tuple(lines),))]
    if page.asked.index == 2:
        said: Sentence = (Equation(RESIDUAL, Null(COLUMN)), " holds from the start values on.")
        blocks.append(Paragraph(said))
    return blocks


def reactions(page: Page) -> list[Block]:
    """Force and torque of the base on the follower."""
    system = page.system
    if not system.joints:
        return []
    said: list[list[Part]] = []
    quiet = True
    if page.by_kinds:
        for kind in page.kinds.joints:
            found = reactions_of(kind, system.model.planar)
            quiet = quiet and len(found) == 1
            said += [
                [f"{kind.keyword} `{page.letter(ANY).letter}.{what}` = ", value] for what, value in found
            ]
    else:
        for joint in system.joints:
            name = joint.joint.name
            force = add(system.points.zero, *(row.force for row in joint.rows if row.force is not None))
            torque = add(
                system.points.no_torque, *(row.torque for row in joint.rows if row.torque is not None)
            )
            said.append([f"`{name}.reaction` = ", force, f" on {system.points.owner(joint.follower)}"])
            if not is_zero(torque):
                quiet = False
                shown: Term = joint.torque.name if joint.torque else torque
                said.append([f"`{name}.torque` = ", shown])
    if page.length == Length.LIST and quiet and all(_is_lambda(joint.rows) for joint in system.joints):
        said = [
            [
                f"`{page.letter(ANY).letter}.reaction` = ",
                Name("lambda", (ANY,), COLUMN),
                " on the follower of every joint ",
                page.letter(ANY),
            ]
        ]
    tail = "; no torques." if quiet else "; all other torques are zero."
    title = "Reactions (force and torque of the base on the follower, at the follower's frame, ground axes)"
    if not system.model.meshes:
        return [Heading(2, (title,)), Paragraph((*listed(said), tail))]
    first: Sentence = ("Without what meshes add: ", *listed(said), tail)
    return [Heading(2, (title,)), Paragraph(first), Paragraph((in_meshes(page),))]


def in_meshes(page: Page) -> str:
    """What is to be added to the reactions of joints whose bodies mesh."""
    names = [mesh.name for mesh in page.system.model.meshes]
    which = f"The mesh `{names[0]}`" if len(names) == 1 else f"Each of the meshes {page.names(names)}"
    return (
        f"{which} adds to each of its joints the effort of its row along the joint's coordinate, less its force on the "
        "one of its bodies that is on the follower's side, at the contact, with its moment: `NAME.reaction` acts on the "
        "second body, its opposite on the first, at `NAME.contact`."
    )


def _is_lambda(rows: tuple[ReadableRow, ...]) -> bool:
    return len(rows) == 1 and rows[0].multiplier.rank == COLUMN
