"""The command line as its users meet it: exit codes, the useful part of each text, files, pipes, Ctrl-C."""

import csv
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import sarrus
from sarrus.cli import main
from sarrus.cli.output import printable
from sarrus.cli.progress import Bar
from sarrus.cli.sketch import sketch
from sarrus.io import dumps, loads

EXAMPLES = Path(__file__).parents[2] / "examples"
FOUR_BAR = str(EXAMPLES / "four-bar.yaml")
COMMANDS = (
    "demo",
    "new",
    "explain",
    "check",
    "assemble",
    "simulate",
    "kinematics",
    "equilibrium",
    "report",
    "draw",
    "equations",
    "plot",
    "schema",
)

# The motor turns the crank; where coupler and rocker are stretched (A.theta = 1.266 rad) it cannot go on.
DRIVEN = """
sarrus: 1
name: driven
plane: xy
ground: {points: {D: [1, 0]}}
bodies:
  crank: {rod: {length: CRANK, mass: 1 kg}}
  coupler: {rod: {length: 0.5, mass: 1 kg}}
  rocker: {rod: {length: 0.5, mass: 1 kg}}
joints:
  A: {revolute: [ground, crank.start]}
  B: {revolute: [crank.end, coupler.start]}
  C: {revolute: [coupler.end, rocker.end]}
  D: {revolute: [ground.D, rocker.start]}
drivers:
  motor: {motion: A.theta, is: 1 + t}
start:
  guess: {A.theta: 1, D.theta: 100 deg}
"""


@pytest.fixture
def driven(tmp_path):
    path = tmp_path / "driven.yaml"
    path.write_text(DRIVEN.replace("CRANK", "0.6"))
    return path


@pytest.fixture
def too_long(tmp_path):
    path = tmp_path / "too-long.yaml"
    path.write_text(DRIVEN.replace("CRANK", "2.6"))
    return path


# Help


@pytest.mark.parametrize("words", [["--help"], ["-h"], []])
def test_help_lists_the_commands(run, words):
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    for command in COMMANDS:
        assert re.search(rf"^  {command} +[A-Z]", out, re.MULTILINE)
    assert "Example:" in out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(run, command):
    code, out, _ = run(command, "--help")
    assert code == 0
    assert f"Example: sarrus {command}" in " ".join(out.split())
    assert not re.search(r"[^\]]\.\.\.", out)  # nothing is cut short


def test_version(run):
    assert run("--version") == (0, f"sarrus {sarrus.__version__}\n", "")


# Analyses


def test_check_reports_freedom_and_loops(run):
    code, out, err = run("check", FOUR_BAR)
    assert (code, err) == (0, "")
    assert re.search(r"^freedom +1", out, re.MULTILINE)
    assert re.search(r"^loops +\S*A", out, re.MULTILINE)


def test_check_names_redundant_rows_and_reactions_that_are_not_unique(run):
    code, out, _ = run("check", EXAMPLES / "four-bar-spatial.yaml")
    assert code == 0
    assert "C.reaction.z" in out
    assert "-2" in out


def test_assemble_shows_values_with_units_and_what_moved(run):
    code, out, err = run("assemble", FOUR_BAR)
    assert (code, err) == (0, "")
    assert re.search(r"^A\.theta +1\.0471975\d* rad$", out, re.MULTILINE)
    assert re.search(r"moved: D\.theta from 1\.745\d* to 1\.661\d* rad", out)


def test_simulate_shows_status_joint_coordinates_and_evidence(run):
    code, out, err = run("simulate", FOUR_BAR, "--until", 0.5, "--rows", 11)
    assert (code, err) == (0, "")
    assert "four-bar: The computation reached its end. 11 rows, t = 0 to 0.5 s." in out
    assert re.search(
        r"^ *t \[s\] +A.theta \[rad\] +B.theta \[rad\] +C.theta \[rad\] +D.theta \[rad\]$", out, re.M
    )
    assert "worst constraint residual" in out
    assert "not unique" not in out.lower()


