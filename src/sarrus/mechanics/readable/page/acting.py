"""What acts on each body in the printed equations: by its symbol, at its point, in its direction at a state.

Everything is taken from the terms that are printed and computed: a row of the Jacobian gives the load of its multiplier, a
force the terms of its load. So a drawing made of this cannot say anything else than the equations.

    symbol of a number   λ_A,x  μ_motor  F_spring     the arrow is its load for the value 1: the sense in which it is positive
    symbol of a vector   m_crank γ  F_push            the arrow is the vector as it is now
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sarrus.elements.base import Element
from sarrus.elements.forces.base import Force, Own, Pair, Point, Reach, Relative
from sarrus.mechanics.readable.algebra.build import mul, neg
from sarrus.mechanics.readable.algebra.evaluate import FLOATS, Evaluator, Functions
from sarrus.mechanics.readable.algebra.rates import transposed
from sarrus.mechanics.readable.algebra.terms import COLUMN, Name, Term
from sarrus.mechanics.readable.algebra.trees import names_in
from sarrus.mechanics.readable.derive.loads import Load
from sarrus.mechanics.readable.derive.moving import GROUND
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.derive.values import evaluate_system
from sarrus.mechanics.readable.page.cuts import cuts_of
from sarrus.mechanics.readable.print.plain import Plain
from sarrus.model.snapshot import Place

__all__ = ["ActingLoad", "ActingState", "LoadSource", "UnseenLoad", "acting_loads"]

Array = NDArray[np.float64]
EFFORTS = ("F", "Q", "tau")
"""Letters of what forces do."""
NOTHING = 1e-9
"""Share of a unit below which a direction is rounding."""
AXES = "xyz"


class LoadSource(Enum):
    """Where a load comes from."""

    FIELD = "weight"
    FORCE = "force"
    DRIVER = "driver"
    REACTION = "reaction"


@dataclass(frozen=True)
class ActingState:
    """Where the mechanism is: arguments of `evaluate_system`; z None: states of forces where they start."""

    t: float
    q: Sequence[float]
    v: Sequence[float]
    z: Sequence[float] | None = None


@dataclass(frozen=True, eq=False)
class ActingLoad:
    """A force or a torque on one body.

    Attributes:
        owner: element it comes from.
        source: what kind of load it is.
        body: that it acts on.
        quantity: "force" or "torque".
        symbol: as the equations print it, in plain text.
        name: of the unknown or of the law, the same on both bodies that it acts between.
        vector: ground components; for the value 1 of a symbol that is a number, else as it is now.
        is_unit: whether the symbol is a number.
        at: point of action in ground components [m].
        towards: other end of its line of action [m]; None where it has none.
    """

    owner: str
    source: LoadSource
    body: str
    quantity: str
    symbol: str
    name: str
    vector: Array
    is_unit: bool
    at: Array
    towards: Array | None = None


@dataclass(frozen=True)
class UnseenLoad:
    """A load that has no arrow in this state, and why."""

    owner: str
    body: str
    symbol: str
    why: str


@dataclass(frozen=True)
class _Term:
    """A load on a body as it is printed: force, and moment about the body's origin (body components in space).

    Attributes:
        symbol: what it is a multiple of; None where it is a product of several.
        shown: what stands beside its arrow; of force and torque where these are different symbols.
        places: where it may be drawn, the first where the least torque remains; none: the mass centre.
    """

    owner: str
    source: LoadSource
    body: str
    symbol: Name | None
    shown: tuple[Term, Term]
    force: Term
    moment: Term
    places: tuple[Place, ...] = ()
    towards: Place | None = None


def acting_loads(system: System, state: ActingState) -> tuple[list[ActingLoad], list[UnseenLoad]]:
    """Every load on every body in a state, in the order of the model; and those that have no direction there."""
    found = _Numbers(system, state)
    seen: list[ActingLoad] = []
    unseen: list[UnseenLoad] = []
    for term in (*_weights(system), *_applied(system), *_multiplied(system)):
        for one in found.loads(term):
            if isinstance(one, ActingLoad):
                seen.append(one)
            else:
                unseen.append(one)
    return seen, unseen


def _weights(system: System) -> Iterator[_Term]:
    for force, definition in system.loads.fields:
        for body in system.bodies:
            weight = mul(Name("m", (body.name,)), definition.name)
            none = system.points.no_torque
            yield _Term(force.name, LoadSource.FIELD, body.name, None, (weight, weight), weight, none)


def _applied(system: System) -> Iterator[_Term]:
    """Forces that the state alone tells, part by part as they are added up in the equations."""
    model = system.model
    for force in model.forces:
        taken: dict[tuple[str, ...], int] = {}
        for part in (p for p in system.loads.parts if p.owner == force.name):
            effort = _effort_of(part)
            number = taken.get(effort.index, 0)
            taken[effort.index] = number + 1
            yield _part(system, force, part, effort, number)


def _effort_of(part: Load) -> Name:
    """The effort that a load is made of; the force where it has force and torque."""
    known = [n for n in names_in(part.force, part.moment) if n.letter in EFFORTS and part.owner in n.index]
    return min(known, key=lambda n: (len(n.index), EFFORTS.index(n.letter), n.mark))


def _part(system: System, force: Force, part: Load, effort: Name, number: int) -> _Term:
    """One load of a force. Args: number: of the load among those of its port."""
    model, make = system.model, partial(_Term, part.owner, LoadSource.FORCE, part.body)
    loads = part.force, part.moment
    if force.port.reach is Reach.BODIES:
        return make(None, (effort, effort), *loads)
    which = int(effort.index[-1]) - 1 if len(force.ports) > 1 else 0
    port = force.ports[which]
    if force.on_coordinates:
        at = _followers(system, [model.coordinates_of(force)[which][0]], part.body)
        return make(effort, (effort, effort), *loads, at)
    first = sum(p.ends for p in force.ports[:which])
    ends = model.ends_of(force)[first : first + port.ends]
    own = [p for p in ends if p.body is not None and p.body.name == part.body]
    if port is Relative or (port is Pair and effort.rank == COLUMN):
        # force and torque of the follower, or their opposite, at the follower's frame
        tau = Name("tau", effort.index, effort.rank if port is Pair or not model.planar else 0)
        is_follower = system.points.owner(ends[-1]) == part.body
        return make(
            None,
            (part.force, tau if is_follower else neg(tau)),
            *loads,
            (ends[-1] if port is Relative else own[0],),
        )
    if port in (Point, Own):
        return make(None, (part.force, part.force), *loads, (own[0],))
    # of a line within one body, the first load is that at its first end
    here = own[min(number, len(own) - 1)]
    other = next((p for p in ends if p is not here), None) if port.is_central else None
    return make(effort, (effort, effort), *loads, (here,), other)


def _multiplied(system: System) -> Iterator[_Term]:
    """Loads of multipliers, and of efforts that depend on them: what stands in w."""
    model, owner = system.model, system.points.owner
    for joint in system.joints:
        for row in joint.rows:
            # where a point is held each body is loaded at its own, which are one where the joint is closed
            base = joint.base if row.multiplier.rank else joint.follower
            for body, place in ((owner(joint.base), base), (owner(joint.follower), joint.follower)):
                if body != GROUND:
                    yield _of_row(
                        system, row.owner, LoadSource.REACTION, body, row.entries, row.multiplier, (place,)
                    )
    drivers = {d.name for d in model.drivers}
    for relation in system.relations:
        source = LoadSource.DRIVER if relation.element.name in drivers else LoadSource.REACTION
        joints = [joint for joint, _, _ in relation.ends]
        row = relation.row
        for body in _touched(system, row.entries):
            at = _followers(system, joints, body)
            yield _of_row(system, row.owner, source, body, row.entries, row.multiplier, at)
    for push in system.loads.pushes:
        joints = [joint for joint, _, _ in model.coordinates_of(push.force)]
        for body in _touched(system, push.slopes):
            at = _followers(system, joints, body)
            yield _of_row(system, push.force.name, LoadSource.FORCE, body, push.slopes, push.effort, at)


def _touched(system: System, entries: Mapping[Name, Term]) -> list[str]:
    return [b.name for b in system.bodies if b.rdot in entries or b.turn in entries]


def _of_row(
    system: System,
    owner: str,
    source: LoadSource,
    body: str,
    entries: Mapping[Name, Term],
    multiplier: Name,
    at: tuple[Place, ...],
) -> _Term:
    """A row of the Jacobian, transposed, times its multiplier."""
    names, points = system.points.body(body), system.points
    force, moment = (
        transposed(entries[speed], multiplier) if speed in entries else none
        for speed, none in ((names.rdot, points.zero), (names.turn, points.no_torque))
    )
    return _Term(owner, source, body, multiplier, (multiplier, multiplier), force, moment, at)


def _followers(system: System, joints: Iterable[Element], body: str) -> tuple[Place, ...]:
    """The follower frames of those joints that hold a body."""
    ends = [system.model.ends_of(joint) for joint in joints]
    return tuple(both[1] for both in ends if body in map(system.points.owner, both))


class _Numbers:
    """The terms of a system at a state. What has no value there, as the direction of a line without length, is NaN."""

    def __init__(self, system: System, state: ActingState) -> None:
        self.system = system
        self.size = 2 if system.model.planar else 3
        functions: Functions = {name: _quiet(function) for name, function in FLOATS.items()}
        functions = {**functions, "function": _quiet(system.function)}
        known = {name: np.float64(value) for name, value in system.numbers.values.items()}
        q, v = (list(np.asarray(values, dtype=float)) for values in (state.q, state.v))
        with np.errstate(all="ignore"):
            self.named = evaluate_system(system, np.float64(state.t), q, v, known, functions, state.z).named
        self.compute = Evaluator(self.size, functions)
        self.plain = Plain(cuts_of(system))
        self.length = self._length()
        self.mass = sum(float(self.named[Name("m", (body.name,))]) for body in system.bodies)

    def value(self, term: Term, given: Mapping[Name, Any] | None = None) -> Array:
        """Three components of a vector; of a number in the plane, those of a torque. Args: given: values of symbols."""
        with np.errstate(all="ignore"):
            found = np.asarray(self.compute(term, ChainMap(dict(given or {}), self.named)), dtype=float)
        whole = np.zeros(3)
        if found.ndim:
            whole[: self.size] = found
        else:
            whole[2] = found
        return whole

    def loads(self, term: _Term) -> Iterator[ActingLoad | UnseenLoad]:
        """The arrows of a load: of a multiplier that is a vector, one for each of its components."""
        symbol = term.symbol
        if term.source is LoadSource.FIELD and not self.named[Name("m", (term.body,))]:
            return  # a body without mass has no weight
        if symbol is None:
            yield from self._arrows(term, [self.plain.term(shown) for shown in term.shown], {})
        elif symbol.rank == 0:
            yield from self._arrows(term, [self.plain.name(symbol)] * 2, {symbol: np.float64(1.0)})
        else:
            for k, axis in enumerate(AXES[: self.size]):
                name = self.plain.name(Name(symbol.letter, (*symbol.index, axis), 0, symbol.mark))
                yield from self._arrows(term, [name] * 2, {symbol: np.eye(self.size)[k]})

    def _arrows(
        self, term: _Term, shown: Sequence[str], given: Mapping[Name, Any]
    ) -> Iterator[ActingLoad | UnseenLoad]:
        point, force, torque, rounding = self._wrench(term, given)
        is_unit = term.symbol is not None
        name = shown[0] if is_unit else term.owner
        towards = None if term.towards is None else self.position(term.towards)
        # a force that is a value, and would not move the mechanism in an hour, is none
        smallest = NOTHING * (1.0 if is_unit else self.mass)
        found: list[ActingLoad | UnseenLoad] = []
        for quantity, vector, text, least in (
            ("force", force, shown[0], smallest),
            ("torque", torque, shown[1], max(rounding, NOTHING * smallest)),
        ):
            if not np.isfinite([*vector, *point]).all():
                found = [UnseenLoad(term.owner, term.body, text, "has no direction in this pose")]
                break
            if np.linalg.norm(vector) > least:
                label = self._factor(text, vector) if is_unit else text
                line = towards if quantity == "force" else None
                found.append(
                    ActingLoad(
                        term.owner, term.source, term.body, quantity, label, name, vector, is_unit, point, line
                    )
                )  # fmt: skip
        yield from found or [UnseenLoad(term.owner, term.body, shown[0], "is zero in this state")]

    def _wrench(self, term: _Term, given: Mapping[Name, Any]) -> tuple[Array, Array, Array, float]:
        """Point of action, force, torque about that point, and below what a torque is rounding."""
        force, moment = (self.value(part, given) for part in (term.force, term.moment))
        if term.source is LoadSource.FIELD:
            return self._center(term.body), force, np.zeros(3), 0.0
        names = self.system.points.body(term.body)
        origin = self.value(names.r)
        if self.size == 3:
            moment = np.asarray(self.named[names.A], dtype=float) @ moment
        points = [self.position(place) for place in term.places] or [self._center(term.body)]
        torques = [moment - np.cross(p - origin, force) for p in points]
        least = min(range(len(points)), key=lambda k: round(float(np.linalg.norm(torques[k])), 9))
        size = float(np.linalg.norm(moment) + self.length * np.linalg.norm(force))
        return points[least], force, torques[least], NOTHING * size

    def _factor(self, text: str, vector: Array) -> str:
        """The symbol, with the number that it is multiplied by here."""
        times = float(np.linalg.norm(vector))
        return text if abs(times - 1.0) < NOTHING else f"{times:.3g} {text}"

    def _length(self) -> float:
        """How far the mechanism reaches."""
        points = [self.position(p) for joint in self.system.joints for p in (joint.base, joint.follower)]
        points += [self._center(body.name) for body in self.system.bodies]
        return float(np.ptp(np.nan_to_num(np.array(points)), axis=0).max()) if points else 0.0

    def position(self, place: Place) -> Array:
        """The origin of a frame in ground components [m]."""
        points = self.system.points
        offset = [points.numbers.formula(part) for part in list(points.pose(place).p)[: self.size]]
        return self._on(points.owner(place), offset)

    def _center(self, body: str) -> Array:
        """The mass centre in ground components [m]."""
        return self._on(body, self.system.loads.centers[body])

    def _on(self, body: str, offset: Iterable[Term]) -> Array:
        """A point by its place on a body, or on ground."""
        with np.errstate(all="ignore"):
            parts = [float(self.compute(part, self.named)) for part in offset]
        if body == GROUND:
            return np.array([*parts, 0.0][:3])
        names = self.system.points.body(body)
        arms = [part * self.value(axis) for part, axis in zip(parts, names.axes, strict=True)]
        return np.asarray(self.value(names.r) + sum(arms))


def _quiet(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, NaN where it has no value, with numbers that do not complain of a division by zero."""

    def found(*values: Any) -> Any:
        try:
            return np.float64(function(*values))
        except (ArithmeticError, ValueError):
            return np.float64(np.nan)

    return found
