"""One suite over every integrator: what `base` promises."""

from typing import Any

import numpy as np
import pytest

from sarrus.solvers.integrators import INTEGRATORS, Integrator
from sarrus.solvers.status import NOT_FINITE, OK, RETRY, RUNNING, SINGULAR, TOO_MANY_STEPS


@pytest.fixture(params=INTEGRATORS.values(), ids=INTEGRATORS)
def integrator(request: pytest.FixtureRequest) -> Integrator:
    item: Integrator = request.param
    return item


def oscillator(t: float, x: np.ndarray) -> list[float]:
    return [x[1], -x[0]]


def pendulum(t: float, x: np.ndarray) -> np.ndarray:
    """Unit mass on a unit circle under unit gravity, multiplier eliminated: a = g + lam p."""
    p, v = x[:2], x[2:]
    g = np.array([0.0, -1.0])
    return np.concatenate([v, g - (v @ v + g @ p) / (p @ p) * p])


def to_circle(t: float, x: np.ndarray, spot: np.ndarray, memory: Any) -> int:
    x[:2] /= np.hypot(x[0], x[1])
    x[2:] -= (x[:2] @ x[2:]) * x[:2]
    return OK


def test_output_is_at_the_times_asked_for(run: Any, integrator: Integrator) -> None:
    times = [0.0, 0.1, 0.11, 1.0, 1.7, 2.0]
    r = run(oscillator, [1.0, 0.0], 2.0, integrator=integrator, times=times, h=0.01)
    assert r() == OK
    assert r.steps.written == len(times)
    assert r.t == 2.0
    assert r.rows[:, 0] == pytest.approx(np.cos(times), abs=1e-8)
    assert r.rows[0].tolist() == [1.0, 0.0]
    assert r.rows[-1].tolist() == r.x.tolist()


def test_chunks_give_the_same_bits(run: Any, integrator: Integrator) -> None:
    def make() -> Any:
        times = np.linspace(0, 3, 17).tolist()
        start = [1.0, 0.0, 0.0, 0.3]
        return run(
            pendulum, start, 3.0, integrator=integrator, times=times, accept=to_circle, h=0.05, h_max=0.1
        )

    whole, cut = make(), make()
    assert whole() == OK
    for max_steps in (1, 2, 3, 1, 5, 7, 0):
        assert cut(max_steps) == RUNNING
    while (status := cut(2)) == RUNNING:
        pass
    assert status == OK
    assert cut.x.tobytes() == whole.x.tobytes()
    assert cut.rows.tobytes() == whole.rows.tobytes()
    assert cut.kept == whole.kept


def test_projection_keeps_the_pendulum_on_its_circle(run: Any, integrator: Integrator) -> None:
    def write(t: float, x: np.ndarray, row: np.ndarray, memory: Any) -> int:
        to_circle(t, x, x, memory)
        row[:] = x
        return OK

    times = np.linspace(0, 4, 23).tolist()
    start = [1.0, 0.0, 0.0, 0.0]
    keywords = {"integrator": integrator, "times": times, "rtol": 1e-7, "atol": 1e-7, "h": 0.02}
    r = run(pendulum, start, 4.0, accept=to_circle, write=write, **keywords)
    assert r() == OK
    assert np.hypot(r.rows[:, 0], r.rows[:, 1]) == pytest.approx(1.0, abs=4e-16)
    assert np.sum(r.rows[:, :2] * r.rows[:, 2:], axis=1) == pytest.approx(0.0, abs=4e-16)
    energy = (r.rows[:, 2:] ** 2).sum(axis=1) / 2 + r.rows[:, 1]
    assert energy == pytest.approx(0.0, abs=1e-5)


def test_derivative_is_evaluated_at_each_accepted_state_and_never_moves_it(
    run: Any, integrator: Integrator
) -> None:
    seen: set[tuple[float, bytes]] = set()
    accepted: list[tuple[float, bytes]] = []

    def rhs(t: float, x: np.ndarray, dx: np.ndarray, memory: Any) -> int:
        seen.add((t, x.tobytes()))
        dx[:] = pendulum(t, x)
        x[:] = np.nan  # a stage value belongs to rhs; the state must not suffer
        return OK

    def accept(t: float, x: np.ndarray, spot: np.ndarray, memory: Any) -> int:
        to_circle(t, x, x, memory)
        accepted.append((t, x.tobytes()))
        return OK

    r = run(pendulum, [1.0, 0.0, 0.0, 0.0], 1.0, integrator=integrator, rhs=rhs, accept=accept, h=0.1)
    assert r() == OK
    assert len(accepted) == r.steps.accepted > 2
    assert set(accepted[:-1]) <= seen
    assert accepted[-1] == (1.0, r.x.tobytes())


