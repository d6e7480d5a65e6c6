"""Whether a run still gets anywhere, and if not, whose law holds it up.

Two things keep an explicit method busy for ever. A law that jumps, and whose pieces each lead back to the other, is crossed
again and again (it *chatters*): the motion that is meant slides along the jump, and no step can. A law that is steep, and
whose motion has long settled, allows tiny steps only (it is *stiff*). In both, thousands of steps leave the state where it
was. That is what is looked for, besides a motion that runs away (`runaway`); everything is counted in attempts and never in seconds, so that a run ends in the same
step on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sarrus.analysis.motion.runaway import ENDLESS, Growth, running_away
from sarrus.mechanics import Equations
from sarrus.mechanics.infos import ChannelKind, StateKind
from sarrus.model.wording import label
from sarrus.program.machine import Machine
from sarrus.solvers.arrays import Floats
from sarrus.solvers.integrators import Integration
from sarrus.solvers.status import Status

WINDOW = 10_000
"""Attempts from one look to the next ..."""
WINDOWS = 5
"""... and how many looks in a row must find the same."""
HOPELESS, HOPELESS_STIFF = 1e7, 1e8
"""Attempts that the rest of the time would need, from which on it is asked what they are for: those at changes of laws, which
take some minutes, and smooth ones, which take a part of that."""
CROSSED, REJECTED = 0.01, 0.1
"""Part of the attempts that end at a change of a law, or are taken back for their error, if that is what a run is busy with."""
TINY, LARGEST_TINY = 1e3, 1e-3
"""Tolerances by which a speed may change from one change of a law to the next and still mean nothing, and what that is at most,
in radians or lengths of the part per second."""
STILL = 1e-3
"""Change of the state within a window, in radians, lengths of the part and these per second, that is next to none."""
SHOWN = 400
"""Attempts that are looked at one by one for who is crossed."""
NUDGES = (-1e-8, -1e-10, 1e-10, 1e-8)
"""Changes of speeds of natural size that show what is steep."""
DAMPED = 3.0
"""How fast speeds decay, times the step, from which on it is the decay that limits the step: an explicit method follows up to
about 6, and needs less than 1 where the step is limited by a motion to be resolved."""


class Watch:
    """Looks at a run after every `WINDOW` attempts.

    Args:
        machine: what runs.
        run: where it stands.
    """

    def __init__(self, machine: Machine, run: Integration) -> None:
        self._machine, self._run, equations = machine, run, machine.equations
        moving = [s for s in equations.states if s.kind not in (StateKind.WORK, StateKind.TURN)]
        lengths = [1.0 if length is None else length for length in equations.coordinate_lengths]
        sizes = [*lengths, *equations.speed_lengths]
        self._sizes = np.array([*sizes, *(s.scale for s in moving[len(sizes) :])])
        speeds = [s.kind is StateKind.SPEED for s in moving]
        self._speeds = np.flatnonzero(speeds)
        self._found, self._times = Status.RUNNING, 0
        self._begin()
        self._growth = Growth(self._due)

    def _begin(self) -> None:
        run = self._run
        self._due = run.accepted + run.rejected + WINDOW
        self._from = run.t, run.kinks, run.rejected - run.cuts, run.x[: len(self._sizes)].copy()

    @property
    def left(self) -> int:
        """Attempts until the next look."""
        return max(1, self._due - self._run.accepted - self._run.rejected)

    def restart(self) -> None:
        """Begin a window anew: the run has come to a change in time."""
        self._times = 0
        self._begin()
        self._growth = Growth(self._due)

    def verdict(self, until: float) -> Status:
        """RUNNING while there is hope, or nothing to see yet; else what the run is busy with."""
        run = self._run
        if run.accepted + run.rejected < self._due or run.is_landing:
            return Status.RUNNING
        if self._runs_away(until):
            return Status.RUNAWAY
        found = self._busy_with(until)
        self._times = self._times + 1 if found is self._found else 1
        self._found = found
        self._begin()
        return found if self._times >= WINDOWS else Status.RUNNING

    def _runs_away(self, until: float) -> bool:
        """Whether speeds grow by themselves, and what is left would take too long even if they stayed as they are."""
        run = self._run
        fastest = float((np.abs(run.x[self._speeds]) / self._sizes[self._speeds]).max(initial=0.0))
        time = run.t - self._from[0]
        grows = self._growth.see(run.accepted + run.rejected, fastest, time)
        return grows and WINDOW * (until - run.t) > ENDLESS * time

    def _busy_with(self, until: float) -> Status:
        """What the attempts of the last window were for; RUNNING where that is nothing to worry about."""
        run = self._run
        t, kinks, rejected, x = self._from
        time, crossed = run.t - t, run.kinks - kinks
        needed = WINDOW * (until - run.t)  # attempts, times the time of this window
        if crossed >= CROSSED * WINDOW:
            tiny = min(TINY * run.rtol, LARGEST_TINY)
            is_hopeless = needed > HOPELESS * time and self._change(time / crossed) < tiny
            return Status.CHATTERING if is_hopeless else Status.RUNNING
        moved = float((np.abs(run.x[: len(x)] - x) / self._sizes).max(initial=0.0))
        if not needed > HOPELESS_STIFF * time or moved > STILL:
            return Status.RUNNING
        is_rejected = run.rejected - run.cuts - rejected >= REJECTED * WINDOW
        is_stiff = is_rejected or time / WINDOW * _decay(self._machine, run) > DAMPED
        return Status.STIFF if is_stiff else Status.RUNNING

    def _change(self, time: float) -> float:
        """By how much speeds of natural size change within a time."""
        e, machine = self._machine.equations, self._machine
        status, _ = machine.evaluate(self._run.t, self._run.x.copy())
        rates = machine.memory.vdot / np.array(e.speed_lengths)
        return time * float(np.abs(rates).max(initial=0.0)) if status == Status.OK else np.inf


def why_hopeless(machine: Machine, run: Integration, status: Status) -> str:
    """A sentence on who holds up a run that was ended so; nothing for other ends."""
    if status is Status.CHATTERING:
        return chattering(machine, run)
    if status is Status.RUNAWAY:
        return running_away(machine.equations, run)
    return stiff(machine, run) if status is Status.STIFF else ""


def chattering(machine: Machine, run: Integration) -> str:
    """Whose law is crossed back and forth, and what can be done; the run goes on a little to see it."""
    e, begin, kinks = machine.equations, run.t, run.kinks
    seen = [_guards(e, run)]
    for _ in range(SHOWN):
        run.max_steps = 1
        if machine.integrate(run) != Status.RUNNING:
            break
        seen.append(_guards(e, run))
    values = np.array(seen)
    # what is crossed comes nearest to zero, against its own size; a step may end on either side of it
    is_crossed = (values < 0.0).any(axis=0) & (values >= 0.0).any(axis=0)
    nearest = np.where(is_crossed, 0.0, np.abs(values).min(axis=0))
    sizes = np.abs(values).max(axis=0)
    owner = e.guarded[int((nearest / np.where(sizes > 0.0, sizes, 1.0)).argmin())]
    force = next(f for f in e.model.forces if f.name == owner)
    return (
        f"The law of {label(force)} chatters: it changed {run.kinks - kinks} times within {run.t - begin:.2g} s. Each piece "
        "of it leads back to the other, or what it asks for is constant but for rounding. Make the law continuous there, "
        "such as tanh(rate/0.01) instead of a jump."
    )


def _guards(e: Equations, run: Integration) -> list[float]:
    """What tells by its sign which pieces of laws hold."""
    return e.evaluate("guards", [run.t], run.x)[0]


def stiff(machine: Machine, run: Integration) -> str:
    """Which force is so steep that steps must be tiny, and what can be done; empty where none is seen."""
    e = machine.equations
    acting = {f.name: f for f in e.model.forces}
    own = [c for c in e.channels if c.owner in acting and c.kind is ChannelKind.FORCE]
    found = [
        (float(np.abs(change[c.start : c.start + c.size]).max()) / abs(nudge), nudge, c)
        for nudge, change, _ in _nudged(machine, run)
        for c in own
    ]
    slope, nudge, channel = max(found, key=lambda one: one[0], default=(0.0, 0.0, None))
    if channel is None or not slope > 0.0:
        return ""
    force = acting[channel.owner]
    return (
        f"{label(force)[0].upper()}{label(force)[1:]} is the steepest: {channel.name} changes by "
        f"{slope * abs(nudge):.2g} {channel.unit} when all speeds change by {abs(nudge):g} of their size. "
        f"{type(force).gentler}"
    )


def _decay(machine: Machine, run: Integration) -> float:
    """How fast speeds of natural size decay at most [1/s]."""
    changes = [np.abs(vdot).max(initial=0.0) / abs(nudge) for nudge, _, vdot in _nudged(machine, run)]
    return float(max(changes, default=0.0))


def _nudged(machine: Machine, run: Integration) -> Iterator[tuple[float, Floats, Floats]]:
    """For some small changes of all speeds: what becomes of an output row, and of the accelerations, of natural size."""
    e = machine.equations
    speeds, widths = slice(len(e.coordinates), len(e.coordinates) + len(e.speeds)), np.array(e.speed_lengths)
    status, here = machine.evaluate(run.t, run.x.copy())
    vdot = machine.memory.vdot.copy()
    for nudge in NUDGES if status == Status.OK else ():
        x = run.x.copy()
        x[speeds] += nudge * widths
        status, there = machine.evaluate(run.t, x)
        change = there - here
        if status == Status.OK and np.isfinite(change).all():
            yield nudge, change, (machine.memory.vdot - vdot) / widths
