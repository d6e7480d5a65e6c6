"""Loops that can close in another way: found by trying, and left to the program where nothing that is given decides.

All that is fixed or driven stays. Where the mechanism can still move, as many coordinates are held as it has freedoms, so
that two closings are two poses, and not one pose moved on. Then searches begin from other starts: in turn the joints of
each loop are spread while the rest stays. What closes elsewhere, as near to the guesses, could have been chosen as well.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sarrus.analysis.assembly.nearest import Nearest
from sarrus.analysis.assembly.search import CLOSED, Search, SearchPose, SearchStand, Task
from sarrus.analysis.assembly.search_parts import SearchPart
from sarrus.analysis.assembly.spread import Spread
from sarrus.analysis.assembly.start import Start
from sarrus.elements.base import Coordinate
from sarrus.elements.joints.base import Joint
from sarrus.solvers.arrays import Floats
from sarrus.solvers.newton import Root, Trial, searching
from sarrus.solvers.status import Status
from sarrus.spatial.pose import flat_pose
from sarrus.topology import loop_of

TRIES = 6
"""Other starts for each loop, and as many for all together."""
LOOPS = 12
"""Loops of a part up to which they are tried one by one."""
LARGEST = 80
"""Speeds of a part up to which it is tried at all."""
ITERATIONS = 40
ELSEWHERE = 1e-3
"""Change of a direction, or of a length in units of the model's length, that makes another pose."""
TURNS = 2.5
"""So many turns away an angle that counts them is told of."""
AS_NEAR = 1e-6
"""How much farther from the guesses a closing may be that is not excluded by them."""


@dataclass(frozen=True)
class LoopChoice:
    """Loops that could have been closed in another way.

    Attributes:
        loops: joints around each of them.
        coordinate: one of their coordinates that tells the two ways apart best; one that a guess may be given for.
        here, there: its value now, and in the other way.
        unit: of it.
        angle: in the plane, the angle of the body that is turned most, which a guess may be given for as well; else "".
        held: coordinates that were held as they are because the mechanism can move.
    """

    loops: tuple[tuple[str, ...], ...]
    coordinate: str
    here: float
    there: float
    unit: str
    held: tuple[str, ...]
    angle: str = ""


@dataclass(frozen=True)
class _Way:
    """Another way to close a part: loops that are different, by their number, coordinates, and all published ones."""

    loops: frozenset[int]
    q: Floats
    values: Floats


def choices(found: Start, t: float = 0.0) -> list[LoopChoice]:
    """What the program chose at an assembled start.

    Args:
        found: the start.
        t: time at which drivers are read [s].
    """
    search = Search(found.equations, t)
    q = found.x[: len(found.equations.coordinates)]
    loops = loops_of(found)
    if not loops or found.status is not Status.OK:
        return []
    pose = search.pose(q)
    held = {name for part in search.parts if _is_tried(part) for name in _freedoms(search, part, pose)}
    firm = search.holding({name: float(pose.values[search.place[name]]) for name in sorted(held)})
    trial = _Trial(search, firm, pose, loops)
    firm.together(q, trial.trying)
    return [choice for ways in trial.ways for choice in trial.told(ways, held)]


def loops_of(found: Start) -> dict[str, tuple[str, ...]]:
    """Joints around each loop, by the joint or constraint that closes it."""
    e = found.equations
    return {c.name: tuple(loop_of(e.model, e.tree, c)) for c in (*e.tree.cuts, *e.model.closings)}


def _is_tried(part: SearchPart) -> bool:
    return 0 < len(part.columns) <= LARGEST and len(part.closure) > 0


def _freedoms(search: Search, part: SearchPart, pose: SearchPose) -> Iterator[str]:
    """As many coordinates of the tree as a part has freedoms, which tell where it stands; the earlier written the better."""
    near, spread = Nearest(search), Spread(search, part, ())
    Z = near.free(SearchStand(search, part, pose))
    names = [*part.wishes, *(n for n in spread.loose if n not in part.wishes)]
    places = np.array([search.place[n] for n in names], dtype=np.int64)
    scales = np.array([search.e.measured_length(n) for n in names])
    A = search.measure_slopes.part(pose.measured_slopes, places, part.columns) * search.size[part.columns]
    A = A / scales[:, None] @ Z
    for _ in range(Z.shape[1]):
        sizes = np.linalg.norm(A, axis=1)
        if not sizes.max(initial=0.0) > 1e-6:
            break
        k = int(np.argmax(sizes >= 0.5 * sizes.max()))
        yield names[k]
        A = A - np.outer(A @ A[k], A[k]) / float(A[k] @ A[k])


