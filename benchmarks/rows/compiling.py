"""Compile time and memory against the number of bodies, each in a fresh process with an empty cache."""

from __future__ import annotations

import tempfile
from functools import cache
from typing import Any

from benchmarks.children import task
from benchmarks.protocol import progress
from benchmarks.report import Row

BODIES = (10, 100, 200, 1000)
LIMIT = 60.0
"""Seconds after which a child is stopped."""
BAR_BODIES, BAR = 200, 2.0
LARGE = 1000


@cache
def compiled(count: int) -> dict[str, Any] | str:
    """Seconds of a chain's equations and of their compilation, or why there are none."""
    progress(f"compiling a chain of {count}")
    with tempfile.TemporaryDirectory() as folder:
        return task("compiling", count, timeout=LIMIT, SARRUS_CACHE=f"{folder}/cache")


def is_affordable(count: int) -> str:
    """Why a chain of this length is not measured; "" when it can be."""
    for smaller in sorted({10, 40, 100, count}):
        if smaller <= count and isinstance(found := compiled(smaller), str):
            return f"a chain of {smaller} is {found} to compile"
    return ""


def rows(bodies: tuple[int, ...] = BODIES) -> list[Row]:
    """Compile times."""
    made = []
    for count in bodies:
        what = f"from model to machine code, chain of {count}"
        bar = f"< {BAR:g} s" if count == BAR_BODIES else ""
        reason = is_affordable(count)
        if reason:
            met = False if bar else None
            made.append(Row(what, None, peer=f"ours: {reason}", bar=bar, is_met=met))
            continue
        found = compiled(count)
        assert isinstance(found, dict)
        total = found["equations"] + found["compile"]
        note = f"{found['equations']:.2f} s equations, {found['compile']:.2f} s machine code"
        made.append(Row(what, total, bar=bar, is_met=total < BAR if bar else None, note=note))
    return made


def memory(count: int = LARGE) -> list[Row]:
    """Peak memory of a simulation."""
    what = f"peak memory, simulation of a chain of {count}"
    reason = is_affordable(count)
    if reason:
        return [Row(what, None, peer=f"ours: {reason}")]
    progress(what)
    found = task("memory", count, timeout=2 * LIMIT)
    if isinstance(found, str):
        return [Row(what, None, peer=f"ours: {found}")]
    return [
        Row(
            what,
            found["peak"] / 2**20,
            "MiB",
            note=f"{found['before'] / 2**20:.0f} MiB before the simulation",
        )
    ]
