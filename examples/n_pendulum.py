# A chain of N equal bars, hung up at one end and let go.
#
# One idea: a mechanism made in a loop. Python describes a chain of any number of bars as easily as one of five; the
# equations grow with the number, the description does not.

import numpy as np

import sarrus
from sarrus import Body, Gravity, Mechanism, Revolute, Rod


def build(count: int = 5) -> Mechanism:
    mechanism = Mechanism("n-pendulum", plane="xy")
    l, m = mechanism.parameters(l=0.2, m=0.1)
    end = mechanism.ground.frame("down", turn="-90 deg")
    for i in range(1, count + 1):
        bar = mechanism.add(Body(f"bar-{i}", Rod(length=l, mass=m)))
        mechanism.add(Revolute(f"J{i}", end, bar.start))
        end = bar.end
    mechanism.add(Gravity("weight", (0, -9.81)))
    angles = {f"J{i}.theta": "90 deg" if i == 1 else "-10 deg" for i in range(1, count + 1)}
    mechanism.start(fixed={**angles, **{f"{angle}_dot": 0 for angle in angles}})
    return mechanism


if __name__ == "__main__":
    run = sarrus.simulate(build(), until=2.0)
    print(run.table("bar-5.end.x", "bar-5.end.y", "J1.reaction", rows=6))

    # The pull at the top is what all bars together need: the sum of m (acceleration - gravity).
    need = sum(
        0.1
        * np.column_stack([run[f"bar-{i}.center.x_ddot"].values, run[f"bar-{i}.center.y_ddot"].values + 9.81])
        for i in range(1, 6)
    )
    error = np.abs(run["J1.reaction"].values[:, :2] - need).max()
    print(f"largest pull at the top: {np.linalg.norm(need, axis=1).max():.3f} N, known to {error:.1e} N")
    assert error < 1e-11

    # Five bars, and no energy lost.
    assert np.abs(run["energy.balance"].values).max() < 1e-6
