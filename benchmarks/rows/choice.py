"""Whether the formulation that is chosen by an estimate is the faster one."""

from __future__ import annotations

from functools import partial

import numpy as np

from benchmarks.models.ring import on_balls, pinned
from benchmarks.models.windows import windows
from benchmarks.ours import Integration
from benchmarks.protocol import progress
from benchmarks.report import Row
from benchmarks.timing import seconds
from sarrus import Mechanism
from sarrus.mechanics.choice import cheaper_formulation

MODELS = (
    ("ring of 16 bars", partial(pinned, 16)),
    ("ring of 100 bars", partial(pinned, 100)),
    ("ring of 6 bars on balls", partial(on_balls, 6)),
    ("ring of 40 bars on balls", partial(on_balls, 40)),
    ("row of 40 four-bars", partial(windows, 40)),
)
STEP, STEPS, REPEATS = 1e-4, 200, 7
TOLERATED = 0.7


def rows() -> list[Row]:
    """Time of the other formulation over that of the chosen one, for the same number of fixed steps."""
    made = []
    for title, build in MODELS:
        progress(f"formulation of a {title}")
        made.append(_row(title, build()))
    return made


def _row(title: str, m: Mechanism) -> Row:
    chosen = cheaper_formulation(m.snapshot())
    other = "absolute" if chosen == "relative" else "relative"
    times = np.array([0.0, STEPS * STEP])
    runs = {f: Integration(m, f, "rk4").run(times, step=STEP) for f in (chosen, other)}
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(REPEATS):
        for f, run in runs.items():
            best[f] = min(best[f], seconds(run))
    ratio = best[other] / best[chosen]
    what = f"formulation of a {title}: {chosen}"
    bar = f">= {TOLERATED:g}x"
    note = f"{STEPS} steps of the classical Runge-Kutta method, each with its projection"
    return Row(what, best[chosen], peer=f"ours, {other}", theirs=best[other], bar=bar, is_met=ratio >= TOLERATED, note=note)  # fmt: skip
