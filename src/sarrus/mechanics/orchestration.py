"""The mechanics of one mechanism over a tree, pass by pass.

Each pass is recorded when something of it is first asked for, after those that it builds on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from sarrus.elements.base import Element
from sarrus.elements.closing import Closing
from sarrus.elements.forces.base import Force
from sarrus.elements.relation import Relation
from sarrus.elements.sensors.base import Sensor
from sarrus.elements.statements import refuse_unknown
from sarrus.mechanics.infos import ActingInfo, ChannelInfo, InputInfo, RowInfo, StateInfo, StateKind
from sarrus.mechanics.layout import Layout
from sarrus.mechanics.passes import (
    channels,
    computed,
    course,
    energies,
    inertia,
    inertial,
    loaded,
    motion,
    reactions,
    residual,
    rows,
    sides,
    signals,
    slips,
    slopes,
    taken,
    tied_rates,
    ties,
)
from sarrus.mechanics.passes.coordinates import Along, Measured, measure_joints, turning_names
from sarrus.mechanics.passes.forces import Applied, apply_forces, tell_apart, width_of
from sarrus.mechanics.passes.signals import Signals
from sarrus.mechanics.passes.ties import Tying
from sarrus.mechanics.recorder import Recorder
from sarrus.mechanics.slots import SCALAR, Slot, numbers

ENERGIES = ("energy.dissipated", "energy.supplied")
"""What is integrated beside the motion, in front of the turns of fitted angles."""
KNOWN: dict[str, type[Element]] = {
    "closure": Closing,
    "slip": Closing,
    "residual": Relation,
    "energy": Force,
    "kinetic": Force,
    "dissipation": Force,
    "power": Force,
    "flow": Force,
    "measure": Sensor,
}
"""Statements of elements that the passes make use of, and of which."""


class Mechanics:
    """All quantities of a mechanism, by pass.

    Args:
        layout: where everything lies.
        rec: listens.
        closed: elements that are closed by rows.
        on_tree: whether the speeds are those of the joints; else every body moves by itself.
    """

    def __init__(self, layout: Layout, rec: Recorder, closed: Sequence[Closing], on_tree: bool) -> None:
        refuse_unknown(layout.model.elements, KNOWN, "the equations")
        self.layout, self.rec, self.elements, self.on_tree = layout, rec, closed, on_tree
        model = layout.model
        self.inputs = tuple(
            InputInfo(name, model.input_unit(name), start) for name, start in model.input_numbers.items()
        )
        self._sides: tuple[int, ...] = ()
        self.internal: dict[str, tuple[Slot, ...]] = {}
        first = layout.nq + layout.nv
        for force in layout.model.forces:
            if force.states:
                self.internal[force.name] = tuple(
                    Slot(SCALAR, "x", first + k) for k in range(len(force.states))
                )
                first += len(force.states)
        names = turning_names(layout)
        self.quadratures = (*ENERGIES, *names)
        self._integrals = [Slot(SCALAR, "x", first + k) for k in range(len(self.quadratures))]
        self.turns = dict(zip(names, self._integrals[len(ENERGIES) :], strict=True))

    @cached_property
    def masks(self) -> dict[int, tuple[motion.Mask, ...]]:
        """The motion of all bodies; for each, what the speeds of the joint that carries it move."""
        return motion.carry_outward(self.layout, self.rec)

    def _move_bodies(self) -> None:
        """What comes next reads the motion of bodies."""
        _ = self.masks

    def _load_bodies(self) -> None:
        """What comes next reads the loads on bodies."""
        _ = self.applied

    @cached_property
    def states(self) -> tuple[StateInfo, ...]:
        """What the state holds."""
        coordinates, speeds = [], []
        for limb in self.layout.limbs:
            joint = limb.branch.joint
            angles = {c.name for c in joint.coordinates if c.is_angle}
            for name, is_length in zip(joint.inner_names, joint.inner_lengths, strict=True):
                unit = "m" if is_length else "rad" if name in angles else "1"
                coordinates.append(StateInfo(f"{joint.name}.{name}", unit, StateKind.COORDINATE, joint.name))
            for k, (_, turns) in enumerate(self.masks[limb.branch.body]):
                unit = "rad/s" if turns else "m/s"
                speeds.append(StateInfo(f"{joint.name}.{k + 1}", unit, StateKind.SPEED, joint.name))
        for own in self.layout.owned.values():
            name = own.element.name
            for k, c in enumerate(own.element.coordinates):
                coordinates.append(StateInfo(f"{name}.{c.name}", c.unit, StateKind.COORDINATE, name))
                speeds.append(StateInfo(f"{name}.{k + 1}", f"{c.unit}/s", StateKind.SPEED, name))
        model = self.layout.model
        internal = [
            StateInfo(
                name, s.unit, StateKind.INTERNAL, name.partition(".")[0], model.state_start(name), s.scale
            )
            for name, s in model.states.items()
        ]
        energies = [StateInfo(name, "J", StateKind.WORK, "energy") for name in ENERGIES]
        counted = [StateInfo(name, "rad", StateKind.TURN, self._owner(name)) for name in self.turns]
        return (*coordinates, *speeds, *internal, *energies, *counted)

    def _owner(self, coordinate: str) -> str:
        joint, _, _ = self.layout.model.coordinates[coordinate]
        return joint.name

    @cached_property
    def measured(self) -> dict[str, list[Measured]]:
        """Published coordinates by joint."""
        self._move_bodies()
        return measure_joints(self.layout, self.rec, self.turns)

    @cached_property
    def coordinates(self) -> list[Measured]:
        """All of them in order."""
        return [m for found in self.measured.values() for m in found]

    @cached_property
    def _motion_signals(self) -> Signals:
        model = self.layout.model
        if model.planar and (model.signals or model.aims):
            self._turn_bodies()
        return Signals(self.layout, self.rec, self.measured, self.internal)

    @cached_property
    def signals(self) -> dict[str, Slot]:
        """Where inputs lie, and the signals that forces read."""
        model = self.layout.model
        names = signals.read_by(model.forces, self.layout)
        return signals.inputs_of(tuple(model.inputs)) | self._motion_signals.slots(names)

    @cached_property
    def _psi(self) -> None:
        motion.turn_bodies(self.layout, self.rec)

    def _turn_bodies(self) -> None:
        """What comes next reads the turns of planar bodies."""
        _ = self._psi

    @cached_property
    def applied(self) -> Applied:
        """Applied forces."""
        return apply_forces(self.layout, self.rec, self.measured, self.internal, self.signals)

    @cached_property
    def acting(self) -> tuple[ActingInfo, ...]:
        """What each force does by itself."""
        self._move_bodies()
        return tell_apart(self.layout, self.rec, self.measured, self.internal, self.signals)

    @cached_property
    def closed(self) -> list[rows.Closed]:
        """Elements that are closed by rows."""
        self._move_bodies()
        return rows.close(self.layout, self.rec, self.elements, self.turns)

    @cached_property
    def ties(self) -> list[Tying]:
        """Relations of coordinates."""
        first = sum(len(c.chosen) for c in self.closed)
        return ties.tie_coordinates(self.layout, self.rec, self._motion_signals, first)

    @cached_property
    def slips(self) -> list[rows.Closed]:
        """Rows of velocities; they come behind all others."""
        self._move_bodies()
        first = sum(len(c.chosen) for c in self.closed) + len(self.ties)
        return slips.forbid_slips(self.layout, self.rec, first)

    @cached_property
    def tied_rates(self) -> list[Tying]:
        """Conditions of velocities; their rows come last."""
        placing = sum(len(c.chosen) for c in self.closed) + len(self.ties)
        first = placing + sum(len(c.chosen) for c in self.slips)
        return tied_rates.tie_rates(self.layout, self.rec, self._motion_signals, first)

    @property
    def all_ties(self) -> list[Tying]:
        """Relations of both levels."""
        return [*self.ties, *self.tied_rates]

    @cached_property
    def row_infos(self) -> list[RowInfo]:
        """Constraint rows by name."""
        relations = ties.relation_infos(self.layout, self.ties)
        rates = ties.relation_infos(self.layout, self.tied_rates)
        return [*rows.closed_infos(self.closed), *relations, *slips.slip_infos(self.slips), *rates]

    @cached_property
    def G(self) -> rows.SparseRows:
        """Entries of the constraint matrix."""
        found = rows.SparseRows("G")
        all_closed, all_ties, all_slips, all_rates = self.closed, self.ties, self.slips, self.tied_rates
        self.rec.sweep()
        for c in all_closed:
            self._entries(found, c)
        for tying in all_ties:
            ties.write_relation_entries(self.layout, self.rec, found, tying, self.masks)
        for c in all_slips:
            self._entries(found, c)
        for tying in all_rates:
            ties.write_relation_entries(self.layout, self.rec, found, tying, self.masks)
        return found

    def _entries(self, to: rows.SparseRows, c: rows.Closed) -> None:
        slopes.write_own_entries(self.rec, to, c)
        rows.write_entries(
            self.layout,
            self.rec,
            to,
            c.first,
            c.bodies,
            c.loads,
            c.point,
            row_masks=c.masks,
            column_masks=self.masks,
        )

    @cached_property
    def M(self) -> rows.SparseRows:
        """Entries of the mass matrix, and forces."""
        self._load_bodies()
        if self.on_tree:
            return inertia.on_tree(self.layout, self.rec, self.masks)
        return inertia.on_bodies(self.layout, self.rec)

    @cached_property
    def row_loads(self) -> reactions.RowLoads:
        """What multipliers do to the bodies, and what those need beyond it."""
        self._load_bodies()
        closed = [*self.closed, *self.slips]
        found = reactions.load_rows(self.layout, self.rec, closed, self.all_ties, self._efforts)
        reactions.need_inward(self.layout, self.rec)
        return found

    @cached_property
    def pushes(self) -> list[loaded.Pushing]:
        """Forces that depend on the loads of their joints."""
        found = loaded.pushing(self.layout, self.measured, len(self.row_infos))
        return [*found, *(push for one in self.inertials for push in one.pushes)]

    @cached_property
    def inertials(self) -> list[inertial.Inertial]:
        """Forces with kinetic energy."""
        first = sum(force.reads_load for force in self.layout.model.forces)
        self._move_bodies()
        return inertial.resisting(self.layout, self.rec, self.measured, first, len(self.row_infos))

    @property
    def _efforts(self) -> list[tuple[Along, Slot]]:
        return [(push.on, push.place) for push in self.pushes]

    @cached_property
    def implied(self) -> int:
        """Efforts that follow from the loads of joints; how many."""
        row_loads = self.row_loads
        if self.pushes:
            meshes = reactions.load_meshes(self.layout, self.rec, self.ties)
            reading = [push.force for push in self.pushes if not push.is_inertial]
            joints = [self.layout.model.coordinates_of(force)[0][0].name for force in reading]
            three, names = numbers(3), dict.fromkeys(joints)
            loads = {name: (self.rec.reserve(three), self.rec.reserve(three)) for name in names}
            reactions.load_joints(self.layout, self.rec, row_loads, meshes, loads)
            loaded.state_laws(self.layout, self.rec, self.pushes, self.internal, loads, self.applied)
            inertial.resist(self.layout, self.rec, self.inertials, self.measured)
            self._sides = sides.state_sides(self.layout, self.rec, self.pushes, self.internal, loads)
        return len(self.pushes)

    @property
    def sides(self) -> tuple[int, ...]:
        """For each load whose absolute value counts in their laws, the number of the effort; empty where others do."""
        _ = self.implied
        return self._sides

    @cached_property
    def H(self) -> rows.SparseRows:
        """What each speed does to the coordinates of such efforts."""
        return loaded.write_push_entries(self.layout, self.rec, self.pushes, self.masks)

    @cached_property
    def residual(self) -> int:
        """What the equations of motion miss by; how many."""
        _ = self.row_loads
        residual.miss(self.layout, self.rec, self.closed, self.all_ties, self._efforts, self.masks)
        return self.layout.nv

    @cached_property
    def gaps(self) -> list[rows.Closed]:
        """Gaps of the closed elements; assembly runs in tree coordinates."""
        self._move_bodies()
        return rows.open_gaps(self.layout, self.rec, self.elements if self.on_tree else ())

    @cached_property
    def gap_slopes(self) -> rows.SparseRows:
        """How speeds change the gaps."""
        found, all_gaps = rows.SparseRows("gap_J"), self.gaps
        self.rec.sweep()
        for c in all_gaps:
            self._entries(found, c)
        return found

    @cached_property
    def gap_infos(self) -> list[RowInfo]:
        """Gaps by the name of their element."""
        return rows.gap_infos(self.gaps)

    @cached_property
    def measured_slopes(self) -> rows.SparseRows:
        """Published coordinates with their rates in arrays of their own, and how speeds change them."""
        return slopes.write_coordinates(self.layout, self.rec, self.coordinates, self.masks)

    @cached_property
    def course(self) -> int:
        """How rows and published coordinates change along a motion; how many coordinates."""
        coordinates = self.coordinates
        closed, slips, ties, rates = self.closed, self.slips, self.ties, self.tied_rates
        course.follow_closed(self.layout, self.rec, closed, self.turns)
        course.follow_ties(self.layout, self.rec, ties)
        course.follow_slips(self.layout, self.rec, slips)
        course.follow_rate_ties(self.layout, self.rec, rates)
        course.follow_coordinates(self.rec, coordinates)
        course.follow_spins(self.layout, self.rec)
        return len(coordinates)

    @cached_property
    def aimed(self) -> list[Measured]:
        """What start values guess of bodies."""
        aims = self.layout.model.aims if self.on_tree else ()
        if not aims:
            return []
        found = self._motion_signals
        self.rec.sweep()
        return [found.measured(source) for source in aims]

    @cached_property
    def aim_slopes(self) -> rows.SparseRows:
        """The same in an array of its own, and how speeds change it."""
        return slopes.write_aims(self.layout, self.rec, self.aimed, self.masks)

    @cached_property
    def flows(self) -> int:
        """Rates of what is integrated beside the motion; how many."""
        named = {f"{m.joint.name}.{m.coordinate.name}": m for m in self.coordinates}
        turning = [named[name] for name in self.turns]
        _ = self.implied
        return energies.flow_rates(self.layout, self.rec, self.applied, self.all_ties, self.pushes, turning)

    @cached_property
    def rates(self) -> int:
        """Rates of the coordinates; how many."""
        motion.coordinate_rates(self.layout, self.rec)
        return self.layout.nq

    @cached_property
    def retracted(self) -> int:
        """Coordinates after a small step; how many."""
        motion.small_steps(self.layout, self.rec)
        return self.layout.nq

    @cached_property
    def channels(self) -> tuple[ChannelInfo, ...]:
        """Everything that is published: motion first, then what acts."""
        layout, rec, out = self.layout, self.rec, channels.Channels()
        measured, applied, ties = self.measured, self.applied, self.all_ties
        _ = self.implied
        if layout.model.planar:
            self._turn_bodies()
        channels.publish_motion(layout, rec, out, measured)
        loads = channels.announce_reactions(layout, out)
        meshes = reactions.load_meshes(layout, rec, ties)
        channels.publish_relations(layout, rec, out, ties, meshes)
        channels.publish_sensors(layout, rec, out)
        channels.publish_forces(layout, rec, out, applied)
        kinetic = energies.kinetic_energy(layout, rec)
        inertial.add_kinetic_energy(layout, rec, self.inertials, measured, kinetic)
        channels.publish_energies(layout, rec, out, applied, kinetic, self._integrals[: len(ENERGIES)])
        row_loads = self.row_loads
        reactions.load_joints(layout, rec, row_loads, meshes, loads)
        channels.publish_inputs(rec, out, self.inputs)
        taken.publish_taken(layout, rec, out, loads)
        computed.publish_computed(layout, rec, out, self._motion_signals)
        return tuple(out.infos)

    def size(self, array: str) -> int:
        """How many numbers an output array has; whatever fills it is then recorded."""
        return _SIZES[array](self)


_SIZES: dict[str, Callable[[Mechanics], int]] = {
    "qdot": lambda m: m.rates,
    "q": lambda m: m.retracted,
    "g": lambda m: len(m.row_infos),
    "G": lambda m: len(m.G.pattern),
    "alpha": lambda m: len(m.row_infos),
    "beta": lambda m: len(m.row_infos),
    "sense": lambda m: len(m.closed),
    "M": lambda m: len(m.M.pattern),
    "r": lambda m: m.residual,
    "f": lambda m: m.layout.nv if m.M else 0,
    "rates": lambda m: m.flows,
    "row": lambda m: sum(c.size for c in m.channels),
    "phi": lambda m: m.implied,
    "side": lambda m: len(m.sides),
    "share": lambda m: len(m.sides),
    "H": lambda m: len(m.H.pattern),
    "gap": lambda m: len(m.gap_infos),
    "gap_J": lambda m: len(m.gap_slopes.pattern),
    "value": lambda m: len(m.coordinates) if m.measured_slopes else 0,
    "rate": lambda m: len(m.coordinates) if m.measured_slopes else 0,
    "measure_J": lambda m: len(m.measured_slopes.pattern),
    "row_rate": lambda m: len(m.row_infos) if m.course >= 0 else 0,
    "row_second": lambda m: len(m.row_infos) if m.course >= 0 else 0,
    "c_dot": lambda m: m.course,
    "c_ddot": lambda m: m.course,
    "spin": lambda m: 3 * len(course.turning(m.layout)) if m.course >= 0 else 0,
    "spin_dot": lambda m: 3 * len(course.turning(m.layout)) if m.course >= 0 else 0,
    "aim": lambda m: len(m.aimed) if m.aim_slopes else 0,
    "aim_J": lambda m: len(m.aim_slopes.pattern),
    "guard": lambda m: len(m.applied.guarded),
    "alone": lambda m: width_of(m.acting, m.layout.space),
}
