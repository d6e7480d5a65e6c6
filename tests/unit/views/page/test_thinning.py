"""What is left out of a file that would be too large, and that it is said."""

import numpy as np
import pytest

from sarrus.results import Outcome, Result, Series
from sarrus.views.page.thinning import MOST_ROWS, picked, thinned

NAMES = {
    "A.theta": ("rad", 1),
    "A.theta_dot": ("rad/s", 1),
    "A.reaction": ("N", 3),
    "bar.x": ("m", 1),
    "bar.end.x": ("m", 1),
    "bar.end.x_dot": ("m/s", 1),
    "bar.end.x_ddot": ("m/s^2", 1),
    "energy.kinetic": ("J", 1),
}
WIDTH = sum(size for _, size in NAMES.values())


def result(rows):
    t = np.linspace(0, 1, rows)
    series = {
        name: Series(name, unit, t if size == 1 else np.outer(t, np.ones(size)))
        for name, (unit, size) in NAMES.items()
    }
    return Result("m", "simulate", t, series, Outcome("ok", "Done."))


@pytest.mark.parametrize("rows", [1, 2, 3, 10, 99, 100, 101, 102, 199, 1000])
@pytest.mark.parametrize("most", [2, 3, 100])
def test_picked_rows_are_few_equally_spaced_and_hold_both_ends(rows, most):
    found = picked(rows, most)
    assert len(found) <= max(most, 1)
    assert (found[0], found[-1]) == (0, rows - 1)
    assert len(set(np.diff(found)[:-1])) <= 1
    if rows <= most:
        assert list(found) == list(range(rows))


def test_what_fits_is_left_as_it_is():
    run = result(MOST_ROWS)
    fitting = thinned(run, 3)
    assert fitting.run is run
    assert [s.name for s in fitting.series] == list(NAMES)
    assert fitting.notes == ()


def test_rows_beyond_the_limit_are_thinned_in_every_series():
    fitting = thinned(result(MOST_ROWS + 1), 3)
    assert len(fitting.run) == MOST_ROWS // 2 + 1
    for s in fitting.series:
        np.testing.assert_array_equal(s.values.reshape(len(s), -1)[:, 0], fitting.run.t)
    assert fitting.run.t[-1] == 1.0
    assert f"{MOST_ROWS // 2 + 1} of {MOST_ROWS + 1} rows" in fitting.notes[0]


def test_points_go_before_rows_and_everything_is_said():
    run = result(301)
    left = [[s.name for s in thinned(run, 3, 301 * (3 + WIDTH - less)).series] for less in range(WIDTH)]
    assert left[0] == list(NAMES)
    assert set(NAMES) - set(left[1]) == {"bar.end.x_ddot"}
    assert set(NAMES) - set(left[2]) == {"bar.end.x_ddot", "bar.end.x_dot"}
    assert set(NAMES) - set(left[3]) == {"bar.end.x_ddot", "bar.end.x_dot", "bar.end.x"}
    assert left[4] == ["A.theta", "energy.kinetic"]
    notes = thinned(run, 3, 301 * (3 + WIDTH - 4)).notes
    assert len(notes) == 4
    assert all(note.endswith("so that the file stays small.") for note in notes)


@pytest.mark.parametrize("numbers", [1, 100, 1000, 10_000])
def test_the_limit_is_kept_by_rows_at_last(numbers):
    fitting = thinned(result(1000), 5, numbers)
    assert len(fitting.run) * 7 <= max(numbers, 14)
    assert len(fitting.run) >= 2
