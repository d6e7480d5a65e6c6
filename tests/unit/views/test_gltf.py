"""glTF files, read by a strict reader of our own: structure, alignment, bounds, and where points are in motion."""

import json
import struct
from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from sarrus.errors import UsageError
from sarrus.views.drawing.glb import linear
from sarrus.views.drawing.look import look_of
from sarrus.views.drawing.moment import moment_at, span_lines
from sarrus.views.gltf import glb_of
from sarrus.views.palette import BODIES

LOOK = look_of("light")
COMPONENTS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}
TYPES = {5126: "<f4", 5125: "<u4"}


class Reader:
    """A binary glTF file; everything the specification (Khronos, glTF 2.0) asks of what we use is checked."""

    def __init__(self, data):
        magic, version, length = struct.unpack_from("<4sII", data)
        assert (magic, version, length) == (b"glTF", 2, len(data))
        size, kind = struct.unpack_from("<I4s", data, 12)
        assert kind == b"JSON"
        assert size % 4 == 0
        self.top = json.loads(data[20 : 20 + size])
        rest = data[20 + size :]
        size, kind = struct.unpack_from("<I4s", rest)
        assert kind == b"BIN\0"
        assert size % 4 == 0
        assert len(rest) == 8 + size
        self.bytes = rest[8:]
        assert self.top["buffers"] == [{"byteLength": size}]
        assert self.top["asset"]["version"] == "2.0"
        used = {name for m in self.top["materials"] for name in m.get("extensions", {})}
        assert set(self.top.get("extensionsUsed", ())) == used
        self.check_views()
        self.check_tree()

    def check_views(self):
        ends = 0
        for view in self.top["bufferViews"]:
            assert view["byteOffset"] == ends
            assert view["byteOffset"] % 4 == 0
            ends += view["byteLength"]
        assert ends == len(self.bytes)

    def check_tree(self):
        (scene,) = self.top["scenes"]
        (root,) = scene["nodes"]
        children = self.top["nodes"][root]["children"]
        # a tree: everything but the root is a child once
        assert sorted([root, *children]) == list(range(len(self.top["nodes"])))
        for mesh in self.top["meshes"]:
            for primitive in mesh["primitives"]:
                positions = self.numbers(primitive["attributes"]["POSITION"], bounds=True)
                for number in primitive["attributes"].values():
                    assert len(self.numbers(number)) == len(positions)
                if "indices" in primitive:
                    indices = self.numbers(primitive["indices"])
                    assert indices.max() < len(positions)
                    assert len(indices) % 3 == 0
                assert 0 <= primitive["material"] < len(self.top["materials"])

    def numbers(self, number, *, bounds=False):
        accessor = self.top["accessors"][number]
        view = self.top["bufferViews"][accessor["bufferView"]]
        count = accessor["count"] * COMPONENTS[accessor["type"]]
        assert view["byteLength"] == 4 * count
        values = np.frombuffer(self.bytes, TYPES[accessor["componentType"]], count, view["byteOffset"])
        values = values.reshape(accessor["count"], -1)
        if bounds:
            np.testing.assert_array_equal(values.min(axis=0), np.array(accessor["min"], "<f4"))
            np.testing.assert_array_equal(values.max(axis=0), np.array(accessor["max"], "<f4"))
        assert np.isfinite(values).all()
        return values[:, 0] if accessor["type"] == "SCALAR" else values

    def node(self, name):
        return next(k for k, node in enumerate(self.top["nodes"]) if node["name"] == name)

    def way(self, number, path):
        """Times and values of an animated part of a node."""
        (animation,) = self.top["animations"]
        assert animation["name"] == "run"
        (channel,) = (c for c in animation["channels"] if c["target"] == {"node": number, "path": path})
        sampler = animation["samplers"][channel["sampler"]]
        assert sampler.get("interpolation", "LINEAR") == "LINEAR"
        t, values = self.numbers(sampler["input"], bounds=True), self.numbers(sampler["output"])
        assert t[0] >= 0
        assert (np.diff(t) > 0).all()
        assert len(t) == len(values)
        return t, values

    def place(self, name, k, points):
        """Points of a node in its parent, at row k."""
        number = self.node(name)
        _, turn = self.way(number, "rotation")
        scale = self.way(number, "scale")[1][k] if "scale" in self.top["nodes"][number] else 1.0
        return Rotation.from_quat(turn[k]).apply(points * scale) + self.way(number, "translation")[1][k]


@pytest.fixture(params=["four_bar", "turntable"])
def scene(request):
    return request.getfixturevalue(request.param)


def test_points_of_bodies_move_as_in_the_scene(scene):
    file = Reader(glb_of(scene, LOOK))
    points = np.array([[0.1, 0.2, -0.3], [0, 0, 0], [1, 0, 0.5]])
    for number, name in enumerate(scene.bodies):
        for k in (0, 5, len(scene.t) - 1):
            expected = moment_at(scene, float(scene.t[k])).points(number, points)
            np.testing.assert_allclose(file.place(name, k, points), expected, atol=1e-6)


def test_a_node_stands_at_first_where_its_motion_begins(scene):
    file = Reader(glb_of(scene, LOOK))
    for name in (*scene.bodies, "spring"):
        number = file.node(name)
        for path in ("translation", "rotation"):
            t, values = file.way(number, path)
            np.testing.assert_array_equal(np.array(file.top["nodes"][number][path], "<f4"), values[0])
            np.testing.assert_allclose(t, scene.t - scene.t[0], atol=1e-6)


