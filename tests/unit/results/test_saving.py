"""Saved results: read back to the bit, written completely or not at all."""

import os
import tempfile
from dataclasses import replace
from pathlib import Path

import h5py
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from sarrus.errors import UsageError
from sarrus.results import Outcome, Result, Series, load_result
from sarrus.results.saving import HEADER, header


def same_bits(a, b):
    return a.dtype == b.dtype == np.float64 and a.shape == b.shape and a.tobytes() == b.tobytes()


def assert_same(a, b):
    assert (a.mechanism, a.analysis, a.status, a.not_unique) == (
        b.mechanism,
        b.analysis,
        b.status,
        b.not_unique,
    )
    assert list(a.evidence) == list(b.evidence) and list(a) == list(b)
    assert list(a.files.items()) == list(b.files.items())
    for key, value in a.evidence.items():
        assert type(b.evidence[key]) is type(value)
        assert repr(b.evidence[key]) == repr(value)  # a nan is equal to itself here
    assert same_bits(a.t, b.t)
    for name, s in a.series.items():
        assert (b[name].name, b[name].unit) == (name, s.unit)
        assert same_bits(s.values, b[name].values)


def test_a_result_reads_back_exactly(run, tmp_path):
    path = tmp_path / "run.h5"
    assert run.save(path) == path
    assert_same(run, load_result(path))
    assert os.listdir(tmp_path) == ["run.h5"]


TEXT = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=12)
NUMBER = st.floats() | st.integers(-(2**63), 2**63 - 1) | st.booleans()
FACT = NUMBER | TEXT | st.lists(TEXT, max_size=4) | st.lists(st.floats(), min_size=1, max_size=4)
BITS = st.integers(0, 2**64 - 1)  # every float there is, with every payload a nan can have


@st.composite
def results(draw):
    rows = draw(st.integers(0, 4))
    series = {}
    for name in draw(st.lists(TEXT, max_size=4, unique=True)):
        shape = draw(st.sampled_from([(rows,), (rows, 1), (rows, 3), (rows, 4)]))
        values = draw(arrays.arrays(np.uint64, shape, elements=BITS)).view(np.float64)
        series[name] = Series(name, draw(TEXT), values)
    t = draw(arrays.arrays(np.uint64, rows, elements=BITS)).view(np.float64)
    evidence = draw(st.dictionaries(TEXT, FACT, max_size=4))
    outcome = Outcome(draw(TEXT), draw(TEXT))
    return Result(
        draw(TEXT),
        draw(TEXT),
        t,
        series,
        outcome,
        evidence,
        tuple(draw(st.lists(TEXT, max_size=3))),
        draw(st.dictionaries(TEXT, TEXT, max_size=3)),
    )


@settings(max_examples=2000 if os.environ.get("SARRUS_DEEP") else 80, deadline=None)
@given(results())
def test_any_result_reads_back_exactly(result):
    with tempfile.TemporaryDirectory() as folder:
        assert_same(result, load_result(result.save(Path(folder, "run.h5"))))


def test_the_same_result_gives_the_same_file(run, tmp_path):
    assert run.save(tmp_path / "a.h5").read_bytes() == run.save(tmp_path / "b.HDF5").read_bytes()


def test_other_programs_read_the_file_as_hdf5(run, tmp_path):
    with h5py.File(run.save(tmp_path / "run.h5"), "r") as file:
        assert file["series/A.reaction"].attrs["unit"] == b"N" and file["series/A.reaction"].shape == (5, 3)
        assert file["evidence/steps"][()] == 3 and file["t"].attrs["unit"] == b"s"
        assert file.attrs["mechanism"] == b"m" and file.attrs["sarrus_version"]
        assert file.attrs["format_version"] == 1


def test_evidence_of_other_kinds_is_kept_as_text(run, tmp_path):
    evidence = {
        "nothing": None,
        "big": 2**70,
        "mixed": [1, "a"],
        "odd": "a\0\ud800",
        "numpy": np.float64(0.5),
        "rank": np.int64(2),
    }
    result = Result("m", "simulate", run.t, {}, run.status, evidence)
    found = load_result(result.save(tmp_path / "run.h5")).evidence
    assert found == {
        "nothing": "None",
        "big": str(2**70),
        "mixed": ["1", "a"],
        "odd": r"a\x00\ud800",
        "numpy": 0.5,
        "rank": 2,
    }


