"""What is computed when somebody asks: names, notes, refusals, saved runs, the list."""

from __future__ import annotations

import json

import numpy as np
import pytest

import sarrus
from sarrus import Body, Gravity, Mechanism, Motion, Prismatic, Revolute, Rod, SpringDamper, UsageError
from sarrus.cli import main


def slider_crank(driven=False):
    m = Mechanism("slider-crank", plane="xy")
    m.add(Body("crank", Rod(length=0.2, mass=1)))
    m.add(Body("rod", Rod(length=0.5, mass=0.8)))
    m.add(Body("slider", mass=0.6, inertia=0.001))
    m.add(Revolute("A", "ground", "crank.start"))
    m.add(Revolute("B", "crank.end", "rod.start"))
    m.add(Revolute("C", "rod.end", "slider"))
    m.add(Prismatic("slide", "ground", "slider"))
    m.add(Gravity("weight", (0, -9.81)))
    m.add(SpringDamper("spring", "ground", "slider", stiffness=100, damping=1, free_length=0.6))
    if driven:
        m.add(Motion("motor", "A.theta", function="0.7 + 3*t"))
    m.start(
        fixed={} if driven else {"A.theta": 0.7, "A.theta_dot": 3.0}, guess={"slide.s": 0.63, "B.theta": -0.9}
    )
    return m


@pytest.fixture(scope="module")
def run():
    return sarrus.simulate(slider_crank(), until=0.3, rows=7)


def test_a_run_does_not_hold_what_nobody_asked_for(run):
    before = list(run)
    assert "load.A.theta" not in run
    assert len(run["load.A.theta"]) == 7
    assert list(run) == before


def test_derived_series_stand_in_tables_plots_and_files_like_others(run, tmp_path):
    assert "slide.s.per.A.theta [m]" in run.table("A.theta", "slide.s.per.A.theta")
    headings, values = run.columns(["C.reaction_F", "momentum.linear.x"])
    assert headings[1:] == [
        "C.reaction_F.x [N]",
        "C.reaction_F.y [N]",
        "C.reaction_F.z [N]",
        "momentum.linear.x [kg m/s]",
    ]
    assert np.array_equal(values[:, -1], run["momentum.linear"][:, 0])
    assert "load.A.theta [N m]" in run.to_csv(tmp_path / "a.csv", "load.A.theta").read_text().splitlines()[0]


def test_what_was_computed_once_is_kept(run):
    assert run["load.A.theta"] is run["load.A.theta"]


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("slide.s.per.A.theta", "m"),
        ("A.theta.per.slide.s", "1/m"),
        ("rod.w.per.A.theta", "1"),
        ("slide.s.advantage.A.theta", "1/m"),
        ("load.A.theta.spring", "N m"),
        ("load.slide.s", "N"),
        ("momentum.spin", "kg m^2/s"),
        ("B.torque_M", "N m"),
        ("spring.power", "W"),
        ("spring.energy", "J"),
        ("rod.w_B", "rad/s"),
        ("A.reaction.minimum_norm", "N"),
    ],
)
def test_derived_series_have_units(run, name, unit):
    assert run[name].unit == unit
    assert np.isfinite(run[name].values).all()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("slide.q.per.A.theta", "'slide.q' has no velocity. Did you mean 'slide.s'?"),
        ("slide.s.per.A.thet", "'A.thet' is not a coordinate of this mechanism. Did you mean 'A.theta'?"),
        (
            "load.A.theta.sprng",
            "'sprng' in 'load.A.theta.sprng' is not a force of this mechanism. Did you mean 'spring'?",
        ),
        ("load.A", "'A' is not a coordinate"),
        ("momentum.total", "There are: momentum.linear, momentum.angular, momentum.spin"),
        ("spring.reaction_F", "'spring' is not a joint or a constraint between frames"),
        ("spring.length.minimum_norm", "'spring.length' is not a reaction, a torque or an effort"),
        ("A.theta.power", "is not a series of this result"),
        ("energy.kinetik", "'energy.kinetik' is not a series of this result. Did you mean 'energy.kinetic'?"),
    ],
)
def test_a_name_that_cannot_be_computed_is_refused_with_the_reason(run, name, said):
    with pytest.raises(UsageError) as error:
        run[name]
    assert said in str(error.value)


