"""How rows and published coordinates change along a given motion, accelerations included.

    row_rate = G v - alpha        row_second = G vdot - beta        c_dot        c_ddot        spin        spin_dot

The first two vanish for a motion that the rows allow; what linear models need is how they change with the state. Each number
comes from the functions that the rows themselves are made of. A spin is the angular velocity w_FM of a joint that keeps a
turn inside, in components of F: its three angles are no good coordinates for that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sarrus.elements.joints.base import Joint
from sarrus.mechanics.derive import pose_functions, twist_functions
from sarrus.mechanics.layout import TIME, Layout
from sarrus.mechanics.numbers import Bound
from sarrus.mechanics.passes.coordinates import Measured, counted_of
from sarrus.mechanics.passes.motion import End, frame_at
from sarrus.mechanics.passes.rows import Closed
from sarrus.mechanics.passes.signals import inputs_of
from sarrus.mechanics.passes.tied_rates import Read, tie_rate
from sarrus.mechanics.passes.ties import Tied, Tying, tie
from sarrus.mechanics.recorder import Recorder
from sarrus.mechanics.slots import SCALAR, Picked, Slot, numbers
from sarrus.scalar import Graph, Node, Scalar

RATE, SECOND = "row_rate", "row_second"


def follow_closed(layout: Layout, rec: Recorder, closed: Sequence[Closed], turns: dict[str, Slot]) -> None:
    """Rows of elements that are closed by rows."""
    rec.sweep()
    for c in closed:
        arguments: tuple[Any, ...] = (layout.numbers.element(c.element), *_ends(layout, c))
        counted = None
        if isinstance(c.element, Joint) and type(c.element).counting is not Joint.counting:
            counted = counted_of(c.element, turns)
        own = (c.own.q, c.own.v, c.own.vdot) if c.own else None
        rec.run(followed, *arguments, counted, own, into=_rows(c))


def follow_slips(layout: Layout, rec: Recorder, slips: Sequence[Closed]) -> None:
    """Rows of velocities of elements."""
    if slips:
        rec.sweep()
    for c in slips:
        rec.run(followed_slip, layout.numbers.element(c.element), *_ends(layout, c), into=_rows(c))


def _ends(layout: Layout, c: Closed) -> tuple[Any, ...]:
    return layout.ends(layout.model.ends_of(c.element))


def _rows(c: Closed) -> list[Picked]:
    return [Picked(c.place(array), c.chosen) for array in (RATE, SECOND)]


def followed(
    graph: Graph,
    element: Bound,
    F: End,
    M: End,
    counted: Sequence[Node | None] | None,
    own: tuple[Sequence[Node], Sequence[Node], Sequence[Node]] | None,
) -> tuple[list[Scalar], list[Scalar]]:
    """First and second derivatives of the rows of an element in time."""
    bound, base, follower = element(None), frame_at(F, full=True), frame_at(M, full=True)
    if counted is not None:
        bound = bound.counting(counted)
    s, s_dot, s_ddot = own or ((), (), ())
    functions = pose_functions(graph, bound.closure, *base.relative(follower), own=(s, s_dot))
    seconds = [sum((a * b for a, b in zip(f.slopes, s_ddot, strict=True)), f.bias) for f in functions]
    return [f.rate for f in functions], [*seconds]


def followed_slip(graph: Graph, element: Bound, F: End, M: End) -> tuple[list[Scalar], list[Scalar]]:
    """Rows of velocities, and their derivatives in time."""
    base, follower = frame_at(F, full=True), frame_at(M, full=True)
    functions = twist_functions(graph, element(None), *base.relative(follower))
    return [f.value for f in functions], [f.bias for f in functions]


def follow_ties(layout: Layout, rec: Recorder, ties: Sequence[Tying]) -> None:
    """Rows of relations of coordinates."""
    inputs = inputs_of(tuple(layout.model.inputs))
    rec.sweep()
    for tying in ties:
        reads = layout.model.reads(tying.relation)
        rec.run(
            followed_tie,
            TIME,
            layout.numbers.element(tying.relation),
            tuple((m.value, m.rate, m.second) for m in tying.on),
            tuple(inputs.get(name) for name in reads),
            into=_row(tying),
            arguments=tying.arguments,
        )


def follow_rate_ties(layout: Layout, rec: Recorder, ties: Sequence[Tying]) -> None:
    """Rows of conditions of velocities."""
    if not ties:
        return
    inputs = inputs_of(tuple(layout.model.inputs))
    rec.sweep()
    for tying in ties:
        rec.run(
            followed_rate_tie,
            TIME,
            layout.numbers.element(tying.relation),
            tuple((m.value, m.rate, m.second) for m in tying.on),
            tuple((m.value, m.rate) for m in tying.places),
            tuple(inputs.get(name) for name in layout.model.reads(tying.relation)),
            into=_row(tying),
            reads=tying.reads,
        )


def _row(tying: Tying) -> list[Slot]:
    return [Slot(SCALAR, array, tying.row) for array in (RATE, SECOND)]


def followed_tie(
    graph: Graph,
    t: Node,
    relation: Bound,
    motion: Sequence[tuple[Node, Node, Node]],
    reads: Sequence[Node | None],
    *,
    arguments: Callable[[Sequence[Node]], Sequence[Scalar]],
) -> tuple[Scalar, Scalar]:
    """First and second derivative of a relation in time."""
    return _followed(graph, tie(graph, t, relation(t), motion, arguments, reads), motion)


def followed_rate_tie(
    graph: Graph,
    t: Node,
    relation: Bound,
    moving: Sequence[tuple[Node, Node, Node]],
    places: Sequence[tuple[Node, Node]],
    inputs: Sequence[Node | None],
    *,
    reads: Sequence[Read],
) -> tuple[Scalar, Scalar]:
    """A condition of velocities, and its derivative in time."""
    motion = [*((value, rate) for value, rate, _ in moving), *places]
    seconds = [second for _, _, second in moving]
    return _followed(graph, tie_rate(graph, t, relation(t), motion, seconds, inputs, reads), moving)


def _followed(graph: Graph, found: Tied, motion: Sequence[tuple[Node, Node, Node]]) -> tuple[Scalar, Scalar]:
    """With true second derivatives in the place of biases, beta is the second derivative itself, but for its sign."""
    rates = (slope * rate for slope, (_, rate, _) in zip(found.slopes, motion, strict=True))
    return sum(rates, graph.zero) - found.alpha, -found.beta


def follow_coordinates(rec: Recorder, coordinates: Sequence[Measured]) -> None:
    """Published coordinates."""
    rec.sweep()
    for k, m in enumerate(coordinates):
        rec.run(changes, m.rate, m.second, into=[Slot(SCALAR, "c_dot", k), Slot(SCALAR, "c_ddot", k)])


def turning(layout: Layout) -> list[Joint]:
    """Joints that keep a turn inside."""
    return [joint for joint in layout.model.all_joints if joint.turn_places]


def follow_spins(layout: Layout, rec: Recorder) -> None:
    """Angular velocities of such joints, and their rates."""
    joints, three = turning(layout), numbers(3)
    if joints:
        rec.sweep()
    for k, joint in enumerate(joints):
        places = [Slot(three, array, 3 * k) for array in ("spin", "spin_dot")]
        rec.run(spinning, *layout.ends(layout.model.ends_of(joint)), into=places)


def spinning(graph: Graph, F: End, M: End) -> tuple[list[Scalar], list[Scalar]]:
    """Angular velocity of M against F, and its rate as seen from F, in components of F."""
    _, V, A = frame_at(F, full=True).relative(frame_at(M, full=True))
    return [*V.w], [*A.w]


def changes(graph: Graph, rate: Node, second: Node) -> tuple[Node, Node]:
    """Rate and second derivative of a coordinate."""
    return rate, second
