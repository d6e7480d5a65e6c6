"""Expressions evaluated for many sets of numbers at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sarrus.scalar.graph import Node, order
from sarrus.scalar.tables import row_at

Floats = np.ndarray[Any, np.dtype[np.float64]]

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "neg": np.negative,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "sqrt": np.sqrt,
    "root": np.sqrt,
    "exp": np.exp,
    "log": np.log,
    "tanh": np.tanh,
    "abs": np.abs,
    "floor": np.floor,
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "pow": np.power,
    "atan2": np.arctan2,
    "lt": lambda a, b: np.where(a < b, 1.0, 0.0),
    "le": lambda a, b: np.where(a <= b, 1.0, 0.0),
    "select": lambda c, a, b: np.where(c != 0.0, a, b),
}


def evaluate_all(
    inputs: Sequence[Node], values: Floats, outputs: Sequence[Node], tables: Sequence[float] | Floats = ()
) -> Floats:
    """Outputs for every set of inputs.

    Args:
        inputs: symbols.
        values: one row for each symbol, one column for each set.
        outputs: expressions of them.
        tables: the numbers in which tables lie.

    Returns:
        One row for each output, one column for each set.
    """
    done: dict[int, Any] = {s.index: row for s, row in zip(inputs, values, strict=True)}
    with np.errstate(all="ignore"):
        for n in order(outputs):
            if n.op == "const":
                done[n.index] = np.full(values.shape[1], n.value)
            elif n.op == "row":
                x, at = (done[a.index] for a in n.args)
                done[n.index] = np.array([row_at(a, b, tables) for a, b in zip(x, at, strict=True)])
            elif n.op == "entry":
                done[n.index] = np.asarray(tables)[done[n.args[0].index].astype(int) + int(n.name)]
            elif n.args:
                done[n.index] = _FUNCTIONS[n.op](*(done[a.index] for a in n.args))
    return np.array([done[o.index] for o in outputs])
