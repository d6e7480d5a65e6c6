"""Frames that rest on each other, and the names by which bodies and frames are found."""

import random

import pytest

import sarrus
from sarrus.errors import ModelError


def slow_order(body):
    """Names as they can be placed: always the first written one whose base is there."""
    done, waiting = ["", "center"], dict(body.placements)
    while waiting:
        name = next(n for n, placed in waiting.items() if placed.on in done)
        del waiting[name]
        done.append(name)
    return done


@pytest.mark.parametrize("seed", range(30))
def test_frames_are_placed_in_the_order_of_writing_where_they_can_be(seed):
    draw = random.Random(seed)
    names = [f"f{i}" for i in range(draw.randint(1, 12))]
    rests_on = {name: draw.choice(["", *names[:i]]) for i, name in enumerate(names)}
    draw.shuffle(names)
    body = sarrus.Body("b", mass=1, inertia=(1, 1, 1))
    for i, name in enumerate(names):
        body.frame(name, (float(i), 0.0, 0.0), on=rests_on[name])
    poses = body.poses(lambda path, value, unit: value, False)
    assert list(poses) == slow_order(body)
    for name in names:
        way = names.index(name) + float(poses[rests_on[name]].p.x)
        assert float(poses[name].p.x) == way


def test_frames_that_cannot_be_placed_are_named():
    body = sarrus.Body("b", mass=1, inertia=(1, 1, 1))
    body.frame("good", (0, 0, 0))
    body.frame("one", (0, 0, 0), on="two")
    body.frame("two", (0, 0, 0), on="one")
    with pytest.raises(ModelError, match="frames one, two rest on each other or on nothing"):
        body.poses(lambda path, value, unit: value, False)


def test_frame_may_not_take_the_name_of_a_part_or_of_its_points():
    rod = sarrus.Rod(length=1, mass=1)
    single, several = sarrus.Body("s", rod), sarrus.Body("m", parts={"a": rod, "a-b": rod})
    for body, taken in ((single, "end"), (several, "a"), (several, "a-end"), (several, "a-b-start")):
        assert body.has_frame(taken)
        with pytest.raises(ModelError, match=f"the frame name '{body.name}.{taken}' is taken"):
            body.point(taken, (0, 0, 0))
    for body, free in (
        (single, "tip"),
        (several, "end"),
        (several, "a-tip"),
        (several, "a-b-"),
        (several, "b"),
    ):
        assert not body.has_frame(free)
        body.point(free, (0, 0, 0))
        assert body.has_frame(free)


def test_bodies_and_elements_are_found_by_name():
    m = sarrus.Mechanism("two", plane="xy")
    for name in ("first", "second"):
        m.add(sarrus.Body(name, sarrus.Rod(length=1, mass=1)))
    m.add(sarrus.Distance("strut", "first", "second", length=1))
    m.add(sarrus.Revolute("pin", "ground", "first"))
    model = m.snapshot()
    assert model.body_index == {"first": 0, "second": 1}
    assert model.written_order == {"pin": 0, "second": 1, "strut": 2}  # the second body floats


def test_structure_tells_kinds_and_lengths_of_lists_apart_but_no_numbers():
    def link(*points):
        return sarrus.Link(between=points, mass=1).structure()

    assert link((0, 0), (1, 0)) == link((3, 0), (2, 0)) != link((0, 0), (1, 0), (1, 1))
    pin, slide = (kind("J", "ground", "b").structure() for kind in (sarrus.Revolute, sarrus.Prismatic))
    assert pin == sarrus.Revolute("K", "a", "b").structure() != slide
