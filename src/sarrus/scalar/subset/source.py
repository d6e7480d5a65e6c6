"""Where a function's text comes from, and the error that points into it."""

from __future__ import annotations

import ast
import linecache
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import CodeType, FunctionType
from typing import NoReturn

from sarrus.errors import CompileError
from sarrus.scalar.subset.types import Prototype, prototype, written


class Unsupported(CompileError):
    """A function leaves the restricted subset of Python.

    Attributes:
        file: source file of the offending construct.
        line: line in that file, counted from 1.
    """

    def __init__(self, file: str, line: int, what: str, instead: str) -> None:
        super().__init__(f"{file}:{line}: {what}; {instead}")
        self.file = file
        self.line = line


@dataclass(frozen=True)
class Source:
    """A function to translate, with its syntax tree numbered as in its file."""

    function: FunctionType
    tree: ast.FunctionDef
    prototype: Prototype

    @property
    def file(self) -> str:
        """Path of the source file."""
        return self.function.__code__.co_filename

    @cached_property
    def is_current(self) -> bool:
        """Whether the text read is what the function was made from: its file may have been edited since."""
        code = self.function.__code__
        module = compile(ast.Module([self.tree], []), self.file, "exec", dont_inherit=True)
        return any(isinstance(c, CodeType) and _does(c) == _does(code) for c in module.co_consts)

    @cached_property
    def locals(self) -> frozenset[str]:
        """Parameters and every name assigned somewhere in the function, as CPython counts them."""
        return frozenset(self.function.__code__.co_varnames)

    def fail(self, node: ast.AST, what: str, instead: str) -> NoReturn:
        """Raise `Unsupported` at the line of `node`."""
        raise Unsupported(self.file, getattr(node, "lineno", self.tree.lineno), what, instead)

    def reject(self, node: ast.AST) -> NoReturn:
        """Raise `Unsupported` for a kind of syntax that the subset does not have."""
        what, instead = _FOREIGN.get(type(node), (f"'{type(node).__name__}'", "see the list of what is"))
        self.fail(node, f"{what} is not in the subset", instead)


def _does(code: CodeType) -> tuple[object, ...]:
    """What a function does, wherever it stands."""
    return code.co_name, code.co_code, repr(code.co_consts), code.co_names, code.co_varnames


def read(function: FunctionType) -> Source:
    """Find the text of a plain function and check its header."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename, function.__globals__)
    if not lines:
        what = f"the source of '{function.__name__}' cannot be read"
        raise Unsupported(code.co_filename, code.co_firstlineno, what, "define it in a module file")
    return _found(function, "".join(lines), written(function))


@lru_cache(maxsize=512)
def _found(function: FunctionType, text: str, _: tuple[tuple[str, object], ...]) -> Source:
    """A function in the text of its file, with its annotations; loops of several mechanisms share most of theirs."""
    code = function.__code__
    tree = _functions(text).get(code.co_firstlineno)
    if not isinstance(tree, ast.FunctionDef):
        what = f"'{function.__name__}' is not written as a 'def'"
        raise Unsupported(code.co_filename, code.co_firstlineno, what, "write a plain function")
    _check_header(function, tree)
    try:
        return Source(function, tree, prototype(function))
    except TypeError as error:
        raise Unsupported(code.co_filename, tree.lineno, str(error), _ANNOTATIONS) from None


@lru_cache(maxsize=64)
def _functions(text: str) -> dict[int, ast.AST]:
    """The functions of a file by their first line; the file is parsed once for all of them."""
    found: dict[int, ast.AST] = {}
    waiting: list[ast.AST] = [ast.parse(text)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found[min([node.lineno, *(d.lineno for d in node.decorator_list)])] = node
        # Statements only: a function is no part of an expression.
        for part in ("body", "orelse", "handlers", "finalbody", "cases"):
            inner = getattr(node, part, None)
            waiting += inner if isinstance(inner, list) else []
    return found


def _check_header(function: FunctionType, tree: ast.FunctionDef) -> None:
    def fail(what: str, instead: str) -> NoReturn:
        raise Unsupported(function.__code__.co_filename, tree.lineno, what, instead)

    arguments = tree.args
    if tree.decorator_list:
        fail(f"'{tree.name}' has a decorator", "translate the plain function")
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
        fail(f"'{tree.name}' has * or keyword-only parameters", "use positional parameters")
    if arguments.defaults:
        fail(f"'{tree.name}' has default arguments", "pass every argument")
    if function.__code__.co_freevars:
        names = ", ".join(function.__code__.co_freevars)
        fail(f"'{tree.name}' uses names of an enclosing function ({names})", "pass them as arguments")


_ANNOTATIONS = (
    "allowed are float, int, bool, NDArray[np.float64], NDArray[np.int64], records, and Callable[..., R] for a "
    "bound function; results float, int, bool or None"
)
_ONE_FUNCTION = "define it at module level and call it"
_NO_OBJECTS = "values are floats, ints, truth values, arrays and records"
_STATUS = "return a status"
_FOREIGN: dict[type[ast.AST], tuple[str, str]] = {
    ast.List: ("a list", _NO_OBJECTS),
    ast.Tuple: ("a tuple", "it may only stand on both sides of 'a, b = c, d'"),
    ast.Dict: ("a dict", _NO_OBJECTS),
    ast.Set: ("a set", _NO_OBJECTS),
    ast.JoinedStr: ("an f-string", _NO_OBJECTS),
    ast.ListComp: ("a comprehension", "write a for loop"),
    ast.SetComp: ("a comprehension", "write a for loop"),
    ast.DictComp: ("a comprehension", "write a for loop"),
    ast.GeneratorExp: ("a comprehension", "write a for loop"),
    ast.Lambda: ("a lambda", _ONE_FUNCTION),
    ast.FunctionDef: ("a nested function", _ONE_FUNCTION),
    ast.ClassDef: ("a class", _NO_OBJECTS),
    ast.Attribute: ("an attribute", "import the name itself, as in 'from math import sqrt'"),
    ast.Starred: ("a starred expression", "write the arguments out"),
    ast.NamedExpr: ("':='", "assign in a statement of its own"),
    ast.AnnAssign: ("an annotated assignment", "the first value decides the type: write 0.0 for a float"),
    ast.With: ("'with'", _NO_OBJECTS),
    ast.Try: ("'try'", _STATUS),
    ast.Raise: ("'raise'", _STATUS),
    ast.Assert: ("'assert'", _STATUS),
    ast.Global: ("'global'", "pass an array to keep state in"),
    ast.Nonlocal: ("'nonlocal'", "pass an array to keep state in"),
    ast.Delete: ("'del'", "leave it out"),
    ast.Match: ("'match'", "write if / elif / else"),
    ast.Import: ("an import inside a function", "import at module level"),
    ast.ImportFrom: ("an import inside a function", "import at module level"),
}
