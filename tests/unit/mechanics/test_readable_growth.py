"""How a page grows with the number of bodies: sizes, kinds, ranges, and that every formula of a kind is right.

Sizes are bytes of formulas (what stands between dollars); the targets are those of the sample page, in kilobytes.
"""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.elements.body import Body
from sarrus.elements.drivers import Motion
from sarrus.elements.forces import AppliedTorque, Gravity, SpringDamper
from sarrus.elements.joints import Prismatic, Revolute, Spherical
from sarrus.elements.solids import Box, Rod
from sarrus.mechanics.readable import readable
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.page.page import Page
from sarrus.mechanics.readable.page.runs import in_ranges
from sarrus.mechanics.readable.page.shapes import shapes_of
from sarrus.mechanics.readable.print.plain import Plain
from sarrus.model import Mechanism
from tests.unit.mechanics.test_readable_print import chain, formulas


def fourbars(count):
    """Square windows in a row: cranks on ground pins one metre apart, couplers between their tops."""
    m = Mechanism("windows", plane="xy")
    bars = [m.add(Body(f"crank{k}", Rod(length=1, mass=1))) for k in range(count + 1)]
    couplers = [m.add(Body(f"coupler{k}", Rod(length=1, mass=1))) for k in range(count)]
    for k, bar in enumerate(bars):
        m.add(Revolute(f"A{k}", m.ground.point(f"P{k}", (k, 0)), bar.start))
    for k, coupler in enumerate(couplers):
        m.add(Revolute(f"B{k}", bars[k].end, coupler.start))
        m.add(Revolute(f"C{k}", coupler.end, bars[k + 1].end))
    m.add(Gravity("weight", (0, -9.81)))
    return m


def uneven(links):
    """A chain in which no two links have the same length: nothing can be said once for all bodies."""
    m = Mechanism("uneven", plane="xy")
    lengths = m.parameters(**{f"l{k}": 0.1 + 0.01 * k for k in range(links)})
    last = m.ground
    for k, l in enumerate(lengths):
        link = m.add(Body(f"link{k}", Rod(length=l, mass=1 + k)))
        m.add(Revolute(f"j{k}", last, link.start))
        last = link.end
    m.add(Gravity("weight", (0, -9.81)))
    return m


def mixed(links, plane="xy"):
    """A chain with other joints in it, springs along it, turned frames and a motor."""
    m = chain(links, plane)
    z = () if plane else (0,)
    for k in range(1, links, 3):
        one, two = f"link{k}.end", f"link{k + 1}"
        m.add(SpringDamper(f"s{k}", one, two, stiffness=100 + k, damping=2, free_length=0.1))
    m.add(AppliedTorque("push", "link1", "link2", moment=2 if plane else (1, 2, 3)))
    rail = m.ground.frame("rail", (0.5, 0.1, *z), 0.3 if plane else (0.3, 0.2, 0.1))
    m.add(Prismatic("slide", rail, f"link{links}"))
    if not plane:
        m.add(Spherical("ball", m.ground, f"link{links}.end"))
    m.add(Motion("motor", "slide.s", "0.1*sin(t)"))
    return m


def size(make):
    return sum(len(f.encode()) for f in formulas(readable(make().snapshot()).markdown()))


SIZES = [
    ("chain, 12 planar", lambda: chain(12), 8000),
    ("uneven chain, 12 planar", lambda: uneven(12), 8000),
    ("4 four-bars, 9 planar", lambda: fourbars(4), 8000),
    ("chain, 12 spatial", lambda: chain(12, None), 8000),
    ("chain, 30 planar", lambda: chain(30), 12000),
    ("uneven chain, 30 planar", lambda: uneven(30), 12000),
    ("mixed chain, 30 planar", lambda: mixed(30), 12000),
    ("10 four-bars, 21 planar", lambda: fourbars(10), 12000),
    ("chain, 30 spatial", lambda: chain(30, None), 12000),
    ("chain, 200 planar", lambda: chain(200), 5000),
    ("100 four-bars, 201 planar", lambda: fourbars(100), 15000),
    ("chain, 200 spatial", lambda: chain(200, None), 5000),
]


@pytest.mark.parametrize(("make", "target"), [s[1:] for s in SIZES], ids=[s[0] for s in SIZES])
def test_page_is_no_longer_than_its_target(make, target):
    found = size(make)
    print(f"{found} B of formulas, target {target} B")
    assert found <= target


def test_work_of_printing_grows_as_the_number_of_bodies(calls):
    """20 % allow for sorting, and for what is printed once."""
    small, large = chain(100).snapshot(), chain(200).snapshot()
    assert calls(lambda: readable(large).markdown()) < 2.2 * calls(lambda: readable(small).markdown())


def test_shapes_written_out_are_the_definitions_they_came_from():
    system = readable(fourbars(4).snapshot()).system
    groups = [(g[0].name.index[-1], list(g)) for g in zip(*system.inertia.lines, strict=True)]
    shapes = shapes_of(groups)
    assert len(shapes) == 1
    assert {d for s in shapes for d in s.written_out()} == {d for _, g in groups for d in g}


def test_runs_of_equal_instances_are_one_line():
    found = readable(chain(200).snapshot()).markdown()
    assert "Bodies $i$: link1 .. link200" in found
    assert (
        "| `j2` .. `j200` | link1.end .. link199.end | $(l,0)$ | link2.start .. link200.start | 0 |" in found
    )
    windows = readable(fourbars(100).snapshot()).markdown()
    assert (
        "| `A1` .. `A100` | ground.P1 .. ground.P100 | (1, 0) .. (100, 0) | crank1.start .. crank100.start | 0 |"
        in windows
    )


def test_numbers_that_jump_are_no_range():
    plain = Plain()
    rows = [((name,),) for name in ("a1", "a2", "a3", "a7", "a9", "a11", "b")]
    assert [r[0] for r in in_ranges(rows, plain)] == [
        ("a1", " .. ", "a3"),
        ("a7",),
        ("a9",),
        ("a11",),
        ("b",),
    ]


def test_long_tables_stop_and_name_the_command_for_all():
    m = Mechanism("bag", plane="xy")
    rng = np.random.default_rng(0)
    for k in rng.permutation(np.arange(0, 300, 4))[:70]:
        name = f"stone{k}"
        body = m.add(Body(name, mass=1, inertia=0.1))
        m.add(Revolute(f"pin{k}", m.ground.point(f"at{k}", tuple(rng.uniform(-1, 1, 2))), body))
    model = m.snapshot()
    short, long = readable(model).markdown(), readable(model, complete=True).markdown()
    assert "and 30 more lines: `sarrus equations MODEL --all`" in short
    assert "more lines" not in long and long.count("| `pin") == 70


def test_jacobian_of_many_bodies_is_a_pattern_of_dots():
    found = readable(fourbars(10).snapshot()).markdown()
    assert "\nB0   F..........M.........\n" in found
    assert "\nC0   .F.........M.........\n" not in found and "\nC0   .M.........F.........\n" in found


def test_pages_of_all_lengths_use_the_kinds_they_should():
    page = Page(readable(chain(21).snapshot()).system, PageRequest(), Plain())
    assert page.by_kinds and [len(k.instances) for k in page.kinds.joints] == [21]
    assert not Page(readable(chain(20).snapshot()).system, PageRequest(), Plain()).by_kinds


def test_boxes_in_space_say_their_inertia_once():
    m = chain(8, None)
    m.add(Body("extra", Box(length=0.3, width=0.2, height=0.1, mass=2)))
    found = readable(m.snapshot()).markdown()
    assert "2 (extra)" in found and "1 (link1 .. link8)" in found
