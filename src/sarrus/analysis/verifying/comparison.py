"""The same quantities by two ways, and how far they are apart."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from sarrus.mechanics.infos import ChannelInfo, ChannelKind

__all__ = ["ComparedSizes", "compared", "kind_of"]

KINDS = ("joint accelerations", "body accelerations", "reactions", "torques", "efforts")
"""What is compared, in the order of the table."""


def kind_of(channel: ChannelInfo) -> str:
    """Which kind of quantity a channel is, of those that are compared; "" for any other."""
    if channel.kind is ChannelKind.COORDINATE:
        return KINDS[0] if channel.quantity.endswith("_ddot") else ""
    if channel.kind is ChannelKind.MOTION:
        return KINDS[1] if channel.quantity.endswith("_ddot") or channel.quantity == "alpha" else ""
    loads = {"reaction": KINDS[2], "torque": KINDS[3], "effort": KINDS[4]}
    return loads.get(channel.quantity, "")


LINEAR = {"m/s^2": 1, "N": 1, "rad/s^2": 0, "N m": 2}
"""By unit, the power of a length that belongs to it beside the other unit of its kind: turns 0, forces 1, torques 2."""


@dataclass(frozen=True)
class ComparedSizes:
    """The size of accelerations and of loads at a state: what a disagreement is a part of.

    Attributes:
        length: of the mechanism [m]; with it, turns are measured by what they do to points, torques by forces.
        motion, load: largest acceleration [m/s^2] and largest force [N] of all.
    """

    length: float
    motion: float
    load: float

    @classmethod
    def at(
        cls,
        channels: Collection[ChannelInfo],
        row: Mapping[str, Any],
        length: float,
        force: float,
        mass: float,
    ) -> ComparedSizes:
        """Largest values at a state.

        Accelerations are at least what loads make of the mass and speeds along a bend, loads what these accelerations need: where
        all of them cancel, round-off is a part of what cancels.

        Args:
            channels: what is published.
            row: its values.
            length: of the mechanism [m].
            force: that of anything that acts or resists [N].
            mass: of all bodies [kg].
        """
        speeds = [
            float(np.abs(row[c.name]).max(initial=0.0)) * (1.0 if c.unit == "m/s" else length)
            for c in channels
            if c.unit in ("m/s", "rad/s")
        ]
        motion = max(1e-9, force / mass, max(speeds, default=0.0) ** 2 / length)
        sizes = {True: motion, False: max(force, mass * motion, 1e-9)}
        for c in channels:
            if kind := kind_of(c):
                largest = float(np.abs(row[c.name]).max(initial=0.0))
                in_lengths = largest * length ** (1 - LINEAR.get(c.unit, 1))
                is_motion = kind in KINDS[:2]
                sizes[is_motion] = max(sizes[is_motion], in_lengths)
        return cls(length, sizes[True], sizes[False])

    def of(self, kind: str, unit: str) -> float:
        """The size of a kind in a unit."""
        whole = self.motion if kind in KINDS[:2] else self.load
        return whole * self.length ** (LINEAR.get(unit, 1) - 1)


def compared(
    channels: Mapping[str, ChannelInfo],
    row: Mapping[str, Any],
    found: Mapping[str, Any],
    scales: ComparedSizes,
) -> dict[str, tuple[float, str]]:
    """By kind, the largest disagreement as part of the scale, and the name it is of."""
    worst: dict[str, tuple[float, str]] = {}
    for name, value in found.items():
        if name not in channels or not (kind := kind_of(channels[name])):
            continue
        reference = np.atleast_1d(np.asarray(row[name], dtype=float))
        other = np.atleast_1d(np.asarray(value, dtype=float))
        if len(other) < len(reference):  # in the plane a force has two components, a torque one
            kept = slice(2, 3) if len(other) == 1 else slice(0, len(other))
            reference = reference[kept]
        off = float(np.abs(other - reference).max(initial=0.0)) / scales.of(kind, channels[name].unit)
        if not np.isfinite(off):
            off = float("inf")
        if off >= worst.get(kind, (-1.0, ""))[0]:
            worst[kind] = off, name
    return worst
