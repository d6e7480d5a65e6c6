"""Freedoms by counting (Gruebler, Kutzbach): three or six for each body, less the rows of everything that holds them.

Right only where all rows are independent. Drivers are let go.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from sarrus.model import Snapshot
from sarrus.topology.tree import acting_by_level

__all__ = ["CountedRows", "Counting", "counted_mobility", "counting_of"]


@dataclass(frozen=True)
class CountedRows:
    """Rows of one element.

    Attributes:
        name, kind: of the element, as in a model file.
        rows: how many freedoms it takes.
    """

    name: str
    kind: str
    rows: int


@dataclass(frozen=True)
class Counting:
    """The table of a count.

    Attributes:
        bodies: how many there are.
        each: freedoms of a body: 3 in the plane, 6 in space.
        by_element: what each joint, constraint and relation takes.
    """

    bodies: int
    each: int
    by_element: tuple[CountedRows, ...]

    @property
    def unconstrained(self) -> int:
        """Freedoms of the bodies alone."""
        return self.bodies * self.each

    @property
    def rows(self) -> int:
        """Rows of all elements."""
        return sum(element.rows for element in self.by_element)

    @property
    def freedom(self) -> int:
        """The difference."""
        return self.unconstrained - self.rows

    def text(self) -> str:
        """The table as aligned lines, elements of one kind together."""
        lines = [("bodies", f"{self.bodies} x {self.each}", str(self.unconstrained))]
        groups: dict[tuple[str, int], list[str]] = {}
        for element in self.by_element:
            groups.setdefault((element.kind, element.rows), []).append(element.name)
        for (kind, rows), names in groups.items():
            shown = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
            lines.append((f"{kind} {shown}", f"{len(names)} x {rows}", f"-{len(names) * rows}"))
        lines.append(("freedom by counting", "", str(self.freedom)))
        widths = [max(len(line[k]) for line in lines) for k in range(3)]
        return "\n".join(
            f"{a.ljust(widths[0])}  {b.rjust(widths[1])}  {c.rjust(widths[2])}" for a, b, c in lines
        )


def counting_of(model: Snapshot) -> Counting:
    """The count of a mechanism."""
    each = 3 if model.planar else 6
    return Counting(len(model.bodies), each, tuple(_elements(model, each)))


def _elements(model: Snapshot, each: int) -> Iterator[CountedRows]:
    floating = {body.name for body in model.floating}
    for joint in model.all_joints:
        slips = acting_by_level(joint, model.planar)[1] if joint.slip else 0
        if joint.name not in floating:
            free = 3 if joint.is_flat else each
            yield CountedRows(joint.name, joint.keyword, free - joint.freedoms + slips)
    acting: dict[tuple[Hashable, ...], int] = {}  # one trace for all constraints of a kind
    for closing in model.closings:
        kind = closing.structure()
        if kind not in acting:
            acting[kind] = sum(acting_by_level(closing, model.planar))
        yield CountedRows(closing.name, closing.keyword, acting[kind] - closing.freedoms)
    driven = {driver.name for driver in model.drivers}
    for relation in model.relations:
        if relation.name not in driven:
            yield CountedRows(relation.name, relation.keyword, 1)


def counted_mobility(model: Snapshot) -> int:
    """Freedoms by counting, without drivers."""
    return counting_of(model).freedom
