"""Drivers that follow points: the words that say what becomes of the curve at its ends, and lengths that cost nothing."""

from __future__ import annotations

import math

import numpy as np
import pytest

import sarrus
from sarrus.elements.base import Element, choice
from sarrus.elements.body import Body
from sarrus.elements.drivers import Spline, Table
from sarrus.elements.joints import Revolute
from sarrus.elements.solids import Rod
from sarrus.errors import ModelError, NumericalError
from sarrus.io import dumps, loads
from sarrus.mechanics import formulate
from sarrus.model import Mechanism
from sarrus.scalar.linking import link
from sarrus.testing.rolled import rolled_difference

MOMENT = 2.0 * 0.5**2 / 3.0  # of the bar about its end [kg m^2]


def chain(*drivers, folder=None):
    """Bars in a row, each turned by a driver."""
    m = Mechanism("chain", plane="xy")
    m.folder = folder
    last = m.ground
    for i, _ in enumerate(drivers):
        bar = m.add(Body(f"bar{i}", Rod(length=0.5, mass=2.0)))
        m.add(Revolute(f"A{i}", last, bar.start))
        last = bar.end
    for driver in drivers:
        m.add(driver)
    return m


def swing(count=21, until=2.0, i=0, **values):
    """A driver sampled from sin t."""
    times = np.linspace(0.0, until, count).tolist()
    return Spline(f"drive{i}", f"A{i}.theta", points=[(t, math.sin(t)) for t in times], **values)


def refusal(m):
    with pytest.raises(ModelError) as caught:
        m.snapshot()
    return str(caught.value)


def test_effort_of_a_sampled_motion_is_right_up_to_its_ends():
    """J (sin t)'' of a motion of 21 samples in 2 s.

    A cubic spline has the second derivative of the function to h^2/12 times its fourth inside; where the first two pieces
    are one cubic, a third-degree polynomial through four points stands at the very end, with an error of 11/12 h^2 times
    the fourth derivative. Here h = 0.1 and the fourth derivative is at most 1.
    """
    run = sarrus.kinematics(chain(swing()), until=2.0, rows=81)
    meant = -MOMENT * np.sin(run.t)
    error = np.abs(run["drive0.effort"].values - meant) / MOMENT
    assert error.max() < 11 / 12 * 0.1**2
    inside = (run.t > 0.5) & (run.t < 1.5)
    assert error[inside].max() < 1.2 * 0.1**2 / 12


def test_rest_at_the_ends_is_not_invented_but_can_be_asked_for():
    rates = [
        sarrus.kinematics(chain(swing(**ends)), until=2.0, rows=3)["A0.theta_dot"].values[[0, -1]]
        for ends in ({}, {"boundary": "clamped"}, {"boundary": "clamped", "rates": (0.5, "-30 deg/s")})
    ]
    np.testing.assert_allclose(rates[0], [1.0, math.cos(2.0)], atol=1e-3)
    np.testing.assert_allclose(rates[1], [0.0, 0.0], atol=1e-14)
    np.testing.assert_allclose(rates[2], [0.5, -math.pi / 6], rtol=1e-14)


def test_run_ends_with_the_points_and_says_so():
    with pytest.raises(NumericalError) as caught:
        sarrus.kinematics(chain(swing(), swing(until=3.05, i=1)), until=5.0, rows=26)
    run = caught.value.result
    assert run.status.word == "table end"
    assert (
        "Stopped at t = 2 s: driver 'drive0' has no points beyond, and 5 s were asked for." in run.status.text
    )
    assert run.t.tolist() == pytest.approx([*np.linspace(0, 2, 11)])
    assert run["A0.theta"].values[-1] == pytest.approx(math.sin(2.0), abs=1e-14)


def test_last_row_of_a_run_that_ends_early_is_at_its_end():
    run = sarrus.simulate(chain(swing(until=1.9)), until=2.5, rows=6, strict=False)
    assert run.t.tolist() == [0.0, 0.5, 1.0, 1.5, 1.9]
    assert not run.ok


@pytest.mark.parametrize("until", [2.0, 2.0 + 1e-12, 0.7])
def test_run_within_the_points_ends_well(until):
    assert sarrus.kinematics(chain(swing()), until=until, rows=3).ok


def test_run_that_begins_before_the_points_has_no_rows():
    late = Spline("late", "A0.theta", points=[(0.5, 0), (1, 1), (2, 0), (3, 0)])
    run = sarrus.simulate(chain(late), until=1.0, strict=False)
    assert (run.status.word, len(run)) == ("table end", 0)
    assert "driver 'late' has no points before t = 0.5 s" in run.status.text


