"""The page of traps is up to date: every item stands there, every test it names exists, every test here is named."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = (Path(__file__).parent / "README.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)))
ITEMS = 25


def names_in(path: Path) -> set[str]:
    """Names of the tests in a file: functions, and properties made by a call."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {t.id for t in node.targets if isinstance(t, ast.Name)}
    return {name for name in found if name.startswith("test_")}


@pytest.mark.parametrize("file", sorted({file for file, _ in NAMED}))
def test_named_tests_exist(file):
    assert (TESTS / file).is_file(), f"{file} is gone; its tests keep traps, see README.md"
    missing = {name for f, name in NAMED if f == file} - names_in(TESTS / file)
    assert not missing, f"{file} has lost tests that keep traps: {sorted(missing)}"


def test_every_item_has_its_line():
    lines = re.findall(r"^\| (\d+) \| [^|]+ \| (.+) \|$", PAGE, re.MULTILINE)
    assert [int(number) for number, _ in lines] == list(range(1, ITEMS + 1))
    assert all("::test_" in kept or kept.startswith("not built") for _, kept in lines)


def test_every_test_of_this_folder_stands_on_the_page():
    here = {
        (f"traps/{path.name}", name)
        for path in Path(__file__).parent.glob("test_*_traps.py")
        for name in names_in(path)
    }
    assert not here - set(NAMED)
