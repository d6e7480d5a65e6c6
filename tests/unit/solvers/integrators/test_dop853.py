from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from sarrus.solvers.integrators import dop853
from sarrus.solvers.integrators.dop853_step import FEW, combine
from sarrus.solvers.integrators.dop853_table import ALL_STAGES, E3, E5, STAGES, TABLE, B, C, D
from sarrus.solvers.status import NOT_FINITE, OK, RETRY, STEP_TOO_SMALL

Array = np.ndarray


def test_weights_fulfil_the_quadrature_conditions_of_order_eight() -> None:
    b, c = TABLE[B, :STAGES], C[:STAGES]
    for k in range(1, 9):
        assert b @ c ** (k - 1) == pytest.approx(1 / k, abs=2e-15)  # a dozen roundings of terms of size 5
    assert abs(b @ c**8 - 1 / 9) > 1e-9


def test_weights_fulfil_the_conditions_with_one_inner_stage() -> None:
    # sum b_i c_i^p a_ij c_j^q = 1 / ((q + 1) (p + q + 2)); orders up to 8, the weights of b a are of size 50.
    A, b, c = TABLE[:STAGES, :STAGES], TABLE[B, :STAGES], C[:STAGES]
    for p in range(7):
        for q in range(7 - p):
            assert (b * c**p) @ A @ c**q == pytest.approx(1 / ((q + 1) * (p + q + 2)), abs=2e-14)


def test_rows_of_the_table_sum_to_the_nodes() -> None:
    assert TABLE[:ALL_STAGES].sum(axis=1) == pytest.approx(C, abs=2e-14)
    assert not np.triu(TABLE[:ALL_STAGES]).any()


def test_error_estimates_are_blind_to_polynomials_below_their_order() -> None:
    c = C[:STAGES]
    for row, order in ((E5, 5), (E3, 3)):
        e = TABLE[row, :STAGES]
        assert [e @ c**k for k in range(order)] == pytest.approx([0.0] * order, abs=2e-15)
        assert abs(e @ c**order) > 1e-6


def test_dense_output_reproduces_polynomials() -> None:
    # For x' = t^k the polynomial of order 7 is exact up to x = t^7, with x_new = h^(k+1) / (k+1) and h = 1.
    theta = np.linspace(0, 1, 9)
    rest = 1 - theta
    for k in range(7):
        end = 1 / (k + 1)
        start_slope = 1.0 if k == 0 else 0.0
        F = [end, start_slope - end, 2 * end - 1.0 - start_slope, *(TABLE[D : D + 4] @ C**k)]
        x = np.zeros_like(theta)
        for i, f in enumerate(reversed(F)):
            x = (x + f) * (theta if i % 2 == 0 else rest)
        assert x == pytest.approx(theta ** (k + 1) / (k + 1), abs=1e-13)


def swinging(t: float, x: Array) -> list[float]:
    """Driven pendulum: smooth, not linear, depends on time."""
    return [x[1], -np.sin(x[0]) + 0.5 * np.cos(1.3 * t)]


def swing(run: Any, h: float, times: list[float]) -> Any:
    """Steps of the same size: the tolerance is loose, the largest step binds."""
    r = run(swinging, [1.0, 0.5], 4.0, rtol=1e6, atol=1e6, h=h, h_max=h, times=times)
    assert r() == OK
    assert r.steps.accepted == round(4.0 / h)
    return r


def exact_swing(times: list[float]) -> Array:
    found = solve_ivp(swinging, (0, 4), [1.0, 0.5], method="DOP853", rtol=3e-14, atol=1e-15, t_eval=times)
    return found.y.T  # type: ignore[no-any-return]


def order(errors: list[float], ratio: float) -> float:
    return float(np.log(errors[0] / errors[-1]) / np.log(ratio))


def test_step_ends_converge_with_order_eight(run: Any) -> None:
    exact = exact_swing([4.0])[0]
    errors = [np.abs(swing(run, h, []).x - exact).max() for h in (0.5, 0.25)]
    assert order(errors, 2) > 7.5


