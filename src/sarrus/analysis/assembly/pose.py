"""Where a mechanism stands, as an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sarrus.analysis.assembly.start import Start
from sarrus.analysis.description import Description
from sarrus.results.answer import AnswerWithValues, Outcome

__all__ = ["Assembly", "describe"]


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Assembly(AnswerWithValues):
    """A mechanism with its loops closed.

    Attributes:
        values: every joint coordinate and rate, SI.
        units: their units.
        moved: guesses that moved: name -> (given, found).
        residual: worst gap left, in units of the part's length or in radians.
        iterations: Newton iterations.
    """

    analysis: str = field(default="assemble", init=False)
    values: dict[str, float]
    units: dict[str, str]
    moved: dict[str, tuple[float, float]]
    residual: float
    iterations: int

    def quantities(self) -> Mapping[str, tuple[Any, str]]:
        """Joint coordinates and rates."""
        return {name: (value, self.units[name]) for name, value in self.values.items()}

    def text(self) -> str:
        """What was found, as lines."""
        lines = [f"{self.mechanism}: {self.status.text}", ""]
        lines += [f"{n:<24} {v: .9g} {self.units[n]}" for n, v in self.values.items()]
        for name, (given, found) in self.moved.items():
            lines.append(f"moved: {name} from {given:.6g} to {found:.6g} {self.units[name]}")
        return "\n".join([*lines, f"gap {self.residual:.2g} after {self.iterations} iterations"])

    def document(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """Where it stands, as plain data."""
        moved = {name: {"given": given, "found": to} for name, (given, to) in self.moved.items()}
        more = {"moved": moved, "gap": self.residual, "iterations": self.iterations}
        return {**super().document(names), **more}


def describe(found: Start) -> Assembly:
    """A start as an answer."""
    model = found.equations.model
    units: dict[str, str] = {}
    for name, (_, _, coordinate) in model.coordinates.items():
        units |= {name: coordinate.unit, f"{name}_dot": f"{coordinate.unit}/s"}
    units |= {aim.name: aim.unit for aim in model.aims}
    units |= {name: "rad/s" for name in found.values if name not in units}
    described = Description(model)
    return Assembly(
        mechanism=model.name,
        values=found.values,
        units=units,
        moved=found.moved,
        residual=found.residual,
        iterations=found.iterations,
        status=Outcome(found.status.word, found.message or "All loops are closed."),
        evidence={"gap": found.residual, "iterations": found.iterations},
        described=described,
        foreign=tuple(kind.keyword for kind in described.foreign),
    )
