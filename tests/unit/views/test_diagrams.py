"""Diagrams of answers that are no series over time, and their pictures."""

from dataclasses import dataclass, field
from types import SimpleNamespace

import numpy as np
import pytest

import sarrus
from sarrus.analysis.linear.transfer import TransferFunction
from sarrus.analysis.statics.answer import Equilibrium, LoadPoint
from sarrus.io import loads
from sarrus.results.answer import AnswerWithValues, Outcome
from sarrus.views.diagrams.load_path import load_path_diagrams
from sarrus.views.diagrams.locus import floquet_diagram, locus_diagram, locus_rows
from sarrus.views.diagrams.response import bode_diagrams, frequencies, marks_of_roots, root_map
from sarrus.views.page.answers import PAGES, Viewed
from sarrus.views.report import report_data

OK = Outcome("ok", "Done.")
MODEL = """
sarrus: 1
name: blocks
plane: xy
parameters: {c: 0}
bodies:
  one: {mass: 1, inertia: 1}
  two: {mass: 1, inertia: 1}
joints:
  first: {prismatic: [ground, one]}
  second: {prismatic: [one, two]}
forces:
  near: {coordinate-force: first.s, is: -100*value - c*rate}
  far: {coordinate-force: second.s, is: -100*value - c*rate}
"""


@pytest.fixture(scope="module")
def blocks():
    """Two blocks and two springs without dampers, pushed at the first."""
    return sarrus.linearize(loads(MODEL), inputs=["load.first.s"], outputs=["first.s", "two.x"])


@pytest.fixture(scope="module")
def damped():
    """The same so strongly damped that one mode only fades."""
    return sarrus.modes(loads(MODEL.replace("c: 0", "c: 15")))


def function(zeros, poles, gain=1.0):
    zeros, poles = np.array(zeros, complex), np.array(poles, complex)
    return TransferFunction("y", "u", zeros, poles, gain, np.zeros(0, complex))


# Responses


def test_phase_lags_half_a_turn_behind_each_pole_without_damping_and_leads_behind_a_zero():
    w = np.array([0.5, 1.5, 2.5, 3.5])
    one = function([2j, -2j], [1j, -1j, 3j, -3j])
    assert np.degrees(one.phase(w)) == pytest.approx([0, -180, 0, -180], abs=1e-6)
    # what rounding gives the real part of a root on the axis turns nothing round
    other = function([1e-12 + 2j, 1e-12 - 2j], [1e-12 + 1j, 1e-12 - 1j, 3j, -3j])
    assert other.phase(w) == pytest.approx(one.phase(w), abs=1e-6)


@pytest.mark.parametrize(
    ("made", "first", "last"),
    [
        (function([], [-1.0]), 0, -90),
        (function([], [-1.0], -2.0), -180, -270),
        (function([], [0.0, 0.0]), -180, -180),
        (function([], [1.0]), -180, -90),
        (function([1.0], [-1.0, -1.0], -1.0), 0, -270),
        (function([], [-0.1 + 1j, -0.1 - 1j]), 0, -180),
    ],
)
def test_phase_is_that_of_the_function_and_goes_on_without_jumps(made, first, last):
    w = np.geomspace(1e-4, 1e4, 400)
    found = made.phase(w)
    assert np.degrees(found[[0, -1]]) == pytest.approx([first, last], abs=0.1)
    assert np.abs(np.diff(found)).max() < 1.0
    values = np.array([made(1j * x) for x in w])
    np.testing.assert_allclose(np.exp(1j * found), values / np.abs(values), atol=1e-9)


def test_frequencies_reach_a_decade_beyond_all_roots_and_never_lie_on_a_pole(blocks):
    w, peaks = frequencies(blocks)
    sizes = np.unique(np.abs(blocks.poles()).round(9))
    assert peaks == pytest.approx(sizes, rel=1e-9)
    assert w[0] <= 0.101 * sizes[0] and w[-1] >= 9.9 * sizes[-1]
    assert np.abs(w[:, None] / peaks - 1).min() > 1e-5
    response = blocks.response(w)
    assert not response.on_poles and response.magnitude.max() > 1000 * response.magnitude[0, 0, 0]


def test_response_without_damping_has_a_gap_and_a_cross_at_each_pole_and_names_its_units(blocks):
    ((above, below),) = bode_diagrams(blocks)
    assert (above.title, above.y.unit, above.y.is_log, below.y.unit) == (
        "from load.first.s",
        "m/N",
        True,
        "deg",
    )
    assert [curve.name for curve in above.curves] == ["first.s", "two.x"]
    poles = np.unique(np.abs(blocks.poles()).round(9)) / (2 * np.pi)
    (marks,) = above.marks
    assert (marks.sign, marks.x) == ("cross", pytest.approx(poles, rel=1e-8))
    curve = above.curves[0]
    assert curve.x[np.isnan(curve.y)] == pytest.approx(poles, rel=1e-8)
    assert np.isfinite(below.curves[0].y).all()


