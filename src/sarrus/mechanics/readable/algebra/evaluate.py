"""Numbers for formulas: the printed tree, computed with floats or with any scalars that have + - * / and **."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from sarrus.mechanics.readable.algebra.terms import (
    COLUMN,
    MATRIX,
    ROW,
    Call,
    Chain,
    Components,
    Cross,
    Dot,
    Function,
    Identity,
    Inverse,
    Matrix,
    MatrixColumn,
    Name,
    Null,
    Num,
    OverBodies,
    Perp,
    Product,
    Stack,
    Sum,
    Term,
    Tilde,
    Transpose,
)
from sarrus.mechanics.readable.algebra.trees import at
from sarrus.scalar.graph import BINARY, UNARY

Env = Mapping[Name, Any]
Functions = Mapping[str, Callable[..., Any]]

FLOATS: Functions = {
    **UNARY,
    **BINARY,
    "select": lambda c, a, b: a if c else b,
    "max": lambda a, b: b if a < b else a,
    "min": lambda a, b: a if a < b else b,
    "number": float,
}
"""Functions on floats; "number" makes a number of the caller's kind from a fraction. "function", of the name of a
function, the order of its derivative and where, belongs to a system."""


class Evaluator:
    """Computes formulas.

    Args:
        size: components of a vector, 2 or 3.
        functions: by name of the operation, as `FLOATS`.
    """

    def __init__(self, size: int, functions: Functions = FLOATS) -> None:
        self.size = size
        self.functions = functions

    def number(self, value: Fraction) -> Any:
        """A fraction in the caller's kind of number."""
        return self.functions["number"](value)

    def __call__(self, term: Term, env: Env) -> Any:
        """A scalar, or an array of shape (n,) or (n, n)."""
        match term:
            case Num(value):
                return self.number(value)
            case Name():
                return env[term]
            case Null(kind):
                return self._zeros(self.size if kind == MATRIX else 1)
            case Identity():
                return self._unit()
            case Sum(terms):
                total = self(terms[0], env)
                for part in terms[1:]:
                    total = total + self(part, env)
                return total
            case Product(value, powers, tail):
                result = self.number(value)
                for base, n in powers:
                    result = result * self(base, env) ** n
                return result if tail is None else self(tail, env) * result
            case Dot(left, right):
                return (self(left, env) * self(right, env)).sum()
            case Cross(left, right):
                return self._tilde(self(left, env)) @ self(right, env)
            case OverBodies((item,), bodies):
                return sum((self(at(item, body), env) for body in bodies[1:]), self(at(item, bodies[0]), env))
        return self._several(term, env)

    def _several(self, term: Term, env: Env) -> Any:
        parts = [self(p, env) for p in term.parts]
        match term:
            case Call(function=function):
                if function == "norm":
                    return self.functions["sqrt"]((parts[0] * parts[0]).sum())
                return self.functions[function](*parts)
            case Function(name=name, order=order):
                return self.functions["function"](name, order, *parts)
            case Components():
                return np.array(parts, dtype=object)
            case Stack():
                return np.concatenate([np.atleast_1d(np.asarray(p, dtype=object)) for p in parts])
            case Chain():
                result = parts[0]
                for before, behind, part in zip(term.parts, term.parts[1:], parts[1:], strict=False):
                    outer = before.rank == COLUMN and behind.rank == ROW
                    result = np.outer(result, part) if outer else result @ part
                return result
            case Inverse():
                return _inverse(parts[0])
            case Perp():
                x, y = parts[0]
                return np.array([-y, x], dtype=object)
            case Tilde():
                return self._tilde(parts[0])
            case Transpose():
                return parts[0].T
            case MatrixColumn(number=k):
                return parts[0][:, k]
            case Matrix(width=width, diagonal=diagonal):
                if diagonal:
                    return self._diagonal(parts)
                blocks = [_block(v, p.rank) for v, p in zip(parts, term.parts, strict=True)]
                return np.block([blocks[k : k + width] for k in range(0, len(blocks), width)])
        raise TypeError(f"{type(term).__name__} has no value")

    def _zeros(self, rows: int) -> Any:
        zero = self.number(Fraction(0))
        return (
            np.array([[zero] * self.size] * rows, dtype=object)
            if rows > 1
            else np.array([zero] * self.size, dtype=object)
        )

    def _unit(self) -> Any:
        return self._diagonal([self.number(Fraction(1))] * self.size)

    def _diagonal(self, entries: list[Any]) -> Any:
        result = self._zeros(self.size)
        for k, entry in enumerate(entries):
            result[k, k] = entry
        return result

    def _tilde(self, s: Any) -> Any:
        zero = self.number(Fraction(0))
        x, y, z = s
        return np.array([[zero, -z, y], [z, zero, -x], [-y, x, zero]], dtype=object)


def _block(value: Any, rank: int) -> Any:
    """A part of a block matrix, two-dimensional."""
    array = np.asarray(value, dtype=object)
    if rank == COLUMN:
        return array.reshape(-1, 1)
    return array.reshape(1, -1) if rank in (0, ROW) else array


def _inverse(matrix: Any) -> Any:
    """The inverse of a matrix of floats, or of expressions."""
    if all(isinstance(a, (int, float)) for a in matrix.ravel()):
        return np.linalg.inv(np.asarray(matrix, dtype=float)).astype(object)
    import sympy

    return np.array(sympy.Matrix(matrix).inv().tolist(), dtype=object)


def as_floats(value: Any) -> Any:
    """Object arrays of floats as plain arrays."""
    return float(value) if np.ndim(value) == 0 else np.asarray(value, dtype=float)
