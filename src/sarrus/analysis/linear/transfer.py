"""How outputs of a linear model follow its inputs: at a frequency, and as zeros, poles and gain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import schur, solve_triangular

from sarrus.analysis.linear.spectrum import Complex, spectrum
from sarrus.analysis.linear.zeros import StateSpace, minimal, zeros_of
from sarrus.errors import UsageError, quote, suggest
from sarrus.solvers.arrays import Floats

__all__ = [
    "MOST_WRITTEN",
    "UNDAMPED",
    "FrequencyResponse",
    "TransferFunction",
    "place",
    "response_of",
    "roots_text",
    "transfer_function",
    "transfer_matrix",
]

ON_POLE = 1e-13
"""Distance from a pole, in parts of the largest of A, up to which a frequency lies on it."""
UNDAMPED = 1e-9
"""Damping ratio below which a root has none."""
MOST_WRITTEN = 6
"""Poles up to which a transfer function is written as polynomials."""


@dataclass(frozen=True)
class FrequencyResponse:
    """Complex gains over frequency: `response["slide.s", "push"]` is one of them, an array over `w`.

    Attributes:
        w: angular frequencies [rad/s].
        values: shape (frequencies, outputs, inputs); infinite on a pole without damping.
        inputs, outputs: names.
        on_poles: frequencies that lie on a pole [rad/s].
    """

    w: Floats
    values: Complex
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    on_poles: tuple[float, ...] = ()

    def __getitem__(self, of: tuple[str, str]) -> Complex:
        output, input_ = of
        return np.asarray(
            self.values[:, place("output", output, self.outputs), place("input", input_, self.inputs)]
        )

    @property
    def magnitude(self) -> Floats:
        """Ratio of amplitudes, same shape."""
        return np.abs(self.values)


@dataclass(frozen=True)
class TransferFunction:
    """gain (s - z_1) (s - z_2) ... / ((s - p_1) (s - p_2) ...), without what cancels; call it with s.

    Attributes:
        output, input: names.
        zeros, poles: roots above and below [1/s].
        gain: of the highest powers.
        cancelled: poles of the model that this output does not show, or this input does not reach.
    """

    output: str
    input: str
    zeros: Complex
    poles: Complex
    gain: float
    cancelled: Complex

    def __call__(self, s: complex) -> complex:
        """The value at s [1/s]."""
        above, below = s - self.zeros, s - self.poles
        both = min(len(above), len(below))
        ratio = np.prod(above[:both] / below[:both]) * np.prod(above[both:]) / np.prod(below[both:])
        return complex(self.gain * ratio)

    def phase(self, w: ArrayLike) -> Floats:
        """By how much the output leads the input at angular frequencies w [rad]; nan where it does not follow at all.

        It is counted root by root, which leaves no turn open: on the axis a root is what it is with a little damping, so that
        a pole makes the output lag by half a turn, and a zero makes it lead. What goes against its input at first, lags.
        """
        frequencies = np.atleast_1d(np.asarray(w, dtype=float))
        if not self.gain:
            return np.full(len(frequencies), np.nan)
        found = np.full(len(frequencies), 0.0 if self.gain > 0.0 else -np.pi)
        for sign, roots in ((1.0, self.zeros), (-1.0, self.poles)):
            for s in roots:
                real = s.real if abs(s.real) > UNDAMPED * abs(s) else -0.0
                found += sign * np.arctan2(frequencies - s.imag, -real)
        turn = 2.0 * np.pi
        return np.asarray(found - turn * np.ceil(np.round(found[0] / turn - 0.25, 9)))

    def text(self) -> str:
        """The function as polynomials where it is small, else as zeros, poles and gain."""
        head = f"{self.output} / {self.input}"
        if len(self.poles) <= MOST_WRITTEN:
            above, below = _polynomial(self.gain * np.poly(self.zeros)), _polynomial(np.poly(self.poles))
            bar = "-" * max(len(above), len(below))
            lines = [f"{head} =", "", f"  {above}", *([f"  {bar}", f"  {below}"] if len(self.poles) else [])]
        else:
            lines = [head, f"  gain   {self.gain:.9g}"]
            lines += [
                f"  {word}  {roots_text(s)}" for word, s in (("zeros", self.zeros), ("poles", self.poles))
            ]
        if len(self.cancelled):
            word = "cancels" if len(self.cancelled) == 1 else "cancel"
            lines += ["", f"  without {roots_text(self.cancelled)}, which {word}"]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()


def place(kind: str, name: str, names: Sequence[str]) -> int:
    """Where a name stands.

    Raises:
        UsageError: it is none of them.
    """
    if name not in names:
        there = ", ".join(names) if names else f"none: name some with {kind}s=[...]"
        said = f"{quote(name)} is no {kind} of this linear model. {suggest(name, names)} There are: {there}."
        raise UsageError(said.replace("  ", " "))
    return list(names).index(name)


def transfer_matrix(model: StateSpace, s: complex) -> Complex:
    """C (s I - A)^-1 B + D."""
    eye = np.eye(len(model.A))
    return np.asarray(model.C @ np.linalg.solve(s * eye - model.A, model.B.astype(complex)) + model.D)


def response_of(model: StateSpace, w: Floats) -> tuple[Complex, tuple[float, ...]]:
    """C (i w I - A)^-1 B + D for many frequencies, and those that lie on a pole: infinite there.

    A is brought to triangular form once; each frequency costs a back-substitution.
    """
    found = np.empty((len(w), len(model.C), model.B.shape[1]), complex)
    if not len(model.A):
        found[:] = model.D
        return found, ()
    T, Z = schur(model.A, output="complex")
    right, left = Z.conj().T @ model.B, model.C @ Z
    roots, size = np.diag(T).copy(), float(np.abs(T).max())
    lies, diagonal = list[float](), np.diag_indices_from(T)
    for k, one in enumerate(w):
        shifted = -T
        shifted[diagonal] = 1j * one - roots
        if np.abs(shifted[diagonal]).min() <= ON_POLE * size:
            lies.append(float(one))
            found[k] = np.inf
        else:
            found[k] = left @ solve_triangular(shifted, right, check_finite=False) + model.D
    return found, tuple(lies)


def transfer_function(model: StateSpace, states: Floats, output: str, input_: str) -> TransferFunction:
    """The transfer function of a model with one input and one output.

    Args:
        model: as it is.
        states: usual sizes of its states.
        output, input_: names.
    """
    small = minimal(model.scaled(states))
    zeros, poles = zeros_of(small), spectrum(small.A).roots
    everything = list(spectrum(model.A * states / states[:, None]).roots)
    for p in poles:
        everything.pop(int(np.argmin(np.abs(np.array(everything) - p))))
    far = 2.0 * max([1e-300, *np.abs(zeros), *np.abs(poles)]) or 1.0
    shape = TransferFunction(output, input_, zeros, poles, 1.0, np.array(everything, complex))
    gain = complex(transfer_matrix(model, far)[0, 0]) / shape(far) if len(small.A) or model.D.any() else 0.0
    return TransferFunction(output, input_, zeros, poles, float(np.real(gain)), shape.cancelled)


def _polynomial(coefficients: Any) -> str:
    """A polynomial in s as a person writes it."""
    coefficients = np.real(np.atleast_1d(coefficients))
    size, order = float(np.abs(coefficients).max(initial=0.0)), len(coefficients) - 1
    terms = list[str]()
    for k, c in enumerate(coefficients):
        power = order - k
        if size and abs(c) <= 1e-13 * size:
            continue
        letter = "" if not power else "s" if power == 1 else f"s^{power}"
        number = "" if letter and abs(c) == 1.0 else f"{abs(c):.6g}"
        sign = ("-" if c < 0.0 else "") if not terms else ("- " if c < 0.0 else "+ ")
        terms.append(sign + " ".join(part for part in (number, letter) if part))
    return " ".join(terms) or "0"


def roots_text(roots: Complex) -> str:
    """Roots in one line, pairs once."""
    shown = []
    for s in roots:
        if s.imag > 0.0:
            shown.append(f"{s.real:.6g} +- {s.imag:.6g} i")
        elif s.imag == 0.0:
            shown.append(f"{s.real:.6g}")
    return ", ".join(shown) or "none"
