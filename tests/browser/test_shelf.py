"""Answers that bring their own panels: poses without time, shapes that swing, diagrams, tables, and pages without a drawing."""

import numpy as np
import pytest
from browsing import MADE_UP, SHAPE_TEXTS, rows_of, tangent

import sarrus.views.page.answers as answers
from sarrus.views.page import document, read_assets
from sarrus.views.palette import BODIES, BODIES_ON_DARK
from sarrus.views.report import report_data

ROWS = (5, 40, 80)
PERIOD = 1800
"""Of a swing on the screen [ms]."""
REACH = 0.2
"""How far a shape reaches, in sizes of the scene."""
KEYS_OF_TIME = (" ", "ArrowRight", "ArrowLeft", "Home", "End", "l")


@pytest.fixture(scope="module")
def written(example, tmp_path_factory):
    """The file of an answer: `written("modes", 5)`, of some rows of an example."""
    folder = tmp_path_factory.mktemp("answers")
    known = {}

    def write(analysis, *rows, name="four-bar"):
        key = (analysis, name, rows)
        if key not in known:
            with pytest.MonkeyPatch.context() as patch:
                for verb, page in MADE_UP.items():
                    patch.setitem(answers.PAGES, verb, page)
                path = folder / f"{len(known)}.html"
                known[key] = rows_of(example(name), analysis, *rows).report(path)
        return known[key]

    return write


def stop_time(page):
    page.clock.install(time=0)
    page.clock.pause_at(1000)


def place_of(opened, run, body, point, row):
    """Pixels at which a point of a planar body is seen in a row, told by two points of ground."""
    origin, unit = np.array(opened.project("ground")), np.array(opened.project("ground", (1, 0, 0)))
    scale = unit[0] - origin[0]
    x, y = (run[f"{body}.{point}.{axis}"].values[row] for axis in "xy")
    return origin + scale * np.array([x, -y])


def listed_keys(opened):
    opened.page.keyboard.press("?")
    keys = opened.find("dialog kbd").all_inner_texts()
    opened.page.keyboard.press("Escape")
    return keys


# A pose


def test_pose_has_no_time(show, written, example):
    opened = show(written("assemble", 5), reduced_motion="no-preference")
    assert opened.find(".analysis").inner_text() == "Assembled pose"
    assert [tab.inner_text() for tab in opened.page.get_by_role("tab").all()][:2] == ["Pose", "Details"]
    assert opened.find(".timeline, button.play, input.time").count() == 0
    assert not {"Space", "L", "Home End"} & set(listed_keys(opened))
    before = opened.project("rocker", (0.5, 0.2, 0))
    for key in KEYS_OF_TIME:
        opened.page.keyboard.press(key)
    opened.settle()
    assert (opened.time(), opened.do("sarrus.clock.playing")) == (0, False)
    assert opened.project("rocker", (0.5, 0.2, 0)) == before
    run = example("four-bar")
    assert opened.project("coupler", (0.9, 0, 0)) == pytest.approx(
        place_of(opened, run, "coupler", "end", 5), abs=0.5
    )


def test_values_of_a_pose_stand_in_a_table_and_beside_its_parts(show, written, example):
    opened, run = show(written("assemble", 5)), example("four-bar")
    rows = [row.inner_text().split("\t") for row in opened.tab("Pose").locator("tbody tr").all()]
    found = {name.strip(): (float(value), unit.strip()) for name, value, unit in rows}
    assert set(found) == {f"{joint}.{c}" for joint in "ABCD" for c in ("theta", "theta_dot")}
    for name, (value, unit) in found.items():
        assert (value, unit) == (pytest.approx(run[name].values[5], rel=1e-4), run[name].unit)
    panel = opened.tab("Details")
    panel.get_by_label("Body or element").select_option(label="coupler")
    opened.rest()
    line = panel.locator('.readings tr:has(bdi[title="coupler.x"])')
    assert float(line.locator(".number").inner_text()) == pytest.approx(run["coupler.x"].values[5], rel=1e-4)
    assert panel.get_by_role("button", name="Plot").count() == 0, "there is nothing to plot over"


