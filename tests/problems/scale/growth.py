"""Bytes by which a run of a large ring outgrows the largest size that a small one gave to the process.

python growth.py SMALL LARGE

To trace every allocation would take five times as long.
"""

import sys
from pathlib import Path

from large import ring

import sarrus

STATUS = Path("/proc/self/status")


def largest():
    """Bytes that the process ever had; the figure of getrusage may be that of its parent."""
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmHWM"))
    return 1024 * int(line.split()[1])


def grown(small, large):
    sarrus.simulate(ring(small), until=1e-3, rows=2)
    before = largest()
    sarrus.simulate(ring(large), until=1e-3, rows=2)
    return largest() - before


if __name__ == "__main__":
    print(grown(*map(int, sys.argv[1:])))
