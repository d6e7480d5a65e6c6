# A turning disk with a bar on a hinge, a spring, two motors and a push.
#
# One idea: forces meet in one model. Each is attached to frames or to a joint coordinate, and none has to be resolved
# by hand: the hinge frame on the disk has its z axis along the hinge and its x axis down.

import numpy as np

import sarrus
from sarrus import (
    AppliedTorque,
    Body,
    FollowerForce,
    Gravity,
    Mechanism,
    Revolute,
    Rod,
    TorsionalSpringDamper,
)


def build() -> Mechanism:
    m = Mechanism("disk-and-bar")
    b, l, R, tilt = m.parameters(b=0.25, l=0.6, R=0.4, tilt=0.4)
    disk = m.add(Body("disk", mass="5 kg", inertia=(5 * R**2 / 4, 5 * R**2 / 4, 5 * R**2 / 2)))
    bar = m.add(Body("bar", Rod(length=l, mass="1.5 kg")))
    hinge = disk.frame("hinge", (0, b, 0), turn=(0, "90 deg", 0))
    m.add(Revolute("hub", m.ground, disk))
    m.add(Revolute("hinge", hinge, bar.start))
    m.add(Gravity("weight", (0, 0, -9.81)))
    m.add(TorsionalSpringDamper("spring", "hinge.theta", stiffness=20, damping=0.9))
    m.add(AppliedTorque("drive", m.ground, disk, moment=(0, 0, 8)))
    m.add(AppliedTorque("lift", hinge, bar.start, moment=(0, 0, 1.3)))
    # At the start the push is (3, -2, 5) N in the axes of the disk.
    force = ("-2*sin(tilt) - 5*cos(tilt)", "5*sin(tilt) - 2*cos(tilt)", 3)
    m.add(FollowerForce("push", bar.end, force=force))
    m.start(fixed={"hub.theta": 0.9, "hub.theta_dot": 2.1, "hinge.theta": tilt, "hinge.theta_dot": -0.7})
    return m


if __name__ == "__main__":
    run = sarrus.simulate(build(), until=2.0)
    print(run.table("hub.theta", "hinge.theta", "hub.theta_dot", "hinge.theta_dot", rows=5))

    # Kamman, Unit 3, exercise 3.5: accelerations, and the forces in bearing and hinge, at the start.
    print(f"hub.theta_ddot = {run['hub.theta_ddot'][0]:.10f} rad/s^2")
    print(f"hinge.theta_ddot = {run['hinge.theta_ddot'][0]:.10f} rad/s^2")
    assert abs(run["hub.theta_ddot"][0] - 11.5720376151) < 1e-9
    assert abs(run["hinge.theta_ddot"][0] + 38.8023634437) < 1e-9
    assert np.allclose(run["hub.reaction"][0], (7.93402157, -16.69887861, 52.16843553), atol=1e-8)
    assert np.allclose(run["hinge.reaction"][0], (7.93402157, -16.69887861, 3.11843553), atol=1e-8)

    # Energy supplied by motors and push = energy gained + heat in the damper.
    assert np.abs(run["energy.balance"].values).max() < 1e-6
