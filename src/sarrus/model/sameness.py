"""Whether two snapshots are of the same mechanism, to the last number."""

from __future__ import annotations

from dataclasses import fields

from sarrus.elements.body import Frames
from sarrus.model.snapshot import Snapshot

__all__ = ["is_same"]


def is_same(one: Snapshot, other: Snapshot) -> bool:
    """Whether nothing tells two snapshots apart: not what they hold, and not how it was written."""
    try:
        return all(_agree(getattr(one, f.name), getattr(other, f.name)) for f in fields(Snapshot))
    except ValueError:  # an element from outside holds an array, which says neither yes nor no
        return False


def _agree(a: object, b: object) -> bool:
    if isinstance(a, Frames):
        return type(a) is type(b) and vars(a) == vars(b)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_agree, a, b))
    return bool(a == b)
