"""What forms in absolute coordinates share: the state of bodies, unknowns, rows, and what runs publish."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sarrus.elements.statements import refuse_unknown
from sarrus.errors import ModelError
from sarrus.mechanics.orchestration import KNOWN as MECHANICS
from sarrus.mechanics.readable.algebra.build import ONE, ZERO, add, chain, components, dot, is_zero, mul
from sarrus.mechanics.readable.algebra.terms import COLUMN, Name, Null, Term
from sarrus.mechanics.readable.derive.angles import angle_rates
from sarrus.mechanics.readable.derive.basis import Basis
from sarrus.mechanics.readable.derive.moving import BodyNames
from sarrus.mechanics.readable.derive.rows import ReadableRow
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.forms.base import GivenQuantity, Row, Unknown
from sarrus.mechanics.readable.print.document import Equation
from sarrus.model import Snapshot
from sarrus.spatial import Rotation
from sarrus.spatial.sequences import BRYANT, axes_of, from_angles, to_angles

KNOWN = frozenset(("closure", "slip", "residual", "energy", "dissipation", "power", "flow", "measure"))
"""Statements of elements that are printed, or have no part in the equations of motion."""
AXES = "xyz"
Turn = Callable[[Any], Any]
"""A function of an angle."""


def refuse(model: Snapshot, keyword: str, knows: frozenset[str] = KNOWN) -> None:
    """Refuse a mechanism that states something that a form cannot say.

    Raises:
        ModelError: names the element and the statement.
    """
    words = {name: MECHANICS[name] for name in sorted(knows)}
    refuse_unknown(model.elements, words, f"the equations to read ({keyword})")


def refuse_loaded(model: Snapshot, keyword: str) -> None:
    """Refuse forces that depend on the loads of joints: their equations are not affine in the unknowns."""
    for force in model.forces:
        if force.reads_load:
            raise ModelError.one(
                model.at(force.name),
                f"the form {keyword} cannot say '{force.name}' ({force.keyword}): it depends on the load of its joint",
                "The form newton-euler prints such forces",
                f"Ask for newton-euler, or leave '{force.name}' out.",
            )


def given_of(system: System) -> tuple[GivenQuantity, ...]:
    """The state of all bodies in the speeds of the system, of coordinates that constraints own, and of forces."""
    found: list[GivenQuantity] = []
    for body in system.bodies:
        basis = system.basis
        found += _in_plane(body, basis) if body.planar else _in_space(body, basis, system.angles.sequence)
    for own in system.own:
        name = f"{own.owner}.{own.coordinate.name}"
        found += [_number(own.name, name), _number(own.speed, f"{name}_dot")]
    found += [_number(s.name, f"{s.force}.{s.state.name}") for s in system.loads.states]
    return tuple(found)


def _number(name: Name, published: str) -> GivenQuantity:
    return GivenQuantity(name, 0, lambda row: row[published], (published.replace(".", "_"),))


def _vector(name: Name, published: tuple[str, ...]) -> GivenQuantity:
    words = tuple(p.replace(".", "_") for p in published)
    return GivenQuantity(name, len(published), lambda row: [row[p] for p in published], words)


def _in_plane(body: BodyNames, basis: Basis) -> list[GivenQuantity]:
    b = body.name
    found = [
        _vector(body.r, (f"{b}.x", f"{b}.y")),
        _number(body.psi, f"{b}.psi"),
        _number(body.turn, f"{b}.psi_dot"),
    ]
    if basis.velocity == "ground":
        return [*found, _vector(body.rdot, (f"{b}.x_dot", f"{b}.y_dot"))]

    x, y = body.along_axes
    ways: tuple[tuple[Turn, Turn], ...] = ((np.cos, np.sin), (lambda psi: -np.sin(psi), np.cos))
    for name, (across, up), axis in zip((x, y), ways, "xy", strict=True):
        found.append(GivenQuantity(name, 0, _seen_along(b, across, up), (f"u_{b}_{axis}",)))
    return found


def _seen_along(body: str, across: Turn, up: Turn) -> Callable[[Row], Any]:
    """Velocity along an axis of a body."""

    def read(row: Row) -> Any:
        psi = row[f"{body}.psi"]
        return across(psi) * row[f"{body}.x_dot"] + up(psi) * row[f"{body}.y_dot"]

    return read


def _in_space(body: BodyNames, basis: Basis, sequence: str) -> list[GivenQuantity]:
    b = body.name
    places, speeds = (tuple(f"{b}.{axis}{mark}" for axis in AXES) for mark in ("", "_dot"))
    found = [_vector(body.r, places)]
    found += [_angle(body, k, sequence) for k in range(3)]

    def turned(row: Row, of: Callable[[Row], Any]) -> Any:
        return attitude_of(row, b).T @ np.asarray(of(row), dtype=float)

    if basis.velocity == "ground":
        found.append(_vector(body.rdot, speeds))
    else:
        words = tuple(f"u_{b}_{axis}" for axis in AXES)
        found.append(
            GivenQuantity(body.u, 3, lambda row: turned(row, lambda r: [r[s] for s in speeds]), words)
        )
    if basis.turning == "ground":
        words = tuple(f"Omega_{b}_{axis}" for axis in AXES)
        return [*found, GivenQuantity(body.Omega, 3, lambda row: row[f"{b}.w"], words)]
    if basis.turning == "body":
        words = tuple(f"omega_{b}_{axis}" for axis in AXES)
        return [*found, GivenQuantity(body.turn, 3, lambda row: turned(row, lambda r: r[f"{b}.w"]), words)]
    return [*found, *(_angle_rate(body, k, sequence) for k in range(3))]


def _angle(body: BodyNames, k: int, sequence: str) -> GivenQuantity:
    b = body.name
    if sequence == BRYANT:
        return _number(body.angles[k], f"{b}.a{k + 1}")
    return GivenQuantity(body.angles[k], 0, lambda row: angles_of(row, b, sequence)[k], (f"a{k + 1}_{b}",))


def _angle_rate(body: BodyNames, k: int, sequence: str) -> GivenQuantity:
    words = (f"a{k + 1}dot_{body.name}",)
    return GivenQuantity(
        angle_rates(body)[k], 0, lambda row: angle_rates_of(row, body.name, sequence)[k], words
    )


def attitude_of(row: Row, body: str) -> Any:
    """A of a body from its published angles."""
    return _array(from_angles(BRYANT, [float(row[f"{body}.a{k}"]) for k in (1, 2, 3)]))


def angles_of(row: Row, body: str, sequence: str) -> list[float]:
    """Angles of a sequence of a body."""
    R = from_angles(BRYANT, [float(row[f"{body}.a{k}"]) for k in (1, 2, 3)])
    return [float(a) for a in to_angles(sequence, R)]


def angle_rates_of(row: Row, body: str, sequence: str) -> Any:
    """Their rates, from the published angular velocity: each angle turns about its axis as that stands in the body."""
    _, a2, a3 = angles_of(row, body, sequence)
    first, second, third = axes_of(sequence)
    last = _array(from_angles(f"{third + 1}", [a3]))
    both = _array(from_angles(f"{second + 1}-{third + 1}", [a2, a3]))
    unit = np.eye(3)
    Q = np.column_stack([both.T @ unit[first], last.T @ unit[second], unit[third]])
    return np.linalg.solve(Q, attitude_of(row, body).T @ np.asarray(row[f"{body}.w"], dtype=float))


def _array(R: Rotation) -> Any:
    return np.array([[*R.x], [*R.y], [*R.z]], dtype=float).T


def accelerations_of(system: System) -> tuple[Unknown, ...]:
    """Accelerations of all bodies, in the speeds of the system, and of coordinates that constraints own."""
    found = []
    size = 2 if system.model.planar else 3
    for body in system.bodies:
        first, second = system.basis.accelerations(body)
        found.append(_unknown(first, size))
        found.append(_unknown(second, 0 if body.planar else 3))
    found += [_unknown(own.speed.marked("ddot"), 0) for own in system.own]
    return tuple(found)


def _unknown(name: Name, size: int) -> Unknown:
    word = "_".join([f"{name.letter}{name.mark}", *name.index]).replace(".", "_")
    return Unknown(name, size, tuple(f"{word}_{axis}" for axis in AXES[:size]) if size else (word,))


def multipliers_of(system: System) -> tuple[Unknown, ...]:
    """Multipliers of all rows."""
    return tuple(
        _unknown(row.multiplier, len(row.labels) if row.multiplier.rank else 0) for row in system.rows
    )


def row_equations(system: System) -> list[Equation]:
    """G vdot = beta, row by row."""
    second: dict[Name, Name] = {}
    for body in system.bodies:
        second |= zip(system.basis.speeds(body), system.basis.accelerations(body), strict=True)
    second |= {own.speed: own.speed.marked("ddot") for own in system.own}
    return [_row_equation(row, second) for row in system.rows]


def _row_equation(row: ReadableRow, second: Mapping[Name, Name]) -> Equation:
    parts = [times(entry, second[speed]) for speed, entry in row.entries.items()]
    nothing: Term = Null(COLUMN) if row.residual.name.rank else ZERO
    return Equation(add(nothing, *parts), row.beta)


def times(entry: Term, x: Name) -> Term:
    """An entry of the Jacobian times its speed or acceleration."""
    return mul(entry, x) if x.rank == 0 else chain(entry, x)


def balances_of(system: System) -> list[Equation]:
    """That multipliers balance along coordinates without inertia."""
    return [Equation(ZERO, value) for value in system.balances()]


def published_of(system: System) -> dict[str, Term]:
    """Accelerations of bodies and loads of joints, under the names of a run."""
    found: dict[str, Term] = {}
    for body in system.bodies:
        found |= _accelerations(body, system.basis)
    if system.model.meshes:  # what a mesh adds to its joints is said in words
        return found
    for joint in system.joints:
        name = joint.joint.name
        forces = [row.force for row in joint.rows if row.force is not None]
        torques = [row.torque for row in joint.rows if row.torque is not None]
        found[f"{name}.reaction"] = add(system.points.zero, *forces)
        torque = add(system.points.no_torque, *torques)
        if not system.model.planar or not is_zero(torque):
            found[f"{name}.torque"] = torque
    return found


def _accelerations(body: BodyNames, basis: Basis) -> dict[str, Term]:
    first, second = basis.accelerations(body)
    T, S = basis.maps(body)
    rest, turning = basis.remainders(body)
    linear, b = add(chain(T, first), rest), body.name
    size = 2 if body.planar else 3
    found: dict[str, Term] = {}
    for k in range(size):
        unit = components(*(ONE if j == k else ZERO for j in range(size)))
        found[f"{b}.{AXES[k]}_ddot"] = dot(linear, unit)
    if body.planar:
        return {**found, f"{b}.psi_ddot": second}
    return {**found, f"{b}.alpha": chain(body.A, add(chain(S, second), turning))}
