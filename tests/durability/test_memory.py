"""The memory of a run is that of its buffer, whatever its length."""

import os

import pytest

LIMIT = 64_000_000
"""Bytes by which a run of a million rows may grow: 8 for each time, and a few buffers of 4 MB."""


@pytest.mark.skipif(os.name != "posix", reason="measured by getrusage")
def test_a_million_rows_take_no_more_memory_than_stated(task, tmp_path):
    report = task("memory", tmp_path, 1_000_000)
    assert report["rows"] == 1_000_000 and report["last"] == 1000.0
    assert report["size"] > 4 * LIMIT, "the result would fit into the memory allowed"
    assert report["grown"] < LIMIT
    assert report["balance"] <= report["worst"]
