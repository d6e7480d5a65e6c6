"""Newton and Euler for every body, from published quantities alone: nothing that acts is missing, nothing acts twice.

Accelerations of mass centres, turning, reactions of joints at their frames, forces of meshes at their contacts, efforts
of drivers along their coordinates, and applied forces: what is left over is at most 1e-9 of the largest load.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from asking import Balance
from drawing.trains import KINDS, draw_train

import sarrus
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.analysis.rank.mobility import mobility
from sarrus.mechanics import FORMULATIONS, formulate
from sarrus.solvers.status import Status

DEEP = bool(os.environ.get("SARRUS_DEEP"))
EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.yaml"))
LEFT = 1e-9
LARGE = 8
"""Bodies above which the program takes loops anyway."""


def instants(mechanism, solve, rolled):
    """The start in both formulations, as straight-line code or as loops over tables, interpreted."""
    found = find_start(mechanism.snapshot())
    assert found.status is Status.OK, found.message
    for formulation in FORMULATIONS:
        e, x = in_formulation(found, formulation)
        if rolled or len(e.model.bodies) > LARGE:
            loops = formulate(e.model, formulation, rolled=True)
            names = ("rates", "closure", "dynamics", "flows", "output")
            e = replace(loops, kernels={n: loops.kernels[n].interpret for n in names})
        yield solve(e, x, 0.0)


def assert_balanced(mechanism, solve, rolled):
    plan = SimpleNamespace(planar=mechanism.snapshot().planar, afloat=False)
    for instant in instants(mechanism, solve, rolled):
        Balance(plan, instant).check(LEFT)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_bodies_of_every_example_are_in_balance(solve, path):
    assert_balanced(sarrus.load(path), solve, rolled=False)
    if DEEP:
        assert_balanced(sarrus.load(path), solve, rolled=True)


@pytest.mark.parametrize("seed", range(400 if DEEP else 100))
def test_bodies_of_random_trains_are_in_balance(solve, seed):
    """One kind after the other, on carriers that stand or move, joints and axes either way round."""
    mechanism, _ = draw_train(seed)
    assert_balanced(mechanism, solve, rolled=False)
    if DEEP or seed < len(KINDS):
        assert_balanced(mechanism, solve, rolled=True)


def test_trains_without_redundant_rows_have_unique_loads_in_both_formulations(solve):
    for seed in range(48 if DEEP else 8):
        mechanism, kind = draw_train(seed)
        one, two = instants(mechanism, solve, rolled=False)
        assert mobility(two.equations, 0.0, two.x).not_unique == (), kind
        for name in one.values:
            if name.endswith((".reaction", ".torque", ".effort", ".contact")):
                size = max(1.0, float(np.abs(two[name]).max()))
                assert np.abs(one[name] - two[name]).max() <= 1e-9 * size, (kind, name)
