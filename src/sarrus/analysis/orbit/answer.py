"""What becomes of small deviations from a motion that repeats, as an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sarrus.analysis.linear.model import plain_root
from sarrus.analysis.linear.spectrum import Complex
from sarrus.results.answer import AnswerWithValues, aligned
from sarrus.solvers.arrays import Floats

__all__ = ["Floquet"]


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Floquet(AnswerWithValues):
    """Deviations after one period: dx(T) = Phi dx(0).

    Attributes:
        period: T [s].
        states: names.
        state_units: their units.
        x0: their values where the motion that repeats begins; small turns of ball joints are counted from there.
        transition: Phi.
        real, imag: parts of its roots, the multipliers, the largest first.
        is_driven: whether something depends on time; a motion that is not driven has one multiplier that is 1.
        stability: stable, unstable or undecided.
        because: a phrase that says why.
    """

    analysis: str = field(default="floquet", init=False)
    period: float
    states: tuple[str, ...]
    state_units: tuple[str, ...]
    x0: Floats
    transition: Floats
    real: Floats
    imag: Floats
    is_driven: bool
    stability: str
    because: str

    @property
    def multipliers(self) -> Complex:
        """Roots of Phi, the largest first: by what small deviations grow in one period."""
        return np.asarray(self.real + 1j * self.imag)

    @property
    def exponents(self) -> Complex:
        """ln(multiplier)/T [1/s]; the imaginary part is known up to whole multiples of 2 pi/T."""
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(self.multipliers.astype(complex)) / self.period)

    def quantities(self) -> Mapping[str, tuple[Any, str]]:
        """Period, multipliers, entries of Phi."""
        found: dict[str, tuple[Any, str]] = {
            "period": (self.period, "s"),
            "stability": (self.stability, ""),
        }
        for k, s in enumerate(self.multipliers, 1):
            found[f"multiplier.{k}.real"] = float(s.real), ""
            found[f"multiplier.{k}.imag"] = float(s.imag), ""
        for i, row in enumerate(self.states):
            for j, column in enumerate(self.states):
                found[f"Phi[{row}, {column}]"] = float(self.transition[i, j]), ""
        return found

    def text(self) -> str:
        """The motion and its multipliers, as lines."""
        lines = [f"{self.mechanism}: {self.status.text} It is {self.stability}: {self.because}.", ""]
        values = zip(self.states, self.x0, self.state_units, strict=True)
        lines += [
            aligned(["state", "at the beginning", "unit"], [(n, f"{v:.9g}", u) for n, v, u in values]),
            "",
        ]
        rows = []
        for s, r in zip(self.multipliers, self.exponents, strict=True):
            if s.imag < 0.0:
                continue
            fading = r.real if abs(r.real) > 1e-9 / self.period else 0.0
            rows.append([plain_root(s, 9), f"{abs(s):.9g}", plain_root(complex(fading, r.imag))])
        return "\n".join([*lines, aligned(["multiplier", "size", "exponent [1/s]"], rows)])

    def document(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """The answer as plain data."""
        more = {
            "period": self.period, "states": list(self.states), "transition": self.transition.tolist(),
            "multipliers": [{"real": float(s.real), "imag": float(s.imag)} for s in self.multipliers],
            "stability": self.stability, "because": self.because,
        }  # fmt: skip
        return {**super().document(names), **more}
