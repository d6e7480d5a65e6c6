"""Whether steps of the closed form are believed, on heights that are given."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from sarrus.program.heights import FOLDED, begin_heights, judge_heights
from sarrus.solvers.status import FOLD, OK, RETRY


def memory(count=1):
    names = ("height", "height_rate", "height_kept", "rate_kept", "height_before", "rate_before")
    rest = dict.fromkeys(("inputs", "constants", "kernel_work", "plan"), np.zeros(0))
    arrays = {name: np.zeros(count) for name in names}
    return SimpleNamespace(
        nheights=count, time=np.zeros(1), t_kept=0.0, t_before=0.0, least_sigma=1.0, **rest, **arrays
    )


def kernel_of(height, slope):
    """A kernel that tells one height of time."""

    def heights(time, x, u, c, work, plan, found, rates):
        found[:], rates[:] = height(time[0]), slope(time[0])

    return heights


def judged(height, slope, times):
    """What is thought of steps that end at these times, one after another."""
    m, heights, x = memory(), kernel_of(height, slope), np.zeros(0)
    begin_heights(times[0], x, m, heights)
    m.t_kept = times[0]
    return [judge_heights(t, x, np.zeros(1), m, heights) for t in times[1:]], m


def test_steps_far_from_a_fold_are_believed():
    found, m = judged(lambda t: 0.8 + 0.1 * math.sin(t), lambda t: 0.1 * math.cos(t), [0.0, 1.0, 2.0, 5.0])
    assert found == [OK, OK, OK]
    assert m.least_sigma == pytest.approx(0.8 + 0.1 * math.sin(5.0))


def test_a_step_that_ends_folded_is_not():
    found, _ = judged(lambda t: 0.3 - t, lambda t: -1.0, [0.0, 0.1, 0.3 - 0.9 * FOLDED])
    assert found == [OK, FOLD]
    found, _ = judged(lambda t: math.nan, lambda t: math.nan, [0.0, 0.1])
    assert found == [FOLD]


def test_a_step_over_a_branch_point_is_made_smaller():
    """A square root comes down to zero and goes up again: |t - 1|, seen at 0 and at 2."""

    def slope(t):
        return -1.0 if t < 1.0 else 1.0

    assert judged(lambda t: abs(t - 1.0), slope, [0.0, 2.0])[0] == [RETRY]
    assert judged(lambda t: abs(t - 1.0), slope, [0.5, 1.5])[0] == [RETRY]
    assert judged(lambda t: abs(t - 1.0), slope, [0.0, 0.5])[0] == [OK]


def test_a_smooth_minimum_is_passed_by_smaller_steps():
    """0.2 + t^2 has no fold: long steps over its minimum are doubted, short ones are not."""
    found, _ = judged(lambda t: 0.2 + t * t, lambda t: 2.0 * t, [-1.0, 1.0])
    assert found == [RETRY]
    found, _ = judged(lambda t: 0.2 + t * t, lambda t: 2.0 * t, [-0.1, 0.1])
    assert found == [OK]


def test_a_step_that_was_taken_back_is_judged_from_where_it_began():
    def slope(t):
        return -1.0 if t < 1.0 else 1.0

    m, heights, x = memory(), kernel_of(lambda t: abs(t - 1.0), slope), np.zeros(0)
    begin_heights(0.0, x, m, heights)
    assert judge_heights(0.8, x, np.zeros(1), m, heights) == OK
    # rows refused that step; the next one is shorter, and begins at 0 as well
    assert judge_heights(0.4, x, np.zeros(1), m, heights) == OK
    assert m.t_before == 0.0
    assert judge_heights(1.6, x, np.zeros(1), m, heights) == RETRY
