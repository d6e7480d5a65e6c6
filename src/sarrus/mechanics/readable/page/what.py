"""The first section: what is what."""

from __future__ import annotations

from collections.abc import Iterator

from sarrus.mechanics.readable.algebra.build import chain, cross
from sarrus.mechanics.readable.algebra.terms import ANY, BODY, COLUMN, Components, Matrix, Name, Tilde
from sarrus.mechanics.readable.derive.moving import BodyNames
from sarrus.mechanics.readable.derive.rows import JointRows, ReadableRow
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.page.asked import Length
from sarrus.mechanics.readable.page.constraints import Q, V
from sarrus.mechanics.readable.page.given import Line, given_lines
from sarrus.mechanics.readable.page.implied import grouped, own_state_lines
from sarrus.mechanics.readable.page.page import Page, listed
from sarrus.mechanics.readable.print.document import Block, Equation, Heading, Paragraph, Sentence, Tabular
from sarrus.phrases import count


def what_is_what(page: Page, cuts: dict[str, str]) -> list[Block]:
    """Bodies, joints, and the table of symbols."""
    system = page.system
    names = page.names([b.name for b in system.model.bodies])
    plane = " in the plane xy" if system.model.planar else ""
    first: Sentence = (
        "Bodies ",
        page.letter(BODY),
        f": {names}{plane}. Joints ",
        page.letter(ANY),
        f": {_joints(page)}. {_count(system)}",
    )
    blocks: list[Block] = [Heading(2, ("What is what",)), Paragraph(first)]
    rows = [
        *_state_lines(page),
        *_own_lines(page),
        *own_state_lines(page),
        *_multiplier_lines(page),
        *given_lines(page),
    ]
    shortened = {long: short for long, short in cuts.items() if long not in (BODY, ANY)}
    if shortened:
        said = ", ".join(f"`{short}` for `{long}`" for long, short in shortened.items())
        rows.append((("names",), (f"in an index {said}",), ("",), ("",)))
    return [*blocks, Tabular(("symbol", "meaning", "unit", "value"), tuple(rows))]


def _joints(page: Page) -> str:
    """Names of joints and constraints with their kinds."""
    kinds: dict[str, list[str]] = {}
    for joint in page.system.joints:
        kinds.setdefault(joint.joint.keyword, []).append(joint.joint.name)
    if len(kinds) == 1 or page.length > Length.MATRIX:
        return "; ".join(f"{page.names(names)} ({keyword})" for keyword, names in kinds.items()) or "none"
    return ", ".join(f"{j.joint.name} ({j.joint.keyword})" for j in page.system.joints) or "none"


def _count(system: System) -> str:
    n = system.coordinate_count
    m = sum(len(row.labels) for row in system.rows)
    text = f"{count(n, 'coordinate')}, {count(m, 'row')}"
    if m > n:
        return f"{text}: not all rows are independent."
    slips = sum(row.is_velocity for row in system.rows)
    if slips:
        return f"{text}, freedom of {n - m + slips} configurations and of {n - m} speed{'' if n - m == 1 else 's'}."
    return f"{text}, {n - m} degree{'' if n - m == 1 else 's'} of freedom."


def _state_lines(page: Page) -> Iterator[Line]:
    system, i = page.system, page.letter(BODY)
    body = BodyNames(BODY, system.model.planar)
    if system.model.planar:
        place = Equation(body.r, Components((Name("x", (BODY,)), Name("y", (BODY,)))))
        meaning: Sentence = ("position and turn of body ", i, ": coordinates ", Q)
        if system.basis.are_rates(body):
            meaning += ("; speeds ", Equation(V, Q.marked("dot")))
        yield (place, ", ", body.psi), meaning, ("m, rad",), ("",)
        yield (
            listed([[a] for a in body.axes]),
            ("unit vectors along and across body ", i),
            ("1",),
            ("",),
        )
        if not system.basis.are_rates(body):
            yield _speed_line(page)
        return
    angles = Equation(body.eta, Components(body.angles))
    yield (
        (body.r, ", ", angles),
        (f"frame origin in ground axes, {system.angles.says}: coordinates ", Q),
        ("m, rad",),
        ("",),
    )
    yield _speed_line(page)
    axes = Equation(body.A, Matrix(body.axes, width=3))
    yield (axes,), ("axes of body ", i, " in ground axes"), ("1",), ("",)
    s, u = Name("s", kind=COLUMN), Name("u", kind=COLUMN)
    rule = Equation(chain(Tilde((s,)), u), cross(s, u))
    yield (Tilde((s,)),), ("cross product matrix, ", rule), ("",), ("",)


