"""The numbers of a model under the names they are printed with.

A number the user named keeps that name. Any other gets a letter for its kind, with the name of what it belongs to as
index, and its value in the table. A zero that was written is a zero; numbers inside an expression stay numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from sarrus.elements.base import Element, Param, Resolve
from sarrus.mechanics.parameters import FUNCTIONS, seen_by
from sarrus.mechanics.readable.algebra.formulas import formula
from sarrus.mechanics.readable.algebra.terms import Name, Term
from sarrus.model import Snapshot
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.expression import Expression, Value

LETTERS = {
    "kg": "m",
    "kg m^2": "J",
    "m": "l",
    "rad": "alpha",
    "N/m": "k",
    "N s/m": "c",
    "N": "F",
    "N m": "tau",
    "N m/rad": "k",
    "N m s/rad": "c",
    "m/s^2": "gamma",
}
"""Kind letter of a number by its unit; `a` for any other."""


TAKEN = frozenset(("lambda", "mu", "omega", "psi", "tau", "theta", *"ACFGJLMPQTVWcefghmnprsuwxyz"))
"""Letters that stand on pages with the name of a body, a joint or a force below."""


def stated_letter(params: Mapping[str, Param], rest: str) -> tuple[str, ...]:
    """Letter and index that an element gives one of its numbers; nothing where it gives none.

    Args:
        params: of the element.
        rest: key of the parameter, and in a list the place of the number, counted from 1.
    """
    key, _, place = rest.partition(".")
    given = params[key].letter.split() if key in params else []
    k = int(place) - 1 if place.isdigit() else 0
    return tuple(given[k].split("_", 1)) if k < len(given) else ()


@dataclass(frozen=True)
class Unnamed:
    """A number written without a name."""

    path: str
    unit: str
    value: float


class NamedNumbers:
    """Resolves written values for `Element.bind`, and names the symbols it made.

    Args:
        graph: expressions are made in it.
        model: whose numbers they are.
        general: whether a written zero stays a symbol.

    Attributes:
        derived: names of numbers that follow from others of an element, by element.
        roles: symbols that stand for a number of any instance of a kind, with their names.
    """

    def __init__(self, graph: Graph, model: Snapshot, general: bool = False) -> None:
        self.graph = graph
        self.model = model
        self.general = general
        self.roles: dict[Node, Name] = {}
        self.derived: dict[str, list[Name]] = {}
        self.t, self.pi, self.e = graph.symbols(("t", "pi", "e"))
        self.unnamed: dict[Node, Unnamed] = {}
        self._params = {element.name: element.params for element in model.elements}
        self._env = {n: graph.symbol(f"parameter {n}") for n in model.numbers}
        self._owned = {node: n for n, node in self._env.items()}
        self._read = {n: graph.symbol(f"read {n}") for n in (*model.inputs, *model.signals)}
        self._written = {e.name: e for e in model.elements}
        self._env |= {"t": self.t, "pi": self.pi, "e": self.e}

    def resolve(self, path: str, value: Value, unit: str) -> Scalar:
        """A written value as an expression."""
        if isinstance(value, Expression):
            return self.graph.lift(value.evaluate(self._env, FUNCTIONS, self.graph.const))
        size = self.model.number(path, value, unit)
        if size == 0.0 and not self.general:
            return 0.0
        node = self.graph.symbol(path)
        self.unnamed[node] = Unnamed(path, unit, size)
        return node

    def resolver(self, element: Element) -> Resolve:
        """The same for the values of an element, whose expressions may read more."""
        seen = seen_by(self.graph, self.model, element)

        def resolve(path: str, value: Value, unit: str) -> Scalar:
            if seen and isinstance(value, Expression):
                env = {**self._env, **seen}
                return self.graph.lift(value.evaluate(env, FUNCTIONS, self.graph.const))
            return self.resolve(path, value, unit)

        return self.model.resolver(element, resolve)

    def reads(self, element: str) -> list[Node]:
        """The inputs and signals that an element reads, under their own names."""
        written = self._written.get(element)
        return [self._read[name] for name in self.model.reads(written)] if written else []

    @cached_property
    def names(self) -> dict[Node, Name]:
        """Name of every number, known once everything has been resolved."""
        found = {node: self.parameter(name) for node, name in self._owned.items()}
        groups: dict[Name, list[tuple[Node, Name]]] = {}
        for node, item in self.unnamed.items():
            short, long = self._kind_names(item)
            groups.setdefault(short, []).append((node, long))
        for short, members in groups.items():
            for node, long in members:
                found[node] = short if len(members) == 1 else long
        found |= {node: Name(name, own=True) for name, node in self._read.items()}
        return found | {self.t: Name("t", own=True), self.pi: Name("pi"), self.e: Name("e", own=True)}

    def parameter(self, name: str) -> Name:
        """A parameter by the user's own name; with a star where the page has a quantity that is written alike."""
        letter, _, owner = name.partition("_")
        is_taken = letter in TAKEN and (owner in self._written or owner in self.model.body_index)
        is_mass = letter == "m" and owner in self.model.body_index and self._is_mass(owner, name)
        return Name(name, own=True, mark="star" if (is_taken and not is_mass) or name == "gamma" else "")

    def _is_mass(self, body: str, name: str) -> bool:
        return str(self.model.bodies[self.model.body_index[body]].mass) == name

    def named(self, node: Node) -> Term:
        """What a symbol is printed as."""
        return self.roles.get(node) or self.names[node]

    def formula(self, value: Scalar, given: dict[Node, Term] | None = None) -> Term:
        """A traced value as a formula."""
        return formula(self.graph.lift(value), self.named, given)

    @cached_property
    def values(self) -> dict[Name, float]:
        """Present value of every number by its name."""
        numbers = self.model.numbers
        found = {self.names[node]: numbers[name] for node, name in self._owned.items()}
        found |= {self.names[node]: item.value for node, item in self.unnamed.items()}
        found |= {self.names[self._read[n]]: value for n, value in self.model.input_numbers.items()}
        return found | {Name("pi"): math.pi, Name("e", own=True): math.e}

    @cached_property
    def fractions(self) -> dict[Name, Fraction]:
        """Numbers without a name of their own, exactly as written."""
        return {self.names[node]: Fraction(repr(item.value)) for node, item in self.unnamed.items()}

    def _kind_names(self, item: Unnamed) -> tuple[Name, Name]:
        """The name of an unnamed number, short, and with what tells it from others of its owner."""
        owner, _, rest = item.path.partition(".")
        key, _, axis = rest.rpartition(".")
        letter = LETTERS.get(item.unit, "a")
        if owner in self._params and (own := stated_letter(self._params[owner], rest)):
            return Name(own[0], (*own[1:], owner)), Name(own[0], (*own[1:], owner, rest))
        if rest.startswith("inertia."):
            return Name("J", (owner,), mark="C"), Name("J", (owner, axis), mark="C")
        if letter == "gamma":
            owners = {other.path.split(".")[0] for other in self.unnamed.values() if other.unit == item.unit}
            long = Name(letter, (owner, axis))
            return (Name(letter, (axis,)) if len(owners) == 1 else long), long
        if axis in ("x", "y", "z") and item.unit == "m":  # of a point or a mass centre
            where = owner if key == "center" else f"{owner}.{key}"
            return Name("s", (where,)), Name("s", (axis, where))
        if axis in ("x", "y", "z"):
            long = Name(letter, (axis, owner))
            is_axial = self.model.planar and letter == "tau"
            return (Name(letter, (owner,)) if is_axial else long), long
        if axis.startswith("turn"):
            return Name(letter, (f"{owner}.{key}",)), Name(letter, (f"{owner}.{key}", axis[4:]))
        of_force = any(f.name == owner for f in self.model.forces)
        if letter == "l" and of_force:  # without the 0 it is the present length of a line
            return Name("ell", ("0", owner)), Name("ell", ("0", owner, rest))
        return Name(letter, (owner,)), Name(letter, (owner, rest))
