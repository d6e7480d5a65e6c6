"""What inputs do to the equations in chosen coordinates: F^ = F^_0 + sum F^_input input."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.errors import ModelError
from sarrus.mechanics.readable.algebra.build import ONE, ZERO, add, chain, mul, transpose
from sarrus.mechanics.readable.algebra.rates import rate
from sarrus.mechanics.readable.algebra.rebuild import put
from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, Name, OverBodies, Term
from sarrus.mechanics.readable.algebra.trees import Definition, names_in
from sarrus.mechanics.readable.derive.tree.minimal import K, Minimal, folding_of
from sarrus.mechanics.readable.derive.tree.motion import TreeMotion

__all__ = ["InputShares", "input_shares"]


class InputShares:
    """Shares of inputs in the forces.

    Attributes:
        names: inputs in order.
        definitions: of forces on bodies for each input alone, where the form is written with matrices.
        shares: input -> its share of each reduced force, or one column.
    """

    def __init__(self, names: Sequence[Name]) -> None:
        self.names = tuple(names)
        self.definitions: list[Definition] = []
        self.shares: dict[Name, list[Term]] = {}


def input_shares(minimal: Minimal, forces: Sequence[Term]) -> InputShares:
    """Differentiate by the inputs.

    Args:
        minimal: the form.
        forces: reduced forces where they are written out.

    Raises:
        ModelError: a force is not proportional to an input.
    """
    model = minimal.tree.model
    found = InputShares([Name(n, own=True) for n in model.inputs])
    for name in found.names:
        rules = _rules(minimal, name)
        if minimal.is_written_out:
            fold = folding_of(minimal.tree, minimal.motion)
            found.shares[name] = [fold(_slope(minimal, force, rules, name)) for force in forces]
        else:
            found.shares[name] = [_column(minimal, rules, name, found.definitions)]
    return found


def _rules(minimal: Minimal, name: Name) -> dict[Name, Term]:
    """How the input changes each definition that it reaches."""
    rules: dict[Name, Term] = {name: ONE}
    for d in (*minimal.tree.definitions, *minimal.motion.applied):
        value = minimal.tree.put(d.value)
        if not names_in(value).isdisjoint(rules):
            rules[d.name] = _slope(minimal, value, rules, name)
    return rules


def _slope(minimal: Minimal, term: Term, rules: dict[Name, Term], name: Name) -> Term:
    try:
        found = rate(term, rules)
    except ValueError:
        found = name
    if name in names_in(found):
        reading = [f.name for f in minimal.tree.model.forces if name.letter in minimal.tree.model.reads(f)]
        raise ModelError.one(
            minimal.tree.model.at(name.letter),
            f"the state space form cannot print input {name.letter}: {', '.join(reading)} is not proportional to it",
            "It prints forces that are a sum of inputs, each times a function of the state",
            "Ask for ode, or make the input the force itself.",
        )
    return found


def _column(minimal: Minimal, rules: dict[Name, Term], name: Name, definitions: list[Definition]) -> Term:
    """The share of an input as a sum over bodies."""
    motion: TreeMotion = minimal.motion
    for body in minimal.tree.bodies:
        for own, nothing in (
            (motion.force(body), minimal.tree.points.zero),
            (motion.torque(body), minimal.tree.points.no_torque),
        ):
            definitions.append(Definition(_by(own, name), rules.get(own, nothing)))
    V, W = transpose(motion.V(BODY)), motion.W(BODY)
    force, torque = _by(motion.force(BODY), name), _by(motion.torque(BODY), name)
    turn = mul(torque, W) if motion.planar else chain(transpose(W), torque)
    total: Term = OverBodies((add(chain(V, force), turn),), minimal.tree.bodies)
    if minimal.choice.dependent:
        whole = Name("f", (name.letter,), COLUMN)
        definitions.append(Definition(whole, total))
        return chain(transpose(K), whole)
    return total


def _by(own: Name, name: Name) -> Name:
    return Name(own.letter, (*own.index, name.letter), own.kind)


def at_rest(minimal: Minimal, term: Term, names: Sequence[Name]) -> Term:
    """A formula without inputs, also in what it is made of."""
    known: dict[Name, Term] = dict.fromkeys(names, ZERO)
    for d in (*minimal.tree.definitions, *minimal.motion.applied):
        value = minimal.tree.put(d.value)
        if not names_in(value).isdisjoint(known):
            known[d.name] = put(value, known)
    return folding_of(minimal.tree, minimal.motion)(put(term, known)) if names else term
