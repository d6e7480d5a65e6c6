"""Everything before the equations grows in proportion to the mechanism.

Work is counted in lines of Python that are run, which no other load of the machine changes. An exponent of 1.1 is the
bar for trees; a search through all joints for every body would show as one near 2.
"""

import math
import sys

import pytest

import sarrus
from sarrus.io import dumps, loads, yaml_text
from sarrus.topology import counted_mobility, loop_components, loop_of, span

STEEPEST = 1.1
COUNTS = (40, 160)


def chain(count):
    """Spatial bodies in a row, with frames, springs and start values."""
    m = sarrus.Mechanism("chain")
    last = m.ground
    for i in range(count):
        body = m.add(sarrus.Body(f"b{i}", sarrus.Rod(length=1.0, mass=1.0)))
        body.frame("pin", (0.0, 0.0, 0.0), turn=("90 deg", 0.0, 0.0))
        m.add(sarrus.Revolute(f"J{i}", last, body.pin))
        m.add(sarrus.SpringDamper(f"S{i}", "ground", body.end, stiffness="2*pi", free_length="300 mm"))
        last = body.end
    m.start(guess={f"J{i}.theta": 0.1 for i in range(0, count, 3)})
    return m


def four_bars(count):
    """Planar four-bars in a row, each sharing a rocker with the next, on as many points of ground; some geared."""
    m = sarrus.Mechanism("row", plane="xy")
    for i in range(count + 1):
        at = m.ground.point(f"P{i}", (float(i), 0.0))
        m.add(sarrus.Body(f"r{i}", sarrus.Rod(length=1.0, mass=1.0)))
        m.add(sarrus.Revolute(f"P{i}", at, f"r{i}.start"))
        if i:
            m.add(sarrus.Distance(f"D{i}", f"r{i - 1}.end", f"r{i}.end", length=1.0))
            bar = m.add(sarrus.Body(f"c{i}", sarrus.Rod(length=1.0, mass=1.0)))
            m.add(sarrus.Revolute(f"Q{i}", f"r{i - 1}.end", bar.start))
            m.add(sarrus.Revolute(f"S{i}", bar.end, f"r{i}.end"))
            m.add(sarrus.Coupler(f"C{i}", f"P{i - 1}.theta", f"P{i}.theta", ratio=1.0))
    return m


def grid(count):
    """Bodies in ten rows, each on its neighbours by balls."""
    m = sarrus.Mechanism("grid")
    m.add(sarrus.Body("b0-0", mass=1.0, inertia=(1.0, 1.0, 1.0)))
    m.add(sarrus.Weld("base", "ground", "b0-0"))
    for i in range(count // 10):
        for k in range(10):
            if i or k:
                m.add(sarrus.Body(f"b{i}-{k}", mass=1.0, inertia=(1.0, 1.0, 1.0)))
            if i:
                m.add(sarrus.Spherical(f"h{i}-{k}", f"b{i - 1}-{k}", f"b{i}-{k}"))
            if k:
                m.add(sarrus.Spherical(f"v{i}-{k}", f"b{i}-{k - 1}", f"b{i}-{k}"))
    return m


def lines_run(action):
    """How many lines of Python an action runs."""
    count = 0

    def trace(frame, event, argument):
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(before)
    return count


def with_tree(mechanism):
    """The model of a mechanism, and its tree."""
    model = mechanism.snapshot()
    return model, span(model)


def find_loops(model, tree):
    """Of every cut and every constraint."""
    return [loop_of(model, tree, closing) for closing in (*tree.cuts, *model.closings)]


STAGES = {
    "snapshot": (lambda mechanism: mechanism, lambda mechanism: mechanism.snapshot()),
    "span": (lambda mechanism: mechanism.snapshot(), span),
    "mobility": (lambda mechanism: mechanism.snapshot(), counted_mobility),
    "components": (with_tree, lambda given: loop_components(*given)),
    "write": (lambda mechanism: mechanism, dumps),
    "read yaml": (dumps, loads),
    "read json": (lambda mechanism: dumps(mechanism, "a.json"), lambda text: loads(text, "a.json")),
}
"""What is prepared, and what of it is counted."""


def exponent(sizes, lines):
    return math.log(lines[1] / lines[0]) / math.log(sizes[1] / sizes[0])


@pytest.mark.parametrize("make", [chain, four_bars, grid])
def test_building_grows_in_proportion(make):
    sizes = [len(make(count).names()) for count in COUNTS]
    assert exponent(sizes, [lines_run(lambda count=count: make(count)) for count in COUNTS]) <= STEEPEST


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("make", [chain, four_bars, grid])
def test_work_grows_in_proportion(make, stage, monkeypatch):
    monkeypatch.setattr(yaml_text, "SMALL", 0)  # one parser for both
    prepare, action = STAGES[stage]
    made = [make(count) for count in COUNTS]
    given = [prepare(mechanism) for mechanism in made]
    lines = [lines_run(lambda item=item: action(item)) for item in given]
    assert exponent([len(mechanism.names()) for mechanism in made], lines) <= STEEPEST


@pytest.mark.parametrize("make", [chain, four_bars, grid])
def test_loops_cost_as_much_as_they_are_long(make):
    given = [with_tree(closed(make(count))) for count in COUNTS]
    sizes = [sum(map(len, find_loops(*item))) for item in given]
    assert exponent(sizes, [lines_run(lambda item=item: find_loops(*item)) for item in given]) <= STEEPEST


def closed(mechanism):
    """With a constraint between neighbours, so that even a chain has loops, and as many as bodies."""
    for i, body in enumerate(mechanism.bodies[1:]):
        mechanism.add(sarrus.Distance(f"short{i}", mechanism.bodies[i].name, body.name, length=1.0))
    return mechanism
