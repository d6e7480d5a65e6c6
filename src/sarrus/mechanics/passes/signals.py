"""What expressions of forces and conditions read while a mechanism moves: inputs, and signals of its motion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sarrus.elements.base import Coordinate, Element
from sarrus.elements.body import CENTER_NAME
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.elements.joints.base import Joint
from sarrus.mechanics.derive import pose_functions
from sarrus.mechanics.layout import Layout
from sarrus.mechanics.numbers import Bound
from sarrus.mechanics.passes.coordinates import Measured, in_ground
from sarrus.mechanics.passes.motion import End, Moving, frame_at, motion_of
from sarrus.mechanics.recorder import Argument, Recorder
from sarrus.mechanics.slots import SCALAR, Mass, Slot, acts
from sarrus.model.quantities import Origin, SignalSource
from sarrus.model.snapshot import Place
from sarrus.scalar import Graph, Scalar
from sarrus.spatial import Pose, Vec3, Wrench, to_bryant
from sarrus.spatial.rotation import IDENTITY, to_quaternion
from sarrus.topology import GROUND

OF_POSE: dict[str, Callable[[Pose], Scalar]] = {
    "x": lambda X: X.p.x,
    "y": lambda X: X.p.y,
    "z": lambda X: X.p.z,
    "a1": lambda X: to_bryant(X.R)[0],
    "a2": lambda X: to_bryant(X.R)[1],
    "a3": lambda X: to_bryant(X.R)[2],
    "quaternion.w": lambda X: to_quaternion(X.R)[0],
    "quaternion.x": lambda X: to_quaternion(X.R)[1],
    "quaternion.y": lambda X: to_quaternion(X.R)[2],
    "quaternion.z": lambda X: to_quaternion(X.R)[3],
}
"""Published quantities of a body, a point or a joint that are functions of its pose."""
TURN, SPIN = "psi", "w"


class Signals:
    """Signals of the motion, each recorded when it is first asked for, in the loop of whoever asks.

    Args:
        layout: the mechanism.
        rec: listens.
        measured: published coordinates, by joint and by constraint.
        states: where those of each force lie.
    """

    def __init__(
        self,
        layout: Layout,
        rec: Recorder,
        measured: dict[str, list[Measured]],
        states: Mapping[str, tuple[Slot, ...]],
    ) -> None:
        self.layout, self.rec, self._measured, self._states = layout, rec, measured, states
        self._watched: dict[tuple[str, str], Measured] = {}

    def slots(self, names: Iterable[str]) -> dict[str, Slot]:
        """Where signals lie, by name; sensors are measured for it."""
        found = {}
        self.rec.sweep()
        for name in dict.fromkeys(names):
            source = self.layout.model.source(name)
            found[name] = self.slot(source)
        return found

    def slot(self, source: SignalSource) -> Slot:
        """Where a quantity of the motion lies."""
        model = self.layout.model
        if source.origin is Origin.STATE:
            force = next(f for f in model.forces if f.name == source.owner)
            names = [s.name for s in force.states]
            return self._states[source.owner][names.index(source.quantity)]
        if source.origin is Origin.BODY and source.quantity.partition(".")[0] == SPIN and source.vector:
            slot, body = self.rec.reserve(SCALAR), self.layout.bodies[model.body_index[source.owner]]
            self.rec.run(spin, body.motion, into=[slot], component=source.component)
            return slot
        found = self.measured(source)
        return (found.value, found.rate)[source.order]

    def of_owner(self, owner: Joint | FrameConstraint, k: int) -> Measured:
        """A coordinate of a joint, or of a constraint."""
        return self._measured[owner.name][k]

    def measured(self, source: SignalSource) -> Measured:
        """A coordinate of a joint or of a constraint, the turn of a joint, what a sensor measures, or a position of a body."""
        if source.origin is Origin.COORDINATE:
            _, k, _ = self.layout.model.coordinates[f"{source.owner}.{source.quantity}"]
            return self._measured[source.owner][k]
        key = source.owner, source.quantity
        if key not in self._watched:
            watch = {Origin.SENSOR: self._sensor, Origin.TURN: self._turn}.get(source.origin, self._body)
            self._watched[key] = watch(source)
        return self._watched[key]

    def _sensor(self, source: SignalSource) -> Measured:
        layout = self.layout
        sensor = next(s for s in layout.model.sensors if s.name == source.owner)
        k = [q.name for q in sensor.quantities].index(source.quantity)
        places = layout.model.ends_of(sensor)
        arguments = (layout.numbers.element(sensor), *layout.ends(places), None)
        return self._run(
            watched, sensor, k, sensor.quantities[k], layout.bodies_at(places), arguments, which=k
        )

    def _turn(self, source: SignalSource) -> Measured:
        layout, joint = self.layout, self.layout.model.joints_by_name[source.owner]
        places, what = layout.model.ends_of(joint), Coordinate(source.quantity, "rad")
        arguments = (None, *layout.ends(places), None)
        return self._run(watched, joint, 0, what, layout.bodies_at(places), arguments, which=source.quantity)

    def _body(self, source: SignalSource) -> Measured:
        layout = self.layout
        number = layout.model.body_index[source.owner]
        body = layout.model.bodies[number]
        if source.order and source.vector:
            moving = (layout.bodies[number].motion,)
            turn = Coordinate(source.quantity, "rad")
            return self._run(
                spin_of_body, body, 0, turn, (GROUND, number), moving, component=source.component
            )
        frame, _, quantity = (
            source.quantity.rpartition(".") if not source.vector else ("", "", source.quantity)
        )
        is_center = frame == CENTER_NAME
        places = (Place(None, ""), Place(body, "" if is_center else frame))
        what = Coordinate(source.quantity, "rad" if quantity in (TURN, "a1", "a2", "a3") else "m")
        at = layout.bodies_at(places)
        if quantity == TURN:
            slots = layout.bodies[number]
            return self._run(turn_of_body, body, 0, what, at, (slots.motion, slots.psi))
        mass = layout.numbers.mass(number) if is_center else None
        return self._run(watched, body, 0, what, at, (None, *layout.ends(places), mass), which=quantity)

    def _run(
        self,
        cell: Callable[..., tuple[Any, ...]],
        owner: Any,
        k: int,
        what: Coordinate,
        bodies: tuple[int, ...],
        arguments: tuple[Argument, ...],
        **words: Any,
    ) -> Measured:
        rec, space = self.rec, self.layout.space
        value, rate, bias, second = (rec.reserve(SCALAR) for _ in range(4))
        load, point = rec.reserve(space.wrench), rec.reserve(space.vector)
        unit = rec.look(cell, *arguments, **words)[4]
        mask = (acts(*unit.force), acts(*unit.torque))
        rec.run(cell, *arguments, into=[value, rate, bias, second, load, point], **words)
        return Measured(owner, k, what, bodies, value, rate, bias, second, load, point, mask, None)


def watched(
    graph: Graph, sensor: Bound | None, F: End, M: End, mass: Mass | None, *, which: int | str
) -> tuple[Any, ...]:
    """A function of the pose of M against F: value, rate, second derivatives, load of a unit effort, and where it acts.

    Args:
        graph: where expressions live.
        sensor: whose quantity it is; None for one of `OF_POSE`.
        F, M: the frames.
        mass: where the mass centre of the body is meant instead of the frame M.
        which: number of the quantity, or its name.
    """
    if mass is not None:
        M = (M[0], Pose(IDENTITY, mass[1]), M[2])
    base, follower = frame_at(F), frame_at(M)
    X, V, A = base.relative(follower)
    full = frame_at(F, full=True).relative(frame_at(M, full=True))[2]
    if sensor is None:
        assert isinstance(which, str)
        of_pose = OF_POSE[which]
        (f,) = pose_functions(graph, lambda X: [of_pose(X)], X, V, A, full)
    else:
        f = pose_functions(graph, sensor(None).measure, X, V, A, full)[int(which)]
    (load,) = in_ground([f.wrench], base)
    return f.value, f.rate, f.bias, f.second, load, follower.X.p


def turn_of_body(graph: Graph, body: Moving, psi: Scalar) -> tuple[Any, ...]:
    """The turn of a planar body, in the form of `watched`."""
    k, unit = motion_of(body), Wrench(torque=Vec3(0.0, 0.0, 1.0))
    return psi, k.w.z, k.alpha.z, body[3].w.z, unit, k.X.p


def spin_of_body(graph: Graph, body: Moving, *, component: int) -> tuple[Any, ...]:
    """A component of the angular velocity of a body, in the form of `watched`; it is the rate of nothing that has a value."""
    k, axis = motion_of(body), Vec3(*(float(i == component) for i in range(3)))
    second = [*body[3].w][component]
    return 0.0, [*k.w][component], [*k.alpha][component], second, Wrench(torque=axis), k.X.p


def spin(graph: Graph, body: Moving, *, component: int) -> tuple[Scalar]:
    """A component of the angular velocity of a body."""
    return ([*motion_of(body).w][component],)


def inputs_of(names: Sequence[str]) -> dict[str, Slot]:
    """Where inputs lie."""
    return {name: Slot(SCALAR, "u", k) for k, name in enumerate(names)}


def read_by(elements: Iterable[Element], layout: Layout) -> list[str]:
    """The signals that elements read."""
    model = layout.model
    return [name for element in elements for name in model.reads(element) if name in model.signals]
