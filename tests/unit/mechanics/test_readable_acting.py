"""What acts on each body: the drawn loads, added up, are the loads that the equations print, and nothing else."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus import Body, Mechanism, Revolute
from sarrus.elements.forces import AppliedForce, Gravity, SpringDamper
from sarrus.mechanics.readable import readable
from sarrus.mechanics.readable.algebra.terms import Name
from sarrus.mechanics.readable.page.acting import ActingState, LoadSource, acting_loads
from sarrus.mechanics.readable.page.cuts import cuts_of
from sarrus.mechanics.readable.print.plain import Plain
from tests.unit.mechanics import test_readable_elements as elements
from tests.unit.mechanics import test_readable_forces as forces
from tests.unit.mechanics.test_readable import everything_in_space, everything_in_the_plane

EXAMPLES = Path(__file__).parents[3] / "examples"
MODELS = {
    "everything in the plane": everything_in_the_plane,
    "everything in space": everything_in_space,
    "wheels": elements.wheels,
    "shafts": elements.shafts,
    "mounts": forces.mounts,
    "mounts in space": forces.mounts_in_space,
    "states": forces.states,
    "states in space": forces.states_in_space,
    "friction": lambda: forces.rubbing("coulomb"),
}


def at_random(make, seed=3):
    """The system, a state, and values of everything printed there with random multipliers."""
    page = readable(make().snapshot())
    system, rng = page.system, np.random.default_rng(seed)
    n = system.coordinate_count
    state = ActingState(0.3, rng.uniform(-0.9, 0.9, n), rng.uniform(-1, 1, n))
    lam = rng.uniform(-1, 1, sum(len(row.labels) for row in system.rows))
    return system, state, page.evaluate(state.t, state.q, state.v, lam=lam).named


def by_symbol(system, named):
    """Values of all numbers that may stand beside an arrow."""
    plain, found = Plain(cuts_of(system)), {}
    for name, value in named.items():
        if name.rank == 0:
            found[plain.name(name)] = float(value)
        elif name.rank == 1:
            for axis, part in zip("xyz", value, strict=False):
                found[plain.name(Name(name.letter, (*name.index, axis), 0, name.mark))] = float(part)
    return found


def wrenches(system, loads, named):
    """Force and moment about the frame origin of each body, in ground components."""
    values, total = by_symbol(system, named), defaultdict(lambda: np.zeros(6))
    for load in loads:
        vector = load.vector * (values[load.name] if load.is_unit else 1.0)
        r = np.zeros(3)
        position = named[system.points.body(load.body).r]
        r[: len(position)] = position
        if load.quantity == "torque":
            total[load.body][3:] += vector
        else:
            total[load.body] += [*vector, *np.cross(load.at - r, vector)]
    return total


def printed(system, named, letter, mark=""):
    """What the equations add up for each body, in ground components."""
    found = {}
    for body in system.bodies:
        name = Name(letter, (body.name,), 1, mark)
        whole = np.zeros(6)
        if name in named:
            stack = np.asarray(named[name], dtype=float)
            size = 2 if system.model.planar else 3
            whole[:size] = stack[:size]
            turned = stack[size:] if size == 2 else np.asarray(named[body.A], dtype=float) @ stack[size:]
            whole[5 if size == 2 else 3 :] = turned
        found[body.name] = whole
    return found


@pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
def test_drawn_loads_add_up_to_the_printed_ones(make):
    system, state, named = at_random(make)
    seen, unseen = acting_loads(system, state)
    own = [load for load in seen if load.source is not LoadSource.FIELD]
    total = wrenches(system, own, named)
    applied, reactions = printed(system, named, "f", "a"), printed(system, named, "w")
    for body in system.bodies:
        wanted = applied[body.name] + reactions[body.name]
        # both are sums of the same few products
        np.testing.assert_allclose(total[body.name], wanted, rtol=0, atol=1e-12 * (1 + np.abs(wanted).max()))
    assert not unseen


@pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
def test_reactions_act_on_two_bodies_with_opposite_signs_or_on_one_and_ground(make):
    system, state, _ = at_random(make)
    seen, _ = acting_loads(system, state)
    joints = {joint.joint.name: joint for joint in system.joints}
    found = defaultdict(dict)
    for load in seen:
        if load.owner in joints and load.source is LoadSource.REACTION:
            key = load.name, load.quantity
            assert load.body not in found[key]
            found[key][load.body] = load
    assert {name for name, _ in found} >= {
        text
        for row in system.rows
        if row.owner in joints
        for text in _symbols(system, row)
        if row.multiplier.rank
    }
    for (name, _), ends in found.items():
        joint = joints[next(iter(ends.values())).owner]
        bodies = {system.points.owner(place) for place in (joint.base, joint.follower)}
        assert set(ends) <= bodies - {"ground"}, name
        if len(ends) == 2:
            one, two = ends.values()
            np.testing.assert_allclose(one.vector, -two.vector, atol=1e-12)
        else:
            assert "ground" in bodies, name


def _symbols(system, row):
    plain = Plain(cuts_of(system))
    return [plain.name(Name("lambda", (*row.multiplier.index, axis))) for axis in "xyz"[: len(row.labels)]]


def swing(wall=(0.4, 0.3), push=(0.0, 0.0)):
    """A bar on a pin with weight, a spring to ground, and a push."""
    m = Mechanism("swing", plane="xy")
    bar = m.add(Body("bar", mass=2, center=(0.2, 0), inertia=0.05, points={"tip": (0.4, 0)}))
    m.add(Body("lonely", mass=1, inertia=0.1))
    m.add(Revolute("pin", m.ground, bar))
    m.add(SpringDamper("spring", m.ground.point("wall", wall), bar.tip, stiffness=100, free_length=0.1))
    m.add(AppliedForce("push", bar.tip, force=push))
    m.add(Gravity("weight", (0, -9.81)))
    return m


def loads_of(mechanism, q):
    system = readable(mechanism.snapshot()).system
    seen, unseen = acting_loads(system, ActingState(0.0, q, [0.0] * len(q)))
    return {(load.owner, load.body, load.quantity): load for load in seen}, unseen


REST = [0.0] * 6


def test_a_spring_pulls_at_its_end_along_its_line():
    seen, _ = loads_of(swing(), REST)
    spring = seen["spring", "bar", "force"]
    assert (spring.symbol, spring.is_unit) == ("F_spring", True)
    np.testing.assert_allclose(spring.at, [0.4, 0, 0])
    np.testing.assert_allclose(spring.towards, [0.4, 0.3, 0])
    np.testing.assert_allclose(spring.vector, [0, 1, 0])


def test_weight_acts_at_the_mass_centre_and_has_no_torque_there():
    seen, _ = loads_of(swing(), REST)
    weight = seen["weight", "bar", "force"]
    assert (weight.symbol, weight.is_unit) == ("m_bar γ", False)
    np.testing.assert_allclose(weight.at, [0.2, 0, 0])
    np.testing.assert_allclose(weight.vector, [0, -2 * 9.81, 0])
    assert ("weight", "bar", "torque") not in seen


def test_a_force_without_direction_is_named_with_its_reason():
    _, unseen = loads_of(swing(), REST)
    assert [(u.owner, u.body, u.symbol, u.why) for u in unseen] == [
        ("push", "bar", "F_push", "is zero in this state")
    ]
    _, unseen = loads_of(swing(wall=(0.4, 0.0), push=(1.0, 0.0)), REST)
    assert [(u.owner, u.symbol, u.why) for u in unseen] == [
        ("spring", "F_spring", "has no direction in this pose")
    ]


@pytest.mark.parametrize("name", ["four-bar", "slider-crank-3d", "cardan-shaft", "rack-and-pinion"])
def test_bodies_that_are_held_are_loaded(name):
    mechanism = sarrus.load(EXAMPLES / f"{name}.yaml")
    system = readable(mechanism.snapshot()).system
    n = system.coordinate_count
    seen, _ = acting_loads(system, ActingState(0.0, [0.0] * n, [0.0] * n))
    assert {load.body for load in seen} == {body.name for body in mechanism.snapshot().bodies}
