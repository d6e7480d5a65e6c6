"""Light and dark, narrow and wide, and what of the mechanism is shown."""

import pytest
from browsing import colors_in, paper_of

from sarrus.views.palette import DARK, LIGHT

BACK = "() => getComputedStyle(document.body).backgroundColor"


@pytest.mark.parametrize(("scheme", "colors"), [("light", LIGHT), ("dark", DARK)])
def test_colors_are_those_that_the_system_asks_for(show, report, scheme, colors):
    opened = show(report("four-bar"), color_scheme=scheme)
    assert paper_of(opened.picture()) == colors["paper"]
    assert opened.do("document.documentElement.dataset.theme") == scheme


def test_colors_change_with_the_system_and_by_the_switch(show, report):
    opened = show(report("four-bar"))
    light = opened.page.evaluate(BACK)
    opened.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    opened.settle()
    assert opened.page.evaluate(BACK) != light
    assert paper_of(opened.picture()) == DARK["paper"]
    opened.page.get_by_label("Light colours").click()
    assert opened.page.evaluate(BACK) == light
    assert paper_of(opened.picture()) == LIGHT["paper"]
    opened.reload()
    assert opened.page.evaluate(BACK) == light, "the choice is remembered"


@pytest.mark.parametrize("name", ["four-bar", "slider-crank-3d"])
def test_page_fits_a_phone(show, report, name):
    phone = {"width": 390, "height": 844}
    opened = show(report(name), viewport=phone, device_scale_factor=2, is_mobile=True, has_touch=True)
    for selector in (".stage canvas", "button.play", "input.time"):
        box = opened.find(selector).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= phone["width"]
        assert box["y"] >= 0 and box["y"] + box["height"] <= phone["height"]
    assert opened.find(".stage canvas").bounding_box()["height"] > 200
    assert colors_in(opened.picture()) >= 50
    for title in ("Plots", "Details", "Model", "Check", "Equations", "Evidence"):
        opened.tab(title)
        opened.settle()
        assert opened.do("document.documentElement.scrollWidth") <= phone["width"], title
    opened.find("button.play").tap()
    assert opened.do("sarrus.clock.playing")


def test_parts_are_hidden_and_shown_by_the_menu(four_bar):
    before = four_bar.picture()
    four_bar.find(".menu summary").click()
    for part in ("bodies", "joints", "names", "grid"):
        box = four_bar.find(f'.menu input[name="{part}"]')
        was = box.is_checked()
        box.set_checked(not was)
        assert four_bar.do(f"sarrus.view.shown.{part}") is not was
        box.set_checked(was)
    four_bar.page.keyboard.press("Escape")
    assert (four_bar.picture() == before).all()


def test_standard_views_differ_and_reset_comes_back(show, report):
    opened = show(report("slider-crank-3d"))
    first = opened.picture()
    seen = []
    for stand in ("Front", "Top", "Right", "Reset"):
        opened.page.get_by_role("button", name=stand, exact=True).click()
        seen.append(opened.picture())
    assert (seen[-1] == first).all()
    for i, picture in enumerate(seen):
        assert all((picture != other).any() for other in seen[:i])


def test_drawing_is_turned_and_zoomed_by_the_mouse(show, report):
    opened = show(report("slider-crank-3d"))
    before = opened.project("rod")
    box = opened.find(".stage canvas").bounding_box()
    opened.page.mouse.move(box["x"] + 300, box["y"] + 600)
    opened.page.mouse.down()
    opened.page.mouse.move(box["x"] + 400, box["y"] + 570, steps=4)
    opened.page.mouse.up()
    turned = opened.project("rod")
    assert turned != pytest.approx(before, abs=5)
    opened.page.mouse.wheel(0, -300)
    opened.settle()
    assert opened.project("rod") != pytest.approx(turned, abs=2)
    assert not opened.find(".chip").is_visible(), "a drag picks nothing"
    opened.page.keyboard.press("1")
    assert opened.project("rod") == pytest.approx(before, abs=1e-3)


def test_picture_is_saved(four_bar):
    with four_bar.page.expect_download() as found:
        four_bar.page.get_by_label("Save picture").click()
    assert found.value.suggested_filename == "four-bar-0.000s.png"
    with open(found.value.path(), "rb") as file:
        assert file.read(8) == b"\x89PNG\r\n\x1a\n"
