"""What the documentation shows is what happens: every page runs block by block, the catalogue is up to date.

In README.md and in every page of docs/,

    ```yaml NAME        is written to the file NAME in the folder of the page (python NAME and csv NAME, too)
    ```yaml             sections of the model file before, in place of those it had; the model has to load
    ```console          holds commands after `$ ` and, below each, what it prints
    ```python           runs; all blocks of a page share their names
    ```text             right below python: what that block prints
    ```matlab           is only shown

In what is shown, `...` stands for any text within a line, and alone on a line for any number of lines. A number with
a decimal point may differ in its last digit. What is rounding, or differs from machine to machine, is not shown: `...` stands for it.
Below a command, nothing at all may be shown: then it only runs.
"""

import contextlib
import io
import re
import shlex
import subprocess
import sys
from pathlib import Path

import catalogue_pictures
import make_catalogue
import make_forms
import pytest

import sarrus
from sarrus.cli import main
from sarrus.cli.explain.forms import file_form, python_form
from sarrus.elements import SHELVES
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.elements.sensors.base import LoadSensor

DOCS = Path(__file__).parents[2] / "docs"
README = DOCS.parent / "README.md"
WRITTEN = [*DOCS.rglob("*.md"), README]
BLOCK = re.compile(r"^```(\w*)(?: ([\w.-]+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PAGES = sorted(
    p for p in WRITTEN if p.parent != DOCS / "catalogue" and BLOCK.search(p.read_text(encoding="utf-8"))
)
RUN, SHOWN = {"yaml", "python", "console", "csv"}, {"text", "matlab"}
SECTION = re.compile(r"^(?=[a-z]\w*:)", re.MULTILINE)
NUMBER = re.compile(r"-?\d+\.\d*(?:e[-+]?\d+)?")
ANY_NUMBER = r"(-?\d+(?:\.\d*)?(?:e[-+]?\d+)?)"
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
ELEMENTS = [(shelf, kind) for shelf, kinds in SHELVES.items() for kind in kinds]


