"""A form in SymPy: the printed trees, computed with symbols. SymPy is loaded on first use only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sarrus.mechanics.readable.algebra.evaluate import Evaluator
from sarrus.mechanics.readable.algebra.terms import Name
from sarrus.mechanics.readable.derive.listing import declared, free_word
from sarrus.mechanics.readable.derive.symbols import Words, symbol_name, sympy_functions
from sarrus.mechanics.readable.forms.base import GivenQuantity, Unknown, WrittenForm

__all__ = ["SymbolicForm", "form_listing", "form_symbols"]


@dataclass(frozen=True)
class SymbolicForm:
    """The equations of a form in SymPy: `equations` are zero, and affine in `unknowns`.

    Attributes:
        t: time.
        given: symbols of what is known at a state.
        unknowns: symbols of accelerations and multipliers.
        definitions: printed name -> its expression or matrix, in what is given and the numbers.
        equations: left-hand less right-hand sides.
        published: name with which runs publish a quantity -> its expression or matrix.
        values: symbol of each parameter and unnamed number -> its present value.
    """

    t: Any
    given: tuple[Any, ...]
    unknowns: tuple[Any, ...]
    definitions: dict[Name, Any]
    equations: tuple[Any, ...]
    published: dict[str, Any]
    values: dict[Any, float]


def form_symbols(written: WrittenForm) -> SymbolicForm:
    """Compute a form with symbols."""
    import sympy as sp

    words = Words()
    t = sp.Symbol(words.new("t"), real=True)
    constants = {Name("pi"): sp.pi, Name("e", own=True): sp.E}
    env: dict[Name, Any] = {Name("t", own=True): t, **constants}
    given = [_put(sp, words, env, g) for g in written.given]
    unknowns = [_put(sp, words, env, u) for u in written.unknowns]
    numbers = {
        n: sp.Symbol(words.new(symbol_name(n)), real=True)
        for n in written.numbers.values
        if n not in constants
    }
    env |= numbers
    compute = Evaluator(written.size, sympy_functions(sp))
    for d in (*written.definitions, *written.implied):
        env[d.name] = compute(d.value, env)
    sides = [
        np.atleast_1d(np.asarray(compute(e.left, env) - compute(e.right, env), dtype=object))
        for e in written.equations
    ]
    return SymbolicForm(
        t,
        tuple(s for group in given for s in group),
        tuple(s for group in unknowns for s in group),
        {d.name: _as_matrix(sp, env[d.name]) for d in (*written.definitions, *written.implied)},
        tuple(part for side in sides for part in side),
        {name: _as_matrix(sp, compute(term, env)) for name, term in written.published.items()},
        {symbol: written.numbers.values[n] for n, symbol in numbers.items()},
    )


def _put(sp: Any, words: Words, env: dict[Name, Any], quantity: GivenQuantity | Unknown) -> list[Any]:
    symbols = [sp.Symbol(words.new(word), real=True) for word in quantity.words]
    env[quantity.name] = np.array(symbols, dtype=object) if quantity.size else symbols[0]
    return symbols


def _as_matrix(sp: Any, value: Any) -> Any:
    return sp.Matrix(value) if np.ndim(value) else value


def form_listing(found: SymbolicForm) -> str:
    """Symbols, then lists of what is given and unknown, and the equations; to be run as Python.

    A list whose name is a symbol of the model gets a `_` behind it.
    """
    symbols = {s.name for s in (found.t, *found.given, *found.unknowns, *found.values)}
    given, unknowns, values, zero = (
        free_word(w, symbols) for w in ("given", "unknowns", "values", "equations")
    )
    lines = [f"# each of {zero} is zero, and affine in {unknowns}", "from sympy import *"]
    # one line each: a name that SymPy has a meaning for, such as beta, is a symbol from here on
    lines += [f'{name} = Symbol("{name}", real=True)' for name in sorted(symbols)]
    lines += declared([str(expression) for expression in found.equations], symbols)
    lines += [
        f"{given} = {list(found.given)}",
        f"{unknowns} = {list(found.unknowns)}",
        f"{values} = {found.values}",
        f"{zero} = [",
        *(f"    {expression}," for expression in found.equations),
        "]",
    ]
    return "\n".join(lines)
