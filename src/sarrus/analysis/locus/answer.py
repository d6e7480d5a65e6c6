"""Roots over a number, as an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sarrus.analysis.linear.model import plain_root
from sarrus.analysis.linear.spectrum import Complex
from sarrus.analysis.locus.tracking import Meeting
from sarrus.files import Path
from sarrus.results.answer import AnswerWithValues, aligned
from sarrus.scalar.units import raised
from sarrus.solvers.arrays import Floats

__all__ = ["RootLocus"]

MOST_ROWS = 12


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class RootLocus(AnswerWithValues):
    """How roots of small motions move with a number of the model.

    Attributes:
        over: path of the number.
        unit: its unit.
        values: of the number, shape (values,).
        real, imag: roots by branch, shape (values, branches) [1/s]; those that are zero by structure are left out.
        real_slope, imag_slope: their derivatives by the number.
        zero_chains: lengths of chains of roots that are zero by structure.
        crossings: where a branch crosses the imaginary axis; `grows` says to which side.
        meetings: where two branches meet; which is which behind is a matter of choice.
        kind: "equilibrium" or "steady motion".
        frame: in which small turns of ball joints are seen; "" where there are none.
    """

    analysis: str = field(default="roots", init=False)
    over: str
    unit: str
    values: Floats
    real: Floats
    imag: Floats
    real_slope: Floats
    imag_slope: Floats
    zero_chains: tuple[int, ...] = ()
    crossings: tuple[Meeting, ...] = ()
    meetings: tuple[Meeting, ...] = ()
    kind: str = ""
    frame: str = ""

    @property
    def roots(self) -> Complex:
        """Roots by branch [1/s], shape (values, branches)."""
        return np.asarray(self.real + 1j * self.imag)

    @property
    def slopes(self) -> Complex:
        """Derivatives of the roots by the number; large where branches meet."""
        return np.asarray(self.real_slope + 1j * self.imag_slope)

    @property
    def growth(self) -> Floats:
        """Largest real part for each value [1/s]: what decides on stability."""
        return np.asarray(self.real.max(axis=1, initial=-np.inf))

    def quantities(self) -> Mapping[str, tuple[Any, str]]:
        """Roots at both ends, crossings and meetings by name: "last.root.1.real", "crossing.1.value"."""
        found: dict[str, tuple[Any, str]] = {}
        for end, k in (("first", 0), ("last", -1)):
            found[f"{end}.value"] = float(self.values[k]), self.unit
            for j in range(self.real.shape[1]):
                found[f"{end}.root.{j + 1}.real"] = float(self.real[k, j]), "1/s"
                found[f"{end}.root.{j + 1}.imag"] = float(self.imag[k, j]), "1/s"
        for word, points in (("crossing", self.crossings), ("meeting", self.meetings)):
            for k, at in enumerate(points, 1):
                found[f"{word}.{k}.value"] = at.value, self.unit
                found[f"{word}.{k}.real"] = at.real, "1/s"
                found[f"{word}.{k}.imag"] = at.imag, "1/s"
        return found

    def _said(self, value: float) -> str:
        unit = f" {raised(self.unit)}" if self.unit else ""
        size = float(np.abs(self.values).max(initial=0.0))
        return f"{self.over} = {value if abs(value) > 1e-12 * size else 0.0:.9g}{unit}"

    def text(self) -> str:
        """Where roots cross or meet, and some of them, as lines."""
        lines = [f"{self.mechanism}: {self.status.text}", ""]
        if self.zero_chains:
            lines += [f"{sum(self.zero_chains)} roots are zero throughout and left out.", ""]
        for at in self.crossings:
            swings = f", {at.imag:.6g} rad/s" if at.imag > 1e-9 else ""
            lines.append(
                f"{self._said(at.value)}: a root crosses the imaginary axis and {'grows' if at.grows else 'fades'} beyond{swings}"
            )
        for at in self.meetings:
            lines.append(f"{self._said(at.value)}: two roots meet at {plain_root(complex(at.real, at.imag))}")
        if self.crossings or self.meetings:
            lines.append("")
        rows = []
        for k in np.unique(np.linspace(0, len(self.values) - 1, MOST_ROWS).round().astype(int)):
            shown = [s for s in self.roots[k] if s.imag >= 0.0]
            texts = [plain_root(s) for s in shown]
            rows.append([f"{self.values[k]:.6g}", ",  ".join(texts)])
        head = f"{self.over} [{raised(self.unit)}]" if self.unit else self.over
        return "\n".join([*lines, aligned([head, "roots [1/s]"], rows)])

    def to_csv(self, path: Path, *names: str) -> Path:
        """Write the locus as CSV with full precision: the number, then real and imaginary part of every branch.

        With names, values by name instead.
        """
        if names:
            return super().to_csv(path, *names)
        from sarrus.results.tables import write_rows

        heads = [f"root.{k + 1}.{part}" for k in range(self.real.shape[1]) for part in ("real", "imag")]
        rows = [
            (float(p), *(float(x) for pair in zip(re, im, strict=True) for x in pair))
            for p, re, im in zip(self.values, self.real, self.imag, strict=True)
        ]
        write_rows(path, (self.over, *heads), rows)
        return path

    def document(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """The locus as plain data."""
        points = {
            word: [{"value": a.value, "real": a.real, "imag": a.imag, "grows": a.grows} for a in there]
            for word, there in (("crossings", self.crossings), ("meetings", self.meetings))
        }
        more = {
            "over": self.over, "unit": self.unit, "kind": self.kind, "frame": self.frame,
            "values_of_number": self.values.tolist(), "real": self.real.tolist(), "imag": self.imag.tolist(),
            "zero_chains": list(self.zero_chains), **points,
        }  # fmt: skip
        return {**super().document(names), **more}
