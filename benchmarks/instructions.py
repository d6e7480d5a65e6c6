"""What compiling a mechanism and running it costs in instructions, here and in an older commit.

Instructions of a whole call of `simulate` are counted by callgrind, so that other processes do not disturb the numbers:
`compile` is the first call for a mechanism, in a process that has simulated another one before and with a cache that
holds only that one; `run` is the second call, over 5 s. Both checkouts read the same file, that of the older one.

Usage: python -m benchmarks.instructions [--against COMMIT] [--models NAMES]
"""

from __future__ import annotations

import argparse
import gc
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.callgrind import available, collected, counting
from benchmarks.children import ROOT, environment

MODELS = ("four-bar", "slider-crank-3d", "six-bar")
ASKED = ("compile", "run")
TIMEOUT = 900.0


def main() -> int:
    """Count, and print a line for each model and question."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.instructions", description="Instructions of compiling and running."
    )
    parser.add_argument("--against", metavar="COMMIT", help="an older commit that is counted too")
    parser.add_argument("--models", metavar="NAMES", default=",".join(MODELS), help="examples, with commas")
    given = parser.parse_args()
    if why := available():
        parser.error(f"instructions cannot be counted: {why}.")
    with _checkout(given.against) as old:
        for model in given.models.split(","):
            for what in ASKED:
                print(_line(model, what, old), flush=True)
    return 0


def _line(model: str, what: str, old: Path | None) -> str:
    file = (old or ROOT) / "examples" / f"{model}.yaml"
    now = _counted(ROOT, what, file)
    start = f"{model:<24}{what:<9}"
    if old is None:
        return f"{start}{now / 1e6:10.1f} M"
    before = _counted(old, what, file)
    return f"{start}{before / 1e6:10.1f} M -> {now / 1e6:10.1f} M  {now / before - 1:+8.2%}"


@contextmanager
def _checkout(commit: str | None) -> Iterator[Path | None]:
    """A commit's files in a folder of their own, for as long as the block lasts."""
    if commit is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=packed, check=True)
        yield Path(folder)


def _counted(checkout: Path, what: str, file: Path) -> int:
    code = f"from benchmarks.instructions import simulate; simulate({what!r}, {str(file)!r})"
    path = os.pathsep.join((str(checkout / "src"), str(ROOT)))
    with tempfile.TemporaryDirectory() as folder:
        return collected(
            code, environment(SARRUS_CACHE=folder, PYTHONPATH=path, OPENBLAS_NUM_THREADS="1"), TIMEOUT
        )


def simulate(what: str, file: str) -> None:
    """In the child: make ready, then count one call."""
    import sarrus

    mechanism = sarrus.load(file)
    if what == "run":
        sarrus.simulate(mechanism, until=5.0, rows=501)
    else:
        other = sarrus.Mechanism("other", plane="xy")
        other.add(sarrus.Body("b", mass=1, inertia=1))
        other.add(sarrus.Revolute("A", "ground", "b"))
        sarrus.simulate(other, until=0.1, rows=2)
    until, rows = (5.0, 501) if what == "run" else (0.01, 2)
    gc.collect()  # a full collection inside the call would be chance: it falls due by what was made before
    with counting():
        sarrus.simulate(mechanism, until=until, rows=rows)


if __name__ == "__main__":
    raise SystemExit(main())
