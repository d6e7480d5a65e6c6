"""Numbers that may be floats or expressions: generic mathematics, derivatives, printers, compiled code.

Knows nothing of mechanics. The heavy parts (LLVM, SymPy) load on first use.
"""

from sarrus.scalar.functions import (
    Scalar,
    absolute,
    acos,
    asin,
    atan,
    atan2,
    cos,
    exp,
    floor,
    is_zero,
    log,
    maximum,
    minimum,
    root,
    sin,
    sqrt,
    tan,
    tanh,
    where,
    wrap,
)
from sarrus.scalar.graph import Graph, Node

__all__ = [
    "Graph",
    "Node",
    "Scalar",
    "absolute",
    "acos",
    "asin",
    "atan",
    "atan2",
    "cos",
    "exp",
    "floor",
    "is_zero",
    "log",
    "maximum",
    "minimum",
    "root",
    "sin",
    "sqrt",
    "tan",
    "tanh",
    "where",
    "wrap",
]
