"""Files that say too much."""

import pytest

from sarrus.errors import ModelError, UsageError
from sarrus.io import dumps, load, loads, reading

HEAD = "sarrus: 1\nplane: xy\n"
BODY = "bodies:\n  b: {mass: 1, inertia: 1}\n"


def problems(text):
    with pytest.raises(ModelError) as caught:
        loads(text, "m.yaml")
    return [str(problem) for problem in caught.value.problems]


def test_very_many_points_on_a_body_are_refused_at_the_first_too_many():
    points = "ground:\n  points:\n" + "".join(f"    p{i}: [0, 0]\n" for i in range(10_001))
    assert problems(HEAD + BODY + points) == [
        "m.yaml:10007:5: there are 10001 points of 'ground'. At most 10000 are allowed."
    ]


def test_very_many_frames_on_a_body_are_refused_at_the_first_too_many():
    frames = "ground:\n  frames:\n" + "".join(f"    p{i}: {{turn: 0}}\n" for i in range(1001))
    assert problems(HEAD + BODY + frames) == [
        "m.yaml:1007:5: there are 1001 frames of 'ground'. At most 1000 are allowed."
    ]


def test_very_many_parts_of_a_body_are_refused():
    parts = "".join(f"      p{i}: {{rod: {{length: 1, mass: 1}}}}\n" for i in range(101))
    assert problems(HEAD + "bodies:\n  b:\n    parts:\n" + parts) == [
        "m.yaml:106:7: there are 101 parts of body 'b'. At most 100 are allowed."
    ]


def test_expressions_are_limited_together(monkeypatch):
    monkeypatch.setattr(reading, "MOST_TERMS", 100)
    parameters = "parameters:\n" + "".join(f"  p{i}: 1 + 2*3\n" for i in range(30))
    (found,) = problems(HEAD + BODY + parameters)
    assert found.startswith(
        "m.yaml:26:8: reading stops here: the expressions up to this place are too large."
    )
    assert (
        "together have at most 100 numbers, names and signs. Keep long rows of numbers in a data file."
        in found
    )


def test_problems_that_a_value_raises_count_as_well():
    parameters = "parameters:\n" + "".join(f"  p{i}: 1 +\n" for i in range(300))
    found = problems(HEAD + BODY + parameters)
    assert len(found) == 101
    assert found[-1] == "m.yaml:105:8: reading stops here: too many problems."


def test_places_of_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "m.yaml"
    path.write_bytes(b"sarrus: 1\nname: a\0b\n")
    with pytest.raises(ModelError, match=r"m\.yaml:2:8: the file is not text"):
        load(path)
    path.write_bytes(b"#" * 600_000)
    with pytest.raises(ModelError, match=r"m\.yaml:1:1: the file is too large"):
        load(path)


def test_data_file_that_is_not_there_is_reported_where_the_model_names_it(tmp_path):
    path = tmp_path / "m.yaml"
    path.write_text(HEAD + BODY + "drivers:\n  d: {table: b.x, file: none.csv}\n")
    with pytest.raises(
        ModelError, match=r"m\.yaml:6:3: table 'd' reads 'none\.csv': the file cannot be read"
    ):
        load(path)


def test_file_with_an_unusable_name_still_gives_a_mechanism_with_one(tmp_path):
    path = tmp_path / ("x" * 240 + ".yaml")
    path.write_text(HEAD + BODY)
    assert load(path).name == "mechanism"


def test_what_is_no_text_no_path_and_no_mechanism_is_refused():
    with pytest.raises(UsageError, match=r"not bytes and str\. Use load\(path\) to read a file"):
        loads(b"sarrus: 1")
    with pytest.raises(UsageError, match="load takes the path of a model file, not a value of the type int"):
        load(3)
    with pytest.raises(UsageError, match="a Mechanism is written to a file, not a value of the type str"):
        dumps("m")


def test_file_of_a_thousand_bodies_with_frames_is_not_too_large():
    lines = ["sarrus: 1", "bodies:"]
    for i in range(1000):
        lines.append(f"  b{i}:")
        lines.append("    rod: {length: 0.5, mass: 1.0}")
        lines.append("    frames: {pin: {at: [0, 0, 0], turn: [90 deg, 0, 0]}, tip: {at: [0.5, 0, 0]}}")
    lines.append("joints:")
    lines += [f"  J{i}: {{revolute: [{f'b{i - 1}.tip' if i else 'ground'}, b{i}.pin]}}" for i in range(1000)]
    assert len(loads("\n".join(lines)).joints) == 1000
