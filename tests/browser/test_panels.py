"""Tabs by mouse and keyboard, and what stands behind them; picking in the drawing."""

import pytest

import sarrus
from sarrus.io import loads
from sarrus.views.page import document, read_assets
from sarrus.views.report import report_data

TITLES = ["Plots", "Details", "Model", "Check", "Equations", "Evidence"]


def selected(opened):
    return [t.inner_text() for t in opened.page.get_by_role("tab", selected=True).all()]


def test_each_tab_shows_its_panel_alone(four_bar):
    assert [t.inner_text() for t in four_bar.page.get_by_role("tab").all()] == TITLES
    for title in reversed(TITLES):
        panel = four_bar.tab(title)
        assert panel.is_visible()
        assert panel.get_attribute("aria-labelledby") == f"tab-{title}"
        assert four_bar.page.get_by_role("tabpanel").count() == 1
        assert selected(four_bar) == [title]


def test_tabs_are_reached_by_the_arrow_keys(four_bar):
    four_bar.find("#tab-Plots").focus()
    time = four_bar.time()
    for key, title in (
        ("ArrowRight", "Details"),
        ("End", "Evidence"),
        ("ArrowRight", "Plots"),
        ("ArrowLeft", "Evidence"),
        ("Home", "Plots"),
    ):
        four_bar.page.keyboard.press(key)
        assert selected(four_bar) == [title]
        assert four_bar.do("document.activeElement.id") == f"tab-{title}"
    assert four_bar.time() == time, "the keys of the tabs are not those of the time"
    # Only the open one is a stop of Tab.
    assert four_bar.do("[...document.querySelectorAll('[role=tab]')].map((t) => t.tabIndex)") == [0] + 5 * [
        -1
    ]


def pick(opened, place):
    box = opened.find(".stage canvas").bounding_box()
    opened.page.mouse.click(box["x"] + place[0], box["y"] + place[1])


def middle_of(opened, body):
    """Pixels of the middle of what is drawn of a body, away from its joints."""
    points = [m["at"]["p"] for m in opened.do("sarrus.data.scene.marks") if m["name"].startswith(f"{body}.")]
    a, b = (opened.project(body, p) for p in (min(points), max(points)))
    return [0.6 * a[0] + 0.4 * b[0], 0.6 * a[1] + 0.4 * b[1]]


def test_picked_body_shows_its_values(four_bar, example):
    run, row, body = example("four-bar"), 40, "coupler"
    four_bar.do("sarrus.view.set({ reactions: false, applied: false })")
    four_bar.jump(run.t[row])
    pick(four_bar, middle_of(four_bar, body))
    four_bar.rest()
    assert selected(four_bar) == ["Details"]
    assert four_bar.find(".details h2 .name").inner_text() == body
    assert four_bar.find(".chip").inner_text() == body
    shown = set()
    for line in four_bar.find(".readings tr").all():
        name = line.locator("th .name").get_attribute("title")
        if name.startswith("|"):
            continue  # the magnitude of a vector
        value = float(line.locator(".number").inner_text())
        largest = abs(run[name].values).max()
        assert value == pytest.approx(run[name].values[row], rel=1e-4, abs=1e-6 * largest + 1e-12)
        assert line.locator(".unit").inner_text() == run[name].unit.replace("^2", "\u00b2")
        shown.add(name)
    assert {"coupler.x", "coupler.psi_dot", "coupler.end.y", "B.reaction.x", "C.reaction.y"} <= shown
    assert not any(name.startswith(("crank.", "rocker.", "A.", "D.")) for name in shown)


