"""How the time of a row of four-bars grows with its length."""

from __future__ import annotations

from typing import NamedTuple

from benchmarks.children import task
from benchmarks.growth import exponent
from benchmarks.protocol import progress
from benchmarks.report import Row

SIZES = (5, 10, 20, 40, 80)
TOLERANCE, LIMIT, BAR = 1e-7, 60.0, 1.2
TOGETHER = 1e-3
"""Cranks this far apart have left the branch [rad]."""


class Cost(NamedTuple):
    """CPU seconds of a run, and of what is done before it."""

    run: float
    setup: float


def rows(sizes: tuple[int, ...] = SIZES) -> list[Row]:
    """The exponent in each formulation, and in the better one at each size."""
    costs: dict[str, dict[int, Cost]] = {"relative": {}, "absolute": {}}
    trouble = []
    for formulation, found in costs.items():
        for count in sizes:
            progress(f"{count} four-bars, {formulation}")
            result = task("windows", count, formulation, TOLERANCE, timeout=LIMIT)
            if isinstance(result, str):
                trouble.append(f"{formulation}, {count}: {result}")
                break
            if result["status"] != 0 or result["apart"] > TOGETHER:
                trouble.append(f"{formulation}, {count}: wrong branch or status {result['status']:g}")
                continue
            found[count] = Cost(result["seconds"], result["setup"])
    best = {
        n: min(c[n] for c in costs.values() if n in c) for n in sizes if any(n in c for c in costs.values())
    }
    made = []
    for name, cost in {**costs, "better": best}.items():
        shown = ", ".join(f"{n}: {1e3 * c.run:.3g} ms" for n, c in cost.items())
        setups = ", ".join(f"{n}: {c.setup:.2g} s" for n, c in cost.items())
        what = f"growth of a row of four-bars, {name} formulation: exponent"
        note = f"10 s at tolerance {TOLERANCE:g} without set-up; {shown}; set-up without compiling, {setups}"
        note += "".join(f"; {t}" for t in trouble)
        bar = f"<= {BAR:g}" if name == "better" else ""
        if len(cost) < 3:
            made.append(Row(what, None, "", peer="too few sizes finished", bar=bar, is_met=None, note=note))
            continue
        slope = exponent({n: c.run for n, c in cost.items()})
        whole = len(cost) == len(sizes)
        made.append(
            Row(what, slope, "", bar=bar, is_met=(slope <= BAR and whole) if bar else None, note=note)
        )
    return made
