"""Compare the numeric kernels of two checkouts, for example before and after `src/sarrus/mechanics` was rearranged.

Every example and N random mechanisms of the tests (tests/problems/random/drawing) are formulated in both checkouts. Their
kernels are evaluated at one random state each, which depends on the names of the model and of its variables alone, and
obeys no constraint. Models and generator are always those of the checkout in which this tool stands.

Numbers are compared by what they mean (row name, speed name, channel), not by where they stand; only `sense` and `guard`
have no names and go by their place. An entry that one side leaves out counts as 0. What is asked:

1. Straight-line kernels, OLD against NEW: no more nodes, and the same bits. `output` may sum in another order: its numbers
   agree to 1e-13 of the largest number of the same unit in that model and formulation, however small.
2. NEW, loops (interpreted) against straight-line kernels: to 1e-13 of the largest number of the group (of the same unit in
   `output`), or of 1 where that is smaller. Accelerations of `forward` and `driven`, which only loops have, must fulfil
   M vdot = f, and `efforts` be the residual of straight-line code. A gap that vanishes by
   structure may be left out, and gaps have only their owner's name: their squares are compared, summed by owner, and the
   slopes of these.

The table counts the nodes of straight-line kernels. Its differences are against the scales above.

Usage: python tools/compare_kernels.py OLD NEW [--models N] [--only NAME ...]        NAME: four-bar, random-7
"""

import argparse
import hashlib
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FORMULATIONS = ("relative", "absolute")
TOLERANCE = 1e-13
ROUNDED = ("output",)
"""Straight-line kernels that need not give the same bits."""
UNNAMED = ("gap", "J")
"""Groups of the kernel `gap` that loops cannot be asked for: which component is which has no name."""

Values = dict[str, dict[str, str]]
"""Numbers by group and name, as hexadecimal text, which keeps every bit."""
Dump = dict[str, dict[str, Any]]
"""By model: "text" (a digest), and by formulation "straight" and "loops": kernel -> {"nodes", "values"}, or "error"."""


# In the child: one checkout is asked.


def model_names(models: int, only: Sequence[str] = ()) -> list[str]:
    """All examples and so many random mechanisms, or those that are asked for."""
    examples = sorted(p.stem for p in (ROOT / "examples").glob("*.yaml"))
    return list(only) or [*examples, *(f"random-{seed}" for seed in range(models))]


def mechanism(name: str) -> Any:
    """The mechanism of that name."""
    if not name.startswith("random-"):
        from sarrus.io import load

        return load(ROOT / "examples" / f"{name}.yaml")
    from drawing import build, draw_blueprint  # type: ignore[import-not-found]

    return build(draw_blueprint(int(name.removeprefix("random-"))))


def dump(root: Path, names: Sequence[str], with_loops: bool) -> Dump:
    """What the kernels of this checkout give. Whatever a model raises is its result."""
    import sarrus

    if not Path(sarrus.__file__).resolve().is_relative_to(root.resolve()):
        raise SystemExit(f"compare_kernels: {root}/src holds no sarrus; {sarrus.__file__} was found instead.")
    sys.path.append(str(ROOT / "tests" / "problems" / "random"))
    found: Dump = {}
    for count, name in enumerate(names, 1):
        print(f"\r\033[K{root}: {count}/{len(names)} {name}", end="", file=sys.stderr, flush=True)
        try:
            written = mechanism(name)
            found[name] = {"text": _digest(written)}
            snapshot = written.snapshot()
        except Exception as problem:
            found[name] = {"error": _told(problem)}
            continue
        for formulation in FORMULATIONS:
            try:
                found[name][formulation] = dump_formulation(name, snapshot, formulation, with_loops)
            except Exception as problem:
                found[name][formulation] = {"error": _told(problem)}
    print("\r\033[K", end="", file=sys.stderr, flush=True)
    return found


def _told(problem: Exception) -> str:
    last = traceback.extract_tb(problem.__traceback__)[-1]
    return f"{type(problem).__name__} in {'/'.join(Path(last.filename).parts[-2:])}:{last.lineno}: {problem}"


def _digest(written: Any) -> str:
    from sarrus.io import dumps

    return hashlib.sha256(dumps(written).encode()).hexdigest()


