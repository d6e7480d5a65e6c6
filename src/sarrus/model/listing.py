"""A mechanism as lines: what was described, section by section."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sarrus.phrases import SHOWN

if TYPE_CHECKING:
    from sarrus.model.mechanism import Mechanism

__all__ = ["listing"]

SHELVES = ("bodies", "joints", "constraints", "forces", "drivers", "sensors")


def listing(mechanism: Mechanism) -> str:
    """Every section that is not empty, with a line for each item; of a long section the first ones."""
    lines = [f"{mechanism.name}{f', in the plane {mechanism.plane}' if mechanism.plane else ', in space'}"]
    sections = [(title, items) for title, items in _sections(mechanism) if items]
    width = max((len(title) for title, _ in sections), default=0)
    for title, items in sections:
        shown = [*items[:SHOWN], *([f"and {len(items) - SHOWN} more"] if len(items) > SHOWN else [])]
        lines += [f"{(title if k == 0 else '').ljust(width)}  {item}" for k, item in enumerate(shown)]
    return "\n".join(lines)


def _sections(m: Mechanism) -> Iterator[tuple[str, list[str]]]:
    yield "parameters", [f"{name} = {value}" for name, value in m.values.items()]
    yield "inputs", [f"{name} = {value}" for name, value in m.given.items()]
    yield "signals", [f"{name} = {path}" for name, path in m.aliases.items()]
    yield "ground", [repr(m.ground)] if m.ground.frame_names() else []
    for shelf in SHELVES:
        yield shelf, list(map(repr, getattr(m, shelf)))
    fixed = [f"{name} = {value}, fixed" for name, value in m.fixed.items()]
    yield "start", [*fixed, *(f"{name} = {value}, a guess" for name, value in m.guess.items())]
    yield "analyses", [f"{name}: {asked.verb}" for name, asked in m.analyses.items()]
