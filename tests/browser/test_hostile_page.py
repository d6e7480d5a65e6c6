"""Names and texts that try to become markup stay text; numbers that are none leave the page alive."""

from dataclasses import replace

import numpy as np
import pytest
from browsing import MADE_UP, TEXTS, colors_in, poisoned, rows_of

import sarrus
from sarrus.io import loads
from sarrus.results import Series
from sarrus.views.page import document, read_assets
from sarrus.views.page.answers import PAGES
from sarrus.views.report import report_data

ALIEN = "img, iframe, object, embed, base, form, link, template, details:not(.menu, .fold), a[href], [onerror], [onload]"
PINNED = """sarrus: 1
name: {name}
plane: xy
bodies: {{bar: {{rod: {{length: 1, mass: 1}}}}}}
joints: {{pin: {{revolute: [ground, bar.start]}}}}
forces: {{weight: {{gravity: [0, -9.81]}}}}
start: {{fixed: {{pin.theta: 0, pin.theta_dot: 0}}}}
"""


def is_unharmed(opened):
    """Nothing ran, and nothing stands in the page that it did not make itself."""
    return (
        opened.do("typeof window.__pwn") == "undefined"
        and opened.find(ALIEN).count() == 0
        and opened.find("script").count() == 2
        and opened.do("Object.prototype.hasOwnProperty('polluted') === false")
    )


@pytest.fixture(scope="module")
def poison(example, tmp_path_factory):
    """A report in which every text is hostile: its file, and what became of the texts."""
    data, texts = poisoned(report_data(example("four-bar")))
    path = tmp_path_factory.mktemp("poison") / "poison.html"
    path.write_text(document(data, read_assets()), encoding="utf-8")
    assert set(TEXTS) <= set(texts.values())
    return path, texts


def test_hostile_texts_are_shown_as_text(show, poison):
    path, texts = poison
    opened = show(path)
    assert is_unharmed(opened)
    assert opened.find("h1").text_content() == texts["four-bar"]
    assert opened.do("sarrus.data.scene.bodies") == [texts[body] for body in ("crank", "coupler", "rocker")]
    tabs = opened.page.get_by_role("tab").all()
    assert len(tabs) == 6
    for title, tab in enumerate(tabs):
        tab.click()
        opened.settle()
        assert is_unharmed(opened), title
    # Every cell of every table, letter by letter.
    cells = {cell for table in opened.panel("model")["tables"] for row in table["rows"] for cell in row}
    shown = set(
        opened.open("model").locator("td").evaluate_all("(cells) => cells.map((cell) => cell.textContent)")
    )
    assert cells == shown
    assert len(cells & set(TEXTS)) > 10


def test_hostile_bodies_are_picked_plotted_and_drawn(show, poison):
    path, texts = poison
    opened = show(path)
    panel = opened.open("parts")
    for number in range(opened.do("document.querySelectorAll('.details option').length - 1")):
        panel.get_by_label("Body or element").select_option(value=str(number))
        assert opened.find(".chip").text_content()
        assert is_unharmed(opened)
    panel.get_by_label("Body or element").select_option(value="0")
    assert opened.find(".details h2 .name").get_attribute("title") == texts["crank"]
    panel.locator(".readings button").first.click()
    opened.find(".card").first.locator("button.choose").click()
    assert opened.find(".choices label").count() > 0
    assert colors_in(opened.picture()) >= 50
    assert is_unharmed(opened)


def test_hostile_formulas_are_not_obeyed(show, poison):
    opened = show(poison[0])
    panel = opened.equations()
    assert panel.locator(".katex").count() > 0
    assert is_unharmed(opened)


@pytest.mark.parametrize("analysis", ["assemble", *MADE_UP])
def test_hostile_texts_in_panels_of_every_kind_stay_text(show, example, tmp_path, monkeypatch, analysis):
    for verb, page in MADE_UP.items():
        monkeypatch.setitem(PAGES, verb, page)
    data, _ = poisoned(report_data(rows_of(example("four-bar"), analysis, 5, 40)))
    path = tmp_path / "panels.html"
    path.write_text(document(data, read_assets()), encoding="utf-8")
    opened = show(path)
    for number, tab in enumerate(opened.page.get_by_role("tab").all()):
        tab.click()
        opened.settle()
        assert is_unharmed(opened), number
        assert tab.bounding_box()["width"] < 400, "long titles are cut"
    for box in opened.page.get_by_role("radio").all():
        box.check(force=True)
    opened.page.keyboard.press("?")
    assert is_unharmed(opened)
    assert all("TypeError" in text for text in opened.take_complaints()), (
        "but for the panel broken on purpose"
    )


@pytest.mark.parametrize("title", [TEXTS[1], "机构 👩‍🔧 אבג " + "x" * 180])
def test_hostile_name_of_a_mechanism_goes_all_the_way(show, tmp_path, title):
    mechanism = loads(PINNED.format(name="'" + title.replace("'", "''") + "'"))
    opened = show(sarrus.simulate(mechanism, 0.2, rows=5).report(tmp_path / "a.html"))
    assert opened.page.title() == title
    assert opened.find("h1 .name").get_attribute("title") == title
    assert is_unharmed(opened)


def test_numbers_that_are_none_leave_gaps(show, example, tmp_path):
    run = example("four-bar")
    series = dict(run.series)
    for name, holes in (
        ("A.theta", slice(20, 40)),
        ("coupler.x", slice(50, 70)),
        ("energy.kinetic", slice(None)),
    ):
        values = np.array(run[name].values)
        values[holes] = np.nan
        series[name] = Series(name, run[name].unit, values)
    series["D.theta"] = Series("D.theta", "rad", np.where(run.t > 1, np.inf, run["D.theta"].values))
    opened = show(replace(run, series=series).report(tmp_path / "holes.html"))
    opened.show_only_bodies()
    opened.jump(run.t[45])
    whole = colors_in(opened.picture())
    opened.jump(run.t[60])
    assert colors_in(opened.picture()) < whole, "the body without a place is not drawn"
    opened.tab("Details").get_by_label("Body or element").select_option(label="coupler")
    opened.rest()
    line = opened.find('.readings tr:has(bdi[title="coupler.x"])')
    assert line.locator(".number").inner_text() == "–"
    opened.jump(run.t[45])
    opened.rest()
    assert float(line.locator(".number").inner_text()) == pytest.approx(run["coupler.x"].values[45], rel=1e-4)
