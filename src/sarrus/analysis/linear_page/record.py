"""A linear model as plain data: all that its page prints, computed before, so that a saved page can be made again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.solvers.arrays import Floats

if TYPE_CHECKING:
    from sarrus.analysis.linear_page.listing import SymbolicLinear

__all__ = [
    "FORMS",
    "LINEAR",
    "TRANSFER",
    "LinearRecord",
    "PlainRoots",
    "RecordedQuantity",
    "RecordedTransfer",
]

LINEAR, TRANSFER = "linear", "transfer"
FORMS = {
    LINEAR: "the linear state space model at an operating point",
    TRANSFER: "transfer functions from inputs to outputs at an operating point",
}
"""Forms that need an operating point, by their words, and what each is."""

PlainRoots = tuple[tuple[float, float], ...]
"""Roots as real and imaginary parts [1/s]."""


@dataclass(frozen=True)
class RecordedQuantity:
    """A state, an input or an output.

    Attributes:
        name, unit: as it is published.
        value: at the operating point.
    """

    name: str
    unit: str
    value: float


@dataclass(frozen=True)
class RecordedTransfer:
    """A transfer function, without what cancels.

    Attributes:
        output, input: names.
        zeros, poles: roots above and below.
        gain: of the highest powers.
        unreached: roots that cancel because the input does not reach them.
        unseen: roots that cancel because the output does not show them.
        doubt: part by which it misses C (s I - A)^-1 B + D at a few places.
    """

    output: str
    input: str
    zeros: PlainRoots
    poles: PlainRoots
    gain: float
    unreached: PlainRoots = ()
    unseen: PlainRoots = ()
    doubt: float = 0.0

    @property
    def standing(self) -> float | None:
        """Its value at s = 0; None where a pole is there."""
        if any(not re and not im for re, im in self.poles):
            return None
        above = np.prod([-complex(*z) for z in self.zeros])
        return float(np.real(self.gain * above / np.prod([-complex(*p) for p in self.poles])))


@dataclass(frozen=True)
class LinearRecord:
    """A linear model: dx' = A dx + B du,  dy = C dx + D du.

    Attributes:
        kind: of the operating point, in a sentence.
        is_steady: whether it is an equilibrium or a steady motion, so that roots tell of stability.
        where: which point it is, in a few words; "" where nobody said.
        frame: in which small turns of ball joints are seen; "" where there are none.
        states, inputs, outputs: with their values there.
        configurations: how many states are coordinates.
        sizes: usual sizes of the states, by which they are compared.
        A, B, C, D: matrices.
        bodies: names.
        places: origin and quaternion of each.
        roots: zeros first; of a pair that with positive imaginary part first.
        conditions: of each root.
        chains: lengths of the chains of zeros.
        uncontrollable, unobservable: roots that no input reaches, that no output shows.
        transfers: one for each output and input; none in the form linear.
    """

    kind: str
    is_steady: bool
    where: str
    frame: str
    states: tuple[RecordedQuantity, ...]
    inputs: tuple[RecordedQuantity, ...]
    outputs: tuple[RecordedQuantity, ...]
    configurations: int
    sizes: Floats
    A: Floats
    B: Floats
    C: Floats
    D: Floats
    bodies: tuple[str, ...]
    places: Floats
    roots: PlainRoots
    conditions: tuple[float, ...]
    chains: tuple[int, ...]
    uncontrollable: PlainRoots = ()
    unobservable: PlainRoots = ()
    transfers: tuple[RecordedTransfer, ...] = field(default=())

    def sympy(self) -> SymbolicLinear:
        """The matrices, and the transfer functions where there are some, in SymPy."""
        from sarrus.analysis.linear_page.listing import to_sympy

        return to_sympy(self)

    def quantities(self) -> dict[str, tuple[Any, str]]:
        """Entries of the matrices by name, "A[B.theta_dot, A.theta]"; zeros, poles and gains; roots."""
        found: dict[str, tuple[Any, str]] = {}
        for letter, rows, columns in (
            ("A", self.states, self.states),
            ("B", self.states, self.inputs),
            ("C", self.outputs, self.states),
            ("D", self.outputs, self.inputs),
        ):
            matrix = getattr(self, letter)
            for i, row in enumerate(rows):
                for k, column in enumerate(columns):
                    found[f"{letter}[{row.name}, {column.name}]"] = (float(matrix[i, k]), "")
        for k, s in enumerate(self.roots, 1):
            found |= _parts(f"root.{k}", s)
        for one in self.transfers:
            pair = f"{one.output}/{one.input}"
            found[f"{pair}.gain"] = (one.gain, "")
            for word, roots in (("zero", one.zeros), ("pole", one.poles)):
                for k, s in enumerate(roots, 1):
                    found |= _parts(f"{pair}.{word}.{k}", s)
        return found


def _parts(name: str, s: tuple[float, float]) -> dict[str, tuple[Any, str]]:
    return {f"{name}.real": (s[0], "1/s"), f"{name}.imag": (s[1], "1/s")}
