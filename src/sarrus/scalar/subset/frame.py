"""The function being translated: its LLVM text so far, its variables, and which of them hold a value."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from sarrus.scalar.subset.linker import Linker
from sarrus.scalar.subset.source import Source
from sarrus.scalar.subset.types import (
    INTEGER,
    INTEGER_BITS,
    POINTER,
    Bound,
    RecordKind,
    TypeKind,
    ValueKind,
    global_name,
    llvm_result,
    local_name,
)

SMALL = 40
"""Instructions, as they are first written, up to which a function becomes part of its callers. See decision 0008."""


class Value(NamedTuple):
    """A computed value: its kind and its LLVM operand (for a bound function, the parameter's name).

    Where subscripts are checked, an array has the operand of its length besides.
    """

    kind: ValueKind
    text: str
    size: str = ""


class Variable(NamedTuple):
    """A local variable: the kind it keeps for the whole function, and its stack slot."""

    kind: ValueKind
    slot: str
    size_slot: str = ""


@dataclass(frozen=True)
class BasicBlock:
    """A basic block."""

    label: str
    lines: list[str] = field(default_factory=list)


def is_record(kind: ValueKind) -> bool:
    """Whether a value is a record, not several of them."""
    return isinstance(kind, RecordKind) and not kind.is_array


# Names that certainly hold a value at a point of the program; None where control never arrives.
Assigned = frozenset[str] | None


def merge(a: Assigned, b: Assigned) -> Assigned:
    """What is assigned where two paths of control meet."""
    if a is None or b is None:
        return b if a is None else a
    return a & b


@dataclass(frozen=True)
class Loop:
    """Where `continue` and `break` go, and what is assigned on each way out."""

    next: BasicBlock
    exit: BasicBlock
    exits: list[Assigned]


class FunctionFrame:
    """Blocks, slots and variables of one function.

    Every variable is a slot allocated at entry; LLVM's mem2reg makes registers of them. So no phi is needed for
    variables, and the translation is a single pass in source order.
    """

    def __init__(self, source: Source, linker: Linker) -> None:
        self.source = source
        self.linker = linker
        self.loops: list[Loop] = []
        self.variables: dict[str, Variable] = {}
        self.bound: dict[str, Bound] = {}
        # Records that are parameters stay what they are; what is read of them once is known from then on.
        self.fixed: dict[str, Value] = {}
        self.known: dict[tuple[str, ...], Value] = {}
        self.assigned: Assigned = frozenset()
        self._count = 0
        self._entry = BasicBlock("entry")
        self._blocks: list[BasicBlock] = []
        self._parameters: list[str] = []
        self.begin(self.block())
        for name, kind in source.prototype.parameters.items():
            if isinstance(kind, Bound):
                self.bound[name] = kind
            elif isinstance(kind, RecordKind):
                self._parameters.append(f"{kind.llvm}{kind.promises} {local_name(name)}")
                self.fixed[name] = Value(kind, local_name(name))
            else:
                self._parameters.append(f"{kind.llvm} {local_name(name)}")
                size = local_name(f"{name}.size") if linker.is_checked and kind.is_array else ""
                if size:
                    self._parameters.append(f"{INTEGER} {size}")
                self.assign(source.tree, name, Value(kind, local_name(name), size))

    # Names contain a dot wherever a Python name could be mistaken for them.

    def block(self) -> BasicBlock:
        """A new block, not yet placed."""
        self._count += 1
        return BasicBlock(f"b.{self._count}")

    def begin(self, block: BasicBlock) -> None:
        """Place a block; what follows goes into it."""
        self._blocks.append(block)
        self.current = block

    def emit(self, instruction: str) -> str:
        """Append an instruction with a result; return the result's name."""
        self._count += 1
        name = f"%v.{self._count}"
        self.current.lines.append(f"{name} = {instruction}")
        return name

    def do(self, instruction: str) -> None:
        """Append an instruction without a result."""
        self.current.lines.append(instruction)

    @contextmanager
    def at_entry(self) -> Iterator[None]:
        """What is emitted inside stands before everything else of the function."""
        here, self.current = self.current, self._entry
        yield
        self.current = here

    def jump(self, block: BasicBlock) -> None:
        """End the block by going to another."""
        self.do(f"br label %{block.label}")

    def fork(self, condition: str, yes: BasicBlock, no: BasicBlock) -> None:
        """End the block by choosing between two others on an i1."""
        self.do(f"br i1 {condition}, label %{yes.label}, label %{no.label}")

    def abandon(self) -> None:
        """Begin a block that control never reaches: for what follows a return, break or continue."""
        self.assigned = None
        self.begin(self.block())

    def slot(self, name: str, kind: ValueKind) -> str:
        """Reserve a stack slot."""
        slot = local_name(f"{name}.slot")
        self._entry.lines.append(f"{slot} = alloca {kind.llvm}")
        return slot

    def counter(self) -> str:
        """Reserve the slot of a hidden loop counter."""
        self._count += 1
        return self.slot(f"counter.{self._count}", TypeKind.INT)

    def load(self, kind: ValueKind, pointer: str, notes: str = "") -> Value:
        """Read a value."""
        return Value(kind, self.emit(f"load {kind.llvm}, {POINTER} {pointer}{notes}"))

    def store(self, value: Value, pointer: str) -> None:
        """Write a value."""
        self.do(f"store {value.kind.llvm} {value.text}, {POINTER} {pointer}")

    def convert(self, node: ast.AST, value: Value, kind: ValueKind, what: str) -> Value:
        """Give `value` the kind that `what` needs: only an int becomes a float, and a record one of any kind, by itself."""
        if value.kind is kind:
            return value
        if isinstance(kind, RecordKind) and kind.is_any and is_record(value.kind):
            return Value(kind, value.text)
        if (value.kind, kind) == (TypeKind.INT, TypeKind.FLOAT):
            return Value(kind, self.emit(f"sitofp {value.kind.llvm} {value.text} to {kind.llvm}"))
        hints: dict[ValueKind, str] = {
            TypeKind.INT: "convert with int(...)",
            TypeKind.BOOL: "write a comparison, as in n != 0",
        }
        hint = hints.get(kind, f"pass {kind.words}") if value.kind.is_number else f"pass {kind.words}"
        self.source.fail(node, f"{what} must be {kind.words}, not {value.kind.words}", hint)

    def variable(self, node: ast.Name) -> Variable:
        """The variable of a name that certainly holds a value."""
        if node.id in self.variables and (self.assigned is None or node.id in self.assigned):
            return self.variables[node.id]
        self.source.fail(
            node,
            f"'{node.id}' may be used before it is assigned",
            "assign it on every path, or before the loop",
        )

    def fetch(self, node: ast.Name) -> Value:
        """The value of a variable."""
        kind, slot, size_slot = self.variable(node)
        value = self.load(kind, slot)
        return value._replace(size=self.load(TypeKind.INT, size_slot).text) if size_slot else value

    def assign(self, node: ast.AST, name: str, value: Value) -> None:
        """Store into a variable; the first value decides its kind."""
        if name in self.bound or value.kind is TypeKind.FUNCTION:
            self.source.fail(
                node, f"'{name}' = ... assigns a function", "bound functions can only be called or passed"
            )
        if name in self.fixed:
            what = f"'{name}' is a parameter that is a record, and is assigned"
            self.source.fail(node, what, "give the other record a name of its own")
        if name not in self.variables:
            size_slot = self.slot(f"{name}.size", TypeKind.INT) if value.size else ""
            self.variables[name] = Variable(value.kind, self.slot(name, value.kind), size_slot)
        variable = self.variables[name]
        if value.kind is TypeKind.FLOAT and variable.kind is TypeKind.INT:
            what = f"'{name}' is an int and is assigned a float"
            self.source.fail(
                node, what, f"start it with a float, as in {name} = 0.0, or convert with int(...)"
            )
        self.store(self.convert(node, value, variable.kind, f"'{name}'"), variable.slot)
        if variable.size_slot:
            self.store(Value(TypeKind.INT, value.size), variable.size_slot)
        if self.assigned is not None:
            self.assigned |= {name}

    def outer(self, node: ast.Name) -> object:
        """What a name means outside the function: a global of its module or a builtin."""
        scope = self.source.function.__globals__
        if node.id in scope:
            return scope[node.id]
        if hasattr(builtins, node.id):
            return getattr(builtins, node.id)
        self.source.fail(node, f"name '{node.id}' is not defined", "define or import it at module level")

    def constant(self, node: ast.expr | None) -> int | None:
        """An integer known now: a literal, with or without sign, or a module-level int."""
        found: object
        match node:
            case ast.Name(id=name):
                if name in self.source.locals:  # most names
                    return None
                found = self.outer(node)
            case ast.Constant(value=value):
                found = value
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.constant(operand)
                found = None if inner is None else -inner
            case _:
                return None
        return int(found) if isinstance(found, int) and not isinstance(found, bool) else None

    def integer(self, node: ast.AST, value: int) -> Value:
        """An integer literal, if it fits."""
        if not -(2 ** (INTEGER_BITS - 1)) <= value < 2 ** (INTEGER_BITS - 1):
            self.source.fail(node, f"{value} does not fit an int", f"ints have {INTEGER_BITS} bits")
        return Value(TypeKind.INT, str(value))

    def text(self, linkage: str) -> str:
        """The finished definition."""
        prototype = self.source.prototype
        if self.assigned is not None and prototype.result is not None:
            what = f"'{prototype.symbol}' can end without returning {prototype.result.words}"
            self.source.fail(self.source.tree.body[-1], what, "end every path with a return")
        self.do("unreachable" if self.assigned is None else "ret void")
        is_small = linkage and sum(len(block.lines) for block in self._blocks) <= SMALL
        head = f"define {linkage}{llvm_result(prototype.result)} {global_name(prototype.symbol)}"
        attributes = "alwaysinline nounwind" if is_small else "nounwind"
        lines = [f"{head}({', '.join(self._parameters)}) {attributes} {{", "entry:"]
        lines += [f"  {line}" for line in [*self._entry.lines, f"br label %{self._blocks[0].label}"]]
        for block in self._blocks:
            lines += [f"{block.label}:", *(f"  {line}" for line in block.lines)]
        return "\n".join([*lines, "}", ""])
