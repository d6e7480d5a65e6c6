"""Random mechanisms of every kind of graph: trees, loops in loops, parallel joints, bodies that float."""

import random

import pytest

import sarrus

IN_PLANE = (sarrus.Revolute, sarrus.Prismatic, sarrus.Weld, sarrus.Planar, sarrus.Free)
IN_SPACE = (*IN_PLANE, sarrus.Spherical, sarrus.Universal, sarrus.Cylindrical)


def tangle(seed, most_bodies=7):
    """A checked mechanism whose joints, constraints, relations, springs and start values are drawn."""
    draw = random.Random(seed)
    planar = draw.random() < 0.4
    model = sarrus.Mechanism("tangle", plane="xy" if planar else None)
    names = [f"b{i}" for i in range(draw.randint(1, most_bodies))]
    draw.shuffle(names)
    for name in names:
        model.add(sarrus.Body(name, mass=1, inertia=1 if planar else (1, 1, 1)))

    def two_bodies():
        return draw.sample(["ground", *names], 2)

    coordinates = []
    for i in range(draw.randint(0, 2 * len(names))):
        joint = model.add(draw.choice(IN_PLANE if planar else IN_SPACE)(f"J{i}", *two_bodies()))
        coordinates += [f"{joint.name}.{c.name}" for c in (joint.in_plane() if planar else joint).coordinates]
    for i in range(draw.choice((0, 0, 1, 2))):
        model.add(sarrus.Distance(f"D{i}", *two_bodies(), length=1))
    draw.shuffle(coordinates)
    for i in range(draw.choice((0, 0, 1, 2)) if len(coordinates) > 4 else 0):
        model.add(sarrus.Coupler(f"C{i}", *draw.sample(coordinates, 2), ratio=2))
    for name in coordinates[: draw.choice((0, 0, 1))]:
        model.add(sarrus.Motion(f"M-{name.replace('.', '-')}", name, "t"))
    turns = [name for name in coordinates if name.endswith("theta")]
    for name in turns[: draw.choice((0, 0, 2))]:
        model.add(sarrus.TorsionalSpringDamper(f"T-{name.split('.')[0]}", name, stiffness=1))
    guessed = draw.sample(coordinates, min(len(coordinates), draw.choice((0, 0, 1, 3))))
    model.start(guess=dict.fromkeys(guessed, 0.1))
    return model.snapshot()


@pytest.fixture(scope="session", name="tangle")
def fixture_tangle():
    """The function that draws a mechanism for a seed."""
    return tangle
