"""The plan that all kernels of loops of one mechanism share, and their room to work in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from sarrus.errors import CompileError
from sarrus.scalar.lines import zeros_on_lines

__all__ = ["PlanMemory"]

MOST_KERNELS, MOST_SWEEPS = 24, 32
"""Kernels of a mechanism, and sweeps of each; how many there are depends on the kinds of elements only."""


Ints = np.ndarray[Any, np.dtype[np.int64]]


class Planned(Protocol):
    """A sweep: it has a number in the plan, and a table there."""

    number: int

    def table(self) -> list[int]:
        """What stands in the plan for it."""


class PlanMemory:
    """What the kernels of one mechanism share: their plan, and room for what passes from sweep to sweep.

    It grows with every kernel that is recorded. Where a kernel's sweeps stand at the head of the plan does not depend on
    which others were recorded before: its code is always the same.
    """

    def __init__(self) -> None:
        self.plan: Ints = np.zeros(MOST_KERNELS * MOST_SWEEPS, np.int64)
        self.work = np.zeros(0)
        self.calls: dict[str, int] = {}

    def add(self, kernel: int, sweeps: Sequence[Planned], room: int) -> None:
        """Take the sweeps of the kernel of this number into the plan, numbering them."""
        if len(sweeps) > MOST_SWEEPS:
            raise CompileError(
                f"a kernel needs {len(sweeps)} loops over its elements, more than {MOST_SWEEPS}"
            )
        if kernel >= MOST_KERNELS:
            raise CompileError(
                f"there is room for {MOST_KERNELS} kernels, and number {kernel + 1} was asked for"
            )
        parts = [self.plan]
        size = len(self.plan)
        for k, sweep in enumerate(sweeps):
            sweep.number = MOST_SWEEPS * kernel + k
            table = np.array(sweep.table(), dtype=np.int64)
            self.plan[sweep.number] = size
            parts.append(table)
            size += len(table)
        self.plan = np.concatenate(parts)
        if room > len(self.work):
            self.work = zeros_on_lines(room)
