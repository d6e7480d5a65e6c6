"""Spanning trees: which joint is cut, in which direction joints are walked."""

import sarrus
from sarrus.topology import GROUND, counted_mobility, loop_of, span


def four_bar(order="ABCD", plane="xy"):
    m = sarrus.Mechanism("four-bar", plane=plane)
    m.ground.point("D", (1, 0) if plane else (1, 0, 0))
    for name in ("crank", "coupler", "rocker"):
        m.add(sarrus.Body(name, sarrus.Rod(length=1, mass=1)))
    ends = {
        "A": ("ground", "crank.start"),
        "B": ("crank.end", "coupler.start"),
        "C": ("coupler.end", "rocker.end"),
        "D": ("ground.D", "rocker.start"),
    }
    for name in order:
        m.add(sarrus.Revolute(name, *ends[name]))
    return m


def test_tree_grows_breadth_first_so_loops_stay_short():
    tree = span(four_bar().snapshot())
    assert [b.joint.name for b in tree.branches] == ["A", "D", "B"]
    assert [c.name for c in tree.cuts] == ["C"]
    assert [b.parent for b in tree.branches] == [GROUND, GROUND, 0]


def test_driven_joint_is_never_cut():
    m = four_bar()
    m.add(sarrus.Motion("motor", "C.theta", "t"))
    assert "C" not in [c.name for c in span(m.snapshot()).cuts]


def test_joint_with_a_start_value_is_kept_before_others():
    m = four_bar()
    m.start(guess={"C.theta": 1.0})
    assert "C" not in [c.name for c in span(m.snapshot()).cuts]


def test_joint_walked_from_follower_to_base_is_marked():
    m = sarrus.Mechanism("backward", plane="xy")
    m.add(sarrus.Body("bar", sarrus.Rod(length=1, mass=1)))
    m.add(sarrus.Revolute("pin", "bar.start", "ground"))
    (branch,) = span(m.snapshot()).branches
    assert branch.reversed and branch.parent == GROUND


def test_body_without_a_path_to_ground_floats():
    m = sarrus.Mechanism("floating", plane="xy")
    for name in ("one", "two"):
        m.add(sarrus.Body(name, sarrus.Rod(length=1, mass=1)))
    m.add(sarrus.Revolute("pin", "one.end", "two.start"))
    model = m.snapshot()
    tree = span(model)
    assert [b.joint.name for b in tree.branches] == ["one", "pin"]
    assert set(model.coordinates) == {"one.x", "one.y", "one.psi", "pin.theta"}
    assert counted_mobility(model) == 4


def test_loop_is_told_by_its_joints():
    model = four_bar().snapshot()
    tree = span(model)
    assert set(loop_of(model, tree, tree.cuts[0])) == set("ABCD")


def test_counted_mobility_in_plane_and_space():
    assert counted_mobility(four_bar().snapshot()) == 1
    assert counted_mobility(four_bar(plane=None).snapshot()) == -2


def test_every_kind_of_constraint_counts_its_own_rows():
    m = sarrus.Mechanism("held")
    m.add(sarrus.Body("bar", sarrus.Rod(length=1, mass=1)))
    for i in range(2):
        m.add(sarrus.Distance(f"strut{i}", "ground", "bar", length=1))
    assert counted_mobility(m.snapshot()) == 6 - 2
    m.add(sarrus.PointOnLine("track", "ground", "bar"))
    assert counted_mobility(m.snapshot()) == 6 - 2 - 2
