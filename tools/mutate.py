"""Make mistakes in the equations, one at a time, and see whether `sarrus verify` finds them.

A mutant is the program with one formula changed: a sign, a term or factor that is missing, factors exchanged, a frame taken
for another. Mutants are drawn (seeded) half from the numeric kernels and half from the equations to read, from lines that the
mechanisms of `mutate_mechanisms.py` execute. Each runs in a process of its own, which asks `verify` of these mechanisms. It ends
in one of these ways:

    caught       the equations disagree, or an identity of the kernels (analysis/verifying/identities.py) is broken; or an error,
                 a form that refuses, a quantity that is no longer compared, no end
    survived     something that is published or printed has changed, and `verify` agrees: a hole in it
    no effect    reached, but all numbers and all pages are what they were: the formula was as good
    not reached  the changed part of the line is not computed; another mutant is drawn instead

Usage: python tools/mutate.py [--count 200] [--seed 1] [--only PART-OF-A-PATH]
"""

import argparse
import ast
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mutate_changes import changed, changes_in

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
KERNELS = ("mechanics/passes", "mechanics/derive.py", "spatial")
FORMS = ("mechanics/readable/derive", "mechanics/readable/forms", "mechanics/readable/algebra")
STATES = 2
LIMIT = 40
"""Seconds of processor time after which a mutant has no end; without mistakes all mechanisms take about four."""
SAME = 1e-9
"""Relative change of a published number below which it is the same."""
REACHED = 77
"""How a process ends that reaches a probe."""


@dataclass(frozen=True)
class Mutant:
    """One change of one formula.

    Attributes:
        path: of the file, below `src/sarrus`.
        line: where the formula stands.
        place: which formula of the file, and which change of it.
        says: the formula before and after.
    """

    path: str
    line: int
    place: tuple[int, int]
    says: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.says}"


@dataclass(frozen=True)
class Trial:
    """How a mutant ended: "caught", "survived", "no effect" or "not reached", and by what."""

    mutant: Mutant
    end: str
    by: str


# In the parent: mutants are drawn and judged.


def files(parts: Sequence[str]) -> list[Path]:
    """Source files of folders and files below the package."""
    found: list[Path] = []
    for part in parts:
        path = SOURCE / "sarrus" / part
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return found


def mutants(parts: Sequence[str], lines: dict[str, list[int]], only: str = "") -> list[Mutant]:
    """All changes of formulas on lines that are executed, in the order of the files."""
    found = []
    for file in files(parts):
        path = file.relative_to(SOURCE / "sarrus").as_posix()
        executed = set(lines.get(path, ()))
        if only not in path or not executed:
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for number, node, new in changes_in(tree):
            if executed.isdisjoint(range(node.lineno, (node.end_lineno or node.lineno) + 1)):
                continue
            old = ast.unparse(node)
            found += [
                Mutant(path, node.lineno, (number, k), f"{old}  ->  {ast.unparse(to)}")
                for k, to in enumerate(new)
            ]
    return found


def asked(*words: str) -> subprocess.CompletedProcess[str]:
    """This tool in a process of its own."""
    environment = {**os.environ, "SARRUS_CACHE": "off", "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-W", "ignore", str(Path(__file__).resolve()), "--child", *words]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=10 * LIMIT, env=environment, check=False
    )


def answer(*words: str) -> dict[str, Any]:
    """What the process found."""
    done = asked(*words)
    if done.returncode < 0:
        return {"caught": "no end"}
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["no message"]
        return {"caught": f"error: {last[0][:120]}"}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def tried(mutant: Mutant, truth: dict[str, Any]) -> Trial:
    """Ask `verify` about a mutant."""
    words = [mutant.path, *map(str, mutant.place)]
    try:
        found = answer(*words)
    except subprocess.TimeoutExpired:
        return Trial(mutant, "caught", "no end")
    if "caught" in found:
        return Trial(mutant, "caught", found["caught"])
    if missing := _missing(truth["compared"], found["compared"]):
        return Trial(mutant, "caught", f"not compared any more: {missing}")
    if differs := _differs(truth, found):
        return Trial(mutant, "survived", differs)
    reached = asked(*words, "--probe").returncode == REACHED
    return Trial(mutant, "no effect" if reached else "not reached", "")


