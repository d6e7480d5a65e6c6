# A pinion drives a rack with a constant torque.
#
# One idea: a constraint between two joint coordinates. Its radius is negative here: with the rack below a fixed
# pinion, the lowest tooth moves towards +x when the pinion turns counter-clockwise.

import numpy as np

import sarrus
from sarrus import AppliedTorque, Body, Mechanism, Prismatic, RackAndPinion, Revolute


def build() -> Mechanism:
    mechanism = Mechanism("rack-and-pinion", plane="xy")
    r, m, J, T = mechanism.parameters(r=0.05, m=3.0, J=2.5e-3, T=2.0)
    axle = mechanism.ground.point("axle", (0, r))
    pinion = mechanism.add(Body("pinion", mass="2 kg", inertia=J, points={"rim": (r, 0)}))
    rack = mechanism.add(Body("rack", mass=m, inertia=0.02))
    mechanism.add(Revolute("axle", axle, pinion))
    mechanism.add(Prismatic("guide", mechanism.ground, rack))
    mechanism.add(RackAndPinion("mesh", "guide.s", "axle.theta", radius=-r))
    mechanism.add(AppliedTorque("torque", mechanism.ground, pinion, moment=T))
    mechanism.start(fixed={"guide.s": 0, "guide.s_dot": 0})
    return mechanism


if __name__ == "__main__":
    run = sarrus.simulate(build(), until=1.0)
    print(run.table("guide.s", "axle.theta", "mesh.effort", rows=6))

    # The rack feels the pinion's inertia as a mass J/r^2: it gains speed with T/r / (m + J/r^2).
    gain = 2.0 / 0.05 / (3.0 + 2.5e-3 / 0.05**2)
    error = np.abs(run["guide.s"].values - gain * run.t**2 / 2).max()
    print(f"acceleration {gain:g} m/s^2; largest difference from the parabola: {error:.1e} m")
    assert error < 1e-9
    assert np.abs(run["axle.theta"].values - run["guide.s"].values / 0.05).max() < 1e-9

    # The teeth carry what moves the rack.
    assert np.abs(run["mesh.effort"].values - 3.0 * gain).max() < 1e-9
