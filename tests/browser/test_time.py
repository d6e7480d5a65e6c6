"""The time of a page: slider, play, step, keys, speed and loop. Where it runs, the clock of the browser is ours."""

import pytest

import sarrus
from sarrus.io import loads

DRIFTING = """sarrus: 1
name: drifting
plane: xy
bodies: {stone: {mass: 1, inertia: 1}}
start: {fixed: {stone.x_dot: 1}}
"""


@pytest.fixture
def stopped(show, report):
    """The four-bar linkage in a browser whose time passes only when told: `stopped.page.clock.run_for(ms)`."""

    def stop_time(page):
        page.clock.install(time=0)
        page.clock.pause_at(1000)

    return show(report("four-bar"), before=stop_time)


def test_starts_at_the_first_row_and_stands_still_where_motion_is_reduced(stopped):
    stopped.page.clock.run_for(500)
    assert (stopped.time(), stopped.do("sarrus.clock.playing")) == (0.0, False)


def test_plays_by_itself_where_motion_is_not_reduced(show, report):
    opened = show(report("four-bar"), reduced_motion="no-preference")
    assert opened.do("sarrus.clock.playing")
    assert opened.find("button.play").get_attribute("aria-label") == "Pause"
    before = opened.time()
    opened.settle()
    assert opened.time() != before


def test_play_button_plays_and_pauses(stopped):
    button = stopped.find("button.play")
    button.click()
    assert button.get_attribute("aria-label") == "Pause"
    stopped.page.clock.run_for(1000)
    assert stopped.time() == pytest.approx(1.0, abs=0.05)
    button.click()
    assert button.get_attribute("aria-label") == "Play"
    then = stopped.time()
    stopped.page.clock.run_for(300)
    assert stopped.time() == then


@pytest.mark.parametrize("speed", [0.1, 4.0])
def test_speed_is_seconds_of_the_mechanism_per_second(stopped, speed):
    stopped.page.get_by_label("Speed").select_option(str(speed if speed < 1 else int(speed)))
    stopped.find("button.play").click()
    stopped.page.clock.run_for(400)
    assert stopped.time() == pytest.approx(0.4 * speed, rel=0.1)


def test_loop_begins_again_and_without_it_the_end_is_kept(stopped):
    loop = stopped.page.get_by_label("Loop")
    assert loop.get_attribute("aria-pressed") == "true"
    stopped.do("sarrus.jump(1.9)")
    stopped.find("button.play").click()
    stopped.page.clock.run_for(500)
    assert stopped.time() == pytest.approx(0.4, abs=0.05)
    loop.click()
    stopped.page.clock.run_for(3000)
    assert (stopped.time(), stopped.do("sarrus.clock.playing")) == (2.0, False)
    stopped.find("button.play").click()
    stopped.page.clock.run_for(500)
    assert stopped.time() == pytest.approx(0.5, abs=0.05)


def test_slider_moves_the_time_and_the_bodies(four_bar):
    slider = four_bar.find("input.time")
    at_start = four_bar.project("crank", (0.3, 0, 0))
    picture = four_bar.picture()
    box = slider.bounding_box()
    slider.click(position={"x": 0.5 * box["width"], "y": box["height"] / 2})
    assert four_bar.time() == pytest.approx(1.0, abs=0.03)
    assert four_bar.project("crank", (0.3, 0, 0)) != pytest.approx(at_start, abs=5)
    assert (four_bar.picture() != picture).any()
    slider.fill("0")
    assert four_bar.time() == 0.0
    assert four_bar.project("crank", (0.3, 0, 0)) == pytest.approx(at_start, abs=1e-6)
    assert (four_bar.picture() == picture).all()


def test_slider_stops_what_plays(stopped):
    stopped.find("button.play").click()
    stopped.page.clock.run_for(200)
    stopped.find("input.time").fill("1.5")
    stopped.page.clock.run_for(200)
    assert (stopped.time(), stopped.do("sarrus.clock.playing")) == (1.5, False)
    assert stopped.find("span.time").inner_text().startswith("1.500 / 2.000")


def test_running_time_is_not_read_aloud_but_the_slider_says_it(four_bar):
    four_bar.jump(0.5)
    time = four_bar.find(".timeline span.time")
    assert time.inner_text() == "0.500 / 2.000 s"
    assert (
        time.evaluate("(element) => element.closest('output, [aria-live], [role=status], [role=timer]')")
        is None
    )
    assert four_bar.find("input.time").get_attribute("aria-valuetext") == "0.500 s"


