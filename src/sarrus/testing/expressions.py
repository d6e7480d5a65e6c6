"""A mechanism as expressions: what the passes say of it, to be read and evaluated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sarrus.elements.closing import Closing
from sarrus.mechanics.formulate import trace
from sarrus.mechanics.infos import Level, RowInfo
from sarrus.mechanics.passes.coordinates import Measured
from sarrus.mechanics.passes.motion import End, frame_at, motion_of
from sarrus.mechanics.passes.rows import Closed, SparseRows
from sarrus.model import Mechanism, Snapshot
from sarrus.scalar import Node, Scalar
from sarrus.spatial import Kinematics, Twist, Vec3, Wrench
from sarrus.topology import GROUND, Tree, span

Entries = dict[int, Node]
"""A row of a matrix: speed -> expression."""


@dataclass(frozen=True)
class RowExpression:
    """A constraint row.

    Attributes:
        name, owner, level: of the row and of its element, and what it forbids.
        g: residual.
        entries: its row of G.
        alpha, beta: right-hand sides of its rate and second derivative.
        actions: what a unit multiplier does: base, follower, load on the follower, and where; ground components.
    """

    name: str
    owner: str
    level: Level
    g: Node
    entries: Entries
    alpha: Node
    beta: Node
    actions: tuple[tuple[int, int, Wrench, Vec3], ...]


@dataclass(frozen=True)
class CoordinateExpression:
    """A published coordinate: value, rate, second derivative without accelerations of the speeds, slopes."""

    value: Node
    rate: Node
    bias: Node
    entries: Entries


@dataclass(frozen=True)
class GapExpression:
    """How far an element stands open, and its slopes."""

    owner: str
    value: Node
    entries: Entries


@dataclass(frozen=True)
class LoadExpressions:
    """All forces: load on each body about its origin, energies and powers, published quantities with their units.

    Of a vector its size counts.
    """

    on: dict[int, Wrench]
    energy: Node
    lost: Node
    supplied: Node
    published: dict[str, tuple[str, Node]]


class Expressions:
    """A mechanism over a tree.

    Args:
        model: the mechanism.
        tree: what carries its bodies.
        closed: elements that are closed by rows.
        on_tree: whether gaps are wanted.
    """

    def __init__(self, model: Snapshot, tree: Tree, closed: Sequence[Closing], on_tree: bool = True) -> None:
        self.model, self.tree = model, tree
        self.mechanics, self._rec, self.parameters = trace(model, tree, closed, on_tree)
        self.graph = self._rec.graph
        self.t = self.graph.symbol("t")
        self._layout = self.mechanics.layout

    @staticmethod
    def on_its_tree(mechanism: Mechanism) -> Expressions:
        """The mechanism in the coordinates of its tree."""
        model = mechanism.snapshot()
        tree = span(model)
        return Expressions(model, tree, (*tree.cuts, *model.closings))

    @cached_property
    def q(self) -> list[tuple[Node, ...]]:
        """Coordinates, branch by branch."""
        return [tuple(self._rec.value(limb.q)) for limb in self._layout.limbs]

    @cached_property
    def v(self) -> list[tuple[Node, ...]]:
        """Speeds, branch by branch."""
        return [tuple(self._rec.value(limb.v)) for limb in self._layout.limbs]

    @cached_property
    def states(self) -> list[Node]:
        """States of elements in order."""
        return [self._rec.value(slot) for slots in self.mechanics.internal.values() for slot in slots]

    @cached_property
    def flows(self) -> list[Node]:
        """Their rates."""
        rates = (self._rec.value(slot) for slot in self.mechanics.applied.flows.values())
        return [self.graph.lift(rate) for force in rates for rate in force]

    @property
    def coordinates(self) -> list[Node]:
        """All coordinates in order, those of constraints last."""
        own = [self._rec.value(own.q) for own in self._layout.owned.values()]
        return [s for group in (*self.q, *own) for s in group]

    @property
    def speeds(self) -> list[Node]:
        """All speeds in order, those of constraints last."""
        own = [self._rec.value(own.v) for own in self._layout.owned.values()]
        return [s for group in (*self.v, *own) for s in group]

    @property
    def turns(self) -> dict[str, Node]:
        """What counts the turns of fitted angles."""
        return {name: self._rec.value(slot) for name, slot in self.mechanics.turns.items()}

    @cached_property
    def rates(self) -> list[Node]:
        """Rate of every coordinate."""
        self.mechanics.size("qdot")
        return self._rec.nodes("qdot")

    @cached_property
    def bodies(self) -> dict[int, Kinematics]:
        """Motion of every body, ground included."""
        _ = self.mechanics.masks  # bodies move first
        found = {k: motion_of(self._rec.value(body.motion)) for k, body in enumerate(self._layout.bodies)}
        return {GROUND: Kinematics(), **found}

    def columns(self, branch: int) -> tuple[list[Twist], Vec3]:
        """What each speed of a branch does to everything outboard, and at which point."""
        _ = self.mechanics.masks  # bodies move first
        limb = self._layout.limbs[branch]
        return self._rec.value(limb.columns), self._rec.value(limb.point)

    def follower(self, element: Closing) -> Kinematics:
        """The frame M of an element."""
        return self.frames(element)[1]

    def frames(self, element: Closing) -> tuple[Kinematics, Kinematics]:
        """The frames F and M of an element."""
        _ = self.mechanics.masks  # bodies move first
        F, M = self._layout.ends(self.model.ends_of(element))
        base: End = self._rec.value(F)
        follower: End = self._rec.value(M)
        return frame_at(base), frame_at(follower)

    def rows(self, owner: str = "") -> list[RowExpression]:
        """Constraint rows, all or those of an element."""
        m = self.mechanics
        for array in ("g", "G", "alpha", "beta"):
            m.size(array)
        g, alpha, beta = (self._rec.nodes(array) for array in ("g", "alpha", "beta"))
        entries = self._rows_of(m.G, len(g))
        infos: list[RowInfo] = m.row_infos
        actions = [*(a for c in m.closed for a in self._closed_actions(c)), *map(self._tied_actions, m.ties)]
        actions += [a for c in m.slips for a in self._closed_actions(c)]
        actions += map(self._tied_actions, m.tied_rates)
        found = [
            RowExpression(info.name, info.owner, info.level, *parts)
            for info, *parts in zip(infos, g, entries, alpha, beta, actions, strict=True)
        ]
        return [row for row in found if not owner or row.owner == owner]

    def _rows_of(self, sparse: SparseRows, count: int) -> list[Entries]:
        found: list[Entries] = [{} for _ in range(count)]
        for (row, speed), node in zip(sparse.pattern, self._rec.nodes(sparse.array), strict=True):
            if node is not self.graph.zero:
                found[row][speed] = node
        return found

    def _closed_actions(self, c: Closed) -> list[Any]:
        base, follower = c.bodies
        point = self._rec.value(c.point)
        return [((base, follower, load, point),) for load in self._rec.value(c.loads)]

    def _tied_actions(self, tying: Any) -> Any:
        return tuple(
            (*m.bodies, self._rec.value(m.load) * self._rec.value(slope), self._rec.value(m.point))
            for m, slope in zip(tying.on, tying.slopes, strict=True)
        )

    def measured(self, joint: str) -> list[CoordinateExpression]:
        """Published coordinates of a joint."""
        m = self.mechanics
        entries = self._rows_of(m.measured_slopes, len(m.coordinates))
        return [
            CoordinateExpression(self._node(one.value), self._node(one.rate), self._bias(one), own)
            for one, own in zip(m.coordinates, entries, strict=True)
            if one.joint.name == joint
        ]

    def _bias(self, m: Measured) -> Node:
        return self.graph.zero if m.bias is None else self._node(m.bias)

    def _node(self, slot: Any) -> Node:
        return self.graph.lift(self._rec.value(slot))

    def gaps(self, owner: str) -> list[GapExpression]:
        """Gaps of an element."""
        m = self.mechanics
        infos = m.gap_infos
        entries = self._rows_of(m.gap_slopes, len(infos))
        nodes = zip(infos, self._rec.nodes("gap"), entries, strict=True)
        return [GapExpression(info.owner, n, e) for info, n, e in nodes if info.owner == owner]

    @cached_property
    def loads(self) -> LoadExpressions:
        """Applied forces; only bodies that feel any are listed."""
        applied = self.mechanics.applied
        on: dict[int, Wrench] = {}
        for k, body in enumerate(self._layout.bodies):
            load: Wrench = self._rec.value(body.load)
            parts: list[Scalar] = [*load.force, *load.torque]
            if any(self.graph.lift(x) is not self.graph.zero for x in parts):
                on[k] = load
        published = {
            f"{force}.{name}": (unit, self.graph.lift(_size(values)))
            for force, (_, slot) in applied.published.items()
            for name, unit, *values in self._rec.value(slot)
        }
        return LoadExpressions(
            on, self._node(applied.energy), self._node(applied.lost), self._node(applied.supplied), published
        )


def _size(values: Sequence[Scalar]) -> Scalar:
    """A number, or the size of a vector."""
    return values[0] if len(values) == 1 else Vec3(*values).norm()
