"""What the tests of durability share."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

RUNS = Path(__file__).with_name("runs.py")


@pytest.fixture
def task():
    """Let `runs.py` do something in a process of its own, and return its report."""

    def call(*words, **environment):
        done = subprocess.run(
            [sys.executable, RUNS, *map(str, words)],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return call
