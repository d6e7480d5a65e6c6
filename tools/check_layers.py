"""Check that imports inside the package only point up the map of folders.

Every file under src/sarrus is parsed, never run. Imports count wherever they stand: at the top, inside
functions, under TYPE_CHECKING, and `import_module("sarrus...")` with a literal name.

Usage: python tools/check_layers.py [ROOT]
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGE = "sarrus"

# Data flows down; a line may import the lines above it. Names on one line do not know each other.
LINES: tuple[tuple[str, ...], ...] = (
    ("quiet",),
    ("errors",),
    ("phrases",),
    ("files",),
    ("records",),
    ("scalar",),
    ("spatial",),
    ("elements",),
    ("model",),
    ("io",),
    ("topology",),
    ("mechanics",),
    ("languages",),
    ("solvers",),
    ("program",),
    ("results",),
    ("analysis",),
    ("views",),
    ("cli", "web"),
    ("testing", "element"),
)
RANK = {layer: rank for rank, line in enumerate(LINES) for layer in line}

# As a part of the standard library would be: it knows nothing of ours, and every layer may use it.
LANGUAGE = frozenset({"quiet"})
# Layers that may import less than their place in the list would give them.
ONLY: dict[str, tuple[frozenset[str], str]] = {
    "solvers": (frozenset({"errors", "records"}), "a solver gets callbacks, never mechanics"),
    "results": (
        frozenset({"errors", "files", "phrases", "scalar"}),
        "a result does not know how it was computed",
    ),
}
# Downward, inside a function only: what a layer offers as a method, but is done below it. A result says `run.plot()`,
# and whoever never plots never loads the view; `run["slide.s.per.A.theta"]` is computed when it is asked for.
ON_CALL: dict[str, frozenset[str]] = {
    "results": frozenset({"views", "analysis"}),
    # what a verb can be told, its file says: a question that is kept with a model is checked when it is written
    "model": frozenset({"analysis"}),
    "io": frozenset({"analysis"}),
}
# Rooms inside a layer, in the order in which they may import each other; files beside them come last.
ROOMS: dict[str, tuple[str, ...]] = {
    "analysis": (
        "option_values",
        "options",
        "verb",
        "description",
        "rank",
        "assembly",
        "motion",
        "linear_page",
        "written",
        "outputs",
        "linear",
        "statics",
        "locus",
        "orbit",
        "inverse",
        "reaching",
        "verifying",
    ),
    "mechanics/readable": ("algebra", "print", "derive", "page", "forms"),
}
# Contracts that several shelves share.
CONTRACTS = (
    "closing",
    "declared_units",
    "ends",
    "mistakes",
    "relation",
    "ports",
    "quantities",
    "sight",
    "unit_word",
    "when_asked",
    "words",
)
WITHOUT_FILES = frozenset({"topology", "mechanics", "languages", "solvers", "program", "results"})
# These show the finished package, so they may use its public face.
MAY_IMPORT_PACKAGE = frozenset({"cli", "web", "testing"})


@dataclass(frozen=True)
class Module:
    """A source file and its place in the package: parts ("sarrus", "model", "body")."""

    path: Path
    parts: tuple[str, ...]

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.py"

    @property
    def layer(self) -> str:
        """The folder of the map it belongs to; "" for the package's own __init__."""
        if self.parts == (PACKAGE, "__main__"):
            return "cli"
        return self.parts[1] if len(self.parts) > 1 else ""


@dataclass(frozen=True)
class Import:
    """One imported module of ours; `is_lazy` when it happens inside a function or for type checking only."""

    line: int
    target: tuple[str, ...]
    is_lazy: bool


def check(root: Path) -> list[str]:
    """Return one line of text per import that breaks the contract."""
    source = root / "src"
    findings = []
    for path in sorted((source / PACKAGE).rglob("*.py")):
        module = Module(path, _parts(path.relative_to(source)))
        shown = path.relative_to(root).as_posix()
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except SyntaxError as error:
            findings.append(f"{shown}:{error.lineno}: the file cannot be parsed: {error.msg}.")
            continue
        if module.layer and module.layer not in RANK:
            findings.append(f"{shown}:1: '{module.layer}' has no place in the map of folders.")
            continue
        for found in _imports(tree, module, source):
            complaint = _judge(module, found)
            if complaint:
                findings.append(f"{shown}:{found.line}: {complaint}")
    return findings


