"""A mechanism frozen for an analysis: plain named data, and the numbers in it."""

from __future__ import annotations

import math
from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from sarrus.elements.base import Element, Resolve, State
from sarrus.elements.body import Body, Frames, Ground
from sarrus.elements.closing import Closing
from sarrus.elements.constraints.base import FrameConstraint, Mesh, Relation
from sarrus.elements.drivers.base import Driver
from sarrus.elements.forces.base import Force
from sarrus.elements.joints import UNBOUND
from sarrus.elements.joints.base import Joint
from sarrus.elements.planes import Guide
from sarrus.elements.sensors.base import Computed, Sensor
from sarrus.elements.sight import unit_on
from sarrus.errors import ModelError, quote
from sarrus.model.coordinates import CoordinateAt, find_coordinate
from sarrus.model.parameter_values import parameter_numbers
from sarrus.model.planes import guides_of, in_its_plane, is_in_plane
from sarrus.model.quantities import Origin, SignalSource, sources_of
from sarrus.model.reads import TIME, in_order, names_of
from sarrus.model.start_values import aim_of, in_numbers
from sarrus.model.wording import label, listed, nearest
from sarrus.scalar import Scalar
from sarrus.scalar.expression import Expression, Quantity, Value, evaluate_value
from sarrus.scalar.units import check_kind, finite, si_unit

if TYPE_CHECKING:
    from sarrus.model.meshes import Meshing


@dataclass(frozen=True)
class Place:
    """An end of an element, found: which body (None is ground) and which frame on it."""

    body: Body | None
    frame: str


