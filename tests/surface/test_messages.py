"""What is said to those who come from other programs, from Python, or with a slip of the pen; screens are in `mistakes/`."""

import copy
from pathlib import Path

import pytest

import sarrus
from sarrus import Body, Mechanism, ModelError, Motion, Ramp, Revolute, Rod
from sarrus.cli import main
from sarrus.elements import SHELVES
from sarrus.elements.outside import meant_by
from sarrus.io import loads
from sarrus.model.hints import hints
from sarrus.scalar.parsing import parse_value

EXAMPLES = Path(__file__).parents[2] / "examples"


def refusal(text):
    with pytest.raises(ModelError) as caught:
        parse_value(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("60°", "60 deg"),
        ("-9.81 m/s²", "-9.81 m/s^2"),
        ("5 N·m", "5 N m"),
        ("12 µm", "12 um"),
        ("3 kg×m²", "3 kg m^2"),
    ],
)
def test_signs_in_units_are_answered_with_letters(text, plain):
    assert refusal(text) == f"'{text}' cannot be read: units are written with plain letters. Write '{plain}'."


@pytest.mark.parametrize("text", ["60 rpm * omega", "60 rpm omega"])
def test_a_unit_in_a_product_becomes_a_parameter(text):
    assert "make it a parameter, as in 'n: 60 rpm', and write 'n*omega'" in refusal(text)


def test_no_other_name_of_an_element_is_a_keyword_or_said_of_two():
    for kinds in SHELVES.values():
        words = [word for kind in kinds for word in kind.also_called]
        assert len(set(words)) == len(words)
        assert not {kind.keyword for kind in kinds} & set(words)


@pytest.mark.parametrize("word", ["pin", "Hinge", "pin-joint", "pin_joint", "revolut"])
def test_an_element_is_found_by_what_others_call_it(word):
    assert meant_by(word, SHELVES["joints"]) == "Did you mean 'revolute'?"


def test_a_solid_is_found_by_what_others_call_it_and_so_are_words_to_explain(capsys):
    with pytest.raises(ModelError, match="Did you mean 'rod'"):
        loads("{sarrus: 1, plane: xy, bodies: {a: {bar: {length: 1, mass: 1}}}}")
    assert main(["explain", "hinge"]) == 2
    assert "Did you mean 'revolute'?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("items", "line"),
    [
        ("[{revolute: [ground, a.start]}]", "'A: {revolute: [ground, a.start]}'"),
        ("[{name: pin, revolute: [ground, a.start], x: 1}]", "'pin: {revolute: [ground, a.start], ...}'"),
        ("[{revolute: {base: ground}}]", "'A: {revolute: {...}}'"),
    ],
)
def test_a_list_of_elements_is_answered_with_a_line_as_it_should_be(items, line):
    with pytest.raises(ModelError) as caught:
        loads(f"{{sarrus: 1, plane: xy, bodies: {{a: {{rod: {{length: 1, mass: 1}}}}}}, joints: {items}}}")
    assert f"Give each a name, without dashes: {line}." in str(caught.value)


def test_a_python_file_is_no_model_and_can_be_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.py").write_text("import sarrus\n")
    assert main(["simulate", "model.py", "--until", "1"]) == 2
    assert capsys.readouterr().err == (
        "model.py: is a Python file, not a model file. A model file is YAML or JSON. Run it: python model.py.\n"
    )


@pytest.mark.parametrize(("word", "meant"), [("tex", "latex"), ("md", "markdown"), ("txt", "text")])
def test_a_format_is_found_by_the_ending_of_its_files(capsys, word, meant):
    assert main(["equations", str(EXAMPLES / "pendulum.yaml"), "--format", word]) == 2
    assert f"Did you mean '{meant}'?" in capsys.readouterr().err


def two_bars():
    mechanisms = [Mechanism(name, plane="xy") for name in ("one", "two")]
    return mechanisms, [m.add(Body("bar", Rod(length=1, mass=1))) for m in mechanisms]


def test_a_frame_of_another_mechanism_is_refused_by_name():
    (one, two), (mine, other) = two_bars()
    one.add(Revolute("A", one.ground, mine.start))
    one.snapshot()
    one.add(Revolute("B", mine.end, other.start))
    with pytest.raises(ModelError) as caught:
        one.snapshot()
    assert str(caught.value).startswith(
        "revolute 'B' is given 'bar.start' of another body of that name, not of mechanism 'one'."
    )
    two.add(Revolute("A", one.ground, other))
    with pytest.raises(ModelError, match="'ground' of another mechanism, not of mechanism 'two'"):
        two.snapshot()


