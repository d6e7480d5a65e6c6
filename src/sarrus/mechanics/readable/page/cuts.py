"""Long names in an index, cut short; and letters for any body and any element that no name has."""

from __future__ import annotations

from collections.abc import Set

from sarrus.mechanics.readable.algebra.terms import LETTERS
from sarrus.mechanics.readable.derive.system import System

LONGEST = 8


def cuts_of(system: System) -> dict[str, str]:
    """Names over eight letters with the shortest prefix, of at least three, that no other name shares.

    `BODY` and `ANY` stand there with their letters, where a name of the model has the usual one.
    """
    model = system.model
    words = {b.name for b in model.bodies} | {j.name for j in model.joints} | {f.name for f in model.forces}
    words |= {d.name for d in model.drivers} | {f for h in model.holders.values() for f in h.frame_names()}
    short = shortened(words)
    taken = words | {e.name for e in model.elements} | set(model.parameters) | set(short.values())
    letters = {
        any_one: next((letter for letter in choice if letter not in taken), choice[-1])
        for any_one, choice in LETTERS.items()
    }
    return short | {any_one: letter for any_one, letter in letters.items() if letter != LETTERS[any_one][0]}


def shortened(words: Set[str]) -> dict[str, str]:
    """Names over eight letters with the shortest prefix, of at least three, that no other name shares."""
    found: dict[str, str] = {}
    for word in sorted(words):
        if len(word) > LONGEST:
            others = words - {word}
            sizes = range(3, len(word) + 1)
            size = next((n for n in sizes if not any(o.startswith(word[:n]) for o in others)), len(word))
            found[word] = word[:size].rstrip("-_") if size < len(word) else word
    return {long: short for long, short in found.items() if short != long}
