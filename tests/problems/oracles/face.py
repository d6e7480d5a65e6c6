"""Which problems ask the program behind its public face.

The face is what `sarrus` and `sarrus.testing` offer by themselves. A problem reaches past it when its function, or one
that it calls in the tests, uses a name that was imported from any other module of the package. What the program itself
calls is not followed, nor what was computed before: references, and the mechanisms that are asked.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from oracles.registry import Problem

FACE = ("sarrus", "sarrus.testing")
TESTS = Path(__file__).parents[2]


def past_the_face(problem: Problem) -> list[str]:
    """What a problem uses that is not public, as module.name, sorted."""
    found: set[str] = set()
    seen: set[int] = set()
    waiting: list[Any] = [problem.compute]
    while waiting:
        item = waiting.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, type):
            if _is_ours(item):
                waiting += [*(m for m in vars(item).values() if _function(m)), *item.__bases__]
                found |= {_home(base) for base in item.__bases__ if _is_hidden(base.__module__)}
        elif function := _function(item):
            if not _is_ours(function):
                continue
            names = set(_names(function.__code__))
            found |= {n for n in names if _is_hidden(n)}  # imported inside of it
            waiting += [c.cell_contents for c in function.__closure__ or ()]
            waiting += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
            for name in names & function.__globals__.keys():
                value, origin = function.__globals__[name], _imports(function.__code__.co_filename).get(name)
                if origin and _is_hidden(origin[0]):
                    found.add(".".join(filter(None, origin)))
                elif isinstance(value, ModuleType):
                    inside = [n for n in names if n in vars(value)]
                    if value.__name__ in FACE:
                        modules = [n for n in inside if isinstance(vars(value)[n], ModuleType)]
                        found |= {f"sarrus.{n}" for n in modules if n != "equations"}  # which can be called
                    else:
                        waiting += [vars(value)[n] for n in inside]
                else:
                    waiting.append(value)
        elif isinstance(item, (tuple, list, dict)):
            waiting += item.values() if isinstance(item, dict) else item
        elif _is_ours(type(item)):
            waiting.append(type(item))
    return sorted(found)


def _is_hidden(module: str) -> bool:
    return module.startswith("sarrus.") and module not in FACE


def _home(item: type) -> str:
    return f"{item.__module__}.{item.__name__}"


def _function(item: Any) -> FunctionType | None:
    """The plain function in what is called: without cache, fixture, property or decorator."""
    if isinstance(item, (staticmethod, classmethod)):
        item = item.__func__
    if isinstance(item, property):
        item = item.fget
    item = inspect.unwrap(item) if callable(item) and not isinstance(item, type) else item
    return item if isinstance(item, FunctionType) else None


def _is_ours(item: FunctionType | type) -> bool:
    """Whether it is written in the tests."""
    if isinstance(item, FunctionType):
        return Path(item.__code__.co_filename).is_relative_to(TESTS)
    module = sys.modules.get(item.__module__)
    methods = [f for m in vars(item).values() if (f := _function(m))]
    file = getattr(module, "__file__", None) or next((m.__code__.co_filename for m in methods), None)
    return bool(file) and Path(file).is_relative_to(TESTS)


def _names(code: CodeType) -> Iterator[str]:
    """Names of globals, attributes and modules in a function and those inside of it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


@cache
def _imports(file: str) -> dict[str, tuple[str, str]]:
    """Names that a file imports: the module they are from, and their name there."""
    found: dict[str, tuple[str, str]] = {}
    for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {a.asname or a.name: (node.module, a.name) for a in node.names}
        elif isinstance(node, ast.Import):
            found |= {a.asname: (a.name, "") for a in node.names if a.asname}
    return found