def test_coordinates_that_do_not_determine_the_motion_give_no_number_and_a_sentence():
    m = slider_crank()
    m.fixed["A.theta"] = float(np.pi / 2)
    m.start(guess={"slide.s": 0.45, "B.theta": -2.0})
    found = sarrus.simulate(m, until=0.1, rows=3)["slide.s.per.rod.psi"]
    assert np.isnan(found[0])
    assert np.isfinite(found[1:]).all()
    assert "Not defined in 1 row, at t = 0 s: 'rod.psi' does not determine the motion there." in found.note


def test_chosen_coordinates_are_as_many_as_freedoms(run):
    with pytest.raises(UsageError, match=r"2 coordinates chosen.*has 1 freedom"):
        sarrus.with_outputs(run, ["load.A.theta"], coordinates=["A.theta", "B.theta"])
    with pytest.raises(UsageError, match=r"'A.theta' is not among the chosen coordinates 'slide.s'"):
        sarrus.with_outputs(run, ["load.A.theta"], coordinates=["slide.s"])
    with pytest.raises(UsageError, match="lists of names"):
        sarrus.with_outputs(run, "load.A.theta")


def test_a_driver_is_let_go_and_its_coordinate_is_chosen():
    driven = sarrus.kinematics(slider_crank(driven=True), until=0.3, rows=3)
    free = sarrus.simulate(slider_crank(), until=1e-3, rows=2)
    assert driven["slide.s.per.A.theta"][0] == pytest.approx(free["slide.s.per.A.theta"][0], rel=1e-12)
    assert "Independent coordinates: A.theta." in driven["load.slide.s"].note or driven["load.A.theta"].note
    assert driven["load.A.theta"][0] == pytest.approx(free["load.A.theta"][0], rel=1e-12)


def test_a_saved_run_is_asked_as_before_and_keeps_what_was_put_in(run, tmp_path):
    kept = sarrus.with_outputs(run, ["load.A.theta", "slide.s.per.A.theta", "A.theta"])
    assert list(kept)[-2:] == ["load.A.theta", "slide.s.per.A.theta"]
    kept.save(tmp_path / "run.h5")
    again = sarrus.load_result(tmp_path / "run.h5")
    assert np.array_equal(again.series["load.A.theta"].values, run["load.A.theta"].values)
    assert any(note.startswith("load.A.theta: Independent") for note in again.evidence["notes on outputs"])
    for name in ("momentum.spin", "load.A.theta.spring", "C.reaction.minimum_norm"):
        assert np.allclose(again[name], run[name], rtol=1e-12, atol=1e-12), name


def test_a_result_without_its_model_says_what_is_missing(run):
    bare = sarrus.Result(run.mechanism, run.analysis, run.t, run.series, run.status)
    with pytest.raises(UsageError, match="does not hold its model"):
        bare["load.A.theta"]
    with pytest.raises(UsageError, match="is not a series of this result"):
        bare["A.thet"]


def test_everything_on_the_list_can_be_asked_for(run):
    listed = sarrus.outputs(slider_crank())
    assert listed.ok
    assert {*run} <= {*listed.names()}
    for name in listed.names():
        if listed[name].derived or name in run:
            found = run[name]
            assert (found.unit, found.values.reshape(7, -1).shape[1]) == (
                listed[name].unit,
                listed[name].size,
            ), name


def test_the_list_is_filtered_by_a_word_and_shown(capsys, tmp_path):
    m = slider_crank()
    sarrus.save(m, tmp_path / "m.yaml")
    few = sarrus.outputs(m, "momentum")
    assert few.names() == ["momentum.linear", "momentum.angular", "momentum.spin"]
    assert main(["outputs", str(tmp_path / "m.yaml"), "theta"]) == 0
    shown = capsys.readouterr().out
    assert "A.theta, _dot, _ddot [rad]" in shown
    assert "computed when asked for" in shown
    assert main(["outputs", str(tmp_path / "m.yaml"), "--json", "spring.power"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [o["name"] for o in found["outputs"]] == ["spring.power"]
    assert (
        main(
            ["simulate", str(tmp_path / "m.yaml"), "--until", "0.1", "--rows", "3", "--show", "load.A.theta"]
        )
        == 0
    )
    assert "load.A.theta" in capsys.readouterr().out


def test_the_count_of_freedoms_is_a_table():
    report = sarrus.check(slider_crank())
    assert (report.counting.unconstrained, report.counting.rows, report.counting.freedom) == (9, 8, 1)
    lines = report.counting_text().splitlines()
    assert lines[0].split() == ["bodies", "3", "x", "3", "9"]
    assert lines[1].split() == ["revolute", "A,", "B,", "C", "3", "x", "2", "-6"]
    assert lines[-1].split() == ["freedom", "by", "counting", "1"]
