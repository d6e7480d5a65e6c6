"""Reports: what goes into the file, from whole and failed runs, and what cannot be reported."""

import base64
import html
import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus.errors import UsageError
from sarrus.results import Outcome, Result, Series
from sarrus.views.page import Assets, read_assets
from sarrus.views.report import open_page, report_data, report_html, report_name, show_report

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples"
ASSETS = Assets("/* script */", "/* style */")
HOSTILE = "</script><script>alert(1)</script><!-- \u2028 'x' \" & 😀"


@pytest.fixture(scope="module")
def run():
    return sarrus.simulate(sarrus.load(EXAMPLES / "four-bar.yaml"), 0.5, rows=31)


def interface(name):
    """Keys of an interface of the page."""
    text = (ROOT / "web" / "src" / "data.ts").read_text(encoding="utf-8")
    body = re.search(rf"export interface {name}(?:<.*>)? {{\n(.*?)^}}", text, re.DOTALL | re.MULTILINE)[1]
    return set(re.findall(r"^  (\w+)\??:", body, re.MULTILINE))


def panels(data):
    """Panels by their kinds."""
    return {panel["kind"]: panel for panel in data["panels"]}


def numbers(packed):
    return np.frombuffer(base64.b64decode(packed), "<f4")


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda p: p.stem)
def test_every_example_has_a_whole_report(path):
    found = sarrus.simulate(sarrus.load(path), 0.05, rows=4, strict=False)
    data = json.loads(json.dumps(report_data(found), allow_nan=False))
    kinds = panels(data)
    assert "failure" not in kinds["check"] and "failure" not in kinds["equations"]
    assert data["scene"]["bodies"]
    plots = kinds["series"]["diagrams"]
    assert plots
    assert {name for names in plots for name in names} <= {s["name"] for s in data["series"]}
    assert kinds["model"]["text"] == found.model_text
    assert kinds["evidence"]["notes"] == []


def test_keys_are_those_that_the_page_reads(run):
    data = report_data(run)
    assert set(data) == interface("ReportData")
    assert set(data["scene"]) == interface("SceneData")
    assert set(data["palette"]) == interface("Palette")
    assert set(data["series"][0]) == interface("Series")
    kinds = panels(data)
    assert list(kinds) == ["series", "parts", "model", "check", "equations", "evidence"]
    for kind, panel in kinds.items():
        assert set(panel) == interface(f"{kind.capitalize()}Panel")
    assert set(kinds["model"]["tables"][0]) == interface("Table")
    assert set(data["scene"]["drawn"][0]) == interface("Drawn")
    assert set(data["scene"]["arrows"][0]) == interface("Arrow")


def test_series_are_all_columns_with_their_owners(run):
    data = report_data(run)
    headings, values = run.columns()
    place = {heading: k for k, heading in enumerate(headings)}
    shown = [f"{s['name']} [{s['unit']}]" for s in data["series"]]
    # a planar page leaves out components that cannot be but zero
    left_out = [h.partition(" ")[0] for h in headings[1:] if h not in shown]
    assert all(name.endswith((".reaction.z", ".torque.x", ".torque.y", ".torque.z")) for name in left_out)
    assert shown == [h for h in headings[1:] if h in shown]
    for heading, s in zip(shown, data["series"], strict=True):
        np.testing.assert_array_equal(numbers(s["values"]), values[:, place[heading]].astype("f4"))
    owners = {s["name"]: s["owner"] for s in data["series"]}
    assert owners["A.reaction.x"] == "A"
    assert owners["crank.end.x_ddot"] == "crank"
    assert owners["energy.balance"] == "energy"


def test_first_plots_show_coordinates_loads_and_energies(run):
    coordinates, loads, energies = panels(report_data(run))["series"]["diagrams"]
    assert coordinates == ["A.theta", "D.theta", "B.theta", "C.theta"]  # what the start gives comes first
    assert loads == [f"{joint}.reaction.{axis}" for joint in "ABC" for axis in "xy"]
    assert energies == ["energy.kinetic", "energy.potential", "energy.balance"]


def test_loads_that_are_rounding_errors_are_not_among_the_first_plots():
    found = sarrus.simulate(sarrus.load(EXAMPLES / "spring-mass-damper.yaml"), 0.1, rows=4)
    assert panels(report_data(found))["series"]["diagrams"][1] == ["spring.magnitude"]
    infinite = {**found.series, "spring.magnitude": Series("spring.magnitude", "N", np.full(4, np.inf))}
    assert panels(report_data(replace(found, series=infinite)))["series"]["diagrams"]


