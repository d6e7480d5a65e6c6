"""Small motions about an equilibrium, in named coordinates: stiffness, efforts that are left, roots."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sarrus.analysis.linear.blocks import Derivatives, blocks_at
from sarrus.analysis.linear.inputs import LOAD, inputs_of
from sarrus.analysis.linear.reduction import Reduction
from sarrus.analysis.linear.states import States, choose_states
from sarrus.analysis.statics.balance import Balance
from sarrus.errors import NumericalError, UsageError
from sarrus.solvers.arrays import Floats

__all__ = ["SmallMotions"]


class SmallMotions:
    """Small motions about a pose at rest.

    Args:
        balance: forces there.
    """

    def __init__(self, balance: Balance) -> None:
        self.balance = balance

    @cached_property
    def blocks(self) -> Derivatives:
        """First derivatives there."""
        return blocks_at(self.balance.point)

    @cached_property
    def states(self) -> States | None:
        """Chosen coordinates; None where no set of joint coordinates will do."""
        try:
            return choose_states(self.blocks)
        except UsageError:
            return None

    @cached_property
    def movable(self) -> tuple[str, ...]:
        """Joint coordinates along which an effort can move something."""
        found = []
        for name in self.balance.of.e.measured:
            try:
                inputs_of(self.blocks, [f"{LOAD}{name}"])
            except UsageError:
                continue
            found.append(name)
        return tuple(found)

    @cached_property
    def reduction(self) -> Reduction | None:
        """The linear model, with an effort along each movable coordinate as input; None where there is none."""
        if self.states is None:
            return None
        found = Reduction(
            self.blocks, self.states, inputs_of(self.blocks, [f"{LOAD}{name}" for name in self.movable])
        )
        try:
            found.matrices  # noqa: B018  a direction without inertia shows here
        except NumericalError:
            return None
        return found

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Coordinates of small steps."""
        if self.states is None:
            return tuple(f"motion {k + 1}" for k in range(self.balance.motions.shape[1]))
        return tuple(c.name for c in self.states.coordinates)

    @cached_property
    def units(self) -> tuple[str, ...]:
        """Their units."""
        if self.states is None:
            return tuple("1" for _ in self.names)
        return tuple(c.unit for c in self.states.coordinates)

    @cached_property
    def fast(self) -> tuple[str, ...]:
        """Those whose rates are free."""
        return self.names if self.states is None else tuple(self.names[k] for k in self.states.fast)

    @cached_property
    def steps(self) -> Floats:
        """Steps along speeds for a unit of each coordinate."""
        b = self.balance
        if self.states is None:
            return b.motions
        C = self.states.course(b.of.nv).C
        return np.asarray(b.motions @ np.linalg.inv(C @ b.motions))

    @cached_property
    def speeds(self) -> Floats:
        """Speeds for a unit rate of each of those whose rates are free."""
        b = self.balance
        if self.states is None:
            return b.stand.motions
        C = self.states.course(b.of.nv).C[self.states.fast]
        return np.asarray(b.stand.motions @ np.linalg.inv(C @ b.stand.motions))

    @property
    def stiffness(self) -> Floats:
        """Efforts along free coordinates that small steps of the coordinates ask for."""
        return np.asarray(self.speeds.T @ self.balance.K @ self.steps)

    @property
    def damping(self) -> Floats:
        """The same for rates."""
        return np.asarray(self.speeds.T @ self.blocks.motion.nu @ self.speeds)

    def efforts(self) -> dict[str, float]:
        """What is left of the forces, along each coordinate whose rate is free."""
        return dict(zip(self.fast, (self.speeds.T @ self.balance.f).tolist(), strict=True))

    def named(self, direction: Floats) -> dict[str, float]:
        """A direction among the motions of the pose by coordinates, its largest part 1."""
        parts = np.linalg.lstsq(self.steps, self.balance.motions @ direction, rcond=None)[0]
        sizes = self._sizes
        largest = int(np.argmax(np.abs(parts) / sizes)) if len(parts) else 0
        if not len(parts) or not parts[largest]:
            return {}
        parts = parts / parts[largest]
        kept = np.abs(parts) / sizes > 1e-9 / sizes[largest]
        pairs = zip(self.names, parts.tolist(), kept.tolist(), strict=True)
        return {name: part for name, part, is_kept in pairs if is_kept}

    @property
    def _sizes(self) -> Floats:
        if self.states is None:
            return np.ones(len(self.names))
        return np.array([c.size for c in self.states.coordinates])
