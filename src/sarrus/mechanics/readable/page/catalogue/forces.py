"""What a force states, and what it does: energy, power, efforts, and loads at its ends."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.elements.base import shallow_copy
from sarrus.elements.forces.base import Bulk, Force, Loaded
from sarrus.errors import ModelError
from sarrus.mechanics.derive import Efforts, efforts
from sarrus.mechanics.readable.algebra.build import IDENTITY, ZERO, components, dot, is_zero, mul, neg
from sarrus.mechanics.readable.algebra.rates import rate
from sarrus.mechanics.readable.algebra.terms import ANY, COLUMN, Chain, Name, Term, Transpose
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.changes import Change
from sarrus.mechanics.readable.derive.ends import BASE, FOLLOWER, Ends
from sarrus.mechanics.readable.derive.laws import Law, read_law
from sarrus.mechanics.readable.derive.loaded import JointLoad
from sarrus.mechanics.readable.derive.loads import SIGHTS
from sarrus.mechanics.readable.derive.sights import AlongCoordinate, AtPoint, PortSight
from sarrus.mechanics.readable.page.catalogue.rows import Group
from sarrus.mechanics.readable.page.catalogue.tidy import kept, rebuilt
from sarrus.scalar import Node, Scalar

LOST, SUPPLIED = Name("P", ("lost", ANY)), Name("P", ("in", ANY))
AXES = "xyz"


class AtOrigins(Ends):
    """Frames F and M that are the frames of their bodies: forces at them have no arm."""

    def prepare(self) -> None:
        """Rules of motion, as far as loads need them."""
        super().prepare()
        for role in "FM":
            self.slopes[Name("p", (role,), COLUMN)] = {self.body(role).rdot: IDENTITY}


def force_groups(points: Ends, force: Force) -> list[Group]:
    """What a force, bound, is made of."""
    if force.port is Bulk:
        return _in_field(points, force)
    unknown = [p.__name__ for p in force.ports if p not in SIGHTS and not force.on_coordinates]
    if unknown:
        raise ModelError.one(
            force.name, f"it has {' and '.join(unknown)}, which the equations to read do not know"
        )
    sights, load = _sights(points, force), _load_of_joint(points, force)
    numbers = points.numbers
    law = read_law(numbers, force, sights, load.numbers, load)
    stated = _stated(points, force, sights, load.numbers)
    given = {node: term for sight in sights for node, term in sight.given.items()} | load.given
    z = numbers.graph.symbols(f"@z{i} {force.name}" for i in range(len(law.states)))
    given |= {s: state.name for s, state in zip(z, law.states, strict=True)}
    energy = [Definition(Name("V", (ANY,)), numbers.formula(stated.energy, given))]
    short = _power(points, law, sights) if force.energy is None and force.dissipation is None else None
    if short is not None:
        energy.append(Definition(LOST, neg(short)) if force.passive else Definition(SUPPLIED, short))
    else:
        powers = [(LOST, stated.lost), (SUPPLIED, stated.supplied)]
        energy += [Definition(name, numbers.formula(node, given)) for name, node in powers]
    energy = [d for d in energy if not is_zero(d.value)]
    limits = [(said, list[Definition]()) for said in law.limits.values()]
    return [*_shown(law, sights, energy), *_loads(points, law), *limits]


def _power(points: Ends, law: Law, sights: Sequence[PortSight]) -> Term | None:
    """Effort times rate, where that is short: what the law says of the effort need not be said again."""
    if len(sights) > 1:
        return None
    match sights[0]:
        case AlongCoordinate() as along:
            return mul(law.definitions[-1].name, along.coordinate.rate)
        case AtPoint() as at:
            return dot(law.definitions[-1].name, rate(at.point, points.rates))
    return None


def _shown(law: Law, sights: Sequence[PortSight], energy: list[Definition]) -> list[Group]:
    """What is seen, then energy and power, then the law."""
    known = {d.name for d in law.definitions}
    seen = [d for sight in sights for d in sight.said()]
    extra = [d for d in kept(seen, *(d.value for d in energy)) if d.name not in known]
    first = [d for d in law.definitions if d in seen]
    rest = [d for d in law.definitions if d not in seen]
    found: list[Group] = [(("Seen:",), [*first, *extra])] if first or extra else []
    found += [(("Law:",), rest)] if rest else []
    found += [(("Energy and power:",), energy)] if energy else []
    return found


def _sights(points: Ends, force: Force) -> list[PortSight]:
    """What it sees: frames F and M, or coordinates q."""
    count = len(force.ports)
    indices = [(ANY,)] if count == 1 else [(ANY, str(k + 1)) for k in range(count)]
    found: list[PortSight] = []
    for port, index in zip(force.ports, indices, strict=True):
        if force.on_coordinates:
            q = Name("q", index[::-1])
            none = points.zero, points.no_torque
            found.append(AlongCoordinate(points, port, index, Change(q, q.marked("dot"), ZERO, {}, *none)))
        else:
            found.append(SIGHTS[port](points, port, index, *(BASE, FOLLOWER)[: port.ends]))
    return found


def _load_of_joint(points: Ends, force: Force) -> JointLoad:
    """The load of the joint, of a coordinate along or about z."""
    numbers: list[Scalar] = [0.0] * sum(port.more for port in force.ports)
    found = JointLoad(numbers, {}, [])
    if force.port is Loaded and force.reads_load:
        symbols = points.numbers.graph.symbols(f"@load{k} {force.name}" for k in range(6))
        names = [Name(letter, (axis, ANY)) for letter in "LT" for axis in AXES]
        found.given.update(zip(symbols, names, strict=True))
        found.numbers[:] = [*symbols, 0.0, 0.0, 1.0]
    return found


def _stated(points: Ends, force: Force, sights: Sequence[PortSight], more: Sequence[Scalar]) -> Efforts:
    """Energy and powers by what is seen."""
    graph = points.numbers.graph
    reader = shallow_copy(force)
    vars(reader)["ports"] = tuple(sight.port for sight in sights)
    u, rates = [n for s in sights for n in s.u], [n for s in sights for n in s.rates]
    z = graph.symbols(f"@z{i} {force.name}" for i in range(len(force.states)))
    unit = points.numbers.model.coordinates_of(force)[0][2].unit if force.on_coordinates else ""
    return efforts(graph, reader, u, rates, more, z, unit)


def _loads(points: Ends, law: Law) -> list[Group]:
    """Force and torque at the origins of the frames, in ground components."""
    found = []
    for body, force, moment in law.loads:
        for letter, value in (("F", force), ("tau", moment)):
            shown = rebuilt(value, _in_ground)
            if not is_zero(shown):
                found.append(Definition(Name(letter, (body, ANY), shown.rank), shown))
    if len(found) == 1 and isinstance(found[0].value, Name):  # the law has named it
        return []
    return [(("Load at each end:",), found)] if found else []


def _in_ground(part: Term) -> Term:
    """A torque in components of a body as that in components of ground."""
    match part:
        case Chain((Transpose((Name("A"),)), rest)):
            return rest
    return part


def _in_field(points: Ends, force: Force) -> list[Group]:
    """A field at the mass centre C of any body."""
    numbers, size = points.numbers, 2 if points.planar else 3
    graph = numbers.graph
    mass, *rest = graph.symbols(("@m", "@x", "@y", "@z", "@vx", "@vy", "@vz"))
    at, moving = rest[:3], rest[3:]
    r = [Name("r", (axis, "C")) for axis in AXES]
    given: dict[Node, Term] = {mass: Name("m")}
    for k in range(3):
        given |= {at[k]: r[k] if k < size else ZERO, moving[k]: r[k].marked("dot") if k < size else ZERO}
    found = efforts(graph, force, at, moving, [mass])
    energy = Definition(Name("V", (ANY,)), numbers.formula(found.energy, given))
    pull = Definition(
        Name("F", ("C", ANY), COLUMN), components(*(numbers.formula(f, given) for f in found.efforts[:size]))
    )
    return [(("On every body, at its mass centre:",), [*([] if is_zero(energy.value) else [energy]), pull])]
