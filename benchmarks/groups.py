"""Groups of rows by the name that `--only` takes, in the order they are measured."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.report import Row


def groups() -> dict[str, tuple[str, Callable[[], list[Row]]]]:
    """What each group is about, and the function that makes its rows."""
    from benchmarks.families import problems
    from benchmarks.rows import (
        choice,
        closed,
        compiling,
        forward,
        instructions,
        lanes,
        loop_growth,
        motion,
        questions,
        slopes,
        starting,
    )

    made: dict[str, tuple[str, Callable[[], list[Row]]]] = {
        "start": ("cold and cached start to a finished four-bar", starting.starts),
        "import": ("import time", starting.imports),
        "size": ("installed size", starting.sizes),
        "compile": ("compile time at 10 to 1000 bodies", compiling.rows),
        "compile-known": ("compile time where the kinds of joints are known", compiling.known),
        "memory": ("peak memory at 1000 bodies", compiling.memory),
        "chain": ("forward dynamics of hinged chains, and its growth", forward.rows),
        "generic-chain": ("forward dynamics of a chain without zeros and ones", forward.oblique_rows),
        "slopes": ("derivatives of chains", slopes.rows),
        "balls": ("residual of a chain of ball joints", forward.balls),
        "lanes": ("a kernel on SIMD lanes", lanes.rows),
        "instructions": ("instruction counts by callgrind", instructions.rows),
        "andrews-bars": ("Andrews' squeezer at 1e-8 rad and at 1e-6 m", motion.andrews_bars),
    }
    for name, problem in problems().items():
        made[name] = (f"{problem.title}, time to an error", lambda name=name: motion.rows(name))
    made["choice"] = ("whether the formulation chosen is the faster one", choice.rows)
    made["closed"] = ("a four-bar in closed form and in joint coordinates", closed.rows)
    made["questions"] = ("linear models and root loci", questions.rows)
    made["loop-growth"] = ("growth of a row of four-bars", loop_growth.rows)
    return made
