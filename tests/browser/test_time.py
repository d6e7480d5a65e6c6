"""The time of a page: slider, play, step, keys, speed and loop. Where it runs, the clock of the browser is ours."""

import pytest


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
    assert stopped.find("output.time").inner_text().startswith("1.500 / 2.000")


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


def test_space_on_a_button_presses_only_the_button(four_bar):
    four_bar.page.get_by_label("Step forward").focus()
    four_bar.page.keyboard.press("Space")
    assert four_bar.time() > 0.0
    assert not four_bar.do("sarrus.clock.playing")
