"""The contract between equations and analyses: a state, kernels over it, and their sparsity.

    state x = [q, v, z, quadratures]          qdot = N(q) v          inputs u
    M vdot = f + G^T lam,   g = 0,   G v = alpha,   G vdot = beta

Kernels are listed in `signatures`. All of them are differentiated by `tangent` and `adjoint`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from sarrus.elements.constraints.base import FrameConstraint, Mesh
from sarrus.elements.joints.base import Joint
from sarrus.mechanics.infos import ActingInfo, ChannelInfo, InputInfo, RowInfo, StateInfo, StateKind
from sarrus.mechanics.scales import Scales
from sarrus.mechanics.signatures import KERNELS, WHEN_ASKED
from sarrus.model import Snapshot
from sarrus.scalar import Node
from sarrus.scalar.kernel import MEMORY, FormulaGroups, Kernel
from sarrus.scalar.rolled import Rolled
from sarrus.spatial import Vec3
from sarrus.topology import Tree

if TYPE_CHECKING:
    from sarrus.mechanics.constants import ParameterPass
    from sarrus.scalar.differentials import SparseJacobian
    from sarrus.scalar.vectors import Floats

Pattern = tuple[tuple[int, int], ...]
T = TypeVar("T")


class Tables(Protocol):
    """What the kernels need and fill; it may be found when a kernel is first asked for."""

    @property
    def patterns(self) -> Mapping[str, Pattern]:
        """Where the entries of "M" (lower part), "G", "gap", "measure" and "aims" stand: (row, speed)."""

    @property
    def channels(self) -> tuple[ChannelInfo, ...]:
        """What the output kernel publishes."""

    @property
    def acting(self) -> tuple[ActingInfo, ...]:
        """What the kernel of that name tells."""

    @property
    def constants(self) -> tuple[float, ...]:
        """Values of c for the present numbers, for the kernels asked for so far."""

    @property
    def sides(self) -> tuple[int, ...]:
        """For each load whose absolute value counts in laws of loads, the number of its effort."""

    @property
    def work(self) -> int:
        """How many numbers the kernels keep between their own loops."""

    @property
    def plan(self) -> tuple[int, ...]:
        """What those loops run over."""

    @property
    def is_straight(self) -> bool:
        """Whether kernels are straight-line code."""

    @property
    def parameter_pass(self) -> ParameterPass | None:
        """How constants follow from the numbers of the model, for the kernels asked for so far; None: not known."""


class Arrays(Protocol):
    """Arrays by name."""

    def __getitem__(self, name: str) -> list[float]: ...


@dataclass(frozen=True)
class Equations:
    """A mechanism in one formulation.

    Attributes:
        states: what the state holds, in order.
        inputs: what is given from outside.
        rows, gap_rows: rows of G and of the gaps.
        pushes: names of the forces whose efforts are found together with the accelerations.
        inertial: for each of these efforts, whether it follows from accelerations alone.
        measured: names of the published joint coordinates.
        aims: names of what start values guess of bodies.
        kernels: by name; rolled ones are recorded when they are first asked for.
        guarded: for each function that the kernel "guards" has, the name of the force whose law it is about.
        tables: what belongs to the kernels. Ask for it after the kernels.
        scales: lengths, masses and origins of the parts of the model.
        leading: numbers of the coordinates of the tree that the state holds, and of their speeds; None: all of them.
        derived: derivatives of kernels made so far.
    """

    model: Snapshot
    formulation: str
    tree: Tree
    states: tuple[StateInfo, ...]
    inputs: tuple[InputInfo, ...]
    rows: tuple[RowInfo, ...]
    gap_rows: tuple[RowInfo, ...]
    pushes: tuple[str, ...]
    inertial: tuple[bool, ...]
    measured: tuple[str, ...]
    aims: tuple[str, ...]
    kernels: Mapping[str, Kernel | Rolled]
    guarded: tuple[str, ...]
    tables: Tables
    scales: Scales
    leading: tuple[int, ...] | None = None
    derived: dict[tuple[object, ...], Any] = field(default_factory=dict, repr=False, compare=False)

    def evaluate(self, kernel: str | Kernel | Rolled, *groups: Iterable[float]) -> list[list[float]]:
        """Outputs of a kernel for the present inputs and constants.

        Args:
            kernel: its name, or a derivative of one.
            groups: what it is given besides: time, state, ...
        """
        found = self.kernels[kernel] if isinstance(kernel, str) else kernel
        if isinstance(found, Kernel) and isinstance(kernel, str) and kernel not in WHEN_ASKED:
            names = (name for name, _ in found.inputs)
            arrays = self.arrays_at(**dict(zip(names, groups, strict=False)))
            return [arrays[name] for name, _ in found.outputs]
        return found(*self._with_inputs(kernel, groups))

    def _with_inputs(
        self, kernel: str | Kernel | Rolled, groups: Iterable[Iterable[float]]
    ) -> list[Iterable[float]]:
        """Groups with the present inputs among them, and the constants behind."""
        given = iter(groups)
        start = [i.start for i in self.inputs]
        if isinstance(kernel, str):
            names = KERNELS[kernel][0]
        else:
            names = tuple(name for name, _ in kernel.inputs if name not in MEMORY)
        return [*(start if name == "u" else next(given) for name in names), self.constants]

    def tangent(self, kernel: str, wrt: Sequence[str], lanes: int = 1) -> Kernel | Rolled:
        """Rates of what a kernel fills, along directions of some of what it is given.

        Args:
            kernel: its name.
            wrt: names of the arrays that move: t, x, vdot, lam, u, c. The new kernel is given their directions behind
                what the kernel is given: d.x, ...
            lanes: how many directions at a time.
        """
        return self._derived("tangent", kernel, wrt, lanes)

    def adjoint(self, kernel: str, wrt: Sequence[str], lanes: int = 1) -> Kernel | Rolled:
        """Weights of what a kernel fills, carried back to some of what it is given.

        Args:
            kernel: its name.
            wrt: names of the arrays whose weights are asked for. The new kernel is given weights of all that the kernel
                fills behind what it is given: w.r, ...
            lanes: how many sets of weights at a time.
        """
        return self._derived("adjoint", kernel, wrt, lanes)

    def jacobian(self, kernel: str, wrt: Sequence[str]) -> SparseJacobian:
        """Derivatives of what a kernel fills by some of what it is given, those that are not zero by structure.

        Args:
            kernel: its name.
            wrt: names of arrays. Their numbers are the columns, one array behind the other.
        """
        from sarrus.scalar.differentials import jacobian

        key = ("jacobian", kernel, tuple(wrt))
        if key not in self.derived:
            self.derived[key] = jacobian(self.kernels[kernel], wrt)
        found: SparseJacobian = self.derived[key]
        return found

    def slopes(self, kernel: str, wrt: Sequence[str], *groups: Iterable[float]) -> Floats:
        """Those derivatives at some values, as a dense matrix.

        Args:
            kernel, wrt: as for `jacobian`.
            groups: what the kernel is given besides inputs and constants.
        """
        found = self.jacobian(kernel, wrt)
        return found.dense(found(*self._with_inputs(kernel, groups)))

    def step_slopes(self, x: Iterable[float]) -> Floats:
        """N(q): how coordinates change with a small step, given like speeds. Those of a quaternion are more than steps.

        Derivatives by coordinates times this matrix are derivatives along steps.
        """
        nq, nv = len(self.coordinates), len(self.speeds)
        joints = (branch.joint for branch in self.tree.branches)
        if all(type(joint).rates is Joint.rates for joint in joints):  # speeds are rates of coordinates
            return np.eye(nv)
        return self.slopes("rates", ("x",), [0.0], x)[:, nq : nq + nv]

    @cached_property
    def alive(self) -> Equations:
        """The same equations with constants that are known as functions of the numbers of the model."""
        from sarrus.mechanics.formulate import formulate

        if self.tables.parameter_pass is not None:
            return self
        return formulate(self.model, self.formulation, rolled=True, alive=True)

    @property
    def parameters(self) -> ParameterPass:
        """How the constants of the living equations follow from numbers. Ask for it after their kernels."""
        found = self.alive.tables.parameter_pass
        assert found is not None
        return found

    def _derived(self, how: str, kernel: str, wrt: Sequence[str], lanes: int) -> Kernel | Rolled:
        key = (how, kernel, tuple(wrt), lanes)
        if key not in self.derived:
            from sarrus.mechanics.derived import adjoint_of, tangent_of  # most runs need none

            make = tangent_of if how == "tangent" else adjoint_of
            self.derived[key] = make(self.kernels, kernel, wrt, lanes)
        made: Kernel | Rolled = self.derived[key]
        return made

    def arrays_at(self, **given: Iterable[float]) -> Arrays:
        """The arrays that kernels fill, by name, for the present inputs and constants; each is computed when it is asked for.

        Args:
            given: the arrays that kernels are given besides: t, x, vdot, lam, step, as far as they matter. What
                kernels fill that are made when they are asked for is not among them.
        """
        if not self.is_straight:
            return _Whole(self, given)
        values: list[float] = []
        for name, size in self._given_sizes.items():
            if name in given:
                group = given[name]
                group = group.tolist() if isinstance(group, np.ndarray) else [*map(float, group)]
                if len(group) != size:
                    raise ValueError(f"'{name}' has {len(group)} numbers; the kernels are given {size}")
                values += group
            elif name == "u":
                values += [i.start for i in self.inputs]
            elif name == "c":
                values += self.constants[:size]
            else:
                values += [math.nan] * size
        return self._formulas.at(values, self.constants)

    @cached_property
    def _given(self) -> dict[str, Sequence[Node]]:
        """The symbols of all arrays that straight kernels are given."""
        return {name: nodes for kernel in self._straight for name, nodes in kernel.inputs}

    @cached_property
    def _given_sizes(self) -> dict[str, int]:
        return {name: len(nodes) for name, nodes in self._given.items()}

    @cached_property
    def _formulas(self) -> FormulaGroups:
        """All straight kernels as one: what they share is prepared once."""
        symbols = [s for nodes in self._given.values() for s in nodes]
        return FormulaGroups(
            symbols, {name: nodes for kernel in self._straight for name, nodes in kernel.outputs}
        )

    @property
    def _straight(self) -> list[Kernel]:
        made = (self.kernels[name] for name in self.kernels if name not in WHEN_ASKED)
        return [kernel for kernel in made if isinstance(kernel, Kernel)]

    @cached_property
    def owners(self) -> tuple[Joint | FrameConstraint, ...]:
        """Whose coordinates and speeds the state holds, in order: joints of the tree, then constraints with some of their own."""
        return (*(branch.joint for branch in self.tree.branches), *self.model.owning)

    @cached_property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates, which come first in the state."""
        return tuple(s.name for s in self.states if s.kind is StateKind.COORDINATE)

    @cached_property
    def speeds(self) -> tuple[str, ...]:
        """Names of the speeds, which follow."""
        return tuple(s.name for s in self.states if s.kind is StateKind.SPEED)

    @cached_property
    def speed_units(self) -> tuple[str, ...]:
        """For every speed "m" or "1", whether it moves or turns."""
        return tuple("m" if s.unit == "m/s" else "1" for s in self.states if s.kind is StateKind.SPEED)

    @property
    def sides(self) -> tuple[int, ...]:
        """For each load whose absolute value counts in laws of loads, the number of its effort.

        Empty where there are no such laws, and where one is made of anything else, as of the length of a vector.
        """
        return self.tables.sides if self.pushes else ()

    @property
    def shares_loads(self) -> bool:
        """Whether some force takes the least loads where rows that repeat each other share them."""
        return any(force.shares_load for force in self.model.forces)

    @property
    def multipliers(self) -> int:
        """How long the array lam is: multipliers of rows, then efforts that depend on the loads of joints."""
        return len(self.rows) + len(self.pushes)

    @cached_property
    def internal(self) -> tuple[StateInfo, ...]:
        """States of elements, which follow the speeds."""
        return tuple(s for s in self.states if s.kind is StateKind.INTERNAL)

    @cached_property
    def beside(self) -> tuple[float, ...]:
        """Start values of all that stands behind the speeds: of states as somebody said, of quadratures zero."""
        return tuple(s.start for s in self.states[len(self.coordinates) + len(self.speeds) :])

    @cached_property
    def quadratures(self) -> tuple[str, ...]:
        """Names of what is integrated beside the motion, which comes last."""
        return tuple(s.name for s in self.states if s.kind in (StateKind.WORK, StateKind.TURN))

    @cached_property
    def _channel_at(self) -> dict[tuple[str, str], ChannelInfo]:
        return {(c.owner, c.quantity): c for c in self.channels}

    def channel(self, owner: str, quantity: str) -> ChannelInfo:
        """A published quantity of a body or an element."""
        return self._channel_at[owner, quantity]

    @property
    def length(self) -> float:
        """Characteristic length of the longest part [m]."""
        return self.scales.length

    @property
    def mass(self) -> float:
        """Total mass [kg]."""
        return self.scales.mass

    @cached_property
    def row_lengths(self) -> tuple[float, ...]:
        """For every row the length of its part where the row is a length [m], else 1."""
        return self._sizes_of(self.rows)

    @cached_property
    def gap_lengths(self) -> tuple[float, ...]:
        """The same for the gaps."""
        return self._sizes_of(self.gap_rows)

    def _sizes_of(self, rows: Sequence[RowInfo]) -> tuple[float, ...]:
        return tuple(self.scales.length_of(r.owner) if r.unit == "m" else 1.0 for r in rows)

    @cached_property
    def row_weights(self) -> tuple[float, ...]:
        """For every row the inertia of what moves with it: its mass [kg] where the row is a length, else that times length^2."""
        carried = [self.scales.carried[r.owner] for r in self.rows]
        return tuple(m if r.unit == "m" else m * L * L for r, (m, L) in zip(self.rows, carried, strict=True))

    @cached_property
    def speed_lengths(self) -> tuple[float, ...]:
        """For every speed the length of its part where it moves [m], 1 where it turns."""
        owners = zip(self.scales.parts.of_owners(self.tree), self.owners, strict=True)
        parts = self._held([part for part, owner in owners for _ in range(owner.freedoms)])
        pairs = zip(parts, self.speed_units, strict=True)
        return tuple(self.scales.lengths[part] if unit == "m" else 1.0 for part, unit in pairs)

    @cached_property
    def coordinate_lengths(self) -> tuple[float | None, ...]:
        """For every coordinate of the state the length of its part where it is a length [m], else None."""
        found = [
            self.scales.lengths[part] if is_length else None
            for part, owner in zip(self.scales.parts.of_owners(self.tree), self.owners, strict=True)
            for is_length in owner.inner_lengths
        ]
        return tuple(self._held(found))

    def _held(self, of_tree: list[T]) -> list[T]:
        """Of something for each coordinate of the tree, or for each speed, what belongs to those in the state."""
        return of_tree if self.leading is None else [of_tree[k] for k in self.leading]

    def measured_length(self, name: str) -> float:
        """For a published coordinate, or what is guessed of a body, the length of its part where it is a length [m], else 1."""
        if name not in self.model.coordinates:
            aim = next(s for s in self.model.aims if s.name == name)
            return self.scales.length_at(self.model.body_index[aim.owner]) if aim.unit == "m" else 1.0
        owner, _, coordinate = self.model.coordinates[name]
        return self.scales.length_of(owner.name) if coordinate.unit == "m" else 1.0

    @cached_property
    def channel_origins(self) -> tuple[tuple[int, float], ...]:
        """Where positions stand in an output row, and what they are counted from [m]; those counted from ground are left out."""
        bodies = self.model.body_index
        found = []
        for c in self.channels:
            if c.axis is not None:
                at = float([*self.scales.origin_at(bodies[c.owner])][c.axis])
                found += [(c.start, at)] if at else []
        for mesh in self.model.meshes:
            contact = self.channel(mesh.name, "contact").start
            found += [(contact + k, float(a)) for k, a in enumerate(self._origin_of(mesh)) if float(a)]
        return tuple(found)

    def _origin_of(self, mesh: Mesh) -> Vec3:
        """What the contact of a mesh is counted from: the same as its bodies."""
        body = next(place.body for place in self.model.meshing(mesh).frames if place.body is not None)
        return self.scales.origin_at(self.model.body_index[body.name])

    @property
    def mass_pattern(self) -> Pattern:
        """Entries of M on and below the diagonal."""
        return self.tables.patterns["M"]

    @property
    def jacobian_pattern(self) -> Pattern:
        """Entries of G."""
        return self.tables.patterns["G"]

    @property
    def push_pattern(self) -> Pattern:
        """Entries of H."""
        return self.tables.patterns["H"] if self.pushes else ()

    @property
    def gap_pattern(self) -> Pattern:
        """Entries of the slopes of the gaps."""
        return self.tables.patterns["gap"]

    @property
    def measure_pattern(self) -> Pattern:
        """Entries of the slopes of the published joint coordinates."""
        return self.tables.patterns["measure"]

    @property
    def aim_pattern(self) -> Pattern:
        """Entries of the slopes of what is guessed of bodies."""
        return self.tables.patterns["aims"] if self.aims else ()

    @property
    def channels(self) -> tuple[ChannelInfo, ...]:
        """What the output kernel publishes."""
        return self.tables.channels

    @property
    def constants(self) -> tuple[float, ...]:
        """Values of c for the present numbers."""
        return self.tables.constants

    @property
    def work(self) -> int:
        """How many numbers the kernels keep between their own loops."""
        return self.tables.work

    @property
    def plan(self) -> tuple[int, ...]:
        """What those loops run over."""
        return self.tables.plan

    @property
    def is_straight(self) -> bool:
        """Whether kernels are straight-line code; else they are loops over tables."""
        return self.tables.is_straight

    @property
    def size(self) -> int:
        """Length of the state."""
        return len(self.states)

    @property
    def width(self) -> int:
        """Length of an output row."""
        return sum(c.size for c in self.channels)


class _Whole:
    """The arrays of kernels that are evaluated as a whole."""

    def __init__(self, equations: Equations, given: Mapping[str, Iterable[float]]) -> None:
        self._equations, self._given = equations, given
        self._found: dict[str, list[float]] = {}

    def __getitem__(self, name: str) -> list[float]:
        if name not in self._found:
            kernel = next(kernel for kernel, (_, filled) in KERNELS.items() if name in filled)
            groups = [self._given[array] for array in KERNELS[kernel][0] if array != "u"]
            self._found |= zip(KERNELS[kernel][1], self._equations.evaluate(kernel, *groups), strict=True)
        return self._found[name]