def test_rows_that_are_far_apart_are_shown_alone(show, example, tmp_path):
    run = example("four-bar", 2.0, 6)

    def stop_time(page):
        page.clock.install(time=0)
        page.clock.pause_at(1000)

    opened = show(run.report(tmp_path / "few.html"), before=stop_time)
    assert opened.find(".message").inner_text() == (
        "Rows are far apart for this motion, so it is shown row by row."
    )
    for wanted, row in ((0.9, 2), (1.05, 3), (1.9, 5), (0.1, 0)):
        opened.do(f"sarrus.jump({wanted})")
        assert opened.time() == run.t[row]
        assert opened.find("span.time").inner_text().startswith(f"{run.t[row]:.3f} /")
    opened.find("button.play").click()
    seen = set()
    for _ in range(7):
        opened.page.clock.run_for(150)
        seen.add(opened.time())
    assert seen == set(run.t[:3]), "after 1.05 s three rows have been reached"
    opened.page.get_by_label("Step back").click()
    assert opened.time() == run.t[1]


def test_rows_that_are_close_say_nothing(four_bar):
    assert not four_bar.find(".message").is_visible()


def test_time_of_a_very_short_run_is_written_in_powers_of_ten(show, example, tmp_path):
    opened = show(example("pendulum", 1e-9, 5).report(tmp_path / "short.html"))
    assert opened.find("span.time").inner_text() == "0 / 1.00e-9 s"
    opened.jump(5e-10)
    assert opened.find("span.time").inner_text() == "5.00e-10 / 1.00e-9 s"


def test_speed_that_fits_a_long_run_is_read_whole(show, tmp_path):
    run = sarrus.simulate(loads(DRIFTING), 1e7, rows=5)
    opened = show(run.report(tmp_path / "long.html"), viewport={"width": 810, "height": 800})
    select = opened.page.get_by_label("Speed")
    assert select.locator("option").first.inner_text() == "Fit 1.3e+6\u00d7"
    beside = 36  # room for the arrow, and free edges [CSS pixels]
    wide = select.evaluate(
        """(select) => {
          const pen = document.createElement("canvas").getContext("2d");
          pen.font = getComputedStyle(select).font;
          return pen.measureText(select.selectedOptions[0].textContent).width;
        }"""
    )
    assert select.evaluate("(select) => select.clientWidth") > wide + beside


def test_steps_go_from_row_to_row(four_bar, example):
    t = example("four-bar").t
    for _ in range(3):
        four_bar.page.get_by_label("Step forward").click()
    assert four_bar.time() == t[3]
    four_bar.page.get_by_label("Step back").click()
    assert four_bar.time() == t[2]
    four_bar.jump((t[7] + t[8]) / 2)
    four_bar.page.get_by_label("Step back").click()
    assert four_bar.time() == t[7]


def test_keys_play_step_and_go_to_the_ends(four_bar, example):
    t, press = example("four-bar").t, four_bar.page.keyboard.press
    press("End")
    assert four_bar.time() == t[-1]
    press("ArrowLeft")
    assert four_bar.time() == t[-2]
    press("Home")
    assert four_bar.time() == t[0]
    press("ArrowRight")
    press("Shift+ArrowRight")
    assert four_bar.time() == t[11]
    press("Space")
    assert four_bar.do("sarrus.clock.playing")
    press("Space")
    assert not four_bar.do("sarrus.clock.playing")
    press("l")
    assert not four_bar.do("sarrus.clock.loop")


def test_keys_are_listed_and_the_list_is_left_by_escape(four_bar):
    four_bar.page.keyboard.press("?")
    assert four_bar.find("dialog").is_visible()
    assert "play or pause" in four_bar.find("dialog").inner_text()
    four_bar.page.keyboard.press("Escape")
    assert not four_bar.find("dialog").is_visible()


def test_space_plays_after_a_click_on_something_else(four_bar):
    four_bar.page.get_by_label("Step forward").click()
    then = four_bar.time()
    four_bar.page.keyboard.press("Space")
    assert four_bar.do("sarrus.clock.playing")
    four_bar.page.keyboard.press("Space")
    assert not four_bar.do("sarrus.clock.playing")
    four_bar.tab("Model")
    four_bar.page.get_by_label("Show the list of keys").click()
    four_bar.page.keyboard.press("Escape")
    four_bar.find("dialog").wait_for(state="hidden")
    four_bar.page.keyboard.press("Space")
    assert four_bar.do("sarrus.clock.playing")
    assert not four_bar.find("dialog").is_visible()
    assert four_bar.time() >= then


def test_escape_closes_a_menu_that_was_opened_by_the_mouse_and_nothing_else(four_bar):
    four_bar.tab("Details").get_by_label("Body or element").select_option(label="rocker")
    four_bar.find(".toolbar .menu summary").click()
    assert four_bar.find(".toolbar .menu .sheet").is_visible()
    four_bar.page.keyboard.press("Escape")
    assert not four_bar.find(".toolbar .menu .sheet").is_visible()
    assert four_bar.find(".chip").inner_text() == "rocker"


def test_space_on_a_button_presses_only_the_button(four_bar):
    four_bar.page.get_by_label("Step forward").focus()
    four_bar.page.keyboard.press("Space")
    assert four_bar.time() > 0.0
    assert not four_bar.do("sarrus.clock.playing")
