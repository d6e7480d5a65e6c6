"""The mechanism that a result is of, in its own words: the text of a model file, and of the data files it reads.

A result does not know what a mechanism is. It carries these texts, so that a view can read them again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

__all__ = ["LONGEST", "Described", "Files", "files_of"]

Files = Mapping[str, str]
"""Texts by name: the model file first, then its data files by their paths in it."""
Described = Files | Callable[[], Files]
"""The files, or what writes them when they are first asked for."""

LONGEST = 2_000_000
"""Characters of all files together; longer ones are not kept. A model file is read up to a quarter of it."""


def files_of(described: Described) -> Files:
    """The files, written if need be; none where they would be too long."""
    files = described() if callable(described) else described
    return files if sum(map(len, files.values())) <= LONGEST else {}
