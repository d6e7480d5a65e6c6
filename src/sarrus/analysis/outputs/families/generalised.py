"""Generalised forces: what applied forces do along independent coordinates.

    F_k = sum over bodies (F . dv/dy_k' + T . dw/dy_k')

Drivers are let go and no part of it; neither are inertia and reactions, which do no work for any motion that joints allow.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sarrus.analysis.outputs.base import AskedRun, Offer
from sarrus.analysis.outputs.coordinates import rate_channel
from sarrus.errors import UsageError, quote, suggest
from sarrus.model import Snapshot
from sarrus.phrases import listed
from sarrus.results.series import Series

__all__ = ["GeneralisedForces"]

LOAD = "load."


class GeneralisedForces:
    """`load.A.theta`, `load.A.theta.spring`."""

    def offers(self, model: Snapshot) -> Iterator[Offer]:
        """Of every joint coordinate; of single forces as a pattern."""
        if not model.coordinates or not model.forces:
            return
        for name, (_, _, coordinate) in model.coordinates.items():
            yield Offer(
                f"{LOAD}{name}", _unit(coordinate.unit), f"generalised force of all forces along {name}"
            )
        first, (_, _, coordinate) = next(iter(model.coordinates.items()))
        yield Offer(
            f"{LOAD}COORDINATE.FORCE",
            _unit(coordinate.unit),
            "generalised force of one force; its note says why, where it does no work for any motion",
            f"{LOAD}{first}.{model.forces[0].name}",
        )

    def series(self, asked: AskedRun, name: str) -> Series | None:
        """One of them."""
        if not name.startswith(LOAD):
            return None
        history, path = asked.history, name.removeprefix(LOAD)
        forces = [force.name for force in history.model.forces]
        coordinate, _, force = path.rpartition(".")
        if rate_channel(history, path) is not None:
            coordinate, names = path, forces
        elif rate_channel(history, coordinate) is not None:
            names = [force]
            if force not in forces:
                raise UsageError(
                    f"{quote(force)} in {quote(name)} is not a force of this mechanism. {suggest(force, forces)} "
                    f"Forces are: {listed(forces) or 'none'}.".replace("  ", " ")
                )
        else:
            coordinate, names = path, []
        chosen = asked.independent.with_(coordinate)
        channel = rate_channel(history, coordinate)
        assert channel is not None
        along = [asked.forces.along(force, asked.motions) for force in names]
        total = sum(along, np.zeros((history.rows, asked.motions.count)))
        inactive = {force: asked.forces.inactive(force, asked.motions) for force in names}
        said = [f"Independent coordinates: {', '.join(chosen.names)}.", chosen.note]
        said += [f"'{force}' does no work for any motion: {why}." for force, why in inactive.items() if why]
        note = " ".join(filter(None, said))
        return Series(name, _unit(channel.unit.removesuffix("/s")), chosen.per(total, coordinate), note)


def _unit(of: str) -> str:
    return "N" if of == "m" else "N m"
