"""Which coordinates lead, and in which order the others follow from them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from sarrus.mechanics.choice import Refusal
from sarrus.mechanics.closed.structure import Closures, FollowingStep
from sarrus.mechanics.closed.triangles import PlaneVector
from sarrus.mechanics.passes.coordinates import within
from sarrus.scalar import Node
from sarrus.scalar.graph import order
from sarrus.scalar.kernel import Interpreter
from sarrus.scalar.rewrite import substitute

__all__ = ["FOLDED", "Plan", "best_plan", "followed"]

FOLDED = 0.1
"""Height of a triangle, part of what it can be at most, below which the closed form is left: the digits that a square root
loses grow with one over its square, and so does what leading speeds do to the others."""
MOST_TRIED = 200
"""Sets of leading coordinates that are tried ..."""
MOST_SEEN = 12
"""... and of those that lead everywhere, how many are compared."""
AROUND = 48
"""Angles at which a leading coordinate is looked at, over a full turn."""


@dataclass(frozen=True)
class Plan:
    """A way through a mechanism.

    Attributes:
        leading: numbers of the coordinates that lead, ascending.
        steps: how all others follow, each from those before it.
        modes: signs of the triangles, and what their heights could be at most, by their symbols.
        heights: of the triangles at the start, by the name of the joint that closes each.
        start: values of all symbols at the start.
    """

    leading: tuple[int, ...]
    steps: tuple[FollowingStep, ...]
    modes: Mapping[Node, float]
    heights: Mapping[str, float]
    start: Mapping[Node, float]

    def at_start(self, nodes: Sequence[Node]) -> list[float]:
        """Expressions of positions at the start; not a number where one looks into a table."""
        if any(n.op in ("row", "entry") for n in order(nodes)):
            return [math.nan] * len(nodes)
        return _values(nodes, {**self.start, **self.modes})

    @property
    def least(self) -> float:
        """The smallest of these."""
        return min(self.heights.values(), default=1.0)


def best_plan(
    closures: Closures,
    numbers: Mapping[Node, float],
    x: Sequence[float],
    first: Sequence[int] = (),
    t: float = 0.0,
    u: Sequence[float] = (),
) -> Plan | Refusal:
    """The plan that leads furthest from a start.

    Every coordinate that leads is looked at over a full turn.

    Args:
        closures: what closes the mechanism.
        numbers: values of the symbols of its parameters.
        x: coordinates and speeds at the start.
        first: numbers of the coordinates that should rather lead, if they can.
        t: time of the start [s].
        u: inputs.
    """
    here = {**numbers, **closures.given(t, x, u)}
    best: tuple[float, Plan] | None = None
    for leading, steps in islice(_ways(closures, first), MOST_SEEN):
        plan = _at_start(leading, steps, here)
        if plan is None:
            continue
        reach = _reach(closures, plan, here) if plan.least > FOLDED else 0.0
        if best is None or reach > best[0]:
            best = reach, plan
        if reach >= 1.0:
            break
    if best is None:
        names = dict.fromkeys(part.owner for part in closures.parts)
        return Refusal(
            f"what {', '.join(names)} closes does not fall into triangles of turning and sliding joints"
        )
    return best[1]


def _ways(
    closures: Closures, first: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], tuple[FollowingStep, ...]]]:
    """Sets of leading coordinates from which all others follow."""
    tied = {k for part in closures.parts for k in part.coordinates}
    rows = sum(len(part.rows) for part in closures.parts)
    free = [k for k in range(len(closures.q)) if k not in tied]
    count = len(closures.q) - len(free) - rows
    if count < 0:
        return
    ordered = sorted(tied, key=lambda k: (k not in first, k))
    for chosen in islice(combinations(ordered, count), MOST_TRIED):
        leading = tuple(sorted((*free, *chosen)))
        steps = _followed_from(closures, leading)
        if steps is not None:
            yield leading, steps


def _followed_from(closures: Closures, leading: Sequence[int]) -> tuple[FollowingStep, ...] | None:
    """How all other coordinates follow; None where they do not."""
    known, steps, left = frozenset(leading), list[FollowingStep](), list(closures.parts)
    while left:
        for part in left:
            step = part.step(known)
            if step is not None:
                break
        else:
            return None
        steps.append(step)
        left.remove(part)
        known |= frozenset(step.coordinates)
    return tuple(steps) if len(known) == len(closures.q) else None


def _at_start(
    leading: tuple[int, ...], steps: tuple[FollowingStep, ...], here: Mapping[Node, float]
) -> Plan | None:
    """A plan with the modes of the start; None where a triangle has no height there."""
    folding = [step for step in steps if step.height is not None]
    heights = _values([s.height for s in folding if s.height is not None], here)
    if not all(math.isfinite(h) and h != 0.0 for h in heights):
        return None
    modes = {
        s.mode: math.copysign(1.0, h) for s, h in zip(folding, heights, strict=True) if s.mode is not None
    }
    most = _values([s.most for s in folding if s.most is not None], here)
    modes |= {s.most_at_start: value for s, value in zip(folding, most, strict=True)}
    found = {s.owner: abs(h) for s, h in zip(folding, heights, strict=True)}
    return Plan(leading, steps, modes, found, here)


def _values(nodes: Sequence[Node], here: Mapping[Node, float]) -> list[float]:
    return Interpreter([*here], nodes)([*here.values()]) if nodes else []


def _reach(closures: Closures, plan: Plan, here: Mapping[Node, float]) -> float:
    """Part of a full turn that every coordinate can lead through while the others stay; less than half for a length."""
    tied = {k for part in closures.parts for k in part.coordinates}
    chosen = [k for k in plan.leading if k in tied]
    known = followed(closures, plan.steps, {})
    heights = substitute([height for s in plan.steps if (height := s.rise) is not None], known)
    has_tables = any(n.op in ("row", "entry") for n in order(heights))  # which are not laid out yet
    if has_tables or not all(_turns(closures, k) for k in chosen):
        return 0.5 * plan.least
    given = {**here, **plan.modes}
    formulas = Interpreter([*given], heights)
    return min((_range(formulas, given, closures.q[k]) for k in chosen), default=1.0)


def _range(heights: Interpreter, given: Mapping[Node, float], q: Node) -> float:
    """Part of a full turn that one coordinate can lead through."""

    def is_far(k: int) -> bool:
        values = {**given, q: given[q] + 2.0 * math.pi * k / AROUND}
        return all(h > FOLDED for h in heights([*values.values()]))

    ahead = next((k for k in range(1, AROUND) if not is_far(k)), AROUND)
    behind = next((k for k in range(1, AROUND - ahead) if not is_far(-k)), AROUND - ahead)
    return (ahead + behind) / AROUND


def _turns(closures: Closures, coordinate: int) -> bool:
    """Whether a coordinate is an angle."""
    return closures.mechanics.states[coordinate].unit == "rad"


def followed(
    closures: Closures,
    steps: Sequence[FollowingStep],
    angles: Mapping[int, Node],
) -> dict[Node, Node]:
    """What stands for coordinates that follow, and for their sines and cosines: expressions of those that lead.

    Args:
        closures: what closes the mechanism.
        steps: how they follow.
        angles: for those known by cosine and sine, a symbol near the angle, which tells its full turns.
    """
    graph, q = closures.graph, closures.q
    known: dict[Node, Node] = {}
    for step in steps:
        flat = [n for value in step.values for n in (value if isinstance(value, PlaneVector) else (value,))]
        found = iter(substitute([graph.lift(n) for n in flat], known))
        for k, value in zip(step.coordinates, step.values, strict=True):
            if not isinstance(value, PlaneVector):
                known[q[k]] = next(found)
                continue
            c, s = next(found), next(found)
            known |= {graph.unary("cos", q[k]): c, graph.unary("sin", q[k]): s}
            if k in angles:
                fitted = graph.binary("atan2", s, c)
                known[q[k]] = graph.lift(angles[k] - within(angles[k] - fitted, 2.0 * math.pi))
        for body, turned in step.attitudes.items():
            places = [graph.lift(n) for n in closures.attitudes[body]]
            found = iter(substitute([graph.lift(n) for n in turned], known))
            known |= {place: next(found) for place in places}
    return known