def dump_formulation(model: str, snapshot: Any, formulation: str, with_loops: bool) -> dict[str, Any]:
    """The kernels of a model in one formulation. Rows that straight-line code leaves out get no multiplier in loops."""
    # before the folder of mechanics had its name, it was called equations
    home = "sarrus.mechanics" if find_spec("sarrus.mechanics") else "sarrus.equations"
    formulate: Any = import_module(home).formulate

    plain = formulate(snapshot, formulation, rolled=False)
    acting = {r.name for r in plain.rows}
    found = {"straight": dump_kernels(model, plain, acting)}
    if with_loops:
        found["loops"] = dump_kernels(model, formulate(snapshot, formulation, rolled=True), acting)
    return found


def dump_kernels(model: str, e: Any, acting: set[str]) -> dict[str, Any]:
    """Nodes and numbers of every kernel, at the state that belongs to the names."""

    def drawn(kind: str, names: Iterable[str], size: float = 1.0) -> list[float]:
        return [size * random.Random(f"{model} {kind} {name}").gauss() for name in names]

    rows = [r.name for r in e.rows]
    state = (("q", e.coordinates), ("v", e.speeds), ("z", e.quadratures))
    now = {
        "t": drawn("t", ["t"]),
        "x": [a for kind, names in state for a in drawn(kind, names)],
        "vdot": drawn("vdot", e.speeds),
        "lam": [a if r in acting else 0.0 for a, r in zip(drawn("lam", rows), rows, strict=True)],
        "step": drawn("step", e.speeds, 0.1),
        "tau": [0.0] * len(e.speeds),
        "u": [],
    }
    found = {}
    for name in e.kernels:
        kernel = e.kernels[name]
        inputs = [now[group] for group, _ in kernel.inputs if group in now]
        results = getattr(kernel, "interpret", kernel)(
            *inputs, e.constants
        )  # compiling takes 30 times as long
        groups = {group: result for (group, _), result in zip(kernel.outputs, results, strict=True)}
        found[name] = {"nodes": nodes(kernel), "values": named(e, name, groups)}
    return found


def nodes(kernel: Any) -> int:
    """Operations of a straight-line kernel; 0 for loops, whose code does not belong to one model."""
    from sarrus.scalar.graph import order

    results = getattr(kernel, "results", ())
    return sum(bool(n.args) for n in order(results))


def named(e: Any, kernel: str, groups: dict[str, list[float]]) -> Values:
    """The numbers of a kernel by meaning."""
    found: dict[str, dict[str, float]] = {}
    rows, gaps = numbered(r.name for r in e.rows), numbered(r.name for r in e.gap_rows)
    lists = {"g": rows, "alpha": rows, "beta": rows, "qdot": e.coordinates, "q": e.coordinates, "f": e.speeds}
    lists |= {
        "vdot": e.speeds,
        "a": e.speeds,
        "driven": e.speeds,
        "rates": e.quadratures,
        "value": e.measured,
        "rate": e.measured,
        "gap": gaps,
    }
    for group, values in groups.items():
        if group == "M":
            speeds = [tuple(sorted((e.speeds[i], e.speeds[j]))) for i, j in e.mass_pattern]
            found[group] = summed((f"{a}, {b}" for a, b in speeds), values)
        elif group == "G" or group.endswith("J"):
            owners, pattern = {
                "gap": (gaps, "gap_pattern"),
                "measure": (e.measured, "measure_pattern"),
            }.get(kernel, (rows, "jacobian_pattern"))
            found[group[-1]] = summed((f"{owners[i]}, {e.speeds[j]}" for i, j in getattr(e, pattern)), values)
        elif kernel == "output":
            for c in e.channels:
                components = {f"{c.name}[{k}]": values[c.start + k] for k in range(c.size)}
                found.setdefault(f"row [{c.unit}]", {}).update(components)
        else:
            names = lists.get(group, [str(i) for i in range(len(values))])
            found[group] = dict(zip(names, values, strict=True))
    if kernel == "gap":
        owners, entries = [r.name for r in e.gap_rows], list(e.gap_pattern)
        found["gap^2"] = summed(owners, [a * a for a in groups["gap"]])
        slopes = [groups["gap"][i] * a for (i, _), a in zip(entries, slopes_of(groups), strict=True)]
        found["gap J"] = summed((f"{owners[i]}, {e.speeds[j]}" for i, j in entries), slopes)
    return {g: {n: float(a).hex() for n, a in entries.items()} for g, entries in found.items()}


