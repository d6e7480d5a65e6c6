"""What may stand in expressions, and where.

| where                           | t   | parameters | inputs | signals                                      |
| geometry, masses, start         |     | yes        |        |                                              |
| driver functions                | yes | yes        |        |                                              |
| forces, conditions              | yes | yes        | yes    | positions, velocities, sensors, states       |
| sensors                         | yes | yes        | yes    | everything that is published                 |
"""

from __future__ import annotations

from sarrus.elements.base import Element
from sarrus.elements.constraints.base import Relation
from sarrus.elements.sight import Sight
from sarrus.errors import ModelError, quote
from sarrus.model.findings import Findings
from sarrus.model.linear import not_linear
from sarrus.model.quantities import ENERGY, Origin, SignalSource
from sarrus.model.reads import TIME, names_of, varying_expressions
from sarrus.model.snapshot import Snapshot
from sarrus.model.wording import label, listed, nearest
from sarrus.scalar.expression import CONSTANTS, Quantity
from sarrus.scalar.units import si_unit

LOOP = "Use a filter or a sampled controller"


def check_inputs(model: Snapshot, found: Findings) -> None:
    """Units of inputs."""
    for name, value in model.inputs.items():
        if isinstance(value, Quantity) and not si_unit(value.unit):
            found.add(f"inputs.{name}", f"the unit of input '{name}', {quote(value.text)}, has no unit of SI")


def check_names(element: Element, found: Findings) -> None:
    """The names in the expressions of an element that may vary: all are known, and none means two things."""
    model, names = found.model, names_of(element)
    if not names:
        return
    shadowing = {*model.parameters, *model.varying}
    for name in (n for n in names if n in element.words and n in shadowing):
        kind = "parameter" if name in model.parameters else "signal" if name in model.signals else "input"
        found.add(
            _path(element),
            f"{quote(name)} is ambiguous in {label(element)}: it is a {kind}, and the {name} of what the force acts on",
            "",
            f"Give the {kind} another name",
        )
    known = {TIME, *CONSTANTS, *model.parameters, *model.inputs, *model.signals, *element.words}
    for name in names:
        if name not in known:
            offered = sorted(
                known if element.sight is not Sight.TIME else {TIME, *CONSTANTS, *model.parameters}
            )
            found.add(
                _path(element),
                f"{quote(name)} has no value in {label(element)}",
                f"Known are {listed(offered)}",
                nearest(name, offered),
            )
        elif element.sight is Sight.TIME and (name in model.inputs or name in model.signals):
            found.add(
                _path(element),
                f"{label(element)} reads {model.in_words(name)}",
                f"Its expressions may read {element.sight.value} and parameters",
            )


def check_signals(model: Snapshot, found: Findings) -> None:
    """Signals stand for something, and elements read those only that are known when they act."""
    for name in model.signals:
        with found.collect():
            model.source(name)
    if found.problems:
        return
    for element in model.elements:
        for name in model.reads(element):
            if name in model.signals and element.sight is Sight.MOTION:
                _check_motion(model, element, name, found)
    _check_computed(model, found)
    if found.problems:
        return
    for relation in model.relations:
        with found.collect():
            _check_condition(model, relation)


def _check_motion(model: Snapshot, element: Element, name: str, found: Findings) -> None:
    source = model.source(name)
    if source.is_motion:
        return
    what = f"{label(element)} reads {model.in_words(name)}"
    allowed = (
        "Forces and conditions read positions, velocities, states, and sensors that measure between frames"
    )
    if source.origin is Origin.COMPUTED:
        found.add(
            _path(element),
            what,
            allowed,
            f"Write the expression of '{source.owner}' in '{element.name}' itself",
        )
    elif is_port(source, model):
        found.add(_path(element), what, allowed, "Measure it with a sensor, and read that")
    elif source.owner == ENERGY:
        found.add(_path(element), what, allowed, "Write it with signals of positions and velocities")
    else:
        found.add(_path(element), f"{what}: an algebraic loop", allowed, LOOP)


