"""Results handed to other programs: each reads back what was there, with units, and nothing half written."""

import csv
import os
import sys

import numpy as np
import pytest

from sarrus.errors import UsageError
from sarrus.results import Outcome, Result, Series
from sarrus.results.matlab import matlab_names


def test_csv_flags_components_that_are_not_unique(run, tmp_path):
    with open(run.to_csv(tmp_path / "run.csv", "A.reaction", "motor.effort"), newline="") as file:
        headings = next(csv.reader(file))
    assert headings == [
        "t [s]",
        "A.reaction.x [N]",
        "A.reaction.y [N]",
        "A.reaction.z [N] (not unique)",
        "motor.effort [N m] (not unique)",
    ]


def test_npz_holds_arrays_and_units_without_a_pickle(run, tmp_path):
    run.to_npz(tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz", allow_pickle=False) as file:
        assert set(file) == {"t", "names", "units", *run}
        assert dict(zip(file["names"], file["units"], strict=True)) == {
            n: s.unit for n, s in run.series.items()
        }
        np.testing.assert_array_equal(file["t"], run.t)
        for name in run:
            np.testing.assert_array_equal(file[name], run[name].values)
    assert os.listdir(tmp_path) == ["run.npz"]


def test_npz_takes_any_name_but_its_own(run, tmp_path):
    def named(name):
        return Result("m", "simulate", run.t, {name: Series(name, "m", run.t)}, run.status)

    with np.load(named("file").to_npz(tmp_path / "run.npz"), allow_pickle=False) as file:
        np.testing.assert_array_equal(file["file"], run.t)
    with pytest.raises(UsageError, match=r"x\.npz: a series is called 'units'"):
        named("units").to_npz(tmp_path / "x.npz")
    assert os.listdir(tmp_path) == ["run.npz"]


def test_mat_holds_variables_and_a_struct_that_names_them(run, tmp_path):
    from scipy.io import loadmat

    run.to_mat(tmp_path / "run.mat")
    found = loadmat(tmp_path / "run.mat", simplify_cells=True)
    np.testing.assert_array_equal(found["A_theta"], run["A.theta"].values)
    np.testing.assert_array_equal(found["A_reaction"], run["A.reaction"].values)
    np.testing.assert_array_equal(found["t"], run.t)
    info = found["info"]
    assert list(info["names"]) == list(run)
    assert list(info["variables"]) == ["A_theta", "A_reaction", "b_quaternion", "motor_effort"]
    assert list(info["units"]) == ["rad", "N", "1", "N m"]
    assert (info["mechanism"], info["status"], list(info["not_unique"])) == (
        "m",
        "locked",
        list(run.not_unique),
    )


def test_mat_of_an_empty_result_is_written(tmp_path):
    from scipy.io import loadmat

    empty = Result("", "simulate", np.zeros(0), {}, Outcome("open", "The loop is open."))
    assert loadmat(empty.to_mat(tmp_path / "e.mat"))["t"].size == 0


def test_matlab_names_are_valid_and_different():
    names = ["A.theta", "A_theta", "2nd.x", "θ.x", "end", "t", "a" * 100, "a" * 99, "_x", ""]
    found = matlab_names(names, taken=("t", "info"))
    assert list(found) == names and len(set(found.values())) == len(names)
    assert all(v.isidentifier() and v.isascii() and v[0].isalpha() and len(v) <= 63 for v in found.values())
    assert [found[n] for n in ("A.theta", "A_theta", "2nd.x", "end", "t")] == [
        "A_theta",
        "A_theta_2",
        "x2nd_x",
        "xend",
        "t_2",
    ]


def test_pandas_has_a_column_for_each_component_and_units(run):
    frame = run.to_pandas()
    assert list(frame.columns)[:4] == ["A.theta", "A.reaction.x", "A.reaction.y", "A.reaction.z"]
    assert frame.index.name == "t" and (frame.index == run.t).all()
    assert frame.attrs["units"]["A.reaction.x"] == "N" and frame.attrs["units"]["t"] == "s"
    assert frame.attrs["status"] == "locked" and frame.attrs["not_unique"] == list(run.not_unique)
    np.testing.assert_array_equal(frame["A.reaction.y"], run["A.reaction"][:, 1])
    assert list(run.to_pandas("A.theta").columns) == ["A.theta"]


def test_xarray_has_dimensions_and_units(run):
    data = run.to_xarray()
    assert data["A.reaction"].dims == ("t", "xyz") and data["b.quaternion"].dims == ("t", "wxyz")
    assert data["A.reaction"].attrs == {"units": "N", "not_unique": "A.reaction.z"}
    assert data["t"].attrs == {"units": "s"} and data.attrs["mechanism"] == "m"
    np.testing.assert_array_equal(data["A.reaction"].sel(xyz="z"), run["A.reaction"][:, 2])


@pytest.mark.parametrize("count", [1, 2, 6])
def test_any_number_of_components_is_named(count, run, tmp_path):
    series = {"b.v": Series("b.v", "m/s", np.ones((5, count)))}
    result = Result("m", "simulate", run.t, series, run.status)
    letters = ["x", "y"][:count] if count < 5 else list("123456")
    assert result.columns()[0] == ["t [s]", *(f"b.v.{a} [m/s]" for a in letters)]
    assert result.to_xarray()["b.v"].shape == result.to_pandas().shape == (5, count)


def test_a_result_without_rows_is_handed_over(tmp_path):
    series = {"b.v": Series("b.v", "m/s", np.zeros((0, 3))), "b.x": Series("b.x", "m", np.zeros(0))}
    empty = Result("m", "simulate", np.zeros(0), series, Outcome("open", "The loop is open."))
    assert empty.columns()[1].shape == (0, 5) and len(empty.table().splitlines()) == 1
    assert empty.to_pandas().shape == (0, 4) and empty.to_xarray()["b.v"].shape == (0, 3)
    assert empty.to_csv(tmp_path / "e.csv").read_text().count("\n") == 1


@pytest.mark.parametrize(
    ("hand_over", "module"),
    [("to_mat", "scipy"), ("to_pandas", "pandas"), ("to_xarray", "xarray"), ("save", "h5py")],
)
def test_a_missing_package_is_named(hand_over, module, run, tmp_path, monkeypatch):
    for name in [m for m in sys.modules if m.partition(".")[0] == module]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    arguments = [] if hand_over in ("to_pandas", "to_xarray") else [tmp_path / "run.h5"]
    message = rf"{hand_over}\(\) needs the package '{module}', which is not installed.*pip install {module}'"
    with pytest.raises(UsageError, match=message):
        getattr(run, hand_over)(*arguments)
    assert os.listdir(tmp_path) == []


def test_a_package_that_does_not_load_is_named(run, monkeypatch):
    def broken(name):
        raise ImportError("libfoo.so: cannot open shared object file")

    monkeypatch.setattr("sarrus.results.tables.import_module", broken)
    with pytest.raises(UsageError, match=r"cannot be imported: libfoo\.so.*--force-reinstall pandas"):
        run.to_pandas()


@pytest.mark.parametrize("hand_over", ["to_csv", "to_npz", "to_mat", "save"])
def test_a_missing_folder_is_refused_without_a_trace(hand_over, run, tmp_path):
    with pytest.raises(UsageError, match=r"run\.h5: the file cannot be written: No such file or directory"):
        getattr(run, hand_over)(tmp_path / "no" / "run.h5")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("hand_over", ["to_csv", "to_npz", "to_mat"])
def test_an_unknown_series_is_suggested_and_nothing_is_written(hand_over, run, tmp_path):
    with pytest.raises(UsageError, match=r"Did you mean 'A\.theta'"):
        getattr(run, hand_over)(tmp_path / "run", "A.teta")
    assert os.listdir(tmp_path) == []