class _Trial:
    """Searches for other closings, part by part.

    Args:
        search: the mechanism.
        firm: the same with its freedoms held.
        at: where it stands.
        loops: by what closes them.
    """

    def __init__(
        self, search: Search, firm: Search, at: SearchPose, loops: dict[str, tuple[str, ...]]
    ) -> None:
        self.search, self.firm, self.at = search, firm, at
        self.loops = [*loops.values()]
        self.owner = {name: k for k, name in enumerate(loops)}
        self.near = Nearest(search)
        self.ways: list[list[_Way]] = []

    def trying(self, part: SearchPart, x: Floats) -> Task:
        """Look for other ways to close a part; the pose it stands at is returned."""
        s, start = self.firm, Root(x, Status.OK, 0, 0.0, (0.0,))
        here = yield Trial(x)
        rows = [s.e.rows[i].owner for i in part.closure.tolist()]
        own = [*dict.fromkeys(self.owner[name] for name in rows if name in self.owner)]
        if not own or not _is_tried(part):
            return start
        ways: list[_Way] = []
        self.ways.append(ways)
        for begin in self._starts(part, own):
            root = yield from searching(
                begin, 1e-12, ITERATIONS, s.size[part.columns], s.scales[part.rows], 0
            )
            there = yield Trial(root.x)
            if root.residual < CLOSED and s.is_meant(there):
                way = self._way(part, here, there, own)
                if (
                    way.loops
                    and self._is_within_turns(part, here, there)
                    and self._is_as_near(part, here, there)
                    and way.loops not in [w.loops for w in ways]
                ):
                    ways.append(way)
            if set(own) <= {k for w in ways if len(w.loops) == 1 for k in w.loops}:
                break
        return start

    def _starts(self, part: SearchPart, own: list[int]) -> Iterator[Floats]:
        """The joints of one loop after the other spread, the rest as it stands; then all of them."""
        s = self.firm
        given = dict(zip(s.place, self.at.values.tolist(), strict=True))
        joints = {owner.name for owner in s.e.owners}
        kept = {d.coordinate for d in s.demands}
        for k in own if len(own) <= LOOPS else []:
            around = joints.intersection(self.loops[k])
            others = {n for n in given if n.rpartition(".")[0] not in around}
            yield from Spread(s, part, kept | others).starts(TRIES, given)
        if len(own) > 1:
            yield from Spread(s, part, kept).starts(TRIES, given)

    def _way(self, part: SearchPart, here: SearchStand, there: SearchStand, own: list[int]) -> _Way:
        """In which loops a part stands differently."""
        changed = {
            name
            for name, one, two in zip(*self._joints(part, here.x, there.x), strict=True)
            if np.abs(one - two).max() > ELSEWHERE
        }
        different = frozenset(k for k in own if changed.intersection(self.loops[k]))
        return _Way(different, there.pose.q, there.pose.values)

    def _joints(self, part: SearchPart, *xs: Floats) -> Iterator[list[str] | list[Floats]]:
        """Names of the joints of a part, and for each of some poses how these stand: directions, and scaled lengths."""
        e, numbers = self.search.e, Spread(self.search, part, ()).owners
        parts = e.scales.parts.of_owners(e.tree)
        length = max((e.scales.lengths[parts[k]] for k in numbers), default=1.0)
        joints = [e.owners[k].bind(self.search.model.resolve, self.search.model.planar) for k in numbers]
        scale = np.array([*9 * (1.0,), *3 * (length,)])
        yield [joint.name for joint in joints]
        for x in xs:
            begin, found = 0, []
            for joint in joints:
                end = begin + len(joint.inner_names)
                own = x[begin:end].tolist()
                if isinstance(joint, Joint):
                    X = joint.motion(*own)
                    found.append(np.array([float(a) for a in flat_pose(X)]) / scale)
                else:
                    found.append(
                        np.concatenate(
                            [_stand(*pair, length) for pair in zip(joint.coordinates, own, strict=True)]
                        )
                    )
                begin = end
            yield found

    def _is_within_turns(self, part: SearchPart, here: SearchStand, there: SearchStand) -> bool:
        """Whether no angle that counts turns is many of them away: a thread closes on every turn, which is no choice."""
        s = self.search
        names = {s.e.owners[k].name for k in Spread(s, part, ()).owners}
        names |= {s.e.rows[i].owner for i in part.closure.tolist()}
        counted = [k for n, k in s.place.items() if n.rpartition(".")[0] in names and s.counts_turns(n)]
        change = (there.pose.values - here.pose.values)[counted]
        return bool(np.abs(change).max(initial=0.0) < TURNS * 2.0 * np.pi)

    def _is_as_near(self, part: SearchPart, here: SearchStand, there: SearchStand) -> bool:
        """Whether guesses do not speak against the other way."""
        own = next(p for p in self.search.parts if np.array_equal(p.columns, part.columns))
        if not own.wishes:
            return True
        one, two = (self.near.distance(SearchStand(self.search, own, s.pose)) for s in (here, there))
        return two <= one + AS_NEAR

    def told(self, ways: list[_Way], held: set[str]) -> Iterator[LoopChoice]:
        """The ways in words: the one that changes least first, and of each later one only what is new."""
        said: set[int] = set()
        for way in sorted(ways, key=lambda w: (len(w.loops), sorted(w.loops))):
            new = sorted(way.loops - said)
            if new:
                said |= way.loops
                yield self._told(way, [self.loops[k] for k in new], held)

    def _told(self, way: _Way, loops: list[tuple[str, ...]], held: set[str]) -> LoopChoice:
        s, here = self.search, self.at.values
        around = {name for loop in loops for name in loop}
        best, most = "", -1.0
        for name, k in s.place.items():
            if name.rpartition(".")[0] in around and name not in held and name not in s.given:
                change = s.model.without_periods(name, float(way.values[k] - here[k]))
                size = abs(change) / s.e.measured_length(name)
                best, most = (name, size) if size > most + 1e-9 else (best, most)
        angle = self._turned_most(way, around)
        if not best:
            return LoopChoice(tuple(loops), "", 0.0, 0.0, "", tuple(sorted(held)), angle)
        there, coordinate = float(way.values[s.place[best]]), s.coordinate[best]
        there = s.model.without_periods(best, there)
        now = float(here[s.place[best]])
        return LoopChoice(tuple(loops), best, now, there, coordinate.unit, tuple(sorted(held)), angle)

    def _turned_most(self, way: _Way, around: set[str]) -> str:
        """The angle of the planar body at some joints that is most different in another way; "" where none is."""
        s = self.search
        if not s.model.planar:
            return ""
        turns = [self._turns(q) for q in (self.at.q, way.q)]
        bodies = {
            place.body.name
            for c in (*s.model.joints, *s.model.closings)
            if c.name in around
            for place in s.model.ends_of(c)
            if place.body is not None
        }
        names = [b.name for b in s.model.bodies if b.name in bodies and f"{b.name}.psi" not in s.given]
        change = {n: abs(math.remainder(turns[1][n] - turns[0][n], math.tau)) for n in names}
        best = max(change, key=lambda n: change[n], default="")
        return f"{best}.psi" if best and change[best] > ELSEWHERE else ""

    def _turns(self, q: Floats) -> dict[str, float]:
        """Angles of all planar bodies."""
        s, n = self.search, len(self.search.e.speeds)
        row = s.e.evaluate("output", [s.t], s.state(q), np.zeros(n), np.zeros(s.e.multipliers))[0]
        return {body.name: row[s.e.channel(body.name, "psi").start] for body in s.model.bodies}


def _stand(coordinate: Coordinate, value: float, length: float) -> Floats:
    """How a coordinate of a constraint stands: as a direction where it repeats, else as a scaled length."""
    if coordinate.period:
        turn = 2.0 * math.pi * value / coordinate.period
        return np.array([math.cos(turn), math.sin(turn)])
    return np.array([value / length if coordinate.unit == "m" else value])
