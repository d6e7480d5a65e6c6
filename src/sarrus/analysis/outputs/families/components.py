"""Loads of joints in components of their frames, and angular velocities in components of their bodies."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sarrus.analysis.outputs.base import AskedRun, Offer
from sarrus.errors import UsageError, quote
from sarrus.model import Snapshot
from sarrus.results.series import Series

__all__ = ["BodyTurning", "JointLoads"]

SIDES = {"F": (0, "base"), "M": (1, "follower")}
LOADS = {"reaction": ("N", "force"), "torque": ("N m", "torque")}


class JointLoads:
    """`C.reaction_F`, `C.reaction_M`, `C.torque_F`, `C.torque_M`."""

    def offers(self, model: Snapshot) -> Iterator[Offer]:
        """Of every joint and constraint between frames."""
        for element in model.bearing:
            for load, (unit, what) in LOADS.items():
                for side, (_, whose) in SIDES.items():
                    meaning = (
                        f"{what} of the base on the follower at M, components of the {whose} frame {side}"
                    )
                    yield Offer(f"{element.name}.{load}_{side}", unit, meaning, size=3)

    def series(self, asked: AskedRun, name: str) -> Series | None:
        """One of them."""
        owner, _, quantity = name.rpartition(".")
        load, _, side = quantity.rpartition("_")
        if load not in LOADS or side not in SIDES or not owner:
            return None
        history = asked.history
        element = next((c for c in history.model.bearing if c.name == owner), None)
        if element is None:
            raise UsageError(
                f"{quote(name)}: {quote(owner)} is not a joint or a constraint between frames; only those have frames F and M."
            )
        R = history.frame_turn(element, SIDES[side][0])
        values = np.einsum("nji,nj->ni", R, history.values(f"{owner}.{load}"))
        return Series(name, LOADS[load][0], values)


class BodyTurning:
    """`body.w_B`."""

    def offers(self, model: Snapshot) -> Iterator[Offer]:
        """Of every body."""
        for body in model.bodies:
            yield Offer(f"{body.name}.w_B", "rad/s", "angular velocity, components of the body", size=3)

    def series(self, asked: AskedRun, name: str) -> Series | None:
        """One of them."""
        body, _, quantity = name.rpartition(".")
        if quantity != "w_B" or body not in asked.history.model.body_index:
            return None
        _, w = asked.history.velocity(body)
        return Series(name, "rad/s", np.einsum("nji,nj->ni", asked.history.turn(body), w))
