"""The circumstances that are printed with every table."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from pathlib import Path

from benchmarks.peers import TITLES, presence

VECTORS = ("sse4_2", "avx", "avx2", "fma", "avx512f", "neon", "asimd")


def protocol() -> list[str]:
    """One sentence per fact."""
    import llvmlite

    import sarrus

    lines = [
        f"Sarrus {sarrus.__version__}, Python {platform.python_version()}, llvmlite {llvmlite.__version__}; "
        f"{_processor()}; instruction set {_vectors()}; compiled for this processor, no fast-math.",
        "All contenders run in one process on one thread and take turns; a time is the smallest of its repeats, in CPU "
        "seconds of the process. Fresh processes are used for starts, imports, compile times, memory and growth of loops.",
        "Forward dynamics: ours are evaluated inside a compiled loop; peers are called from Python, less the time of the "
        "same call on a model without bodies, which has the same binding and kinds of arguments. Rows 'from Python' are "
        "one call of each, nothing subtracted.",
        "Motions: time of the integration alone, without set-up, compilation and reading of values, at the cheapest setting found that "
        "reaches the error; '(extrapolated)' marks a time that follows from coarser runs by the order seen in them.",
    ]
    for peer in TITLES:
        here = presence(peer)
        lines.append(f"{TITLES[peer]}: {here.reason or f'{peer} {here.version}'}.")
    lines.append(
        f"C compiler for CasADi: {_compiler()}. Valgrind: {'yes' if shutil.which('valgrind') else 'none'}."
    )
    return lines


def _processor() -> str:
    for line in _cpu_lines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _vectors() -> str:
    for line in _cpu_lines():
        if line.startswith(("flags", "Features")):
            have = set(line.partition(":")[2].split())
            return " ".join(v for v in VECTORS if v in have) or "scalar"
    return platform.machine()


def _cpu_lines() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []


def _compiler() -> str:
    found = shutil.which("cc")
    if not found:
        return "none, its rows are left out"
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    return f"{said.splitlines()[0]}, -O3 -march=native" if said else found


def progress(text: str) -> None:
    """Say on the error stream what is going on."""
    print(text, file=sys.stderr, flush=True)