def test_poles_and_zeros_stand_in_a_plane_with_one_scale_and_a_shaded_half(blocks):
    diagram = root_map(blocks)
    assert (diagram.is_equal, diagram.shaded) == (True, "right")
    assert [marks.name for marks in diagram.marks] == ["poles", "zeros of first.s / load.first.s"]
    assert [marks.sign for marks in diagram.marks] == ["cross", "circle"]
    assert len(diagram.marks[0].x) == 4


def test_roots_that_coincide_are_one_mark_with_their_number():
    marks = marks_of_roots("poles", np.array([0, 0, -1, -1 + 1e-12j, -2]), "cross")
    assert (list(marks.x), list(marks.labels)) == ([0, -1, -2], ["2 times", "2 times", ""])


def test_picture_of_a_linear_model_has_a_column_for_each_input_and_without_any_the_roots_alone(
    blocks, damped, tmp_path
):
    figure = blocks.plot(path=tmp_path / "it.png", show=False)
    assert [axes.get_ylabel() for axes in figure.axes] == [
        "magnitude [m/N]",
        "phase [deg]",
        "imaginary part [1/s]",
    ]
    assert [axes.get_xscale() for axes in figure.axes] == ["log", "log", "linear"]
    figure.canvas.draw()
    words = [tick.get_text() for tick in figure.axes[0].get_yticklabels()]
    assert not any("$" in word for word in words), "TeX is not read in these pictures"
    assert len(damped.model.plot(show=False).axes) == 1


# Modes


def test_picture_of_modes_names_each_of_them_and_what_only_fades_goes_to_one_side(damped, tmp_path):
    figure = damped.plot(path=tmp_path / "it.svg", show=False)
    titles = [axes.get_title() for axes in figure.axes]
    frequency = damped.frequency[damped.is_swinging][0]
    assert f": {frequency:.4g} Hz, damping " in next(t for t in titles if "Hz" in t)
    assert sum("fades, time constant" in t for t in titles) == 2
    assert (tmp_path / "it.svg").read_text().startswith("<?xml")


def test_mechanism_that_cannot_move_has_no_picture_of_modes():
    drivers = "drivers:\n  a: {motion: first.s, is: t}\n  b: {motion: second.s, is: 2*t}\n"
    still = sarrus.modes(loads(MODEL + drivers), at="start")
    with pytest.raises(sarrus.UsageError, match="nothing can move"):
        still.plot(show=False)
    assert report_data(still)["panels"][0]["shapes"] == []


def test_page_of_modes_has_a_shape_for_each_with_what_keeps_its_joints_closed(damped):
    data = report_data(damped)
    (shapes,) = (panel for panel in data["panels"] if panel["kind"] == "shapes")
    assert data["heading"] == "Modes" and [p["title"] for p in data["panels"]][:3] == [
        "Modes",
        "Roots",
        "Words",
    ]
    assert [shape["name"] for shape in shapes["shapes"]] == ["mode 1", "mode 2", "mode 3"]
    assert sorted(shape["is_swinging"] for shape in shapes["shapes"]) == [False, False, True]
    assert all(shape["closing"] for shape in shapes["shapes"])
    assert "go out to one side and back" in shapes["note"]
    few = report_data(damped, most_numbers=700)["panels"][0]
    assert len(few["shapes"]) == 2 and "slowest 2 of 3 modes" in few["note"]
    assert data["scene"]["arrows"] == []


def test_notebook_shows_the_page_of_modes_and_the_words_of_an_equilibrium(damped):
    assert damped._repr_html_().startswith("<iframe")
    assert sarrus.equilibrium(loads(MODEL))._repr_html_().startswith("<pre>")


# Load paths


def test_load_path_is_dashed_where_it_falls_away_and_changes_at_its_fold():
    s = np.linspace(-1.0, 1.0, 21)
    answer = Equilibrium(
        mechanism="m", status=OK, values={"A.s": 1.0}, units={"A.s": "m", "P": "N"}, coordinates=("A.s",), over="P",
        path={"P": tuple(1.0 - s**2), "A.s": tuple(s), "unstable": tuple(1.0 * (s > 0.05))},
        folds=(LoadPoint(1.0, {"A.s": 0.03}),),
    )  # fmt: skip
    (diagram,) = load_path_diagrams(answer)
    stable, unstable = diagram.curves
    assert [(c.name, c.is_dashed, c.color) for c in diagram.curves] == [
        ("stable", False, 0),
        ("unstable", True, 0),
    ]
    assert np.nanmax(stable.y) == np.nanmin(unstable.y) == 0.03, "both have the fold"
    assert (np.nanmin(stable.y), np.nanmax(unstable.y)) == (-1.0, 1.0)
    (fold,) = diagram.marks
    assert (fold.name, fold.sign, list(fold.labels)) == ("fold", "dot", ["1"])


