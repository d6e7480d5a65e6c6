"""Formulas of any element, as a page that is about this element alone writes them: without the index of the element."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from sarrus.mechanics.readable.algebra.build import add, mul, power
from sarrus.mechanics.readable.algebra.terms import ANY, Call, Function, Name, Num, Product, Sum, Term
from sarrus.mechanics.readable.algebra.trees import Definition, names_in
from sarrus.mechanics.readable.print.document import Sentence

PLACE = re.compile(r"\w+\.(\d+)")
"""A number of a list: the name of the list, and its place."""
NOTHING = 1e-9
"""What questions compare with that keep numbers finite; they are nothing to read."""


class Tidy:
    """Renames what formulas of `ANY` element hold.

    Args:
        ends: what frames F and M are called.
        keys: parameters of the element, by the names that formulas have for them.
    """

    def __init__(self, ends: Mapping[str, str], keys: Mapping[Name, str]) -> None:
        self.ends = dict(ends)
        # a parameter that no letter tells from others is called as it is written
        self.words = {name: key for name, key in keys.items() if name.index[:1] == (key,)}
        self.assumed: list[Name] = []

    def term(self, term: Term) -> Term:
        """A formula with its names shortened; of a question whether something is nothing, what holds where it is not."""
        return rebuilt(term, self._change)

    def definitions(self, found: Sequence[Definition]) -> list[Definition]:
        """The same of definitions."""
        return [Definition(self._name(d.name), self.term(d.value)) for d in found]

    def sentence(self, said: Sentence) -> Sentence:
        """The same of words with formulas."""
        return tuple(self.term(part) if isinstance(part, Term) else part for part in said)

    def _change(self, part: Term) -> Term:
        match part:
            case Name():
                return self._name(part)
            case Function():
                return replace(part, name=self._name(part.name))
            case Call((Call((Num(least), size), "lt"), value, _), "select") if 0 < least < NOTHING or (
                least == 0 and isinstance(size, Call) and size.function == "abs"
            ):
                self.assumed += [n for n in names_in(size) if least == 0 and n not in self.assumed]
                return value
        return part

    def _name(self, name: Name) -> Name:
        if name in self.words:
            return Name(self.words[name], own=True)
        index = []
        for part in name.index:
            found = PLACE.fullmatch(part)
            if part != ANY:
                index.append(found[1] if found else self.ends.get(part, part))
        return replace(name, index=tuple(index))


def rebuilt(term: Term, change: Callable[[Term], Term]) -> Term:
    """The tree with every leaf and branch changed, leaves first, and put together again as `build` does.

    A branch may become something of another form: a sum behind a sign, or a product below a line, is then written as such.
    """
    match term:
        case Sum(terms):
            return change(add(*(rebuilt(part, change) for part in terms)))
        case Product(ratio, powers, tail):
            factors = [power(rebuilt(base, change), n) for base, n in powers]
            behind = [] if tail is None else [rebuilt(tail, change)]
            return change(mul(Num(ratio), *factors, *behind))
    if term.parts:
        return change(term.made_of([rebuilt(part, change) for part in term.parts]))
    return change(term)


def kept(definitions: Sequence[Definition], *terms: Term) -> list[Definition]:
    """Definitions that formulas use, directly or through a later one."""
    needed, found = names_in(*terms), list[Definition]()
    for d in reversed(definitions):
        if d.name in needed:
            needed |= names_in(d.value)
            found.insert(0, d)
    return found
