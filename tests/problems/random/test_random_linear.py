"""Linear models of random mechanisms: the same matrices from both formulations, in the same states."""

from __future__ import annotations

import numpy as np
import pytest
from drawing import build, prepared

import sarrus
from sarrus.errors import SarrusError


def asked(m, t, **options):
    """A linear model, or what is said instead."""
    try:
        return sarrus.linearize(m, at=t, **options)
    except SarrusError as error:
        return error


@pytest.mark.more
@pytest.mark.parametrize("seed", range(60))
def test_random_mechanism_has_one_linear_model_spec07_row18(seed):
    plan, _ = prepared(seed)
    m = build(plan)
    outputs = [f"{body.name}.{q}" for body in m.bodies for q in ("x_ddot", "y")]
    first = asked(m, plan.t, formulation="relative", outputs=outputs)
    if isinstance(first, SarrusError):
        other = asked(m, plan.t, formulation="absolute", outputs=outputs)
        assert type(other) is type(first), f"{first}\n{other}"
        return
    names = list(first.states[: first.configurations])
    options = {"states": names, "outputs": outputs, "inputs": [f"load.{n}" for n in names if ".r" not in n]}
    if first.frame:
        options["frame"] = first.frame
    one, two = (asked(m, plan.t, formulation=f, **options) for f in ("relative", "absolute"))
    assert not isinstance(two, SarrusError), two
    assert one.states == two.states
    worst = max(1.0, one.evidence["condition of rows and states"])
    for letter in "ABCD":
        a, b = getattr(one, letter), getattr(two, letter)
        size = max(1.0, float(np.abs(a).max(initial=0.0)))
        assert np.abs(a - b).max(initial=0.0) <= 1e-8 * size * min(worst, 1e3), letter
