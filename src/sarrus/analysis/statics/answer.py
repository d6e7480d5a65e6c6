"""Where a mechanism rests, as an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from sarrus.results.answer import AnswerWithValues
from sarrus.solvers.arrays import Floats

__all__ = ["Equilibrium", "Jump", "LoadPoint"]

NOTE = "note"
"""Under which evidence says what a reader may not expect."""


@dataclass(frozen=True)
class LoadPoint:
    """A point of a load path at which something changes: a fold, a branch point, or one where oscillations begin to grow.

    Attributes:
        value: of what changes along the path.
        values: joint coordinates there.
        omega: of oscillations that begin to grow, or cease to [rad/s]; else 0.
    """

    value: float
    values: dict[str, float]
    omega: float = 0.0


@dataclass(frozen=True)
class Jump:
    """Where a mechanism goes when it snaps at a fold.

    Attributes:
        fold: value of what changes at the fold.
        value: the same, a little beyond, with which it was let go.
        values: joint coordinates where it comes to rest; none where it does not.
        why: it does not; "" where it does.
    """

    fold: float
    value: float
    values: dict[str, float]
    why: str = ""


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Equilibrium(AnswerWithValues):
    """A pose in which a mechanism rests.

    Attributes:
        values: every joint coordinate, SI.
        units: their units.
        t: time at which drivers and forces were read [s].
        x: the state there, in the formulation.
        formulation: of the state.
        stability: stable, unstable, neutral, flutter or undecided; "" where there is no equilibrium.
        because: a phrase that says why.
        unstable: in how many directions it falls away, or how many roots grow.
        coordinates: names of rows and columns of the stiffness; with rows that forbid velocities alone, of its columns.
        stiffness: of small motions about the pose, reduced to these coordinates.
        neutral: directions in which it stays wherever it is put, each by coordinates.
        reactions: loads of joints, constraints and drivers, ground components.
        not_unique: components of them that the equations leave open.
        moved: coordinates that moved: name -> (at the start, found).
        left: efforts that nothing balances, by coordinate; of an equilibrium nothing but rounding.
        preload: numbers of the model that were set so that the pose is an equilibrium, by path.
        found: every equilibrium found, where several were asked for; this one first.
        over: what changes along the path, where one was asked for.
        path: values along it by name: what changes, joint coordinates, reactions, and `unstable`, directions that fall away or roots
            that grow.
        others: the same for paths that branch off.
        folds, branches: where what changes turns round, and where other paths branch off.
        hopfs: where oscillations begin to grow, or cease to: a pair of roots +- omega i.
        jumps: where it goes from each fold, where that was asked for.
    """

    analysis: str = field(default="equilibrium", init=False)
    values: dict[str, float]
    units: dict[str, str]
    t: float = 0.0
    x: tuple[float, ...] = ()
    formulation: str = "relative"
    stability: str = ""
    because: str = ""
    unstable: int = 0
    coordinates: tuple[str, ...] = ()
    stiffness: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    root_parts: tuple[tuple[float, float], ...] = ()
    neutral: tuple[dict[str, float], ...] = ()
    reactions: dict[str, tuple[float, ...]] = field(default_factory=dict)
    not_unique: tuple[str, ...] = ()
    moved: dict[str, tuple[float, float]] = field(default_factory=dict)
    left: dict[str, float] = field(default_factory=dict)
    preload: dict[str, float] = field(default_factory=dict)
    found: tuple[Equilibrium, ...] = ()
    over: str = ""
    path: dict[str, tuple[float, ...]] = field(default_factory=dict)
    others: tuple[dict[str, tuple[float, ...]], ...] = ()
    folds: tuple[LoadPoint, ...] = ()
    branches: tuple[LoadPoint, ...] = ()
    hopfs: tuple[LoadPoint, ...] = ()
    jumps: tuple[Jump, ...] = ()

    @property
    def roots(self) -> Any:
        """Roots of small motions about the pose [1/s], those that grow fastest first; zeros last."""
        return np.array([complex(*parts) for parts in self.root_parts], dtype=complex)

    def quantities(self) -> Mapping[str, tuple[Any, str]]:
        """Joint coordinates, and components of reactions."""
        found: dict[str, tuple[Any, str]] = {n: (v, self.units[n]) for n, v in self.values.items()}
        found |= {path: (value, self.units[path]) for path, value in self.preload.items()}
        for name, load in self.reactions.items():
            unit = self.units[name]
            ends = [""] if len(load) == 1 else [".x", ".y", ".z"]
            found |= {f"{name}{end}": (part, unit) for end, part in zip(ends, load, strict=False)}
        return found

    def text(self) -> str:
        """What was found, as lines."""
        verdict = f" It is {self.stability}: {self.because}." if self.stability else ""
        lines = [f"{self.mechanism}: {self.status.text}{verdict}", ""]
        for name, value in self.values.items():
            from_where = f"   (from {self.moved[name][0]:.6g})" if name in self.moved else ""
            lines.append(f"{name:<24} {value: .9g} {self.units[name]}{from_where}")
        lines += [f"set: {path} = {value:.9g} {self.units[path]}" for path, value in self.preload.items()]
        if NOTE in self.evidence:
            lines += ["", f"note: {self.evidence[NOTE]}"]
        if self.over:
            lines += self._along()
        if len(self.found) > 1:
            lines += ["", f"{len(self.found)} equilibria were found; there may be more:"]
            lines += [f"  {one.stability:<10} {_pose(one)}" for one in self.found]
        if self.stability:
            lines += self._small()
            lines += self._held()
        if self.left and not self.ok:
            lines += ["", "left over:"]
            lines += [
                f"  {name:<22} {value: .9g} {self.units[f'load.{name}']}" for name, value in self.left.items()
            ]
        return "\n".join(lines)

    def _small(self) -> list[str]:
        lines = []
        if self.coordinates and self.stiffness.size:
            lines += ["", "stiffness:"]
            width = max(map(len, self.coordinates))
            heads = " ".join(f"{name:>14}" for name in self.coordinates)
            lines += [f"  {'':<{width}} {heads}"] if len(self.coordinates) > 1 else []
            rows = (
                self.coordinates
                if len(self.stiffness) == len(self.coordinates)
                else [""] * len(self.stiffness)
            )
            for name, row in zip(rows, self.stiffness, strict=True):
                lines.append(f"  {name:<{width}} " + " ".join(f"{k:>14.7g}" for k in row))
        for direction in self.neutral:
            told = ", ".join(f"{part:.4g} {name}" for name, part in direction.items())
            lines.append(f"neutral: {told}")
        if self.root_parts:
            lines += ["", "roots [1/s]:"]
            lines += [f"  {_shown(*parts)}" for parts in self.root_parts if parts[1] >= 0.0]
        return lines

    def _along(self) -> list[str]:
        unit = self.units[self.over]
        ends = self.path[self.over]
        lines = [
            "",
            f"path over {self.over}: {len(ends)} points from {ends[0]:.6g} to {ends[-1]:.6g} {unit}".rstrip(),
        ]
        for kind, points in (
            ("fold", self.folds),
            ("branch point", self.branches),
            ("Hopf point", self.hopfs),
        ):
            for at in points:
                told = ", ".join(f"{n} = {v:.6g}" for n, v in at.values.items())
                where = f"{self.over} = {at.value:.9g} {unit}".rstrip()
                where += f", roots +- {at.omega:.7g} i" if at.omega else ""
                lines.append(f"  {kind} at {where}: {told}")
        for jump in self.jumps:
            told = ", ".join(f"{n} = {v:.6g}" for n, v in jump.values.items())
            where = (
                f"  beyond the fold at {jump.fold:.9g}, with {self.over} = {jump.value:.6g} {unit}".rstrip()
            )
            lines.append(f"{where}: it jumps to {told}" if told else f"{where}: it rests nowhere; {jump.why}")
        return lines

    def _held(self) -> list[str]:
        if not self.reactions:
            return []
        lines = ["", "reactions:"]
        least = 1e-12 * max(abs(part) for load in self.reactions.values() for part in load)
        for name, load in self.reactions.items():
            if max(map(abs, load)) > least:
                parts = "  ".join(f"{part: .7g}" for part in load)
                lines.append(f"  {name:<22} {parts} {self.units[name]}")
        if self.not_unique:
            lines.append(f"not unique: {', '.join(self.not_unique)}")
        return lines

    def document(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """Where it rests, as plain data."""
        more = {
            "stability": {"word": self.stability, "because": self.because, "unstable": self.unstable},
            "coordinates": list(self.coordinates),
            "stiffness": self.stiffness.tolist(),
            "roots": [list(parts) for parts in self.root_parts],
            "neutral": [dict(direction) for direction in self.neutral],
            "moved": {n: {"from": given, "to": to} for n, (given, to) in self.moved.items()},
            "left": dict(self.left),
            "preload": dict(self.preload),
            "over": self.over,
            "path": {name: list(values) for name, values in self.path.items()},
            "others": [{name: list(values) for name, values in other.items()} for other in self.others],
            "folds": [{"value": at.value, "values": at.values} for at in self.folds],
            "branches": [{"value": at.value, "values": at.values} for at in self.branches],
            "hopfs": [{"value": at.value, "values": at.values, "omega": at.omega} for at in self.hopfs],
            "jumps": [asdict(jump) for jump in self.jumps],
            "found": [one.document() for one in self.found],
            "not_unique": list(self.not_unique),
        }
        return {**super().document(names), **more}


def _pose(one: Equilibrium) -> str:
    names = [n for n in one.coordinates if n in one.values] or list(one.values)
    return ", ".join(f"{n} = {one.values[n]:.6g}" for n in names)


def _shown(real: float, imaginary: float) -> str:
    if not imaginary:
        return f"{real: .7g}"
    return f"{real: .7g} +- {imaginary:.7g} i" if real else f" +- {imaginary:.7g} i"
