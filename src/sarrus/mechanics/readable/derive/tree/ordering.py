"""Definitions in an order in which they can be computed, and those of them that something uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sarrus.mechanics.readable.algebra.terms import Name
from sarrus.mechanics.readable.algebra.trees import Definition, names_in

__all__ = ["kept", "ordered"]


def ordered(definitions: Iterable[Definition]) -> list[Definition]:
    """Definitions in an order in which they can be computed; else as they came."""
    waiting = {d.name: d for d in definitions}
    place = {name: k for k, name in enumerate(waiting)}
    needs = {
        name: sorted((n for n in names_in(d.value) if n in waiting), key=place.__getitem__, reverse=True)
        for name, d in waiting.items()
    }
    found: dict[Name, Definition] = {}
    begun: set[Name] = set()
    for start in waiting:
        stack = [start]
        while stack:
            name = stack[-1]
            rest = [n for n in needs[name] if n not in found]
            if name in found or not rest:
                found.setdefault(name, waiting[name])
                stack.pop()
                continue
            if name in begun and any(n in begun for n in rest):
                raise ValueError(f"definitions need each other: {name}, {rest}")
            begun.add(name)
            stack += rest
    return [*found.values()]


def kept(definitions: Sequence[Definition], used: set[Name]) -> list[Definition]:
    """Definitions that something uses, directly or through a later one."""
    needed, found = set(used), list[Definition]()
    for d in reversed(definitions):
        if d.name in needed:
            needed |= names_in(d.value)
            found.append(d)
    return found[::-1]
