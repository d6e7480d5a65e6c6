"""What everybody can read and reach: contrast, names of controls, keys, phones, paper and files."""

import csv
import io

import numpy as np
import pytest

CONTRASTS = """() => {
  const parts = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const color = parts(getComputedStyle(e).backgroundColor);
      if (color.length === 3 || color[3] > 0.99) return color;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !element.getClientRects().length || element.closest("svg, .katex, script, :disabled")) continue;
    const [a, b] = [parts(getComputedStyle(element).color), behind(element)].map(light).sort((x, y) => x - y);
    found.push([(b + 0.05) / (a + 0.05), element.className, element.textContent.slice(0, 20)]);
  }
  return found;
}"""
NAMES = """() => [...document.querySelectorAll("button, summary, select, input, [role=img], [role=group], .stage canvas")]
  .filter((e) => e.getClientRects().length)
  .map((e) => [e.tagName, e.getAttribute("aria-label") || e.labels?.[0]?.textContent || e.textContent.trim()])"""
PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_have_contrast_in_both_themes(show, report, scheme):
    opened = show(report("six-bar"), color_scheme=scheme)
    opened.jump(0.3)
    opened.do("sarrus.view.set({ velocities: true, accelerations: true, centers: true })")
    for title in ("Plots", "Details", "Model", "Check", "Evidence"):
        opened.tab(title)
        opened.settle()
        weak = [one for one in opened.page.evaluate(CONTRASTS) if one[0] < 4.5]
        assert not weak, title


def test_controls_have_names_and_none_twice(four_bar):
    for title in ("Plots", "Details", "Model"):
        four_bar.tab(title)
        four_bar.settle()
        found = [tuple(one) for one in four_bar.page.evaluate(NAMES)]
        assert all(name for _, name in found), title
        assert len(set(found)) == len(found), [one for one in found if found.count(one) > 1]


def test_diagram_is_told_in_words(four_bar, example):
    words = four_bar.find(".plotted").first.get_attribute("aria-label")
    angles = example("four-bar")["A.theta"].values
    assert words.startswith("Diagram 1, over time: A.theta from ")
    low, high = words.split("A.theta from ")[1].split(" rad")[0].split(" to ")
    assert [float(low), float(high)] == pytest.approx([angles.min(), angles.max()], rel=1e-4)


def test_every_key_of_the_list_does_something(four_bar):
    four_bar.page.keyboard.press("?")
    listed = four_bar.find("dialog kbd").all_inner_texts()
    assert {"Space", "Home End", "L", "Esc", "?", "0", "+ -"} <= set(listed)
    four_bar.page.keyboard.press("Escape")
    four_bar.page.keyboard.press("End")
    assert four_bar.time() == 2.0
    four_bar.page.keyboard.press("Home")
    four_bar.page.keyboard.press("ArrowRight")
    assert four_bar.time() > 0.0
    before = four_bar.do("sarrus.clock.loop")
    four_bar.page.keyboard.press("l")
    assert four_bar.do("sarrus.clock.loop") is not before
    drawing = four_bar.find(".stage canvas")
    first = four_bar.project("ground", (1, 0, 0))
    drawing.press("+")
    assert four_bar.project("ground", (1, 0, 0)) != pytest.approx(first, abs=1)
    drawing.press("0")
    assert four_bar.project("ground", (1, 0, 0)) == pytest.approx(first, abs=1e-3)


def test_tabs_are_walked_by_arrow_keys(four_bar):
    four_bar.find("[role=tab]").first.focus()
    for title in ("Details", "Model"):
        four_bar.page.keyboard.press("ArrowRight")
        assert four_bar.do("document.activeElement.textContent") == title
    four_bar.page.keyboard.press("Home")
    assert four_bar.find("[role=tab][aria-selected=true]").inner_text() == "Plots"


def test_phone_keeps_the_drawing_in_sight_and_nothing_sticks_out(show, report):
    opened = show(report("four-bar"), **PHONE)
    assert opened.do("document.documentElement.scrollWidth") <= 360
    for button in opened.find("header button, .toolbar button, .toolbar summary, .timeline button").all():
        assert min(button.bounding_box()[side] for side in ("width", "height")) >= 24
    plotted, buttons = (opened.find(f".diagram {e}").first.bounding_box() for e in (".plotted", ".buttons"))
    assert buttons["y"] >= plotted["y"] + plotted["height"] - 1, (
        "beside the title of the axis there is no room"
    )
    opened.page.evaluate("() => scrollTo(0, 500)")
    opened.rest()
    box = opened.find(".stage").bounding_box()
    assert box["y"] == pytest.approx(0.0, abs=1)
    assert box["height"] >= 150
    tabs = opened.find("[role=tablist]").bounding_box()
    assert box["height"] < tabs["y"] < 0.6 * 740
    assert opened.find("button.play").is_visible()


