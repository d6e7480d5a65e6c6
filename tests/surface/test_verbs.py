"""Every verb through Python, the command line and a file: one answer, saved and loaded; and what is said of wrong words."""

import inspect
import json
from dataclasses import replace

import numpy as np
import pytest

import sarrus
from sarrus.analysis.options import Option
from sarrus.analysis.verb import VERBS, answer_class, question
from sarrus.errors import ModelError, UsageError
from sarrus.io import dumps, loads
from sarrus.results import Answer, Result, load_result
from sarrus.results.typed import from_plain, to_plain

MODEL = """
sarrus: 1
name: slider
plane: xy
parameters: {a: 0.3}
bodies:
  crank: {rod: {length: a, mass: 0.4}}
  coupler: {rod: {length: 0.8, mass: 1}}
  block: {mass: 0.5, inertia: 0.01}
joints:
  A: {revolute: [ground, crank.start]}
  B: {revolute: [crank.end, coupler.start]}
  C: {revolute: [coupler.end, block]}
  S: {prismatic: [ground, block]}
drivers:
  motor: {motion: A.theta, is: 3*t + 0.4}
start: {guess: {B.theta: -0.5}}
analyses:
"""
TOLD = {
    "check": ({}, ""),
    "assemble": ({"at": "100 ms"}, ", at: 100 ms"),
    "simulate": ({"until": "500 ms", "rows": 6}, ", rows: 6"),
    "kinematics": ({"until": 0.5, "rows": 6}, ", rows: 6"),
    "roots": ({"over": "block.mass=1:2:20", "at": "start"}, ", at: start"),
    "floquet": ({"states": ["A.theta"]}, ", states: [A.theta]"),
    "modes": ({"at": "start"}, ", at: start"),
    "linearize": ({"at": "start", "outputs": ["C.reaction"]}, ", at: start, outputs: [C.reaction]"),
    "equilibrium": ({"at": "100 ms", "goal": "nearest"}, ", at: 100 ms, goal: nearest"),
    "inverse": (
        {"until": 0.5, "rows": 6, "motion": {"A.theta": "2*t + 0.4"}, "actuators": ["S.s"]},
        ", rows: 6, motion: {A.theta: 2*t + 0.4}, actuators: [S.s]",
    ),
    "reach": ({"target": {"crank.end.x": 0.25}}, ""),
    "verify": ({"states": 2}, ", states: 2"),
    "outputs": ({"word": "theta"}, ""),
    "equations": ({"index": 3, "form": "lagrange"}, ", index: 3, form: lagrange"),
    "export": ({"to": "c", "only": ["A.theta"]}, ", to: c, only: [A.theta]"),
}


def in_file(verb):
    told, more = TOLD[verb]
    first = told.get(question(verb).primary, "")
    if isinstance(first, dict):
        first = "{" + ", ".join(f"{name}: {value}" for name, value in first.items()) + "}"
    model = MODEL
    if verb in ("reach", "roots", "floquet"):
        model = model.replace("drivers:\n  motor: {motion: A.theta, is: 3*t + 0.4}\n", "")
    if verb == "floquet":
        model = model.replace("start: {", "start: {fixed: {A.theta: 0.4, A.theta_dot: 3}, ")
    return loads(f"{model}  it: {{{verb}: {first}{more}}}\n", "slider.yaml")


def in_words(verb, told):
    """Options as words of a command."""
    options = question(verb).options
    named = [(n, v) for n, v in told.items() if n not in options or not options[n].is_positional]
    bare = [str(v) for n, v in told.items() if n in options and options[n].is_positional]
    said = [
        (n, word) for n, v in named for word in (in_one_word(v) if isinstance(v, dict | list) else [str(v)])
    ]
    flags = {n: o.flag or n for n, o in options.items()}
    return [*bare, *(w for n, word in said for w in (f"--{flags.get(n, n)}", word))]


def in_one_word(value):
    """Several names, or values by name, as words."""
    return [f"{n}={v}" for n, v in value.items()] if isinstance(value, dict) else [",".join(value)]


