"""Diagrams are tied to the time: a line follows it, a click sets it; their series can be chosen."""

from dataclasses import replace

import numpy as np
import pytest
from browsing import points_of

from sarrus.results import Series
from sarrus.views.palette import BODIES

NOW = ".card .now"
OVER = ".card .u-over"


def fraction_of_the_line(opened):
    """Where the line at the present time stands, from 0 at the left to 1 at the right of the diagram."""
    over, now = (opened.find(selector).first.bounding_box() for selector in (OVER, NOW))
    return (now["x"] - over["x"]) / over["width"]


def test_line_follows_the_time(four_bar):
    width = four_bar.find(OVER).first.bounding_box()["width"]
    for time in (0.0, 0.5, 1.7, 2.0):
        four_bar.jump(time)
        assert fraction_of_the_line(four_bar) == pytest.approx(time / 2.0, abs=2.5 / width)


def test_click_jumps_to_the_time_that_was_clicked(four_bar, example):
    over = four_bar.find(OVER).first
    box = over.bounding_box()
    for fraction in (0.25, 0.8):
        over.click(position={"x": fraction * box["width"], "y": box["height"] / 2})
        assert four_bar.time() == pytest.approx(2.0 * fraction, abs=example("four-bar").t[1])
        four_bar.settle()
        assert fraction_of_the_line(four_bar) == pytest.approx(fraction, abs=0.02)


def legend(opened, card):
    """Values by the names of a diagram."""
    items = opened.find(".card").nth(card).locator(".legend li").all()
    return {
        i.locator(".name").get_attribute("title"): float(i.locator(".value").inner_text().split()[0])
        for i in items
    }


def test_legend_has_the_values_of_the_result(four_bar, example):
    run, row = example("four-bar"), 60
    four_bar.jump(run.t[row])
    four_bar.rest()
    shown = {**legend(four_bar, 0), **legend(four_bar, 1)}
    assert len(shown) >= 2
    for name, value in shown.items():
        assert value == pytest.approx(run[name].values[row], rel=1e-4, abs=1e-6)


def test_angle_that_jumps_by_a_turn_is_nowhere_in_between(show, example, tmp_path):
    run = example("four-bar")
    wrapped = np.where(np.arange(len(run.t)) < 60, 3.1, -3.1)
    series = {**run.series, "A.theta": Series("A.theta", "rad", wrapped)}
    opened = show(replace(run, series=series).report(tmp_path / "wrapped.html"))
    before, after = run.t[59], run.t[60]
    for part, value in ((0.25, 3.1), (0.75, -3.1)):
        opened.jump(before + part * (after - before))
        opened.rest()
        assert legend(opened, 0)["A.theta"] == pytest.approx(value)
    opened.page.get_by_role("button", name="Diagram", exact=True).click()
    card = opened.find(".card").last
    card.locator('.choices input[value="A.theta"]').check()
    opened.jump(0)
    heights = points_of(
        opened.picture(f".card:nth-child({opened.find('.card').count()}) .u-over"), BODIES[0]
    )[:, 1]
    assert np.ptp(heights) > 100
    assert not np.any(np.abs(heights - np.mean([heights.min(), heights.max()])) < 40)


def test_another_series_is_chosen_and_taken_out_again(four_bar):
    card = four_bar.find(".card").first
    before = set(legend(four_bar, 0))
    card.locator("button.choose").click()
    card.get_by_label("Filter the series").fill("rocker psi")
    box = card.locator('.choices input[value="rocker.psi"]')
    box.check()
    assert set(legend(four_bar, 0)) == before | {"rocker.psi"}
    assert fraction_of_the_line(four_bar) == pytest.approx(0.0, abs=0.02)
    card.locator('.choices input[value="rocker.psi"]').uncheck()
    assert set(legend(four_bar, 0)) == before


def test_filter_keeps_the_focus_where_it_is_the_name_of_a_series(four_bar):
    four_bar.page.get_by_role("button", name="Diagram", exact=True).click()
    card = four_bar.find(".card").last
    names = [box.get_attribute("value") for box in card.locator(".choices input").all()]
    assert {"D.theta", "D.theta_dot"} <= set(names)
    four_bar.page.keyboard.type("D.theta_dot")
    assert card.get_by_label("Filter the series").input_value() == "D.theta_dot"


def test_ticked_box_keeps_the_focus_when_the_list_is_made_anew(four_bar):
    card = four_bar.find(".card").first
    card.locator("button.choose").click()
    card.locator('.choices input[value="rocker.psi"]').focus()
    four_bar.page.keyboard.press("Space")
    assert "rocker.psi" in legend(four_bar, 0)
    assert four_bar.do("document.activeElement.value") == "rocker.psi"


def test_exponents_of_units_are_raised(four_bar):
    four_bar.page.get_by_role("button", name="Diagram", exact=True).click()
    card = four_bar.find(".card").last
    card.get_by_label("Filter the series").fill("coupler.x_ddot")
    box = card.locator(".choices label", has=four_bar.find('input[value="coupler.x_ddot"]'))
    assert box.locator(".unit").inner_text() == "[m/s\u00b2]"
    box.locator("input").check()
    assert card.locator(".legend .value").inner_text().endswith(" m/s\u00b2")
    assert "series in [m/s\u00b2], as this" in card.locator(".choices").inner_text()
    assert not any("^" in text for text in card.locator(".unit").all_inner_texts())


@pytest.mark.parametrize("value", [0.0, 0.3], ids=["zero", "constant"])
def test_rounding_is_drawn_as_a_flat_line(show, example, tmp_path, value):
    run = example("four-bar")
    noise = value * 1e-7 * np.sin(9 * run.t) if value else 1e-14 * run.t**2
    series = {**run.series, "A.theta": Series("A.theta", "rad", value + noise)}
    opened = show(replace(run, series=series).report(tmp_path / "noise.html"))
    opened.page.get_by_role("button", name="Diagram", exact=True).click()
    card = opened.find(".card").last
    card.locator('.choices input[value="A.theta"]').check()
    opened.settle()
    count = opened.find(".card").count()
    points = points_of(opened.picture(f".card:nth-child({count}) .u-over"), BODIES[0])
    assert np.ptp(points[:, 0]) > 200
    assert np.ptp(points[:, 1]) < 5


def test_chooser_offers_what_fits_the_axis_and_says_so(four_bar):
    card = four_bar.find(".card").first
    card.locator("button.choose").click()
    units = set(card.locator(".choices .unit").all_inner_texts())
    assert units == {"[rad]"}
    card.get_by_label("Filter the series").fill("no such thing")
    assert "No series has this in its name." in card.locator(".choices").inner_text()


def test_diagram_is_added_and_removed(four_bar):
    count = four_bar.find(".card").count()
    four_bar.page.get_by_role("button", name="Diagram", exact=True).click()
    assert four_bar.find(".card").count() == count + 1
    four_bar.find(".card").last.get_by_role("button", name="Remove diagram").click()
    assert four_bar.find(".card").count() == count


def test_zoom_is_common_and_undone(four_bar):
    four_bar.jump(1.0)
    four_bar.page.get_by_label("Zoom in at the present time").click()
    over = four_bar.find(OVER).nth(1)
    box = over.bounding_box()
    over.click(position={"x": 3, "y": box["height"] / 2})
    assert four_bar.time() == pytest.approx(0.5, abs=0.02)
    four_bar.page.get_by_label("Whole time").click()
    over.click(position={"x": 3, "y": box["height"] / 2})
    assert four_bar.time() == pytest.approx(0.0, abs=0.02)