def is_port(source: SignalSource, model: Snapshot) -> bool:
    """Whether a quantity is a coordinate or rate of the port of a force, which its sensors could measure too."""
    force = next((f for f in model.forces if f.name == source.owner), None)
    words = {} if force is None else force.words
    return source.quantity in words


def _check_computed(model: Snapshot, found: Findings) -> None:
    """Sensors that read each other do so in some order."""
    reads = {
        sensor.name: [
            model.source(n).owner
            for n in model.reads(sensor)
            if n in model.signals and model.source(n).origin is Origin.COMPUTED
        ]
        for sensor in model.sensors
    }
    waiting = dict(reads)
    while ready := [n for n, needs in waiting.items() if not any(m in waiting for m in needs)]:
        for name in ready:
            del waiting[name]
    if waiting:
        first = next(iter(waiting))
        found.add(
            first,
            f"the sensors {listed(waiting)} read each other"
            if len(waiting) > 1
            else f"the sensor '{first}' reads itself",
            "A sensor may read sensors that do not read it in turn",
        )


def _check_condition(model: Snapshot, relation: Relation) -> None:
    """What a relation reads can be tied, and there is something."""
    if not relation.ends and not model.tied(relation):
        raise ModelError.one(
            model.at(_path(relation)),
            f"{label(relation)} reads no signal, so that it ties nothing",
            "A condition is an expression of signals",
            "Name a coordinate under 'signals', and write its name",
        )
    if relation.of_rates:
        _check_rates(model, relation)
        return
    for name in model.reads(relation):
        if name in model.signals and not can_be_tied(source := model.source(name)):
            raise ModelError.one(
                model.at(_path(relation)),
                f"{label(relation)} reads {model.in_words(name)}",
                "A condition ties positions: coordinates of joints and constraints, what sensors measure, points of bodies",
                "Add 'level: velocity' for a condition of velocities" if can_move(source) else "",
            )


def _check_rates(model: Snapshot, relation: Relation) -> None:
    """A condition of velocities reads rates, and is linear in them."""
    read = {name: model.source(name) for name in model.reads(relation) if name in model.signals}
    for name, source in read.items():
        if not can_be_tied(source) and not can_move(source):
            raise ModelError.one(
                model.at(_path(relation)),
                f"{label(relation)} reads {model.in_words(name)}",
                "A condition of velocities reads coordinates of joints, what sensors measure and points of bodies, rates of "
                "these, and angular velocities of bodies",
            )
    rates = [name for name, source in read.items() if source.order]
    if not rates:
        raise ModelError.one(
            model.at(_path(relation)),
            f"{label(relation)} has 'level: velocity', but reads no rate, so that it ties nothing",
            "A condition of velocities is linear in rates, such as A.theta_dot",
            "Name a rate under 'signals' and write its name, or leave out 'level: velocity'",
        )
    for value in varying_expressions(relation):
        wrong = not_linear(value, rates)
        if wrong is not None:
            inside = [name for name in rates if name in wrong.names()]
            raise ModelError.one(
                model.at(_path(relation)),
                f"{label(relation)} is not linear in the rate{'s' if len(inside) > 1 else ''} {listed(inside)}: "
                f"{quote(str(wrong))} is not",
                "A condition of velocities is a sum of rates, each times an expression of positions, inputs and time, "
                "and of such an expression",
                "Write it so that no rate stands in a product with a rate, in a function, a power or a comparison",
            )


def can_move(source: SignalSource) -> bool:
    """Whether a quantity is a rate that rows of velocities can hold."""
    return source.order == 1 and source.origin in (Origin.COORDINATE, Origin.SENSOR, Origin.BODY)


def can_be_tied(source: SignalSource) -> bool:
    """Whether a quantity is a position that constraint rows can hold."""
    return source.order == 0 and source.origin in (Origin.COORDINATE, Origin.SENSOR, Origin.BODY)


def _path(element: Element) -> str:
    """Of the first expression that may vary."""
    key = next((key for key, p in element.params.items() if p.varies), "")
    return f"{element.name}.{key}"
