"""Stopped by a signal or by a full disk, the command line keeps what there is and says where."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sarrus
from sarrus.cli import main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and limits of POSIX")

FOUR_BAR = Path(__file__).parents[2] / "examples" / "four-bar.yaml"
RUNS = Path(__file__).with_name("runs.py")
PATIENCE = 60  # seconds; a guard only


@pytest.fixture
def start(child, tmp_path):
    """Start a run of the command line, which writes where it is told to in the folder of the test."""

    def simulate(*words, **options):
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return child("-m", "sarrus", "simulate", FOUR_BAR, *words, cwd=tmp_path, **pipes, **options)

    return simulate


def wait_for(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.01)


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_run_cleanly_and_what_is_kept_is_said(start, kind, tmp_path):
    journal = tmp_path / "run.h5.part"
    process = start("--until", 1e4, "--rows", 1_000_001, "--rtol", 1e-10, "--save", "run.h5")
    wait_for(lambda: journal.exists() and journal.stat().st_size > 9_000_000)  # two blocks
    process.send_signal(kind)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    said = re.fullmatch(r"Interrupted: stopped at t = [\d.e+]+ s; (\d+) rows are kept in run\.h5\.\n", err)
    assert said, err
    assert f"Written: run.h5 ({said[1]} rows" in out
    kept = sarrus.load_result(tmp_path / "run.h5")
    assert len(kept) == int(said[1]) > 100 and kept.status.word == "interrupted"
    assert os.listdir(tmp_path) == ["run.h5"]


def test_a_run_in_the_background_goes_on_where_ctrl_c_is_ignored(start, tmp_path):
    """A shell lets its jobs in the background ignore Ctrl-C, which is meant for the one in front."""
    journal = tmp_path / "run.h5.part"
    words = ("--until", 1e4, "--rows", 1_000_001, "--rtol", 1e-10, "--save", "run.h5")
    process = start(*words, ignoring=("SIGINT",))
    wait_for(lambda: journal.exists() and journal.stat().st_size > 0)
    process.send_signal(signal.SIGINT)
    before = journal.stat().st_size
    wait_for(
        lambda: journal.stat().st_size > before + 9_000_000
    )  # two blocks; a run that ends writes one at most
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert len(sarrus.load_result(tmp_path / "run.h5")) > 0


def test_tests_that_send_signals_do_not_depend_on_what_their_own_process_ignores(child):
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        words = ("-c", "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)")
        process = child(*words, stdout=subprocess.PIPE, text=True)
    finally:
        signal.signal(signal.SIGINT, before)
    assert process.communicate(timeout=PATIENCE)[0] == "True\n"


def test_a_signal_before_the_first_row_leaves_nothing(start, tmp_path):
    process = start("--until", 1e5, "--save", "run.h5")
    wait_for(lambda: (tmp_path / "run.h5.part").exists() or process.poll() is not None)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    # the run may have got to its first rows in between; then they are kept
    left = os.listdir(tmp_path)
    assert left == [] or (left == ["run.h5"] and len(sarrus.load_result(tmp_path / "run.h5")) > 0)


def test_a_full_disk_is_an_error_and_the_rows_before_are_kept(tmp_path):
    main(["simulate", str(FOUR_BAR), "--until", "0.1", "--rows", "3", "--save", str(tmp_path / "run.h5")])
    old = (tmp_path / "run.h5").read_bytes()
    words = ("simulate", FOUR_BAR, "--until", "10", "--rows", "20001", "--save", "run.h5")
    done = subprocess.run(
        [sys.executable, RUNS, "limit", "6000000", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    said = re.fullmatch(
        r"(\S*run\.h5\.part): the run stopped, because the file cannot be written: File too large\. "
        r"(\d+) rows up to t = [\d.]+ s are kept in it: read it with sarrus\.load_result\('\1'\)\.\n",
        done.stderr,
    )
    assert said, done.stderr
    assert sorted(os.listdir(tmp_path)) == ["run.h5", "run.h5.part"]
    assert (tmp_path / "run.h5").read_bytes() == old
    assert len(sarrus.load_result(tmp_path / "run.h5.part")) == int(said[2]) > 1000


def test_a_disk_that_is_full_from_the_start_leaves_nothing(tmp_path):
    words = ("simulate", FOUR_BAR, "--until", "0.1", "--save", "run.h5")
    done = subprocess.run(
        [sys.executable, RUNS, "limit", "100", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (2, "run.h5: the file cannot be written: File too large.\n")
    assert os.listdir(tmp_path) == []


def test_the_journal_of_a_run_is_drawn_with_what_it_lacks(start, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    process = start("--until", 1e4, "--rows", 1_000_001, "--save", "run.h5")
    journal = tmp_path / "run.h5.part"
    wait_for(lambda: journal.exists() and journal.stat().st_size > 9_000_000)  # two blocks
    process.kill()
    process.communicate(timeout=PATIENCE)
    assert main(["plot", "run.h5", "--output", "a.svg"]) == 2
    assert "there is no such file, but 'run.h5.part' is there" in capsys.readouterr().err
    assert main(["plot", "run.h5.part", "A.theta", "--output", "a.svg"]) == 0
    assert "The run was stopped from outside; its journal has rows up to t = " in capsys.readouterr().err
    assert (tmp_path / "a.svg").exists()
    assert main(["simulate", str(FOUR_BAR), "--until", "1", "--save", "run.h5"]) == 2
    assert "it holds the rows of a run that did not end" in capsys.readouterr().err
