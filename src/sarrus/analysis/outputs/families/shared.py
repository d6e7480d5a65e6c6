"""Loads that redundant joints share, as the smallest that do it: the solution of Moore and Penrose."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sarrus.analysis.outputs.base import AskedRun, Offer
from sarrus.errors import UsageError, quote
from sarrus.mechanics.infos import LOADS
from sarrus.model import Snapshot
from sarrus.results.series import Series

__all__ = ["MinimumNorm"]

ENDING = ".minimum_norm"


class MinimumNorm:
    """`C.reaction.minimum_norm`, `C.torque.minimum_norm`, `motor.effort.minimum_norm`."""

    def offers(self, model: Snapshot) -> Iterator[Offer]:
        """Of every joint and constraint, and of what ties coordinates."""
        for element in model.bearing:
            for load, unit in (("reaction", "N"), ("torque", "N m")):
                meaning = f"{load}, shared evenly between redundant rows (least sum of squares, lengths in part lengths)"
                yield Offer(f"{element.name}.{load}{ENDING}", unit, meaning, size=3)
        for relation in model.relations:
            tied = model.coordinates_of(relation)
            unit = "N" if tied and tied[0][2].unit == "m" else "N m"
            yield Offer(
                f"{relation.name}.effort{ENDING}", unit, "effort, shared evenly between redundant rows"
            )

    def series(self, asked: AskedRun, name: str) -> Series | None:
        """One of them."""
        if not name.endswith(ENDING):
            return None
        load = name.removesuffix(ENDING)
        channel = asked.history.channel(load)
        if channel is None or channel.kind not in LOADS:
            raise UsageError(f"{quote(name)}: {quote(load)} is not a reaction, a torque or an effort.")
        values = asked.row_loads.smallest(channel)
        failed = int(np.isnan(values).any(axis=1).sum())
        note = f"Not found in {failed} rows: the accelerations are not determined there." if failed else ""
        return Series(name, channel.unit, values[:, 0] if channel.size == 1 else values, note)
