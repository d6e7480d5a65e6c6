"""Power, energy and dissipation of each force by itself."""

from __future__ import annotations

from collections.abc import Iterator

from sarrus.analysis.outputs.base import AskedRun, Offer
from sarrus.model import Snapshot
from sarrus.results.series import Series

__all__ = ["ForcePowers"]

WORDS = {
    "power": ("W", "power that the force brings into the motion"),
    "energy": ("J", "potential energy of the force"),
    "dissipation": ("W", "power that the force turns into heat"),
}


class ForcePowers:
    """`spring.power`, `spring.energy`, `spring.dissipation`."""

    def offers(self, model: Snapshot) -> Iterator[Offer]:
        """Of every force."""
        for force in model.forces:
            for word, (unit, meaning) in WORDS.items():
                yield Offer(f"{force.name}.{word}", unit, meaning)

    def series(self, asked: AskedRun, name: str) -> Series | None:
        """One of them."""
        owner, _, word = name.rpartition(".")
        if word not in WORDS or owner not in {force.name for force in asked.history.model.forces}:
            return None
        return Series(name, WORDS[word][0], getattr(asked.forces, word)(owner))