def _speed_line(page: Page) -> Line:
    """The speeds of a body, and in which axes they are written."""
    system = page.system
    basis = system.basis
    speeds = basis.speeds(BodyNames(BODY, system.model.planar))
    if basis.velocity == basis.turning and not system.model.planar:
        said = f"velocity and angular velocity in {basis.velocity} axes: speeds "
    elif system.model.planar:
        said = "velocity in body axes, turning speed: speeds "
    elif basis.turning == "rates":
        said = "velocity in ground axes, rates of the angles: speeds "
    else:
        said = "velocity in ground axes, angular velocity in body axes: speeds "
    return (speeds[0], ", ", speeds[1]), (said, V), ("m/s, rad/s",), ("",)


def _own_lines(page: Page) -> Iterator[Line]:
    """Coordinates that constraints own; several of one kind in one line, with index j."""
    found = [(c.name, f"coordinate {c.coordinate.name}", c.owner, c.coordinate.unit) for c in page.system.own]
    for name, told, unit in grouped(page, found):
        said: Sentence = (f"{told}, without inertia: behind the bodies in ", Q, ", its rate in ", V)
        yield (name,), said, (unit,), ("",)


def _multiplier_lines(page: Page) -> Iterator[Line]:
    system, j = page.system, page.letter(ANY)
    follower = " on its follower" + (", without what meshes add" if system.model.meshes else "")
    if any(row.multiplier.rank for joint in system.joints for row in joint.rows):
        yield (Name("lambda", (ANY,), COLUMN),), ("force of joint ", j, follower), ("N",), ("",)
    if page.length == Length.MATRIX:
        joints: list[JointRows] = system.joints
    else:
        joints = [kind.rows for kind in page.kinds.joints if kind.rows is not None]
    for joint in joints:
        yield from _axis_multipliers(page, joint)
    if any(joint.torque for joint in system.joints) and not page.by_kinds:
        yield (Name("tau", (ANY,), COLUMN),), ("torque of joint ", j, follower), ("N m",), ("",)
    for relation in system.relations if page.length < Length.RANGES else ():
        unit = "N" if relation.ends[0][2].unit == "m" else "N m"
        single, owner = len(relation.ends) == 1, relation.row.owner
        meaning = f"effort of `{owner}` along its coordinate" if single else f"multiplier of `{owner}`"
        yield (relation.row.multiplier,), (meaning,), (unit if single else "",), ("",)
    if system.rows or system.loads.pushes:
        about: Sentence = ("joint forces and their moment about the frame origin of body ", page.letter(BODY))
        if system.loads.pushes:
            about += (", with efforts that depend on them",)
        yield (Name("w", (BODY,), COLUMN),), about, ("N, N m",), ("",)


def _axis_multipliers(page: Page, joint: JointRows) -> Iterator[Line]:
    units: dict[str, list[ReadableRow]] = {}
    stated = {str(row): row.unit for row in (*joint.joint.rows, *joint.joint.slips)}
    for row in joint.rows:
        if not row.multiplier.rank:
            units.setdefault("N" if stated[row.sources[0]] == "m" else "N m", []).append(row)
    for unit, rows in units.items():
        whole = [row.labels[0] for row in rows]
        labels = whole if page.length == Length.MATRIX else [label.partition(".")[2] for label in whole]
        said = ", ".join(f"`{label}`" for label in labels)
        of = "" if page.length == Length.MATRIX else f" of a {joint.joint.keyword}"
        meaning = f"multiplier{'s' if len(rows) > 1 else ''} of {said}{of}"
        yield listed([[row.multiplier] for row in rows]), (meaning,), (unit,), ("",)
