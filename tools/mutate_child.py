"""The program with one change in it: how it is loaded, which lines it executes, and what `verify` says of it."""

import ast
import hashlib
import importlib.abc
import importlib.machinery
import resource
import sys
from collections.abc import Callable, Sequence
from types import CodeType, FrameType, ModuleType
from typing import Any

DISAGREE = 1e-10


class Changed(importlib.machinery.SourceFileLoader):
    """Loads a module from a changed tree."""

    tree: ast.Module

    def get_code(self, fullname: str) -> CodeType:
        """Of the tree, never of a file."""
        code = compile(self.tree, self.path, "exec", dont_inherit=True)
        assert isinstance(code, CodeType)
        return code


class Finder(importlib.abc.MetaPathFinder):
    """Finds the one changed module."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        self.module, self.tree = module, tree

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """As usual, with another loader."""
        if fullname != self.module:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        assert spec is not None and spec.origin is not None
        loader = Changed(fullname, spec.origin)
        loader.tree = self.tree
        spec.loader = loader
        return spec


def install(module: str, tree: ast.Module) -> None:
    """Let a module be loaded from a tree."""
    sys.meta_path.insert(0, Finder(module, tree))


def limit(seconds: int) -> None:
    """End this process after so much processor time."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def lines_of(work: Callable[[], object], watched: dict[str, str]) -> dict[str, list[int]]:
    """Lines of files that some work executes, by their names in `watched`."""
    found: dict[str, set[int]] = {name: set() for name in watched.values()}

    def in_file(frame: FrameType, event: str, argument: object) -> Any:
        if event == "line":
            found[watched[frame.f_code.co_filename]].add(frame.f_lineno)
        return in_file

    def enter(frame: FrameType, event: str, argument: object) -> Any:
        return in_file if frame.f_code.co_filename in watched else None

    sys.settrace(enter)
    try:
        work()
    finally:
        sys.settrace(None)
    return {name: sorted(lines) for name, lines in found.items()}


def verdicts(states: int) -> dict[str, Any]:
    """What `verify` finds: by what the program is caught, or all it compared, published and printed."""
    from mutate_mechanisms import MECHANISMS

    import sarrus

    compared: dict[str, list[str]] = {}
    rows: dict[str, dict[str, list[float]]] = {}
    unsaid: dict[str, set[str]] = {}
    for make in MECHANISMS:
        name, found = make.__name__, sarrus.verify(make(), states=states, strict=False)
        if not found.ok or not found.worst <= DISAGREE:
            return {"caught": f"{name}: {found.status.text}"}
        if set(found.refused) - {
            "kane",
            "ode",
            "state-space",
        }:  # these have no place for rolling, or for drivers
            return {"caught": f"{name}: refused: {next(iter(found.refused.items()))}"[:200]}
        unsaid[name] = set(found.refused)
        if found.states < states:
            return {"caught": f"{name}: only {found.states} states"}
        compared[name] = [f"{way}: {kind}" for way, row in found.found.items() for kind in row]
        rows[name], broken = _published(make(), states)
        if broken:
            return {"caught": f"{name}: identity broken: {broken}"}
    pages = {}
    for make in MECHANISMS:
        for form in set(_keywords()) - unsaid[make.__name__]:
            page = sarrus.equations(make(), form=form).latex().encode()
            pages[f"{make.__name__}, {form}"] = hashlib.sha256(page).hexdigest()
    return {"compared": compared, "rows": rows, "pages": pages}


def _keywords() -> list[str]:
    from sarrus.mechanics.readable.forms import FORMS

    return [form.keyword for form in FORMS]


def _published(mechanism: Any, states: int) -> tuple[dict[str, list[float]], str]:
    """Everything that is published at random states, and the identity of the kernels that does not hold there."""
    from sarrus.analysis.assembly.start import find_start
    from sarrus.analysis.verifying.identities import identities
    from sarrus.analysis.verifying.states import in_bodies, random_points, row_of

    start = find_start(mechanism.snapshot(), 0.3)
    found: dict[str, list[float]] = {}
    for point in random_points(start, states, 0, 0.3):
        for at in (point, in_bodies(start, point)):
            for kind, (off, name) in identities(at).items():
                if not off <= DISAGREE:
                    return found, f"{kind} of '{name}' by {off:.1e}"
        for name, value in row_of(point).items():
            flat = [value] if isinstance(value, float) else value.tolist()
            found.setdefault(name, []).extend(map(float, flat))
    return found, ""
