"""Modes of small motions as an answer: how fast each swings, how it fades, and what moves in it.

A mode is a root of A with its vector; a pair of conjugate roots is one mode. Roots that are zero by structure come first, one
mode for each chain: directions in which the mechanism rests anywhere, or moves on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.analysis.linear.model import LinearModel, root_text
from sarrus.analysis.linear.point_kinds import ALONG
from sarrus.analysis.linear.spectrum import Complex
from sarrus.errors import UsageError
from sarrus.phrases import count, first_of
from sarrus.results.answer import AnswerWithValues, Outcome, aligned
from sarrus.solvers.arrays import Floats, Ints

__all__ = ["ModeShape", "Modes", "modes_of"]

RESTS, MOVES_ON, GROWS = "rests anywhere", "moves on at constant speed", "grows without a force"
ASK_ELSEWHERE = (
    "Look at an equilibrium (at='equilibrium'), or start the mechanism in a steady motion; floquet is for motions that repeat, and "
    "linearize tells the matrices of this point."
)
MOST_SHOWN = 8
ALIKE = 1e-9
"""By how much of the larger two motions differ that count as equal."""
"""Modes whose shapes text shows."""


@dataclass(frozen=True)
class ModeShape:
    """What moves in a mode, and how: Re(shape e^(s t)), beside the coordinate that moves most.

    Attributes:
        number: of the mode, counted from 1.
        root: s [1/s].
        coordinates: parts of coordinates, complex: the angle is by how much one leads. That which moves most,
            in natural size, is 1 in its unit.
        bodies: small motions of bodies with them: the origin, then a small turn, in ground components.
    """

    number: int
    root: complex
    coordinates: dict[str, complex]
    bodies: dict[str, Complex]


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Modes(AnswerWithValues):
    """Modes of a linear model, the slowest first. Along a motion they tell nothing, and nothing is written of them.

    Attributes:
        model: the linear model.
    """

    analysis: str = field(default="modes", init=False)
    model: LinearModel

    @cached_property
    def _places(self) -> Ints:
        """Which roots of the spectrum are modes: one of a chain of zeros, one of a pair."""
        found = self.model.spectrum
        rest = [k for k in range(found.zeros, len(found.roots)) if found.roots[k].imag >= 0.0]
        return np.array([*range(len(found.chains)), *rest], dtype=np.int64)

    def __len__(self) -> int:
        return len(self._places)

    @property
    def roots(self) -> Complex:
        """Root of each mode, that with positive imaginary part of a pair [1/s]."""
        return self.model.spectrum.roots[self._places]

    @property
    def condition(self) -> Floats:
        """How much more a root may be off than the model; infinite for chains of zeros."""
        return self.model.spectrum.condition[self._places]

    @property
    def is_swinging(self) -> Any:
        """Which modes swing."""
        return self.roots.imag > 0.0

    @property
    def omega(self) -> Floats:
        """Natural frequency |s| of modes that swing [rad/s]; 0 for zeros, nan for those that only fade or grow."""
        swings = self.is_swinging | (self.roots == 0.0)
        return np.where(swings, np.abs(self.roots), np.nan)

    @property
    def frequency(self) -> Floats:
        """Natural frequency [Hz]; 0 for zeros, nan for modes that only fade or grow."""
        return self.omega / (2.0 * np.pi)

    @property
    def damping(self) -> Floats:
        """Damping ratio -Re s/|s| of modes that swing; nan for others."""
        size = np.abs(self.roots)
        ratio = -self.roots.real / np.where(size > 0.0, size, 1.0)
        # where nothing damps the real part is rounding
        return np.where(self.is_swinging, np.where(np.abs(ratio) > 1e-12, ratio, 0.0), np.nan)

    def shape(self, number: int) -> ModeShape:
        """What moves in a mode.

        Args:
            number: counted from 1.

        Raises:
            UsageError: there is no such mode.
        """
        if not isinstance(number, int | np.integer) or not 1 <= number <= len(self):
            raise UsageError(f"There is no mode {number!r}: there are {len(self)}, counted from 1.")
        m, k = self.model, self._places[number - 1]
        x = m.spectrum.right[:, k]
        parts = x[: m.configurations] / m.sizes
        if m.configurations and np.abs(parts).max() > 0.0:
            sizes = np.abs(parts)
            x = x / x[int(np.argmax(sizes >= (1.0 - ALIKE) * sizes.max()))]
        small = 1e-13 * float(np.abs(x[: m.configurations]).max(initial=0.0))
        x = np.where(np.abs(x.imag) <= small, x.real, x)
        names = m.states[: m.configurations]
        return ModeShape(
            int(number),
            complex(m.spectrum.roots[k]),
            {name: complex(part) for name, part in zip(names, x, strict=False)},
            {name: np.asarray(step @ x) for name, step in zip(m.bodies, m.steps, strict=True)},
        )

    def word(self, number: int) -> str:
        """What a mode does, in a few words."""
        s, zeros = self.roots[number - 1], self.model.spectrum.chains
        if number <= len(zeros):
            return {1: RESTS, 2: MOVES_ON}.get(zeros[number - 1], GROWS)
        if s.imag:
            ratio = self.damping[number - 1]
            return "swings" if not ratio else "swings and fades" if ratio > 0.0 else "swings and grows"
        return "fades" if s.real < 0.0 else "grows"

    def quantities(self) -> Mapping[str, tuple[Any, str]]:
        """Values of each mode by name: "mode.1.frequency"."""
        found: dict[str, tuple[Any, str]] = {"kind": (self.model.kind, "")}
        for k, s in enumerate(self.roots if self.model.kind != ALONG else ()):
            name = f"mode.{k + 1}"
            found[f"{name}.real"] = float(s.real), "1/s"
            found[f"{name}.imag"] = float(s.imag), "1/s"
            if self.is_swinging[k] or s == 0.0:
                found[f"{name}.frequency"] = float(self.frequency[k]), "Hz"
            if self.is_swinging[k]:
                found[f"{name}.damping"] = float(self.damping[k]), ""
            else:
                found[f"{name}.time_constant"] = float(np.inf if s == 0.0 else -1.0 / s.real), "s"
        return found

    @property
    def _units(self) -> dict[str, str]:
        return dict(zip(self.model.states, self.model.state_units, strict=True))

    def text(self) -> str:
        """The modes as lines, each with what moves in it."""
        lines = [f"{self.mechanism}: {self.status.text}", ""]
        if self.model.kind == ALONG:
            return "\n".join([*lines, ASK_ELSEWHERE])
        if not len(self):
            return "\n".join([*lines, "Nothing can move: there are no modes."])
        rows = []
        for k, s in enumerate(self.roots, 1):
            swings = bool(s.imag)
            rows.append([
                f"{k}",
                f"{self.frequency[k - 1]:.6g}" if swings or not s else "",
                f"{self.omega[k - 1]:.6g}" if swings or not s else "",
                f"{self.damping[k - 1]:.4g}" if swings else "",
                "" if swings or not s else f"{1.0 / abs(s.real):.4g}",
                self.word(k),
            ])  # fmt: skip
        heads = ["mode", "frequency [Hz]", "[rad/s]", "damping ratio", "time constant [s]", "it"]
        lines += [aligned(heads, rows), "", "what moves with one unit of what moves most:", ""]
        for k in range(1, min(len(self), MOST_SHOWN) + 1):
            lines.append(f"{k:>4}  {_shape_text(self.shape(k), self._units)}")
        if len(self) > MOST_SHOWN:
            lines.append(f"and {len(self) - MOST_SHOWN} more; shape(k) tells them in Python.")
        return "\n".join(lines)

    def document(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """The modes as plain data."""
        more = []
        for k in range(1, len(self) + 1 if self.model.kind != ALONG else 1):
            shape = self.shape(k)
            parts = {n: {"real": c.real, "imag": c.imag} for n, c in shape.coordinates.items()}
            more.append({
                "number": k,
                "root": {"real": shape.root.real, "imag": shape.root.imag},
                "does": self.word(k),
                "text": root_text(shape.root, float(self.condition[k - 1])) if shape.root else "0",
                "shape": parts,
            })  # fmt: skip
        return {**super().document(names), "kind": self.model.kind, "frame": self.model.frame, "modes": more}


def modes_of(model: LinearModel) -> Modes:
    """The modes of a linear model."""
    many = sum(1 for s in model.poles() if s.imag > 0.0)
    text = f"{model.status.text[:-1]}: {count(many, 'mode')} that {'swings' if many == 1 else 'swing'}."
    if model.kind == ALONG:
        text = "This is neither an equilibrium nor a steady motion, so that there are no modes."
    return Modes(
        mechanism=model.mechanism,
        status=Outcome(model.status.word, text),
        evidence=dict(model.evidence),
        described=model.described,
        foreign=model.foreign,
        elements=model.elements,
        model=model,
    )


def _shape_text(shape: ModeShape, units: Mapping[str, str]) -> str:
    """Coordinates, the largest first; one that is neither in step nor against it with its angle."""
    size = max(map(abs, shape.coordinates.values()), default=0.0)
    moving = [(name, c) for name, c in shape.coordinates.items() if abs(c) > 1e-6 * size]
    shown = []
    # Of those that move alike, the first in the model comes first: rounding decides nothing that is read.
    for name, c in sorted(moving, key=lambda pair: -round(abs(pair[1]) / size / ALIKE)):
        in_step = abs(c.imag) <= 1e-6 * abs(c)
        number = f"{c.real:.4g}" if in_step else f"{abs(c):.4g}"
        ahead = "" if in_step else f" at {np.degrees(np.angle(c)):.1f} deg"
        shown.append(f"{name} {number} {units[name]}{ahead}")
    return first_of(shown)
