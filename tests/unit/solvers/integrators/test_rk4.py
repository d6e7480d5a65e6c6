from typing import Any

import numpy as np
import pytest

from sarrus.solvers.integrators import RK4
from sarrus.solvers.status import NO_CONVERGENCE, OK, RETRY, STEP_TOO_SMALL, TOO_MANY_STEPS

Array = np.ndarray


def driven(t: float, x: Array) -> list[float]:
    return [x[1], -x[0] + np.cos(2 * t)]


def exact(t: float) -> float:
    """x'' + x = cos 2t with x(0) = 1, x'(0) = 0."""
    return float((4 * np.cos(t) - np.cos(2 * t)) / 3)


def test_error_falls_with_the_fourth_power_of_the_step(run: Any) -> None:
    errors = []
    for h in (0.1, 0.05):
        r = run(driven, [1.0, 0.0], 3.0, integrator=RK4, h=h)
        assert r() == OK
        errors.append(abs(r.x[0] - exact(3.0)))
    assert np.log2(errors[0] / errors[1]) == pytest.approx(4.0, abs=0.2)


def test_time_between_rows_is_divided_evenly(run: Any) -> None:
    ends: list[float] = []

    def accept(t: float, x: Array, spot: Array, memory: Any) -> int:
        ends.append(t)
        return OK

    r = run(driven, [1.0, 0.0], 1.0, integrator=RK4, h=0.1, times=[0.25, 0.3], accept=accept)
    assert r() == OK
    assert ends == pytest.approx([0.25 / 3, 0.5 / 3, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0], abs=1e-15)
    assert (ends[2], ends[3], ends[-1]) == (0.25, 0.3, 1.0)
    assert r.steps.evaluations == 4 * r.steps.accepted


def test_step_that_divides_the_interval_is_kept(run: Any) -> None:
    r = run(driven, [1.0, 0.0], 1.0, integrator=RK4, h=0.001)
    assert r() == OK
    assert r.steps.accepted == 1000


def test_refused_step_cannot_be_made_smaller(run: Any) -> None:
    def accept(t: float, x: Array, spot: Array, memory: Any) -> int:
        x[:] = 7.0
        return RETRY if t > 0.5 else OK

    r = run(lambda t, x: [0.0], [7.0], 1.0, integrator=RK4, h=0.1, accept=accept)
    assert r() == NO_CONVERGENCE
    assert r.t == pytest.approx(0.5)


def test_senseless_steps_are_refused(run: Any) -> None:
    assert run(driven, [1.0, 0.0], 1.0, integrator=RK4)() == STEP_TOO_SMALL
    assert run(driven, [1.0, 0.0], 1.0, integrator=RK4, h=np.nan)() == STEP_TOO_SMALL
    assert run(driven, [1.0, 0.0], 1.0, integrator=RK4, h=1e-12)() == TOO_MANY_STEPS
