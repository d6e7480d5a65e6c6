"""The system in SymPy as text: lines of Python that give the same symbols and matrices back."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import Any

from sarrus.mechanics.readable.derive.symbols import SymbolicEquations

__all__ = ["listing"]

MATRICES = ("q", "v", "lam", "M", "f", "g", "G", "alpha", "beta", "values")
IMPLIED, STATES = ("H", "Q"), ("z", "zdot")
"""Only where a mechanism has forces that depend on the loads of joints, or that have states."""
LAW = "{M} vdot = {f} + {G}^T {lam}%s,  {g} = 0,  {G} {v} = {alpha},  {G} vdot = {beta}"


def listing(symbolic: SymbolicEquations) -> str:
    """Symbols, then every matrix on a line; to be run as Python, or each line read by `sympy.parse_expr`.

    A matrix whose letter is a symbol of the model, such as a parameter g, gets a `_` behind it.
    """
    symbols = symbols_of(symbolic)
    more = (*(IMPLIED if symbolic.Q else ()), *(STATES if symbolic.z else ()))
    called = {name: free_word(name, symbols) for name in (*MATRICES, *more)}
    law = LAW % (" + {H}^T {Q}" if symbolic.Q else "")
    lines = [f"# {law.format(**called)}", "from sympy import *"]
    # one line each: a name that SymPy has a meaning for, such as beta, is a symbol from here on
    lines += [f'{name} = Symbol("{name}", real=True)' for name in symbols]
    values = [getattr(symbolic, name) for name in called]
    lines += declared([str(value) for value in values], symbols)
    lines += [f"{called[name]} = {value}" for name, value in zip(called, values, strict=True)]
    return "\n".join(lines)


WORD = re.compile(r"(?<![\w.])([A-Za-z]\w*)(?=\()|(?<![\w.])(_\w+)")


def declared(texts: Sequence[str], known: Container[str]) -> list[str]:
    """Lines that make what stands in expressions besides symbols: functions that are known by name, and their arguments."""
    import sympy as sp

    found: dict[str, str] = {}
    for text in texts:
        for function, argument in WORD.findall(text):
            word = function or argument
            if word not in known and not hasattr(sp, word):
                found[word] = f'{word} = {"Function" if function else "Symbol"}("{word}", real=True)'
    return list(found.values())


def free_word(name: str, symbols: Container[str]) -> str:
    """A name that no symbol has."""
    while name in symbols:
        name += "_"
    return name


def symbols_of(symbolic: SymbolicEquations) -> dict[str, Any]:
    """Every symbol of the system by its name."""
    state = (symbolic.t, *symbolic.q, *symbolic.v, *symbolic.lam, *symbolic.z)
    return {symbol.name: symbol for symbol in (*state, *symbolic.values)}
