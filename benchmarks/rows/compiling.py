"""Compile time and memory against the number of bodies, each in a fresh process with an empty cache."""

from __future__ import annotations

import tempfile
from functools import cache
from typing import Any

from benchmarks.children import task
from benchmarks.protocol import progress
from benchmarks.report import Row

MIXED = "tree of seven joints"
SIZES = (
    ("chain", 10),
    ("chain", 100),
    ("chain", 200),
    ("chain", 1000),
    ("irregular tree", 200),
    (MIXED, 200),
)
LIMIT = 60.0
"""Seconds after which a child is stopped."""
BAR_BODIES, BAR = 200, 2.0
KNOWN_BODIES, KNOWN_BAR, REPEATS = 60, 1.0, 3
"""Size of the mechanism whose cells are in the cache, the bar for another one of the same kinds, and how often it is tried."""
LARGE = 1000


@cache
def compiled(kind: str, count: int) -> dict[str, Any] | str:
    """Seconds of a first simulation and those of them in the compiler, or why there are none."""
    progress(f"compiling: {kind} of {count}")
    with tempfile.TemporaryDirectory() as folder:
        return task("compiling", kind, count, timeout=LIMIT, SARRUS_CACHE=f"{folder}/cache")


def is_affordable(count: int) -> str:
    """Why a chain of this length is not measured; "" when it can be."""
    for smaller in sorted({10, 40, 100, count}):
        if smaller <= count and isinstance(found := compiled("chain", smaller), str):
            return f"a chain of {smaller} is {found} to compile"
    return ""


def rows(sizes: tuple[tuple[str, int], ...] = SIZES) -> list[Row]:
    """Compile times, with everything else that a first simulation does before it moves."""
    made = []
    for kind, count in sizes:
        what = f"from model to machine code, {kind} of {count}"
        bar = f"< {BAR:g} s" if count == BAR_BODIES else ""
        found: dict[str, Any] | str = is_affordable(count) if kind == "chain" else ""
        found = found or compiled(kind, count)
        if isinstance(found, str):
            met = False if bar else None
            made.append(Row(what, None, peer=f"ours: {found}", bar=bar, is_met=met))
            continue
        total, compiler = found["total"], found["compiler"]
        note = f"first simulation, of 1 ms, with an empty cache: {compiler:.2f} s in the compiler, {total - compiler:.2f} s before and after"
        made.append(Row(what, total, bar=bar, is_met=total < BAR if bar else None, note=note))
    return made


def known(count: int = BAR_BODIES) -> list[Row]:
    """The same for joints of which another mechanism has the cells in the cache: only the loops over them are new."""
    what = f"from model to machine code, {MIXED}, {count} after {KNOWN_BODIES} others"
    laps = []
    for lap in range(REPEATS):
        progress(f"compiling: {what}, {lap + 1} of {REPEATS}")
        with tempfile.TemporaryDirectory() as folder:
            for size in (KNOWN_BODIES, count):
                found = task("compiling", MIXED, size, timeout=LIMIT, SARRUS_CACHE=f"{folder}/cache")
        if isinstance(found, str):
            return [Row(what, None, peer=f"ours: {found}", bar=f"< {KNOWN_BAR:g} s", is_met=False)]
        laps.append((found["total"], found["compiler"]))
    total, compiler = min(laps)
    note = f"first simulation, of 1 ms, with the cells of another mechanism in the cache: {compiler:.2f} s in the compiler, {total - compiler:.2f} s before and after"
    return [Row(what, total, bar=f"< {KNOWN_BAR:g} s", is_met=total < KNOWN_BAR, note=note)]


def memory(count: int = LARGE) -> list[Row]:
    """Peak memory of a simulation whose code is in the cache, and of the one before that compiled it."""
    what = f"peak memory, simulation of a chain of {count}"
    reason = is_affordable(count)
    if reason:
        return [Row(what, None, peer=f"ours: {reason}")]
    progress(what)
    with tempfile.TemporaryDirectory() as folder:
        first, later = (
            task("memory", count, timeout=2 * LIMIT, SARRUS_CACHE=f"{folder}/cache") for _ in range(2)
        )
    for found in (first, later):
        if isinstance(found, str):
            return [Row(what, None, peer=f"ours: {found}")]
    assert isinstance(first, dict)
    assert isinstance(later, dict)
    before, compiling = (x / 2**20 for x in (later["before"], first["peak"]))
    note = f"{before:.0f} MiB before the simulation; {compiling:.0f} MiB where it is compiled first"
    return [Row(what, later["peak"] / 2**20, "MiB", note=note)]
