"""Start values: find a pose that closes all loops and speeds that fit it, near the guesses, never moving what is fixed.

The search runs in the coordinates of the spanning tree on interpreted kernels; the state found is then expressed in
the formulation asked for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from sarrus.equations import Equations, formulate
from sarrus.model import Snapshot
from sarrus.solvers.arrays import Floats
from sarrus.solvers.newton import newton
from sarrus.solvers.rank import least_squares
from sarrus.solvers.status import Status
from sarrus.topology import loop_of

CLOSED = 1e-10


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
    """

    equations: Equations
    x: Floats
    status: Status
    message: str
    residual: float
    iterations: int
    moved: dict[str, tuple[float, float]] = field(default_factory=dict)
    values: dict[str, float] = field(default_factory=dict)


def find_start(model: Snapshot, t: float = 0.0) -> Start:
    """Assemble positions, then speeds."""
    equations = formulate(model, "relative")
    search = _Search(equations, t)
    return search.run()


class _Search:
    """One assembly: the numbers it works with."""

    def __init__(self, equations: Equations, t: float) -> None:
        self.e = equations
        self.t = t
        self.model = equations.model
        self.nq, self.nv = len(equations.coordinates), len(equations.speeds)
        self.fixed, self.guess = self.model.start_values()
        tied = {relation.name for relation in self.model.relations}
        self.drives = [i for i, r in enumerate(equations.rows) if r.owner in tied]
        self.angle = {n: c.is_angle for n, (_, _, c) in self.model.coordinates.items()}
        self.place = {name: k for k, name in enumerate(equations.measured)}

    def state(self, q: Floats, v: Floats | None = None) -> list[float]:
        """A full state vector."""
        speeds = [0.0] * self.nv if v is None else v.tolist()
        return [*q.tolist(), *speeds, *([0.0] * len(self.e.quadratures))]

    def call(self, kernel: str, q: Floats, v: Floats | None = None) -> list[list[float]]:
        """Interpret a kernel of time and state."""
        return self.e.kernels[kernel]([self.t], self.state(q, v), self.e.constants)

    def dense(self, pattern: tuple[tuple[int, int], ...], values: list[float], rows: int) -> Floats:
        """A matrix from its entries."""
        J = np.zeros((rows, self.nv))
        for (i, j), value in zip(pattern, values, strict=True):
            J[i, j] = value
        return J

    def first_pose(self) -> Floats:
        """Tree coordinates from what was given; zero where nothing was."""
        given = {**self.driven_values(), **self.guess, **self.fixed}
        q: list[float] = []
        for branch in self.e.tree.branches:
            joint = branch.joint
            written = [given.get(f"{joint.name}.{c.name}", 0.0) for c in joint.coordinates]
            q.extend(float(a) for a in joint.place(written))
        return np.array(q)

    def driven_values(self) -> dict[str, float]:
        """Where the drivers want their coordinates at the start."""
        found = {}
        for driver in self.model.drivers:
            resolve = self.model.resolver(
                driver, lambda path, value, unit: self.model.number(path, value, unit, self.t)
            )
            found[driver.at[0]] = float(driver.bind(resolve, self.model.planar).value(self.t))
        return found

    def residual(self, q: Floats) -> Floats:
        """Gaps of the cut joints, fixed coordinates, driver rows."""
        gap = np.array(self.call("gap", q)[0])
        values = self.call("measure", q)[0]
        held = [self.off(n, values[self.place[n]] - target) for n, target in self.held()]
        rows = self.call("closure", q)[0]
        return np.array([*gap, *held, *(rows[i] for i in self.drives)])

    def jacobian(self, q: Floats) -> Floats:
        """Slopes of the residual for every speed."""
        gap = self.dense(self.e.gap_pattern, self.call("gap", q)[1], len(self.e.gap_rows))
        slopes = self.dense(self.e.measure_pattern, self.call("measure", q)[2], len(self.e.measured))
        held = slopes[[self.place[n] for n, _ in self.held()]]
        rows = self.dense(self.e.jacobian_pattern, self.call("closure", q)[1], len(self.e.rows))
        return np.vstack([gap, held, rows[self.drives]])

    def held(self) -> list[tuple[str, float]]:
        """Fixed coordinates."""
        return [(n, value) for n, value in self.fixed.items() if n in self.place]

    def off(self, name: str, difference: float) -> float:
        """A difference of coordinates; angles that are fitted agree up to full turns."""
        if self.angle[name] and not self.owned(name):
            return math.remainder(difference, 2.0 * math.pi)
        return difference

    def owned(self, name: str) -> bool:
        """Whether a coordinate is one of the tree's own, counted over full turns."""
        return name in self.e.coordinates

    def scales(self) -> Floats:
        """Size of each residual: lengths in units of the model's length."""
        L = self.e.length
        units = ["m" if not self.angle[n] else "1" for n, _ in self.held()]
        units += [self.e.rows[i].unit for i in self.drives]
        units = [*(g.unit for g in self.e.gap_rows), *units]
        return np.array([L if u == "m" else 1.0 for u in units])

    def run(self) -> Start:
        """Positions, then speeds."""
        q0 = self.first_pose()

        def retract(q: Floats, step: Floats) -> Floats:
            return np.array(self.e.kernels["retract"](self.state(q), step.tolist(), self.e.constants)[0])

        size = np.array([self.e.length if u == "m" else 1.0 for u in self.e.speed_units])
        root = newton(self.residual, self.jacobian, q0, retract, 1e-12, 100, size, self.scales())
        x = np.array(self.state(root.x))
        if root.status is not Status.OK or not root.residual < CLOSED:
            message = self.explain(root.x, root.iterations)
            return Start(self.e, x, Status.NOT_CLOSED, message, root.residual, root.iterations)
        senses = self.call("closure", root.x)[3]
        if any(s <= 0 for s in senses):
            closed = (*self.e.tree.cuts, *self.model.closings)
            bad = [c.name for c, s in zip(closed, senses, strict=True) if s <= 0]
            message = f"Joint {', '.join(map(repr, bad))} closes with its axis turned over. Give start values nearer to the pose meant."
            return Start(self.e, x, Status.WRONG_BRANCH, message, root.residual, root.iterations)
        v, message = self.speeds(root.x)
        status = Status.NOT_CLOSED if message else Status.OK
        values = self.values(root.x, v)
        moved = {
            n: (given, values[n])
            for n, given in self.guess.items()
            if abs(self.off(n, values[n] - given) if n in self.place else values[n] - given) > 1e-9
        }
        x = np.array(self.state(root.x, v))
        return Start(
            self.e, self.with_turns(x, values), status, message, root.residual, root.iterations, moved, values
        )

    def with_turns(self, x: Floats, values: dict[str, float]) -> Floats:
        """Angles followed by integration start where they are."""
        for k, name in enumerate(self.e.quadratures):
            if name in values:
                x[self.nq + self.nv + k] = values[name]
        return x

    def speeds(self, q: Floats) -> tuple[Floats, str]:
        """Speeds that keep the loops closed and have the fixed rates, nearest to the guessed ones (zero if none)."""
        _, entries, alpha, _ = self.call("closure", q)
        G = self.dense(self.e.jacobian_pattern, entries, len(self.e.rows))
        slopes = self.dense(self.e.measure_pattern, self.call("measure", q)[2], len(self.e.measured))
        wish = {n.removesuffix("_dot"): v for n, v in self.guess.items() if n.endswith("_dot")}
        must = {n.removesuffix("_dot"): v for n, v in self.fixed.items() if n.endswith("_dot")}
        v = np.zeros(self.nv)
        if wish or must:
            near = {**wish, **must}
            A = slopes[[self.place[n] for n in near]]
            v = least_squares(A, np.array(list(near.values())), 1e-12)[0]
        A = np.vstack([G, slopes[[self.place[n] for n in must]]])
        b = np.array([*alpha, *must.values()])
        column = np.array([self.e.length if u == "m" else 1.0 for u in self.e.speed_units])
        v = v + column * least_squares(A * column, b - A @ v, 1e-10)[0]
        rest = np.abs(A @ v - b)
        if rest.size and rest.max() > 1e-9 * max(1.0, float(np.abs(b).max())):
            worst = int(rest.argmax())
            names = [*(r.name for r in self.e.rows), *(f"{n}_dot" for n in must)]
            return v, (
                f"The fixed start rates contradict the joints or drivers: '{names[worst]}' is off by {rest[worst]:.3g}. "
                "Fix fewer rates, or make the others guesses."
            )
        return v, ""

    def values(self, q: Floats, v: Floats) -> dict[str, float]:
        """Published coordinates and rates; fitted angles on the turn nearest to what was given."""
        value, rate, _ = self.call("measure", q, v)
        given = {**self.guess, **self.fixed}
        found = {}
        for name, k in self.place.items():
            number = value[k]
            if name in given and self.angle[name] and not self.owned(name):
                number = given[name] + math.remainder(number - given[name], 2.0 * math.pi)
            found[name] = number
            found[f"{name}_dot"] = rate[k]
        return found

    def explain(self, q: Floats, iterations: int) -> str:
        """What stays open: the loop, the worst joint, by how much."""
        gap = np.abs(np.array(self.call("gap", q)[0]))
        held = self.residual(q)[len(gap) :]
        if gap.size == 0 or (len(held) and np.abs(held).max() > gap.max()):
            names = [n for n, _ in self.held()] + [self.e.rows[i].name for i in self.drives]
            worst = int(np.abs(held).argmax())
            return (
                f"The start values contradict each other: '{names[worst]}' stays off by {abs(held[worst]):.3g} "
                f"after {iterations} iterations. Make one of the fixed values a guess, or change it."
            )
        lengths = [g if row.unit == "m" else 0.0 for g, row in zip(gap, self.e.gap_rows, strict=True)]
        worst = int(np.argmax(lengths if max(lengths) > CLOSED else gap))
        owner = self.e.gap_rows[worst].owner
        size = (
            f"{gap[worst]:.3g} m" if max(lengths) > CLOSED else f"{gap[worst]:.3g} (difference of directions)"
        )
        cut = next(c for c in (*self.e.tree.cuts, *self.model.closings) if c.name == owner)
        loop = "-".join(loop_of(self.model, self.e.tree, cut))
        return (
            f"The mechanism does not close: loop {loop} stays open by {size} after {iterations} iterations. "
            f"Worst joint: '{owner}'. Check the lengths around the loop, the fixed start values, or give better guesses."
        )


def in_formulation(start: Start, formulation: str) -> tuple[Equations, Floats]:
    """The start state in the coordinates of a formulation."""
    relative = start.equations
    if formulation == "relative":
        return relative, start.x.copy()
    absolute = formulate(relative.model, formulation)
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
