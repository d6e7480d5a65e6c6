"""Runs to be disturbed: a program of its own, so that what happens to it happens to nobody else.

python runs.py kill FOLDER COUNT     fork COUNT runs and kill each at a random moment; a report in JSON
python runs.py memory FOLDER ROWS    a run of many rows; how much memory it took, in JSON
python runs.py bits MODEL...         run each model twice; a digest of all arrays and facts, in JSON
python runs.py limit BYTES WORDS...  the command line, with files limited to so many bytes
"""

import hashlib
import json
import mmap
import os
import random
import resource
import signal
import struct
import sys
import time
from pathlib import Path

import sarrus
from sarrus.analysis.assembly.start import find_start
from sarrus.analysis.motion import output
from sarrus.analysis.motion import run as running
from sarrus.analysis.motion.run import Options
from sarrus.results import recording

UNTIL, ROWS = 120.0, 12_001
ROOM = 200  # rows in a block


def double_pendulum():
    m = sarrus.Mechanism("double pendulum", plane="xy")
    for name in ("upper", "lower"):
        m.add(sarrus.Body(name, sarrus.Rod(length=1.0, mass=1.0)))
    m.add(sarrus.Revolute("A", "ground", "upper.start"))
    m.add(sarrus.Revolute("B", "upper.end", "lower.start"))
    m.add(sarrus.Gravity("weight", (0, -9.81)))
    return m


def small_blocks(mechanism):
    """Let a run write often; a block has ROOM rows at most."""
    width = sum(s.values[0].size for s in sarrus.simulate(mechanism, 0.1, rows=2).series.values()) + 1
    output.BUFFER = 8 * width * ROOM
    recording.FLUSH_AFTER = 0.01


def kill(folder, count):
    """Fork runs from this warm process, and kill each at a moment that a seeded chance gives."""
    mechanism = double_pendulum()
    small_blocks(mechanism)
    found = find_start(mechanism.snapshot())
    reached = mmap.mmap(-1, 8)  # shared with the children

    def tell(t, until):
        reached[:8] = struct.pack("d", t)

    def simulate(target):
        running.run(
            found,
            "simulate",
            Options(UNTIL, ROWS, 1e-8, 1e-8, "relative", "dop853", None, True, tell, save=target),
        )

    simulate(folder / "whole.h5")
    begin = time.monotonic()
    simulate(folder / "whole.h5")
    duration = time.monotonic() - begin
    sarrus.simulate(mechanism, 1.0, rows=3, save=folder / "old.h5")
    chance, report = random.Random(11), []
    for i in range(count):
        target = folder / f"run{i}.h5"
        if i % 2:
            target.write_bytes((folder / "old.h5").read_bytes())
        reached[:8] = bytes(8)
        child = os.fork()
        if not child:
            simulate(target)
            os._exit(0)
        try:
            wait(chance, reached, i, duration)
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        report.append({"target": str(target), "reached": struct.unpack("d", reached[:8])[0]})
    return {"duration": duration, "runs": report}


def wait(chance, reached, i, duration):
    """Let a run go on: for a while of any length, or to any of its times and a moment longer."""
    if i % 5 == 0:
        time.sleep(1.2 * duration * chance.random())
        return
    # the last part: while the file is made of the journal
    t = min(1.0, 1.25 * chance.random()) * UNTIL
    end = time.monotonic() + 60.0
    while struct.unpack("d", reached[:8])[0] < t and time.monotonic() < end:
        time.sleep(1e-4)
    time.sleep(chance.random() * (0.5 * duration if t == UNTIL else 0.01))


def memory(folder, rows):
    """Growth of the largest size that the process ever had, over that of a short run."""

    def peak():
        # Linux hands the figure of getrusage down from the parent, where it hides growth; this one it does not.
        status = Path("/proc/self/status")
        if not status.exists():
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024

    m = sarrus.Mechanism("pendulum", plane="xy")
    m.add(sarrus.Body("bar", sarrus.Rod(length=1.0, mass=2.0)))
    m.add(sarrus.Revolute("pin", "ground", "bar.start"))
    m.add(sarrus.Gravity("weight", (0, -9.81)))
    sarrus.simulate(m, 1.0, rows=20_000, save=folder / "short.h5")
    before, cpu = peak(), time.process_time()
    run = sarrus.simulate(m, 1000.0, rows=rows, rtol=1e-6, atol=1e-6, save=folder / "long.h5")
    grown = peak() - before
    return {
        "grown": grown,
        "cpu": time.process_time() - cpu,
        "rows": len(run),
        "size": os.path.getsize(folder / "long.h5"),
        "last": float(run.t[-1]),
        "balance": float(abs(run["energy.balance"].values[::1000]).max()),
        "worst": run.evidence["worst energy balance [J]"],
    }


def bits(models):
    """A digest for each model, after the same run twice in this process."""
    found = {}
    for model in models:
        digests = set()
        for _ in range(2):
            run = sarrus.simulate(sarrus.load(model), 1.0, rows=101)
            digest = hashlib.sha256(run.t.tobytes())
            for name in run:
                digest.update(name.encode() + run[name].values.tobytes())
            digest.update(json.dumps(dict(run.evidence)).encode())
            digests.add(digest.hexdigest())
        found[Path(model).name] = sorted(digests)
    return found


def limit(size, words):
    """The command line of a disk that is full after so many bytes of a file."""
    from sarrus.cli import main

    resource.setrlimit(
        resource.RLIMIT_FSIZE, (size, size)
    )  # Python ignores the signal; a write fails with EFBIG
    return main(words)


if __name__ == "__main__":
    task, *words = sys.argv[1:]
    if task == "limit":
        sys.exit(limit(int(words[0]), words[1:]))
    answers = {
        "kill": lambda: kill(Path(words[0]), int(words[1])),
        "memory": lambda: memory(Path(words[0]), int(words[1])),
    }
    print(json.dumps(answers[task]() if task in answers else bits(words)))
