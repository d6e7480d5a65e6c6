"""Which coordinates describe small motions: those that somebody names, or a choice that suits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sarrus.analysis.linear.blocks import Derivatives, FunctionCourse
from sarrus.analysis.linear.frames import FRAMES, turned_frame
from sarrus.analysis.outputs.coordinates import one_after_another
from sarrus.elements.joints.base import Joint
from sarrus.errors import UsageError, quote, suggest
from sarrus.phrases import count, listed
from sarrus.solvers.arrays import Floats, Ints

__all__ = ["StateCoordinate", "States", "accelerating", "choose_states"]

POOR, HOPELESS = 1e6, 1e10
"""Condition of rows and states together beyond which it is said, and beyond which states are refused."""
STEADILY = 1e-8
"""Change of a rate, in parts of the square of the fastest rate, up to which it counts as constant."""
TURNS = ("rx", "ry", "rz")
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class StateCoordinate:
    """A function of the pose that serves as a state.

    Attributes:
        name, unit: as it is published.
        course: how it changes: one row.
        size: what natural units it is measured in.
    """

    name: str
    unit: str
    course: FunctionCourse
    size: float

    @property
    def rate_name(self) -> str:
        """Name of its rate."""
        return f"{self.name}_dot"


@dataclass(frozen=True)
class States:
    """Chosen coordinates.

    Attributes:
        coordinates: as many as configurations are free.
        fast: which of them have independent rates, as many as speeds are free.
        condition: of rows and chosen coordinates together, in natural size.
        frame: in which small turns are seen; "" where there are none.
    """

    coordinates: tuple[StateCoordinate, ...]
    fast: Ints
    condition: float
    frame: str

    def course(self, columns: int) -> FunctionCourse:
        """All of them."""
        return FunctionCourse.stacked([c.course for c in self.coordinates], columns)


def choose_states(
    blocks: Derivatives,
    asked: Sequence[str] = (),
    frame: str = "base",
    fast: Ints | None = None,
    restless: Bools | None = None,
) -> States:
    """Coordinates for small motions at a point.

    Args:
        blocks: derivatives there.
        asked: names; none: what the start fixes, then what is not tied, in the order of the tree.
        frame: in which small turns of ball joints are seen.
        fast: which of those asked for have independent rates; none: a choice.
        restless: those whose rates are chosen last; none: those whose rates change at the point.

    Raises:
        UsageError: a name is none of a coordinate, or those asked for are too few, too many or dependent.
    """
    point = blocks.point
    stand, columns = point.stand, point.manifold.rows.columns
    free = _motions(stand.G[stand.placing] * columns)
    speeds = _motions((stand.here.factors[:, None] * stand.G * columns)[stand.chosen])
    candidates = [_named(blocks, name, frame) for name in asked] or _usual(blocks, frame)
    moves = np.zeros((len(candidates), len(columns)))
    for k, c in enumerate(candidates):
        moves[k] = c.course.C[0] * columns / c.size
    if asked:
        _require_count(blocks, asked, free.shape[1], speeds.shape[1])
        chosen = list(range(len(candidates)))
        least = _least(moves @ free)
        if least < 1.0 / HOPELESS:
            said = "does not determine small motions here: it rests" if len(asked) == 1 else (
                "do not determine small motions here: they depend on each other, or one rests"
            )  # fmt: skip
            raise UsageError(f"{listed(list(asked))} {said}. {_offer(blocks, frame)}")
    else:
        chosen = sorted(one_after_another((moves @ free)[None], free.shape[1]))
        least = _least((moves @ free)[chosen])
    found = tuple(candidates[k] for k in chosen)
    if fast is None:
        order = np.argsort(
            accelerating(blocks, found, frame) if restless is None else restless, kind="stable"
        )
        taken = sorted(one_after_another((moves @ speeds)[chosen][order][None], speeds.shape[1]))
        fast = order[np.array(taken, dtype=np.int64)]
    if len(found) != free.shape[1] or len(fast) != speeds.shape[1]:
        raise UsageError(
            f"No set of joint coordinates describes the {count(free.shape[1], 'freedom')} of the mechanism here. Name states "
            "of your own: positions of points, angles of bodies, or what sensors measure."
        )
    turns = any(c.name.rpartition(".")[2] in TURNS for c in found)
    return States(found, np.sort(fast), 1.0 / least if least else np.inf, frame if turns else "")


def accelerating(blocks: Derivatives, found: Sequence[StateCoordinate], frame: str) -> Bools:
    """Which coordinates have rates that change at the point itself; those of small turns as seen from a frame."""
    point = blocks.point
    e = point.e
    fastest = float(np.abs(point.v / point.manifold.rows.columns).max(initial=0.0))
    second = np.array(e.evaluate("course", [point.t], point.x, point.vdot)[3])
    places = {c.name: c.start for c in e.channels if c.size == 1}

    def change(c: StateCoordinate) -> float:
        if c.name in e.measured:
            return float(second[e.measured.index(c.name)])
        owner, _, last = c.name.rpartition(".")
        if last in TURNS and owner in blocks.turning:
            w, w_dot = blocks.spin(owner)
            seen_from = turned_frame(blocks, owner, frame)
            return float(np.abs(w_dot - np.cross(seen_from.w, w)).max())
        return float(point.row[places[f"{c.name}_ddot"]])

    changes = np.array([abs(change(c)) / c.size for c in found])
    return np.asarray(changes > STEADILY * max(fastest * fastest, 1e-12))


def _motions(scaled: Floats) -> Floats:
    """An orthonormal basis of what independent rows of natural size allow."""
    n = scaled.shape[1]
    if not len(scaled):
        return np.eye(n)
    return np.asarray(np.linalg.qr(scaled.T, mode="complete")[0][:, len(scaled) :])


def _least(moves: Floats) -> float:
    """Smallest singular value of a square matrix; 1 where it is empty."""
    if moves.shape[0] != moves.shape[1]:
        return 0.0
    return float(np.linalg.svd(moves, compute_uv=False)[-1]) if len(moves) else 1.0


def _usual(blocks: Derivatives, frame: str) -> list[StateCoordinate]:
    """Candidates in the order of preference."""
    model = blocks.point.e.model
    names: list[str] = []
    for owner in (*model.all_joints, *model.owning):
        angles = set(owner.turn_places) if isinstance(owner, Joint) else set()
        names += [f"{owner.name}.{c.name}" for k, c in enumerate(owner.coordinates) if k not in angles]
        names += [f"{owner.name}.{r}" for r in TURNS if angles]
    order = {b.joint.name: k for k, b in enumerate(blocks.point.e.tree.branches)}
    fixed = [name.removesuffix("_dot") for name in model.fixed]
    names.sort(key=lambda name: order.get(name.rpartition(".")[0], len(order)))
    first = [name for name in fixed if name in names]
    return [_named(blocks, name, frame) for name in dict.fromkeys((*first, *names))]


def _named(blocks: Derivatives, name: str, frame: str) -> StateCoordinate:
    """A state by its name."""
    e = blocks.point.e
    if name in e.measured:
        k = e.measured.index(name)
        unit = e.model.coordinates[name][2].unit
        return StateCoordinate(name, unit, blocks.coordinates[k : k + 1], e.measured_length(name))
    owner, _, last = name.rpartition(".")
    if last in TURNS and owner in blocks.turning:
        return StateCoordinate(name, "rad", _turn(blocks, owner, frame)[TURNS.index(last) :][:1], 1.0)
    channels = {c.name: c for c in e.channels}
    rate, second = (channels.get(f"{name}_{d}") for d in ("dot", "ddot"))
    if name not in channels or rate is None or second is None or rate.size != 1:
        known = [c.name for c in _usual(blocks, frame)]
        raise UsageError(
            f"{quote(name)} is no coordinate of this mechanism. {suggest(name, known)} States are {listed(known)}; and "
            "positions and angles of bodies, positions of points, and what sensors measure.".replace(
                "  ", " "
            )
        )
    outputs = blocks.outputs
    at, then = slice(rate.start, rate.start + 1), slice(second.start, second.start + 1)
    course = FunctionCourse(outputs.nu[at], outputs.xi[at], outputs.xi[then], outputs.nu[then])
    unit = channels[name].unit
    return StateCoordinate(name, unit, course, e.length if unit == "m" else 1.0)


def _turn(blocks: Derivatives, joint: str, frame: str) -> FunctionCourse:
    """Small turns of a joint in a frame."""
    turns = blocks.turns(joint)
    return turns if frame == "base" else turns.turned(*turned_frame(blocks, joint, frame))


def _require_count(blocks: Derivatives, asked: Sequence[str], configurations: int, speeds: int) -> None:
    if len(asked) != configurations or len({*asked}) != len(asked):
        also = f" (and {count(speeds, 'independent speed')})" if speeds != configurations else ""
        raise UsageError(
            f"{count(len(asked), 'state')} named: {listed(list(asked))}. Small motions have {count(configurations, 'coordinate')}"
            f"{also}, and as many different ones are named; their rates follow. {_offer(blocks, FRAMES[0])}"
        )


def _offer(blocks: Derivatives, frame: str) -> str:
    try:
        names = [c.name for c in choose_states(blocks, (), frame).coordinates]
    except UsageError:
        return ""
    return f"{listed(names)} would do." if names else "Nothing can move: there are none."
