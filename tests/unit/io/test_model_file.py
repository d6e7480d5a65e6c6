import json
import os
import shutil
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sarrus.elements import SHELVES
from sarrus.elements.base import param
from sarrus.elements.body import Body
from sarrus.elements.forces.base import Bulk, Force
from sarrus.errors import ModelError, UsageError
from sarrus.io import dumps, element_form, load, loads, save
from sarrus.model import Mechanism
from sarrus.scalar.expression import symbol

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.yaml"))

FOUR_BAR = """\
sarrus: 1
name: four-bar
plane: xy
parameters: {a: 0.3, b: 0.9, c: 0.7, d: 1.0}
ground:
  points: {D: [d, 0.0]}
bodies:
  crank: {rod: {length: a, mass: 0.3 kg}}
  coupler: {rod: {length: b, mass: 0.9 kg}}
  rocker: {mass: 0.7, center: [c/2, 0.0], inertia: 0.0286, points: {top: [c, 0.0]}}
joints:
  A: {revolute: [ground, crank.start]}
  B: {revolute: [crank.end, coupler.start]}
  C: {revolute: [coupler.end, rocker.top]}
  D: {revolute: [ground.D, rocker]}
forces:
  weight: {gravity: [0.0, -9.81]}
  return: {spring-damper: [ground.D, crank.end], stiffness: 200 N/m, damping: 2.0, free_length: 0.8}
drivers:
  motor: {motion: A.theta, is: 2*pi*t}
start:
  fixed: {A.theta: 60 deg, A.theta_dot: 0.0}
  guess: {D.theta: 100 deg}
"""


def catalogue():
    return {element.__name__: element for shelf in SHELVES.values() for element in shelf}


def content(mechanism):
    """Everything a mechanism holds, but not where it was written."""
    kept = {
        key: value
        for key, value in vars(mechanism).items()
        if key not in ("sources", "folder", "ground", "bodies")
    }
    return kept, vars(mechanism.ground), [vars(body) for body in mechanism.bodies]


@pytest.fixture
def beside(tmp_path):
    """Save a mechanism where the data of the examples are at hand, and load it again."""
    data = EXAMPLES[0].parent / "data"
    if data.is_dir():
        shutil.copytree(data, tmp_path / "data")

    def again(mechanism, name):
        save(mechanism, tmp_path / name)
        return load(tmp_path / name)

    return again


def problems(text):
    with pytest.raises(ModelError) as caught:
        loads(text, "a.yaml")
    return [str(problem) for problem in caught.value.problems]


def test_file_form_of_the_conventions_survives_the_round_trip_to_the_letter():
    assert dumps(loads(FOUR_BAR)) == FOUR_BAR


