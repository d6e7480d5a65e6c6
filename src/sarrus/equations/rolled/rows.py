"""Constraint rows over tables: closed elements, relations, measured coordinates.

Of each row the loads that belong to a unit multiplier are found first; the entries of G are then what these loads do
along the columns of every limb between the two bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sarrus.elements.base import Coordinate
from sarrus.elements.closing import Closing
from sarrus.elements.constraints.base import Mesh
from sarrus.elements.joints.base import Joint
from sarrus.elements.relation import Relation
from sarrus.equations.derive import PoseFunction, pose_functions
from sarrus.equations.rolled.space import Flat
from sarrus.equations.rolled.stage import Ends, Limb, Mask, Stage, acts, ends_of, to_frames
from sarrus.equations.rolled.tape import Place, Recorder, Symbols
from sarrus.equations.rolled.written import Written
from sarrus.equations.rows import tie
from sarrus.model.meshes import Meshing
from sarrus.scalar import Graph, Scalar, wrap
from sarrus.spatial import Kinematics, Pose, Twist, Wrench

Pattern = list[tuple[int, int]]
Functions = Callable[[Any, Pose], Sequence[Scalar]]


@dataclass(frozen=True)
class Spread:
    """Loads of one element between two bodies, one for each row, and where they act."""

    ends: Ends
    loads: Place
    point: Place
    masks: tuple[Mask, ...]


@dataclass(frozen=True)
class Closed:
    """An element that is closed by rows.

    Attributes:
        element: as the user wrote it; written: taken apart.
        functions: its rows, or its gaps.
        chosen: which of them can act here; the others vanish by structure.
        spread: loads of these.
        first: number of its first row.
        number: its place among the closed elements.
    """

    element: Closing
    written: Written
    functions: Functions
    chosen: tuple[int, ...]
    spread: Spread
    first: int
    number: int

    @property
    def structure(self) -> tuple[Any, ...]:
        """What must agree for two of them to share a cell."""
        return (self.written.structure, self.spread.ends.structure)

    def place(self, array: str) -> Place:
        """Its rows in an array."""
        return Place(array, self.first, len(self.chosen))


def closed_by(stage: Stage, elements: Iterable[Closing], functions: Functions) -> list[Closed]:
    """Elements with their rows numbered."""
    found: list[Closed] = []
    first = 0
    for number, element in enumerate(elements):
        written, ends = stage.apart(element), ends_of(stage, stage.model.ends_of(element))
        chosen, masks = _shape(stage, written, functions)
        loads = stage.tape.reserve(len(chosen) * stage.space.motion)
        spread = Spread(ends, loads, stage.tape.reserve(stage.space.vector), masks)
        found.append(Closed(element, written, functions, chosen, spread, first, number))
        first += len(chosen)
    return found


def _shape(stage: Stage, written: Written, functions: Functions) -> tuple[tuple[int, ...], tuple[Mask, ...]]:
    """Which functions of a pose do not vanish by structure, and what loads they have."""
    key = (functions, written.structure)
    if key in stage.shapes:
        return stage.shapes[key]
    graph = Graph()
    bound = stage.bound(written, graph, list(graph.symbols(f"n{i}" for i in range(written.size))))
    X = stage.space.to_pose(graph.symbols(f"x{i}" for i in range(stage.space.pose)))
    found = pose_functions(graph, lambda X: functions(bound, X), X, Twist(), Twist())
    chosen = tuple(k for k, f in enumerate(found) if f.value is not graph.zero)
    masks = tuple((acts(graph, found[k].wrench.force), acts(graph, found[k].wrench.torque)) for k in chosen)
    stage.shapes[key] = chosen, masks
    return chosen, masks


def closing(
    stage: Stage, rec: Recorder, all_closed: Iterable[Closed], what: Sequence[str], level: int
) -> None:
    """Residuals, right-hand sides, senses and loads of closed elements.

    Args:
        stage: the mechanism.
        rec: the kernel.
        all_closed: the elements.
        what: arrays to fill: "g", "gap", "alpha", "beta", "sense".
        level: how much of the motion of the bodies is known.
    """
    rec.sweep()
    for c in all_closed:
        writes = [c.place(w) if w != "sense" else Place(w, c.number, 1) for w in what]
        writes += [c.spread.loads, c.spread.point]
        structure = ("closing", tuple(what), level, c.structure)
        function = partial(_closing, stage, c, what)
        numbers = (*c.spread.ends.numbers, *c.written.numbers)
        rec.run(structure, function, c.spread.ends.reads(level), writes, numbers)


def _closing(
    stage: Stage, c: Closed, what: Sequence[str], graph: Graph, groups: list[Symbols], numbers: Symbols
) -> list[Flat]:
    frames, n = to_frames(stage.space, c.spread.ends.structure, groups, numbers)
    bound = stage.bound(c.written, graph, numbers[n:])
    F, M = frames
    chosen = [_functions(graph, c.functions, bound, F, M)[k] for k in c.chosen]
    parts: dict[str, Callable[[], Flat]] = {
        "g": lambda: [f.value for f in chosen],
        "gap": lambda: [f.value for f in chosen],
        "alpha": lambda: [0.0 for _ in chosen],
        "beta": lambda: [-f.bias for f in chosen],
        "sense": lambda: [bound.sense(F.X.inverse() @ M.X)],
    }
    return [*(parts[w]() for w in what), *_loads(stage, chosen, F, M)]


def _functions(
    graph: Graph, functions: Functions, bound: Any, F: Kinematics, M: Kinematics
) -> list[PoseFunction]:
    X, V, A = F.relative(M)
    return pose_functions(graph, lambda X_FM: functions(bound, X_FM), X, V, A)


def _loads(stage: Stage, functions: Sequence[PoseFunction], F: Kinematics, M: Kinematics) -> list[Flat]:
    """Loads on the follower in ground components, and where they act."""
    s, R = stage.space, F.X.R
    loads = [x for f in functions for x in s.flat_pair(R * f.wrench.force, R * f.wrench.torque)]
    return [loads, s.flat_vector(M.X.p)]


def entries(stage: Stage, rec: Recorder, spread: Spread, array: str, row: int, pattern: Pattern) -> None:
    """What loads do along the columns between their bodies: entries of G, or of another Jacobian.

    Args:
        stage: the mechanism.
        rec: the kernel.
        spread: loads, one for each row.
        array: where the entries go, behind those in the pattern.
        row: number of the first row.
        pattern: (row, speed) of every entry; extended here.
    """
    for limb, sign in stage.way(*spread.ends.bodies):
        pairs = [(r, k) for r, row_mask in enumerate(spread.masks) for k, mask in enumerate(limb.masks)
                 if (row_mask[0] and (mask[0] or mask[1])) or (row_mask[1] and mask[1])]  # fmt: skip
        if not pairs:
            continue
        to = Place(array, len(pattern), len(pairs))
        pattern += [(row + r, limb.first + k) for r, k in pairs]
        structure = ("entries", tuple(pairs), spread.masks, limb.masks, sign)
        reads = [spread.loads, spread.point, limb.columns, limb.point]
        rec.run(structure, partial(_entries, stage, spread.masks, limb.masks, pairs, sign), reads, [to])


def _entries(
    stage: Stage,
    rows: Sequence[Mask],
    columns: Sequence[Mask],
    pairs: Sequence[tuple[int, int]],
    sign: float,
    graph: Graph,
    groups: list[Symbols],
    numbers: Symbols,
) -> list[Flat]:
    s = stage.space
    loads = [only(load, mask) for load, mask in zip(split_loads(stage, groups[0]), rows, strict=True)]
    moves = [only(load, mask) for load, mask in zip(split_loads(stage, groups[2]), columns, strict=True)]
    arm = s.to_vector(groups[1]) - s.to_vector(groups[3])
    return [[sign * power(moves[k], loads[r], arm) for r, k in pairs]]


def split_loads(stage: Stage, flat: Symbols) -> list[Wrench]:
    """Several pairs of vectors, one after the other."""
    n = stage.space.motion
    return [stage.space.to_load(flat[i : i + n]) for i in range(0, len(flat), n)]


def only(pair: Wrench, mask: Mask) -> Wrench:
    """A pair of vectors, without the one that is zero by structure."""
    none = Wrench()
    return Wrench(pair.force if mask[0] else none.force, pair.torque if mask[1] else none.torque)


def power(column: Wrench, load: Wrench, arm: Any) -> Scalar:
    """Power of a load along a column (velocity, angular velocity); `arm` runs from the column's point to the load's."""
    return column.force.dot(load.force) + column.torque.dot(load.torque + arm.cross(load.force))


@dataclass(frozen=True)
class Measured:
    """A joint coordinate in memory.

    Attributes:
        joint, k, coordinate: which it is.
        value, rate: where they lie: in the state, or fitted to the pose of the joint.
        bias: second derivative without accelerations of the speeds; None where it is zero.
        spread: the load of a unit effort.
        limb: the limb whose coordinate it is, if it is one.
        fitted: the fitted angle before turns are counted, and its turn; None without one.
    """

    joint: Joint
    k: int
    coordinate: Coordinate
    value: Place
    rate: Place
    bias: Place | None
    spread: Spread
    limb: Limb | None


class Coordinates:
    """Every published coordinate of the joints, with room for those that must be fitted."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        own = {limb.branch.joint.name: limb for limb in stage.limbs}
        self.turns: dict[str, Place] = {}
        self.of: dict[str, list[Measured]] = {}
        at = stage.nq + stage.nv + 2  # behind what is dissipated and supplied
        for joint in stage.model.all_joints:
            limb = own.get(joint.name) if not joint.inner else None
            for c in joint.coordinates:
                if c.is_angle and not joint.inner and joint.name not in own:
                    self.turns[f"{joint.name}.{c.name}"] = Place("x", at + len(self.turns), 1)
            self.of[joint.name] = self._places(joint, limb)

    def _places(self, joint: Joint, limb: Limb | None) -> list[Measured]:
        stage, n = self.stage, len(joint.coordinates)
        s, reserve = stage.space, stage.tape.reserve
        ends = ends_of(stage, stage.model.ends_of(joint))
        written = stage.apart(joint)
        _, masks = _shape(stage, written, _fit) if n else ((), ())
        loads, point = reserve(n * s.motion), reserve(s.vector)
        values, rates, biases = (limb.q, limb.v, None) if limb else (reserve(n), reserve(n), reserve(n))
        return [
            Measured(
                joint,
                k,
                c,
                values.part(k, 1),
                rates.part(k, 1),
                biases.part(k, 1) if biases else None,
                Spread(ends, loads.part(k * s.motion, s.motion), point, (masks[k],)),
                limb,
            )
            for k, c in enumerate(joint.coordinates)
        ]

    def record(self, rec: Recorder, names: Collection[str], level: int) -> None:
        """Values, rates, biases and loads of the coordinates of some joints."""
        rec.sweep()
        for name in names:
            ms = self.of[name]
            if ms:
                self._record(rec, ms, level)

    def _record(self, rec: Recorder, ms: list[Measured], level: int) -> None:
        m, n, size = ms[0], len(ms), self.stage.space.motion
        written, ends = self.stage.apart(m.joint), m.spread.ends
        turns = [self.turns.get(f"{m.joint.name}.{x.coordinate.name}") for x in ms]
        reads = [*ends.reads(level), *(t for t in turns if t)]
        writes = [m.spread.loads._replace(size=n * size), m.spread.point]
        if m.limb is None and m.bias is not None:
            writes += [m.value._replace(size=n), m.rate._replace(size=n), m.bias._replace(size=n)]
        counted = tuple(t is not None for t in turns)
        structure = ("measure", written.structure, ends.structure, level, m.limb is None, counted)
        function = partial(_measured, self.stage, written, ends, counted, m.limb is None)
        rec.run(structure, function, reads, writes, (*ends.numbers, *written.numbers))


