"""Small motions of bodies that spin: rows of spec 07, section 4.1, in both formulations."""

from __future__ import annotations

import pytest
from linear_nearness import BOTH, entry, linear, require_near, require_roots
from linear_spatial import jeffcott, rotor, spinning, top

both = pytest.mark.parametrize("formulation", BOTH)
second_waits = pytest.mark.parametrize(
    "formulation", ["relative", pytest.param("absolute", marks=pytest.mark.more)]
)
SLOW = [-5.04975246918104 + 7.5j, 5.04975246918104 + 7.5j]
FAST = [14.2720018726588j, 5.72799812734123j]


@pytest.mark.parametrize(
    ("spin", "roots"), [(120, FAST), pytest.param(90, SLOW, marks=pytest.mark.more)], ids=["120", "90"]
)
@second_waits
def test_sleeping_top_seen_from_its_base_spec07_L10_L32(formulation, spin, roots):
    """With zx = ry and zy = -rx: zx'' = 81.75 zx - s/6 zy', zy'' = 81.75 zy + s/6 zx'."""
    found = linear(top(spin), formulation)
    assert (found.kind, found.frame) == ("steady motion", "base")
    require_roots(found, roots, chains=[2])
    require_near(entry(found, "ball.ry_dot", "ball.ry"), 81.75)
    require_near(entry(found, "ball.rx_dot", "ball.rx"), 81.75)
    require_near(entry(found, "ball.ry_dot", "ball.rx_dot"), spin / 6)
    require_near(entry(found, "ball.rx_dot", "ball.ry_dot"), -spin / 6)


@pytest.mark.more
@both
def test_top_at_its_limit_has_roots_that_are_flagged_spec07_L10(formulation):
    found = linear(top(108.498847920151), formulation)
    roots = found.poles()[2:]
    assert abs(abs(roots.imag) - 9.04157066001256).max() < 1e-5 and abs(roots.real).max() < 1e-5
    assert (found.spectrum.condition[2:] > 1e7).all()
    assert "defective" in found.text()


@pytest.mark.more
@pytest.mark.parametrize(
    ("spin", "roots"),
    [
        (120, [105.727998127341j, 114.272001872659j]),
        (90, [-5.04975246918104 + 82.5j, 5.04975246918104 + 82.5j]),
    ],
)
@both
def test_sleeping_top_seen_from_itself_spec07_L32(formulation, spin, roots):
    found = linear(top(spin), formulation, frame="body")
    assert (found.kind, found.frame) == ("steady motion", "body")
    require_roots(found, roots, chains=[2])


@pytest.mark.more
@pytest.mark.parametrize("twice", [False, True], ids=["driven once", "driven twice"])
@both
def test_top_on_a_turntable_is_seen_from_the_turntable_spec07_L32(formulation, twice):
    """A second row that repeats the driver changes nothing."""
    found = linear(top(120, turntable=7.0, twice=twice), formulation)
    assert (found.kind, found.frame) == ("steady motion", "base")
    assert found.evidence["rows"] - found.evidence["independent rows"] == twice
    require_roots(found, [7.27200187265877j, 1.27200187265877j], chains=[2])


@both
@pytest.mark.parametrize(
    ("speed", "roots"),
    [
        (60, [-16.2799717468284 + 49.8009836700846j, -1.22002825317159 + 49.8009836700846j]),
        (70, [-17.5 + 50j, 50j]),
        (80, [-18.7052150471386 + 50.2249321217538j, 1.20521504713864 + 50.2249321217538j]),
    ],
)
def test_rotor_with_internal_damping_spec07_L16(formulation, speed, roots):
    found = linear(jeffcott(speed), formulation)
    assert found.kind == "steady motion"
    require_roots(found, roots)
    cross = 12.5 * speed
    require_near(found.A[2:], [[-2500, -cross, -17.5, 0], [cross, -2500, 0, -17.5]])


@pytest.mark.more
@both
def test_rotor_on_spring_bearings_spec07_L17(formulation):
    found = linear(rotor(1000.0), formulation)
    assert (found.kind, found.frame) == ("steady motion", "base")
    require_roots(found, [200j, 200j, 125j, 500j], chains=[2])


@pytest.mark.more
@both
def test_rotor_at_rest_spec07_L17(formulation):
    require_roots(linear(rotor(0.0), formulation), [200j, 200j, 250j, 250j], chains=[2])


@second_waits
def test_spin_about_the_middle_axis_is_steady_in_the_body_alone_spec07_L30(formulation):
    found = linear(spinning((1, 2, 3), 5.0), formulation)
    assert (found.kind, found.frame) == ("steady motion", "body")
    require_roots(found, [2.88675134594813, -2.88675134594813, 5j], chains=[2, 2, 2, 2])
    assert linear(spinning((1, 2, 3), 5.0), formulation, frame="base").kind == "along a motion"


@pytest.mark.more
@pytest.mark.parametrize("frame", ["base", "body"])
@both
def test_sphere_that_spins_spec07_L32(formulation, frame):
    found = linear(spinning((1, 1, 1), 5.0), formulation, frame=frame)
    assert found.kind == "steady motion"
    require_roots(found, [5j], chains=[2, 2, 2, 2, 1, 1])
