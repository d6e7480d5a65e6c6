"""Readable equations: a named, structured system in absolute coordinates, as SymPy, LaTeX, Markdown and text."""

from __future__ import annotations

from sarrus.equations.readable.readable import Readable, readable
from sarrus.equations.readable.terms import Name
from sarrus.equations.readable.trees import Definition

__all__ = ["Definition", "Name", "Readable", "readable"]
