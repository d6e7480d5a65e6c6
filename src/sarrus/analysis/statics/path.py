"""How an equilibrium moves with a load, or any number, or with time: a path by its arc length, through folds.

    S^T f(q, p) = 0        g(q, p) = 0        unknown: the pose and p

A predictor goes along the tangent, a corrector comes back across it. Where p turns round there is a fold; where a stiffness
changes its sign and p goes on, another path branches off.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from scipy.optimize import brentq, minimize_scalar

from sarrus.analysis.linear.numbers import Changing
from sarrus.analysis.linear.spectrum import Complex
from sarrus.analysis.statics.balance import Balance, Resting
from sarrus.analysis.statics.flutter import growing, is_conservative, locate_crossing, roots_at
from sarrus.analysis.statics.search import ASYMMETRIC, asymmetry
from sarrus.mechanics import Equations
from sarrus.solvers.arrays import Floats

__all__ = ["NumberVaried", "PathEnd", "PathPoint", "TimeVaried", "Trace", "Varied"]

FIRST, LEAST, LARGEST = 0.02, 1e-7, 0.1
MOST = 400
CORRECTIONS = 10
TURN = np.cos(np.radians(20.0))
LANDED = 1e-10


class Varied(Protocol):
    """What changes along a path."""

    def at(self, value: float) -> Resting:
        """The mechanism at rest for a value."""

    def slopes(self, b: Balance) -> tuple[Floats, Floats]:
        """Derivatives of the residual of forces, and of rows, by it."""


class NumberVaried:
    """A number of the model.

    Args:
        numbers: of the equations.
        path: of the number.
        t: time at which the rest is read [s].
    """

    def __init__(self, numbers: Changing, path: str, t: float) -> None:
        self._numbers, self._path = numbers, path
        self._of = Resting(numbers.equations, t)

    def at(self, value: float) -> Resting:
        """See `Varied`."""
        self._numbers.put(self._path, value)
        return self._of

    def slopes(self, b: Balance) -> tuple[Floats, Floats]:
        """See `Varied`."""
        return self._numbers.slopes(self._path, b.of.t, b.x, b.lam)


class TimeVaried:
    """Time, with everything at rest: a motion so slow that nothing resists it but forces."""

    def __init__(self, equations: Equations) -> None:
        self._e = equations

    def at(self, value: float) -> Resting:
        """See `Varied`."""
        return Resting(self._e, value)

    def slopes(self, b: Balance) -> tuple[Floats, Floats]:
        """See `Varied`."""
        e, t = self._e, b.of.t
        r = e.evaluate(e.tangent("residual", ("t",)), [t], b.x, b.of.still, b.lam, [1.0])[0]
        g = e.evaluate(e.tangent("closure", ("t",)), [t], b.x, [1.0])[0]
        return np.array(r), np.array(g)[: len(e.rows)]


@dataclass(frozen=True)
class PathPoint:
    """An equilibrium of a path.

    Attributes:
        balance: forces there.
        p: what changes, its value.
        pull: how what is left grows with p, as far as the pose follows the rows.
        carried: the step of the pose that the rows ask for with p.
        is_crossed: whether another path is crossed here, along which p changes first.
        roots: of small motions, where more than potentials and dampers act.
        omega: of oscillations that begin to grow here, or cease to [rad/s].
    """

    balance: Balance
    p: float
    pull: Floats
    carried: Floats
    is_crossed: bool = False
    roots: Complex | None = None
    omega: float = 0.0

    @property
    def softest(self) -> Floats:
        """Stiffness by directions, the least first; of forces that do work around closed ways, its determinant alone.

        Such a stiffness vanishes in a direction where its determinant does. That of its symmetric part tells nothing.
        """
        K = self.balance.stiffness
        if asymmetry(K) > ASYMMETRIC:
            return np.array([np.linalg.det(K / np.abs(K).max())])
        return np.asarray(np.linalg.eigvalsh(0.5 * (K + K.T)))

    @property
    def falling(self) -> int:
        """Directions of negative stiffness."""
        return int((self.softest < 0.0).sum())

    @property
    def unstable(self) -> int:
        """Roots that grow, where they are known; else directions of negative stiffness."""
        return self.falling if self.roots is None else growing(self.roots)


@dataclass(frozen=True)
class PathEnd:
    """A path from its first point to its last.

    Attributes:
        points: all of them, in order.
        folds, branches: where p turns round, and where other paths branch off.
        hopfs: where oscillations begin to grow, or cease to.
        why: it ended before p came to its end; "" where it did not.
    """

    points: list[PathPoint]
    folds: list[PathPoint]
    branches: list[PathPoint]
    hopfs: list[PathPoint]
    why: str


@dataclass(frozen=True)
class _Tangent:
    """A direction of a path: of the pose, in natural size, and of p in parts of its range."""

    pose: Floats
    p: float

    def along(self, other: _Tangent) -> float:
        return float(self.pose @ other.pose) + self.p * other.p


class Trace:
    """A path of equilibria over a range.

    Args:
        varied: what changes.
        first, last: its range.
    """

    def __init__(self, varied: Varied, first: float, last: float) -> None:
        self._varied, self.first, self.last = varied, first, last
        self._size = abs(last - first)

    def point(self, x: Floats, p: float) -> PathPoint | None:
        """Forces at a pose and a value, everything that depends on the value found at once."""
        of = self._varied.at(p)
        closed = of.closed(x)
        if closed is None:
            return None
        b = of.at(closed)
        if not b.has_direction:
            return None
        r_p, g_p = self._varied.slopes(b)
        here, stand, rows = b.stand.here, b.stand, of.manifold.rows
        carried = np.zeros(of.nv)
        if len(stand.placing) and np.abs(g_p[stand.placing]).max(initial=0.0) > 0.0:
            scaled = (here.factors[:, None] * stand.G * rows.columns)[stand.placing]
            off = -(here.factors * g_p)[stand.placing]
            carried = rows.columns * np.linalg.lstsq(scaled, off, rcond=None)[0]
        b.stiffness, b.scale, b.point.row  # noqa: B018  found now, while p has its value
        pull = -stand.motions.T @ (r_p + b.K @ carried)
        return PathPoint(b, p, np.asarray(pull), carried)

    def run(self, start: PathPoint, towards: _Tangent | None = None) -> PathEnd:
        """The path from an equilibrium on."""
        ahead = _Tangent(np.zeros(start.balance.of.nv), float(np.sign(self.last - self.first)))
        tangent = self._tangent(start, ahead) if towards is None else towards
        again = self.point(start.balance.x, start.p)  # p may have another value by now
        here, step = self._rooted(again or start), FIRST
        done = PathEnd([here], [], [], [], "")
        while len(done.points) < MOST:
            made = self._stepped(here, tangent, step)
            turned = self._tangent(made[0], tangent) if made is not None else None
            if made is None or turned is None or turned.along(tangent) < TURN:
                step *= 0.5
                if step < LEAST:
                    return replace(done, why="it cannot be followed any further")
                continue
            there, corrections = self._rooted(made[0]), made[1]
            self._note(done, here, there, tangent, turned, step)
            done.hopfs.extend(self._fluttering(here, there, tangent, step))
            if not min(self.first, self.last) <= there.p <= max(self.first, self.last):
                self._land(done, there)
                return done
            done.points.append(there)
            here, tangent = there, turned
            step = min(LARGEST, step * (1.6 if corrections <= 3 else 1.0 if corrections <= 5 else 0.6))
        return replace(done, why=f"it has more than {MOST} points")

    def branching(self, at: PathPoint) -> tuple[_Tangent, _Tangent]:
        """Both directions in which another path leaves a branch point."""
        b = at.balance
        if at.is_crossed:
            rest = np.zeros(b.of.nv)
            return _Tangent(rest, 1.0), _Tangent(rest, -1.0)
        y = np.linalg.svd(b.stiffness)[2][-1]
        pose = (b.motions / b.of.manifold.rows.columns[:, None]) @ y
        return _Tangent(pose, 0.0), _Tangent(-pose, 0.0)

    def _tangent(self, at: PathPoint, before: _Tangent) -> _Tangent:
        b = at.balance
        matrix = np.hstack([b.stiffness, -self._size * at.pull[:, None]])
        null = np.linalg.svd(matrix)[2][-1]
        pose = (b.motions / b.of.manifold.rows.columns[:, None]) @ null[:-1]
        found = _Tangent(pose, float(null[-1]))
        sign = 1.0 if found.along(before) >= 0.0 else -1.0
        return _Tangent(sign * pose, sign * float(null[-1]))

    def _moved(self, at: PathPoint, y: Floats, dp: float) -> PathPoint | None:
        b = at.balance
        x = b.of.manifold.moved(b.x, b.motions @ y + at.carried * dp)
        return self.point(x, at.p + dp)

    def _stepped(self, here: PathPoint, tangent: _Tangent, step: float) -> tuple[PathPoint, int] | None:
        """A point of the path a step further, and how many corrections it took."""
        sizes = here.balance.of.manifold.rows.columns
        y = (here.balance.motions / sizes[:, None]).T @ tangent.pose
        at = self._moved(here, step * y, step * tangent.p * self._size)
        last = np.inf
        for count in range(CORRECTIONS):
            if at is None:
                return None
            b = at.balance
            across = (b.motions / sizes[:, None]).T @ tangent.pose
            system = np.vstack(
                [
                    np.hstack([b.stiffness, -self._size * at.pull[:, None]]),
                    np.append(across, tangent.p),
                ]
            )
            change = np.linalg.lstsq(system, np.append(b.left, 0.0), rcond=1e-13)[0]
            length = float(np.linalg.norm(change))
            if length <= 1e-13 or (length < 1e-9 and length >= 0.5 * last):
                return at, count
            if length > 2.0 * step + 1e-6:
                return None
            last = length
            at = self._moved(at, change[:-1], float(change[-1]) * self._size)
        return None

    def _note(
        self,
        done: PathEnd,
        here: PathPoint,
        there: PathPoint,
        tangent: _Tangent,
        turned: _Tangent,
        step: float,
    ) -> None:
        """Keep a fold or a branch point that lies between two points."""
        if tangent.p * turned.p < 0.0:
            if here.falling != there.falling:
                found = self._located(here, tangent, step, lambda at: self._tangent(at, tangent).p)
                done.folds.extend(found or self._extreme(here, tangent, step))
            else:  # p turns round, and no stiffness changes its sign: another path is crossed
                done.branches.extend(
                    self._crossed(at, here, there) for at in self._extreme(here, tangent, step)
                )
        elif here.falling != there.falling:
            k = min(here.falling, there.falling)
            done.branches.extend(self._located(here, tangent, step, lambda at: float(at.softest[k])))

    def _rooted(self, at: PathPoint) -> PathPoint:
        """The same with its roots, where more than potentials and dampers act; p must have its value."""
        b = at.balance
        return at if is_conservative(b, b.damping) else replace(at, roots=roots_at(b))

    def _fluttering(
        self, here: PathPoint, there: PathPoint, tangent: _Tangent, step: float
    ) -> list[PathPoint]:
        """The point between two at which a pair of roots crosses the imaginary axis."""
        if here.roots is None and there.roots is None:
            return []
        kept = {s: at for s, at in ((0.0, here), (step, there)) if at.roots is not None}

        def roots(s: float) -> Complex | None:
            if s not in kept:
                made = self._stepped(here, tangent, s) if s else None
                at = made[0] if made else self.point(here.balance.x, here.p) if not s else None
                if at is None:
                    return None
                kept[s] = replace(at, roots=roots_at(at.balance))
            return kept[s].roots

        found = locate_crossing(roots, step)
        if found is None or found.s not in kept:
            return []
        low, high = sorted((self.first, self.last))
        at = kept[found.s]
        return [replace(at, omega=found.omega)] if low <= at.p <= high else []

    def _located(
        self, here: PathPoint, tangent: _Tangent, step: float, test: Callable[[PathPoint], float]
    ) -> list[PathPoint]:
        """The point between at which a test changes its sign."""
        kept: dict[float, PathPoint] = {}

        def value(s: float) -> float:
            made = (here, 0) if s == 0.0 else self._stepped(here, tangent, s)
            if made is None:
                return np.nan
            kept[s] = made[0]
            return test(made[0])

        try:
            s = brentq(value, 0.0, step, xtol=1e-14, rtol=1e-14, maxiter=60)
        except (ValueError, RuntimeError):
            return []
        value(s)
        return [kept[s]] if s in kept else []

    def _extreme(self, here: PathPoint, tangent: _Tangent, step: float) -> list[PathPoint]:
        """The point between at which p is largest, or least."""
        sign = float(np.sign(tangent.p))

        def value(s: float) -> float:
            made = self._stepped(here, tangent, s)
            return -sign * made[0].p if made is not None else np.inf

        found = minimize_scalar(value, method="bounded", bounds=(0.0, step), options={"xatol": 1e-10})
        made = self._stepped(here, tangent, float(found.x))
        return [made[0]] if made is not None else []

    def _crossed(self, at: PathPoint, here: PathPoint, there: PathPoint) -> PathPoint:
        """A point that another path crosses, p such that the stiffness along the first path vanishes."""
        apart = abs(here.p - at.p) + abs(there.p - at.p)
        k = int(np.argmin(np.abs(at.softest)))

        def value(p: float) -> float:
            made = self.point(at.balance.x, p)
            return float(made.softest[k]) if made is not None else np.nan

        try:
            p = brentq(value, at.p - apart, at.p + apart, xtol=1e-14 * self._size, rtol=1e-14)
        except (ValueError, RuntimeError):
            p = at.p
        made = self.point(at.balance.x, float(p))
        return replace(made or at, is_crossed=True)

    def _land(self, done: PathEnd, there: PathPoint) -> None:
        """End the path at the edge of the range."""
        edge = min(max(there.p, min(self.first, self.last)), max(self.first, self.last))
        here = done.points[-1]
        share = (edge - here.p) / (there.p - here.p) if there.p != here.p else 1.0
        step = share * (there.balance.x - here.balance.x)
        at = self.point(here.balance.x + step, edge)
        for _ in range(CORRECTIONS):
            if at is None:
                return
            y = np.linalg.lstsq(at.balance.stiffness, at.balance.left, rcond=1e-13)[0]
            if float(np.linalg.norm(y)) <= 1e-13:
                break
            at = self._moved(at, np.asarray(y, dtype=float), 0.0)
        if at is not None and float(np.abs(at.balance.left).max(initial=0.0)) <= LANDED * at.balance.scale:
            done.points.append(self._rooted(at))
