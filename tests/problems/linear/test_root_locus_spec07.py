"""Root loci with tracked branches, crossings and meetings: row 9 of spec 07, and slopes of roots, L33 and L34."""

from __future__ import annotations

import math

import numpy as np
import pytest
from linear_nearness import BOTH, require_near
from linear_planar import pendulum, ziegler
from linear_spatial import bicycle, governor, top

import sarrus
from sarrus import AppliedTorque, Body, CoordinateForce, Mechanism, Motion, Planar, Revolute, UsageError
from sarrus.model.put import put

both = pytest.mark.parametrize("formulation", BOTH)


@pytest.mark.more
def test_weave_and_capsize_of_the_bicycle_spec07_L14():
    found = sarrus.roots(bicycle(5.0), {"start.body.x_dot": (0.3, 10.0, 98)}, at="start")
    assert found.kind == "steady motion" and found.zero_chains == (2, 2, 1, 1)
    weave, capsize = found.crossings
    require_near([weave.value, capsize.value], [4.2923825363411, 6.02426201538836], 1e-10)
    assert (weave.grows, capsize.grows) == (False, True)
    assert weave.imag == pytest.approx(3.43503384866, rel=1e-9) and capsize.imag == 0
    (meeting,) = found.meetings
    assert meeting.grows, "they swing behind"
    require_near([meeting.value, meeting.real], [0.684283078892456, 3.7829040512932], 1e-9)
    at5 = np.sort_complex(found.roots[np.argmin(np.abs(found.values - 5.0))])
    assert found.values[47] == pytest.approx(5.0)
    wanted = [-14.0783896927982, -0.775341882195842 - 4.46486771378823j, -0.775341882195842 + 4.46486771378823j, -0.322866429004087]  # fmt: skip
    require_near(at5, wanted, 1e-8)
    for branch in found.roots.T:  # branches go on smoothly, also through the meeting
        assert np.abs(np.diff(branch)).max() < 0.8


@pytest.mark.more
@both
def test_governed_engine_becomes_unstable_without_its_damper_spec07_L9(formulation):
    m = governor(gain=1.2)
    m.parameters(c=20.0)
    m.add(CoordinateForce("damper", "slide.s", function="-c*rate"))
    found = sarrus.roots(m, {"c": (0.2, 60.0, 300)}, at="start", formulation=formulation)
    (crossing,) = found.crossings
    require_near([crossing.value, crossing.imag], [0.718954602009629, 8.48354671483632], 1e-9)
    require_near(
        np.sort(found.roots[-1].real), [-18.6723853342089, -3.50248772539813, -0.296315762808511], 1e-8
    )


@both
def test_rotor_with_internal_damping_spec07_L16(formulation):
    found = sarrus.roots(spinning_rotor(), {"W": (60.0, 80.0, 41)}, at="start", formulation=formulation)
    assert [(c.grows, round(c.imag, 9)) for c in found.crossings] == [(True, 50.0)]
    assert found.crossings[0].value == pytest.approx(70.0, rel=1e-10)
    require_near(found.growth[[0, -1]], [-1.22002825317159, 1.20521504713864], 1e-8)


def spinning_rotor():
    """L16 with the speed as a parameter."""
    m = Mechanism("rotor", plane="xy")
    (W,) = m.parameters(W=60.0)
    disc = m.add(Body("disc", mass=4, inertia=0.1))
    hub = m.add(Body("hub", mass=1, inertia=0.1))
    m.add(Revolute("axis", m.ground, hub))
    m.add(Motion("motor", "axis.theta", "W*t"))
    m.add(Planar("p", m.ground, disc))
    m.add(Motion("level", "p.theta", 0))
    x, y, vx, vy = m.signals(x="p.x", y="p.y", vx="p.x_dot", vy="p.y_dot")
    m.add(CoordinateForce("fx", "p.x", function=-1e4 * x - 50.0 * (vx + W * y) - 20.0 * vx))
    m.add(CoordinateForce("fy", "p.y", function=-1e4 * y - 50.0 * (vy - W * x) - 20.0 * vy))
    m.start(fixed={"p.x": 0, "p.y": 0})
    return m


