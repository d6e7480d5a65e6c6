# A Scotch yoke: a crank pin in a slot makes a pure harmonic motion.
#
# One idea: a constraint instead of a joint. The slot holds the pin on a line; everything else between crank and yoke is
# free, so it says one row where a joint would need a sliding block.

import numpy as np

import sarrus
from sarrus import Body, Mechanism, Motion, PointOnLine, Prismatic, Revolute, Rod


def build() -> Mechanism:
    m = Mechanism("scotch-yoke", plane="xy")
    r, _ = m.parameters(r=0.1, speed="6*pi")
    crank = m.add(Body("crank", Rod(length=r, mass="0.5 kg")))
    yoke = m.add(Body("yoke", mass="2 kg", inertia=0.01))
    m.add(Revolute("axle", m.ground, crank.start))
    m.add(Prismatic("slide", m.ground, yoke))
    m.add(PointOnLine("slot", yoke.frame("slot", turn="90 deg"), crank.end))
    m.add(Motion("motor", "axle.theta", "speed*t"))
    m.start(guess={"slide.s": r})
    return m


if __name__ == "__main__":
    run = sarrus.kinematics(build(), until=1.0)
    print(run.table("axle.theta", "slide.s", "slot.reaction", "motor.effort", rows=6))

    # The yoke moves like a cosine, with its acceleration.
    r, w = 0.1, 6 * np.pi
    s = r * np.cos(w * run.t)
    assert np.abs(run["slide.s"].values - s).max() < 1e-12
    assert np.abs(run["slide.s_ddot"].values + w**2 * s).max() < 1e-9

    # The slot pushes the pin back with the force that moves the yoke; the motor holds against its moment.
    push = run["slot.reaction"].values[:, 0]
    error = np.abs(push + 2.0 * run["slide.s_ddot"].values).max()
    print(
        f"largest force in the slot: {np.abs(push).max():.4f} N; differs from mass times acceleration by {error:.1e} N"
    )
    assert error < 1e-9
    torque = r * np.sin(w * run.t) * push
    assert np.abs(run["motor.effort"].values - torque).max() < 1e-9
