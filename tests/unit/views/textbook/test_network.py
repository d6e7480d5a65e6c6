"""The network of bodies and joints: what is in it, and where it stands."""

from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus import Body, Mechanism, Revolute, Rod
from sarrus.views.drawing.look import look_of
from sarrus.views.textbook.network import network_of
from sarrus.views.textbook.network_layout import layout_of
from sarrus.views.textbook.network_picture import network_picture
from sarrus.views.textbook.tiles import label_box

EXAMPLES = Path(__file__).parents[4] / "examples"
NAMES = ["four-bar", "six-bar", "slider-crank-3d", "rack-and-pinion", "cart-pendulum", "cardan-shaft"]


def model(name):
    return sarrus.load(EXAMPLES / f"{name}.yaml").snapshot()


def chain(links):
    m = Mechanism("chain", plane="xy")
    last = m.ground
    for k in range(links):
        bar = m.add(Body(f"bar{k}", Rod(length=0.1, mass=1.0)))
        m.add(Revolute(f"J{k}", last, bar.start))
        last = bar.end
    return m


def test_a_four_bar_has_one_loop_that_one_joint_closes():
    network = network_of(model("four-bar"))
    assert network.layers == (1, 2, 1)
    assert [link.name for link in network.links if link.is_cut] == ["C"]
    assert network.loops == ["A-B-C-D"]
    assert network.notes == ["Dashed lines close loops: A-B-C-D.", "weight (gravity) acts on every body."]


@pytest.mark.parametrize("name", NAMES)
def test_every_element_that_acts_is_in_the_network_or_told_below_it(name):
    snapshot = model(name)
    network = network_of(snapshot)
    drawn = {one.name for one in (*network.links, *network.ties, *network.ends)}
    told = " ".join(network.notes)
    acting = (*snapshot.joints, *snapshot.constraints, *snapshot.forces, *snapshot.drivers)
    assert {e.name for e in acting if e.name not in drawn} == {
        e.name for e in acting if f"{e.name} (" in told
    }
    texts = {label.text for label in network_picture(network, look_of("light")).labels}
    named = [f"{one.name}: {one.kind}" for one in (*network.links, *network.ties, *network.ends)]
    assert {*named, "ground", *network.bodies} <= texts


@pytest.mark.parametrize("name", NAMES)
def test_bodies_stand_apart_in_columns_by_their_distance_from_ground(name):
    network = network_of(model(name))
    places = layout_of(network, 200.0)
    for body, layer in enumerate(network.layers):
        assert places[body][0] == 200.0 * layer
    every = np.array(list(places.values()))
    gaps = np.abs(every[:, None] - every[None]) + 1e9 * np.eye(len(every))[:, :, None]
    assert ((gaps[..., 0] >= 200.0) | (gaps[..., 1] >= 92.0 - 1e-9)).all()


def test_a_long_chain_is_folded():
    network = network_of(chain(30).snapshot())
    places = np.array(list(layout_of(network, 200.0).values()))
    assert np.ptp(places[:, 0]) < 8 * 200.0
    assert len({tuple(place) for place in places.round(6).tolist()}) == 31


@pytest.mark.parametrize("name", NAMES)
def test_names_are_on_the_drawing_and_cover_no_body(name):
    picture = network_picture(network_of(model(name)), look_of("light"))
    boxes = np.array([label_box(label) for label in picture.labels])
    assert boxes.min() >= 0 and (boxes.max(axis=0)[2:] <= [picture.width, picture.height]).all()


def test_a_body_that_nothing_holds_is_told():
    m = chain(1)
    m.add(Body("stone", mass=1, inertia=0.1))
    network = network_of(m.snapshot())
    assert network.notes == ["There is no loop.", "stone floats freely."]
    assert network.layers == (1, 1)
