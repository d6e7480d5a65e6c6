"""A word means one thing inside the program too: no two classes share a name."""

import ast
from collections import defaultdict
from pathlib import Path

import sarrus

SOURCE = Path(sarrus.__file__).parent


def test_every_class_name_is_used_once():
    places = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{path.relative_to(SOURCE)}:{node.lineno}")
    shared = {name: where for name, where in places.items() if len(where) > 1}
    assert len(places) > 400
    assert not shared, f"rename all but one, and tell them apart in docs/glossary.md: {shared}"
