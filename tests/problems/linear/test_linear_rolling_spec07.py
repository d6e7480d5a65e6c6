"""Small motions of what rolls and glides: rows of spec 07, section 4.1, in both formulations."""

from __future__ import annotations

import math

import numpy as np
import pytest
from linear_nearness import BOTH, entry, linear, require_near, require_roots, response
from linear_planar import sleigh
from linear_spatial import bicycle, disc, leaning_disc

both = pytest.mark.parametrize("formulation", BOTH)
second_waits = pytest.mark.parametrize(
    "formulation", ["relative", pytest.param("absolute", marks=pytest.mark.more)]
)


@pytest.mark.parametrize(
    ("spin", "hoop", "roots"),
    [
        (6, False, [7.7614431647729j]),
        pytest.param(2, False, [4.06939798987516, -4.06939798987516], marks=pytest.mark.more),
        pytest.param(2, True, [3.33666500166459, -3.33666500166459], marks=pytest.mark.more),
        pytest.param(6, True, [8.61394218694321j], marks=pytest.mark.more),
    ],
    ids=["disc at 6", "disc at 2", "hoop at 2", "hoop at 6"],
)
@second_waits
def test_disc_and_hoop_roll_straight_spec07_L11(formulation, spin, hoop, roots):
    found = linear(disc(spin, hoop), formulation)
    assert found.kind == "steady motion" and (found.configurations, found.speeds) == (5, 3)
    require_roots(found, roots, chains=[3, 2, 1])


@pytest.mark.more
@both
def test_disc_on_joints_has_the_rows_of_the_source_spec07_L11(formulation):
    states = ["yaw.theta", "lean.theta", "spin.theta", "px.s", "py.s"]
    found = linear(leaning_disc(0, 0, 6), formulation, states=states)
    yaw, lean = (f"{n}.theta_dot" for n in ("yaw", "lean"))
    require_near(found.A[found.states.index(yaw)], [0, 0, 0, 0, 0, 0, -12, 0])
    require_near(found.A[found.states.index(lean)], [0, 26.16, 0, 0, 0, 7.2, 0, 0])
    require_near(found.A[found.states.index("py.s")], [1.8, 0, 0, 0, 0, 0, -0.3, 0])
    assert found.spectrum.chains == (3, 2, 1)


@second_waits
def test_disc_that_rolls_in_a_circle_is_steady_spec07_L12(formulation):
    found = linear(leaning_disc(), formulation, outputs=["disc.center.x_dot", "disc.center.y_ddot"])
    assert found.kind == "steady motion"
    assert found.states[5:] == ("yaw.theta_dot", "lean.theta_dot", "spin.theta_dot")
    require_near(found.y0, [-0.912052316544459, -2.28013079136115])
    require_near(found.A[5], [0, 0, 0, 0, 0, 0, 8.29791807621599, 0])
    require_near(found.A[6], [0, 0, 0, 33.3635030325763, 0, -2.78281054816673, 0, 2.81811813854214])
    require_near(found.A[7], [0, 0, 0, 0, 0, 0, -6.75939088497683, 0])
    assert found.spectrum.zeros == 6
    require_near(found.poles()[6:], [2.96256526952413j, -2.96256526952413j], 1e-8)


M = np.array([[80.81722, 2.319413322087091], [2.319413322087091, 0.2978418819968555]])
C1 = np.array([[0, 33.86641391492494], [-0.8503564145697844, 1.685403973975597]])
K0 = np.array([[-80.95, -2.599516852498716], [-2.599516852498716, -0.8032948845861769]])
K2 = np.array([[0, 76.59734589573222], [0, 2.65431523794604]])
ROOTS = {
    0: [3.13164324790656, -3.13164324790656, 5.53094371765393, -5.53094371765393],
    1: [-7.11008014637441, -3.13423125066578, 3.52696170990069 + 0.80774027519931j],
    2: [-8.67387984831737, -3.07158645641514, 2.68234517512745 + 1.68066296590676j],
    3: [-10.3510146724592, -2.63366137253665, 1.70675605663974 + 2.31582447384324j],
    4: [-12.1586142657644, -1.42944427361326, 0.413253315211241 + 3.07910818603205j],
    5: [-14.0783896927982, -0.322866429004087, -0.775341882195842 + 4.46486771378823j],
    6: [-16.0853712309803, -0.00406690076970336, -1.52644486584142 + 5.87673060598708j],
    7: [-18.157884661252, 0.102681705747664, -2.13875644258363 + 7.19525913329804j],
    8: [-20.2794089439457, 0.143278797657129, -2.69348683581095 + 8.46037971396934j],
    9: [-22.4378855904086, 0.157901840309173, -3.21675402252491 + 9.69377351531782j],
    10: [-24.624596350174, 0.161053386531716, -3.72016840437288 + 10.9068113947629j],
}