def slopes_of(groups: dict[str, list[float]]) -> list[float]:
    """The group of slopes, whatever it is called."""
    return next(values for name, values in groups.items() if name.endswith("J"))


def numbered(names: Iterable[str]) -> list[str]:
    """Names that occur again with a number."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return found


def summed(names: Iterable[str], values: Sequence[float]) -> dict[str, float]:
    """Numbers by name; those of the same name add up."""
    found: dict[str, float] = {}
    for name, value in zip(names, values, strict=True):
        found[name] = found[name] + value if name in found else value
    return found


# In the parent: two dumps are compared.


@dataclass
class Line:
    """A kernel in the table, over all models and formulations."""

    models: set[str] = field(default_factory=set)
    nodes: list[int] = field(default_factory=lambda: [0, 0])
    changed: float = 0.0
    loops: float = 0.0


@dataclass
class Report:
    """The table, and what is wrong."""

    lines: dict[str, Line] = field(default_factory=dict)
    violations: list[str] = field(default_factory=list)

    def text(self) -> str:
        """As it is printed."""
        found = [
            f"{'kernel':10}{'models':>8}{'nodes old':>12}{'nodes new':>12}{'old - new':>12}{'loops':>12}"
        ]
        for name, x in self.lines.items():
            old, new = x.nodes
            found.append(f"{name:10}{len(x.models):8}{old:12}{new:12}{x.changed:12.1e}{x.loops:12.1e}")
        found += ["", f"violations: {len(self.violations)}", *self.violations]
        return "\n".join(found)


def compare(old: Dump, new: Dump) -> Report:
    """Both checkouts, model by model."""
    report = Report()
    for model in new:
        a, b = old[model], new[model]
        errors = _errors(a, b)
        if not errors and a["text"] != b["text"]:
            errors = ["the two checkouts read or draw different mechanisms"]
        report.violations += [f"{model}: {e}" for e in errors]
        for formulation in () if errors else FORMULATIONS:
            one, two, where = a[formulation], b[formulation], f"{model}, {formulation}"
            problems = _errors(one, two)
            report.violations += [f"{where}: {e}" for e in problems]
            if not problems:
                _compare_versions(report, model, where, one["straight"], two["straight"])
                _compare_loops(report, model, where, two["straight"], two["loops"])
    return report


def _errors(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    return [f"{side} raises {x['error']}" for side, x in (("OLD", old), ("NEW", new)) if "error" in x]


def _compare_versions(report: Report, model: str, where: str, old: Any, new: Any) -> None:
    for name in dict.fromkeys([*old, *new]):
        if name not in old or name not in new:
            report.violations.append(
                f"{where}, {name}: only {'OLD' if name in old else 'NEW'} has this kernel"
            )
            continue
        line = report.lines.setdefault(name, Line())
        line.models.add(model)
        counts = old[name]["nodes"], new[name]["nodes"]
        line.nodes = [a + b for a, b in zip(line.nodes, counts, strict=True)]
        if counts[1] > counts[0]:
            report.violations.append(f"{where}, {name}: OLD has {counts[0]} nodes, NEW has {counts[1]}")
        for d in differences(old[name]["values"], new[name]["values"], 0.0 if name in ROUNDED else 1.0):
            line.changed = max(line.changed, d.size)
            if d.size > TOLERANCE or (name not in ROUNDED and not d.is_same):
                report.violations.append(f"{where}, {name}, {d.name}: OLD {d.one!r}, NEW {d.two!r}")


def _compare_loops(report: Report, model: str, where: str, straight: Any, loops: Any) -> None:
    report.violations += [f"{where}, {n}: not there as loops" for n in straight if n not in loops]
    for name in loops:
        line = report.lines.setdefault(name, Line())
        line.models.add(model)
        if name in ("forward", "driven"):
            found = list(balance(straight["dynamics"]["values"], next(iter(loops[name]["values"].values()))))
        elif name == "efforts":
            meant, has = straight["residual"]["values"]["r"], loops[name]["values"]["effort"]
            found = list(differences({"effort": meant}, {"effort": has}))
        elif name in straight:
            found = list(differences(straight[name]["values"], loops[name]["values"]))
        else:
            report.violations.append(f"{where}, {name}: only loops have this kernel")
            continue
        for d in found:
            if name == "gap" and d.group in UNNAMED:
                continue
            line.loops = max(line.loops, d.size)
            if d.size > TOLERANCE:
                report.violations.append(
                    f"{where}, {name}, {d.name}: straight-line {d.one!r}, loops {d.two!r}"
                )


@dataclass(frozen=True)
class Difference:
    """Two numbers of one meaning.

    Attributes:
        size: of their difference, against the scale of the group.
        is_same: whether they have the same bits; what is left out has those of either zero.
    """

    group: str
    name: str
    one: float
    two: float
    size: float
    is_same: bool


def differences(one: Values, two: Values, least: float = 1.0) -> Iterator[Difference]:
    """All numbers, by group and name; against the largest finite number of the group on either side, or `least`."""
    for group in dict.fromkeys([*one, *two]):
        a, b = one.get(group, {}), two.get(group, {})
        numbers = map(float.fromhex, (*a.values(), *b.values()))
        scale = max([least, *(abs(x) for x in numbers if math.isfinite(x))])
        for name in dict.fromkeys([*a, *b]):
            x, y = (float.fromhex(side.get(name, "0x0p+0")) for side in (a, b))
            is_same = a[name] == b[name] if name in a and name in b else x == y
            yield Difference(group, f"{group} {name}", x, y, against(x, y, scale), is_same)


def balance(dynamics: Values, vdot: dict[str, str]) -> Iterator[Difference]:
    """M vdot (as one) and f (as two), against the largest sum of sizes; vdot itself is as uncertain as M is singular."""
    v = {speed: float.fromhex(a) for speed, a in vdot.items()}
    terms: dict[str, list[float]] = {speed: [] for speed in v}
    for name, entry in dynamics["M"].items():
        i, j = name.split(", ")
        for row, column in {(i, j), (j, i)}:
            terms[row].append(float.fromhex(entry) * v[column])
    scale = max([1.0, *(sum(map(abs, parts)) for parts in terms.values())])
    for speed, parts in terms.items():
        one, two = sum(parts), float.fromhex(dynamics["f"][speed])
        yield Difference("vdot", f"M vdot and f, {speed}", one, two, against(one, two, scale), one == two)


def against(one: float, two: float, scale: float) -> float:
    """Their difference over a scale; what is no finite number is so on both sides, or infinitely off."""
    if one == two or (math.isnan(one) and math.isnan(two)):
        return 0.0
    return abs(one - two) / scale if math.isfinite(one - two) else math.inf


# Both.


def asked(root: Path, names: Sequence[str], with_loops: bool) -> Dump:
    """The dump of a checkout, from a process of its own that has the sources of this checkout first."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "dump.json"
        known = os.environ.get("PYTHONPATH")
        path = os.pathsep.join([str(root.resolve() / "src"), *([known] if known else [])])
        request = json.dumps([str(root), list(names), with_loops, str(file)])
        child = subprocess.run(
            [sys.executable, __file__, "--dump", request],
            env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        )
        if child.returncode:
            raise SystemExit(f"compare_kernels: the process that asks {root} failed.")
        return dict(json.loads(file.read_text(encoding="utf-8")))


def main(argv: list[str]) -> int:
    """Exit status 1 if anything is violated."""
    if argv[:1] == ["--dump"]:  # a child
        root, names, with_loops, file = json.loads(argv[1])
        Path(file).write_text(json.dumps(dump(Path(root), names, with_loops)), encoding="utf-8")
        return 0
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("old", type=Path, metavar="OLD", help="root of a checkout")
    parser.add_argument("new", type=Path, metavar="NEW", help="root of the other")
    parser.add_argument("--models", type=int, default=100, metavar="N", help="random mechanisms (100)")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="these models alone")
    given = parser.parse_args(argv)
    names = model_names(given.models, given.only)
    report = compare(asked(given.old, names, False), asked(given.new, names, True))
    print(report.text())
    return 1 if report.violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
