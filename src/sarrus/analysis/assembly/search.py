"""The search for a pose: what must vanish in the coordinates of the tree, and how it is made to.

Loops and constraints must close, and demands must be met: fixed coordinates and drivers. Guesses are wishes. They begin
the search, and where the closed mechanism can still move, it is moved back towards them.

A large mechanism is taken apart where no row ties its coordinates. The parts are searched each by itself and all at once:
what they want to know next is asked of the kernels together.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sarrus.analysis.assembly.gimbal import Angles
from sarrus.analysis.assembly.own_places import least_open
from sarrus.analysis.assembly.search_parts import SearchPart, SearchTask, search_parts
from sarrus.analysis.rank.parts import Slopes, in_step, moved
from sarrus.elements.joints.base import Coordinate, Joint
from sarrus.mechanics import Equations
from sarrus.mechanics.base import Arrays
from sarrus.mechanics.row_sizes import row_sizes
from sarrus.model.start_values import AXES, SPIN
from sarrus.scalar.expression import Value
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.newton import KICKS, Root, Trial, searching
from sarrus.solvers.shortest import EntryPattern, Sparse
from sarrus.solvers.status import Status
from sarrus.topology import GROUND

CLOSED = 1e-10
"""Largest scaled gap of a mechanism that counts as closed."""
SPARSE = 150
"""Rows and speeds of a part from which its matrices are made by their entries."""
ITERATIONS = 300


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
        held: published coordinates that are held beyond what the model demands.
    """

    def __init__(
        self,
        equations: Equations,
        t: float,
        released: tuple[Demand, ...] = (),
        firmness: float = 1.0,
        held: Mapping[str, float] | None = None,
    ) -> None:
        e = self.e = equations
        self.t = t
        self.model = e.model
        self.released = released
        self.fixed, self.guess = self.model.start_values()
        self.coordinate = {n: c for n, (_, _, c) in self.model.coordinates.items()}
        self.coordinate |= {aim.name: Coordinate(aim.quantity, aim.unit) for aim in self.model.aims}
        self.place = {name: k for k, name in enumerate((*e.measured, *e.aims))}
        self._own = {name: k for k, name in enumerate(e.coordinates)}
        extra = [Demand(n, v, self.coordinate[n].unit) for n, v in (held or {}).items()]
        self._demanded = [*self._all_demands(), *extra]
        self.demands = [d for d in self._demanded if d not in released]
        self.wishes = {n: v for n, v in self.guess.items() if n in self.place}
        self.wishes |= {d.coordinate: d.value for d in released}
        self.wishes = {n: v for n, v in self.wishes.items() if n not in (held or {})}
        row = {r.owner: i for i, r in enumerate(e.rows)}
        let_go = {d.driver for d in released}
        self.relations = [
            row[r.name] for r in self.model.relations if r.name not in let_go and not r.of_rates
        ]
        self.held = [d for d in self.demands if not d.driver]
        n = len(e.speeds)
        self.gap_slopes = Slopes(len(e.gap_rows), n, e.gap_pattern)
        self.row_slopes = Slopes(len(e.rows), n, e.jacobian_pattern)
        aimed = tuple((len(e.measured) + row, column) for row, column in e.aim_pattern)
        self.measure_slopes = Slopes(len(self.place), n, (*e.measure_pattern, *aimed))
        self.size = np.array(e.speed_lengths)
        self.firmness = firmness
        self._last: SearchPose | None = None
        self._patterns: dict[bytes, tuple[EntryPattern, Ints]] = {}

    @cached_property
    def row_sizes(self) -> Floats:
        """What each row is measured by: the length of its part where it is a length, and its slopes at the first pose."""
        lengths = np.array(self.e.row_lengths)
        if not self.relations:
            return lengths
        first = self.first_pose()
        return lengths * row_sizes(self.e, self.t, self.state(first), self.pose(first).arrays["G"])

    @cached_property
    def scales(self) -> Floats:
        """The same for all that must vanish."""
        fixed = [self.e.measured_length(d.coordinate) for d in self.held]
        found = np.array([*self.e.gap_lengths, *fixed, *self.row_sizes[self.relations]])
        found[len(self.e.gap_rows) :] /= self.firmness
        return found

    @cached_property
    def rows(self) -> SearchRows:
        """All that must vanish, and where its slopes come from."""
        return SearchRows(self)

    @cached_property
    def turning(self) -> list[Angles]:
        """The joints with angles of a turn of which a start value speaks."""
        given = {n.removesuffix("_dot") for n in (*self.fixed, *self.guess)}
        given |= {d.coordinate for d in self._demanded}
        turning = [j for j in self.model.all_joints if j.turn_places]
        said = [j for j in turning if not given.isdisjoint((*j.angle_names, f"{j.name}.{SPIN}.{AXES[0]}"))]
        return [Angles(self, j) for j in said]

    @cached_property
    def turned(self) -> list[tuple[Angles, list[int]]]:
        """Those whose turn is demanded, with the places of their angles among what is held."""
        at = {d.coordinate: k for k, d in enumerate(self.held)}
        return [(a, [at[n] for n in a.names]) for a in self.turning if a.demanded is not None]

    @cached_property
    def parts(self) -> list[SearchPart]:
        """The mechanism taken apart; joints that nothing is asked of are in no part."""
        fixed_rates, guessed_rates = (
            [
                *(n.removesuffix("_dot") for n in given if n.endswith("_dot")),
                *(n for angles in self.turning if angles.given_spin(given) for n in angles.names),
            ]
            for given in (self.fixed, self.guess)
        )
        slopes = self.rows.slopes, self.row_slopes, self.measure_slopes
        return search_parts(
            self.e, SearchTask(*slopes, self.place, [*self.wishes], fixed_rates, guessed_rates)
        )

    def jacobian(self, part: SearchPart, values: Floats) -> Floats | Sparse:
        """The slopes of all that must vanish in a part, from all values."""
        if not is_sparse(len(part.rows), len(part.columns)):
            return self.rows.slopes.part(values, part.rows, part.columns)
        key = part.rows.tobytes()
        if key not in self._patterns:  # in it is the order of elimination, found once
            self._patterns[key] = pattern_of(self.rows.slopes, part.rows, part.columns)
        pattern, entry = self._patterns[key]
        return Sparse(pattern, values[entry])

    def holding(self, held: Mapping[str, float]) -> Search:
        """The same search with some more coordinates held."""
        return Search(self.e, self.t, self.released, held=held)

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
        return np.concatenate([q, speeds, self.e.beside])

    def arrays(self, q: Floats, v: Floats | None = None) -> Arrays:
        """What the kernels say at a pose."""
        return self.e.arrays_at(t=[self.t], x=self.state(q, v))

    @cached_property
    def given(self) -> dict[str, float]:
        """What published coordinates should be: guesses, and before them what is demanded."""
        return {**self.wishes, **{d.coordinate: d.value for d in reversed(self._demanded)}}

    def first_pose(self) -> Floats:
        """Coordinates from what was given; zero where nothing was, those of constraints where these are least open."""
        q = self.placed(range(len(self.e.owners)), self.given)
        return least_open(self, q) if self.model.owning else q

    def placed(self, owners: Iterable[int], values: Mapping[str, float]) -> Floats:
        """Coordinates of some joints and constraints, by number, for published ones; zero where there is none."""
        q: list[float] = []
        for owner in (self.e.owners[k] for k in owners):
            written = [values.get(f"{owner.name}.{c.name}", 0.0) for c in owner.coordinates]
            q.extend(float(a) for a in (owner.place(written) if isinstance(owner, Joint) else written))
        return np.array(q)

    def pose(self, q: Floats) -> SearchPose:
        """What the kernels say at a pose; kept until the next one."""
        if self._last is None or self._last.q.tobytes() != q.tobytes():
            self._last = SearchPose(self, q)
        return self._last

    def same_pose(self, pose: SearchPose) -> SearchPose:
        """A pose of another search of this mechanism, whose kernels need not be called again."""
        if self._last is None or self._last.arrays is not pose.arrays:
            self._last = SearchPose(self, pose.q, pose.arrays)
        return self._last

    def residual(self, q: Floats) -> Floats:
        """What must vanish: gaps, fixed coordinates, relations."""
        return self.pose(q).residual

    def relation_at(self, name: str) -> int:
        """Place of a driver or constraint between coordinates among the relations."""
        return next(k for k, i in enumerate(self.relations) if self.e.rows[i].owner == name)

    def length_of(self, name: str) -> float:
        """What a start value is measured by: the length of its part where it is one, or its rate; else 1."""
        base = name.removesuffix("_dot")
        return self.e.measured_length(base) if base in self.place else 1.0

    def off(self, name: str, difference: float) -> float:
        """A difference of coordinates; those that repeat and are fitted agree up to whole periods."""
        return difference if self.owns(name) else self.model.without_periods(name, difference)

    def own_place(self, name: str) -> int:
        """Place of a coordinate of the state's own among them."""
        return self._own[name]

    def owns(self, name: str) -> bool:
        """Whether a coordinate is one of the tree's own, counted over full turns."""
        return name in self._own

    def retract(self, q: Floats, step: Floats) -> Floats:
        """A pose moved by a small step."""
        return np.array(self.e.arrays_at(x=self.state(q), step=step)["q"])

    def close(self, q: Floats) -> Root:
        """The nearest pose at which everything vanishes."""
        return self.together(q, self.closing)

    def with_demands(self, root: Root) -> Root:
        """A closed pose with demands on the tree met to the last bit."""
        x = root.x
        for d in self.demands:
            if self.owns(d.coordinate):
                x[self._own[d.coordinate]] = d.value
        residual = float(np.abs(self.residual(x) / self.scales).max(initial=0.0))
        return Root(x, Status.OK, root.iterations, residual, root.history)

    def together(self, q: Floats, task: Callable[[SearchPart, Floats], Task]) -> Root:
        """Search all parts at once: one pose answers what each of them wants to know next."""
        tasks = [task(part, q[part.places]) for part in self.parts]

        def answers(wanted: Mapping[int, Trial]) -> list[SearchStand]:
            asking = [self.parts[k] for k in wanted]
            steps = [(p.places, p.columns, trial) for p, trial in zip(asking, wanted.values(), strict=True)]
            pose = self.pose(moved(q, steps, self.retract, len(self.e.speeds)))
            return [SearchStand(self, part, pose) for part in asking]

        with np.errstate(all="ignore"):  # a trial step may leave the domain; it is then rejected
            roots = in_step(tasks, answers)
        q = q.copy()
        for part, root in zip(self.parts, roots, strict=True):
            q[part.places] = root.x
        return _joined(q, roots)

    def closing(self, part: SearchPart, x: Floats, kicks: int = KICKS) -> Task:
        """Close a part."""
        return searching(x, 1e-12, ITERATIONS, self.size[part.columns], self.scales[part.rows], kicks)

    def is_meant(self, stand: SearchStand) -> bool:
        """Whether the closed elements of a part are the right way round."""
        senses = stand.pose.senses
        if len(self.parts) == 1:
            return bool((senses > 0).all())
        owners = {self.e.rows[i].owner for i in stand.part.closure.tolist()}
        return all(
            s > 0
            for c, s in zip((*self.e.tree.cuts, *self.model.closings), senses, strict=True)
            if c.name in owners
        )

    @cached_property
    def _tied(self) -> set[str]:
        """Coordinates in a relation, which counts their turns; and guessed angles of bodies that such a one turns."""
        tied = {name for relation in self.model.relations for name in self.model.acted_on(relation)}
        joints, parents = {name.rpartition(".")[0] for name in tied}, self.e.tree.parents
        by_body = {branch.body: branch.joint.name for branch in self.e.tree.branches}
        for aim in self.model.aims if joints else ():
            body = self.model.body_index[aim.owner]
            while body != GROUND and by_body[body] not in joints:
                body = parents[body]
            tied |= {aim.name} if body != GROUND else set()
        return tied

    def counts_turns(self, name: str) -> bool:
        """Whether an angle a full turn on means another pose: that of a thread, or one in a relation."""
        is_angle = self.coordinate[name].is_angle
        return is_angle and (not self.model.period(name) or name in self._tied)

    def missed(self, name: str, difference: float) -> float:
        """How much a wish is missed by: a period more or less is not missed, unless something counts turns."""
        if name not in self._tied:
            return self.model.without_periods(name, difference)
        return difference if name in self.e.aims else self.off(name, difference)

    def on_turns(self, part: SearchPart, x: Floats) -> Floats:
        """Coordinates of a part; those that are wished and repeat, on the turns nearest to what is wished, others on the first."""
        q = np.zeros(len(self.e.coordinates))
        q[part.places] = x
        wished = {n: v for n, v in self.wishes.items() if n in part.wishes}
        demanded = {d.coordinate for d in self.demands}
        for name, place in self._own.items():
            if name in self.coordinate and name not in self._tied and name not in demanded:
                period = self.model.period(name)
                q[place] -= period * round((q[place] - wished.get(name, 0.0)) / period) if period else 0.0
        return q[part.places]