def test_dense_output_converges_with_order_seven(run: Any) -> None:
    times = np.linspace(0.0, 4.0, 101).tolist()
    exact = exact_swing(times)
    errors = [np.abs(swing(run, h, times).rows - exact).max() for h in (0.5, 0.25)]
    assert order(errors, 2) > 6.5
    assert errors[-1] < 1e-7


def test_dense_output_costs_four_evaluations_where_it_is_used(run: Any) -> None:
    plain, dense, ends = swing(run, 0.5, []), swing(run, 0.5, [0.2, 0.3, 3.9]), swing(run, 0.5, [4.0])
    assert dense.steps.evaluations == plain.steps.evaluations + 2 * 4
    assert ends.steps.evaluations == plain.steps.evaluations
    assert dense.x.tobytes() == plain.x.tobytes()


MU = 0.012277471


def arenstorf(t: float, x: Array) -> list[float]:
    """Satellite between earth and moon; Hairer, Norsett & Wanner (1993), eq. II.0.1."""
    d1 = ((x[0] + MU) ** 2 + x[1] ** 2) ** 1.5
    d2 = ((x[0] - 1 + MU) ** 2 + x[1] ** 2) ** 1.5
    near, far = (x[0] + MU) / d1, (x[0] - 1 + MU) / d2
    return [
        x[2],
        x[3],
        x[0] + 2 * x[3] - (1 - MU) * near - MU * far,
        x[1] - 2 * x[2] - (1 - MU) * x[1] / d1 - MU * x[1] / d2,
    ]


ARENSTORF = [0.994, 0.0, 0.0, -2.00158510637908252240537862224]
PERIOD = 17.0652165601579625588917206249


def test_arenstorf_orbit_closes(run: Any) -> None:
    r = run(arenstorf, ARENSTORF, PERIOD, rtol=1e-11, atol=1e-11)
    assert r() == OK
    # Found at tolerances 1e-9 to 1e-12: 5 to 50 times the tolerance. A hundredfold is allowed.
    assert r.x[:2] == pytest.approx(ARENSTORF[:2], abs=1e-9)


def test_as_many_evaluations_and_as_good_as_the_reference_program(run: Any) -> None:
    times = np.linspace(0, 8, 40).tolist()
    keywords: dict[str, Any] = {"rtol": 1e-9, "atol": 1e-9}
    theirs = solve_ivp(arenstorf, (0, 8), ARENSTORF, method="DOP853", t_eval=times, **keywords)
    exact = solve_ivp(arenstorf, (0, 8), ARENSTORF, method="DOP853", t_eval=times, rtol=3e-14, atol=1e-14)
    r = run(arenstorf, ARENSTORF, 8.0, times=times, **keywords)
    assert r() == OK
    assert r.steps.evaluations == pytest.approx(theirs.nfev, rel=0.1)
    ours, other = (np.abs(y - exact.y.T).max() for y in (r.rows, theirs.y.T))
    assert ours < 3 * other


def test_kepler_orbit_agrees_at_tight_tolerance(run: Any) -> None:
    def kepler(t: float, x: Array) -> list[float]:
        d = (x[0] * x[0] + x[1] * x[1]) ** 1.5
        return [x[2], x[3], -x[0] / d, -x[1] / d]

    start = [0.4, 0.0, 0.0, 2.0]  # eccentricity 0.6, semi-major axis 1
    r = run(kepler, start, 2 * np.pi, rtol=1e-13, atol=1e-13, times=[np.pi])
    assert r() == OK
    # Found: 2.2e-11 after 89 steps, the same as SciPy's DOP853 at this tolerance.
    assert r.x == pytest.approx(start, abs=1e-10)
    assert r.rows[0] == pytest.approx([-1.6, 0.0, 0.0, -0.5], abs=1e-10)


def test_error_follows_the_tolerance(run: Any) -> None:
    for rtol in (1e-4, 1e-7, 1e-10):
        r = run(lambda t, x: [x[1], -x[0]], [1.0, 0.0], 10.0, rtol=rtol, atol=rtol)
        assert r() == OK
        error = np.abs(r.x - [np.cos(10), -np.sin(10)]).max()
        assert error < 20 * rtol  # ten units of time, each adding about the tolerance
        assert r.steps.error < 1.0


