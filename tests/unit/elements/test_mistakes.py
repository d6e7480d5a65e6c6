"""Mistakes in the code of an element from outside are said of that code, by file and line."""

import linecache
import math
from types import FunctionType

import pytest

import sarrus
from sarrus import Body, Mechanism, Prismatic, Sphere
from sarrus.cli import main
from sarrus.element import (
    Coordinate,
    Driver,
    Force,
    FrameConstraint,
    Joint,
    Line,
    Point,
    Pose,
    State,
    Vec3,
    length,
    lengths,
    param,
    rot_z,
    where,
)
from sarrus.elements import SHELVES
from sarrus.elements.base import Shape
from sarrus.elements.declared_units import require_si
from sarrus.elements.outside import contract_flaw


def slider(*elements):
    """A ball on a rail, with more."""
    m = Mechanism("p")
    ball = m.add(Body("ball", Sphere(radius=0.1, mass=1.0)))
    m.add(Prismatic("rail", m.ground, ball))
    for element in elements:
        m.add(element)
    return m


def refused(*elements):
    """What is said of a mechanism."""
    with pytest.raises(sarrus.ModelError) as error:
        sarrus.simulate(slider(*elements), until=0.1)
    (problem,) = error.value.problems
    return problem


class Wrong(Force):
    """Its power is written differently in each test."""

    ends = ("at",)
    port = Point
    c: object = param("N s/m", "drag", default=1)


def divides(self, point, virtual):
    return 1 / 0  # here


def lacks(self, point, virtual):
    return -self.d * virtual.v.x  # here


def asks(self, point, virtual):
    return (1.0 if point.v.x > 0 else -1.0) * virtual.v.x  # here


def computes(self, point, virtual):
    return math.sin(point.v.x) * virtual.v.x  # here


def gives_none(self, point, virtual):  # here
    self.c * virtual.v.x


def gives_a_vector(self, point, virtual):  # here
    return point.v * self.c


def takes_too_little(self, point):  # here
    return point.v.x


MISTAKES = [
    (divides, "division by zero (ZeroDivisionError)", ""),
    (lacks, "'Own' object has no attribute 'd' (AttributeError)", ""),
    (
        asks,
        "an expression has no truth value; use sarrus.element.where(condition, a, b)",
        "such as sin and where",
    ),
    (computes, "use functions such as sarrus.element.sin, not those of math", "such as sin and where"),
    (gives_none, "it gives nothing where a number is wanted", "Is a `return` missing?"),
    (gives_a_vector, "it gives a value of the type Vec3 where a number is wanted", ""),
    (
        takes_too_little,
        "it is written power(self, point), and is called with self, a Point, a Point",
        "Let it take as many",
    ),
]


@pytest.mark.parametrize(("power", "what", "hint"), MISTAKES, ids=[m[0].__name__ for m in MISTAKES])
def test_mistake_in_a_statement_names_class_method_file_and_line(power, what, hint):
    kind = type("Own", (Wrong,), {"power": power, "__module__": __name__})
    problem = refused(kind("k", "ball"))
    file, line = problem.where.rsplit(":", 1)
    assert file == __file__
    assert linecache.getline(file, int(line)).rstrip().endswith("# here")
    assert problem.what.startswith("power of 'k' (Force Own): ")
    assert what in problem.what
    assert hint in problem.try_


def test_command_line_calls_such_a_mistake_no_fault_of_the_program(tmp_path, capsys, monkeypatch):
    (tmp_path / "own.py").write_text(
        "from sarrus.element import Force, Point\n\n\nclass Own(Force):\n    ends = ('at',)\n    port = Point\n\n"
        "    def power(self, point, virtual):\n        return 1 / 0\n"
    )
    (tmp_path / "m.yaml").write_text(
        "sarrus: 1\nname: m\nbodies: {ball: {sphere: {radius: 0.1, mass: 1}}}\n"
        "joints: {rail: {prismatic: [ground, ball]}}\nforces: {k: {own: ball}}\n"
    )
    monkeypatch.chdir(tmp_path)
    assert main(["check", "m.yaml", "--elements", "own.py"]) == 2
    assert "own.py:9: power of 'k' (Force Own): division by zero" in capsys.readouterr().err