def _fit(bound: Any, X_FM: Pose) -> Sequence[Scalar]:
    found: Sequence[Scalar] = bound.fit(X_FM)
    return found


def _measured(
    stage: Stage,
    written: Written,
    ends: Ends,
    counted: Sequence[bool],
    is_fitted: bool,
    graph: Graph,
    groups: list[Symbols],
    numbers: Symbols,
) -> list[Flat]:
    count = sum(counted)
    moving, turns = groups[: len(groups) - count], [g[0] for g in groups[len(groups) - count :]]
    (F, M), n = to_frames(stage.space, ends.structure, moving, numbers)
    functions = _functions(graph, _fit, stage.bound(written, graph, numbers[n:]), F, M)
    found = _loads(stage, functions, F, M)
    if not is_fitted:
        return found
    values: Flat = []
    for f, has_turn in zip(functions, counted, strict=True):
        turn = turns.pop(0) if has_turn else None
        values.append(f.value if turn is None else turn - wrap(turn - f.value))
    rates: Flat = [f.rate for f in functions]
    biases: Flat = [f.bias for f in functions]
    return [*found, values, rates, biases]


@dataclass(frozen=True)
class Tying:
    """A relation in memory: its row, its coordinates, room for its slopes along them, and how it sits if it is a mesh."""

    relation: Relation
    written: Written
    row: int
    on: tuple[Measured, ...]
    slopes: Place
    meshing: Meshing | None

    @property
    def is_up_to_turns(self) -> bool:
        """Whether it drives one fitted angle."""
        m = self.on[0]
        return len(self.on) == 1 and m.coordinate.is_angle and m.limb is None


