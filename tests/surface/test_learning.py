"""The commands for someone who begins: new, explain, schema; and that the catalogue alone feeds them."""

import json
import re
from pathlib import Path

import pytest

import sarrus
from sarrus.cli.explain import element
from sarrus.cli.explain.forms import file_form, python_form
from sarrus.cli.explain.pages import PAGES
from sarrus.cli.new import SCHEMA, TEMPLATES
from sarrus.elements import SHELVES
from sarrus.elements.base import Shape
from sarrus.elements.body import Body
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.elements.joints.base import Joint
from sarrus.elements.sight import unit_on
from sarrus.elements.signature import plain_docstring
from sarrus.io import dumps, loads, schema
from sarrus.model import Mechanism
from sarrus.solvers.status import Status
from sarrus.testing.samples import fits_plane

KINDS = [kind for items in SHELVES.values() for kind in items]
kinds = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.keyword)


# new


@pytest.mark.parametrize("template", TEMPLATES)
def test_new_model_has_comments_and_runs(run, tmp_path, template):
    code, out, err = run("new", "arm", "--template", template)
    assert (code, err) == (0, "")
    text = (tmp_path / "arm.yaml").read_text(encoding="utf-8")
    assert text.startswith(f"# yaml-language-server: $schema={SCHEMA}\n# ")
    assert text.count("#") >= 6
    assert all(len(line) <= 120 for line in text.splitlines())
    mechanism = sarrus.load(tmp_path / "arm.yaml")
    assert mechanism.name == "arm"
    assert sarrus.check(mechanism)
    assert json.loads((tmp_path / SCHEMA).read_text(encoding="utf-8")) == schema()
    proposed = re.findall(r"^  sarrus (check|simulate|equations) arm\.yaml", out, re.M)
    assert proposed == ["check", "simulate", "equations"]


def test_new_takes_the_name_of_a_file_with_its_folder(run, tmp_path):
    (tmp_path / "sub").mkdir()
    assert run("new", "sub/my arm.yml")[0] == 0
    assert sarrus.load(tmp_path / "sub" / "my arm.yml").name == "my arm"
    assert (tmp_path / "sub" / SCHEMA).exists()


def test_new_replaces_nothing_unless_it_is_told_to(run, tmp_path):
    (tmp_path / "arm.yaml").write_text("mine")
    code, out, err = run("new", "arm")
    assert (code, out) == (2, "")
    assert "'arm.yaml' is there already, and is left as it is." in err
    assert (tmp_path / "arm.yaml").read_text() == "mine"
    assert run("new", "arm", "--force")[0] == 0
    assert (tmp_path / "arm.yaml").read_text() != "mine"


