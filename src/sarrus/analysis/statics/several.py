"""Several equilibria: along the only freedom, all there are on the way; with more freedoms, those that many starts lead to."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sarrus.analysis.statics.balance import Balance
from sarrus.analysis.statics.search import Ending, Found, is_balanced, nearest, polished, stable
from sarrus.analysis.statics.steps import newton_step
from sarrus.solvers.arrays import Floats

__all__ = ["several"]

STEP, LEAST_STEP = 0.05, 1e-4
MOST = 300
SAME = 1e-6
STARTS = 10
DEFLATED = 25


def several(b: Balance) -> list[Found]:
    """Equilibria from a pose on, each once; stable or not."""
    if b.motions.shape[1] == 0:
        return [Found(b, Ending.BALANCED, 0)]
    found = _Collected()
    if b.motions.shape[1] == 1 and not b.of.has_velocity_rows and not b.of.nz:
        for direction in (1.0, -1.0):
            if _walked(b, direction, found):
                break
    else:
        for start in _starts(b):
            for one in (stable(start), nearest(start), _deflated(start, found)):
                found.add(one)
    return found.all


class _Collected:
    """Equilibria that differ."""

    def __init__(self) -> None:
        self.all: list[Found] = []

    def add(self, one: Found) -> None:
        if one.ending is Ending.BALANCED and not any(
            np.linalg.norm(_signature(one.balance) - _signature(two.balance)) < SAME for two in self.all
        ):
            self.all.append(one)


def _signature(b: Balance) -> Floats:
    """A pose whichever way it was reached: cosines and sines of angles, lengths in natural size; and its energy."""
    e = b.of.e
    values = e.evaluate("measure", [b.of.t], b.x)[0]
    parts: list[float] = [b.energy / b.scale]
    for name, value in zip(e.measured, values, strict=True):
        if e.model.coordinates[name][2].unit == "rad":
            parts += [float(np.cos(value)), float(np.sin(value))]
        else:
            parts.append(value / e.measured_length(name))
    return np.array(parts)


def _walked(b: Balance, direction: float, found: _Collected) -> bool:
    """Walk along the only freedom and collect where forces change their sense; whether the walk came back to its start."""
    first, sizes = _signature(b), b.of.manifold.rows.columns
    way = (b.motions[:, 0] / sizes) * direction
    if is_balanced(b):
        found.add(polished(Found(b, Ending.BALANCED, 0)))
    step, walked = STEP, 0
    while walked < MOST:
        sense = float(np.sign((b.motions[:, 0] / sizes) @ way))
        y = np.array([sense * step])
        made = b.after(y)
        if made is None:
            step *= 0.5
            if step < LEAST_STEP:
                return False
            continue
        walked += 1
        way = (made.motions[:, 0] / sizes) * np.sign((made.motions[:, 0] / sizes) @ way)
        here, there = float(b.left[0] * sense), float(made.left @ ((made.motions / sizes[:, None]).T @ way))
        if is_balanced(made):
            found.add(polished(Found(made, Ending.BALANCED, walked)))
        elif here * there < 0.0 and not is_balanced(b):
            between = b.after(y * here / (here - there))
            found.add(nearest(between if between is not None else made))
        if walked > 5 and np.linalg.norm(_signature(made) - first) < 0.8 * step:
            return True
        b, step = made, min(STEP, 2.0 * step)
    return False


def _starts(b: Balance) -> Iterator[Balance]:
    """Poses near and far: the first is that given."""
    yield b
    random = np.random.default_rng(0)
    for k in range(STARTS):
        here, sizes = b, b.of.manifold.rows.columns
        way = (b.motions / sizes[:, None]) @ random.normal(size=b.motions.shape[1])
        for _ in range(5 * (1 + k % 4)):
            y = (here.motions / sizes[:, None]).T @ way
            made = here.after(0.2 * y / max(float(np.linalg.norm(y)), 1e-12))
            if made is None:
                break
            here = made
        yield here


def _deflated(b: Balance, known: _Collected) -> Found:
    """Newton's iteration that known equilibria push away: what is left times the product of 1 + 1/distance^2.

    A step of Newton's on that product is the plain one, longer or shorter, or turned round.
    """

    def logarithm(at: Balance) -> float:
        squares = [float(np.sum((_signature(at) - _signature(k.balance)) ** 2)) for k in known.all]
        return float(sum(np.log1p(1.0 / max(s, 1e-12)) for s in squares))

    for count in range(DEFLATED):
        if is_balanced(b):
            return polished(Found(b, Ending.BALANCED, count))
        F, J = b.wanting
        y, _ = newton_step(F, J, 0.0)
        length = float(np.linalg.norm(y))
        if not 0.0 < length < 1e6:
            break
        small = 1e-4 / length
        aside = b.after(small * y)
        if aside is None:
            break
        slope = (logarithm(aside) - logarithm(b)) / small
        y = y / (1.0 - slope) if abs(1.0 - slope) > 1e-6 else y
        made = b.after(y * min(1.0, 0.5 / float(np.linalg.norm(y))))
        if made is None:
            break
        b = made
    return Found(b, Ending.STUCK, DEFLATED)
