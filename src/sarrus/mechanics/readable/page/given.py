"""The numbers of a mechanism in the table of symbols: parameters, masses, places, forces."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sarrus.mechanics.readable.algebra.terms import ANY, BODY, MATRIX, Name, Term
from sarrus.mechanics.readable.algebra.trees import Definition, names_in, walk
from sarrus.mechanics.readable.derive.numbers import Unnamed
from sarrus.mechanics.readable.page.asked import Length
from sarrus.mechanics.readable.page.fold import digits, plain_value
from sarrus.mechanics.readable.page.page import Page, listed
from sarrus.mechanics.readable.page.shapes import abstract_name, shapes_of
from sarrus.mechanics.readable.print.document import Equation, Part, Sentence
from sarrus.model import parameter_units
from sarrus.scalar.units import raised

Line = tuple[Sentence, Sentence, Sentence, Sentence]


def given_lines(page: Page) -> Iterator[Line]:
    """All lines with numbers in them."""
    system = page.system
    yield from _parameters(page)
    yield from _inputs_and_signals(page)
    masses = [Name("m", (b.name,)) for b in system.model.bodies]
    formulas = {d.name: d.value for d in system.inertia.masses}
    weights = [(m.index[0], (plain_value(system.numbers, formulas.get(m, m)),)) for m in masses]
    yield (Name("m", (BODY,)),), ("mass",), ("kg",), page.by_value(weights)
    yield from _inertia_lines(page)
    yield from _unnamed_lines(page, masses)
    yield from _curve_lines(page)
    for owner, found in system.numbers.derived.items():
        values = ", ".join(digits(system.numbers.values[n]) for n in found)
        shown = listed([[n] for n in found]) if len(found) < 4 else (found[0], " .. ", found[-1])
        yield shown, (f"numbers that follow from those of `{owner}`",), ("",), (values,)
    yield from _arm_lines(page)
    for force, gamma in system.loads.fields:
        left: Part = Equation(gamma.name, gamma.value) if system.model.planar else gamma.name
        yield (
            (left,),
            (f"{force.keyword} of `{force.name}`",),
            ("m/s²",),
            (plain_value(system.numbers, gamma.value),),
        )


def _curve_lines(page: Page) -> Iterator[Line]:
    """What each function is; several that are the same in one line, with index j."""
    groups: dict[tuple[str, str], list[str]] = {}
    for curve in page.system.curves.values():
        groups.setdefault((curve.name.letter, curve.told), []).append(curve.name.index[0])
    for (letter, told), owners in groups.items():
        name = Name(letter, (owners[0] if len(owners) == 1 else ANY,))
        of = f"`{owners[0]}`" if len(owners) == 1 else page.names(owners)
        yield (name,), (f"function of {of}: {told}",), ("",), ("",)


def _parameters(page: Page) -> Iterator[Line]:
    values, units = page.system.model.numbers, parameter_units(page.system.model)
    by_unit: dict[str, list[str]] = {}
    for name in values:
        by_unit.setdefault(units.get(name, ""), []).append(name)
    for unit, names in by_unit.items():
        written = [page.system.numbers.parameter(n) for n in names]
        shown = listed([[n] for n in written])
        alike = (
            "; * tells those apart that are called like something else here"
            if any(n.mark for n in written)
            else ""
        )
        said = ", ".join(digits(values[n]) for n in names)
        if page.length >= Length.KINDS and len(names) > 6:
            shown = (page.names(names),)
            said = str(page.plain_sentence(page.by_value([(n, (digits(values[n]),)) for n in names])))
        yield shown, (f"parameter{'s' if len(names) > 1 else ''}{alike}",), (raised(unit),), (said,)


def _inputs_and_signals(page: Page) -> Iterator[Line]:
    """Inputs with their values at the start; signals that forces read, with what they stand for."""
    model = page.system.model
    for name, value in model.input_numbers.items():
        meaning = ("input; its value at the start",)
        yield (Name(name, own=True),), meaning, (raised(model.input_unit(name)),), (digits(value),)
    read = {name for force in model.forces for name in model.reads(force)}
    for name in (n for n in model.signals if n in read):
        source = model.source(name)
        yield (Name(name, own=True),), (f"signal: `{source.name}`",), (raised(source.unit),), ("",)


def _arm_lines(page: Page) -> Iterator[Line]:
    """Places of points in body axes; on a longer page once for bodies of one shape."""
    system = page.system
    if page.by_kinds:
        used = {n.marked("") for n in page.used if n.letter == "p"}
        arms = {p: d for p, d in system.points.arms.items() if p in used}
    else:
        shown = page.shown
        arms = {p: d for p, d in system.points.arms.items() if shown is None or d.name in shown}
    if page.length == Length.MATRIX:
        for p, arm in arms.items():
            value = plain_value(system.numbers, arm.value)
            left: Part = Equation(arm.name, arm.value) if isinstance(value, str) else arm.name
            yield (left,), (f"`{p.index[0]}` in body axes",), ("m",), (value,)
        return
    groups = [(p.index[0].split(".")[0], [d]) for p, d in arms.items()]
    for shape in shapes_of(groups):
        (d,) = shape.definitions
        value = plain_value(system.numbers, d.value)
        yield (d.name,), (f"place in body axes ({page.names(shape.bodies)})",), ("m",), (value,)


def _unnamed_lines(page: Page, masses: list[Name]) -> Iterator[Line]:
    """Numbers without a name of their own that some formula uses; components of one vector in one line."""
    system, numbers = page.system, page.system.numbers
    said = {*masses, *names_in(*(d.value for d in system.points.arms.values()))}
    said |= names_in(
        *(d.value for group in system.inertia.table for d in group), *(d.value for d in system.gamma)
    )
    used = _used(page) - said
    groups: dict[str, list[tuple[Name, Unnamed]]] = {}
    for node, item in numbers.unnamed.items():
        if numbers.names[node] in used - said:
            groups.setdefault(_described(item), []).append((numbers.names[node], item))
    if page.length == Length.MATRIX:
        for meaning, members in groups.items():
            values = ", ".join(digits(item.value) for _, item in members)
            yield (
                listed([[name] for name, _ in members]),
                (meaning,),
                (raised(members[0][1].unit),),
                (values,),
            )
        return
    yield from _alike(page, groups)


def _alike(page: Page, groups: dict[str, list[tuple[Name, Unnamed]]]) -> Iterator[Line]:
    """Numbers of the same meaning in one line: with index i for bodies, j for anything else."""
    bodies = {b.name for b in page.system.model.bodies}
    alike: dict[tuple[Name, str, str], list[tuple[str, Name, float]]] = {}
    for meaning, members in groups.items():
        for name, item in members:
            owner = item.path.partition(".")[0]
            letter = BODY if owner in bodies else ANY
            shown = meaning.replace(f"`{owner}", f"`{page.letter(letter).letter}")
            alike.setdefault((abstract_name(name, owner, letter), shown, item.unit), []).append(
                (owner, name, item.value)
            )
    for (shared, meaning, unit), found in alike.items():
        if len(found) == 1:
            ((owner, name, value),) = found
            letters = "|".join(page.letter(any_one).letter for any_one in (BODY, ANY))
            told = re.sub(rf"`({letters})(?=[.`])", f"`{owner}", meaning)
            yield (name,), (told,), (raised(unit),), (digits(value),)
            continue
        owners = [(owner, (digits(value),)) for owner, _, value in found]
        told = f"{meaning} ({page.names([owner for owner, _ in owners])})"
        yield (shared,), (told,), (raised(unit),), page.by_value(owners)


def _used(page: Page) -> set[Name]:
    """Names in formulas that stand on the page."""
    system = page.system
    if page.shown is not None:
        return set(page.shown)
    if page.by_kinds:
        lines = [d.value for group in system.inertia.lines for d in group]
        return page.used | names_in(*lines, *(d.value for d in page.frames))
    used = names_in(*(d.value for d in (*system.definitions(), *system.loads.implied)))
    for row in system.rows:
        used |= names_in(row.alpha, row.beta, *row.entries.values())
    return used


def _inertia_lines(page: Page) -> Iterator[Line]:
    system = page.system
    if system.model.planar:
        groups = [g for g in system.inertia.lines if g]
        if not groups:
            return
        letters = [Name(g[0].name.letter, (*g[0].name.index[:-1], BODY), mark=g[0].name.mark) for g in groups]
        units = ", ".join("kg m²" if n.letter == "J" else "kg m" for n in letters)
        meaning = "first moment, inertia" if len(letters) > 1 else "inertia"
        about = system.inertia.about
        yield listed([[n] for n in letters]), (f"{meaning} about the {about}",), (units,), ("below",)
        return
    for group in system.inertia.table:
        name = group[0].name
        shown = Name(name.letter, (BODY,), name.kind, name.mark)
        is_center = name.kind != MATRIX
        meaning = "mass centre in body axes" if is_center else "inertia about the mass centre, body axes"
        values = page.by_value((d.name.index[0], (_of_any_body(page, d),)) for d in group)
        yield (shown,), (meaning,), ("m" if is_center else "kg m²",), values


def _of_any_body(page: Page, d: Definition) -> str | Term:
    """The value of a quantity of a body, its mass written as that of any body."""
    value = plain_value(page.system.numbers, d.value)
    own, any_one = Name("m", d.name.index), Name("m", (BODY,))
    return value if isinstance(value, str) else walk(value, lambda part: any_one if part == own else part)


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
