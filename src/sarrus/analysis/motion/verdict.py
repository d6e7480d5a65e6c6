"""Whether the evidence of a run agrees with its motion.

A run that has reached its end is believed only if its own numbers do not contradict each other by far more than its
tolerance allows, on the scale of the motion:

    energy          what is there and what was lost, against what was there before and what was supplied
    accelerations   their integral over neighbouring rows, against the change of the published speed
    closure         how far the joints stand open, against the size of the mechanism
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from sarrus.elements.joints.base import Joint
from sarrus.mechanics import Equations
from sarrus.mechanics.infos import ChannelInfo
from sarrus.solvers.arrays import Floats, Ints

OFF = 3e5
"""Tolerances by which the energy may be off: errors of steps add up over a run, and grow where the motion is chaotic."""
MOST_OFF = 0.3
"""Part of the energy exchanged from which on no tolerance excuses it."""
AT_REST = 1e4
"""Tolerances of all the energy there is within which a mechanism at rest may wander."""
STILL = 1e2
"""Tolerances of a radian, or of the length of the mechanism, per second that are no speed at all."""
TORN = 1e-2
"""Part of the change that accelerations promise by which a speed may miss it."""
ROUGH = 10.0
"""Times by which two rules of integration may underestimate their error."""
OPEN = 1e-5
"""Part of the size of a mechanism by which joints may stand open, and of its speed by which they may open."""


class Energies:
    """The balance of energy over the rows so far.

    Attributes:
        worst: largest balance [J].
        exchanged: largest sum of kinetic energy and of changes of the others [J].
        most: largest energy of any kind [J].
    """

    KINDS = ("kinetic", "potential", "dissipated", "supplied")

    def __init__(self, equations: Equations) -> None:
        place = {c.name: c.start for c in equations.channels}
        self._columns = np.array([place[f"energy.{kind}"] for kind in self.KINDS])
        self._first: Floats | None = None
        self.worst = self.exchanged = self.most = 0.0

    def of(self, values: Floats) -> Floats:
        """Energy now and lost, less what was there and what was supplied: zero but for errors of the integration."""
        found = values[:, self._columns]
        if self._first is None:
            self._first = found[0].copy()
        balance: Floats = _total(found) - float(_total(self._first[None, :])[0])
        changed = np.abs(found - self._first * KEPT).sum(axis=1)
        self.worst = max(self.worst, float(np.abs(balance).max()))
        self.exchanged = max(self.exchanged, float(changed.max()))
        self.most = max(self.most, float(np.abs(found).max()))
        return balance


KEPT = np.array([0.0, 1.0, 1.0, 1.0])
"""Which energies count by their change: what moves at the start has its energy to exchange."""


def _total(energies: Floats) -> Floats:
    kinetic, potential, dissipated, supplied = energies.T
    total: Floats = kinetic + potential + dissipated - supplied
    return total


class Accelerations:
    """Published accelerations against the speeds between which they stand.

    Only rows inside one step are compared, three at a time: a step is as long as the motion is smooth, so that rows which
    lie closer than that show all of it. Rows further apart than steps may show anything.

    Attributes:
        contradiction: a sentence, once there is one.
    """

    def __init__(self, equations: Equations) -> None:
        channels = {c.name: c for c in equations.channels}
        compared = list(_compared(equations, channels))
        self._names = [name for name, _, _, _ in compared]
        self._units = [unit for _, unit, _, _ in compared]
        self._speeds = np.array([speed for _, _, speed, _ in compared], dtype=np.int64)
        self._rates = np.array([rate for _, _, _, rate in compared], dtype=np.int64)
        turns = np.array([unit == "rad/s" for unit in self._units], dtype=bool)
        self._alike = (turns, ~turns)
        self._sizes = np.where(turns, 1.0, equations.length)
        self._fastest = np.zeros(len(self._names))
        self.contradiction = ""

    @property
    def fastest(self) -> float:
        """Largest speed of any coordinate [m/s or rad/s]."""
        return float(self._fastest.max(initial=0.0))

    def see(self, t: Floats, values: Floats, spans: Floats, tolerance: float) -> None:
        """Look at some rows, with the lengths of the steps that they lie in."""
        if not self._names or self.contradiction:
            return
        speeds = values[:, self._speeds]
        self._fastest = np.maximum(self._fastest, np.abs(speeds).max(axis=0))
        together = (spans[2:] == spans[1:-1]) & (spans[2:] == spans[:-2]) & (t[2:] - t[:-2] <= spans[2:])
        at: Ints = np.flatnonzero(together)
        if not len(at):
            return
        rates = values[:, self._rates]
        h = 0.5 * (t[at + 2] - t[at])[:, None]
        a, b, c = rates[at], rates[at + 1], rates[at + 2]
        simpson = h / 3.0 * (a + 4.0 * b + c)
        rough = np.abs(simpson - h * (0.5 * a + b + 0.5 * c))
        missed = np.abs(speeds[at + 2] - speeds[at] - simpson)
        promised = 2.0 * h * np.maximum(np.maximum(np.abs(a), np.abs(b)), np.abs(c))
        allowed = ROUGH * rough + TORN * promised + tolerance * (OFF * self._scale() + STILL * self._sizes)
        worst = np.argwhere(missed > allowed)
        if len(worst):
            row, k = (int(i) for i in worst[0])
            self._say(
                k, t[at[row]], t[at[row] + 2], simpson[row, k], speeds[at[row] + 2, k] - speeds[at[row], k]
            )

    def _scale(self) -> Floats:
        """For each series the largest speed of any of its kind: what hardly moves beside others is not judged by itself."""
        found = np.zeros(len(self._names))
        for alike in self._alike:
            found[alike] = self._fastest[alike].max(initial=0.0)
        return found

    def _say(self, k: int, begin: float, end: float, promised: float, changed: float) -> None:
        name, unit = self._names[k], self._units[k]
        self.contradiction = (
            f"Between t = {begin:.6g} s and {end:.6g} s the acceleration of '{name}' asks for a change of its speed by "
            f"{promised:.3g} {unit}, but it changes by {changed:.3g} {unit}."
        )


def _compared(
    equations: Equations, channels: Mapping[str, ChannelInfo]
) -> Iterator[tuple[str, str, int, int]]:
    """What has a speed and an acceleration: name, unit, where they lie.

    Joint coordinates; in place of angles that have a gimbal lock, the components of the body's angular velocity.
    """
    model = equations.model
    for name, (owner, _, coordinate) in model.coordinates.items():
        if not (isinstance(owner, Joint) and owner.inner and coordinate.is_angle):
            speed, rate = channels[f"{name}_dot"], channels[f"{name}_ddot"]
            yield name, speed.unit, speed.start, rate.start
    for body in model.bodies:
        if not model.planar:
            speed, rate = channels[f"{body.name}.w"], channels[f"{body.name}.alpha"]
            for k, axis in enumerate("xyz"):
                yield f"{body.name}.w.{axis}", speed.unit, speed.start + k, rate.start + k


def energy_contradiction(energies: Energies, tolerance: float, unit_energy: float) -> str:
    """A sentence where the energy balance is off by far more than the tolerance allows; else nothing.

    Args:
        energies: of all rows.
        tolerance: of the run.
        unit_energy: kinetic energy of the mechanism at one metre, or radian, per second [J].
    """
    allowed = min(OFF * tolerance, MOST_OFF) * energies.exchanged
    allowed += min(AT_REST * tolerance, MOST_OFF) * (energies.most + unit_energy)
    if energies.worst <= allowed:
        return ""
    return (
        f"The energy balance is off by {energies.worst:.3g} J, where {energies.exchanged:.3g} J were exchanged and "
        f"{allowed:.3g} J are allowed for."
    )


def closure_contradiction(worst_gap: float, worst_rate: float, length: float, fastest: float) -> str:
    """A sentence where joints stand open, or do not stay closed; else nothing."""
    size = max(length, 1.0)  # of rows that are lengths, and of those that are products of unit vectors
    if worst_gap <= OPEN * size and worst_rate <= OPEN * size * (1.0 + fastest):
        return ""
    return f"Joints stand open by {worst_gap:.3g} m, or open at {worst_rate:.3g} m/s."


ADVICE = "Ask for a smaller tolerance, and look for a law that jumps or changes faster than the steps."
