"""Long names break or are cut where they must, and push nothing out of sight."""

from itertools import pairwise

import pytest

import sarrus
from sarrus.io import loads

FORTY = {
    "crank": "a_crank_whose_name_has_forty_letters_abc",
    "coupler": "the_coupler_whose_name_has_forty_letters",
    "rocker": "rocker_with_a_name_of_exactly_40_letters",
    "B": "joint_B_of_crank_and_coupler_40_letters_",
}
MODEL = """
sarrus: 1
name: long-names
plane: xy
ground: {{points: {{D: [1, 0]}}}}
bodies:
  {crank}: {{rod: {{length: 0.3, mass: 1}}}}
  {coupler}: {{rod: {{length: 0.9, mass: 1}}}}
  {rocker}: {{rod: {{length: 0.7, mass: 1}}}}
joints:
  A: {{revolute: [ground, {crank}.start]}}
  {B}: {{revolute: [{crank}.end, {coupler}.start]}}
  C: {{revolute: [{coupler}.end, {rocker}.end]}}
  D: {{revolute: [ground.D, {rocker}.start]}}
forces: {{weight: {{gravity: [0, -9.81]}}}}
start:
  fixed: {{A.theta: 60 deg, A.theta_dot: 0}}
  guess: {{D.theta: 100 deg}}
"""
TITLES = ("Plots", "Details", "Model", "Check", "Equations", "Evidence")
WIDTHS = {"desktop": (1280, 800), "phone": (360, 740), "paper": (700, 1000)}
CELLS = """(cells) => cells.map((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return [cell.textContent, new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size];
})"""


@pytest.fixture(scope="module")
def long_names(tmp_path_factory):
    """The report of a four-bar linkage whose parts have names of forty letters."""
    assert {len(name) for name in FORTY.values()} == {40}
    run = sarrus.simulate(loads(MODEL.format(**FORTY)), 0.2, rows=5)
    return run.report(tmp_path_factory.mktemp("names") / "long.html")


@pytest.mark.more
def test_long_names_do_not_widen_the_page(show, long_names):
    opened = show(long_names)
    opened.tab("Details").get_by_label("Body or element").select_option(label=FORTY["coupler"])
    for medium, (width, height) in WIDTHS.items():
        opened.page.set_viewport_size({"width": width, "height": height})
        if medium == "paper":
            opened.page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
            opened.page.emulate_media(media="print")
        for title in TITLES if medium != "paper" else TITLES[:1]:
            if medium != "paper":
                opened.tab(title)
            opened.settle()
            assert opened.do("document.documentElement.scrollWidth") <= width, (medium, title)


def test_names_break_in_tables_and_other_words_do_not(show, long_names):
    opened = show(long_names)
    panel = opened.tab("Model")
    cells = dict(panel.locator(".wide td > bdi").evaluate_all(CELLS))
    assert {2} == {cells[name] for name in FORTY.values()}
    assert {1} == {cells[word] for word in ("revolute", "ground", "gravity", "C")}


def test_legend_shows_the_end_of_a_long_name_and_the_value_beside_it(show, long_names):
    opened = show(long_names, viewport={"width": 360, "height": 740}, is_mobile=True)
    item = opened.find(f'.legend li:has([title="{FORTY["B"]}.reaction.x"])').first
    start, end = item.locator(".name span").all()
    assert start.evaluate("(e) => e.scrollWidth > e.clientWidth"), "cut"
    boxes = [e.bounding_box() for e in (start, end, item.locator(".value"), item.locator("button"))]
    assert end.inner_text() == ".reaction.x"
    for left, right in pairwise(boxes):
        assert left["x"] + left["width"] <= right["x"] + 0.5
    assert boxes[-1]["x"] + boxes[-1]["width"] <= 360
    assert opened.do("document.documentElement.scrollWidth") <= 360


def test_names_in_a_small_drawing_stand_at_their_points_or_nowhere(show, report):
    opened = show(report("four-bar"), viewport={"width": 360, "height": 740}, is_mobile=True)
    opened.page.evaluate("() => scrollTo(0, 600)")
    opened.rest()
    stage = opened.find(".stage").bounding_box()
    assert stage["height"] < 200
    pins = {"A": (0, 0, 0), "D": (1, 0, 0)}
    seen = [e for e in opened.find(".view-name").all() if e.is_visible() and e.inner_text() in pins]
    assert seen
    for name in seen:
        box, (x, y) = name.bounding_box(), opened.project("ground", pins[name.inner_text()])
        middle = (box["x"] + box["width"] / 2 - stage["x"], box["y"] + box["height"] / 2 - stage["y"])
        assert middle == pytest.approx((x, y), abs=26)
