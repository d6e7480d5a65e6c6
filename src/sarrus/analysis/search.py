"""The search for a pose: what must vanish in the coordinates of the tree, and how it is made to.

Loops and constraints must close, and demands must be met: fixed coordinates and drivers. Guesses are wishes. They begin
the search, and where the closed mechanism can still move, it is moved back towards them.

A large mechanism is taken apart where no row ties its coordinates. The parts are searched each by itself and all at once:
what they want to know next is asked of the kernels together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sarrus.analysis.parts import Slopes, in_step, moved
from sarrus.analysis.search_parts import Asked, Part, search_parts
from sarrus.equations import Equations
from sarrus.scalar.expression import Value
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.newton import Root, Trial, searching
from sarrus.solvers.rank import least_squares, motions_left
from sarrus.solvers.shortest import Pattern, Sparse
from sarrus.solvers.status import Status

CLOSED = 1e-10
"""Largest scaled gap of a mechanism that counts as closed."""
SPARSE = 150
"""Rows and speeds of a part from which its matrices are made by their entries."""
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


class Search:
    """One mechanism at one instant.

    Args:
        equations: relative equations.
        t: time at which drivers are read.
        released: demands that are treated as wishes.
        firmness: how much more a demand counts than a loop.
    """

    def __init__(
        self, equations: Equations, t: float, released: tuple[Demand, ...] = (), firmness: float = 1.0
    ) -> None:
        e = self.e = equations
        self.t = t
        self.model = e.model
        self.released = released
        self.fixed, self.guess = self.model.start_values()
        self.coordinate = {n: c for n, (_, _, c) in self.model.coordinates.items()}
        self.place = {name: k for k, name in enumerate(e.measured)}
        self._own = {name: k for k, name in enumerate(e.coordinates)}
        self._demanded = self._all_demands()
        self.demands = [d for d in self._demanded if d not in released]
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
        self.scales[len(e.gap_rows) :] /= firmness
        self._last: Pose | None = None
        self._patterns: dict[bytes, tuple[Pattern, Ints]] = {}

    @cached_property
    def rows(self) -> Rows:
        """All that must vanish, and where its slopes come from."""
        return Rows(self)

    @cached_property
    def parts(self) -> list[Part]:
        """The mechanism taken apart; joints that nothing is asked of are in no part."""
        fixed_rates, guessed_rates = (
            [n.removesuffix("_dot") for n in given if n.endswith("_dot")]
            for given in (self.fixed, self.guess)
        )
        slopes = self.rows.slopes, self.row_slopes, self.measure_slopes
        return search_parts(self.e, Asked(*slopes, self.place, [*self.wishes], fixed_rates, guessed_rates))

    def jacobian(self, part: Part, values: Floats) -> Floats | Sparse:
        """The slopes of all that must vanish in a part, from all values."""
        if not is_sparse(len(part.rows), len(part.columns)):
            return self.rows.slopes.part(values, part.rows, part.columns)
        key = part.rows.tobytes()
        if key not in self._patterns:  # in it is the order of elimination, found once
            self._patterns[key] = pattern_of(self.rows.slopes, part.rows, part.columns)
        pattern, entry = self._patterns[key]
        return Sparse(pattern, values[entry])

    def held_firmly(self) -> Search:
        """A search that lets loops stand open rather than miss a demand: for the size of a gap, not to find a pose."""
        return Search(self.e, self.t, self.released, firmness=1e3)

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

    def state(self, q: Floats, v: Floats | None = None) -> Floats:
        """A full state vector."""
        speeds = np.zeros(len(self.e.speeds)) if v is None else v
        return np.concatenate([q, speeds, np.zeros(len(self.e.quadratures))])

    def call(self, kernel: str, q: Floats, v: Floats | None = None) -> list[list[float]]:
        """Interpret a kernel of time and state."""
        return self.e.kernels[kernel]([self.t], self.state(q, v).tolist(), self.e.constants)

    def first_pose(self) -> Floats:
        """Tree coordinates from what was given; zero where nothing was."""
        given = {**self.guess, **{d.coordinate: d.value for d in reversed(self._demanded)}}
        q: list[float] = []
        for branch in self.e.tree.branches:
            joint = branch.joint
            written = [given.get(f"{joint.name}.{c.name}", 0.0) for c in joint.coordinates]
            q.extend(float(a) for a in joint.place(written))
        return np.array(q)

    def pose(self, q: Floats) -> Pose:
        """What the kernels say at a pose; kept until the next one."""
        if self._last is None or self._last.q.tobytes() != q.tobytes():
            self._last = Pose(self, q)
        return self._last

    def residual(self, q: Floats) -> Floats:
        """What must vanish: gaps, fixed coordinates, relations."""
        return self.pose(q).residual

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
        return name in self._own

    def retract(self, q: Floats, step: Floats) -> Floats:
        """A pose moved by a small step."""
        state = self.state(q).tolist()
        return np.array(self.e.kernels["retract"](state, step.tolist(), self.e.constants)[0])

    def close(self, q: Floats) -> Root:
        """The nearest pose at which everything vanishes."""
        return self._together(q, self._closing)

    def solve(self, q: Floats) -> Root:
        """A closed pose, as near to the wishes as its freedoms allow, with demands on the tree met to the last bit."""
        root = self._together(q, self._solving)
        if not root.residual < CLOSED:
            return root
        x = root.x
        for d in self.demands:
            if self.owns(d.coordinate):
                x[self._own[d.coordinate]] = d.value
        residual = float(np.abs(self.residual(x) / self.scales).max(initial=0.0))
        return Root(x, Status.OK, root.iterations, residual, root.history)

    def _together(self, q: Floats, task: Callable[[Part, Floats], Task]) -> Root:
        """Search all parts at once: one pose answers what each of them wants to know next."""
        tasks = [task(part, q[part.places]) for part in self.parts]

        def answers(wanted: Mapping[int, Trial]) -> list[Stand]:
            asking = [self.parts[k] for k in wanted]
            steps = [(p.places, p.columns, trial) for p, trial in zip(asking, wanted.values(), strict=True)]
            pose = self.pose(moved(q, steps, self.retract, len(self.e.speeds)))
            return [Stand(self, part, pose) for part in asking]

        with np.errstate(all="ignore"):  # a trial step may leave the domain; it is then rejected
            roots = in_step(tasks, answers)
        q = q.copy()
        for part, root in zip(self.parts, roots, strict=True):
            q[part.places] = root.x
        return _joined(q, roots)

    def _closing(self, part: Part, x: Floats) -> Task:
        """Close a part."""
        return searching(x, 1e-12, ITERATIONS, self.size[part.columns], self.scales[part.rows])

    def _solving(self, part: Part, x: Floats) -> Task:
        """Close a part, and move it towards its wishes."""
        root = yield from self._closing(part, x)
        if not root.residual < CLOSED or not part.wishes:
            return root
        stand = yield Trial(root.x)
        if np.abs(self.missing(stand)).max() < 1e-10:
            return root
        x = yield from self._returned(stand)
        return Root(x, root.status, root.iterations, root.residual, root.history)

    def missing(self, stand: Stand) -> Floats:
        """How much each wish of a part is missed by, scaled."""
        value = stand.pose.measure[0]
        off = [self.off(n, self.wishes[n] - float(value[self.place[n]])) for n in stand.part.wishes]
        return np.array(off) / self._wish_scales(stand.part)

    def _missing_slopes(self, stand: Stand) -> Floats:
        """The slopes of the wished coordinates, scaled."""
        part = stand.part
        places = np.array([self.place[n] for n in part.wishes], dtype=np.int64)
        A = self.measure_slopes.part(stand.pose.measure[2], places, part.columns)
        return np.asarray(A * self.size[part.columns] / self._wish_scales(part).reshape(-1, 1))

    def _wish_scales(self, part: Part) -> Floats:
        return np.array([self.e.length if self.coordinate[n].unit == "m" else 1.0 for n in part.wishes])

    def _free(self, stand: Stand) -> Floats:
        """Motions of a part, scaled, that all that must vanish leaves."""
        columns, rows, J = self.size[stand.part.columns], self.scales[stand.part.rows], stand.jacobian()
        if isinstance(J, Sparse):
            return motions_left(J.scaled(1.0 / rows, columns))
        return motions_left(J * columns / rows.reshape(-1, 1))

    def _returned(self, stand: Stand) -> Generator[Trial, Stand, Floats]:
        """A closed pose moved towards the wishes along its free motions: Gauss-Newton on what is missing.

            minimise |missing(q)|  with  everything closed

        Steps lie in the null space of the closed rows; after each one the pose is closed again.
        """
        for _ in range(RETURNS):
            off, free = self.missing(stand), self._free(stand)
            if not free.shape[1]:
                break
            A = self._missing_slopes(stand)
            if not np.isfinite(A).all():
                break
            y = least_squares(A @ free, off, 1e-6)[0]
            promised = float(off @ off - np.sum((off - A @ (free @ y)) ** 2))
            if not promised > WORTH * float(off @ off) or np.abs(off).max() < 1e-12:
                break
            step = free @ y * min(1.0, RETURN / float(np.linalg.norm(y)))
            nearer = yield from self._nearer(stand, step, float(off @ off))
            if nearer is None:
                break
            stand = nearer
        return stand.x

    def _nearer(self, stand: Stand, step: Floats, before: float) -> Generator[Trial, Stand, Stand | None]:
        """The pose after a step or a part of it, closed again, if that is nearer to the wishes."""
        part = stand.part
        for share in (1.0, 0.5, 0.25):
            beside = yield Trial(stand.x, share * step * self.size[part.columns])
            root = yield from self._closing(part, beside.x)
            there = yield Trial(root.x)
            off = self.missing(there)
            if root.residual < CLOSED and float(off @ off) < before:
                return there
        return None


class Rows:
    """All that must vanish in a search: gaps, then fixed coordinates, then relations; and where its slopes come from."""

    def __init__(self, search: Search) -> None:
        gaps = len(search.e.gap_rows)
        self.held = np.array([search.place[d.coordinate] for d in search.held], dtype=np.int64)
        self.relations = np.array(search.relations, dtype=np.int64)
        held, self.from_measure = search.measure_slopes.entries_of(self.held)
        tied, self.from_closure = search.row_slopes.entries_of(self.relations)
        row = np.concatenate([search.gap_slopes.row, gaps + held, gaps + len(self.held) + tied])
        column = np.concatenate(
            [
                search.gap_slopes.column,
                search.measure_slopes.column[self.from_measure],
                search.row_slopes.column[self.from_closure],
            ]
        )
        count = gaps + len(self.held) + len(self.relations)
        self.slopes = Slopes(count, len(search.e.speeds), np.column_stack([row, column]))


class Pose:
    """What the kernels say at one pose; each is called when it is first asked for."""

    def __init__(self, search: Search, q: Floats) -> None:
        self.search, self.q = search, q.copy()

    def _call(self, kernel: str) -> list[Floats]:
        return [np.array(group) for group in self.search.call(kernel, self.q)]

    @cached_property
    def gap(self) -> list[Floats]:
        """Gaps and their slopes."""
        return self._call("gap")

    @cached_property
    def measure(self) -> list[Floats]:
        """Published coordinates, rates, slopes."""
        return self._call("measure")

    @cached_property
    def closure(self) -> list[Floats]:
        """Closure rows, slopes, rates they should have, senses."""
        return self._call("closure")

    @cached_property
    def residual(self) -> Floats:
        """All that must vanish."""
        s, rows = self.search, self.search.rows
        found = [self.gap[0]]
        if s.held:
            off = [
                s.off(d.coordinate, float(self.measure[0][k]) - d.value)
                for d, k in zip(s.held, rows.held.tolist(), strict=True)
            ]
            found.append(np.array(off))
        if s.relations:
            found.append(self.closure[0][rows.relations])
        return np.concatenate(found)

    @cached_property
    def slopes(self) -> Floats:
        """Entries of its Jacobian."""
        s, rows = self.search, self.search.rows
        found = [self.gap[1]]
        if s.held:
            found.append(self.measure[2][rows.from_measure])
        if s.relations:
            found.append(self.closure[1][rows.from_closure])
        return np.concatenate(found)


@dataclass(frozen=True)
class Stand:
    """A part of the mechanism at a pose."""

    search: Search
    part: Part
    pose: Pose

    @property
    def x(self) -> Floats:
        """Its coordinates."""
        return self.pose.q[self.part.places]

    @property
    def residual(self) -> Floats:
        """What must vanish in it."""
        return self.pose.residual[self.part.rows]

    def jacobian(self) -> Floats | Sparse:
        """The slopes of that."""
        return self.search.jacobian(self.part, self.pose.slopes)


Task = Generator[Trial, Stand, Root]


def is_sparse(rows: int, columns: int) -> bool:
    """Whether a matrix of a part is better made by its entries."""
    return min(rows, columns) >= SPARSE


def pattern_of(slopes: Slopes, rows: Ints, columns: Ints) -> tuple[Pattern, Ints]:
    """Where some rows have entries, which lie in the given columns, ascending; and the place of each among all."""
    row, entry = slopes.entries_of(rows)
    return Pattern((len(rows), len(columns)), row, np.searchsorted(columns, slopes.column[entry])), entry


def _joined(q: Floats, roots: list[Root]) -> Root:
    """The outcome of all parts as one."""
    if not roots:
        return Root(q, Status.OK, 0, 0.0, (0.0,))
    worst = next((r for r in roots if not r.residual < CLOSED), roots[0])
    longest = max(roots, key=lambda r: r.iterations)
    residual = float(np.max([r.residual for r in roots]))
    return Root(q, worst.status, longest.iterations, residual, longest.history)