def alike(one, two):
    """Whether two answers hold the same, to the last bit; the number of iterations or steps belongs to it."""
    if isinstance(one, Result):
        return one.names() == two.names() and all(np.array_equal(one[n], two[n]) for n in one)
    return to_plain(replace(one, texts={}) if hasattr(one, "texts") else one) == to_plain(
        replace(two, texts={}) if hasattr(two, "texts") else two
    )


def test_every_verb_of_the_public_face_is_told_of_here():
    assert set(TOLD) == set(VERBS)
    assert all(callable(getattr(sarrus, verb)) for verb in VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_python_file_and_saved_answer_agree(verb, tmp_path):
    mechanism = in_file(verb)
    answer = getattr(sarrus, verb)(mechanism, **TOLD[verb][0])
    assert isinstance(answer, Answer)
    assert type(answer) is answer_class(verb)
    assert (answer.ok, answer.analysis, answer.mechanism) == (True, verb, "slider")
    assert alike(sarrus.run(mechanism, "it"), answer)
    loaded = load_result(answer.save(tmp_path / "answer.h5"))
    assert type(loaded) is type(answer)
    assert alike(loaded, answer)
    assert loaded.text() == answer.text()
    assert loaded.status == answer.status
    assert loaded.model_text == answer.model_text != ""
    assert answer.names()
    assert answer.table(answer.names()[0])
    assert answer.to_csv(tmp_path / "answer.csv").read_text().count("\n") > 1
    assert answer._repr_html_().startswith("<")
    assert repr(answer).startswith(f"{type(answer).__name__}({verb} of 'slider': ")
    assert "\n" not in repr(answer) and len(repr(answer)) < 200, "no fields of a dataclass"
    json.dumps(answer.document(), allow_nan=False)


@pytest.mark.parametrize("verb", VERBS)
def test_command_writes_what_python_finds(verb, run, tmp_path):
    (tmp_path / "slider.yaml").write_text(dumps(in_file(verb)))
    words = in_words(verb, TOLD[verb][0])
    code, out, err = run(verb, "slider.yaml", *words, "--save", "it.h5", "--csv", "it.csv", "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert (document["ok"], document["command"]) == (True, verb)
    assert document["written"] == ["it.csv", "it.h5"]
    answer = getattr(sarrus, verb)(in_file(verb), **TOLD[verb][0])
    assert alike(load_result(tmp_path / "it.h5"), answer)
    code, out, err = run("run", "slider.yaml", "it", "--save-to", "out")
    assert (code, err) == (0, "")
    assert alike(load_result(tmp_path / "out" / "it.h5"), answer)


@pytest.mark.parametrize("verb", VERBS)
def test_a_report_of_every_answer_can_be_written(verb, tmp_path):
    answer = sarrus.run(in_file(verb), "it")
    page = answer.report(tmp_path / "page.html").read_text()
    assert page.startswith("<!doctype html>")


@pytest.mark.parametrize("verb", ["check", "assemble", "simulate", "equilibrium", "inverse"])
def test_answers_that_can_be_drawn_are(verb, tmp_path):
    sarrus.run(in_file(verb), "it").plot(path=tmp_path / "it.png")
    assert (tmp_path / "it.png").read_bytes().startswith(b"\x89PNG")


def test_a_text_has_no_picture():
    with pytest.raises(
        UsageError, match=r"The answer of equations is a text and has no picture\. report\(\) shows it"
    ):
        sarrus.run(in_file("equations"), "it").plot()


@pytest.mark.parametrize("verb", VERBS)
def test_every_option_is_annotated_once_and_told_of_in_the_docstring(verb):
    known, function = question(verb), getattr(sarrus, verb)
    assert all(isinstance(option, Option) for option in known.options.values())
    for name in known.options:
        assert f"    {name}: " in inspect.getdoc(function)
    assert list(inspect.signature(function).parameters)[1:] == list(known.options)
    text, example = known.told
    assert text.endswith(".") or text.endswith("?")
    assert example.startswith(f"Example: sarrus {verb} ")


# Wrong words: the same sentence in all three.

WRONG = [
    ("simulate", {"until": 1, "row": 5}, "row", "has no option 'row'", "Did you mean 'rows'?"),
    ("simulate", {"until": 1, "rows": "many"}, "rows", "rows is 'many'. It must be a whole number.", ""),
    ("simulate", {"until": "2 kg"}, "until", "'2 kg' cannot be converted to [s]", "such as s, ms, min, h"),
    (
        "simulate",
        {"until": 1, "method": "dop583"},
        "method",
        "method 'dop583' is unknown.",
        "Did you mean 'dop853'?",
    ),
    ("kinematics", {"until": "soon"}, "until", "until is 'soon'. It must be a number in s", ""),
    ("assemble", {"at": "1 m"}, "at", "'1 m' cannot be converted to [s]", ""),
    ("equilibrium", {"goal": "stabel"}, "goal", "goal 'stabel' is unknown.", "Did you mean 'stable'?"),
    ("equations", {"form": "lagrang"}, "form", "form 'lagrang' is unknown.", "Did you mean 'lagrange'?"),
]


@pytest.mark.parametrize(("verb", "told", "word", "said", "more"), WRONG)
def test_wrong_words_get_one_sentence_in_python_file_and_command(verb, told, word, said, more, run, tmp_path):
    with pytest.raises(UsageError) as error:
        getattr(sarrus, verb)(in_file("check"), **told)
    assert said in str(error.value)
    assert more in str(error.value)

    first = told.get(question(verb).primary, "")
    rest = "".join(f", {n}: {v}" for n, v in told.items() if n != question(verb).primary)
    with pytest.raises(ModelError) as wrong:
        loads(f"{MODEL}  it: {{{verb}: {first}{rest}}}\n", "slider.yaml")
    (problem,) = wrong.value.problems
    assert said.rstrip(".") in str(problem)
    assert problem.where.startswith("slider.yaml:19:")

    (tmp_path / "slider.yaml").write_text(MODEL)
    words = [w for name, value in told.items() for w in (f"--{name}", str(value))]
    code, _, err = run(verb, "slider.yaml", *words)
    assert code == 2
    assert (said if word != "row" else "No such option '--row'.") in err


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ("{simulat: 5 s}", "analysis 'it' has no verb. It has one of check, assemble"),
        ("{rows: 5, simulate: 5 s, check: }", "analysis 'it' has simulate and check"),
        ("{simulate: 5 s, check: }", "simulate has no option 'check'"),
        ("{simulate: 5 s, until: 2 s}", "analysis 'it' says until twice"),
        ("{simulate: }", "simulate needs until: end time in seconds"),
        ("{simulate: 5 s, save: run.h5}", "has 'save', which writes a file"),
        ("{simulate: 5 s, progress: x}", "has 'progress', which is said in Python only"),
        ("{check: yes please}", "check is given 'yes please'. It takes nothing but its options"),
        ("simulate", "analysis 'it' is 'simulate'"),
        ("{simulate: 5 s, show: {a: b}}", "show is"),
        ("{simulate: 5 s, rows: 2.5}", "rows is 2.5. It must be a whole number"),
    ],
)
def test_a_wrong_analysis_is_refused_with_its_place(section, said):
    with pytest.raises(ModelError) as error:
        loads(f"{MODEL}  it: {section}\n", "slider.yaml")
    assert said in str(error.value)
    assert all(p.where.startswith("slider.yaml:19:") for p in error.value.problems)


