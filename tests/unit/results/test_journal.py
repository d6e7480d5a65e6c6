"""Journals: every prefix of one is read up to its last whole block, and nothing damaged is taken for rows."""

import errno
import json
import os
import random
from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest

from sarrus.errors import UsageError
from sarrus.results import Outcome, load_result
from sarrus.results.columns import Column, width
from sarrus.results.facts import Facts
from sarrus.results.journal import FACTS, ROWS, Header, Journal, read_blocks, read_header
from sarrus.results.recording import recording

HEADER = Header("m θ", "simulate", 2.0, 50, (Column("A.theta", "rad"), Column("A.reaction", "N", 3)))
EVIDENCE = {
    "steps": 3,
    "gap": 1e-15,
    "method": "dop853, θ",
    "left out": ["C.z", ""],
    "none": [],
    "odd": float("nan"),
}


def block(first, count):
    rows = np.arange(first, first + count, dtype=float)
    return np.column_stack([0.04 * rows, np.sin(rows), rows, -rows, rows / 3])


@pytest.fixture
def journal(tmp_path):
    """A journal of 40 rows in four blocks, and its bytes."""
    path = str(tmp_path / "run.h5.part")
    journal = Journal.open(path, HEADER.line({}))
    for i in range(4):
        rows = block(10 * i, 10)
        journal.append((ROWS, rows.tobytes()), (FACTS, Facts(EVIDENCE, ("A.reaction.z",)).text()), rows=10)
    journal.close()
    return path


def test_a_journal_is_read_as_a_result(journal):
    run = load_result(journal)
    assert (run.mechanism, run.analysis, len(run), run.not_unique) == (
        "m θ",
        "simulate",
        40,
        ("A.reaction.z",),
    )
    assert run.status.word == "interrupted" and "rows up to t = 1.56 s of 2 s" in run.status.text
    np.testing.assert_array_equal(run["A.theta"].values, np.sin(np.arange(40.0)))
    assert run["A.reaction"].values.shape == (40, 3) and run["A.reaction"].unit == "N"
    assert {k: repr(v) for k, v in run.evidence.items()} == {k: repr(v) for k, v in EVIDENCE.items()}


def test_a_journal_names_kinds_of_elements_that_are_not_of_the_catalogue(tmp_path):
    path = str(tmp_path / "run.h5.part")
    journal = Journal.open(path, replace(HEADER, foreign=("helix", "on-sphere")).line({}))
    journal.append((ROWS, block(0, 10).tobytes()), rows=10)
    journal.close()
    assert load_result(path).foreign == ("helix", "on-sphere")
    assert b"foreign" not in HEADER.line({})


def test_every_cut_leaves_whole_blocks(journal):
    with open(journal, "rb") as file:
        data = file.read()
    line = data.index(b"\n") + 1
    size = (len(data) - line) // 4  # all four pairs of blocks have the same length
    for cut in {*range(line, len(data), 9), *range(line + size - 2, line + size + 3), len(data)}:
        with open(journal, "wb") as file:
            file.write(data[:cut])
        run = load_result(journal)
        assert len(run) in (10 * ((cut - line) // size), 10 * ((cut - line) // size) + 10)
        np.testing.assert_array_equal(run["A.theta"].values, np.sin(np.arange(float(len(run)))))


def test_a_changed_byte_ends_the_rows_before_it_or_is_refused(journal):
    with open(journal, "rb") as file:
        data = file.read()
    chance, line, short = random.Random(3), data.index(b"\n") + 1, 0
    for _ in range(300):
        place = chance.randrange(len(data))
        changed = bytearray(data)
        changed[place] ^= chance.randrange(1, 256)
        with open(journal, "wb") as file:
            file.write(changed)
        try:
            run = load_result(journal)
        except UsageError as error:
            assert place < line and "run.h5.part: the file" in str(error)
            continue
        short += len(run) < 40
        if place >= line:
            np.testing.assert_array_equal(run["A.theta"].values, np.sin(np.arange(float(len(run)))))
    assert short > 200


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ((b'"sarrus journal": 1', b'"sarrus journal": 2'), "journal format 2"),
        ((b'"rad", 1]', b'"rad", 0]'), "impossible size"),
        ((b'"rad", 1]', b'"rad", 9e9]'), "impossible size"),
        ((b'"A.reaction"', b'"A.theta"'), "two series in it have one name"),
        ((b'"columns"', b'"volumns"'), "cannot be understood"),
        ((b'"until": 2.0', b'"until": []'), "cannot be understood"),
        ((b'"rad", 1]', b'"rad", 2]'), "parts of rows"),
        ((b'"until": 2.0', b'"until": ' + b"[" * 100_000), "cannot be understood"),
    ],
)
def test_a_header_that_no_run_writes_is_refused(journal, change, complaint):
    with open(journal, "rb") as file:
        data = file.read()
    assert change[0] in data
    with open(journal, "wb") as file:
        file.write(data.replace(*change, 1))
    with pytest.raises(UsageError, match=f"is not a journal as a run writes it: .*{complaint}"):
        load_result(journal)


