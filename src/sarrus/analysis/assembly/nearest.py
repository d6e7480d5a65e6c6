"""The closed pose that is nearest to the guesses.

    minimise  sum ((c - guess) / scale)^2  over what is guessed,  with everything closed      scale: 1 rad, the model's length

From a closed pose, steps along its free motions lead to a minimum. A mechanism that closes in several ways has several.
So where guesses are still missed, the search is made again from other starts, in which they are held as if they were
fixed, and the least of the minima found is taken. What is not guessed has no say; its starts are spread evenly.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import cached_property

import numpy as np

from sarrus.analysis.assembly.search import CLOSED, Search, SearchStand, Task
from sarrus.analysis.assembly.search_parts import SearchPart
from sarrus.analysis.assembly.spread import Spread
from sarrus.solvers.arrays import Floats
from sarrus.solvers.newton import Root, Trial, searching
from sarrus.solvers.rank import least_squares, motions_left
from sarrus.solvers.shortest import Sparse

RETURNS, AIMED_RETURNS = (
    20,
    100,
)  # steps back towards the guesses; more where these are of bodies: no search begins there
RETURN = 0.3  # longest of them, in units of the scale
WORTH = 1e-4  # a return that brings the guesses nearer by less than this part is not made
MET = 1e-6
"""Distance up to which guesses count as met."""
AS_GUESSED = 1e-10
"""Parts of a guess up to which it is not missed at all."""
AIMED_STEPS, AIMED_COLUMNS = 6, 400
"""Steps towards what is guessed of bodies, loops left open, and the speeds of a part up to which they are made."""
NEARER = 0.999
"""Another minimum is taken where its distance is less than this part of the one in hand."""
SAMPLES = 24
"""Other starts that are looked at."""
TRIES, IN_VAIN = 8, 3
"""Those among them from which a search is made at most, and how many of these that lead nowhere better in a row are enough."""
AIMED_TRIES = 16
"""Both where places or angles of bodies are guessed: one such guess has to choose among the closings of several loops."""
CLOSE, FEW_SAMPLES, FEW_TRIES = 0.2, 8, 2
"""Distance, in radians or lengths, up to which the guesses were rough rather than missed: then so much is enough."""
PROMISING = 1.1
"""A closed pose is looked for where gaps and missed wishes together come to less than this part of what is missed now."""
FAR = 1.0
"""What a search that began at the wishes misses one of them by, if it has lost its way."""
ITERATIONS = 15
LARGEST = 120
"""Speeds of a part up to which other starts are tried."""


def nearest_pose(search: Search, q: Floats) -> Root:
    """A closed pose, as near to the wishes as can be found, with demands on the tree met to the last bit.

    Args:
        search: what must close.
        q: where to begin.
    """
    near = Nearest(search)
    root = search.together(q, near.solving)
    return search.with_demands(root) if root.residual < CLOSED else root


class Nearest:
    """The search of one mechanism for the pose nearest to its wishes, part by part."""

    def __init__(self, search: Search) -> None:
        self.s = search
        # a wish for what is demanded cannot be held as well
        self.held = {
            n: v for n, v in search.wishes.items() if n not in {d.coordinate for d in search.demands}
        }

    @cached_property
    def holding(self) -> Search:
        """The search in which wishes are held."""
        return self.s.holding(self.held)

    @cached_property
    def _held_parts(self) -> dict[bytes, SearchPart]:
        return {part.columns.tobytes(): part for part in self.holding.parts}

    def solving(self, part: SearchPart, x: Floats) -> Task:
        """Close a part, and move it towards its wishes."""
        s = self.s
        if self._is_aimed(part) and len(part.columns) <= AIMED_COLUMNS:
            met = yield from self._as_guessed(part, x)
            if met is not None:
                return met
        root = yield from s.closing(part, x)
        if not root.residual < CLOSED or not part.wishes:
            return root
        stand = yield Trial(root.x)
        if np.abs(self.missing(stand)).max() < AS_GUESSED:
            return root
        stand = yield from self.returned(stand)
        if self.distance(stand) > MET and len(part.columns) <= LARGEST:
            stand = yield from self.least(stand)
        x = s.on_turns(part, stand.x)
        return Root(x, root.status, root.iterations, root.residual, root.history)

    def _as_guessed(self, part: SearchPart, x: Floats) -> Generator[Trial, SearchStand, Root | None]:
        """A closed pose that meets all wishes, of bodies as well, begun where these alone lead; None where that is none.

        What is guessed of bodies begins no search. Where it can be met as it is, that saves the long way along free motions.
        """
        s = self.s
        stand = yield Trial(x)
        for _ in range(AIMED_STEPS):
            off, A = self.missing(stand), self._missing_slopes(stand)
            if np.abs(off).max() <= MET or not np.isfinite(A).all():
                break
            stand = yield Trial(stand.x, least_squares(A, off, 1e-6)[0] * s.size[part.columns])
        if not np.abs(self.missing(stand)).max() <= MET:
            return None
        root = yield from s.closing(part, stand.x, kicks=0)
        if not root.residual < CLOSED:
            return None
        stand = yield Trial(root.x)
        if not np.abs(self.missing(stand)).max() < AS_GUESSED or not s.is_meant(stand):
            return None
        x = s.on_turns(part, stand.x)
        return Root(x, root.status, root.iterations, root.residual, root.history)

    def distance(self, stand: SearchStand) -> float:
        """How far a part is from its wishes."""
        return float(np.linalg.norm(self.missing(stand)))

    def missing(self, stand: SearchStand) -> Floats:
        """How much each wish of a part is missed by, scaled."""
        s, value = self.s, stand.pose.values
        off = [s.missed(n, s.wishes[n] - float(value[s.place[n]])) for n in stand.part.wishes]
        return np.array(off) / self._wish_scales(stand.part)

    def _missing_slopes(self, stand: SearchStand) -> Floats:
        """The slopes of the wished coordinates, scaled."""
        s, part = self.s, stand.part
        places = np.array([s.place[n] for n in part.wishes], dtype=np.int64)
        A = s.measure_slopes.part(stand.pose.measured_slopes, places, part.columns)
        return np.asarray(A * s.size[part.columns] / self._wish_scales(part).reshape(-1, 1))

    def _wish_scales(self, part: SearchPart) -> Floats:
        s = self.s
        return np.array([s.e.measured_length(n) for n in part.wishes])

    def free(self, stand: SearchStand) -> Floats:
        """Motions of a part, scaled, that all that must vanish leaves."""
        part, J = stand.part, stand.jacobian()
        columns, rows = self.s.size[part.columns], self.s.scales[part.rows]
        if isinstance(J, Sparse):
            return motions_left(J.scaled(1.0 / rows, columns))
        return motions_left(J * columns / rows.reshape(-1, 1))

    def returned(self, stand: SearchStand) -> Generator[Trial, SearchStand, SearchStand]:
        """A closed pose moved towards the wishes along its free motions: Gauss-Newton on what is missing.

        Steps lie in the null space of the closed rows; after each one the pose is closed again.
        """
        for _ in range(AIMED_RETURNS if self._is_aimed(stand.part) else RETURNS):
            off, free = self.missing(stand), self.free(stand)
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
        return stand

    def _nearer(
        self, stand: SearchStand, step: Floats, before: float
    ) -> Generator[Trial, SearchStand, SearchStand | None]:
        """The pose after a step or a part of it, closed again, if that is nearer to the wishes."""
        part = stand.part
        for share in (1.0, 0.5, 0.25):
            beside = yield Trial(stand.x, share * step * self.s.size[part.columns])
            root = yield from self.s.closing(part, beside.x)
            there = yield Trial(root.x)
            off = self.missing(there)
            if root.residual < CLOSED and float(off @ off) < before:
                return there
        return None

    def least(self, found: SearchStand) -> Generator[Trial, SearchStand, SearchStand]:
        """The nearest among a minimum and those that searches from other starts lead to."""
        held = self._held_parts.get(found.part.columns.tobytes())
        if held is None:
            return found
        best, least, in_vain = found, self.distance(found), 0
        enough = AIMED_TRIES if self._is_aimed(found.part) else IN_VAIN
        for x in (yield from self._starts(found, held)):
            there = yield from self._minimum(found.part, held, x, least)
            in_vain += 1
            if there is not None and self.distance(there) < NEARER * least:
                best, least, in_vain = there, self.distance(there), 0
            if least <= MET or in_vain >= enough:
                break
        return best

    def _starts(self, found: SearchStand, held: SearchPart) -> Generator[Trial, SearchStand, list[Floats]]:
        """Where else to begin, with the wishes as they are meant: at the pose found, and spread where it is least open."""
        s, spread = self.s, Spread(self.s, found.part, self.s.given)
        here = dict(zip(s.place, found.pose.measured.tolist(), strict=True))
        starts = [s.placed(spread.owners, {**here, **s.given})]
        if not spread.loose:  # the first search began where the wishes are
            return starts if np.abs(self.missing(found)).max() > FAR else []
        is_aimed = self._is_aimed(found.part)
        is_close = self.distance(found) <= CLOSE and not is_aimed
        tries = FEW_TRIES if is_close else AIMED_TRIES if is_aimed else TRIES
        opened, others = [], [*spread.starts(FEW_SAMPLES if is_close else SAMPLES, s.given)]
        for x in others:
            stand = yield Trial(x)
            r = seen(self.holding, held, stand).residual / self.holding.scales[held.rows]
            opened.append(float(r @ r))
        order = np.argsort(opened, kind="stable").tolist()
        return [*starts, *(others[k] for k in order[:tries])]

    def _is_aimed(self, part: SearchPart) -> bool:
        """Whether something is guessed of the bodies of a part."""
        return any(name in self.s.e.aims for name in part.wishes)

    def _minimum(
        self, part: SearchPart, held: SearchPart, x: Floats, least: float
    ) -> Generator[Trial, SearchStand, SearchStand | None]:
        """A closed pose that is nearest to the wishes among those around it; None where it cannot be nearer than the least.

        The way there is with the wishes held: then gaps and missed wishes together are as small as they can be, and no
        closed pose around misses less.
        """
        s, firm = self.s, self.holding
        held_wishes = searching(x, 1e-12, ITERATIONS, s.size[part.columns], firm.scales[held.rows], kicks=0)
        together = yield from _seen_by(firm, held, held_wishes)
        there = yield Trial(together.x)
        r = seen(firm, held, there).residual / firm.scales[held.rows]
        if not float(np.linalg.norm(r)) < PROMISING * least:
            return None
        root = yield from s.closing(part, together.x, kicks=0)
        if not root.residual < CLOSED:
            return None
        there = yield Trial(root.x)
        there = yield from self.returned(there)
        return there if s.is_meant(there) else None


def seen(search: Search, part: SearchPart, stand: SearchStand) -> SearchStand:
    """A part as another search of the same mechanism sees it."""
    return SearchStand(search, part, search.same_pose(stand.pose))


def _seen_by(search: Search, part: SearchPart, task: Task) -> Task:
    """Run a task of another search of the same mechanism among those of this one."""
    wanted = next(task)
    while True:
        stand = yield wanted
        try:
            wanted = task.send(seen(search, part, stand))
        except StopIteration as end:
            root: Root = end.value
            return root
