"""Rows become series exactly, without a cost for each series and without a second copy of all of them."""

import tracemalloc

import numpy as np
import pytest

from sarrus.results.columns import STRIP, Column, ResultRows, parts, width

COLUMNS = tuple(Column(f"c{k}", "m", 1 + k % 4) for k in range(50))


def blocks_of(values, size):
    return [values[k : k + size] for k in range(0, len(values), size)]


@pytest.mark.parametrize("room", [40, 90], ids=["full", "ended early"])
@pytest.mark.parametrize("strip", [STRIP, 3000, 1], ids=["one strip", "many strips", "strips of one series"])
def test_series_are_the_columns_of_the_rows(monkeypatch, strip, room):
    monkeypatch.setattr("sarrus.results.columns.STRIP", strip)
    values = np.random.default_rng(0).normal(size=(40, width(COLUMNS)))
    kept = ResultRows(COLUMNS, room)
    for block in blocks_of(values, 7):
        kept.append(block)
    t, series = kept.cut()
    assert kept.rows == 40
    assert t.tobytes() == values[:, 0].tobytes()
    assert list(series) == [c.name for c in COLUMNS]
    for column, part in parts(COLUMNS, values):
        found = series[column.name].values
        assert found.shape == column.shape(40)
        assert found.tobytes() == part.tobytes()


@pytest.mark.parametrize("rows", [40, 30], ids=["full", "ended early"])
def test_a_series_keeps_no_memory_but_its_own(rows):
    """One series of each of a thousand runs is kept often, the runs are not."""
    kept = ResultRows(COLUMNS, 40)
    kept.append(np.zeros((rows, width(COLUMNS))))
    t, series = kept.cut()
    for values in (t, *(s.values for s in series.values())):
        owner = values if values.base is None else values.base
        assert owner.nbytes == values.nbytes
        assert values.flags.c_contiguous and values.flags.writeable


def test_rows_are_taken_without_a_cost_for_each_series(calls):
    """A mechanism of 1000 bodies has 38 000 series."""
    columns = [Column(f"c{k}", "m") for k in range(38_000)]
    block = np.zeros((1, width(columns)))
    kept = ResultRows(columns, 100)
    assert calls(lambda: kept.append(block)) < 100


def test_rows_that_become_series_are_not_there_twice():
    columns = [Column(f"c{k}", "m", 3) for k in range(1000)]
    block = np.ones((100, width(columns)))
    tracemalloc.start()
    try:
        kept = ResultRows(columns, 2000)
        for _ in range(20):
            kept.append(block)
        kept.cut()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    whole = 8 * 2000 * width(columns)
    assert whole < peak < whole + STRIP + 2e6
