"""What is too large, and how much of it is repeated in a message."""

import pytest

from sarrus import Body, Mechanism, Motion, Polynomial, Revolute, Rod, Spline, Table
from sarrus.errors import ModelError
from sarrus.model import data_files


def model():
    m = Mechanism("m", plane="xy")
    m.add(Body("b", Rod(length=1, mass=1)))
    return m


def problems(m):
    with pytest.raises(ModelError) as caught:
        m.snapshot()
    return [str(problem) for problem in caught.value.problems]


def test_all_wrong_parameters_are_named_but_not_what_rests_on_them():
    m = model()
    m.parameters(a="zz", b="2*a", c="1/0", d="t", x="y", y="x", z="x + b")
    found = problems(m)
    assert [text.partition(":")[2].split(".")[0].strip() for text in found[:2]] == [
        "'zz' has no value",
        "'1/0' divides by zero",
    ]
    assert "parameter 'd' depends on time t" in found[2]
    assert "the parameters x, y, z are defined by each other" in found[3]
    assert len(found) == 4


def test_of_very_many_wrong_parameters_the_first_are_named():
    m = model()
    m.parameters(**{f"p{i}": "zz" for i in range(1000)})
    found = problems(m)
    assert found[0].startswith("parameters.p0: 'zz' has no value")
    assert found[-1].endswith("checking stops here: too many problems.")
    assert len(found) == 100


def test_table_of_more_rows_than_a_file_may_have_is_refused():
    m = model()
    m.add(Spline("drive", "b.x", points=[(i, 0) for i in range(5001)]))
    assert problems(m) == [
        "points of spline 'drive' has 5001 entries, but at most 5000 are allowed. "
        "Keep long tables in a file of their own."
    ]


def test_list_whose_length_is_structure_stays_short():
    m = model()
    m.add(Polynomial("drive", "b.x", coefficients=[0.0] * 501))
    assert problems(m) == ["coefficients of polynomial 'drive' has 501 entries, but at most 500 are allowed."]


def test_of_very_many_names_the_first_are_listed():
    m = model()
    for i in range(60):
        m.add(Body(f"body{i}", mass=1, inertia=1))
    m.add(Revolute("A", "bodi3", "b"))
    (found,) = problems(m)
    assert "Bodies are: ground, b, body0, " in found
    assert found.endswith("body37 and 22 more. Did you mean 'body3'?")
    for i in range(300):
        m.add(Body(f"other{i}", mass=1, inertia=1))
    (found,) = problems(m)
    assert found.endswith("and 322 more.")


def test_frames_in_a_circle_are_named_once_and_without_their_tails():
    m = model()
    for name, on in (("tail", "a"), ("a", "b"), ("b", "c"), ("c", "a"), ("other", "other")):
        m.ground.frame(name, on=on)
    found = problems(m)
    assert [text.split(". ")[0] for text in found] == [
        "frames of 'ground' rest on each other in a circle: a -> b -> c -> a",
        "frames of 'ground' rest on each other in a circle: other -> other",
    ]


def test_long_circle_of_frames_is_cut():
    m = model()
    for i in range(100):
        m.ground.frame(f"f{i}", on=f"f{(i + 1) % 100}")
    (found,) = problems(m)
    assert "f38 -> ... -> f99 -> f0." in found


def reader(folder, files):
    m = model()
    m.folder = folder
    for i, (name, text) in enumerate(files.items()):
        (folder / name).write_text(text)
        m.add(Body(f"b{i}", mass=1, inertia=1))
        m.add(Table(f"d{i}", f"b{i}.x", file=name))
    return m


def test_data_files_are_limited_together(tmp_path, monkeypatch):
    monkeypatch.setattr(data_files, "MOST_BYTES", 1_000_000)
    text = "#" * 600_000 + "\n0, 0\n1, 1\n"
    (found,) = problems(reader(tmp_path, {"a.csv": text, "b.csv": text}))
    assert (
        "b.csv: the data files up to this one are too large. At most 1 MB are allowed for all together."
        in found
    )


def test_data_file_of_very_many_lines_is_refused(tmp_path):
    (found,) = problems(reader(tmp_path, {"a.csv": "\n" * 200_001 + "0, 0\n1, 1\n"}))
    assert found.endswith("a.csv:200001: the file has more than 200000 lines.")


def test_data_file_that_is_named_twice_is_read_once(tmp_path, monkeypatch):
    m = reader(tmp_path, {"a.csv": "0, 0\n1, 1\n"})
    m.add(Table("again", "b.x", file="./a.csv"))
    read, once = [], data_files.read_rows
    monkeypatch.setattr(data_files, "read_rows", lambda *given: read.append(given) or once(*given))
    m.snapshot()
    assert len(read) == 1


def test_snapshot_has_solids_and_frames_of_its_own():
    m = model()
    m.add(Motion("drive", "b.x", "t"))
    frozen = m.snapshot()
    m.bodies[0].solid.length = 3.0
    m.bodies[0].point("P", (1, 2))
    m.ground.point("Q", (1, 2))
    assert frozen.bodies[0].solid.length == 1.0
    assert frozen.bodies[0].frame_names() == ("start", "center", "end")
    assert frozen.ground.frame_names() == ()


@pytest.mark.parametrize("size", [1e80, 1e308])
def test_body_that_cannot_be_computed_with_is_refused(size):
    m = Mechanism("m")
    m.add(Body("b", Rod(length=size, mass=1)))
    assert problems(m) == [
        "mass, mass centre or inertia of body 'b' is too large to compute with. "
        "They stay below 1e+150, in SI units. Check the units."
    ]
    m = Mechanism("m")
    m.add(Body("b", mass=1, inertia=(1e308, 1e308, 1e308)))
    assert len(problems(m)) == 1