def test_chosen_series_are_shown_whole_in_tables_that_fit(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "70")
    code, out, _ = run(
        "simulate", FOUR_BAR, "--until", 0.1, "--show", "A.reaction,A.torque", "--show", "energy.kinetic"
    )
    assert code == 0
    for heading in ("A.reaction.x [N]", "A.torque.z [N m]", "energy.kinetic [J]"):
        assert heading in out
    assert all(len(line) <= 70 for line in out.partition("Evidence")[0].splitlines())


def test_joint_coordinates_that_do_not_fit_are_counted(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    _, out, _ = run("simulate", FOUR_BAR, "--until", 0.1)
    assert "(2 more joint coordinates: --show NAME)" in out


def test_reactions_that_are_not_unique_are_flagged(run):
    spatial = EXAMPLES / "four-bar-spatial.yaml"
    _, out, _ = run("simulate", spatial, "--until", 0.1, "--show", "C.reaction")
    assert "Not unique, because constraints repeat each other: C.reaction.z." in out
    _, out, _ = run("simulate", spatial, "--until", 0.1, "--show", "A.theta")
    assert "Not unique, because" not in out


def test_csv_holds_every_series_and_the_path_is_said(run, tmp_path):
    code, out, _ = run("simulate", FOUR_BAR, "--until", 0.1, "--rows", 6, "--csv", "run.csv")
    assert code == 0
    assert "Written: run.csv (6 rows" in out
    with open(tmp_path / "run.csv", newline="") as file:
        heading, *rows = csv.reader(file)
    assert heading[0] == "t [s]"
    assert {"A.theta [rad]", "C.reaction.x [N]", "energy.balance [J]"} <= set(heading)
    assert [float(row[0]) for row in rows] == pytest.approx([0, 0.02, 0.04, 0.06, 0.08, 0.1])


def test_options_reach_the_analysis(run):
    code, out, _ = run(
        "simulate", FOUR_BAR, "--until", 0.1, "--method", "rk4", "--step", 0.01, "--formulation", "absolute"
    )
    assert code == 0
    assert "rk4, step 0.01 s" in out
    assert "in absolute coordinates" in out
    _, out, _ = run("simulate", FOUR_BAR, "--until", 0.1, "--rtol", 1e-6, "--atol", 1e-7)
    assert "rtol 1e-06, atol 1e-07" in out


def test_kinematics_shows_the_effort_of_a_driver(run, driven):
    code, out, _ = run("kinematics", driven, "--until", 0.1, "--show", "A.theta,motor.effort")
    assert code == 0
    assert "motor.effort [N m]" in out


@pytest.mark.parametrize("form", ["text", "markdown", "latex", "html", "sympy"])
def test_equations_are_shown_in_every_format(run, form):
    code, out, err = run("equations", EXAMPLES / "pendulum.yaml", "--format", form, "--form", "dae")
    assert (code, err) == (0, "")
    assert "pin" in out


def test_equations_are_written_to_a_file(run, tmp_path):
    code, out, _ = run("equations", FOUR_BAR, "--format", "markdown", "--output", "four-bar.md")
    assert (code, out) == (0, "Written: four-bar.md\n")
    assert "$" in (tmp_path / "four-bar.md").read_text(encoding="utf-8")


# Refusals: exit code 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulat", FOUR_BAR], "sarrus: No such command 'simulat'. Did you mean 'simulate'?"),
        (["simulate", FOUR_BAR, "--untl", "5"], "No such option '--untl'. Did you mean '--until'?"),
        (["simulate", FOUR_BAR, "--until"], "Option '--until' requires an argument. See"),
        (["fly"], "No such command 'fly'. There are: demo, new, explain, check,"),
        (["simulate", FOUR_BAR], "sarrus simulate: Missing option '--until'. See 'sarrus simulate --help'."),
        (["check"], "Missing argument 'MODEL'"),
        (
            ["simulate", FOUR_BAR, "--until", "soon"],
            "until is 'soon'. It must be a number in s, or a text with its unit, such as '5 s', or arithmetic, such as '2*pi/3'.",
        ),
        (["simulate", FOUR_BAR, "--until", "2/0"], "'2/0' divides by zero."),
        (["simulate", FOUR_BAR, "--until", "2*a"], "until is '2*a'. It must be a number in s"),
        (["roots", FOUR_BAR, "--over", "a=0.2:2*b"], "It is one number of the model with its range"),
        (["simulate", FOUR_BAR, "--until", "0"], "until is 0 s. It must be greater than 0."),
        (["simulate", FOUR_BAR, "--until", "nan"], "until is 'nan'. It must be a number in s"),
        (["simulate", FOUR_BAR, "--until", "1", "--rows", "1"], "rows is 1. At least 2"),
        (["simulate", FOUR_BAR, "--until", "1", "--rtol", "1"], "rtol lies between"),
        (
            ["simulate", FOUR_BAR, "--until", "1", "--method", "euler"],
            "method 'euler' is unknown. Allowed are: dop853",
        ),
        (["simulate", FOUR_BAR, "--until", "1", "--method", "rk4"], "needs a step"),
        (
            ["simulate", FOUR_BAR, "--until", "1", "--formulation", "x"],
            "Allowed are: auto, relative, absolute, closed.",
        ),
        (["simulate", FOUR_BAR, "--until", "1", "--show", "A.theta", "B.theta"], "--show A.theta,B.theta"),
        (["simulate", FOUR_BAR, "--until", "1", "--show", "crnk.x"], "Did you mean 'crank'?"),
        (["simulate", FOUR_BAR, "--until", "1", "--csv", "no/run.csv"], "there is no folder 'no'"),
        (["simulate", FOUR_BAR, "--until", "1", "--csv", os.devnull], "it is not a plain file"),
        (["simulate", FOUR_BAR, "--until", "1", "--csv", "."], "it is not a plain file"),
        (["simulate", FOUR_BAR, "--until", "1", "--csv", FOUR_BAR], "is the model itself"),
        (["equations", FOUR_BAR, "--output", FOUR_BAR], "is the model itself"),
        (["equations", FOUR_BAR, "--format", "word"], "Allowed: text, markdown, latex, html, sympy."),
        (["equations", FOUR_BAR, "--form", "pde"], "form 'pde' is unknown."),
        (["kinematics", FOUR_BAR, "--until", "1"], "Add a driver, or use simulate."),
    ],
    ids=lambda value: " ".join(Path(word).name for word in value) if isinstance(value, list) else "",
)
def test_refusal_says_what_is_wrong_and_ends_with_2(run, words, said):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert said in err