def test_blocks_of_a_kind_to_come_are_passed_over(tmp_path):
    journal = Journal.open(str(tmp_path / "a.part"), HEADER.line({}))
    journal.append((b"state   ", b"of an integrator"), (ROWS, block(0, 3).tobytes()), rows=3)
    journal.close()
    assert len(load_result(tmp_path / "a.part")) == 3


def test_large_journals_and_results_stay_on_disk(journal, monkeypatch, tmp_path):
    small = load_result(journal)
    monkeypatch.setattr("sarrus.results.numbers.MAPPED_ABOVE", 100)
    mapped = load_result(journal)
    again = load_result(mapped.save(tmp_path / "run.h5"))
    for run in (mapped, again):
        assert list(run) == list(small) and run.status == small.status
        for name in run:
            assert not run[name].values.flags.writeable and run[name].values.flags.aligned
            assert run[name].values.tobytes() == small[name].values.tobytes()
    assert small["A.theta"].values.flags.writeable
    assert (tmp_path / "run.h5").read_bytes() == small.save(tmp_path / "b.h5").read_bytes()


def write_all(record, outcome="ok"):
    for i in range(4):
        record.append(block(10 * i, 10), Facts(EVIDENCE))
    return record.finish(Facts(EVIDENCE), Outcome(outcome, "Over."))


@pytest.mark.parametrize("gathered", [1, 1000, 10**9], ids=["each block", "some blocks", "all blocks"])
@pytest.mark.parametrize("mapped_above", [100, 10**9], ids=["on disk", "in memory"])
def test_result_of_a_saved_run_is_what_its_file_holds(tmp_path, monkeypatch, gathered, mapped_above):
    monkeypatch.setattr("sarrus.results.contents.GATHERED", gathered)
    monkeypatch.setattr("sarrus.results.numbers.MAPPED_ABOVE", mapped_above)
    with recording(HEADER, tmp_path / "run.h5") as record:
        run = write_all(record)
    again = load_result(tmp_path / "run.h5")
    assert run.status == again.status and run.not_unique == again.not_unique
    assert repr(run.evidence) == repr(again.evidence)  # a number in it is none
    assert run.t.tobytes() == again.t.tobytes() and list(run) == list(again)
    for name in run:
        assert run[name].unit == again[name].unit and run[name].values.shape == again[name].values.shape
        assert run[name].values.tobytes() == again[name].values.tobytes()
        assert run[name].values.flags.writeable == again[name].values.flags.writeable == (mapped_above > 100)
    assert run.save(tmp_path / "again.h5").read_bytes() == (tmp_path / "run.h5").read_bytes()


def test_rows_on_disk_and_in_memory_become_the_same_result(tmp_path):
    with recording(HEADER, None) as record:
        kept = write_all(record)
    with recording(HEADER, tmp_path / "run.h5") as record:
        assert record.kept_in.endswith("run.h5.part")
        streamed = write_all(record)
        assert record.kept_in == f" in {tmp_path / 'run.h5'}" and record.rows == 40
    assert os.listdir(tmp_path) == ["run.h5"]
    kept.save(tmp_path / "kept.h5")
    assert (tmp_path / "kept.h5").read_bytes() == (tmp_path / "run.h5").read_bytes()
    assert streamed.t.tobytes() == kept.t.tobytes() and streamed.status == kept.status


def test_a_finished_journal_tells_how_the_run_ended(tmp_path, monkeypatch):
    def full(*arguments):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    (tmp_path / "run.h5").write_bytes(b"old")
    monkeypatch.setattr("sarrus.results.saving.write_at", full)
    with (
        pytest.raises(
            UsageError, match=r"No space left on device\. Nothing is lost: the 40 rows are kept in .*part"
        ),
        recording(HEADER, tmp_path / "run.h5") as record,
    ):
        write_all(record, "locked")
    assert sorted(os.listdir(tmp_path)) == ["run.h5", "run.h5.part"]
    assert (tmp_path / "run.h5").read_bytes() == b"old"
    run = load_result(tmp_path / "run.h5.part")
    assert len(run) == 40 and run.status == Outcome("locked", "Over.")


