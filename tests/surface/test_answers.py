"""Answers for programs (--json), pictures, and saved results."""

import json
import math
from pathlib import Path

import pytest

import sarrus

EXAMPLES = Path(__file__).parents[2] / "examples"
FOUR_BAR = str(EXAMPLES / "four-bar.yaml")
SPATIAL = str(EXAMPLES / "four-bar-spatial.yaml")


@pytest.fixture
def asked(run):
    """Run a command with --json: exit code and document."""

    def call(*words):
        code, out, err = run(*words, "--json")
        assert err == ""
        return code, json.loads(out, parse_constant=pytest.fail)

    return call


def test_check_answers_with_freedom_and_findings(asked):
    code, found = asked("check", SPATIAL)
    assert code == 0
    assert found["ok"]
    assert (found["freedom"], found["freedom_counted"], found["freedom_in_start_pose"]) == (1, -2, 1)
    assert (found["rows"], found["rank"], found["rank_elsewhere"]) == (20, 17, 17)
    assert "C.reaction.z" in found["not_unique"]
    assert len(found["dependences"]) == 3
    assert math.isfinite(found["condition_number"])
    first = found["findings"][0]
    assert set(first) == {"severity", "code", "where", "what", "try"}
    assert (first["severity"], first["code"]) == ("warning", "redundant.permanent")
    assert "C.p_FM.z_F" in first["where"]
    assert "spherical" in first["try"]


def test_check_answers_with_hints_on_the_file_as_notes(asked, stuck):
    assert any("nothing weighs anything" in note for note in asked("check", stuck)[1]["notes"])


def test_check_that_fails_answers_with_what_it_knows(asked, stuck, tmp_path):
    text = (tmp_path / stuck).read_text()
    (tmp_path / "open.yaml").write_text(text.replace("[1, 0]", "[3, 0]"))
    code, found = asked("check", "open.yaml")
    assert (code, found["exit_code"], found["ok"]) == (3, 3, False)
    assert found["error"]["kind"] == "NumericalError"
    assert (found["freedom"], found["rank"], found["condition_number"]) == (None, None, None)
    assert (found["freedom_counted"], found["drivers"]) == (1, 1)
    assert found["loops"] == [["A", "B", "C", "D"]]
    assert (found["findings"][0]["severity"], found["findings"][0]["code"]) == ("error", "start.not_closed")


def test_assemble_answers_with_values_and_units(asked):
    code, found = asked("assemble", FOUR_BAR)
    assert code == 0
    assert found["status"]["word"] == "ok"
    assert found["values"]["A.theta"] == {"value": pytest.approx(math.pi / 3), "unit": "rad"}
    assert found["moved"]["D.theta"]["given"] == pytest.approx(math.radians(100))


def test_simulate_answers_with_series_and_the_values_that_are_asked_for(asked):
    code, found = asked("simulate", FOUR_BAR, "--until", 0.1, "--rows", 6)
    assert code == 0
    assert (found["rows"], found["end"], found["values"]) == (6, 0.1, {})
    assert found["series"]["A.theta"] == {"unit": "rad", "components": 1}
    assert found["series"]["C.reaction"] == {"unit": "N", "components": 3}
    assert found["evidence"]
    code, found = asked("simulate", FOUR_BAR, "--until", 0.1, "--rows", 6, "--show", "A.theta,C.reaction")
    assert code == 0
    assert list(found["values"]) == ["t", "A.theta", "C.reaction"]
    assert [len(rows) for rows in found["values"].values()] == [6, 6, 6]
    assert len(found["values"]["C.reaction"][0]) == 3


def test_kinematics_that_gets_stuck_answers_with_what_there_is(asked, stuck):
    code, found = asked("kinematics", stuck, "--until", 1, "--show", "A.theta", "--csv", "run.csv")
    assert code == 3
    assert not found["ok"]
    assert found["exit_code"] == 3
    assert found["error"]["kind"] == "NumericalError"
    assert found["error"]["message"].startswith("Stopped at t = 0.266")
    assert len(found["values"]["A.theta"]) == found["rows"] > 10
    assert found["written"] == ["run.csv"]


