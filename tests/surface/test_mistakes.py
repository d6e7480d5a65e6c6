"""Mistakes that newcomers make, and the screen they see then, word for word.

Each `mistakes/NAME.yaml` says in its first line what went wrong. `NAME.expected` holds the exit code of 'sarrus check'
and what it says. A mistake that makes a legal model ends with 0 and is met by a note. After a wanted change of words,
run this file as a program: it writes the expectations anew, to be read before they are kept.
"""

import re
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest

from sarrus.cli import main
from sarrus.elements import SHELVES
from sarrus.io import load
from sarrus.model.hints import hints

FOLDER = Path(__file__).parent / "mistakes"
FILES = sorted(FOLDER.glob("*.yaml"))
EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))


def screen(code, out, err):
    text = f"exit {code}\n{out}{err}"
    for shelf, items in SHELVES.items():
        text = text.replace(", ".join(kind.keyword for kind in items), f"<{shelf}>")
    # the last digits of a computation are not the same on every machine
    text = re.sub(r"^(gap +)\S+$", r"\1...", text, flags=re.M)
    return re.sub(r"after \d+ iterations", "after ... iterations", text)


@pytest.fixture
def checked(capsys, monkeypatch):
    def run(path):
        monkeypatch.chdir(path.parent)
        code = main(["check", path.name])
        said = capsys.readouterr()
        return screen(code, said.out, said.err)

    return run


def test_there_are_enough_and_every_expectation_has_its_file():
    assert len(FILES) >= 10
    assert {path.stem for path in FOLDER.glob("*.expected")} == {path.stem for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_mistake_gives_one_clear_screen(checked, path):
    said = checked(path)
    assert said == path.with_suffix(".expected").read_text(encoding="utf-8")
    assert len(said.splitlines()) <= 25
    assert said.startswith(("exit 2\n", "exit 3\n")) or "\nnote: " in said


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_give_no_false_alarm(path):
    assert not [hint for hint in hints(load(path).snapshot()) if "without unit" in hint or "floats" in hint]


@pytest.mark.parametrize("value", ["60 rad", "2*pi*3", "0.7", "-6.2", "400 deg"])
def test_angle_with_its_unit_or_within_one_turn_is_not_questioned(tmp_path, value):
    text = (FOLDER / "angle-in-degrees-without-unit.yaml").read_text(encoding="utf-8")
    (tmp_path / "m.yaml").write_text(text.replace(": 60}", f": {value}}}").replace(": 100}", ": 100 deg}"))
    assert hints(load(tmp_path / "m.yaml").snapshot()) == []


if __name__ == "__main__":
    for file in FILES:
        with chdir(FOLDER):
            words = [sys.executable, "-m", "sarrus", "check", file.name]
            done = subprocess.run(words, capture_output=True, text=True)
        file.with_suffix(".expected").write_text(
            screen(done.returncode, done.stdout, done.stderr), encoding="utf-8"
        )
