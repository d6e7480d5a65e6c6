"""What commands say must be true, said once, and the same in every command and on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

import sarrus
from sarrus.io import load
from sarrus.views.page.facts import check_data

EXAMPLES = Path(__file__).parents[2] / "examples"
MISTAKES = Path(__file__).parent / "mistakes"
FOUR_BAR = str(EXAMPLES / "four-bar.yaml")


def times_in(table: str) -> list[float]:
    """First column of the first table that a command printed."""
    _, _, rest = table.partition("t [s]")
    lines = rest.split("\n\n")[0].splitlines()[1:]
    return [float(line.split()[0]) for line in lines if not line.startswith("(")]


@pytest.mark.parametrize("rows", [13, 40])
def test_rows_that_were_asked_for_are_all_printed(run, rows):
    _, out, _ = run("simulate", FOUR_BAR, "--until", 0.1, "--rows", rows, "--show", "A.theta")
    assert times_in(out) == pytest.approx([0.1 * i / (rows - 1) for i in range(rows)], abs=1e-6)
    assert f"of {rows} rows" not in out


@pytest.mark.parametrize("asked", [(), ("--rows", 501)])
def test_a_table_that_leaves_rows_out_says_so_and_picks_them_evenly(run, asked):
    _, out, _ = run("simulate", FOUR_BAR, "--until", 0.1, *asked, "--show", "A.theta")
    assert times_in(out) == pytest.approx([0.01 * i for i in range(11)], abs=1e-6)
    assert "(11 of 501 rows: --csv FILE writes all)" in out


@pytest.mark.parametrize(
    "path",
    [
        *(MISTAKES / f"{name}.yaml" for name in ("gravity-missing", "nothing-joined-to-ground")),
        *(MISTAKES / f"{name}.yaml" for name in ("angle-in-degrees-without-unit", "loop-that-cannot-close")),
        EXAMPLES / "four-bar-spatial.yaml",
    ],
    ids=lambda path: path.stem,
)
def test_the_page_remarks_what_the_command_does(run, path):
    _, out, err = run("check", path)
    page = check_data(load(path))["findings"]
    lines = [line for line in out.splitlines() if line.startswith(("error: ", "warning: ", "note: "))]
    lines = lines or [line for line in err.splitlines() if line.startswith(("warning: ", "note: "))]
    assert lines
    assert lines == [f"{f['severity']}: {f['text']}" for f in page if f["severity"] != "error"]


def test_the_notes_of_the_command_are_those_of_python(run):
    _, out, _ = run("check", MISTAKES / "gravity-missing.yaml")
    report = sarrus.check(load(MISTAKES / "gravity-missing.yaml"))
    assert report.notes and report.text() == out.rstrip()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("equations", FOUR_BAR, "--output", "x.docx"),
            "in the format text are written as text, with the ending .txt",
        ),
        (("equations", FOUR_BAR, "--output", "x.md", "--format", "latex"), "with the ending .tex"),
        (("equations", FOUR_BAR, "--output", "x.tex", "--format", "sympy"), "with the ending .py or .txt"),
        (("schema", "--output", "x.yaml"), "the schema is written as JSON, with the ending .json"),
        (
            ("simulate", FOUR_BAR, "--until", 1, "--csv", "x.xlsx"),
            "as text with commas, with the ending .csv",
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_an_ending_that_says_something_else_is_refused(run, tmp_path, words, said):
    code, _, err = run(*words)
    assert (code, said in err) == (2, True), err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "begins"),
    [("x.py", "# M vdot"), ("x.txt", "four-bar"), ("x", "four-bar"), ("x.md", "### "), ("x.TEX", "\\")],
)
def test_the_ending_of_a_file_says_the_format_of_equations(run, tmp_path, name, begins):
    assert run("equations", FOUR_BAR, "--output", name)[0] == 0
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)


# A block is pushed where its crank is stretched: the rate cannot be had, though the pose can.
DEAD_CENTRE = """
sarrus: 1
name: dead
plane: xy
bodies:
  crank: {rod: {length: 0.3, mass: 1}}
  rod: {rod: {length: 0.9, mass: 1}}
  block: {mass: 1, inertia: 0.1}
joints:
  A: {revolute: [ground, crank.start]}
  B: {revolute: [crank.end, rod.start]}
  C: {revolute: [rod.end, block]}
  S: {prismatic: [ground, block]}
drivers: {push: {motion: S.s, is: 1.2 - 0.1*t}}
start: {guess: {A.theta: 0}}
"""


FLAT = """
sarrus: 1
name: flat
plane: xy
ground: {points: {D: [1, 0]}}
bodies:
  crank: {rod: {length: 0.3, mass: 1}}
  coupler: {rod: {length: 1, mass: 1}}
  rocker: {rod: {length: 0.3, mass: 1}}
joints:
  A: {revolute: [ground, crank.start]}
  B: {revolute: [crank.end, coupler.start]}
  C: {revolute: [coupler.end, rocker.end]}
  D: {revolute: [ground.D, rocker.start]}
forces: {weight: {gravity: [0, -9.81]}}
start:
  fixed: {A.theta: 0, A.theta_dot: 1, D.theta_dot: 1}
  guess: {D.theta: 0, B.theta: 0}
"""


def test_nobody_is_told_to_make_a_guess_of_a_driver(run, tmp_path):
    (tmp_path / "dead.yaml").write_text(DEAD_CENTRE)
    code, _, err = run("check", "dead.yaml")
    assert code == 3 and "driver 'push'" in err and "guess" not in err
    assert "without its 1 driver its rates fit, with freedom 1" in err, "it does close"


def test_the_evidence_of_a_driven_run_counts_freedom_as_check_does(run, stuck):
    _, checked, _ = run("check", stuck)
    assert "freedom    1 (counted: 1), 0 left by the drivers" in checked
    _, out, _ = run("kinematics", stuck, "--until", 0.1)
    assert "freedom left by the drivers  0" in out


def test_a_singular_start_does_not_raise_the_freedom_of_the_run(run, tmp_path):
    """A parallelogram that lies flat has two freedoms there, and one from then on."""
    (tmp_path / "flat.yaml").write_text(FLAT)
    _, checked, _ = run("check", "flat.yaml")
    assert "freedom    1 (counted: 1), 2 in the start pose" in checked
    _, out, _ = run("simulate", "flat.yaml", "--until", 0.2, "--rows", 3)
    assert "\nfreedom                    1\n" in out and "in relative coordinates, rank 2\n" in out


def test_the_page_calls_redundant_as_many_rows_as_it_counts():
    """Of twelve rows that repeat each other, any three of some sets can go: twelve are not redundant."""
    facts = dict(check_data(load(EXAMPLES / "four-bar-spatial.yaml"))["facts"])
    assert facts["constraint rows"].endswith("3 redundant")
    assert len(facts["rows that repeat each other"].split(", ")) == 12
    assert not any(name.startswith("redundant") for name in facts)
