"""Random but repeatable elements, mechanisms and motions to try elements on."""

from __future__ import annotations

import random
from typing import Any, TypeVar

from sarrus.elements.base import Element, Shape
from sarrus.elements.body import Body
from sarrus.elements.joints import UNBOUND
from sarrus.elements.joints.base import Joint
from sarrus.equations.scene import Scene, build_scene
from sarrus.model import Mechanism
from sarrus.model.check import keeps_plane
from sarrus.scalar import Node, Scalar
from sarrus.testing.numbers import STEP, evaluate, mp
from sarrus.topology import GROUND, Branch, Tree

E = TypeVar("E", bound=Element)


def example(kind: type[E], name: str, *ends: str, planar: bool, seed: int = 0) -> E:
    """An element with random parameters inside their ranges; those that may depend on time do."""
    draw = random.Random(f"{kind.keyword} {name} {seed}")  # noqa: S311
    values: dict[str, Any] = {}
    for key, p in kind.params.items():
        low = next((bound for bound in (p.gt, p.ge) if bound is not None), -0.6)
        numbers: list[Any] = [low + draw.uniform(0.2, 1.2) for _ in range(p.shape.size(planar))]
        if p.varies:
            numbers = [f"{a} + {draw.uniform(0.1, 0.9)}*sin(1.3*t + 0.4)" for a in numbers]
        values[key] = numbers[0] if p.shape is Shape.NUMBER else tuple(numbers)
    return kind(name, *ends, **values) if name else kind(**values)


def fits_plane(kind: type[Joint]) -> bool:
    """Whether a joint has a form between planar bodies."""
    return keeps_plane(example(kind, "J", "ground", "one", planar=True).in_plane())


def two_bodies(planar: bool, seed: int, name: str = "two bodies") -> Mechanism:
    """Bodies `one` and `two` of random inertia, with frames a, b anywhere on each, and frame a on ground."""
    draw = random.Random(f"bodies {planar} {seed}")  # noqa: S311
    count, turns = (2, 1) if planar else (3, 3)

    def numbers(n: int) -> tuple[float, ...]:
        return tuple(draw.uniform(-0.7, 0.7) for _ in range(n))

    mechanism = Mechanism(name, plane="xy" if planar else None)
    mechanism.ground.frame("a", numbers(count), numbers(turns))
    for body in ("one", "two"):
        # principal moments between 0.5 and 0.7 with small products are physical
        moments = tuple(draw.uniform(0.5, 0.7) for _ in range(3))
        inertia: dict[str, Any] = {"inertia": moments[0] if planar else moments}
        if not planar:
            inertia["products"] = tuple(draw.uniform(-0.05, 0.05) for _ in range(3))
        added = mechanism.add(Body(body, mass=draw.uniform(0.5, 2.0), center=numbers(count), **inertia))
        for frame in "ab":
            added.frame(frame, numbers(count), numbers(turns))
    return mechanism


def star(mechanism: Mechanism) -> Scene:
    """The mechanism with every body moving freely on its own: its joints hold nothing yet."""
    model = mechanism.snapshot()
    joints: list[Joint] = [UNBOUND(b.name, "ground", b.name) for b in model.bodies]
    forms = [j.in_plane() if model.planar else j for j in joints]
    return build_scene(
        model, Tree(tuple(Branch(i, GROUND, j, "", "", False) for i, j in enumerate(forms)), ())
    )


class Flow:
    """A smooth motion of a scene through a random state at a random time; the speeds change evenly.

    Coordinates follow qdot = N(q) v by one step of the classical Runge-Kutta method, whose error over 1e-12 is 1e-60.
    Quaternions begin off unit length.
    """

    def __init__(self, scene: Scene, seed: int) -> None:
        draw = random.Random(f"flow {seed}")  # noqa: S311
        self.scene = scene
        self.symbols = (scene.t, *scene.coordinates, *scene.speeds)
        self.values: dict[Node, Any] = {s: mp.mpf(draw.uniform(-1.2, 1.2)) for s in self.symbols}
        self.values |= {s: mp.mpf(v) for s, v in scene.parameters.values.items()}
        self.accelerations: list[Scalar] = [draw.uniform(-2.0, 2.0) for _ in scene.speeds]

    def now(self, *nodes: Scalar) -> list[Any]:
        """Values at the state."""
        return evaluate([self.scene.graph.lift(n) for n in nodes], self.values)

    def at(self, time: Any) -> dict[Node, Any]:
        """Values of all symbols a little later."""
        q, v = self.scene.coordinates, self.scene.speeds

        def state(coordinates: list[Any], s: Any) -> dict[Node, Any]:
            speeds = [self.values[n] + s * mp.mpf(a) for n, a in zip(v, self.accelerations, strict=True)]
            moved = dict(zip((*q, *v), (*coordinates, *speeds), strict=True))
            return {**self.values, **moved, self.scene.t: self.values[self.scene.t] + s}

        start = [self.values[n] for n in q]
        slopes: list[list[Any]] = []
        for part in (0, mp.mpf(1) / 2, mp.mpf(1) / 2, 1):
            last = slopes[-1] if slopes else [0] * len(q)
            moved = [a + part * time * k for a, k in zip(start, last, strict=True)]
            slopes.append(evaluate(self.scene.rates, state(moved, part * time)))
        k1, k2, k3, k4 = slopes
        end = [
            a + time * (b + 2 * c + 2 * d + e) / 6
            for a, b, c, d, e in zip(start, k1, k2, k3, k4, strict=True)
        ]
        return state(end, time)

    def derivatives(self, nodes: list[Node]) -> tuple[list[Any], list[Any]]:
        """First and second derivatives in time."""
        before, after = (evaluate(nodes, self.at(s)) for s in (-STEP, STEP))
        here = evaluate(nodes, self.values)
        first = [(b - a) / (2 * STEP) for a, b in zip(before, after, strict=True)]
        second = [(b - 2 * m + a) / STEP**2 for a, m, b in zip(before, here, after, strict=True)]
        return first, second