def tyings(stage: Stage, coordinates: Coordinates, first: int) -> list[Tying]:
    """The relations of the model, rows numbered from `first`."""
    found = []
    for row, relation in enumerate(stage.model.relations, first):
        on = tuple(coordinates.of[j.name][k] for j, k, _ in stage.model.coordinates_of(relation))
        meshing = stage.model.meshing(relation) if isinstance(relation, Mesh) else None
        found.append(Tying(relation, stage.apart(relation), row, on, stage.tape.reserve(len(on)), meshing))
    return found


def relations(
    stage: Stage, rec: Recorder, all_tyings: Iterable[Tying], what: Sequence[str], into: Place | None = None
) -> None:
    """Residuals, right-hand sides ("g", "alpha", "beta") and slopes of relations.

    Args:
        stage: the mechanism.
        rec: the kernel.
        all_tyings: the relations.
        what: arrays to fill, each at the relation's row.
        into: instead, room for one number of each relation.
    """
    rec.sweep()
    for number, tying in enumerate(all_tyings):
        reads = [stage.t, *(p for m in tying.on for p in (m.value, m.rate, m.bias) if p is not None)]
        rows = [into.part(number, 1)] if into else [Place(w, tying.row, 1) for w in what]
        writes = [*rows, tying.slopes]
        known = tuple(m.bias is None for m in tying.on)
        weights = tying.meshing.weights if tying.meshing else ()
        structure = ("relation", tuple(what), tying.written.structure, known, tying.is_up_to_turns, weights)
        rec.run(structure, partial(_related, stage, tying, what), reads, writes, tying.written.numbers)


