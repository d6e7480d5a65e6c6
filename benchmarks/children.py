"""Fresh processes: run a line of Python, or a task of `benchmarks.tasks`, with a limit on its time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


_NOT_HANDED_ON = ("PYTHONDONTWRITEBYTECODE", "OPENBLAS_THREAD_TIMEOUT")


def environment(**more: str) -> dict[str, str]:
    """That of the child: ours, byte code allowed, the package on the path, without what importing Sarrus has set here."""
    made = {k: v for k, v in os.environ.items() if k not in _NOT_HANDED_ON}
    path = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH", "")])]
    return {**made, "PYTHONPATH": os.pathsep.join(path), "PYTHONHASHSEED": "0", **more}


def alone() -> str:
    """The interpreter of the environment without peers, where it is there: some of theirs load things at every start."""
    own = ROOT / ".venv" / "bin" / "python"
    return str(own) if own.exists() else sys.executable


def run(
    code: str,
    env: Mapping[str, str],
    before: Sequence[str] = (),
    timeout: float = 120.0,
    python: str = sys.executable,
) -> str:
    """Run a line of Python; raises `subprocess.SubprocessError` when it fails or takes too long."""
    done = subprocess.run(
        [*before, python, "-c", code],
        check=True,
        env=dict(env),
        capture_output=True,
        text=True,
        timeout=timeout,
        cwd=ROOT,
    )
    return done.stdout + done.stderr


def task(name: str, *arguments: object, timeout: float, **env: str) -> dict[str, Any] | str:
    """What a task of `benchmarks.tasks` returns, or one line why it did not."""
    code = f"from benchmarks.tasks import main; main({name!r}, {json.dumps(arguments)!r})"
    try:
        said = run(code, environment(**env), timeout=timeout)
    except subprocess.TimeoutExpired:
        return f"not finished in {timeout:g} s"
    except subprocess.CalledProcessError as error:
        lines = (error.stderr or "").strip().splitlines() or [f"exit code {error.returncode}"]
        return lines[-1][:160]
    found: dict[str, Any] = json.loads(said.strip().splitlines()[-1])
    return found