def test_an_unknown_analysis_is_named_with_those_that_there_are(run, tmp_path):
    mechanism = in_file("check")
    with pytest.raises(UsageError, match=r"has no analysis 'ti'\. There are: it\."):
        sarrus.run(mechanism, "ti")
    mechanism.analyses.clear()
    with pytest.raises(UsageError, match=r"has no analyses\. Add a section"):
        sarrus.run(mechanism)


def test_a_question_asked_in_python_stands_in_the_file():
    mechanism = loads(MODEL, "slider.yaml")
    mechanism.ask("drop", "simulate", until="5 s", rows=11, show=["A.theta", "C.reaction"])
    mechanism.ask("look", "check")
    text = dumps(mechanism)
    assert "drop: {simulate: 5 s, rows: 11, show: [A.theta, C.reaction]}" in text
    again = loads(text)
    assert again.analyses == mechanism.analyses
    assert dumps(again) == text
    assert loads(dumps(mechanism, "m.json"), "m.json").analyses == mechanism.analyses


TWO_BARS = """
sarrus: 1
name: two-bars
plane: xy
bodies: {one: {rod: {length: 1, mass: 1}}, two: {rod: {length: 1, mass: 1}}}
joints: {A: {revolute: [ground, one.start]}, B: {revolute: [one.end, two.start]}}
start: {guess: {two.end.x: 0.5, two.end.y: 1.0}}
"""


