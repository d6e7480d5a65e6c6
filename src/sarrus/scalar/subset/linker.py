"""What the functions of one module share: who is defined, who is declared, who calls whom, which tables."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import FunctionType

import numpy as np

from sarrus.scalar.subset.source import Source, read
from sarrus.scalar.subset.types import Bound, Prototype, Signature, TypeKind, ValueKind, global_name, literal


@dataclass(frozen=True)
class ConstantTable:
    """A constant array of the module: element kind, shape (one or two entries), LLVM name."""

    kind: TypeKind
    shape: tuple[int, ...]
    name: str


class Linker:
    """Names of one LLVM module, each defined or declared once."""

    def __init__(
        self,
        entries: Iterable[FunctionType],
        bind: Mapping[str, str | Callable[..., object]],
        externs: Mapping[str, Signature],
        is_checked: bool = False,
    ) -> None:
        self.is_checked = is_checked
        self.sites: list[tuple[str, int, str]] = []
        self.sources: dict[str, Source] = {}
        self.pending: list[Source] = []
        self.declarations: dict[str, str] = {}
        self.externals: dict[str, Signature] = {}
        self.tables: dict[str, str] = {}
        self._bind = bind
        self._externs = externs
        self._calls: dict[str, set[str]] = defaultdict(set)
        for function in entries:
            self._define(function, None)
        self.entries = tuple(self.sources)

    def function(self, caller: Source, node: ast.AST, function: FunctionType) -> Prototype | None:
        """Prototype of a called Python function, translated too; None when it is declared external."""
        name = function.__name__
        if name in self._externs:
            return None
        prototype = self._define(function, (caller, node)).prototype
        self._calls[caller.prototype.symbol].add(name)
        if self._reaches(name, caller.prototype.symbol):
            caller.fail(node, f"'{name}' is called recursively", "write a loop")
        return prototype

    def bound(self, caller: Source, node: ast.AST, parameter: str) -> FunctionType | str:
        """What a bound parameter stands for: a function to translate, or an external symbol."""
        if parameter not in self._bind:
            known = ", ".join(sorted(self._bind)) or "none"
            caller.fail(node, f"'{parameter}' is not bound to a function", f"bound are: {known}")
        target = self._bind[parameter]
        if isinstance(target, str):
            return self.sources[target].function if target in self.entries else target
        if not isinstance(target, FunctionType):
            caller.fail(
                node, f"'{parameter}' is bound to {target!r}", "bind a plain function or a symbol's name"
            )
        return target

    def external(
        self, caller: Source, node: ast.AST, symbol: str, bound: Bound | None, kinds: list[ValueKind]
    ) -> Signature:
        """Signature of an external symbol, from `externs`, the parameter's annotation, or the arguments."""
        signature = self._externs.get(symbol)
        if signature is None:
            assert bound is not None
            arguments = tuple(kinds) if bound.arguments is None else bound.arguments
            signature = Prototype(
                symbol, {str(i): k for i, k in enumerate(arguments)}, bound.result
            ).signature
        self.declare(caller, node, symbol, Signature(*signature).declaration(symbol))
        return self.externals.setdefault(symbol, Signature(*signature))

    def declare(self, caller: Source, node: ast.AST, symbol: str, line: str) -> None:
        """Note an external symbol; every use must declare it alike."""
        if symbol in self.sources:
            caller.fail(
                node, f"external symbol '{symbol}' is also a translated function", "rename one of the two"
            )
        if self.declarations.setdefault(symbol, line) != line:
            known = self.declarations[symbol]
            caller.fail(node, f"'{symbol}' is called as '{line}'", f"elsewhere it is '{known}'")

    def site(self, caller: Source, node: ast.expr) -> int:
        """Number of a subscript that is checked, counted from 1."""
        self.sites.append((caller.file, node.lineno, ast.unparse(node)))
        return len(self.sites)

    def table(self, caller: Source, node: ast.AST, name: str, array: np.ndarray) -> ConstantTable:
        """Emit a module-level array as a constant, once per module and name."""
        kinds = {np.dtype(np.float64): TypeKind.FLOAT, np.dtype(np.int64): TypeKind.INT}
        kind = kinds.get(array.dtype)
        if kind is None or array.ndim not in (1, 2):
            what = f"table '{name}' is {array.ndim}-D of {array.dtype}"
            caller.fail(node, what, "tables are 1-D or 2-D of float64 or int64")
        symbol = global_name(f"{caller.function.__module__}.{name}")
        entries = ", ".join(f"{kind.llvm} {literal(value)}" for value in array.ravel().tolist())
        text = f"{symbol} = internal unnamed_addr constant [{array.size} x {kind.llvm}] [{entries}]"
        if self.tables.setdefault(symbol, text) != text:
            caller.fail(node, f"two different tables are called {symbol}", "rename one of them")
        return ConstantTable(kind, array.shape, symbol)

    def _define(self, function: FunctionType, call: tuple[Source, ast.AST] | None) -> Source:
        name = function.__name__
        known = self.sources.get(name)
        if known is None:
            known = self.sources[name] = read(function)
            self.pending.append(known)
        if known.function is not function:
            source, node = call or (again := read(function), again.tree)
            what = f"two functions are called '{name}' (the other is {known.file}:{known.tree.lineno})"
            source.fail(node, what, "rename one of them")
        if name in self.declarations:
            known.fail(known.tree, f"function '{name}' is also an external symbol", "rename one of the two")
        return known

    def _reaches(self, start: str, goal: str) -> bool:
        seen, todo = set(), [start]
        while todo:
            name = todo.pop()
            if name == goal:
                return True
            if name not in seen:
                seen.add(name)
                todo += self._calls[name]
        return False
