"""Reports and drawings from the command line: what is written, what is said, how it ends."""

import json
import re
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
FOUR_BAR = str(EXAMPLES / "four-bar.yaml")
YOKE = str(EXAMPLES / "scotch-yoke.yaml")


def data_of(path):
    """What the page in a file shows."""
    text = Path(path).read_text(encoding="utf-8")
    return json.loads(
        re.search(r'<script type="application/json" id="report">(.*?)</script>', text, re.DOTALL)[1]
    )


def rows_of(data):
    return len(data["series"][0]["values"]) * 3 // 16  # base64 of four bytes each


def test_model_is_simulated_and_its_report_written_here(run):
    code, out, err = run("report", FOUR_BAR, "--until", 0.5)
    assert (code, err) == (0, "")
    assert re.fullmatch(r"Written: four-bar\.html \(301 rows, \d\.\d MB\)\n", out)
    data = data_of("four-bar.html")
    assert (data["title"], data["analysis"], rows_of(data)) == ("four-bar", "simulate", 301)


def test_rows_and_analysis_can_be_chosen(run):
    words = ("--until", 0.1, "--rows", 7, "--analysis", "kinematics", "--output", "yoke.html")
    assert run("report", YOKE, *words)[0] == 0
    data = data_of("yoke.html")
    assert (data["analysis"], rows_of(data)) == ("kinematics", 7)


@pytest.mark.parametrize(
    ("until", "rows"), [(0.1, 301), (10, 601), (60, 2000), (1e300, 2000), (float("nan"), 301), (-1, 301)]
)
def test_rows_follow_the_time(until, rows):
    from sarrus.cli.source import rows_for

    assert rows_for(until) == rows


def test_result_has_a_report_too_wherever_its_model_is(run, tmp_path):
    model = tmp_path / "yoke.yaml"
    model.write_text(Path(YOKE).read_text(encoding="utf-8"), encoding="utf-8")
    assert run("simulate", model, "--until", 0.1, "--rows", 5, "--save", "run.h5")[0] == 0
    model.unlink()
    code, out, _ = run("report", "run.h5")
    assert code == 0 and "Written: run.html (5 rows" in out
    assert data_of("run.html")["title"] == "scotch-yoke"


def test_journal_of_a_killed_run_has_a_report(run, tmp_path):
    import sarrus
    from sarrus.results.facts import Facts
    from sarrus.results.journal import FACTS, ROWS, Header, Journal

    found = sarrus.simulate(sarrus.load(FOUR_BAR), 0.1, rows=5)
    from sarrus.results.columns import Column

    columns = tuple(Column(s.name, s.unit, max(1, len(s.components))) for s in found.series.values())
    header = Header(found.mechanism, "simulate", 0.2, 9, columns, found.files)
    journal = Journal.open(str(tmp_path / "run.h5.part"), header.line({}))
    journal.append((ROWS, found.columns()[1].tobytes()), (FACTS, Facts().text()), rows=5)
    journal.close()
    code, out, err = run("report", "run.h5.part")
    assert code == 0 and "Written: run.html (5 rows" in out
    assert "stopped from outside" in err
    assert data_of("run.html")["status"]["word"] == "interrupted"


def test_run_that_gets_stuck_is_reported_as_far_as_it_got(run, stuck):
    code, out, err = run("report", stuck, "--until", 1, "--rows", 101)
    assert code == 3
    assert "Written: stuck.html (27 rows" in out
    assert "The report shows the run as far as it got." in err
    data = data_of("stuck.html")
    assert not data["status"]["ok"]
    assert rows_of(data) == 27


@pytest.mark.parametrize("command", ["simulate", "kinematics"])
def test_analyses_write_a_report_when_asked(run, command):
    code, out, _ = run(command, YOKE, "--until", 0.1, "--rows", 5, "--report", "a.html", "--csv", "a.csv")
    assert code == 0
    assert "Written: a.csv (5 rows" in out and "Written: a.html (5 rows" in out
    assert data_of("a.html")["analysis"] == command