def test_guess_of_a_point_is_changed_by_its_path(run, tmp_path):
    (tmp_path / "bars.yaml").write_text(TWO_BARS)
    changes = ["--set", "start.two.end.x=-500 mm"]
    code, out, err = run(
        "simulate", "bars.yaml", *changes, "--until", "1", "--rows", "2", "--show", "two.end.x"
    )
    assert (code, err) == (0, "")
    assert " -0.5" in out
    code, _, err = run("check", "bars.yaml", "--set", "start.two.ende.x=1")
    assert code == 2
    assert "start.two.end.x" in err


def test_numbers_are_changed_by_their_paths(run, tmp_path):
    (tmp_path / "slider.yaml").write_text(MODEL)
    changes = ["--set", "a=0.25", "--set", "crank.rod.mass=300 g", "--set", "start.B.theta=-0.4"]
    code, _out, err = run("check", "slider.yaml", *changes, "--save", "it.h5", "--json")
    assert (code, err) == (0, "")
    text = load_result(tmp_path / "it.h5").model_text
    assert "{a: 0.25}" in text
    assert "mass: 300 g" in text
    code, _, err = run("check", "slider.yaml", "--set", "crank.rod.mas=1")
    assert code == 2
    assert "there is no number 'crank.rod.mas' in 'slider'. Did you mean 'crank.rod.mass'?" in err
    code, _, err = run("check", "slider.yaml", "--set", "a")
    assert (code, "it has the form PATH=VALUE" in err) == (2, True)
    code, _, err = run("check", "slider.yaml", "--set", "crank.rod.mass=-1")
    assert code == 2


def test_a_failed_answer_without_strict_is_returned_with_its_status():
    mechanism = loads(MODEL.replace("length: 0.8", "length: 0.01"), "slider.yaml")
    for verb in ("check", "assemble"):
        answer = getattr(sarrus, verb)(mechanism, strict=False)
        assert (answer.ok, answer.status.word) == (False, "not closed")
        with pytest.raises(sarrus.NumericalError) as error:
            getattr(sarrus, verb)(mechanism)
        assert type(error.value.result) is type(answer)


# Nothing in a saved answer is believed before it is checked.


@pytest.mark.parametrize(
    "change",
    [
        {"bodies": "three"},
        {"bodies": True},
        {"stranger": 1},
        {"loops": [[1]]},
        {"findings": [{"severity": "loud", "code": "a", "where": [], "what": ""}]},
        {"here": None},
        {"assembly": {"values": {}}},
    ],
)
def test_data_of_another_form_are_refused(change):
    plain = to_plain(sarrus.check(in_file("check")))
    kind = answer_class("check")
    assert to_plain(from_plain(kind, json.loads(json.dumps(plain)))) == plain
    with pytest.raises(ValueError, match=r"\w"):
        from_plain(kind, {**plain, **change})


def test_options_called_like_verbs_stand_behind_the_verb():
    mechanism = loads(f"{MODEL}  it: {{simulate: 100 ms, rows: 2, outputs: [S.s.per.A.theta]}}\n")
    assert "S.s.per.A.theta" in sarrus.run(mechanism, "it").names()
    assert loads(dumps(mechanism)).analyses == mechanism.analyses