def test_driven_coordinate_and_its_effort_come_first():
    found = sarrus.kinematics(sarrus.load(EXAMPLES / "scotch-yoke.yaml"), 0.1, rows=4)
    driven, others, loads, _ = panels(report_data(found))["series"]["diagrams"]
    assert (driven, others, loads) == (["axle.theta"], ["slide.s"], ["motor.effort"])


def test_model_check_and_evidence_are_told_in_words(run):
    data = panels(report_data(run))
    tables = {table["title"]: table for table in data["model"]["tables"]}
    assert list(tables) == ["Bodies", "Joints", "Forces", "Parameters", "Start values"]
    crank = dict(zip(tables["Bodies"]["head"], tables["Bodies"]["rows"][0], strict=True))
    assert (crank["name"], crank["mass [kg]"]) == ("crank", "0.3")
    assert crank["made of"] == "rod (length = a = 0.3 m, mass = 0.3 kg)"
    assert ["A.theta", "60 deg", "1.0472 rad", "fixed"] in tables["Start values"]["rows"]
    facts = dict(data["check"]["facts"])
    assert (facts["degrees of freedom, true"], facts["loops"]) == ("1", "A-B-C-D")
    assert not any("drivers" in name and "freedom" in name for name in facts)
    assert [f["severity"] for f in data["check"]["findings"]] == ["note"]
    evidence = dict(data["evidence"]["facts"])
    assert evidence["status"] == run.status.text
    assert evidence["steps"] == str(run.evidence["steps"])
    assert f"sarrus {sarrus.__version__}, " in evidence["report written by"]


def test_run_that_failed_has_a_report_of_what_there_is():
    driven = sarrus.load(EXAMPLES / "four-bar.yaml")
    driven.parameters(a=0.6, b=0.5, c=0.5)
    driven.add(sarrus.Motion("motor", "A.theta", function="1 + t"))
    driven.fixed.clear()
    driven.start(guess={"A.theta": 1.0})
    found = sarrus.kinematics(driven, 1.0, rows=101, strict=False)
    assert not found.ok and 0 < len(found) < 101
    data = report_data(found)
    assert data["status"] == {"ok": False, "word": found.status.word, "text": found.status.text}
    assert len(numbers(data["series"][0]["values"])) == len(found)


def test_result_without_rows_is_refused(run):
    empty = Result("m", "simulate", np.zeros(0), {}, Outcome("not closed", "It does not close."))
    with pytest.raises(UsageError, match=r"the result of 'm' has no rows\. It does not close\."):
        report_data(empty)


def test_result_without_a_model_takes_the_one_given(run):
    bare = replace(run, described={})
    with pytest.raises(UsageError, match=r"does not hold its model.*model=sarrus.load"):
        report_data(bare)
    mechanism = sarrus.load(EXAMPLES / "four-bar.yaml")
    assert report_data(bare, mechanism) == report_data(run)


def test_element_of_ones_own_is_reported_while_the_run_is_at_hand(tmp_path):
    from sarrus.elements.forces.base import Line

    class CubicSpring(sarrus.elements.forces.base.Force):
        """A spring of a user."""

        ends = ("P", "Q")
        port = Line

        def energy(self, line):
            return line.length**4

    mechanism = sarrus.load(EXAMPLES / "pendulum.yaml")
    mechanism.add(CubicSpring("own", mechanism.ground, "bob.mass"))
    run = sarrus.simulate(mechanism, 0.1, rows=3)
    assert any(part["owner"] == "own" for part in report_data(run)["scene"]["spans"])
    run.save(tmp_path / "run.h5")
    with pytest.raises(UsageError, match=r"cubic-spring.*model="):
        report_data(sarrus.load_result(tmp_path / "run.h5"))


def test_given_model_is_the_one_that_is_told(run):
    other = sarrus.load(EXAMPLES / "four-bar.yaml")
    other.parameters(a=0.25)
    assert "a: 0.25" in panels(report_data(run, other))["model"]["text"]