def test_paper_has_all_panels_the_time_and_the_version(show, report):
    opened = show(report("four-bar"))
    opened.jump(0.3)
    opened.page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    opened.page.emulate_media(media="print")
    shown = [e.inner_text() for e in opened.find("h2.on-paper").all() if e.is_visible()]
    assert shown == ["Plots", "Model", "Check", "Equations", "Evidence"], (
        "of nothing picked there are no details"
    )
    assert opened.find(".caption").inner_text() == "t = 0.300 s"
    facts = opened.find(".facts-line").inner_text()
    assert "written by sarrus" in facts and "printed 20" in facts
    width = opened.find("[role=tabpanel]").first.bounding_box()["width"]
    assert opened.find(".printed svg").first.bounding_box()["width"] > 0.9 * width
    assert opened.find(".equations[data-complete=yes]").count() == 1
    opened.page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    assert opened.find(".printed").count() == 0


def saved(opened, words):
    """Content of a file of the first diagram."""
    opened.find(".card .menu.save summary").first.click()
    with opened.page.expect_download() as found:
        opened.page.get_by_role("button", name=f"Save diagram 1: {words}").click()
    with open(found.value.path(), "rb") as file:
        return file.read()


def test_saved_table_has_the_numbers_of_the_result(four_bar, example):
    run = example("four-bar")
    head, *rows = csv.reader(io.StringIO(saved(four_bar, "Numbers, CSV").decode()))
    assert head[:2] == ["t [s]", "A.theta [rad]"]
    values = np.array(rows, dtype=float)
    assert values[:, 0].tolist() == run.t.tolist()
    for name, column in zip(head[1:], values.T[1:], strict=True):
        assert (
            column.astype(np.float32).tolist() == run[name.split(" [")[0]].values.astype(np.float32).tolist()
        )


def test_saved_pictures_stand_alone(four_bar):
    text = saved(four_bar, "Picture, SVG").decode()
    assert text.startswith("<svg") and "A.theta" in text and "var(" not in text
    assert saved(four_bar, "Picture, PNG").startswith(b"\x89PNG")


def test_series_is_drawn_over_another(four_bar):
    card = four_bar.find(".card").first
    card.locator("button.choose").click()
    card.get_by_label("Horizontal axis of diagram 1").select_option("A.theta")
    four_bar.settle()
    assert card.locator("path.curve").count() == 4
    assert "A.theta [rad]" in card.locator(".chart text").all_text_contents()
    assert card.locator(".dots path").count() == 4


def test_angles_are_shown_in_degrees_and_within_one_turn(four_bar, example):
    value = example("four-bar")["A.theta"].values[0]
    four_bar.page.get_by_label("Angles in degrees").click()
    four_bar.rest()
    shown = four_bar.find('.legend li:has([title="A.theta"]) .value').first.inner_text()
    assert shown.endswith(" deg") and float(shown.split()[0]) == pytest.approx(np.degrees(value), rel=1e-4)
    four_bar.page.get_by_label("Angles within one turn").click()
    words = four_bar.find(".plotted").first.get_attribute("aria-label")
    ends = [float(w) for part in words.split(" from ")[1:] for w in part.split(" deg")[0].split(" to ")]
    assert max(map(abs, ends)) <= 180.001


def test_planar_page_lists_no_component_that_is_always_zero(four_bar):
    names = four_bar.do("sarrus.data.series.map((series) => series.name)")
    assert "B.reaction.x" in names
    assert not any(name.endswith(("reaction.z", "torque.x", "torque.y", "torque.z")) for name in names)
    four_bar.find(".card button.choose").nth(1).click()
    assert four_bar.find('.choices input[value="|B.reaction|"]').count() == 1


def test_velocities_have_a_scale_and_instant_centres_a_name(four_bar):
    assert "velocity" not in four_bar.find(".arrow-key").inner_text()
    four_bar.jump(0.3)
    four_bar.do("sarrus.view.set({ velocities: true, accelerations: true, centers: true })")
    four_bar.settle()
    key = four_bar.find(".arrow-key").inner_text()
    assert "m/s" in key and "velocity" in key and "acceleration" in key and " N" in key
    names = [e.inner_text() for e in four_bar.find(".view-name").all() if e.is_visible()]
    assert "I(coupler)" in names
