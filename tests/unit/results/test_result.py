"""Results: series by name, tables, CSV that is complete or absent."""

import csv
import itertools
import os

import numpy as np
import pytest

from sarrus.errors import UsageError
from sarrus.results import Outcome, Result, Series
from sarrus.results.series import spread


def result():
    t = np.linspace(0, 1, 5)
    series = {
        "A.theta": Series("A.theta", "rad", t**2),
        "A.reaction": Series("A.reaction", "N", np.outer(t, [1.0, 2.0, 3.0])),
        "b.quaternion": Series("b.quaternion", "1", np.outer(np.ones(5), [1.0, 0, 0, 0])),
    }
    return Result(
        "m", "simulate", t, series, Outcome("ok", "Done."), {"steps": 3, "gap": 1e-15, "left out": []}
    )


def test_series_behave_like_arrays_with_a_unit():
    s = result()["A.theta"]
    assert s.unit == "rad" and len(s) == 5 and np.sin(s).shape == (5,) and s[-1] == 1.0
    assert repr(s) == "A.theta [rad]: 5 values, 0 to 1"


def test_component_of_a_series_has_a_name_of_its_own():
    part = result()["A.reaction.y"]
    assert part.unit == "N" and part[-1] == 2.0 and part.name == "A.reaction.y"


def test_place_of_a_point_is_asked_for_as_a_whole():
    run = result()
    for axis, factor in (("x", 1.0), ("y", 2.0)):
        run.series[f"b.end.{axis}"] = Series(f"b.end.{axis}", "m", factor * run.t)
    assert "b.end" in run and "A.reaction.y" in run and "b" not in run and "b.end" not in list(run)
    assert run["b.end"].values.tolist()[-1] == [1.0, 2.0] and run["b.end"].unit == "m"
    assert list(run["b.end"].columns) == ["b.end.x", "b.end.y"]
    assert "b.end.y [m]" in run.table("b.end")


def test_unknown_series_is_suggested():
    with pytest.raises(
        UsageError, match=r"'A\.teta' is not a series of this result. Did you mean 'A\.theta'"
    ):
        result()["A.teta"]


def test_table_has_units_and_components():
    text = result().table("A.theta", "A.reaction", rows=3)
    assert "A.theta [rad]" in text and "A.reaction.z [N]" in text and len(text.splitlines()) == 4


def test_csv_reads_back_exactly(tmp_path):
    run = result()
    path = run.to_csv(tmp_path / "run.csv")
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0][:2] == ["t [s]", "A.theta [rad]"] and rows[0][-1] == "b.quaternion.z [1]"
    np.testing.assert_array_equal(np.array(rows[1:], dtype=float)[:, 1], run["A.theta"].values)
    assert os.listdir(tmp_path) == ["run.csv"]


def test_csv_into_a_missing_folder_is_refused_without_a_trace(tmp_path):
    with pytest.raises(UsageError, match="cannot be written"):
        result().to_csv(tmp_path / "no" / "run.csv")
    assert os.listdir(tmp_path) == []


def test_evidence_reads_as_lines():
    assert result().evidence_text().splitlines() == ["steps     3", "gap       1e-15", "left out  none"]


@pytest.mark.parametrize("count", [*range(1, 40), 501, 502, 503, 1009])
def test_rows_of_a_table_are_spread_evenly_from_the_first_to_the_last(count):
    for most in range(2, 15):
        picked = spread(count, most).tolist()
        assert picked[0] == 0 and picked[-1] == count - 1
        assert len(picked) <= most and (count <= most or 2 * len(picked) >= most)
        gaps = {b - a for a, b in itertools.pairwise(picked)}
        assert not gaps or max(gaps) - min(gaps) <= 1
        if count <= most:
            assert picked == [*range(count)]
    assert spread(0, 12).size == 0
