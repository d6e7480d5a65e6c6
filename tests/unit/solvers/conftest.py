"""A run of an integrator with plain callbacks, for the tests of all of them."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from sarrus.records import Record
from sarrus.solvers.integrators import DOP853, Integrator, base
from sarrus.solvers.status import OK


def nothing(t: float, x: np.ndarray, spot: np.ndarray, memory: Record) -> int:
    return OK


def whole_state(t: float, x: np.ndarray, row: np.ndarray, memory: Record) -> int:
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
        n_read: int = 0,
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
        def plain(t: float, x: np.ndarray, dx: np.ndarray, memory: Record) -> int:
            dx[:] = f(t, x)
            return OK

        n = len(x0)
        given = {"rhs": rhs or plain, "accept": accept, "write": write, "guard": guard}
        self.integrator = integrator
        self.callbacks = [given[name] for name in integrator.needs]
        n_error = n if n_error is None else n_error
        self.steps = base.Integration(
            x=np.array(x0, float),
            atol=np.full(n_error, atol),
            times=np.array(times, float),
            rows=np.full(len(times) * (n + 1), np.nan),
            spot=np.zeros(1),
            n=n,
            n_error=n_error,
            n_times=len(times),
            width=n,
            t_end=t_end,
            rtol=rtol,
            t=start,
            h=h,
            h_max=h_max,
            n_read=n_read,
            attempt_limit=limit,
            guards=guards,
        )
        self.room = integrator.room(n, guards)
        for name in self.room.record_fields:
            getattr(self.room, name).fill(np.nan)

    def __call__(self, max_steps: int = 10**9) -> int:
        self.steps.max_steps = max_steps
        return self.integrator.integrate(self.steps, self.room, Record(), *self.callbacks)

    def give_room(self, capacity: int) -> None:
        """Hold fewer rows than there are, from the beginning on."""
        old = self.steps
        values = {name: getattr(old, name) for name in old.record_fields}
        rows = np.full((capacity + 1) * (old.width + 1), np.nan)
        self.steps = base.Integration(**{**values, "rows": rows, "capacity": capacity})

    @property
    def kept(self) -> dict[str, float]:
        """All that the integrator changed, bit by bit."""
        fields = base.Integration.record_fields.values()
        return {f.name: getattr(self.steps, f.name) for f in fields if f.is_changing}

    @property
    def x(self) -> np.ndarray:
        return self.steps.x

    @property
    def rows(self) -> np.ndarray:
        return self.steps.rows.reshape(-1, self.steps.width + 1)[:, :-1]

    @property
    def t(self) -> float:
        return self.steps.t


@pytest.fixture
def run() -> type[Run]:
    return Run
