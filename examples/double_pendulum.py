# Two equal bars, one hanging from the other, released from far up.
#
# One idea: a chain of joints. Each angle counts from the body before; nothing has to be closed, so start values are all
# fixed. The motion is chaotic, and still obeys the textbook at every instant.

import numpy as np

import sarrus
from sarrus import Body, Gravity, Mechanism, Revolute, Rod


def build() -> Mechanism:
    mechanism = Mechanism("double-pendulum", plane="xy")
    l, m = mechanism.parameters(l=0.8, m=2.0)
    down = mechanism.ground.frame("down", turn="-90 deg")
    upper = mechanism.add(Body("upper", Rod(length=l, mass=m)))
    lower = mechanism.add(Body("lower", Rod(length=l, mass=m)))
    mechanism.add(Revolute("A", down, upper.start))
    mechanism.add(Revolute("B", upper.end, lower.start))
    mechanism.add(Gravity("weight", (0, -9.81)))
    mechanism.start(fixed={"A.theta": "120 deg", "B.theta": "30 deg", "A.theta_dot": 0, "B.theta_dot": 0})
    return mechanism


if __name__ == "__main__":
    run = sarrus.simulate(build(), until=5.0)
    print(run.table("A.theta", "B.theta", "A.theta_dot", "B.theta_dot", rows=6))

    # The textbook counts both angles from the vertical, a = A.theta and b = A.theta + B.theta:
    #     4/3 a'' + 1/2 cos(a - b) b'' + 1/2 sin(a - b) b'^2 + 3/2 g/l sin(a) = 0
    #     1/3 b'' + 1/2 cos(a - b) a'' - 1/2 sin(a - b) a'^2 + 1/2 g/l sin(b) = 0
    g_l = 9.81 / 0.8
    a, da, dda = (run[f"A.theta{rate}"].values for rate in ("", "_dot", "_ddot"))
    b, db, ddb = (
        run[f"A.theta{rate}"].values + run[f"B.theta{rate}"].values for rate in ("", "_dot", "_ddot")
    )
    first = 4 / 3 * dda + np.cos(a - b) * ddb / 2 + np.sin(a - b) * db**2 / 2 + 1.5 * g_l * np.sin(a)
    second = ddb / 3 + np.cos(a - b) * dda / 2 - np.sin(a - b) * da**2 / 2 + 0.5 * g_l * np.sin(b)
    missed = max(np.abs(first).max(), np.abs(second).max())
    print(f"the textbook's equations are missed by {missed:.1e} 1/s^2, of {np.abs(ddb).max():.0f} 1/s^2")
    assert missed < 1e-9

    # The energy stays, however wild the motion.
    assert np.abs(run["energy.balance"].values).max() < 1e-6
