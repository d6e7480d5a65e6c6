"""Answers that are no motion over time, as verbs give them: modes, a linear model, a load path."""

import numpy as np
import pytest

import sarrus
from sarrus.io import loads

TRUSS = """
sarrus: 1
name: truss
plane: xy
parameters: {P: 0}
ground:
  points: {left: [-1, 0], right: [1, 0]}
  frames: {up: {turn: 90 deg}}
bodies:
  particle: {mass: 1, inertia: 1}
joints:
  guide: {prismatic: [ground.up, particle]}
forces:
  one: {spring-damper: [ground.left, particle], stiffness: 1000, free_length: 1.044}
  two: {spring-damper: [ground.right, particle], stiffness: 1000, free_length: 1.044}
  weight: {applied-force: particle, force: [0, -P]}
start:
  guess: {guide.s: 0.5}
"""
PERIOD = 1800
"""Of a swing on the screen [ms]."""


@pytest.fixture(scope="module")
def answers(tmp_path_factory, examples):
    """Files of reports by name."""
    folder = tmp_path_factory.mktemp("answers")
    known = {
        "modes": lambda: sarrus.modes(sarrus.load(examples / "four-bar.yaml")),
        "chain": lambda: sarrus.modes(sarrus.load(examples / "n-pendulum.yaml")),
        "linear": lambda: sarrus.linearize(
            sarrus.load(examples / "double-pendulum.yaml"),
            inputs=["load.A.theta"],
            outputs=["A.theta", "B.theta"],
        ),
        "path": lambda: sarrus.equilibrium(loads(TRUSS), over={"P": (-20, 20)}),
    }
    written = {}

    def write(name):
        if name not in written:
            written[name] = known[name]().report(folder / f"{name}.html")
        return written[name]

    return write


def stop_time(page):
    page.clock.install(time=0)
    page.clock.pause_at(1000)


def apart(opened):
    """Pixels between the ends of the crank, the coupler and the rocker that joints hold together."""
    pairs = (
        (("crank", (0.3, 0, 0)), ("coupler", (0, 0, 0))),
        (("coupler", (0.9, 0, 0)), ("rocker", (0.7, 0, 0))),
        (("crank", (0, 0, 0)), ("ground", (0, 0, 0))),
        (("rocker", (0, 0, 0)), ("ground", (1, 0, 0))),
    )
    return max(np.hypot(*np.subtract(opened.project(*a), opened.project(*b))) for a, b in pairs)


def test_joints_stay_closed_while_a_mode_swings(show, answers):
    opened = show(answers("modes"), before=stop_time, reduced_motion="no-preference")
    start = opened.project("coupler")
    metre = np.hypot(*np.subtract(opened.project("ground", (1, 0, 0)), opened.project("ground")))
    moved = []
    for _ in range(6):
        assert apart(opened) < 0.5
        opened.page.clock.run_for(PERIOD / 6)
        moved.append(np.hypot(*np.subtract(opened.project("coupler"), start)) / metre)
    assert max(moved) > 0.1
    slider = opened.page.get_by_label("Size of the swing")
    slider.focus()
    opened.page.keyboard.press("End")
    opened.page.clock.run_for(PERIOD)
    assert apart(opened) < 0.012 * metre, "twice as large they nearly do"


def test_modes_are_chosen_by_the_arrow_keys_and_tell_frequency_and_damping(show, answers):
    opened = show(answers("chain"))
    group = opened.page.get_by_role("group", name="Modes")
    texts = group.locator("label .unit").all_inner_texts()
    assert len(texts) == 5 and texts[0] == "0.6001 Hz, damping 0, swings"
    first = opened.project("bar-5", (0.2, 0, 0))
    group.get_by_role("radio").first.focus()
    opened.page.keyboard.press("ArrowDown")
    opened.settle()
    assert group.get_by_role("radio", checked=True).get_attribute("value") == "1"
    assert opened.project("bar-5", (0.2, 0, 0)) != first
    assert opened.find(".timeline").count() == 0
    assert "J5.theta 1 rad" in opened.tab("Words").inner_text()


def test_linear_model_shows_its_response_and_its_roots(show, answers):
    opened = show(answers("linear"))
    charts = opened.tab("Response").locator(".chart")
    charts.locator("path.curve").nth(3).wait_for(state="attached")
    above, below = charts.all()
    words = above.locator("text").all_text_contents()
    assert {"frequency [Hz]", "magnitude [rad/(N m)]"} <= set(words)
    assert above.locator("path.curve").count() == below.locator("path.curve").count() == 2
    assert above.locator("path.mark").count() == 2, "both poles are without damping"
    roots = opened.tab("Roots").locator(".chart")
    roots.locator("path.shade").wait_for(state="attached")
    assert roots.locator("path.shade").count() == 1
    box, edge = roots.locator("path.shade").bounding_box(), roots.locator("path.edge").bounding_box()
    assert box["width"] == pytest.approx(edge["width"] / 2, rel=0.1), (
        "roots without damping stand on the border"
    )
    assert opened.tab("Words").inner_text().startswith("double-pendulum: Small motions about an equilibrium.")


def test_load_path_is_dashed_where_it_falls_away_and_its_folds_are_marked(show, answers):
    opened = show(answers("path"), viewport={"width": 390, "height": 800}, color_scheme="dark")
    panel = opened.open("diagram")
    stable, unstable = panel.locator("path.curve").all()
    assert stable.get_attribute("stroke") == unstable.get_attribute("stroke")
    assert [bool(line.get_attribute("stroke-dasharray")) for line in (stable, unstable)] == [False, True]
    assert panel.locator(".legend li").all_inner_texts() == ["stable", "unstable", "fold"]
    assert len(panel.locator("text.label").all_text_contents()) == 2
    assert opened.do("document.documentElement.scrollWidth") <= 390


def test_drawing_follows_the_point_of_a_load_path_that_is_read(show, answers):
    opened = show(answers("path"))
    ends = opened.project("particle")
    opened.open("diagram").locator(".chart").focus()
    opened.page.keyboard.press("ArrowRight")
    opened.settle()
    begins = opened.project("particle")
    metre = opened.project("ground", (1, 0, 0))[0] - opened.project("ground")[0]
    values = opened.find(".reading").first.inner_text().split()
    assert values[:3] == ["stable:", "P", "-20.000,"]
    assert (opened.project("ground")[1] - begins[1]) / metre == pytest.approx(float(values[4]), abs=0.01)
    assert begins[1] < ends[1] - 0.3 * metre
    opened.tab("Pose")
    opened.settle()
    assert opened.project("particle") == pytest.approx(ends, abs=0.5)
