"""What may be given in Python: arrays and numbers of NumPy, text with units, functions of parameters; and what is said else."""

import math

import numpy as np
import pytest

import sarrus
from sarrus import Body, Gravity, Link, Mechanism, ModelError, Motion, Revolute, Rod, Spline, SpringDamper
from sarrus.element import absolute, atan2, cos, maximum, minimum, sin, sqrt


def test_arrays_are_vectors_lists_and_tables():
    assert Gravity("w", np.array([0, -9.81])) == Gravity("w", (0, -9.81))
    assert Link(between=np.array([[0.0, 0], [1, 0]]), mass=1) == Link(between=((0, 0), (1, 0)), mass=1)
    points = np.column_stack([np.linspace(0, 1, 5), np.zeros(5)])
    assert Spline("s", "A.theta", points=points) == Spline("s", "A.theta", points=points.tolist())
    body = Body("b", mass=1, center=np.zeros(3), inertia=np.eye(3), points={"top": np.array([0, 1.0, 0])})
    assert body.inertia == ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    assert body.placements["top"].at == (0.0, 1.0, 0.0)
    assert body.frame("f", at=np.ones(3), turn=np.zeros(3)).path == "b.f"


@pytest.mark.parametrize("number", [np.float64(2), np.float32(2), np.int64(2), np.uint8(2), np.array(2.0)])
def test_numbers_of_numpy_are_numbers_everywhere(number):
    assert Rod(length=number, mass=number) == Rod(length=2.0, mass=2.0)
    m = Mechanism("m", plane="xy")
    m.parameters(a=number)
    assert m.values == {"a": 2.0} and type(m.values["a"]) is float
    m.start(fixed={"A.theta": number})
    assert m.fixed == {"A.theta": 2.0}


@pytest.mark.parametrize("array", [np.array([1j, 0]), np.array([True, False]), np.array([np.nan, 0])])
def test_arrays_of_something_else_are_refused(array):
    with pytest.raises(ModelError, match=r"not a number|not finite"):
        Gravity("w", array)


def test_a_run_takes_times_of_numpy_and_text():
    m = Mechanism("m", plane="xy")
    bar = m.add(Body("bar", Rod(length=1, mass=1)))
    m.add(Revolute("A", m.ground, bar))
    m.add(Motion("drive", "A.theta", "t"))
    ends = [
        sarrus.kinematics(m, until, rows=2).t[-1] for until in (np.float32(1), np.int64(1), "1 s", "1000 ms")
    ]
    assert ends == [1.0] * 4


def test_sizes_without_names_are_answered_with_their_names():
    with pytest.raises(ModelError) as caught:
        Rod(1.0, 2.0)
    assert str(caught.value) == (
        "rod: 2 values without a name are given. Sizes and mass have names. Write Rod(length=..., mass=...)."
    )


def test_functions_of_parameters_are_those_of_the_elements():
    m = Mechanism("m", plane="xy")
    a, b = m.parameters(a=0.3, b=2)
    assert str(a * sin(b) + sqrt(cos(a))) == "a*sin(b) + sqrt(cos(a))"
    assert str(atan2(1, a)) == "atan2(1, a)" and str(absolute(a)) == "abs(a)"
    assert str(minimum(a, 2)) == "min(a, 2)" and str(maximum(1, a)) == "max(1, a)"
    assert sin(0.5) == math.sin(0.5)


@pytest.mark.parametrize("function", [math.sin, float, math.floor])
def test_functions_of_python_say_which_to_use(function):
    (a,) = Mechanism("m").parameters(a=1)
    with pytest.raises(
        ModelError, match=r"Write sarrus.element.sin\(...\), or the whole as text, such as 'sin\(2\*a\)'"
    ):
        function(2 * a)


def test_a_body_lists_its_frames_and_hides_what_the_program_needs():
    crank = Body("crank", Rod(length=1, mass=1), points={"tip": (1, 0, 0), "far-end": (2, 0, 0)})
    listed = dir(crank)
    assert {"start", "end", "center", "tip", "far_end", "point", "frame", "name"} <= set(listed)
    assert not {"bound_solids", "brought", "placements", "poses", "has_frame"} & set(listed)
    assert all(getattr(crank, name) is not NotImplemented for name in ("start", "end", "tip", "far_end"))


def test_ground_is_shown_with_its_points():
    m = Mechanism("m", plane="xy")
    assert repr(m.ground) == "Ground(no points)"
    m.ground.point("D", (1, 0))
    m.ground.point("E", (2, 0))
    assert repr(m.ground) == "Ground(D, E)"
    for k in range(20):
        m.ground.point(f"P{k}", (k, 0))
    assert repr(m.ground).endswith("P9 and 10 more)")


def test_a_spring_in_other_units_is_the_same_spring():
    one = SpringDamper("s", "ground", "bar", stiffness="0.2 N/mm", free_length="30 cm")
    assert one.stiffness.value == 200.0 and one.free_length.value == 0.3
