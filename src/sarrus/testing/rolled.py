"""Loops over tables give what straight-line code gives, kernel by kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sarrus.equations import Equations, formulate
from sarrus.model import Snapshot
from sarrus.scalar.rolled import Rolled

Floats = np.ndarray[Any, np.dtype[np.float64]]
Kernels = Callable[..., list[list[float]]]


def rolled_difference(model: Snapshot, formulation: str, seed: int = 0, compiled: bool = False) -> float:
    """The largest difference between both kinds of kernels at a random state, against the size of the numbers.

    Rows that vanish by structure in straight-line code are there in loops, where they must vanish by value.

    Args:
        model: the mechanism.
        formulation: relative or absolute.
        seed: of the state, which obeys no constraint.
        compiled: whether the loops are compiled; otherwise they are interpreted.

    Raises:
        AssertionError: the two kinds differ in what they are about: coordinates, rows, channels.
    """
    plain, rolled = (formulate(model, formulation, rolled=r) for r in (False, True))
    for what in ("coordinates", "speeds", "speed_units", "quadratures", "measured", "channels"):
        assert getattr(plain, what) == getattr(rolled, what), f"the {what} differ"
    names = [r.name for r in rolled.rows]
    assert [r for r in rolled.rows if r in plain.rows] == list(plain.rows), "the rows differ"
    shared = [names.index(r.name) for r in plain.rows]
    random = np.random.default_rng(seed)
    now = {
        "t": random.normal(size=1),
        "x": random.normal(size=plain.size),
        "vdot": random.normal(size=len(plain.speeds)),
        "lam": random.normal(size=len(plain.rows)),
        "step": 0.1 * random.normal(size=len(plain.speeds)),
    }
    worst = 0.0
    for name, kernel in plain.kernels.items():
        other = rolled.kernels[name]
        assert isinstance(other, Rolled)
        inputs = [n for n, _ in kernel.inputs if n in now]
        padded = {**now, "lam": np.zeros(len(names))}
        padded["lam"][shared] = now["lam"]
        call: Kernels = other if compiled else other.interpret
        one = kernel(*(now[n] for n in inputs), plain.constants)
        two = call(*(padded[n] for n in inputs), rolled.constants)
        for (group, _), a, b in zip(kernel.outputs, one, two, strict=True):
            meant = _whole(plain, name, group, a, len(names), shared)
            found = _whole(rolled, name, group, b, len(names), range(len(names)))
            worst = max(worst, _difference(meant, found))
    return worst


def _whole(
    e: Equations, kernel: str, group: str, values: Sequence[float], rows: int, shared: Sequence[int]
) -> Floats:
    """A group of outputs in a form that does not depend on which entries are left out as zeros."""
    flat = np.array(values, dtype=float)
    if kernel == "gap":  # components that vanish by structure have no names to find them by
        return np.array([np.sum(flat * flat)])
    if group in ("g", "alpha", "beta"):
        found = np.zeros(rows)
        found[list(shared)] = flat
        return found
    if group == "M":
        return _matrix(flat, e.mass_pattern, len(e.speeds), range(len(e.speeds)), len(e.speeds))
    if group == "G":
        return _matrix(flat, e.jacobian_pattern, rows, shared, len(e.speeds))
    if group == "J":
        return _matrix(flat, e.measure_pattern, len(e.measured), range(len(e.measured)), len(e.speeds))
    return flat


def _matrix(
    flat: Floats, pattern: Sequence[tuple[int, int]], rows: int, names: Sequence[int], columns: int
) -> Floats:
    found = np.zeros((rows, columns))
    for value, (i, j) in zip(flat, pattern, strict=True):
        found[names[i], j] += value
    return found


def _difference(meant: Floats, found: Floats) -> float:
    if meant.shape != found.shape:
        raise AssertionError(f"shapes differ: {meant.shape} and {found.shape}")
    if not meant.size:
        return 0.0
    return float(np.abs(meant - found).max() / (1.0 + np.abs(meant).max()))