@dataclass(frozen=True)
class Snapshot:
    """A checked mechanism. Nothing in it changes any more."""

    name: str
    planar: bool
    parameters: Mapping[str, Value]
    ground: Ground
    bodies: tuple[Body, ...]
    joints: tuple[Joint, ...]
    constraints: tuple[FrameConstraint | Relation, ...]
    forces: tuple[Force, ...]
    drivers: tuple[Driver, ...]
    sensors: tuple[Sensor, ...]
    fixed: Mapping[str, Value] = field(default_factory=dict)
    guess: Mapping[str, Value] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    inputs: Mapping[str, Value] = field(default_factory=dict)
    signals: Mapping[str, str] = field(default_factory=dict)
    analyses: Mapping[str, Any] = field(default_factory=dict)
    plane: str | None = None
    """The plane of bodies that have none of their own, as written; `planar` tells whether all of them lie in it."""

    def at(self, path: str) -> str:
        """Where an item was written (file, line and column); empty when it was not in a file."""
        return self.sources.get(path) or self.sources.get(path.split(".")[0]) or ""

    @cached_property
    def numbers(self) -> dict[str, float]:
        """Value of every named parameter, SI."""
        return parameter_numbers(self)

    def evaluate(self, value: Value, known: Mapping[str, float], path: str) -> float:
        """An expression of known names, as a number."""
        try:
            return evaluate_value(value, known)
        except ModelError as error:
            raise ModelError([replace(p, where=self.at(path) or path) for p in error.problems]) from error

    def number(self, path: str, value: Value, unit: str, time: float | None = None) -> float:
        """A written value as a number in SI.

        Args:
            path: what it belongs to, for messages.
            value: number, quantity or expression.
            unit: SI unit it must have.
            time: value of t, where an expression of time is allowed.
        """
        if type(value) is float and math.isfinite(value):
            return value  # fast path: a plain number
        if isinstance(value, Quantity):
            check_kind(value.text, unit, self.at(path) or path, names=(*self.parameters, *self.varying))
            return value.value
        if not isinstance(value, Expression):
            return finite(value, self.at(path) or path)
        if time is None:
            self._require_constant(path, value)
            return self.evaluate(value, self.numbers, path)
        if not value.names().isdisjoint(self._moving):
            return math.nan  # not known before there is a motion
        return self.evaluate(value, ChainMap({TIME: time}, self.input_numbers, self.numbers), path)

    def varying_in(self, value: Expression) -> str:
        """The first name in an expression that is not constant; empty where there is none."""
        if value.names().isdisjoint(self.varying):
            return ""
        return next(name for name in in_order(value) if name in self.varying)

    def _require_constant(self, path: str, value: Expression) -> None:
        """Refuse an expression that reads inputs or signals where none may be read."""
        name = self.varying_in(value)
        if name and name != TIME:
            raise ModelError.one(
                self.at(path) or path,
                f"{quote(str(value))} depends on {self.in_words(name)}",
                "It must be constant. Inputs and signals may stand in forces, conditions and sensors",
            )

    @cached_property
    def varying(self) -> frozenset[str]:
        """Names in expressions that are not constant: time, inputs and signals."""
        return frozenset((TIME, *self.inputs, *self.signals))

    @cached_property
    def _moving(self) -> frozenset[str]:
        """Names in expressions that change with the motion: signals, and words of ports."""
        words = {word for force in self.forces for word in force.words}
        return frozenset((*self.signals, *(words - self.parameters.keys())))

    def in_words(self, name: str) -> str:
        """What a name that is not constant is, for a message."""
        if name in self.signals:
            return f"the signal {quote(name)} ({self.signals[name]})"
        return f"the input {quote(name)}" if name in self.inputs else f"time {name}"

    @cached_property
    def input_numbers(self) -> dict[str, float]:
        """Value of every input at the start, SI."""
        return {
            n: v.value if isinstance(v, Quantity) else float(cast(float, v)) for n, v in self.inputs.items()
        }

    def input_unit(self, name: str) -> str:
        """SI unit of an input; empty where it was written without one."""
        value = self.inputs[name]
        return si_unit(value.unit) if isinstance(value, Quantity) else ""

    def reads(self, element: Element) -> tuple[str, ...]:
        """The inputs and signals that an element reads, in the order in which its expressions name them."""
        if not self.inputs and not self.signals:
            return ()
        return tuple(n for n in names_of(element) if n in self.inputs or n in self.signals)

    def source(self, signal: str) -> SignalSource:
        """The published quantity that a signal stands for."""
        if signal not in self._sources:
            self._sources[signal] = self._source(signal)
        return self._sources[signal]

    @cached_property
    def _sources(self) -> dict[str, SignalSource]:
        return {}

    def _source(self, signal: str) -> SignalSource:
        path = self.signals[signal]
        owner, _, wrong = path.partition(".")
        known = sources_of(self, owner)
        found = known.get(path)
        if found is not None:
            return found
        where = self.at(f"signals.{signal}")
        vector = [s.name for s in known.values() if s.vector == path]
        if vector:
            raise ModelError.one(
                where,
                f"signal {quote(signal)} is {quote(path)}, which has several components",
                f"A signal is one number: {listed(vector)}",
            )
        what = f"signal {quote(signal)} is {quote(path)}, which nothing publishes"
        if not known:
            owners = [*self.holders, *(e.name for e in self.elements), "energy"]
            raise ModelError.one(
                where, what, f"There is no {quote(owner)}; there are {listed(owners)}", nearest(owner, owners)
            )
        meant = nearest(wrong, [name.partition(".")[2] for name in known]).replace("'", f"'{owner}.", 1)
        raise ModelError.one(where, what, f"Of {quote(owner)} there are {listed(known)}", meant)

    def resolve(self, path: str, value: Value, unit: str) -> float:
        """A written value as a number, expressions of time at t = 0; the plain-number side of `Element.bind`."""
        return self.number(path, value, unit, time=0.0)

    @cached_property
    def holders(self) -> dict[str, Frames]:
        """Ground and bodies by name."""
        return {"ground": self.ground, **{b.name: b for b in self.bodies}}

    @cached_property
    def body_index(self) -> dict[str, int]:
        """Place of every body among the bodies, by its name."""
        return {body.name: i for i, body in enumerate(self.bodies)}

    @cached_property
    def _frame_names(self) -> dict[str, frozenset[str]]:
        return {name: frozenset(holder.frame_names()) for name, holder in self.holders.items()}

    def place(self, path: str, user: Element) -> Place:
        """The body and frame that `crank.end` or `ground` means, for the element that uses it."""
        owner, dot, frame = path.partition(".")
        holder = self.holders.get(owner)
        if holder is None:
            raise ModelError.one(
                self.at(user.name),
                f"{label(user)} uses {quote(path)}, but there is no body {quote(owner)}",
                f"Bodies are: {listed(self.holders)}",
                nearest(owner, self.holders),
            )
        if dot and frame not in self._frame_names[owner]:
            names = holder.frame_names()
            kind = "ground" if holder is self.ground else f"body '{owner}'"
            raise ModelError.one(
                self.at(user.name),
                f"{label(user)} uses point {quote(path)}, but {kind} has {'points ' + listed(names) if names else 'no points'}",
                "",
                nearest(path, [f"{owner}.{n}" for n in names]),
            )
        return Place(holder if isinstance(holder, Body) else None, frame)

    def ends_of(self, element: Element) -> tuple[Place, ...]:
        """Where the ends of an element are."""
        return tuple(self.place(path, element) for path in element.at)

    @cached_property
    def floating(self) -> tuple[Body, ...]:
        """One body of each group without a path to ground; it moves freely."""
        group: dict[str, str] = {name: name for name in self.holders}

        def leader(name: str) -> str:
            while group[name] != name:
                group[name] = group[group[name]]  # shorten the path for the next time
                name = group[name]
            return name

        for joint in (*self.joints, *self.guides):
            one, two = (p.body.name if p.body else "ground" for p in self.ends_of(joint))
            group[leader(two)] = leader(one)
        found: dict[str, Body] = {}
        for body in self.bodies:
            if leader(body.name) != leader("ground"):
                found.setdefault(leader(body.name), body)
        return tuple(found.values())

    @cached_property
    def all_joints(self) -> tuple[Joint, ...]:
        """The joints in the form they take here, and the implicit ones of floating bodies (named after the body)."""
        implied = tuple(UNBOUND(b.name, "ground", b.name) for b in self.floating)
        forms = tuple(in_its_plane(self, joint) for joint in self.joints)
        return (*forms, *self.guides, *(j.in_plane() if self.planar else j for j in implied))

    @cached_property
    def guides(self) -> tuple[Guide, ...]:
        """What holds bodies that have planes of their own."""
        return guides_of(self)

    def is_in_plane(self, closing: Closing) -> bool:
        """Whether an element stands between planar bodies: all are planar, or both of its frames lie in one plane."""
        return is_in_plane(self, closing)

    @cached_property
    def joints_by_name(self) -> dict[str, Joint]:
        """The same by name."""
        return {j.name: j for j in self.all_joints}

    def joint(self, name: str) -> Joint:
        """A joint in the form it takes here."""
        return self.joints_by_name[name]

    @cached_property
    def coordinates(self) -> dict[str, CoordinateAt]:
        """Every published coordinate: `A.theta` -> joint, place among its coordinates, what it is; then those of constraints."""
        owners: tuple[Joint | FrameConstraint, ...] = (*self.all_joints, *self.owning)
        return {f"{o.name}.{c.name}": (o, i, c) for o in owners for i, c in enumerate(o.coordinates)}

    @cached_property
    def states(self) -> dict[str, State]:
        """States of elements by name."""
        return {f"{force.name}.{state.name}": state for force in self.forces for state in force.states}

    def state_start(self, name: str) -> float:
        """Where a state of an element begins: as the user says, or else as the element does. Nothing moves it."""
        written = {**self.guess, **self.fixed}.get(name)
        if written is None:
            return self.states[name].start
        return self.number(f"start.{name}", written, self.states[name].unit)

    def periods(self, joint: Joint | FrameConstraint) -> tuple[float | None, ...]:
        """What may be added to each coordinate of a joint without changing the pose; None or 0 where nothing may."""
        if isinstance(joint, FrameConstraint):
            return tuple(c.period for c in joint.coordinates)
        bound = joint.bind(self.resolve, self.planar) if joint.params else joint
        return tuple(None if p is None else float(p) for p in bound.periods())

    def period(self, name: str) -> float:
        """What may be added to a joint coordinate, or a guessed angle of a body, without changing the pose; 0: nothing."""
        return self._periods.get(name, 0.0)

    @cached_property
    def _periods(self) -> dict[str, float]:
        """The periods of all that has one."""
        found = {aim.name: math.tau for aim in self.aims if aim.unit == "rad"}
        owners: tuple[Joint | FrameConstraint, ...] = (*self.all_joints, *self.owning)
        for owner in owners:
            found |= {
                f"{owner.name}.{c.name}": period
                for c, period in zip(owner.coordinates, self.periods(owner), strict=True)
                if period
            }
        return found

    def without_periods(self, name: str, difference: float) -> float:
        """A difference of values of a joint coordinate, without whole periods where it repeats."""
        period = self.period(name)
        return math.remainder(difference, period) if period else difference

    def start_values(self) -> tuple[dict[str, float], dict[str, float]]:
        """Fixed and guessed start values in SI, without those of states; turns of joints as their angles."""
        return in_numbers(self, self.fixed), in_numbers(self, self.guess)

    @cached_property
    def aims(self) -> tuple[SignalSource, ...]:
        """What start values guess of bodies: angles and places."""
        found = (self.aims_by_name[name] for name in self.guess)
        return tuple(aim for aim in found if aim is not None)

    @cached_property
    def aims_by_name(self) -> dict[str, SignalSource | None]:
        """What each start value says of a body, if it is about one."""
        return {name: aim_of(self, name) for name in (*self.fixed, *self.guess)}

    @property
    def elements(self) -> tuple[Element, ...]:
        """All elements, shelf by shelf."""
        return (*self.joints, *self.constraints, *self.forces, *self.drivers, *self.sensors)

    @cached_property
    def closings(self) -> tuple[FrameConstraint, ...]:
        """Constraints between frames."""
        return tuple(in_its_plane(self, c) for c in self.constraints if isinstance(c, FrameConstraint))

    @property
    def bearing(self) -> tuple[Joint | FrameConstraint, ...]:
        """Everything between frames that bears loads: joints as written, guides of planes, and constraints."""
        return (*self.joints, *self.guides, *self.closings)

    @cached_property
    def owning(self) -> tuple[FrameConstraint, ...]:
        """Those with coordinates of their own."""
        return tuple(c for c in self.closings if c.coordinates)

    @cached_property
    def written_order(self) -> dict[str, int]:
        """Joints and constraints between frames by name, numbered in the order in which the user wrote them."""
        return {e.name: i for i, e in enumerate((*self.all_joints, *self.closings))}

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        """Everything that ties coordinates: constraints between them, and drivers."""
        return (*(c for c in self.constraints if isinstance(c, Relation)), *self.drivers)

    @cached_property
    def carriers(self) -> frozenset[str]:
        """Joints whose coordinates something acts on; they should stay coordinates of the tree."""
        users = [*self.relations, *(f for f in self.forces if f.on_coordinates)]
        return frozenset(joint.name for user in users for joint, _, _ in self.coordinates_of(user))

    def coordinates_of(self, element: Element) -> tuple[CoordinateAt, ...]:
        """The coordinates an element acts on: its ends, and the turn of what carries it where that counts.

        Those of a condition are the ones that it reads.
        """
        if isinstance(element, Mesh):
            return self.meshing(element).coordinates
        if isinstance(element, Relation) and not element.ends:
            return tuple(self.coordinates[name] for name in self.acted_on(element))
        return self.written_coordinates(element)

    def acted_on(self, element: Element) -> tuple[str, ...]:
        """Names of the joint coordinates at the ends of an element, or that a condition reads, or reads the rates of."""
        if element.ends or not isinstance(element, Relation):
            return element.at if element.on_coordinates else ()
        read = (f"{s.owner}.{s.quantity}" for s in self.tied(element) if s.origin is Origin.COORDINATE)
        return tuple(dict.fromkeys(read))

    def tied(self, relation: Relation) -> tuple[SignalSource, ...]:
        """What a condition ties: the quantities that it reads, in order."""
        return tuple(self.source(name) for name in self.reads(relation) if name in self.signals)

    def spans_of(self, relation: Relation) -> tuple[tuple[Place, ...], ...]:
        """Ends of what a condition ties besides coordinates of joints: of sensors, and of bodies against ground."""
        found: list[tuple[Place, ...]] = []
        for source in self.tied(relation) if not relation.ends else ():
            if source.origin is Origin.SENSOR:
                found.append(self.ends_of(next(s for s in self.sensors if s.name == source.owner)))
            elif source.origin is Origin.BODY:
                found.append((Place(None, ""), Place(self.bodies[self.body_index[source.owner]], "")))
        return tuple(found)

    def written_coordinates(self, element: Element) -> tuple[CoordinateAt, ...]:
        """The coordinates at the ends of an element."""
        return tuple(self.coordinate(path, element) for path in element.at)

    def arguments(self, relation: Relation, coordinates: Sequence[Scalar]) -> Sequence[Scalar]:
        """What the residual of a relation is a function of, from the values of its coordinates."""
        return self.meshing(relation).arguments(coordinates) if isinstance(relation, Mesh) else coordinates

    @cached_property
    def meshes(self) -> tuple[Mesh, ...]:
        """Relations of bodies that touch."""
        return tuple(c for c in self.constraints if isinstance(c, Mesh))

    @cached_property
    def _meshings(self) -> dict[str, Meshing]:
        return {}

    def meshing(self, mesh: Mesh) -> Meshing:
        """How a mesh sits here."""
        if mesh.name not in self._meshings:
            from sarrus.model.meshes import meshing_of  # most mechanisms have none

            self._meshings[mesh.name] = meshing_of(self, mesh)
        return self._meshings[mesh.name]

    def coordinate(self, path: str, user: Element) -> CoordinateAt:
        """The coordinate that `A.theta` means, for the element that uses it.

        One that a constraint owns may be driven, and tied to others; forces act on joints, and so do bodies that roll.
        """
        return find_coordinate(self, path, user)

    def with_drivers(self, drivers: tuple[Driver, ...]) -> Snapshot:
        """The mechanism with some of its drivers; sensors that may read the others are left out."""
        looking = tuple(s for s in self.sensors if not isinstance(s, Computed))
        return replace(self, drivers=drivers, sensors=looking)

    def driven(self, driver: Driver) -> CoordinateAt:
        """The coordinate a driver moves."""
        return self.coordinates_of(driver)[0]

    def coordinate_unit(self, element: Element) -> str:
        """What unit "coordinate" means for an element: that of its first coordinate."""
        return self.written_coordinates(element)[0][2].unit if element.on_coordinates and element.at else "1"

    def resolver(self, element: Element, resolve: Resolve) -> Resolve:
        """A resolver that knows what unit "coordinate" means for this element: that of its first coordinate."""
        unit_of = self.coordinate_unit(element)

        def resolved(path: str, value: Value, unit: str) -> Any:
            return resolve(path, value, unit_on(unit, unit_of))

        return resolved
