"""Efforts that depend on the loads of joints: how many solutions there are, and whether the loads that they use are unique.

With accelerations and multipliers y = y_0 + B phi, the efforts phi solve phi = law(y_0 + B phi). Where the law is made of
pieces that are linear in y (the size of a load along one line, |N|), each piece is solved and those are counted whose
solution lies in the piece: none, one or several is then known. Other laws (the size of a load in a plane) are searched from
many places, which is said.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sarrus.analysis.motion.sides import Cases
from sarrus.analysis.rank.constraints import Rows
from sarrus.analysis.rank.mobility import Ranks
from sarrus.errors import ModelError, Problem
from sarrus.mechanics import Equations
from sarrus.program.blocks import DENSE, split
from sarrus.scalar import Node
from sarrus.scalar.derivative import gradient
from sarrus.scalar.kernel import Interpreter, Kernel
from sarrus.scalar.rewrite import depends_on
from sarrus.scalar.switches import piece, switches
from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import SINGULAR
from sarrus.solvers.status import Status

MOST_PIECES = 12
"""Switches of a law up to which every combination is tried."""
STARTS = 60
"""Of the search where a law is no sum of linear pieces."""
SAME = 1e-8
"""Part by which two solutions, or two sides of an equation, may differ and still be the same."""
UNSURE = 0.99
"""Size of d law / d phi from which a run that stops has met the end of what is sure."""


@dataclass(frozen=True)
class Solutions:
    """Efforts that agree with their loads.

    Attributes:
        found: one row for each solution.
        is_exact: whether all pieces of the law were solved; else it was searched.
        is_proven: whether there is one solution for any loads.
    """

    found: list[Floats]
    is_exact: bool
    is_proven: bool = False


class LoadedState:
    """Efforts that depend on loads, at one state of a mechanism."""

    def __init__(self, equations: Equations, t: float, x: Floats) -> None:
        self.e, self.t, self.x = equations, t, x
        self.count = len(equations.pushes)

    @cached_property
    def _responses(self) -> tuple[Floats, Floats]:
        """Accelerations and multipliers without the efforts, and for a unit of each."""
        e = self.e
        entries, f, jacobian, beta = e.evaluate("dynamics", [self.t], self.x)
        (H_entries,) = e.evaluate("pushes", [self.t], self.x)
        n, m = len(e.speeds), len(e.rows)
        K, H = np.zeros((n + m, n + m)), np.zeros((n + m, self.count))
        for (i, j), value in zip(e.mass_pattern, entries, strict=True):
            K[i, j] = K[j, i] = value
        for (i, j), value in zip(e.jacobian_pattern, jacobian, strict=True):
            K[n + i, j] = K[j, n + i] = value
        for (k, j), value in zip(e.push_pattern, H_entries, strict=True):
            H[j, k] += value
        # rows may repeat each other: where that matters, the model was refused
        y = np.linalg.lstsq(K, np.column_stack([[*f, *beta], H]), rcond=None)[0]
        y[n:] *= -1.0
        if e.shares_loads and m:
            y[n:] = self._least(y[n:])
        rest = np.concatenate([y[:, 0], np.zeros(self.count)])
        return rest, np.vstack([y[:, 1:], np.eye(self.count)])

    def _least(self, lam: Floats) -> Floats:
        """The least multipliers that hold the mechanism as others do, with rows of natural size."""
        rows = Rows(self.e)
        here = rows.at(self.t, self.x)
        G = rows.slopes.dense(here.entries)
        found = np.linalg.lstsq(G.T, G.T @ (lam / here.factors[:, None]), rcond=SINGULAR)[0]
        return np.asarray(here.factors[:, None] * found)

    def at(self, phi: Floats) -> tuple[Floats, Floats]:
        """Accelerations and multipliers for some efforts."""
        rest, B = self._responses
        y = rest + B @ phi
        n = len(self.e.speeds)
        return y[:n], y[n:]

    def law(self, phi: Floats) -> Floats:
        """What the loads imply for some efforts."""
        return np.array(self.e.evaluate("implied", [self.t], self.x, *self.at(phi))[0])

    def slopes(self, phi: Floats) -> Floats:
        """How that changes with the efforts."""
        found: Floats = (
            self.e.slopes("implied", ("vdot", "lam"), [self.t], self.x, *self.at(phi)) @ self._responses[1]
        )
        return found

    def solutions(self) -> Solutions:
        """All that are found."""
        by_sides = self._by_sides() if self.e.sides else None
        if by_sides is not None:
            return Solutions(by_sides[0], True, by_sides[1])
        kernel = self.e.kernels["implied"]
        if isinstance(kernel, Kernel):
            found = self._by_pieces(kernel)
            if found is not None:
                return Solutions(_distinct(found), True)
        return Solutions(_distinct(self._searched()), False)

    def _by_sides(self) -> tuple[list[Floats], bool] | None:
        """Solutions where laws are sums of absolute values, and whether there is one for any loads."""

        def law(phi: Floats) -> tuple[Floats, Floats, Floats]:
            side, share = self.e.evaluate("sides", [self.t], self.x, *self.at(phi))
            return self.law(phi), np.array(side), np.array(share)

        return Cases.of(np.array(self.e.sides), self.count, law).solutions()

    def _by_pieces(self, kernel: Kernel) -> list[Floats] | None:
        """Solutions of all pieces; None where one of them is not linear in accelerations and multipliers."""
        given = dict(kernel.inputs)
        moving = (*given["vdot"], *given["lam"])
        outputs = list(kernel.outputs[0][1])
        own = [s for s, varies in zip(*_with_dependence(switches(outputs), moving), strict=True) if varies]
        if len(own) > MOST_PIECES:
            return None
        names = [symbol for _, group in kernel.inputs for symbol in group]
        signs = Interpreter(names, own)
        found = []
        for decided in itertools.product((False, True), repeat=len(own)):
            law = piece(outputs, dict(zip(own, decided, strict=True)))
            if any(any(depends_on(gradient(n, moving), moving)) for n in law):
                return None
            phi = self._solved(Interpreter(names, law), kernel)
            if phi is not None:
                now = np.array(signs(self._numbers(kernel, phi), self.e.constants))
                is_inside = [
                    bool(s > 0) == d or abs(s) <= SAME * np.abs(now).max()
                    for s, d in zip(now, decided, strict=True)
                ]
                if all(is_inside):
                    found.append(phi)
        return found

    def _solved(self, law: Interpreter, kernel: Kernel) -> Floats | None:
        """The solution of one linear piece; None where it has none, or not one."""
        first = np.array(law(self._numbers(kernel, np.zeros(self.count)), self.e.constants))
        columns = [
            np.array(law(self._numbers(kernel, unit), self.e.constants)) - first
            for unit in np.eye(self.count)
        ]
        left = np.eye(self.count) - np.column_stack(columns)
        if np.linalg.cond(left) > 1.0 / SAME:
            return None
        found: Floats = np.linalg.solve(left, first)
        return found

    def _numbers(self, kernel: Kernel, phi: Floats) -> list[float]:
        """What the kernel is given, one number behind the other."""
        vdot, lam = self.at(phi)
        known: dict[str, Sequence[float] | Floats] = {
            "t": [self.t],
            "x": self.x,
            "vdot": vdot,
            "lam": lam,
            "u": [i.start for i in self.e.inputs],
            "c": self.e.constants,
        }
        return [float(a) for name, group in kernel.inputs for a in known.get(name, ())[: len(group)]]

    def _searched(self) -> list[Floats]:
        """Solutions that Newton's method finds from many places."""
        random = np.random.default_rng(0)
        size = max(1.0, float(np.abs(self.law(np.zeros(self.count))).max()))
        starts = [
            np.zeros(self.count),
            *(size * 10.0 ** random.uniform(-1, 2) * random.normal(size=(STARTS, self.count))),
        ]
        found = []
        for start in starts:
            phi = np.array(start)
            for _ in range(40):
                off = self.law(phi) - phi
                if not np.isfinite(off).all():
                    break
                if float(np.abs(off).max()) <= 1e-12 * max(float(np.abs(phi).max()), 1e-300):
                    found.append(phi)
                    break
                phi = phi + np.linalg.lstsq(np.eye(self.count) - self.slopes(phi), off, rcond=None)[0]
        return found


