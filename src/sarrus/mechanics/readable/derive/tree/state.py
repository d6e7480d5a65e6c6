"""A mechanism in state space: rates of the state from the state and the inputs."""

from __future__ import annotations

from dataclasses import dataclass

from sarrus.mechanics.readable.algebra.build import ONE, ZERO, add, chain, mul, neg, over
from sarrus.mechanics.readable.algebra.rebuild import put
from sarrus.mechanics.readable.algebra.terms import COLUMN, Inverse, Matrix, Name, Stack, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.tree.inputs import InputShares, at_rest, input_shares
from sarrus.mechanics.readable.derive.tree.minimal import MASS, PUSH, Minimal, U
from sarrus.mechanics.readable.derive.tree.motion import A, F, Y
from sarrus.mechanics.readable.derive.tree.points import TreePoints
from sarrus.mechanics.readable.print.document import Equation
from sarrus.model.quantities import Origin

__all__ = ["StateSpaceSystem", "state_space_of"]


@dataclass
class StateSpaceSystem:
    """The state space form of a mechanism.

    Attributes:
        minimal: what it is made from.
        inputs: what inputs do.
        state, rates: names of the state in order, and of its rates.
        definitions: accelerations without inputs, and shares of these.
        equations: accelerations.
        outputs: signals by their names.
        unsaid: signals that have no formula here.
    """

    minimal: Minimal
    inputs: InputShares
    state: list[Name]
    rates: list[Name]
    definitions: list[Definition]
    equations: list[Equation]
    outputs: dict[str, Term]
    unsaid: list[str]


def state_space_of(minimal: Minimal) -> StateSpaceSystem:
    """The state space form from the minimal one."""
    tree, chosen = minimal.tree, minimal.choice.chosen
    forces = {d.name: d.value for d in minimal.definitions if d.name.letter == "F" and d.name.mark == "hat"}
    right = [put(e.right, forces) for e in minimal.equations] if minimal.is_written_out else []
    inputs = input_shares(minimal, right)
    definitions: list[Definition] = [*inputs.definitions]
    by_speed = {c.dot: c.name for c in tree.tree.coordinates}
    turning = [c.name for c in tree.tree.coordinates if c.dot not in minimal.accelerations]
    state = [
        *(by_speed[u] for u in chosen if u in by_speed),
        *turning,
        *chosen,
        *(s.name for s in tree.system.loads.states),
    ]
    rates = [n.marked("dot") if n.mark != "dot" else n.marked("ddot") for n in state]
    equations = (
        _scalar(minimal, inputs, definitions)
        if minimal.is_written_out
        else _matrix(minimal, inputs, definitions)
    )
    outputs, unsaid = _outputs(minimal)
    return StateSpaceSystem(minimal, inputs, state, rates, definitions, equations, outputs, unsaid)


def _scalar(minimal: Minimal, inputs: InputShares, definitions: list[Definition]) -> list[Equation]:
    """Accelerations where M^ and F^ are written out: a quotient for one coordinate, else by the inverse of M^."""
    chosen = [minimal.accelerations[u] for u in minimal.choice.chosen]
    names = {d.name for d in minimal.definitions}
    if len(chosen) == 1:
        (whole,) = minimal.equations
        mass = put(whole.left, {chosen[0]: ONE})
        shares = [mul(over(inputs.shares[u][0], mass), u) for u in inputs.names]
        forces = {
            d.name: d.value for d in minimal.definitions if d.name.letter == "F" and d.name.mark == "hat"
        }
        free = at_rest(minimal, put(whole.right, forces if inputs.names else {}), inputs.names)
        return [Equation(chosen[0], add(over(free, mass), *shares))]
    masses = [d for d in minimal.definitions if d.name.letter == "M" and d.name.mark == "hat"]
    entries: list[Term] = []
    for e in minimal.equations:
        for acceleration in chosen:
            others = {a: ZERO for a in chosen if a != acceleration}
            entries.append(put(put(e.left, others), {acceleration: ONE}))
    assert names >= {d.name for d in masses}
    definitions.append(Definition(MASS, Matrix(tuple(entries), width=len(chosen))))
    definitions.append(Definition(PUSH, Stack(tuple(e.right for e in minimal.equations))))
    for u in inputs.names:
        definitions.append(Definition(_share(u), Stack(tuple(inputs.shares[u]))))
    return [Equation(U.marked("dot"), _inverted(MASS, PUSH, inputs, definitions))]


def _share(u: Name) -> Name:
    return Name("F", (u.letter,), COLUMN, "hat")


def _inverted(mass: Name, push: Name, inputs: InputShares, definitions: list[Definition]) -> Term:
    """Accelerations: without inputs, and for each."""
    if not inputs.names:
        return chain(Inverse((mass,)), push)
    free = Name("F", ("0",), COLUMN, "hat")
    definitions.append(Definition(free, add(push, *(neg(mul(u, _share(u))) for u in inputs.names))))
    shares = [mul(u, chain(Inverse((mass,)), _share(u))) for u in inputs.names]
    return add(chain(Inverse((mass,)), free), *shares)


def _matrix(minimal: Minimal, inputs: InputShares, definitions: list[Definition]) -> list[Equation]:
    """Accelerations by the inverse of M^."""
    depends = bool(minimal.choice.dependent)
    mass, push = (MASS, PUSH) if depends else (A, F)
    left = U.marked("dot") if depends else Y.marked("dot")
    for u in inputs.names:
        definitions.append(Definition(_share(u), inputs.shares[u][0]))
    return [Equation(left, _inverted(mass, push, inputs, definitions))]


def _outputs(minimal: Minimal) -> tuple[dict[str, Term], list[str]]:
    """Signals of joint coordinates and rates as formulas; all others by name."""
    tree, model = minimal.tree, minimal.tree.model
    points = tree.points
    assert isinstance(points, TreePoints)
    by_name = {c.published: c for c in tree.tree.coordinates}
    found: dict[str, Term] = {}
    unsaid: list[str] = []
    for name in model.signals:
        source = model.source(name)
        c = by_name.get(f"{source.owner}.{source.quantity}")
        if source.origin is Origin.COORDINATE and c is not None and source.order < 2:
            found[name] = c.name if source.order == 0 else c.dot
        else:
            unsaid.append(name)
    return found, unsaid