def test_a_write_that_fails_half_way_leaves_the_journal_as_it_was(tmp_path, monkeypatch):
    record_at = os.pwrite

    def half(handle, data, place):
        if calls.append(1) or len(calls) < 6:
            return record_at(handle, data, place)
        if len(calls) == 6:
            return record_at(handle, data[: len(data) // 2], place)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    calls = []
    monkeypatch.setattr(os, "pwrite", half)
    message = r"run\.h5\.part: the run stopped, because .* No space left on device\. 40 rows up to t = 1\.56 s are kept"
    with pytest.raises(UsageError, match=message), recording(HEADER, tmp_path / "run.h5") as record:
        write_all(record)
    with open(tmp_path / "run.h5.part", "rb") as file:
        read_header(file)
        assert [kind for kind, _ in read_blocks(file)] == [ROWS, FACTS] * 4
        assert not file.read(), "half a block is left at the end"
    assert len(load_result(tmp_path / "run.h5.part")) == 40


def test_rows_handed_over_again_after_an_interruption_are_there_once(tmp_path, monkeypatch):
    write = os.pwrite

    def stopped(handle, data, place):
        written = write(handle, data, place)
        if not seen and place:
            seen.append(1)
            raise KeyboardInterrupt
        return written

    seen = []
    monkeypatch.setattr(os, "pwrite", stopped)
    with recording(HEADER, tmp_path / "run.h5") as record:
        with pytest.raises(KeyboardInterrupt):
            record.append(block(0, 10), Facts(EVIDENCE))
        assert record.rows == 0
        record.append(block(0, 12), Facts({}))
        run = record.finish(Facts({}), Outcome("interrupted", "Stopped."))
    np.testing.assert_array_equal(run["A.theta"].values, np.sin(np.arange(12.0)))


def test_a_run_without_rows_leaves_no_file(tmp_path):
    with recording(HEADER, tmp_path / "run.h5") as record:
        assert os.listdir(tmp_path) == ["run.h5.part"]
        empty = record.finish(Facts(EVIDENCE), Outcome("not closed", "Failed."))
    assert os.listdir(tmp_path) == [] and len(empty) == 0 and list(empty) == ["A.theta", "A.reaction"]
    with pytest.raises(KeyboardInterrupt), recording(HEADER, tmp_path / "run.h5"):
        raise KeyboardInterrupt
    assert os.listdir(tmp_path) == []


# Names that are taken


def test_two_runs_to_one_name_do_not_mix(tmp_path):
    with recording(HEADER, tmp_path / "run.h5") as first:
        first.append(block(0, 10), Facts())
        with (
            pytest.raises(UsageError, match=r"run\.h5\.part: another run is writing to this file\. Wait"),
            recording(HEADER, tmp_path / "run.h5"),
        ):
            pass
        running = load_result(tmp_path / "run.h5.part")
        assert running.status.word == "running" and len(running) == 10
        assert len(first.finish(Facts(), Outcome("ok", ""))) == 10


def test_rows_of_a_killed_run_are_never_written_over(journal, tmp_path):
    before = (tmp_path / "run.h5.part").read_bytes()
    message = r"run\.h5\.part: it holds the rows of a run that did not end\. Read it with sarrus\.load_result.* remove"
    with pytest.raises(UsageError, match=message), recording(HEADER, tmp_path / "run.h5"):
        pass
    assert (tmp_path / "run.h5.part").read_bytes() == before
    load_result(journal).save(tmp_path / "run.h5")
    assert len(load_result(tmp_path / "run.h5")) == 40


@pytest.mark.parametrize("left", [b"", b'{"sarrus jour', HEADER.line({})[:60], HEADER.line({})])
def test_a_journal_with_nothing_in_it_is_taken_over(left, tmp_path):
    (tmp_path / "run.h5.part").write_bytes(left)
    with recording(HEADER, tmp_path / "run.h5") as record:
        write_all(record)
    assert os.listdir(tmp_path) == ["run.h5"]


def test_a_foreign_file_or_link_in_place_of_the_journal_is_kept(tmp_path):
    (tmp_path / "a.h5.part").write_bytes(b"mine")
    os.symlink(tmp_path / "a.h5.part", tmp_path / "b.h5.part")
    os.mkfifo(tmp_path / "c.h5.part")
    for name, complaint in (
        ("a", "no journal of Sarrus"),
        ("b", "cannot be opened"),
        ("c", "not a plain file"),
    ):
        with pytest.raises(UsageError, match=complaint), recording(HEADER, tmp_path / f"{name}.h5"):
            pass
    assert (tmp_path / "a.h5.part").read_bytes() == b"mine"


def test_a_target_that_cannot_be_replaced_is_refused_first(tmp_path):
    (tmp_path / "folder.h5").mkdir()
    for target, complaint in (
        ("no/run.h5", "No such file or directory"),
        ("folder.h5", "is not a plain file"),
        ("run.csv", r"a result is saved as HDF5, with the ending \.h5 or \.hdf5.*run\.to_csv"),
    ):
        with pytest.raises(UsageError, match=complaint), recording(HEADER, tmp_path / target):
            pass
    assert os.listdir(tmp_path) == ["folder.h5"]


def test_a_missing_result_names_its_journal(journal, tmp_path):
    with pytest.raises(UsageError, match=r"run\.h5: there is no such file, but '.*run\.h5\.part' is there"):
        load_result(tmp_path / "run.h5")


# Sizes


def test_too_many_rows_for_the_memory_are_refused_with_a_way_out(tmp_path):
    many = Header("m", "simulate", 1.0, 100_000_000, HEADER.columns)
    with (
        pytest.raises(UsageError, match=r"100000000 rows take 4 GB of memory.*save='run\.h5'"),
        recording(many, None),
    ):
        pass
    most = Header("m", "simulate", 1.0, 10**12, HEADER.columns)
    with pytest.raises(UsageError, match="8000 GB of memory"), recording(most, tmp_path / "run.h5"):
        pass


def test_too_many_rows_for_the_disk_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda folder: Usage(3000))
    with (
        pytest.raises(UsageError, match=r"the rows take 0\.004 MB on the disk, where 0\.003 MB are free"),
        recording(HEADER, tmp_path / "run.h5"),
    ):
        pass
    assert os.listdir(tmp_path) == []
    monkeypatch.setattr("shutil.disk_usage", lambda folder: Usage(4001))
    with recording(HEADER, tmp_path / "run.h5"):
        assert 2 * 8 * width(HEADER.columns) * HEADER.rows == 4000


class Usage:
    def __init__(self, free):
        self.free = free


def test_the_first_line_is_json_that_names_every_column():
    assert b'[["A.theta", "rad", 1], ["A.reaction", "N", 3]]' in HEADER.line({"sarrus": "1"})
    assert read_header(BytesIO(HEADER.line({}))) == HEADER


FILES = {"model.yaml": "sarrus: 1\nname: θ\n", "data/a.csv": "0, 0\n"}


def test_a_journal_holds_the_model_from_its_first_line_on(tmp_path):
    known = replace(HEADER, described=lambda: FILES)
    path = str(tmp_path / "run.h5.part")
    Journal.open(path, known.line({})).close()
    assert load_result(path).files == FILES
    with recording(known, tmp_path / "run.h5") as record, pytest.raises(ValueError):
        record.append(block(0, 10), Facts())
        raise ValueError
    run = load_result(path)
    assert (len(run), run.files) == (10, FILES)


@pytest.mark.parametrize("save", [None, "run.h5"])
def test_a_result_has_the_model_of_its_run(tmp_path, save):
    known = replace(HEADER, described=lambda: FILES)
    with recording(known, save and tmp_path / save) as record:
        record.append(block(0, 10), Facts())
        run = record.finish(Facts(), Outcome("ok", "Done."))
    assert run.files == FILES
    if save:
        assert load_result(tmp_path / save).files == FILES


def test_a_journal_of_an_early_version_is_read():
    early = json.loads(HEADER.line({}))
    del early["files"]
    assert read_header(BytesIO(json.dumps(early).encode() + b"\n")).described == {}


@pytest.mark.parametrize("files", [["a"], {"a": 1}, "a", None])
def test_files_that_are_no_texts_are_refused(files):
    odd = {**json.loads(HEADER.line({})), "files": files}
    with pytest.raises(ValueError, match="not texts"):
        read_header(BytesIO(json.dumps(odd).encode() + b"\n"))