def test_fault_of_the_program_stays_one(monkeypatch):
    class Fine(Wrong):
        def power(self, point, virtual):
            return -self.c * point.v.dot(virtual.v)

    monkeypatch.setattr("sarrus.mechanics.derive.gradient", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        sarrus.simulate(slider(Fine("k", "ball")), until=0.1)


def test_methods_of_the_catalogue_are_not_wrapped():
    for kinds in SHELVES.values():
        for kind in kinds:
            functions = [f for f in vars(kind).values() if isinstance(f, FunctionType)]
            assert not any(hasattr(f, "__wrapped__") for f in functions)


def test_mistake_in_a_row_of_velocities_and_in_a_driver_is_said_of_it():
    class Sled(FrameConstraint):
        slips = lengths("side")

        def slip(self, X_FM, V_FM):
            return (V_FM.lin.y,)

    problem = refused(Sled("skate", "ground", "ball"))
    assert "slip of 'skate' (FrameConstraint Sled): 'Twist' object has no attribute 'lin'" in problem.what

    class Hop(Driver):
        def value(self, t):
            return [t]

    problem = refused(Hop("drive", "rail.s"))
    assert (
        "value of 'drive' (Driver Hop): it gives a list of a number where a number is wanted" in problem.what
    )


def test_joint_that_names_fewer_rows_than_it_states_is_refused_by_every_question():
    class Slide(Joint):
        coordinates = (length("s"),)
        rows = lengths("p.y", "p.z")

        def motion(self, *q):
            return Pose(rot_z(0.0), Vec3(q[0], 0.0, 0.0))

        def closure(self, X_FM):
            return X_FM.p.y, X_FM.p.z, X_FM.x.y, X_FM.x.z, X_FM.y.z

        def fit(self, X_FM):
            return (X_FM.p.x,)

    m = Mechanism("p")
    ball = m.add(Body("ball", Sphere(radius=0.1, mass=1.0)))
    m.add(Slide("rail", m.ground, ball))
    for ask in (sarrus.check, sarrus.equations, lambda m: sarrus.simulate(m, until=0.1)):
        with pytest.raises(sarrus.ModelError, match="`closure` of slide gives 5 numbers, but `rows` has 2"):
            ask(m)


def test_power_without_virtual_motion_and_energy_of_rates_are_refused():
    class Offset(Wrong):
        def power(self, point, virtual):
            return -self.c * virtual.v.x - self.c

    class Switched(Wrong):
        def power(self, point, virtual):
            return where(point.v.x < 0.0, self.c, 2.0 * self.c) * virtual.v.x

    class Potential(Force):
        ends = ("P", "Q")
        port = Line

        def energy(self, line):
            return line.rate**2

    problem = refused(Offset("k", "ball"))
    assert problem.what == "`power` of offset is not linear in the virtual motion"
    assert problem.allowed.endswith("and 0 where `virtual` has no rate")
    assert refused(Potential("k", "ground", "ball")).what == "`energy` of potential reads a rate of its port"
    assert sarrus.simulate(slider(Switched("k", "ball")), until=0.01).ok


@pytest.mark.parametrize(
    ("unit", "said"),
    [
        ("N s/mm", r"'c' is declared in \[N s/mm\]: an element computes in units of SI\. Write \[N s/m\]"),
        ("rpm", r"Write \[rad/s\]"),
        ("foo", r"'c' is declared in \[foo\]: 'foo' is not a known unit"),
        ("coordinate/ms", r"Write \[m/s\]"),
        (3, "the unit of 'c' is no text"),
    ],
)
def test_parameter_in_another_unit_than_that_of_si_is_refused_when_the_class_is_made(unit, said):
    with pytest.raises(TypeError, match=said):
        type("Own", (Force,), {"port": Point, "c": param(unit, "drag"), "__module__": "somewhere"})


def test_what_a_class_publishes_is_in_units_of_si_too():
    with pytest.raises(TypeError, match=r"'z' is declared in \[mm\]"):
        type(
            "Own",
            (Force,),
            {"port": Point, "states": (State("z", "mm"),), "flow": divides, "__module__": "x"},
        )
    with pytest.raises(TypeError, match=r"'s' is declared in \[cm\]"):
        type("Own", (Joint,), {"coordinates": (Coordinate("s", "cm"),), "__module__": "x"})


def test_catalogue_declares_units_of_si():
    for kinds in SHELVES.values():
        for kind in kinds:
            require_si(kind, ((name, p.unit) for name, p in kind.params.items()))
    table = type("T", (Force,), {"port": Line, "c": param("m, N", "t", shape=Shape.TABLE), "__module__": "x"})
    assert table.params["c"].unit == "m, N"


def test_port_that_is_none_is_refused_by_name():
    with pytest.raises(
        TypeError, match=r"Own: its port is the text 'Point'. It is a class of sarrus\.element"
    ):
        type("Own", (Force,), {"ends": ("at",), "port": "Point"})
    with pytest.raises(TypeError, match=r"`ports` is a tuple of ports, as in ports = \(Line, Line\)"):
        type("Own", (Force,), {"ports": ()})
    portless = type("Own", (Force,), {"ends": ("at",), "energy": lambda self: 0.0})
    assert contract_flaw(portless) == "it has no `port`. It says what the force sees, as in port = Line."


class Skate(FrameConstraint):
    """It does not go sideways: v . y_M = 0."""

    slips = lengths("side")

    def slip(self, X_FM, V_FM):
        return (V_FM.v.dot(X_FM.y),)


def test_slip_needs_names_and_closure_is_not_needed_beside_it():
    assert contract_flaw(Skate) == ""
    nameless = type("Sled", (FrameConstraint,), {"slip": Skate.slip})
    assert contract_flaw(nameless).startswith("`slips` is empty.")


MODEL = """
sarrus: 1
name: p
{plane}
bodies:
  block: {{mass: 1, inertia: {inertia}}}
joints: {joints}
constraints: {{blade: {{skate: [ground, block]}}}}
start: {{fixed: {{{start}}}}}
"""


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
@pytest.mark.parametrize("plane", ["plane", "cut", "space"])
def test_skate_of_ones_own_goes_in_a_circle(tmp_path, plane, formulation):
    """A blade under the mass centre keeps speed u and turning rate w: x = u/w sin wt, y = u/w (1 - cos wt)."""
    space = plane == "space"
    angle = "a3" if space else "theta"
    joints = {
        "plane": "{J: {planar: [ground, block]}}",
        "cut": "{J: {planar: [ground, block]}, K: {planar: [block, ground]}}",
        "space": "{J: {free: [ground, block]}}",
    }[plane]
    fixed = f"J.x: 0, J.y: 0, J.{angle}: 0, J.{angle}_dot: 1, J.x_dot: 2"
    if space:
        fixed += ", J.z: 0, J.a1: 0, J.a2: 0, J.z_dot: 0, J.a1_dot: 0, J.a2_dot: 0"
    path = tmp_path / "m.yaml"
    path.write_text(
        MODEL.format(
            plane="" if space else "plane: xy",
            inertia="[0.2, 0.2, 0.2]" if space else "0.2",
            joints=joints,
            start=fixed,
        )
    )
    m = sarrus.load(path, elements=[Skate])
    run = sarrus.simulate(m, until=1.5, rows=4, formulation=formulation)
    for t, x, y in zip(run.t, run["block.x"].values, run["block.y"].values, strict=True):
        assert abs(x - 2.0 * math.sin(t)) < 1e-6
        assert abs(y - 2.0 * (1.0 - math.cos(t))) < 1e-6
    readable = sarrus.equations(m)
    assert "blade.side" in readable.text()
    if plane != "cut":
        assert "coordinates, 1 row," in readable.text()
        assert (
            repr(readable)
            == "WrittenEquations(equations of 'p': newton-euler, index 1; 1 body, 3 unknowns; The equations are derived.)"
        )
    run.report(tmp_path / "r.html")
