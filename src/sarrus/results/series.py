"""One quantity over time, with its unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

Places = NDArray[np.intp]

_AXES = {1: "x", 2: "xy", 3: "xyz", 4: "wxyz"}


@dataclass(frozen=True, eq=False)
class Series:
    """One quantity over time: values of shape (n,) or (n, components), with a unit.

    NumPy functions take it as an array. What should be known of the values stands in `note`: where they are not defined,
    and why.
    """

    name: str
    unit: str
    values: Array
    note: str = ""

    @property
    def components(self) -> tuple[str, ...]:
        """Letters of the components: x y z, or w x y z, or numbers from 1; () for a single quantity."""
        if self.values.ndim == 1:
            return ()
        count = int(np.prod(self.values.shape[1:]))
        return tuple(_AXES.get(count) or map(str, range(1, count + 1)))

    @property
    def columns(self) -> dict[str, Array]:
        """Every component by its full name, e.g. "C.reaction.x", shape (n,)."""
        if self.values.ndim == 1:
            return {self.name: self.values}
        flat = self.values.reshape(len(self.values), len(self.components))
        return {f"{self.name}.{letter}": flat[:, k] for k, letter in enumerate(self.components)}

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return np.asarray(self.values, dtype=dtype)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: Any) -> Any:
        return self.values[index]

    def __repr__(self) -> str:
        if not len(self):
            return f"{self.name} [{self.unit}]: empty"
        return f"{self.name} [{self.unit}]: {len(self)} values, {self.values.min():.6g} to {self.values.max():.6g}"


def place_of(series: Mapping[str, Series], name: str) -> Series | None:
    """Where a point is, "foot.p3", from its coordinates "foot.p3.x", "foot.p3.y"; None for what is no place.

    A body is none: it has angles, too.
    """
    own = [key[len(name) + 1 :] for key in series if key.startswith(name + ".")]
    axes = is_place(own)
    if not axes:
        return None
    parts = [series[f"{name}.{axis}"] for axis in axes]
    return Series(name, parts[0].unit, np.column_stack([part.values for part in parts]))


def is_place(quantities: Iterable[str]) -> str:
    """The axes of a place, "xy" or "xyz", where something has these coordinates and nothing else; else "".

    Example:
        >>> is_place(["x", "y", "x_dot", "y_dot"])
        'xy'
        >>> is_place(["x", "y", "psi"])
        ''
    """
    own = {quantity.removesuffix("_ddot").removesuffix("_dot") for quantity in quantities}
    return next((axes for axes in ("xy", "xyz") if own == set(axes)), "")


def spread(count: int, most: int) -> Places:
    """At most so many of a count of rows, the first and the last among them, equally far apart.

    Where no number of equal gaps comes near the most allowed, gaps differ by one row.

    Example:
        >>> spread(501, 12).tolist()
        [0, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500]
    """
    gaps = max(1, min(most, count) - 1)
    equal = next((n for n in range(gaps, 0, -1) if (count - 1) % n == 0), gaps)
    picked: Places = np.unique(
        np.linspace(0, count - 1, (equal if 2 * equal >= gaps else gaps) + 1).round().astype(np.intp)
    )
    return picked[(picked >= 0) & (picked < count)]