def test_poses_are_chosen_by_the_arrow_keys(show, written, example):
    opened, run = show(written("assemble", *ROWS)), example("four-bar")
    group = opened.page.get_by_role("group", name="Pose")
    group.get_by_role("radio").first.focus()
    for k, row in enumerate(ROWS):
        opened.settle()
        assert group.get_by_role("radio", checked=True).get_attribute("value") == str(k)
        value = opened.find("#panel-Pose tbody tr").first.locator(".number").inner_text()
        assert float(value) == pytest.approx(run["A.theta"].values[row], rel=1e-4)
        expected = place_of(opened, run, "coupler", "end", row)
        assert opened.project("coupler", (0.9, 0, 0)) == pytest.approx(expected, abs=0.5)
        opened.page.keyboard.press("ArrowDown")
    opened.show_only_bodies()
    before = opened.picture()
    opened.do("sarrus.view.set({ traces: true })")
    changed = np.argwhere((opened.picture() != before).any(axis=-1))
    assert np.ptp(changed, axis=0).max() < 20, "between poses without time a point runs through no curve"


# Shapes


def displacement(run, scene, row=5):
    """Shift and turn of bodies in the first shape at phase zero."""
    motion = tangent(run, scene, row)
    reach = max(np.linalg.norm(m[:3]) + scene.size * np.linalg.norm(m[3:]) for m in motion)
    return motion * REACH * scene.size / reach


class Drawn:
    """What is known of the scene in a page."""

    def __init__(self, opened):
        found = opened.do("(({ planar, size, bodies }) => ({ planar, size, bodies }))(sarrus.data.scene)")
        self.planar, self.size, self.bodies = found["planar"], found["size"], found["bodies"]


def test_chosen_shape_swings_while_its_tab_is_open(show, written, example):
    opened, run = (
        show(written("modes", 5), before=stop_time, reduced_motion="no-preference"),
        example("four-bar"),
    )
    turn = displacement(run, Drawn(opened))[0, 5]
    start = run["A.theta"].values[5]
    origin, unit = np.array(opened.project("ground")), np.array(opened.project("ground", (1, 0, 0)))
    scale = unit[0] - origin[0]

    def angle():
        x, y = (np.array(opened.project("crank", (1, 0, 0))) - opened.project("crank")) / scale
        return np.arctan2(-y, x) - start

    quarter = PERIOD / 4
    for k in range(5):
        # frames come every 16 ms, so the phase is known to one of them
        assert angle() == pytest.approx(
            turn * np.cos(np.pi / 2 * k), abs=abs(turn) * 2 * np.pi * 20 / PERIOD + 1e-4
        )
        opened.page.clock.run_for(quarter)
    opened.page.keyboard.press("Space")
    still = angle()
    opened.page.clock.run_for(quarter)
    assert angle() == still
    opened.page.get_by_role("button", name="Swing").click()
    opened.page.clock.run_for(quarter)
    assert abs(angle() - still) > abs(turn) / 10
    opened.tab("Roots")
    assert angle() == pytest.approx(0, abs=1e-6)
    opened.page.clock.run_for(quarter)
    assert angle() == pytest.approx(0, abs=1e-6), "in other tabs the mechanism stands"
    opened.page.keyboard.press("Space")
    opened.tab("Modes")
    opened.page.clock.run_for(100)
    first = angle()
    opened.page.clock.run_for(100)
    assert angle() != first, "the key was that of another tab"


def test_shape_stands_still_where_motion_is_reduced(show, written):
    opened = show(written("modes", 5))
    assert opened.page.get_by_role("button", name="Swing").is_visible()
    before = opened.project("crank", (1, 0, 0))
    opened.settle()
    assert opened.project("crank", (1, 0, 0)) == before
    assert "Space" in listed_keys(opened)
    opened.page.keyboard.press("Space")
    opened.settle()
    assert opened.project("crank", (1, 0, 0)) != before


def test_shapes_are_chosen_by_the_arrow_keys_and_their_size_by_a_slider(show, written, example):
    opened, run = show(written("modes", 5), before=stop_time), example("four-bar")
    group = opened.page.get_by_role("group", name="Modes")
    assert [label.split("\n")[-1] for label in group.locator("label .unit").all_inner_texts()] == list(
        SHAPE_TEXTS
    )
    resting = place_of(opened, run, "coupler", "end", 5)
    origin, unit = np.array(opened.project("ground")), np.array(opened.project("ground", (1, 0, 0)))
    scale = unit[0] - origin[0]
    group.get_by_role("radio").first.focus()
    opened.page.keyboard.press("ArrowDown")
    size = Drawn(opened).size
    shift = REACH * size / 2**0.5  # the real part of a circle
    seen = (np.array(opened.project("coupler", (0.9, 0, 0))) - resting) / scale
    assert seen == pytest.approx([0, -shift], abs=0.5 / scale)
    slider = opened.page.get_by_label("Size of the swing")
    slider.focus()
    for _ in range(4):
        opened.page.keyboard.press("ArrowRight")
    seen = (np.array(opened.project("coupler", (0.9, 0, 0))) - resting) / scale
    assert seen == pytest.approx([0, -2 * shift], abs=0.5 / scale)
    # a quarter of a swing later the imaginary part is seen
    opened.page.get_by_role("button", name="Swing").click()
    opened.page.clock.run_for(PERIOD / 4)
    seen = (np.array(opened.project("coupler", (0.9, 0, 0))) - resting) / scale
    assert seen == pytest.approx([-2 * shift, 0], abs=2 * shift * 2 * np.pi * 20 / PERIOD + 0.5 / scale)
    # and a shape that is none leaves the pose
    group.get_by_role("radio").last.check()
    seen = (np.array(opened.project("coupler", (0.9, 0, 0))) - resting) / scale
    assert seen == pytest.approx([0, 0], abs=0.5 / scale)