def test_new_leaves_a_foreign_file_with_the_name_of_the_schema(run, tmp_path):
    (tmp_path / SCHEMA).write_text('{"mine": 1}')
    assert "is left as it is" in run("new", "arm")[1]
    assert (tmp_path / SCHEMA).read_text() == '{"mine": 1}'
    (tmp_path / SCHEMA).write_text('{"$id": "urn:sarrus:model:0"}')
    assert f"Written: {SCHEMA}" in run("new", "leg")[1]
    assert f"Kept: {SCHEMA}" in run("new", "foot")[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["arm", "--template", "fourbar"],
            "There are: pendulum, empty, four-bar, slider-crank, spatial. Did you mean",
        ),
        (["arm.json"], "a new model has comments, which JSON cannot hold. Write 'arm.yaml'"),
        (["no/arm"], "there is no folder 'no'"),
        (["-"], "is not a name for a model"),
        (["a\nb"], "is not a name for a model"),
        ([], "Missing argument 'NAME'"),
    ],
)
def test_new_refuses_in_words(run, tmp_path, words, said):
    code, out, err = run("new", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert list(tmp_path.iterdir()) == []


# schema


def test_schema_is_shown_or_written(run, tmp_path):
    code, out, _ = run("schema")
    assert code == 0
    assert json.loads(out) == schema()
    assert run("schema", "--output", "s.json")[1] == "Written: s.json\n"
    assert json.loads((tmp_path / "s.json").read_text(encoding="utf-8")) == schema()


# explain


def surroundings(kind):
    """A model in which the example of an element can stand."""
    planar = not (issubclass(kind, Joint) and not fits_plane(kind))
    if issubclass(kind, FrameConstraint):  # as written there, with its defaults
        planar = kind("x", "ground", "bar", **dict.fromkeys(kind.params, 1.0)).misfit_in_plane() is None
    m = Mechanism("m", plane="xy" if planar else None)
    inertia = 1 if planar else (1, 1, 1)
    shelf = next(shelf for shelf, items in SHELVES.items() if kind in items)
    if shelf != "solids":
        m.add(Body("bar", mass=1, inertia=inertia, points={"end": (1, 0) if planar else (1, 0, 0)}))
    if shelf != "joints":
        turn, slide = (
            next(j for j in SHELVES["joints"] if [c.name for c in j.coordinates] == [n])
            for n in ("theta", "s")
        )
        for name, joint in (("A", turn), ("B", turn), ("slide", slide)):
            m.add(Body(f"b{name}", mass=1, inertia=inertia))
            at = m.ground.point("b", (1, 0) if planar else (1, 0, 0)) if name == "B" else m.ground
            m.add(joint(name, at, f"b{name}"))
    return m


# an element that reads a file beside the model is covered by the examples
@pytest.mark.parametrize(
    "kind",
    [kind for kind in KINDS if not any(p.shape is Shape.FILE for p in kind.params.values())],
    ids=lambda kind: kind.keyword,
)
def test_examples_of_an_element_are_the_same_in_a_file_and_in_python(kind):
    m = surroundings(kind)
    section, lines = file_form(kind).split("\n", 1)
    text = dumps(m)
    has_section = re.search(f"^{section}$", text, re.M)
    text = (
        text.replace(f"{section}\n", f"{section}\n{lines}\n")
        if has_section
        else f"{text}{section}\n{lines}\n"
    )
    loaded = loads(text)
    words = {**{k.__name__: k for k in KINDS}, "Body": Body, "m": m, "bar": next(iter(m.bodies))}
    exec(python_form(kind), words)  # noqa: S102
    assert loaded.snapshot().numbers == m.snapshot().numbers
    mine = [name for name in loaded.names() if name not in surroundings(kind).names()]
    assert mine == [name for name in m.names() if name not in surroundings(kind).names()]
    assert len(mine) == 1


@kinds
def test_element_is_explained_from_its_own_words(run, kind):
    code, out, err = run("explain", kind.keyword)
    assert (code, err) == (0, "")
    assert run("explain", kind.__name__)[1] == run("explain", kind.keyword.replace("-", "_"))[1] == out
    assert out.startswith(f"{kind.keyword} ({kind.__name__} in Python), a ")
    for line in plain_docstring(kind).splitlines():
        assert line.strip() in out
    for word, p in kind.params.items():
        unit = unit_on(p.unit, "unit of the coordinate")
        row = next(line for line in out.splitlines() if p.meaning in line and f"[{unit}]" in line)
        assert (p.key or word) in row
        assert ("required" if p.required else "default") in row
        if p.shape is Shape.NUMBER:
            assert p.range_text() in row
    for c in element.measured(kind):
        assert f"NAME.{c.name} [{c.unit}]" in out
    assert file_form(kind).splitlines()[1].strip() in out
    for line in python_form(kind).splitlines():
        assert line in out


def test_explain_lists_every_word_by_shelf(run):
    code, out, _ = run("explain")
    assert code == 0
    for shelf, items in SHELVES.items():
        block = out.partition(f"{shelf}\n")[2].partition("\n\n")[0]
        assert [line.split()[0] for line in block.splitlines()] == [kind.keyword for kind in items]
        assert all(len(line.split()) > 2 for line in block.splitlines())


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("check", "Is the model sound?"),
        ("assemble", "In Python: sarrus.assemble(mechanism, ...)"),
        ("simulate", "Example: sarrus simulate"),
        ("joints", "joints, a section of a model file"),
        ("joint", "Kinds: "),
        ("solids", "kinds of bodies"),
        ("ground", "What does not move"),
        ("body", "Bodies by name."),
        ("start", "Start values"),
        ("A.theta", "the coordinate theta [rad] of "),
        ("A.theta_dot", "rate of the coordinate theta"),
        ("C.reaction", "force that the base exerts on the follower [N]"),
        ("reaction", "force that the base exerts"),
        ("energy.balance", "zero but for the error of the computation"),
        ("crank.end.x", "position of a body frame"),
        ("spring.length", "length of the line"),
        ("magnitude", "along a coordinate the effort, positive in its direction"),
        ("COORDINATE", "over full turns, but for the angles a1, a2, a3 of a turn in space"),
        ("not closed", "The mechanism does not close"),
        ("NOT_CLOSED", "a status of a result"),
        ("locked", "The mechanism is locked"),
    ],
)
def test_words_that_are_no_elements_are_explained(run, word, said):
    code, out, _ = run("explain", word)
    assert code == 0
    assert said in out