@pytest.mark.parametrize("command", ["check", "assemble", "equations"])
def test_missing_model_is_told_in_four_parts(run, command):
    code, out, err = run(command, "nowhere.yaml")
    assert (code, out) == (2, "")
    assert err == (
        "nowhere.yaml: there is no such file. A model is a file in YAML or JSON. "
        "Check the path, or run 'sarrus new NAME', which writes a model.\n"
    )


def test_missing_model_with_a_similar_name_is_suggested(run, driven):
    code, _, err = run("check", "drivn.yaml")
    assert code == 2
    assert "Did you mean 'driven.yaml'?" in err


def test_every_problem_of_a_model_is_listed_with_its_place(run, tmp_path):
    (tmp_path / "bad.yaml").write_text(
        "sarrus: 1\nplane: xy\nbodies:\n  bar: {rod: {length: -1, mass: 2}}\n"
        "joints:\n  pin: {revolute: [ground, bar.strt]}\n"
    )
    code, out, err = run("check", "bad.yaml")
    assert (code, out) == (2, "")
    assert "bad.yaml:4:" in err
    assert "bad.yaml:6:" in err
    assert "Did you mean 'bar.start'?" in err


def test_rows_beyond_memory_are_refused(run, monkeypatch):
    def full(*_, **__):
        raise MemoryError

    monkeypatch.setattr(sarrus, "simulate", full, raising=False)
    code, _, err = run("simulate", FOUR_BAR, "--until", 1)
    assert code == 2
    assert "fewer --rows" in err


