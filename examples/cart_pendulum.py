# A cart on a spring with a hanging bar.
#
# One idea: forces in space and between bodies. A spring acts along the line between two points; an applied force keeps
# its direction in space, whatever the body it acts on does.

import numpy as np

import sarrus
from sarrus import AppliedForce, Body, Gravity, Mechanism, Prismatic, Revolute, Rod, SpringDamper


def build() -> Mechanism:
    m = Mechanism("cart-pendulum", plane="xy")
    l, k, c = m.parameters(l=0.8, k=300, c=12)
    wall = m.ground.point("wall", (-1, 0))
    cart = m.add(Body("cart", mass="4 kg", inertia=0.05))
    bar = m.add(Body("bar", Rod(length=l, mass="2 kg")))
    m.add(Prismatic("rail", m.ground, cart))
    m.add(Revolute("hinge", cart.frame("hinge", turn="-90 deg"), bar.start))  # zero: the bar hangs down
    m.add(Gravity("weight", (0, -9.81)))
    m.add(SpringDamper("spring", wall, cart, stiffness=k, damping=c, free_length=1))
    m.add(AppliedForce("push", cart, force=(15, 0)))
    m.add(AppliedForce("pull", bar.end, force=(9, -4)))
    m.start(fixed={"rail.s": 0.05, "rail.s_dot": -0.4, "hinge.theta": 0.35, "hinge.theta_dot": 1.1})
    return m


if __name__ == "__main__":
    run = sarrus.simulate(build(), until=5.0)
    print(run.table("rail.s", "hinge.theta", "spring.magnitude", "hinge.reaction", rows=6))

    # Kamman, Unit 3, exercise 3.4, at the start.
    print(f"rail.s_ddot = {run['rail.s_ddot'][0]:.11f} m/s^2")
    print(f"hinge.theta_ddot = {run['hinge.theta_ddot'][0]:.11f} rad/s^2")
    assert abs(run["rail.s_ddot"][0] - 1.90141672456) < 1e-10
    assert abs(run["hinge.theta_ddot"][0] - 3.62399382725) < 1e-10
    assert abs(run["rail.reaction"][0][1] - 64.76344042) < 1e-7
    # The hinge's reaction is exerted by the cart on the bar.
    assert np.allclose(run["hinge.reaction"][0][:2], (-2.8056669, 25.52344042), atol=1e-7)

    # Energy supplied = energy gained + heat.
    assert np.abs(run["energy.balance"].values).max() < 1e-6
