"""Loops over tables give what straight-line code gives, kernel by kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sarrus.mechanics import Equations, formulate
from sarrus.model import Snapshot
from sarrus.scalar.rolled import Rolled

Floats = np.ndarray[Any, np.dtype[np.float64]]
Kernels = Callable[..., list[list[float]]]


def rolled_difference(model: Snapshot, formulation: str, seed: int = 0, compiled: bool = False) -> float:
    """The largest difference between both kinds of kernels at a random state, against the size of the numbers.

    Rows that vanish by structure in straight-line code are there in loops, where they must vanish by value. Accelerations
    of the recursion, which only loops have, are put into M vdot = f of straight-line code.

    Args:
        model: the mechanism.
        formulation: relative or absolute.
        seed: of the state, which obeys no constraint.
        compiled: whether the loops are compiled; otherwise they are interpreted.

    Returns:
        Infinity where one kind gives a number and the other gives none.

    Raises:
        AssertionError: the two kinds differ in what they are about: coordinates, rows, channels.
    """
    plain, rolled = (formulate(model, formulation, rolled=r) for r in (False, True))
    for what in ("coordinates", "speeds", "speed_units", "states", "measured", "channels"):
        assert getattr(plain, what) == getattr(rolled, what), f"the {what} differ"
    names = [r.name for r in rolled.rows]
    assert [r for r in rolled.rows if r in plain.rows] == list(plain.rows), "the rows differ"
    shared = [names.index(r.name) for r in plain.rows]
    random = np.random.default_rng(seed)
    now = {
        "t": random.normal(size=1),
        "x": random.normal(size=plain.size),
        "vdot": random.normal(size=len(plain.speeds)),
        "lam": random.normal(size=plain.multipliers),
        "step": 0.1 * random.normal(size=len(plain.speeds)),
        "u": np.array([i.start for i in plain.inputs]),
    }
    padded = {**now, "lam": np.zeros(rolled.multipliers)}
    places = [*shared, *range(len(names), rolled.multipliers)]
    padded["lam"][places] = now["lam"]
    worst = 0.0
    for name, kernel in plain.kernels.items():
        inputs = [n for n, _ in kernel.inputs if n in now]
        one = kernel(*(now[n] for n in inputs), plain.constants)
        two = _loops(rolled, name, compiled)(*(padded[n] for n in inputs), rolled.constants)
        for (group, _), a, b in zip(kernel.outputs, one, two, strict=True):
            meant = _whole(plain, name, group, a, len(names), shared)
            found = _whole(rolled, name, group, b, len(names), range(len(names)))
            worst = max(worst, _difference(meant, found))
    if "forward" in rolled.kernels:
        (vdot,) = _loops(rolled, "forward", compiled)(now["t"], now["x"], now["u"], rolled.constants)
        worst = max(worst, _unbalanced(plain, now["t"], now["x"], np.array(vdot)))
    return worst


def _loops(rolled: Equations, name: str, compiled: bool) -> Kernels:
    kernel = rolled.kernels[name]
    assert isinstance(kernel, Rolled)
    return kernel.compiled if compiled else kernel.interpret


def _unbalanced(plain: Equations, t: Floats, x: Floats, vdot: Floats) -> float:
    """What is left of M vdot = f, against the largest sum of sizes in it; vdot itself is as uncertain as M is singular."""
    entries, f, *_ = plain.evaluate("dynamics", t, x)
    count = len(plain.speeds)
    lower = _matrix(np.array(entries), plain.mass_pattern, count, range(count), count)
    M = lower + np.tril(lower, -1).T
    return _difference(np.array(f), M @ vdot, np.abs(M) @ np.abs(vdot))


def _whole(
    e: Equations, kernel: str, group: str, values: Sequence[float], rows: int, shared: Sequence[int]
) -> Floats:
    """A group of outputs in a form that does not depend on which entries are left out as zeros."""
    flat = np.array(values, dtype=float)
    if kernel == "gap":  # components that vanish by structure have no names to find them by
        return np.array([np.sum(flat * flat)])
    if group in ("g", "alpha", "beta", "row_rate", "row_second"):
        found = np.zeros(rows)
        found[list(shared)] = flat
        return found
    if group == "M":
        return _matrix(flat, e.mass_pattern, len(e.speeds), range(len(e.speeds)), len(e.speeds))
    if group == "G":
        return _matrix(flat, e.jacobian_pattern, rows, shared, len(e.speeds))
    if group == "H":
        return _matrix(flat, e.push_pattern, len(e.pushes), range(len(e.pushes)), len(e.speeds))
    if group == "measure_J":
        return _matrix(flat, e.measure_pattern, len(e.measured), range(len(e.measured)), len(e.speeds))
    return flat


def _matrix(
    flat: Floats, pattern: Sequence[tuple[int, int]], rows: int, names: Sequence[int], columns: int
) -> Floats:
    found = np.zeros((rows, columns))
    for value, (i, j) in zip(flat, pattern, strict=True):
        found[names[i], j] += value
    return found


def _difference(meant: Floats, found: Floats, size: Floats | None = None) -> float:
    """The largest, against the numbers meant or a size that is given; what is no number is so in both, or infinitely off."""
    if meant.shape != found.shape:
        raise AssertionError(f"shapes differ: {meant.shape} and {found.shape}")
    is_same = (meant == found) | (np.isnan(meant) & np.isnan(found))
    if is_same.all():
        return 0.0
    if not np.isfinite(meant[~is_same] - found[~is_same]).all():
        return np.inf
    sizes = np.abs(meant if size is None else size)
    return float(np.abs(meant - found)[~is_same].max() / (1.0 + sizes[np.isfinite(sizes)].max(initial=0.0)))
