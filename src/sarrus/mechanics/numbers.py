"""The numbers of a model as cells see them: frames, masses, elements.

A straight-line kernel sees them as expressions of the parameters; a loop sees symbols in their place, and each instance
brings its own. What of them is structure may differ: see `Straightened.origin` and `Tabled.frame`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Protocol

from sarrus.elements.base import Element
from sarrus.mechanics.parameters import Parameters
from sarrus.mechanics.scales import Scales
from sarrus.mechanics.slots import PLANE, SPACE, Given, Mass, Space, Symbols
from sarrus.mechanics.written import put_together, take_apart
from sarrus.model import Snapshot
from sarrus.scalar import Graph, Node, Scalar
from sarrus.spatial import Pose, Vec3
from sarrus.spatial.rotation import IDENTITY
from sarrus.spatial.vector import EX, EY, EZ, ZERO
from sarrus.topology import GROUND, body_at

MOST_COMBINATIONS = 2
"""Of kinds of frames, see `Tabled.frame`."""
Bound = Callable[[Node | None], Any]
"""An element with its numbers, at a time."""


class ModelNumbers(Protocol):
    """The model as cells see it."""

    model: Snapshot
    scales: Scales

    def frame(self, body: int, name: str, region: int) -> Given[Pose]:
        """A frame: on a body as the body has it, on ground as seen from the origin of a region."""

    def mass(self, body: int) -> Given[Mass]:
        """Mass properties of a body."""

    def element(self, element: Element) -> Given[Bound]:
        """An element with its numbers."""

    def origin(self, region: int, seen_from: int = GROUND) -> Given[Vec3] | None:
        """Where the origin of a region lies, as seen from ground or from that of another; None where they are one."""

    def turn(self, body: int, frame: str) -> Given[Scalar]:
        """Angle of a frame on a planar body, over full turns."""


def space_of(model: Snapshot) -> Space:
    """How the values of a model's bodies lie in memory."""
    return PLANE if model.planar else SPACE


class StraightNumbers:
    """Numbers as expressions on one graph."""

    def __init__(self, model: Snapshot, scales: Scales, parameters: Parameters) -> None:
        self.model, self.scales, self.parameters = model, scales, parameters
        holders = {GROUND: model.ground, **dict(enumerate(model.bodies))}
        self._frames = {i: h.poses(parameters.resolve, model.planar) for i, h in holders.items()}
        self._masses = [b.mass_properties(parameters.resolve, model.planar) for b in model.bodies]
        self._bound: dict[int, Given[Bound]] = {}

    def frame(self, body: int, name: str, region: int) -> Given[Pose]:
        """A frame."""
        X = self._frames[body][name]
        if body == GROUND and region != GROUND and self.scales.is_away[region]:
            X = Pose(X.R, X.p - self._origins[region])
        return _known(X)

    def mass(self, body: int) -> Given[Mass]:
        """Mass properties of a body."""
        return _known(self._masses[body])

    def element(self, element: Element) -> Given[Bound]:
        """An element, bound once."""
        found = self._bound.get(id(element))
        if found is None:
            bound = element.bind(self.parameters.resolver(element), self.model.planar)
            found = self._bound[id(element)] = _known(lambda t: bound)
        return found

    def origin(self, region: int, seen_from: int = GROUND) -> Given[Vec3] | None:
        """Where the origin of a region lies; zero by structure where the region is held at ground itself."""
        here = ZERO if seen_from == GROUND else self._origins[seen_from]
        there = self._origins[region]
        return None if region == seen_from or there is here is ZERO else _known(there - here)

    def turn(self, body: int, frame: str) -> Given[Scalar]:
        """Angle of a frame on a planar body."""
        total: Scalar = 0.0
        for angle, axis in self._frames[body][frame].R.turns:
            total = total + angle * axis.z
        return _known(total)

    @cached_property
    def _origins(self) -> list[Vec3]:
        return [self._origin(k) for k in range(len(self.scales.origins))]

    def _origin(self, region: int) -> Vec3:
        if not self.scales.is_away[region]:
            return ZERO
        planar = self.model.planar
        axes = zip("xyz"[: 2 if planar else 3], self.scales.origins[region], strict=False)
        symbols = (self.parameters.symbol(f"origin{region}.{axis}", float(at)) for axis, at in axes)
        return Vec3(*symbols, *(0.0,) * planar)


def _known(value: Any) -> Given[Any]:
    return Given((), (), lambda graph, symbols: value)


