"""Laws of loads taken apart: sums of absolute values of loads, each times what does not depend on loads.

    phi = base(y) + sum over sides s of share_s |side_s(y)|        base and sides linear in the loads y

Friction in a plane guide is of this kind: its load is |F|, or |F/2 + M/b| + |F/2 - M/b|. With the signs of all sides given, such
laws are linear, so that all their solutions can be found. Friction in a pin is not: its load is the length of a vector.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sarrus.mechanics.derive import efforts
from sarrus.mechanics.layout import Layout
from sarrus.mechanics.numbers import Bound
from sarrus.mechanics.passes.loaded import Pushing, arguments_of, in_base
from sarrus.mechanics.passes.motion import End
from sarrus.mechanics.passes.reactions import Published
from sarrus.mechanics.recorder import Recorder
from sarrus.mechanics.slots import Slot, numbers
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.derivative import gradient
from sarrus.scalar.graph import order
from sarrus.scalar.rewrite import depends_on, substitute
from sarrus.scalar.switches import switches


def state_sides(
    layout: Layout,
    rec: Recorder,
    pushes: Sequence[Pushing],
    states: Mapping[str, tuple[Slot, ...]],
    loads: Published,
) -> tuple[int, ...]:
    """Fill the arrays "side" and "share"; for each side the number of its effort. Empty where a law is of another kind."""
    if layout.model.meshes:
        return ()  # teeth push apart whichever way they push: loads of their joints are not linear in multipliers
    found = []
    for push in (p for p in pushes if not p.is_inertial):
        arguments, words = arguments_of(layout, push, states, loads)
        count = len(rec.look(sides_of_law, *arguments, **words)[0])
        if not count:
            return ()
        found.append((push, count, arguments, words))
    rec.sweep()
    owners: list[int] = []
    for push, count, arguments, words in found:
        places = [Slot(numbers(count), array, len(owners)) for array in ("side", "share")]
        rec.run(sides_of_law, *arguments, into=places, **words)
        owners += [push.number] * count
    return tuple(owners)


def sides_of_law(
    graph: Graph,
    t: Node,
    force: Bound,
    z: Sequence[Node],
    seen: tuple[Node, Node, Node],
    joint: tuple[Bound, End, End],
    load: tuple[Sequence[Scalar], Sequence[Scalar]],
    *,
    k: int,
    unit: str,
    in_plane: bool,
) -> tuple[Any, ...]:
    """Sides of the law of a force, and how much each counts; nothing where it is of another kind. As `law_of_load`."""
    value, rate, _ = seen
    pull, turn, axis = in_base(graph, joint, load, k, unit, in_plane)
    actual = {
        graph.symbol(f"@load{i}"): a
        for i, a in enumerate((*pull, *turn))
        if isinstance(a, Node) and a.op != "const"
    }
    own = [graph.symbol(f"@load{i}") for i in range(6)]
    given = [s if s in actual else a for s, a in zip(own, (*pull, *turn), strict=True)]
    law = efforts(graph, force(t), [value], [rate], [*given, *axis], z, unit).efforts[0]
    found = in_sides(law, list(actual))
    if found is None:
        return [], []
    sides, shares = found
    return substitute(sides, actual), substitute(shares, actual)


def in_sides(law: Node, loads: Sequence[Node]) -> tuple[list[Node], list[Node]] | None:
    """Loads whose absolute values a law is made of, and how much each counts; None where it is made of anything else.

    Args:
        law: an expression.
        loads: symbols in it.
    """
    nodes = order([law])
    absolutes = [n for n in nodes if n.op == "abs" and depends_on([n.args[0]], loads)[0]]
    if not absolutes:
        return None
    sizes = law.graph.symbols(f"@size{i}" for i in range(len(absolutes)))
    put = dict(zip(absolutes, sizes, strict=True))
    whole, *sides = substitute([law, *(n.args[0] for n in absolutes)], put)
    shares = gradient(whole, sizes)
    moving = (*loads, *sizes)
    slopes = [*shares, *gradient(whole, loads), *(s for side in sides for s in gradient(side, loads))]
    # neither may a side stand within another, nor anything else change with the loads
    if any(depends_on([*slopes, *switches([whole])], moving)) or any(depends_on(sides, sizes)):
        return None
    return sides, list(shares)
