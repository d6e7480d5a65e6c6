# A slider-crank in space: pin, ball, pin and a cylindrical joint.
#
# One idea: drivers and kinematics. The motor prescribes the crank's angle, which leaves no freedom; `kinematics` then
# finds position, velocity, acceleration and the torque of the motor, without integrating an equation of motion.

import numpy as np

import sarrus
from sarrus import Body, Cylinder, Cylindrical, Mechanism, Motion, Revolute, Spherical


def build() -> Mechanism:
    m = Mechanism("slider-crank-3d")
    r, L, x0, z0 = m.parameters(r=0.3, L=0.9, x0=0.5, z0=0.4)
    # A cylindrical joint slides along z: this frame's z axis is the ground's y axis.
    guide = m.ground.frame("guide", (x0, 0, z0), turn=("-90 deg", 0, 0))
    crank = m.add(Body("crank", Cylinder(length=r, radius="20 mm", mass="1 kg")))
    rod = m.add(Body("rod", Cylinder(length=L, radius="10 mm", mass="0.8 kg")))
    slider = m.add(Body("slider", mass="0.6 kg", inertia=(5e-4, 5e-4, 3e-4)))
    m.add(Revolute("O", m.ground, crank.start))
    m.add(Spherical("A", crank.end, rod.start))
    # The pin at B is across the rod and across the guide.
    m.add(Revolute("B", slider.frame("pin", turn=(0, "90 deg", 0)), rod.end))
    m.add(Cylindrical("slide", guide, slider))
    m.add(Motion("motor", "O.theta", "0.6 + 2*t + 0.5*t**2"))
    m.start(guess={"slide.s": 0.9, "B.theta": "150 deg"})
    return m


if __name__ == "__main__":
    mechanism = build()
    report = sarrus.check(mechanism)
    print(report.text())
    assert (report.counted, report.freedoms) == (1, 0)  # one freedom, which the motor takes

    run = sarrus.kinematics(mechanism, until=1.0)
    print(run.table("O.theta", "slide.s", "slide.theta", "motor.effort", rows=6))

    # Kamman, Unit 3, example 1: crank at 0.6 rad, 2 rad/s, 1 rad/s^2.
    known = {
        "slide.s": 0.935091498398,
        "slide.s_dot": 0.383526609690,
        "slide.s_ddot": -0.978460715159,
        "slide.theta_dot": 0.605770736174,
        "slide.theta_ddot": 1.61069065458,
    }
    for name, value in known.items():
        print(f"{name} = {run[name][0]:.12f}")
        assert abs(run[name][0] - value) < 1e-11

    # The stroke in closed form, at all times.
    angle = run["O.theta"].values
    y = 0.3 * np.sin(angle) + np.sqrt(0.9**2 - (0.5 - 0.3 * np.cos(angle)) ** 2 - 0.4**2)
    assert np.abs(run["slide.s"].values - y).max() < 1e-12
