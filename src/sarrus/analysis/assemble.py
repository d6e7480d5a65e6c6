"""Can the mechanism be put together, and where does it stand then?"""

from __future__ import annotations

from dataclasses import dataclass

from sarrus.analysis.assembly.start import Start, find_start
from sarrus.errors import NumericalError
from sarrus.model import Mechanism, snapshot_of
from sarrus.results import Outcome


@dataclass(frozen=True)
class Assembly:
    """A mechanism with its loops closed.

    Attributes:
        values: every joint coordinate and rate, SI.
        units: their units.
        moved: guesses that moved: name -> (given, found).
        residual: worst gap left, in units of the part's length or in radians.
        iterations: Newton iterations.
        status: how it ended.
    """

    mechanism: str
    values: dict[str, float]
    units: dict[str, str]
    moved: dict[str, tuple[float, float]]
    residual: float
    iterations: int
    status: Outcome

    @property
    def ok(self) -> bool:
        """Whether it closed."""
        return self.status.ok

    def __getitem__(self, name: str) -> float:
        return self.values[name]

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """What was found, as lines."""
        lines = [f"{n:<24} {v: .9g} {self.units[n]}" for n, v in self.values.items()]
        for name, (given, found) in self.moved.items():
            lines.append(f"moved: {name} from {given:.6g} to {found:.6g} {self.units[name]}")
        return "\n".join([*lines, f"gap {self.residual:.2g} after {self.iterations} iterations"])


def assemble(mechanism: Mechanism, *, at: float = 0.0, strict: bool = True) -> Assembly:
    """Find a pose that closes all loops, and speeds that fit it.

    Args:
        mechanism: what to assemble; its guesses are moved, its fixed start values are not.
        at: time at which drivers are read [s].
        strict: raise when it cannot be assembled, instead of returning a failed result.
    """
    found = find_start(snapshot_of(mechanism), at)
    result = describe(found)
    if strict and not result.ok:
        raise NumericalError(result.status.text, int(found.status), result)
    return result


def describe(found: Start) -> Assembly:
    """A start as a result."""
    model = found.equations.model
    units: dict[str, str] = {}
    for name, (_, _, coordinate) in model.coordinates.items():
        units |= {name: coordinate.unit, f"{name}_dot": f"{coordinate.unit}/s"}
    word = found.status.name.lower().replace("_", " ")
    text = found.message or "All loops are closed."
    return Assembly(
        model.name, found.values, units, found.moved, found.residual, found.iterations, Outcome(word, text)
    )
