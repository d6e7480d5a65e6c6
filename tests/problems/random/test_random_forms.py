"""Forms in joint coordinates of random mechanisms: accelerations and unique loads are those of the kernels."""

from __future__ import annotations

import numpy as np
import pytest
from asking import Case, accelerations, assert_equal, reactions, unique
from drawing import build

from sarrus.errors import ModelError
from sarrus.mechanics.readable.forms.kane import Kane
from sarrus.mechanics.readable.forms.ode import Ode
from sarrus.mechanics.readable.forms.solve import solve as solve_form
from sarrus.mechanics.readable.page.asked import PageRequest

SEEDS = range(60)
REASONS = (
    "forbids velocities",
    "coordinates of its own",
    "load of its joint",
    "nothing is free to move",
    "do not know that",
)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("form", [Kane(), Ode()], ids=("kane", "ode"))
def test_random_mechanisms_move_as_the_kernels_say(solve, form, seed):
    case = Case.of(seed, solve)
    try:
        written = form.write(build(case.plan).snapshot(), PageRequest())
    except ModelError as refused:
        assert any(reason in str(refused) for reason in REASONS)
        return
    found = solve_form(written, case.relative.values, case.plan.t)
    told = {n: np.atleast_1d(v) for n, v in found.published.items() if n in found.unique}
    rtol = max(case.tolerance(), 1e-10)
    expected = {n: v for n, v in accelerations(case.relative).items() if n in told}
    assert_equal("accelerations", {n: told[n] for n in expected}, expected, rtol)
    loads = {n: v for n, v in reactions(case.relative).items() if n in told}
    one, two = (unique(found_loads, case.open) for found_loads in ({n: told[n] for n in loads}, loads))
    assert_equal("loads", one, two, rtol)
