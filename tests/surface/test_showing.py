"""What the command line shows: names of series, plots of several files, stills of the start, colours, and its help."""

import io
from pathlib import Path

import pytest
from PIL import Image

import sarrus
from sarrus.cli import output

EXAMPLES = Path(__file__).parents[2] / "examples"
FOUR_BAR = EXAMPLES / "four-bar.yaml"


@pytest.mark.parametrize("name", ["A.thet", "crank", "crank.ende", "C.reaction.w", "energy.balanc"])
def test_unknown_series_is_refused_before_anything_is_computed(run, monkeypatch, name):
    monkeypatch.setattr(sarrus, "simulate", lambda *_, **__: pytest.fail("it was run"), raising=False)
    code, out, err = run("simulate", FOUR_BAR, "--until", 0.1, "--show", name, "--csv", "run.csv")
    assert (code, out) == (2, "")
    assert f"--show '{name}': there is no such series. Did you mean '{name[0]}" in err


def test_a_wrong_name_that_only_the_run_can_tell_is_said_of_one_that_fails_too(run, stuck):
    code, _, err = run("simulate", stuck, "--until", 1, "--show", "load.A.teta")
    assert code == 3
    assert "Did you mean 'A.theta'?" in err.partition("Numerical failure")[0]


def test_a_point_is_shown_with_its_coordinates(run):
    words = ["--until", 0.1, "--rows", 2, "--show", "crank.end,C.reaction.x"]
    code, out, err = run("simulate", FOUR_BAR, *words)
    assert (code, err) == (0, "")
    assert "crank.end.x [m]  crank.end.y [m]  C.reaction.x [N]" in out
    spatial = EXAMPLES / "four-bar-spatial.yaml"
    assert "crank.end.z [m]" in run("simulate", spatial, "--until", 0.1, "--show", "crank.end")[1]


def test_files_are_drawn_over_each_other(run, tmp_path):
    for name, length in (("one", 0.3), ("other", 0.25)):
        assert (
            run(
                "simulate",
                FOUR_BAR,
                "--until",
                0.1,
                "--rows",
                3,
                "--set",
                f"a={length}",
                "--save",
                f"{name}.h5",
            )[0]
            == 0
        )
    words = [
        "plot",
        "one.h5",
        "other.h5",
        "A.theta",
        "--degrees",
        "--wrap",
        "--title",
        "Both",
        "--output",
        "a.svg",
    ]
    assert run(*words) == (0, "Written: a.svg\n", "")
    code, _, err = run("plot", "one.h5", "one.h5", "--output", "a.svg")
    assert (code, "A file is named twice" in err) == (2, True)


def test_a_plot_of_a_model_can_be_told_how_it_is_run(run):
    yoke = EXAMPLES / "scotch-yoke.yaml"
    words = [
        "--until",
        "100 ms",
        "--analysis",
        "kinematics",
        "--rows",
        5,
        "--against",
        "axle.theta",
        "--output",
        "a.svg",
    ]
    assert run("plot", yoke, "slide.s", *words) == (0, "Written: a.svg\n", "")
    code, _, err = run("plot", yoke, "slide.s", "--until", 1, "--against", "axle.teta", "--output", "b.svg")
    assert (code, "Did you mean 'axle.theta'?" in err, Path("b.svg").exists()) == (2, True, False)


def test_the_start_is_drawn_without_an_end_time(run):
    words = ["--size", "400x300", "--no-arrows", "--title", "Start", "--theme", "dark"]
    assert run("draw", FOUR_BAR, "--output", "a.png", *words) == (0, "Written: a.png\n", "")
    with Image.open("a.png") as picture:
        assert picture.size == (400, 300)
    assembly = sarrus.assemble(sarrus.load(FOUR_BAR))
    assembly.draw("b.png", size="400x300", arrows=False, title="Start", theme="dark")
    assert Path("a.png").read_bytes() == Path("b.png").read_bytes()
    with pytest.raises(
        sarrus.UsageError, match=r"assemble holds no motion, which a film needs\. Write one of \.png"
    ):
        assembly.draw("b.gif")


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_warnings_have_a_colour_on_a_terminal_alone(monkeypatch, capsys):
    text = "all is well\nwarning: 3 rows repeat others\nerror: it does not close"
    output.say(text)
    assert capsys.readouterr().out == text + "\n"
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(output.sys, "stdout", Terminal())
    output.say(text)
    shown = output.sys.stdout.getvalue()
    assert (
        shown
        == text.replace("warning:", "\x1b[1;33mwarning:\x1b[0m").replace("error:", "\x1b[1;31merror:\x1b[0m")
        + "\n"
    )
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(output.sys, "stdout", Terminal())
    output.say(text)
    assert output.sys.stdout.getvalue() == text + "\n"


def test_help_shows_arguments_by_their_names_and_cuts_no_summary(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    assert "..." not in run("--help")[1].partition("Commands:")[2]
    out = run("run", "--help")[1]
    assert "sarrus run [OPTIONS] MODEL [NAMES]..." in out
    assert "<" not in out and "{MODEL}" not in out


def test_values_of_options_take_the_arithmetic_of_model_files(run):
    code, out, _ = run("simulate", FOUR_BAR, "--until", "2*pi/100", "--rows", "2")
    assert code == 0
    assert "t = 0 to 0.0628319 s." in out
    code, out, _ = run("roots", FOUR_BAR, "--over", "a=0.6/2:sqrt(0.16):3")
    assert code == 0
    assert "over a from 0.3 to 0.4." in out


def test_a_value_that_an_answer_does_not_have_is_answered_with_those_it_has(run):
    code, _, err = run("modes", FOUR_BAR, "--show", "A.theta")
    assert code == 2
    assert err == (
        "'A.theta' is not a value of this answer. Its values are: kind, mode.1.real, mode.1.imag, "
        "mode.1.frequency, mode.1.damping.\n"
    )
