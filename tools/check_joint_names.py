"""Check that an element is added by adding a file.

A joint, force, driver or solid is known to its own file, to one line of its shelf's __init__.py, and to the roles of
its shelf. Any other source file that names the class, or tests for its keyword, is a table someone would have to keep in step.
Words in docstrings, comments and longer texts do not count.

Usage: python tools/check_joint_names.py [ROOT]
"""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROLES = "roles.py"
"""Where a shelf says which of its elements the program itself needs, and what for."""
SHELVES = ("joints", "constraints", "forces", "drivers", "sensors", "solids")


@dataclass(frozen=True)
class Element:
    """A public class on a shelf, and the file that is its home."""

    name: str
    shelf: str
    home: Path

    @property
    def keyword(self) -> str:
        """The word for it in model files: SpringDamper is spring-damper."""
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", self.name).lower()


@dataclass(frozen=True)
class Mention:
    """A word of the code that could name an element: an identifier, a whole string or an imported path."""

    line: int
    kind: str
    text: str

    def names(self, element: Element) -> bool:
        match self.kind:
            case "identifier":
                return self.text == element.name
            case "string":
                return self.text in (element.name, element.keyword)
            case _:
                return f".{element.shelf}.{element.home.stem}." in self.text


def check(root: Path) -> list[str]:
    """Return one line of text per place that names an element it should not know."""
    package = root / "src" / "sarrus"
    trees: dict[Path, ast.Module] = {}
    findings = []
    for path in sorted(package.rglob("*.py")):
        try:
            trees[path] = ast.parse(path.read_text(encoding="utf-8"))
        except SyntaxError as error:
            shown = path.relative_to(root).as_posix()
            findings.append(f"{shown}:{error.lineno}: the file cannot be parsed: {error.msg}.")
    elements = list(_elements(trees, package))
    for path, tree in trees.items():
        mentions = list(_mentions(tree))
        shown = path.relative_to(root).as_posix()
        for element in elements:
            lines = sorted({mention.line for mention in mentions if mention.names(element)})
            if path in (element.home, element.home.parent / ROLES):
                continue
            if path == element.home.parent / "__init__.py":
                findings += [
                    f"{shown}:{line}: '{element.name}' stands on line {lines[0]} already; "
                    "an element has one line in its shelf."
                    for line in lines[1:]
                ]
                continue
            findings += [
                f"{shown}:{line}: this file knows '{element.name}' ({element.keyword}); only "
                f"{element.home.relative_to(root).as_posix()} and one line of its shelf may."
                for line in lines
            ]
    return findings


def _elements(trees: dict[Path, ast.Module], package: Path) -> Iterator[Element]:
    for path, tree in trees.items():
        for shelf in SHELVES:
            if path.parent == package / "elements" / shelf and path.stem not in ("base", "__init__"):
                for node in tree.body:
                    if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                        yield Element(node.name, shelf, path)


def _mentions(tree: ast.Module) -> Iterator[Mention]:
    prose = set(_prose(tree))
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.ClassDef(name=name):
                yield Mention(node.lineno, "identifier", name)
            case ast.Constant(value=str(text)) if id(node) not in prose:
                yield Mention(node.lineno, "string", text)
            case ast.Import(names=names):
                for alias in names:
                    yield Mention(node.lineno, "path", f".{alias.name}.")
            case ast.ImportFrom(module=module, names=names):
                for alias in names:
                    yield Mention(alias.lineno, "identifier", alias.name)
                    yield Mention(alias.lineno, "path", f".{module or ''}.{alias.name}.")


def _prose(tree: ast.Module) -> Iterator[int]:
    """Identify the strings that are read by people: docstrings, and the fixed pieces of formatted texts."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield id(node.value)
        elif isinstance(node, ast.JoinedStr):
            yield from (id(piece) for piece in node.values)


def main(argv: list[str]) -> int:
    """Print what was found; 1 when there is something."""
    findings = check(Path(argv[0]) if argv else Path(__file__).resolve().parents[1])
    for line in findings:
        print(line)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