# Failures: exit codes 3, 130 and 1


@pytest.mark.parametrize("command", ["simulate", "kinematics"])
def test_numerical_failure_ends_with_3_and_keeps_the_rows(run, driven, tmp_path, command):
    code, out, err = run(command, driven, "--until", 1, "--rows", 101, "--csv", "run.csv")
    assert code == 3
    assert re.search(r"driven: Not finished\. 2\d rows, t = 0 to 0\.2\d s\.", out)
    assert "A.theta [rad]" in out
    assert re.match(r"Numerical failure: Stopped at t = 0\.266\d* s: ", err)
    rows = (tmp_path / "run.csv").read_text().splitlines()
    assert f"Written: run.csv ({len(rows) - 1} rows" in out


@pytest.mark.parametrize("words", [["check"], ["assemble"], ["simulate", "--until", "1", "--csv", "run.csv"]])
def test_mechanism_that_does_not_close_ends_with_3(run, too_long, tmp_path, words):
    code, out, err = run(*words, too_long)
    assert (code, out) == (3, "")
    assert err.startswith("The mechanism does not close: loop")
    assert not (tmp_path / "run.csv").exists()


def test_interruption_ends_with_130_and_keeps_the_rows(run, monkeypatch, tmp_path):
    def stop(self, t, until):
        if t > 1.0:
            raise KeyboardInterrupt

    monkeypatch.setattr(Bar, "__call__", stop)
    code, out, err = run("simulate", FOUR_BAR, "--until", 1e5, "--rows", 100_001, "--csv", "run.csv")
    assert code == 130
    assert "four-bar: Not finished." in out
    assert re.match(r"Interrupted: stopped at t = [\d.]+ s; \d+ rows are kept\.", err)
    assert len((tmp_path / "run.csv").read_text().splitlines()) > 2


def test_interruption_before_a_run_ends_with_130_in_words(run, monkeypatch):
    def stop(path, elements):
        raise KeyboardInterrupt

    monkeypatch.setattr(sarrus, "load", stop, raising=False)
    code, _, err = run("check", FOUR_BAR)
    assert (code, err) == (130, "Interrupted: stopped before there was anything to show.\n")


def test_unexpected_exception_is_one_line_and_how_to_see_more(run, monkeypatch):
    def broken(mechanism):
        raise RuntimeError("two\nlines \x1b[31m")

    monkeypatch.setattr(sarrus, "check", broken, raising=False)
    code, _, err = run("check", FOUR_BAR)
    assert code == 1
    assert err.splitlines()[0] == r"internal error: RuntimeError: two lines \x1b[31m"
    assert "SARRUS_DEBUG=1" in err


def test_debugging_shows_the_traceback(capsys, monkeypatch):
    def broken(mechanism):
        raise RuntimeError("broken")

    monkeypatch.setenv("SARRUS_DEBUG", "1")
    monkeypatch.setattr(sarrus, "check", broken, raising=False)
    assert main(["check", FOUR_BAR]) == 1
    assert "Traceback" in capsys.readouterr().err


# The terminal


def test_control_characters_are_escaped(run):
    code, _, err = run("check", "\x1b[2Jred\u202e.yaml")
    assert code == 2
    assert r"\x1b[2Jred" in err
    assert "\u202e" not in err
    assert printable("a\tb\x07\nθ̇ ∙ ü") == "a\\tb\\x07\nθ̇ ∙ ü"


def test_reader_that_leaves_early_ends_nothing_but_itself(start, tmp_path):
    target = tmp_path / "run.csv"
    words = ("simulate", FOUR_BAR, "--until", "0.1", "--csv", target)
    process = start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(60) == 0
    process.stderr.close()
    assert target.exists()


