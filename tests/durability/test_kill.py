"""Killed at any moment, a run leaves a result that can be read, and loses a block at most."""

import os
from pathlib import Path

import numpy as np
import pytest

import sarrus

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="runs are forked from a warm process")

KILLS = 500 if os.environ.get("SARRUS_DEEP") else 50
ROOM = 200  # rows in a block, as in runs.py


def test_a_run_killed_at_a_random_moment_loses_a_block_at_most(task, tmp_path):
    report = task("kill", tmp_path, KILLS)
    whole, old = sarrus.load_result(tmp_path / "whole.h5"), (tmp_path / "old.h5").read_bytes()
    unfinished = 0
    for i, run in enumerate(report["runs"]):
        target, journal = run["target"], run["target"] + ".part"
        is_replaced = os.path.exists(target) and not (i % 2 and Path(target).read_bytes() == old)
        if is_replaced:
            finished = sarrus.load_result(target)
            assert_prefix(finished, whole)
            assert finished.ok and len(finished) == len(whole)
        if os.path.exists(journal) and os.path.getsize(journal):
            kept = sarrus.load_result(journal)
            assert kept.status.word in ("interrupted", "ok")
            assert_prefix(kept, whole)
            computed = int(np.searchsorted(whole.t, run["reached"], side="right"))
            assert len(kept) >= computed - ROOM, f"{len(kept)} of {computed} rows are kept"
            unfinished += 0 < len(kept) < len(whole)
        else:
            assert is_replaced or run["reached"] == 0.0
    # the moments are spread over the run: where all come before it or after it, nothing was tested
    assert unfinished > KILLS // 4, report["duration"]


def assert_prefix(kept, whole):
    assert list(kept) == list(whole)
    assert kept.t.tobytes() == whole.t[: len(kept)].tobytes()
    for name in kept:
        assert kept[name].values.tobytes() == whole[name].values[: len(kept)].tobytes(), name
