"""What can be known to be wrong before computing: all of it, listed together."""

from __future__ import annotations

from collections.abc import Hashable

from sarrus.elements.base import Element
from sarrus.elements.closing import Closing
from sarrus.elements.constraints.base import Mesh
from sarrus.elements.joints.base import Joint
from sarrus.elements.sensors.base import LoadSensor
from sarrus.elements.sight import unit_on
from sarrus.elements.words import Names
from sarrus.errors import Problem, suggest
from sarrus.model.check_bodies import check_body, check_frames
from sarrus.model.check_expressions import check_inputs, check_names, check_signals
from sarrus.model.check_foreign import check_foreign
from sarrus.model.check_loads import check_loads
from sarrus.model.findings import Findings, TooMany
from sarrus.model.snapshot import Snapshot
from sarrus.model.start_values import given_twice, in_numbers
from sarrus.model.taken import components_of, taken_at
from sarrus.model.wording import label
from sarrus.scalar import Graph


def check(model: Snapshot) -> list[Problem]:
    """Everything that is wrong with a mechanism as data."""
    found = Findings(model)
    try:
        _check(model, found)
    except TooMany:
        last = found.problems[-1]
        return [*found.problems, Problem(last.where, "checking stops here: too many problems")]
    return found.problems


def _check(model: Snapshot, found: Findings) -> None:
    with found.collect():
        _ = model.numbers
    check_inputs(model, found)
    if found.problems:
        return  # nothing else can be evaluated
    if not model.bodies:
        found.add("", f"mechanism '{model.name}' has no bodies", "", "Add a body")
    for holder in model.holders.values():
        check_frames(holder, found)
    for body in model.bodies:
        check_body(body, found)
    on_frames = [e for e in model.elements if not e.on_coordinates]
    for element in on_frames:
        for end in element.at:
            with found.collect():
                model.place(end, element)
        _check_values(element, found)
    if found.problems:
        return  # coordinates exist only where the joints are whole
    _check_plane(model, found)
    for closing in (*model.joints, *model.closings):
        _check_ends(model, closing, found)
    check_foreign(model, found)
    for element in model.elements:
        if element.on_coordinates:
            with found.collect():
                _check_values(element, found, model.coordinate_unit(element))
    for sensor in model.sensors:
        if isinstance(sensor, LoadSensor):
            with found.collect():
                components_of(model, sensor), taken_at(model, sensor)
    if not found.problems:
        check_signals(model, found)
    if not found.problems:
        check_loads(model, found)
    if not found.problems:
        for mesh in model.meshes:
            _check_mesh(model, mesh, found)
    _check_drivers(model, found)
    _check_start(model, found)


def _check_mesh(model: Snapshot, mesh: Mesh, found: Findings) -> None:
    with found.collect():
        flaw = mesh.bind(model.resolver(mesh, model.resolve), model.planar).flaw()
        if flaw:
            what, *rest = flaw
            found.add(mesh.name, f"{label(mesh)} {what}", *rest)
        else:
            model.meshing(mesh)


def _check_start(model: Snapshot, found: Findings) -> None:
    for name, other in given_twice(model):
        what = "is both fixed and guessed" if name == other else f"says again what '{other}' says"
        found.add(f"start.{name}", f"start value '{name}' {what}", "", "Keep one")
    for values in (model.fixed, model.guess):
        for name, value in values.items():
            with found.collect():
                if name in model.states:
                    _ = model.state_start(name)
                else:
                    in_numbers(model, {name: value})


def _check_values(element: Element, found: Findings, coordinate_unit: str = "1") -> None:
    before = len(found.problems)
    _check_names(element, found)
    check_names(element, found)
    if len(found.problems) > before:
        return
    for key, p in element.params.items():
        if getattr(element, key) in p.words:
            continue
        unit = unit_on(p.unit, coordinate_unit)
        subject = f"{p.key or key} of {label(element)}"
        found.check_value(p, getattr(element, key), f"{element.name}.{key}", subject, unit)
    if len(found.problems) == before and type(element).faults is not Element.faults:
        model = found.model
        bound = element.bind(model.resolver(element, model.resolve), model.planar)
        for fault in bound.faults(coordinate_unit):
            path = f"{element.name}.{fault.key}"
            found.add(path, f"{label(element)} {fault.what}", fault.allowed, fault.try_)


def _check_names(element: Element, found: Findings) -> None:
    """Names that an element has of other things lead to some."""
    model = found.model
    lists = [key for key, p in element.choices.items() if isinstance(p, Names)]
    if not lists:
        return
    things = [*model.holders, *(e.name for e in model.elements)]
    for key in lists:
        for path in getattr(element, key):
            name = path.partition(".")[0]
            if name not in things:
                found.add(
                    f"{element.name}.{key}",
                    f"{element.choices[key].key or key} of {label(element)} names '{path}', but there is no '{name}'",
                    "It names bodies, elements, or what they have",
                    suggest(name, things),
                )


def _check_drivers(model: Snapshot, found: Findings) -> None:
    moved: dict[str, str] = {}
    for driver in model.drivers:
        other = moved.setdefault(driver.at[0], driver.name)
        if other != driver.name:
            found.add(
                driver.name,
                f"{label(driver)} moves '{driver.at[0]}', which '{other}' moves already",
                "A coordinate has at most one driver",
            )


def _check_ends(model: Snapshot, closing: Closing, found: Findings) -> None:
    base, follower = model.ends_of(closing)
    if base.body is follower.body:
        found.add(
            closing.name,
            f"{label(closing)} joins '{closing.at[0]}' to '{closing.at[1]}' of the same body",
            "It connects two different bodies, or a body and ground",
        )


def _check_plane(model: Snapshot, found: Findings) -> None:
    known: dict[tuple[Hashable, ...], bool] = {}  # one trace for all joints of a kind
    for joint in filter(model.is_in_plane, model.joints):
        form = joint.in_plane()
        kind = form.structure()
        if kind not in known:
            known[kind] = keeps_plane(form)
        if not known[kind]:
            found.add(
                joint.name,
                f"{label(joint)} moves bodies out of the plane",
                "Between planar bodies every motion of a joint stays in the plane",
                "Leave out 'plane: xy' to make the bodies spatial, or choose another joint",
            )
    for closing in filter(model.is_in_plane, (*model.joints, *model.closings)):
        fault = closing.misfit_in_plane()
        if fault is not None:
            path = f"{closing.name}.{fault.key}"
            found.add(path, f"{label(closing)} {fault.what}", fault.allowed, fault.try_)


def keeps_plane(joint: Joint) -> bool:
    """Whether a joint's motion stays in the x-y plane by structure, whatever its coordinates and parameters."""
    graph = Graph()
    bound = joint.bind(lambda path, value, unit: graph.symbol(path), True)
    X = bound.motion(*graph.symbols(f"q{i}" for i in range(len(joint.inner_names))))
    parts = [graph.lift(a) for a in (X.z.x, X.z.y, X.p.z, X.x.z, X.y.z)]
    return all(p is graph.zero for p in parts) and graph.lift(X.z.z) is graph.one
