"""Hostile files, each read under guard: refused with a place, without harm, in little time and memory.

RELIABILITY 1 and 2.7. A file that once broke the reader is kept in the folder `kept`, whatever became of it since.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from attacks.corpus import corpus, model
from attacks.large import large

import sarrus

MEMORY = 2**30
"""Address space of the reading process; the promise is 500 MB of memory."""
SECONDS = 20
"""Processor time for one file; the promise is 2 s on an ordinary machine that has nothing else to do."""

HERE = Path(__file__).parent
CANARY = "0, 0\n1, 1\n"


def run(folder, *arguments):
    """What a child process prints."""
    roots = [HERE, Path(sarrus.__file__).parents[1]]
    child = subprocess.run(
        [sys.executable, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=600,
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, roots)),
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        check=False,
    )
    assert child.returncode == 0, child.stderr[-2000:]
    return child.stdout


def read_under_guard(folder):
    """What became of each file of a folder, by name, and the memory used in all."""
    said = run(folder, HERE / "attacks" / "guarded.py", folder, MEMORY, SECONDS)
    *rows, last = map(json.loads, said.splitlines())
    return {row["name"]: row for row in rows}, last["memory"]


def written(folder, files):
    """A folder of model files beside traps and below a canary."""
    models = folder / "models"
    models.mkdir()
    for name, content in files.items():
        (models / name).write_bytes(content)
    (folder / "canary.csv").write_text(CANARY)
    (models / "no-table.csv").write_text("import os\n")
    (models / "link-to-canary.csv").symlink_to(folder / "canary.csv")
    (models / "link-to-parent").symlink_to(folder)
    (models / "link-to-itself.csv").symlink_to(models / "link-to-itself.csv")
    os.mkfifo(models / "pipe.csv")
    return models


def listing(folder):
    return {
        str(path): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
        if not path.is_fifo()
    }


CORPUS = corpus()
QUICK = (
    "bodies-bodies",
    "bodies-rods",
    "bodies-parts-and-frames",
    "frames-chain-backwards",
    "frames-circle-and-tails",
    "frames-points-of-one-body",
    "elements-ends-wrong",
    "elements-table",
    "parameters-quantities",
    "parameters-names-near",
    "parameters-circle",
    "texts-invisible",
)
LARGE = {
    name: text
    for name, text in large().items()
    if os.environ.get("SARRUS_DEEP") or name.partition(".")[0] in QUICK
}
KEPT = {path.name: path.read_bytes() for path in sorted((HERE / "kept").glob("[!.]*"))}


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    models = written(folder, {**CORPUS, "sound.yaml": model().encode()})
    before = listing(folder)
    rows, memory = read_under_guard(models)
    assert listing(folder) == before, "the canary or another file was touched"
    return rows, memory


CRIMES = """
import json, os, sys
from pathlib import Path
from attacks import guarded
seen = []
guarded.watch(Path(sys.argv[1]), seen)
for crime in (
    lambda: open("../canary.csv"),
    lambda: open("made.txt", "w"),
    lambda: os.system("true"),
    lambda: os.remove("../nothing"),
    lambda: __import__("colorsys"),
    lambda: eval(compile("1", "", "eval")),
    lambda: __import__("socket").socket(),
):
    seen.clear()
    try:
        crime()
    except OSError:
        pass
    assert seen, crime
seen.clear()
open("no-table.csv").close()
assert not seen, seen
print("all seen")
"""


def test_the_guard_sees_every_crime(tmp_path):
    folder = written(tmp_path, {})
    assert run(folder, "-c", CRIMES, folder) == "all seen\n"


def test_there_are_enough_of_them():
    assert len(CORPUS) >= 150


def test_the_model_they_are_made_of_is_sound(outcome):
    row = outcome[0]["sound.yaml"]
    assert (row["accepted"], row["flaws"]) == (True, [])


@pytest.mark.parametrize("name", CORPUS)
def test_hostile_file_is_refused_with_a_place(outcome, name):
    row = outcome[0][name]
    assert not row["accepted"]
    assert row["flaws"] == []


def test_hostile_files_take_little_memory(outcome):
    assert outcome[1] < 500e6


@pytest.fixture(scope="module")
def large_outcome(tmp_path_factory):
    folder = tmp_path_factory.mktemp("large")
    return read_under_guard(written(folder, LARGE))


@pytest.mark.parametrize("name", LARGE)
def test_large_file_is_read_or_refused_in_time(large_outcome, name):
    assert large_outcome[0][name]["flaws"] == []


def test_large_files_take_little_memory(large_outcome):
    rows, memory = large_outcome
    slowest = sorted(rows.values(), key=lambda row: -row["took"])[:5]
    print(*(f"{row['took']:.2f} s {row['name']}" for row in slowest), f"{memory / 1e6:.0f} MB", sep="\n")
    assert memory < 500e6


def test_files_that_once_broke_the_reader_do_so_no_more(tmp_path):
    rows, _ = read_under_guard(written(tmp_path, KEPT))
    assert [row for row in rows.values() if row["flaws"]] == []
    assert rows.keys() == KEPT.keys()
