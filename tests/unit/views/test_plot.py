"""Plots: what is drawn, with which labels, where it is written, and what happens without a display."""

import os
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import matplotlib
import numpy as np
import pytest

from sarrus.errors import UsageError
from sarrus.results import Outcome, Result, Series
from sarrus.views.plot import plot
from sarrus.views.plots.choice import joint_coordinates

T = np.linspace(0, 2, 50)
DONE = Outcome("ok", "Done.")
SERIES = {
    "A.theta": ("rad", np.sin(T)),
    "A.theta_dot": ("rad/s", np.cos(T)),
    "A.theta_ddot": ("rad/s^2", -np.sin(T)),
    "B.theta": ("rad", np.cos(T)),
    "B.theta_dot": ("rad/s", np.cos(T)),
    "crank.x": ("m", T),
    "crank.x_dot": ("m/s", T),
    "A.reaction": ("N", np.outer(T, [1.0, 2.0, 3.0])),
    "B.reaction": ("N", np.outer(T, [-1.0, 0.0, 5.0])),
}


@pytest.fixture(autouse=True)
def no_display(monkeypatch):
    """Tests draw without windows, wherever they run."""
    monkeypatch.setitem(matplotlib.rcParams, "backend", "agg")


def result(names=tuple(SERIES), t=T, outcome=DONE, mechanism="four-bar"):
    series = {name: Series(name, SERIES[name][0], SERIES[name][1][: len(t)]) for name in names}
    return Result(mechanism, "simulate", t, series, outcome, {}, ("A.reaction.z",))


def texts(axes):
    return [text.get_text() for text in axes.get_legend().get_texts()]


def test_quantities_with_one_unit_share_a_diagram():
    figure = result().plot("A.theta", "A.reaction", "B.theta", "A.theta_ddot")
    assert [axes.get_ylabel() for axes in figure.axes] == [
        "angle [rad]",
        "force [N]",
        "A.theta_ddot [rad/s²]",
    ]
    assert [axes.get_xlabel() for axes in figure.axes] == ["", "", "t [s]"]
    assert texts(figure.axes[0]) == ["A.theta", "B.theta"]
    assert figure.get_suptitle() == "four-bar: simulate" if hasattr(figure, "get_suptitle") else True
    assert len({axes.get_xlim() for axes in figure.axes}) == 1


def test_components_are_lines_and_those_not_unique_are_marked():
    (axes,) = result().plot("A.reaction", "B.reaction").axes
    assert texts(axes)[:3] == ["A.reaction.x", "A.reaction.y", "A.reaction.z (not unique)"]
    np.testing.assert_array_equal(axes.lines[2].get_ydata(), 3 * T)
    colors = [line.get_color() for line in axes.lines]
    assert len(set(colors)) == 6
    styles = [str(line._unscaled_dash_pattern) for line in axes.lines]
    assert all(a != b for a, b in pairwise(styles))


def test_28_lines_are_told_apart():
    names = [f"J{i}.theta" for i in range(28)]
    series = {name: Series(name, "rad", T) for name in names}
    (axes,) = Result("m", "simulate", T, series, Outcome("ok", "")).plot(*names).axes
    assert len({(line.get_color(), str(line._unscaled_dash_pattern)) for line in axes.lines}) == 28


def test_without_names_the_joint_coordinates_are_drawn():
    run = result()
    assert joint_coordinates(run) == ["A.theta", "B.theta"]
    assert texts(run.plot().axes[0]) == ["A.theta", "B.theta"]
    assert joint_coordinates(result(["crank.x", "crank.x_dot", "A.theta"])) == ["crank.x"]
    assert joint_coordinates(result(["crank.x", "A.theta"])) == ["crank.x", "A.theta"]


def test_a_run_that_stopped_says_so_in_the_picture():
    stopped = result(outcome=Outcome("locked", "Stopped at t = 2 s: the mechanism is locked."))
    assert stopped.plot().axes[0].get_title("left") == "Stopped at t = 2 s: the mechanism is locked."
    assert result().plot().axes[0].get_title("left") == ""


def test_any_name_can_be_drawn(tmp_path):
    names = ["_hidden.x", "x" * 300, "$x_{", "漢字.x", "a\nb"]
    series = {name: Series(name, "m", T) for name in names}
    run = Result("y" * 300, "simulate", T, series, Outcome("locked", "long " * 300))
    figure = run.plot(path=tmp_path / "run.png")
    assert [text.strip("\u200b") for text in texts(figure.axes[0])][:2] == ["_hidden.x", "x" * 39 + "…"]
    assert len(texts(figure.axes[0])) == len(names)


def test_an_unknown_name_is_suggested():
    with pytest.raises(
        UsageError, match=r"'A\.teta' is not a series of this result. Did you mean 'A\.theta'"
    ):
        result().plot("A.teta")


def test_names_in_a_list_are_refused_with_what_to_write():
    with pytest.raises(UsageError, match=r"by one name, not by a list.*run\.plot\('A\.theta', 'B\.theta'\)"):
        result().plot(["A.theta", "B.theta"])


