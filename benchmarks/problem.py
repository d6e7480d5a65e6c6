"""A motion with known values: what every contender has to reproduce."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.arrays import Floats
from sarrus import Mechanism

Series = Callable[[str], Floats]
"""Values of a channel of ours at all output times."""


@dataclass(frozen=True)
class Problem:
    """A motion to integrate from 0 to the last of `times`.

    Attributes:
        name: as `--only` takes it.
        title: as the table shows it.
        times: where values are compared [s].
        reference: values there, shape (times, quantities); spec 06 has their origin.
        is_relative: errors are divided by the reference itself, not by the larger of 1 and the reference.
        mechanism: the model, written for Sarrus.
        read: values from the channels of ours, in the shape of the reference.
    """

    name: str
    title: str
    times: Floats
    reference: Floats
    is_relative: bool
    mechanism: Callable[[], Mechanism]
    read: Callable[[Series], Floats]

    def error(self, found: Floats) -> float:
        """The largest deviation as spec 06 compares; infinite when there is a value missing."""
        if found.shape != self.reference.shape or not np.isfinite(found).all():
            return float("inf")
        size = np.abs(self.reference)
        scale = size if self.is_relative else np.maximum(1.0, size)
        return float((np.abs(found - self.reference) / scale).max())
