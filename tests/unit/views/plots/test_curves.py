"""Lines in degrees, within one turn, against other series, and of several runs."""

from dataclasses import replace

import matplotlib
import numpy as np
import pytest

import sarrus
from sarrus.errors import UsageError
from sarrus.io import loads
from sarrus.results import Outcome, Result, Series
from sarrus.views.plots.curves import Axes, diagrams_of, in_degrees
from sarrus.views.plots.runs import labelled

T = np.linspace(0.0, 2.0, 21)
DONE = Outcome("ok", "Done.")
VALUES = {
    "A.theta": ("rad", 7.0 * T),
    "A.theta_dot": ("rad/s", 7.0 + 0.0 * T),
    "B.theta": ("rad", 0.5 * np.sin(T)),
    "slide.s": ("m", np.cos(7.0 * T)),
    "foot.p3.x": ("m", np.cos(7.0 * T)),
    "foot.p3.y": ("m", 2.0 * np.sin(7.0 * T)),
    "C.reaction": ("N", np.ones((21, 3))),
}


@pytest.fixture(autouse=True)
def no_display(monkeypatch):
    monkeypatch.setitem(matplotlib.rcParams, "backend", "agg")


def result(factor=1.0, t=T, mechanism="leg", status=DONE):
    series = {name: Series(name, unit, factor * v[: len(t)]) for name, (unit, v) in VALUES.items()}
    return Result(mechanism, "simulate", t, series, status)


def line(name, run=None, **options):
    """The only curve of a name."""
    ((curve,),) = (d.curves for d in diagrams_of([run or result()], [[name]], Axes(**options)))
    return curve


@pytest.mark.parametrize(
    ("unit", "shown", "power"),
    [
        ("rad", "deg", 1),
        ("rad/s^2", "deg/s^2", 1),
        ("rad^2", "deg^2", 2),
        ("N m/rad", "N m/deg", -1),
        ("m", "m", 0),
        ("grad", "grad", 0),
    ],
)
def test_units_with_radians_are_told_in_degrees(unit, shown, power):
    assert in_degrees(unit) == (shown, pytest.approx((180 / np.pi) ** power))


def test_angles_and_their_rates_are_shown_in_degrees_on_demand():
    figure = result().plot("A.theta", "A.theta_dot", "slide.s", degrees=True)
    assert [axes.get_ylabel() for axes in figure.axes] == [
        "A.theta [deg]",
        "A.theta_dot [deg/s]",
        "slide.s [m]",
    ]
    np.testing.assert_allclose(figure.axes[0].lines[0].get_ydata(), np.degrees(7.0 * T))
    np.testing.assert_array_equal(figure.axes[2].lines[0].get_ydata(), VALUES["slide.s"][1])


def test_a_wrapped_angle_goes_to_the_edge_and_begins_anew_at_the_other_one():
    curve = line("A.theta", wrap=True)
    gaps = np.flatnonzero(np.isnan(curve.y))
    assert len(gaps) == 2  # 14 rad are more than two turns
    for k in gaps:
        assert (curve.y[k - 1], curve.y[k + 1]) == pytest.approx((np.pi, -np.pi))
        assert curve.x[k - 1] == curve.x[k + 1] == pytest.approx(np.pi * (1 + 2 * list(gaps).index(k)) / 7.0)
    known = ~np.isnan(curve.y)
    assert np.abs(curve.y[known]).max() <= np.pi + 1e-12
    # no line across: what is joined differs by no more than a row does
    assert np.nanmax(np.abs(np.diff(curve.y))) <= 0.7 + 1e-12
    assert np.cos(curve.y[known]) == pytest.approx(np.cos(7.0 * curve.x[known]))


def test_lengths_and_angles_that_stay_within_a_turn_are_not_wrapped():
    for name in ("slide.s", "B.theta"):
        np.testing.assert_array_equal(line(name, wrap=True).y, VALUES[name][1])


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_an_angle_that_was_published_within_a_turn_is_wrapped_alike(sign):
    turning = 7.0 * sign * T
    within = Series("a.psi", "rad", np.remainder(turning + np.pi, 2 * np.pi) - np.pi)
    run = Result("m", "simulate", T, {"a.psi": within, "b.psi": Series("b.psi", "rad", turning)}, DONE)
    one, other = line("a.psi", run, wrap=True), line("b.psi", run, wrap=True)
    np.testing.assert_allclose(one.x, other.x, atol=1e-12)
    np.testing.assert_allclose(one.y, other.y, atol=1e-12)


def test_a_row_that_is_not_known_and_rows_too_far_apart_leave_gaps():
    for values in ([0.0, np.nan, 7.0, 7.1], [0.0, 40.0, 41.0, 80.0]):
        run = Result("m", "simulate", T[:4], {"a": Series("a", "rad", np.array(values))}, DONE)
        curve = line("a", run, wrap=True)
        assert np.nanmax(np.abs(curve.y)) <= np.pi + 1e-12
        assert np.isnan(curve.y).any()


def test_series_are_drawn_against_another_one():
    figure = result().plot("slide.s", "B.theta", against="A.theta", degrees=True)
    assert [axes.get_xlabel() for axes in figure.axes] == ["", "A.theta [deg]"]
    np.testing.assert_allclose(figure.axes[0].lines[0].get_xdata(), np.degrees(7.0 * T))
    np.testing.assert_array_equal(figure.axes[0].lines[0].get_ydata(), VALUES["slide.s"][1])


