"""Drawings that belong to the equations, on the command line: files, and what is said of mistakes."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

import sarrus

FOUR_BAR = Path(__file__).parents[2] / "examples" / "four-bar.yaml"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("what", ["bodies", "network"])
def test_a_sheet_is_written_in_every_format(run, tmp_path, what):
    for ending in ("svg", "png", "pdf"):
        code, out, err = run(
            "draw", FOUR_BAR, "--what", what, "--output", f"{what}.{ending}", "--theme", "dark"
        )
        assert (code, out, err) == (0, f"Written: {what}.{ending}\n", "")
    picture = ElementTree.parse(tmp_path / f"{what}.svg").getroot()  # noqa: S314 (our own file)
    assert picture.get("role") == "img"
    assert "crank" in picture.findtext(f"{SVG}title")
    assert (tmp_path / f"{what}.pdf").read_bytes().startswith(b"%PDF")
    with Image.open(tmp_path / f"{what}.png") as image:
        assert image.width > 500 and len(image.convert("L").getcolors()) > 10


def test_symbols_are_those_of_the_equations_with_an_index(run, tmp_path):
    assert run("draw", FOUR_BAR, "--what", "bodies", "--until", 0.2, "--at", 0.1, "--output", "b.svg")[0] == 0
    sheet = ElementTree.parse(tmp_path / "b.svg")  # noqa: S314 (our own file)
    texts = ["".join(text.itertext()) for text in sheet.iter(f"{SVG}text")]
    printed = sarrus.equations(sarrus.load(FOUR_BAR)).text()
    assert "λ_A" in printed and texts.count("λB,x") == 2
    assert any(text.startswith("Drawn at t = 0.1 s.") for text in texts)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--what", "forces", "--output", "x.svg"], "what 'forces' is unknown. Allowed are: mechanism, bodies, network."),
        (["--what", "bodies", "--output", "x.gif"], "is a sheet of drawings, which does not move. Write one of .png"),
        (["--what", "bodies", "--output", "no/x.svg"], "cannot be written: there is no folder"),
        (["--what", "bodies", "--output", "x.svg", "--no-arrows"], "arrows: it belongs to drawings of the mechanism"),
        (["--what", "network", "--output", "x.svg", "--until", "1", "--at", "1"], "at: a network is the same at all"),
        (["--what", "bodies", "--output", "x.svg", "--until", "1", "--at", "3"], "at: 3 s is outside the run. Allowed"),
    ],
)  # fmt: skip
def test_mistakes_are_named_and_leave_no_file(run, tmp_path, words, said):
    code, out, err = run("draw", FOUR_BAR, *words)
    assert (code, out) == (2, "")
    assert said in err
    assert not list(tmp_path.glob("x.*"))


def test_a_mechanism_that_does_not_close_has_a_network_and_no_free_bodies(run, tmp_path):
    short = ["draw", FOUR_BAR, "--set", "b=0.01", "--output", "x.svg", "--what"]
    assert run(*short, "network")[:2] == (0, "Written: x.svg\n")
    (tmp_path / "x.svg").unlink()
    code, _, err = run(*short, "bodies")
    assert code == 2 and "The mechanism does not close" in err
    assert not (tmp_path / "x.svg").exists()


def test_answers_draw_them_too(tmp_path):
    mechanism = sarrus.load(FOUR_BAR)
    sarrus.equations(mechanism).draw(tmp_path / "bodies.svg", what="bodies", title="Equations")
    sarrus.check(mechanism).draw(tmp_path / "network.svg", what="network")
    assert "Equations" in (tmp_path / "bodies.svg").read_text()
    assert "loop A-B-C-D" in (tmp_path / "network.svg").read_text()
