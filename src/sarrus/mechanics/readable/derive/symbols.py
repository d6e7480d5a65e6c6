"""The system in SymPy: the printed trees, computed with symbols. SymPy is loaded on first use only."""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass
from typing import Any

from sarrus.mechanics.readable.algebra.evaluate import Functions
from sarrus.mechanics.readable.algebra.terms import Name
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.derive.values import evaluate_system
from sarrus.scalar.to_sympy import derivative_at

FUNCTIONS = ("sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "exp", "log", "tanh", "floor", "atan2")
OTHERS = "Abs And E Eq False I Matrix Max Min Ne Not Or Piecewise Symbol True nan oo pi sign zoo"
PRINTED = frozenset((*FUNCTIONS, *OTHERS.split()))
"""Words that SymPy prints with a meaning of their own."""


@dataclass(frozen=True)
class SymbolicEquations:
    """SymPy matrices over the state and the numbers of the model.

    Attributes:
        t: time.
        q, v, lam: columns of symbols: coordinates, speeds, multipliers.
        z: column of symbols: states of forces.
        M, f, g, G, alpha, beta: M vdot = f + G^T lam + H^T Q, g = 0, G v = alpha, G vdot = beta.
        H, Q: efforts Q(q, v, z, lam) of forces that depend on the loads of joints, and what they act along.
        zdot: rates of the states.
        values: symbol of each parameter and unnamed number -> its present value.
        definitions: printed name -> its expression or matrix, in t, q, v, z and the numbers.
    """

    t: Any
    q: Any
    v: Any
    lam: Any
    z: Any
    M: Any
    f: Any
    g: Any
    G: Any
    alpha: Any
    beta: Any
    H: Any
    Q: Any
    zdot: Any
    values: dict[Any, float]
    definitions: dict[Name, Any]


def to_symbols(system: System) -> SymbolicEquations:
    """Compute the system with symbols."""
    import sympy as sp

    planar = system.model.planar
    places = ("x", "y", "psi") if planar else ("x", "y", "z", "a1", "a2", "a3")
    speeds = ("xdot", "ydot", "psidot") if planar else ("xdot", "ydot", "zdot", "omega1", "omega2", "omega3")
    names = [b.name for b in system.model.bodies]
    words = Words()
    t = sp.Symbol(words.new("t"), real=True)
    q = [sp.Symbol(words.new(f"{c}_{n}"), real=True) for n in names for c in places]
    v = [sp.Symbol(words.new(f"{c}_{n}"), real=True) for n in names for c in speeds]
    q += [sp.Symbol(words.new(f"{c.coordinate.name}_{c.owner}"), real=True) for c in system.own]
    v += [sp.Symbol(words.new(f"{c.coordinate.name}dot_{c.owner}"), real=True) for c in system.own]
    lam = []
    for row in system.rows:
        label = ",".join(row.multiplier.index)
        parts = [f"_{axis}" for axis in "xyz"[: len(row.labels)]] if row.multiplier.rank else [""]
        lam += [sp.Symbol(words.new(f"{row.multiplier.letter}_{label}{axis}"), real=True) for axis in parts]
    z = [sp.Symbol(words.new(symbol_name(s.name)), real=True) for s in system.loads.states]
    constants = {Name("pi"): sp.pi, Name("e", own=True): sp.E}
    numbers = {
        n: sp.Symbol(words.new(symbol_name(n)), real=True)
        for n in system.numbers.values
        if n not in constants
    }
    found = evaluate_system(system, t, q, v, {**numbers, **constants}, sympy_functions(sp), z, lam)
    return SymbolicEquations(
        t=t,
        q=sp.Matrix(q),
        v=sp.Matrix(v),
        lam=sp.Matrix(lam),
        z=sp.Matrix(z),
        M=sp.Matrix(found.M),
        f=sp.Matrix(list(found.f)),
        g=sp.Matrix(list(found.g)),
        G=sp.Matrix(found.G) if system.rows else sp.zeros(0, len(v)),
        alpha=sp.Matrix(list(found.alpha)),
        beta=sp.Matrix(list(found.beta)),
        H=sp.Matrix(found.H) if system.loads.pushes else sp.zeros(0, len(v)),
        Q=sp.Matrix(list(found.Q)),
        zdot=sp.Matrix(list(found.zdot)),
        values={symbol: system.numbers.values[n] for n, symbol in numbers.items()},
        definitions={d.name: found.named[d.name] for d in system.definitions()},
    )


class Words:
    """Names of symbols: Python identifiers, so that SymPy reads what it prints, each of them once."""

    def __init__(self) -> None:
        self._taken = set(keyword.kwlist) | PRINTED

    def new(self, wanted: str) -> str:
        """The name wanted, with `_` for what no identifier has, and behind it where that is taken."""
        word = re.sub(r"\W", "_", wanted)
        while word in self._taken:
            word += "_"
        self._taken.add(word)
        return word


def symbol_name(name: Name) -> str:
    """A name as the word of a symbol, before it is made an identifier."""
    return "_".join([name.letter + name.mark, *([",".join(name.index)] if name.index else [])])


def _called(sp: Any, name: Name, order: int, x: Any) -> Any:
    function = sp.Function(symbol_name(name), real=True)
    return derivative_at(sp, function, order, x) if order else function(x)


def sympy_functions(sp: Any) -> Functions:
    """Mathematics on expressions of SymPy."""
    return {
        **{name: getattr(sp, name) for name in FUNCTIONS},
        "root": sp.sqrt,
        "abs": sp.Abs,
        "pow": lambda a, b: a**b,
        "lt": lambda a, b: a < b,
        "le": lambda a, b: a <= b,
        "max": sp.Max,
        "min": sp.Min,
        "select": lambda c, a, b: sp.Piecewise((a, c), (b, True)),
        "function": lambda name, order, x: _called(sp, name, order, x),
        "number": lambda value: sp.Rational(value.numerator, value.denominator),
    }
