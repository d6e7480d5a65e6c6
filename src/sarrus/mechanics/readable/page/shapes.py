"""Definitions of one shape for several bodies, printed once with index i."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sarrus.mechanics.readable.algebra.terms import BODY, Name, Term
from sarrus.mechanics.readable.algebra.trees import Definition, walk


@dataclass(frozen=True)
class IndexedShape:
    """Definitions with index i, and the bodies they hold for."""

    definitions: tuple[Definition, ...]
    bodies: tuple[str, ...]

    def written_out(self) -> list[Definition]:
        """The definitions of every body."""
        return [d.at(body) for body in self.bodies for d in self.definitions]


def shapes_of(groups: Sequence[tuple[str, Sequence[Definition]]]) -> list[IndexedShape]:
    """Definitions by body, gathered where they differ by the body's name only; alone, a body keeps its name."""
    found: dict[tuple[Definition, ...], list[str]] = {}
    for body, definitions in groups:
        key = tuple(_abstract(d, body) for d in definitions)
        found.setdefault(key, []).append(body)
    return [
        IndexedShape(key if len(bodies) > 1 else tuple(d.at(bodies[0]) for d in key), tuple(bodies))
        for key, bodies in found.items()
    ]


def _abstract(definition: Definition, body: str) -> Definition:
    def change(part: Term) -> Term:
        return abstract_name(part, body) if isinstance(part, Name) else part

    return Definition(abstract_name(definition.name, body), walk(definition.value, change))


def abstract_name(name: Name, body: str, letter: str = BODY) -> Name:
    """The name with i, or another letter, in the place of a body."""
    if name.own:
        return name
    index = tuple(".".join([letter, *p.split(".")[1:]]) if p.split(".")[0] == body else p for p in name.index)
    return replace(name, index=index, of=letter if name.of == body else name.of)
