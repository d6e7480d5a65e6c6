"""Mechanisms that cannot be put together: refused, with the loop, the worst equation and the lengths that say why."""

import re
from pathlib import Path

import pytest

import sarrus

FILES = Path(__file__).parent / "mechanisms"


@pytest.fixture
def spoiled(tmp_path):
    """spoiled(name, old, new): the failed assembly of a mechanism with one number changed."""

    def assemble(name, old, new):
        text = (FILES / f"{name}.yaml").read_text(encoding="utf-8")
        assert text.count(old) == 1
        path = tmp_path / "spoiled.yaml"
        path.write_text(text.replace(old, new), encoding="utf-8")
        found = sarrus.assemble(sarrus.load(path), strict=False)
        assert (found.ok, found.status.word) == (False, "not closed"), found
        return found.status.text

    return assemble


def gap_in(text):
    """The gap that a message tells, in metres."""
    return float(re.search(r"stays open by ([-+.e\d]+) m", text)[1])


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        (
            "four-bar",
            "D: [1.0, 0]",
            "D: [3.0, 0]",
            "crank 0.3 m, coupler 0.9 m, rocker 0.7 m, ground 3 m; ground is longer than the others together by 1.1 m",
        ),
        (
            "four-bar",
            "{length: 0.9, mass: 0.9}",
            "{length: 2.1, mass: 0.9}",
            "crank 0.3 m, coupler 2.1 m, rocker 0.7 m, ground 1 m; coupler is longer than the others together by 0.1 m",
        ),
        (
            "rssr",
            "{length: 1.0, mass: 1}",
            "{length: 9.0, mass: 1}",
            "coupler is longer than the others together by",
        ),
        (
            "double-wishbone",
            "length: 0.36",
            "length: 1.9",
            "tie-rod is longer than the others together by 1.17 m",
        ),
    ],
)
def test_longest_bar_is_named_where_it_explains_the_gap(spoiled, name, old, new, said):
    text = spoiled(name, old, new)
    assert said in text
    assert "No guess closes it: change a length." in text


def test_gap_of_a_stretched_four_bar_is_what_its_longest_bar_has_too_much(spoiled):
    """All bars in one line: nothing brings the ends nearer. The crank's fixed angle does not stand in the way."""
    assert gap_in(spoiled("four-bar", "D: [1.0, 0]", "D: [3.0, 0]")) == pytest.approx(1.1, rel=1e-3)


@pytest.mark.parametrize(
    ("name", "old", "new", "loop", "worst"),
    [
        ("slider-crank", "[0, -0.05]", "[0, -0.9]", "A-B-C-P", "joint 'C', p_FM"),
        ("cardan-shaft", "[0.1, 0, 0.8]", "[0.9, 0, 0.8]", "input-output-back-near", "joint 'back', p_FM"),
        ("six-rods", "{l: 0.8}", "{l: 0.2}", "plate-[a-f]", "distance '[a-f]', p_FM.length"),
        ("squeezer", "B: [-0.03635, 0.03273]", "B: [-0.5, 0.5]", "O-F-E3-B", "joint 'E3', p_FM"),
    ],
)
def test_loop_worst_equation_lengths_and_guess_are_told(spoiled, name, old, new, loop, worst):
    text = spoiled(name, old, new)
    assert re.search(
        rf"does not close: loop {loop} stays open by [.\d]+ m.* after \d+ iterations; "
        rf"at the guess it was open by .*Worst equation: {worst}.*Lengths around the loop: \w+ [.\d]+ m",
        text,
    ), text


@pytest.mark.parametrize(
    ("old", "new", "row"),
    [
        ("high: {at: [0, 0, 0.8], on", "high: {at: [0, 0, 0.801], on", "p_FM.z_F"),
        ("high: {at: [0, 0, 0.8], on", "high: {at: [0.001, 0, 0.8], on", "p_FM.[xy]_F"),
        ("high: {at: [0, 0, 0.8], on", "high: {at: [0, 0.001, 0.8], on", "p_FM.[xy]_F"),
    ],
    ids=["too far apart", "out of line by x", "out of line by y"],
)
def test_door_with_a_hinge_off_by_a_millimetre_is_refused_with_the_millimetre(spoiled, old, new, row):
    text = spoiled("door", old, new)
    assert gap_in(text) == pytest.approx(1e-3, rel=2e-3)
    assert re.search(f"loop low-high .*Worst equation: joint 'high', {row}", text)


def test_door_with_a_hinge_turned_by_a_degree_is_refused_with_the_degree(spoiled):
    text = spoiled("door", "high: {at: [0, 0.8, 0], turn: [-90 deg", "high: {at: [0, 0.8, 0], turn: [-91 deg")
    assert "stays open by 1 deg" in text
    assert "hold more than needed, so they must fit exactly" in text


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("bricard", "P5: {at: [0, 0, 1], turn: [0, 90 deg, 0]}}\nbodies", "P5: {at: [0, 0.001, 1], turn: [0, 90 deg, 0]}}\nbodies"),
        ("door", "high: {at: [0, 0, 0.8], on", "high: {at: [0, 0, 0.800000001], on"),
    ],
)  # fmt: skip
def test_redundant_loop_that_nearly_fits_is_no_compromise(spoiled, name, old, new):
    """A millimetre on Bricard's linkage, a nanometre between two hinges."""
    assert "does not close" in spoiled(name, old, new)