def test_nan_ends_as_not_finite_with_a_good_state(run: Any, integrator: Integrator) -> None:
    def f(t: float, x: np.ndarray) -> list[float]:
        return [np.nan if t > 0.5 else 1.0]

    r = run(f, [0.0], 1.0, integrator=integrator, times=[0.2, 0.9], h=0.1)
    assert r() == NOT_FINITE
    assert 0.3 < r.t <= 0.5 + 1e-12
    assert r.x[0] == pytest.approx(r.t, abs=1e-12)
    assert r.steps.written == 1


def test_nan_at_the_start_is_reported(run: Any, integrator: Integrator) -> None:
    assert run(lambda t, x: [np.nan], [0.0], 1.0, integrator=integrator, h=0.1)() == NOT_FINITE
    assert run(lambda t, x: [1.0], [np.inf], 1.0, integrator=integrator, h=0.1)() == NOT_FINITE


@pytest.mark.parametrize("where", range(3))
def test_failure_of_a_callback_ends_the_run_at_the_last_good_state(
    run: Any, integrator: Integrator, where: int
) -> None:
    def fails(t: float, x: np.ndarray, *others: np.ndarray) -> int:
        if where != 1:
            others[0][:] = [x[1], -x[0]] if where == 0 else x
        if where == 1 and t > 0.5:
            x[:] = -1e9
        return SINGULAR if t > 0.5 else OK

    name = ("rhs", "accept", "write")[where]
    times = np.linspace(0, 1, 11).tolist()
    r = run(
        oscillator, [1.0, 0.0], 1.0, integrator=integrator, times=times, h=0.05, h_max=0.05, **{name: fails}
    )
    assert r() == SINGULAR
    assert 0.4 <= r.t <= 0.65
    assert r.x == pytest.approx([np.cos(r.t), -np.sin(r.t)], abs=1e-7)
    rows = r.steps.written
    assert np.isfinite(r.rows[:rows]).all()
    assert all(t <= r.t for t in times[:rows])


def test_limit_on_attempts_is_kept(run: Any, integrator: Integrator) -> None:
    r = run(oscillator, [1.0, 0.0], 100.0, integrator=integrator, h=0.1, limit=7)
    assert r() == TOO_MANY_STEPS
    assert r.steps.accepted + r.steps.rejected == 7


def test_run_goes_on_to_a_later_end(run: Any, integrator: Integrator) -> None:
    r = run(oscillator, [1.0, 0.0], 1.0, integrator=integrator, h=0.02)
    assert r() == OK
    evaluations = r.steps.evaluations
    assert r() == OK
    assert r.steps.evaluations == evaluations
    r.steps.t_end = 2.0
    assert r() == OK
    assert r.x == pytest.approx([np.cos(2), -np.sin(2)], abs=1e-7)


def test_state_changed_from_outside_begins_afresh(run: Any, integrator: Integrator) -> None:
    r = run(oscillator, [1.0, 0.0], 1.0, integrator=integrator, times=[0.5, 1.0, 1.5, 2.0], h=0.02)
    assert r() == OK
    r.x[:] = [0.0, 1.0]
    r.steps.is_started = False
    r.steps.t_end = 2.0
    assert r() == OK
    assert r.steps.written == 4
    assert r.rows[:, 0] == pytest.approx([np.cos(0.5), np.cos(1), np.sin(0.5), np.sin(1)], abs=1e-8)


def test_equal_times_and_an_empty_interval_are_fine(run: Any, integrator: Integrator) -> None:
    r = run(oscillator, [1.0, 0.0], 3.0, integrator=integrator, start=3.0, times=[3.0, 3.0], h=0.1)
    assert r() == OK
    assert r.rows.tolist() == [[1.0, 0.0], [1.0, 0.0]]
    r = run(oscillator, [1.0, 0.0], 1.0, integrator=integrator, times=[0.3, 0.3, 1.0, 1.0], h=0.1)
    assert r() == OK
    assert r.rows[0].tobytes() == r.rows[1].tobytes()


def test_no_state_at_all_only_passes_the_time(run: Any, integrator: Integrator) -> None:
    r = run(lambda t, x: [], [], 1.0, integrator=integrator, times=[0.5, 1.0], h=0.1)
    assert r() == OK
    assert (r.t, r.steps.written) == (1.0, 2)


def test_refused_start_ends_the_run(run: Any, integrator: Integrator) -> None:
    r = run(oscillator, [1.0, 0.0], 1.0, integrator=integrator, h=0.1, rhs=lambda *arguments: RETRY)
    assert r() not in (OK, RETRY, RUNNING)
    assert r.x.tolist() == [1.0, 0.0]
