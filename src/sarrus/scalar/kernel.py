"""A kernel: straight-line code from groups of inputs to groups of outputs.

The same kernel is interpreted on floats (`Kernel.__call__`), printed to LLVM (`sarrus.scalar.llvm`) and linked with
compiled loops (`sarrus.scalar.linking`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import add, itemgetter, mul, neg, sub
from typing import Any

from sarrus.scalar.graph import BINARY, UNARY, Node, order
from sarrus.scalar.tables import entry_at, entry_of, row_at
from sarrus.scalar.trigonometry import sine_and_cosine

Group = tuple[str, tuple[Node, ...]]
TableGroups = Sequence[float] | Mapping[str, Sequence[float]]
"""The numbers in which tables lie; several groups of such by name, "" the one that tables themselves lie in."""
MEMORY = ("c", "work", "plan")
"""Groups that belong to the kernels themselves and stand last: constants, room, what loops run over."""


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
        wide: names of the groups that hold several values of each of their numbers, side by side; what follows from them
            has as many. The other groups hold one.
        lanes: how many.
    """

    name: str
    inputs: tuple[Group, ...]
    outputs: tuple[Group, ...]
    fused: bool = False
    numbers: str = "c"
    wide: frozenset[str] = frozenset()
    lanes: int = 1

    @property
    def results(self) -> list[Node]:
        """All output expressions in a row."""
        return [n for _, nodes in self.outputs for n in nodes]

    @cached_property
    def _interpreter(self) -> Interpreter:
        return Interpreter([s for _, symbols in self.inputs for s in symbols], self.results)

    def __call__(self, *groups: Iterable[float]) -> list[list[float]]:
        """Evaluate on floats, without compiling: one list per output group."""
        given = [g if isinstance(g, Sequence) else list(g) for g in groups]
        if self.lanes == 1:
            return self._on_lane(given)
        each = [
            self._on_lane([self._lane(k, g, lane) for k, g in enumerate(given)]) for lane in range(self.lanes)
        ]
        return [
            [x for values in zip(*found, strict=True) for x in values] if name in self.wide else found[0]
            for (name, _), found in zip(self.outputs, map(list, zip(*each, strict=True)), strict=True)
        ]

    def _lane(self, k: int, group: Sequence[float], lane: int) -> Sequence[float]:
        """What a lane sees of an input group."""
        return group[lane :: self.lanes] if self.inputs[k][0] in self.wide else group

    def _on_lane(self, groups: Sequence[Sequence[float]]) -> list[list[float]]:
        values: list[float] = []
        tables: dict[str, Sequence[float]] = {}
        for (name, symbols), given in zip(self.inputs, groups, strict=False):
            tables["" if name == self.numbers else name] = given
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
        self._formulas = FormulaGroups(inputs, {"": outputs})
        self._formulas.prepared("")  # a symbol that is no input is told now

    def __call__(self, values: Sequence[float], tables: TableGroups = ()) -> list[float]:
        """Output values for input values in the order of the inputs, and the numbers in which tables lie."""
        return self._formulas.at(values, tables)[""]


_Step = tuple[int, Callable[..., Any], Any, int]
"""Where a value goes, its function, and the places of two operands; of one and `ONE`; or of all of them and `MANY`."""
ONE, MANY = -1, -2


@dataclass(frozen=True)
class Stretch:
    """How a group of expressions is computed, beyond what groups that were prepared before it compute.

    Attributes:
        number: of the stretch.
        begin: place of its first value.
        constants: the values that come first.
        steps: how the others are found.
        needs: the stretches that it builds on.
        places: where the values of the group are.
    """

    number: int
    begin: int
    constants: list[float]
    steps: list[_Step]
    needs: list[Stretch]
    places: list[int]

    @property
    def end(self) -> int:
        """Place behind its last value."""
        return self.begin + len(self.constants) + len(self.steps)


