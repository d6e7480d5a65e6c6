# A round bar on a ball joint, swinging and turning in space.
#
# One idea: a frame on the ground decides where the angles of a joint count from. The frame 'hook' points its x axis
# down, so the bar hangs at zero angles; ball.a1 is then its turn about the vertical and ball.a2 its tilt.

import numpy as np

import sarrus
from sarrus import Body, Cylinder, Gravity, Mechanism, Spherical


def build() -> Mechanism:
    m = Mechanism("spherical-pendulum")  # no plane: bodies move in space
    l, r = m.parameters(l=1.0, r="30 mm")
    hook = m.ground.frame("hook", turn=(0, "90 deg", 0))
    bar = m.add(Body("bar", Cylinder(length=l, radius=r, mass="2 kg")))
    m.add(Spherical("ball", hook, bar.start))
    m.add(Gravity("weight", (0, 0, -9.81)))
    rates = {"ball.a1_dot": "3 rad/s", "ball.a2_dot": 0, "ball.a3_dot": 0}
    m.start(fixed={"ball.a1": 0, "ball.a2": "50 deg", "ball.a3": 0, **rates})
    return m


if __name__ == "__main__":
    run = sarrus.simulate(build(), until=5.0, rtol=1e-10, atol=1e-10)
    print(run.table("ball.a1", "ball.a2", "energy.kinetic", "energy.potential", rows=6))

    # Nothing turns the bar about the vertical: its angular momentum about z, through the ball joint, stays the same.
    # J is the inertia about the joint, along the bar and across it.
    along = 2.0 * 0.03**2 / 2
    across = along / 2 + 2.0 * 1.0**2 / 3
    axis = np.column_stack([run[f"bar.end.{c}"].values - run[f"bar.start.{c}"].values for c in "xyz"])
    w = run["bar.w"].values
    spin = np.sum(w * axis, axis=1, keepdims=True) * axis
    momentum = (across * (w - spin) + along * spin)[:, 2]
    print(f"angular momentum about the vertical: {momentum.min():.9f} to {momentum.max():.9f} kg m^2/s")
    assert np.ptp(momentum) < 1e-7 * abs(momentum[0])

    # No energy is lost either.
    assert np.abs(run["energy.balance"].values).max() < 1e-7
