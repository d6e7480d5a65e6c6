from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sarrus.solvers.newton import Root, newton
from sarrus.solvers.status import Status

Vector = np.ndarray


class Arm:
    """Two links of length 1 and 0.8 whose tip shall reach a target; a closed three-bar chain, if you like."""

    def __init__(self, x: float, y: float) -> None:
        self.target = np.array([x, y])

    def residual(self, q: Vector) -> Vector:
        a, b = q[0], q[0] + q[1]
        return np.array([np.cos(a) + 0.8 * np.cos(b), np.sin(a) + 0.8 * np.sin(b)]) - self.target

    def jacobian(self, q: Vector) -> Vector:
        a, b = q[0], q[0] + q[1]
        first = np.array([-np.sin(a), np.cos(a)])
        second = 0.8 * np.array([-np.sin(b), np.cos(b)])
        return np.column_stack([first + second, second])

    def solve(self, *q: float) -> Root:
        return newton(self.residual, self.jacobian, np.array(q))


def test_convergence_is_quadratic_and_ends_at_rounding() -> None:
    root = Arm(1.0, 0.7).solve(0.0, 1.0)
    assert root.status == Status.OK
    assert root.residual < 1e-15
    near = [r for r in root.history if 1e-14 < r < 1e-1]
    assert len(near) >= 2
    assert all(b < 10 * a**2 for a, b in pairwise(near))


@settings(max_examples=60, deadline=None)
@given(
    reach=st.floats(0.21, 1.79),
    angle=st.floats(-3.1, 3.1),
    a=st.floats(-3.1, 3.1),
    b=st.floats(-3.1, 3.1),
)
def test_any_start_reaches_any_target_within_reach(reach: float, angle: float, a: float, b: float) -> None:
    arm = Arm(reach * np.cos(angle), reach * np.sin(angle))
    root = arm.solve(a, b)
    assert root.status == Status.OK
    assert np.abs(arm.residual(root.x)).max() <= 1e-12


def test_straight_start_is_left_although_nothing_pulls() -> None:
    root = Arm(1.0, 0.0).solve(0.0, 0.0)
    assert root.status == Status.OK
    assert root.residual <= 1e-12


def test_target_out_of_reach_gives_the_closest_point() -> None:
    root = Arm(2.0, 0.0).solve(0.3, 0.4)
    assert root.status == Status.NO_CONVERGENCE
    assert root.residual == pytest.approx(0.2, abs=1e-6)
    assert root.residual == pytest.approx(np.abs(Arm(2.0, 0.0).residual(root.x)).max(), abs=1e-15)


def test_dead_point_is_reached_although_the_root_is_singular() -> None:
    root = Arm(1.8, 0.0).solve(0.3, 0.4)
    assert root.status == Status.OK
    assert root.x == pytest.approx([0.0, 0.0], abs=1e-5)  # |r| goes with the square of the distance


def test_redundant_rows_do_not_disturb() -> None:
    arm = Arm(1.0, 0.7)
    repeat = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [2.0, -3.0]])
    root = newton(
        lambda q: repeat @ arm.residual(q), lambda q: repeat @ arm.jacobian(q), np.array([0.0, 1.0])
    )
    plain = arm.solve(0.0, 1.0)
    assert root.status == Status.OK
    assert root.x == pytest.approx(plain.x, abs=1e-12)


def test_rows_redundant_only_on_the_solution_do_not_disturb() -> None:
    # The second row is a square of the first: full rank beside the circle, rank 1 on it.
    def residual(x: Vector) -> Vector:
        g = x @ x - 1
        return np.array([g, g + x[0] * g**2])

    def jacobian(x: Vector) -> Vector:
        g, dg = x @ x - 1, 2 * x
        return np.array([dg, dg * (1 + 2 * x[0] * g) + np.array([g**2, 0.0])])

    root = newton(residual, jacobian, np.array([1.5, 1.0]))
    assert root.status == Status.OK
    assert np.hypot(*root.x) == pytest.approx(1.0, abs=1e-14)


def test_rows_redundant_only_on_the_solution_do_not_lead_far_away(monkeypatch: pytest.MonkeyPatch) -> None:
    # Both rows vanish on the line y = 0 and leave x free there. Beside it the second one has a slope along x, small
    # and without meaning; the undamped step follows it.
    def residual(x: Vector) -> Vector:
        return np.array([x[1], x[1] + 0.05 * x[0] * x[1] + x[1] ** 2])

    def jacobian(x: Vector) -> Vector:
        return np.array([[0.0, 1.0], [0.05 * x[1], 1 + 0.05 * x[0] + 2 * x[1]]])

    root = newton(residual, jacobian, np.array([0.0, 0.5]))
    assert root.status == Status.OK
    assert abs(root.x[0]) < 0.2
    monkeypatch.setattr("sarrus.solvers.newton.DAMPING", 0.0)
    assert abs(newton(residual, jacobian, np.array([0.0, 0.5])).x[0]) > 1.0


