"""Why a mechanism cannot be put together: the demands that contradict each other, or the loop that does not close."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from sarrus.analysis.assembly.nearest import nearest_pose
from sarrus.analysis.assembly.search import CLOSED, Demand, Search
from sarrus.analysis.assembly.search_parts import SearchPart
from sarrus.analysis.rank.breaks import unit_of
from sarrus.elements.closing import Closing
from sarrus.elements.joints.base import Joint
from sarrus.phrases import around, first_of, joined
from sarrus.solvers.arrays import Floats
from sarrus.solvers.newton import Root
from sarrus.solvers.rank import least_squares
from sarrus.spatial import Pose, Vec3
from sarrus.spatial.rotation import IDENTITY
from sarrus.topology import loop_of

INVOLVED = (
    1e-3  # a demand whose share of what stays off is less than this part of the largest has no part in it
)
EXPLAINS = 0.1  # a bar that is too long by this part of the gap is the reason for it
MOST = 6  # demands that are let go one at a time


class Contradiction:
    """A failed search, asked why.

    Demands are let go one at a time: those whose release lets the mechanism close contradict the rest, and the pose
    found tells what they would have to be.

    Args:
        search: the search that failed.
        first: the pose it began with.
        root: where it ended.

    Attributes:
        way_out: a pose at which everything is met after all; found where the search had only lost its way.
    """

    def __init__(self, search: Search, first: Floats, root: Root) -> None:
        self.search, self.first, self.root = search, first, root
        self.way_out: Root | None = None
        self.required: dict[Demand, float] = {}
        self.free = Search(search.e, search.t, tuple(search.demands))
        self.undemanded = self.free.close(first) if search.demands else root
        if self.is_of_demands:
            for demand in self.involved():
                self.let_go(demand)

    @property
    def is_of_demands(self) -> bool:
        """Whether the mechanism closes without what start values and drivers demand."""
        return self.undemanded.residual < CLOSED

    @property
    def is_of_values(self) -> bool:
        """Whether fixed start values are among these demands."""
        return self.is_of_demands and not all(d.driver for d in self.search.demands)

    def involved(self) -> list[Demand]:
        """Demands with a share in what stays off, the largest first; all of them where nothing points to any."""
        s = self.search
        rows = np.abs(s.residual(self.root.x) / s.scales)
        row = {
            d.driver: len(s.e.gap_rows) + len(s.held) + s.relation_at(d.driver) for d in s.demands if d.driver
        }
        row |= {d.coordinate: len(s.e.gap_rows) + k for k, d in enumerate(s.held)}
        for angles, _ in s.turned:  # three rows of one turn
            own = [row[name] for name in angles.names]
            rows[own] = np.linalg.norm(rows[own])
        share = {d: float(rows[row[d.driver or d.coordinate]]) for d in s.demands}
        limit = INVOLVED * max(share.values())
        return sorted((d for d in s.demands if share[d] >= limit), key=lambda d: -share[d])[:MOST]

    def let_go(self, demand: Demand) -> None:
        """Close without one demand, as near to it as possible."""
        s = self.search
        free = Search(s.e, s.t, (demand,))
        found = nearest_pose(free, self.first)
        if not found.residual < CLOSED:
            return
        value = float(s.arrays(found.x)["value"][s.place[demand.coordinate]])
        if period := s.model.period(demand.coordinate):
            value = demand.value + math.remainder(value - demand.value, period)
        self.required[demand] = value
        if abs(value - demand.value) < 1e-6:
            again = nearest_pose(s, found.x)
            self.way_out = again if again.residual < CLOSED else self.way_out

    def text(self) -> str:
        """The reason in a few sentences."""
        if not self.undemanded.residual < CLOSED:
            return LoopReport(self.free, self.first, self.undemanded).text()
        if not self.required:
            names = joined([str(d) for d in self.involved()])
            return (
                f"The start values contradict each other or the joints: no pose was found with {names}, although the "
                "loops close without. Make some of the fixed values guesses, or change them."
            )
        changed = _easiest(self.required)
        others = [d for d in self.required if d is not changed]
        need = f"{self.required[changed]:.6g} {changed.unit}"
        if not others:
            firm = self.search.held_firmly()
            rest = [d for d in self.search.demands if d != changed]
            start = f"With {_kept(rest)}, it" if rest else "It"
            reason = (
                f"{start} would close with '{changed.coordinate}' = {need}, the nearest value found, "
                f"instead of {changed}. "
            )
            return LoopReport(firm, self.first, firm.close(self.first)).text(reason)
        return (
            f"The start values contradict each other: {joined([str(d) for d in [*others, changed]])}. "
            f"With {_kept(others)}, '{changed.coordinate}' would have to be {need}. {_way_out(changed)}"
        )


def _way_out(changed: Demand) -> str:
    """What can be done about demands that contradict each other; the easiest to change is a driver only if all are."""
    return "Change one of them." if changed.driver else "Make one of them a guess, or change it."


def _easiest(required: dict[Demand, float]) -> Demand:
    """The one to change: what is fixed rather than what drives, and what is nearly right rather than the rest."""
    return min(required, key=lambda d: (bool(d.driver), abs(d.value - required[d])))


def _kept(others: list[Demand]) -> str:
    if len(others) > 1:
        return "the others as they are"
    return f"{others[0].short} as it is"


class LoopReport:
    """The loop that stays open most, with its worst equation and its lengths."""

    def __init__(self, search: Search, first: Floats, root: Root) -> None:
        self.search, self.first, self.root = search, first, root
        self.model, self.e = search.model, search.e

    def text(self, reason: str = "") -> str:
        """Where it stays open, by how much, and why if a reason is known or the lengths tell."""
        gaps = self.gaps(self.root.x)
        rows = self.relations_off()
        owner = max(gaps, key=lambda n: self.scaled(n, *gaps[n]), default="")
        relation = max(rows, key=lambda n: (not math.isfinite(rows[n][0]), rows[n][0]), default="")
        if not owner or (relation and not rows[relation][0] <= self.scaled(owner, *gaps[owner])):
            return self.off_by(relation, rows, reason)
        closing = self.closing(owner)
        loop = loop_of(self.model, self.e.tree, closing)
        before = self.size(closing, *self.gaps(self.first)[owner])
        return (
            f"The mechanism does not close: loop {around(loop)} stays open by {self.size(closing, *gaps[owner])} "
            f"after {self.root.iterations} iterations; at the guess it was open by {before}. "
            f"{reason}{self.worst_equation(closing)}{self.lengths(loop, gaps[owner][0])}"
        )

    def off_by(self, relation: str, rows: dict[str, tuple[float, str]], reason: str) -> str:
        """That a relation stays off, with others that do so to about the same part: they pull against each other."""
        size, text = rows[relation]
        if not math.isfinite(size):
            return (
                f"'{relation}' has no value at the start: what it keeps at zero is not a number there. Give start values "
                "at which every root, logarithm and arc function in it has one."
            )
        others = [
            f"'{n}' by {said}" for n, (off, said) in rows.items() if n != relation and off > INVOLVED * size
        ]
        against = f", and {joined(others[:MOST])}," if others else ""
        advice = (
            "They contradict each other, or no pose was found: change or remove one of them, or give better guesses."
            if others
            else "Check what it ties together, or give better guesses."
        )
        return (
            f"The mechanism does not close: '{relation}' stays off by {text}{against} after "
            f"{self.root.iterations} iterations. {reason}{advice}"
        )

    def closing(self, name: str) -> Closing:
        """A cut joint or a constraint by name."""
        return next(c for c in (*self.e.tree.cuts, *self.model.closings) if c.name == name)

    def gaps(self, q: Floats) -> dict[str, tuple[float, float]]:
        """How far every closed element stands open: lengths [m], and the rest."""
        found: dict[str, tuple[float, float]] = {}
        for row, value in zip(self.e.gap_rows, self.search.arrays(q)["gap"], strict=True):
            length, rest = found.get(row.owner, (0.0, 0.0))
            found[row.owner] = (
                (math.hypot(length, value), rest) if row.unit == "m" else (length, math.hypot(rest, value))
            )
        return found

    def scaled(self, owner: str, length: float, rest: float) -> float:
        """Both parts of the gap of an element as one number."""
        return math.hypot(length / self.e.scales.length_of(owner), rest)

    def size(self, closing: Closing, length: float, rest: float) -> str:
        """A gap in words. The nine numbers of a turn by a have the square sum 8 sin^2(a/2)."""
        parts = []
        if length > CLOSED * self.e.scales.length_of(closing.name) or not rest > CLOSED:
            parts.append(f"{length:.3g} m")
        if rest > CLOSED:
            turn = math.degrees(2.0 * math.asin(min(1.0, rest / math.sqrt(8.0))))
            parts.append(f"{turn:.3g} deg" if isinstance(closing, Joint) else f"{rest:.3g}")
        return " and ".join(parts)

    def relations_off(self) -> dict[str, tuple[float, str]]:
        """How far every relation of coordinates is off: scaled, and in words."""
        rows = self.search.arrays(self.root.x)["g"]
        by_name = {relation.name: relation for relation in self.model.relations}
        found = {}
        for i in self.search.relations:
            row, size = self.e.rows[i], abs(rows[i])
            unit = unit_of(self.model, by_name[row.owner])
            found[row.owner] = (
                size / float(self.search.row_sizes[i]),
                f"{size:.3g} {unit}".rstrip(),
            )
        return found

    def worst_equation(self, closing: Closing) -> str:
        """The row of a closed element that is farthest off."""
        rows = self.search.arrays(self.root.x)["g"]
        off = {
            r.name: abs(g) / length
            for r, g, length in zip(self.e.rows, rows, self.e.row_lengths, strict=True)
            if r.owner == closing.name
        }
        if not off or max(off.values()) < CLOSED:
            return f"Worst joint: '{closing.name}', turned over. "
        name = max(off, key=off.__getitem__).removeprefix(f"{closing.name}.")
        kind = "joint" if isinstance(closing, Joint) else closing.keyword
        return f"Worst equation: {kind} '{closing.name}', {name}. "

    def lengths(self, loop: list[str], gap: float) -> str:
        """Lengths around a loop, and whether the longest explains the gap or a redundant hold must fit exactly."""
        by_name: dict[str, Closing] = {c.name: c for c in (*self.model.all_joints, *self.model.closings)}
        around = [by_name[n] for n in loop]
        bars = self.bars(around)
        text = f"Lengths around the loop: {first_of([f'{n} {l:.4g} m' for n, l in bars])}"
        longest = max(bars, key=lambda bar: bar[1])
        excess = 2.0 * longest[1] - math.fsum(l for _, l in bars)
        if all(_keeps_points(c) for c in around) and excess > EXPLAINS * gap > 0.0:
            return (
                f"{text}; {longest[0]} is longer than the others together by {excess:.3g} m. "
                "No guess closes it: change a length."
            )
        if self.is_overheld(around):
            return (
                f"{text}. Its joints hold more than needed, so they must fit exactly. Check lengths and axes."
            )
        return f"{text}. Check them, or give better guesses."

    def bars(self, around: list[Closing]) -> list[tuple[str, float]]:
        """Between one element of a loop and the next: the body they share, and the distance of their points on it.

        A constraint that keeps a distance is a bar itself.
        """
        ends = [{_body(p.body): p.frame for p in self.model.ends_of(c)} for c in around]
        bars: list[tuple[str, float]] = []
        for k, one in enumerate(ends):
            two = ends[(k + 1) % len(ends)]
            shared = [n for n in one if n in two]
            body = shared[k] if len(around) == 2 else shared[0]
            X = self.model.holders[body].poses(self.model.resolve, self.model.planar)
            bars.append((body, math.hypot(*(float(a) for a in X[two[body]].p - X[one[body]].p))))
        for c in around:
            if _is_bar(c):
                bound = c.bind(self.model.resolve, self.model.planar)
                bars.append((c.name, 1.0 - float(bound.closure(Pose(IDENTITY, Vec3(1.0, 0.0, 0.0)))[0])))
        return bars

    def is_overheld(self, around: list[Closing]) -> bool:
        """Whether the loop has more rows than its tree joints have freedoms, and its constraints coordinates."""
        own = {c.name for c in around}
        rows = sum(r.owner in own for r in self.e.rows)
        return rows > sum(c.freedoms for c in around if c not in self.e.tree.cuts)


def _body(body: object) -> str:
    return str(getattr(body, "name", "ground"))


def _is_bar(closing: Closing) -> bool:
    """Whether all it forbids is a change of the distance of two points."""
    return closing.rows == ("p_FM.length",)


def _keeps_points(closing: Closing) -> bool:
    """Whether the points on its two bodies stay together, or at a fixed distance."""
    if isinstance(closing, Joint):
        return all(c.is_angle and c.period for c in closing.coordinates)  # a thread moves them along
    return _is_bar(closing)


def contradicting_rates(
    search: Search, part: SearchPart, fixed: Sequence[tuple[str, str]], A: Floats, b: Floats
) -> str:
    """Which fixed rates contradict each other or the drivers.

    Args:
        search: the mechanism.
        part: the part of it in which they do.
        fixed: names and units of the rows of fixed rates; one without a name follows from others.
        A, b: scaled rows that its scaled speeds should satisfy: closure and relations, then the fixed rates.
    """
    e, closure = search.e, [search.e.rows[i] for i in part.closure.tolist()]
    rows = len(closure)
    driven = {d.name: d.at[0] for d in search.model.drivers}
    place = {r.owner: i for i, r in enumerate(closure) if r.owner in driven}
    items = [(rows + k, name, unit, "") for k, (name, unit) in enumerate(fixed) if name]
    items += [(i, f"{driven[n]}_dot", search.coordinate[driven[n]].unit, n) for n, i in place.items()]
    found: dict[Demand, float] = {}
    for i, name, unit, driver in items:
        rest = np.delete(np.arange(len(b)), i)
        u = least_squares(A[rest], b[rest], 1e-10)[0]
        if np.abs(A[rest] @ u - b[rest]).max(initial=0.0) < 1e-9 * max(1.0, float(np.abs(b).max())):
            size = e.measured_length(name.removesuffix("_dot")) if unit == "m" else 1.0
            demand = Demand(name, float(b[i]) * size, f"{unit}/s", driver)
            found[demand] = float(A[i] @ u) * size
    if not found:
        moving = dict.fromkeys(
            f"'{row.owner}'" for row, rate in zip(closure, b.tolist(), strict=False) if rate
        )
        if not part.fixed_rates and moving:
            return (
                f"The rates that {first_of(list(moving))} ask{'s' if len(moving) == 1 else ''} for contradict each other or "
                "the joints in the start pose. Start in another pose, or leave one of them out."
            )
        names = first_of([name for name, _ in fixed if name])
        return (
            f"The fixed start rates contradict each other, the joints or the drivers: {names or 'drivers'}. "
            "Fix fewer rates, or make the others guesses."
        )
    changed = _easiest(found)
    need = f"{found[changed]:.6g} {changed.unit}"
    others = [d for d in found if d is not changed]
    if not others:
        return f"The start rates contradict the joints: {changed}, but the joints allow {need} only. " + (
            "Change it." if changed.driver else "Change it, or make it a guess."
        )
    return (
        f"The start rates contradict each other: {joined([str(d) for d in [*others, changed]])}. "
        f"With {_kept(others)}, '{changed.coordinate}' would have to be {need}. {_way_out(changed)}"
    )
