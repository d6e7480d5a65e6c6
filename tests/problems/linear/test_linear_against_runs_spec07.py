"""Linear models against runs of the same mechanism: spec 07, section 5, row 19, and test (ii) of section 1.10."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from linear_nearness import linear, require_near
from linear_planar import DOWN, FOUR_BAR, chain, five_bar, four_bar
from linear_spatial import bicycle, leaning_disc, spinning, top
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

import sarrus

pytestmark = pytest.mark.more
CLOSE = {"rtol": 1e-13, "atol": 1e-14}


def end_of(m, until, names):
    """Values at the end of a run."""
    run = sarrus.simulate(m, until=until, rows=2, **CLOSE)
    return np.concatenate([np.atleast_1d(run[n].values[-1]) for n in names])


def require_tangent(m, restart, model, names, at, until=None):
    """Small steps of the start grow as the model says, to all digits that runs have, when steps go to zero.

    D(a) = (x(+a) - x(-a))/2a - expm(A T) e_i falls with a^2; two levels of Richardson leave a^6.
    """
    until = until or 3 * 2 * math.pi / abs(model.poles()).min()
    Phi = expm(model.A * until)
    for k in range(len(at)):
        unit = np.eye(len(at))[k]

        def slope(a, unit=unit):
            plus, minus = (end_of(restart(m(), at + s * a * unit), until, names) for s in (1, -1))
            return (plus - minus) / (2 * a)

        first = [slope(a) for a in (8e-3, 4e-3, 2e-3)]
        second = [(4 * b - a) / 3 for a, b in pairwise(first)]
        limit = (16 * second[1] - second[0]) / 15
        assert np.abs(limit - Phi[:, k]).max() <= 1e-9 * np.abs(Phi).max()
        assert np.abs(first[0] - Phi[:, k]).max() > 1e-7 * np.abs(Phi).max()


def test_double_pendulum_runs_as_its_linear_model_spec07_row19_L2():
    names = ["J0.theta", "J1.theta", "J0.theta_dot", "J1.theta_dot"]

    def restart(m, x):
        m.start(fixed=dict(zip(names, map(float, x), strict=True)))
        return m

    require_tangent(
        lambda: chain(2), restart, linear(chain(2), states=names[:2]), names, np.array([DOWN, 0, 0, 0])
    )


def test_four_bar_runs_as_its_linear_model_spec07_row19_L4():
    names = ["A.theta", "A.theta_dot"]

    def restart(m, x):
        m.start(fixed=dict(zip(names, map(float, x), strict=True)))
        return m

    start = np.array([FOUR_BAR["lower, stable"][0], 0.0])
    require_tangent(four_bar, restart, linear(four_bar(), states=names[:1]), names, start)


def test_five_bar_runs_as_its_linear_model_spec07_row19_L6():
    names = ["A.theta", "E.theta", "A.theta_dot", "E.theta_dot"]

    def restart(m, x):
        m.start(fixed=dict(zip(names, map(float, x), strict=True)))
        return m

    start = np.array([five_bar().fixed["A.theta"], five_bar().fixed["E.theta"], 0, 0], float)
    require_tangent(five_bar, restart, linear(five_bar(), states=names[:2]), names, start)


def test_bicycle_runs_as_its_linear_model_spec07_row19_L14():
    """Three periods of its weave; lean is a1, which small turns about x are to first order."""
    names = ["steer.theta", "body.a1", "steer.theta_dot", "body.a1_dot"]

    def restart(m, x):
        m.start(fixed=dict(zip(names, map(float, x), strict=True)), guess={"body.a3_dot": 0})
        return m

    model = linear(bicycle(5.0), states=["body.rx", "steer.theta"], reduce=True)
    assert model.states == ("steer.theta", "body.rx", "steer.theta_dot", "body.rx_dot")
    weave = 3 * 2 * math.pi / 4.46486771378823
    require_tangent(lambda: bicycle(5.0), restart, model, names, np.zeros(4), weave)


def require_transition(Phi, model, tau):
    """The transition of the flow is expm(A tau), by its own standard."""
    wanted = expm(model.A * tau)
    assert np.abs(Phi - wanted).max() <= 1e-6 * np.abs(wanted - np.eye(len(wanted))).max()


def test_disc_in_a_circle_moves_on_as_its_linear_model_spec07_transition_L12():
    """Place and heading aside, which no other state feels."""
    names = [f"{n}.theta{d}" for d in ("", "_dot") for n in ("yaw", "lean", "spin")]
    at = dict(zip(names, (0, 0.35, 0, 2.5, 0, -3.89741890712016), strict=True))
    model = linear(leaning_disc(), states=["yaw.theta", "lean.theta", "spin.theta", "px.s", "py.s"])
    kept = [model.states.index(n) for n in names]
    A = model.A[np.ix_(kept, kept)]
    tau, h, columns = 0.02, 2e-4, []
    for n in names:
        ends = []
        for sign in (1, -1):
            m = leaning_disc()
            m.start(fixed={n: at[n] + sign * h})
            ends.append(end_of(m, tau, names))
        columns.append((ends[0] - ends[1]) / (2 * h))
    wanted = expm(A * tau)
    off = np.abs(np.transpose(columns) - wanted).max()
    assert off <= 1e-6 * np.abs(wanted - np.eye(6)).max()


def turned_start(m, joint, R, w):
    """The mechanism with a joint that starts at a turn, with an angular velocity in its base."""
    x, y, z, scalar = R.as_quat()
    for name in [n for n in m.fixed if n.startswith(f"{joint}.a")]:
        del m.fixed[name]
    m.start(fixed={f"{joint}.turn": {"quaternion": [scalar, x, y, z]}, f"{joint}.w": tuple(map(float, w))})
    return m


def turning_transition(make, joint, body, w0, R_start, in_body, tau, h=2e-4):
    """Transition of small turns y and their rates by central differences: R = exp(y x) R_0(t), y' = dw + w_0 x y.

    Seen from the body, these are R_0^T y and R_0^T (w - w_0).
    """
    then = Rotation.from_rotvec(w0 * tau) * R_start
    columns = []
    for k in range(6):
        ends = []
        for sign in (1, -1):
            y, rate = np.split(sign * h * np.eye(6)[k], 2)
            if in_body:
                y, dw = R_start.apply(y), R_start.apply(rate)
            else:
                dw = rate - np.cross(w0, y)
            m = turned_start(make(), joint, Rotation.from_rotvec(y) * R_start, w0 + dw)
            found = end_of(m, tau, [f"{body}.quaternion", f"{body}.w"])
            R = Rotation.from_quat(np.roll(found[:4], -1))
            y, dw = (R * then.inv()).as_rotvec(), found[4:] - w0
            ends.append(
                np.concatenate([then.inv().apply(y), then.inv().apply(dw)])
                if in_body
                else np.concatenate([y, dw + np.cross(w0, y)])
            )
        columns.append((ends[0] - ends[1]) / (2 * h))
    return np.transpose(columns)


def test_top_moves_on_as_its_linear_model_spec07_transition_L10():
    """Its spin is large, so differences are taken at two steps: their error falls with the square of the step."""
    start, spin = Rotation.from_rotvec([0, 0, 0.4]), np.array([0, 0, 120.0])
    coarse, fine = (
        turning_transition(lambda: top(120), "ball", "top", spin, start, False, 0.01, h) for h in (2e-4, 1e-4)
    )
    require_transition((4 * fine - coarse) / 3, linear(top(120)), 0.01)


@pytest.mark.parametrize("frame", ["body", "base"])
def test_body_about_its_middle_axis_moves_on_as_its_linear_model_spec07_transition_L30(frame):
    """In the base it is not steady, and frozen coefficients do not tell where it goes: that is what the kind says."""
    make = lambda: spinning((1, 2, 3), 5.0)  # noqa: E731
    model = linear(make(), frame=frame)
    turns = [model.states.index(f"f.r{a}{d}") for d in ("", "_dot") for a in "xyz"]
    A = model.A[np.ix_(turns, turns)]
    Phi = turning_transition(
        make, "f", "body", np.array([0, 5.0, 0]), Rotation.identity(), frame == "body", 0.1
    )
    wanted = expm(A * 0.1)
    if frame == "body":
        require_near(Phi - np.eye(6), wanted - np.eye(6), 1e-6)
    else:
        assert model.kind == "along a motion"
        assert np.abs(Phi - wanted).max() > 1e-2
