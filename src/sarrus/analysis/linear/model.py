"""A linear model as an answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from sarrus.analysis.linear.recorded import recorded
from sarrus.analysis.linear.spectrum import Complex, Spectrum, motion_sizes, motion_spectrum
from sarrus.analysis.linear.transfer import (
    MOST_WRITTEN,
    FrequencyResponse,
    TransferFunction,
    place,
    response_of,
    roots_text,
    transfer_function,
)
from sarrus.analysis.linear.zeros import StateSpace, roots_outside, zeros_of
from sarrus.analysis.linear_page.record import LINEAR, TRANSFER
from sarrus.analysis.written import WrittenEquations, of_record
from sarrus.errors import UsageError, quote
from sarrus.phrases import count
from sarrus.results.answer import AnswerWithValues, aligned
from sarrus.solvers.arrays import Floats

if TYPE_CHECKING:
    from sarrus.analysis.linear.modes import Modes

__all__ = ["LinearModel"]


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class LinearModel(AnswerWithValues):
    """Small motions near an operating point: dx' = A dx + B du,  dy = C dx + D du.

    All are changes: add `x0`, `u0`, `y0` for the values themselves.

    Attributes:
        A, B, C, D: matrices.
        states, inputs, outputs: names.
        state_units, input_units, output_units: their units.
        x0, u0, y0: values at the operating point. Small turns of ball joints are counted from there.
        kind: "equilibrium", "steady motion" or "along a motion".
        frame: in which small turns of ball joints are seen: "base", "axis", "body"; "" where there are none.
        configurations, speeds: how many states are coordinates, and how many are their rates.
        sizes: usual sizes of coordinates: the length of their part, or 1 rad.
        bodies: names.
        steps: how bodies move with the states: shape (bodies, 6, states), the origin, then a small turn, in ground
            components.
        places: where the bodies are: origin and quaternion, shape (bodies, 7).
        where: which point it is, in a few words; "" where nobody said.
    """

    analysis: str = field(default="linearize", init=False)
    A: Floats
    B: Floats
    C: Floats
    D: Floats
    states: tuple[str, ...]
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    state_units: tuple[str, ...]
    input_units: tuple[str, ...] = ()
    output_units: tuple[str, ...] = ()
    x0: Floats
    u0: Floats
    y0: Floats
    kind: str
    frame: str = ""
    configurations: int
    speeds: int
    sizes: Floats
    bodies: tuple[str, ...]
    steps: Floats
    places: Floats
    where: str = ""

    @cached_property
    def spectrum(self) -> Spectrum:
        """Roots with their vectors."""
        return motion_spectrum(self.A, self.sizes, self._rate_sizes)

    @property
    def _rate_sizes(self) -> Floats:
        place = dict(zip(self.states, self.sizes, strict=False))
        rates = self.states[self.configurations : self.configurations + self.speeds]
        return np.array([place[name.removesuffix("_dot")] for name in rates])

    def poles(self) -> Complex:
        """Roots of A [1/s]: zeros first, then by absolute value."""
        return self.spectrum.roots

    def modes(self) -> Modes:
        """Roots with what they mean: frequency, damping, and what moves."""
        from sarrus.analysis.linear.modes import modes_of

        return modes_of(self)

    @property
    def _space(self) -> StateSpace:
        return StateSpace(self.A, self.B, self.C, self.D)

    @cached_property
    def state_sizes(self) -> Floats:
        """Usual sizes of the states, by which they are compared."""
        return motion_sizes(self.A, self.sizes, self._rate_sizes)

    def zeros(self) -> Complex:
        """Zeros of all outputs by all inputs together [1/s]: s at which some inputs move no output.

        For those between one input and one output see `transfer`.
        """
        return zeros_of(self._space.scaled(self.state_sizes))

    def transfer(self, output: str, input: str) -> TransferFunction:
        """The transfer function from one input to one output: zeros, poles and gain, without what cancels.

        Raises:
            UsageError: the model has no such output or input.
        """
        row, column = place("output", output, self.outputs), place("input", input, self.inputs)
        one = StateSpace(
            self.A,
            self.B[:, column : column + 1],
            self.C[row : row + 1],
            self.D[row : row + 1, column : column + 1],
        )
        return transfer_function(one, self.state_sizes, output, input)

    def response(self, w: ArrayLike) -> FrequencyResponse:
        """How outputs swing when inputs do, at angular frequencies w [rad/s].

        Raises:
            UsageError: a frequency is not a finite number, or there are no inputs or outputs.
        """
        self._require_ends()
        frequencies = np.atleast_1d(np.asarray(w, dtype=float)).ravel()
        if not np.isfinite(frequencies).all():
            raise UsageError("Frequencies must be finite numbers, in rad/s.")
        values, lies = response_of(self._space, frequencies)
        return FrequencyResponse(frequencies, values, self.inputs, self.outputs, lies)

    def _require_ends(self) -> None:
        for kind, names in (("input", self.inputs), ("output", self.outputs)):
            if not names:
                raise UsageError(f"This linear model has no {kind}s: name some with {kind}s=[...].")

    def uncontrollable(self) -> Complex:
        """Roots that no input reaches [1/s]; none where the inputs reach every state."""
        return roots_outside(self._space.scaled(self.state_sizes))

    def unobservable(self) -> Complex:
        """Roots that no output shows [1/s]; none where the outputs tell every state."""
        return roots_outside(self._space.scaled(self.state_sizes).dual)

    @property
    def control_names(self) -> dict[str, str]:
        """Names of inputs and outputs, which python-control wants without points, by names of it."""
        found: dict[str, str] = {}
        for name in (*self.inputs, *self.outputs):
            plain = name.replace(".", "_")
            if found.setdefault(plain, name) != name:
                raise UsageError(
                    f"{found[plain]!r} and {name!r} are both {plain!r} for python-control. Leave one of them out."
                )
        return found

    def symbolic(self, form: str = LINEAR, *, complete: bool = False) -> WrittenEquations:
        """The model to read, as `equations(m, form="linear")` gives it: `.text()`, `.markdown()`, `.latex()`, `.html()`.

        Args:
            form: "linear" for matrices and roots, "transfer" for transfer functions.
            complete: whether to write long tables to their end.

        Raises:
            UsageError: there is no such form, or transfer functions are asked for without inputs or outputs.
        """
        if form not in (LINEAR, TRANSFER):
            raise UsageError(f"form {quote(form)} is none of a linear model. Allowed: {LINEAR}, {TRANSFER}.")
        if form == TRANSFER:
            self._require_ends()
        return of_record(self, recorded(self, form == TRANSFER), form, complete)

    def to_control(self) -> Any:
        """The model for python-control: `control.StateSpace`, in changes from `x0`, `u0`, `y0`.

        Points in names of inputs and outputs become `_`; `control_names` tells them back.

        Raises:
            UsageError: python-control is not installed, or two names become one.
        """
        try:
            import control
        except ImportError:
            raise UsageError("to_control() needs python-control: pip install 'sarrus[control]'.") from None
        named = {name: plain for plain, name in self.control_names.items()}
        return control.ss(
            self.A, self.B, self.C, self.D,
            states=[*self.states], inputs=[named[n] for n in self.inputs], outputs=[named[n] for n in self.outputs],
            name=re.sub(r"\W", "_", self.mechanism), remove_useless_states=False,
        )  # fmt: skip

    def quantities(self) -> Mapping[str, tuple[Any, str]]:
        """Entries of the matrices by name: "A[B.theta_dot, A.theta]"; and the roots."""
        found: dict[str, tuple[Any, str]] = {"kind": (self.kind, "")}
        rows, columns = (self.states, self.outputs), (self.states, self.inputs)
        for letter, (i, j) in {"A": (0, 0), "B": (0, 1), "C": (1, 0), "D": (1, 1)}.items():
            matrix = getattr(self, letter)
            for a, row in enumerate(rows[i]):
                for b, column in enumerate(columns[j]):
                    found[f"{letter}[{row}, {column}]"] = (float(matrix[a, b]), "")
        for k, s in enumerate(self.poles(), 1):
            found[f"root.{k}.real"] = (float(s.real), "1/s")
            found[f"root.{k}.imag"] = (float(s.imag), "1/s")
        return found

    def text(self) -> str:
        """The model as lines."""
        lines = [f"{self.mechanism}: {self.status.text}", ""]
        if not self.states:
            return "\n".join([*lines, "Nothing can move: there are no states."])
        frame = f", small turns seen from the {self.frame} frame" if self.frame else ""
        lines += [f"{count(len(self.states), 'state')}{frame}:", ""]
        values = zip(self.states, self.x0, self.state_units, strict=True)
        lines += [aligned(["state", "value there", "unit"], [(n, f"{v:.9g}", u) for n, v, u in values]), ""]
        lines += [*self._matrix("A", self.A, self.states, self.states)]
        if self.inputs:
            lines += [*self._matrix("B", self.B, self.states, self.inputs)]
        if self.outputs:
            lines += [*self._matrix("C", self.C, self.outputs, self.states)]
        if self.outputs and self.inputs:
            lines += [*self._matrix("D", self.D, self.outputs, self.inputs)]
        return "\n".join([*lines, *self._roots(), *self._transfers()])

    def _matrix(self, name: str, matrix: Floats, rows: Sequence[str], columns: Sequence[str]) -> list[str]:
        if len(columns) > MOST_COLUMNS:
            return [f"{name} is {len(rows)} x {len(columns)}; ask for it in Python, or with --json.", ""]
        shown = without_rounding(matrix)
        cells = [[row, *(f"{x:.6g}" for x in line)] for row, line in zip(rows, shown, strict=True)]
        return [aligned([name, *columns], cells, is_right=True), ""]

    def _roots(self) -> list[str]:
        found = self.spectrum
        lines = ["roots [1/s]"]
        if found.zeros:
            often = f", {found.zeros} times" if found.zeros > 1 else ""
            lines.append(f"  0{often}{_chains(found.chains)}")
        for k, s in enumerate(found.roots):
            if k >= found.zeros and s.imag >= 0.0:
                lines.append(f"  {root_text(s, float(found.condition[k]))}")
        return lines

    def _transfers(self) -> list[str]:
        """Transfer functions of small models; what inputs do not reach, and outputs do not show."""
        lines = list[str]()
        for missed, said in (
            (self.uncontrollable() if self.inputs else (), "no input reaches"),
            (self.unobservable() if self.outputs else (), "no output shows"),
        ):
            if len(missed):
                lines += ["", f"{said}: {roots_text(np.asarray(missed))}"]
        if len(self.inputs) * len(self.outputs) <= MOST_TRANSFERS and len(self.states) <= MOST_WRITTEN:
            for output in self.outputs:
                for input_ in self.inputs:
                    lines += ["", self.transfer(output, input_).text()]
        return lines

    def document(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """The model as plain data."""
        more = {
            "kind": self.kind,
            "frame": self.frame,
            "states": [{"name": n, "unit": u, "value": float(v)} for n, u, v in zip(self.states, self.state_units, self.x0, strict=True)],
            "inputs": [{"name": n, "unit": u, "value": float(v)} for n, u, v in zip(self.inputs, self.input_units, self.u0, strict=True)],
            "outputs": [{"name": n, "unit": u, "value": float(v)} for n, u, v in zip(self.outputs, self.output_units, self.y0, strict=True)],
            "A": self.A.tolist(), "B": self.B.tolist(), "C": self.C.tolist(), "D": self.D.tolist(),
            "roots": [{"real": float(s.real), "imag": float(s.imag)} for s in self.poles()],
            "zero_chains": list(self.spectrum.chains),
        }  # fmt: skip
        return {**super().document(names), **more}


MOST_COLUMNS = 12
MOST_TRANSFERS = 4
ILL = 1e7


def without_rounding(matrix: Floats) -> Floats:
    """A matrix for the eye: entries that are rounding beside the others of their row or their column are 0."""
    sizes = np.abs(matrix)
    rows, columns = (sizes.max(axis=k, keepdims=True, initial=0.0) for k in (1, 0))
    return np.where(sizes <= 1e-13 * np.minimum(rows, np.maximum(columns, 1e-3 * rows)), 0.0, matrix) + 0.0


def _chains(lengths: Sequence[int]) -> str:
    """What chains of zeros mean."""
    longest = max(lengths)
    if longest == 1:
        return ": rests anywhere along " + ("a direction" if len(lengths) == 1 else "as many directions")
    grows = "moves on at constant speed" if longest == 2 else f"grows like t^{longest - 1}"
    return f", in chains of length {', '.join(map(str, lengths))}: along the longest it {grows}"


def plain_root(s: complex, digits: int = 6) -> str:
    """A root, or a pair of them; what is rounding beside it is 0."""
    real, imag = (part if abs(part) > 1e-12 * abs(s) else 0.0 for part in (s.real, s.imag))
    return f"{real:.{digits}g} +- {abs(imag):.{digits}g} i" if imag else f"{real:.{digits}g}"


def root_text(s: complex, condition: float) -> str:
    """A root with what it means: frequency and damping, or time constant. One that is nearly defective has few digits."""
    digits = 4 if condition > ILL else 9
    if s.imag:
        size = abs(s)
        real = s.real if abs(s.real) > 1e-12 * size else 0.0
        text = f"{real:.{digits}g} +- {abs(s.imag):.{digits}g} i"
        text += f"    {size / (2.0 * np.pi):.6g} Hz, {size:.6g} rad/s, damping ratio {0.0 - real / size:.4g}"
    else:
        text = f"{s.real:.{digits}g}    "
        word = "decays" if s.real < 0.0 else "grows"
        text += f"{word} with the time constant {1.0 / abs(s.real):.4g} s"
    return text + ("    (defective, or nearly: few digits are right)" if condition > ILL else "")
