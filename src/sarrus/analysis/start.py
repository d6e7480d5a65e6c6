"""Start values: find a pose that closes all loops and speeds that fit it, near the guesses, never moving what is fixed.

The search runs in the coordinates of the spanning tree on interpreted kernels; the state found is then expressed in
the formulation asked for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sarrus.analysis.contradiction import Contradiction, contradicting_rates
from sarrus.analysis.search import CLOSED, Pose, Search, is_sparse, pattern_of
from sarrus.analysis.search_parts import Part
from sarrus.equations import Equations, formulate
from sarrus.equations.choice import cheaper_formulation
from sarrus.model import Snapshot
from sarrus.solvers.arrays import Floats
from sarrus.solvers.newton import Root
from sarrus.solvers.rank import least_squares, motions_left, shortest_solution
from sarrus.solvers.shortest import Pattern, Sparse
from sarrus.solvers.status import Status


@dataclass(frozen=True)
class Start:
    """An assembled mechanism.

    Attributes:
        equations: the relative equations the search used.
        x: state of the relative formulation.
        status: OK, or why it failed.
        message: one or two sentences when it failed.
        residual: worst scaled gap left.
        iterations: Newton iterations.
        moved: guesses that had to move: name -> (given, found).
        values: every published coordinate and rate found.
        others: the same mechanism in other formulations, as far as somebody asked.
    """

    equations: Equations
    x: Floats
    status: Status
    message: str
    residual: float
    iterations: int
    moved: dict[str, tuple[float, float]] = field(default_factory=dict)
    values: dict[str, float] = field(default_factory=dict)
    others: dict[str, Equations] = field(default_factory=dict, repr=False)


def find_start(model: Snapshot, t: float = 0.0) -> Start:
    """Assemble positions, then speeds."""
    return start_from(formulate(model, "relative"), t)


def start_from(equations: Equations, t: float = 0.0) -> Start:
    """The same on relative equations already made; the numbers of the start values may be new, their names may not."""
    search = Search(equations, t)
    first = search.first_pose()
    root = search.solve(first)
    if not root.residual < CLOSED:
        contradiction = Contradiction(search, first, root)
        if contradiction.way_out is None:
            x = np.array(search.state(root.x))
            text = contradiction.text()
            return Start(equations, x, Status.NOT_CLOSED, text, root.residual, root.iterations)
        root = contradiction.way_out
    senses = search.pose(root.x).closure[3]
    if any(not s > 0 for s in senses):
        closed = (*equations.tree.cuts, *equations.model.closings)
        bad = [c.name for c, s in zip(closed, senses, strict=True) if not s > 0]
        message = f"Joint {', '.join(map(repr, bad))} closes with its axis turned over. Give start values nearer to the pose meant."
        x = np.array(search.state(root.x))
        return Start(equations, x, Status.WRONG_BRANCH, message, root.residual, root.iterations)
    return _with_speeds(search, root)


def _with_speeds(search: Search, root: Root) -> Start:
    """The start of a closed pose."""
    v, message = speeds(search, root.x)
    values = published(search, root.x, v)
    moved = {
        n: (given, values[n])
        for n, given in search.guess.items()
        if abs(search.off(n, values[n] - given) if n in search.place else values[n] - given) > 1e-9
    }
    x = np.array(search.state(root.x, v))
    # angles followed by integration start where they are
    for k, name in enumerate(search.e.quadratures):
        if name in values:
            x[len(search.e.coordinates) + len(search.e.speeds) + k] = values[name]
    status = Status.NOT_CLOSED if message else Status.OK
    return Start(search.e, x, status, message, root.residual, root.iterations, moved, values)


def speeds(search: Search, q: Floats) -> tuple[Floats, str]:
    """Speeds that keep the loops closed and have the fixed rates; guessed rates as near as the freedoms left allow."""
    v, pose = np.zeros(len(search.e.speeds)), search.pose(q)
    for part in search.parts:
        v[part.columns], message = _part_speeds(search, part, pose)
        if message:
            return v, message
    return v, ""


def _part_speeds(search: Search, part: Part, pose: Pose) -> tuple[Floats, str]:
    """Speeds of one part."""
    _, entries, alpha, _ = pose.closure
    rates = _slopes(search, part, part.fixed_rates, pose)
    A = _with_rates(search, part, entries, rates)
    b = np.array([*alpha[part.closure], *(search.fixed[f"{n}_dot"] for n in part.fixed_rates)])
    # the slope of a coordinate of the tree is 1 for its own speed, and nothing else
    own = {
        int(slopes.argmax()): search.fixed[f"{name}_dot"]
        for slopes, name in zip(rates, part.fixed_rates, strict=True)
        if search.owns(name)
    }

    def nearest(A: Floats | Sparse) -> Floats:
        v = _nearest(search, part, pose, A, b)
        v[list(own)] = list(own.values())
        return v

    v = nearest(A)
    if isinstance(A, Sparse):
        if _fits(A.product(v), b):
            return v, ""
        A = A.dense()  # singular values decide before it is called a contradiction
        v = nearest(A)
    if _fits(A @ v, b):
        return v, ""
    R = _row_factors(search, part)
    return v, contradicting_rates(search, part, R[:, None] * A * search.size[part.columns], R * b)


def _fits(rates: Floats, b: Floats) -> bool:
    """Whether rows have the rates that they should have."""
    rest = np.abs(rates - b)
    return not rest.size or not rest.max() > 1e-9 * max(1.0, float(np.abs(b).max()))


def _nearest(search: Search, part: Part, pose: Pose, A: Floats | Sparse, b: Floats) -> Floats:
    """Speeds with A v = b, their guessed rates as near as possible.

    v = S (u_0 + Z y): u_0 the shortest solution of the scaled rows, Z the motions they leave.
    """
    S, R, wish = search.size[part.columns], _row_factors(search, part), part.guessed_rates
    scaled = A.scaled(R, S) if isinstance(A, Sparse) else R[:, None] * A * S
    u = shortest_solution(scaled, R * b, 1e-10)
    if wish:
        W = _unit_factors(search, [search.coordinate[n].unit for n in wish])
        near = W[:, None] * _slopes(search, part, wish, pose) * S
        off = W * np.array([search.guess[f"{n}_dot"] for n in wish]) - near @ u
        if off.any():
            free = motions_left(scaled, 1e-10) if b.size else np.eye(S.size)
            u = u + free @ least_squares(near @ free, off, 1e-10)[0]
    return np.asarray(S * u)


def _row_factors(search: Search, part: Part) -> Floats:
    """What the closure rows and fixed rates of a part are multiplied by."""
    units = [search.e.rows[i].unit for i in part.closure.tolist()]
    return _unit_factors(search, [*units, *(search.coordinate[n].unit for n in part.fixed_rates)])


def _unit_factors(search: Search, units: Sequence[str]) -> Floats:
    return np.array([1.0 / search.e.length if u == "m" else 1.0 for u in units])


def _with_rates(search: Search, part: Part, entries: Floats, rates: Floats) -> Floats | Sparse:
    """The closure rows of a part, and below them those of fixed rates."""
    closure, columns = part.closure, part.columns
    rows = len(closure) + len(rates)
    if not is_sparse(rows, len(columns)):
        return np.vstack([search.row_slopes.part(entries, closure, columns), rates])
    above, entry = pattern_of(search.row_slopes, closure, columns)
    row, column = np.nonzero(rates)
    below = np.concatenate([above.row, len(closure) + row]), np.concatenate([above.column, column])
    return Sparse(Pattern((rows, len(columns)), *below), np.concatenate([entries[entry], rates[row, column]]))


def _slopes(search: Search, part: Part, names: Sequence[str], pose: Pose) -> Floats:
    """Slopes of published coordinates with respect to the speeds of a part."""
    rows = np.array([search.place[n] for n in names], dtype=np.int64)
    return search.measure_slopes.part(pose.measure[2], rows, part.columns)


def published(search: Search, q: Floats, v: Floats) -> dict[str, float]:
    """Published coordinates and rates; fitted angles on the turn nearest to what was given."""
    value, rate, _ = search.call("measure", q, v)
    given = {**search.guess, **search.fixed}
    found = {}
    for name, k in search.place.items():
        number = value[k]
        if name in given and search.coordinate[name].is_angle and not search.owns(name):
            number = given[name] + math.remainder(number - given[name], 2.0 * math.pi)
        found[name] = number
        found[f"{name}_dot"] = rate[k]
    return found


def in_formulation(start: Start, formulation: str) -> tuple[Equations, Floats]:
    """The start state in the coordinates of a formulation; "auto" is the one that is estimated to cost less."""
    relative = start.equations
    if formulation == "auto":
        formulation = cheaper_formulation(relative.model)
    if formulation == "relative":
        return relative, start.x.copy()
    if formulation not in start.others:
        start.others[formulation] = formulate(relative.model, formulation)
    absolute = start.others[formulation]
    turns = [start.values.get(name, 0.0) for name in absolute.quadratures]
    return absolute, np.concatenate([*bodies_at(relative, start.x), np.array(turns)])


def bodies_at(relative: Equations, x: Floats) -> tuple[Floats, Floats]:
    """Coordinates and speeds of the absolute formulation at a state of the relative one."""
    nv, rows = len(relative.speeds), len(relative.rows)
    row = relative.kernels["output"]([0.0], x, np.zeros(nv), np.zeros(rows), relative.constants)[0]
    channel = {c.name: row[c.start : c.start + c.size] for c in relative.channels}
    q: list[float] = []
    v: list[float] = []
    for body in relative.model.bodies:
        n = body.name
        if relative.model.planar:
            q += [channel[f"{n}.{c}"][0] for c in ("x", "y", "psi")]
            v += [channel[f"{n}.{c}_dot"][0] for c in ("x", "y", "psi")]
        else:
            q += [*(channel[f"{n}.{c}"][0] for c in "xyz"), *channel[f"{n}.quaternion"]]
            v += [channel[f"{n}.{c}_dot"][0] for c in "xyz"]
            v += _in_body(channel[f"{n}.quaternion"], channel[f"{n}.w"])
    return np.array(q), np.array(v)


def _in_body(quaternion: list[float], w: list[float]) -> list[float]:
    from sarrus.spatial import Vec3, from_quaternion

    return [float(a) for a in from_quaternion(*quaternion).back(Vec3(*w))]