def test_data_file_written_in_two_ways_is_one_file(tmp_path):
    mechanism = sarrus.load(EXAMPLES / "measured-motion.yaml")
    run = sarrus.simulate(mechanism, 0.1, rows=3)
    name, table = next((n, text) for n, text in run.files.items() if n.startswith("data/"))
    files = {**run.files, f"./{name}": table}
    assert report_data(replace(run, described=files))["title"] == mechanism.name
    with pytest.raises(UsageError, match="no other is there"):
        report_data(replace(run, described={**run.files, f"./{name}": "1, 2"}))


def test_model_that_cannot_be_read_is_refused_in_words(run):
    broken = replace(run, described={"model.yaml": "sarrus: 1\nbodies: {a: {mass: -1, inertia: 1}}\n"})
    with pytest.raises(UsageError, match=r"(?s)cannot be read: model\.yaml:2:.*Give the model too"):
        report_data(broken)


def test_model_with_data_files_needs_no_other_files(tmp_path):
    found = sarrus.simulate(sarrus.load(EXAMPLES / "measured-motion.yaml"), 0.1, rows=3)
    loaded = sarrus.load_result(found.save(tmp_path / "run.h5"))
    data = report_data(loaded)
    assert "failure" not in panels(data)["check"]
    assert data["scene"] == report_data(found)["scene"]


@pytest.mark.parametrize(
    "path", ["../out.csv", "/tmp/out.csv", "a/../../out.csv", ".", "", "a\0b", "x" * 5000]
)
def test_files_of_a_stranger_stay_in_their_folder(run, path, tmp_path, monkeypatch):
    (tmp_path / "inside").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "inside"))
    with pytest.raises(UsageError, match="holds cannot be read"):
        report_data(replace(run, described={**run.files, path: "0, 0\n"}))
    assert [p.name for p in tmp_path.rglob("*")] == ["inside"]


def test_hostile_names_and_values_reach_the_page_as_they_are(run):
    values = np.full(len(run), np.nan)
    values[::2] = np.inf
    series = {**run.series, HOSTILE: Series(HOSTILE, HOSTILE, values)}
    hostile = replace(
        run,
        mechanism=HOSTILE,
        series=series,
        status=Outcome("locked", HOSTILE),
        evidence={HOSTILE: float("nan"), "list": [HOSTILE]},
        not_unique=(HOSTILE,),
    )
    text = report_html(hostile, assets=ASSETS)
    assert text.count("<script") == 2 and text.count("</script>") == 2 and "<!--" not in text
    inside = re.search(r'<script type="application/json" id="report">(.*?)</script>', text, re.DOTALL)[1]
    data = json.loads(inside, parse_constant=pytest.fail)
    assert (data["title"], data["status"]["text"], data["series"][-1]["name"]) == (HOSTILE,) * 3
    assert [HOSTILE, "nan"] in panels(data)["evidence"]["facts"]
    np.testing.assert_array_equal(numbers(data["series"][-1]["values"]), values.astype("f4"))


def test_report_is_written_whole_or_not_at_all(run, tmp_path, monkeypatch):
    monkeypatch.setattr("sarrus.views.report.read_assets", lambda: ASSETS)
    assert run.report(tmp_path / "run.html") == tmp_path / "run.html"
    assert (tmp_path / "run.html").read_text(encoding="utf-8") == report_html(run, assets=ASSETS)
    with pytest.raises(UsageError, match="cannot be written"):
        run.report(tmp_path / "no" / "run.html")


def test_report_has_the_name_of_the_mechanism_when_none_is_given(run, tmp_path, monkeypatch):
    monkeypatch.setattr("sarrus.views.report.read_assets", lambda: ASSETS)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "four-bar.html").write_text("old")
    assert run.report() == "four-bar.html"
    assert Path("four-bar.html").read_text(encoding="utf-8") == report_html(run, assets=ASSETS)
    assert replace(run, mechanism="../a/b").report() == "a-b.html"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a-b.html", "four-bar.html"]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("four-bar", "four-bar.html"),
        ("Watt's six-bar, no. 2", "Watt's six-bar, no. 2.html"),
        ("曲柄 é", "曲柄 é.html"),
        ("a/b\\c:d", "a-b-c-d.html"),
        ("../../etc", "etc.html"),
        ("a\0b\nc\ud800", "a-b-c-.html"),
        ("-rf *", "rf -.html"),
        (".hidden. ", "hidden.html"),
        ("...", "mechanism.html"),
        ("", "mechanism.html"),
        ("曲" * 200, "曲" * 66 + ".html"),
    ],
)
def test_name_of_a_report_is_one_that_every_system_allows(title, name):
    assert report_name(title) == name


