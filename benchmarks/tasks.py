"""What is measured in a process of its own. Each task returns numbers by name; `main` prints them as JSON."""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np


def compiling(kind: str, count: int) -> dict[str, float]:
    """CPU seconds of a first simulation of a model of this kind, and those of them in the compiler."""
    from benchmarks import ours
    from benchmarks.models import chain, tree

    build = {"chain": chain.hinged, "irregular tree": tree.irregular, "tree of seven joints": tree.mixed}[
        kind
    ]
    total, compiler = ours.first_simulation(build(count))
    return {"total": total, "compiler": compiler}


def memory(count: int) -> dict[str, float]:
    """Peak resident memory of a simulation [bytes], and that of the imports before."""
    import sarrus
    from benchmarks.models import chain

    mechanism = chain.hinged(count)
    before = peak_memory()
    sarrus.simulate(mechanism, until=0.01, rows=2)
    return {"peak": peak_memory(), "before": before}


def peak_memory() -> float:
    """Peak resident memory of this process so far [bytes].

    On Linux `getrusage` begins with the peak of the process that started this one, so the system's own page is read.
    """
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    for line in lines:
        if line.startswith("VmHWM:"):
            return 1024.0 * float(line.split()[1])
    unit = 1.0 if sys.platform == "darwin" else 1024.0
    return unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def windows(count: int, formulation: str, tolerance: float) -> dict[str, float]:
    """CPU seconds of ten seconds of N four-bars, and how far the cranks are apart at the end.

    Set-up (assembly, choice of rows, equations) is timed apart, and a second time, when the code is compiled.
    """
    from benchmarks import ours
    from benchmarks.models import windows as model
    from benchmarks.timing import seconds

    def prepare() -> Callable[[], ours.Motion]:
        return ours.Integration(model.windows(count), formulation).run(np.array([10.0]), tolerance)

    run = prepare()
    setup = seconds(prepare)
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
