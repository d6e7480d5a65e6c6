"""States of forces, and what forces tell, under their printed names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sarrus.elements.base import Coordinate, State
from sarrus.elements.forces.base import Force
from sarrus.mechanics.derive import Efforts
from sarrus.mechanics.readable.algebra.terms import Name
from sarrus.mechanics.readable.derive.numbers import NamedNumbers
from sarrus.scalar import Node
from sarrus.scalar.graph import order
from sarrus.scalar.rewrite import substitute

OTHERS = frozenset(("ell", "kappa", "nu", "phi", "rho", "sigma", "tau", "zeta", *"FLNQTadprstuvxy"))
"""Letters that formulas of forces use for something else."""
TOLD = {"N": "N", "N m": "T"}
"""Letter of what a force tells, by its unit; `n` for any other."""
NOTHING = 1e-9


@dataclass(frozen=True)
class NamedState:
    """A state of a force by its name."""

    name: Name
    force: str
    state: State

    @property
    def rate(self) -> Name:
        """Name of its rate."""
        return self.name.marked("dot")


def states_of(force: Force, numbers: NamedNumbers) -> list[NamedState]:
    """The states of a force; one that is called like something else in its formulas is z with its own name below."""
    found = []
    for state in force.states:
        name = Name.of_quantity(state.name, force.name)
        if not name.letter or name.letter in OTHERS or name in numbers.values:
            name = Name("z", (state.name, force.name))
        found.append(NamedState(name, force.name, state))
    return found


def told_name(force: Force, told: Coordinate) -> Name:
    """Name of what a force tells; with its own below where there are several."""
    below = (told.name,) if len(force.tells) > 1 else ()
    return Name(TOLD.get(told.unit, "n"), (*below, force.name))


def worth_names(found: Sequence[Node], nodes: Sequence[Node], moving: Sequence[Node]) -> set[Node]:
    """Those that are part of a formula, and more than a number or a single symbol."""
    used, touched = set(order(nodes)), set(moving)
    return {n for n in found if n in used and n.args and not touched.isdisjoint(order([n]))}


def on_paper(found: Efforts) -> Efforts:
    """Without questions whether something is next to nothing: they keep numbers finite, and are nothing to read."""
    lists = (found.efforts, found.flows, found.told)
    every = [n for part in lists for n in part]
    known = {
        n: 0.0
        for n in order(every)
        if n.op == "lt"
        and n.args[0].op != "const"
        and n.args[1].op == "const"
        and 0 < n.args[1].value < NOTHING
    }
    done = iter(substitute(every, known))
    efforts, flows, told = ([next(done) for _ in part] for part in lists)
    return Efforts(efforts, found.energy, found.lost, found.supplied, [], flows, told)
