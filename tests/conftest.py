"""What all tests share: which of them wait for `make test-more`, and processes of their own that end with them.

Those wait that take long, or that prove with many cases what a few show every day.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
DAILY = {
    "browser": 0,
    "conformance": 5,
    "conformance/test_forces.py": 3,
    "conformance/test_joints.py": 3,
    "conformance/test_rolled.py": 20,
    "conformance/test_sensors.py": 2,
    "conformance/test_turns.py": 6,
    "durability": 4,
    "hostile": 5,
    "problems": 4,
    "problems/assembly": 4,
    "problems/change_points": 16,
    "problems/doctor": 3,
    "problems/random/test_newton_euler.py": 8,
    "problems/random/test_random_compiled.py": 4,
    "problems/random/test_random_derivatives.py": 4,
    "problems/random/test_random_mechanisms.py": 12,
    "problems/random/test_random_rolled.py": 4,
    "problems/random/test_random_verify.py": 10,
    "problems/random/test_reference.py": 12,
    "problems/random/test_slopes.py": 24,
    "problems/redundant": 4,
    "problems/scale/test_analyses_growth.py": 0,
    "problems/scale/test_analyses_parts.py": 0,
    "problems/test_oracles.py": 3,
    "surface": 2,
    "unit": 4,
    "unit/analysis/test_assemble.py": 4,
    "unit/analysis/test_compilation.py": 3,
}
"""Folders and files: of so many of their tests, one runs every day; 0: none does. The longest name that fits decides."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what can wait."""
    gone = [start for start in DAILY if not (HERE / start).exists()]
    assert not gone, f"tests/conftest.py: DAILY names what is not there: {', '.join(gone)}"
    seen: Counter[str] = Counter()
    for item in items:
        path = item.path.relative_to(HERE).as_posix()
        fitting = [start for start in DAILY if path == start or path.startswith(f"{start}/")]
        if fitting:
            start = max(fitting, key=len)
            if DAILY[start] == 0 or seen[start] % DAILY[start]:
                item.add_marker(pytest.mark.more)
            seen[start] += 1


@pytest.fixture
def calls() -> Callable[[Callable[[], object]], int]:
    """Count the calls of functions that some work takes: a measure that no busy machine changes."""

    def count(work: Callable[[], object]) -> int:
        seen = 0

        def note(frame: object, event: str, argument: object) -> None:
            nonlocal seen
            seen += event in ("call", "c_call")

        before = sys.getprofile()
        sys.setprofile(note)
        try:
            work()
        finally:
            sys.setprofile(before)
        return seen

    return count


LAUNCH = """
import os, signal, sys
asked, *words = sys.argv[1:]
for name in ("SIGINT", "SIGTERM", "SIGHUP"):
    signal.signal(getattr(signal, name), signal.SIG_IGN if name in asked.split() else signal.SIG_DFL)
os.execv(sys.executable, [sys.executable, *words])
"""


@pytest.fixture
def child() -> Iterator[Callable[..., subprocess.Popen[Any]]]:
    """Start Python in a process of its own, which is ended with the test whatever happens.

    A process takes over which signals its parent ignores, and a job in the background ignores SIGINT. What the process
    makes of a signal is the test's own choice: those named by `ignoring` are ignored, the others end it.
    """
    started: list[subprocess.Popen[Any]] = []

    def start(*words: object, ignoring: tuple[str, ...] = (), **options: Any) -> subprocess.Popen[Any]:
        launch = ("-I", "-S", "-c", LAUNCH, " ".join(ignoring)) if os.name == "posix" else ()
        process = subprocess.Popen([sys.executable, *launch, *map(str, words)], **options)
        started.append(process)
        return process

    yield start
    for process in started:
        with process:  # closes its pipes and waits
            process.kill()
