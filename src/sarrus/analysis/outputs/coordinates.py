"""Independent coordinates of a run: those that somebody chose, or a choice that suits it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sarrus.analysis.outputs.history import History
from sarrus.analysis.outputs.motions import Motions
from sarrus.errors import UsageError, quote, suggest
from sarrus.mechanics.infos import ChannelInfo
from sarrus.phrases import count, listed
from sarrus.results.series import spread
from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import SINGULAR

__all__ = ["ChosenCoordinates", "Independent", "one_after_another", "rate_channel"]

LOOKED_AT = 9
"""Rows by which a choice is made."""
CLEAR, ENOUGH = 0.05, 1e-6
"""How much a coordinate must move by itself, in natural units, to be chosen at once, and to be chosen at all."""


def rate_channel(history: History, name: str) -> ChannelInfo | None:
    """The published rate of a number, if it has one: of a coordinate, a position, or what a sensor measures."""
    found = history.channel(f"{name}_dot")
    return found if found is not None and found.size == 1 else None


@dataclass(frozen=True)
class ChosenCoordinates:
    """Independent coordinates.

    Attributes:
        names: which.
        inverse: rates along the motions from rates of the coordinates, shape (rows, count, count); not a number where they
            are dependent.
        note: a sentence where they are, in some rows; else empty.
    """

    names: tuple[str, ...]
    inverse: Floats
    note: str

    def per(self, rates: Floats, name: str) -> Floats:
        """Rates along the motions, shape (rows, ..., count), as rates per unit rate of one of the coordinates."""
        column = self.inverse[:, :, self.names.index(name)]
        if column.shape[1] != len(self.names):
            return np.full(rates.shape[:-1], np.nan)
        return np.asarray(np.einsum("n...j,nj->n...", rates, column))


class Independent:
    """Choices of independent coordinates of one run.

    Args:
        motions: of the run.
        asked: coordinates that the user chose; none: a choice that suits.
    """

    def __init__(self, motions: Motions, asked: Sequence[str] = ()) -> None:
        self.motions, self.history = motions, motions.history
        self.asked = tuple(asked)
        self._found: dict[tuple[str, ...], ChosenCoordinates] = {}

    def with_(self, name: str) -> ChosenCoordinates:
        """Independent coordinates, one of them the given."""
        self._require(name)
        if self.asked:
            for other in self.asked:
                self._require(other)
            if name not in self.asked:
                raise UsageError(
                    f"{quote(name)} is not among the chosen coordinates {listed(self.asked)}. Choose it in place of one of "
                    "them, or choose none."
                )
            if len(self.asked) != self.motions.count or len({*self.asked}) != len(self.asked):
                raise UsageError(
                    f"{count(len(self.asked), 'coordinate')} chosen: {listed(self.asked)}. Without its drivers the mechanism "
                    f"has {count(self.motions.count, 'freedom')}, and as many different coordinates are chosen."
                )
            return self._chosen(self.asked)
        names = self.usual if name in self.usual else self._greedy(name)
        return self._chosen(names)

    @cached_property
    def usual(self) -> tuple[str, ...]:
        """A choice that suits: what drivers move, what the start fixes, then coordinates of joints in their order."""
        return self._greedy()

    def _require(self, name: str) -> None:
        if rate_channel(self.history, name) is None:
            known = self._candidates()
            raise UsageError(
                f"{quote(name)} is not a coordinate of this mechanism. {suggest(name, known)} Coordinates are those of "
                f"joints: {listed(known)}; and positions of bodies and their points, and what sensors measure.".replace(
                    "  ", " "
                )
            )

    def _candidates(self) -> list[str]:
        model = self.history.model
        driven = [path for driver in model.drivers for path in model.acted_on(driver)]
        fixed = [name.removesuffix("_dot") for name in model.fixed]
        first = [name for name in (*driven, *fixed) if name in model.coordinates]
        return list(dict.fromkeys((*first, *model.coordinates)))

    def _greedy(self, *wanted: str) -> tuple[str, ...]:
        """Coordinates one after the other, each of which moves by itself while those before it rest."""
        names = list(dict.fromkeys((*wanted, *self._candidates())))
        regular = np.flatnonzero(~self.motions.singular)
        looked = regular[spread(len(regular), LOOKED_AT)] if len(regular) else regular
        chosen = one_after_another(self._scaled(names)[looked], self.motions.count, [0] if wanted else [])
        return tuple(names[k] for k in chosen)

    def _scaled(self, names: Sequence[str]) -> Floats:
        """Rates of coordinates along the motions, lengths in units of their part's length, shape (rows, names, count)."""
        channels = [rate_channel(self.history, name) for name in names]
        found = [c for c in channels if c is not None]
        self.motions.prepare(found)
        rates = [self.motions.rate(c)[:, 0] / self._size(c) for c in found]
        return np.stack(rates, axis=1) if rates else np.zeros((self.history.rows, 0, self.motions.count))

    def _size(self, channel: ChannelInfo) -> float:
        scales = self.history.e.scales
        if channel.unit != "m/s":
            return 1.0
        if channel.owner in self.history.model.body_index:
            return scales.length_at(self.history.model.body_index[channel.owner])
        return scales.length

    def _chosen(self, names: tuple[str, ...]) -> ChosenCoordinates:
        if names not in self._found:
            self._found[names] = self._inverted(names)
        return self._found[names]

    def _inverted(self, names: tuple[str, ...]) -> ChosenCoordinates:
        n, rows = self.motions.count, self.history.rows
        inverse = np.full((rows, n, len(names)), np.nan)
        scaled = self._scaled(names)
        sizes = np.array([self._size(c) for name in names if (c := rate_channel(self.history, name))])
        dependent = np.zeros(rows, dtype=bool)
        usable = ~self.motions.singular if len(names) == n else np.zeros(rows, dtype=bool)
        if n and usable.any():
            matrices = np.where(np.isfinite(scaled), scaled, 0.0)[usable]
            sigma = np.linalg.svd(matrices, compute_uv=False)
            good = sigma[:, -1] > SINGULAR * np.maximum(1.0, sigma[:, 0])
            places = np.flatnonzero(usable)
            inverse[places[good]] = np.linalg.inv(matrices[good]) / sizes
            dependent[places[~good]] = True
        return ChosenCoordinates(names, inverse, self._note(names, dependent))

    def _note(self, names: tuple[str, ...], dependent: Floats) -> str:
        said = []
        if not self.motions.count:
            said.append("Not defined: nothing in this mechanism can move, even without its drivers.")
        elif len(names) != self.motions.count:
            said.append(
                f"Not defined: {listed(names) or 'no coordinate'} cannot move by themselves in this mechanism, which has "
                f"{count(self.motions.count, 'freedom')} without its drivers."
            )
        elif dependent.any():
            what = f"{listed(names)} {'does not determine' if len(names) == 1 else 'do not determine'} the motion there"
            said.append(f"Not defined in {self._where(dependent)}: {what}. Choose other coordinates.")
        if self.motions.singular.any():
            said.append(
                f"Not defined in {self._where(self.motions.singular)}: the pose is singular, more motions are possible than "
                "elsewhere."
            )
        return " ".join(said)

    def _where(self, rows: Floats) -> str:
        times = self.history.t[np.flatnonzero(rows)]
        first = f"the first at t = {times[0]:.6g} s" if len(times) > 1 else f"at t = {times[0]:.6g} s"
        return f"{count(len(times), 'row')}, {first}"


def one_after_another(rates: Floats, count: int, first: Sequence[int] = ()) -> list[int]:
    """Independent ones among coordinates, each of which moves by itself while those before it rest.

    Args:
        rates: of natural size along each motion, in each of some poses, shape (poses, coordinates, motions).
        count: how many are wanted; fewer are found where no more are independent.
        first: those that are taken before all others.
    """
    left, chosen = rates, list(first)
    for k in chosen:
        left = _without(left, k)
    for least in (CLEAR, ENOUGH):
        for k in range(rates.shape[1]):
            if len(chosen) == count:
                return chosen
            moves = np.median(np.linalg.norm(left[:, k], axis=1)) if len(left) else 1.0
            if k not in chosen and moves > least:
                chosen.append(k)
                left = _without(left, k)
    return chosen


def _without(rates: Floats, k: int) -> Floats:
    """What is left of rates when the motions that move the k-th are taken away."""
    row = rates[:, k]
    size = np.linalg.norm(row, axis=1, keepdims=True)
    unit = np.divide(row, size, out=np.zeros_like(row), where=size > 0.0)
    return np.asarray(rates - (rates @ unit[:, :, None]) * unit[:, None, :])
