"""Clocks: the smallest of interleaved repeats, in CPU seconds.

On a shared machine a single time says little. The clock is that of the process, which stands still while others run;
contenders take turns, so that a slow minute hits all of them, and the smallest time of each counts: noise only ever adds.
Everybody computes on one thread.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

Name = TypeVar("Name")
Repeat = Callable[[int], object]

SLICE = 0.02
"""Seconds that one timed slice of repeats should take at least."""
MOST = 1 << 22


def seconds(function: Callable[[], object]) -> float:
    """CPU time of one call [s]."""
    begin = time.process_time()
    function()
    return time.process_time() - begin


def enough(repeat: Repeat) -> int:
    """How many repeats fill a slice."""
    n = 1
    while n < MOST:
        took = seconds(partial(repeat, n))
        if took >= SLICE:
            break
        n = min(MOST, max(2 * n, int(n * SLICE / max(took, 1e-7))))
    return n


def interleaved(contenders: Mapping[Name, Repeat], rounds: int) -> dict[Name, float]:
    """Smallest time of one repeat of each contender [s], all of them taking turns."""
    counts = {name: enough(repeat) for name, repeat in contenders.items()}
    best = dict.fromkeys(contenders, float("inf"))
    for _ in range(rounds):
        for name, repeat in contenders.items():
            n = counts[name]
            best[name] = min(best[name], seconds(partial(repeat, n)) / n)
    return best


def children_cpu() -> float:
    """CPU seconds of all child processes that have ended so far."""
    used = os.times()
    return used.children_user + used.children_system
