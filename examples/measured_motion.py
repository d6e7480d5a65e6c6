# An arm with a payload, lifted as it was measured.
#
# One idea: data in a file. A driver reads its points from a table beside the model, data/arm-angle.csv; kinematics then
# says which torque the measured motion takes. The arm rested before and afterwards, so the curve through the points is
# clamped at both ends, and held behind the last one.

from pathlib import Path

import numpy as np

import sarrus
from sarrus import Body, Gravity, Link, Mechanism, Revolute, Sphere, Table, Weld


def build() -> Mechanism:
    m = Mechanism("measured-motion", plane="xy")
    m.folder = Path(__file__).parent  # a model file knows its folder; Python starts from the current one
    (l,) = m.parameters(l=0.4)
    arm = m.add(Body("arm", Link(between=((0, 0), (l, 0)), mass="1.5 kg")))
    payload = m.add(Body("payload", Sphere(radius="50 mm", mass="2 kg")))
    m.add(Revolute("elbow", m.ground, arm.p1))
    m.add(Weld("grip", arm.p2, payload))
    m.add(Gravity("weight", (0, -9.81)))
    m.add(Table("drive", "elbow.theta", file="data/arm-angle.csv", boundary="clamped", beyond="hold"))
    return m


if __name__ == "__main__":
    run = sarrus.kinematics(build(), until=2.4, rows=241)
    print(run.table("elbow.theta", "elbow.theta_dot", "drive.effort", rows=7))

    # The arm passes through every row of the file.
    rows = np.loadtxt(Path(__file__).parent / "data" / "arm-angle.csv", delimiter=",")
    angle = np.interp(rows[:, 0], run.t, run["elbow.theta"].values)
    assert np.abs(angle - rows[:, 1]).max() < 1e-12

    # The torque lifts the weights and turns the inertia: (m/3 + M) l^2 and 2/5 M r^2 of the payload about its centre.
    J = (1.5 / 3 + 2.0) * 0.4**2 + 0.4 * 2.0 * 0.05**2
    lift = (1.5 / 2 + 2.0) * 0.4 * 9.81 * np.cos(run["elbow.theta"].values)
    effort = J * run["elbow.theta_ddot"].values + lift
    print(f"largest torque {effort.max():.3f} N m")
    assert np.abs(run["drive.effort"].values - effort).max() < 1e-9
    # Up and down again: what was supplied has come back.
    assert abs(run["energy.supplied"][-1]) < 1e-6
