"""Analyses of a thousand bodies: no memory that grows with the square of their number, and reports of some lines."""

import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from growth import STATUS
from large import chain, four_bars, ring, rods

import sarrus
from sarrus.analysis.assembly.start import find_start
from sarrus.analysis.check import check

FORMULATIONS = ("relative", "absolute")


def peak(task):
    """Bytes that a task holds at most."""
    tracemalloc.start()
    try:
        task()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_memory_of_a_run_grows_with_the_number_of_bodies(formulation):
    """A dense matrix of 8 bytes over the speeds of 1000 bodies would be 8 MB, or 288 MB in absolute coordinates."""

    def run(count):
        model = chain(count)
        return peak(lambda: sarrus.simulate(model, until=1e-3, rows=2, formulation=formulation))

    run(41)  # what is loaded once
    assert run(400) < 4.4 * run(100)


@pytest.mark.skipif(not STATUS.exists(), reason="the system does not tell the largest size of a process")
def test_memory_of_a_run_of_a_loop_has_no_room_for_a_dense_matrix():
    """Redundant rows are looked for over 3600 speeds, of which a dense matrix has 104 MB; the run takes 75 MB."""
    words = [sys.executable, str(Path(__file__).with_name("growth.py")), "150", "600"]
    report = subprocess.run(words, capture_output=True, text=True, check=True, timeout=120)
    assert int(report.stdout) < 8 * 3600**2


@pytest.mark.parametrize("make", [chain, rods], ids=lambda make: make.__name__)
def test_memory_of_a_check_grows_with_the_number_of_bodies(make):
    check(make(41))
    small, large = (peak(lambda count=count: check(make(count))) for count in (60, 240))
    assert large < 4.4 * small


def test_memory_of_assembling_many_loops_grows_with_their_number():
    find_start(four_bars(20).snapshot())
    small, large = (peak(lambda count=count: find_start(four_bars(count).snapshot())) for count in (50, 200))
    assert large < 4.4 * small


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_thousand_bodies_are_simulated(formulation):
    """It takes 1.5 s and 2.6 s; what is quadratic in the number of bodies anywhere would show."""
    run = sarrus.simulate(chain(1000), until=0.05, rows=3, formulation=formulation)
    assert run.ok
    assert run.evidence["freedom"] == 1000


@pytest.mark.parametrize(
    ("make", "count", "freedom"),
    [(chain, 1000, 1000), (four_bars, 60, 60), (ring, 300, 298)],
    ids=lambda a: getattr(a, "__name__", str(a)),
)
def test_large_mechanisms_are_checked(make, count, freedom):
    """It takes 2, 4 and 3 s."""
    report = check(make(count))
    assert report.freedom == freedom
    assert len(report.text()) < 100_000


def test_report_does_not_grow_beyond_measure():
    """Lists end after forty entries, and so do findings of one kind."""
    texts = [check(four_bars(count)).text() for count in (60, 120)]
    assert "A39-B39-C39-D39 and 20 more" in texts[0]
    assert "80 more findings of the kind redundant.permanent" in texts[1]
    assert len(texts[1]) < 1.02 * len(texts[0])
    assert "...-closing (121 joints)" in check(ring(120)).text()
