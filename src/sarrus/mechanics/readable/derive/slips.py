"""Rows of velocities as formulas: functions of a relative pose, linear in the relative twist.

The velocity of M's origin as seen from F, along an axis of F, is the rate of one of the numbers of the pose. The angular
velocity along an axis of F has a name of its own:

    nu = (Omega_M - Omega_F) . x_F          without accelerations its rate is (Omega_M - Omega_F) . x_F dot
"""

from __future__ import annotations

from sarrus.elements.closing import Closing
from sarrus.mechanics.derive import require_linear
from sarrus.mechanics.readable.algebra.build import ONE, ZERO, add, dot, mul, neg, sub
from sarrus.mechanics.readable.algebra.rates import gathered, rate
from sarrus.mechanics.readable.algebra.terms import Name, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.changes import DISTANCE, Change, PoseFunctions
from sarrus.scalar import Node, Scalar
from sarrus.scalar.derivative import along, gradient
from sarrus.scalar.graph import order
from sarrus.spatial import Twist, Vec3

IN_PLANE = (0, 1, 5)
"""Components of a twist that the plane has."""


class TwistFunctions(PoseFunctions):
    """The same numbers of X_FM, and rows of velocities over them."""

    def __post_init__(self) -> None:
        """Add symbols of the twist."""
        super().__post_init__()
        self._twist = self.points.numbers.graph.symbols(f"@W{i}" for i in range(6))
        self._components: dict[int, Change] = {}

    def traced_slips(self, element: Closing) -> list[Node]:
        """What an element states of velocities, on symbols of pose and twist."""
        slip = element.slip
        if slip is None:
            return []
        six: list[Scalar] = [
            s if not self.points.planar or i in IN_PLANE else 0.0 for i, s in enumerate(self._twist)
        ]
        found = self.trace(lambda X: slip(X, Twist(Vec3(*six[:3]), Vec3(*six[3:]))))
        for node in found:
            require_linear(element, node, gradient(node, self._twist), self._twist)
        return found

    def slip(self, node: Node, tag: tuple[str, ...]) -> Change:
        """A row of velocities: its value is what a rate is for other rows, its bias the derivative of that.

        Args:
            node: the row, traced.
            tag: index of what has to be named.
        """
        graph, numbers = node.graph, self.points.numbers
        speeds = [graph.symbol(f"@XV{i}") for i in range(DISTANCE + 1)]
        biases = [graph.symbol(f"@WB{i}") for i in range(6)]
        steps = {
            **dict(zip(self.symbols, speeds, strict=True)),
            **dict(zip(self._twist, biases, strict=True)),
        }
        changing = along([node], steps)[0]
        weights, there = gradient(node, self._twist), set(order([node]))
        given: dict[Node, Term] = {}
        for k in (k for k, symbol in enumerate(self.symbols) if symbol in there):
            inner = self._named(k, (*tag, str(k + 1)))
            given |= {self.symbols[k]: inner.value, speeds[k]: inner.rate}
        used = [i for i, symbol in enumerate(self._twist) if symbol in there]
        for i in used:
            part = self._component(i, tag)
            given |= {self._twist[i]: part.value, biases[i]: part.bias}
        shares = [(numbers.formula(weights[i], given), self._components[i]) for i in used]
        value = numbers.formula(node, given)
        return Change(
            value,
            value,
            numbers.formula(changing, given),
            gathered(*({s: mul(w, entry) for s, entry in c.slopes.items()} for w, c in shares)),
            add(self.points.zero, *(mul(w, c.force) for w, c in shares)),
            add(self.points.no_torque, *(mul(w, c.torque) for w, c in shares)),
        )

    def _component(self, i: int, tag: tuple[str, ...]) -> Change:
        """A component of the twist, in F."""
        if i not in self._components:
            self._components[i] = self._velocity(i, tag) if i < 3 else self._turning(i, tag)
        return self._components[i]

    def _velocity(self, i: int, tag: tuple[str, ...]) -> Change:
        """The rate of a number of the pose."""
        found = self._named(9 + i, (*tag, str(10 + i)))
        return Change(found.rate, found.rate, found.bias, found.slopes, found.force, found.torque)

    def _turning(self, i: int, tag: tuple[str, ...]) -> Change:
        """Angular velocity of M as seen from F, along an axis of F."""
        points, nu = self.points, Name("nu", (*tag, "xyz"[i - 3]))
        spin = sub(*(points.spin(points.owner(place)) for place in (self.follower, self.base)))
        if points.planar:
            self.definitions.append(Definition(nu, spin))
            shares = [
                {points.body(points.owner(place)).turn: sign}
                for place, sign in ((self.follower, ONE), (self.base, neg(ONE)))
                if place.body is not None
            ]
            return Change(nu, nu, ZERO, gathered(*shares), points.zero, ONE)
        axis, ring = self.F[i - 3], nu.marked("ring")
        self.definitions += [
            Definition(nu, dot(spin, axis)),
            Definition(ring, dot(spin, rate(axis, points.rates))),
        ]
        return Change(nu, nu, ring, self._turned_by(axis), points.zero, axis)