def test_shape_in_space_moves_bodies_along_their_velocities(show, written, example):
    opened, run = show(written("modes", 5, name="slider-crank-3d")), example("slider-crank-3d")
    scene = Drawn(opened)
    moved = displacement(run, scene)
    for k, body in enumerate(scene.bodies):
        resting = [run[f"{body}.{axis}"].values[5] for axis in "xyz"]
        assert opened.project(body) == pytest.approx(
            opened.project("ground", resting + moved[k, :3]), abs=0.5
        )
    opened.tab("Roots")
    opened.settle()
    for body in scene.bodies:
        resting = [run[f"{body}.{axis}"].values[5] for axis in "xyz"]
        assert opened.project(body) == pytest.approx(opened.project("ground", resting), abs=0.5)


# Diagrams and tables


def test_diagram_has_axes_with_units_and_a_legend(show, written):
    panel = show(written("modes", 5)).tab("Response")
    first, second = panel.locator(".chart").all()
    words = first.locator("text").all_text_contents()
    assert {"frequency [rad/s]", "gain [rad/N]", "0.1", "1", "10", "100", "1000"} <= set(words)
    assert {"phase [deg]", "0", "-45", "-90", "-180"} <= set(second.locator("text").all_text_contents())
    assert panel.locator(".legend").first.locator("li").all_inner_texts() == [
        "A.theta / push",
        "B.theta / push",
    ]
    lines = first.locator("path.curve").all()
    assert [line.get_attribute("stroke") for line in lines] == list(BODIES[:2])
    assert len({line.get_attribute("stroke-dasharray") for line in lines}) == 2, (
        "told apart without colours too"
    )
    assert "gain over frequency" in first.get_attribute("aria-label")


def test_curve_that_turns_back_is_drawn_whole_and_its_marks_are_labelled(show, written):
    charts = show(written("modes", 5)).tab("Locus").locator(".chart")
    charts.nth(1).locator("path.curve").wait_for(state="attached")
    locus, path = charts.all()
    (curve,) = path.locator("path.curve").all()
    points = np.array([p.split() for p in curve.get_attribute("d")[1:].split("L")], dtype=float)
    assert len(points) == 101
    assert np.sign(np.diff(points[:, 0])).tolist().count(-1) > 10, "it goes back"
    assert path.locator("text.label").all_text_contents() == ["fold 1", "fold 2"]
    assert locus.locator("path.mark").count() == 4
    box = locus.locator("path.edge").bounding_box()
    ticks = [float(t) for t in locus.locator("text.middle:not(.title)").all_text_contents()]
    across = [
        t.bounding_box()["x"] + t.bounding_box()["width"] / 2
        for t in locus.locator("text.middle:not(.title)").all()
    ]
    heights = [float(t) for t in locus.locator("text.end").all_text_contents()]
    along = [t.bounding_box()["y"] for t in locus.locator("text.end").all()]
    scales = (
        (across[-1] - across[0]) / (ticks[-1] - ticks[0]),
        (along[0] - along[-1]) / (heights[-1] - heights[0]),
    )
    assert scales[0] == pytest.approx(scales[1], rel=0.03), "both axes have one scale"
    assert box["width"] > 100