def test_rotations_are_unit_quaternions_that_never_jump(scene):
    poses = scene.poses.copy()
    poses[::3, :, 3:] *= -1  # the same rotations
    file = Reader(glb_of(replace(scene, poses=poses), LOOK))
    for name in scene.bodies:
        _, q = file.way(file.node(name), "rotation")
        np.testing.assert_allclose(np.linalg.norm(q, axis=1), 1.0, atol=1e-6)
        assert ((q[1:] * q[:-1]).sum(axis=1) > 0.9).all()


def test_spans_go_from_end_to_end(scene):
    file = Reader(glb_of(scene, LOOK))
    (span,) = scene.spans
    for k in (0, 4, len(scene.t) - 1):
        moment = moment_at(scene, float(scene.t[k]))
        for x, anchor in ((0, span.start), (1, span.end)):
            found = file.place("spring", k, np.array([x, 0, 0]))
            np.testing.assert_allclose(found, moment.point(anchor), atol=1e-6)


def test_a_span_of_constant_length_has_its_own_form(turntable):
    still = replace(turntable, poses=np.repeat(turntable.poses[:1], len(turntable.t), axis=0))
    file = Reader(glb_of(still, LOOK))
    mesh = file.top["meshes"][file.top["nodes"][file.node("spring")]["mesh"]]
    points = file.numbers(mesh["primitives"][0]["attributes"]["POSITION"])
    (line,) = span_lines(still.spans[0], moment_at(still, 0.0))
    np.testing.assert_allclose(file.place("spring", 3, points[::2]), line[:-1], atol=1e-6)


@pytest.mark.parametrize("up", [(0, 0, 1), (0, 1, 0), (0, -1, 0), (0.6, 0, -0.8)])
def test_up_is_the_second_axis(turntable, up):
    file = Reader(glb_of(replace(turntable, up=up), LOOK))
    (root,) = file.top["scenes"][0]["nodes"]
    turn = Rotation.from_quat(file.top["nodes"][root]["rotation"])
    np.testing.assert_allclose(turn.apply(up), [0, 1, 0], atol=1e-12)


def test_solids_are_where_they_are_and_face_outward(turntable):
    file = Reader(glb_of(turntable, LOOK))
    (primitive,) = file.top["meshes"][file.top["nodes"][file.node("bob")]["mesh"]]["primitives"]
    points = file.numbers(primitive["attributes"]["POSITION"]).astype(float)
    normals = file.numbers(primitive["attributes"]["NORMAL"])
    np.testing.assert_allclose(points, [0, 0, -0.12] + 0.05 * normals, atol=1e-7)
    a, b, c = points[file.numbers(primitive["indices"]).reshape(-1, 3)].swapaxes(0, 1)
    across = np.cross(b - a, c - a)
    assert (np.linalg.norm(across, axis=1) > 0).all()
    assert ((across * (a - [0, 0, -0.12])).sum(axis=1) > 0).all()
    color = file.top["materials"][primitive["material"]]["pbrMetallicRoughness"]["baseColorFactor"]
    assert color[3] == 1
    assert color[:3] == [linear(int(BODIES[1][k : k + 2], 16) / 255) for k in (1, 3, 5)]


def test_brightness_is_linear():
    # IEC 61966-2-1: black, white, and the middle grey that is known to be 0.2140
    assert (linear(0.0), linear(1.0)) == (0.0, 1.0)
    assert linear(0.5) == pytest.approx(0.21404, abs=1e-5)


def test_in_the_plane_higher_layers_are_nearer(four_bar):
    file = Reader(glb_of(four_bar, LOOK))

    def heights(name):
        mesh = file.top["meshes"][file.top["nodes"][file.node(name)]["mesh"]]
        return [file.numbers(p["attributes"]["POSITION"])[:, 2].max() for p in mesh["primitives"]]

    rocker, coupler = heights("rocker"), heights("coupler")
    assert rocker == sorted(rocker)
    assert max(rocker) < min(coupler)
    assert rocker[0] < rocker[1]  # a line is before its area


def test_rows_without_a_pose_are_left_out(four_bar):
    poses = four_bar.poses.copy()
    poses[[0, 7]] = np.nan
    file = Reader(glb_of(replace(four_bar, poses=poses), LOOK))
    t, places = file.way(file.node("crank"), "rotation")
    assert len(t) == len(places) == len(four_bar.t) - 2
    with pytest.raises(UsageError, match="no row of the run has the pose of every body"):
        glb_of(replace(four_bar, poses=np.full_like(poses, np.nan)), LOOK)


def test_times_that_a_file_cannot_tell_apart_are_one(four_bar):
    t = four_bar.t + 1e6
    t[5] = t[4] + 1e-9
    file = Reader(glb_of(replace(four_bar, t=t), LOOK))
    found, _ = file.way(file.node("crank"), "translation")
    assert found[0] == 0
    assert len(found) == len(t) - 1


def test_one_row_has_no_animation(four_bar):
    one = replace(
        four_bar,
        t=four_bar.t[:1],
        poses=four_bar.poses[:1],
        arrows=(),
    )
    file = Reader(glb_of(one, LOOK))
    assert "animations" not in file.top
    assert file.top["nodes"][file.node("coupler")]["translation"] == pytest.approx(one.poses[0, 1, :3])


def test_names_of_users_stay_as_they_are(four_bar):
    names = ("<b>", 'a"\\\n', "日本" * 100)
    file = Reader(glb_of(replace(four_bar, bodies=names), LOOK))
    for number, name in enumerate(names):
        assert file.top["nodes"][number]["name"] == name
