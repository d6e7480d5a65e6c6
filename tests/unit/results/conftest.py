"""A small result with everything a result can hold."""

import numpy as np
import pytest

from sarrus.results import Outcome, Result, Series


@pytest.fixture
def run():
    t = np.linspace(0, 1, 5)
    series = {
        "A.theta": Series("A.theta", "rad", t**2),
        "A.reaction": Series("A.reaction", "N", np.outer(t, [1.0, 2.0, 3.0])),
        "b.quaternion": Series("b.quaternion", "1", np.outer(np.ones(5), [1.0, 0, 0, 0])),
        "motor.effort": Series("motor.effort", "N m", np.sin(t)),
    }
    evidence = {
        "steps": 3,
        "gap": 1e-15,
        "method": "dop853, θ",
        "left out": ["C.p_FM.z_F", ""],
        "none": [],
        "sizes": [1.5, float("inf")],
        "fast": True,
    }
    outcome = Outcome("locked", "Stopped at t = 1 s: locked.")
    return Result("m", "simulate", t, series, outcome, evidence, ("A.reaction.z", "motor.effort"))