def test_held_curve_stays_and_tells_its_kinks():
    held = swing(boundary="clamped", beyond="hold")
    run = sarrus.simulate(chain(held), until=3.0, rows=31)
    after = run.t > 2.0
    np.testing.assert_allclose(run["A0.theta"].values[after], math.sin(2.0), atol=1e-13)
    np.testing.assert_allclose(run["drive0.effort"].values[after], 0.0, atol=1e-12)
    model = chain(held).snapshot()
    bound = model.drivers[0].bind(model.resolve, True)
    assert (bound.kinks(), bound.span()) == ((0.0, 2.0), None)
    free = chain(swing()).snapshot().drivers[0].bind(model.resolve, True)
    assert (free.kinks(), free.span()) == ((), (0.0, 2.0))


def test_periodic_curve_is_repeated():
    points = [(t, math.cos(math.pi * t)) for t in np.linspace(0.0, 2.0, 41).tolist()]
    points[-1] = (2.0, points[0][1])
    turned = Spline("d", "A0.theta", points=points, boundary="periodic", beyond="extend")
    run = sarrus.kinematics(chain(turned), until=7.0, rows=71)
    # interpolation errors: 5/384 h^4 f'''' for values, h^2/12 f'''' for second derivatives; h = 0.05, f'''' = pi^4
    np.testing.assert_allclose(run["A0.theta"].values, np.cos(math.pi * run.t), atol=5 / 384 * 0.05**4 * 98)
    second = -(math.pi**2) * np.cos(math.pi * run.t)
    np.testing.assert_allclose(run["A0.theta_ddot"].values, second, atol=1.2 * 0.05**2 / 12 * 98)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (
            {"rates": (1, 2)},
            "spline 'drive0' has rates, but its boundary is 'not-a-knot'. Rates belong to 'boundary: clamped'",
        ),
        (
            {"rates": (1,), "boundary": "clamped"},
            "spline 'drive0' has 1 rate. It needs two: at the first and at the last",
        ),
        ({"rates": ("1 m",) * 2, "boundary": "clamped"}, "'1 m'"),
        (
            {"boundary": "periodic"},
            "is periodic, but begins at 0 and ends at 0.909297. The last value of a periodic curve",
        ),
        ({"beyond": "hold"}, "is held beyond its last point, t = 2 s, where its rate is -0.4163 per second"),
    ],
)
def test_ends_that_do_not_fit_are_refused(values, said):
    assert said in refusal(chain(swing(**values)))


def test_curve_that_moves_at_time_zero_and_comes_to_rest_may_be_held():
    assert chain(swing(boundary="clamped", rates=(1.0, 0.0), beyond="hold")).snapshot()


@pytest.mark.parametrize(
    ("word", "said"),
    [
        (
            "natual",
            "spline 'drive0', boundary: is 'natual'. It is one of not-a-knot, natural, periodic, clamped. Did you mean 'natural'?",
        ),
        (3.0, "spline 'drive0', boundary: is of the type float. It is one of not-a-knot"),
    ],
)
def test_word_that_is_none_of_the_choices_is_refused(word, said):
    with pytest.raises(ModelError) as caught:
        swing(boundary=word)
    assert said in str(caught.value)


def test_wrong_word_in_a_file_is_refused_with_its_place():
    text = dumps(chain(swing(4, beyond="extend"))).replace("beyond: extend", "beyond: exten")
    with pytest.raises(ModelError) as caught:
        loads(text, "m.yaml")
    said = "driver 'drive0' has 'exten' as what happens before the first and after the last point"
    assert said in str(caught.value)
    assert "It is one of stop, hold, extend. Did you mean 'extend'?" in str(caught.value)
    assert str(caught.value).startswith("m.yaml:16:13:")


@pytest.mark.parametrize("path", ["m.yaml", "m.json"])
def test_choices_survive_the_round_trip_and_defaults_are_not_written(path):
    m = chain(swing(4, boundary="clamped", rates=("1 rad/s", "2*pi"), beyond="extend"), swing(4, i=1))
    text = dumps(m, path)
    again = loads(text, path)
    assert again.drivers == m.drivers
    assert dumps(again, path) == text
    assert text.count("boundary") == text.count("beyond") == text.count("rates") == 1


def test_a_choice_cannot_be_called_like_something_every_element_has():
    with pytest.raises(TypeError, match="declares 'keyword', which every element has for itself"):
        type("Odd", (Element,), {"keyword": choice("a", "b", default="a", meaning="a or b")})


