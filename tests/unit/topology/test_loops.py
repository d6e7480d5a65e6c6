"""Components that share a loop, against a search for every circle of the graph."""

import pytest

import sarrus
from sarrus.topology import body_at, loop_components, span


def circles(edges):
    """The edges of every simple circle, by walking on from every edge in every possible way."""
    found = []
    for first, (start, end) in edges.items():
        ways = [(end, (first,), (end,))]
        while ways:
            at, used, seen = ways.pop()
            if at == start:
                found.append(frozenset(used))
                continue
            for name, ends in edges.items():
                if name not in used and at in ends:
                    other = ends[1] if ends[0] == at else ends[0]
                    if other not in seen:
                        ways.append((other, (*used, name), (*seen, other)))
    return found


def slow_groups(model, tree):
    """Names that belong together: joined where they share one, until none do."""
    closing = [*(b.joint for b in tree.branches), *tree.cuts, *model.closings]
    edges = {e.name: tuple(body_at(model, place) for place in model.ends_of(e)) for e in closing}
    waiting = [frozenset({name}) for name in edges] + circles(edges)
    waiting += [
        frozenset({r.name, *(joint.name for joint, _, _ in model.coordinates_of(r))}) for r in model.relations
    ]
    groups = []
    for new in waiting:
        touched = [g for g in groups if g & new]
        groups = [g for g in groups if not g & new] + [new.union(*touched)]
    return set(groups)


def names(component):
    return [e.name for e in (*component.joints, *component.constraints, *component.relations)]


@pytest.mark.parametrize("seed", range(300))
def test_components_are_those_of_all_circles(tangle, seed):
    model = tangle(seed, most_bodies=6)
    tree = span(model)
    found = loop_components(model, tree)
    groups = [frozenset(names(c)) for c in found.coupled] + [frozenset({j.name}) for j in found.bridges]
    assert len(groups) == len(set(groups))
    assert set(groups) == slow_groups(model, tree)
    assert all(len(names(component)) > 1 for component in found.coupled)


@pytest.mark.parametrize("seed", range(50))
def test_components_are_in_the_order_of_writing(tangle, seed):
    model = tangle(seed)
    found = loop_components(model, span(model))
    written = [e.name for e in (*model.all_joints, *model.closings, *model.relations)]
    orders = [[written.index(name) for name in names(component)] for component in found.coupled]
    assert orders == sorted(sorted(order) for order in orders)
    bridges = [written.index(joint.name) for joint in found.bridges]
    assert bridges == sorted(bridges)


def row_of_four_bars(count):
    """Each on its own ground points, so that no two share a joint; and a pendulum beside them."""
    m = sarrus.Mechanism("row", plane="xy")
    for i in range(count):
        m.ground.point(f"D{i}", (1, 0))
        for part in ("a", "b", "c"):
            m.add(sarrus.Body(f"{part}{i}", sarrus.Rod(length=1, mass=1)))
        m.add(sarrus.Revolute(f"A{i}", "ground", f"a{i}.start"))
        m.add(sarrus.Revolute(f"B{i}", f"a{i}.end", f"b{i}.start"))
        m.add(sarrus.Revolute(f"C{i}", f"b{i}.end", f"c{i}.end"))
        m.add(sarrus.Revolute(f"D{i}", f"ground.D{i}", f"c{i}.start"))
    m.add(sarrus.Body("bob", sarrus.Rod(length=1, mass=1)))
    m.add(sarrus.Revolute("P", "ground", "bob.start"))
    return m


def test_four_bars_that_meet_at_ground_only_stay_apart():
    model = row_of_four_bars(3).snapshot()
    found = loop_components(model, span(model))
    assert [names(c) for c in found.coupled] == [[f"{j}{i}" for j in "ABCD"] for i in range(3)]
    assert [j.name for j in found.bridges] == ["P"]


def test_gear_makes_one_component_of_two_loops_and_driver_one_of_a_bridge():
    m = row_of_four_bars(2)
    m.add(sarrus.Gear("mesh", "A0.theta", "D1.theta", first_radius=0.5, second_radius=0.5))
    m.add(sarrus.Motion("motor", "P.theta", "t"))
    model = m.snapshot()
    found = loop_components(model, span(model))
    both = ["A0", "B0", "C0", "D0", "A1", "B1", "C1", "D1", "mesh"]
    assert [names(c) for c in found.coupled] == [both, ["P", "motor"]]
    assert found.bridges == ()


def test_long_loops_need_no_recursion():
    m = sarrus.Mechanism("ring")
    count = 3000
    for i in range(count):
        m.add(sarrus.Body(f"b{i}", mass=1, inertia=(1, 1, 1)))
        m.add(sarrus.Revolute(f"J{i}", f"b{i - 1}" if i else "ground", f"b{i}"))
    m.add(sarrus.Revolute("last", f"b{count - 1}", "ground"))
    model = m.snapshot()
    (component,) = loop_components(model, span(model)).coupled
    assert len(component.joints) == count + 1
