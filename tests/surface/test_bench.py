"""The benchmarks: what the table says of a row, how an error is reached, and that a missing peer stops nobody."""

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def bench_on_the_path(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))


def test_groups_are_listed_without_any_peer():
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--list"], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    names = [line.split()[0] for line in done.stdout.splitlines()]
    assert {"chain", "balls", "andrews", "bricard", "windows40", "start", "lanes"} <= set(names)


def test_missed_bar_is_shown_with_its_cause():
    from benchmarks.report import UNKNOWN, Row, as_markdown, as_text

    row = Row("a thing", 2.0, "s", 1e-9, "Peer", 6.0, 1e-8, ">= 10x", is_met=False)
    assert row.cells()[6:] == ("3x", ">= 10x", "missed")
    for table in (as_text([row]), as_markdown([row])):
        assert f"a thing: {UNKNOWN}" in table
    assert Row("a thing", 2.0, bar="< 3 s", is_met=True).verdict == "met"
    assert Row("a thing", 2.0, bar="< 3 s").verdict == "not measured"


def test_times_are_shown_with_a_fitting_unit():
    from benchmarks.report import quantity

    assert [quantity(t, "s") for t in (2.5, 2.5e-3, 2.5e-6, 2.5e-9)] == [
        "2.5 s",
        "2.5 ms",
        "2.5 us",
        "2.5 ns",
    ]
    assert quantity(None, "s") == "-"
    assert quantity(math.inf, "s") == "not reached"


def test_exponent_of_a_power_law():
    from benchmarks.growth import exponent

    assert exponent({n: 3e-6 * n**1.25 for n in (10, 40, 100)}) == pytest.approx(1.25)


def ladder(order, cost):
    """A ladder of a made-up method: error = h^order, and a time that is proportional to the steps."""
    from benchmarks.problem import Problem
    from benchmarks.work_precision import Family, Ladder, Point

    problem = Problem("made up", "", np.array([1.0]), np.zeros((1, 1)), False, None, None)
    family = Family("peer", "method", None, 0.1, 0.5, 8, str)
    made = Ladder(problem, family, problem.error)

    def run(setting):
        made.points.append(Point(family, setting, cost / setting, setting**order))
        return made.points[-1]

    made.run = run
    for k in range(4):
        run(0.1 * 0.5**k)
    return made


def test_setting_between_two_rungs_is_tried():
    found = ladder(order=2, cost=1.0).reach(1e-3)
    assert found.error <= 1e-3
    assert found.setting == pytest.approx(math.sqrt(0.9e-3))
    assert not found.is_extrapolated


def test_time_beyond_the_ladder_is_extrapolated_by_the_order_seen():
    found = ladder(order=2, cost=1.0).reach(1e-8)
    assert found.is_extrapolated
    assert (found.setting, found.seconds) == (pytest.approx(1e-4), pytest.approx(1e4))


def test_run_with_a_bar_is_made_rather_than_extrapolated():
    found = ladder(order=2, cost=1e-3).reach(1e-8, patience=True)
    assert not found.is_extrapolated
    assert found.error <= 1e-8


def test_ladder_of_low_order_is_neither_extrapolated_nor_refined():
    made = ladder(order=1, cost=1e-6)
    tried = len(made.points)
    assert made.reach(1e-8, patience=True) is None
    assert len(made.points) == tried


def test_setting_that_fails_when_tried_is_not_extrapolated():
    from benchmarks.work_precision import Point

    made = ladder(order=2, cost=1e-3)

    def fails(setting):
        return Point(made.family, setting, 1.0, math.inf)

    made.run = fails
    assert made.reach(1e-8, patience=True) is None


def test_family_with_a_slow_minute_still_wins_the_duel(monkeypatch):
    from benchmarks import work_precision
    from benchmarks.work_precision import Point, duel

    family = ladder(order=2, cost=1.0).family
    took = {"unlucky": 1e-3, "lucky": 2e-3}
    runs = {name: lambda name=name: name for name in took}
    monkeypatch.setattr(work_precision, "seconds", lambda run: took[run()])
    unlucky = Point(family, 1.0, 3e-3, 1e-6, again=runs["unlucky"])  # the ladder caught it while others ran
    lucky = Point(family, 2.0, 1.5e-3, 1e-6, again=runs["lucky"])
    best, nobody = duel([lucky, unlucky], [])
    assert (best.setting, best.seconds, nobody) == (1.0, 1e-3, None)


def test_error_counts_every_crank_and_every_time():
    from benchmarks.models import windows

    problem = windows.problem(10)
    assert problem.error(problem.reference) == 0
    folded = problem.reference.copy()
    folded[-1, -1] *= -1
    assert problem.error(folded) > 1
    assert problem.error(problem.reference[:2]) == math.inf


