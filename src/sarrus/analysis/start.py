"""Start values: find a pose that closes all loops and speeds that fit it, near the guesses, never moving what is fixed.

The search runs in the coordinates of the spanning tree on interpreted kernels; the state found is then expressed in
the formulation asked for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from sarrus.analysis.contradiction import Contradiction, contradicting_rates
from sarrus.analysis.search import CLOSED, Search
from sarrus.equations import Equations, formulate
from sarrus.model import Snapshot
from sarrus.solvers.arrays import Floats
from sarrus.solvers.newton import Root
from sarrus.solvers.rank import least_squares, rank_report
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
    senses = search.call("closure", root.x)[3]
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
    """Speeds that keep the loops closed and have the fixed rates; guessed rates as near as the freedoms left allow.

    v = S (u_0 + Z y): u_0 the shortest solution of the scaled rows, Z the motions they leave.
    """
    e = search.e
    _, entries, alpha, _ = search.call("closure", q)
    slopes = search.measure_slopes.dense(search.call("measure", q)[2])
    must = {n: v for n, v in search.fixed.items() if n.endswith("_dot")}
    wish = {n: v for n, v in search.guess.items() if n.endswith("_dot")}
    rates = slopes[[search.place[n.removesuffix("_dot")] for n in must]]
    A, b = np.vstack([search.row_slopes.dense(entries), rates]), np.array([*alpha, *must.values()])
    S, units = search.size, [*(r.unit for r in e.rows)]
    units += [search.coordinate[n.removesuffix("_dot")].unit for n in must]
    R = np.array([1.0 / e.length if u == "m" else 1.0 for u in units])
    scaled = R[:, None] * A * S
    u = least_squares(scaled, R * b, 1e-10)[0]
    if wish:
        wished = [n.removesuffix("_dot") for n in wish]
        W = np.array([1.0 / e.length if search.coordinate[n].unit == "m" else 1.0 for n in wished])
        near = W[:, None] * slopes[[search.place[n] for n in wished]] * S
        free = rank_report(scaled, 1e-10).motions if A.size else np.eye(S.size)
        u = u + free @ least_squares(near @ free, W * np.array([*wish.values()]) - near @ u, 1e-10)[0]
    v = S * u
    for name, rate in must.items():
        own = name.removesuffix("_dot")
        if search.owns(own):  # its slope is 1 for its own speed, and nothing else
            v[int(slopes[search.place[own]].argmax())] = rate
    rest = np.abs(A @ v - b)
    if rest.size and rest.max() > 1e-9 * max(1.0, float(np.abs(b).max())):
        return v, contradicting_rates(search, scaled, R * b, list(must))
    return v, ""


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
    """The start state in the coordinates of a formulation."""
    relative = start.equations
    if formulation == "relative":
        return relative, start.x.copy()
    if formulation not in start.others:
        start.others[formulation] = formulate(relative.model, formulation)
    absolute = start.others[formulation]
    nv, rows = len(relative.speeds), len(relative.rows)
    row = relative.kernels["output"]([0.0], start.x, [0.0] * nv, [0.0] * rows, relative.constants)[0]
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
    turns = [start.values.get(name, 0.0) for name in absolute.quadratures]
    return absolute, np.array([*q, *v, *turns])


def _in_body(quaternion: list[float], w: list[float]) -> list[float]:
    from sarrus.spatial import Vec3, from_quaternion

    return [float(a) for a in from_quaternion(*quaternion).back(Vec3(*w))]
