"""Outputs of random mechanisms, over the whole catalogue: partial velocities make up the motion, generalised forces the power.

A run of one row is made of an instant, in each formulation; what is computed afterwards must not know which.
"""

from __future__ import annotations

import os

import numpy as np
import pytest
from asking import Case

import sarrus
from sarrus.analysis.description import Description
from sarrus.results.result import Outcome, Result
from sarrus.results.series import Series

DEEP = bool(os.environ.get("SARRUS_DEEP"))
RTOL = 1e-8


def run_of(instant):
    """The row that a run would publish."""
    e = instant.equations
    row = np.concatenate([instant.values[c.name] for c in sorted(e.channels, key=lambda c: c.start)])
    for place, origin in e.channel_origins:
        row[place] += origin
    cut = {c.name: row[c.start : c.start + c.size] for c in e.channels}
    units = {c.name: c.unit for c in e.channels}
    series = {n: Series(n, units[n], v[None] if len(v) > 1 else v) for n, v in cut.items()}
    ok = Outcome("ok", "Done.")
    return Result(e.model.name, "simulate", np.array([instant.t]), series, ok, described=Description(e.model))


@pytest.mark.parametrize("seed", range(600 if DEEP else 8))
def test_partial_velocities_and_generalised_forces_of_random_mechanisms(solve, seed):
    """Spec 05 rows 7 to 9, spec 03 D16: sums over chosen coordinates are rates and powers, of every force and coordinate."""
    case = Case.of(seed, solve)
    model, found = case.relative.equations.model, []
    for instant in (case.relative, case.absolute):
        run = run_of(instant)
        names = independent(run, model)
        asked = [f"{q}.per.{y}" for q in model.coordinates for y in names]
        asked += [f"load.{y}.{force.name}" for force in model.forces for y in names]
        run = sarrus.with_outputs(run, list(dict.fromkeys(asked)), coordinates=names)
        rates = {y: run[f"{y}_dot"][0] for y in names}
        for q in model.coordinates:
            parts = [run[f"{q}.per.{y}"][0] * rate for y, rate in rates.items()]
            assert_sum(run[f"{q}_dot"][0], parts, q)
        for force in model.forces:
            parts = [run[f"load.{y}.{force.name}"][0] * rate for y, rate in rates.items()]
            assert_sum(run[f"{force.name}.power"][0], parts, force.name)
        stored = sum(run[f"{force.name}.energy"][0] for force in model.forces)
        assert_sum(instant["energy.potential"][0], [stored], "energy")
        flows = dict(
            zip(
                instant.equations.quadratures,
                instant.xdot[-len(instant.equations.quadratures) :],
                strict=True,
            )
        )
        heat = sum(run[f"{force.name}.dissipation"][0] for force in model.forces)
        assert_sum(flows["energy.dissipated"], [heat], "heat")
        found.append({name: run[name][0] for name in asked})
    for name, value in found[0].items():
        assert found[1][name] == pytest.approx(value, rel=1e-7, abs=1e-7), name


def independent(run, model):
    """Coordinates that the program chose, as its note says; none where nothing can move."""
    for first in model.coordinates:
        found = run[f"{first}.per.{first}"]
        if np.isfinite(found[0]):
            return found.note.removeprefix("Independent coordinates: ").rstrip(".").split(", ")
    return []


def assert_sum(whole, parts, what):
    size = max([1.0, abs(whole), *map(abs, parts)])
    assert abs(whole - sum(parts)) <= RTOL * size, what