def test_values_are_those_of_the_time_when_their_tab_is_opened_again(four_bar, example):
    run = example("four-bar")
    panel = four_bar.tab("Details")
    panel.get_by_label("Body or element").select_option(label="coupler")
    four_bar.tab("Check")
    four_bar.jump(run.t[90])
    four_bar.tab("Details")
    four_bar.rest()
    shown = four_bar.find('.readings tr:has(bdi[title="coupler.x"]) .number').inner_text()
    assert float(shown) == pytest.approx(run["coupler.x"].values[90], rel=1e-4)
    assert float(shown) != pytest.approx(run["coupler.x"].values[0], rel=1e-2)
    four_bar.tab("Check")
    four_bar.jump(run.t[30])
    four_bar.tab("Plots")
    four_bar.rest()
    shown = four_bar.find('.legend li:has([title="A.theta"]) .value').inner_text()
    assert float(shown.split()[0]) == pytest.approx(run["A.theta"].values[30], rel=1e-4)
    over, now = (four_bar.find(f".card {name}").first.bounding_box() for name in (".u-over", ".now"))
    assert (now["x"] - over["x"]) / over["width"] == pytest.approx(run.t[30] / run.t[-1], abs=0.01)


def test_neighbours_of_what_was_picked_are_one_click_away(four_bar):
    panel = four_bar.tab("Details")
    panel.get_by_label("Body or element").select_option(label="coupler")
    assert panel.locator(".beside button").all_inner_texts() == ["B", "C"]
    panel.locator(".beside button").last.click()
    assert four_bar.find(".chip").inner_text() == "C"
    assert set(panel.locator(".beside button").all_inner_texts()) == {"coupler", "rocker"}


def test_picking_nothing_clears(four_bar):
    pick(four_bar, middle_of(four_bar, "coupler"))
    assert four_bar.find(".chip").is_visible()
    pick(four_bar, (4, 4))
    assert not four_bar.find(".chip").is_visible()
    assert "Pick a body" in four_bar.find("#panel-Details").inner_text()


def test_picked_body_is_highlighted(four_bar):
    four_bar.show_only_bodies()
    before = four_bar.picture()
    pick(four_bar, middle_of(four_bar, "coupler"))
    assert (four_bar.picture() != before).any()
    four_bar.page.keyboard.press("Escape")
    four_bar.page.mouse.move(0, 0)  # what the pointer is at has its name
    rim = slice(4, -4)  # there the ring of the keyboard's focus stands
    four_bar.rest()
    assert (four_bar.picture() == before)[rim, rim].all()


def test_joint_is_picked_where_it_is(four_bar):
    pick(four_bar, four_bar.project("ground", (1.0, 0.0, 0.0)))
    assert four_bar.find(".details h2 .name").inner_text() == "D"
    assert "D.reaction.x" in four_bar.find(".readings").inner_text()


def test_body_in_space_is_picked(show, report):
    opened = show(report("slider-crank-3d"))
    opened.do("sarrus.view.set({ reactions: false, torques: false })")
    pick(opened, middle_of(opened, "rod"))
    assert opened.find(".details h2 .name").inner_text() == "rod"


def test_part_is_chosen_from_the_list_and_its_series_plotted(four_bar):
    panel = four_bar.tab("Details")
    panel.get_by_label("Body or element").select_option(label="rocker")
    assert four_bar.find(".chip").inner_text() == "rocker"
    panel.get_by_label("Plot rocker.psi", exact=True).click()
    assert selected(four_bar) == ["Plots"]
    assert "rocker.psi" in four_bar.find(".legend").first.inner_text()


def test_model_is_shown_in_tables_and_as_text(four_bar, example):
    panel = four_bar.tab("Model")
    assert panel.locator("pre").inner_text().strip() == example("four-bar").model_text.strip()
    for word in ("Bodies", "Joints", "Parameters", "rocker", "revolute", "0.3"):
        assert word in panel.inner_text()


def test_check_says_how_the_mechanism_can_move(four_bar):
    rows = [r.inner_text().split("\t") for r in four_bar.tab("Check").locator(".facts tr").all()]
    facts = {name.strip(): value.strip() for name, value in rows}
    assert facts["bodies"] == "3"
    assert facts["joints"] == "4"
    assert facts["degrees of freedom, true"] == "1"
    (finding,) = four_bar.find("#panel-Check .finding").all_inner_texts()
    assert finding.startswith("Note: guess D.theta moved from")