def path_rows(over):
    """Rows of the points of a load path on its page, and how many rows there are."""
    spring = "far: {coordinate-force: second.s, is: -100*value - c*rate}"
    text = MODEL.replace("{c: 0}", "{c: 0, l: 0.5}").replace(
        spring, f"{spring}\n  push: {{coordinate-force: second.s, is: c}}"
    )
    text = text.replace("  two: {mass", "  two: {points: {end: [l, 0]}, mass").replace(
        "[one, two]", "[one, two.end]"
    )
    answer = sarrus.equilibrium(loads(text.replace("- c*rate", "")), over=over)
    data = report_data(answer)
    return data["panels"][0]["diagrams"][0]["curves"][0]["rows"], len(answer.path["first.s"])


def test_points_of_a_load_path_have_poses_unless_what_changes_is_a_length():
    rows, many = path_rows({"c": (0, 10)})
    assert rows == [*range(1, many + 1)]
    assert path_rows({"l": (0.5, 0.6)})[0] is None


# Roots over a number, and multipliers


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Locus(AnswerWithValues):
    """A root locus as its diagrams read it."""

    analysis: str = field(default="roots", init=False)
    over: str = "c"
    unit: str = "N s/m"
    values: np.ndarray = field(default_factory=lambda: np.linspace(0, 4, 41))
    real: np.ndarray = None
    imag: np.ndarray = None
    crossings: tuple = ()
    meetings: tuple = ()

    def text(self):
        return "roots"


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Period(AnswerWithValues):
    """Multipliers as their diagram reads them."""

    analysis: str = field(default="floquet", init=False)
    multipliers: np.ndarray = None
    period: float = 2.0

    def text(self):
        return "multipliers"


def locus():
    """s^2 + (c - 1) s + 1 = 0 for c from 0 to 4."""
    c = np.linspace(0, 4, 41)
    root = np.sqrt((c - 1) ** 2 / 4 - 1 + 0j)
    roots = np.stack([(1 - c) / 2 + root, (1 - c) / 2 - root], axis=1)
    return Locus(
        mechanism="blocks", status=OK, real=roots.real, imag=roots.imag,
        crossings=(SimpleNamespace(value=1.0, real=0.0, imag=1.0),),
        meetings=(SimpleNamespace(value=3.0, real=-1.0, imag=0.0),),
    )  # fmt: skip


def test_root_locus_marks_its_begin_its_end_and_where_roots_cross_or_meet():
    diagram = locus_diagram(locus())
    assert (diagram.is_equal, diagram.shaded, len(diagram.curves)) == (True, "right", 2)
    begin, end, crossing, meeting = diagram.marks
    assert (begin.name, begin.sign, end.name, end.sign) == (
        "begin, c = 0 N s/m",
        "cross",
        "end, c = 4 N s/m",
        "dot",
    )
    assert (crossing.labels, meeting.labels) == (["1"], ["3"])
    parts, frequency = locus_rows(locus())
    assert (parts.x.unit, parts.y.label, frequency.y.unit) == ("N s/m", "real part", "Hz")
    (swinging,) = frequency.curves
    assert np.nanmax(swinging.y) == pytest.approx(1 / (2 * np.pi))


def test_multipliers_stand_about_the_unit_circle():
    diagram = floquet_diagram(
        Period(mechanism="blocks", status=OK, multipliers=np.array([1, 0.5j, -0.5j, -1.2]))
    )
    (circle,), (marks,) = diagram.curves, diagram.marks
    assert np.hypot(circle.x, circle.y) == pytest.approx(1.0)
    assert (marks.sign, sorted(marks.x)) == ("cross", [-1.2, 0, 0, 1])
    assert diagram.title == "one period, 2 s"


@pytest.mark.parametrize(
    ("answer", "first", "pictures"),
    [
        (locus(), "Roots", 3),
        (Period(mechanism="blocks", status=OK, multipliers=np.array([0.5, -1.2])), "Multipliers", 1),
    ],
)
def test_roots_and_multipliers_have_a_page_and_a_picture(answer, first, pictures):
    page = PAGES[answer.analysis].show(Viewed(answer, loads(MODEL)))
    assert [panel["title"] for panel in page.panels][:2] == [first, "Words"]
    assert len(page.panels[0]["diagrams"]) == pictures == len(answer.plot(show=False).axes)
    assert page.scene is not None
