# The simplest mechanism: a point mass on a massless rod, released from the side.
#
# One idea: describe, simulate, and compare with what is known. The period of a pendulum that swings by 90 degrees to
# each side is 4 sqrt(l/g) K(sin 45 deg), with K the complete elliptic integral: 2.36784194757624 s here.

import math

import sarrus
from sarrus import Body, Gravity, Mechanism, Revolute

PERIOD = 2.36784194757624


def build() -> Mechanism:
    m = Mechanism("pendulum", plane="xy")
    # A body needs no shape: mass, mass centre, and the inertia about it (zero, for a point mass) are enough.
    bob = m.add(Body("bob", mass="1 kg", center=(1, 0), inertia=0, points={"mass": (1, 0)}))
    # Base first, follower second: the angle pin.theta counts from the ground's x axis to the bob's.
    m.add(Revolute("pin", m.ground, bob))
    m.add(Gravity("weight", (0, -9.81)))
    m.start(fixed={"pin.theta": "180 deg", "pin.theta_dot": 0})
    return m


if __name__ == "__main__":
    run = sarrus.simulate(build(), until=PERIOD, rtol=1e-11, atol=1e-11)
    print(run.table("pin.theta", "pin.theta_dot", "pin.reaction", rows=5))

    # After one period it is back where it was released, at rest.
    print(f"missed by {run['pin.theta'][-1] - math.pi:.1e} rad after one period")
    assert abs(run["pin.theta"][-1] - math.pi) < 1e-8
    assert abs(run["pin.theta_dot"][-1]) < 1e-7

    # At the lowest point the rod carries three times the weight.
    pull = run["pin.reaction"].values[:, 1].max()
    print(f"largest pull of the rod: {pull:.4f} N, {pull / 9.81:.4f} times the weight")
    assert abs(pull / 9.81 - 3.0) < 1e-4
