# A block on a vertical guide, hung on a spring with a damper.
#
# One idea: force elements, and a frame that turns a slide downwards. The block is released where the spring is not
# stretched, swings with falling amplitude, and comes to rest where spring and weight balance.

import numpy as np

import sarrus
from sarrus import Body, Gravity, Mechanism, Prismatic, SpringDamper


def build() -> Mechanism:
    mechanism = Mechanism("spring-mass-damper", plane="xy")
    m, k, c, l0 = mechanism.parameters(m=2.0, k=200, c=4.0, l0=0.3)
    # A prismatic joint slides along x; this frame's x axis points down.
    down = mechanism.ground.frame("down", turn="-90 deg")
    block = mechanism.add(Body("block", mass=m, inertia=0.01))
    mechanism.add(Prismatic("slide", down, block))
    mechanism.add(Gravity("weight", (0, -9.81)))
    mechanism.add(SpringDamper("spring", mechanism.ground, block, stiffness=k, damping=c, free_length=l0))
    mechanism.start(fixed={"slide.s": l0, "slide.s_dot": 0})
    return mechanism


if __name__ == "__main__":
    run = sarrus.simulate(build(), until=5.0, rtol=1e-10, atol=1e-10)
    print(run.table("slide.s", "slide.s_dot", "spring.magnitude", rows=6))

    # The textbook: s = rest - sag exp(-zeta w t) (cos w_d t + zeta w/w_d sin w_d t)
    w, zeta, sag = np.sqrt(200 / 2.0), 4.0 / (2 * np.sqrt(200 * 2.0)), 2.0 * 9.81 / 200
    damped = w * np.sqrt(1 - zeta**2)
    swing = np.cos(damped * run.t) + zeta * w / damped * np.sin(damped * run.t)
    s = 0.3 + sag - sag * np.exp(-zeta * w * run.t) * swing
    error = np.abs(run["slide.s"].values - s).max()
    print(f"damping ratio {zeta:g}; largest difference from the closed form: {error:.1e} m")
    assert error < 1e-8

    # What the damper took is what is missing.
    lost = run["energy.dissipated"].values
    print(f"energy turned into heat: {lost[-1]:.4f} J")
    assert np.all(np.diff(lost) >= -1e-12)
    assert np.abs(run["energy.balance"].values).max() < 1e-8
