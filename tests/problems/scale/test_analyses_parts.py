"""Large mechanisms are looked at part by part, and in large parts without dense matrices: nothing but the speed changes.

The same mechanism is asked twice: as a whole, as small ones always are, and with the limits of size taken away.
"""

import re
from pathlib import Path

import pytest
from large import chain, four_bars, ring, rods

import sarrus
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.analysis.check import check
from sarrus.analysis.rank import mobility, parts
from sarrus.analysis.rank.constraints import Rows, balanced
from sarrus.analysis.rank.mobility import Ranks, massless_motion
from sarrus.errors import ModelError, NumericalError
from sarrus.solvers.rank import rank_report

FILES = sorted((Path(__file__).parents[1] / "assembly" / "mechanisms").glob("*.yaml"))
MADE = {
    "chain": lambda: chain(12),
    "rods": lambda: rods(9),
    "rods with a free turn": lambda: rods(9, last="Spherical"),
    "four-bars side by side": lambda: four_bars(4),
    "four-bars on each other": lambda: four_bars(4, on="coupler"),
    "ring": lambda: ring(9),
}
MECHANISMS = {path.stem: lambda path=path: sarrus.load(path) for path in FILES} | MADE


def said(make):
    """The report, or the message of a failed check, without numbers that differ by rounding or by what a part is."""
    try:
        text = check(make()).text()
    except NumericalError as error:
        text = str(error)
    return re.sub(r"(condition|gap) .*", r"\1", text)


@pytest.fixture
def no_size_is_small(monkeypatch):
    monkeypatch.setattr(parts, "LARGE", 0)


@pytest.fixture
def no_matrix_is_dense(monkeypatch, no_size_is_small):
    monkeypatch.setattr(mobility, "SPARSE", 0)


@pytest.mark.parametrize("name", MECHANISMS)
def test_parts_say_what_the_whole_says(name, request):
    whole = said(MECHANISMS[name])
    request.getfixturevalue("no_size_is_small")
    assert said(MECHANISMS[name]) == whole


@pytest.mark.parametrize("name", MECHANISMS)
def test_sparse_parts_say_what_dense_ones_say(name, request):
    whole = said(MECHANISMS[name])
    request.getfixturevalue("no_matrix_is_dense")
    assert said(MECHANISMS[name]) == whole


@pytest.mark.parametrize("name", MECHANISMS)
def test_start_values_of_parts_are_those_of_the_whole(name, request):
    """Loops that share nothing are closed apart from each other; rounding is passed on by the condition of the closure."""
    whole = find_start(MECHANISMS[name]().snapshot())
    request.getfixturevalue("no_size_is_small")
    found = find_start(MECHANISMS[name]().snapshot())
    assert found.status is whole.status
    assert found.values == pytest.approx(whole.values, abs=1e-9)


@pytest.mark.parametrize("name", MECHANISMS)
@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_sparse_condition_is_the_dense_one(name, formulation, request):
    request.getfixturevalue("no_size_is_small")
    e, x = in_formulation(find_start(MECHANISMS[name]().snapshot()), formulation)
    rows = Rows(e)
    dense = Ranks.of(rows.at(0.0, x), rows.parts)
    request.getfixturevalue("no_matrix_is_dense")
    sparse = Ranks.of(rows.at(0.0, x), rows.parts)
    assert [r.rank for r in sparse.reports] == [r.rank for r in dense.reports]
    # singular values of squares: 1e-16 times the square of the condition, which is below 1e4 here
    assert [r.condition for r in sparse.reports] == pytest.approx(
        [r.condition for r in dense.reports], rel=1e-6
    )


