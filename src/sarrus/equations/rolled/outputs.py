"""Published channels over tables: the same names in the same order as `sarrus.equations.outputs`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from sarrus.elements.constraints.base import Side
from sarrus.elements.sensors.base import Sensor
from sarrus.equations.base import ChannelInfo
from sarrus.equations.derive import pose_functions
from sarrus.equations.outputs import of_body, of_point
from sarrus.equations.rolled.forces import clear, forces, quantities
from sarrus.equations.rolled.motion import ACCELERATIONS, POSES, carry, turns
from sarrus.equations.rolled.rows import (
    Closed,
    Coordinates,
    Measured,
    Spread,
    Tying,
    closing,
    relations,
    split_loads,
)
from sarrus.equations.rolled.space import Flat
from sarrus.equations.rolled.stage import Ends, Limb, Stage, ends_of, to_frames
from sarrus.equations.rolled.tape import Place, Recorder, Symbols
from sarrus.equations.rolled.written import Written
from sarrus.model.meshes import Meshing
from sarrus.scalar import Graph, Scalar
from sarrus.spatial import Inertia, Kinematics, Pose, Twist, Vec3, Wrench
from sarrus.topology import GROUND


@dataclass
class Listing:
    """Channels in order, and where each lies in the output row."""

    channels: list[ChannelInfo] = field(default_factory=list)
    width: int = 0

    def put(self, name: str, unit: str, size: int = 1) -> Place:
        """Add a channel."""
        self.channels.append(ChannelInfo(name, unit, self.width, size))
        self.width += size
        return Place("row", self.width - size, size)

    def block(self, owner: str, what: Sequence[tuple[str, str, int]]) -> Place:
        """Add several channels of one element that are written together."""
        start = self.width
        for name, unit, size in what:
            self.put(f"{owner}.{name}", unit, size)
        return Place("row", start, self.width - start)


class Publisher:
    """Records the output kernel."""

    def __init__(
        self,
        stage: Stage,
        rec: Recorder,
        coordinates: Coordinates,
        closed: Sequence[Closed],
        ties: Sequence[Tying],
    ) -> None:
        self.stage, self.rec = stage, rec
        self.coordinates, self.closed, self.ties = coordinates, closed, ties
        self.listing = Listing()
        self.floating = {b.name for b in stage.model.floating}
        self._meshed: list[tuple[Tying, Meshing, Place, Place]] = []
        self._shown: dict[bool, list[tuple[str, str, int]]] = {}
        self._of_point = list(of_point("", _axes(stage), Kinematics()))

    def record(self) -> list[ChannelInfo]:
        """All channels: motion first, then what acts, in the order in which they are published."""
        stage, rec = self.stage, self.rec
        carry(stage, rec, ACCELERATIONS)
        self.coordinates.record(rec, list(self.coordinates.of), ACCELERATIONS)
        if stage.model.planar:
            turns(stage, rec)
        clear(stage, rec, range(len(stage.bodies)))
        rec.sweep()
        for joint in stage.model.all_joints:
            for m in self.coordinates.of[joint.name]:
                self._coordinate(m)
        rec.sweep()
        for body in range(len(stage.bodies)):
            self._body(body)
        reactions = {
            c.name: (self.listing.put(f"{c.name}.reaction", "N", 3), self.listing.put(f"{c.name}.torque", "N m", 3))
            for c in (*stage.model.joints, *stage.model.closings)
        }  # fmt: skip
        if self.ties:
            relations(stage, rec, self.ties, ())
            rec.sweep()
            for tying in self.ties:
                if tying.meshing:
                    self._mesh(tying, tying.meshing)
                self._effort(tying)
        rec.sweep()
        for sensor in stage.model.sensors:
            self._sensor(sensor)
        self._forces()
        self._energies()
        self._reactions(reactions)
        return self.listing.channels

    def _coordinate(self, m: Measured) -> None:
        name, unit = m.coordinate.name, m.coordinate.unit
        what = [(name, unit, 1), (f"{name}_dot", f"{unit}/s", 1), (f"{name}_ddot", f"{unit}/s^2", 1)]
        to = self.listing.block(m.joint.name, what)
        second = m.limb.vdot.part(m.k, 1) if m.limb else m.bias
        assert second is not None  # fitted coordinates have one
        self.rec.run("copy", _copy, [m.value, m.rate, second], [to])

    def _body(self, body: int) -> None:
        stage, slots = self.stage, self.stage.bodies[body]
        name = stage.model.bodies[body].name
        implied = name in self.floating
        if implied not in self._shown:
            parts = _body_parts(stage, implied, _stand_ins(stage, Graph()))
            self._shown[implied] = [(suffix, unit, len(values)) for suffix, unit, *values in parts]
        to = self.listing.block(name, self._shown[implied])
        motion = [slots.pose, slots.twist, slots.rate]
        self.rec.run(("body", implied), partial(_body_cell, stage, implied), [*motion, slots.psi], [to])
        center = [float(x) for x in stage.space.flat_vector(stage.space.to_mass(stage.masses[body])[1])]
        named = {frame: found for frame, found in stage.frames[body].items() if frame}
        # A cell for each frame: bodies may have many, each its own.
        for frame, (kind, flat) in {"center": ("point", center), **named}.items():
            to = self.listing.block(name, [(f"{frame}.{s}", unit, 1) for s, unit, _ in self._of_point])
            self.rec.run(("frame", kind), partial(_frame_cell, stage, kind), motion, [to], flat)

    def _effort(self, tying: Tying) -> None:
        m, name = tying.on[0], tying.relation.name
        is_driver = any(tying.relation is d for d in self.stage.model.drivers)
        unit = "N" if m.coordinate.unit == "m" else "N m"
        to = self.listing.block(name, [("effort", unit, 1), *([("power", "W", 1)] if is_driver else [])])
        reads = [Place("lam", tying.row, 1), tying.slopes.part(0, 1), m.rate]
        self.rec.run(("effort", is_driver), partial(_effort_cell, is_driver), reads, [to])

    def _mesh(self, tying: Tying, meshing: Meshing) -> None:
        """The force in a mesh and where it acts: published, and kept for the joints that carry it."""
        stage = self.stage
        to = self.listing.block(tying.relation.name, [("reaction", "N", 3), ("contact", "m", 3)])
        force, point = (stage.tape.reserve(stage.space.vector) for _ in range(2))
        ends, written = ends_of(stage, meshing.frames), tying.written
        loads = [m.spread.loads for m in tying.on[:2]]
        reads = [Place("lam", tying.row, 1), tying.slopes.part(0, 1), *loads, *ends.reads(0)]
        structure = ("mesh", written.structure, meshing.senses, ends.structure)
        function = partial(_mesh_cell, stage, tying, meshing.senses, ends)
        self.rec.run(structure, function, reads, [to, force, point], (*ends.numbers, *written.numbers))
        self._meshed.append((tying, meshing, force, point))

    def _sensor(self, sensor: Sensor) -> None:
        stage = self.stage
        written, ends = stage.apart(sensor), ends_of(stage, stage.model.ends_of(sensor))
        chosen = _sensed(stage, written)
        what = []
        for k in chosen:
            q = sensor.quantities[k]
            units = ((q.name, q.unit), (f"{q.name}_dot", f"{q.unit}/s"), (f"{q.name}_ddot", f"{q.unit}/s^2"))
            what += [(name, unit, 1) for name, unit in units]
        to = self.listing.block(sensor.name, what)
        apart = self._apart(ends)
        structure = ("sensor", written.structure, ends.structure, len(apart))
        function = partial(_sensor_cell, stage, written, ends, chosen, len(apart))
        numbers = (*ends.numbers, *apart, *written.numbers)
        self.rec.run(structure, function, ends.reads(ACCELERATIONS), [to], numbers)

    def _apart(self, ends: Ends) -> list[float]:
        """How far the origin of the region of M lies from that of F; nothing where they are one."""
        scales, (F, M) = self.stage.scales, ends.bodies
        if GROUND in (F, M) or scales.region_at(F) == scales.region_at(M):
            return []
        apart = scales.origin_at(M) - scales.origin_at(F)
        return [float(a) for a in self.stage.space.flat_vector(apart)] if any(apart) else []

    def _forces(self) -> None:
        published = {}
        for force in self.stage.model.forces:
            what = quantities(self.stage, force)
            if what:
                published[force.name] = self.listing.block(force.name, what)
        self.rec.sweep()
        for i in forces(self.stage, self.coordinates, ("loads", "sums"), published):
            self.rec.run(i.structure, i.function, i.reads, i.writes, i.numbers)

    def _energies(self) -> None:
        stage, rec, sums = self.stage, self.rec, self.stage.sums
        rec.sweep()
        for body, slots in enumerate(stage.bodies):
            reads, numbers = [slots.pose, slots.twist, sums], stage.masses[body]
            rec.run("kinetic", partial(_kinetic, stage), reads, [sums], numbers)
        names = ("kinetic", "potential", "dissipated", "supplied")
        to = self.listing.block("energy", [(n, "J", 1) for n in names])
        rec.sweep()
        rec.run("energies", _energies, [sums, Place("x", stage.nq + stage.nv, 2)], [to])

    def _reactions(self, to: dict[str, tuple[Place, Place]]) -> None:
        """Closed elements: the sum of their rows. Joints on the tree: what the bodies outboard need beyond what acts on them."""
        stage, rec = self.stage, self.rec
        along: dict[str, Place] = {}
        closing(stage, rec, self.closed, (), POSES)
        rec.sweep()
        for c in self.closed:
            total = stage.tape.reserve(stage.space.motion)
            reads = [c.spread.loads, c.place("lam")]
            rec.run(
                ("sum of rows", len(c.chosen)),
                partial(_sum_of_rows, stage),
                reads,
                [total, *to[c.element.name]],
            )
            self._hand_on(c.spread, total)  # fmt: skip
        for tying in self.ties:
            for k, m in enumerate(tying.on):
                total = stage.tape.reserve(stage.space.motion)
                own = m.limb is not None
                before = [along[m.joint.name]] if own and m.joint.name in along else []
                if own:
                    total = along.setdefault(m.joint.name, total)
                reads = [m.spread.loads, Place("lam", tying.row, 1), tying.slopes.part(k, 1), *before]
                rec.run(("tied", bool(before)), partial(_tied, stage), reads, [total])
                if not own:
                    self._hand_on(m.spread, total)
        self._along_the_tree(to, along)
        self._correct(to)

    def _correct(self, to: dict[str, tuple[Place, Place]]) -> None:
        """Joints of every mesh, its load moved from its coordinates to where its bodies touch."""
        if self._meshed:
            self.rec.sweep()
        for tying, meshing, force, point in self._meshed:
            for name, side in meshing.outer.items():
                if name not in to:
                    continue
                numbers = [k for k, m in enumerate(tying.on) if m.joint.name == name]
                M = tying.on[numbers[0]].spread.point
                efforts = [(tying.slopes.part(k, 1), tying.on[k].spread.loads) for k in numbers]
                reads = [*to[name], force, point, M, Place("lam", tying.row, 1)]
                reads += [place for pair in efforts for place in pair]
                structure = ("mesh on joint", side, len(numbers))
                self.rec.run(structure, partial(_mesh_on_joint, self.stage, side), reads, list(to[name]))

    def _hand_on(self, spread: Spread, total: Place) -> None:
        """A load on the follower, and its opposite on the base."""
        for body, sign in zip(spread.ends.bodies, (-1.0, 1.0), strict=True):
            if body != GROUND:
                slots = self.stage.bodies[body]
                reads = [total, spread.point, slots.pose, slots.load]
                self.rec.run(("hand on", sign), partial(_handed, self.stage, sign), reads, [slots.load])

    def _along_the_tree(self, to: dict[str, tuple[Place, Place]], along: dict[str, Place]) -> None:
        stage, rec = self.stage, self.rec
        rec.sweep()
        for body, slots in enumerate(stage.bodies):
            reads = [slots.pose, slots.twist, slots.rate, slots.load]
            rec.run("needed", partial(_needed, stage), reads, [slots.load], stage.masses[body])
        rec.sweep()
        for limb in reversed(stage.limbs):
            if limb.branch.parent != GROUND:
                outer, inner = stage.bodies[limb.branch.body], stage.bodies[limb.branch.parent]
                reads = [outer.pose, outer.load, inner.pose, inner.load]
                rec.run("needed inward", partial(_needed_inward, stage), reads, [inner.load])
        rec.sweep()
        for limb in stage.limbs:
            if limb.branch.joint.name in to:
                self._reaction(limb, to[limb.branch.joint.name], along.get(limb.branch.joint.name))

    def _reaction(self, limb: Limb, to: tuple[Place, Place], along: Place | None) -> None:
        stage = self.stage
        slots = stage.bodies[limb.branch.body]
        region = stage.scales.region_at(limb.branch.body)
        follower = ends_of(stage, stage.model.ends_of(limb.branch.joint)[1:], region)
        reads = [slots.load, slots.pose, *([along] if along else []), *follower.reads(0)]
        structure = ("reaction", limb.branch.reversed, along is not None, follower.structure)
        function = partial(_reaction_cell, stage, limb.branch.reversed, along is not None, follower)
        self.rec.run(structure, function, reads, list(to), follower.numbers)


def _copy(graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    return [[g[0] for g in groups]]


def _stand_ins(stage: Stage, graph: Graph) -> list[Symbols]:
    s = stage.space
    return [
        list(graph.symbols(f"{k}.{i}" for i in range(n)))
        for k, n in enumerate((s.pose, s.motion, s.motion, 1))
    ]


def _body_parts(stage: Stage, implied: bool, groups: list[Symbols]) -> Any:
    moving = stage.space.to_kinematics(*groups[:3])
    return list(of_body(stage.space.planar, implied, moving, groups[3][0], {}))


def _body_cell(
    stage: Stage, implied: bool, graph: Graph, groups: list[Symbols], numbers: Symbols
) -> list[Flat]:
    return [[value for _, _, *values in _body_parts(stage, implied, groups) for value in values]]


def _frame_cell(stage: Stage, kind: str, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    s = stage.space
    moving = s.to_kinematics(*groups).of(s.to_frame(kind, numbers))
    return [[value for _, _, value in of_point("", _axes(stage), moving)]]


def _axes(stage: Stage) -> str:
    return "xy" if stage.space.planar else "xyz"


def _effort_cell(is_driver: bool, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    (lam,), (slope,), (rate,) = groups
    effort = lam * slope
    return [[effort, effort * rate] if is_driver else [effort]]


def _mesh_cell(
    stage: Stage,
    tying: Tying,
    senses: tuple[float, float],
    ends: Ends,
    graph: Graph,
    groups: list[Symbols],
    numbers: Symbols,
) -> list[Flat]:
    s = stage.space
    (lam,), (slope,), *loads = groups[:4]
    frames, n = to_frames(s, ends.structure, groups[4:], numbers)
    sides = []
    for frame, load, m, sense in zip(frames, loads, tying.on, senses, strict=False):
        unit = s.to_load(load)
        axis = unit.torque if m.coordinate.is_angle else unit.force
        sides.append(Side(frame.X.p, axis * sense))
    bound = stage.bound(tying.written, graph, numbers[n:])
    point, force = bound.push(sides[0], sides[1], lam * slope)
    return [[*force, *point], s.flat_vector(force), s.flat_vector(point)]


def _mesh_on_joint(
    stage: Stage, side: float, graph: Graph, groups: list[Symbols], numbers: Symbols
) -> list[Flat]:
    s = stage.space
    found = Wrench(Vec3(*groups[0]), Vec3(*groups[1]))
    force, point, M = map(s.to_vector, groups[2:5])
    total = Wrench(force * -side).moved(point - M)
    (lam,), *efforts = groups[5:]
    for (slope,), load in zip(efforts[::2], efforts[1::2], strict=True):
        total = total + s.to_load(load) * slope * lam
    found = found + total
    return [[*found.force], [*found.torque]]


def _measure(bound: Any, X_FM: Pose) -> Sequence[Scalar]:
    found: Sequence[Scalar] = bound.measure(X_FM)
    return found


def _sensed(stage: Stage, written: Written) -> tuple[int, ...]:
    """Which quantities of a sensor exist: there is no z in the plane."""
    graph = Graph()
    bound = stage.bound(written, graph, list(graph.symbols(f"n{i}" for i in range(written.size))))
    X = stage.space.to_pose(graph.symbols(f"x{i}" for i in range(stage.space.pose)))
    found = pose_functions(graph, lambda X: _measure(bound, X), X, Twist(), Twist())
    return tuple(k for k, f in enumerate(found) if not (stage.space.planar and f.value is graph.zero))


def _sensor_cell(
    stage: Stage,
    written: Written,
    ends: Ends,
    chosen: Sequence[int],
    apart: int,
    graph: Graph,
    groups: list[Symbols],
    numbers: Symbols,
) -> list[Flat]:
    (F, M), n = to_frames(stage.space, ends.structure, groups, numbers)
    if apart:
        M = replace(M, X=Pose(M.X.R, M.X.p + stage.space.to_vector(numbers[n : n + apart])))
    bound = stage.bound(written, graph, numbers[n + apart :])
    X, V, A = F.relative(M)
    functions = pose_functions(graph, lambda X_FM: _measure(bound, X_FM), X, V, A)
    return [[x for k in chosen for x in (functions[k].value, functions[k].rate, functions[k].bias)]]


def _kinetic(stage: Stage, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    s = stage.space
    k, (energy, lost, supplied, kinetic) = s.to_kinematics(*groups[:2]), groups[2]
    inertia = Inertia.about_center(*s.to_mass(numbers))
    return [[energy, lost, supplied, kinetic + inertia.kinetic(k.X.R.back(k.v), k.X.R.back(k.w))]]


def _energies(graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    (energy, _, _, kinetic), (dissipated, supplied) = groups
    return [[kinetic, energy, dissipated, supplied]]


def _sum_of_rows(stage: Stage, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    total = Wrench()
    for load, multiplier in zip(split_loads(stage, groups[0]), groups[1], strict=True):
        total = total + load * multiplier
    return [stage.space.flat_load(total), [*total.force], [*total.torque]]


def _tied(stage: Stage, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    s = stage.space
    load, (lam,), (slope,), *before = groups
    total = s.to_load(load) * slope * lam
    return [s.flat_load(s.to_load(before[0]) + total if before else total)]


def _handed(stage: Stage, sign: float, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    s = stage.space
    total, point, pose, load = groups
    arm = s.to_vector(point) - s.to_pose(pose).p
    return [s.flat_load(s.to_load(load) + (s.to_load(total) * sign).moved(arm))]


def _needed(stage: Stage, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    """What a body needs beyond what acts on it."""
    s = stage.space
    k = s.to_kinematics(*groups[:3])
    inertia = Inertia.about_center(*s.to_mass(numbers)).turned(k.X.R)
    return [s.flat_load(inertia.force_for(k.a, k.alpha, k.w) - s.to_load(groups[3]))]


def _needed_inward(stage: Stage, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    s = stage.space
    outer, outer_load, inner, load = groups
    arm = s.to_pose(outer).p - s.to_pose(inner).p
    return [s.flat_load(s.to_load(load) + s.to_load(outer_load).moved(arm))]


def _reaction_cell(
    stage: Stage,
    backward: bool,
    has_effort: bool,
    follower: Ends,
    graph: Graph,
    groups: list[Symbols],
    numbers: Symbols,
) -> list[Flat]:
    s = stage.space
    needed, pose, *rest = groups
    along = s.to_load(rest.pop(0)) if has_effort else Wrench()
    frames, _ = to_frames(s, follower.structure, rest, numbers)
    M: Kinematics = frames[0]
    load = s.to_load(needed).moved(s.to_pose(pose).p - M.X.p)
    total = (-load if backward else load) - along
    return [[*total.force], [*total.torque]]