def test_file_and_python_describe_the_same_mechanism():
    c = catalogue()
    m = Mechanism("four-bar", plane="xy")
    a, b, c_, d = m.parameters(a=0.30, b=0.90, c=0.70, d=1.00)
    D = m.ground.point("D", (d, 0))
    crank = m.add(Body("crank", c["Rod"](length=a, mass="0.3 kg")))
    coupler = m.add(Body("coupler", c["Rod"](length=b, mass="0.9 kg")))
    rocker = m.add(Body("rocker", mass=0.7, center=(c_ / 2, 0), inertia=0.0286))
    m.add(c["Revolute"]("A", m.ground, crank.start))
    m.add(c["Revolute"]("B", crank.end, coupler.start))
    m.add(c["Revolute"]("C", coupler.end, rocker.point("top", (c_, 0))))
    m.add(c["Revolute"]("D", D, rocker))
    m.add(c["Gravity"]("weight", (0, -9.81)))
    m.add(c["SpringDamper"]("return", D, crank.end, stiffness="200 N/m", damping=2, free_length=0.8))
    m.add(c["Motion"]("motor", "A.theta", "2*pi*t"))
    m.start(fixed={"A.theta": "60 deg", "A.theta_dot": 0}, guess={"D.theta": "100 deg"})
    assert dumps(m) == FOUR_BAR
    assert content(loads(FOUR_BAR)) == content(m)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_survives_the_round_trip(path, beside):
    mechanism = load(path)
    text = dumps(mechanism)
    assert mechanism.name == path.stem
    again = beside(mechanism, "m.yaml")
    assert dumps(again) == text
    assert content(again) == content(mechanism)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_is_the_same_in_yaml_in_json_and_in_python(path, beside, tmp_path):
    mechanism = load(path)
    twin = beside(mechanism, "m.json")
    assert content(twin) == content(mechanism)
    assert dumps(twin) == dumps(mechanism)
    json.loads((tmp_path / "m.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_begins_with_a_comment_of_a_few_lines(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines.index("sarrus: 1") in (2, 3, 4, 5)
    assert all(line.startswith("# ") for line in lines[: lines.index("sarrus: 1")])


def test_spatial_four_bar_has_the_masses_of_the_planar_one():
    plane, space = (load(path).snapshot() for path in EXAMPLES if path.stem.startswith("four-bar"))
    if not plane.planar:
        plane, space = space, plane
    for flat, full in zip(plane.bodies, space.bodies, strict=True):
        m1, c1, J1 = flat.mass_properties(plane.resolve, True)
        m2, c2, J2 = full.mass_properties(space.resolve, False)
        assert (m1, tuple(c1)) == (m2, tuple(c2))
        assert J1.zz == pytest.approx(J2.zz, rel=1e-15)


def test_places_of_items_are_kept_for_later_messages():
    sources = loads(FOUR_BAR, "f.yaml").sources
    places = {
        "": "1:1",
        "parameters.b": "4:25",
        "ground.D": "6:12",
        "crank": "8:3",
        "crank.mass": "8:34",
        "rocker.center": "10:31",
        "rocker.top": "10:69",
        "A": "12:3",
        "weight.acceleration": "17:21",
        "return.stiffness": "18:61",
        "motor.function": "20:32",
        "start.A.theta": "22:11",
        "start.D.theta": "23:11",
    }
    assert {key: sources[key] for key in places} == {key: f"f.yaml:{place}" for key, place in places.items()}


def test_hyphen_and_underscore_are_the_same_in_parameters():
    assert dumps(loads(FOUR_BAR.replace("free_length", "free-length"))) == FOUR_BAR


def test_empty_sections_and_order_of_keys_do_not_matter():
    head, tail = FOUR_BAR.split("bodies:")
    assert dumps(loads("bodies:" + tail + head)) == FOUR_BAR
    assert dumps(loads(FOUR_BAR.split("drivers:")[0] + "drivers:\nstart: {}\n")).endswith(
        "free_length: 0.8}\n"
    )


def test_mechanism_without_name_is_named_after_its_file(tmp_path):
    (tmp_path / "rig.yaml").write_text("{sarrus: 1, plane: xy, bodies: {b: {mass: 1, inertia: 1}}}")
    assert load(tmp_path / "rig.yaml").name == "rig"
    assert loads((tmp_path / "rig.yaml").read_text()).name == "mechanism"


def test_name_that_looks_like_a_number_works_in_quotes():
    m = Mechanism("1e3", plane="xy")
    m.add(Body("1", mass=1, inertia=1))
    m.add(catalogue()["Revolute"]("null", "ground", "1"))
    assert content(loads(dumps(m))) == content(m)


def test_frames_survive_the_round_trip():
    m = Mechanism("frames")
    body = m.add(Body("b", mass=1, inertia=((2, 0, 0.1), (0, 2, 0), (0.1, 0, 2))))
    tip = body.point("tip", (0, "10 mm", symbol("e")))
    body.frame("turned", turn=("30 deg", 0, 0))
    body.frame("both", (1, 2, 3), (1, 2, 3), on=tip)
    body.frame("alias", on=tip)
    body.frame("same")
    text = dumps(m)
    assert (
        "frames: {turned: {turn: [30 deg, 0.0, 0.0]}, " in text.replace("\n      ", " ") or "turned:" in text
    )
    assert content(loads(text)) == content(m)


def test_problems_come_in_the_order_of_the_file():
    text = FOUR_BAR.replace("0.0286", "[1]").replace("200 N/m", "200 N/q").replace("A.theta_dot", "A.thetta")
    lines = [int(problem.split(":")[1]) for problem in problems(text)]
    assert lines == [10, 18]


def test_too_many_problems_are_cut():
    many = ", ".join(f"b{i}: {{mass: -1, inertia: 1}}" for i in range(150))
    found = problems(f"{{sarrus: 1, plane: xy, bodies: {{{many}}}}}")
    assert len(found) == 100
    assert found[-1].endswith(": checking stops here: too many problems.")
    many = ", ".join(f"b{i}: 1" for i in range(150))
    assert problems(f"{{sarrus: 1, plane: xy, bodies: {{{many}}}}}")[-1].endswith("too many problems.")


class Lone(Force):
    """An element without ends and without primary parameter."""

    port = Bulk


class Lazy(Force):
    """An element whose primary parameter may be left out."""

    port = Bulk
    primary = "size"
    size = param("m", "size", default=2.0)
    reach_out = param("m", "reach", default=1.0, key="reach")


def test_elements_of_any_declared_form_can_be_read(monkeypatch):
    monkeypatch.setitem(element_form.SHELVES, "forces", (Lone, Lazy))
    head = "sarrus: 1\nname: m\nplane: xy\nbodies:\n  b: {mass: 1.0, inertia: 1.0}\nforces:\n"
    for form in ("lone: []", "lazy: null", "lazy: null, reach: 3.0", "lazy: 3.0, reach: 4 m"):
        text = f"{head}  f: {{{form}}}\n"
        assert dumps(loads(text)) == text
    assert "takes no ends" in problems(head + "  f: {lone: [b]}\n")[0]
    assert "'reach_out'. Allowed are reach." in problems(head + "  f: {lazy: 1, reach_out: 1}\n")[0]


# Files.


def test_missing_file_suggests_one_with_a_similar_name(tmp_path):
    (tmp_path / "pendulum.yaml").write_text("")
    with pytest.raises(
        ModelError, match=r"pendulm.yaml: there is no such file. Did you mean 'pendulum.yaml'\?"
    ):
        load(tmp_path / "pendulm.yaml")
    with pytest.raises(ModelError, match=r"there is no such file. Model files there: pendulum.yaml"):
        load(tmp_path / "x")
    with pytest.raises(ModelError, match="there is no folder"):
        load(tmp_path / "no" / "x.yaml")


def test_folder_pipe_and_unreadable_path_are_refused(tmp_path):
    with pytest.raises(ModelError, match="is a folder, not a model file"):
        load(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ModelError, match="is a device or a pipe"):
        load(tmp_path / "pipe")
    with pytest.raises(ModelError, match="cannot be read: embedded null byte"):
        load("a\0b")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"sarrus: 1\nname: \xff", r"m.yaml:2:7: the byte 0xFF is not UTF-8"),
        (b"\x89PNG\r\n\0\0", r"m.yaml:2:1: the file is not text"),
        ("sarrus: 1".encode("utf-16"), r"m.yaml:1:4: the file is not text"),
        (b"#" * 500_001, r"m.yaml:1:1: the file is too large. At most 500 kB are allowed"),
    ],
)
def test_file_that_is_no_text_or_too_large_is_refused(tmp_path, content, said):
    (tmp_path / "m.yaml").write_bytes(content)
    with pytest.raises(ModelError, match=said):
        load(tmp_path / "m.yaml")