@both
def test_flutter_begins_where_two_frequencies_meet_spec07_L26(formulation):
    m = ziegler(60.0)
    m.parameters(P=60.0)
    put(m, "push.force.x", "-P")
    found = sarrus.roots(m, {"P": (60.0, 100.0, 41)}, at="start", formulation=formulation)
    assert not found.crossings
    meeting = min(found.meetings, key=lambda at: abs(at.value - 83.4314575050762))
    require_near([meeting.value], [83.4314575050762], 1e-9)
    require_near([found.growth[-1]], [2.87824099885015], 1e-8)


def test_damping_destroys_what_swings_spec07_L33():
    m = ziegler(60.0)
    m.parameters(c=0.0)
    for joint in ("A", "B"):
        m.add(CoordinateForce(f"damper_{joint}", f"{joint}.theta", function="-c*rate"))
    found = sarrus.roots(m, {"c": (0.0, 1e-4, 3)}, at="start")
    first = found.imag[0] > 0
    slopes = np.sort(found.real_slope[0][first])
    require_near(slopes, [-7.035533905932738, 0.035533905932738], 1e-8)
    require_near([found.growth[-1]], [3.5533904731e-6], 1e-8)


@pytest.mark.more
def test_damping_destroys_the_sleeping_top_spec07_L34():
    """A torque -d I1 e x e' against the rate of the axis e."""
    m = top(120.0)
    (d,) = m.parameters(d=0.0)
    (body,) = m.bodies
    body.point("tip", (0, 0, 1))
    e = m.signals(x="top.tip.x", y="top.tip.y", z="top.tip.z")
    r = m.signals(vx="top.tip.x_dot", vy="top.tip.y_dot", vz="top.tip.z_dot")
    across = [e[i - 2] * r[i - 1] - e[i - 1] * r[i - 2] for i in range(3)]
    m.add(AppliedTorque("drag", m.ground, body, moment=tuple(-0.006 * d * a for a in across)))
    found = sarrus.roots(m, {"d": (0.0, 0.01, 3)}, at="start", frame="base")
    slopes = dict(zip(np.abs(found.imag[0]).round(3), found.real_slope[0], strict=True))
    require_near([slopes[5.728], slopes[14.272]], [0.670411471961306, -1.67041147196131], 1e-8)
    assert found.growth[-1] > 0


def test_equilibrium_is_followed_and_its_end_is_told():
    """A pendulum with a constant torque rests up to where its weight can hold: 4.905 N m (S8)."""
    m = pendulum()
    m.parameters(T=0.0)
    m.add(CoordinateForce("torque", "A.theta", function="T"))
    found = sarrus.roots(m, {"T": (0.0, 6.0, 100)})
    assert "cannot be followed beyond T" in found.status.text
    assert found.values[-1] == pytest.approx(4.905, abs=2e-3) and found.values[-1] < 4.905
    for T, s in zip(found.values, found.roots, strict=True):
        omega = math.sqrt(14.715 * math.sqrt(1 - (T / 4.905) ** 2))
        assert np.abs(s).max() == pytest.approx(omega, rel=1e-8)


def test_questions_that_have_no_root_locus_are_refused():
    with pytest.raises(UsageError, match="there is no number 'q'"):
        sarrus.roots(pendulum(), {"q": (0, 1)})
    with pytest.raises(UsageError, match="A count is a whole number"):
        sarrus.roots(pendulum(), "rod.mass=1:2:1")
    falling = pendulum()
    falling.start(fixed={"A.theta": 0.3})
    with pytest.raises(UsageError, match="neither rests nor moves steadily"):
        sarrus.roots(falling, {"rod.mass": (1, 2)}, at="start")


def test_root_locus_is_kept_in_files(tmp_path):
    found = sarrus.roots(pendulum(), {"rod.mass": (1.0, 2.0, 5)})
    again = sarrus.load_result(found.save(tmp_path / "locus.h5"))
    assert again.text() == found.text() and again.roots.tolist() == found.roots.tolist()
