"""Roots over a number of the model, in their plane and one by one; and multipliers of a period in theirs."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.views.diagrams.response import IMAGINARY, REAL, marks_of_roots
from sarrus.views.page.panels import Axis, Diagram, DiagramCurve, Marks

__all__ = ["floquet_diagram", "locus_diagram", "locus_rows"]

TURN = 2.0 * np.pi


def locus_diagram(answer: Any) -> Diagram:
    """The plane of roots: each branch from its begin, a cross, to its end, a dot.

    Args:
        answer: a root locus, with `over`, `unit`, `values`, and `real` and `imag` of each branch, shape (values, branches).
    """
    real, imag = np.asarray(answer.real, dtype=float), np.asarray(answer.imag, dtype=float)
    first, last = (f"{answer.over} = {answer.values[k]:.4g} {answer.unit}".strip() for k in (0, -1))
    ends = [
        Marks(f"begin, {first}", real[0], imag[0], "cross", color=0),
        Marks(f"end, {last}", real[-1], imag[-1], "dot", color=0),
    ]
    return Diagram(
        REAL,
        IMAGINARY,
        [DiagramCurve(f"root {k + 1}", real[:, k], imag[:, k], color=k) for k in range(real.shape[1])],
        [*ends, *_events(answer, lambda at: (at.real, at.imag))],
        is_equal=True,
        shaded="right",
    )


def locus_rows(answer: Any) -> list[Diagram]:
    """Real parts and frequencies over the number."""
    values = np.asarray(answer.values, dtype=float)
    real, imag = np.asarray(answer.real, dtype=float), np.asarray(answer.imag, dtype=float)
    across = Axis(answer.over, answer.unit)
    branches = range(real.shape[1])
    parts = Diagram(
        across,
        REAL,
        [DiagramCurve(f"root {k + 1}", values, real[:, k], color=k) for k in branches],
        _events(answer, lambda at: (at.value, at.real)),
    )
    swinging = [k for k in branches if np.any(imag[:, k] > 0.0)]
    if not swinging:
        return [parts]
    hertz = np.where(imag > 0.0, np.hypot(real, imag), np.nan) / TURN
    frequency = Diagram(
        across,
        Axis("natural frequency", "Hz"),
        [DiagramCurve(f"root {k + 1}", values, hertz[:, k], color=k) for k in swinging],
        _events(answer, lambda at: (at.value, abs(complex(at.real, at.imag)) / TURN)),
    )
    return [parts, frequency]


def floquet_diagram(answer: Any) -> Diagram:
    """Multipliers of a period: outside of the circle they grow.

    Args:
        answer: with `multipliers` and `period`.
    """
    angle = np.linspace(0.0, TURN, 181)
    circle = DiagramCurve("|multiplier| = 1", np.cos(angle), np.sin(angle), color=0, is_dashed=False)
    return Diagram(
        Axis("real part"),
        Axis("imaginary part"),
        [circle],
        [marks_of_roots("multipliers", np.asarray(answer.multipliers, dtype=complex), "cross", color=1)],
        title=f"one period, {answer.period:.6g} s",
        is_equal=True,
    )


def _events(answer: Any, place: Any) -> list[Marks]:
    """Where roots cross the imaginary axis, and where they meet, with the number there."""
    found = []
    for word, points, sign, color in (
        ("crosses the imaginary axis", answer.crossings, "circle", 1),
        ("roots meet", answer.meetings, "square", 2),
    ):
        if len(points):
            x, y = zip(*(place(at) for at in points), strict=True)
            found.append(Marks(word, x, y, sign, [f"{at.value:.4g}" for at in points], color=color))
    return found
