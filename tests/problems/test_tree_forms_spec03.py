"""Spec 03, oracle 6.2: two bodies with each joint of the catalogue, by Kane's equations in joint coordinates.

The same mechanisms and numbers as the oracle of the kernels: accelerations, and the load of the joint in components of both
bodies (F_J, M_J, M_K).
"""

from __future__ import annotations

import numpy as np
import pytest
from oracles.instant import both_at
from oracles.rotations import bryant
from oracles.two_bodies import BASE, DIGITS, VARIANTS, joined

from sarrus.mechanics.readable.forms.kane import Kane
from sarrus.mechanics.readable.forms.solve import solve
from sarrus.mechanics.readable.page.asked import PageRequest


@pytest.mark.parametrize("name", VARIANTS)
def test_6_2_two_bodies_with_every_joint(name):
    mechanism, free, relative = joined(name)
    expected = VARIANTS[name]
    now = both_at(mechanism, 0.0)["relative"]
    found = solve(Kane().write(mechanism.snapshot(), PageRequest()), now.values, 0.0).published
    yd = np.zeros(12)
    yd[:3] = [found[f"one.a{k}_ddot"] for k in (1, 2, 3)]
    yd[6:9] = [found[f"one.{c}_ddot"] for c in "xyz"]
    for k, coordinate in free.items():
        yd[k] = found[f"{coordinate}_ddot"]
    # what stays constant has no coordinate, and driven angles are not free in the source
    limit = 10 * DIGITS * np.abs(expected["yd"]).max()
    assert np.abs(yd - expected["yd"]).max() <= limit
    if name == "free":
        return
    A1 = bryant(BASE["theta1"])
    A2 = A1 @ bryant(relative)
    force, torque = (np.asarray(found[f"J.{what}"]) for what in ("reaction", "torque"))
    drive = np.array([0.0, found.get("drive.effort", 0.0), 0.0])
    loads = 100 * DIGITS * (1 + np.abs([*expected["F_J"], *expected["M_J"]]).max())
    assert np.abs(A1.T @ force - expected["F_J"]).max() <= loads
    assert np.abs(A1.T @ torque + drive - expected["M_J"]).max() <= loads
    assert np.abs(A2.T @ torque + drive - expected["M_K"]).max() <= loads
