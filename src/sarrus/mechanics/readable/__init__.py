"""Readable equations: a named, structured system in absolute coordinates, as SymPy, LaTeX, Markdown and text."""

from __future__ import annotations

from sarrus.mechanics.readable.readable import Readable, readable
from sarrus.mechanics.readable.terms import Name
from sarrus.mechanics.readable.trees import Definition

__all__ = ["Definition", "Name", "Readable", "readable"]
