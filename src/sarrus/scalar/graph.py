"""The expression graph: every formula of one model, each distinct expression stored once.

A `Graph` is a table of `Node`s. Building an expression that exists already returns the existing node, so equality
of expressions is identity of nodes. Zeros, ones and signs are simplified while building; nothing else is, so that
a node means what its author wrote.

The operands of sums and products are ordered by structure, never by the order of creation: the same formula gives
the same bits wherever it stands.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15

UNARY: dict[str, Callable[[float], float]] = {
    "neg": lambda a: -a,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "sqrt": math.sqrt,
    "root": math.sqrt,  # square root of a sum of squares: its derivative at zero is zero
    "exp": math.exp,
    "log": math.log,
    "tanh": math.tanh,
    "abs": abs,
    "floor": lambda a: float(math.floor(a)),
}
BINARY: dict[str, Callable[[float, float], float]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "pow": lambda a, b: a**b,
    "atan2": math.atan2,
    "lt": lambda a, b: 1.0 if a < b else 0.0,
    "le": lambda a, b: 1.0 if a <= b else 0.0,
}

SHOWN = 4
"""Levels of an expression that its repr shows."""


class Node:
    """One expression. Made by a `Graph` only; compared by identity."""

    __slots__ = ("args", "graph", "index", "key", "name", "op", "value")
    graph: Graph
    op: str
    args: tuple[Node, ...]
    value: float
    name: str
    key: int
    index: int

    def __add__(self, other: Node | float) -> Node:
        g = self.graph
        return g.add(self, other if type(other) is Node and other.graph is g else g.lift(other))

    def __radd__(self, other: float) -> Node:
        return self.graph.add(self.graph.lift(other), self)

    def __sub__(self, other: Node | float) -> Node:
        g = self.graph
        return g.sub(self, other if type(other) is Node and other.graph is g else g.lift(other))

    def __rsub__(self, other: float) -> Node:
        return self.graph.sub(self.graph.lift(other), self)

    def __mul__(self, other: Node | float) -> Node:
        g = self.graph
        return g.mul(self, other if type(other) is Node and other.graph is g else g.lift(other))

    def __rmul__(self, other: float) -> Node:
        return self.graph.mul(self.graph.lift(other), self)

    def __truediv__(self, other: Node | float) -> Node:
        return self.graph.div(self, self.graph.lift(other))

    def __rtruediv__(self, other: float) -> Node:
        return self.graph.div(self.graph.lift(other), self)

    def __pow__(self, other: Node | float) -> Node:
        return self.graph.power(self, self.graph.lift(other))

    def __rpow__(self, other: float) -> Node:
        return self.graph.power(self.graph.lift(other), self)

    def __neg__(self) -> Node:
        return self.graph.neg(self)

    def __lt__(self, other: Node | float) -> Node:
        return self.graph.binary("lt", self, self.graph.lift(other))

    def __le__(self, other: Node | float) -> Node:
        return self.graph.binary("le", self, self.graph.lift(other))

    def __gt__(self, other: Node | float) -> Node:
        return self.graph.binary("lt", self.graph.lift(other), self)

    def __ge__(self, other: Node | float) -> Node:
        return self.graph.binary("le", self.graph.lift(other), self)

    def __bool__(self) -> bool:
        raise TypeError("an expression has no truth value; use sarrus.element.where(condition, a, b)")

    def __float__(self) -> float:
        raise TypeError(
            "an expression is not a number; use functions such as sarrus.element.sin, not those of math"
        )

    def __repr__(self) -> str:
        return self.shown(SHOWN)

    def shown(self, levels: int) -> str:
        """The expression as text, its inner parts left out below some level: written out, shared parts explode."""
        if self.op == "const":
            return repr(self.value)
        if self.op == "symbol":
            return self.name
        if not levels:
            return "..."
        return f"{self.op}({', '.join(a.shown(levels - 1) for a in self.args)})"


class Graph:
    """A table of nodes: one per model, never shared between models."""

    def __init__(self) -> None:
        self.table: dict[tuple[object, ...], Node] = {}
        self.lookups: dict[Node, tuple[tuple[Node | float, ...], ...]] = {}
        self._lookups: dict[tuple[object, ...], Node] = {}
        self._numbers: dict[float, Node] = {}
        self.zero = self.const(0.0)
        self.one = self.const(1.0)

    def node(self, op: str, args: tuple[Node, ...] = (), value: float = 0.0, name: str = "") -> Node:
        """The node with this operation and these operands, made if it is new."""
        # struct tells 0.0 from -0.0 and keeps NaN findable; nodes are found by identity
        entry = (op, name, *args) if op != "const" else (op, struct.pack("<d", value))
        found = self.table.get(entry)
        return self._new(entry, op, args, value, name) if found is None else found

    def _new(
        self, entry: tuple[object, ...], op: str, args: tuple[Node, ...], value: float = 0.0, name: str = ""
    ) -> Node:
        """A node that the table does not have; entry is its place there."""
        key = _seed(op, name)
        if op == "const":
            key = (key ^ struct.unpack("<Q", struct.pack("<d", value))[0]) * _STEP & _MASK
        for a in args:
            key = ((key ^ a.key) * _STEP) & _MASK
            key ^= key >> 29
        made = _blank(Node)  # a constructor of its own would double the time
        made.graph, made.op, made.args, made.value, made.name = self, op, args, value, name
        made.key, made.index = key, len(self.table)
        self.table[entry] = made
        return made

    def const(self, value: float) -> Node:
        """A number that is part of the structure (a literal in element code)."""
        found = self._numbers.get(value)
        if found is None:
            found = self._numbers[value] = self.node(
                "const", value=float(value) + 0.0
            )  # -0.0 is the plain zero
        return found

    def symbol(self, name: str) -> Node:
        """A quantity known at run time only, by name."""
        return self.node("symbol", name=name)

    def symbols(self, names: Iterable[str]) -> tuple[Node, ...]:
        """One symbol per name."""
        return tuple(self.symbol(n) for n in names)

    def table_at(self, rows: tuple[tuple[Node | float, ...], ...]) -> Node:
        """A symbol for the place of a table among the constants; `lookups` keeps the rows. Equal tables have one place."""
        # nodes by identity: they have no order, and comparing them makes nodes
        key = tuple(id(x) if isinstance(x, Node) else (x,) for row in rows for x in row)
        entry = (len(rows), key)
        if entry not in self._lookups:
            self._lookups[entry] = found = self.symbol(f"table[{len(self._lookups)}]")
            self.lookups[found] = rows
        return self._lookups[entry]

    def lift(self, x: Node | float) -> Node:
        """x as a node of this graph."""
        if isinstance(x, Node):
            if x.graph is not self:
                raise ValueError(f"expression {x!r} belongs to another model's graph")
            return x
        return self.const(x)

    def add(self, a: Node, b: Node) -> Node:
        """a + b."""
        if a is self.zero:
            return b
        if b is self.zero:
            return a
        op = a.op
        if b.op == "neg":
            return self.sub(a, b.args[0])
        if op == "neg":
            return self.sub(b, a.args[0])
        if op == "mul" == b.op and (_is_square_of_sine(a, b) or _is_square_of_sine(b, a)):
            return self.one
        if a.key > b.key or (a.key == b.key and a.index > b.index):
            a, b = b, a
        return self.binary("add", a, b)

    def sub(self, a: Node, b: Node) -> Node:
        """a - b."""
        if b is self.zero:
            return a
        if a is b:
            return self.zero
        if a is self.zero:
            return self.neg(b)
        if b.op == "neg":
            return self.add(a, b.args[0])
        if a.op == "neg":
            return self.neg(self.add(a.args[0], b))
        return self.binary("sub", a, b)

    def neg(self, a: Node) -> Node:
        """-a."""
        if a.op == "neg":
            return a.args[0]
        if a.op == "sub":
            return self.sub(a.args[1], a.args[0])
        return self.unary("neg", a)

    def mul(self, a: Node, b: Node) -> Node:
        """a b."""
        zero, one = self.zero, self.one
        if a is zero or b is zero:
            return zero
        if a is one:
            return b
        if b is one:
            return a
        first, second = a.op, b.op
        if first == "neg":
            return self.neg(self.mul(a.args[0], b))
        if second == "neg":
            return self.neg(self.mul(a, b.args[0]))
        if first == "const" and a.value == -1.0:
            return self.neg(b)
        if second == "const" and b.value == -1.0:
            return self.neg(a)
        if a.key > b.key or (a.key == b.key and a.index > b.index):
            a, b = b, a
        return self.binary("mul", a, b)

    def div(self, a: Node, b: Node) -> Node:
        """a / b."""
        if a is self.zero:
            return a
        if b is self.one:
            return a
        if b.op == "neg":
            return self.neg(self.div(a, b.args[0]))
        if a.op == "neg":
            return self.neg(self.div(a.args[0], b))
        if b.op == "const" and b.value and math.frexp(b.value)[0] in (0.5, -0.5):
            return self.mul(self.const(1.0 / b.value), a)  # exact: a power of two
        return self.binary("div", a, b)

    def power(self, a: Node, b: Node) -> Node:
        """a^b; small whole exponents become products."""
        if b.op == "const" and b.value in (0.0, 1.0, 2.0, 3.0, 4.0):
            result = self.one
            for _ in range(int(b.value)):
                result = self.mul(result, a)
            return result
        return self.binary("pow", a, b)

    def unary(self, op: str, a: Node) -> Node:
        """op(a), folded when a is a number; odd and even functions shed a sign."""
        if a.op == "const":
            folded = _fold(UNARY[op], a.value)
            if folded is not None:
                return self.const(folded)
        if a.op == "neg" and op in ("sin", "tan", "asin", "atan", "tanh"):
            return self.neg(self.unary(op, a.args[0]))
        if a.op == "neg" and op in ("cos", "abs"):
            return self.unary(op, a.args[0])
        return self.node(op, (a,))

    def binary(self, op: str, a: Node, b: Node) -> Node:
        """op(a, b), folded when both are numbers."""
        if a.op == "const" and b.op == "const":
            folded = _fold(BINARY[op], a.value, b.value)
            if folded is not None:
                return self.const(folded)
        entry = (op, "", a, b)
        table = self.table
        made = table.get(entry)
        if made is None:  # as `_new` does it; most nodes are made here
            key = ((_PAIRS[op] ^ a.key) * _STEP) & _MASK
            key = ((key ^ key >> 29 ^ b.key) * _STEP) & _MASK
            made = _blank(Node)
            made.graph, made.op, made.args, made.value, made.name = self, op, (a, b), 0.0, ""
            made.key, made.index = key ^ key >> 29, len(table)
            table[entry] = made
        return made

    def select(self, condition: Node, a: Node, b: Node) -> Node:
        """a where the condition holds, else b."""
        if condition.op == "const":
            return a if condition.value else b
        return a if a is b else self.node("select", (condition, a, b))


@lru_cache(maxsize=4096)
def _seed(op: str, name: str) -> int:
    """Where the key of a node begins; that of a number is multiplied after its value has joined it."""
    seed = zlib.crc32(op.encode()) ^ zlib.crc32(name.encode()) << 32
    return seed if op == "const" else seed * _STEP & _MASK


_blank: Callable[[type[Node]], Node] = object.__new__
_PAIRS = {op: _seed(op, "") for op in BINARY}
"""Where the keys of operations on two operands begin."""


def _is_square_of_sine(a: Node, b: Node) -> bool:
    """Whether the product a = sin(x)^2 and b = cos(x)^2 for one x."""
    return (
        a.args[0] is a.args[1]
        and b.args[0] is b.args[1]
        and a.args[0].op == "sin"
        and b.args[0].op == "cos"
        and a.args[0].args[0] is b.args[0].args[0]
    )


def _fold(function: Callable[..., float], *values: float) -> float | None:
    """The value, or None where the number does not exist (it is then left to run time)."""
    try:
        result = function(*values)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    return float(result) if isinstance(result, (int, float)) and math.isfinite(result) else None


def order(outputs: Iterable[Node], seen: set[Node] | None = None) -> list[Node]:
    """Every node the outputs need, operands first, in an order that depends on the formulas alone.

    Args:
        outputs: what is needed.
        seen: nodes that are left out, with all that they alone need; those found join them.
    """
    seen = set() if seen is None else seen
    found: list[Node] = []
    waiting: list[tuple[Node, Iterator[Node]]] = []  # for its operands; what comes after it
    coming = iter(outputs)
    while True:
        for n in coming:
            if n not in seen:
                seen.add(n)
                if n.args:
                    waiting.append((n, coming))
                    coming = iter(n.args)
                    break
                found.append(n)
        else:
            if not waiting:
                return found
            n, coming = waiting.pop()
            found.append(n)