def matches(shown, printed):
    """Whether lines that were printed are the lines shown."""
    if not shown:
        return not printed
    if shown[0].strip() == "...":
        return any(matches(shown[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and same_line(shown[0], printed[0]) and matches(shown[1:], printed[1:])


def same_line(shown, printed):
    """Whether two lines say the same, numbers to the last digit shown."""
    pattern = ".*".join(ANY_NUMBER.join(map(re.escape, NUMBER.split(p))) for p in shown.split("..."))
    found = re.fullmatch(pattern, printed.rstrip())
    numbers = NUMBER.findall(shown.replace("...", " "))
    return bool(found) and all(close(a, b) for a, b in zip(numbers, found.groups(), strict=True))


def close(shown, printed):
    digits = len(shown.partition("e")[0].partition(".")[2])
    exponent = int(shown.partition("e")[2] or 0)
    return abs(float(shown) - float(printed)) <= 1.01 * 10.0 ** (exponent - digits)


def commands(text):
    """Each command of a console block, with the lines shown below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def called(command):
    """What a command prints, on both streams; our own program runs in this process, as its entry point does."""
    words = shlex.split(command)
    if words[0] in ("sarrus", ".venv/bin/sarrus") and not set(words) & {"|", ">", "&&"}:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            main(words[1:])
        return printed.getvalue()
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)  # noqa: S602
    return done.stdout + done.stderr


def with_sections(model, sections):
    """The text of a model file with some sections in place of those it had, or behind them."""
    head, *had = SECTION.split(model)
    new = {part.partition(":")[0]: part for part in SECTION.split(sections)[1:]}
    kept = [new.pop(part.partition(":")[0], part) for part in had]
    return "".join([head, *kept, *new.values()])


def compare(page, what, shown, printed):
    want, got = ([line.rstrip() for line in text.strip("\n").splitlines()] for text in (shown, printed))
    assert matches(want, got), (
        f"{page.name}: '{what}' prints\n\n{printed}\n\nbut the page shows\n\n{shown}\n\nIf the new output is right, "
        "put it into the page, and read the words around it again."
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_page_runs_and_prints_what_it_shows(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("sarrus.elements.outside._registered", {})  # what a page registers does not stay
    before, names, printed, model = set(sys.modules), {"__name__": "lesson"}, None, Path()
    for language, name, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        shown, printed = printed, None
        if name:
            Path(name).write_text(text, encoding="utf-8")
            model = Path(name) if language == "yaml" and text.startswith("sarrus:") else model
        elif language == "yaml":
            model.write_text(with_sections(model.read_text(encoding="utf-8"), text), encoding="utf-8")
            sarrus.load(model).snapshot()
        elif language == "console":
            for command, output in commands(text):
                heard = called(command)
                if output.strip():
                    compare(page, command, output, heard)
        elif language == "python":
            heard = io.StringIO()
            with contextlib.redirect_stdout(heard):
                exec(compile(text, f"{page.name}: {text.splitlines()[0]}", "exec"), names)  # noqa: S102
            printed = heard.getvalue()
        elif language == "text" and shown is not None:
            compare(page, "the block above", text, shown)
    for module in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[module], "__file__", "")):
            del sys.modules[module]


def test_there_are_pages():
    wanted = "README tutorial-1-four-bar model-files units formulas frames traces branches how-to-add-a-joint how-to-make-a-film"
    assert set(wanted.split()) <= {p.stem for p in PAGES}


@pytest.mark.parametrize("page", WRITTEN, ids=lambda p: p.relative_to(DOCS.parent).as_posix())
def test_every_block_of_a_page_has_a_language_that_is_run_or_only_shown(page):
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    assert 2 * len(found) == page.read_text(encoding="utf-8").count("\n```"), (
        "a block is not closed, or not at the margin"
    )
    assert {language for language, _, _ in found} <= RUN | SHOWN


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_a_reader_is_told_the_name_of_a_file_before_it_is_shown(page):
    text = page.read_text(encoding="utf-8")
    assert not [m[2] for m in BLOCK.finditer(text) if m[2] and f"`{m[2]}`" not in text[: m.start()]]


def test_sections_of_a_model_are_replaced_or_added():
    model = "sarrus: 1\nforces:\n  w: {gravity: [0, -9.81]}\nstart: {}\n"
    assert (
        with_sections(model, "forces: {}\ndrivers: {}\n") == "sarrus: 1\nforces: {}\nstart: {}\ndrivers: {}\n"
    )


@pytest.mark.parametrize("page", WRITTEN, ids=lambda p: p.relative_to(DOCS.parent).as_posix())
def test_links_of_a_page_lead_to_files(page):
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    assert not [t for t in targets if not (page.parent / t).exists()]


def test_index_leads_to_every_page():
    linked = {(DOCS / t).resolve() for t in LINK.findall((DOCS / "README.md").read_text(encoding="utf-8"))}
    folders = {p.parent for p in linked if p.name == "README.md"}
    assert not [
        p.name
        for p in DOCS.rglob("*.md")
        if p != DOCS / "README.md" and not {p, p.parent} & (linked | folders)
    ]


def test_catalogue_pages_and_pictures_are_up_to_date(capsys):
    assert make_catalogue.main(["--check"]) == 0, capsys.readouterr().out


def test_pictures_of_the_catalogue_differ_by_more_than_rounding():
    one = '<path d="M1.25 3L4 5"/>'
    assert catalogue_pictures.same(one, one.replace("1.25", "1.26"))
    assert not catalogue_pictures.same(one, one.replace("1.25", "1.35"))
    assert not catalogue_pictures.same(one, one.replace("L4 5", "L4 5 6 7"))


def test_every_element_that_is_seen_in_drawings_has_a_picture():
    drawn = {name.removesuffix(".svg") for name in catalogue_pictures.pictures()}
    unseen = {kind.keyword for _, kind in ELEMENTS if getattr(kind, "symbol", "") in ("none", "field")}
    assert {kind.keyword for _, kind in ELEMENTS} - drawn == unseen


def test_pages_of_forms_are_up_to_date():
    assert make_forms.main(["--check"]) == 0, "Run `make docs`."


def test_generator_finds_writes_and_removes_pages(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(make_catalogue, "FOLDER", tmp_path / "catalogue")
    assert make_catalogue.main(["--check"]) == 1
    assert "docs/catalogue/joints.md is not up to date. Run `make docs`." in capsys.readouterr().out
    assert make_catalogue.main([]) == 0
    assert make_catalogue.main(["--check"]) == 0
    (tmp_path / "catalogue" / "gone.md").write_text("an element that is no more", encoding="utf-8")
    (tmp_path / "catalogue" / "pictures" / "gone.svg").write_text("its picture", encoding="utf-8")
    assert make_catalogue.main(["--check"]) == 1
    make_catalogue.main([])
    assert not [*(tmp_path / "catalogue").rglob("gone.*")]


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a\nb", "a\nb", True),
        ("a\nb", "a\nc", False),
        ("a\nb", "a\nb\nc", False),
        ("a\n...\nc", "a\nb\nb\nc", True),
        ("a\n...", "a", True),
        ("x ... z", "x y z", True),
        ("is 1.2345 m", "is 1.2346 m", True),
        ("is 1.2345 m", "is 1.2355 m", False),
        ("is 12 m", "is 13 m", False),
        ("is 2.3e-16", "is 2.4e-16", True),
        ("is 2.3e-16", "is 1e-15", False),
        ("is ... J", "is 1e-15 J", True),
    ],
)
def test_comparison_of_outputs(shown, printed, same):
    assert matches(shown.splitlines(), printed.splitlines()) is same


@pytest.mark.parametrize(("shelf", "kind"), ELEMENTS, ids=[kind.keyword for _, kind in ELEMENTS])
def test_forms_on_the_catalogue_page_are_the_same_element(shelf, kind, tmp_path, monkeypatch):
    """The file form and the Python form are read, and give one and the same element."""
    monkeypatch.chdir(tmp_path)
    solid = shelf == "solids"
    plane = shelf != "joints" or make_catalogue.fits_plane(kind)
    if issubclass(kind, FrameConstraint):  # as written there, with its defaults
        plane = kind("x", "ground", "bar", **dict.fromkeys(kind.params, 1.0)).misfit_in_plane() is None
    form = file_form(kind)
    for data in re.findall(r"[\w/]+\.csv", form):
        Path(data).parent.mkdir(exist_ok=True)
        Path(data).write_text("0, 0\n1, 1\n", encoding="utf-8")
    section, _, lines = form.partition("\n")
    sections = {} if solid else {"bodies:": "  bar: {rod: {length: 1, mass: 1}}", "joints:": ""}
    sections["bodies:"] = f"{sections.get('bodies:', '')}\n  other: {{rod: {{length: 1, mass: 1}}}}"
    if kind.on_coordinates or "signals:" in form or issubclass(kind, LoadSensor):
        sections["joints:"] = "  A: {revolute: [ground, bar.start]}\n  B: {revolute: [bar.end, other.start]}"
        sections["joints:"] += "\n  slide: {prismatic: [ground, other.end]}"
    sections[section] = f"{lines}\n{sections.get(section, '')}"
    text = "\n".join(f"{title}\n{below}" for title, below in sections.items() if below.strip())
    head = "sarrus: 1\nname: page\n" + ("plane: xy\n" if plane else "")
    Path("page.yaml").write_text(f"{head}{text}\n", encoding="utf-8")
    read = sarrus.load("page.yaml")
    m = sarrus.Mechanism("page", plane="xy" if plane else None)
    names = {"m": m, "bar": sarrus.Body("bar", sarrus.Rod(length=1, mass=1)), "Body": sarrus.Body}
    exec(python_form(kind), {**names, kind.__name__: kind})  # noqa: S102
    if solid:
        assert settings(read.bodies[0].solid) == settings(m.bodies[0].solid)
    else:
        found, made = getattr(read, shelf)[0], getattr(m, shelf)[0]
        assert (type(found), found.name, found.at) == (type(made), made.name, made.at)
        assert settings(found) == settings(made)


def settings(element):
    """Parameters as plain numbers: "1 N" is 1."""

    def plain(value):
        if isinstance(value, tuple):
            return tuple(map(plain, value))
        text = str(value).partition(" ")[0]
        return float(text) if re.fullmatch(ANY_NUMBER, text) else str(value)

    return {key: plain(value) for key, value in element.written().items()}
