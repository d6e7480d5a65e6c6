"""What the forward dynamics of a contender look like to the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.arrays import Floats


@dataclass(frozen=True)
class Forward:
    """Accelerations from coordinates and speeds, ready to be called many times at one state.

    Attributes:
        name: whose.
        setting: what is called, in words.
        result: accelerations at the state.
        calls: makes n evaluations, each called from Python.
        idle: makes n calls that compute nothing, through the same binding and with the same kinds of arguments.
        inside: makes n evaluations in one call of compiled code; None where the contender has no such loop.
    """

    name: str
    setting: str
    result: Floats
    calls: Callable[[int], object]
    idle: Callable[[int], object] | None = None
    inside: Callable[[int], object] | None = None
