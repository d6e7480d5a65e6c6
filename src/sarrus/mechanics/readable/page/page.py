"""What every section of a page needs to know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from sarrus.mechanics.readable.algebra.terms import Name, Term
from sarrus.mechanics.readable.algebra.trees import Definition, names_in
from sarrus.mechanics.readable.derive.loads import Load
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.page.asked import Length, PageRequest
from sarrus.mechanics.readable.page.kinds import Kinds
from sarrus.mechanics.readable.page.runs import Cells, cut, flat, in_ranges, names
from sarrus.mechanics.readable.page.shapes import IndexedShape
from sarrus.mechanics.readable.print.document import Equation, Sentence, Tabular, equations
from sarrus.mechanics.readable.print.plain import Plain


@dataclass(frozen=True)
class Page:
    """A system in the form that was asked for, at the length its size allows."""

    system: System
    asked: PageRequest
    plain: Plain
    shown: frozenset[Name] | None = None
    """Names that the page uses, where another form than this system's own is printed."""

    @cached_property
    def length(self) -> Length:
        """How much at length it is printed."""
        return self.asked.length(len(self.system.model.bodies), self.system.model.planar)

    @property
    def by_kinds(self) -> bool:
        """Whether joints and forces are printed by kinds."""
        is_mixed = self.system.basis.is_mixed(self.system.model.planar)
        return self.length >= Length.KINDS and self.shown is None and is_mixed

    @cached_property
    def kinds(self) -> Kinds:
        """Elements by structure."""
        return Kinds(self.system)

    def letter(self, any_one: str) -> Name:
        """The letter that stands for any body (`BODY`) or any other element (`ANY`), as it is printed."""
        return Name(self.plain.spoken(any_one), own=True)

    def names(self, words: Sequence[str]) -> str:
        """Names with commas, in ranges where the page is long."""
        return names(words, self.plain, self.length >= Length.LIST, self.asked.complete)

    def table(self, head: tuple[str, ...], rows: Sequence[Cells], ranges: bool = False) -> Tabular:
        """A table; on a long page runs of like lines are one, and it stops after some lines."""
        if self.length < Length.RANGES:
            return Tabular(head, tuple(rows))
        return Tabular(head, cut(in_ranges(rows, self.plain) if ranges else rows, self.asked.complete))

    def by_value(self, values: Iterable[tuple[str, Sentence]]) -> Sentence:
        """Values of all bodies; where the page is long, equal ones once with the names they belong to."""
        found = list(values)
        if self.length == Length.MATRIX:
            return listed([value for _, value in found])
        groups: dict[str, tuple[Sentence, list[str]]] = {}
        for name, value in found:
            groups.setdefault(flat(value, self.plain), (value, []))[1].append(name)
        if len(groups) == 1:
            return (*found[0][1], *([" each"] if len(found) > 1 else []))
        if len(groups) == len(found) <= 20:
            return listed([value for _, value in found])
        return listed([(*value, f" ({self.names(owners)})") for value, owners in groups.values()], "; ")

    def plain_sentence(self, parts: Sentence) -> str:
        """Words and formulas as text."""
        return flat(parts, self.plain)

    def shapes(self, head: tuple[str, str], shapes: Sequence[IndexedShape]) -> Tabular:
        """A line per shape: the bodies i, and the formulas."""
        every = len(self.system.model.bodies)
        rows: list[Cells] = []
        for shape in shapes:
            whom = "all" if len(shape.bodies) == every else self.names(shape.bodies)
            rows.append(((whom,), listed([[e] for e in equations(shape.definitions)])))
        return self.table(head, rows, ranges=True)

    @cached_property
    def individual(self) -> list[Definition]:
        """Definitions of forces that are printed for themselves."""
        loads = self.system.loads
        if not self.by_kinds:
            return loads.definitions
        return [d for d in loads.definitions if d.name.index and d.name.index[0] in self.kinds.alone]

    @cached_property
    def seeds(self) -> set[Name]:
        """Names that the printed equations use, apart from their helpers."""
        system = self.system
        joints = [] if self.by_kinds else [row for joint in system.joints for row in joint.rows]
        rows = [*joints, *(r.row for r in system.relations)]
        used = names_in(
            *(d.value for d in self.individual),
            *(d.value for d in system.loads.implied),
            *(entry for push in system.loads.pushes for entry in push.slopes.values()),
            *(p.force for p in self.parts),
            *(p.moment for p in self.parts),
        )
        for row in rows:
            used |= names_in(row.residual.value, row.alpha, *row.entries.values())
            used |= names_in(*(load for load in (row.force, row.torque) if load is not None))
            used |= names_in(row.beta) if self.asked.needs_beta else set()
        for joint in () if self.by_kinds else system.joints:
            used |= names_in(joint.sense) if joint.sense is not None else set()
        return used

    @cached_property
    def parts(self) -> list[Load]:
        """Loads of forces on bodies that are printed for themselves."""
        parts = self.system.loads.parts
        return [p for p in parts if p.owner in self.kinds.alone] if self.by_kinds else parts

    @cached_property
    def helpers(self) -> list[Definition]:
        """What joints and coordinates need, as far as something uses it."""
        joints = [] if self.by_kinds else [d for joint in self.system.joints for d in joint.helpers]
        return self.kept([*joints, *self.system.coordinates], self.seeds)

    @cached_property
    def arms(self) -> list[Definition]:
        """Arms of axes that stand in the Jacobian only."""
        arms = [d for d in self.helpers if d.name.letter == "t" and d.name.rank]
        others = [d for d in self.helpers if d not in arms]
        needed = self.kept(arms, names_in(*(d.value for d in others)))
        return [d for d in arms if d not in needed]

    def kept(self, definitions: Sequence[Definition], used: set[Name]) -> list[Definition]:
        """Definitions that something uses, directly or through a later one."""
        needed, found = set(used), list[Definition]()
        for d in reversed(definitions):
            if d.name in needed:
                needed |= names_in(d.value)
                found.append(d)
        return found[::-1]

    @cached_property
    def used(self) -> set[Name]:
        """Names that the printed equations and their helpers use."""
        return self.seeds | names_in(*(d.value for d in self.helpers))

    @cached_property
    def frames(self) -> list[Definition]:
        """Axes of ground and of turned frames, and points, that the printed equations use, with what they need."""
        points = self.system.points
        return self.kept([*self.system.ground, *points.sines, *points.definitions], self.used_with_rates)

    @cached_property
    def used_with_rates(self) -> set[Name]:
        """Names that are used, and those whose rates are."""
        return self.used | {name.marked("") for name in self.used if name.mark in ("dot", "ring")}


def listed(groups: Iterable[Sequence[str | Term | Equation]], between: str = ", ") -> Sentence:
    """Groups of words and formulas with commas between them."""
    found: list[str | Term | Equation] = []
    for group in groups:
        found += [between, *group] if found else [*group]
    return tuple(found)