def test_element_must_be_told_where_there_is_no_default():
    kind = type("Either", (Element,), {"side": choice("left", "right", meaning="which side")})
    with pytest.raises(ModelError, match=r"lacks 'side' \(which side\). It is one of left, right"):
        kind("x")


def test_declaration_of_a_subclass_wins_over_that_of_its_base():
    kind = type(
        "Wound", (Spline,), {"beyond": choice("stop", "wind", default="wind", meaning="what comes then")}
    )
    assert kind("x", "A.theta", points=[(0, 0), (1, 1)]).beyond == "wind"
    assert list(kind.choices) == ["beyond", "boundary"]


def test_points_may_be_expressions_of_parameters():
    m = chain()
    (a, tau) = m.parameters(a=0.4, tau=0.5)
    bar = m.add(Body("bar", Rod(length=0.5, mass=2.0)))
    m.add(Revolute("A", m.ground, bar.start))
    points = [(0, 0), (tau, a), (2 * tau, "30 deg"), (3 * tau, "2*0.1"), ("4*tau", a * a)]
    m.add(Spline("d", "A.theta", points=points, boundary="natural"))
    plain = [(0.0, 0.0), (0.5, 0.4), (1.0, math.pi / 6), (1.5, 0.2), (2.0, 0.4 * 0.4)]
    other = chain(Spline("d", "A0.theta", points=plain, boundary="natural"))
    one, two = (sarrus.kinematics(x, until=2.0, rows=9)["d.effort"].values for x in (m, other))
    np.testing.assert_allclose(one, two, rtol=1e-12, atol=1e-12)
    found = [sarrus.kinematics(loads(dumps(m)), until=2.0, rows=9)["d.effort"].values]
    np.testing.assert_array_equal(found[0], one)


def written(folder, count):
    rows = "".join(f"{2 * i / (count - 1)!r}, {math.sin(i / count)!r}\n" for i in range(count))
    (folder / f"m{count}.csv").write_text(rows)
    return f"m{count}.csv"


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
@pytest.mark.parametrize("rolled", [False, True])
def test_code_does_not_depend_on_the_rows_of_a_table(tmp_path, formulation, rolled):
    texts, sizes = set(), []
    for count in (5, 2000):
        m = chain(Table("drive0", "A0.theta", file=written(tmp_path, count)), folder=tmp_path)
        equations = formulate(m.snapshot(), formulation, rolled=rolled)
        names = ("closure", "dynamics", "flows", "output")
        texts.add(link([equations.kernels[name] for name in names]))
        sizes.append(len(equations.constants))
    assert len(texts) == 1
    assert sizes[1] - sizes[0] == 5 * (2000 - 5)


def test_straight_code_has_no_node_for_a_row(tmp_path):
    counts = set()
    for count in (5, 2000):
        m = chain(Table("drive0", "A0.theta", file=written(tmp_path, count)), folder=tmp_path)
        kernel = formulate(m.snapshot(), rolled=False).kernels["dynamics"]
        counts.add(len(kernel.results[0].graph.table))
    assert len(counts) == 1


ENDS = [
    {},
    {"boundary": "natural", "beyond": "extend"},
    {"boundary": "clamped", "rates": (1, 0), "beyond": "hold"},
    {"boundary": "clamped"},
]


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_loops_over_curves_of_all_lengths_agree_with_straight_code(formulation):
    m = chain(*(swing(5 + 7 * i, i=i, **ends) for i, ends in enumerate(ENDS)))
    for compiled in (False, True):
        # cells do not round products that are added to something: a few ulps of the largest number
        assert rolled_difference(m.snapshot(), formulation, seed=3, compiled=compiled) < 1e-13


def test_curves_of_different_lengths_share_their_cell():
    m = chain(*(swing(5 + 9 * i, i=i) for i in range(9)))
    equations = formulate(m.snapshot())
    cells = {
        id(c)
        for sweep in equations.kernels["closure"].sweeps
        for c in getattr(sweep, "cells", ())
        if any(n.op == "row" for n in c.kernel.results[0].graph.table.values())
    }
    assert len(cells) == 1
    run = sarrus.kinematics(m, until=2.0, rows=5)
    assert run["A8.theta"].values[2] == pytest.approx(math.sin(1.0), abs=1e-5)


def test_saved_run_remembers_the_words(tmp_path):
    run = sarrus.kinematics(chain(swing(4, boundary="natural", beyond="extend")), until=3.0, rows=3)
    run.save(tmp_path / "run.h5")
    assert "boundary: natural" in sarrus.load_result(tmp_path / "run.h5").model_text