def test_points_of_a_diagram_are_read_by_keys_and_pointer(show, written):
    opened = show(written("modes", 5))
    panel = opened.tab("Response")
    chart, reading = panel.locator(".chart").first, panel.locator(".reading").first
    chart.focus()
    opened.page.keyboard.press("ArrowRight")
    assert reading.inner_text().startswith("A.theta / push: frequency 0.10000 rad/s, gain 1.0000")
    opened.page.keyboard.press("ArrowDown")
    assert reading.inner_text().startswith("B.theta / push: frequency 0.10000 rad/s")
    for key in ("ArrowLeft", "ArrowDown", "ArrowDown", "ArrowRight"):
        opened.page.keyboard.press(key)
    assert reading.inner_text().startswith("B.theta / push: frequency 0.104")
    assert reading.get_attribute("role") == "status"
    box = chart.locator("path.edge").bounding_box()
    opened.page.mouse.move(box["x"] + 1, box["y"] + box["height"] - 25)
    assert reading.inner_text().startswith("B.theta / push: frequency 0.1")
    assert chart.locator(".ring").get_attribute("visibility") == "visible"
    opened.page.mouse.move(2, 2)
    assert not reading.inner_text().strip()


def test_diagram_follows_the_colours_and_is_printed(show, written):
    opened = show(written("modes", 5))
    panel = opened.tab("Response")
    opened.page.get_by_label("Dark colours").click()
    assert panel.locator("path.curve").first.get_attribute("stroke") == BODIES_ON_DARK[0]
    opened.page.emulate_media(media="print")
    assert panel.locator(".chart svg").first.is_visible()
    assert not opened.find("[role=tablist]").is_visible()


def seen_headings(panel):
    return [heading.inner_text() for heading in panel.locator("h2").all() if heading.is_visible()]


def test_numbers_of_a_table_stand_right_and_what_is_none_is_a_dash(show, written):
    opened = show(written("modes", 5))
    panel = opened.tab("Roots")
    assert seen_headings(panel) == ["Roots", "Kinds"]
    opened.page.emulate_media(media="print")
    assert seen_headings(panel) == ["Roots", "Kinds"], "also on paper, where panels have titles"
    opened.page.emulate_media(media="screen")
    first = panel.locator("table").first
    assert first.locator("td.number").all_inner_texts() == [
        "3.1800",
        "0.050000",
        "3.1800",
        "0.050000",
        "–",
        "1.0000",
    ]
    assert first.locator("td.number").first.evaluate("(cell) => getComputedStyle(cell).textAlign") == "right"
    assert panel.locator("table").last.locator("td.number").count() == 0


# Pages without a drawing, and panels that cannot be shown


def test_answer_without_a_scene_is_a_page_of_panels(show, written):
    opened = show(written("response", 5))
    assert opened.find(".stage, .timeline, canvas").count() == 0
    assert opened.page.get_by_label("Save picture").count() == 0
    assert opened.do("sarrus.view") is None
    assert listed_keys(opened) == ["?"]
    for key in (*KEYS_OF_TIME, "1", "Escape"):
        opened.page.keyboard.press(key)
    for tab in ("Locus", "Roots", "Model", "Check", "Evidence", "Response"):
        assert opened.tab(tab).is_visible()
    assert opened.equations().locator(".katex").count() > 0
    box = opened.find(".tabs").bounding_box()
    assert box["width"] == pytest.approx(1280, abs=2)
    (complaint,) = opened.take_complaints()
    assert "TypeError" in complaint, "the panel that is broken on purpose"


def test_panel_of_an_unknown_kind_and_one_that_is_broken_say_so(show, written):
    opened = show(written("response", 5))
    assert 'no panels of the kind "hologram"' in opened.open("hologram").inner_text()
    opened.page.get_by_role("tab", name="Broken").click()
    assert "This panel cannot be shown" in opened.page.get_by_role("tabpanel").inner_text()
    assert opened.tab("Roots").locator("td").count() > 0
    opened.take_complaints()


@pytest.mark.parametrize("kind", ["constructor", "__proto__", "toString"])
def test_kind_that_every_object_has_is_unknown_too(show, example, tmp_path, kind):
    data = report_data(example("four-bar"))
    data["panels"].insert(0, {"kind": kind, "title": "Odd"})
    path = tmp_path / "odd.html"
    path.write_text(document(data, read_assets()), encoding="utf-8")
    opened = show(path)
    assert f'no panels of the kind "{kind}"' in opened.tab("Odd").inner_text()
    assert opened.find("canvas").count() > 0


@pytest.mark.parametrize("analysis", ["modes", "response"])
def test_narrow_screen_holds_every_tab_and_diagram(show, written, analysis):
    opened = show(written(analysis, 5), viewport={"width": 390, "height": 800})
    titles = [tab.inner_text() for tab in opened.page.get_by_role("tab").all()]
    for tab in opened.page.get_by_role("tab").all():
        box = tab.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390, titles
        tab.click()
        opened.settle()
        assert opened.do("document.documentElement.scrollWidth") <= 390, tab.inner_text()
    opened.take_complaints()
