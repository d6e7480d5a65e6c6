"""What an analysis publishes: named quantities of the state, the accelerations and the multipliers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from sarrus.elements.body import CENTER_NAME
from sarrus.elements.sensors.base import Computed, LoadSensor, Sensor
from sarrus.elements.statements import require_count
from sarrus.mechanics.derive import pose_functions
from sarrus.mechanics.infos import ChannelInfo, ChannelKind, InputInfo
from sarrus.mechanics.layout import Layout
from sarrus.mechanics.numbers import Bound
from sarrus.mechanics.passes.coordinates import Measured
from sarrus.mechanics.passes.course import turning
from sarrus.mechanics.passes.forces import Applied
from sarrus.mechanics.passes.motion import End, Moving, frame_at, full_motion_of
from sarrus.mechanics.passes.reactions import Meshed, Published
from sarrus.mechanics.passes.ties import Tying
from sarrus.mechanics.recorder import Recorder
from sarrus.mechanics.slots import SCALAR, Kind, Mass, Picked, Slot, labelled, numbers
from sarrus.model.quantities import measured_by
from sarrus.scalar import Graph, Node, Scalar
from sarrus.spatial import Kinematics, Pose, Vec3, to_bryant
from sarrus.spatial.rotation import IDENTITY, to_quaternion

Quantity = tuple[Any, ...]
"""What is published of an element: name behind the dot, unit, and one value or more."""


class Channels:
    """Channels in order, and where each lies in an output row.

    Attributes:
        infos: what they are.
        width: of the row so far.
        written: by name, the slot that holds a channel, and where it begins there.
    """

    def __init__(self) -> None:
        self.infos: list[ChannelInfo] = []
        self.width = 0
        self.written: dict[str, tuple[Slot, int]] = {}

    def put(
        self, kind: ChannelKind, owner: str, quantity: str, unit: str, size: int = 1, axis: int | None = None
    ) -> Slot:
        """Add a channel."""
        name = f"{owner}.{quantity}" if quantity else owner
        self.infos.append(ChannelInfo(name, unit, self.width, size, kind, owner, quantity, axis))
        self.width += size
        slot = Slot(numbers(size), "row", self.width - size)
        self.written[name] = slot, 0
        return slot

    def _together(self, slot: Slot) -> Slot:
        """Channels from the place of a slot on are written by it."""
        for info in reversed(self.infos):
            if info.start < slot.at:
                break
            self.written[info.name] = slot, info.start - slot.at
        return slot

    def block(
        self, kind: ChannelKind, owner: str, what: Sequence[tuple[str, str, int]], of: Kind[Any] | None = None
    ) -> Slot:
        """Add several channels of one element that are written together."""
        start = self.width
        for quantity, unit, size in what:
            self.put(kind, owner, quantity, unit, size)
        return self._together(Slot(of or numbers(self.width - start), "row", start))

    def locate(self, axis: int) -> None:
        """The first of the last three channels is a position along an axis."""
        self.infos[-3] = replace(self.infos[-3], axis=axis)

    def place(self, owner: str, what: Sequence[Quantity], prefix: str = "") -> Slot:
        """Add channels of a body; positions know their axis."""
        start = self.width
        for suffix, unit, *values in what:
            axis = "xyz".index(suffix) if suffix in ("x", "y", "z") else None
            self.put(ChannelKind.MOTION, owner, f"{prefix}{suffix}", unit, len(values), axis)
        return self._together(Slot(labelled(self.width - start), "row", start))


def publish_motion(layout: Layout, rec: Recorder, out: Channels, measured: dict[str, list[Measured]]) -> None:
    """Coordinates of the joints; bodies with their frames."""
    rec.sweep()
    for owner, coordinates in measured.items():
        for m in coordinates:
            name, unit = m.coordinate.name, m.coordinate.unit
            to = out.block(ChannelKind.COORDINATE, owner, _with_rates(name, unit))
            if owner in layout.model.body_index and name in ("x", "y", "z"):  # where a floating body is
                out.locate("xyz".index(name))
            rec.run(copied, (m.value, m.rate, m.second), into=[to])
    publish_turns(layout, rec, out)
    rec.sweep()
    floating = {body.name for body in layout.model.floating}
    axes = "xy" if layout.model.planar else "xyz"
    for k, written in enumerate(layout.model.bodies):
        body, name = layout.bodies[k], written.name
        words: dict[str, Any] = {"in_plane": layout.model.planar, "implied": name in floating}
        psi = body.psi if layout.model.planar else None
        (found,) = rec.look(body_quantities, body.motion, psi, **words)
        rec.run(body_quantities, body.motion, psi, into=[out.place(name, found)], **words)
        # A cell for each frame: bodies may have many, each its own.
        to = out.place(name, _AT_REST[axes], f"{CENTER_NAME}.")
        rec.run(center_quantities, body.motion, layout.numbers.mass(k), into=[to], axes=axes)
        for frame in written.frame_names():
            if frame == CENTER_NAME:
                continue
            to, X = out.place(name, _AT_REST[axes], f"{frame}."), layout.numbers.frame(k, frame, k)
            rec.run(point_quantities, body.motion, X, into=[to], axes=axes)


def publish_turns(layout: Layout, rec: Recorder, out: Channels) -> None:
    """Turns that joints keep inside, R_FM; that of a floating body is published with the body."""
    joints = [joint for joint in turning(layout) if joint.name not in layout.model.body_index]
    if joints:
        rec.sweep()
    for joint in joints:
        to = out.put(ChannelKind.COORDINATE, joint.name, "quaternion", "1", 4)
        rec.run(joint_turn, *layout.ends(layout.model.ends_of(joint)), into=[to])


def joint_turn(graph: Graph, F: End, M: End) -> tuple[list[Scalar]]:
    """The quaternion (w, x, y, z) of M against F, with the sign that those of bodies have: w >= 0."""
    return ([*to_quaternion(frame_at(F).X.R.inverse() @ frame_at(M).X.R)],)


def _with_rates(name: str, unit: str) -> list[tuple[str, str, int]]:
    return [(name, unit, 1), (f"{name}_dot", f"{unit}/s", 1), (f"{name}_ddot", f"{unit}/s^2", 1)]


def copied(graph: Graph, values: Sequence[Node]) -> tuple[Sequence[Node]]:
    """Numbers that are known already."""
    return (values,)


def body_quantities(
    graph: Graph, body: Moving, psi: Scalar | None, *, in_plane: bool, implied: bool
) -> tuple[list[Quantity]]:
    """What is published of a body but its frames; coordinates of one that floats carry its name already."""
    k = full_motion_of(body)
    found: list[Quantity] = []
    if not implied:
        found += _point("xy" if in_plane else "xyz", k)
        if in_plane:
            found += [("psi", "rad", psi), ("psi_dot", "rad/s", k.w.z), ("psi_ddot", "rad/s^2", k.alpha.z)]
        else:
            angles = zip(("a1", "a2", "a3"), to_bryant(k.X.R), strict=True)
            found += [(angle, "rad", value) for angle, value in angles]
    if not in_plane:
        found += [
            ("quaternion", "1", *to_quaternion(k.X.R)),
            ("w", "rad/s", *k.w),
            ("alpha", "rad/s^2", *k.alpha),
        ]
    return (found,)


def _point(axes: str, k: Kinematics) -> Iterator[Quantity]:
    """Where a point is, its velocity and its acceleration."""
    for suffix, unit, vector in (("", "m", k.X.p), ("_dot", "m/s", k.v), ("_ddot", "m/s^2", k.a)):
        for axis, value in zip(axes, vector, strict=False):
            yield f"{axis}{suffix}", unit, value


_AT_REST = {axes: tuple(_point(axes, Kinematics())) for axes in ("xy", "xyz")}
"""What is published of a point, for its names."""


def point_quantities(graph: Graph, body: Moving, X: Pose, *, axes: str) -> tuple[list[Quantity]]:
    """What is published of a frame on a body."""
    return (list(_point(axes, full_motion_of(body).of(X))),)


def center_quantities(graph: Graph, body: Moving, mass: Mass, *, axes: str) -> tuple[list[Quantity]]:
    """What is published of a mass centre."""
    return point_quantities(graph, body, Pose(IDENTITY, mass[1]), axes=axes)


def announce_reactions(layout: Layout, out: Channels) -> Published:
    """Where the loads of joints and frame constraints go."""
    return {
        c.name: (
            out.put(ChannelKind.REACTION, c.name, "reaction", "N", 3),
            out.put(ChannelKind.TORQUE, c.name, "torque", "N m", 3),
        )
        for c in layout.model.bearing
    }


def publish_relations(
    layout: Layout, rec: Recorder, out: Channels, ties: Sequence[Tying], meshes: dict[str, Meshed]
) -> None:
    """Force and contact of a mesh; effort along the first coordinate of a relation; a driver also has a power."""
    rec.sweep()
    for tying in ties:
        name, m = tying.relation.name, tying.on[0]
        if name in meshes:
            force = out.put(ChannelKind.REACTION, name, "reaction", "N", 3)
            contact = out.put(ChannelKind.CONTACT, name, "contact", "m", 3)
            rec.run(vectors, meshes[name].force, meshes[name].point, into=[force, contact])
        is_driver = any(tying.relation is d for d in layout.model.drivers)
        unit = "N" if m.coordinate.unit == "m" else "N m"
        arguments = (Slot(SCALAR, "lam", tying.row), tying.slopes[0], m.rate)
        into = [out.put(ChannelKind.EFFORT, name, "effort", unit)]
        into += [out.put(ChannelKind.POWER, name, "power", "W")] if is_driver else []
        rec.run(effort, *arguments, into=into)


def publish_inputs(rec: Recorder, out: Channels, inputs: Sequence[InputInfo]) -> None:
    """What is given from outside, under its own name."""
    if inputs:
        rec.sweep()
    for k, info in enumerate(inputs):
        to = out.put(ChannelKind.INPUT, info.name, "", info.unit or "1")
        rec.run(as_given, Slot(SCALAR, "u", k), into=[to])


def as_given(graph: Graph, value: Node) -> tuple[list[Scalar]]:
    """An input."""
    return ([value],)


def vectors(graph: Graph, *found: Vec3) -> tuple[list[Scalar], ...]:
    """Vectors in space, also of planar bodies."""
    return tuple([*v] for v in found)


def effort(graph: Graph, lam: Node, slope: Node, rate: Node) -> tuple[list[Scalar], list[Scalar]]:
    """Effort of a relation along a coordinate, and its power."""
    found = lam * slope
    return [found], [found * rate]


def publish_sensors(layout: Layout, rec: Recorder, out: Channels) -> None:
    """What sensors measure, with rates as seen from their frames; there is no z in the plane."""
    rec.sweep()
    for sensor in layout.model.sensors:
        if isinstance(sensor, Computed | LoadSensor):
            continue
        arguments = (layout.numbers.element(sensor), *layout.ends(layout.model.ends_of(sensor)))
        (found,) = rec.look(sensed, *arguments)
        require_count(sensor, "measure", len(found), "quantities", len(sensor.quantities))
        which = measured_by(layout.model, sensor)
        names = [n for k in which for n in _with_rates(*_quantity(sensor, k))]
        to = out.block(ChannelKind.SENSOR, sensor.name, names, labelled(len(names)))
        rec.run(sensed, *arguments, into=[Picked(to, which)])


def _quantity(sensor: Sensor, k: int) -> tuple[str, str]:
    return sensor.quantities[k].name, sensor.quantities[k].unit


def sensed(graph: Graph, sensor: Bound, F: End, M: End) -> tuple[list[Quantity]]:
    """What a sensor measures: value, rate, second derivative."""
    motion = frame_at(F, full=True).relative(frame_at(M, full=True))
    functions = pose_functions(graph, sensor(None).measure, *motion)
    return ([("", "", f.value, f.rate, f.bias) for f in functions],)


def publish_forces(layout: Layout, rec: Recorder, out: Channels, applied: Applied) -> None:
    """Quantities of single forces."""
    rec.sweep()
    for name, (names, slot) in applied.published.items():
        rec.run(copied, slot, into=[out.block(ChannelKind.FORCE, name, names, slot.kind)])


def publish_energies(
    layout: Layout, rec: Recorder, out: Channels, applied: Applied, kinetic: Slot, integrals: Sequence[Slot]
) -> None:
    """Energies; what was dissipated and supplied so far is part of the state."""
    names = [(n, "J", 1) for n in ("kinetic", "potential", "dissipated", "supplied")]
    rec.sweep()
    rec.run(
        copied, (kinetic, applied.energy, *integrals), into=[out.block(ChannelKind.ENERGY, "energy", names)]
    )