def _with_dependence(nodes: list[Node], symbols: Sequence[Node]) -> tuple[list[Node], list[bool]]:
    return nodes, depends_on(nodes, symbols)


def _distinct(found: list[Floats]) -> list[Floats]:
    kept: list[Floats] = []
    for phi in found:
        size = max((float(np.abs(p).max()) for p in (phi, *kept)), default=0.0)
        if all(float(np.abs(phi - p).max()) > SAME * size for p in kept) or not kept:
            kept.append(phi)
    return kept


def judge_friction(equations: Equations, t: float, x: Floats) -> tuple[Status, str]:
    """Why efforts that depend on loads were not found at a state: there are none, or several; OK where it is neither."""
    state = LoadedState(equations, t, x)
    found = state.solutions()
    names = " and ".join(f"'{name}'" for name in equations.pushes)
    how = "" if found.is_exact else " (searched for, not proven)"
    if not found.found:
        return Status.JAMMED, (
            f"No effort of {names} agrees with the load that it makes{how}: the joint locks itself. Lower the coefficient of "
            "friction, give the load more span, or let a spring take it."
        )
    if len(found.found) > 1:
        each = "; ".join(", ".join(f"{a:.6g}" for a in phi) for phi in found.found)
        return Status.FRICTION_UNDETERMINED, (
            f"{len(found.found)} efforts of {names} agree with the loads that they make{how}: {each}. Lower the coefficient "
            "of friction, or give the load more span."
        )
    K = state.slopes(found.found[0])
    kappa = float(min(np.abs(K).sum(axis=0).max(), np.abs(K).sum(axis=1).max()))
    if kappa > UNSURE and not found.is_proven:
        return Status.FRICTION_UNDETERMINED, (
            f"The efforts of {names} hang on loads that they make themselves: an effort of 1 changes the load so that it calls "
            f"for {kappa:.3g}, and from 1 on friction may have no value or several. One value was found here{how}."
        )
    return Status.OK, ""


