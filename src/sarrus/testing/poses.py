"""Elements that state functions of the relative pose of two frames, on symbols that have random values."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from sarrus.elements.base import Element
from sarrus.mechanics.derive import pose_functions
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.expression import Value
from sarrus.scalar.kernel import Interpreter
from sarrus.spatial import Kinematics, Pose, Twist, Vec3, from_bryant, rot_z
from sarrus.spatial.pose import flat_pose, pose_from
from sarrus.testing.numbers import CLOSE, difference, evaluate, mp
from sarrus.testing.samples import example

E = TypeVar("E", bound=Element)


class PoseTrial(Generic[E]):
    """One element between two frames, its parameters and poses symbols with values."""

    def __init__(self, kind: type[E], planar: bool, seed: int) -> None:
        self.label = f"{kind.keyword}{' in the plane' if planar else ''} (seed {seed})"
        self.planar = planar
        self.seed = seed
        self.draw = random.Random(f"{kind.keyword} {planar} {seed}")  # noqa: S311
        self.graph = Graph()
        self.values: dict[Node, Any] = {}
        self.written: E = example(kind, "J", "one.a", "two.b", planar=planar, seed=seed)

    def bound(self, element: E) -> E:
        """The element with its parameters on symbols."""
        return element.bind(self._parameter, self.planar)

    def _parameter(self, path: str, value: Value, unit: str) -> Node:
        return self.symbol(path, float(value))  # type: ignore[arg-type]

    def symbol(self, name: str, value: Any = None) -> Node:
        """A symbol with a value, random unless given."""
        s = self.graph.symbol(name)
        self.values[s] = mp.mpf(self.draw.uniform(-1.4, 1.4) if value is None else value)
        return s

    def pose(self, name: str) -> Pose:
        """Any pose that the bodies can take."""
        a, b, c, x, y, z = (self.symbol(f"{name}{i}") for i in range(6))
        if self.planar:
            return Pose(rot_z(c), Vec3(x, y, 0.0))
        return Pose(from_bryant(a, b, c), Vec3(x, y, z))

    def twist(self, name: str) -> Twist:
        """Any twist that the bodies can have."""
        six = [self.symbol(f"{name}.{i}") for i in range(6)]
        if self.planar:
            return Twist(Vec3(six[0], six[1], 0.0), Vec3(0.0, 0.0, six[5]))
        return Twist(Vec3(*six[:3]), Vec3(*six[3:]))

    def numbers(self, scalars: Iterable[Scalar], values: Mapping[Node, Any] | None = None) -> list[Any]:
        """Values of expressions."""
        return evaluate([self.graph.lift(s) for s in scalars], values or self.values)

    def require(self, holds: bool, sentence: str) -> None:
        """Raise unless it holds."""
        if not holds:
            raise AssertionError(f"{self.label}: {sentence}")

    def require_same(self, a: Iterable[Scalar], b: Iterable[Scalar], sentence: str) -> None:
        """Raise unless two lists of expressions have the same values."""
        error = difference(self.numbers(a), self.numbers(b))
        self.require(error < CLOSE, f"{sentence}; they differ by {float(error):.3g}.")


def common_motion_changes_nothing(
    trial: PoseTrial[E], function: Callable[[Pose], Sequence[Scalar]], what: str
) -> None:
    """Functions see only the pose of M against F: carrying both bodies along leaves value, rate and bias as they are."""
    X, X0 = trial.pose("Y"), trial.pose("Z")
    V, A, V0, A0 = (trial.twist(n) for n in ("V", "A", "V0", "A0"))
    F = Kinematics().then(X0, V0, A0)
    carried = pose_functions(trial.graph, function, *F.relative(F.then(X, V, A)))
    still = pose_functions(trial.graph, function, X, V, A)
    for f, g in zip(carried, still, strict=True):
        trial.require_same(
            (f.value, f.rate, f.bias),
            (g.value, g.rate, g.bias),
            f"moving both bodies together changes {what}",
        )


def floats_and_expressions_agree(
    trial: PoseTrial[E], element: E, stated: Callable[[E, Pose], Sequence[Scalar]]
) -> None:
    """The same lines give the same numbers on floats as on expressions, to the rounding of a few operations."""
    X = trial.pose("Y")
    traced = [trial.graph.lift(a) for a in stated(trial.bound(element), X)]
    symbols = list(trial.values)
    floats = {s: float(trial.values[s]) for s in symbols}
    plain = element.bind(lambda path, value, unit: floats[trial.graph.symbol(path)], trial.planar)
    Y = pose_from([*Interpreter(symbols, [trial.graph.lift(a) for a in flat_pose(X)])(list(floats.values()))])
    found = Interpreter(symbols, traced)(list(floats.values()))
    error = max((abs(a - float(b)) for a, b in zip(found, stated(plain, Y), strict=True)), default=0.0)
    trial.require(error < 1e-14, f"floats and expressions give numbers that differ by {error:.3g}.")
