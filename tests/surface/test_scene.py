"""The scene of every example stands where the result says, and its arrows are what was published."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus.results import Series
from sarrus.spatial import Pose, Vec3, from_quaternion
from sarrus.views.scene import scene_of
from sarrus.views.scene.base import GROUND

FOLDER = Path(__file__).parents[2] / "examples"
FILES = sorted(FOLDER.glob("*.yaml"))
examples = pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)


@cache
def shown(path):
    """Model, result and scene of an example."""
    mechanism = sarrus.load(path)
    model = mechanism.snapshot()
    run = sarrus.simulate(mechanism, until=0.5, rows=11)
    return model, run, scene_of(model, run)


def pose(scene, row, at):
    """X_WA of an anchor."""
    X_BA = Pose(from_quaternion(*at.turn), Vec3(*at.p))
    if at.body == GROUND:
        return X_BA
    x, y, z, *q = scene.poses[row, at.body].tolist()
    return Pose(from_quaternion(*q), Vec3(x, y, z)) @ X_BA


def place(scene, row, at):
    return np.array([*pose(scene, row, at).p])


def anchors(scene, element):
    """Anchors of the ends of an element, found by the names of its frames."""
    named = {mark.name: mark.at for mark in scene.marks}
    return [named[path] for path in element.at]


@examples
def test_every_joint_and_constraint_is_closed_in_every_row(path):
    model, _, scene = shown(path)
    for closing in (*model.joints, *model.closings):
        bound = closing.bind(model.resolve, model.planar)
        F, M = anchors(scene, closing)
        for row in range(len(scene.t)):
            X_FM = pose(scene, row, F).inverse() @ pose(scene, row, M)
            # the tolerances of the run are 1e-8
            np.testing.assert_allclose([float(r) for r in bound.closure(X_FM)], 0.0, atol=1e-6)


@examples
def test_marks_are_the_published_points(path):
    model, run, scene = shown(path)
    compared = 0
    for mark in scene.marks:
        for k, axis in enumerate("xy" if model.planar else "xyz"):
            if f"{mark.name}.{axis}" in run:
                found = [place(scene, row, mark.at)[k] for row in range(len(scene.t))]
                np.testing.assert_allclose(found, run[f"{mark.name}.{axis}"].values, atol=1e-12)
                compared += 1
    assert compared >= 2 * len(model.bodies)


@examples
def test_spans_are_as_long_as_published(path):
    _, run, scene = shown(path)
    for span in scene.spans:
        if f"{span.owner}.length" in run:
            found = [
                np.linalg.norm(place(scene, row, span.end) - place(scene, row, span.start))
                for row in range(len(scene.t))
            ]
            np.testing.assert_allclose(found, run[f"{span.owner}.length"].values, atol=1e-12)


@examples
def test_arrows_are_the_published_reactions(path):
    model, run, scene = shown(path)
    arrows = {(a.owner, a.quantity): a for a in scene.arrows if a.role == "reaction"}
    largest = max(1.0, scene.size) * max(np.abs(a.values).max() for a in scene.arrows)
    for closing in (*model.joints, *model.closings):
        for quantity, name in (("force", "reaction"), ("torque", "torque")):
            values = run[f"{closing.name}.{name}"].values
            arrow = arrows.get((closing.name, quantity))
            if arrow is None:
                assert np.abs(values).max() <= 1e-8 * largest
                continue
            np.testing.assert_array_equal(arrow.values, values)
            assert arrow.at == anchors(scene, closing)[1]


@examples
def test_arrows_of_forces_and_drivers_are_as_large_as_published(path):
    model, run, scene = shown(path)
    names = {f.name: f"{f.name}.magnitude" for f in model.forces}
    names |= {d.name: f"{d.name}.effort" for d in model.drivers}
    for arrow in scene.arrows:
        if arrow.role != "reaction":
            published = np.abs(run[names[arrow.owner]].values)
            np.testing.assert_allclose(np.linalg.norm(arrow.values, axis=1), published, rtol=1e-9, atol=1e-12)


@examples
def test_force_of_a_mesh_is_an_arrow_where_its_bodies_touch(path):
    model, run, scene = shown(path)
    for mesh in model.meshes:
        (arrow,) = (a for a in scene.arrows if a.owner == mesh.name)
        assert (arrow.role, arrow.quantity) == ("reaction", "force")
        np.testing.assert_allclose(arrow.values, run[f"{mesh.name}.reaction"].values)
        for row in range(len(scene.t)):
            contact = run[f"{mesh.name}.contact"].values[row]
            np.testing.assert_allclose(place(scene, row, arrow.at), contact, atol=1e-9)


@examples
def test_every_body_and_joint_is_drawn_inside_the_box(path):
    model, _, scene = shown(path)
    assert {d.body for d in scene.drawn if d.kind == "body"} == set(range(len(model.bodies)))
    owners = {d.owner for d in scene.drawn} | {s.owner for s in scene.spans}
    kinds = {(d.owner, d.kind) for d in scene.drawn}
    # wheels and racks are what their bodies are made of
    related = {c.name for c in model.constraints if c.symbol in ("gear", "rack")}
    assert {e.name for e in (*model.joints, *model.constraints, *model.drivers)} - related <= owners
    assert all(kind == "body" for owner, kind in kinds if owner in scene.bodies)
    for row in range(len(scene.t)):
        for mark in scene.marks:
            if mark.at.body != GROUND:
                assert (place(scene, row, mark.at) >= np.array(scene.low) - 1e-9).all()
                assert (place(scene, row, mark.at) <= np.array(scene.high) + 1e-9).all()


@examples
def test_scene_has_numbers_that_can_be_drawn(path):
    model, run, scene = shown(path)
    assert scene.size > 0.0
    assert scene.force_scale > 0.0
    assert scene.torque_scale > 0.0
    assert np.linalg.norm(scene.up) == pytest.approx(1.0)
    assert scene.poses.shape == (len(run), len(model.bodies), 7)
    np.testing.assert_allclose(np.linalg.norm(scene.poses[..., 3:], axis=-1), 1.0)
    np.testing.assert_array_equal(scene.t, run.t)


def test_points_that_nothing_uses_are_traced():
    _, _, scene = shown(FOLDER / "pendulum.yaml")
    assert [m.name for m in scene.marks if m.is_traced] == ["bob.mass"]
    _, _, scene = shown(FOLDER / "four-bar.yaml")  # its coupler has a point P; rocker.top is held by a joint
    assert [m.name for m in scene.marks if m.is_traced] == ["coupler.P"]


@pytest.mark.parametrize("name", ["spring-mass-damper", "four-bar", "collars-and-bar"])
@pytest.mark.parametrize("first", [0, 5], ids=["all rows", "the second half"])
def test_run_that_has_diverged_is_shown_as_far_as_it_can_be(name, first, tmp_path):
    run = sarrus.simulate(sarrus.load(FOLDER / f"{name}.yaml"), until=0.2, rows=11)

    def far(values):
        return np.concatenate([values[:first], 1e200 * values[first:]])

    series = {key: Series(key, s.unit, far(s.values)) for key, s in run.series.items()}
    lost = replace(run, series=series)
    lost.report(tmp_path / "lost.html")
    for ending in (".png", ".svg"):
        lost.draw(tmp_path / f"lost{ending}", at=0.2)
    assert "iframe" in lost._repr_html_()
