"""A run of an integrator with plain callbacks, for the tests of all of them."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from sarrus.solvers.integrators import DOP853, Integrator, base
from sarrus.solvers.status import OK


def nothing(t: float, x: np.ndarray, data: np.ndarray, tables: np.ndarray) -> int:
    return OK


def whole_state(t: float, x: np.ndarray, row: np.ndarray, data: np.ndarray, tables: np.ndarray) -> int:
    row[:] = x
    return OK


class Run:
    """All arguments of an integrator for x' = f(t, x), and what comes out."""

    def __init__(
        self,
        f: Callable[[float, np.ndarray], Any],
        x0: Sequence[float],
        t_end: float,
        *,
        integrator: Integrator = DOP853,
        times: Sequence[float] = (),
        rtol: float = 1e-9,
        atol: float = 1e-9,
        n_error: int | None = None,
        start: float = 0.0,
        h: float = 0.0,
        h_max: float = 0.0,
        limit: int = 0,
        rhs: Callable[..., int] | None = None,
        accept: Callable[..., int] = nothing,
        write: Callable[..., int] = whole_state,
        guard: Callable[..., int] = base.no_guard,
        guards: int = 0,
    ) -> None:
        def plain(t: float, x: np.ndarray, dx: np.ndarray, data: np.ndarray, tables: np.ndarray) -> int:
            dx[:] = f(t, x)
            return OK

        n = len(x0)
        self.integrator, self.t_end, self.rtol = integrator, t_end, rtol
        self.callbacks = (rhs or plain, accept, write, guard)
        self.x = np.array(x0, float)
        self.n_error = n if n_error is None else n_error
        self.atol = np.full(self.n_error, atol)
        self.times = np.array(times, float)
        self.buffer = np.full((len(times), n + 1), np.nan)
        self.control = np.zeros(base.CONTROL_SIZE)
        self.control[[base.T, base.H, base.H_MAX]] = start, h, h_max
        self.counts = np.zeros(base.COUNTS_SIZE, np.int64)
        self.counts[[base.ATTEMPT_LIMIT, base.GUARDS]] = limit, guards
        self.work = np.full(integrator.work_size(n, guards), np.nan)
        self.data, self.tables = np.zeros(4), np.zeros(4, np.int64)

    def __call__(self, max_steps: int = 10**9) -> int:
        return self.integrator.integrate(
            len(self.x),
            self.n_error,
            self.x,
            self.t_end,
            self.rtol,
            self.atol,
            self.times,
            len(self.times),
            self.buffer.reshape(-1),
            len(self.x),
            self.control,
            self.counts,
            max_steps,
            self.work,
            self.data,
            self.tables,
            *self.callbacks,
        )

    @property
    def rows(self) -> np.ndarray:
        return self.buffer[:, :-1]

    @property
    def t(self) -> float:
        return float(self.control[base.T])


@pytest.fixture
def run() -> type[Run]:
    return Run
