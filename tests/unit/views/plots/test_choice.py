"""What is plotted when nobody has said it."""

import numpy as np
import pytest

import sarrus
from sarrus.io import loads
from sarrus.results import Outcome, Result, Series
from sarrus.views.plots.choice import first_plots, model_of

T = np.linspace(0.0, 4.0, 41)
MODEL = """
sarrus: 1
name: slider
plane: xy
bodies:
  crank: {rod: {length: 0.3, mass: 0.4}}
  coupler: {rod: {length: 0.8, mass: 1}}
  block: {mass: 0.5, inertia: 0.01}
joints:
  A: {revolute: [ground, crank.start]}
  B: {revolute: [crank.end, coupler.start]}
  C: {revolute: [coupler.end, block]}
  slide: {prismatic: [ground, block]}
"""
MOTOR = "drivers: {motor: {motion: A.theta, is: PACE*t}}\n"
SENSORS = """sensors:
  gauge: {distance-sensor: [ground, coupler.center]}
  pull: {reaction-sensor: C}
"""
SLIDER = {
    "A.theta": ("rad", 3.0 * T),
    "B.theta": ("rad", -3.0 * T),
    "C.theta": ("rad", np.sin(T)),
    "slide.s": ("m", np.cos(T)),
    "gauge.length": ("m", 1.0 + np.cos(T)),
    "pull.force": ("N", np.outer(np.cos(T), [1.0, 2.0, 1e-17])),
    "pull.torque": ("N m", np.outer(np.cos(T), [0.0, 0.0, 1e-16])),
    "motor.effort": ("N m", np.sin(T)),
    "C.reaction": ("N", np.outer(T, [3.0, 4.0, 0.0])),
    "energy.kinetic": ("J", T),
    "energy.potential": ("J", 0.0 * T),
    "energy.balance": ("J", 1e-9 * T),
}


def choice(text, **others):
    """The diagrams of made-up series of a model."""
    values = {**SLIDER, **others}
    series = {name: Series(name, unit, v) for name, (unit, v) in values.items()}
    run = Result("slider", "simulate", T, series, Outcome("ok", ""))
    return first_plots(run, loads(text).snapshot())


def test_the_slider_of_a_driven_crank_is_shown_and_what_turns_with_the_drive_is_not():
    assert choice(MODEL + MOTOR.replace("PACE", "3")) == [
        ["slide.s"],
        ["C.theta"],
        ["motor.effort"],
        ["energy.kinetic", "energy.balance"],
    ]


def test_a_drive_that_does_not_turn_comes_first():
    swing = {"A.theta": ("rad", 0.3 * np.sin(T)), "B.theta": ("rad", np.cos(T))}
    first, second, *_ = choice(MODEL + MOTOR.replace("PACE", "sin(t)"), **swing)
    assert (first, second) == (["A.theta", "B.theta", "C.theta"], ["slide.s"])


def test_a_drive_that_turns_is_shown_where_there_is_nothing_else():
    still = {name: (SLIDER[name][0], 0.0 * T) for name in ("B.theta", "C.theta", "slide.s")}
    assert choice(MODEL + MOTOR.replace("PACE", "3"), **still)[0] == ["A.theta"]


def test_sensors_are_always_shown_without_components_that_stay_zero():
    found = choice(MODEL + MOTOR.replace("PACE", "3") + SENSORS)
    assert found[:3] == [["gauge.length", "slide.s"], ["pull.force.x", "pull.force.y"], ["C.theta"]]


def test_many_sensors_are_shared_out_among_diagrams():
    gauges = [f"g{k}" for k in range(14)]
    text = "sensors:\n" + "".join(f"  {g}: {{distance-sensor: [ground, crank.end]}}\n" for g in gauges)
    found = choice(MODEL + text, **{f"{g}.length": ("m", T) for g in gauges})
    assert [len(names) for names in found[:3]] == [5, 4, 5]
    assert [name for names in found[:3] for name in names] == [f"{g}.length" for g in gauges]


def test_an_angle_that_was_let_go_and_turns_has_a_diagram_of_its_own():
    first, second, third, *_ = choice(MODEL + "start: {fixed: {A.theta: 0.2, A.theta_dot: 3}}\n")
    assert (first, second, third) == (["A.theta", "B.theta"], ["slide.s"], ["C.theta"])


def test_what_is_given_at_the_start_comes_first():
    calm = {"A.theta": ("rad", np.sin(T)), "B.theta": ("rad", np.sin(T))}
    assert choice(MODEL + "start: {fixed: {C.theta: 0.2}}\n", **calm)[0] == ["C.theta", "A.theta", "B.theta"]


def test_at_most_six_curves_stand_in_a_diagram():
    joints = [f"J{k}.theta" for k in range(20)]
    many = {name: Series(name, "rad", np.sin(T)) for n in joints for name in (n, f"{n}_dot")}
    many |= {f"J{k}.reaction": Series(f"J{k}.reaction", "N", np.ones((len(T), 3))) for k in range(20)}
    run = Result("chain", "simulate", T, many, Outcome("ok", ""))
    assert first_plots(run, None) == [joints[:6]]


def test_a_run_without_rows_or_series_has_no_plots():
    assert first_plots(Result("m", "simulate", T, {}, Outcome("ok", "")), None) == []
    nothing = Series("A.theta", "rad", T[:0])
    assert first_plots(Result("m", "simulate", T[:0], {"A.theta": nothing}, Outcome("ok", "")), None) == []


def test_values_that_are_not_known_do_not_disturb_the_choice():
    unknown = {"C.theta": ("rad", np.full_like(T, np.nan)), "slide.s": ("m", np.where(T < 1, np.nan, T))}
    assert choice(MODEL + MOTOR.replace("PACE", "3"), **unknown)[0] == ["slide.s"]


@pytest.fixture(scope="module")
def quick():
    return sarrus.kinematics(loads(MODEL + MOTOR.replace("PACE", "7")), 1.0, rows=20)


def test_page_and_picture_open_with_the_same_diagrams(quick):
    from sarrus.views.page.answers.base import Viewed
    from sarrus.views.page.answers.motion import motion_page

    chosen = first_plots(quick, model_of(quick))
    assert chosen[0] == ["slide.s"]
    page = motion_page(Viewed(quick, loads(MODEL + MOTOR.replace("PACE", "7"))))
    assert page.panels[0]["diagrams"] == chosen
    figure = quick.plot()
    drawn = [axes.lines for axes in figure.axes]
    assert [len(lines) for lines in drawn] == [len(names) for names in chosen]
    for lines, names in zip(drawn, chosen, strict=True):
        for line, name in zip(lines, names, strict=True):
            np.testing.assert_array_equal(line.get_ydata(), quick[name])