def test_slopes_of_nothing_but_rounding_move_nothing() -> None:
    root = newton(lambda x: np.array([1e-16]), lambda x: np.array([[1e-17, 3e-17]]), np.array([1.0, 2.0]))
    assert (root.status, root.x.tolist()) == (Status.OK, [1.0, 2.0])


def test_search_begins_again_elsewhere_where_the_residual_has_a_hollow() -> None:
    # The only root is 3; |r| has a local minimum of 0.6 near 0.
    root = newton(
        lambda x: (x - 3) * (x**2 + 0.2),
        lambda x: np.array([3 * x**2 - 6 * x + 0.2]),
        np.array([-0.1]),
        max_iterations=300,
        scale=np.array([2.0]),
    )
    assert root.status == Status.OK
    assert root.x == pytest.approx([3.0], abs=1e-12)
    assert min(root.history[:5]) > 0.5


def test_conflicting_rows_never_count_as_closed() -> None:
    root = newton(lambda x: np.array([x[0], x[0] - 1e-6]), lambda x: np.ones((2, 1)), np.array([3.0]))
    assert root.status == Status.NO_CONVERGENCE
    assert root.residual == pytest.approx(5e-7, rel=1e-3)


def test_step_is_the_shortest_in_the_units_of_the_scale() -> None:
    def residual(x: Vector) -> Vector:
        return np.array([x[0] + x[1] - 1])

    def jacobian(x: Vector) -> Vector:
        return np.ones((1, 2))

    assert newton(residual, jacobian, np.zeros(2)).x == pytest.approx([0.5, 0.5])
    scaled = newton(residual, jacobian, np.zeros(2), scale=np.array([2.0, 1.0]))
    assert scaled.x == pytest.approx([0.8, 0.2])
    assert newton(residual, jacobian, np.zeros(2), residual_scale=np.array([1e3])).history[0] == 1e-3


def test_retraction_keeps_the_manifold() -> None:
    # x on the unit circle, dx an angle: find where the direction has slope 2.
    def retract(x: Vector, dx: Vector) -> Vector:
        c, s = np.cos(dx[0]), np.sin(dx[0])
        return np.array([c * x[0] - s * x[1], s * x[0] + c * x[1]])

    root = newton(
        lambda x: np.array([x[1] - 2 * x[0]]),
        lambda x: np.array([[x[0] + 2 * x[1]]]),
        np.array([1.0, 0.0]),
        retract,
    )
    assert root.status == Status.OK
    assert root.x == pytest.approx(np.array([1.0, 2.0]) / np.sqrt(5.0), abs=1e-15)


def test_start_that_is_not_finite_is_reported() -> None:
    root = newton(lambda x: np.array([np.nan]), lambda x: np.eye(1), np.zeros(1))
    assert root.status == Status.NOT_FINITE
    root = newton(lambda x: x - 1, lambda x: np.array([[np.nan]]), np.zeros(1))
    assert (root.status, root.x.tolist()) == (Status.NOT_FINITE, [0.0])


def test_trial_steps_outside_the_domain_are_rejected() -> None:
    # log(x) = 1 from the far side: the first full step leads to negative x.
    root = newton(lambda x: np.log(x) - 1, lambda x: np.diag(1 / x), np.array([12.0]), scale=np.array([20.0]))
    assert root.status == Status.OK
    assert root.x == pytest.approx([np.e], abs=1e-14)


def test_limit_on_steps_is_kept_and_the_best_point_returned() -> None:
    arm = Arm(1.0, 0.7)
    root = newton(arm.residual, arm.jacobian, np.array([0.0, 1.0]), max_iterations=1)
    assert (root.status, root.iterations) == (Status.NO_CONVERGENCE, 1)
    assert root.residual == min(root.history)


def test_no_equations_and_no_unknowns() -> None:
    assert newton(lambda x: np.zeros(0), lambda x: np.zeros((0, 2)), np.ones(2)).status == Status.OK
    assert newton(lambda x: np.zeros(1), lambda x: np.zeros((1, 0)), np.zeros(0)).status == Status.OK
    assert (
        newton(lambda x: np.ones(1), lambda x: np.zeros((1, 0)), np.zeros(0)).status == Status.NO_CONVERGENCE
    )
