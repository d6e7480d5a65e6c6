"""Long formulas in pieces: what an element makes of a long list of numbers would fill pages if written out.

Formulas of ordinary length stay as they are stated. In a long one, parts that hold unnamed numbers only become numbers
kappa of their own, and parts that occur several times are named kappa too, after the element they belong to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sarrus.mechanics.readable.algebra.evaluate import FLOATS
from sarrus.mechanics.readable.algebra.terms import Name, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.numbers import NamedNumbers
from sarrus.scalar import Node
from sarrus.scalar.graph import order

LONG, COSTLY = 80, 6
"""Operations beyond which formulas are cut in pieces, and beyond which a piece is worth a name."""


def in_pieces(
    numbers: NamedNumbers,
    nodes: Sequence[Node],
    given: Mapping[Node, Term],
    owner: str,
    named: Mapping[Node, Name] | None = None,
    each: bool = False,
) -> tuple[list[Definition], list[Term]]:
    """Formulas of expressions, with the definitions of pieces where they are long.

    Args:
        numbers: of the model.
        nodes: expressions.
        given: what stands for certain nodes.
        owner: the element they belong to.
        named: further expressions that get these names, long or not.
        each: whether each of them may be of ordinary length, else all together.
    """
    known, wanted = dict(given), dict(named or {})
    every = [*wanted, *nodes]
    sizes = _sizes(every, known, wanted)
    is_long = sum(sizes[n] for n in every) > LONG * (len(every) if each else 1)
    if is_long:
        _derived_numbers(numbers, every, known, owner)
    found: list[Definition] = []
    sizes, uses = _sizes(every, known, wanted), _uses(every, known)
    for n in order(every):
        if n in known or n not in uses:
            continue
        sizes[n] = min(1 + sum(0 if a in known else sizes[a] for a in n.args), 10 * LONG) if n.args else 0
        name = wanted.get(n)
        if name is None and is_long and uses[n] > 1 and sizes[n] > COSTLY and n.op not in ("lt", "le"):
            name = Name("kappa", (owner, str(1 + sum(k.letter == "kappa" for k in _names(known, owner)))))
        if name is not None:
            found.append(Definition(name, numbers.formula(n, known)))
            known[n] = name
    return found, [numbers.formula(n, known) for n in nodes]


def _names(known: Mapping[Node, Term], owner: str) -> list[Name]:
    return [t for t in known.values() if isinstance(t, Name) and t.index[:1] == (owner,)]


def _derived_numbers(
    numbers: NamedNumbers, nodes: Sequence[Node], known: dict[Node, Term], owner: str
) -> None:
    """Give a name and a value to the largest parts that hold unnamed numbers only."""
    value: dict[Node, float] = {}
    parents: dict[Node, list[Node]] = {}
    for n in order(nodes):
        for a in n.args:
            parents.setdefault(a, []).append(n)
        if n.op == "const":
            value[n] = n.value
        elif n in numbers.unnamed:
            value[n] = numbers.unnamed[n].value
        elif n.args and all(a in value for a in n.args):
            value[n] = float(FLOATS[n.op](*(value[a] for a in n.args)))
    count = 0
    for n in order(nodes):
        inner = n in value and n.args and n not in known
        if inner and (n in nodes or any(p not in value for p in parents[n])):
            count += 1
            known[n] = name = Name("kappa", (owner, str(count)))
            numbers.values[name] = value[n]
            numbers.derived.setdefault(owner, []).append(name)


def _sizes(nodes: Sequence[Node], known: Mapping[Node, Term], named: Mapping[Node, Name]) -> dict[Node, int]:
    """Operations in each part, written out, where parts with a name are one; no more than ten times what is long."""
    sizes: dict[Node, int] = {}
    for n in order(nodes):
        own = 0 if n in known or not n.args else 1
        sizes[n] = min(own + sum(0 if a in named else sizes[a] for a in n.args) * own, 10 * LONG)
    return sizes


def _uses(nodes: Sequence[Node], known: Mapping[Node, Term]) -> dict[Node, int]:
    """How often each part is written, parts that have a name once."""
    uses = {n: 1 for n in nodes}
    for n in reversed(order(nodes)):
        if n in uses and n not in known:
            for a in n.args:
                uses[a] = uses.get(a, 0) + 1
    return uses
