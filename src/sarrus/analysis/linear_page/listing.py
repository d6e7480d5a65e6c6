"""A linear model in SymPy, and as lines of Python that give the same back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sarrus.analysis.linear_page.numbers import coefficients
from sarrus.analysis.linear_page.record import LinearRecord, RecordedTransfer
from sarrus.solvers.arrays import Floats

if TYPE_CHECKING:
    import sympy

__all__ = ["SymbolicLinear", "linear_listing", "to_sympy"]


class SymbolicLinear(NamedTuple):
    """A linear model in SymPy: xdot = A x + B u, y = C x + D u, and Y(s) = G(s) U(s); all are changes.

    Attributes:
        x, u, y: columns of symbols with the user's names.
        A, B, C, D: matrices of numbers, with all digits.
        s: the variable of Laplace.
        G: rows for outputs, columns for inputs; empty in the form linear.
    """

    x: sympy.Matrix
    u: sympy.Matrix
    y: sympy.Matrix
    A: sympy.Matrix
    B: sympy.Matrix
    C: sympy.Matrix
    D: sympy.Matrix
    s: sympy.Symbol
    G: sympy.Matrix


def to_sympy(record: LinearRecord) -> SymbolicLinear:
    """A linear model in SymPy."""
    import sympy

    names = [
        [sympy.Symbol(q.name) for q in found] for found in (record.states, record.inputs, record.outputs)
    ]
    s = sympy.Symbol("s")
    matrices = [sympy.Matrix(*shape, list(map(float, np.ravel(m)))) for m, shape in _shaped(record)]
    fractions = [_fraction(one, s) for one in record.transfers]
    G = (
        sympy.Matrix(len(record.outputs), len(record.inputs), fractions)
        if fractions
        else sympy.Matrix(0, 0, [])
    )
    x, u, y = (sympy.Matrix(len(found), 1, found) for found in names)
    A, B, C, D = matrices
    return SymbolicLinear(x, u, y, A, B, C, D, s, G)


def linear_listing(record: LinearRecord) -> str:
    """Every matrix on a line; to be run as Python."""
    found = to_sympy(record)
    lines = [
        "# dx' = A dx + B du,  dy = C dx + D du: changes from the operating point, SI",
        "from sympy import *",
    ]
    groups = {"x": record.states, "u": record.inputs, "y": record.outputs}
    for letter, quantities in groups.items():
        symbols = ", ".join(f'Symbol("{q.name}")' for q in quantities)
        values = ", ".join(repr(float(q.value)) for q in quantities)
        lines.append(f"{letter} = Matrix({len(quantities)}, 1, [{symbols}])")
        lines.append(f"{letter}0 = Matrix({len(quantities)}, 1, [{values}])")
    for letter, (matrix, shape) in zip("ABCD", _shaped(record), strict=True):
        entries = ", ".join(repr(float(entry)) for entry in np.ravel(matrix))
        lines.append(f"{letter} = Matrix({shape[0]}, {shape[1]}, [{entries}])")
    if record.transfers:
        lines += ['s = Symbol("s")', "# Y(s) = G(s) U(s)"]
        lines.append(f"G = Matrix({len(record.outputs)}, {len(record.inputs)}, {list(found.G)})")
    return "\n".join(lines)


def _shaped(record: LinearRecord) -> list[tuple[Floats, tuple[int, int]]]:
    """The matrices, each with its shape: an empty one from a file has lost it."""
    n, k, m = len(record.states), len(record.inputs), len(record.outputs)
    return [(record.A, (n, n)), (record.B, (n, k)), (record.C, (m, n)), (record.D, (m, k))]


def _fraction(one: RecordedTransfer, s: Any) -> Any:
    """A quotient of polynomials."""
    above, below = (
        sum(c * s ** (len(found) - 1 - k) for k, c in enumerate(found))
        for found in (coefficients(one.gain, one.zeros), coefficients(1.0, one.poles))
    )
    return above / below
