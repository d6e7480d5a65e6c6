"""The mass centre is the point `center` of every body, in Python as in files."""

from __future__ import annotations

import pytest

from sarrus import Body, Mechanism, ModelError, Revolute, Rod, SpringDamper, assemble, simulate
from sarrus.elements.body import Frame
from sarrus.io import dumps, loads

BODIES = {
    "solid": lambda: Body("bar", Rod(length=0.6, mass=1)),
    "numbers": lambda: Body("bar", mass=1, center=(0.3, 0), inertia=0.03),
    "parts": lambda: Body(
        "bar", parts={"one": Rod(length=0.4, mass=1), "two": (Rod(length=0.4, mass=1), (0.2, 0))}
    ),
}


def pendulum_on_a_spring(body: Body) -> Mechanism:
    m = Mechanism("bar", plane="xy")
    bar = m.add(body)
    m.add(Revolute("A", m.ground, bar))
    m.add(SpringDamper("s", m.ground.point("hook", (0, 0.5)), bar.center, stiffness=10, free_length=0.2))
    m.start(fixed={"A.theta": 0.3})
    return m


@pytest.mark.parametrize("kind", BODIES)
def test_the_center_of_a_body_is_an_end(kind):
    m = pendulum_on_a_spring(BODIES[kind]())
    assert m.bodies[0].center == Frame("bar.center")
    text = dumps(m)
    assert "bar.center" in text
    again = loads(text)
    assert dumps(again) == text
    run = simulate(again, until=0.1, rows=3)
    x, y = (run[f"bar.center.{c}"].values[-1] for c in "xy")
    assert (x**2 + y**2) ** 0.5 == pytest.approx(0.3, rel=1e-9)
    assert run["s.length"].values[-1] == pytest.approx((x**2 + (y - 0.5) ** 2) ** 0.5, rel=1e-12)


def test_the_numbers_of_a_given_center_stay_as_written():
    m = Mechanism("bar", plane="xy")
    (a,) = m.parameters(a=0.3)
    bar = m.add(Body("bar", mass=1, center=(a / 2, "20 mm"), inertia=0.03))
    assert [str(v) for v in bar.center_at] == ["a/2", "20 mm"]
    assert "center: [a/2, 20 mm]" in dumps(m)
    assert Body("disk", mass=1, inertia=1).center_at is None


def test_a_body_without_center_has_it_at_its_origin():
    m = pendulum_on_a_spring(Body("bar", mass=1, inertia=0.1))
    assert assemble(m).ok


@pytest.mark.parametrize("kind", BODIES)
def test_no_other_point_is_called_center(kind):
    """It was placed at the mass centre, wherever its numbers said."""
    with pytest.raises(ModelError, match=r"the frame name 'bar.center' is taken"):
        BODIES[kind]().point("center", (0.5, 0))


def test_no_part_is_called_center():
    with pytest.raises(ModelError, match=r"has a part 'center'. 'bar.center' is its mass centre"):
        Body("bar", parts={"center": Rod(length=1, mass=1)})


def test_a_center_cannot_be_assigned():
    with pytest.raises(AttributeError):
        BODIES["numbers"]().center = (1, 0)


def test_the_center_is_listed_among_the_points_of_a_body():
    with pytest.raises(ModelError, match=r"body 'bar' has points center"):
        m = Mechanism("bar", plane="xy")
        bar = m.add(BODIES["numbers"]())
        m.add(Revolute("A", m.ground, f"{bar.name}.centre"))
        m.snapshot()
