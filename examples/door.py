# A door on two hinges.
#
# One idea: what cannot be known. Two hinges on one axis share the load in a way that depends on how stiff they are; a
# model of rigid bodies knows their sum only. It runs, and flags the components that are one choice out of many.

import numpy as np

import sarrus
from sarrus import Body, Gravity, Mechanism, Plate, Revolute


def build() -> Mechanism:
    m = Mechanism("door")
    lean, reach = m.parameters(lean="5 deg", reach=0.8)
    post = m.ground.frame("post", turn=(lean, 0, 0))
    low = m.ground.frame("low", (0, 0, -reach), on=post)
    high = m.ground.frame("high", (0, 0, reach), on=post)
    door = m.add(Body("door", Plate(length=0.9, width=2, thickness="40 mm", mass="25 kg")))
    # A plate lies in its x-y plane; these frames have their z axis along its hinged edge.
    upright = ("-90 deg", 0, 0)
    m.add(Revolute("low", low, door.frame("low", (0, -reach, 0), upright)))
    m.add(Revolute("high", high, door.frame("high", (0, reach, 0), upright)))
    m.add(Gravity("weight", (0, 0, -9.81)))
    m.start(fixed={"low.theta": 0, "low.theta_dot": 0})
    return m


if __name__ == "__main__":
    mechanism = build()
    report = sarrus.check(mechanism)
    print(report.text())
    assert (report.counted, report.freedoms) == (-4, 1)

    run = sarrus.simulate(mechanism, until=6.0)
    print(run.table("low.theta", "high.theta", "low.theta_ddot", rows=5))
    assert np.abs(run["low.theta"].values - run["high.theta"].values).max() < 1e-12

    # It swings like a pendulum in the part of gravity that lies across the hinges.
    g, J, arm = 9.81 * np.sin(np.radians(5)), 25 * (0.9**2 / 3 + 0.04**2 / 12), 0.45
    textbook = -25 * g * arm / J * np.cos(run["low.theta"].values)
    assert np.abs(run["low.theta_ddot"].values - textbook).max() < 1e-11

    # Each hinge's share is flagged, and the sum is what the door needs: mass times (acceleration - gravity).
    print("not unique:", ", ".join(run.not_unique))
    assert {"low.reaction.z", "high.reaction.z"} <= set(run.not_unique)
    total = run["low.reaction"].values + run["high.reaction"].values
    need = 25 * np.column_stack([run[f"door.center.{c}_ddot"].values for c in "xyz"]) + [0, 0, 25 * 9.81]
    print(f"hinges together carry up to {np.linalg.norm(total, axis=1).max():.3f} N")
    assert np.abs(total - need).max() < 1e-9