def _related(
    stage: Stage, tying: Tying, what: Sequence[str], graph: Graph, groups: list[Symbols], numbers: Symbols
) -> list[Flat]:
    waiting = iter(groups)
    t = next(waiting)[0]
    motion = []
    for m in tying.on:
        value, rate = next(waiting)[0], next(waiting)[0]
        motion.append((value, rate, graph.zero if m.bias is None else next(waiting)[0]))
    arguments = partial(stage.model.arguments, tying.relation)
    tied = tie(graph, t, stage.bound(tying.written, graph, numbers, t), motion, arguments)
    if tying.is_up_to_turns:
        tied = tied.up_to_turns(graph)
    return [*([getattr(tied, w)] for w in what), list(tied.slopes)]


def relation_entries(stage: Stage, rec: Recorder, tying: Tying, array: str, pattern: Pattern) -> None:
    """The row of a relation: slope times what each speed does to its coordinate, summed over its coordinates."""
    blocks: dict[int, Place] = {}
    for k, m in enumerate(tying.on):
        slope = tying.slopes.part(k, 1)
        ways = [(m.limb, 1.0)] if m.limb else list(stage.way(*m.spread.ends.bodies))
        for limb, sign in ways:
            is_new = limb.first not in blocks
            if is_new:
                blocks[limb.first] = Place(array, len(pattern), limb.v.size)
                pattern += [(tying.row, limb.first + i) for i in range(limb.v.size)]
            to = blocks[limb.first]
            before = [] if is_new else [to]
            if m.limb:
                structure: tuple[Any, ...] = ("own slope", m.k, limb.v.size, is_new)
                rec.run(structure, partial(_own_slope, m.k, limb.v.size), [slope, *before], [to])
                continue
            structure = ("slope entries", m.spread.masks, limb.masks, sign, is_new)
            reads = [slope, m.spread.loads, m.spread.point, limb.columns, limb.point, *before]
            rec.run(structure, partial(_slope_entries, stage, m.spread.masks, limb.masks, sign), reads, [to])


def _own_slope(k: int, size: int, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    before: Sequence[Scalar] = groups[1] if len(groups) > 1 else [0.0] * size
    return [[b + groups[0][0] if i == k else b for i, b in enumerate(before)]]


def _slope_entries(
    stage: Stage,
    rows: Sequence[Mask],
    columns: Sequence[Mask],
    sign: float,
    graph: Graph,
    groups: list[Symbols],
    numbers: Symbols,
) -> list[Flat]:
    pairs = [(0, k) for k in range(len(columns))]
    (found,) = _entries(stage, rows, columns, pairs, sign, graph, groups[1:5], numbers)
    before: Sequence[Scalar] = groups[5] if len(groups) > 5 else [0.0] * len(pairs)
    return [[b + groups[0][0] * x for b, x in zip(before, found, strict=True)]]