def test_tab_of_the_check_counts_errors_and_warnings(show, example, tmp_path):
    data = report_data(example("four-bar"))
    check = next(panel for panel in data["panels"] if panel["kind"] == "check")
    check["findings"] = [
        {"severity": severity, "text": severity} for severity in ("warning", "note", "error", "warning")
    ]
    path = tmp_path / "warned.html"
    path.write_text(document(data, read_assets()), encoding="utf-8")
    tab = show(path).find("#tab-Check")
    assert tab.inner_text() == "Check (3)"
    assert tab.get_attribute("title") == "1 error, 2 warnings"
    assert tab.get_attribute("aria-label") == "Check: 1 error, 2 warnings"


def test_force_that_is_but_an_arrow_says_what_it_is(show, report):
    opened = show(report("cart-pendulum"))
    opened.tab("Details").get_by_label("Body or element").select_option(label="push")
    assert opened.find(".details h2 .kind").inner_text() == "force"


SIX_DRIVERS = """
sarrus: 1
name: six-drivers
bodies: {platform: {box: {length: 0.4, width: 0.3, height: 0.1, mass: 2}}}
joints: {fly: {free: [ground, platform]}}
drivers:
  drive_x: {motion: fly.x, is: 0.1*t}
  drive_y: {motion: fly.y, is: 0.1*t}
  drive_z: {motion: fly.z, is: 0.3}
  drive_a1: {motion: fly.a1, is: 0.1*t}
  drive_a2: {motion: fly.a2, is: 0.2*t}
  drive_a3: {motion: fly.a3, is: 0.3*t}
"""


def test_six_drivers_of_a_free_joint_are_all_drawn_named_and_listed(show, tmp_path):
    opened = show(sarrus.kinematics(loads(SIX_DRIVERS), 0.1, rows=3).report(tmp_path / "six.html"))
    drivers = {f"drive_{c}" for c in ("x", "y", "z", "a1", "a2", "a3")}
    drawn = opened.do("sarrus.data.scene.drawn.filter(({ kind }) => kind === 'driver')")
    assert {one["owner"] for one in drawn} == drivers
    assert len({str(one["primitives"]) for one in drawn}) >= 6, "none is drawn on another"
    opened.do("sarrus.view.set({ bodies: false })")
    opened.settle()
    assert drivers <= {e.inner_text() for e in opened.find(".view-name").all() if e.is_visible()}
    assert drivers <= set(opened.tab("Details").locator("option").all_inner_texts())


def test_details_of_nothing_say_what_a_click_does(four_bar):
    panel = four_bar.tab("Details")
    text = panel.inner_text()
    assert "Pick a body or an element in the drawing, or in the list above." in text
    assert "A button beside each value draws it over time." in text
    assert panel.locator(".invitation svg").count() == 2
    panel.get_by_label("Body or element").select_option(label="crank")
    assert not panel.locator(".invitation").is_visible()


def test_redundant_rows_are_named_in_the_check(show, report):
    assert "3 redundant" in show(report("cardan-shaft")).tab("Check").inner_text()


def test_evidence_is_that_of_the_result(four_bar, example):
    text = four_bar.tab("Evidence").inner_text()
    for name, value in example("four-bar").evidence_facts():
        assert name in text and value in text
    assert "report written by" in text


def test_equations_are_copied_as_latex(show, report):
    opened = show(report("four-bar"), permissions=["clipboard-read", "clipboard-write"])
    panel = opened.equations()
    panel.get_by_role("button", name="Copy all as LaTeX").click()
    panel.get_by_role("button", name="Copied").wait_for()
    assert opened.page.evaluate("() => navigator.clipboard.readText()") == opened.panel("equations")["latex"]
    first = panel.locator(".display").first
    first.hover()
    first.get_by_role("button", name="LaTeX").click()
    displays = [b["math"] for b in opened.panel("equations")["blocks"] if b["block"] == "display"]
    first.get_by_role("button", name="Copied").wait_for()
    assert opened.page.evaluate("() => navigator.clipboard.readText()") == displays[0]


def test_text_is_selected_where_the_clipboard_is_refused(show, report):
    refuse = "navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))"
    opened = show(report("four-bar"), before=lambda page: page.add_init_script(refuse))
    panel = opened.equations()
    panel.get_by_role("button", name="Copy all as LaTeX").click()
    field = panel.locator("textarea.copied")
    assert field.input_value() == opened.panel("equations")["latex"]
    assert opened.do("getSelection().toString().length") > 100
