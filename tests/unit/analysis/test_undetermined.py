"""Reactions that redundant rows leave open are named, whatever the pose at which a run begins."""

from __future__ import annotations

import pytest

from sarrus import (
    Body,
    Gravity,
    Mechanism,
    Motion,
    NumericalError,
    Result,
    Revolute,
    Rod,
    check,
    load_result,
    simulate,
)
from sarrus.analysis.motion import undetermined

ALL = {f"{joint}{k}.reaction.{axis}" for joint in "AB" for k in range(3) for axis in "xy"}


def cranks(theta: str = "90 deg", speed: float = 1.0, count: int = 3) -> Mechanism:
    """Parallel cranks that carry a bar: one more than two is redundant, in every pose."""
    m = Mechanism("cranks", plane="xy")
    bar = m.add(Body("bar", mass=2, center=((count - 1) / 2, 0), inertia=1.0))
    for k in range(count):
        crank = m.add(Body(f"crank{k}", Rod(length=1, mass=1)))
        m.add(Revolute(f"A{k}", m.ground.point(f"g{k}", (k, 0)), crank.start))
        m.add(Revolute(f"B{k}", crank.end, bar.point(f"b{k}", (k, 0))))
        m.start(guess={f"B{k}.theta": f"-{theta}"})
    m.add(Gravity("weight", (0, -9.81)))
    m.start(fixed={"A0.theta": theta, "A0.theta_dot": speed})
    m.start(guess={f"A{k}.theta": theta for k in range(1, count)})
    return m


def in_order(run: Result) -> list[str]:
    return [name for series in run.series.values() for name in series.columns]


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
@pytest.mark.parametrize("theta", ["90 deg", "60 deg"])
def test_cranks_that_begin_upright_are_flagged_like_those_that_do_not(theta, formulation):
    """Upright, they share only what is vertical; a moment later all of it."""
    run = simulate(cranks(theta), until=0.5, rows=51, formulation=formulation)
    assert set(run.not_unique) == ALL
    assert list(run.not_unique) == [name for name in in_order(run) if name in ALL]


def test_the_flag_reaches_files_tables_and_the_page(tmp_path):
    run = simulate(cranks(), until=0.5, rows=51, save=tmp_path / "run.h5")
    assert set(run.not_unique) == ALL == set(load_result(tmp_path / "run.h5").not_unique)
    run.to_csv(tmp_path / "run.csv")
    with open(tmp_path / "run.csv") as file:
        assert '"A1.reaction.x [N] (not unique)"' in file.readline()
    assert "A1.reaction.x" in run.evidence_text()


def test_a_run_without_redundant_rows_is_not_looked_at(monkeypatch):
    monkeypatch.setattr(undetermined, "mobility", pytest.fail)
    monkeypatch.setattr(undetermined.Undetermined, "_look", pytest.fail)
    assert simulate(cranks(count=2), until=0.1, rows=11).not_unique == ()


def test_a_run_that_stops_where_it_is_singular_names_no_more_than_its_other_poses_do():
    """The motor cannot turn the crank on where coupler and rocker are stretched; beside it, a door has two hinges."""
    m = Mechanism("stuck", plane="xy")
    crank, coupler, rocker, door = (
        m.add(Body(name, Rod(length=length, mass=1)))
        for name, length in (("crank", 0.6), ("coupler", 0.5), ("rocker", 0.5), ("door", 1))
    )
    m.add(Revolute("A", m.ground, crank.start))
    m.add(Revolute("B", crank.end, coupler.start))
    m.add(Revolute("C", coupler.end, rocker.end))
    m.add(Revolute("D", m.ground.point("D", (1, 0)), rocker.start))
    for name in ("low", "high"):
        m.add(Revolute(name, m.ground.point(name, (5, 0)), door.start))
    m.add(Motion("motor", "A.theta", "1 + t"))
    m.start(guess={"A.theta": 1, "D.theta": "100 deg"})
    with pytest.raises(NumericalError) as caught:
        simulate(m, until=1.0, rows=101)
    run = caught.value.result
    assert 2 < len(run) < 101
    assert {name.partition(".")[0] for name in run.not_unique} == {"low", "high"}


def test_a_large_mechanism_is_looked_at_once_more(monkeypatch):
    looks = []
    see = undetermined.Undetermined._look
    monkeypatch.setattr(
        undetermined.Undetermined, "_look", lambda self, t, row: (looks.append(t), see(self, t, row))
    )
    monkeypatch.setattr(undetermined, "MANY_ROWS", 10)
    run = simulate(cranks(), until=0.5, rows=51)
    assert set(run.not_unique) == ALL and len(looks) == 1


def test_check_names_what_a_run_will_name():
    found = check(cranks())
    assert set(found.not_unique) == ALL
    (said,) = found.found("reactions.not_unique")
    assert set(said.where) == ALL
