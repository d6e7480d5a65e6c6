"""What is published: every quantity has a name of its own."""

import pytest

import sarrus
from sarrus.mechanics import FORMULATIONS, formulate


@pytest.mark.parametrize("rolled", [False, True], ids=["straight", "loops"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_every_published_quantity_has_a_name_of_its_own(formulation, rolled):
    """Also where the mass centre is a point of a solid, or is given as numbers."""
    m = sarrus.Mechanism("three bodies", plane="xy")
    m.add(sarrus.Body("rod", sarrus.Rod(length=1.0, mass=2.0)))
    m.add(sarrus.Body("numbers", mass=1.0, center=(0.2, 0.0), inertia=0.1, points={"top": (0.4, 0.0)}))
    m.add(sarrus.Body("parts", parts={"one": sarrus.Rod(length=1.0, mass=2.0)}))
    m.add(sarrus.Revolute("A", "ground", "rod.start"))
    m.add(sarrus.Revolute("B", "rod.end", "numbers"))
    m.add(sarrus.Revolute("C", "numbers.top", "parts.center"))
    names = [c.name for c in formulate(m.snapshot(), formulation, rolled=rolled).channels]
    assert [n for n in names if names.count(n) > 1] == []
    assert {f"{body}.center.x" for body in ("rod", "numbers", "parts")} <= set(names)