def test_results_that_an_element_tells_besides_are_listed(run):
    out = run("explain", "friction")[1]
    assert "NAME.effort [N or N m]" in out
    assert "NAME.normal [N]" in out
    assert "load across the joint" in run("explain", "normal")[1]


@pytest.mark.parametrize("status", Status)
def test_every_status_is_explained(run, status):
    assert status.text in run("explain", status.name)[1]


@pytest.mark.parametrize(
    ("word", "near"),
    [("revolut", "revolute"), ("Springdmper", "SpringDamper"), ("simulat", "simulate"), ("xyzzy", "")],
)
def test_unknown_word_is_answered_with_the_nearest_and_the_list(run, word, near):
    code, out, err = run("explain", word)
    assert (code, out) == (2, "")
    assert (f"Did you mean '{near}'?" in err) == bool(near)
    for kind in KINDS:
        assert kind.keyword in err


def test_templates_are_in_the_package():
    folder = Path(sarrus.__file__).parent / "cli" / "templates"
    assert sorted(TEMPLATES) == sorted(path.stem for path in folder.glob("*.yaml"))
    assert set(TEMPLATES) >= {"pendulum", "four-bar", "slider-crank", "spatial", "empty"}


@pytest.mark.parametrize("word", ["condition number", "gap", "rank", "fixed", "steps on the manifold"])
def test_words_of_reports_are_explained(run, word):
    code, out, _ = run("explain", word)
    assert code == 0
    assert out.startswith(f"{word}: ") and len(out) > 30


@pytest.mark.parametrize(
    ("word", "page"),
    [
        ("model file", "model-files.md"),
        ("model files", "model-files.md"),
        ("model-file", "model-files.md"),
        ("units", "units.md"),
        ("unit", "units.md"),
        ("Formulas", "formulas.md"),
        ("expression", "formulas.md"),
        ("frames", "frames.md"),
        ("quaternion", "frames.md"),
        ("traces", "traces.md"),
        ("plot", "traces.md"),
        ("branches", "branches.md"),
        ("guess", "branches.md"),
        ("guesses", "branches.md"),
        ("film", "how-to-make-a-film.md"),
        ("notebook", "how-to-use-a-notebook.md"),
        ("matlab", "how-to-go-on-in-matlab.md"),
        ("inverse dynamics", "how-to-find-motor-torques.md"),
    ],
)
def test_words_of_the_documentation_lead_to_its_pages(run, word, page):
    code, out, err = run("explain", word)
    assert (code, err) == (0, "")
    assert f"Read on: docs/{page}" in out


def test_pages_that_explain_points_to_are_there_and_listed(run):
    docs = Path(__file__).parents[2] / "docs"
    assert [page.file for page in PAGES.values() if not (docs / page.file).exists()] == []
    listed = run("explain")[1].partition("pages of the documentation\n")[2]
    assert all(f"  {title}" in listed for title in PAGES)