def test_a_body_may_be_added_after_its_joint_and_paths_are_taken_as_they_are():
    m, bar = Mechanism("m", plane="xy"), Body("bar", Rod(length=1, mass=1))
    m.add(Revolute("A", m.ground, bar.start))
    m.add(bar)
    (_, two), (_, _other) = two_bars()
    two.add(Revolute("A", "ground", "bar.start"))
    assert m.snapshot().joints == two.snapshot().joints


def test_a_snapshot_and_a_copy_know_their_ends_by_name(tmp_path):
    (one, _), (mine, _other) = two_bars()
    one.add(Revolute("A", one.ground, mine.start))
    assert {type(end) for end in one.snapshot().joints[0].at} == {str}
    copied = copy.deepcopy(one)
    assert copied.joints[0].at[1].holder is copied.bodies[0]
    copied.snapshot()
    assert sarrus.simulate(one, "10 ms", rows=2).report(tmp_path / "a.html").exists()


def driven(driver):
    m = Mechanism("m", plane="xy")
    bar = m.add(Body("bar", Rod(length=1, mass=1)))
    m.add(Revolute("A", m.ground, bar.start))
    m.add(driver)
    return " ".join(h for h in hints(m.snapshot()) if "radians" in h)


@pytest.mark.parametrize("function", ["360*t", "90*sin(t)", "t*45 + 1", "-60*t"])
def test_a_motion_that_looks_like_degrees_is_questioned(function):
    assert "'A.theta' is in radians. Write degrees as a parameter" in driven(Motion("d", "A.theta", function))


@pytest.mark.parametrize("function", ["2*pi*t", "360*pi/180*t", "7*t", "62.8*t", "10*t", "60 deg"])
def test_a_motion_in_radians_is_not_questioned(function):
    assert driven(Motion("d", "A.theta", function)) == ""


def test_degrees_in_other_drivers_are_questioned_until_they_have_a_unit():
    said = driven(Ramp("d", "A.theta", first=0, last=90, duration=1))
    assert "to of ramp 'd' is 90 rad, 14.3 turns" in said and "Write '90 deg' if degrees are meant" in said
    assert driven(Ramp("d", "A.theta", first=0, last="90 rad", duration=1)) == ""


def test_degrees_given_in_python_are_questioned():
    m = Mechanism("m", plane="xy")
    m.add(Revolute("pin", m.ground, m.add(Body("bar", Rod(length=1, mass=1)))))
    m.start(fixed={"pin.theta": 60})
    assert any("start value 'pin.theta' is 60 rad, 9.55 turns" in note for note in sarrus.check(m).notes)


@pytest.mark.parametrize(
    ("length", "mass", "is_questioned"),
    [
        (300, 0.3, True),
        ("a", 0.3, True),
        (300, 500, False),
        ("300 m", 0.3, False),
        ("b", 0.3, False),
        (0.3, 0.3, False),
        (300, 0, False),
    ],
)
def test_lengths_are_questioned_where_millimetres_are_likely(length, mass, is_questioned):
    m = Mechanism("m", plane="xy")
    m.parameters(a=300, b="300 m")
    m.add(Revolute("pin", m.ground, m.add(Body("bar", Rod(length=length, mass=mass)))))
    assert any("millimetres" in hint for hint in hints(m.snapshot())) is is_questioned


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
def test_examples_are_not_questioned(path):
    found = hints(sarrus.load(path).snapshot())
    assert not [hint for hint in found if "radians" in hint or "millimetres" in hint]


def test_start_values_that_contradict_each_other_are_a_mistake_of_the_model(tmp_path, capsys):
    model = sarrus.load(EXAMPLES / "four-bar.yaml")
    model.start(fixed={"A.theta": 1.0, "D.theta": 0.2})
    with pytest.raises(ModelError, match=r"would close with 'D\.theta' = ") as wrong:
        sarrus.simulate(model, 1.0)
    assert wrong.value.result.status.word == "contradicting"
    sarrus.save(model, tmp_path / "it.yaml")
    for words in (["check"], ["assemble"], ["simulate", "--until", "1"]):
        assert main([words[0], str(tmp_path / "it.yaml"), *words[1:]]) == 2
        assert "Numerical failure" not in capsys.readouterr().err
