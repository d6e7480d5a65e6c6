"""Readable equations: a named, structured system in absolute coordinates, as SymPy, LaTeX, Markdown and text."""

from __future__ import annotations

from sarrus.mechanics.readable.algebra.terms import Name
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.readable import Readable, readable

__all__ = ["Definition", "Name", "Readable", "readable"]