def test_saved_file_is_read_again(tmp_path):
    mechanism = loads(FOUR_BAR)
    save(mechanism, tmp_path / "m.yaml")
    assert (tmp_path / "m.yaml").read_bytes() == FOUR_BAR.encode()
    assert content(load(tmp_path / "m.yaml")) == content(mechanism)
    assert os.listdir(tmp_path) == ["m.yaml"]


def test_saving_keeps_permissions_and_links(tmp_path):
    target, link = tmp_path / "real.yaml", tmp_path / "link.yaml"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    save(loads(FOUR_BAR), link)
    assert link.is_symlink()
    assert target.read_text() == FOUR_BAR
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_failed_saving_leaves_the_old_file_and_no_rest(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    (tmp_path / "m.yaml").write_text("old")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(UsageError, match=r"m.yaml: the file cannot be written: No space left on device"):
        save(loads(FOUR_BAR), tmp_path / "m.yaml")
    assert (tmp_path / "m.yaml").read_text() == "old"
    assert os.listdir(tmp_path) == ["m.yaml"]


def test_saving_into_a_missing_folder_is_refused(tmp_path):
    with pytest.raises(UsageError, match="cannot be written: No such file or directory"):
        save(loads(FOUR_BAR), tmp_path / "no" / "m.yaml")


def test_json_is_written_by_sections():
    m = Mechanism("m", plane="xy")
    m.parameters(a=0.3)
    m.add(Body("b", mass="2 kg", inertia=1, points={"P": (symbol("a") / 2, 0)}))
    assert dumps(m, "m.json") == (
        "{\n"
        '  "sarrus": 1,\n'
        '  "name": "m",\n'
        '  "plane": "xy",\n'
        '  "parameters": {"a": 0.3},\n'
        '  "bodies": {\n'
        '    "b": {"mass": "2 kg", "inertia": 1.0, "points": {"P": ["a/2", 0.0]}}\n'
        "  }\n"
        "}\n"
    )


def test_problems_in_json_carry_their_places():
    text = '{"sarrus": 1,\n "bodies": {"b": {"mass": -1, "inertia": [1, 1, 1]}},\n "joint": {}}'
    with pytest.raises(ModelError) as caught:
        loads(text, "a.json")
    assert [problem.where for problem in caught.value.problems] == ["a.json:3:2"]
    with pytest.raises(ModelError) as caught:
        loads(text.replace(',\n "joint": {}', ""), "a.json")
    assert [problem.where for problem in caught.value.problems] == ["a.json:2:27"]


def test_model_reads_data_beside_its_file_but_a_text_reads_none(tmp_path):
    (tmp_path / "m.yaml").write_text(FOUR_BAR)
    assert load(tmp_path / "m.yaml").folder == tmp_path
    assert loads(FOUR_BAR).folder is None


TOKENS = st.sampled_from(
    [*FOUR_BAR.split(), *"{}[],:&*!|>\n-#'\"", "  ", "\t", "1e999", "~", "true", "ground"]
)


@settings(max_examples=2000 if os.environ.get("SARRUS_DEEP") else 150, deadline=None)
@given(st.integers(0, len(FOUR_BAR)), st.integers(0, 12), TOKENS)
def test_damaged_file_is_read_or_refused_with_places(position, length, token):
    damaged = FOUR_BAR[:position] + token + FOUR_BAR[position + length :]
    try:
        loads(damaged, "a.yaml")
    except ModelError as error:
        assert all(problem.where.startswith("a.yaml:") for problem in error.problems)
