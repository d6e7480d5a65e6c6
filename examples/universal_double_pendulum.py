# Two slender links on universal joints, moved by four motors against their weight.
#
# One idea: which body a torque turns with. An applied torque is given in the components of its base; a motor on the
# second axis of a universal joint, which is fixed on the follower, therefore has the follower as its base and the
# opposite sign.

import numpy as np

import sarrus
from sarrus import AppliedTorque, Body, Gravity, Mechanism, Universal


def build() -> Mechanism:
    m = Mechanism("universal-double-pendulum")
    l1, l2, g = m.parameters(l1=0.5, l2=0.4, g=9.81)
    m1, m2 = m.parameters(m1=12 / g, m2=9 / g)
    quarter = ("90 deg", 0, 0)
    hook = m.ground.frame("hook", turn=quarter)
    J1, J2 = m1 * l1**2 / 12, m2 * l2**2 / 12
    upper = m.add(Body("upper", mass=m1, center=(0, -l1 / 2, 0), inertia=(J1, 0, J1)))
    lower = m.add(Body("lower", mass=m2, center=(0, -l2 / 2, 0), inertia=(J2, 0, J2)))
    m.add(Universal("O", hook, upper.frame("top", turn=quarter)))
    lower.point("end", (0, -l2, 0))
    m.add(Universal("A", upper.frame("bottom", (0, -l1, 0), quarter), lower.frame("top", turn=quarter)))
    m.add(Gravity("weight", (0, -g, 0)))
    m.add(AppliedTorque("motor11", m.ground, upper, moment=(2, 0, 0)))
    m.add(AppliedTorque("motor12", upper, m.ground, moment=(0, 0, 1)))
    m.add(AppliedTorque("motor21", upper, lower, moment=(1.5, 0, 0)))
    m.add(AppliedTorque("motor22", lower, upper, moment=(0, 0, -0.7)))
    angles = {"O.theta1": 0.3, "O.theta2": -0.4, "A.theta1": 0.5, "A.theta2": 0.2}
    rates = {"O.theta1_dot": 0.7, "O.theta2_dot": -0.5, "A.theta1_dot": 1.1, "A.theta2_dot": 0.4}
    m.start(fixed={**angles, **rates})
    return m


if __name__ == "__main__":
    run = sarrus.simulate(build(), until=2.0)
    print(run.table("O.theta1", "O.theta2", "A.theta1", "A.theta2", rows=5))

    # Kamman, Unit 3, exercise 3.6: accelerations and forces at the start, in newtons and ground components.
    known = {
        "O.theta1_ddot": -8.28636026674,
        "O.theta2_ddot": -4.92826169493,
        "A.theta1_ddot": 27.9805203673,
        "A.theta2_ddot": 33.1994661191,
    }
    for name, value in known.items():
        print(f"{name} = {run[name][0]:.10f} rad/s^2")
        assert abs(run[name][0] - value) < 1e-9
    # Reactions are exerted by the base on the follower: ground on upper, upper on lower.
    assert np.allclose(run["O.reaction"][0], (2.82061196, 22.46149571, 4.46914962), atol=1e-8)
    assert np.allclose(run["A.reaction"][0], (4.17898353, 10.41606953, 1.92470016), atol=1e-8)

    # What the motors supply is what the links gain.
    assert np.abs(run["energy.balance"].values).max() < 1e-6
