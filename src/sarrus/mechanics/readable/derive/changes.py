"""Scalar functions of a relative pose X_FM as formulas, with their derivatives.

A joint states its rows and its coordinates as functions of X_FM. Traced on symbols, most of them *are* one of the
twelve numbers of the pose, and each of these is an inner product:

    x_M . y_F (an axis of M along an axis of F)          (p_M - p_F) . x_F

The distance of the two origins is a thirteenth. Any other function is printed as it stands, over such numbers: products
are named chi, the distance ell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sarrus.mechanics.readable.algebra.build import (
    IDENTITY,
    ONE,
    add,
    call,
    chain,
    dot,
    mul,
    neg,
    over,
    power,
    sub,
    transpose,
)
from sarrus.mechanics.readable.algebra.rates import gathered, rate, slopes, transposed, turning
from sarrus.mechanics.readable.algebra.terms import COLUMN, Cross, Name, Term
from sarrus.mechanics.readable.algebra.trees import Definition, walk
from sarrus.mechanics.readable.derive.arcs import angle_bias
from sarrus.mechanics.readable.derive.moving import Moving
from sarrus.model.snapshot import Place
from sarrus.scalar import Node, Scalar
from sarrus.scalar.derivative import along, gradient
from sarrus.scalar.graph import order
from sarrus.scalar.rewrite import substitute
from sarrus.spatial import Pose
from sarrus.spatial.pose import pose_from

FORCE, TORQUE, GAP = Name("F"), Name("T"), Name("gap", kind=COLUMN)
DISTANCE = 12
NOTHING = 1e-9
"""Numbers of size 1 up to this count as nothing."""
OUT_OF_PLANE = {2: 0.0, 5: 0.0, 6: 0.0, 7: 0.0, 8: 1.0, 11: 0.0}
"""Numbers of a pose that are structure in the plane."""


@dataclass(frozen=True)
class Change:
    """A scalar function of the state.

    Attributes:
        value, rate, bias: the function, its first derivative, its second one without accelerations of the speeds.
        slopes: entries of its row of the Jacobian by speed.
        force, torque: load on the follower at the origin of M, ground components, for a unit multiplier.
    """

    value: Term
    rate: Term
    bias: Term
    slopes: dict[Name, Term]
    force: Term
    torque: Term


@dataclass
class PoseFunctions:
    """The numbers of X_FM between two places, and functions of them and of coordinates of a constraint's own."""

    points: Moving
    base: Place
    follower: Place
    definitions: list[Definition] = field(default_factory=list)
    own: tuple[Name, ...] = ()

    def __post_init__(self) -> None:
        """Find points and axes of both frames."""
        self.F, self.M = self.points.axes(self.base), self.points.axes(self.follower)
        self.gap = sub(self.points.point(self.follower), self.points.point(self.base))
        self.symbols = self.points.numbers.graph.symbols(f"@X{i}" for i in range(DISTANCE + 1))
        self.own_symbols = self.points.numbers.graph.symbols(f"@S{i}" for i in range(len(self.own)))
        self._chi: dict[int, Change] = {}

    def trace(self, function: Callable[[Pose], Sequence[Scalar]]) -> list[Node]:
        """Values of a function on symbols of the pose; what cannot change in the plane is put in."""
        graph, X = self.points.numbers.graph, pose_from(list(self.symbols[:DISTANCE]))
        nodes = [graph.lift(v) for v in function(X)]
        known: dict[Node, float] = {n: 0.0 for n in order(nodes) if self._is_guard(n)}
        if self.points.planar:
            known |= {self.symbols[k]: v for k, v in OUT_OF_PLANE.items()}
        square, *nodes = substitute([graph.lift(X.p.dot(X.p)), *nodes], known)
        distance = self.symbols[DISTANCE]
        roots = {n: distance for n in order(nodes) if n.op in ("root", "sqrt") and n.args[0] is square}
        return substitute(nodes, {**roots, square: distance * distance})

    def _is_guard(self, node: Node) -> bool:
        """Whether a node asks what is true by rounding only, never on paper.

        That is whether a component of a unit vector exceeds 1, and whether something is next to nothing.
        """
        if node.op != "lt":
            return False
        one, two = node.args
        if one.op != "const" and two.op == "const" and 0.0 < two.value <= NOTHING:
            return True
        if two in self.symbols[:9]:
            return one.op == "const" and one.value >= 1.0
        return one in self.symbols[:9] and two.op == "const" and two.value <= -1.0

    def place(self, node: Node) -> int | None:
        """Which number of the pose a node is, if it is one."""
        return next((k for k, s in enumerate(self.symbols) if s is node), None)

    def change(self, node: Node, tag: tuple[str, ...], speed: Name | None = None) -> Change:
        """A traced function with its derivatives.

        Args:
            node: the function.
            tag: index of what has to be named.
            speed: name of its rate, where it has one that the second derivative may use.
        """
        k = self.place(node)
        if k == DISTANCE:
            return self._distance(tag)
        return self._product(k, tag) if k is not None else self._function(node, tag, speed)

    def _distance(self, tag: tuple[str, ...]) -> Change:
        """The distance of the origins, along the unit vector u from F to M."""
        ell, u = Name("ell", tag), Name("u", tag, COLUMN)
        moving = rate(self.gap, self.points.rates)
        rest = over(sub(dot(moving, moving), power(ell.marked("dot"), 2)), ell)
        again = rate(moving, self.points.rates | self.points.second)
        self.definitions += [
            Definition(ell, call("norm", self.gap)),
            Definition(u, over(self.gap, ell)),
            Definition(ell.marked("dot"), dot(u, moving)),
            Definition(ell.marked("ring"), add(dot(u, again), rest)),
        ]
        entries = slopes(dot(u, self.gap), self.points.slopes)
        return Change(ell, ell.marked("dot"), ell.marked("ring"), entries, u, self.points.no_torque)

    def _product(self, k: int, tag: tuple[str, ...]) -> Change:
        """One of the twelve numbers of the pose."""
        along_F, with_gap, value = self.F[k % 3], self._over_gap(k), self.value(k)
        entries = slopes(value, self.points.slopes)
        turned = {axis: {TORQUE: self._turn_of(axis)} for axis in self.M}
        pull = slopes(with_gap, {GAP: {FORCE: IDENTITY}}).get(FORCE)
        twist = slopes(with_gap, turned).get(TORQUE) if k < 9 else None
        if not self.points.planar:
            arm = Cross(self.gap if k >= 9 else self.M[k // 3], along_F)
            t = Name("t", tag, COLUMN)

            def named(part: Term) -> Term:
                return t if part == arm else part

            shorter = {speed: walk(entry, named) for speed, entry in entries.items()}
            if shorter != entries:
                self.definitions.append(Definition(t, arm))
            entries, twist = shorter, walk(twist, named) if twist else None
        return Change(
            value,
            rate(value, self.points.rates),
            self.points.bias(value),
            entries,
            self.points.zero if pull is None else transposed(pull, ONE),
            self.points.no_torque if twist is None else transposed(twist, ONE),
        )

    def _turn_of(self, axis: Name) -> Term:
        if self.points.planar:
            e, n = self.M
            return n if axis == e else neg(e)
        return turning(axis)

    def _over_gap(self, k: int) -> Term:
        return dot(GAP if k >= 9 else self.M[k // 3], self.F[k % 3])

    def value(self, k: int) -> Term:
        """One of the twelve numbers of the pose as an inner product."""
        return walk(self._over_gap(k), lambda part: self.gap if part == GAP else part)

    def _function(self, node: Node, tag: tuple[str, ...], speed: Name | None) -> Change:
        """Any function, by the chain rule over the numbers of the pose it uses, and its own coordinates."""
        graph, numbers = node.graph, self.points.numbers
        speeds, biases = ([graph.symbol(f"@{kind}{i}") for i in range(DISTANCE + 1)] for kind in ("XV", "XB"))
        own_speeds = [graph.symbol(f"@SV{i}") for i in range(len(self.own))]
        moving_with = {
            **dict(zip(self.symbols, speeds, strict=True)),
            **dict(zip(self.own_symbols, own_speeds, strict=True)),
        }
        first = along([node], moving_with)[0]
        steps = {**moving_with, **dict(zip(speeds, biases, strict=True))}
        again = graph.symbol("@rate")
        second = angle_bias(node, again, steps) if speed else None
        if second is None:
            second = along([first], steps)[0]
        weights = gradient(node, self.symbols)
        given: dict[Node, Term] = {again: speed} if speed else {}
        for symbol, moving_symbol, name in zip(self.own_symbols, own_speeds, self.own, strict=True):
            given |= {symbol: name, moving_symbol: name.marked("dot")}
        used = [k for k, w in enumerate(weights) if w is not graph.zero]
        there = set(order([node]))  # what only tells turns apart has no slope
        seen = [k for k, symbol in enumerate(self.symbols) if k in used or symbol in there]
        for number, k in enumerate(seen):
            inner = self._named(k, (*tag, str(number + 1)))
            given |= {self.symbols[k]: inner.value, speeds[k]: inner.rate, biases[k]: inner.bias}
        shares = [(numbers.formula(weights[k], given), self._chi[k]) for k in used]
        entries = gathered(*({s: mul(w, entry) for s, entry in c.slopes.items()} for w, c in shares))
        torque = add(self.points.no_torque, *(mul(w, c.torque) for w, c in shares))
        if not self.points.planar and max(used, default=9) < 9:
            t = Name("t", tag, COLUMN)
            self.definitions.append(Definition(t, torque))
            entries, torque = self._turned_by(t), t
        for name, slope in zip(self.own, gradient(node, self.own_symbols), strict=True):
            if slope is not graph.zero:
                entries = {**entries, name.marked("dot"): numbers.formula(slope, given)}
        moving = numbers.formula(first, given)
        if speed is not None and isinstance(torque, Name):
            owners = (self.points.owner(place) for place in (self.follower, self.base))
            moving = dot(torque, sub(*(self.points.spin(owner) for owner in owners)))
        return Change(
            numbers.formula(node, given),
            moving,
            numbers.formula(second, given),
            entries,
            add(self.points.zero, *(mul(w, c.force) for w, c in shares)),
            torque,
        )

    def _turned_by(self, t: Name) -> dict[Name, Term]:
        """Entries of a function of the axes alone: its rate is t . (Omega_M - Omega_F)."""
        shares: list[dict[Name, Term]] = []
        for place, sign in ((self.follower, ONE), (self.base, neg(ONE))):
            body = self.points.body(self.points.owner(place))
            if place.body is not None:
                shares.append({body.turn: mul(sign, chain(transpose(t), body.A))})
        return gathered(*shares)

    def _named(self, k: int, tag: tuple[str, ...]) -> Change:
        """One number of the pose under a name of its own, with its rates."""
        if k == DISTANCE and k not in self._chi:
            self._chi[k] = self._distance(tag[:-1])
        if k not in self._chi:
            found = self._product(k, tag)
            chi = Name("chi", tag)
            values = (found.value, found.rate, found.bias)
            marked = (chi, chi.marked("dot"), chi.marked("ring"))
            self.definitions += [Definition(n, v) for n, v in zip(marked, values, strict=True)]
            self._chi[k] = Change(*marked, found.slopes, found.force, found.torque)
        return self._chi[k]
