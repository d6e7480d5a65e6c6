"""Where the bodies of a network stand: ground on the left, the others in columns by their distance from it.

Within a column they are ordered by the middle of their neighbours (Sugiyama, Tagawa and Toda 1981), over and over, then moved
towards these as far as there is room. A long chain is folded like a text of which every second line is read backwards.
"""

from __future__ import annotations

from math import ceil, sqrt

import numpy as np

from sarrus.topology.tree import GROUND
from sarrus.views.scene.base import Array
from sarrus.views.textbook.network import Network

__all__ = ["layout_of"]

ROW = 92.0
"""From body to body in a column, in units of a picture."""
SWEEPS = 12
LONGEST = 7
"""Columns that stand side by side before they are folded."""

Places = dict[int, Array]


def layout_of(network: Network, column: float) -> Places:
    """Middle of each body and of ground, by number; right and up, the lowest at 0.

    Args:
        network: what is laid out.
        column: from column to column.
    """
    columns = _columns(network)
    near = _neighbours(network)
    heights = _heights(columns, near)
    return _folded(columns, heights, column)


def _columns(network: Network) -> list[list[int]]:
    columns: list[list[int]] = [[GROUND]]
    for body, layer in enumerate(network.layers):
        while len(columns) <= layer:
            columns.append([])
        columns[layer].append(body)
    return columns


def _neighbours(network: Network) -> dict[int, list[int]]:
    near: dict[int, list[int]] = {}
    for link in network.links:
        one, two = link.ends
        if one != two:
            near.setdefault(one, []).append(two)
            near.setdefault(two, []).append(one)
    return near


def _heights(columns: list[list[int]], near: dict[int, list[int]]) -> dict[int, float]:
    """Heights in rows; columns are ordered in place."""
    heights = {body: _spread(k, len(column)) for column in columns for k, body in enumerate(column)}
    for sweep in range(SWEEPS):
        for column in columns if sweep % 2 == 0 else reversed(columns):
            wanted = {
                body: float(np.mean([heights[n] for n in near.get(body, ())] or [heights[body]]))
                for body in column
            }
            column.sort(key=lambda body: (-wanted[body], -heights[body], body))
            if sweep < SWEEPS - 4:
                heights |= {body: _spread(k, len(column)) for k, body in enumerate(column)}
            else:
                heights |= _settled(column, wanted)
    return heights


def _spread(place: int, count: int) -> float:
    """Evenly about zero, the first on top."""
    return (count - 1) / 2.0 - place


def _settled(column: list[int], wanted: dict[int, float]) -> dict[int, float]:
    """As wanted, but at least one row apart: from the top down, then moved so that their middle is where it was wanted."""
    found: dict[int, float] = {}
    last = np.inf
    for body in column:
        last = min(wanted[body], last - 1.0)
        found[body] = last
    shift = float(np.mean([wanted[b] - found[b] for b in column])) if column else 0.0
    return {body: height + shift for body, height in found.items()}


def _folded(columns: list[list[int]], heights: dict[int, float], wide: float) -> Places:
    """Columns side by side; many of them in lines, every second one from right to left."""
    many = len(columns)
    across = many if many <= LONGEST else max(LONGEST, ceil(sqrt(0.7 * many)))
    places: Places = {}
    top = 0.0
    for first in range(0, many, across):
        line = columns[first : first + across]
        known = [heights[body] for column in line for body in column]
        is_backward = first // across % 2 == 1
        for k, column in enumerate(line):
            x = wide * (across - 1 - k if is_backward else k)
            for body in column:
                places[body] = np.array([x, -(top + ROW * (max(known) - heights[body]))])
        top += ROW * (max(known) - min(known) + 1.3)
    low = min(place[1] for place in places.values())
    return {body: place - [0.0, low] for body, place in places.items()}