def test_shown_outputs_follow_the_coordinates_that_were_chosen(run, tmp_path):
    (tmp_path / "two.yaml").write_text(TWO)
    words = ["--until", "100 ms", "--rows", "2", "--show", "load.A.theta", "--coordinates", "A.theta,two.psi"]
    code, out, err = run("simulate", "two.yaml", *words, "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)["values"]["load.A.theta"]
    asked = sarrus.simulate(loads(TWO), 0.1, rows=2, coordinates=["A.theta", "two.psi"])
    other = sarrus.simulate(loads(TWO), 0.1, rows=2, coordinates=["A.theta", "B.theta"])
    assert asked["load.A.theta"].values == pytest.approx(told)
    assert abs(other["load.A.theta"][0] - told[0]) > 1


def test_an_analysis_that_fails_does_not_take_the_others_with_it(run, tmp_path):
    more = "  first: {check: }\n  bad: {kinematics: 1 s}\n  last: {assemble: }\n"
    (tmp_path / "two.yaml").write_text(f"{TWO}analyses:\n{more}")
    code, out, _ = run("run", "two.yaml", "--json")
    found = json.loads(out)
    assert (code, found["ok"], list(found["answers"])) == (2, False, ["first", "bad", "last"])
    assert "degrees of freedom left" in found["answers"]["bad"]["error"]["message"]
    code, out, _ = run("run", "two.yaml")
    assert code == 2
    assert "bad: mechanism 'two'" in out
    assert "last: assemble" in out
    with pytest.raises(ModelError) as error:
        sarrus.run(sarrus.load(tmp_path / "two.yaml"))
    assert list(error.value.answers) == ["first"]


@pytest.mark.parametrize("verb", ["check", "assemble", "outputs", "equations"])
def test_saved_answers_make_reports_on_the_command_line(verb, run, tmp_path):
    (tmp_path / "slider.yaml").write_text(MODEL)
    assert run(verb, "slider.yaml", "--save", "it.h5")[0] == 0
    code, out, err = run("report", "it.h5")
    assert (code, err) == (0, "")
    assert out.startswith("Written: it.html (")
    code, _, err = run("draw", "it.h5", "--output", "it.gif")
    assert (code, "holds no motion" in err) == (2, True)


def test_a_table_without_units_has_empty_cells(tmp_path):
    text = sarrus.check(in_file("check")).to_csv(tmp_path / "it.csv").read_text()
    assert '"bodies",3,""' in text


TWO = """
sarrus: 1
name: two
plane: xy
bodies:
  one: {rod: {length: 0.5, mass: 2}}
  two: {rod: {length: 0.5, mass: 2}}
joints:
  A: {revolute: [ground, one.start]}
  B: {revolute: [one.end, two.start]}
forces:
  weight: {gravity: [0, -9.81]}
start: {fixed: {A.theta: -0.5, B.theta: 0.3}}
"""


def test_notes_of_outputs_are_saved_with_them(tmp_path):
    asked = {"outputs": ["load.A.theta"], "coordinates": ["A.theta", "two.psi"]}
    ran = sarrus.simulate(loads(TWO), 0.1, rows=2, **asked)
    assert "two.psi" in ran["load.A.theta"].note
    assert load_result(ran.save(tmp_path / "run.h5"))["load.A.theta"].note == ran["load.A.theta"].note


def test_a_value_that_an_answer_does_not_have_is_named(run, tmp_path):
    (tmp_path / "slider.yaml").write_text(MODEL)
    code, _, err = run("check", "slider.yaml", "--show", "fredom")
    assert code == 2
    assert "'fredom' is not a value of this answer. Did you mean 'freedom'?" in err


def test_a_flag_is_a_flag_in_python_too():
    with pytest.raises(UsageError, match=r"strict is 'no'\. It must be true or false"):
        sarrus.check(in_file("check"), strict="no")