def refuse_shared_loads(equations: Equations, t: float, x: Floats) -> None:
    """Refuse efforts that use loads which rows that repeat each other share in a way that nobody knows.

    Only loads that are used count: the others may be shared. A force that asks for the least loads gets these where all joints
    are rows, and blocks of rows are not large.

    Raises:
        ModelError: names the forces, and the joints that share loads.
    """
    if not equations.pushes or not equations.rows:
        return
    rows = Rows(equations)
    stresses = Ranks.of(rows.at(t, x), rows.parts).multipliers()
    if not len(stresses):
        return
    moving = np.array(x, dtype=float)
    nq, nv = len(equations.coordinates), len(equations.speeds)
    moving[nq : nq + nv] += np.random.default_rng(1).normal(size=nv)  # friction at rest uses no load
    state = LoadedState(equations, t, moving)
    vdot, lam = state.at(np.zeros(state.count))
    size = max(float(np.abs(lam).max()), 1.0)
    (rest,) = equations.evaluate("implied", [t], moving, vdot, lam)
    problems: list[Problem] = []
    sharing_loads = {force.name for force in equations.model.forces if force.shares_load}
    for stress in stresses:
        # as large as the loads are: a law may not feel the first bit of it
        more = np.concatenate([stress * (size / float(np.abs(stress).max())), np.zeros(state.count)])
        (loaded,) = equations.evaluate("implied", [t], moving, vdot, lam + more)
        changes = np.abs(np.array(loaded) - np.array(rest))
        sharing = dict.fromkeys(r.owner for r, s in zip(equations.rows, stress, strict=True) if abs(s) > SAME)
        for name, change in zip(equations.pushes, changes, strict=True):
            if change > SAME * max(1.0, float(np.abs(rest).max())):
                if name in sharing_loads:
                    problems += _cannot_share(equations, name)
                    continue
                problems.append(
                    Problem(
                        name,
                        f"uses a load that is not unique: rows of {', '.join(map(repr, sharing))} repeat each other, and "
                        "share the load in a way that rigid bodies do not tell",
                        "A load that friction uses must follow from the motion",
                        "Release what repeats in one of these joints, give `normal` as a force, or let joints share the "
                        "least loads: share: minimum-norm.",
                    )
                )
    if problems:
        raise ModelError(list(dict.fromkeys(problems)))


def _cannot_share(equations: Equations, name: str) -> list[Problem]:
    """Why the least loads cannot be found for a force."""
    if equations.formulation != "absolute":
        return [
            Problem(
                name,
                f"shares loads by their least norm, and the formulation is {equations.formulation}: there only some joints are rows",
                "Loads are shared in the absolute formulation, in which all joints are rows",
                "Leave the formulation out, or ask for absolute.",
            )
        ]
    most = max(len(block.rows) for block in split(equations).blocks)
    if most > DENSE:
        return [
            Problem(
                name,
                f"shares loads by their least norm among {most} rows that hang together",
                f"That is known for up to {DENSE} rows",
                "Release what repeats in one of the joints, or give `normal` as a force.",
            )
        ]
    return []
