"""The work of a driver is the energy that it puts in."""

import numpy as np
from oracles.kamman_models import driven_slider_crank

import sarrus


def test_slider_crank_driver_power_is_the_rate_of_energy(formulation):
    """Inverse question to dynamics: the motor's work over a turn equals the change of kinetic energy."""
    run = sarrus.kinematics(
        driven_slider_crank("0.7 + 3*t + t**2"), until=2.0, rows=5, formulation=formulation
    )
    kinetic = np.asarray(run["energy.kinetic"])
    work = np.asarray(run["energy.supplied"])
    assert np.abs(kinetic - kinetic[0] - work).max() < 1e-7 * kinetic.max()  # work is integrated at rtol 1e-8
