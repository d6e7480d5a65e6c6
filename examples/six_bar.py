# A six-bar linkage, driven by a motor at constant speed.
#
# One idea: two loops that share a body. The coupler carries three pins; the second loop hangs on its point P. What the
# motor gives over a full turn it gets back, since the linkage is where it was and as fast as it was.

import numpy as np

import sarrus
from sarrus import Body, Gravity, Mechanism, Motion, Revolute, Rod


def build() -> Mechanism:
    m = Mechanism("six-bar", plane="xy")
    m.parameters(speed="2*pi")
    B0 = m.ground.point("B0", (0.3, 0))
    Q0 = m.ground.point("Q0", (0.4, 0.15))
    crank = m.add(Body("crank", Rod(length=0.1, mass="0.1 kg")))
    coupler = m.add(Body("coupler", mass="0.5 kg", center=(0.15, 0.04), inertia=4e-3))
    rocker = m.add(Body("rocker", Rod(length=0.25, mass="0.25 kg")))
    bar = m.add(Body("bar", Rod(length=0.3, mass="0.3 kg")))
    output = m.add(Body("output", Rod(length=0.25, mass="0.25 kg")))
    m.add(Revolute("A0", m.ground, crank.start))
    m.add(Revolute("A", crank.end, coupler))
    m.add(Revolute("B", coupler.point("B", (0.3, 0)), rocker.end))
    m.add(Revolute("B0", B0, rocker.start))
    m.add(Revolute("P", coupler.point("P", (0.15, 0.12)), bar.start))
    m.add(Revolute("Q", bar.end, output.end))
    m.add(Revolute("Q0", Q0, output.start))
    m.add(Gravity("weight", (0, -9.81)))
    m.add(Motion("motor", "A0.theta", "speed*t"))
    guess = {"B0.theta": "80 deg", "A.theta": "40 deg", "Q0.theta": "80 deg", "P.theta": "-20 deg"}
    m.start(guess=guess)
    return m


if __name__ == "__main__":
    mechanism = build()
    report = sarrus.check(mechanism)
    print(report.text())
    assert report.counted == report.freedoms + report.drivers == 1

    run = sarrus.kinematics(mechanism, until=1.0)
    print(run.table("A0.theta", "B0.theta", "Q0.theta", "motor.effort", rows=6))
    swing = np.ptp(np.degrees(run["Q0.theta"].values))
    print(f"the output swings by {swing:.3f} deg")

    # After a full turn every bar is back, and so is the energy.
    for name in ("B0.theta", "Q0.theta", "energy.supplied"):
        assert abs(run[name][-1] - run[name][0]) < 1e-8
    given = run["energy.supplied"].values
    print(f"the motor gives up to {given.max():.4f} J and takes up to {-given.min():.4f} J")
    assert np.ptp(given) > 0.1
    assert np.abs(run["energy.balance"].values).max() < 1e-6
