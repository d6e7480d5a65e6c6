"""What is measured in a process of its own. Each task returns numbers by name; `main` prints them as JSON."""

from __future__ import annotations

import json
import resource
import time
from collections.abc import Callable
from typing import Any

import numpy as np


def compiling(count: int) -> dict[str, float]:
    """CPU seconds from a chain to its equations and from there to machine code, nothing cached."""
    from benchmarks.models import chain
    from sarrus.analysis.program.machine import Machine
    from sarrus.equations import formulate
    from sarrus.solvers.integrators import DOP853

    snapshot = chain.hinged(count).snapshot()
    begin = time.process_time()
    equations = formulate(snapshot, "relative")
    traced = time.process_time()
    Machine(equations, DOP853)
    return {"equations": traced - begin, "compile": time.process_time() - traced}


def memory(count: int) -> dict[str, float]:
    """Peak resident memory of a simulation [bytes], and that of the imports before."""
    import sarrus
    from benchmarks.models import chain

    mechanism = chain.hinged(count)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sarrus.simulate(mechanism, until=0.01, rows=2)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"peak": 1024.0 * after, "before": 1024.0 * before}


def windows(count: int, formulation: str, tolerance: float) -> dict[str, float]:
    """CPU seconds of ten seconds of N four-bars, without set-up, and how far the cranks are apart at the end."""
    from benchmarks import ours
    from benchmarks.models import windows as model
    from benchmarks.timing import seconds

    begin = time.process_time()
    run = ours.Integration(model.windows(count), formulation).run(np.array([10.0]), tolerance)
    setup = time.process_time() - begin
    took = min(seconds(run) for _ in range(3))
    motion = run()
    angles = np.array([motion.series(f"crank{k}.psi")[-1] for k in range(count + 1)])
    return {
        "seconds": took,
        "setup": setup,
        "status": float(motion.status),
        "apart": float(np.ptp(angles)),
    }


def evaluations(contender: str, count: int, n: int, is_idle: bool) -> dict[str, float]:
    """Evaluate forward dynamics n times, or make n idle calls, and let callgrind count the instructions of just that."""
    from benchmarks.callgrind import counting

    if contender == "sarrus":
        from benchmarks import ours

        made = ours.forward(count)
    else:
        from benchmarks.peers import pinocchio_chain

        made = pinocchio_chain.forward(count)
    work = made.idle if is_idle else (made.inside or made.calls)
    assert work is not None
    with counting():
        work(n)
    return {"n": n}


TASKS: dict[str, Callable[..., dict[str, float]]] = {
    "compiling": compiling,
    "memory": memory,
    "windows": windows,
    "evaluations": evaluations,
}


def main(name: str, arguments: str) -> None:
    """Run a task by name and print what it returns."""
    found: dict[str, Any] = TASKS[name](*json.loads(arguments))
    print(json.dumps(found))
