"""Names of states, inputs and outputs as symbols; the first table of the page says which is which.

A.theta  theta_A        A.theta_dot  theta_A with a dot        load.A.theta  Q_A
rod.end.x  x_rod.end    C.reaction.y  lambda_C,y               ball.rx  r_x,ball
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from sarrus.analysis.linear_page.record import LinearRecord
from sarrus.mechanics.readable.algebra.terms import Name
from sarrus.mechanics.readable.page.cuts import shortened

__all__ = ["LinearSymbols", "symbols_of"]

RATES = (("_ddot", "ddot"), ("_dot", "dot"))
LOAD = "load."
VECTORS = {"reaction": "lambda", "torque": "tau", "force": "F", "w": "omega"}
"""Letters of vectors whose components are published."""
AXES = ("x", "y", "z")


@dataclass(frozen=True)
class LinearSymbols:
    """Symbols of a page.

    Attributes:
        by_name: of every state, input and output.
        cuts: long names -> what stands for them in an index.
        s: the variable of Laplace; another letter where something of the model is called s.
    """

    by_name: dict[str, Name]
    cuts: dict[str, str]
    s: Name

    def __getitem__(self, name: str) -> Name:
        return self.by_name[name]

    def rate(self, name: str) -> Name:
        """Its rate."""
        symbol = self.by_name[name]
        return symbol.marked("ddot" if symbol.mark == "dot" else "dot")


def symbols_of(record: LinearRecord) -> LinearSymbols:
    """Symbols of a linear model; two names never have one symbol."""
    names = list(dict.fromkeys(q.name for q in (*record.states, *record.inputs, *record.outputs)))
    usual = {name: _symbol(name) for name in names}
    often = Counter(usual.values())
    found = {name: symbol if often[symbol] == 1 else _in_full(name, symbol) for name, symbol in usual.items()}
    bare = {symbol.letter for symbol in found.values() if not symbol.index}
    words = {word for symbol in found.values() for part in symbol.index for word in part.split(".")}
    return LinearSymbols(found, shortened(words), Name(next(a for a in ("s", "p", "sigma") if a not in bare)))


def _symbol(name: str) -> Name:
    base, mark = _rate(name)
    if base.startswith(LOAD):
        owner, _, coordinate = base.removeprefix(LOAD).rpartition(".")
        return replace(Name.of_quantity(coordinate, owner), letter="Q", mark=mark)
    owner, _, last = base.rpartition(".")
    if not owner:
        return Name(last, own=True, mark=mark)
    above, _, vector = owner.rpartition(".")
    if above and last in AXES and vector in VECTORS:
        return Name(VECTORS[vector], (above, last), mark=mark)
    if last[:1] == "r" and last[1:] in AXES:
        return Name("r", (last[1:], owner), mark=mark)
    return Name.of_quantity(last, owner).marked(mark)


def _rate(name: str) -> tuple[str, str]:
    """A name without what says that it is a rate, and the mark for that."""
    for ending, mark in RATES:
        if name.endswith(ending):
            return name.removesuffix(ending), mark
    return name, ""


def _in_full(name: str, symbol: Name) -> Name:
    """A symbol that no other name has."""
    return replace(symbol, index=(_rate(name)[0].removeprefix(LOAD),), own=False)
