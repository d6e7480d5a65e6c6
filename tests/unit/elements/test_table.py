"""Drivers that follow points: the file they may come from."""

from __future__ import annotations

import os

import numpy as np
import pytest

import sarrus
from sarrus.elements.body import Body
from sarrus.elements.drivers import Spline, Table
from sarrus.elements.joints import Revolute
from sarrus.elements.solids import Rod
from sarrus.errors import ModelError
from sarrus.model import Mechanism, data_files
from sarrus.model.data_files import read_rows

POINTS = ((0.0, 0.3), (0.2, 0.1), (0.7, 1.4), (1.1, 1.2), (2.0, -0.5))


def swing(driver, folder=None):
    mechanism = Mechanism("swing", plane="xy")
    mechanism.folder = folder
    bar = mechanism.add(Body("bar", Rod(length=0.5, mass=2.0)))
    mechanism.add(Revolute("A", mechanism.ground, bar.start))
    mechanism.add(driver)
    return mechanism


def written(folder, text, name="angle.csv"):
    (folder / name).write_text(text, encoding="utf-8")
    return swing(Table("drive", "A.theta", file=name), folder)


def refusal(mechanism):
    with pytest.raises(ModelError) as caught:
        mechanism.snapshot()
    return str(caught.value)


def test_table_moves_like_the_spline_with_the_same_points(tmp_path):
    rows = "".join(f"{t}, {y}\n" for t, y in POINTS)
    table = written(tmp_path, "# time [s], angle [rad]\n\n" + rows)
    one, two = (
        sarrus.kinematics(m, until=2.0, rows=21)
        for m in (table, swing(Spline("drive", "A.theta", points=POINTS)))
    )
    for name in ("A.theta", "A.theta_dot", "A.theta_ddot", "drive.effort"):
        np.testing.assert_allclose(one[name].values, two[name].values, rtol=1e-12, atol=1e-12)


def test_file_is_read_anew_for_every_snapshot_and_its_path_is_kept(tmp_path):
    mechanism = written(tmp_path, "0, 0\n1, 1\n")
    first = mechanism.snapshot().drivers[0].file
    written(tmp_path, "0, 0\n1, 2\n2, 3\n")
    second = mechanism.snapshot().drivers[0].file
    assert (len(first.rows), len(second.rows)) == (2, 3)
    assert str(first) == "angle.csv"
    assert mechanism.drivers[0].written() == {"file": mechanism.drivers[0].file}
    assert mechanism.drivers[0].file.rows == ()


def test_file_in_a_folder_below_is_found(tmp_path):
    (tmp_path / "data").mkdir()
    written(tmp_path / "data", "0,0\n1,1\n")
    assert swing(Table("drive", "A.theta", file="data/angle.csv"), tmp_path).snapshot()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0, 0\n1, one\n", "angle.csv:2: 'one' is not a number"),
        ("time, angle\n0, 0\n", "angle.csv:1: 'time' is not a number"),
        ("0, 0\n1, nan\n", "angle.csv:2: 'nan' is not a number"),
        ("0, 0\n1, 1e999\n", "angle.csv:2: '1e999' is not a number"),
        ("0, 0\n1, 1_0\n", "angle.csv:2: '1_0' is not a number"),
        ("0, 0\n1, 30 deg\n", "angle.csv:2: '30 deg' is not a number"),
        ("0, 0\n\n1\n", "angle.csv:3: the row has 1 column. It needs 2 numbers"),
        ("0, 0\n1, 1, 1\n", "angle.csv:2: the row has 3 columns"),
        ("0, 0\n1, 1\n1, 2\n", "angle.csv:3: 1 follows 1. The first column ascends"),
        ("# nothing\n", "angle.csv: the table has no rows. It needs two or more"),
        ("0, 0\n", "angle.csv: the table has 1 row. It needs two or more"),
    ],
)
def test_wrong_content_is_refused_with_file_and_line(tmp_path, text, said):
    assert said in refusal(written(tmp_path, text))


def test_too_many_rows_or_bytes_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(data_files, "MOST_ROWS", 100)
    many = "".join(f"{i}, 0\n" for i in range(101))
    assert "more than 100 rows" in refusal(written(tmp_path, many))
    assert "At most 10 MB are allowed" in refusal(written(tmp_path, "#" * 10_000_001))


def test_bytes_that_are_no_text_are_refused(tmp_path):
    (tmp_path / "angle.csv").write_bytes(b"0, 0\n1, \xff\n")
    mechanism = swing(Table("drive", "A.theta", file="angle.csv"), tmp_path)
    assert "angle.csv:2: is not text" in refusal(mechanism)


def test_a_byte_order_mark_is_no_number():
    assert read_rows("0,0\r\n1,1\r\n", "a.csv", 2) == ((0.0, 0.0), (1.0, 1.0))


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../angle.csv", "data/../../angle.csv", "C:/angle.csv", "", "."]
)
def test_path_out_of_the_folder_is_refused(tmp_path, path):
    (tmp_path / "model").mkdir()
    written(tmp_path, "0, 0\n1, 1\n")
    text = refusal(swing(Table("drive", "A.theta", file=path), tmp_path / "model"))
    assert f"table 'drive' reads '{path}'" in text
    assert "A data file lies in the folder of the model, and its path is relative to that." in text


def test_link_out_of_the_folder_is_refused_and_one_inside_is_followed(tmp_path):
    (tmp_path / "model").mkdir()
    written(tmp_path, "0, 0\n1, 1\n")
    os.symlink(tmp_path / "angle.csv", tmp_path / "model" / "out.csv")
    os.symlink(tmp_path, tmp_path / "model" / "up")
    for path in ("out.csv", "up/angle.csv"):
        text = refusal(swing(Table("drive", "A.theta", file=path), tmp_path / "model"))
        assert "which is outside of" in text
    assert swing(Table("drive", "A.theta", file="model/out.csv"), tmp_path).snapshot()


def test_pipe_folder_and_missing_file_are_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "folder.csv").mkdir()
    for path, said in (
        ("pipe.csv", "is not a plain file"),
        ("folder.csv", "folder.csv: "),
        ("missing.csv", "the file cannot be read: No such file"),
    ):
        assert said in refusal(swing(Table("drive", "A.theta", file=path), tmp_path))


def test_mechanism_without_folder_reads_no_file(tmp_path):
    text = refusal(swing(Table("drive", "A.theta", file="angle.csv"), None))
    assert "but this mechanism has no folder" in text


def test_what_is_no_path_is_refused():
    with pytest.raises(ModelError, match="It is the path of a file"):
        Table("drive", "A.theta", file=3.0)


def test_problems_of_file_and_model_are_listed_together(tmp_path):
    mechanism = written(tmp_path, "0, 0\n1, x\n")
    mechanism.add(Body("heavy", Rod(length=-1.0, mass=1.0)))
    text = refusal(mechanism)
    assert "angle.csv:2:" in text
    assert "length of body 'heavy' is -1 m" in text
