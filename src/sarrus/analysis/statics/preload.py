"""Which settings of springs make a given pose an equilibrium?

S^T (f + F_p dp) = 0        dp: the least change, each in units of its usual size
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.analysis.linear.numbers import Changing
from sarrus.analysis.statics.balance import Balance, Resting
from sarrus.analysis.statics.search import Ending, Found, is_balanced
from sarrus.solvers.arrays import Floats

__all__ = ["preloaded"]

ITERATIONS = 25


def preloaded(b: Balance, paths: Sequence[str]) -> tuple[Found, dict[str, float]]:
    """The same pose with other numbers of the model, and these numbers.

    Raises:
        UsageError: a path is none of a number.
    """
    numbers = Changing(b.of.e)
    numbers.require(paths, "preload")
    paths = [numbers.named(path) for path in paths]
    of = Resting(numbers.equations, b.of.t)
    sizes = np.array([_size(numbers, path, b) for path in paths])
    found = of.at(b.x)
    step = 0.0
    count = 0
    while count < ITERATIONS:
        if is_balanced(found):
            break
        slopes: Floats = np.array(
            [-found.stand.motions.T @ numbers.slopes(path, of.t, found.x, found.lam)[0] for path in paths]
        ).T
        change = np.linalg.lstsq(slopes * sizes, -found.left, rcond=1e-10)[0]
        step = float(np.linalg.norm(change))
        if step <= 1e-15:
            break
        for path, part in zip(paths, (sizes * change).tolist(), strict=True):
            numbers.put(path, numbers.value(path) + part)
        found, count = of.at(b.x), count + 1
    ending = Ending.BALANCED if is_balanced(found) else Ending.STUCK
    return Found(found, ending, count, step), {path: numbers.value(path) for path in paths}


def _size(numbers: Changing, path: str, b: Balance) -> float:
    """Usual size of a number: its own, or that of its unit in this mechanism."""
    unit = numbers.numbers[path].unit
    usual = {"m": b.of.e.length, "N": b.force_scale, "N m": b.scale, "rad": 1.0}.get(unit, 1.0)
    return abs(numbers.value(path)) or usual
