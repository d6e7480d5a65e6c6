"""The system in SymPy as text: lines of Python that give the same symbols and matrices back."""

from __future__ import annotations

from typing import Any

from sarrus.mechanics.readable.symbols import SymbolicEquations

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
    called = {name: _free(name, symbols) for name in (*MATRICES, *more)}
    law = LAW % (" + {H}^T {Q}" if symbolic.Q else "")
    lines = [f"# {law.format(**called)}", "from sympy import *"]
    # one line each: a name that SymPy has a meaning for, such as beta, is a symbol from here on
    lines += [f'{name} = Symbol("{name}", real=True)' for name in symbols]
    lines += [f"{called[name]} = {getattr(symbolic, name)}" for name in called]
    return "\n".join(lines)


def _free(name: str, symbols: dict[str, Any]) -> str:
    while name in symbols:
        name += "_"
    return name


def symbols_of(symbolic: SymbolicEquations) -> dict[str, Any]:
    """Every symbol of the system by its name."""
    state = (symbolic.t, *symbolic.q, *symbolic.v, *symbolic.lam, *symbolic.z)
    return {symbol.name: symbol for symbol in (*state, *symbolic.values)}
