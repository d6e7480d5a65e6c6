# Two shafts at an angle, joined by a universal joint.
#
# One idea: a spatial loop whose joints hold more than they need. The motion is exact all the same; the reactions
# that cannot be known without the stiffness of the shafts are flagged.

import numpy as np

import sarrus
from sarrus import Body, Mechanism, Motion, Revolute, Universal


def build() -> Mechanism:
    m = Mechanism("cardan-shaft")
    angle, _ = m.parameters(angle="30 deg", speed="2*pi")
    tilted = m.ground.frame("tilted", turn=(0, angle, 0))
    front = m.add(Body("front", mass="2 kg", inertia=(0.01, 0.01, 0.004)))
    rear = m.add(Body("rear", mass="2 kg", inertia=(0.01, 0.01, 0.004)))
    m.add(Revolute("input", m.ground, front))
    m.add(Revolute("output", tilted, rear))
    m.add(Universal("cross", front, rear))
    m.add(Motion("motor", "input.theta", "speed*t"))
    m.start(guess={"output.theta": 0})
    return m


if __name__ == "__main__":
    mechanism = build()
    report = sarrus.check(mechanism)
    print(report.text())
    assert report.freedoms + report.drivers == 1

    run = sarrus.kinematics(mechanism, until=1.0)
    print(run.table("input.theta", "output.theta", "output.theta_dot", "motor.effort", rows=6))

    # The angles in closed form, over a full turn: tan b = tan a / cos(angle), without the jumps of a tangent.
    a, cosine = run["input.theta"].values, np.cos(np.radians(30))
    b = np.unwrap(np.arctan2(np.sin(a), np.cos(a) * cosine))
    error = np.abs(run["output.theta"].values - b).max()
    print(f"largest difference from the closed form: {error:.1e} rad")
    assert error < 1e-12

    # The output's speed swings between cos(angle) and 1/cos(angle) times that of the input.
    ratio = run["output.theta_dot"].values / (2 * np.pi)
    print(f"speed ratio {ratio.min():.6f} to {ratio.max():.6f}")
    assert abs(ratio.min() - cosine) < 1e-4 and abs(ratio.max() - 1 / cosine) < 1e-4

    # The motor only moves energy to the rear shaft and back: its torque is J b'' b'/a'.
    effort = 0.004 * run["output.theta_ddot"].values * ratio
    assert np.abs(run["motor.effort"].values - effort).max() < 1e-12
