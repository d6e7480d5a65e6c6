"""What a type checker, an editor and `help` say of elements: what they declare, and nothing that is typed twice."""

import inspect
import os
import pydoc
import subprocess
import sys
from pathlib import Path

import make_stubs
import pytest

import sarrus
from sarrus.elements import SHELVES
from sarrus.elements.signature import plain_docstring
from sarrus.views.draw import draw

SOURCE = Path(sarrus.__file__).parents[1]
KINDS = [kind for shelf in SHELVES.values() for kind in shelf]

BEGINNING = """
import numpy as np
import sarrus
from sarrus import *

m = Mechanism("m", plane="xy")
a, b = m.parameters(a=0.3, b="300 mm")
crank = m.add(Body("crank", Rod(length=a, mass=0.3)))
"""

RIGHT = """
Rod(length=2 * a, mass="300 g")
Rod(length=np.float32(1), mass=np.int64(2))
Body("disk", mass=1, center=(a / 2, 0), inertia="0.1 kg m^2", points={"top": (0, "1 m")})
Body("top", mass=1.0, inertia=[[1, 0, 0], [0, 1, 0], [0, 0, 1]])
Body("two", parts={"bar": Rod(length=1, mass=1), "more": (Rod(length=1, mass=1), (0, 1))})
Revolute("A", m.ground, crank.start)
Revolute("B", "ground", crank)
Gravity("w", (0, -9.81))
Gravity("w", np.array([0, -9.81]))
Gravity("w", acceleration=[0, "-9.81 m/s^2"])
SpringDamper("s", crank.end, m.ground.point("D", (1, a)), stiffness="200 N/m", free_length=a)
Motion("drive", "A.theta", "2*pi*t")
Motion("drive", "A.theta", function=a * 2)
Spline("drive", "A.theta", points=[(0, 0), (1, "60 deg")], boundary="periodic")
Spline("drive", "A.theta", points=np.zeros((3, 2)))
Table("drive", "A.theta", file="angle.csv")
Friction("rub", "A.theta", coefficient=0.2, normal="reaction", law="stribeck", stribeck=0.1)
AppliedTorque("t", m.ground, crank, moment="3 N m")
Link(between=[(0, 0), (a, 0), (0, a)], mass=1)
ExpressionSensor("power", a * 2, unit="W")
m.add(Revolute("C", crank.end, m.ground)).name.upper()
m.start(fixed={"A.theta": "60 deg"}, guess={"C.theta": a})
""".strip().splitlines()

WRONG = """
Rod(lenght=1, mass=1)
Rod(length=1)
Rod(1.0, 2.0)
Rod(length=(1, 2), mass=1)
Rod(length=None, mass=1)
Body("b", Rod)
Body("b", mass=1, centre=(0, 0), inertia=1)
Body("b", mass=(1, 2), inertia=1)
Revolute("A", m.ground)
Revolute("A", m.ground, crank.start, crank.end)
Revolute(m.ground, crank.start)
Revolute("A", m.ground, 3)
Gravity("w", -9.81)
Gravity("w", (0, -9.81), foo=3)
Gravity("w", "9.81")
SpringDamper("s", crank.end, m.ground, stifness=200)
SpringDamper("s", crank.end, m.ground, stiffness=[200])
Spline("drive", "A.theta", points=[(0, 0), (1, 1)], boundary="smooth")
Spline("drive", "A.theta", points=[0, 1])
Motion("drive", crank.start, "t")
Table("drive", "A.theta", file=3)
Friction("rub", "A.theta", coefficient=0.2)
m.add(Rod(length=1, mass=1))
m.parameters(a=[1, 2])
m.ground.point("D", 3)
m.start(fixed=60)
sarrus.Rodd(length=1, mass=1)
""".strip().splitlines()

# What is not about elements is not read, for time's sake.
UNREAD = ("matplotlib", "sympy", "scipy", "h5py", "llvmlite", "pandas", "xarray", "yaml")
UNREAD += tuple(
    f"sarrus.{n}" for n in ("mechanics", "views", "program", "solvers", "topology", "io", "analysis")
)
SETTINGS = """
[mypy]
strict = True
follow_imports = silent
[mypy-{unread}]
follow_imports = skip
ignore_missing_imports = True
"""


@pytest.fixture
def refused(tmp_path):
    """What mypy says of each line of a user's script."""
    folder = tmp_path
    lines = [*BEGINNING.splitlines(), *RIGHT, *WRONG]
    (folder / "user.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "mypy.ini").write_text(SETTINGS.format(unread=".*,".join((*UNREAD, ""))[:-1]), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file=mypy.ini", "--hide-error-context", "user.py"],
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(SOURCE)},
        capture_output=True,
        text=True,
    )
    found = {}
    for said in done.stdout.splitlines():
        parts = said.split(":", 2)
        if len(parts) == 3 and " error:" in parts[2]:
            assert parts[0] == "user.py", said
            found.setdefault(lines[int(parts[1]) - 1], []).append(parts[2])
    assert not done.stderr
    return found


@pytest.mark.more
def test_a_type_checker_refuses_misspelt_missing_and_wrong_arguments_and_nothing_else(refused):
    assert len(WRONG) >= 20
    assert [line for line in WRONG if line not in refused] == []
    assert {line: said for line, said in refused.items() if line not in WRONG} == {}


def test_the_types_are_what_the_elements_declare():
    assert make_stubs.FILE.read_text(encoding="utf-8") == make_stubs.stub(), "run 'make stubs'"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_signature_and_help_name_every_parameter(kind):
    names = list(inspect.signature(kind).parameters)
    ends = [] if not kind.ends and "name" not in names else ["name", *kind.ends]
    assert sorted(names) == sorted([*ends, *kind.declared()])
    text = pydoc.render_doc(kind, renderer=pydoc.plaintext)
    for name, p in kind.declared().items():
        assert f"{name}: {p.meaning}" in text
    assert "Args:" not in plain_docstring(kind)


def test_help_says_units_ranges_and_what_holds_when_left_out():
    text = pydoc.render_doc(sarrus.SpringDamper, renderer=pydoc.plaintext)
    assert "stiffness: pull per metre of stretch [N/m]; at least 0." in text
    assert "damping: pull per metre per second of stretching [N s/m]; at least 0; 0 when left out." in text
    assert str(inspect.signature(sarrus.Rod)) == "(*, length: Number, mass: Number)"


def test_a_class_with_a_constructor_of_its_own_keeps_its_signature():
    class Twice(sarrus.Rod):
        """Two of them."""

        def __init__(self, size: float) -> None:
            super().__init__(length=size, mass=size)

    assert str(inspect.signature(Twice)) == "(size: float) -> None"
    assert Twice.__doc__ == "Two of them."


def test_drawing_a_run_takes_by_name_what_drawing_takes():
    method = inspect.signature(sarrus.Result.draw).parameters
    function = inspect.signature(draw).parameters
    assert {n: p.default for n, p in method.items() if n != "self"} == {
        n: p.default for n, p in function.items() if n != "answer"
    }


def test_plotting_a_run_takes_by_name_what_plotting_takes():
    method = inspect.signature(sarrus.Result.plot).parameters
    function = inspect.signature(sarrus.plot).parameters
    assert {n: p.default for n, p in method.items() if n != "self"} == {
        n: p.default for n, p in function.items() if n != "runs"
    }


def test_a_star_brings_every_element():
    names = {}
    exec("from sarrus import *", names)  # noqa: S102
    assert {kind.__name__ for kind in KINDS} <= set(names)
    assert names["Rod"] is sarrus.Rod and names["simulate"] is sarrus.simulate
