"""How Sarrus is called by the clock: everything that knows the inside of the program stands in this file."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.arrays import Floats
from benchmarks.forward import Forward
from benchmarks.models import chain
from sarrus import Mechanism, simulate
from sarrus.analysis.assembly.start import find_start
from sarrus.analysis.motion.closing import begun
from sarrus.analysis.motion.run import IN_CLOSED_FORM, SHARE
from sarrus.mechanics import formulate
from sarrus.program.layout import Memory
from sarrus.program.machine import ACCELERATE, Machine
from sarrus.program.memory import lay_out
from sarrus.scalar import linking
from sarrus.scalar.subset import translate
from sarrus.solvers.integrators import INTEGRATORS, base
from sarrus.solvers.status import Status

MANY_STEPS = 10**8


def repeat(n: int, t: float, x: Floats, memory: Memory, accelerate: Callable[..., int]) -> int:
    """Find the accelerations n times. Restricted Python: it is compiled together with the kernels.

    The first coordinate creeps, by far less than a rounding of the result shows, so that no evaluation is the one before.
    """
    status = 0
    for _ in range(n):
        x[0] += 1e-15
        status += accelerate(t, x, memory)
    return status


class Evaluation:
    """Accelerations of a tree at one state, from Python and inside the compiled loop."""

    def __init__(self, mechanism: Mechanism, q: Floats, v: Floats) -> None:
        equations = formulate(mechanism.snapshot(), "relative")
        name = next(k for k in ACCELERATE if k in equations.kernels)
        accelerate = ACCELERATE[name]
        loops = translate([repeat, accelerate], {name: name, "accelerate": accelerate})
        compiled = linking.Program([equations.kernels[name]], loops)
        memory = lay_out(equations)
        x = np.concatenate([q, v, np.zeros(equations.size - len(q) - len(v))])
        self.kernel = name
        self._arguments = (0.0, x, memory)
        self._once, self._repeat = (compiled.function(f) for f in (accelerate.__name__, "repeat"))
        self.calls(1)
        self.accelerations = memory.vdot.copy()

    def calls(self, n: int) -> None:
        """Evaluations called from Python, one by one."""
        once, arguments = self._once, self._arguments
        for _ in range(n):
            once(*arguments)

    def idle(self, n: int) -> None:
        """Calls with the same arguments and one more, that evaluate nothing."""
        function, arguments = self._repeat, self._arguments
        for _ in range(n):
            function(0, *arguments)

    def inside(self, n: int) -> None:
        """Evaluations in the compiled loop, by one call."""
        if self._repeat(n, *self._arguments) != 0:
            raise RuntimeError("the accelerations could not be found")


def forward(count: int, build: Callable[[int], Mechanism] = chain.hinged) -> Forward:
    """A hinged chain at its state."""
    e = Evaluation(build(count), *chain.hinge_state(count))
    setting = f"accelerations in relative coordinates, kernel '{e.kernel}'"
    return Forward("sarrus", setting, e.accelerations, e.calls, e.idle, e.inside)


def ball_accelerations(count: int) -> Floats:
    """Angular accelerations of the ball chain at its state, shape (count, 3)."""
    q, v = chain.ball_state(count)
    e = Evaluation(chain.balls(count), q.ravel(), v.ravel())
    return e.accelerations.reshape(count, 3)


@dataclass(frozen=True)
class Motion:
    """What an integration gave.

    Attributes:
        rows: one per output time.
        places: where each channel begins in a row, and its size.
        status: how it ended.
        steps: accepted ones.
    """

    rows: Floats
    places: dict[str, tuple[int, int]]
    status: Status
    steps: int

    def series(self, name: str) -> Floats:
        """Values, or vectors, of a channel."""
        start, size = self.places[name]
        return self.rows[:, start] if size == 1 else self.rows[:, start : start + size]


def first_simulation(mechanism: Mechanism) -> tuple[float, float]:
    """CPU seconds of a simulation of a millisecond, and how many of them went into the compiler [s]."""
    laps: list[float] = []
    compile_object = linking.compile_object

    def timed(text: str) -> bytes:
        begin = time.process_time()
        made = compile_object(text)
        laps.append(time.process_time() - begin)
        return made

    linking.compile_object = timed
    begin = time.process_time()
    try:
        simulate(mechanism, until=1e-3, rows=2)
    finally:
        linking.compile_object = compile_object
    return time.process_time() - begin, sum(laps)


class Integration:
    """A mechanism assembled and compiled in one formulation; runs start from the same state each time."""

    def __init__(self, mechanism: Mechanism, formulation: str, method: str = "dop853") -> None:
        found = find_start(mechanism.snapshot())
        if found.status is not Status.OK:
            raise RuntimeError(found.message)
        running = begun(found, formulation)
        self.equations, self._start = running.equations, running.x
        self.method = INTEGRATORS[method]
        self._machine = Machine(self.equations, self.method)

    def run(self, times: Floats, tolerance: float = 1e-8, step: float = 0.0) -> Callable[[], Motion]:
        """A function that integrates up to the last time, in one call of compiled code, as `simulate` sets it up."""
        e, m = self.equations, self._machine
        n, n_error = e.size, len(e.coordinates) + len(e.speeds)
        sizes = [1.0] * len(e.coordinates) + [e.length if u == "m" else 1.0 for u in e.speed_units]
        width, count = e.width, len(times)
        places = {c.name: (c.start, c.size) for c in e.channels}
        share = SHARE if e.leading is None else IN_CLOSED_FORM * SHARE
        believed = SHARE * tolerance if self.method.is_adaptive else 1e-4
        steps = base.Integration(
            x=self._start.copy(),
            atol=share * tolerance * np.array(sizes),
            times=times,
            rows=np.zeros(count * (width + 1)),
            spot=np.zeros(1),
            n=n,
            n_error=n_error,
            n_times=count,
            width=width,
            t_end=float(times[-1]),
            rtol=max(share * tolerance, 1e-14),
            n_read=m.read,
            max_steps=MANY_STEPS,
            guards=m.guards,
        )

        def integrate() -> Motion:
            steps.clear()
            steps.x[:], steps.spot[:], steps.h = self._start, 0.0, step
            status = m.begin(0.0, steps.x, believed)
            if status == Status.OK:
                status = m.integrate(steps)
            return Motion(steps.rows.reshape(count, -1)[:, :-1], places, Status(status), steps.accepted)

        return integrate