@pytest.mark.more
@pytest.mark.parametrize("speed", ROOTS)
@both
def test_roots_of_the_bicycle_spec07_L14(formulation, speed):
    found = linear(bicycle(speed), formulation)
    assert found.kind == ("steady motion" if speed else "equilibrium")
    require_roots(found, ROOTS[speed], chains=[2, 2, 1, 1] if speed else [2, 1, 1, 1, 1])
    for s in ROOTS[speed]:
        s = complex(s)
        off = np.linalg.det(M * s * s + speed * C1 * s + 9.81 * K0 + speed**2 * K2)
        assert abs(off) < 1e-8 * 80 * max(1.0, abs(s)) ** 4


@second_waits
def test_bicycle_has_the_matrices_of_the_benchmark_spec07_L13_L15(formulation):
    """z is up here: x and lean stay, while y, yaw, steer and its torque change their signs."""
    v = 5.0
    names = ["body.x", "body.rx", "steer.theta", "rear.y", "body.rz", "axle_r.theta", "axle_f.theta"]
    found = linear(
        bicycle(v), formulation, states=names, inputs=["load.body.a1", "load.steer.theta"],
        outputs=["body.a1", "steer.theta"],
    )  # fmt: skip
    part = [found.states.index(n) for n in ("body.rx", "steer.theta", "body.rx_dot", "steer.theta_dot")]
    sign = np.diag([1, -1])
    lower = np.hstack([-np.linalg.solve(M, 9.81 * K0 + v * v * K2), -np.linalg.solve(M, v * C1)])
    signs = np.diag([1, -1, 1, -1])
    require_near(found.A[np.ix_(part, part)][2:], sign @ lower @ signs)
    printed = [
        [9.48977444677356, -22.8514666252065, -0.527612249028455, -1.65257699496155],
        [11.7194768719633, -18.3841237317523, 18.3840261666076, -15.4243276371656],
    ]
    require_near(lower, printed)
    require_near(found.B[part][2:], sign @ np.linalg.inv(M) @ sign)
    require_near(entry(found, "body.rz", "steer.theta"), 4.66204174654487)
    require_near(entry(found, "body.rz", "steer.theta_dot"), 0.0745926679447179)
    require_near(entry(found, "rear.y", "body.rz"), 5)
    require_near(entry(found, "rear.y", "body.rx_dot"), -0.3)
    assert np.abs(found.A[found.states.index("body.x_dot")]).max() < 1e-12
    assert found.spectrum.chains == (2, 2, 1, 1)
    H = response(found, 3j)
    require_near(-H[0, 1], 0.0419606821001766 + 0.187112581875932j)
    require_near(H[1, 1], 0.0703847993132177 + 0.13322136714413j)
    require_near(H[0, 0], -0.000367592100195584 - 0.00605514751984638j)


@pytest.mark.more
@both
def test_bicycle_reduced_to_lean_and_steer_spec07_L15(formulation):
    found = linear(bicycle(5.0), formulation, states=["body.rx", "steer.theta"], reduce=True)
    assert len(found.states) == 4
    require_roots(found, ROOTS[5])


@pytest.mark.parametrize("speed", [2.0, -2.0])
@both
def test_knife_edge_spec07_L25(formulation, speed):
    found = linear(sleigh(speed), formulation, states=["body.center.x", "ice.theta", "body.center.y"])
    assert found.kind == "steady motion" and (found.configurations, found.speeds) == (3, 2)
    require_roots(found, [-math.copysign(3.52941176470588, speed)], chains=[2, 2])
    require_near(found.A[2], [0, speed, 0, 0, 0.3])
