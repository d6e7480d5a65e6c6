"""Mistakes that drawn mechanisms found, each in the smallest mechanism that shows it."""

import pytest

from sarrus import Body, Mechanism, Prismatic, Revolute
from sarrus.analysis.assembly.start import find_start


def twice(kind, shift):
    """A body held twice by the same joint; the second one forbids nothing new, but its rows are rounding, not zero."""
    m = Mechanism("held twice")
    body = m.add(Body("b", mass=2.0, center=(0.3, 0.1, 0.2), inertia=(0.3, 0.4, 0.5)))
    turn, here = (0.3, 0.7, -0.2), (0.31, -0.17, 0.23)
    for holder in (m.ground, body):
        holder.frame("a", here, turn)
        holder.frame("c", shift, on="a")
    m.add(kind("one", m.ground.a, body.a))
    m.add(kind("two", m.ground.c, body.c))
    return m


@pytest.mark.parametrize(
    ("kind", "coordinate", "shift"),
    [(Revolute, "theta", (0.0, 0.0, 0.7)), (Prismatic, "s", (0.4, 0.3, 0.2))],
)
def test_assembly_leaves_a_redundant_start_as_it_is(kind, coordinate, shift):
    """The slopes of redundant rows are rounding: a step, or a change of speeds, divided by them is noise."""
    for number in (0.3, -0.949, 1.1, 2.4):
        m = twice(kind, shift)
        m.start(guess={f"one.{coordinate}": number, f"one.{coordinate}_dot": 1.5})
        found = find_start(m.snapshot())
        assert found.values[f"one.{coordinate}"] == pytest.approx(number, abs=1e-12)
        assert found.values[f"one.{coordinate}_dot"] == pytest.approx(1.5, abs=1e-12)
        assert found.values[f"two.{coordinate}_dot"] == pytest.approx(1.5, abs=1e-12)