@pytest.mark.parametrize("name", MECHANISMS)
@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_rank_of_parts_is_that_of_the_whole(name, formulation, no_size_is_small):
    e, x = in_formulation(find_start(MECHANISMS[name]().snapshot()), formulation)
    rows = Rows(e)
    ranks = Ranks.of(rows.at(0.0, x), rows.parts)
    whole = rank_report(balanced(e, 0.0, x))
    assert ranks.rank == whole.rank
    stresses = sum(report.self_stresses.shape[1] for report in ranks.reports)
    assert stresses == whole.self_stresses.shape[1]
    assert sorted(i for part in rows.parts for i in part.rows) == [*range(len(e.rows))]
    if formulation == "relative":
        columns = [j for part in rows.parts for j in part.columns]
        assert len(columns) == len(set(columns)), "parts share no speed"


def test_each_part_has_the_senses_of_its_own_cuts(no_size_is_small):
    e = find_start(four_bars(4).snapshot()).equations
    rows = Rows(e)
    for part in rows.parts:
        (owner,) = {e.rows[i].owner for i in part.rows}
        assert [e.tree.cuts[k].name for k in rows.senses_of(part)] == [owner]


def test_parts_are_loops_and_joints_on_none(no_size_is_small):
    for count, on in ((4, None), (4, "coupler")):
        e, _ = in_formulation(find_start(four_bars(count, on).snapshot()), "absolute")
        owners = [{e.rows[i].owner for i in part.rows} for part in Rows(e).parts]
        assert owners == [{f"{j}{k}" for j in "ABCD"} for k in range(count)]
    e, _ = in_formulation(find_start(chain(5).snapshot()), "absolute")
    assert [len(part.rows) for part in Rows(e).parts] == [5] * 5


def test_relation_on_a_joint_that_forbids_nothing_holds_what_lies_between_its_ends_together(no_size_is_small):
    """Two drivers that move one coordinate of the same bodies by two joints: one row too many."""
    m = sarrus.Mechanism("twice driven")
    for name, base in (("one", "ground"), ("two", "one")):
        m.add(sarrus.Body(name, mass=1, inertia=(1, 1, 1)))
        m.add(sarrus.Prismatic(f"slide-{name}", base, name))
    for k in (1, 2):
        m.add(sarrus.Free(f"seen-{k}", "ground", "two"))
        m.add(sarrus.Motion(f"driver-{k}", f"seen-{k}.x", "0.1*t"))
    e, x = in_formulation(find_start(m.snapshot()), "absolute")
    rows = Rows(e)
    assert len(rows.parts) == 1
    assert Ranks.of(rows.at(0.0, x), rows.parts).rank == len(e.rows) - 1


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_free_turn_without_inertia_is_found_by_body(formulation, no_size_is_small):
    e, x = in_formulation(find_start(rods(9, last="Spherical").snapshot()), formulation)
    name = massless_motion(e, 0.0, x).speed
    assert name.split(".")[0] == ("hinge8" if formulation == "relative" else "rod8")
    held = find_start(rods(9).snapshot())
    assert massless_motion(*(lambda e, x: (e, 0.0, x))(*in_formulation(held, formulation))) is None


def test_large_mechanism_with_a_free_turn_without_inertia_is_refused():
    with pytest.raises(ModelError, match=r"the motion 'hinge49\.1' is free and has no inertia"):
        sarrus.simulate(rods(50, last="Spherical"), until=0.01, rows=2)


def test_loop_that_does_not_close_is_named_among_many():
    m = four_bars(20)
    m.guess.pop("D7.theta")
    m.start(fixed={"D7.theta": "10 deg"})
    with pytest.raises(NumericalError, match=r"'D7\.theta'") as failed:
        sarrus.assemble(m)
    assert not re.search(r"[ABCD](?!7)\d", str(failed.value))


def test_rates_that_contradict_each_other_are_named_among_many():
    m = four_bars(20)
    m.start(fixed={"D7.theta_dot": 3.0})
    with pytest.raises(NumericalError, match=r"'D7\.theta_dot'") as failed:
        sarrus.assemble(m)
    assert not re.search(r"[ABCD](?!7)\d", str(failed.value))
