"""Nothing that an element states is ignored: who does not know a statement refuses it by name."""

import pytest

import sarrus
from sarrus import AngleSensor, Body, Gravity, Mechanism, PointSensor, Prismatic, Revolute
from sarrus.elements.base import length, lengths
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.elements.forces.base import Force, Point
from sarrus.elements.sensors.base import Sensor
from sarrus.elements.statements import STATEMENTS, statements_of
from sarrus.mechanics import formulate
from sarrus.mechanics.orchestration import KNOWN


class Heavy(Revolute):
    """A hinge that also states a kinetic energy."""

    keyword = "heavy"

    def kinetic(self, X_FM, V_FM):
        """As if a mass went with it."""
        return V_FM.w.dot(V_FM.w)


def pendulum(joint=Heavy):
    mechanism = Mechanism("pendulum", plane="xy")
    mechanism.add(Body("bar", mass=1.0, inertia=0.1))
    mechanism.add(joint("A", "ground", "bar"))
    mechanism.add(Gravity("weight", (0, -9.81)))
    return mechanism


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
@pytest.mark.parametrize("rolled", [False, True], ids=["straight-line", "loops"])
def test_unknown_statement_is_refused_by_both_recorders(formulation, rolled):
    with pytest.raises(
        sarrus.ModelError, match=r"A: heavy states 'kinetic' .*the equations do not know that"
    ):
        formulate(pendulum().snapshot(), formulation, rolled=rolled)


def test_unknown_statement_is_refused_where_equations_are_printed():
    with pytest.raises(sarrus.ModelError, match="heavy states 'kinetic'"):
        sarrus.equations(pendulum())


def test_unknown_statement_is_refused_before_anything_runs():
    with pytest.raises(sarrus.ModelError, match="Known are: closure"):
        sarrus.simulate(pendulum(), 1.0)


def test_elements_state_what_they_have():
    assert statements_of(Heavy("A", "ground", "bar")) == ["closure", "kinetic"]
    assert statements_of(Revolute("A", "ground", "bar")) == ["closure"]
    assert statements_of(Fast("it", "ground", "bar")) == ["closure", "slip"]
    assert statements_of(Gravity("weight", (0, -9.81))) == ["energy"]
    assert set(KNOWN) < set(STATEMENTS)


def test_row_without_a_unit_is_refused_when_its_class_is_made():
    with pytest.raises(TypeError, match=r"row 'parallel\.x' of Bad has no unit\. Write lengths"):
        type("Bad", (Revolute,), {"rows": ("parallel.x",)})
    with pytest.raises(TypeError, match=r"row 'slip\.x' of Bad has no unit\. Write lengths"):
        type("Bad", (FrameConstraint,), {"slips": ("slip.x",)})


class TooMany(FrameConstraint):
    """Names one row and states two."""

    rows = lengths("p_FM.y_F")

    def closure(self, X_FM):
        return X_FM.p.y, X_FM.p.x


class TooFew(TooMany):
    """Names two rows and states one."""

    rows = lengths("p_FM.y_F", "p_FM.x_F")

    def closure(self, X_FM):
        return (X_FM.p.y,)


class Fast(FrameConstraint):
    """Its row is not linear in the twist."""

    slips = lengths("slip")

    def slip(self, X_FM, V_FM):
        return (V_FM.v.dot(V_FM.v),)


class Pushed(Fast):
    """Its row does not vanish at rest."""

    def slip(self, X_FM, V_FM):
        return (V_FM.v.x - 0.5 * X_FM.p.y,)


class Unnamed(Fast):
    """States a row of velocities more than it names."""

    def slip(self, X_FM, V_FM):
        return V_FM.v.x, V_FM.v.y


class Unsaid(FrameConstraint):
    """Names a row of velocities that it does not state."""

    slips = lengths("slip")


class Blind(Sensor):
    """Names two quantities and sees one."""

    quantities = (length("a"), length("b"))

    def measure(self, X_FM):
        return (X_FM.p.x,)


class Bent(Force):
    """Its power is not linear."""

    ends = ("at",)
    port = Point

    def power(self, port, virtual):
        return -virtual.v.norm()


@pytest.mark.parametrize("rolled", [False, True], ids=["straight-line", "loops"])
@pytest.mark.parametrize(
    ("element", "said"),
    [
        (TooMany("it", "ground", "bar"), "`closure` of too-many gives 2 numbers, but `rows` has 1"),
        (TooFew("it", "ground", "bar"), "`closure` of too-few gives 1 number, but `rows` has 2"),
        (Fast("it", "ground", "bar"), "`slip` of fast is not linear in the twist"),
        (Pushed("it", "ground", "bar"), "`slip` of pushed is not linear in the twist .*0 where both are 0"),
        (Unnamed("it", "ground", "bar"), "`slip` of unnamed gives 2 numbers, but `slips` has 1"),
        (Unsaid("it", "ground", "bar"), "`slip` of unsaid gives 0 numbers, but `slips` has 1"),
        (Blind("it", "ground", "bar"), "`measure` of blind gives 1 number, but `quantities` has 2"),
        (Bent("it", "bar"), "`power` of bent is not linear in the virtual motion"),
    ],
    ids=lambda x: type(x).__name__ if not isinstance(x, str) else "",
)
def test_element_that_contradicts_itself_is_named(element, said, rolled):
    mechanism = pendulum(Revolute)
    mechanism.add(element)
    equations = None
    with pytest.raises(sarrus.ModelError, match=f"it: {said}"):
        equations = formulate(mechanism.snapshot(), rolled=rolled)
        assert equations.channels
    assert equations is None or rolled


@pytest.mark.parametrize("kind", [Fast, Pushed, Unnamed, Unsaid], ids=lambda kind: kind.__name__)
def test_rows_of_velocities_that_contradict_themselves_are_not_printed(kind):
    mechanism = pendulum(Revolute)
    mechanism.add(kind("it", "ground", "bar"))
    with pytest.raises(sarrus.ModelError, match="it: `slip` of"):
        sarrus.equations(mechanism)


def test_sensors_publish_the_same_in_small_and_large_mechanisms():
    """A quantity that is zero for this mechanism exists all the same."""
    mechanism = Mechanism("slider", plane="xy")
    mechanism.add(Body("block", mass=1.0, inertia=0.1))
    mechanism.add(Prismatic("A", "ground", "block"))
    mechanism.add(AngleSensor("turn", "ground", "block"))
    mechanism.add(PointSensor("place", "ground", "block"))
    small, large = (formulate(mechanism.snapshot(), rolled=rolled).channels for rolled in (False, True))
    assert small == large
    assert {"turn.angle", "place.x", "place.y"} <= {c.name for c in small}
