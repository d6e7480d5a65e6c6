"""Why a motion could not be followed: a pose near which the prescribed quantities no longer tell how joints move."""

from __future__ import annotations

import numpy as np

from sarrus.analysis.assembly.search import Search
from sarrus.analysis.assembly.start import Start
from sarrus.analysis.linear.manifold import Manifold
from sarrus.results import Result
from sarrus.solvers.arrays import Floats

__all__ = ["singular_pose"]

PARTS = 16
"""Into how many parts the time to the next row is divided."""
WEAK = 0.05
"""Part of what slopes were at the start, below which a pose counts as singular."""
SHOWN = 4


def singular_pose(found: Start, base: Result, until: float) -> str:
    """A sentence on the singular pose that the motion comes to behind the last row of a run; "" where there is none.

    Args:
        found: the start, with the rows of the motion.
        base: the run, as far as it came.
        until: when it should have ended [s].
    """
    e, rows = found.equations, len(base)
    if rows < 1 or not all(name in base.series for name in e.measured):
        return ""
    begin = float(base.t[-1])
    step = float(base.t[-1] - base.t[-2]) if rows > 1 else until
    values = {name: float(base[name].values[-1]) for name in e.measured}
    x: Floats | None = Search(e, begin).state(Search(e, begin).placed(range(len(e.owners)), values))
    usual = _weakest(Manifold(e, 0.0), found.x)
    weakest, when, pose = usual, begin, values
    for t in np.linspace(begin, min(begin + step, until), PARTS + 1):
        manifold = Manifold(e, float(t))
        x = None if x is None else manifold.closed(x)
        if x is None:
            break
        here = _weakest(manifold, x)
        if here < weakest:
            told = e.evaluate("measure", [float(t)], x)[0]
            weakest, when, pose = here, float(t), dict(zip(e.measured, told, strict=True))
    if not weakest < WEAK * usual:
        return ""
    shown = [f"{n} = {v:.4g}" for n, v in list(pose.items())[:SHOWN]]
    more = ", ..." if len(pose) > SHOWN else ""
    return (
        f"Near t = {when:.4g} s the motion comes to a singular pose, {', '.join(shown)}{more}: what is prescribed does not tell there "
        "how the joints move. Keep away from it, or prescribe coordinates of joints."
    )


def _weakest(manifold: Manifold, x: Floats) -> float:
    """The smallest singular value of the slopes of rows: lengths in units of the mechanism's, and no row by its own slopes."""
    e = manifold.e
    here = manifold.rows.at(manifold.t, x)
    G = here.of.slopes.dense(here.G) * here.of.columns / np.array(e.row_lengths)[:, None]
    sigma = np.linalg.svd(G, compute_uv=False)
    kept = sigma[: G.shape[1]]
    return float(kept[-1]) if len(kept) else 0.0