class FormulaGroups:
    """Groups of expressions of the same inputs. One is prepared when it is first asked for; what they share is computed once.

    Args:
        inputs: symbols.
        groups: expressions, by the name of their group.
    """

    def __init__(self, inputs: Sequence[Node], groups: Mapping[str, Sequence[Node]]) -> None:
        self._groups = groups
        self._place = {s: i for i, s in enumerate(inputs)}
        self._seen = {*inputs}
        self._tables = len(inputs)  # place of the numbers in which tables lie
        self._pairs: dict[int, int] = {}  # place of an angle -> place of its sine and cosine
        self._stretches: dict[str, Stretch] = {}
        self.size = self._tables + 1  # values by now

    def at(self, values: Iterable[float], tables: TableGroups = ()) -> Evaluation:
        """The groups for input values in the order of the inputs, and the numbers in which tables lie."""
        return Evaluation(self, [*values, tables if isinstance(tables, Mapping) else {"": tables}])

    def prepared(self, group: str) -> Stretch:
        """How a group is computed."""
        if group not in self._stretches:
            self._stretches[group] = self._prepare(self._groups[group])
        return self._stretches[group]

    def _prepare(self, outputs: Sequence[Node]) -> Stretch:
        place, begin = self._place, self.size
        fresh = order(outputs, self._seen)
        constants = [n for n in fresh if n.op == "const"]
        place |= {n: begin + k for k, n in enumerate(constants)}
        self.size += len(constants)
        steps: list[_Step] = []
        used: set[int] = set()
        for n in fresh:
            if n.args:
                at = [place[a] for a in n.args]
                used.update(at)
                if n.op in _HALF:
                    pair = self._pairs.get(at[0])
                    if pair is None:
                        pair = self._pairs[at[0]] = self._add(steps, sine_and_cosine, at)
                    used.add(pair)
                    place[n] = self._add(steps, _HALF[n.op], [pair])
                elif n.op in _LOOKED_UP:
                    place[n] = self._add(steps, _looking_up(n), [*at, self._tables])
                else:
                    place[n] = self._add(steps, _FUNCTIONS[n.op], at)
            elif n.op == "symbol":
                raise ValueError(f"'{n.name}' is used but is not an input")
        places = [place[o] for o in outputs]
        used.update(places)
        earlier = [i for i in used if self._tables < i < begin]
        needs = [s for s in self._stretches.values() if any(s.begin <= i < s.end for i in earlier)]
        return Stretch(len(self._stretches), begin, [n.value for n in constants], steps, needs, places)

    def _add(self, steps: list[_Step], function: Callable[..., Any], at: list[int]) -> int:
        """Add a step; the place of its value."""
        place = self.size
        if len(at) == 2:
            steps.append((place, function, at[0], at[1]))
        elif len(at) == 1:
            steps.append((place, function, at[0], ONE))
        else:
            steps.append((place, function, at, MANY))
        self.size += 1
        return place


class Evaluation:
    """Groups of expressions at one set of input values; each is computed when it is first asked for.

    Args:
        formulas: what to compute.
        values: of the inputs; behind them, the numbers in which tables lie.
    """

    def __init__(self, formulas: FormulaGroups, values: list[Any]) -> None:
        self._formulas, self._values = formulas, values
        self._done: set[int] = set()

    def __getitem__(self, group: str) -> list[float]:
        stretch = self._formulas.prepared(group)
        self._compute(stretch)
        w = self._values
        return [w[i] for i in stretch.places]

    def _compute(self, stretch: Stretch) -> None:
        if stretch.number in self._done:
            return
        for earlier in stretch.needs:
            self._compute(earlier)
        self._done.add(stretch.number)
        w, first = self._values, stretch.begin
        w.extend([0.0] * (self._formulas.size - len(w)))
        w[first : first + len(stretch.constants)] = stretch.constants
        for place, function, i, j in stretch.steps:
            if j >= 0:
                w[place] = function(w[i], w[j])
            elif j == ONE:
                w[place] = function(w[i])
            else:
                w[place] = function(*[w[k] for k in i])


_HALF: dict[str, Callable[[tuple[float, float]], float]] = {"sin": itemgetter(0), "cos": itemgetter(1)}


def _looking_up(n: Node) -> Callable[..., float]:
    if n.op == "row":
        return lambda x, at, named: row_at(x, at, named[""])
    k, group = entry_of(n)
    return lambda row, named: entry_at(row, k, named[group])


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


_LOOKED_UP = ("row", "entry")
_TOTAL: dict[str, Callable[..., float]] = {"add": add, "sub": sub, "mul": mul, "neg": neg, "abs": abs}
"""Functions that are IEEE's for all floats, as Python's operators are: by far the most of all steps are of these."""
_FUNCTIONS: dict[str, Callable[..., float]] = {
    **{op: _ieee(op, function) for op, function in UNARY.items()},
    **{op: _ieee(op, function) for op, function in BINARY.items()},
    **_TOTAL,
    "select": lambda c, a, b: a if c else b,
}
