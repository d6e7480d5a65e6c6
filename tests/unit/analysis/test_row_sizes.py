"""A relation says the same whatever unit or factor it is written with: assembly, rank, motion, efforts and verdicts."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from sarrus import AppliedForce, Body, Condition, Coupler, Mechanism, Prismatic, Revolute, Rod
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.analysis.check import check
from sarrus.analysis.rank.constraints import Rows
from sarrus.element import Relation, param
from sarrus.errors import NumericalError
from sarrus.mechanics import formulate
from sarrus.mechanics.row_sizes import row_sizes
from sarrus.model import snapshot_of
from sarrus.solvers.status import Status

FACTORS = (1e-15, 1e-12, 1e-9, 1e6, 1e7, 1e12)
FORMULATIONS = ("relative", "absolute")


class Scaled(Relation):
    """Two coordinates that are equal, in a unit of the author's own."""

    ends = ("first", "second")
    factor = param("1", "how many of them make one of SI")

    def residual(self, t, *coordinates):
        """Off by how much."""
        return self.factor * (coordinates[0] - coordinates[1])


def blocks(count=2, force=20.0):
    """Blocks of 1 kg on rails of their own, of which a force pushes the first."""
    m = Mechanism("blocks", plane="xy")
    for k in range(count):
        block = m.add(Body(f"block{k}", mass=1.0, inertia=0.1))
        m.add(Prismatic(f"rail{k}", m.ground, block))
    m.add(AppliedForce("push", "block0", force=(force, 0)))
    m.signals(**{f"s{k}": f"rail{k}.s" for k in range(count)})
    return m


def tied(law, count=2):
    m = blocks(count)
    m.add(Condition("tie", law, unit="m"))
    return m


def evidence(run):
    return dict(run.evidence)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("factor", FACTORS)
def test_the_factor_of_a_condition_does_not_change_the_motion(factor, formulation):
    """Two blocks of 1 kg under 20 N: s = 5 t^2, and 10 N pass from one to the other."""
    run = sarrus.simulate(tied(f"{factor!r}*(s0 - s1)"), until=1.0, rows=3, formulation=formulation)
    assert run["rail0.s"].values[-1] == pytest.approx(5.0, rel=1e-10)
    assert run["rail1.s"].values[-1] == pytest.approx(5.0, rel=1e-10)
    assert run["tie.effort"].values == pytest.approx(np.full(3, -10.0), rel=1e-10)
    assert evidence(run)["freedom"] == 1
    assert evidence(run)["worst constraint residual"] < 1e-13


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("factor", [1e-12, 1e12])
def test_the_factor_does_not_change_the_motion_of_kernels_of_loops(factor, formulation):
    m = blocks(10)
    assert not formulate(m.snapshot()).is_straight
    for k in range(1, 10):
        m.add(Condition(f"tie{k}", f"{factor!r}*(s{k} - s{k - 1})", unit="m"))
    run = sarrus.simulate(m, until=1.0, rows=2, formulation=formulation)
    assert run["rail9.s"].values[-1] == pytest.approx(1.0, rel=1e-9)
    assert run["tie9.effort"].values[-1] == pytest.approx(2.0, rel=1e-9)


@pytest.mark.parametrize("factor", [1e-12, 1e12])
def test_relations_of_an_author_have_no_size_either(factor):
    m = blocks()
    m.add(Scaled("tie", "rail0.s", "rail1.s", factor=factor))
    run = sarrus.simulate(m, until=1.0, rows=2)
    assert run["rail1.s"].values[-1] == pytest.approx(5.0, rel=1e-10)


@pytest.mark.parametrize("factor", [1e-12, 1e-3, 1e12])
def test_a_scaled_condition_is_assembled_as_the_plain_one(factor):
    def start(law):
        m = Mechanism("bars", plane="xy")
        for k in range(2):
            bar = m.add(Body(f"bar{k}", Rod(length=0.5, mass=1.0)))
            m.add(Revolute(f"A{k}", m.ground, bar.start))
        m.signals(a="A0.theta", h="A1.theta")
        m.add(Condition("tie", law, unit="m"))
        m.start(fixed={"A0.theta": 0.7, "A0.theta_dot": 2.0}, guess={"A1.theta": 1.4})
        found = find_start(m.snapshot())
        assert found.status is Status.OK, found.message
        return found.values

    plain = start("0.5*sin(h) - 0.3*sin(a)")
    scaled = start(f"{factor!r}*(0.5*sin(h) - 0.3*sin(a))")
    assert scaled == {name: pytest.approx(value, rel=1e-9, abs=1e-12) for name, value in plain.items()}


@pytest.mark.parametrize("factor", [1e-12, 1.0, 1e12])
def test_small_factors_hide_no_contradiction(factor):
    m = tied(f"{factor!r}*(s0 - 0.1)")
    m.add(Condition("other", f"{factor!r}*(s0 - 0.2)", unit="m"))
    assert find_start(m.snapshot()).status is Status.NOT_CLOSED


@pytest.mark.parametrize("factor", [1e-12, 1e12])
def test_check_finds_nothing_in_a_factor(factor):
    plain, scaled = (check(tied(law)) for law in ("s0 - s1", f"{factor!r}*(s0 - s1)"))
    assert [f.code for f in scaled.findings] == [f.code for f in plain.findings]
    assert scaled.freedoms == plain.freedoms == 1


def test_the_rank_of_a_scaled_condition_is_that_of_the_plain_one():
    for formulation in FORMULATIONS:
        e, x = in_formulation(find_start(tied("1e-12*(s0 - s1)").snapshot()), formulation)
        assert np.abs(Rows(e).at(0.0, x).entries).max() == pytest.approx(1.0)


@pytest.mark.parametrize("factor", [1e-12, 1.0, 1e12])
def test_a_singular_start_is_called_one_whatever_the_factor(factor):
    """At s0 = s1 = 0 all slopes of s0^2 - s1^2 vanish, and two ways lead on."""
    with pytest.raises(NumericalError, match="branch point"):
        sarrus.simulate(tied(f"{factor!r}*(s0**2 - s1**2)"), until=1.0, rows=2)


def test_slopes_that_grow_on_the_way_do_not_hide_the_masses():
    """The slopes of exp(20 s) grow by 1e21: their squares would weigh more than any mass has digits."""
    run = sarrus.simulate(tied("exp(20*s0) - exp(20*s1)"), until=0.7, rows=2)
    assert run["rail0.s"].values[-1] == pytest.approx(2.45, rel=1e-7)


def test_steep_starts_are_measured_by_what_is_around_them():
    """At 0 the slope of sqrt(s + 1e-14) is 5e6, and 1 a little further on."""
    run = sarrus.simulate(tied("sqrt(s0 + 1e-14) - sqrt(s1 + 1e-14)"), until=1.0, rows=2)
    assert run["rail0.s"].values[-1] == pytest.approx(5.0, rel=1e-7)


def test_relations_of_natural_size_are_taken_as_they_are():
    m = blocks()
    m.add(Coupler("tie", "rail0.s", "rail1.s", ratio=3.0))
    start = find_start(m.snapshot())
    for formulation in FORMULATIONS:
        e, x = in_formulation(start, formulation)
        assert row_sizes(e, 0.0, x).tolist() == [1.0] * len(e.rows)
    for name in ("rack-and-pinion", "scotch-yoke", "four-bar"):
        found = find_start(snapshot_of(sarrus.load(f"examples/{name}.yaml")))
        assert set(row_sizes(found.equations, 0.0, found.x)) <= {1.0}
