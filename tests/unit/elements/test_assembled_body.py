"""Bodies made of several solids: masses add up, moments too once they are turned and moved."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from sarrus.elements.body import Body
from sarrus.elements.forces import Gravity
from sarrus.elements.joints import Revolute, Weld
from sarrus.elements.solids import Box, Cylinder, Rod, Sphere
from sarrus.errors import ModelError
from sarrus.model import Mechanism
from sarrus.scalar import Graph


def properties(body, plane=None):
    mechanism = Mechanism("m", plane=plane)
    mechanism.add(body)
    model = mechanism.snapshot()
    m, c, J = body.mass_properties(model.resolve, model.planar)
    return m, np.array([*c]), np.array([[J.xx, J.xy, J.xz], [J.xy, J.yy, J.yz], [J.xz, J.yz, J.zz]])


def same(one, two, atol=1e-15):
    for a, b in zip(one, two, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-13, atol=atol)


def test_a_rod_cut_in_two_is_the_same_rod():
    whole = Body("whole", Rod(length=0.6, mass=1.2))
    halves = Body(
        "halves", parts={"a": Rod(length=0.3, mass=0.6), "b": (Rod(length=0.3, mass=0.6), (0.3, 0, 0))}
    )
    same(properties(whole), properties(halves))


def test_a_box_cut_askew_of_its_axes_is_the_same_box():
    whole = properties(Body("whole", Box(length=0.4, width=0.6, height=0.2, mass=4.8)))
    # four pieces, laid with their x axis along y, so that each is turned
    piece = Box(length=0.3, width=0.2, height=0.2, mass=1.2)
    parts = {
        f"p{i}{k}": (piece, (0.1 + 0.2 * i, -0.3 + 0.3 * k, 0), (0, 0, "90 deg"))
        for i in (0, 1)
        for k in (0, 1)
    }
    same(whole, properties(Body("pieces", parts=parts)))


def test_turning_a_part_is_turning_the_body():
    cylinder = Cylinder(length=0.5, radius=0.1, mass=2.0)
    m, c, J = properties(Body("b", parts={"disk": (cylinder, (0.2, -0.1, 0.3), (0.4, -0.7, 1.1))}))
    from sarrus.spatial import from_bryant

    R = from_bryant(0.4, -0.7, 1.1)
    turn = np.array([[*R.x], [*R.y], [*R.z]]).T
    m0, c0, J0 = properties(Body("b", cylinder))
    same((m, c, J), (m0, turn @ c0 + [0.2, -0.1, 0.3], turn @ J0 @ turn.T), atol=1e-16)


def test_planar_bodies_add_up_about_the_common_centre():
    parts = {"bar": Rod(length=1.0, mass=3.0), "knob": (Sphere(radius=0.1, mass=1.0), (1.0, 0.0))}
    m, c, J = properties(Body("b", parts=parts), plane="xy")
    assert (m, c[0], c[1]) == pytest.approx((4.0, 0.625, 0.0))
    assert J[2, 2] == pytest.approx(3 / 12 + 3 * 0.125**2 + 0.4 * 0.01 + 0.375**2)
    assert J[0, 0] == 0.0


def test_parts_without_mass_make_a_body_without_mass():
    m, c, J = properties(
        Body("b", parts={"a": Rod(length=1, mass=0), "b": (Rod(length=1, mass=0), (1, 0, 0))})
    )
    assert m == 0.0
    assert np.isfinite(c).all()
    assert not J.any()


def test_frames_carry_the_name_of_their_part_and_its_points():
    body = Body(
        "b", parts={"bar": Rod(length=2, mass=1), "top-disk": (Sphere(radius=1, mass=1), (2, 1), "90 deg")}
    )
    body.frame("mark", (0.1, 0), on=body.bar_end)
    assert body.frame_names() == (
        "bar",
        "bar-start",
        "bar-center",
        "bar-end",
        "top-disk",
        "top-disk-center",
        "center",
        "mark",
    )
    assert body.top_disk_center.path == "b.top-disk-center"
    mechanism = Mechanism("m", plane="xy")
    mechanism.add(body)
    poses = body.poses(mechanism.snapshot().resolve, True)
    assert (poses["mark"].p.x, poses["mark"].p.y) == (2.1, 0.0)
    assert poses["top-disk"].x.y == pytest.approx(1.0)
    assert repr(body) == "Body('b': bar rod, top-disk sphere)"


def test_numbers_of_parts_stay_symbols():
    graph = Graph()
    seen = []

    def symbol(path, value, unit):
        seen.append(path)
        return graph.symbol(path)

    body = Body(
        "b", parts={"bar": Rod(length=2, mass=1), "disk": (Sphere(radius=1, mass=1), (2, 1, 0), (0, 0, 1))}
    )
    for value in (lambda m, c, J: (m, *c, *J.elements()))(*body.mass_properties(symbol, False)):
        graph.lift(value)
    assert {"b.bar.length", "b.disk.mass", "b.disk.x", "b.disk.turn3"} <= set(seen)
    assert len(set(seen)) == len(seen)


def test_it_moves_like_the_same_solids_welded_together():
    bar, disk = Rod(length=0.6, mass=1.0), Cylinder(length=0.05, radius=0.2, mass=2.0)
    at, turn = (0.5, 0.1, 0.02), (0.3, "-50 deg", 0.2)
    one = Mechanism("one")
    body = one.add(Body("body", parts={"bar": bar, "disk": (disk, at, turn)}))
    two = Mechanism("two")
    carrier, other = two.add(Body("bar", bar)), two.add(Body("disk", disk))
    two.add(Weld("weld", carrier.frame("seat", at, turn), other))
    for mechanism, held in ((one, body), (two, carrier)):
        mechanism.add(Revolute("pin", mechanism.ground, held))
        mechanism.add(Gravity("weight", (0.0, -9.81, 0.0)))
    first, second = (sarrus.simulate(m, until=0.5, rows=6) for m in (one, two))
    for name in ("pin.theta", "pin.theta_ddot", "pin.reaction", "pin.torque", "energy.kinetic"):
        np.testing.assert_allclose(first[name].values, second[name].values, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (
            lambda: Body("b", Rod(length=1, mass=1), parts={"a": Rod(length=1, mass=1)}),
            "has a rod and also parts.",
        ),
        (
            lambda: Body("b", parts={"a": Rod(length=1, mass=1)}, mass=1),
            "has parts and also mass, center or inertia",
        ),
        (lambda: Body("b", parts={"a b": Rod(length=1, mass=1)}), "'a b' is not a name of a part"),
        (lambda: Body("b", parts={"a": 3.0}), "A part is a solid, or (solid, position)"),
        (
            lambda: Body("b", parts={"a": Rod(length=1, mass=1), "a-end": Rod(length=1, mass=1)}),
            "two of its parts bring a frame 'a-end'",
        ),
        (lambda: Body("b", parts={"a": Rod(length=1, mass=1)}).point("a-end", (0, 0)), "'b.a-end' is taken"),
    ],
    ids=["solid", "numbers", "name", "part", "twice", "taken"],
)
def test_wrong_parts_are_refused(make, text):
    with pytest.raises(ModelError) as caught:
        make()
    assert text in str(caught.value)


def test_wrong_sizes_and_places_of_parts_are_found_together():
    mechanism = Mechanism("m", plane="xy")
    parts = {"a": Rod(length=-1, mass=1), "c": (Sphere(radius=1, mass="2 m"), (0, 0, 0), (0, 0))}
    mechanism.add(Body("b", parts=parts))
    with pytest.raises(ModelError) as caught:
        mechanism.snapshot()
    text = str(caught.value)
    assert "length of part 'b.a' is -1 m" in text
    assert "position of 'b.c' has 3 numbers, but in the plane it needs 2" in text
    assert "turn of part 'b.c' has 2 angles" in text
    assert "'2 m'" in text
