"""Roots of over-determined, possibly rank-deficient but consistent systems, from a far start.

    minimise |r(x) + J dx|  subject to  |dx| <= Delta,      x <- retract(x, dx)

Levenberg and Marquardt's method with a trust region. The damping is at least a part of |r|^2: rows that repeat each
other on the solution are independent beside it, with singular values that fall with |r|, and an undamped step runs far
along the very motions that are free. So the root found is near the start, and convergence is still quadratic. Where the
step does not fit into the region, the damping is raised until it does. The region grows and shrinks with the agreement
between the promised and the actual decrease of |r|^2.
The steps come from the singular values of J, or where J is given by its entries, from sparse factors, as long as these
are sure of them.
A stationary point that is no root (links drawn in one straight line: no small motion shortens the gap) is left by a
kick; if that does not help, the search begins again beside its start, each time farther away.

References:
    Nocedal & Wright (2006), sections 4.1, 10.3 and 11.2; More (1978) on the length of the step; Yamashita & Fukushima
    (2001) on damping by |r|^2.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Protocol

import numpy as np

from sarrus.solvers.arrays import Floats
from sarrus.solvers.shortest import Shortest, Sparse, Unsure
from sarrus.solvers.status import Status

TRUNCATE = 1e-10  # singular values up to this part of the largest count as zero
SMALLEST_REGION = 1e-14  # in units of the scale: a shorter step changes nothing
DAMPING = 0.1  # of |r|^2
ROUNDING = 1e-13  # slopes of a scaled Jacobian below this are nothing but rounding
STATIONARY = 1e-8  # |r|^2 that falls by less than this part of it in a step falls no more
POLISH = 2  # further full steps after convergence
KICKS = 6  # a stationary point that is no root is left this many times
KICK = 0.1  # by this much at first, in units of the scale; twice as much each time


@dataclass(frozen=True)
class Root:
    """What `newton` found: the root when `status` is OK, else the best point it saw.

    Attributes:
        x: the point.
        status: OK, NO_CONVERGENCE or NOT_FINITE.
        iterations: number of steps taken, polishing included.
        residual: largest entry of the (scaled) residual at x.
        history: the same before each step and at the end.
    """

    x: Floats
    status: Status
    iterations: int
    residual: float
    history: tuple[float, ...]


def newton(
    residual: Callable[[Floats], Floats],
    jacobian: Callable[[Floats], Floats | Sparse],
    x0: Floats,
    retract: Callable[[Floats, Floats], Floats] | None = None,
    tolerance: float = 1e-12,
    max_iterations: int = 60,
    scale: Floats | None = None,
    residual_scale: Floats | None = None,
) -> Root:
    """Find x with residual(x) = 0 near x0.

    After convergence full steps follow while the residual still falls, to rounding.

    Args:
        residual: m entries.
        jacobian: m x n; derivative of the residual of `retract(x, dx)` with respect to dx at dx = 0; a large one better by
            its entries.
        x0: the start; may have another length than dx.
        retract: moves x by dx; x + dx when left out.
        tolerance: largest entry of the scaled residual that counts as zero.
        max_iterations: limit on the number of steps.
        scale: size of a large change of each entry of dx; steps are shortest, and at first at most about this
            long, in these units. All ones when left out.
        residual_scale: each residual entry is divided by its scale. All ones when left out.

    Returns:
        A root, never with status OK unless its residual is finite and within the tolerance.
    """
    move = retract if retract is not None else _add
    search = searching(np.array(x0, dtype=np.float64), tolerance, max_iterations, scale, residual_scale)
    with np.errstate(all="ignore"):  # a trial step may leave the domain; it is then rejected
        wanted = next(search)
        while True:
            x = wanted.x if wanted.step is None else move(wanted.x, wanted.step)
            r = np.asarray(residual(x), dtype=np.float64)
            try:
                wanted = search.send(_Point(x, r, jacobian))
            except StopIteration as end:
                found: Root = end.value
                return found


@dataclass(frozen=True)
class Trial:
    """Where a search wants to know the residual: at x, moved by a step unless that is None."""

    x: Floats
    step: Floats | None = None


class TrialPoint(Protocol):
    """The answer: the point reached, the residual there, and its Jacobian for those who ask."""

    @property
    def x(self) -> Floats:
        """The point."""

    @property
    def residual(self) -> Floats:
        """The residual."""

    def jacobian(self) -> Floats | Sparse:
        """The derivative of the residual with respect to a step; a large one better by its entries."""


@dataclass(frozen=True)
class _Point:
    x: Floats
    residual: Floats
    slopes: Callable[[Floats], Floats | Sparse]

    def jacobian(self) -> Floats | Sparse:
        return self.slopes(self.x)


Searching = Generator[Trial, TrialPoint, Root]
"""A search that asks for one point after the other. Many can be asked in turn, and their trials answered together."""


def searching(
    x0: Floats,
    tolerance: float = 1e-12,
    max_iterations: int = 60,
    scale: Floats | None = None,
    residual_scale: Floats | None = None,
    kicks: int = KICKS,
) -> Searching:
    """The search of `newton` as a generator that yields trials, is sent points and returns the root.

    Without kicks it ends at the first stationary point, which is a least square where there is no root near.
    Whoever runs it lets NumPy be silent about what is not finite: a trial step may leave the domain.
    """
    return _Search(tolerance, scale, residual_scale, kicks).run(x0, max_iterations)


def _add(x: Floats, dx: Floats) -> Floats:
    return x + dx


class _Model(Protocol):
    """|r + J dx|^2 at one point."""

    @property
    def columns(self) -> int:
        """Entries of dx."""

    def step(self, region: float, mu: float = 0.0) -> Floats:
        """Minimiser of |r + J dx|^2 + mu |dx|^2, with mu raised until |dx| <= region."""

    def decrease(self, dx: Floats) -> float:
        """Decrease of |r|^2 that is promised for dx."""


@dataclass(frozen=True)
class _Dense:
    """J = U diag(sigma) V^T, and r in the basis U; only the part that counts is kept."""

    sigma: Floats
    Vt: Floats
    c: Floats

    @property
    def columns(self) -> int:
        return int(self.Vt.shape[1])

    def step(self, region: float, mu: float = 0.0) -> Floats:
        def size(mu: float) -> tuple[float, float]:
            weight = self.sigma**2 + mu
            y = self.c * self.sigma / weight
            return float(np.linalg.norm(y)), float(np.sum(y**2 / weight))

        y = self.c * self.sigma / (self.sigma**2 + _raised(mu, region, size))
        return -(self.Vt.T @ y)

    def decrease(self, dx: Floats) -> float:
        along = self.sigma * (self.Vt @ dx)
        return float(-np.sum(along * (2.0 * self.c + along)))


class _Factored:
    """The same from sparse factors; from singular values as soon as those are not sure of a step."""

    def __init__(self, J: Sparse, r: Floats) -> None:
        self.J, self.r = J, r
        self._shortest = Shortest(J)
        self._is_sure = True
        self._last: tuple[float, tuple[Floats, Floats]] | None = None

    @property
    def columns(self) -> int:
        return self.J.pattern.shape[1]

    @cached_property
    def dense(self) -> _Dense:
        """From singular values."""
        return _singular_values(self.J.dense(), self.r)

    def step(self, region: float, mu: float = 0.0) -> Floats:
        if self._is_sure:
            try:
                return self._step(_raised(mu, region, partial(self._size, region)))[0]
            except Unsure:
                self._is_sure = False
        return self.dense.step(region, mu)

    def _step(self, mu: float) -> tuple[Floats, Floats]:
        if self._last is None or self._last[0] != mu:  # the length of a step is asked for before the step
            self._last = mu, self._shortest.step(self.r, mu)
        return self._last[1]

    def _size(self, region: float, mu: float) -> tuple[float, float]:
        dx, y = self._step(mu)
        length = float(np.linalg.norm(dx))
        # The second step costs as much as the first; where dx is short enough, nobody asks for it.
        return length, float(dx @ self._shortest.step(y, mu)[0]) if length > region else 0.0

    def decrease(self, dx: Floats) -> float:
        if not self._is_sure:
            return self.dense.decrease(dx)
        along = self.J.product(dx)
        return float(-np.sum(along * (2.0 * self.r + along)))


def _singular_values(J: Floats, r: Floats) -> _Dense:
    U, sigma, Vt = np.linalg.svd(J, full_matrices=False)
    rank = int(np.count_nonzero(sigma > max(TRUNCATE * sigma.max(initial=0.0), ROUNDING)))
    return _Dense(sigma[:rank], Vt[:rank], U[:, :rank].T @ r)


def _raised(mu: float, region: float, size: Callable[[float], tuple[float, float]]) -> float:
    """The damping raised until |dx(mu)| <= region; More (1978), section 3.

    Args:
        mu: the least damping.
        region: the length allowed.
        size: of mu: |dx|, and dx (J^T J + mu)^-1 dx.
    """
    # |dx(mu)| = region has one root. In 1/|dx| Newton's method converges from the left, in a few steps.
    for _ in range(50):
        length, slope = size(mu)
        if not length > region * 1.001 or not slope > 0.0:
            break
        mu += (length / region - 1.0) * length**2 / slope
    return mu


@dataclass(frozen=True)
class _At:
    """A point with its residual, scaled."""

    point: TrialPoint
    r: Floats

    @property
    def x(self) -> Floats:
        return self.point.x


@dataclass(frozen=True)
class _Search:
    tolerance: float
    scale: Floats | None
    residual_scale: Floats | None
    kicks: int

    def run(self, x: Floats, max_iterations: int) -> Searching:
        """Steps until the residual is within the tolerance, then polishing."""
        at = start = best = self.value((yield Trial(x)))
        history = [_size(at.r)]
        if not np.isfinite(history[0]):
            return Root(x, Status.NOT_FINITE, 0, history[0], tuple(history))
        kicks, region = 0, 0.0
        while not history[-1] <= self.tolerance:
            if float(at.r @ at.r) < float(best.r @ best.r):
                best = at
            if len(history) > max_iterations:
                return _failed(best, Status.NO_CONVERGENCE, history)
            model = self.model(at)
            if model is None:
                return _failed(best, Status.NOT_FINITE, history)
            region = region or float(np.sqrt(model.columns))
            found = yield from self.advance(at, model, region)
            if found is None and isinstance(model, _Factored):
                found = yield from self.advance(at, model.dense, region)  # before anything is given up
            if found is None:
                if kicks == self.kicks:
                    return _failed(best, Status.NO_CONVERGENCE, history)
                beside = start if kicks else best
                at, region = self.value((yield self.kicked(beside.x, model.columns, kicks))), 0.0
                kicks += 1
            else:
                at, region = found
            history.append(_size(at.r))
            if not np.isfinite(history[-1]):
                return _failed(best, Status.NO_CONVERGENCE, history)
        for _ in range(POLISH + 1):
            if len(history) > max_iterations or history[-1] == 0.0:
                break
            model = self.model(at)
            if model is None:
                break
            after = self.value((yield self.trial(at.x, model.step(np.inf))))
            if not _size(after.r) < history[-1]:
                break
            at = after
            history.append(_size(at.r))
        return Root(at.x, Status.OK, len(history) - 1, history[-1], tuple(history))

    def advance(
        self, at: _At, model: _Model, region: float
    ) -> Generator[Trial, TrialPoint, tuple[_At, float] | None]:
        """The first step that lowers |r|, in an ever smaller region; None when there is none."""
        before = float(at.r @ at.r)
        while region > SMALLEST_REGION:
            dx = model.step(region, DAMPING * before)
            length = float(np.linalg.norm(dx))
            promised = model.decrease(dx)
            # A stationary point: the mechanism cannot come closer from here.
            if not promised > STATIONARY * before:
                return None
            after = self.value((yield self.trial(at.x, dx)))
            gain = float(at.r @ at.r - after.r @ after.r) / promised
            if gain > 1e-4:
                if gain > 0.75:
                    region = max(region, 2.0 * length)
                elif gain < 0.25:
                    region = 0.5 * length
                return after, region
            region = 0.25 * length
        return None

    def kicked(self, x: Floats, n: int, kick: int) -> Trial:
        """A point beside x, in a direction without pattern but always the same."""
        return self.trial(x, KICK * 2.0**kick * np.cos(1.0 + 2.39996 * (kick + 1) * np.arange(n)))

    def value(self, point: TrialPoint) -> _At:
        r = point.residual
        return _At(point, r if self.residual_scale is None else r / self.residual_scale)

    def trial(self, x: Floats, dx: Floats) -> Trial:
        return Trial(x, dx if self.scale is None else dx * self.scale)

    def model(self, at: _At) -> _Model | None:
        """What the scaled Jacobian promises; None when it is not finite."""
        J = at.point.jacobian()
        if isinstance(J, Sparse):
            J = J.scaled(None if self.residual_scale is None else 1.0 / self.residual_scale, self.scale)
            return _Factored(J, at.r) if np.isfinite(J.value).all() else None
        J = np.asarray(J, dtype=np.float64)
        if self.scale is not None:
            J = J * self.scale
        if self.residual_scale is not None:
            J = J / np.reshape(self.residual_scale, (-1, 1))
        return _singular_values(J, at.r) if np.isfinite(J).all() else None


def _failed(at: _At, status: Status, history: list[float]) -> Root:
    return Root(at.x, status, len(history) - 1, _size(at.r), tuple(history))


def _size(r: Floats) -> float:
    """Largest entry; NaN when there is one."""
    return float(np.max(np.abs(r), initial=0.0))