def _missing(before: dict[str, list[str]], after: dict[str, list[str]]) -> str:
    gone = [f"{name}: {what}" for name, all_of in before.items() for what in set(all_of) - set(after[name])]
    return ", ".join(sorted(gone)[:2])


def _differs(before: dict[str, Any], after: dict[str, Any]) -> str:
    """What of the published numbers and of the pages is not as it was."""
    for name, rows in before["rows"].items():
        for quantity, values in rows.items():
            now = after["rows"][name].get(quantity, [])
            size = max(1.0, *map(abs, values))
            if len(now) != len(values) or any(
                not abs(a - b) <= SAME * size for a, b in zip(values, now, strict=True)
            ):
                return f"{name}: '{quantity}' has another value"
    pages = [page for page, text in before["pages"].items() if after["pages"][page] != text]
    return f"{pages[0]} has another page" if pages else ""


def trials(count: int, seed: int, only: str = "") -> Iterator[Trial]:
    """Judge so many mutants that are reached, half of them in the kernels.

    Raises:
        RuntimeError: the program itself does not agree.
    """
    truth = answer()
    if "caught" in truth:
        raise RuntimeError(f"without any mistake: {truth['caught']}")
    lines = answer("--trace")["lines"]
    draw = random.Random(seed)
    for parts, share in ((KERNELS, (count + 1) // 2), (FORMS, count // 2)):
        found = mutants(parts, lines, only)
        draw.shuffle(found)
        while share and found:
            trial = tried(found.pop(), truth)
            share -= trial.end != "not reached"
            yield trial


# In the child: the program with one change.


def child(words: Sequence[str], trace: bool, probe: bool) -> None:
    """Ask `verify`, and print what it says as one line of JSON."""
    from mutate_child import install, limit, lines_of, verdicts

    limit(LIMIT)
    if words:
        path, number, which = words[0], int(words[1]), int(words[2])
        tree = ast.parse((SOURCE / "sarrus" / path).read_text(encoding="utf-8"))
        install("sarrus." + path.removesuffix(".py").replace("/", "."), changed(tree, number, which, probe))
    sys.path.insert(0, str(SOURCE))
    if trace:
        watched = {str(f): f.relative_to(SOURCE / "sarrus").as_posix() for f in files((*KERNELS, *FORMS))}
        print(json.dumps({"lines": lines_of(lambda: verdicts(STATES), watched)}))
    else:
        print(json.dumps(verdicts(STATES)))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--child", nargs="*", default=None, help=argparse.SUPPRESS)
    parser.add_argument("--trace", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--probe", action="store_true", help=argparse.SUPPRESS)
    asked_for = parser.parse_args()
    if asked_for.child is not None:
        child(asked_for.child, asked_for.trace, asked_for.probe)
        return 0
    ends: Counter[str] = Counter()
    begun, by_identity, on_page = time.monotonic(), 0, 0
    for trial in trials(asked_for.count, asked_for.seed, asked_for.only):
        ends[trial.end] += 1
        by_identity += "identity broken" in trial.by
        on_page += trial.by.endswith("another page")
        by = f"   [{trial.by}]" if trial.by else ""
        print(f"{trial.end:<12} {trial.mutant}{by}", flush=True)
    print(f"\n{by_identity} of those caught were caught by identities alone")
    print(
        f"{on_page} of those that survived change a page and no number: labels, lengths, or a line that nothing computes"
    )
    judged = ends["caught"] + ends["survived"]
    print(f"{dict(ends)} in {time.monotonic() - begun:.0f} s")
    print(f"caught: {ends['caught']} of {judged} that change something")
    return int(ends["survived"] > 0)


if __name__ == "__main__":
    sys.exit(main())
