"""Fresh processes: start to a finished simulation, import, and what is installed."""

from __future__ import annotations

import sys
import tempfile
from importlib import metadata
from pathlib import Path

from benchmarks.children import ROOT, alone, environment, run
from benchmarks.peers import MODULES, TITLES, is_here
from benchmarks.protocol import progress
from benchmarks.report import Row
from benchmarks.timing import children_cpu

FOUR_BAR = ROOT / "examples" / "four-bar.yaml"
REPEATS = 5
COLD, CACHED, IMPORT = 1.0, 0.3, 0.25


def starts() -> list[Row]:
    """Import, load, compile, ten seconds of a four-bar: CPU seconds, without and with the object in the cache."""
    progress("cold and cached start")
    code = f"import sarrus; sarrus.simulate(sarrus.load({str(FOUR_BAR)!r}), until=10)"
    with tempfile.TemporaryDirectory() as folder:
        own = alone()
        _cpu(code, f"{folder}/warm", own)  # byte code files are made once
        cold = min(_cpu(code, f"{folder}/cold{k}", own) for k in range(REPEATS))
        cached = min(_cpu(code, f"{folder}/warm", own) for _ in range(REPEATS))
    return [
        Row("cold start to 10 s of a four-bar", cold, "s CPU", bar=f"< {COLD:g} s", is_met=cold < COLD),
        Row(
            "cached start to 10 s of a four-bar",
            cached,
            "s CPU",
            bar=f"< {CACHED:g} s",
            is_met=cached < CACHED,
        ),
    ]


def _cpu(code: str, folder: str, python: str = sys.executable) -> float:
    before = children_cpu()
    run(code, environment(SARRUS_CACHE=folder), python=python)
    return children_cpu() - before


def imports() -> list[Row]:
    """CPU seconds of an import, by the clock of the process itself: the system counts its children in hundredths."""
    progress("import times")
    modules = {"sarrus": "sarrus", **{p: m for p, m in MODULES.items() if is_here(p)}}
    cost = dict.fromkeys(modules, float("inf"))
    for _ in range(REPEATS):
        for name, module in modules.items():
            code = (
                f"from time import process_time as now; start = now(); import {module}; print(now() - start)"
            )
            cost[name] = min(cost[name], float(run(code, environment()).split()[0]))
    own = cost.pop("sarrus")
    bar = {"bar": f"< {IMPORT:g} s", "is_met": own < IMPORT}
    what = "import"
    if not cost:
        return [Row(what, own, "s CPU", peer="no peer is installed", **bar)]
    made = [Row(f"{what}, against {TITLES[p]}", own, "s CPU", None, TITLES[p], c) for p, c in cost.items()]
    return [Row(what, own, "s CPU", **bar), *made]


def sizes() -> list[Row]:
    """Megabytes of a distribution and of everything it needs, as installed here."""
    progress("installed sizes")
    own = _needed("sarrus")
    package = sum(
        f.stat().st_size for f in (ROOT / "src" / "sarrus").rglob("*") if f.suffix != ".pyc" and f.is_file()
    )
    total = package + sum(_size(d) for d in own if d != "sarrus")
    made = [Row("installed size, the package alone", package / 1e6, "MB")]
    what = "installed size with all it needs"
    peers = [p for p in MODULES if is_here(p)]
    if not peers:
        return [*made, Row(what, total / 1e6, "MB", peer="no peer is installed")]
    for peer in peers:
        theirs = sum(_size(d) for d in _needed(peer)) / 1e6
        made.append(Row(f"{what}, against {TITLES[peer]}", total / 1e6, "MB", None, TITLES[peer], theirs))
    return made


def _needed(distribution: str) -> set[str]:
    """Names of a distribution and all it requires here, extras left out."""
    found: set[str] = set()
    waiting = [distribution]
    while waiting:
        name = _canonical(waiting.pop())
        if name in found:
            continue
        try:
            required = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue
        found.add(name)
        for line in required:
            words, _, condition = line.partition(";")
            if "extra" not in condition:
                waiting.append(_name(words))
    return found


def _name(requirement: str) -> str:
    return "".join(c if c.isalnum() or c in "-_." else " " for c in requirement).split()[0]


def _canonical(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")


def _size(distribution: str) -> int:
    try:
        files = metadata.files(distribution) or []
    except metadata.PackageNotFoundError:
        return 0
    paths = {Path(str(f.locate())) for f in files if not str(f).endswith(".pyc")}
    return sum(p.stat().st_size for p in paths if p.is_file())