@pytest.mark.parametrize("name", ["b.txt", "b", "b.html.gz", ".html", "b."])
def test_report_under_a_name_that_no_browser_opens_is_refused(run, tmp_path, name):
    with pytest.raises(UsageError, match=rf"{name}: a report has the ending \.html"):
        run.report(tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["b.htm", "b.HTML"])
def test_every_ending_that_browsers_know_is_allowed(run, tmp_path, monkeypatch, name):
    monkeypatch.setattr("sarrus.views.report.read_assets", lambda: ASSETS)
    assert run.report(tmp_path / name) == tmp_path / name


@pytest.mark.parametrize("path", [b"x.html", 5, ["x.html"]])
def test_what_is_no_path_is_refused_in_words(run, path):
    with pytest.raises(UsageError, match=f"not a value of the type {type(path).__name__}"):
        run.report(path)


@pytest.mark.parametrize(("model", "said"), [("four-bar.yaml", "'four-bar.yaml'"), (5, "5"), ({}, "a value")])
def test_what_is_no_mechanism_is_refused_in_words(run, tmp_path, model, said):
    with pytest.raises(UsageError, match=rf"model: {said}.* is not a Mechanism\. .*model=sarrus\.load"):
        run.report(tmp_path / "c.html", model=model)
    with pytest.raises(UsageError, match="is not a Mechanism"):
        run.show(model=model)
    assert not list(tmp_path.iterdir())


def test_page_that_is_not_built_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr("sarrus.views.page.template.files", lambda package: tmp_path)
    with pytest.raises(UsageError, match="make web"):
        read_assets()


def test_show_opens_the_browser_or_says_where_the_file_is(run, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("sarrus.views.report.read_assets", lambda: ASSETS)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or True)
    path = show_report(run)
    assert path in capsys.readouterr().out
    assert not opened and not open_page(path)
    monkeypatch.setenv("BROWSER", "firefox")
    path = run.show()
    assert opened == [f"file://{path}"]
    assert capsys.readouterr().out == ""
    assert Path(path).read_text(encoding="utf-8").startswith("<!doctype html>")


def test_notebook_shows_the_report_in_a_frame_of_its_own(run, monkeypatch):
    monkeypatch.setattr("sarrus.views.report.read_assets", lambda: ASSETS)
    frame = run._repr_html_()
    found = re.fullmatch(
        r'<iframe sandbox="allow-scripts allow-downloads" srcdoc="([^"]*)" title="report" style="[^"<>]*"></iframe>',
        frame,
    )
    assert html.unescape(found[1]) == report_html(run)


def test_notebook_shows_a_table_where_the_model_is_not_known(run):
    values = np.array([np.nan, 1.0, 2.0])
    t = np.arange(3.0)
    series = {HOSTILE: Series(HOSTILE, "<b>", values), "a": Series("a", "m", t + np.nan)}
    shown = Result(HOSTILE, "simulate", t, series, Outcome("ok", HOSTILE))._repr_html_()
    assert "<script" not in shown and "<b>Done" not in shown
    assert html.escape(HOSTILE) in shown
    assert "<td>&lt;b&gt;</td><td>1</td><td>2</td>" in shown
    many = {f"s{k}": Series(f"s{k}", "m", t) for k in range(100)}
    assert "and 40 more" in Result("m", "simulate", t, many, Outcome("ok", "Done."))._repr_html_()


def test_report_survives_when_one_of_its_tabs_cannot_be_made(run, monkeypatch):
    def broken(*given, **options):
        raise RecursionError("maximum recursion depth exceeded\nand more")

    monkeypatch.setattr("sarrus.views.page.facts.readable", broken)
    data = panels(report_data(run))
    assert set(data["equations"]) == interface("FailedPanel")
    said = data["equations"]["failure"]
    assert said.startswith(
        "The equations could not be made: RecursionError: maximum recursion depth exceeded."
    )
    assert "\n" not in said
    assert data["check"]["facts"]
    assert data["series"]["diagrams"]
    monkeypatch.setattr("sarrus.views.page.facts.check", broken)
    assert panels(report_data(run))["check"]["failure"].startswith(
        "The check could not be made: RecursionError"
    )
    monkeypatch.setattr("sarrus.views.page.panels.mechanism.model_tables", broken)
    assert "The tables of the model could not be made" in panels(report_data(run))["model"]["text"]
    assert "could not be made" in report_html(run)
