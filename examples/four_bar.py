# A four-bar linkage falls under its weight.
#
# One idea: a closed loop. Four pins and three bodies leave one freedom; the loop is closed at the start by moving a
# guess, and stays closed while it moves. Lengths are live parameters, used in expressions such as c / 2.

import numpy as np

import sarrus
from sarrus import Body, Gravity, Mechanism, Revolute, Rod


def build() -> Mechanism:
    m = Mechanism("four-bar", plane="xy")
    a, b, c, d = m.parameters(a=0.30, b=0.90, c=0.70, d=1.00)
    D = m.ground.point("D", (d, 0))
    crank = m.add(Body("crank", Rod(length=a, mass="0.3 kg")))
    coupler = m.add(Body("coupler", Rod(length=b, mass="0.9 kg"), points={"P": (b / 2, 0.3)}))
    rocker = m.add(Body("rocker", mass=0.7, center=(c / 2, 0), inertia=0.0286))
    m.add(Revolute("A", m.ground, crank.start))
    m.add(Revolute("B", crank.end, coupler.start))
    m.add(Revolute("C", coupler.end, rocker.point("top", (c, 0))))
    m.add(Revolute("D", D, rocker))
    m.add(Gravity("weight", (0, -9.81)))
    m.start(fixed={"A.theta": "60 deg", "A.theta_dot": 0}, guess={"D.theta": "100 deg"})
    return m


if __name__ == "__main__":
    run = sarrus.simulate(build(), until=10.0)
    print(run.table("A.theta", "D.theta", "C.reaction", rows=6))
    print(run.evidence_text())

    # The loop is closed at all times: the coupler's end and the rocker's top are the same place.
    gap = np.hypot(
        run["coupler.end.x"].values - run["rocker.top.x"].values,
        run["coupler.end.y"].values - run["rocker.top.y"].values,
    )
    print(f"largest gap at C: {gap.max():.1e} m")
    assert gap.max() < 1e-12

    # What falls gains what it loses: the total energy stays the same.
    total = run["energy.kinetic"].values + run["energy.potential"].values
    print(f"total energy: {total.min():.6f} to {total.max():.6f} J")
    assert np.ptp(total) < 1e-6
