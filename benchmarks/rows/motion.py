"""Motions with known values: time to reach an error, ours against the best of each peer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.arrays import Floats
from benchmarks.families import families, problems, runge_kutta_4
from benchmarks.models import andrews
from benchmarks.peers import TITLES, is_here, presence
from benchmarks.problem import Problem
from benchmarks.protocol import progress
from benchmarks.report import Row
from benchmarks.work_precision import Family, Ladder, Point, candidates, duel, most_accurate

TARGETS = (1e-4, 1e-7)
NORMAL, TIGHT = TARGETS


@dataclass(frozen=True)
class Bar:
    """A promise: at this error, so many times as fast as a peer."""

    target: float
    peer: str
    factor: float


BARS = {
    "windows40": (Bar(1e-5, "exudyn", 10.0), Bar(1e-5, "drake", 10.0)),
    "bricard": (Bar(1e-7, "exudyn", 20.0),),
    "heavy-top": (Bar(1e-5, "exudyn", 10.0),),
}
REFERENCE = {"windows40": {"exudyn": 5.5, "drake": 5.2}}
"""Seconds that the peers took on the machine where the bars were set."""


def rows(name: str) -> list[Row]:
    """One problem."""
    problem = problems()[name]
    progress(problem.title)
    everybody = families(problem)
    ladders = _climb(problem, everybody, problem.error, TIGHT)
    bars = BARS.get(name, ())
    targets = sorted({*TARGETS, *(b.target for b in bars)}, reverse=True)
    made = []
    for target in targets:
        ours = candidates(ladders["sarrus"], target)
        for peer in ("exudyn", "drake"):
            bar = next((b for b in bars if b.target == target and b.peer == peer), None)
            if peer in ladders or bar:
                made.append(_row(problem, target, ours, peer, ladders.get(peer, []), bar))
        if len(ladders) == 1 and not bars:
            made.append(_alone(problem, target, ours))
    if name == "heavy-top":
        made += _on_balls(problem, ladders)
    return made


def _on_balls(problem: Problem, ladders: dict[str, list[Ladder]]) -> list[Row]:
    """The heavy top with both contenders on a ball joint, the model most users would write."""
    balls = {c: [x for x in found if "hinges" not in x.family.label] for c, found in ladders.items()}
    what = f"{problem.title} at {NORMAL / 10:.0e}, both on a ball joint, against Exudyn"
    ours = candidates(balls["sarrus"], NORMAL / 10)
    return [_row(problem, NORMAL / 10, ours, "exudyn", balls.get("exudyn", []), None, what)]


def andrews_bars() -> list[Row]:
    """Andrews' mechanism: time at an error of the angles, against Exudyn at an error of point F, and the method's share."""
    problem = andrews.ANDREWS
    progress("Andrews' squeezer: the bars")
    own = [f for f in families(problem) if f.contender == "sarrus"]
    angles = _climb(problem, own, andrews.angle_error, 1e-8)["sarrus"]
    best, _ = duel(candidates(angles, 1e-8), [])
    made = [
        Row(
            "Andrews' squeezer, 0.03 s at 1e-8 rad",
            best.seconds if best else None,
            error=best.error if best else None,
            bar="< 1 ms",
            is_met=bool(best and best.seconds < 1e-3),
            note=_note(best),
        )
    ]
    target = 1e-6
    ladders = _climb(problem, families(problem), andrews.point_f_error, target)
    ours = candidates(ladders["sarrus"], target)
    bar = Bar(target, "exudyn", 100.0)
    what = "Andrews' squeezer, 0.03 s at 1e-6 m of point F"
    made.append(_row(problem, target, ours, "exudyn", ladders.get("exudyn", []), bar, what))
    fourth = _climb(problem, [runge_kutta_4(problem)], andrews.point_f_error, target)["sarrus"]
    low, _ = duel(candidates(fourth, target), [])
    theirs = made[-1].theirs
    text = "the part of the ratio above that is not the order of the method: ours with the Runge-Kutta method of order 4"
    made.append(
        Row(
            f"{what}, ours of order 4",
            low.seconds if low else None,
            error=low.error if low else None,
            peer="Exudyn" if theirs else f"Exudyn ({presence('exudyn').reason})",
            theirs=theirs,
            their_error=made[-1].their_error,
            note=f"{text}; {_note(low)}",
        )
    )
    return made


def _climb(
    problem: Problem, everybody: list[Family], measure: Callable[[Floats], float], target: float
) -> dict[str, list[Ladder]]:
    """Ladders by contender. Contenders take turns, family by family."""
    made: dict[str, list[Ladder]] = {}
    for family in everybody:
        ladder = Ladder(problem, family, measure).climb(target)
        if ladder.failure:
            progress(f"    {family.contender}, {family.label}: {ladder.failure}")
        made.setdefault(family.contender, []).append(ladder)
    return made


def _row(
    problem: Problem,
    target: float,
    own: list[Point],
    peer: str,
    ladders: list[Ladder],
    bar: Bar | None,
    what: str = "",
) -> Row:
    found = candidates(ladders, target, patience=bool(bar))
    if bar:  # a time that was not measured decides no bar
        found = [p for p in found if not p.is_extrapolated]
    closest = most_accurate(ladders)
    is_short = not found and closest is not None
    ours, theirs = duel(own, [closest] if is_short and closest else found)
    title = TITLES[peer]
    if not is_here(peer):
        title += f" ({presence(peer).reason})"
    elif theirs is None:
        title += " (does not run)"
    elif is_short:
        title += " (its best, error not reached)"
    elif theirs.is_extrapolated:
        title += " (extrapolated)"
    met = None
    if bar and ours and theirs:
        met = theirs.seconds / ours.seconds >= bar.factor
    elif bar and ours is None:
        met = False
    note = f"ours: {_note(ours)}; {TITLES[peer]}: {_note(theirs)}"
    reference = REFERENCE.get(problem.name, {}).get(peer)
    if bar and reference:
        note += f" ({reference} s on the machine where the bar was set)"
    return Row(
        what or f"{problem.title} at {target:.0e}, against {TITLES[peer]}",
        ours.seconds if ours else None,
        error=ours.error if ours else None,
        peer=title,
        theirs=theirs.seconds if theirs else None,
        their_error=theirs.error if theirs else None,
        bar=f">= {bar.factor:g}x" if bar else "",
        is_met=met,
        note=note,
    )


def _alone(problem: Problem, target: float, own: list[Point]) -> Row:
    ours, _ = duel(own, [])
    return Row(
        f"{problem.title} at {target:.0e}",
        ours.seconds if ours else None,
        error=ours.error if ours else None,
        peer="no peer is installed",
        note=_note(ours),
    )


def _note(point: Point | None) -> str:
    if point is None:
        return "not reached"
    return point.text + (", extrapolated" if point.is_extrapolated else "")