def test_angle_that_jumps_by_a_turn_is_not_joined():
    turning = 2.5 * np.pi * T / T[-1]
    wrapped = Series("a.psi", "rad", np.remainder(turning + np.pi, 2 * np.pi) - np.pi)
    growing = replace(wrapped, name="b.psi", values=90 * turning)
    run = Result("m", "simulate", T, {"a.psi": wrapped, "b.psi": growing}, DONE)
    jumping, straight = (line.get_ydata() for line in run.plot("a.psi", "b.psi").axes[0].lines)
    steps = np.diff(jumping)
    assert np.nanmax(np.abs(steps)) < 0.5
    assert np.count_nonzero(np.isnan(jumping)) == 1
    assert np.array_equal(jumping[~np.isnan(jumping)], wrapped.values)
    assert np.array_equal(straight, 90 * turning)


@pytest.mark.parametrize("empty", [result(t=T[:0]), result(names=())])
def test_a_result_with_nothing_in_it_is_refused(empty):
    with pytest.raises(UsageError, match=r"There is nothing to plot: the result has (0|50) rows\. Done\."):
        empty.plot()


def test_one_row_is_drawn_as_points():
    assert result(t=T[:1]).plot("A.theta").axes[0].lines[0].get_marker() == "o"


def test_rounding_errors_of_a_constant_do_not_fill_the_diagram():
    noise = Series("b.x", "m", 1 + 1e-15 * np.sin(50 * T))
    low, high = Result("m", "simulate", T, {"b.x": noise}, Outcome("ok", "")).plot("b.x").axes[0].get_ylim()
    assert low < 0.95 and high > 1.05


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_a_picture_is_written_and_the_same_again(ending, start, tmp_path):
    for name in ("a", "b"):
        result(mechanism=r"$\frac{x_ & <b> θ").plot(
            "A.theta", "A.reaction", path=tmp_path / f"{name}.{ending}"
        )
    first, second = ((tmp_path / f"{name}.{ending}").read_bytes() for name in "ab")
    assert first.startswith(start) and first == second
    assert sorted(os.listdir(tmp_path)) == [f"a.{ending}", f"b.{ending}"]


@pytest.mark.parametrize("name", ["run.bmp", "run", "run.png.exe"])
def test_another_ending_is_refused_before_anything_is_drawn(name, tmp_path):
    with pytest.raises(
        UsageError, match=r"a picture cannot have the ending '.*'\. Allowed are: \.png, \.svg, \.pdf"
    ):
        result().plot(path=tmp_path / name)
    assert os.listdir(tmp_path) == []


def test_a_picture_that_cannot_be_written_leaves_no_trace(tmp_path):
    with pytest.raises(UsageError, match="cannot be written: No such file or directory"):
        result().plot(path=tmp_path / "no" / "run.png")


def test_a_window_without_a_display_is_refused_only_when_asked_for():
    with pytest.raises(UsageError, match=r"cannot be shown: there is no display .*path='run\.png'"):
        result().plot(show=True)
    assert result().plot().axes


def test_windows_open_where_there_is_a_display(monkeypatch):
    from matplotlib import pyplot

    shown = []
    monkeypatch.setattr(pyplot, "get_backend", lambda: "QtAgg")
    monkeypatch.setattr(pyplot, "show", lambda: shown.append(pyplot.gcf()))
    try:
        figure = plot(result())
        assert shown == [figure]
        plot(result(), show=False)
        assert shown == [figure]
        monkeypatch.setattr(pyplot, "get_backend", lambda: "module://matplotlib_inline.backend_inline")
        plot(result())  # a notebook shows what is returned; twice would be too much
        assert shown == [figure]
    finally:
        pyplot.close("all")


def test_a_notebook_learns_to_show_the_figure_that_is_returned(tmp_path):
    """The backend of a notebook registers how figures are shown when it is loaded, which naming it does not do."""
    (tmp_path / "toy_inline.py").write_text("from matplotlib.backends.backend_agg import *")
    code = (
        "import sys; from numpy import arange; from matplotlib import pyplot\n"
        "from sarrus.results import Outcome, Result, Series\n"
        "run = Result('m', 'simulate', arange(3.0), {'a': Series('a', 'm', arange(3.0))}, Outcome('ok', ''))\n"
        "before = 'toy_inline' in sys.modules; run.plot('a')\n"
        "print(before, 'toy_inline' in sys.modules, pyplot.get_fignums())"
    )
    place = {"PYTHONPATH": str(tmp_path), "MPLBACKEND": "module://toy_inline"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env={**os.environ, **place}
    )
    assert done.stdout.split("\n")[0] == "False True []", done.stderr


def test_the_style_of_the_user_is_left_alone():
    before = matplotlib.rcParams.copy()
    result().plot()
    assert matplotlib.rcParams.copy() == before


def test_without_matplotlib_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError, match=r"plot\(\) needs the package 'matplotlib'.*pip install matplotlib"):
        result().plot()


def test_neither_results_nor_views_load_what_only_a_call_needs():
    code = "import sys, sarrus.results, sarrus.views; print(sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert not {"matplotlib", "h5py", "scipy", "pandas", "xarray"} & set(eval(done.stdout))  # noqa: S307
