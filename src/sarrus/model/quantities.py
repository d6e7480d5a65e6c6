"""What a mechanism publishes, by name, before anything is computed: what signals may be aliases of.

coordinates of joints     A.theta  A.theta_dot  A.theta_ddot
turns that joints keep    ball.quaternion.w
of constraints            bead.u  bead.u_dot  bead.u_ddot
sensors                   gauge.length  gauge.length_dot
bodies, their points      bar.x  bar.psi  bar.end.x_dot  bar.w.z
states of elements        servo.current
what acts, and energies   A.reaction.x  motor.effort  energy.kinetic
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from sarrus.elements.body import CENTER_NAME, Body
from sarrus.elements.constraints.base import Mesh, Relation
from sarrus.elements.drivers.base import Driver
from sarrus.elements.forces.base import Force, Reach
from sarrus.elements.joints.base import Joint
from sarrus.elements.sensors.base import Computed, LoadSensor, Sensor
from sarrus.scalar import Graph
from sarrus.spatial import Pose, Rotation, Vec3, Wrench

if TYPE_CHECKING:
    from sarrus.model.snapshot import Snapshot

ENERGY = "energy"
"""Owner of the energies of a mechanism."""
ENERGIES = ("kinetic", "potential", "dissipated", "supplied")
RATES = ("", "_dot", "_ddot")
"""Endings of a quantity, of its rate and of its second derivative."""
SPIN = ".w."
"""In the name of a component of the angular velocity of a body."""


class Origin(Enum):
    """What a published quantity comes from."""

    COORDINATE = "a coordinate of a joint or of a constraint"
    TURN = "the turn of a joint"
    SENSOR = "what a sensor measures"
    BODY = "where a body is, and how it moves"
    STATE = "a state of an element"
    RESULT = "what follows from the accelerations"
    COMPUTED = "what an expression makes of others"


@dataclass(frozen=True)
class SignalSource:
    """A published number.

    Attributes:
        name, unit: as it is published; a component of a vector has its axis behind a dot.
        origin: what it comes from.
        owner: the body or element that it belongs to.
        quantity: of that, without rates: "theta"; of a point of a body with its name: "end.x".
        order: 0, 1 or 2: the quantity, its rate, its second derivative.
        vector: name of the vector that it is a component of; "" where it is a number by itself.
        component: which.
    """

    name: str
    unit: str
    origin: Origin
    owner: str
    quantity: str
    order: int = 0
    vector: str = ""
    component: int = 0

    @property
    def is_motion(self) -> bool:
        """Whether it is known once positions, velocities and states are."""
        return self.origin not in (Origin.RESULT, Origin.COMPUTED) and self.order < 2


def sources_of(model: Snapshot, owner: str) -> dict[str, SignalSource]:
    """What is published of a body, an element or the energies, by name."""
    found: dict[str, SignalSource] = {}
    for source in _published(model, owner):
        found.setdefault(source.name, source)
    return found


def body_measures(model: Snapshot, body: Body) -> Iterator[tuple[str, str]]:
    """What is measured of a body and has rates, with its unit: places of points on it, and in the plane its angle."""
    axes = "xy" if model.planar else "xyz"
    for place in ("", CENTER_NAME, *body.frame_names()):
        for axis in axes:
            yield (f"{place}.{axis}" if place else axis), "m"
    if model.planar:
        yield "psi", "rad"


def _published(model: Snapshot, owner: str) -> Iterator[SignalSource]:
    if owner == ENERGY:
        yield from (SignalSource(f"energy.{name}", "J", Origin.RESULT, owner, name) for name in ENERGIES)
        return
    for closing in (c for c in (*model.all_joints, *model.owning) if c.name == owner):
        for c in closing.coordinates:
            yield from _with_rates(owner, c.name, c.unit, Origin.COORDINATE)
        if isinstance(closing, Joint) and closing.turn_places and owner not in model.body_index:
            yield from _vector(owner, "quaternion", "1", Origin.TURN, 0, "wxyz")
    if owner in model.body_index:
        yield from _of_body(model, model.bodies[model.body_index[owner]])
    for element in (e for e in model.elements if e.name == owner):
        if isinstance(element, Computed):
            yield SignalSource(f"{owner}.value", element.unit, Origin.COMPUTED, owner, "value")
        elif isinstance(element, LoadSensor):
            yield from _vector(owner, "force", "N", Origin.RESULT)
            yield from _vector(owner, "torque", "N m", Origin.RESULT)
        elif isinstance(element, Sensor):
            for k in measured_by(model, element):
                q = element.quantities[k]
                yield from _with_rates(owner, q.name, q.unit, Origin.SENSOR)
        elif isinstance(element, Force):
            yield from _of_force(model, element)
    yield from _loads(model, owner)


def _with_rates(owner: str, name: str, unit: str, origin: Origin) -> Iterator[SignalSource]:
    for order, (ending, per) in enumerate(zip(RATES, ("", "/s", "/s^2"), strict=True)):
        yield SignalSource(f"{owner}.{name}{ending}", f"{unit}{per}", origin, owner, name, order)


def _vector(
    owner: str, name: str, unit: str, origin: Origin, order: int = 0, axes: str = "xyz"
) -> Iterator[SignalSource]:
    for k, axis in enumerate(axes):
        whole = f"{owner}.{name}"
        yield SignalSource(f"{whole}.{axis}", unit, origin, owner, f"{name}.{axis}", order, whole, k)


def _of_body(model: Snapshot, body: Body) -> Iterator[SignalSource]:
    for name, unit in body_measures(model, body):
        yield from _with_rates(body.name, name, unit, Origin.BODY)
    if model.planar:
        return
    for angle in ("a1", "a2", "a3"):
        yield SignalSource(f"{body.name}.{angle}", "rad", Origin.BODY, body.name, angle)
    yield from _vector(body.name, "w", "rad/s", Origin.BODY, 1)
    yield from _vector(body.name, "quaternion", "1", Origin.BODY, 0, "wxyz")
    yield from _vector(body.name, "alpha", "rad/s^2", Origin.BODY, 2)


def _of_force(model: Snapshot, force: Force) -> Iterator[SignalSource]:
    for state in force.states:
        yield SignalSource(f"{force.name}.{state.name}", state.unit, Origin.STATE, force.name, state.name)
    if force.port.reach is Reach.BODIES:
        return
    units = [c.unit for _, _, c in model.coordinates_of(force)] if force.on_coordinates else []
    for k, port in enumerate(force.ports):
        m, n = port.size
        number = str(k + 1) if len(force.ports) > 1 else ""
        of_effort = "" if not units else "N" if units[k] == "m" else "N m"
        said = port.said([0.0] * m, [0.0] * n, [0.0] * n, Wrench())
        for name, (unit, values) in said.items():
            if len(values) == 1:
                yield SignalSource(
                    f"{force.name}.{name}{number}",
                    unit or of_effort,
                    Origin.RESULT,
                    force.name,
                    f"{name}{number}",
                )
            else:
                yield from _vector(force.name, f"{name}{number}", unit, Origin.RESULT)


def _loads(model: Snapshot, owner: str) -> Iterator[SignalSource]:
    if any(c.name == owner for c in model.bearing):
        yield from _vector(owner, "reaction", "N", Origin.RESULT)
        yield from _vector(owner, "torque", "N m", Origin.RESULT)
    for relation in (r for r in model.relations if r.name == owner):
        unit = "N" if _is_length(model, relation) else "N m"
        if isinstance(relation, Mesh):
            yield from _vector(owner, "reaction", "N", Origin.RESULT)
            yield from _vector(owner, "contact", "m", Origin.RESULT)
        yield SignalSource(f"{owner}.effort", unit, Origin.RESULT, owner, "effort")
        if isinstance(relation, Driver):
            yield SignalSource(f"{owner}.power", "W", Origin.RESULT, owner, "power")


def _is_length(model: Snapshot, relation: Relation) -> bool:
    """Whether a relation acts along a length first; what a condition reads need not be checked yet."""
    if relation.ends:
        return model.coordinates_of(relation)[0][2].unit == "m"
    paths = [model.signals[name] for name in model.reads(relation) if name in model.signals]
    if relation.of_rates:  # it acts along the first that is a rate
        paths = [path for path in paths if path.endswith(RATES[1]) or SPIN in path]
    path = next(iter(paths), "").removesuffix(RATES[1])
    if SPIN in path:
        return False
    owner, _, quantity = path.rpartition(".")
    if path in model.coordinates:
        return model.coordinates[path][2].unit == "m"
    units = {f"{s.name}.{q.name}": q.unit for s in model.sensors if s.name == owner for q in s.quantities}
    return units.get(path, "m" if quantity in ("x", "y", "z") else "rad") == "m"


def measured_by(model: Snapshot, sensor: Sensor) -> tuple[int, ...]:
    """The quantities of a sensor that some pose of the bodies has: there is no z in the plane."""
    if not model.planar:
        return tuple(range(len(sensor.quantities)))
    graph = Graph()
    c, s, x, y = graph.symbols("csxy")
    X = Pose(Rotation(Vec3(c, s, 0.0), Vec3(-s, c, 0.0), Vec3(0.0, 0.0, 1.0)), Vec3(x, y, 0.0))
    bound = sensor.bind(model.resolver(sensor, model.resolve), model.planar)
    return tuple(k for k, value in enumerate(bound.measure(X)) if graph.lift(value) is not graph.zero)
