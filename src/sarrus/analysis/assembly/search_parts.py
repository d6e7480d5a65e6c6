"""What a search for a pose is made of, taken apart: coordinates that no row, wish or rate ties are searched apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sarrus.analysis.rank.parts import Slopes, gathered, is_large, owners_of, unite_rows
from sarrus.mechanics import Equations
from sarrus.solvers.arrays import Ints
from sarrus.topology import Groups


@dataclass(frozen=True)
class SearchPart:
    """A part of a mechanism that is searched by itself.

    Attributes:
        columns: its speeds.
        places: its coordinates.
        rows: those of all that must vanish.
        closure: its closure rows.
        wishes: its published coordinates with a guess.
        fixed_rates, guessed_rates: its published coordinates with such a rate.
    """

    columns: Ints
    places: Ints
    rows: Ints
    closure: Ints
    wishes: tuple[str, ...]
    fixed_rates: tuple[str, ...]
    guessed_rates: tuple[str, ...]


@dataclass(frozen=True)
class SearchTask:
    """What is asked of a mechanism, and how it depends on the speeds.

    Attributes:
        vanishing: slopes of all that must vanish.
        closure: slopes of the closure rows.
        measure: slopes of the published coordinates.
        place: where each of these stands.
        wishes, fixed_rates, guessed_rates: published coordinates.
    """

    vanishing: Slopes
    closure: Slopes
    measure: Slopes
    place: dict[str, int]
    wishes: Sequence[str]
    fixed_rates: Sequence[str]
    guessed_rates: Sequence[str]

    def places_of(self, names: Sequence[str]) -> Ints:
        """Where published coordinates stand."""
        return np.array([self.place[n] for n in names], dtype=np.int64)


def search_parts(e: Equations, asked: SearchTask) -> list[SearchPart]:
    """The parts; joints that nothing is asked of are in none."""
    if not is_large(e) and e.scales.parts.count < 2:
        columns, places = np.arange(len(e.speeds)), np.arange(len(e.coordinates))
        rows, closure = np.arange(asked.vanishing.rows), np.arange(asked.closure.rows)
        names = tuple(asked.wishes), tuple(asked.fixed_rates), tuple(asked.guessed_rates)
        return [SearchPart(columns, places, rows, closure, *names)]
    groups = Groups(len(e.speeds))
    speeds, places = owners_of(e)
    for joint in gathered(speeds):
        groups.unite(joint.tolist())
    if not is_large(e):
        # as a whole, but for what only ground joins
        part = np.array(e.scales.parts.of_owners(e.tree), dtype=np.int64)
        for own in gathered(part[speeds]):
            groups.unite(own.tolist())
    started = [*asked.wishes, *asked.fixed_rates, *asked.guessed_rates]
    unite_rows(groups, asked.vanishing, np.arange(asked.vanishing.rows))
    unite_rows(groups, asked.closure, np.arange(asked.closure.rows))
    unite_rows(groups, asked.measure, asked.places_of(started))
    return _filled(e, asked, np.array(groups.labels, dtype=np.int64), speeds, places)


ALONE = -1
"""Label of what no speed changes."""


def _filled(e: Equations, asked: SearchTask, label: Ints, speeds: Ints, places: Ints) -> list[SearchPart]:
    """A part for each label of speeds that something is asked of."""
    of_owner = np.full(len(e.owners), ALONE)
    of_owner[speeds] = label
    measured = _labels(asked.measure, label)
    keys = [_labels(asked.vanishing, label), _labels(asked.closure, label), label, of_owner[places]]
    rows, closure, columns, coordinates = (_by_label(key) for key in keys)
    names: list[dict[int, list[str]]] = []
    for group in (asked.wishes, asked.fixed_rates, asked.guessed_rates):
        found: dict[int, list[str]] = {}
        for name, key in zip(group, measured[asked.places_of(group)].tolist(), strict=True):
            found.setdefault(key, []).append(name)
        names.append(found)
    none = np.zeros(0, dtype=np.int64)
    return [
        SearchPart(
            columns.get(key, none) if key != ALONE else none,
            coordinates.get(key, none) if key != ALONE else none,
            rows.get(key, none),
            closure.get(key, none),
            *(tuple(found.get(key, ())) for found in names),
        )
        for key in sorted({*rows, *closure, *(key for found in names for key in found)})
    ]


def _labels(slopes: Slopes, label: Ints) -> Ints:
    """For each row the label of its columns."""
    found = np.full(slopes.rows, ALONE)
    found[slopes.row] = label[slopes.column]
    return found


def _by_label(labels: Ints) -> dict[int, Ints]:
    return {int(labels[own[0]]): own for own in gathered(labels)}
