"""How the time of a row of four-bars grows with its length."""

from __future__ import annotations

from benchmarks.children import task
from benchmarks.growth import exponent
from benchmarks.protocol import progress
from benchmarks.report import Row

SIZES = (5, 10, 20, 40, 80)
TOLERANCE, LIMIT, BAR = 1e-7, 60.0, 1.2
TOGETHER = 1e-3
"""Cranks this far apart have left the branch [rad]."""


def rows(sizes: tuple[int, ...] = SIZES) -> list[Row]:
    """The exponent in each formulation, and in the better one at each size."""
    costs: dict[str, dict[int, float]] = {"relative": {}, "absolute": {}}
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
            found[count] = result["seconds"]
    best = {
        n: min(c[n] for c in costs.values() if n in c) for n in sizes if any(n in c for c in costs.values())
    }
    made = []
    for name, cost in {**costs, "better": best}.items():
        shown = ", ".join(f"{n}: {1e3 * t:.3g} ms" for n, t in cost.items())
        what = f"growth of a row of four-bars, {name} formulation: exponent"
        note = f"10 s at tolerance {TOLERANCE:g} without set-up; {shown}" + "".join(f"; {t}" for t in trouble)
        bar = f"<= {BAR:g}" if name == "better" else ""
        if len(cost) < 3:
            made.append(Row(what, None, "", peer="too few sizes finished", bar=bar, is_met=None, note=note))
            continue
        slope = exponent(cost)
        whole = len(cost) == len(sizes)
        made.append(
            Row(what, slope, "", bar=bar, is_met=(slope <= BAR and whole) if bar else None, note=note)
        )
    return made
