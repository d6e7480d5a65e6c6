"""Expressions evaluated in 50-digit arithmetic, where a difference quotient is as good as a derivative.

With steps of 1e-12, central differences are right to about 1e-24 times the next derivatives, so that 1e-18 (`CLOSE`)
separates rounding from a wrong formula.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sarrus.errors import UsageError
from sarrus.scalar import Node
from sarrus.scalar.graph import order
from sarrus.scalar.tables import HEAD

try:
    import mpmath  # type: ignore[import-untyped]
except ImportError as error:
    raise UsageError(
        "sarrus.testing computes with 50 digits, for which it needs mpmath. Install it: pip install 'sarrus[testing]'."
    ) from error

mp = mpmath.MPContext()
mp.dps = 50
CLOSE = 1e-18
STEP = mp.mpf("1e-12")

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b if b else mp.nan,
    "neg": lambda a: -a,
    "pow": mp.power,
    "root": mp.sqrt,
    "abs": mp.fabs,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "select": lambda c, a, b: a if c else b,
}


def evaluate(nodes: Sequence[Node], values: Mapping[Node, Any], tables: Sequence[float] = ()) -> list[Any]:
    """Expressions for values of their symbols, to 50 digits.

    Args:
        nodes: expressions.
        values: of their symbols; those for the places of tables may be left out.
        tables: the numbers in which tables lie, where their places are given.

    Raises:
        KeyError: a symbol has no value.
    """
    done = {n.index: mp.mpf(v) for n, v in values.items()}
    for n in order(nodes):
        if n.index not in done:
            if n.op in ("row", "entry") or (n.op == "symbol" and n in n.graph.lookups):
                done[n.index] = _looked_up(n, done, values, tables)
                continue
            if n.op == "symbol":
                raise KeyError(n.name)
            function = _FUNCTIONS.get(n.op) or getattr(mp, n.op, None)
            operands = [done[a.index] for a in n.args]
            done[n.index] = mp.mpf(n.value) if n.op == "const" or function is None else function(*operands)
    return [done[n.index] for n in nodes]


def _looked_up(n: Node, done: Mapping[int, Any], values: Mapping[Node, Any], tables: Sequence[float]) -> Any:
    """A table, one of its rows, or a number of that."""
    if n.op == "symbol":
        rows = n.graph.lookups[n]
        inside = [x for row in rows for x in row if isinstance(x, Node)]
        found = dict(zip(inside, evaluate(inside, values), strict=True))
        return [[found[x] if isinstance(x, Node) else mp.mpf(x) for x in row] for row in rows]
    if n.op == "entry":
        row = done[n.args[0].index]
        return row[int(n.name)]
    x, table = (done[a.index] for a in n.args)
    if not isinstance(table, list):
        head = int(table)
        count, columns = int(tables[head]), int(tables[head + 1])
        starts = (head + HEAD + k * columns for k in range(count))
        table = [[mp.mpf(a) for a in tables[k : k + columns]] for k in starts]
    return next((row for row in reversed(table) if row[0] <= x), table[0])


def difference(a: Sequence[Any], b: Sequence[Any]) -> Any:
    """Largest difference, relative to the largest magnitude above one; infinite where a number does not exist."""
    if len(a) != len(b) or not all(map(mp.isfinite, (*a, *b))):
        return mp.inf
    size = max([1, *map(abs, a), *map(abs, b)])
    return max((abs(x - y) for x, y in zip(a, b, strict=True)), default=mp.mpf(0)) / size
