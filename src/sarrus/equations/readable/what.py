"""The first section: what is what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from sarrus.equations.readable.build import chain, cross
from sarrus.equations.readable.document import Block, Equation, Heading, Paragraph, Part, Sentence, Table
from sarrus.equations.readable.fold import folded
from sarrus.equations.readable.frames import BodyNames
from sarrus.equations.readable.numbers import Unnamed
from sarrus.equations.readable.rows import JointRows, Row
from sarrus.equations.readable.system import System
from sarrus.equations.readable.terms import BODY, COLUMN, MATRIX, Components, Matrix, Name, Num, Term, Tilde
from sarrus.equations.readable.trees import names_in

Q, V = Name("q", kind=COLUMN), Name("v", kind=COLUMN)
Line = tuple[Sentence, Sentence, Sentence, Sentence]


def listed(groups: Iterable[Iterable[Part]], between: str = ", ") -> Sentence:
    """Groups of words and formulas with commas between them."""
    found: list[Part] = []
    for group in groups:
        found += [between, *group] if found else [*group]
    return tuple(found)


def end(system: System, joint: JointRows, follower: bool) -> str:
    """A side of a joint by its body, or by its point where that is not the body's origin."""
    place = joint.follower if follower else joint.base
    owner = system.points.owner(place)
    here = system.points.point(place)
    is_origin = not isinstance(here, Name) or here == system.points.body(owner).r
    return owner if not place.frame or (is_origin and place.body is not None) else f"{owner}.{place.frame}"


def what_is_what(system: System, cuts: dict[str, str]) -> list[Block]:
    """Bodies, joints, and the table of symbols."""
    names = ", ".join(b.name for b in system.model.bodies)
    plane = " in the plane xy" if system.model.planar else ""
    kinds = {j.joint.keyword for j in system.joints}
    if len(kinds) == 1:
        joints = ", ".join(j.joint.name for j in system.joints) + f" ({kinds.pop()})"
    else:
        joints = ", ".join(f"{j.joint.name} ({j.joint.keyword})" for j in system.joints) or "none"
    first: Sentence = (
        "Bodies ",
        _index("i"),
        f": {names}{plane}. Joints ",
        _index("j"),
        f": {joints}. {_count(system)}",
    )
    blocks: list[Block] = [Heading(2, ("What is what",)), Paragraph(first)]
    rows = [*_state_lines(system), *_multiplier_lines(system), *_number_lines(system)]
    if cuts:
        said = ", ".join(f"`{short}` for `{long}`" for long, short in cuts.items())
        rows.append((("names",), (f"in an index {said}",), ("",), ("",)))
    return [*blocks, Table(("symbol", "meaning", "unit", "value"), tuple(rows))]


def _index(letter: str) -> Name:
    return Name(letter, own=True)


def _count(system: System) -> str:
    n = (3 if system.model.planar else 6) * len(system.model.bodies)
    m = sum(len(row.labels) for row in system.rows)
    text = f"{n} coordinates, {m} rows"
    if m > n:
        return f"{text}: not all rows are independent."
    return f"{text}, {n - m} degree{'' if n - m == 1 else 's'} of freedom."


def _state_lines(system: System) -> Iterator[Line]:
    body = BodyNames(BODY, system.model.planar)
    if system.model.planar:
        place = Equation(body.r, Components((Name("x", (BODY,)), Name("y", (BODY,)))))
        meaning: Sentence = (
            "position and turn of body ", _index("i"), ": coordinates ", Q, "; speeds ", Equation(V, Q.marked("dot")),
        )  # fmt: skip
        yield (place, ", ", body.psi), meaning, ("m, rad",), ("",)
        yield (
            listed([[a] for a in body.axes]),
            ("unit vectors along and across body ", _index("i")),
            ("1",),
            ("",),
        )
        return
    angles = Equation(body.eta, Components(body.angles))
    yield (
        (body.r, ", ", angles),
        ("frame origin in ground axes, Bryant angles 1-2-3: coordinates ", Q),
        ("m, rad",),
        ("",),
    )
    meaning = ("velocity in ground axes, angular velocity in body axes: speeds ", V)
    yield (body.rdot, ", ", body.turn), meaning, ("m/s, rad/s",), ("",)
    axes = Equation(body.A, Matrix(body.axes, width=3))
    yield (axes,), ("axes of body ", _index("i"), " in ground axes"), ("1",), ("",)
    s, u = Name("s", kind=COLUMN), Name("u", kind=COLUMN)
    rule = Equation(chain(Tilde((s,)), u), cross(s, u))
    yield (Tilde((s,)),), ("cross product matrix, ", rule), ("",), ("",)


def _multiplier_lines(system: System) -> Iterator[Line]:
    j = _index("j")
    if any(row.multiplier.rank for joint in system.joints for row in joint.rows):
        yield (Name("lambda", ("j",), COLUMN),), ("force of joint ", j, " on its follower"), ("N",), ("",)
    for joint in system.joints:
        units: dict[str, list[Row]] = {}
        for row in joint.rows:
            if not row.multiplier.rank:
                units.setdefault("N" if row.sources[0].startswith("p") else "N m", []).append(row)
        for unit, rows in units.items():
            said = ", ".join(f"`{row.labels[0]}`" for row in rows)
            meaning = f"multiplier{'s' if len(rows) > 1 else ''} of {said}"
            yield listed([[row.multiplier] for row in rows]), (meaning,), (unit,), ("",)
    if any(joint.torque for joint in system.joints):
        yield (Name("tau", ("j",), COLUMN),), ("torque of joint ", j, " on its follower"), ("N m",), ("",)
    for row, driver in zip(system.drivers, system.model.drivers, strict=True):
        unit = "N" if system.model.driven(driver)[2].unit == "m" else "N m"
        yield (row.multiplier,), (f"effort of `{row.owner}` along its coordinate",), (unit,), ("",)
    if system.rows:
        about: Sentence = ("joint forces and their moment about the frame origin of body ", _index("i"))
        yield (Name("w", (BODY,), COLUMN),), about, ("N, N m",), ("",)


