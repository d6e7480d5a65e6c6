"""What questions about small motions cost."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import numpy as np

import sarrus
from benchmarks.protocol import progress
from benchmarks.report import Row
from benchmarks.timing import interleaved, seconds
from sarrus import Body, Gravity, Mechanism, Revolute, Rod

FOUR_BAR = Path(__file__).parents[2] / "examples" / "four-bar.yaml"
HUNG = 64.8089861388833
"""Square of the frequency of the four-bar where it hangs, on the branch of its file [1/s^2]."""
ROUNDS = 5
LOCUS, LADDER = 0.2, 0.2
"""Bars [s]."""


def rows() -> list[Row]:
    """Linear models and root loci: the first question about a mechanism, and later ones.

    The process is warm and cells of code lie in the cache on disk. The first question is about a mechanism that nobody has asked
    before, so that its equations and their derivatives are made; a later one finds them kept with the mechanism.
    """
    progress("linear models")
    m, ladder = sarrus.load(FOUR_BAR), _ladder(33)
    rest = sarrus.equilibrium(m)
    asked: dict[str, Callable[[Mechanism], object]] = {
        "run": lambda m: sarrus.simulate(m, until=10.0),
        "known": lambda m: sarrus.linearize(m, at=rest),
        "searched": lambda m: sarrus.linearize(m),
        "locus": lambda m: sarrus.roots(m, {"a": (0.2, 0.4, 1000)}),
        "ladder": lambda m: sarrus.linearize(m, at="start"),
    }
    about = {key: ladder if key == "ladder" else m for key in asked}
    for key, ask in asked.items():
        ask(about[key])
    first = _first_times(asked, about)
    later = interleaved({key: _often(ask, about[key]) for key, ask in asked.items()}, ROUNDS)
    error = abs(float(sarrus.modes(m, at=rest).omega[0]) ** 2 / HUNG - 1.0)
    off = _locus_error(m)
    found: list[Row] = []
    for when, times in (("first", first), ("later", later)):
        found += [
            Row(
                f"linear model of the hung four-bar, equilibrium {key}, {when} question",
                times[key],
                error=error,
                peer="our run of 10 s",
                theirs=times["run"],
                bar="less than the run",
                is_met=times[key] < times["run"],
            )
            for key in ("known", "searched")
        ]
        found += [
            Row(
                f"{what}, {when} question", times[key], error=error, bar=f"< {bar} s", is_met=times[key] < bar
            )
            for key, what, bar, error in (
                ("locus", "root locus of the four-bar, 1000 values", LOCUS, off),
                ("ladder", "linear model of a ladder of 99 bars in 33 loops", LADDER, None),
            )
        ]
    return found


def _often(ask: Callable[[Mechanism], object], mechanism: Mechanism) -> Callable[[int], object]:
    """The same question again and again."""
    return lambda n: [ask(mechanism) for _ in range(n)]


def _first_times(
    asked: Mapping[str, Callable[[Mechanism], object]], about: Mapping[str, Mechanism]
) -> dict[str, float]:
    """Smallest time of a question about a mechanism that is new each time; a copy of one keeps nothing."""
    best = dict.fromkeys(asked, math.inf)
    for _ in range(ROUNDS):
        for key, ask in asked.items():
            new = copy.deepcopy(about[key])
            best[key] = min(best[key], seconds(partial(ask, new)))
    return best


def _locus_error(m: Mechanism) -> float:
    """By how much a root on the locus differs from that of a linear model made for its value."""
    locus = sarrus.roots(m, {"a": (0.2, 0.4, 1000)})
    there = sarrus.load(FOUR_BAR)
    there.parameters(a=float(locus.values[500]))
    direct = np.abs(sarrus.linearize(there).poles()).max()
    return abs(float(np.abs(locus.roots[500]).max() / direct) - 1.0)


def _ladder(cells: int) -> Mechanism:
    """Two hanging chains with rungs between them."""
    m = Mechanism("ladder", plane="xy")
    m.add(Gravity("weight", (0, -9.81)))
    left, right = m.ground, m.ground.point("right", (0.1, 0))
    guess = {}
    for k in range(cells):
        a, b, c = (m.add(Body(f"{n}{k}", Rod(length=0.1, mass=0.1))) for n in "abc")
        m.add(Revolute(f"A{k}", left, a.start))
        m.add(Revolute(f"B{k}", right, b.start))
        m.add(Revolute(f"C{k}", a.end, c.start))
        m.add(Revolute(f"D{k}", b.end, c.end))
        guess |= {f"a{k}.psi": -math.pi / 2, f"b{k}.psi": -math.pi / 2, f"c{k}.psi": 0.0}
        left, right = c.start, c.end
    m.start(guess=guess)
    return m
