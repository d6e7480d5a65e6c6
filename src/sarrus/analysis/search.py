"""The search for a pose: what must vanish in the coordinates of the tree, and how it is made to.

Loops and constraints must close, and demands must be met: fixed coordinates and drivers. Guesses are wishes. They begin
the search, and where the closed mechanism can still move, it is moved back towards them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from sarrus.equations import Equations
from sarrus.scalar.expression import Value
from sarrus.solvers.arrays import Floats
from sarrus.solvers.newton import Root, newton
from sarrus.solvers.rank import least_squares, rank_report
from sarrus.solvers.status import Status

CLOSED = 1e-10
"""Largest scaled gap of a mechanism that counts as closed."""
ITERATIONS = 300
RETURNS = 20  # steps back towards the guesses
RETURN = 0.3  # longest of them, in units of the scale
WORTH = 1e-4  # a return that brings the guesses nearer by less than this part is not made


@dataclass(frozen=True)
class Demand:
    """A value that a coordinate must have: fixed, or prescribed by a driver (then `driver` names it)."""

    coordinate: str
    value: float
    unit: str
    driver: str = ""

    def __str__(self) -> str:
        text = f"'{self.coordinate}' = {self.value:.6g} {self.unit}"
        return f"{self.short} ({text})" if self.driver else f"fixed {text}"

    @property
    def short(self) -> str:
        """The driver, or the coordinate."""
        return f"driver '{self.driver}'" if self.driver else f"'{self.coordinate}'"


@dataclass(frozen=True)
class Slopes:
    """Entries of a kernel as a matrix."""

    rows: int
    columns: int
    at: tuple[tuple[int, int], ...]

    def dense(self, values: list[float]) -> Floats:
        """The matrix."""
        J = np.zeros((self.rows, self.columns))
        if self.at:
            J[tuple(np.array(self.at).T)] = values
        return J


class Search:
    """One mechanism at one instant.

    Args:
        equations: relative equations.
        t: time at which drivers are read.
        released: demands that are treated as wishes.
    """

    def __init__(self, equations: Equations, t: float, released: tuple[Demand, ...] = ()) -> None:
        e = self.e = equations
        self.t = t
        self.model = e.model
        self.released = released
        self.fixed, self.guess = self.model.start_values()
        self.coordinate = {n: c for n, (_, _, c) in self.model.coordinates.items()}
        self.place = {name: k for k, name in enumerate(e.measured)}
        self.demands = [d for d in self._all_demands() if d not in released]
        self.wishes = {n: v for n, v in self.guess.items() if n in self.place}
        self.wishes |= {d.coordinate: d.value for d in released}
        row = {r.owner: i for i, r in enumerate(e.rows)}
        let_go = {d.driver for d in released}
        self.relations = [row[r.name] for r in self.model.relations if r.name not in let_go]
        self.held = [d for d in self.demands if not d.driver]
        n = len(e.speeds)
        self.gap_slopes = Slopes(len(e.gap_rows), n, e.gap_pattern)
        self.row_slopes = Slopes(len(e.rows), n, e.jacobian_pattern)
        self.measure_slopes = Slopes(len(e.measured), n, e.measure_pattern)
        self.size = np.array([e.length if u == "m" else 1.0 for u in e.speed_units])
        units = [*(g.unit for g in e.gap_rows), *(self.coordinate[d.coordinate].unit for d in self.held)]
        units += [e.rows[i].unit for i in self.relations]
        self.scales = np.array([e.length if u == "m" else 1.0 for u in units])
        self._last: tuple[bytes, Floats, Floats] = b"", np.zeros(0), np.zeros((0, n))

    def held_firmly(self) -> Search:
        """A search that lets loops stand open rather than miss a demand: for the size of a gap, not to find a pose."""
        firm = Search(self.e, self.t, self.released)
        firm.scales[len(self.e.gap_rows) :] *= 1e-3
        return firm

    def _all_demands(self) -> list[Demand]:
        fixed = [Demand(n, v, self.coordinate[n].unit) for n, v in self.fixed.items() if n in self.coordinate]
        driven = []
        for driver in self.model.drivers:
            resolve = self.model.resolver(driver, self._number)
            value = float(driver.bind(resolve, self.model.planar).value(self.t))
            driven.append(Demand(driver.at[0], value, self.coordinate[driver.at[0]].unit, driver.name))
        return [*fixed, *driven]

    def _number(self, path: str, value: Value, unit: str) -> float:
        return self.model.number(path, value, unit, self.t)

    def state(self, q: Floats, v: Floats | None = None) -> list[float]:
        """A full state vector."""
        speeds = [0.0] * len(self.e.speeds) if v is None else v.tolist()
        return [*q.tolist(), *speeds, *([0.0] * len(self.e.quadratures))]

    def call(self, kernel: str, q: Floats, v: Floats | None = None) -> list[list[float]]:
        """Interpret a kernel of time and state."""
        return self.e.kernels[kernel]([self.t], self.state(q, v), self.e.constants)

    def first_pose(self) -> Floats:
        """Tree coordinates from what was given; zero where nothing was."""
        given = {**self.guess, **{d.coordinate: d.value for d in reversed(self._all_demands())}}
        q: list[float] = []
        for branch in self.e.tree.branches:
            joint = branch.joint
            written = [given.get(f"{joint.name}.{c.name}", 0.0) for c in joint.coordinates]
            q.extend(float(a) for a in joint.place(written))
        return np.array(q)

    def evaluate(self, q: Floats) -> tuple[Floats, Floats]:
        """What must vanish (gaps, fixed coordinates, relations) and its slopes; kept until the next pose."""
        key = q.tobytes()
        if self._last[0] != key:
            gap, slopes = self.call("gap", q)
            parts, J = [np.array(gap)], [self.gap_slopes.dense(slopes)]
            if self.held:
                value, _, slopes = self.call("measure", q)
                places = [self.place[d.coordinate] for d in self.held]
                off = [
                    self.off(d.coordinate, value[k] - d.value) for d, k in zip(self.held, places, strict=True)
                ]
                parts, J = [*parts, np.array(off)], [*J, self.measure_slopes.dense(slopes)[places]]
            if self.relations:
                rows, slopes, *_ = self.call("closure", q)
                parts.append(np.array(rows)[self.relations])
                J.append(self.row_slopes.dense(slopes)[self.relations])
            self._last = key, np.concatenate(parts), np.vstack(J)
        return self._last[1], self._last[2]

    def relation_at(self, name: str) -> int:
        """Place of a driver or constraint between coordinates among the relations."""
        return next(k for k, i in enumerate(self.relations) if self.e.rows[i].owner == name)

    def off(self, name: str, difference: float) -> float:
        """A difference of coordinates; angles that are fitted agree up to full turns."""
        if self.coordinate[name].is_angle and not self.owns(name):
            return math.remainder(difference, 2.0 * math.pi)
        return difference

    def owns(self, name: str) -> bool:
        """Whether a coordinate is one of the tree's own, counted over full turns."""
        return name in self.e.coordinates

    def retract(self, q: Floats, step: Floats) -> Floats:
        """A pose moved by a small step."""
        return np.array(self.e.kernels["retract"](self.state(q), step.tolist(), self.e.constants)[0])

    def close(self, q: Floats) -> Root:
        """The nearest pose at which everything vanishes."""
        return newton(
            lambda x: self.evaluate(x)[0],
            lambda x: self.evaluate(x)[1],
            q,
            self.retract,
            1e-12,
            ITERATIONS,
            self.size,
            self.scales,
        )

    def solve(self, q: Floats) -> Root:
        """A closed pose, as near to the wishes as its freedoms allow, with demands on the tree met to the last bit."""
        root = self.close(q)
        if not root.residual < CLOSED:
            return root
        x = root.x if self.is_wish_met(root.x) else self.returned(root.x)
        for d in self.demands:
            if self.owns(d.coordinate):
                x[self.e.coordinates.index(d.coordinate)] = d.value
        residual = float(np.abs(self.evaluate(x)[0] / self.scales).max(initial=0.0))
        return Root(x, Status.OK, root.iterations, residual, root.history, root.rank)

    def is_wish_met(self, q: Floats) -> bool:
        """Whether nothing is left to return to."""
        return bool(np.abs(self.missing(q)[0]).max(initial=0.0) < 1e-10)

    def missing(self, q: Floats) -> tuple[Floats, Floats]:
        """How much each wish is missed by, scaled, and the slopes of the wished coordinates."""
        if not self.wishes:
            return np.zeros(0), np.zeros((0, self.size.size))
        value, _, slopes = self.call("measure", q)
        places = [self.place[n] for n in self.wishes]
        scale = np.array([self.e.length if self.coordinate[n].unit == "m" else 1.0 for n in self.wishes])
        off = [self.off(n, v - value[self.place[n]]) for n, v in self.wishes.items()]
        A = self.measure_slopes.dense(slopes)[places] * self.size / scale.reshape(-1, 1)
        return np.array(off) / scale, A

    def returned(self, q: Floats) -> Floats:
        """A closed pose moved towards the wishes along its free motions: Gauss-Newton on what is missing.

            minimise |missing(q)|  with  everything closed

        Steps lie in the null space of the closed rows; after each one the pose is closed again.
        """
        for _ in range(RETURNS):
            off, A = self.missing(q)
            J = self.evaluate(q)[1] * self.size / self.scales.reshape(-1, 1)
            free = rank_report(J).motions
            if not free.shape[1] or not np.isfinite(A).all():
                return q
            y = least_squares(A @ free, off, 1e-6)[0]
            promised = float(off @ off - np.sum((off - A @ (free @ y)) ** 2))
            if not promised > WORTH * float(off @ off) or np.abs(off).max() < 1e-12:
                return q
            step = free @ y * min(1.0, RETURN / float(np.linalg.norm(y)))
            nearer = self.nearer(q, step, float(off @ off))
            if nearer is None:
                return q
            q = nearer
        return q

    def nearer(self, q: Floats, step: Floats, before: float) -> Floats | None:
        """The pose after a step or a part of it, closed again, if that is nearer to the wishes."""
        for part in (1.0, 0.5, 0.25):
            root = self.close(self.retract(q, part * step * self.size))
            off = self.missing(root.x)[0]
            if root.residual < CLOSED and float(off @ off) < before:
                return root.x
        return None