def _number_lines(system: System) -> Iterator[Line]:
    numbers = system.numbers
    by_unit: dict[str, list[str]] = {}
    for name in system.model.numbers:
        by_unit.setdefault(numbers.units.get(name, ""), []).append(name)
    for unit, names in by_unit.items():
        values = ", ".join(_digits(system.model.numbers[n]) for n in names)
        yield (
            listed([[Name(n, own=True)] for n in names]),
            (f"parameter{'s' if len(names) > 1 else ''}",),
            (_unit(unit),),
            (values,),
        )
    masses = [Name("m", (b.name,)) for b in system.model.bodies]
    formulas = {d.name: d.value for d in system.inertia.masses}
    yield (
        (Name("m", (BODY,)),),
        ("mass",),
        ("kg",),
        listed([[_valued(system, formulas.get(m, m))] for m in masses]),
    )
    yield from _inertia_lines(system)
    yield from _unnamed_lines(system, masses)
    for p, arm in system.points.arms.items():
        value = _valued(system, arm.value)
        left: Part = Equation(arm.name, arm.value) if isinstance(value, str) else arm.name
        yield (left,), (f"`{p.index[0]}` in body axes",), ("m",), (value,)
    for force, gamma in system.loads.fields:
        left = Equation(gamma.name, gamma.value) if system.model.planar else gamma.name
        yield (
            (left,),
            (f"{force.keyword} of `{force.name}`",),
            (_unit("m/s^2"),),
            (_valued(system, gamma.value),),
        )


def _unnamed_lines(system: System, masses: list[Name]) -> Iterator[Line]:
    """Numbers without a name of their own that some formula uses; components of one vector in one line."""
    numbers = system.numbers
    said = {*masses, *names_in(*(d.value for d in system.points.arms.values()))}
    said |= names_in(
        *(d.value for group in system.inertia.table for d in group), *(d.value for d in system.gamma)
    )
    used = names_in(*(d.value for d in system.definitions())) - said
    for row in system.rows:
        used |= names_in(row.alpha, row.beta, *row.entries.values())
    groups: dict[str, list[tuple[Name, Unnamed]]] = {}
    for node, item in numbers.unnamed.items():
        if numbers.names[node] in used - said:
            groups.setdefault(_described(item), []).append((numbers.names[node], item))
    for meaning, members in groups.items():
        values = ", ".join(_digits(item.value) for _, item in members)
        yield listed([[name] for name, _ in members]), (meaning,), (_unit(members[0][1].unit),), (values,)


def _inertia_lines(system: System) -> Iterator[Line]:
    if system.model.planar:
        letters = [Name(g[0].name.letter, (*g[0].name.index[:-1], BODY)) for g in system.inertia.lines]
        units = ", ".join("kg m²" if n.letter == "J" else "kg m" for n in letters)
        meaning = "first moment, inertia" if len(letters) > 1 else "inertia"
        yield listed([[n] for n in letters]), (f"{meaning} about the frame origin",), (units,), ("below",)
        return
    for group in system.inertia.table:
        name = group[0].name
        shown = Name(name.letter, (BODY,), name.kind, name.mark)
        is_center = name.kind != MATRIX
        meaning = "mass centre in body axes" if is_center else "inertia about the mass centre, body axes"
        values = listed([[_valued(system, d.value)] for d in group])
        yield (shown,), (meaning,), ("m" if is_center else "kg m²",), values


def _valued(system: System, term: Term) -> Part:
    """A formula with the numbers put in that the user did not name; words where only numbers are left."""
    unnamed = system.numbers.unnamed.items()
    values = {system.numbers.names[node]: Fraction(repr(item.value)) for node, item in unnamed}
    value = folded(term, values)
    if isinstance(value, Num):
        return _digits(float(value.value))
    digits = [_digits(float(p.value)) for p in value.parts if isinstance(p, Num)]
    if len(digits) == len(value.parts) and isinstance(value, Components):
        return f"({', '.join(digits)})"
    if len(digits) == len(value.parts) and isinstance(value, Matrix) and value.diagonal:
        return f"diag({', '.join(digits)})"
    return value


def _described(item: Unnamed) -> str:
    owner, _, rest = item.path.partition(".")
    key, _, last = rest.rpartition(".")
    if rest.startswith("inertia"):
        return f"inertia of `{owner}` about its mass centre"
    if last in ("x", "y", "z") and item.unit == "m":
        return f"mass centre of `{owner}`" if key == "center" else f"place of `{owner}.{key}`"
    if last.startswith("turn"):
        return f"turn of `{owner}.{key}`"
    return f"{(key or rest).replace('_', ' ')} of `{owner}`"


def _digits(value: float) -> str:
    exact = f"{value:.12g}"
    return (exact if len(exact) < 10 else f"{value:.6g}").replace("-", "−")


def _unit(unit: str) -> str:
    return unit.replace("^2", "²")
