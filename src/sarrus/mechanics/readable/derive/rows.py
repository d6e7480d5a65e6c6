"""Constraint rows between two frames as they are printed: by vector equations where they can be."""

from __future__ import annotations

from dataclasses import dataclass

from sarrus.elements.closing import Closing
from sarrus.elements.statements import require_count
from sarrus.mechanics.readable.algebra.build import ZERO, add, is_zero, mul, neg
from sarrus.mechanics.readable.algebra.rates import slopes
from sarrus.mechanics.readable.algebra.terms import COLUMN, Name, Null, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.changes import DISTANCE, PoseFunctions
from sarrus.mechanics.readable.derive.moving import Moving
from sarrus.mechanics.readable.derive.own import OwnCoordinate, own_coordinates, stated_of_pose
from sarrus.mechanics.readable.derive.slips import TwistFunctions
from sarrus.model.snapshot import Place
from sarrus.scalar import Node


@dataclass(frozen=True)
class ReadableRow:
    """One scalar or vector equation.

    Attributes:
        owner: the element that states it.
        labels: one per scalar equation.
        sources: names of the rows of the catalogue it stands for; empty where a relation of coordinates is one row.
        residual: g = 0 with its definition; of a row of velocities s = 0, which forbids no position.
        multiplier: force or torque that keeps it zero.
        entries: row of the Jacobian by speed.
        alpha, beta: right-hand sides G v = alpha, G vdot = beta.
        force, torque: load of this row on the follower at the origin of M; None for a relation of coordinates.
        is_velocity: whether it is a row of velocities.
    """

    owner: str
    labels: tuple[str, ...]
    sources: tuple[str, ...]
    residual: Definition
    multiplier: Name
    entries: dict[Name, Term]
    alpha: Term
    beta: Term
    force: Term | None = None
    torque: Term | None = None
    is_velocity: bool = False


@dataclass(frozen=True)
class JointRows:
    """The rows of one joint, or of anything else that closes two frames, and what its formulas need.

    Attributes:
        helpers: definitions used by the rows.
        torque: the named sum of its axis multipliers, where the joint has such (space only).
        sense: positive on the branch that is meant; None where nothing has to be said.
        own: coordinates of its own.
    """

    joint: Closing
    base: Place
    follower: Place
    rows: tuple[ReadableRow, ...]
    helpers: tuple[Definition, ...] = ()
    torque: Definition | None = None
    sense: Term | None = None
    own: tuple[OwnCoordinate, ...] = ()


@dataclass
class RowBuilder:
    """Makes the rows of joints and of constraints between frames.

    Args:
        points: named points and axes.
        short: whether the index of axis multipliers needs no joint, for lack of a second one that has them.
    """

    points: Moving
    short: bool = False

    def joint(self, joint: Closing) -> JointRows:
        """All rows of a bound joint; those that cannot act in the plane are left out."""
        return self.between(joint, *self.points.numbers.model.ends_of(joint))

    def between(self, joint: Closing, base: Place, follower: Place) -> JointRows:
        """The same between given places."""
        own = own_coordinates(joint)
        functions = TwistFunctions(self.points, base, follower, own=tuple(c.name for c in own))
        closure, _ = stated_of_pose(joint, functions.own_symbols)
        graph = self.points.numbers.graph
        size = len(functions.F)
        traced = list(zip(joint.rows, functions.trace(closure), strict=True))
        kept = [(name, node) for name, node in traced if node is not graph.zero]
        gap_rows = [name for name, node in kept if functions.place(node) in (9, 10, 11)]
        rows: list[ReadableRow] = []
        if len(gap_rows) == size:
            rows.append(self._vector_row(joint, functions, tuple(gap_rows)))
            kept = [(name, node) for name, node in kept if name not in gap_rows]
        for k, (name, node) in enumerate(kept):
            rows.append(self._scalar_row(joint, functions, name, node, str(k + 1), is_velocity=False))
        stated = functions.traced_slips(joint)
        require_count(joint, "slip", len(stated), "slips", len(joint.slips))
        slips = zip(joint.slips, stated, strict=True)
        acting = [(name, node) for name, node in slips if node is not graph.zero]
        for k, (name, node) in enumerate(acting, len(kept) + 1):
            rows.append(self._scalar_row(joint, functions, name, node, str(k), is_velocity=True))
        sense = self._sense(joint, functions) if rows else None
        torque = self._torque(joint, rows) if not self.points.planar else None
        helpers = tuple(functions.definitions)
        return JointRows(joint, base, follower, tuple(rows), helpers, torque, sense, own)

    def _vector_row(self, joint: Closing, functions: PoseFunctions, sources: tuple[str, ...]) -> ReadableRow:
        labels = tuple(f"{joint.name}.{axis}" for axis in "xyz"[: len(sources)])
        gap = functions.gap
        return ReadableRow(
            joint.name,
            labels,
            sources,
            Definition(Name("g", (joint.name,), COLUMN), gap),
            (lam := Name("lambda", (joint.name,), COLUMN)),
            slopes(gap, self.points.slopes),
            Null(COLUMN),
            neg(self.points.bias(gap)),
            lam,
            self.points.no_torque,
        )

    def _scalar_row(
        self, joint: Closing, functions: TwistFunctions, name: str, node: Node, tag: str, *, is_velocity: bool
    ) -> ReadableRow:
        index = (tag,) if self.short else (joint.name, tag)
        change = functions.slip(node, index) if is_velocity else functions.change(node, index)
        mu = Name("mu", index)
        return ReadableRow(
            joint.name,
            (f"{joint.name}.{name}",),
            (name,),
            Definition(Name("s" if is_velocity else "g", (joint.name, tag)), change.value),
            mu,
            change.slopes,
            ZERO,
            neg(change.bias),
            mul(mu, change.force),
            mul(mu, change.torque),
            is_velocity=is_velocity,
        )

    def _torque(self, joint: Closing, rows: list[ReadableRow]) -> Definition | None:
        total = add(Null(COLUMN), *(row.torque for row in rows if row.torque is not None))
        return None if is_zero(total) else Definition(Name("tau", (joint.name,), COLUMN), total)

    def _sense(self, joint: Closing, functions: PoseFunctions) -> Term | None:
        """Said only where it is one inner product."""
        (node,) = functions.trace(stated_of_pose(joint, functions.own_symbols)[1])
        k = functions.place(node)
        return None if k is None or k == DISTANCE else functions.value(k)
