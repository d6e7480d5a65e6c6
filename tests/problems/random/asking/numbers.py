"""What is compared with what, and how closely."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from drawing import Blueprint, prepared

from sarrus.analysis.assembly.start import Start, in_formulation
from sarrus.analysis.rank.mobility import Mobility, mobility

# Frames that hold equations are not shown when a test fails: an expression prints itself in full.
__tracebackhide__ = True

Loads = dict[str, np.ndarray]


@dataclass(frozen=True)
class Case:
    """A random mechanism at its start, in both formulations.

    `solve(equations, x, t)` gives an instant: accelerations, multipliers and published quantities.
    """

    plan: Blueprint
    start: Start
    solve: Callable[..., Any]

    @classmethod
    def of(cls, seed: int, solve: Callable[..., Any]) -> Case:
        """The mechanism of a seed."""
        return cls(*prepared(seed), solve)

    @cached_property
    def relative(self) -> Any:
        """The instant in joint coordinates."""
        return self.solve(self.start.equations, self.start.x, self.plan.t)

    @cached_property
    def absolute(self) -> Any:
        """The instant in body coordinates."""
        return self.solve(*in_formulation(self.start, "absolute"), self.plan.t)

    @cached_property
    def freedom(self) -> Mobility:
        """Rank report of all bodies and joints."""
        return mobility(self.absolute.equations, self.plan.t, self.absolute.x)

    @property
    def open(self) -> set[str]:
        """Components of reactions that are not unique."""
        return set(self.freedom.not_unique)

    def tolerance(self, *others: Any) -> float:
        """What CONVENTIONS section 5 promises, relative to the largest magnitude; worse must have been reported."""
        condition = max(i.condition for i in (self.relative, self.absolute, *others))
        if condition > 1e8:
            assert self.freedom.near_singular, f"condition {condition:.3g} is not reported"
        return 1e-10 if condition <= 1e6 else 1e-8 if condition <= 1e8 else np.inf


def accelerations(instant: Any) -> Loads:
    """Every second derivative that is published."""
    return {n: v for n, v in instant.values.items() if n.endswith(("_ddot", ".alpha"))}


def reactions(instant: Any) -> Loads:
    """Every load of a joint, constraint or driver."""
    return {n: v for n, v in instant.values.items() if n.endswith((".reaction", ".torque", ".effort"))}


def unique(loads: Loads, not_unique: Iterable[str]) -> dict[str, float]:
    """Components of loads, those that are not determined left out."""
    found = {
        f"{n}.{a}" if len(v) > 1 else n: float(x)
        for n, v in loads.items()
        for a, x in zip("xyz", v, strict=False)
    }
    return {n: x for n, x in found.items() if n not in not_unique}


def largest(values: dict[str, Any]) -> float:
    """Largest magnitude; at least 1 (m/s^2, N): the size of what was drawn, for mechanisms that cannot move."""
    return max([1.0, *(float(np.abs(v).max()) for v in values.values())])


def assert_equal(what: str, one: dict[str, Any], two: dict[str, Any], rtol: float, size: float = 0.0) -> None:
    """The same names, and the same values to a part of the largest, or of `size`."""
    assert one.keys() == two.keys(), f"{what}: {sorted(one.keys() ^ two.keys())} are published once only"
    size = size or largest(two)
    off = {n: float(np.abs(one[n] - two[n]).max()) for n in one}
    worst = max(off, key=off.__getitem__, default="")
    assert not off or off[worst] <= rtol * size, f"{what}: {worst} differs by {off[worst]:.3g} of {size:.3g}"
