"""Elements that are not of the catalogue: in files, on the command line, in results, and in what is said about them."""

import importlib.util
import json
import sys
from pathlib import Path

import jsonschema
import numpy as np
import pytest
import yaml

import sarrus
from sarrus.cli.elements import classes_in
from sarrus.elements.base import Element
from sarrus.elements.outside import register
from sarrus.io import dumps, loads, schema

FOLDER = Path(__file__).parent / "outside"
ELEMENTS, MODEL = str(FOLDER / "workshop.py"), str(FOLDER / "workshop.yaml")
KEYWORDS = ("helix", "on-sphere", "square-cam", "soft-drag", "wobble", "bearing")
UNTIL = 0.2


def kinds_of(path):
    """The final classes of a module, imported as any module is."""
    spec = importlib.util.spec_from_file_location("workshop", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    names = ("Helix", "OnSphere", "SquareCam", "SoftDrag", "Wobble", "Bearing")
    return [getattr(module, name) for name in names]


KINDS = kinds_of(ELEMENTS)


@pytest.fixture(autouse=True)
def nothing_stays_registered(monkeypatch):
    monkeypatch.setattr("sarrus.elements.outside._registered", {})


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A run whose rows went to a file, and the file."""
    path = tmp_path_factory.mktemp("saved") / "run.h5"
    return sarrus.simulate(sarrus.load(MODEL, elements=KINDS), until=UNTIL, rows=11, save=path), path


def test_file_is_read_with_the_classes_that_are_given_and_for_that_call_only():
    mechanism = sarrus.load(MODEL, elements=KINDS)
    assert type(mechanism.joints[0]) is KINDS[0]
    assert mechanism.joints[0].left is True
    assert mechanism.sensors[0].watched == ("bob", "nut.bore")
    with pytest.raises(sarrus.ModelError) as refused:
        sarrus.load(MODEL)
    assert [p.what.rpartition(" ")[2] for p in refused.value.problems] == [f"'{k}'" for k in KEYWORDS]
    assert "give its class: load(path, elements=[...]), or --elements FILE.py." in str(refused.value)


def test_file_is_the_same_after_a_round_trip():
    mechanism = sarrus.load(MODEL, elements=KINDS)
    text = dumps(mechanism)
    again = loads(text, elements=KINDS)
    assert dumps(again) == text
    for shelf in ("joints", "constraints", "forces", "drivers", "sensors"):
        assert getattr(again, shelf) == getattr(mechanism, shelf)


def test_registered_classes_are_known_to_every_file():
    assert register(*KINDS) == tuple(KINDS)
    assert sarrus.load(MODEL).forces[1].law == "linear"


def test_motion_is_that_of_the_equations_by_hand(saved):
    run, _ = saved
    # Along the thread: (m + J w^2) a = -m g - c (1 + (r w)^2) v, the drag being on the rim
    m, g, c, r, w = 0.1, 9.81, 0.1, 0.015, 100.0
    inertia = m + 0.5 * m * r**2 * w**2
    rate = c * (1 + (r * w) ** 2) / inertia
    limit = m * g / (c * (1 + (r * w) ** 2))
    s = -limit * (run.t - (1 - np.exp(-rate * run.t)) / rate)
    assert np.abs(run["J.s"].values - s).max() < 1e-8
    theta = 0.3 * np.sin(3 * run.t)
    assert np.abs(run["S.s"].values - 0.2 * theta**2).max() < 1e-9
    bob = np.column_stack([run[f"bob.{axis}"].values for axis in "xyz"])
    assert np.abs(np.linalg.norm(bob, axis=1) - 1.0).max() < 1e-9
    turn = -w * run["J.s"].values  # a left-handed thread; the rim begins at y
    assert np.abs(np.cos(run["eye.phi"].values - np.pi / 2 - turn) - 1.0).max() < 1e-9


def test_run_makes_its_report_after_it_was_saved(saved, tmp_path):
    run, _ = saved
    assert run.foreign == KEYWORDS
    assert "on-sphere" in run.report(tmp_path / "run.html").read_text(encoding="utf-8")
    assert run.draw(tmp_path / "run.svg").stat().st_size > 0


def test_saved_result_keeps_the_names_of_its_kinds_and_says_which_are_missing(saved, tmp_path):
    run, path = saved
    again = sarrus.load_result(path)
    assert again.foreign == KEYWORDS
    assert (again["J.s"].values == run["J.s"].values).all()
    assert "J.s [m]" in again.table("J.s")
    again.to_csv(tmp_path / "run.csv")
    with pytest.raises(sarrus.UsageError) as refused:
        again.report(tmp_path / "run.html")
    assert f"has elements that are not of the catalogue: {', '.join(KEYWORDS)}. " in str(refused.value)
    assert "sarrus.load_result(path, elements=[...]) or sarrus.register" in str(refused.value)
    assert "--elements FILE.py" in str(refused.value)
    assert "<table>" in again._repr_html_()
    some = sarrus.load_result(path, elements=KINDS[1:])
    with pytest.raises(sarrus.UsageError, match=r"not of the catalogue: helix\. "):
        some.report(tmp_path / "run.html")


def test_saved_result_is_shown_with_its_classes(saved, tmp_path):
    _, path = saved
    run = sarrus.load_result(path, elements=KINDS)
    run.report(tmp_path / "given.html")
    run.save(tmp_path / "again.h5")
    assert sarrus.load_result(tmp_path / "again.h5").foreign == KEYWORDS
    register(*KINDS)
    sarrus.load_result(path).report(tmp_path / "registered.html")


def test_result_is_not_read_with_something_that_is_no_class(saved):
    with pytest.raises(sarrus.UsageError, match=r"elements is a list of classes: write elements=\[Helix\]\."):
        sarrus.load_result(saved[1], elements=KINDS[0])
    with pytest.raises(sarrus.UsageError, match="a value of the type int cannot be an element of a model"):
        sarrus.load_result(saved[1], elements=[3])


def test_result_without_such_kinds_is_written_as_ever(tmp_path):
    run = sarrus.Result("m", "simulate", np.zeros(1), {}, sarrus.results.Outcome("ok", "It ended."))
    run.save(tmp_path / "run.h5")
    assert b"foreign" not in (tmp_path / "run.h5").read_bytes()
    assert sarrus.load_result(tmp_path / "run.h5").foreign == ()


@pytest.fixture
def run(capsys):
    from sarrus.cli import main

    def call(*words):
        code = main([*map(str, words)])
        return code, *capsys.readouterr()

    return call


def test_every_command_that_reads_a_model_takes_elements(run):
    import typer

    from sarrus.cli.commands import app

    commands = typer.main.get_command(app).commands
    without = {
        name for name, c in commands.items() if "--elements" not in [o for p in c.params for o in p.opts]
    }
    assert without == {"demo", "new"}


def test_commands_work_with_elements_of_a_file(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    code, out, err = run("check", MODEL, "--elements", ELEMENTS)
    assert (code, err) == (0, "") and "workshop: 4 bodies, 4 joints" in out
    assert run("assemble", MODEL, "--elements", ELEMENTS)[0] == 0
    words = ("--until", UNTIL, "--rows", 5, "--save", "run.h5", "--report", "run.html", "--show", "J.s")
    code, out, err = run("simulate", MODEL, *words, "--elements", ELEMENTS)
    assert (code, err) == (0, "") and "Written: run.html" in out
    assert run("plot", "run.h5", "J.s", "--output", "run.png")[0] == 0
    code, _, err = run("report", "run.h5", "--output", "again.html")
    assert code == 2 and "not of the catalogue: helix, on-sphere" in err
    assert run("report", "run.h5", "--output", "again.html", "--elements", ELEMENTS)[0] == 0
    assert run("draw", "run.h5", "--output", "run.svg", "--elements", ELEMENTS)[0] == 0
    code, out, _ = run("equations", MODEL, "--elements", ELEMENTS)
    assert code == 0 and "J (helix)" in out


def test_force_of_a_row_has_the_unit_of_the_row_whatever_its_name(run):
    _, out, _ = run("equations", MODEL, "--elements", ELEMENTS)
    (line,) = [line for line in out.splitlines() if "multiplier of tether.|p_FM|" in line]
    assert line.split()[-1] == "N"


def test_words_of_other_people_are_explained(run):
    code, out, _ = run("explain", "helix", "--elements", ELEMENTS)
    assert code == 0
    assert "Advance along the z axis of both frames" in out
    assert "left              true or false   default false  whether the thread is left-handed" in out
    assert "A: {helix: [ground, bar.end], winding: 1 rad/m}" in out
    _, out, _ = run("explain", "Bearing", "--elements", ELEMENTS)
    assert "watched    a list of names  default none  what else it is about" in out
    assert "  soft-drag" in run("explain", "--elements", ELEMENTS)[1]
    assert run("explain", "helix")[0] == 2


def test_schema_has_the_elements_and_accepts_the_file(run):
    code, out, _ = run("schema", "--elements", ELEMENTS)
    assert code == 0
    form = json.loads(out)
    assert form == schema(KINDS)
    model = yaml.safe_load(Path(MODEL).read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(form)
    assert validator.is_valid(model)
    assert not jsonschema.Draft202012Validator(schema()).is_valid(model)
    joints = model["joints"]
    for wrong in ({"left": "yes"}, {"left": 1}, {"winding": -1}):
        assert not validator.is_valid(model | {"joints": joints | {"J": joints["J"] | wrong}})


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("gone.py", None, "gone.py: the file cannot be read: No such file or directory."),
        ("folder.py", "", "folder.py: the file cannot be read: Is a directory."),
        ("model.yaml", "sarrus: 1", "model.yaml: --elements takes a Python file, by its ending .py"),
        ("half.py", "x = 1\nclass Half(", "half.py:2: this is not Python: '(' was never closed."),
        ("nul.py", "x = '\0'", "nul.py: this is not Python: source code string cannot contain null bytes."),
        (
            "raises.py",
            "x = 1\n\n1 / 0\n",
            "raises.py:3: the file cannot be run: ZeroDivisionError: division by zero",
        ),
        ("leaves.py", "import sys\nsys.exit(5)\n", "leaves.py:2: the file cannot be run: SystemExit: 5"),
        (
            "imports.py",
            "import not_there\n",
            "imports.py:1: the file cannot be run: ModuleNotFoundError: No module",
        ),
        (
            "empty.py",
            "from sarrus import Revolute\n",
            "empty.py: there are no classes of elements in it. They are",
        ),
        (
            "unsaid.py",
            "from sarrus.element import Joint\nclass Odd(Joint):\n    pass\n",
            "unsaid.py: Odd cannot be an element of a model: it does not state `closure` and `fit` and `motion`.",
        ),
        (
            "unit.py",
            "from sarrus.element import FrameConstraint\nclass Odd(FrameConstraint):\n    rows = ('p.x',)\n",
            "unit.py:2: the file cannot be run: TypeError: row 'p.x' of Odd has no unit. Write lengths('p.x')",
        ),
        (
            "hides.py",
            "from sarrus.element import Sensor, param\nclass Odd(Sensor):\n    at = param('m', 'place')\n",
            "hides.py:2: the file cannot be run: TypeError: Odd declares 'at', which every element has for itself.",
        ),
        (
            "taken.py",
            "from sarrus.element import Driver\nclass Motion(Driver):\n    def value(self, t):\n        return t\n",
            "Motion: the keyword 'motion' is taken by the catalogue. It follows from the name of the class: give the",
        ),
    ],
)
def test_file_that_has_no_elements_is_refused_with_its_reason(run, tmp_path, monkeypatch, name, text, said):
    monkeypatch.chdir(tmp_path)
    if name == "folder.py":
        Path(name).mkdir()
    elif text is not None:
        Path(name).write_text(text, encoding="utf-8")
    code, out, err = run("check", MODEL, "--elements", name)
    assert (code, out) == (2, "")
    assert err.startswith(said), err


def test_file_may_import_its_neighbours_and_leaves_no_trace_in_the_search_path(tmp_path):
    (tmp_path / "shapes_of_mine.py").write_text("RATE = 3.0\n", encoding="utf-8")
    text = "from sarrus.element import Driver\nfrom shapes_of_mine import RATE\n"
    text += "class Spin(Driver):\n    def value(self, t):\n        return RATE * t\n"
    (tmp_path / "spin.py").write_text(text, encoding="utf-8")
    before = list(sys.path)
    try:
        (kind,) = classes_in([str(tmp_path / "spin.py")])
    finally:
        sys.modules.pop("shapes_of_mine", None)
    assert kind.keyword == "spin"
    assert sys.path == before
    assert not list(tmp_path.glob("__pycache__/spin*"))


def test_two_files_of_one_name_are_two_files(tmp_path):
    text = (
        "from sarrus.element import Driver\nclass Spin(Driver):\n    def value(self, t):\n        return t\n"
    )
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "spin.py").write_text(text, encoding="utf-8")
    one, two = (str(tmp_path / folder / "spin.py") for folder in ("one", "two"))
    assert len(classes_in([one, one])) == 1
    with pytest.raises(
        sarrus.UsageError, match=r"the keyword 'spin' is taken by elements of .*one/spin.py.Spin"
    ):
        classes_in([one, two])


def test_a_basis_of_other_classes_is_no_element():
    assert [kind.__name__ for kind in classes_in([ELEMENTS])] == [kind.__name__ for kind in KINDS]
    assert all(issubclass(kind, Element) for kind in classes_in([ELEMENTS]))


def test_file_that_registers_its_classes_itself_can_be_given_as_well(tmp_path):
    text = "import sarrus\nfrom sarrus.element import Driver\n@sarrus.register\nclass Spin(Driver):\n"
    text += "    def value(self, t):\n        return t\n"
    (tmp_path / "spin.py").write_text(text, encoding="utf-8")
    for _ in range(2):
        (kind,) = classes_in([str(tmp_path / "spin.py")])
        assert kind.keyword == "spin"


def test_report_of_a_model_with_data_files_finds_its_classes_too(tmp_path):
    (tmp_path / "lift.csv").write_text("0, 0\n0.1, 0.1\n0.2, 0.4\n0.3, 0.9\n", encoding="utf-8")
    text = "sarrus: 1\nplane: xy\nbodies: {bar: {rod: {length: 1, mass: 1}}}\n"
    text += "joints: {A: {revolute: [ground, bar.start]}}\nforces: {air: {soft-drag: bar.end, limit: 1}}\n"
    (tmp_path / "arm.yaml").write_text(
        text + "drivers: {m: {table: A.theta, file: lift.csv}}\n", encoding="utf-8"
    )
    mechanism = sarrus.load(tmp_path / "arm.yaml", elements=KINDS)
    path = tmp_path / "run.h5"
    for run in (
        sarrus.simulate(mechanism, until=0.2, rows=3),
        sarrus.simulate(mechanism, until=0.2, rows=3, save=path),
        sarrus.load_result(path, elements=KINDS),
    ):
        assert run.foreign == ("soft-drag",)
        run.report(tmp_path / "run.html")


def test_class_of_another_with_the_name_of_one_of_the_catalogue_is_not_taken_for_it(tmp_path):
    class Gravity(KINDS[3]):
        """Called like a force of the catalogue, and something else."""

    m = sarrus.Mechanism("m", plane="xy")
    bar = m.add(sarrus.Body("bar", sarrus.Rod(length=1, mass=1)))
    m.add(sarrus.Revolute("A", m.ground, bar.start))
    m.add(Gravity("air", bar.end, limit=1))
    run = sarrus.simulate(m, until=0.1, rows=3, save=tmp_path / "run.h5")
    run.report(tmp_path / "run.html")
    with pytest.raises(sarrus.UsageError, match=r"not of the catalogue: gravity\. Give their classes"):
        sarrus.load_result(tmp_path / "run.h5").report(tmp_path / "run.html")
    with pytest.raises(sarrus.UsageError, match="the keyword 'gravity' is taken by the catalogue"):
        sarrus.load_result(tmp_path / "run.h5", elements=[Gravity])
