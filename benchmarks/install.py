"""Make the environment of the benchmarks: Sarrus itself, and each peer that can be installed here.

Usage: python benchmarks/install.py FOLDER

Run by `make bench`. A peer that cannot be installed is left out with a sentence; only Sarrus itself must succeed. When
everything is there already, nothing is done: the stamp in the folder holds what was asked for.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
REQUIREMENTS = ROOT / "benchmarks" / "requirements.txt"


def wanted() -> list[str]:
    """The pinned peers, one per line of requirements.txt."""
    lines = REQUIREMENTS.read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def stamp() -> str:
    """Changes when something else is to be installed."""
    asked = (ROOT / "pyproject.toml").read_bytes() + REQUIREMENTS.read_bytes()
    return hashlib.sha256(asked + sys.version.encode()).hexdigest()


def install(python: Path, *words: str) -> str:
    """Call pip; "" when it worked, else the line that says most."""
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return ""
    lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return (lines or done.stderr.strip().splitlines() or ["pip failed"])[-1].removeprefix("ERROR: ")


def main(folder: Path) -> int:
    """Create the folder where it is missing, then install."""
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    done = folder / ".bench-stamp"
    if done.exists() and done.read_text(encoding="utf-8") == stamp():
        return 0
    if not python.exists():
        venv.create(folder, with_pip=True)
    print(f"make bench: installing Sarrus and its peers into {folder}; this takes a minute.", file=sys.stderr)
    if failure := install(python, "-e", str(ROOT)):
        print(f"make bench: Sarrus itself could not be installed: {failure}", file=sys.stderr)
        return 1
    complete = True
    for peer in wanted():
        if failure := install(python, peer):
            complete = False
            print(
                f"make bench: {peer} could not be installed; its rows will say 'not installed'. ({failure})",
                file=sys.stderr,
            )
    if complete:  # otherwise the next call tries again
        done.write_text(stamp(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    raise SystemExit(main(Path(sys.argv[1])))