def test_report_of_an_analysis_is_named_to_programs(run):
    code, out, _ = run("simulate", YOKE, "--until", 0.1, "--rows", 5, "--report", "a.html", "--json")
    assert code == 0
    assert json.loads(out)["written"] == ["a.html"]


def test_report_is_opened_when_asked(run, monkeypatch):
    opened = []
    monkeypatch.setattr("sarrus.views.report.open_page", lambda path: opened.append(path) or False)
    code, _, err = run("report", YOKE, "--until", 0.1, "--rows", 5, "--open")
    assert (code, opened) == (0, ["scotch-yoke.html"])
    assert "No browser can be opened here. Open scotch-yoke.html in one." in err


def test_result_without_a_model_takes_one(run):
    from dataclasses import replace

    import sarrus

    found = sarrus.simulate(sarrus.load(YOKE), 0.1, rows=5)
    replace(found, described={}).save("old.h5")
    code, _, err = run("report", "old.h5")
    assert code == 2 and "--model model.yaml" in err
    assert not Path("old.html").exists()
    assert run("report", "old.h5", "--model", YOKE)[0] == 0
    assert data_of("old.html")["title"] == "scotch-yoke"


def test_mechanism_is_drawn_at_a_time(run, tmp_path):
    code, out, err = run("draw", YOKE, "--until", 0.1, "--at", 0.05, "--output", "yoke.svg")
    assert (code, out, err) == (0, "Written: yoke.svg\n", "")
    assert "<svg" in (tmp_path / "yoke.svg").read_text(encoding="utf-8")
    code, _, err = run("draw", YOKE, "--until", 0.1, "--output", "yoke.bmp")
    assert code == 2 and ".bmp" in err
    assert not (tmp_path / "yoke.bmp").exists()


def test_drawing_of_a_run_that_gets_stuck_is_made_as_far_as_it_got(run, stuck, tmp_path):
    code, out, err = run("draw", stuck, "--until", 1, "--output", "stuck.png")
    assert (code, out) == (3, "Written: stuck.png\n")
    assert "The drawing shows the run as far as it got." in err
    assert (tmp_path / "stuck.png").read_bytes().startswith(b"\x89PNG")


