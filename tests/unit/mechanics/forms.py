"""A mechanism at an instant, and a form of its equations held against it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.analysis.assembly.start import find_start
from sarrus.analysis.linear.operating import at_state
from sarrus.mechanics.readable.forms.base import Form, WrittenForm
from sarrus.mechanics.readable.forms.solve import Solved, solve
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.print.hypertext import html
from sarrus.mechanics.readable.print.typeset import latex, markdown
from sarrus.model import Mechanism

EXAMPLES = sorted(Path(__file__).parents[3].joinpath("examples").glob("*.yaml"))
ACCELERATIONS, LOADS = ("_ddot", ".alpha"), (".reaction", ".torque", ".effort")
TOLERANCE = 1e-10
"""Of the largest magnitude, as CONVENTIONS section 5 promises."""


@dataclass
class Held:
    """A form of a mechanism, and what the kernels publish at the same state."""

    mechanism: Mechanism
    form: Form
    t: float = 0.0

    @cached_property
    def written(self) -> WrittenForm:
        """The form."""
        return self.form.write(self.mechanism.snapshot(), PageRequest())

    @cached_property
    def row(self) -> dict[str, Any]:
        """What a run publishes at the start."""
        start = find_start(self.mechanism.snapshot(), self.t)
        point = at_state(start.equations, self.t, np.asarray(start.x))
        return {c.name: point.row[c.start : c.start + c.size] for c in point.e.channels}

    @cached_property
    def solved(self) -> Solved:
        """The form at that state."""
        return solve(self.written, self.row, self.t)

    def off(self, endings: tuple[str, ...]) -> dict[str, float]:
        """Published quantities that are unique, and by which part of the largest they differ."""
        found = self.solved.published
        names = [n for n in found if n.endswith(endings) and n in self.solved.unique and n in self.row]
        size = max([1.0, *(float(np.abs(self.row[n]).max()) for n in names)])
        return {n: float(np.abs(np.ravel(found[n]) - self.row[n]).max()) / size for n in names}

    def check(self) -> None:
        """Accelerations and unique loads are those of the kernels; the equations hold."""
        moving = self.off(ACCELERATIONS)
        assert moving, "no acceleration is determined"
        for found in (moving, self.off(LOADS)):
            worst = max(found, key=found.__getitem__, default="")
            assert not found or found[worst] <= TOLERANCE, f"{worst} differs by {found[worst]:.3g}"
        assert self.solved.open <= TOLERANCE

    def formulas(self) -> str:
        """All displayed formulas in LaTeX."""
        parts = markdown(self.written.document).split("$$")[1::2]
        return "".join(parts)

    def pages(self) -> Mapping[str, str]:
        """The page in all notations."""
        document = self.written.document
        return {"markdown": markdown(document), "latex": latex(document), "html": html(document)}