def test_model_errors_answer_with_every_problem(asked, tmp_path):
    (tmp_path / "bad.yaml").write_text(
        "sarrus: 1\nplane: xy\nbodies:\n  b: {mass: -1, inertia: 1}\n  c: {mass: x, inertia: 1}\n"
    )
    for command in (["check"], ["assemble"], ["simulate", "--until", 1], ["kinematics", "--until", 1]):
        code, found = asked(*command, "bad.yaml")
        assert code == found["exit_code"] == 2
        assert not found["ok"]
        places = [problem["where"] for problem in found["error"]["problems"]]
        assert places == ["bad.yaml:4:13", "bad.yaml:5:13"] or places[0].startswith("bad.yaml:")
        assert {"where", "what", "allowed", "try"} == set(found["error"]["problems"][0])


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["check", "nowhere.yaml"], 2, "there is no such file"),
        (["check", FOUR_BAR, "--loud"], 2, "No such option '--loud'"),
        (["simulate", FOUR_BAR, "--until", 0.1, "--show", "A.thet"], 2, "Did you mean 'A.theta'?"),
        (["simulate", FOUR_BAR, "--until", -1], 2, "until is -1 s"),
    ],
)
def test_refusals_are_documents_too(asked, words, code, said):
    found_code, found = asked(*words)
    assert (found_code, found["exit_code"], found["ok"]) == (code, code, False)
    assert said in found["error"]["message"]


def test_internal_errors_are_documents_too(asked, monkeypatch):
    def broken(mechanism):
        raise RuntimeError("broken")

    monkeypatch.setattr(sarrus, "check", broken, raising=False)
    code, found = asked("check", FOUR_BAR)
    assert (code, found["error"]["kind"]) == (1, "RuntimeError")


# Pictures and saved results


def test_model_is_simulated_and_drawn(run, tmp_path):
    code, out, err = run("plot", FOUR_BAR, "A.theta", "C.reaction", "--until", 0.2, "--output", "run.png")
    assert (code, out, err) == (0, "Written: run.png\n", "")
    assert (tmp_path / "run.png").read_bytes().startswith(b"\x89PNG")


def test_result_is_saved_loaded_and_drawn(run, tmp_path):
    code, out, _ = run("simulate", FOUR_BAR, "--until", 0.1, "--rows", 6, "--save", "run.h5")
    assert code == 0
    assert "Written: run.h5 (6 rows" in out
    assert run("plot", "run.h5", "A.theta,D.theta", "--output", "run.svg")[0] == 0
    assert "<svg" in (tmp_path / "run.svg").read_text(encoding="utf-8")
    assert run("plot", "run.h5", "--output", "all.svg")[0] == 0


def test_run_that_gets_stuck_is_drawn_as_far_as_it_got(run, stuck, tmp_path):
    code, _, err = run("plot", stuck, "A.theta", "--until", 1, "--output", "run.svg")
    assert code == 3
    assert (tmp_path / "run.svg").exists()
    assert "as far as it got" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([FOUR_BAR, "A.theta"], "Give the end time: --until 5."),
        ([FOUR_BAR, "A.theta", "--until", 0.1], "--output run.png"),
        ([FOUR_BAR, "crnk.x", "--until", 0.1], "plot 'crnk.x': nothing in the mechanism is named 'crnk'"),
        ([FOUR_BAR, "A.thet", "--until", 0.1, "--output", "a.png"], "Did you mean 'A.theta'?"),
        ([FOUR_BAR, "--until", 0.1, "--output", "a.bmp"], "'.bmp'"),
        ([FOUR_BAR, "--until", 0.1, "--output", FOUR_BAR], "is the model itself"),
        (["nowhere.h5"], "cannot be read"),
        (["nowhere.yaml", "--until", 1], "there is no such file"),
    ],
)
def test_plot_refuses_in_words(run, words, said):
    code, _, err = run("plot", *words)
    assert code == 2
    assert said in err


def test_end_time_of_a_result_is_its_own(run):
    run("simulate", FOUR_BAR, "--until", 0.1, "--rows", 3, "--save", "run.h5")
    code, _, err = run("plot", "run.h5", "--until", 1)
    assert code == 2
    assert "Leave out --until." in err


def test_points_and_components_are_shown_by_their_names(run):
    code, out, err = run(
        "simulate", FOUR_BAR, "--until", 0.1, "--rows", 2, "--show", "crank.end,A.reaction.y"
    )
    assert (code, err) == (0, "")
    assert out.splitlines()[2].split("  ") == [
        "t [s]",
        "crank.end.x [m]",
        "crank.end.y [m]",
        "A.reaction.y [N]",
    ]


def test_equations_are_documents_of_latex_on_demand(run, tmp_path):
    words = ("equations", EXAMPLES / "pendulum.yaml", "--standalone")
    assert run(*words, "--output", "it.tex")[0] == 0
    assert (tmp_path / "it.tex").read_text(encoding="utf-8").startswith(r"\documentclass")
    code, _, err = run(*words, "--format", "markdown")
    assert code == 2
    assert "--standalone makes a document of LaTeX, and the format is markdown." in err