def _parts(relative: Path) -> tuple[str, ...]:
    parts = relative.with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def _judge(module: Module, found: Import) -> str:
    """Say in a sentence which rule the import breaks; "" when it breaks none."""
    target = found.target[1] if len(found.target) > 1 else ""
    layer = module.layer
    if not layer:
        if found.is_lazy or target in ("", "errors"):
            return ""
        return f"{PACKAGE}/__init__.py may import {target} only lazily, inside a function."
    if not target:
        if layer in MAY_IMPORT_PACKAGE:
            return ""
        return (
            f"{layer} may not import the package's public face; import from the folder that defines the name."
        )
    if target in ON_CALL.get(layer, ()):
        return (
            "" if found.is_lazy else f"{layer} may import {target} only inside a function, when it is called."
        )
    if target == layer:
        return _judge_elements(module, found.target) if layer == "elements" else _judge_rooms(module, found)
    if target not in RANK:
        return f"{layer} imports '{target}', which has no place in the map of folders."
    if layer in ONLY and target not in ONLY[layer][0] and target not in LANGUAGE:
        allowed, reason = ONLY[layer]
        return f"{layer} may import only {' and '.join(sorted(allowed))}, not {target}: {reason}."
    if target == "io" and layer in WITHOUT_FILES:
        return f"{layer} may not import io: the numeric side never knows files."
    if RANK[target] == RANK[layer]:
        return f"{layer} may not import {target}: the two stand side by side and do not know each other."
    if RANK[target] > RANK[layer]:
        return (
            f"{layer} may not import {target}: imports point up the map, and {target} stands below {layer}."
        )
    return ""


def _judge_rooms(module: Module, found: Import) -> str:
    """Inside a folder with rooms, a room knows those before it only."""
    for folder, rooms in ROOMS.items():
        inside = (PACKAGE, *folder.split("/"))
        size = len(inside)
        if module.parts[:size] != inside or found.target[:size] != inside:
            continue
        here, there = (parts[size] if len(parts) > size else "" for parts in (module.parts, found.target))
        if here not in rooms or here == there or (there in rooms and rooms.index(there) < rooms.index(here)):
            continue
        before = " and ".join(rooms[: rooms.index(here)]) or "none"
        return f"{folder}/{here} may not import {there or folder}: rooms that it may know are: {before}."
    return ""


def _judge_elements(module: Module, target: tuple[str, ...]) -> str:
    """Inside elements, an item knows the base modules only; a base module knows no item."""
    shelf = module.parts[2] if len(module.parts) > 3 else ""
    is_base = module.parts[-1] == "base"
    is_roles = module.parts[-1] == "roles"  # says which items of its shelf the program itself needs
    if module.is_package or is_roles or not (shelf or is_base):
        return ""
    elements = (PACKAGE, "elements")
    if is_base and (target[-1] == "base" or target in {(*elements, name) for name in CONTRACTS}):
        return ""
    if target in {(*elements, "base"), (*elements, shelf, "base")}:
        return ""
    name = ".".join(target[1:])
    if is_base:
        return f"a base module may not import {name}: the contract does not know the items that keep it."
    return (
        f"an element may not import {name}: elements do not know each other, "
        f"only elements.base and elements.{shelf}.base."
    )


def _imports(tree: ast.Module, module: Module, source: Path) -> Iterator[Import]:
    package = module.parts if module.is_package else module.parts[:-1]
    for node, is_lazy in _walk(tree, is_lazy=False):
        for dotted in _dotted(node, package):
            if dotted[0] == PACKAGE:
                yield Import(node.lineno, _nearest_module(dotted, source), is_lazy)


def _walk(node: ast.AST, *, is_lazy: bool) -> Iterator[tuple[ast.stmt | ast.expr, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.expr):
            yield child, is_lazy
        inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        yield from _walk(child, is_lazy=is_lazy or inside or _is_for_types_only(child))


def _is_for_types_only(node: ast.AST) -> bool:
    names = ("TYPE_CHECKING", "typing.TYPE_CHECKING")
    return isinstance(node, ast.If) and ast.unparse(node.test) in names and not node.orelse


def _dotted(node: ast.AST, package: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield each imported name in full: `from sarrus.io import load` is ("sarrus", "io", "load")."""
    match node:
        case ast.Import(names=names):
            for alias in names:
                yield tuple(alias.name.split("."))
        case ast.ImportFrom(module=name, names=names, level=level):
            stem = package[: len(package) - level + 1] if level else ()
            stem += tuple(name.split(".")) if name else ()
            for alias in names:
                yield (*stem, alias.name)
        case ast.Call(
            func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
            args=[ast.Constant(value=str(text)), *_],
        ) if not text.startswith("."):
            yield tuple(text.split("."))


def _nearest_module(dotted: tuple[str, ...], source: Path) -> tuple[str, ...]:
    """Drop a last part that is a name inside a module rather than a module."""
    path = source.joinpath(*dotted)
    is_module = path.is_dir() or path.with_suffix(".py").is_file()
    if is_module or len(dotted) == 1 or (len(dotted) == 2 and dotted[1] in RANK):
        return dotted
    return dotted[:-1]


def main(argv: list[str]) -> int:
    """Print what was found; 1 when there is something."""
    findings = check(Path(argv[0]) if argv else Path(__file__).resolve().parents[1])
    for line in findings:
        print(line)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
