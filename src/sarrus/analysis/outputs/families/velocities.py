"""Partial velocities and mechanical advantage.

    v = sum_k (dv / dy_k') y_k'            advantage = 1 / |dv / dy_k'|

for independent coordinates y_k. Where they do not determine the motion, neither is defined.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sarrus.analysis.outputs.base import AskedRun, Offer
from sarrus.analysis.outputs.coordinates import rate_channel
from sarrus.analysis.outputs.history import History
from sarrus.analysis.outputs.motions import Motions
from sarrus.errors import UsageError, quote, suggest
from sarrus.model import Snapshot
from sarrus.results.series import Series
from sarrus.solvers.arrays import Floats

__all__ = ["PartialVelocities"]

PER, ADVANTAGE = ".per.", ".advantage."
DEAD = 1e-12
"""A partial velocity up to this, in natural units, is that of a dead point: the advantage has no limit there."""


class PartialVelocities:
    """`slide.s.per.A.theta`, `slide.s.advantage.A.theta`."""

    def offers(self, model: Snapshot) -> Iterator[Offer]:
        """The patterns, with an example each."""
        if not model.coordinates:
            return
        first, *rest = model.coordinates
        other = rest[-1] if rest else first
        units = model.coordinates[other][2].unit, model.coordinates[first][2].unit
        yield Offer(
            "QUANTITY.per.COORDINATE",
            quotient(*units),
            "partial velocity: rate of a coordinate, position or sensor per unit rate of a coordinate, drivers let go",
            f"{other}.per.{first}",
        )
        if model.bodies:
            body = model.bodies[-1].name
            yield Offer(
                "BODY.w.per.COORDINATE",
                quotient("rad", units[1]),
                "partial angular velocity, ground components; w_B in those of the body",
                f"{body}.w.per.{first}",
                3,
            )
            yield Offer(
                "POINT.per.COORDINATE",
                quotient("m", units[1]),
                "partial velocity of a point of a body, ground components",
                f"{body}.center.per.{first}",
                3,
            )
        yield Offer(
            "QUANTITY.advantage.COORDINATE",
            quotient(*reversed(units)),
            "mechanical advantage: effort at the quantity per effort at the coordinate, 1/|partial velocity|",
            f"{other}.advantage.{first}",
        )

    def series(self, asked: AskedRun, name: str) -> Series | None:
        """One of them."""
        for word in (PER, ADVANTAGE):
            what, found, coordinate = name.partition(word)
            if found and what and coordinate:
                break
        else:
            return None
        history = asked.history
        unit, rates = velocity(history, asked.motions, what)
        chosen = asked.independent.with_(coordinate)
        channel = rate_channel(history, coordinate)
        assert channel is not None
        per = channel.unit.removesuffix("/s")
        values = chosen.per(rates, coordinate)
        if word == PER:
            return Series(name, quotient(unit, per), values, _note(chosen.note, chosen.names))
        size = np.abs(values) if values.ndim == 1 else np.linalg.norm(values, axis=1)
        least = DEAD * (history.e.length if unit == "m" else 1.0) / (history.e.length if per == "m" else 1.0)
        advantage = np.where(size > least, 1.0 / np.where(size > least, size, 1.0), np.inf)
        values = np.where(np.isnan(size), np.nan, advantage)
        return Series(name, quotient(per, unit), values, _note(chosen.note, chosen.names))


def _note(said: str, names: tuple[str, ...]) -> str:
    return f"Independent coordinates: {', '.join(names)}. {said}".rstrip()


def velocity(history: History, motions: Motions, what: str) -> tuple[str, Floats]:
    """Unit of a quantity, and its rates along the motions, shape (rows, count) or (rows, 3, count).

    Raises:
        UsageError: it has no velocity.
    """
    channel = rate_channel(history, what)
    if channel is not None:
        return channel.unit.removesuffix("/s"), motions.rate(channel)[:, 0]
    owner, _, last = what.rpartition(".")
    bodies = history.model.body_index
    if last in ("w", "w_B") and owner in bodies:
        w = motions.twist(owner)[1]
        return "rad", w if last == "w" else np.einsum("nji,njk->nik", history.turn(owner), w)
    if what.partition(".")[0] in bodies:
        found = [rate_channel(history, f"{what}.{axis}") for axis in "xyz"]
        if found[0] is not None:
            values = np.zeros((history.rows, 3, motions.count))
            known = [c for c in found if c is not None]
            motions.prepare(known)
            for k, c in enumerate(known):
                values[:, k] = motions.rate(c)[:, 0]
            return "m", values
    if last in ("x", "y", "z") and owner:
        try:
            unit, whole = velocity(history, motions, owner)
        except UsageError:
            whole = np.zeros(0)
        if whole.ndim == 3:
            return unit, whole[:, "xyz".index(last)]
    known_names = [c.name.removesuffix("_dot") for c in history.e.channels if c.name.endswith("_dot")]
    raise UsageError(
        f"{quote(what)} has no velocity. {suggest(what, known_names)} Coordinates, positions of bodies and their points, what "
        "sensors measure, and the angular velocity BODY.w have one.".replace("  ", " ")
    )


def quotient(one: str, two: str) -> str:
    """Unit of a rate per another; radians are numbers."""
    above, below = ("1" if unit == "rad" else unit for unit in (one, two))
    if above == below:
        return "1"
    return above if below == "1" else f"{above}/{below}"
