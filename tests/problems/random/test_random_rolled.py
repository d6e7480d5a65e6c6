"""Random mechanisms as loops over tables: kernel by kernel the numbers of straight-line code."""

import os

import pytest
from drawing import build, draw_blueprint

from sarrus.mechanics import FORMULATIONS
from sarrus.testing.rolled import rolled_difference

SEEDS = range(400 if os.environ.get("SARRUS_DEEP") else 8)


@pytest.mark.parametrize("seed", SEEDS)
def test_loops_give_what_straight_line_code_gives(seed):
    """To rounding: sums over elements may run in another order, 1e-13 of the largest number of each kernel."""
    model = build(draw_blueprint(seed)).snapshot()
    for formulation in FORMULATIONS:
        assert rolled_difference(model, formulation, seed) < 1e-13, formulation
