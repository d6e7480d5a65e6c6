"""Free-body diagrams: which bodies, what stands on each drawing, and that all of it is on the drawing."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus import Body, Mechanism, Revolute
from sarrus.elements.forces import AppliedForce
from sarrus.errors import UsageError
from sarrus.results import Series
from sarrus.views.drawing.look import look_of
from sarrus.views.drawing.shapes import runs_of
from sarrus.views.standing import standing
from sarrus.views.textbook.body_picture import body_picture
from sarrus.views.textbook.files import body_pictures
from sarrus.views.textbook.free_body import free_bodies
from sarrus.views.textbook.page_data import drawing_data
from sarrus.views.textbook.tiles import cropped, label_box, sheet_of

EXAMPLES = Path(__file__).parents[4] / "examples"


def found(name):
    mechanism = sarrus.load(EXAMPLES / f"{name}.yaml")
    return free_bodies(mechanism.snapshot(), standing(sarrus.assemble(mechanism)))


def test_each_pin_of_a_four_bar_is_on_two_bodies_at_one_point_or_on_one():
    bodies = {body.name: body for body in found("four-bar").bodies}
    at = {(b.name, load.symbol): load for b in bodies.values() for load in b.loads}
    for pin, ends in {"A": "crank", "B": "crank coupler", "C": "coupler rocker", "D": "rocker"}.items():
        assert {body for body, symbol in at if symbol.startswith(f"λ_{pin}")} == set(ends.split())
        for axis in "xy" if " " in ends else "":
            one, two = (at[body, f"λ_{pin},{axis}"] for body in ends.split())
            np.testing.assert_array_equal(one.vector, -two.vector)
            np.testing.assert_allclose(one.at, two.at, atol=1e-9)  # as far as assembly closes
    assert bodies["crank"].axes == ("e_crank", "n_crank")


def test_nothing_is_drawn_of_a_body_on_which_nothing_acts_and_its_name_is_told():
    m = Mechanism("pair", plane="xy")
    bar = m.add(Body("bar", mass=1, inertia=0.1, points={"tip": (0.3, 0)}))
    m.add(Body("lonely", mass=1, inertia=0.1))
    m.add(Revolute("pin", m.ground, bar))
    m.add(AppliedForce("push", bar.tip, force=(0, "t")))
    pictured = free_bodies(m.snapshot(), standing(sarrus.assemble(m)))
    assert [body.name for body in pictured.bodies] == ["bar"]
    assert pictured.notes[-1] == "Nothing acts on lonely."
    assert pictured.left_out == ["Not drawn on bar: F_push of push is zero in this state."]
    assert "Not drawn: F_push of push" in pictured.bodies[0].told


def test_a_row_of_a_run_is_drawn_where_it_is():
    mechanism = sarrus.load(EXAMPLES / "four-bar.yaml")
    run = sarrus.simulate(mechanism, 0.5, rows=3)
    crank = free_bodies(mechanism.snapshot(), run, 2).bodies[0]
    pin = next(load for load in crank.loads if load.symbol == "λ_B,x")
    tip = [run["crank.end.x"].values[-1], run["crank.end.y"].values[-1]]
    np.testing.assert_allclose(pin.at[:2], tip, atol=1e-6)  # of the run's own tolerance


def test_a_pose_that_is_not_known_is_refused():
    mechanism = sarrus.load(EXAMPLES / "four-bar.yaml")
    run = sarrus.simulate(mechanism, 0.1, rows=2)
    unknown = {**run.series, "crank.psi": Series("crank.psi", "rad", np.array([0.1, np.nan]))}
    with pytest.raises(
        UsageError, match=r"does not tell 'crank.psi' at t = 0.1 s, so there is no pose to draw"
    ):
        free_bodies(mechanism.snapshot(), replace(run, series=unknown), 1)


@pytest.mark.parametrize(
    "name",
    [
        "four-bar",
        "slider-crank",
        "slider-crank-3d",
        "cart-pendulum",
        "collars-and-bar",
        "disk-and-bar",
        "cardan-shaft",
    ],
)
def test_every_symbol_stands_on_its_drawing_and_nothing_beyond_its_edge(name):
    free = found(name)
    for body in free.bodies:
        picture = body_picture(free, body, look_of("light"), (450.0, 340.0))
        texts = [label.text for label in picture.labels]
        assert {load.symbol for load in body.loads} <= set(texts)
        points = np.vstack([shape.points for shape in picture.shapes])
        boxes = np.array([label_box(label) for label in picture.labels])
        assert points.min() >= 0 and (points.max(axis=0) <= [450.0, 340.0]).all()
        assert boxes.min() >= 0 and (boxes.max(axis=0)[2:] <= [450.0, 340.0]).all()


def test_both_themes_have_one_geometry_and_drawings_are_made_alike_again():
    free = found("slider-crank-3d")
    light, dark = (body_pictures(free, look_of(theme)) for theme in ("light", "dark"))
    again = body_pictures(free, look_of("light"))
    for one, two, same in zip(light, dark, again, strict=True):
        data = drawing_data("body", one, two, "")
        assert data == drawing_data("body", same, two, "")
        assert len(data["shapes"]) == len(one.shapes)
        assert ["#FFFFFF", "#14181D"] in data["colors"]


def test_a_cropped_picture_keeps_what_is_on_it():
    picture = body_pictures(found("four-bar"), look_of("light"))[0]
    small = cropped(picture)
    assert small.width < picture.width and small.height < picture.height
    assert [label.text for label in small.labels] == [label.text for label in picture.labels]


def test_a_sheet_has_all_drawings_and_its_sentences():
    free = found("four-bar")
    sheet = sheet_of(body_pictures(free, look_of("light")), look_of("light"), "title", "told", free.notes)
    texts = [label.text for label in sheet.labels]
    assert {"crank", "coupler", "rocker", "title", "m_rocker γ"} <= set(texts)
    assert any(text.startswith("Drawn at t = 0 s.") for text in texts)


def test_an_index_is_told_from_the_line():
    assert runs_of("2.5 m_crank γ") == [("2.5 m", False), ("crank", True), (" γ", False)]
    assert runs_of("λ_A,x") == [("λ", False), ("A,x", True)]
