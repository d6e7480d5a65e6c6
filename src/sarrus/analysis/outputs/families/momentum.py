"""Momentum of all bodies together.

With the mass matrix of body coordinates, M v holds for each body its momentum m v_C, and its moment of momentum about the
origin of its frame, in body components.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sarrus.analysis.outputs.base import AskedRun, Offer
from sarrus.analysis.outputs.history import History
from sarrus.analysis.rank.parts import Slopes
from sarrus.errors import UsageError
from sarrus.model import Snapshot
from sarrus.results.series import Series
from sarrus.solvers.arrays import Floats

__all__ = ["Momentum"]

WORDS = {
    "momentum.linear": ("kg m/s", "sum of mass times velocity over all bodies"),
    "momentum.angular": ("kg m^2/s", "moment of momentum of all bodies about the origin of ground"),
    "momentum.spin": ("kg m^2/s", "moment of momentum of all bodies about their common mass centre"),
}


class Momentum:
    """`momentum.linear`, `momentum.angular`, `momentum.spin`."""

    def offers(self, model: Snapshot) -> Iterator[Offer]:
        """Each of them."""
        for name, (unit, meaning) in WORDS.items():
            yield Offer(name, unit, meaning, size=3)

    def series(self, asked: AskedRun, name: str) -> Series | None:
        """One of them."""
        if not name.startswith("momentum."):
            return None
        if name not in WORDS:
            raise UsageError(f"'{name}' is not known. There are: {', '.join(WORDS)}.")
        history = asked.history
        unit, _ = WORDS[name]
        momenta, spins, masses = _of_bodies(history)
        if name == "momentum.linear":
            return Series(name, unit, momenta.sum(axis=1))
        places = np.stack([history.vector(body.name) for body in history.model.bodies], axis=1)
        if name == "momentum.spin":
            if not masses.sum() > 0.0:
                raise UsageError("'momentum.spin' is about the common mass centre, and no body has mass.")
            centers = np.stack([history.vector(f"{b.name}.center") for b in history.model.bodies], axis=1)
            places = places - np.einsum("b,nbi->ni", masses / masses.sum(), centers)[:, None]
        return Series(name, unit, (spins + np.cross(places, momenta)).sum(axis=1))


def _of_bodies(history: History) -> tuple[Floats, Floats, Floats]:
    """Momentum and moment of momentum about its origin of each body, ground components (rows, bodies, 3); and masses."""
    e, planar, bodies = history.e, history.model.planar, history.model.bodies
    each, moving = (3, 2) if planar else (6, 3)
    pattern = e.mass_pattern
    slopes = Slopes(len(e.speeds), len(e.speeds), pattern)
    row, column = slopes.row, slopes.column
    beside = row != column
    momenta, spins = (np.zeros((history.rows, len(bodies), 3)) for _ in range(2))
    masses = np.zeros(len(bodies))
    speeds = history.speeds()
    for k, t, x in history.states():
        entries = np.array(e.arrays_at(t=[t], x=x)["M"])
        found = np.zeros(len(e.speeds))
        np.add.at(found, row, entries * speeds[k, column])
        np.add.at(found, column[beside], (entries * speeds[k, row])[beside])
        whole = found.reshape(len(bodies), each)
        momenta[k, :, :moving] = whole[:, :moving]
        spins[k, :, 2 if planar else slice(None)] = whole[:, 2] if planar else whole[:, 3:]
        if k == 0:
            diagonal = {int(i): value for i, value in zip(row[~beside], entries[~beside], strict=True)}
            masses = np.array([diagonal.get(each * b, 0.0) for b in range(len(bodies))])
    if not planar:
        for b, body in enumerate(bodies):
            spins[:, b] = np.einsum("nij,nj->ni", history.turn(body.name), spins[:, b])
    return momenta, spins, masses
