"""Light and dark, narrow and wide, and what of the mechanism is shown."""

import numpy as np
import pytest
from browsing import colors_in, paper_of, read_picture

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


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (768, 1024)], ids=str)
def test_drawing_has_its_part_of_a_small_screen_and_is_not_covered(show, report, size):
    width, height = size
    opened = show(report("cardan-shaft"), viewport={"width": width, "height": height})
    stage, bar = (opened.find(name).bounding_box() for name in (".stage", ".toolbar"))
    assert stage["height"] == pytest.approx(max(0.45 * height, 260), abs=1)
    low, high = (opened.do(f"sarrus.data.scene.{name}") for name in ("low", "high"))
    corners = np.array(np.meshgrid(*zip(low, high, strict=True))).reshape(3, -1).T
    places = np.array([opened.project("ground", corner) for corner in corners])
    assert places[:, 1].min() > bar["y"] + bar["height"] - stage["y"]
    assert places[:, 1].max() < opened.find(".drawing").bounding_box()["height"]
    assert places[:, 0].min() > 0 and places[:, 0].max() < width


def test_menu_says_which_arrows_have_which_color(show, report):
    opened = show(report("slider-crank-3d"))
    opened.page.get_by_text("Show", exact=True).click()
    for name, role in (("reactions", "reaction"), ("applied", "applied"), ("drivers", "driver")):
        line = opened.find(f'.sheet label:has(input[name="{name}"]) .stroke path')
        red, green, blue = (int(LIGHT[role][k : k + 2], 16) for k in (1, 3, 5))
        assert line.evaluate("e => getComputedStyle(e).stroke") == f"rgb({red}, {green}, {blue})"


def test_buttons_of_the_time_keep_their_shape_in_a_narrow_cell(show, report):
    opened = show(report("four-bar"), viewport={"width": 840, "height": 640})
    for button in opened.find(".timeline button").all():
        box = button.bounding_box()
        assert box["width"] == pytest.approx(box["height"], abs=0.5)
    assert opened.find(".timeline input.time").bounding_box()["width"] > 200


def test_parts_are_hidden_and_shown_by_the_menu(four_bar):
    before = four_bar.picture()
    four_bar.find(".toolbar .menu summary").click()
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


def test_drawing_that_takes_keys_is_an_application_with_a_name(four_bar):
    drawing = four_bar.page.get_by_role("application", name="Drawing of the mechanism four-bar.")
    before = four_bar.project("crank")
    drawing.focus()
    four_bar.page.keyboard.press("ArrowLeft")
    assert four_bar.project("crank") != pytest.approx(before, abs=5)
    assert four_bar.time() == 0.0, "the keys of the drawing are not those of the time"


def bar_of(opened):
    """Length of the scale bar: as its words say [m], and on the screen [CSS pixels]."""
    bar = opened.find(".scale-bar")
    number, unit = bar.inner_text().split()
    return float(number) * {"m": 1, "mm": 1e-3, "\u00b5m": 1e-6, "km": 1e3}[unit], bar.bounding_box()["width"]


def test_scale_bar_is_as_long_as_it_says_at_every_zoom(four_bar):
    seen = set()
    for key in ("0", *("+" * 6), *("-" * 12)):
        four_bar.find(".stage canvas").press(key)
        four_bar.settle()
        metres, pixels = bar_of(four_bar)
        metre = four_bar.project("ground", (1, 0, 0))[0] - four_bar.project("ground")[0]
        assert pixels == pytest.approx(metres * metre, abs=0.1)
        width = four_bar.find(".stage canvas").bounding_box()["width"]
        assert 0.22 * width / 2.5 - 1 < pixels <= 0.22 * width + 1
        seen.add(metres)
    assert len(seen) >= 3
    assert {f"{metres:.0e}"[0] for metres in seen} <= {"1", "2", "5"}


def test_trace_lies_under_bodies(show, report):
    opened = show(report("pendulum"))
    opened.show_only_bodies()
    bodies = opened.picture()
    opened.do("sarrus.view.set({ traces: true })")
    both = opened.picture()
    opened.do("sarrus.view.set({ bodies: false })")
    traces = opened.picture()
    paper = bodies[2, 2]
    # Inside: all pixels around belong to the body too, so that none is mixed with what lies below.
    shifts = [np.roll(bodies, shift, (0, 1)) for shift in np.ndindex(5, 5)]
    inside = np.roll(np.all([(s != paper).any(axis=-1) for s in shifts], axis=0), (-2, -2), (0, 1))
    # The dot at the present place stays above.
    (mark,) = (m for m in opened.do("sarrus.data.scene.marks") if m["is_traced"])
    x, y = opened.project(opened.do("sarrus.data.scene.bodies")[mark["at"]["body"]], mark["at"]["p"])
    rows, columns = np.indices(inside.shape)
    inside &= np.hypot(columns - x, rows - y) > 12
    assert (traces != paper).any(axis=-1)[inside].sum() > 10, "the trace passes below the body"
    assert (both == bodies)[inside].all()


def test_print_has_light_colors_and_a_still(show, report):
    opened = show(report("four-bar"), color_scheme="dark")
    opened.page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    opened.page.emulate_media(media="print", color_scheme="dark", reduced_motion="reduce")
    assert not opened.find(".stage .view").is_visible(), "what is drawn by WebGL would be printed as nothing"
    still = read_picture(opened.find(".still").screenshot())
    assert paper_of(still) == LIGHT["paper"]
    assert colors_in(still) >= 50
    assert not opened.find(".toolbar, .timeline, .bar").first.is_visible()
    opened.page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    opened.page.emulate_media(media="screen", color_scheme="dark", reduced_motion="reduce")
    assert opened.find(".still").count() == 0
    assert paper_of(opened.picture()) == DARK["paper"]


def test_tables_scroll_sideways_on_a_phone(show, report):
    opened = show(report("slider-crank-3d"), viewport={"width": 390, "height": 844}, is_mobile=True)
    first = opened.tab("Model").locator(".wide").first
    assert first.evaluate("(box) => box.scrollWidth > box.clientWidth && box.clientWidth < 390")
    lines = first.locator("td bdi").evaluate_all(
        "(cells) => cells.map((cell) => cell.getClientRects()[0].height)"
    )
    assert max(lines) < 3 * min(lines)


def test_picture_is_saved(four_bar):
    with four_bar.page.expect_download() as found:
        four_bar.page.get_by_label("Save picture").click()
    assert found.value.suggested_filename == "four-bar-0.000s.png"
    with open(found.value.path(), "rb") as file:
        picture = read_picture(file.read())
    box = four_bar.find(".stage canvas").bounding_box()
    assert picture.shape[:2] == (box["height"], box["width"])
    assert colors_in(picture) >= 50
    bar = four_bar.find(".scale-bar").bounding_box()
    foot = round(bar["y"] + bar["height"] - box["y"])
    middle = round(bar["x"] + bar["width"] / 2 - box["x"])
    assert (picture[foot - 3 : foot + 2, middle] != picture[2, 2]).any(), "the scale bar is part of it"