def test_first_step_is_neither_timid_nor_bold(run: Any) -> None:
    for rate in (1e-3, 1.0, 1e4):
        r = run(lambda t, x, a=rate: [-a * (x[0] - 1)], [2.0], 3.0 / rate)
        assert r() == OK
        assert r.steps.rejected <= 2
        assert r.steps.accepted < 25
    at_rest = run(lambda t, x: [0.0], [0.0], 1e3)
    assert at_rest() == OK
    assert at_rest.steps.accepted < 20


def test_quadratures_ride_along_outside_the_norm(run: Any) -> None:
    def f(t: float, x: Array) -> list[float]:
        return [x[1], -x[0], x[1] ** 2, np.cos(40 * t)]

    times = np.linspace(0, 5, 7).tolist()
    both = run(f, [1.0, 0.0, 0.0, 0.0], 5.0, n_error=2, times=times)
    alone = run(lambda t, x: f(t, [*x])[:2], [1.0, 0.0], 5.0, times=times)
    assert (both(), alone()) == (OK, OK)
    assert both.kept == alone.kept
    assert both.x[:2].tobytes() == alone.x.tobytes()
    t = np.array(times)
    assert both.rows[:, 2] == pytest.approx(t / 2 - np.sin(2 * t) / 4, abs=1e-8)


def test_stages_without_what_rhs_does_not_read_make_the_same_bits(run: Any) -> None:
    def f(t: float, x: Array) -> list[float]:
        return [x[1], -x[0], x[1] ** 2, np.cos(4 * t), 1.0]

    times = np.linspace(0, 5, 7).tolist()
    some, every = (run(f, [1.0, 0.0, 0.0, 0.0, 0.0], 5.0, n_error=2, n_read=n, times=times) for n in (2, 0))
    assert (some(), every()) == (OK, OK)
    assert some.kept == every.kept
    assert some.x.tobytes() == every.x.tobytes()
    assert some.rows.tobytes() == every.rows.tobytes()


@pytest.mark.parametrize("n", [1, 2, 5, FEW, FEW + 1])
def test_sums_over_stages_are_the_same_for_few_and_for_many_entries(n: int) -> None:
    """Both ways of summing add the same terms in the same order."""
    K = np.random.default_rng(n).normal(size=16 * n)
    found = np.full(n, np.nan)
    combine(n, n, B, STAGES, K, found)
    for i in range(n):
        total = 0.0
        for j in range(STAGES):
            if TABLE[B, j] != 0.0:
                total += TABLE[B, j] * K[j * n + i]
        assert found[i] == total


def test_quadrature_that_is_not_finite_is_not_accepted(run: Any) -> None:
    r = run(lambda t, x: [1.0, np.nan if t > 0.5 else 0.0], [0.0, 0.0], 1.0, n_error=1)
    assert r() != OK
    assert np.isfinite(r.x).all()


def test_no_entry_under_control_is_allowed(run: Any) -> None:
    r = run(lambda t, x: [2.0 * t], [0.0], 3.0, n_error=0)
    assert r() == OK
    assert r.x[0] == pytest.approx(9.0, abs=1e-13)


def test_retry_makes_steps_smaller_until_it_stops(run: Any) -> None:
    largest = 0.05
    last = [0.0]

    def accept(t: float, x: Array, spot: Array, memory: Any) -> int:
        x[0] += 1e-3  # must be undone with the step
        if t - last[0] > largest:
            return RETRY
        x[0] -= 1e-3
        last[0] = t
        return OK

    r = run(lambda t, x: [x[1], -x[0]], [1.0, 0.0], 1.0, rtol=1e-6, atol=1e-6, accept=accept)
    assert r() == OK
    assert r.steps.retries > 0 and r.steps.retries <= r.steps.rejected
    assert r.steps.accepted >= 20
    assert r.x == pytest.approx([np.cos(1), -np.sin(1)], abs=1e-9)


@pytest.mark.parametrize("callback", ["rhs", "write"])
def test_retry_of_stages_and_rows_takes_the_step_back(run: Any, callback: str) -> None:
    refusals = [0]

    def refuse(t: float, x: Array, out: Array, memory: Any) -> int:
        out[:] = [x[1], -x[0]] if callback == "rhs" else x
        if refusals[0] < 6 and t > 0.3:
            refusals[0] += 1
            return RETRY
        return OK

    times = np.linspace(0, 1, 11).tolist()
    r = run(lambda t, x: [x[1], -x[0]], [1.0, 0.0], 1.0, times=times, **{callback: refuse})
    assert r() == OK
    assert r.steps.retries == 6
    assert r.steps.written == 11
    assert r.rows[:, 0] == pytest.approx(np.cos(times), abs=1e-8)


