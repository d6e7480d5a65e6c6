"""What is done with whole formulas: define a name by one, put a body in for i, change or search it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from sarrus.mechanics.readable.algebra.terms import BODY, Name, Term


@dataclass(frozen=True)
class Definition:
    """name = value, as printed and as evaluated. With index `BODY` it stands for one line per body."""

    name: Name
    value: Term

    def at(self, body: str) -> Definition:
        """The line of one body."""
        return Definition(name_at(self.name, body), at(self.value, body))


def name_at(name: Name, body: str) -> Name:
    """The name with a body in the place of i."""
    if name.of != BODY and not any(part.startswith(BODY) for part in name.index):
        return name
    index = tuple(body + part[1:] if part.startswith(BODY) else part for part in name.index)
    return replace(name, index=index, of=body if name.of == BODY else name.of)


def at(term: Term, body: str) -> Term:
    """The formula with a body in the place of i."""
    return walk(term, lambda t: name_at(t, body) if isinstance(t, Name) else t)


def walk(term: Term, change: Callable[[Term], Term]) -> Term:
    """The tree with every leaf and branch changed, leaves first."""
    if term.parts:
        return change(term.made_of([walk(p, change) for p in term.parts]))
    return change(term)


def parts_in(term: Term) -> Iterator[Term]:
    """A formula and all formulas in it, as often as they occur."""
    yield term
    for part in term.parts:
        yield from parts_in(part)


def names_in(*terms: Term) -> set[Name]:
    """All names a formula uses."""
    found: set[Name] = set()
    seen: set[int] = set()  # formulas share parts, and are looked into once
    stack = list(terms)
    while stack:
        term = stack.pop()
        if isinstance(term, Name):
            found.add(term)
        elif id(term) not in seen:
            seen.add(id(term))
            stack.extend(term.parts)
    return found