def test_many_turns_lie_over_each_other_against_a_wrapped_angle():
    curve = line("slide.s", against="A.theta", wrap=True)
    known = ~np.isnan(curve.y)
    assert np.abs(curve.x[known]).max() == pytest.approx(np.pi)
    # straight between rows, which are 0.7 rad apart: 1 - cos(0.35)
    assert curve.y[known] == pytest.approx(np.cos(curve.x[known]), abs=0.062)
    assert np.array_equal(np.isnan(curve.x), np.isnan(curve.y))


def test_two_lengths_have_one_scale():
    (axes,) = result().plot("foot.p3.y", against="foot.p3.x").axes
    assert axes.get_aspect() == 1.0
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("foot.p3.x [m]", "foot.p3.y [m]")
    assert result().plot("B.theta", against="foot.p3.x").axes[0].get_aspect() == "auto"


def test_what_has_components_is_nothing_to_plot_against():
    with pytest.raises(UsageError, match=r"Give one of them: C\.reaction\.x, C\.reaction\.y, C\.reaction\.z"):
        result().plot("slide.s", against="C.reaction")
    with pytest.raises(UsageError, match=r"'A\.teta' is not a series.*Did you mean 'A\.theta'"):
        result().plot("slide.s", against="A.teta")


def test_a_point_is_drawn_with_its_coordinates():
    run = result()
    assert "foot.p3" in run and "foot" not in run and "C.reaction.x" in run and "C.reaction.w" not in run
    assert [one.get_label() for one in run.plot("foot.p3").axes[0].lines] == ["foot.p3.x", "foot.p3.y"]
    body = {**run.series, "foot.p3.psi": Series("foot.p3.psi", "rad", T)}
    assert "foot.p3" not in replace(run, series=body)


# Several runs


def test_one_series_of_several_runs_is_told_by_run():
    (axes,) = sarrus.plot({"light": result(), "heavy": result(2.0, T[:11])}, "slide.s").axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["light", "heavy"]
    assert axes.get_ylabel() == "slide.s [m]"
    assert axes.get_xlim() == (0.0, 2.0)
    assert len({one.get_color() for one in axes.lines}) == 2


def test_several_series_of_several_runs_have_a_colour_each_and_dashes_by_run():
    (axes,) = sarrus.plot([result(), result(2.0)], "A.theta", "B.theta").axes
    looks = {one.get_label(): (one.get_color(), str(one._unscaled_dash_pattern)) for one in axes.lines}
    assert list(looks) == ["A.theta, run 1", "A.theta, run 2", "B.theta, run 1", "B.theta, run 2"]
    (a1, d1), (a2, d2), (b1, e1), _ = looks.values()
    assert a1 == a2 != b1
    assert d1 == e1 != d2


def test_runs_without_names_are_compared_in_what_all_of_them_have():
    only = {name: result().series[name] for name in ("A.theta", "B.theta")}
    run = replace(result(), series={**only, "A.theta_dot": result().series["A.theta_dot"]})
    figure = sarrus.plot([run, replace(run, series=only)])
    assert [one.get_label() for one in figure.axes[0].lines] == ["run 1", "run 2"]
    with pytest.raises(UsageError, match=r"'slide\.s' is not a series"):
        sarrus.plot([result(), run], "slide.s")


def test_a_run_that_stopped_is_named_above_the_curves():
    stopped = result(status=Outcome("locked", "Stopped."))
    assert sarrus.plot({"a": result(), "b": stopped}, "slide.s").axes[0].get_title("left") == "b: Stopped."


PENDULUM = """
sarrus: 1
name: NAME
plane: xy
parameters: {l: 1.0, m: 2.0}
bodies: {bob: {mass: m, center: [l, 0], inertia: 0}}
joints: {A: {revolute: [ground, bob]}}
start: {fixed: {A.theta: 0.1}}
"""


def pendulum(name="swing", **parameters):
    mechanism = loads(PENDULUM.replace("NAME", name))
    mechanism.parameters(**parameters)
    return sarrus.simulate(mechanism, 0.1, rows=3)


def test_runs_are_told_apart_by_the_parameters_in_which_they_differ():
    one, longer, other = pendulum(), pendulum(l=2.5), pendulum("ring")
    assert list(labelled([one, longer])) == ["l = 1", "l = 2.5"]
    assert list(labelled([one, pendulum(l=2.5, m=3.0)])) == ["l = 1, m = 2", "l = 2.5, m = 3"]
    assert list(labelled([one, other])) == ["swing", "ring"]
    assert list(labelled([one, one, longer])) == ["run 1, l = 1", "run 2, l = 1", "l = 2.5"]
    assert list(labelled([one])) == list(labelled(one)) == [""]


@pytest.mark.parametrize("wrong", [[], {}, 5, "run.h5", [5], {"a": None}])
def test_what_is_no_run_is_refused_with_what_to_write(wrong):
    with pytest.raises(UsageError, match=r"is not a run over time.*sarrus\.plot\(\{'light': run"):
        sarrus.plot(wrong)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"degrees": "yes"}, "degrees is 'yes'. It must be true or false."),
        ({"agains": "A.theta"}, "plot has no option 'agains'. Did you mean 'against'?"),
        ({"against": 5}, "against is 5. It must be a text."),
        ({"path": "a.bmp"}, "Allowed are: .png, .svg, .pdf"),
    ],
)
def test_options_are_read_by_their_declarations(options, said):
    with pytest.raises(UsageError) as caught:
        sarrus.plot(result(), "slide.s", **options)
    assert said in str(caught.value)
