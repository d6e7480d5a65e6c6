"""Panels as data: what each kind holds, and that the page has a renderer and a description for each."""

import base64
import json
import re
from pathlib import Path

import numpy as np
import pytest

from sarrus.views.page.panels import (
    Axis,
    Diagram,
    DiagramCurve,
    Marks,
    NamedPose,
    Sheet,
    SwingShape,
    diagram_panel,
    pose_panel,
    shapes_panel,
    tables_panel,
)

WEB = Path(__file__).parents[4] / "web" / "src"
TABLE = Sheet(
    "Roots", ("root", "frequency [Hz]"), [("1", 3.2), ("2", np.float64("nan")), ("3", np.inf), ("4", None)]
)
DIAGRAM = Diagram(
    Axis("frequency", "rad/s", is_log=True),
    Axis("gain"),
    [DiagramCurve("a", [1.0, 2.0, 1.5], [np.nan, 1e-300, np.inf])],
    [Marks("folds", [1.0], [2.0], "cross", ["first"])],
)
SHAPE = SwingShape("mode 1", "1.2 Hz", 1e80 * np.arange(12.0).reshape(2, 6) * (1 + 2j))
MADE = {
    "tables": tables_panel("Roots", TABLE),
    "diagram": diagram_panel("Response", DIAGRAM),
    "shapes": shapes_panel("Modes", [SHAPE]),
    "pose": pose_panel("Pose", [NamedPose("first", TABLE)]),
}


def interface(name):
    """Keys of an interface of the page."""
    text = (WEB / "data.ts").read_text(encoding="utf-8")
    body = re.search(rf"export interface {name} {{\n(.*?)^}}", text, re.DOTALL | re.MULTILINE)[1]
    return set(re.findall(r"^  (\w+):", body, re.MULTILINE))


def unpacked(text, kind):
    return np.frombuffer(base64.b64decode(text), kind)


@pytest.mark.parametrize("kind", MADE)
def test_panel_has_the_keys_that_the_page_reads(kind):
    panel = json.loads(json.dumps(MADE[kind], allow_nan=False))
    assert panel["kind"] == kind
    assert set(panel) == interface(f"{kind.capitalize()}Panel")


def test_parts_of_panels_have_the_keys_that_the_page_reads():
    (diagram,) = MADE["diagram"]["diagrams"]
    assert set(diagram) == interface("Diagram")
    assert set(diagram["x"]) == set(diagram["y"]) == interface("Axis")
    assert set(diagram["curves"][0]) == interface("Curve")
    assert set(diagram["marks"][0]) == interface("Marks")
    assert set(MADE["shapes"]["shapes"][0]) == interface("Shape")
    assert set(MADE["pose"]["poses"][0]) == interface("Pose")
    assert set(MADE["tables"]["tables"][0]) == set(MADE["pose"]["poses"][0]["values"]) == interface("Table")


def test_every_kind_has_a_line_and_a_file_in_the_page():
    text = (WEB / "panels" / "index.ts").read_text(encoding="utf-8")
    lines = re.search(r"const RENDERERS.*?{\n(.*?)^};", text, re.DOTALL | re.MULTILINE)[1]
    kinds = re.findall(r"^  (\w+): \1Panel,", lines, re.MULTILINE)
    assert set(MADE) < set(kinds)
    described = (WEB / "data.ts").read_text(encoding="utf-8")
    assert set(re.findall(r'^  kind: "(\w+)";', described, re.MULTILINE)) == set(kinds)
    assert all((WEB / "panels" / f"{kind}.ts").is_file() for kind in kinds)


def test_numbers_of_a_table_that_are_none_are_told_apart():
    (table,) = MADE["tables"]["tables"]
    assert [row[1] for row in table["rows"]] == [3.2, None, "∞", None]


def test_points_of_a_diagram_keep_every_bit_and_their_gaps():
    (diagram,) = MADE["diagram"]["diagrams"]
    (curve,) = diagram["curves"]
    np.testing.assert_array_equal(unpacked(curve["x"], "<f8"), [1.0, 2.0, 1.5])
    np.testing.assert_array_equal(unpacked(curve["y"], "<f8"), [np.nan, 1e-300, np.inf])


def test_shape_of_any_size_reaches_the_page_as_parts_of_its_largest():
    (shape,) = MADE["shapes"]["shapes"]
    real, imaginary = (unpacked(shape[part], "<f4") for part in ("real", "imaginary"))
    np.testing.assert_allclose(np.hypot(real, imaginary).max(), 1.0, rtol=1e-6)
    np.testing.assert_allclose(real, np.arange(12.0) / (11.0 * 5**0.5), rtol=1e-6)
    np.testing.assert_allclose(imaginary, 2 * real, rtol=1e-6)
    (none,) = shapes_panel("Modes", [SwingShape("still", "", np.zeros((2, 6)))])["shapes"]
    assert not unpacked(none["real"], "<f4").any()


@pytest.mark.parametrize(
    "made",
    [
        lambda: tables_panel("a", Sheet("", ("a", "b"), [("only one",)])),
        lambda: diagram_panel("a", Diagram(Axis("x"), Axis("y"), [DiagramCurve("a", [1.0], [1.0, 2.0])])),
        lambda: diagram_panel("a", Diagram(Axis("x"), Axis("y"), (), [Marks("a", [1.0], [1.0], "star")])),
        lambda: diagram_panel(
            "a", Diagram(Axis("x"), Axis("y"), (), [Marks("a", [1.0], [1.0], "dot", ["b", "c"])])
        ),
        lambda: diagram_panel("a", Diagram(Axis("x", is_log=True), Axis("y"), is_equal=True)),
        lambda: shapes_panel("a", [SwingShape("a", "", np.zeros(12))]),
    ],
)
def test_panel_that_does_not_fit_together_is_refused_where_it_is_made(made):
    with pytest.raises(AssertionError):
        made()
