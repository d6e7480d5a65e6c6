"""Constraint rows as they are printed: joints by vector equations where they can be, and drivers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sarrus.elements.drivers.base import Driver
from sarrus.elements.joints.base import Joint
from sarrus.equations.readable.build import ONE, ZERO, add, is_zero, mul, neg, number, sub
from sarrus.equations.readable.changes import Change, PoseFunctions
from sarrus.equations.readable.frames import GROUND, Points
from sarrus.equations.readable.rates import slopes
from sarrus.equations.readable.terms import COLUMN, Name, Null, Term
from sarrus.equations.readable.trees import Definition
from sarrus.model.snapshot import Place
from sarrus.scalar import Node
from sarrus.scalar.derivative import along, gradient


@dataclass(frozen=True)
class Row:
    """One scalar or vector equation.

    Attributes:
        owner: joint or driver.
        labels: one per scalar equation.
        sources: names of the rows of the catalogue it stands for; empty for a driver.
        residual: g = 0 with its definition.
        multiplier: force or torque that keeps it zero.
        entries: row of the Jacobian by speed.
        alpha, beta: right-hand sides G v = alpha, G vdot = beta.
        force, torque: load of this row on the follower at the origin of M; None for a driver.
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


@dataclass(frozen=True)
class JointRows:
    """The rows of one joint, and what its formulas need.

    Attributes:
        helpers: definitions used by the rows.
        torque: the named sum of its axis multipliers, where the joint has such (space only).
        sense: positive on the branch that is meant; None where nothing has to be said.
    """

    joint: Joint
    base: Place
    follower: Place
    rows: tuple[Row, ...]
    helpers: tuple[Definition, ...] = ()
    torque: Definition | None = None
    sense: Term | None = None


@dataclass
class RowBuilder:
    """Makes the rows of joints and drivers.

    Args:
        points: named points and axes.
        short: whether the index of axis multipliers needs no joint, for lack of a second one that has them.
    """

    points: Points
    short: bool = False

    def joint(self, joint: Joint) -> JointRows:
        """All rows of a bound joint; those that cannot act in the plane are left out."""
        base, follower = self.points.numbers.model.ends_of(joint)
        functions = PoseFunctions(self.points, base, follower)
        graph = self.points.numbers.graph
        size = len(functions.F)
        traced = list(zip(joint.rows, functions.trace(joint.closure), strict=True))
        kept = [(name, node) for name, node in traced if node is not graph.zero]
        gap_rows = [name for name, node in kept if (functions.place(node) or 0) >= 9]
        rows: list[Row] = []
        if len(gap_rows) == size:
            rows.append(self._vector_row(joint, functions, tuple(gap_rows)))
            kept = [(name, node) for name, node in kept if name not in gap_rows]
        for k, (name, node) in enumerate(kept):
            rows.append(self._scalar_row(joint, functions, name, node, str(k + 1)))
        sense = self._sense(joint, functions) if rows else None
        torque = self._torque(joint, rows) if not self.points.planar else None
        return JointRows(joint, base, follower, tuple(rows), tuple(functions.definitions), torque, sense)

    def _vector_row(self, joint: Joint, functions: PoseFunctions, sources: tuple[str, ...]) -> Row:
        labels = tuple(f"{joint.name}.{axis}" for axis in "xyz"[: len(sources)])
        gap = functions.gap
        return Row(
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

    def _scalar_row(self, joint: Joint, functions: PoseFunctions, name: str, node: Node, tag: str) -> Row:
        index = (tag,) if self.short else (joint.name, tag)
        change = functions.change(node, index)
        mu = Name("mu", index)
        return Row(
            joint.name,
            (f"{joint.name}.{name}",),
            (name,),
            Definition(Name("g", (joint.name, tag)), change.value),
            mu,
            change.slopes,
            ZERO,
            neg(change.bias),
            mul(mu, change.force),
            mul(mu, change.torque),
        )

    def _torque(self, joint: Joint, rows: list[Row]) -> Definition | None:
        total = add(Null(COLUMN), *(row.torque for row in rows if row.torque is not None))
        return None if is_zero(total) else Definition(Name("tau", (joint.name,), COLUMN), total)

    def _sense(self, joint: Joint, functions: PoseFunctions) -> Term | None:
        """Said only where it is one inner product."""
        (node,) = functions.trace(lambda X: (joint.sense(X),))
        k = functions.place(node)
        return None if k is None else functions.value(k)

    def driver(self, driver: Driver, joint: Joint, k: int) -> tuple[Row, tuple[Definition, ...]]:
        """The row of a bound driver on coordinate k of a joint."""
        numbers, name = self.points.numbers, driver.name
        graph, t = numbers.graph, numbers.t
        base, follower = numbers.model.ends_of(joint)
        functions = PoseFunctions(self.points, base, follower)
        change = self._coordinate(joint, functions, functions.trace(joint.fit)[k], name)
        letter, digits = re.fullmatch(r"(.*?)(\d*)", joint.coordinates[k].name).groups()  # type: ignore[union-attr]
        coordinate = Name(letter, (*([digits] if digits else []), joint.name))
        c, speed, bias = graph.symbols(("@c", "@cdot", "@cbias"))
        r = graph.lift(driver.residual(c))
        slope, by_time = gradient(r, [c])[0], along([r], {t: 1.0})[0]
        second = along([slope * speed + by_time], {c: speed, t: 1.0})[0] + slope * bias
        given: dict[Node, Term] = {c: coordinate, speed: change.rate, bias: change.bias}
        weight = numbers.formula(slope, given)
        row = Row(
            name,
            (name,),
            (),
            Definition(Name("g", (name,)), numbers.formula(r, given)),
            Name("mu", (name,)),
            {speed_: mul(weight, entry) for speed_, entry in change.slopes.items()},
            numbers.formula(-by_time, given),
            numbers.formula(-second, given),
        )
        return row, (*functions.definitions, Definition(coordinate, change.value))

    def _coordinate(self, joint: Joint, functions: PoseFunctions, node: Node, name: str) -> Change:
        x = functions.symbols
        if self.points.planar and node.op == "atan2" and node.args == (x[1], x[0]):
            return self._plane_angle(functions)
        return functions.change(node, (name,))

    def _plane_angle(self, functions: PoseFunctions) -> Change:
        """The angle of x_M against x_F in the plane: a difference of turns, counted over full turns."""
        total: Term = ZERO
        for place, sign in ((functions.follower, 1.0), (functions.base, -1.0)):
            owner = self.points.owner(place)
            if owner != GROUND:
                total = add(total, mul(number(sign), self.points.body(owner).psi))
            for angle, axis in self.points.pose(place).R.turns:
                total = add(total, mul(number(sign), self.points.numbers.formula(angle * axis.z)))
        entries = slopes(total, self.points.slopes)
        spins = sub(*(self.points.spin(self.points.owner(p)) for p in (functions.follower, functions.base)))
        return Change(total, spins, ZERO, entries, Null(COLUMN), ONE)