class SearchRows:
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


class PoseArrays:
    """What the kernels say at one pose; each array is computed when it is first asked for."""

    def __init__(self, arrays: Arrays, q: Floats) -> None:
        self._arrays, self.q = arrays, q.copy()
        self._found: dict[str, Floats] = {}

    def __getitem__(self, name: str) -> Floats:
        if name not in self._found:
            self._found[name] = np.array(self._arrays[name])
        return self._found[name]

    def both(self, one: str, other: str) -> Floats:
        """Two arrays as one."""
        name = f"{one} {other}"
        if name not in self._found:
            self._found[name] = np.concatenate([self[one], self[other]])
        return self._found[name]


class SearchPose:
    """A pose as a search sees it."""

    def __init__(self, search: Search, q: Floats, arrays: PoseArrays | None = None) -> None:
        self.search = search
        self.arrays = arrays or PoseArrays(search.arrays(q), q)

    @property
    def q(self) -> Floats:
        """Coordinates of the tree."""
        return self.arrays.q

    @property
    def measured(self) -> Floats:
        """Published coordinates, and behind them what is guessed of bodies."""
        return self.arrays.both("value", "aim") if self.search.e.aims else self.arrays["value"]

    @property
    def measured_slopes(self) -> Floats:
        """Entries of their slopes."""
        return self.arrays.both("measure_J", "aim_J") if self.search.e.aims else self.arrays["measure_J"]

    @property
    def senses(self) -> Floats:
        """Positive where a closed joint is the right way round."""
        return self.arrays["sense"]

    @cached_property
    def values(self) -> Floats:
        """Published coordinates; of angles at gimbal lock, which can be told in many ways, what is nearest to those given."""
        values = self.measured
        for angles in self.search.turning:
            if angles.locked_at(values):
                values = values.copy() if values is self.measured else values
                values[angles.rows[[0, 2]]] = angles.told(self.measured)
        return values

    @cached_property
    def residual(self) -> Floats:
        """All that must vanish."""
        s, rows = self.search, self.search.rows
        found = [self.arrays["gap"]]
        if s.held:
            off = np.array(
                [
                    s.off(d.coordinate, float(self.values[k]) - d.value)
                    for d, k in zip(s.held, rows.held.tolist(), strict=True)
                ]
            )
            for angles, places in s.turned:
                off[places] = angles.off(self.measured)
            found.append(off)
        if s.relations:
            found.append(self.arrays["g"][rows.relations])
        return np.concatenate(found)

    @cached_property
    def slopes(self) -> Floats:
        """Entries of its Jacobian."""
        s, rows = self.search, self.search.rows
        found = [self.arrays["gap_J"]]
        if s.held:
            slopes = self.measured_slopes
            for angles, _ in s.turned:
                slopes = slopes.copy() if slopes is self.measured_slopes else slopes
                slopes[angles.entries] = angles.off_slopes(self.q, self.measured, self.measured_slopes)
            found.append(slopes[rows.from_measure])
        if s.relations:
            found.append(self.arrays["G"][rows.from_closure])
        return np.concatenate(found)


@dataclass(frozen=True)
class SearchStand:
    """A part of the mechanism at a pose."""

    search: Search
    part: SearchPart
    pose: SearchPose

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


Task = Generator[Trial, SearchStand, Root]


def is_sparse(rows: int, columns: int) -> bool:
    """Whether a matrix of a part is better made by its entries."""
    return min(rows, columns) >= SPARSE


def pattern_of(slopes: Slopes, rows: Ints, columns: Ints) -> tuple[EntryPattern, Ints]:
    """Where some rows have entries, which lie in the given columns, ascending; and the place of each among all."""
    row, entry = slopes.entries_of(rows)
    return EntryPattern((len(rows), len(columns)), row, np.searchsorted(columns, slopes.column[entry])), entry


def _joined(q: Floats, roots: list[Root]) -> Root:
    """The outcome of all parts as one."""
    if not roots:
        return Root(q, Status.OK, 0, 0.0, (0.0,))
    worst = next((r for r in roots if not r.residual < CLOSED), roots[0])
    longest = max(roots, key=lambda r: r.iterations)
    residual = float(np.max([r.residual for r in roots]))
    return Root(q, worst.status, longest.iterations, residual, longest.history)