def test_time_after_a_run_got_stuck_is_refused_with_the_reason(run, stuck):
    code, _, err = run("draw", stuck, "--until", 1, "--at", 0.9, "--output", "a.png")
    assert code == 2
    assert "at: 0.9 s is after the end of the run" in err and "locked" in err.lower()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["report", FOUR_BAR], "Give the end time: --until 5."),
        (["report", FOUR_BAR, "--until", 1, "--output", "a.pdf"], "a report has the ending .html"),
        (["report", FOUR_BAR, "--until", 1, "--output", "no/a.html"], "there is no folder 'no'"),
        (["report", FOUR_BAR, "--until", 1, "--model", FOUR_BAR], "--model belongs to a result"),
        (["report", FOUR_BAR, "--until", 1, "--analysis", "fly"], "Allowed are: simulate, kinematics."),
        (["report", FOUR_BAR, "--until", 1, "--analysis", "kinematics"], "Add a driver, or use simulate."),
        (["report", FOUR_BAR, "--until", "nan"], "until is 'nan'. It must be a number in s"),
        (["report", "nowhere.h5"], "cannot be read"),
        (["report", "nowhere.h5", "--rows", 5], "Leave out --rows."),
        (["report", "nowhere.h5", "--until", 5], "Leave out --until."),
        (["report", "nowhere.h5", "--analysis", "kinematics"], "has its analysis. Leave out --analysis."),
        (["report", "nowhere.hdf5", "--analysis", "simulate"], "Leave out --analysis."),
        (["draw", "a.h5.part", "--analysis", "simulate", "--output", "a.png"], "Leave out --analysis."),
        (["report", "."], ".: is a folder, not a model file."),
        (["report", ".", "--until", 2], ".: is a folder, not a model file."),
        (["draw", ".", "--until", 2, "--output", "a.png"], ".: is a folder, not a model file."),
        (["report", "nowhere.html", "--until", 2], "nowhere.html: there is no such file."),
        (["simulate", FOUR_BAR, "--until", 1, "--save", "a.csv"], "a.csv: a result is saved as HDF5"),
        (["kinematics", YOKE, "--until", 1, "--save", "a"], "--csv FILE"),
        (["simulate", FOUR_BAR, "--until", 1, "--save", "a.h5.part"], "with the ending .h5 or .hdf5"),
        (["simulate", FOUR_BAR, "--until", 1, "--report", "no/a.html"], "there is no folder 'no'"),
        (["simulate", FOUR_BAR, "--until", 1, "--report", "a.txt"], "a report has the ending .html"),
        (["simulate", FOUR_BAR, "--until", 1, "--csv", "a.html", "--report", "./a.html"], "name one file"),
        (["draw", FOUR_BAR, "--until", 1, "--at", 0.5, "--output", "a.glb"], "shows all of the run"),
        (["draw", FOUR_BAR, "--output", "a.gif"], "Give the end time: --until 5."),
        (["draw", FOUR_BAR, "--at", "1 s", "--output", "a.png"], "Give the end time: --until 5."),
        (
            ["draw", FOUR_BAR, "--output", "a.png", "--size", "800"],
            "size is '800'. It must be a width and a height",
        ),
        (["draw", FOUR_BAR, "--until", 1, "--output", "a.png", "--size", "9x9"], "from 32 to 8192"),
        (["draw", "a.h5", "--set", "a=1", "--output", "a.png"], "Leave out --set."),
        (["draw", FOUR_BAR, "--until", 1], "Missing option '--output'"),
        (["draw", "nowhere.yaml", "--until", 1, "--output", "a.bmp"], "cannot have the ending '.bmp'"),
        (["draw", FOUR_BAR, "--until", 1, "--output", "a.png", "--theme", "red"], "theme"),
        (["draw", FOUR_BAR, "--until", 1, "--output", "a.gif", "--speed", 0], "speed"),
        (
            ["draw", FOUR_BAR, "--until", 1, "--output", "a.gif", "--speed", 1e-9],
            "Try speed=0.000281 or more.",
        ),
        (["report", "nowhere.yaml"], "nowhere.yaml: there is no such file."),
        (
            ["draw", EXAMPLES / "four_bar.py", "--output", "a.png"],
            "neither a model (.yaml, .yml, .json) nor a result",
        ),
    ],
    ids=lambda value: " ".join(Path(str(word)).name for word in value) if isinstance(value, list) else "",
)
def test_refusal_says_what_is_wrong_and_ends_with_2(run, words, said):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert said in err


@pytest.mark.parametrize("words", [[], ["--until", 2]])
@pytest.mark.parametrize("command", [["report"], ["draw", "--output", "a.png"]])
def test_page_is_neither_a_model_nor_a_result(run, tmp_path, command, words):
    (tmp_path / "four-bar.html").write_text("<!doctype html>")
    code, out, err = run(*command, "four-bar.html", *words)
    assert (code, out) == (2, "")
    assert "four-bar.html is neither a model (.yaml, .yml, .json) nor a result" in err
    assert (tmp_path / "four-bar.html").read_text() == "<!doctype html>"


def test_source_that_is_no_model_is_told_before_the_target_that_has_its_name(run, tmp_path):
    (tmp_path / "a.png").write_bytes(b"\x89PNG\0")
    code, _, err = run("draw", "a.png", "--until", 1, "--output", "a.png")
    assert code == 2
    assert "the file is not text" in err and "the model itself" not in err


def test_target_is_refused_before_a_model_is_run(run, monkeypatch):
    monkeypatch.setattr("sarrus.simulate", lambda *_, **__: pytest.fail("it was run"))
    code, _, err = run("report", FOUR_BAR, "--until", 1, "--output", "no/a.html")
    assert code == 2 and "there is no folder 'no'" in err


def test_result_may_be_called_hdf5(run):
    assert run("simulate", YOKE, "--until", 0.1, "--rows", 5, "--save", "run.hdf5")[0] == 0
    code, out, _ = run("report", "run.hdf5")
    assert code == 0 and "Written: run.html (5 rows" in out
