"""Every element of the catalogue is drawn, in the plane and in space, and one that nobody foresaw is too."""

import pytest

from sarrus.elements.base import Element
from sarrus.elements.body import Body
from sarrus.elements.constraints import CATALOGUE as CONSTRAINTS
from sarrus.elements.drivers import CATALOGUE as DRIVERS
from sarrus.elements.forces import CATALOGUE as FORCES
from sarrus.elements.forces.base import Force, Line
from sarrus.elements.joints import CATALOGUE as JOINTS
from sarrus.elements.joints import Revolute
from sarrus.elements.sensors import CATALOGUE as SENSORS
from sarrus.elements.solids import CATALOGUE as SOLIDS
from sarrus.model import Mechanism
from sarrus.testing.samples import example, fits_plane, give_signals, settings, two_bodies
from sarrus.views.scene import scene_of

# By symbol: what holds nothing, what acts everywhere, and what is nothing but an arrow.
WITHOUT_INK = {"none", "field", "arrow", "torque"}
# Wheels and racks are what their bodies are made of.
OF_BODIES = {"gear", "rack"}

CASES = [
    (kind, planar)
    for kind in (*JOINTS, *CONSTRAINTS, *FORCES, *DRIVERS, *SENSORS)
    for planar in (True, False)
    if not (planar and kind in JOINTS and not fits_plane(kind))
]
both = pytest.mark.parametrize("planar", [True, False], ids=["plane", "space"])


def ends_for(kind):
    return ("ground.a", "one.a") if len(kind.ends) == 2 else ("one.a",) * len(kind.ends)


def with_element(kind, planar):
    """A mechanism with one element named E."""
    setting = settings(kind, planar)[0] if kind.on_coordinates else None
    mechanism = two_bodies(planar, 0, level=bool(setting and setting.level))
    if setting:
        for name, joint, ends in zip(
            "AB", setting.joints, (("ground.a", "one.a"), ("one.b", "two.a")), strict=True
        ):
            mechanism.add(example(joint, name, *ends, planar=planar))
        ends = setting.ends
    else:
        ends = ends_for(kind)
    give_signals(mechanism, kind, *ends)
    mechanism.add(example(kind, "E", *ends, planar=planar))
    return mechanism


def ink(scene):
    return [*scene.drawn, *scene.spans]


@pytest.mark.parametrize(
    ("kind", "planar"), CASES, ids=[f"{k.keyword} {'plane' if flat else 'space'}" for k, flat in CASES]
)
def test_element_is_drawn(kind, planar, moving):
    model = with_element(kind, planar).snapshot()
    scene = scene_of(model, moving(model))
    owned = [item for item in ink(scene) if item.owner == "E"]
    if kind.symbol in WITHOUT_INK:
        assert not owned
    elif kind.symbol in OF_BODIES:
        bare = with_element(kind, planar)
        bare.joints, bare.constraints = (
            [e for e in shelf if e.name != "E"] for shelf in (bare.joints, bare.constraints)
        )
        less = bare.snapshot()
        assert len(ink(scene)) > len(ink(scene_of(less, moving(less))))
    else:
        assert owned


@both
@pytest.mark.parametrize("kind", FORCES, ids=lambda k: k.keyword)
def test_force_has_an_arrow(kind, planar, moving):
    model = with_element(kind, planar).snapshot()
    arrows = [a for a in scene_of(model, moving(model)).arrows if a.owner == "E"]
    assert bool(arrows) == (kind.symbol != "field")
    assert {a.role for a in arrows} <= {"applied"}


@both
@pytest.mark.parametrize("kind", DRIVERS, ids=lambda k: k.keyword)
def test_driver_has_an_arrow(kind, planar, moving):
    model = with_element(kind, planar).snapshot()
    assert [a.role for a in scene_of(model, moving(model)).arrows if a.owner == "E"] == ["driver"]


@both
@pytest.mark.parametrize("kind", SOLIDS, ids=lambda k: k.keyword)
def test_solid_is_drawn_on_its_body(kind, planar, moving):
    mechanism = Mechanism("solid", plane="xy" if planar else None)
    mechanism.add(Body("body", example(kind, "", planar=planar)))
    model = mechanism.snapshot()
    drawn = scene_of(model, moving(model)).drawn
    assert [(d.owner, d.kind, d.role, d.body) for d in drawn] == [("body", "body", "body", 0)]
    assert drawn[0].primitives


class Strange(Revolute):
    """A joint with a symbol that no view knows."""

    symbol = "strange"


class Odd(Force):
    """A force on a line with a symbol that no view knows."""

    ends = ("P", "Q")
    port = Line
    symbol = "odd"

    def energy(self, line):
        return line.length


@both
@pytest.mark.parametrize("kind", [Strange, Odd], ids=lambda k: k.keyword)
def test_unknown_symbol_is_drawn_as_something_simple(kind: type[Element], planar, moving):
    model = with_element(kind, planar).snapshot()
    owned = [item for item in ink(scene_of(model, moving(model))) if item.owner == "E"]
    assert len(owned) == 1
