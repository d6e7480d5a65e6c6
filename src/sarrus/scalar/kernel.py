"""A kernel: straight-line code from groups of inputs to groups of outputs.

The same kernel is interpreted on floats (`Kernel.__call__`), printed to LLVM (`sarrus.scalar.llvm`) and linked with
compiled loops (`sarrus.scalar.linking`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any

from sarrus.scalar.graph import BINARY, UNARY, Node, order
from sarrus.scalar.tables import entry_at, row_at
from sarrus.scalar.trigonometry import sine_and_cosine

Group = tuple[str, tuple[Node, ...]]


@dataclass(frozen=True)
class Kernel:
    """Named groups of symbols in, named groups of expressions out.

    In compiled code it is `void name(in..., out...)`, one pointer to doubles per group, outputs distinct from inputs.

    Tables lie in the group `numbers` and are found there by their places: the group may be longer than its symbols.

    Attributes:
        fused: whether compiled code does not round a product that is added to something, where the processor can do
            that. Which products those are follows from the formula alone: what else is computed, and in what order,
            does not change a bit.
        numbers: name of the group in which tables lie.
    """

    name: str
    inputs: tuple[Group, ...]
    outputs: tuple[Group, ...]
    fused: bool = False
    numbers: str = "c"

    @property
    def results(self) -> list[Node]:
        """All output expressions in a row."""
        return [n for _, nodes in self.outputs for n in nodes]

    @cached_property
    def _interpreter(self) -> Interpreter:
        return Interpreter([s for _, symbols in self.inputs for s in symbols], self.results)

    def __call__(self, *groups: Iterable[float]) -> list[list[float]]:
        """Evaluate on floats, without compiling: one list per output group."""
        values: list[float] = []
        tables: Sequence[float] = ()
        for (name, symbols), group in zip(self.inputs, groups, strict=False):
            given = group if isinstance(group, Sequence) else list(group)
            if name == self.numbers:
                tables = given
            values += map(float, given[: len(symbols)])
        flat = self._interpreter(values, tables)
        result, start = [], 0
        for _, nodes in self.outputs:
            result.append(flat[start : start + len(nodes)])
            start += len(nodes)
        return result


class Interpreter:
    """Evaluates expressions on floats; the reference for compiled code."""

    def __init__(self, inputs: Sequence[Node], outputs: Sequence[Node]) -> None:
        place: dict[int, int] = {s.index: i for i, s in enumerate(inputs)}
        self._constants: list[float] = []
        self._steps: list[tuple[Callable[..., Any], tuple[int, ...]]] = []
        nodes = order(outputs)
        for n in nodes:
            if n.op == "symbol" and n.index not in place:
                raise ValueError(f"'{n.name}' is used but is not an input")
            if n.op == "const":
                place[n.index] = len(inputs) + len(self._constants)
                self._constants.append(n.value)
        tables = len(inputs) + len(self._constants)  # behind the constants
        self._start = tables + 1
        pairs: dict[int, int] = {}  # place of an angle -> place of its sine and cosine
        for n in nodes:
            if n.args and n.index not in place:
                at = tuple(place[a.index] for a in n.args)
                if n.op in _HALF:
                    if at[0] not in pairs:
                        pairs[at[0]] = self._step(sine_and_cosine, at)
                    place[n.index] = self._step(_HALF[n.op], (pairs[at[0]],))
                elif n.op in ("row", "entry"):
                    place[n.index] = self._step(_looking_up(n), (*at, tables))
                else:
                    place[n.index] = self._step(_function(n.op), at)
        self._places = [place[o.index] for o in outputs]

    def _step(self, function: Callable[..., Any], at: tuple[int, ...]) -> int:
        """Add a step; its place among the values."""
        self._steps.append((function, at))
        return self._start + len(self._steps) - 1

    def __call__(self, values: Sequence[float], tables: Sequence[float] = ()) -> list[float]:
        """Output values for input values in the order of the inputs, and the numbers in which tables lie."""
        w: list[Any] = [*values, *self._constants, tables]
        for function, args in self._steps:
            w.append(function(*[w[i] for i in args]))
        return [w[i] for i in self._places]


_HALF: dict[str, Callable[[tuple[float, float]], float]] = {"sin": itemgetter(0), "cos": itemgetter(1)}


def _looking_up(n: Node) -> Callable[..., float]:
    if n.op == "row":
        return row_at
    k = int(n.name)
    return lambda row, numbers: entry_at(row, k, numbers)


def _function(op: str) -> Callable[..., float]:
    if op == "select":
        return lambda c, a, b: a if c else b
    return _ieee(op, BINARY.get(op) or UNARY[op])


def _ieee(op: str, function: Callable[..., float]) -> Callable[..., float]:
    """The function with IEEE results where Python raises: like compiled code, it goes on with inf and nan."""

    def call(*values: float) -> float:
        try:
            result = function(*values)
        except ZeroDivisionError:
            return _at_pole(op, *values)
        except OverflowError:
            return math.inf if op != "floor" else values[0]
        except ValueError:
            if op == "log" and values[0] == 0.0:
                return -math.inf
            return values[0] if op == "floor" else math.nan
        return (
            result if isinstance(result, (int, float)) else math.nan
        )  # Python takes roots of negative numbers

    return call


def _at_pole(op: str, a: float, b: float) -> float:
    """a/0, and 0 to a negative power."""
    if op == "pow":
        is_odd = b == math.floor(b) and b % 2.0 == 1.0
        return math.copysign(math.inf, a) if is_odd else math.inf
    if a == 0.0 or a != a:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)