@pytest.mark.parametrize(
    ("result", "complaint"),
    [
        (
            Result("m", "a", np.zeros(3), {"x": Series("x", "m", np.zeros(2))}, Outcome("ok", "")),
            "'x' has shape",
        ),
        (Result("m" * 40_000, "a", np.zeros(3), {}, Outcome("ok", "")), "mechanism has 40000 bytes"),
    ],
)
def test_a_result_that_cannot_be_stored_leaves_no_file(result, complaint, tmp_path):
    with pytest.raises(UsageError, match=f"cannot be stored.*{complaint}"):
        result.save(tmp_path / "run.h5")
    assert os.listdir(tmp_path) == []


def test_a_file_that_cannot_be_replaced_stays(run, tmp_path, monkeypatch):
    path = tmp_path / "run.h5"
    path.write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UsageError, match=r"run\.h5: the file cannot be written: No space left on device\."):
        run.save(path)
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["run.h5"]


@pytest.mark.parametrize("name", ["run.csv", "run", "run.h5.part", ".h5", "run.npz"])
def test_a_name_that_does_not_say_hdf5_is_refused_with_the_ways_to_other_formats(run, tmp_path, name):
    with pytest.raises(UsageError, match=r"\.h5 or \.hdf5.*to_csv\(\).*to_npz\(\).*to_mat\(\).*--csv"):
        run.save(tmp_path / name)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("path", [b"run.h5", None, 5, ["run.h5"]])
def test_what_is_no_path_is_refused_in_words(run, path):
    with pytest.raises(UsageError, match=f"not a value of the type {type(path).__name__}"):
        run.save(path)


FILES = {
    "model.yaml": "sarrus: 1\nname: θ\n",
    "data/é.csv": "0, 0\n1, 0.5\n",
    "../odd/name": "",
    "long": "a\n" * 200_000,
}


def test_the_files_of_the_model_read_back_exactly_and_in_order(run, tmp_path):
    known = replace(run, described=FILES)
    loaded = load_result(known.save(tmp_path / "run.h5"))
    assert list(loaded.files.items()) == list(FILES.items())
    assert loaded.model_text == FILES["model.yaml"]
    assert load_result(loaded.save(tmp_path / "again.h5")).files == loaded.files


def test_the_model_is_written_when_it_is_first_asked_for_and_once(run):
    calls = []

    def write():
        calls.append(1)
        return FILES

    known = replace(run, described=write)
    assert not calls
    assert known.model_text == FILES["model.yaml"]
    assert known.files is known.files
    assert calls == [1]


def test_a_model_that_is_too_long_is_not_kept(run, tmp_path):
    from sarrus.results.described import LONGEST

    assert replace(run, described={"model.yaml": "a" * LONGEST}).model_text
    huge = replace(run, described={"model.yaml": "a" * LONGEST, "b": "b"})
    assert (huge.model_text, load_result(huge.save(tmp_path / "run.h5")).files) == ("", {})


def test_a_file_without_a_model_still_loads(run, tmp_path):
    """As the first version wrote it: no group of files at all."""
    path = run.save(tmp_path / "run.h5")
    with h5py.File(path, "r+") as file:
        del file["files"]
    reseal(path)
    loaded = load_result(path)
    assert_same(run, loaded)
    assert (loaded.files, loaded.model_text) == ({}, "")


def test_files_of_the_model_that_are_no_texts_are_refused(run, tmp_path):
    path = run.save(tmp_path / "run.h5")
    with h5py.File(path, "r+") as file:
        number = file["files"].create_dataset("a", data=np.zeros(3))
        number.attrs["name"] = np.array(b"a", dtype="S1")
    reseal(path)
    with pytest.raises(UsageError, match="files of the model are not texts"):
        load_result(path)


def reseal(path):
    """Write the first line again, as whoever changes a file on purpose would."""
    body = path.read_bytes()[HEADER:]
    path.write_bytes(header(body) + body)
