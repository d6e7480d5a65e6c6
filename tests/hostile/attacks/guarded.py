"""Reads every model file of a folder under guard, and prints what became of each; run as a program.

Usage: python guarded.py FOLDER ADDRESS_SPACE SECONDS

The guard: a limit on memory, a limit on the time of each file, and a watch on everything that a reader has no
business with. A reader opens files of the folder for reading; it imports nothing, runs nothing, asks no network.
"""

import difflib  # noqa: F401 - what messages need is loaded before the watch begins
import json
import os
import resource
import signal
import sys
import time
from pathlib import Path

from attacks.outcome import flaws_of_acceptance, flaws_of_refusal
from sarrus.errors import ModelError
from sarrus.io import load, loads

FORBIDDEN = (
    "exec",
    "import",
    "os.",
    "socket.",
    "subprocess.",
    "shutil.",
    "ctypes.",
    "code.",
    "pty.",
    "urllib.",
)
HARMLESS = ("os.listdir",)  # a missing file is met with the names of those that are there


class Hang(BaseException):
    """A file took too long."""


def watch(folder, seen):
    """Note every forbidden act from now on."""

    def hook(event, arguments):
        if event == "open":
            path, mode = Path(os.path.realpath(str(arguments[0]))), str(arguments[1] or "r")
            is_reading = set(mode) <= set("rb")
            if not is_reading or not path.is_relative_to(folder):
                seen.append(f"open {path} {mode}")
        elif event.startswith(FORBIDDEN) and event not in HARMLESS:
            seen.append(f"{event} {arguments}"[:200])

    sys.addaudithook(hook)


def on_time(*_):
    raise Hang


def read(path):
    """What became of one file, and what is wrong with that."""
    row = {"name": path.name, "accepted": False, "said": "", "flaws": []}
    began = time.process_time()
    try:
        mechanism = load(path)
        row |= {"accepted": True, "took": time.process_time() - began}
        is_small = path.stat().st_size < 10_000
        if is_small and not any(
            driver.keyword == "table" for driver in mechanism.drivers
        ):  # a text reads no files
            row["flaws"] = flaws_of_acceptance(mechanism, path.name)
    except ModelError as error:
        row |= {"said": str(error)[:300], "flaws": flaws_of_refusal(error)}
    except Hang:
        row["flaws"] = ["it hangs"]
    except BaseException as error:
        row["flaws"] = [f"{type(error).__name__}: {error}"[:300]]
    return {"took": time.process_time() - began} | row


def main(folder, memory, seconds):
    """Read all files; a line of JSON for each, and a last one with the memory used."""
    b"x".decode("utf-8-sig")
    loads("{sarrus: 1, plane: xy, bodies: {b: {mass: 1, inertia: 1}}}")
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    signal.signal(signal.SIGPROF, on_time)
    seen = []
    watch(folder, seen)
    for path in sorted(folder.iterdir()):
        if path.suffix not in (".yaml", ".json"):
            continue
        seen.clear()
        signal.setitimer(signal.ITIMER_PROF, seconds)
        row = read(path)
        signal.setitimer(signal.ITIMER_PROF, 0)
        row["flaws"] += seen
        print(json.dumps(row), flush=True)
    print(json.dumps({"memory": peak_memory()}))


def peak_memory():
    """Largest size of this process in bytes. Linux hands getrusage's figure down from the parent; this one it does not."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), int(sys.argv[2]), float(sys.argv[3]))
