# Two collars on rails that do not meet, and a bar between them.
#
# One idea: counting freedoms. Another joint at one end of the bar changes the number; `check` counts it, and finds it
# a second time from the rank of the equations. Both agree here, since no row is redundant.

import numpy as np

import sarrus
from sarrus import (
    Body,
    Cylinder,
    Cylindrical,
    Gravity,
    Mechanism,
    Prismatic,
    Revolute,
    Spherical,
    SpringDamper,
)


def build(at_rail: type = Revolute, at_post: type = Prismatic) -> Mechanism:
    m = Mechanism("collars-and-bar")
    L, d = m.parameters(L=1.0, d=0.3)
    hook = m.ground.point("hook", (0, 0, 1.2))
    upright = m.ground.frame("upright", turn=(0, "-90 deg", 0))  # x axis up
    level = m.ground.frame("level", (d, 0, 0), turn=("-90 deg", 0, 0))  # z axis along the ground's y
    post = m.add(Body("post", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3)))
    rail = m.add(Body("rail", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3)))
    bar = m.add(Body("bar", Cylinder(length=L, radius="10 mm", mass="2 kg")))
    m.add(at_post("B", upright if at_post is Prismatic else m.ground, post))  # along x, or along z
    m.add(Cylindrical("A", level, rail))
    m.add(Spherical("ball", post, bar.start))
    m.add(at_rail("pin", rail.frame("pin", turn=(0, "90 deg", 0)), bar.end))
    m.add(Gravity("weight", (0, 0, -9.81)))
    m.add(SpringDamper("spring", hook, post, stiffness=60, free_length=0.4))
    m.start(fixed={"B.s": 0.6, "B.s_dot": 0}, guess={"A.s": 0.7})
    if at_rail is Revolute:
        m.start(guess={"pin.theta": "150 deg"})
    return m


if __name__ == "__main__":
    # Pin and prismatic joint leave one freedom; a ball instead of the pin adds two, a cylindrical joint one.
    for joints, freedoms in (
        ((Revolute, Prismatic), 1),
        ((Spherical, Prismatic), 3),
        ((Revolute, Cylindrical), 2),
    ):
        report = sarrus.check(build(*joints))
        print(
            f"{' and '.join(j.keyword for j in joints)}: freedom {report.freedoms}, counted {report.counted}"
        )
        assert report.freedoms == report.counted == freedoms

    run = sarrus.simulate(build(), until=3.0)
    print(run.table("B.s", "A.s", "A.theta", "ball.reaction", rows=5))

    # The bar keeps its length: height, distance of the rails and way along the rail make a box with this diagonal.
    h, y = run["B.s"].values, run["A.s"].values
    error = np.abs(h**2 + 0.3**2 + y**2 - 1.0).max()
    print(f"the bar's length is kept to {error:.1e} m")
    assert error < 1e-12
    assert np.abs(run["energy.balance"].values).max() < 1e-6
