"""Scenes as a page reads them: keys of the contract, poses to the bit of a single, nothing infinite."""

import base64
import json
import math
from dataclasses import replace

import numpy as np
import pytest

from sarrus.views.page.scene_data import scene_data
from sarrus.views.scene.base import (
    GROUND,
    Anchor,
    Arrow,
    Ball,
    Block,
    Circle,
    Drawn,
    Mark,
    Path,
    Round,
    Scene,
    Span,
)

O = (0.0, 0.0, 0.0)
E = (1.0, 0.0, 0.0)
PSI = np.linspace(0.0, 20.0, 41)


def scene(planar=True, **changes):
    poses = np.zeros((len(PSI), 1, 7))
    poses[:, 0, 0], poses[:, 0, 1] = np.cos(PSI), np.sin(PSI)
    poses[:, 0, 3], poses[:, 0, 6] = np.cos(PSI / 2), np.sin(PSI / 2)
    drawn = Drawn(
        "bar",
        "body",
        "body",
        0,
        2,
        (
            Ball(O, 0.1),
            Round(O, E, 0.1, 0.2),
            Block(O, (1.0, 0.0, 0.0, 0.0), (1.0, 2.0, 3.0)),
            Path((O, E), closed=True, fill="tint"),
            Circle(O, 1 / 3, dashed=True),
        ),
    )
    whole = Scene(
        name="m",
        planar=planar,
        up=(0.0, 1.0, 0.0),
        size=0.5,
        low=(-1.0, -1.0, 0.0),
        high=(1.0, 1.0, 0.0),
        bodies=("bar",),
        t=np.linspace(0, 1, len(PSI)),
        poses=poses,
        psi=PSI[:, None] if planar else np.zeros((len(PSI), 0)),
        is_stepped=False,
        drawn=(drawn,),
        spans=(Span("s", "force", "spring", 1, Anchor(GROUND), Anchor(0, E), (((0.0, 0.0, 0.0, 0.0),),)),),
        arrows=(Arrow("A", "reaction", "force", Anchor(0), np.outer(PSI, E)),),
        marks=(Mark("bar.end", Anchor(0, E), True),),
        force_scale=0.01,
        torque_scale=0.02,
    )
    return replace(whole, **changes)


def numbers(packed, kind="<f4"):
    return np.frombuffer(base64.b64decode(packed), kind)


def test_planar_poses_are_x_y_and_an_angle_that_goes_on():
    data = scene_data(scene())
    found = numbers(data["poses"]).reshape(-1, 1, 3)
    np.testing.assert_array_equal(found[:, 0, 0], np.cos(PSI).astype("f4"))
    np.testing.assert_array_equal(found[:, 0, 1], np.sin(PSI).astype("f4"))
    np.testing.assert_allclose(found[:, 0, 2], PSI, atol=2e-6)  # singles near 20 are 1.9e-6 apart
    np.testing.assert_array_equal(numbers(data["t"], "<f8"), np.linspace(0, 1, len(PSI)))


def test_spatial_poses_are_all_seven_numbers():
    whole = scene(planar=False)
    found = numbers(scene_data(whole)["poses"]).reshape(whole.poses.shape)
    np.testing.assert_array_equal(found, whole.poses.astype("f4"))


def test_primitives_say_their_form_and_keep_the_names_of_their_fields():
    data = scene_data(scene())
    (drawn,) = data["drawn"]
    assert set(drawn) == {"owner", "kind", "role", "body", "layer", "primitives"}
    assert [p["form"] for p in drawn["primitives"]] == ["ball", "round", "block", "path", "circle"]
    assert drawn["primitives"][1] == {
        "form": "round", "start": [0, 0, 0], "end": [1, 0, 0], "start_radius": 0.1, "end_radius": 0.2, "hole": 0,
    }  # fmt: skip
    assert drawn["primitives"][3]["fill"] == "tint"
    assert drawn["primitives"][4]["radius"] == pytest.approx(1 / 3, rel=1e-8)
    assert set(data["spans"][0]) == set(Span.__dataclass_fields__)
    assert data["spans"][0]["start"] == {"body": -1, "p": [0, 0, 0], "turn": [1, 0, 0, 0]}
    assert set(data["arrows"][0]) == set(Arrow.__dataclass_fields__)
    np.testing.assert_array_equal(numbers(data["arrows"][0]["values"]).reshape(-1, 3)[:, 0], PSI.astype("f4"))
    assert data["marks"] == [
        {"name": "bar.end", "at": {"body": 0, "p": [1, 0, 0], "turn": [1, 0, 0, 0]}, "is_traced": True}
    ]
    assert set(data) == set(Scene.__dataclass_fields__) - {"psi"}


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_what_is_nowhere_is_left_out_and_the_rest_stays(bad):
    nowhere = Anchor(0, (bad, 0.0, 0.0))
    whole = scene()
    poses = whole.poses.copy()
    poses[3] = bad
    data = scene_data(
        replace(
            whole,
            size=bad,
            low=(bad, 0.0, 0.0),
            up=(bad, 0.0, 0.0),
            force_scale=bad,
            poses=poses,
            drawn=(
                replace(whole.drawn[0], primitives=(Ball(O, bad), Ball(O, 1.0))),
                replace(whole.drawn[0], primitives=(Ball(O, bad),)),
            ),
            spans=(replace(whole.spans[0], end=nowhere), whole.spans[0]),
            arrows=(replace(whole.arrows[0], at=nowhere), whole.arrows[0]),
            marks=(replace(whole.marks[0], at=nowhere), whole.marks[0]),
        )
    )
    json.dumps(data, allow_nan=False)
    assert [len(d["primitives"]) for d in data["drawn"]] == [1]
    assert [len(data[key]) for key in ("spans", "arrows", "marks")] == [1, 1, 1]
    assert (data["size"], data["force_scale"]) == (1.0, 1.0)
    assert np.isfinite(numbers(data["poses"])).reshape(len(PSI), -1).all(axis=1).sum() == len(PSI) - 1