class TapeNumbers:
    """Numbers taken apart: what is structure, and what differs from place to place.

    Args:
        model: the mechanism.
        scales: its lengths and origins.
        place_table: gives a table its place.
        parameters: if numbers are to be expressions of the model's parameters. Then none of them is structure.
    """

    def __init__(
        self,
        model: Snapshot,
        scales: Scales,
        place_table: Callable[[Sequence[Sequence[Scalar]]], int],
        parameters: Parameters | None = None,
    ) -> None:
        self.model, self.scales, self.parameters = model, scales, parameters
        self._resolve = parameters.resolve if parameters else model.resolve
        self._place_table = place_table
        self._space = space_of(model)
        self._taken: dict[int, Given[Bound]] = {}
        self._kept: dict[Any, Given[Pose]] = {}
        self._masses: dict[int, Given[Mass]] = {}

    def frame(self, body: int, name: str, region: int) -> Given[Pose]:
        """A frame that was not turned, or not moved, has no numbers for that, which saves work.

        Elements on many combinations of frames would each get code of their own, which costs more: then all frames are
        alike.
        """
        seen_from = region if body == GROUND else GROUND
        found = self._kept.get((body, name, seen_from))
        if found is None:
            X = self._poses[body][name]
            if seen_from != GROUND and self.scales.origins[seen_from] is not ZERO:
                X = Pose(X.R, X.p - self.scales.origins[seen_from])
            kind = "pose" if self._are_alike else _frame_kind(X)
            found = self._kept[body, name, seen_from] = self._frame(kind, X)
        return found

    def _frame(self, kind: str, X: Pose) -> Given[Pose]:
        pose, vector = self._space.pose, self._space.vector
        if kind == "pose":
            return Given(kind, _numbers(pose.flat(X)), lambda graph, symbols: pose.read(symbols))
        if kind == "point":
            return Given(
                kind, _numbers(vector.flat(X.p)), lambda graph, symbols: Pose(IDENTITY, vector.read(symbols))
            )
        return Given(kind, (), lambda graph, symbols: Pose())

    @cached_property
    def _are_alike(self) -> bool:
        """Whether elements of one kind sit on many combinations of frames, beyond one for each kind."""
        model = self.model
        forces = (f for f in model.forces if not f.on_coordinates)
        found = {
            (type(e), tuple(_frame_kind(self._poses[body_at(model, p)][p.frame]) for p in model.ends_of(e)))
            for e in (*model.all_joints, *model.closings, *forces, *model.sensors)
        }
        return len(found) - len({kind for kind, _ in found}) > MOST_COMBINATIONS

    def mass(self, body: int) -> Given[Mass]:
        """Mass properties of a body."""
        found = self._masses.get(body)
        if found is None:
            kind = self._space.mass
            properties = self.model.bodies[body].mass_properties(self._resolve, self.model.planar)
            found = Given(
                kind.name, _numbers(kind.flat(properties)), lambda graph, symbols: kind.read(symbols)
            )
            self._masses[body] = found
        return found

    def element(self, element: Element) -> Given[Bound]:
        """An element taken apart."""
        found = self._taken.get(id(element))
        if found is None:
            written = take_apart(self.model, element, self._place_table, self.parameters)

            def read(graph: Graph, symbols: Symbols) -> Bound:
                def bound(t: Node | None) -> Any:
                    time = graph.symbol("t") if t is None else t
                    return put_together(self.model, written.element, symbols, graph, time, written.columns)

                return bound

            found = self._taken[id(element)] = Given(written.structure, written.numbers, read)
        return found

    def origin(self, region: int, seen_from: int = GROUND) -> Given[Vec3] | None:
        """Where the origin of a region lies."""
        here = ZERO if seen_from == GROUND else self.scales.origins[seen_from]
        there = self.scales.origins[region] - here
        if not any(float(a) for a in there):
            return None
        kind = self._space.vector
        return Given("origin", _numbers(kind.flat(there)), lambda graph, symbols: kind.read(symbols))

    def turn(self, body: int, frame: str) -> Given[Scalar]:
        """Angle of a frame on a planar body."""
        turns = self._poses[body][frame].R.turns
        total = sum((angle * axis.z for angle, axis in turns), 0.0)
        return Given("turn", _numbers([total]), lambda graph, symbols: symbols[0])

    @cached_property
    def _poses(self) -> dict[int, dict[str, Pose]]:
        holders = {GROUND: self.model.ground, **dict(enumerate(self.model.bodies))}
        return {i: h.poses(self._resolve, self.model.planar) for i, h in holders.items()}


def _frame_kind(X: Pose) -> str:
    """What of a frame is structure: "pose", "point" where it is not turned, "here" where it is not moved either."""
    if not (X.R.x is EX and X.R.y is EY and X.R.z is EZ):
        return "pose"
    return "here" if X.p is ZERO else "point"


def _numbers(flat: Sequence[Scalar]) -> tuple[Scalar, ...]:
    return tuple(x if isinstance(x, Node) else float(x) for x in flat)
