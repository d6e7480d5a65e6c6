"""Where a mechanism goes when it snaps: beyond a fold nothing holds it near, and it goes downhill from there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sarrus.analysis.statics.path import PathEnd, PathPoint, Varied
from sarrus.analysis.statics.search import Ending, Found, stable

__all__ = ["BEYOND", "Snap", "snaps"]

BEYOND = 1e-3
"""How far beyond a fold what changes is put, in parts of its range."""


@dataclass(frozen=True)
class Snap:
    """A fold, and where the mechanism goes from it.

    Attributes:
        fold: the point that it leaves.
        p: what changes, its value beyond the fold.
        found: where the way downhill ends; None where the mechanism does not close beyond the fold.
    """

    fold: PathPoint
    p: float
    found: Found | None

    @property
    def rests(self) -> Found | None:
        """Where it comes to rest; None where it does not."""
        return self.found if self.found is not None and self.found.ending is Ending.BALANCED else None


def snaps(varied: Varied, run: PathEnd, size: float) -> Iterator[Snap]:
    """What happens at each fold of a path, with what changes beyond it: on the side where the path does not go.

    Args:
        varied: what changes.
        run: the path.
        size: of the range of what changes.
    """
    for fold in run.folds:
        near = min(
            (at for at in run.points if at.p != fold.p),
            key=lambda at: at.balance.of.distance(at.balance.x, fold.balance.x),
        )
        p = fold.p + float(np.sign(fold.p - near.p)) * BEYOND * size
        of = varied.at(p)
        closed = of.closed(fold.balance.x)
        yield Snap(fold, p, None if closed is None else stable(of.at(closed)))
