"""Wrong model files and what is said about them, word for word.

Each `malformed/NAME.yaml` stands beside `NAME.expected`. After a wanted change of words, run this file as a program:
it writes the expectations anew, to be read before they are kept. In an expectation <joints> stands for the keywords
of all joints, as the catalogue grows.
"""

from contextlib import chdir
from pathlib import Path

import pytest

from sarrus.elements import SHELVES
from sarrus.errors import ModelError
from sarrus.io import load

FOLDER = Path(__file__).parent / "malformed"
FILES = sorted(FOLDER.glob("*.yaml"))


def said_about(path):
    with chdir(path.parent), pytest.raises(ModelError) as caught:
        load(path.name)
    text = f"{caught.value}\n"
    for shelf, items in SHELVES.items():
        text = text.replace(", ".join(kind.keyword for kind in items), f"<{shelf}>")
    return text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_message_for_malformed_file_is_as_expected(path):
    assert said_about(path) == path.with_suffix(".expected").read_text(encoding="utf-8")


def test_every_expectation_has_its_file():
    assert {path.stem for path in FOLDER.glob("*.expected")} == {path.stem for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_problem_carries_file_line_and_column(path):
    for paragraph in said_about(path).split("\n\n"):
        name, line, column, _ = paragraph.split(":", 3)
        assert name == path.name
        assert int(line) >= 1
        assert int(column) >= 1


if __name__ == "__main__":
    for file in FILES:
        file.with_suffix(".expected").write_text(said_about(file), encoding="utf-8")
