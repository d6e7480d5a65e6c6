"""Paths that are none are refused in a sentence, wherever a file is written."""

import numpy as np
import pytest

import sarrus
from sarrus.errors import UsageError
from sarrus.files import given_ending, write_text
from sarrus.results import Outcome, Result, Series

T = np.linspace(0, 1, 3)
RUN = Result("m", "simulate", T, {"a.x": Series("a.x", "m", T)}, Outcome("ok", ""))
WRITERS = {
    "text": lambda path: write_text(path, "a"),
    "model": lambda path: sarrus.save(sarrus.Mechanism("m"), path),
    "result": RUN.save,
    "csv": RUN.to_csv,
    "npz": RUN.to_npz,
    "mat": RUN.to_mat,
    "plot": lambda path: RUN.plot("a.x", path=path),
    "report": RUN.report,
    "drawing": RUN.draw,
}


@pytest.mark.parametrize("path", [b"a.txt", 3, ["a.txt"]], ids=["bytes", "number", "list"])
@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_what_is_no_path_is_refused(write, path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        UsageError, match=r"The path of a file is a text, .* not a value of the type (bytes|int|list)\."
    ):
        write(path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("path", "ending"), [("a/b.HTML", ".html"), ("b", ""), (".h5", ""), ("a.tar.gz", ".gz")]
)
def test_ending_is_in_small_letters(path, ending):
    assert given_ending(path) == ending
