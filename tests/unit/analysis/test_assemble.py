"""Assembly: loops close, guesses move and are reported, fixed values stay, wrong branches are never taken."""

import math

import numpy as np
import pytest

import sarrus
from sarrus.analysis.start import find_start
from sarrus.errors import NumericalError
from sarrus.solvers.newton import newton
from sarrus.spatial.rotation import from_axis_angle, to_bryant
from sarrus.spatial.vector import Vec3


def four_bar(d=1.0, fixed=60.0, guess=100.0):
    m = sarrus.Mechanism("four-bar", plane="xy")
    m.ground.point("D", (d, 0))
    crank = m.add(sarrus.Body("crank", sarrus.Rod(length=0.3, mass=0.3)))
    coupler = m.add(sarrus.Body("coupler", sarrus.Rod(length=0.9, mass=0.9)))
    rocker = m.add(sarrus.Body("rocker", sarrus.Rod(length=0.7, mass=0.7)))
    m.add(sarrus.Revolute("A", m.ground, crank.start))
    m.add(sarrus.Revolute("B", crank.end, coupler.start))
    m.add(sarrus.Revolute("C", coupler.end, rocker.end))
    m.add(sarrus.Revolute("D", m.ground.D, rocker))
    m.start(fixed={"A.theta": f"{fixed} deg"}, guess={"D.theta": f"{guess} deg"})
    return m


def test_fixed_value_stays_and_moved_guess_is_reported():
    found = sarrus.assemble(four_bar())
    assert found["A.theta"] == pytest.approx(math.pi / 3, abs=1e-12)
    given, moved_to = found.moved["D.theta"]
    assert given == pytest.approx(math.radians(100))
    assert moved_to == found["D.theta"] != pytest.approx(given, abs=1e-3)
    assert found.residual < 1e-12


def test_guess_chooses_the_branch():
    up, down = sarrus.assemble(four_bar(guess=100)), sarrus.assemble(four_bar(guess=-100))
    assert 0 < up["D.theta"] < math.pi
    assert -math.pi < down["D.theta"] < 0


def test_loop_that_cannot_close_names_the_loop_and_the_gap():
    with pytest.raises(NumericalError, match=r"does not close: loop .*A.* stays open by .* Worst joint: 'C'"):
        sarrus.assemble(four_bar(d=2.5))
    failed = sarrus.assemble(four_bar(d=2.5), strict=False)
    assert not failed.ok and failed.status.word == "not closed"


def test_simulate_refuses_what_cannot_close():
    with pytest.raises(NumericalError, match="does not close"):
        sarrus.simulate(four_bar(d=2.5), until=1.0)


def test_contradicting_fixed_values_are_named():
    m = four_bar()
    m.start(fixed={"D.theta": "100 deg"})
    m.guess.clear()
    with pytest.raises(NumericalError, match=r"A\.theta|D\.theta|stays open"):
        sarrus.assemble(m)


def test_contradicting_fixed_rates_are_named():
    m = four_bar()
    m.start(fixed={"A.theta_dot": 1.0, "D.theta_dot": 5.0})
    with pytest.raises(NumericalError, match="contradict the joints"):
        sarrus.assemble(m)


def test_rates_follow_the_fixed_one():
    m = four_bar()
    m.start(fixed={"A.theta_dot": 2.0})
    found = sarrus.assemble(m)
    step = 1e-6
    ahead = sarrus.assemble(
        four_bar(fixed=60 + math.degrees(2.0 * step), guess=math.degrees(found["D.theta"]))
    )
    assert found["A.theta_dot"] == pytest.approx(2.0, abs=1e-12)
    assert found["D.theta_dot"] == pytest.approx((ahead["D.theta"] - found["D.theta"]) / step, rel=1e-4)


def turned_loop(joint, start):
    """Two bodies on ball joints closed by one joint between them; `start` are the Bryant angles of the second."""
    m = sarrus.Mechanism("loop")
    one = m.add(sarrus.Body("one", mass=1, center=(0.1, 0, 0), inertia=(1, 1, 1)))
    two = m.add(sarrus.Body("two", mass=1, center=(0.1, 0, 0), inertia=(1, 1, 1)))
    m.add(sarrus.Weld("base", m.ground, one))
    m.add(sarrus.Free("carrier", m.ground, two))
    m.add(joint("closing", one, two))
    m.start(guess={f"carrier.a{i + 1}": a for i, a in enumerate(start)})
    return m


def random_turn(rng, angle):
    axis = rng.normal(size=3)
    axis /= np.linalg.norm(axis)
    return [float(a) for a in to_bryant(from_axis_angle(Vec3(*axis), angle))]


@pytest.mark.parametrize("joint", ["Weld", "Revolute", "Prismatic"])
def test_no_wrong_branch_from_120_degrees_where_dot_product_rows_find_them(joint):
    rng = np.random.default_rng(7)
    wrong = 0
    for _ in range(25):
        model = turned_loop(getattr(sarrus, joint), random_turn(rng, math.radians(120))).snapshot()
        found = find_start(model)
        assert found.status == 0, found.message
        e = found.equations
        senses = e.kernels["closure"]([0.0], found.x, e.constants)[3]
        assert min(senses) > 0
        wrong += _dot_rows_go_wrong(e)
    assert wrong > 0, "dot-product rows never failed: this test no longer shows why gaps are used"


def _dot_rows_go_wrong(e):
    from sarrus.analysis.start import _Search

    search = _Search(e, 0.0)
    n = len(e.rows)

    def residual(q):
        return np.array(search.call("closure", q)[0])

    def jacobian(q):
        return search.dense(e.jacobian_pattern, search.call("closure", q)[1], n)

    def retract(q, step):
        return np.array(e.kernels["retract"](search.state(q), step.tolist(), e.constants)[0])

    root = newton(residual, jacobian, search.first_pose(), retract, 1e-12, 100)
    return root.status == 0 and min(search.call("closure", root.x)[3]) <= 0
