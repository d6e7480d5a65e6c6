# A slider-crank: the turn of the crank becomes the stroke of the slider.
#
# One idea: what is fixed and what is guessed. The crank's angle and speed are given; the other start values are
# guesses that `simulate` moves until the loop closes.

import numpy as np

import sarrus
from sarrus import Body, Mechanism, Prismatic, Revolute, Rod


def build() -> Mechanism:
    m = Mechanism("slider-crank", plane="xy")
    R, L = m.parameters(R=0.2, L=0.5)
    crank = m.add(Body("crank", Rod(length=R, mass="0.4 kg")))
    rod = m.add(Body("rod", Rod(length=L, mass="1 kg")))
    slider = m.add(Body("slider", mass="0.5 kg", inertia=2e-4))
    m.add(Revolute("A", m.ground, crank.start))
    m.add(Revolute("B", crank.end, rod.start))
    m.add(Revolute("C", rod.end, slider))
    m.add(Prismatic("slide", m.ground, slider))  # along x
    m.start(
        fixed={"A.theta": 0.7, "A.theta_dot": "3 rad/s"},
        guess={"B.theta": -1, "C.theta": 0.3, "slide.s": 0.6},
    )
    return m


if __name__ == "__main__":
    mechanism = build()
    start = sarrus.assemble(mechanism)
    print(f"at the start: slide.s = {start['slide.s']:.12f} m, slide.s_dot = {start['slide.s_dot']:.12f} m/s")
    for name, (given, found) in start.moved.items():
        print(f"the guess {name} = {given:g} moved to {found:.6f}")

    run = sarrus.simulate(mechanism, until=5.0)
    print(run.table("A.theta", "slide.s", "slide.s_dot", rows=6))

    # The stroke of a slider-crank in closed form holds at all times.
    R, L, theta = 0.2, 0.5, run["A.theta"].values
    stroke = R * np.cos(theta) + np.sqrt(L**2 - (R * np.sin(theta)) ** 2)
    error = np.abs(run["slide.s"].values - stroke).max()
    print(f"largest difference from the closed form: {error:.1e} m")
    assert error < 1e-12

    # It lies flat and nothing drives it: the kinetic energy stays, though the crank's speed does not.
    kinetic = run["energy.kinetic"].values
    assert np.ptp(kinetic) < 1e-6 * kinetic[0]
    assert np.ptp(run["A.theta_dot"].values) > 0.1