def test_endless_retry_ends_as_step_too_small(run: Any) -> None:
    def accept(t: float, x: Array, spot: Array, memory: Any) -> int:
        return RETRY if t > 0.5 else OK

    r = run(lambda t, x: [1.0], [0.0], 1.0, accept=accept)
    assert r() == STEP_TOO_SMALL
    assert r.t == pytest.approx(0.5, abs=1e-3)
    assert r.x[0] == pytest.approx(r.t, abs=1e-12)


def test_singularity_ends_as_step_too_small_not_as_ok(run: Any) -> None:
    # x = 1 / (1 - t) leaves every bound at t = 1.
    with np.errstate(all="ignore"):
        r = run(lambda t, x: [x[0] * x[0]], [1.0], 2.0)
        assert r() != OK
    assert r.t == pytest.approx(1.0, abs=1e-6)
    assert np.isfinite(r.x).all()


def test_passing_nan_only_costs_smaller_steps(run: Any) -> None:
    # The root is real up to t = 1; a stage beyond it is not finite, a smaller step is.
    def f(t: float, x: Array) -> list[float]:
        return [np.nan if t > 1.0 else 1.0]

    r = run(f, [0.0], 1.0, h=0.9, times=[0.95])
    assert r() == OK
    r = run(f, [0.0], 1.0, h=0.3)
    r.steps.t_end = 1.0 + 1e-9
    assert r() != OK
    assert r.steps.not_finites > 0


def test_next_step_survives_a_last_step_cut_short(run: Any) -> None:
    r = run(lambda t, x: [x[1], -x[0]], [1.0, 0.0], 5.0)
    assert r() == OK
    usual = r.steps.h
    r.steps.t_end = 5.0 + 1e-6
    assert r() == OK
    assert r.steps.h >= usual


def test_step_bound_that_cannot_advance_is_refused(run: Any) -> None:
    r = run(lambda t, x: [1.0], [0.0], 2.0, start=1.0, h_max=1e-17)
    assert r() == STEP_TOO_SMALL
    assert (r.t, r.x.tolist()) == (1.0, [0.0])


@given(ahead=st.floats(1e-6, 10.0), h=st.floats(1e-3, 10.0))
def test_step_keeps_its_nodes_away_from_a_spot(ahead: float, h: float) -> None:
    """In the widest gap between nodes, just behind the first one, or beyond the end: the next step has it in the gap."""
    step = dop853.beside(ahead, h)
    assert 0.0 < step <= h * (1 + 1e-12)
    place = ahead / step
    nodes = np.array([0.0, *C[1:12]])
    if place < dop853.AT_ONCE:
        assert step == h
    elif place < 1.0:
        assert np.abs(nodes - place).min() > 0.13
        assert place == pytest.approx(dop853.GAP)
    else:
        rest = ahead - step
        assert rest > 0.35 * h or rest == pytest.approx(dop853.BEFORE * h)


def test_steps_are_laid_around_a_spot(run: Any) -> None:
    """An equation that cannot be evaluated near t = 1 is passed when accept says where that is, and only then."""

    def rhs(t: float, x: Any, dx: Any, memory: Any) -> int:
        dx[0] = -x[0]
        return OK if abs(t - 1.0) > 0.02 else NOT_FINITE

    def accept(t: float, x: Any, spot: Any, memory: Any) -> int:
        spot[0] = 1.0 if t < 1.0 else 0.0
        return OK

    def leave(t: float, x: Any, spot: Any, memory: Any) -> int:
        return OK

    for passes, callback in ((True, accept), (False, leave)):
        r = run(np.negative, [1.0], 2.0, rtol=1e-10, atol=1e-10, rhs=rhs, accept=callback)
        assert (r() == OK) is passes
        if passes:
            assert abs(r.x[0] - np.exp(-2.0)) < 1e-9
