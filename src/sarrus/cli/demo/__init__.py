"""The demonstration: one linkage, from its description to its motion and its equations."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

import sarrus
from sarrus.cli.output import say, title
from sarrus.cli.progress import Bar
from sarrus.cli.show import ending
from sarrus.cli.sketch import sketch
from sarrus.errors import UsageError
from sarrus.files import write_text
from sarrus.io import loads

__all__ = ["model_text", "run"]

MODEL = "four-bar.yaml"
FOLDER = Path("out")
UNTIL = 10.0
ROWS = 601  # a picture each 60th of a second
SHOWN = ("A.theta", "D.theta", "A.theta_dot", "energy.kinetic")
LINES_OF_EQUATIONS = 31  # up to the kinematics


def model_text() -> str:
    """The model file of the demonstration."""
    return (files(__name__) / MODEL).read_text(encoding="utf-8")


def run() -> None:
    """Check, simulate, show and write the four-bar linkage."""
    _make_folder()
    mechanism = loads(model_text(), MODEL)
    say("A four-bar linkage: crank, coupler and rocker between two pins of the ground. The crank is")
    say("released at rest at 60 deg and falls under its weight; the loop stays closed.")
    title("Check")
    say(sarrus.check(mechanism).text())
    title(f"Simulation over {UNTIL:g} s")
    with Bar() as bar:
        result = sarrus.simulate(mechanism, UNTIL, rows=ROWS, progress=bar)
    say(f"{ending(result)}\n\n{result.table(*SHOWN, rows=6)}")
    title("Evidence")
    say(result.evidence_text())
    title("Crank angle A.theta [rad] over time")
    say(sketch(result.t.tolist(), result["A.theta"].values.tolist()))
    title("Equations of motion (the beginning)")
    readable = sarrus.equations(mechanism)
    say("\n".join(readable.text().splitlines()[:LINES_OF_EQUATIONS]))
    say("...")
    title("Written")
    table = result.to_csv(FOLDER / "four-bar.csv")
    say(f"  {table}: {len(result)} rows of {len(result.series)} series")
    text = FOLDER / "four-bar-equations.md"
    write_text(text, readable.markdown())
    say(f"  {text}: all equations, to read in any Markdown viewer")
    page = result.report(FOLDER / "four-bar.html")
    model, words = FOLDER / MODEL, "the model; change a number in it and simulate it again"
    if model.exists() and model.read_bytes() != model_text().encode():
        words = "the model as you changed it; left as it is"
    else:
        write_text(model, model_text())
    say(f"  {model}: {words}")
    say(f"  {page}: the report; open it in a browser to see the linkage move")
    title("To try next")
    say(f"  sarrus simulate {model} --until 5 --show A.theta,C.reaction")
    say(f"  sarrus draw {model} --until 5 --output four-bar.gif")
    say(f"  sarrus check {model}")
    say(f"  sarrus equations {model} --format latex")
    say("  sarrus --help")


def _make_folder() -> None:
    try:
        FOLDER.mkdir(exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"the folder '{FOLDER}' cannot be made in '{os.getcwd()}': {error.strerror}. "
            "The demonstration writes its files there; run it in a folder of your own."
        ) from error
