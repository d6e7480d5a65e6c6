"""A mechanism at its start, as a user sees it: the first row of a run."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

import sarrus
from oracles.registry import FORMULATIONS


class Beginning:
    """Every published quantity at t = 0."""

    def __init__(self, run: sarrus.Result) -> None:
        self.run = run

    def __getitem__(self, name: str) -> np.ndarray:
        return np.asarray(self.run[name])[0]

    def number(self, name: str) -> float:
        """A quantity of one component."""
        return float(self[name])

    def vector(self, name: str, suffix: str = "") -> np.ndarray:
        """x, y (and z) of a point, or of its rate with suffix `_dot`, `_ddot`."""
        parts = [f"{name}.{a}{suffix}" for a in "xyz"]
        return np.array([self.number(p) for p in parts if p in self.run])

    def along(self, coordinates: Sequence[str]) -> list[float]:
        """Generalised forces in chosen coordinates."""
        names = [f"load.{name}" for name in coordinates]
        found = sarrus.with_outputs(self.run, names, coordinates=coordinates)
        return [float(found[name][0]) for name in names]


def begin(mechanism: sarrus.Mechanism) -> Beginning:
    """The start of a mechanism."""
    return Beginning(sarrus.simulate(mechanism, until=1e-4, rows=2))


def both_begin(mechanism: sarrus.Mechanism) -> dict[str, Beginning]:
    """The start of a mechanism in every formulation."""
    return {
        name: Beginning(sarrus.simulate(mechanism, until=1e-3, rows=2, formulation=name))
        for name in FORMULATIONS
    }
