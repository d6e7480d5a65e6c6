"""Nothing that an element states is ignored: who does not know a statement refuses it by name."""

import pytest

import sarrus
from sarrus import Body, Gravity, Mechanism, Revolute
from sarrus.elements.statements import STATEMENTS, statements_of
from sarrus.equations import formulate
from sarrus.equations.mechanics import KNOWN


class Skating(Revolute):
    """A hinge that also states a velocity that may not be."""

    keyword = "skating"

    def slip(self, X_FM, V_FM):
        """No motion along x."""
        return (V_FM.v.x,)


def pendulum(joint=Skating):
    mechanism = Mechanism("pendulum", plane="xy")
    mechanism.add(Body("bar", mass=1.0, inertia=0.1))
    mechanism.add(joint("A", "ground", "bar"))
    mechanism.add(Gravity("weight", (0, -9.81)))
    return mechanism


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
@pytest.mark.parametrize("rolled", [False, True], ids=["straight-line", "loops"])
def test_unknown_statement_is_refused_by_both_recorders(formulation, rolled):
    with pytest.raises(sarrus.ModelError, match=r"A: skating states 'slip' .*the equations do not know that"):
        formulate(pendulum().snapshot(), formulation, rolled=rolled)


def test_unknown_statement_is_refused_where_equations_are_printed():
    with pytest.raises(sarrus.ModelError, match="skating states 'slip'"):
        sarrus.equations(pendulum())


def test_unknown_statement_is_refused_before_anything_runs():
    with pytest.raises(sarrus.ModelError, match="Known are: closure"):
        sarrus.simulate(pendulum(), 1.0)


def test_elements_state_what_they_have():
    assert statements_of(Skating("A", "ground", "bar")) == ["closure", "slip"]
    assert statements_of(Gravity("weight", (0, -9.81))) == ["energy"]
    assert set(KNOWN) < set(STATEMENTS)


def test_row_without_a_unit_is_refused_when_its_class_is_made():
    with pytest.raises(TypeError, match=r"row 'parallel\.x' of Bad has no unit\. Write lengths"):
        type("Bad", (Revolute,), {"rows": ("parallel.x",)})
