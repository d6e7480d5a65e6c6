"""Lengths, masses and origins of the parts of a model."""

from itertools import pairwise

import numpy as np
import pytest

import sarrus
from sarrus import Body, Gear, Mechanism, Motion, Prismatic, Revolute, Rod, SpringDamper
from sarrus.mechanics import formulate
from sarrus.mechanics.scales import FAR, Scales


def scales(m):
    return Scales(m.snapshot())


def pendulum(m, name, at, length=1.0, mass=1.0):
    body = m.add(Body(name, Rod(length=length, mass=mass)))
    m.add(Revolute(f"pin-{name}", m.ground.point(f"at-{name}", at), body.start))
    return body


def windows(count):
    """Squares of 1 m in a row, each with a side in common with the next one."""
    m = Mechanism("windows", plane="xy")
    sides = [pendulum(m, f"side{k}", (k, 0)) for k in range(count + 1)]
    for k, (one, two) in enumerate(pairwise(sides)):
        top = m.add(Body(f"top{k}", Rod(length=1, mass=1)))
        m.add(Revolute(f"left{k}", one.end, top.start))
        m.add(Revolute(f"right{k}", two.end, top.end))
    return m


def test_forty_windows_of_a_metre_have_a_length_of_a_metre():
    assert scales(windows(40)).lengths == [1.0]


def test_parts_that_ground_alone_joins_have_lengths_and_masses_of_their_own():
    m = Mechanism("two", plane="xy")
    pendulum(m, "small", (0, 0), 1e-3, 1e-6)
    pendulum(m, "large", (5, 0), 1e3, 1e6)
    found = scales(m)
    assert found.parts.of_body == (0, 1)
    assert (found.lengths, found.part_masses) == ([1e-3, 1e3], [1e-6, 1e6])
    assert (found.length, found.mass) == (1e3, 1e6 + 1e-6)


def test_a_gear_makes_one_part_of_what_it_ties_and_a_spring_does_not():
    m = Mechanism("tied", plane="xy")
    _, two, three = (pendulum(m, name, (k, 0)) for k, name in enumerate(("a", "b", "c")))
    m.add(Gear("gear", "pin-a.theta", "pin-b.theta", first_radius=0.1, second_radius=0.2))
    m.add(SpringDamper("spring", two.end, three.end, stiffness=1))
    found = scales(m)
    assert found.parts.of_body == (0, 0, 1)
    assert found.parts.region == (0, 0)


def test_the_length_does_not_depend_on_where_the_mechanism_stands():
    lengths = []
    for x in (0.0, 7.0, 1e6):
        m = Mechanism("moved", plane="xy")
        one, two = (pendulum(m, name, (x + dx, 0), 0.5) for name, dx in (("a", 0.0), ("b", 0.75)))
        m.add(sarrus.Distance("bar", one.end, two.end, length=0.75))
        lengths += scales(m).lengths
    assert lengths == [0.75, 0.75, 0.75]


def test_a_point_on_ground_that_nothing_is_held_at_does_not_count():
    m = Mechanism("mark", plane="xy")
    pendulum(m, "a", (0, 0))
    m.ground.point("far-away", (1e6, 0))
    assert scales(m).lengths == [1.0]


@pytest.mark.parametrize(("x", "is_moved"), [(0.5 * FAR, False), (2.0 * FAR, True)])
def test_positions_are_counted_from_where_a_far_mechanism_stands(x, is_moved):
    m = Mechanism("far", plane="xy")
    pendulum(m, "a", (x, 0))
    assert [*scales(m).origins[0]] == [x if is_moved else 0.0, 0.0, 0.0]


def test_what_is_held_at_ground_itself_is_counted_from_there():
    m = Mechanism("both", plane="xy")
    bar = m.add(Body("bar", Rod(length=1, mass=1)))
    m.add(Prismatic("slide", m.ground.frame("turned", turn=1.0), bar))
    pendulum(m, "a", (1e6, 0))
    m.add(SpringDamper("long", "bar.end", "a.end", stiffness=1))
    found = scales(m)
    assert found.is_away == [False]
    assert [*found.origins[0]] == [0.0, 0.0, 0.0]


def test_a_light_loop_on_a_heavy_body_is_weighed_by_what_moves_with_it():
    """The carrier does not move with the loop; what the loop carries does."""
    m = Mechanism("carrier", plane="xy")
    hull = m.add(Body("hull", Rod(length=10, mass=1e6)))
    hull.point("foot", (1, 0))
    m.add(Revolute("mast", m.ground, hull.start))
    crank, coupler, rocker, cargo = (
        m.add(Body(name, Rod(length=0.5 if name == "coupler" else 0.25, mass=mass)))
        for name, mass in (("crank", 1e-3), ("coupler", 2e-3), ("rocker", 3e-3), ("cargo", 4e-3))
    )
    m.add(Revolute("A", hull.end, crank.start))
    m.add(Revolute("B", crank.end, coupler.start))
    m.add(Revolute("C", coupler.end, rocker.end))
    m.add(Revolute("D", hull.foot, rocker.start))
    m.add(Revolute("E", rocker.end, cargo.start))
    m.add(Motion("drive", "mast.theta", "t"))
    carried = scales(m).carried
    assert carried["C"] == carried["A"] == pytest.approx((1e-2, 0.5))
    assert carried["E"] == pytest.approx((4e-3, 0.25))
    assert carried["mast"] == carried["drive"] == pytest.approx((1e6 + 1e-2, 10.0))
    e = formulate(m.snapshot(), "absolute")
    weights = dict(zip((r.name for r in e.rows), e.row_weights, strict=True))
    assert weights["B.p_FM.x_F"] == pytest.approx(1e-2) and weights["mast.p_FM.x_F"] > 1e6


def test_what_carries_no_mass_is_weighed_as_its_part():
    m = Mechanism("massless", plane="xy")
    bar = pendulum(m, "a", (0, 0), 2.0, 3.0)
    m.add(Body("idle", mass=0, inertia=0))
    m.add(Revolute("end", bar.end, "idle"))
    assert scales(m).carried["end"] == (3.0, 2.0)


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_the_scales_of_a_part_are_those_of_it_alone(formulation):
    def model(*names):
        m = Mechanism("parts", plane="xy")
        for name, at, length in (("a", (0, 0), 1e-2), ("b", (3, 1), 1e2)):
            if name in names:
                body = pendulum(m, name, at, length)
                m.add(Body(f"{name}-end", Rod(length=length / 2, mass=length)))
                m.add(Prismatic(f"{name}-slide", body.end, f"{name}-end.start"))
        return formulate(m.snapshot(), formulation)

    both, one, two = model("a", "b"), model("a"), model("b")
    for what in ("row_lengths", "row_weights", "speed_lengths", "coordinate_lengths"):
        assert sorted(map(str, getattr(both, what))) == sorted(
            map(str, (*getattr(one, what), *getattr(two, what)))
        )
    assert np.isfinite(both.row_weights).all()
