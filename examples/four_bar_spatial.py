# The four-bar linkage with bodies in space.
#
# One idea: redundant constraints. Four parallel hinges hold the linkage in its plane three times more than needed, so
# counting gives -2 degrees of freedom where there is 1. The motion is found all the same; some reactions are not unique,
# and the result says which.

import numpy as np

import sarrus
from sarrus import Body, Gravity, Mechanism, Revolute


def build() -> Mechanism:
    m = Mechanism("four-bar-spatial")
    a, b, c, d = m.parameters(a=0.30, b=0.90, c=0.70, d=1.00)
    D = m.ground.point("D", (d, 0, 0))
    # Moments of inertia about x, y, z. A rod without thickness would have none about x; a little is given instead.
    J_crank, J_coupler = 0.3 * a**2 / 12, 0.9 * b**2 / 12
    crank = m.add(Body("crank", mass="0.3 kg", center=(a / 2, 0, 0), inertia=(1e-4, J_crank, J_crank)))
    coupler = m.add(
        Body("coupler", mass="0.9 kg", center=(b / 2, 0, 0), inertia=(1e-4, J_coupler, J_coupler))
    )
    rocker = m.add(Body("rocker", mass="0.7 kg", center=(c / 2, 0, 0), inertia=(1e-4, 0.0286, 0.0286)))
    m.add(Revolute("A", m.ground, crank))
    m.add(Revolute("B", crank.point("end", (a, 0, 0)), coupler))
    m.add(Revolute("C", coupler.point("end", (b, 0, 0)), rocker.point("top", (c, 0, 0))))
    m.add(Revolute("D", D, rocker))
    m.add(Gravity("weight", (0, -9.81, 0)))
    m.start(fixed={"A.theta": "60 deg", "A.theta_dot": 0}, guess={"D.theta": "100 deg"})
    return m


if __name__ == "__main__":
    mechanism = build()
    report = sarrus.check(mechanism)
    print(report.text())
    assert (report.counted, report.freedoms) == (-2, 1)

    run = sarrus.simulate(mechanism, until=3.0)
    print(run.table("A.theta", "D.theta", "C.reaction", rows=4))

    # The reactions in the plane are determined, those across it are not: the flags tell them apart.
    print("not unique at C:", ", ".join(c for c in run.not_unique if c.startswith("C.")))
    assert "C.reaction.z" in run.not_unique
    assert "C.reaction.x" not in run.not_unique

    # The hinges keep it in its plane, and no energy is lost.
    assert np.abs(run["coupler.end.z"].values).max() < 1e-12
    assert np.abs(run["energy.balance"].values).max() < 1e-6