def test_help_into_a_closed_pipe_is_quiet(start):
    process = start("--help", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(60) == 0
    process.stderr.close()


def test_output_that_knows_no_unicode_shows_codes():
    done = subprocess.run(
        [sys.executable, "-m", "sarrus", "check", "é.yaml"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(rb"\xe9.yaml: there is no such file.")


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_long_run_shows_its_progress_and_stops_at_ctrl_c(start, tmp_path):
    import pty

    terminal, theirs = pty.openpty()
    words = ("simulate", FOUR_BAR, "--until", "1e5", "--rtol", "1e-13", "--rows", "100001", "--csv", "a.csv")
    process = start(
        *words,
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(theirs)
    shown = b""
    while b"of 100000 s" not in shown:
        shown += os.read(terminal, 4096)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    try:
        while part := os.read(terminal, 4096):
            shown += part
    except OSError:  # how the end of a terminal reads on Linux
        pass
    os.close(terminal)
    assert process.returncode == 130
    assert b"Interrupted: stopped at t =" in shown
    assert "four-bar: Not finished." in out
    assert "\x1b" not in out
    assert len((tmp_path / "a.csv").read_text().splitlines()) > 2


@pytest.mark.parametrize("plain", [True, False])
def test_sketch_puts_high_values_above_low_ones(plain):
    t = [i / 10 for i in range(11)]
    lines = sketch(t, [x * 2 for x in t], columns=20, lines=5, plain=plain).splitlines()
    assert len(lines) == 6
    assert lines[0].lstrip().startswith("2 ")
    assert lines[4].lstrip().startswith("0 ")
    first = [len(line) - len(line[5:].lstrip()) for line in lines[:5]]
    assert first == sorted(first, reverse=True)
    assert lines[5].split() == ["0", "s", "1", "s"]


def test_sketch_of_a_constant_is_a_line():
    assert sketch([0.0, 1.0], [3.0, 3.0], columns=10, lines=5, plain=True).count("*") == 10


# The demonstration


def test_demo_shows_everything_and_writes_four_files(run, tmp_path):
    code, out, err = run("demo")
    assert (code, err) == (0, "")
    for said in (
        "freedom",
        "A.theta [rad]",
        "worst energy balance [J]",
        "Equations of motion",
        "To try next",
    ):
        assert said in out
    assert re.search(r"^ +10 s|10 s$", out, re.MULTILINE)
    for name in ("four-bar.csv", "four-bar-equations.md", "four-bar.yaml", "four-bar.html"):
        assert str(Path("out") / name) in out
        assert (tmp_path / "out" / name).stat().st_size > 500
    # what it proposes works, and running it again leaves a changed model alone
    assert run("check", "out/four-bar.yaml")[0] == 0
    model = tmp_path / "out" / "four-bar.yaml"
    changed = model.read_text(encoding="utf-8").replace("a: 0.30", "a: 0.31")
    model.write_text(changed, encoding="utf-8")
    assert "left as it is" in run("demo")[1]
    assert model.read_text(encoding="utf-8") == changed


def test_demo_where_nothing_can_be_written_is_refused(run, tmp_path):
    (tmp_path / "out").write_text("a file, not a folder")
    code, _, err = run("demo")
    assert code == 2
    assert "the folder 'out' cannot be made" in err


def test_demo_model_is_the_example():
    from sarrus.cli.demo import model_text

    assert dumps(loads(model_text())) == dumps(sarrus.load(FOUR_BAR))


def test_index_of_the_equations_can_be_chosen(run):
    code, out, _ = run("equations", FOUR_BAR, "--index", "3")
    assert code == 0
    assert "β" not in out, "positions need no acceleration rows"
    code, _, err = run("equations", FOUR_BAR, "--index", "4")
    assert code == 2
    assert "index 4 is unknown. Allowed: 1, 2, 3." in err


def test_ending_of_the_file_chooses_the_format(run):
    code, _, _ = run("equations", FOUR_BAR, "--output", "four-bar.tex")
    assert code == 0
    assert r"\begin{" in Path("four-bar.tex").read_text(encoding="utf-8")