def test_residual_of_a_single_rod_is_that_of_the_closed_form():
    from benchmarks.models import chain
    from benchmarks.residual import ball_residual

    upright = np.array([[1.0, 0.0, 0.0, 0.0]])
    # a rod along x at rest, held at its end: I dw_y = m g l / 2
    inertia = chain.ACROSS + chain.MASS * chain.LENGTH**2 / 4
    falling = np.array([[0.0, chain.MASS * chain.GRAVITY * chain.LENGTH / 2 / inertia, 0.0]])
    assert ball_residual(upright, np.zeros((1, 3)), falling) < 1e-15
    assert ball_residual(upright, np.zeros((1, 3)), 1.01 * falling) == pytest.approx(0.01)


def test_ours_has_the_accelerations_of_the_residual():
    from benchmarks import ours
    from benchmarks.models import chain
    from benchmarks.residual import ball_residual

    assert ball_residual(*chain.ball_state(5), ours.ball_accelerations(5)) < 1e-13


def test_nothing_of_the_generic_chain_can_be_left_out():
    """No number is 0 or 1, the turn is ours, and the chain moves as straight-line code says."""
    from benchmarks import ours
    from benchmarks.models import chain, oblique
    from sarrus.mechanics import formulate
    from sarrus.spatial import from_bryant

    R = oblique.turn()
    numbers = [oblique.MASS, *oblique.CENTER, *oblique.MOMENTS, *oblique.PRODUCTS, *oblique.AT, *R.flat]
    assert all(0 < abs(x) and abs(x) != 1 for x in numbers)
    turn = from_bryant(*oblique.TURN)
    np.testing.assert_allclose(R.T, [[*turn.x], [*turn.y], [*turn.z]], atol=1e-15)
    e = formulate(oblique.hinged(3).snapshot(), rolled=False)
    q, v = chain.hinge_state(3)
    x = [*q, *v, *[0.0] * (e.size - 6)]
    entries, f, _, _ = e.evaluate("dynamics", [0.0], x)
    M = np.zeros((3, 3))
    for value, (i, j) in zip(entries, e.mass_pattern, strict=True):
        M[i, j] = M[j, i] = value
    np.testing.assert_allclose(ours.forward(3, oblique.hinged).result, np.linalg.solve(M, f), rtol=1e-12)


def test_irregular_tree_hangs_on_every_kind_of_frame():
    from benchmarks.models.tree import irregular

    model = irregular(40).snapshot()
    ends = {p.frame for joint in model.all_joints for p in model.ends_of(joint)}
    assert ends == {"", "point", "frame"}
    assert len(model.bodies) == len(model.all_joints) == 40
    assert model.forces[1:]


def test_peak_memory_is_not_that_of_the_process_that_started_it():
    from benchmarks.children import environment, run

    large = np.ones(25_000_000)
    said = run("from benchmarks.tasks import peak_memory; print(peak_memory())", environment())
    assert 5e6 < float(said) < large.nbytes / 2


def test_first_simulation_counts_what_is_compiled_for_it(monkeypatch):
    from benchmarks import ours
    from benchmarks.models import chain

    monkeypatch.setenv("SARRUS_CACHE", "off")
    ours.linking._object.cache_clear()
    compile_object = ours.linking.compile_object
    took, compiler = ours.first_simulation(chain.hinged(9))
    assert 0 < compiler < took
    assert ours.linking.compile_object is compile_object


def test_peer_that_is_missing_is_named(monkeypatch):
    from benchmarks import peers

    monkeypatch.setitem(peers.MODULES, "no-such-distribution", "nothing")
    assert peers.presence("no-such-distribution").reason == "not installed"


def test_peer_that_cannot_be_imported_is_named(monkeypatch):
    from benchmarks import peers

    monkeypatch.setitem(peers.MODULES, "numpy", "numpy.not_there")
    assert peers.presence("numpy").reason.startswith("cannot be imported: ModuleNotFoundError")


def test_requirements_are_pinned():
    from benchmarks.install import wanted
    from benchmarks.peers import MODULES

    assert {line.partition("==")[0] for line in wanted()} == set(MODULES)
    assert all("==" in line for line in wanted())


def test_page_has_a_place_for_the_table(tmp_path):
    from benchmarks.report import Row, write_docs

    page = tmp_path / "performance.md"
    page.write_text((ROOT / "docs" / "performance.md").read_text(encoding="utf-8"), encoding="utf-8")
    for _ in range(2):  # a second table takes the place of the first
        write_docs(page, ["the circumstances"], [Row("a thing", 1.0)])
    text = page.read_text(encoding="utf-8")
    assert text.count("- the circumstances") == text.count("| a thing |") == 1
    assert text.startswith("# Performance")
