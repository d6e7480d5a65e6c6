"""A rolled kernel: straight-line cells in loops over tables.

A cell is the code of one kind of element, traced once. A sweep runs cells over their instances, in a given order; for
each group of numbers that a cell reads or writes, the plan says where in which array this instance's group lies. The
length of the machine code does not depend on the number of instances; two mechanisms made of the same kinds share it.
A cell is a function of its own, with the loop over the instances of one run inside; a kernel goes from run to run.

The plan, one table of integers for all kernels of a mechanism:

    plan[s]                     where sweep s begins
    number of runs, then for each run: which cell, how many instances, and for each of them one place per group
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np

from sarrus.quiet import no_collection
from sarrus.scalar.kernel import Interpreter, Kernel
from sarrus.scalar.lines import on_lines, zeros_on_lines
from sarrus.scalar.llvm import print_body, print_sine_and_cosine
from sarrus.scalar.plan_memory import PlanMemory
from sarrus.scalar.target import CPU, Target
from sarrus.scalar.trigonometry import sine_and_cosine

Ints = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class Cell:
    """Straight-line code for one instance, and the array in which each of its groups lies: inputs, then outputs."""

    kernel: Kernel
    arrays: tuple[str, ...]

    @cached_property
    def interpreter(self) -> Interpreter:
        """The cell on floats."""
        return Interpreter([s for _, symbols in self.kernel.inputs for s in symbols], self.kernel.results)

    def printed(self, target: Target) -> PrintedCell:
        """Its code for a target, a loop over the instances of one run.

        The function takes a pointer to the run in the plan, where it counts its instances, and the arrays that the cell
        uses. It returns where the next run begins.
        """
        body, needs = print_body(self.kernel, target)
        arrays = tuple(dict.fromkeys(self.arrays))
        names = [f"in{k}" for k in range(len(self.kernel.inputs))]
        names += [f"out{k}" for k in range(len(self.kernel.outputs))]
        places = []
        for k, (name, array) in enumerate(zip(names, self.arrays, strict=True)):
            places += [
                f"  %{name}.n = getelementptr i64, ptr %at, i64 {k}",
                f"  %{name}.o = load i64, ptr %{name}.n",
                f"  %{name}.w = mul i64 %{name}.o, {target.lanes}",
                f"  %{name} = getelementptr double, ptr %a{arrays.index(array)}, i64 %{name}.w",
            ]
        text = "\n".join(
            [
                f"({', '.join(['ptr %run', *(f'ptr %a{k}' for k in range(len(arrays)))])}) nounwind {{",
                "entry:",
                "  %count = load i64, ptr %run",
                "  %first = getelementptr i64, ptr %run, i64 1",
                "  br label %next",
                "next:",
                "  %i = phi i64 [0, %entry], [%i1, %next]",
                "  %at = phi ptr [%first, %entry], [%at1, %next]",
                *places,
                *body,
                "  %i1 = add i64 %i, 1",
                f"  %at1 = getelementptr i64, ptr %at, i64 {len(names)}",
                "  %more = icmp slt i64 %i1, %count",
                "  br i1 %more, label %next, label %end",
                "end:",
                "  ret ptr %at1",
                "}",
                "",
            ]
        )
        digest = hashlib.sha256("\n".join([text, *(needs[s] for s in sorted(needs))]).encode()).hexdigest()
        return PrintedCell(f"cell.{digest[:32]}", text, needs, arrays)


@dataclass(frozen=True)
class PrintedCell:
    """The code of a cell for one target.

    Attributes:
        symbol: a digest of the code and of what it needs: kernels and mechanisms that use the same cell share it.
        text: its definition, from the parameters on.
        needs: what the definition needs besides (symbol -> declaration or shared definition).
        arrays: the names of the arrays in the order it takes them.
    """

    symbol: str
    text: str
    needs: Mapping[str, str]
    arrays: tuple[str, ...]

    def definition(self, linkage: str = "") -> str:
        """The whole definition."""
        return f"define {linkage}ptr @{self.symbol}{self.text}"


@dataclass
class Sweep:
    """Cells over their instances, in order.

    Attributes:
        number: its place at the head of the plan.
        cells: kinds of code.
        steps: (cell, one place for each of its groups).
    """

    number: int = 0
    cells: list[Cell] = field(default_factory=list)
    steps: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)

    def table(self) -> list[int]:
        """Its part of the plan."""
        runs = [(cell, [places for _, places in run]) for cell, run in groupby(self.steps, lambda s: s[0])]
        found = [len(runs)]
        for cell, places in runs:
            found += [cell, len(places), *(p for instance in places for p in instance)]
        return found


SIDE_BY_SIDE = 8
"""Angles whose sines and cosines are found at once."""


@dataclass
class Sines:
    """Sine and cosine of many angles, several at a time; the bits are those of one at a time.

    Attributes:
        number: its place at the head of the plan.
        steps: (place of the angle in `x`, place of its sine and cosine in `work`).
    """

    number: int = 0
    steps: list[tuple[int, int]] = field(default_factory=list)

    def table(self) -> list[int]:
        """Its part of the plan: how many groups, then for each group the places of angles, and of results."""
        missing = -len(self.steps) % SIDE_BY_SIDE
        steps = (
            self.steps + self.steps[-1:] * missing
        )  # the last group is filled up with the same angle again
        found = [len(steps) // SIDE_BY_SIDE]
        for i in range(0, len(steps), SIDE_BY_SIDE):
            group = steps[i : i + SIDE_BY_SIDE]
            found += [*(angle for angle, _ in group), *(result for _, result in group)]
        return found


@dataclass
class Blocks:
    """The last sweeps of a kernel, run several times: each time some arrays begin further on.

    Attributes:
        number: its place at the head of the plan.
        first: the first of those sweeps.
        count: how many times.
        strides: by array, how many numbers further on it begins each time.
    """

    first: int
    count: int
    strides: Mapping[str, int]
    number: int = 0

    def table(self) -> list[int]:
        """Its part of the plan."""
        return [self.count, *self.strides.values()]


FEW = 3
"""Evaluations from Python that are interpreted, before a kernel of loops is compiled for them."""
LONG = 200
"""Steps of an evaluation, lanes and blocks counted, from which it is compiled at once."""


@dataclass(frozen=True)
class Rolled:
    """Sweeps one after the other; called like a `Kernel`, with the arrays `work` and `plan` behind the constants."""

    name: str
    inputs: tuple[tuple[str, range], ...]
    outputs: tuple[tuple[str, range], ...]
    sweeps: tuple[Sweep | Sines, ...]
    memory: PlanMemory
    lanes: int = 1
    blocks: Blocks | None = None

    def __call__(self, *groups: Iterable[float]) -> list[list[float]]:
        """Evaluate on floats: one list per output group. `work` and `plan` are filled in.

        Compiling pays from a few evaluations on; the first ones are interpreted, unless they are long.
        """
        return self.interpret(*groups) if self._is_new() else self.compiled(*groups)

    def arrays(self, *groups: Iterable[float]) -> list[np.ndarray[Any, np.dtype[np.float64]]]:
        """The same as arrays, which are many numbers' better form."""
        return [np.array(g) for g in self.interpret(*groups)] if self._is_new() else self._run(*groups)

    def _is_new(self) -> bool:
        """Whether it was evaluated too few times to be compiled; this time is counted."""
        calls = self.memory.calls[self.name] = self.memory.calls.get(self.name, 0) + 1
        return calls <= FEW and not self._is_long

    def compiled(self, *groups: Iterable[float]) -> list[list[float]]:
        """Evaluate as compiled code, which is made at the first call."""
        return [r.tolist() for r in self._run(*groups)]

    def _run(self, *groups: Iterable[float]) -> list[np.ndarray[Any, np.dtype[np.float64]]]:
        given = [
            np.ascontiguousarray(g if isinstance(g, np.ndarray) else list(g), dtype=float) for g in groups
        ]
        if self.lanes > 1:
            given = [on_lines(g) for g in given]
        results = [zeros_on_lines(len(places)) for _, places in self.outputs]
        self._function(*given, self.memory.work, self.memory.plan.view(np.float64), *results)
        return results

    @cached_property
    def _is_long(self) -> bool:
        """Whether one evaluation takes as long as compiling."""
        first = len(self.sweeps) if self.blocks is None else self.blocks.first
        steps = [
            len(sweep.steps) * (self.blocks.count if k >= first and self.blocks else 1)
            for k, sweep in enumerate(self.sweeps)
        ]
        return sum(steps) * self.lanes > LONG

    @cached_property
    def _function(self) -> Any:
        from sarrus.scalar.linking import Program

        return Program([self], in_haste=True).function(self.name)

    def printed(self, target: Target = CPU) -> tuple[str, dict[str, str]]:
        """The definition of the kernel, and what it needs besides: its cells included."""
        text, needs, cells = self.printed_apart(target)
        for cell in cells:
            needs |= {**cell.needs, cell.symbol: cell.definition("internal ")}
        return text, needs

    def printed_apart(self, target: Target = CPU) -> tuple[str, dict[str, str], list[PrintedCell]]:
        """The definition of the kernel, what it needs besides its cells, and its cells."""
        needs: dict[str, str] = {}
        cells: list[PrintedCell] = []
        names = [name for name, _ in (*self.inputs, *self.outputs)]
        arrays = ", ".join(f"ptr %a.{name}" for name in names)
        symbol = target.symbol(self.name)
        first = len(self.sweeps) if self.blocks is None else self.blocks.first
        lines = [f"define void @{symbol}({arrays}) nounwind {{"]
        lines += self._printed_sweeps(self.sweeps[:first], target, needs, cells)
        if self.blocks is not None:
            lines += _repeated(self.blocks, symbol, names)
        lines += ["  ret void", "}", ""]
        if self.blocks is not None:
            lines += [f"define internal void @{symbol}.block({arrays}) nounwind {{"]
            lines += [*self._printed_sweeps(self.sweeps[first:], target, needs, cells), "  ret void", "}", ""]
        return "\n".join(lines), needs, cells

    def _printed_sweeps(
        self, sweeps: Sequence[Sweep | Sines], target: Target, needs: dict[str, str], cells: list[PrintedCell]
    ) -> list[str]:
        """Sweeps one after the other, from the entry of a function to its label "end"."""
        labels = [*(f"s{s.number}" for s in sweeps), "end"]
        lines = ["entry:", f"  br label %{labels[0]}"]
        for sweep, label, after in zip(sweeps, labels, labels[1:], strict=False):
            if isinstance(sweep, Sines):
                needs |= _sines(sweep, label, after, target, lines)
                continue
            used = [cell.printed(target) for cell in sweep.cells]
            if not used:
                lines += [f"{label}:", f"  br label %{after}"]
                continue
            lines += _runs(sweep, label, after, used)
            cells += used
        return [*lines, "end:"]

    @no_collection()
    def interpret(self, *groups: Iterable[float]) -> list[list[float]]:
        """Evaluate without compiling, cell by cell: the reference for compiled code."""
        names = [name for name, _ in self.inputs]
        arrays: dict[str, list[float]] = {
            n: [float(x) for x in g] for n, g in zip(names, groups, strict=False)
        }
        arrays["work"] = [0.0] * len(self.memory.work)
        arrays |= {name: [0.0] * len(places) for name, places in self.outputs}
        first = len(self.sweeps) if self.blocks is None else self.blocks.first
        _interpret(self.sweeps[:first], arrays)
        if self.blocks is not None:
            for k in range(self.blocks.count):
                parts = {a: slice(k * n, (k + 1) * n) for a, n in self.blocks.strides.items()}
                seen = {**arrays, **{a: arrays[a][part] for a, part in parts.items()}}
                _interpret(self.sweeps[first:], seen)
                for a, part in parts.items():
                    arrays[a][part] = seen[a]
        return [arrays[name] for name, _ in self.outputs]


def _interpret(sweeps: Sequence[Sweep | Sines], arrays: dict[str, list[float]]) -> None:
    for sweep in sweeps:
        if isinstance(sweep, Sines):
            for angle, at in sweep.steps:
                arrays["work"][at : at + 2] = sine_and_cosine(arrays["x"][angle])
            continue
        for number, places in sweep.steps:
            _step(sweep.cells[number], places, arrays)


def _step(cell: Cell, places: tuple[int, ...], arrays: dict[str, list[float]]) -> None:
    kernel = cell.kernel
    for lane in range(kernel.lanes):
        values: list[float] = []
        tables: dict[str, Sequence[float]] = {}
        for (name, symbols), array, at in zip(kernel.inputs, cell.arrays, places, strict=False):
            start, step = (at + lane, kernel.lanes) if name in kernel.wide else (at, 1)
            values += arrays[array][start : start + step * len(symbols) : step]
            if not symbols:  # tables, from the beginning of their array: at is 0
                seen = arrays[array]
                tables["" if name == kernel.numbers else name] = seen[lane::step] if step > 1 else seen
        results, done = cell.interpreter(values, tables), 0
        for k, (name, nodes) in enumerate(kernel.outputs, len(kernel.inputs)):
            at, n = places[k], len(nodes)
            start, step = (at + lane, kernel.lanes) if name in kernel.wide else (at, 1)
            arrays[cell.arrays[k]][start : start + step * n : step] = results[done : done + n]
            done += n


def _runs(sweep: Sweep, s: str, after: str, printed: Sequence[PrintedCell]) -> list[str]:
    """The runs of one sweep: a loop around a switch on the cell, which says where the next run begins."""
    cells = [f"{s}.c{k}" for k in range(len(printed))]
    others = " ".join(f"i64 {k}, label %{c}" for k, c in enumerate(cells) if k)
    lines = [
        f"{s}:",
        *_load(f"{s}.start", str(sweep.number)),
        *_load(f"{s}.runs", f"%{s}.start"),
        f"  %{s}.first = getelementptr i64, ptr %{s}.runs.p, i64 1",
        f"  br label %{s}.head",
        f"{s}.head:",
        f"  %{s}.left = phi i64 [%{s}.runs, %{s}], [%{s}.left1, %{s}.next]",
        f"  %{s}.at = phi ptr [%{s}.first, %{s}], [%{s}.at1, %{s}.next]",
        f"  %{s}.none = icmp eq i64 %{s}.left, 0",
        f"  br i1 %{s}.none, label %{after}, label %{s}.run",
        f"{s}.run:",
        f"  %{s}.kind = load i64, ptr %{s}.at",
        f"  %{s}.count = getelementptr i64, ptr %{s}.at, i64 1",
        f"  switch i64 %{s}.kind, label %{cells[0]} [{others}]",
    ]
    for cell, c in zip(printed, cells, strict=True):
        arguments = ", ".join([f"ptr %{s}.count", *(f"ptr %a.{array}" for array in cell.arrays)])
        lines += [
            f"{c}:",
            f"  %{c}.end = call ptr @{cell.symbol}({arguments})",
            f"  br label %{s}.next",
        ]
    return [
        *lines,
        f"{s}.next:",
        f"  %{s}.at1 = phi ptr {', '.join(f'[%{c}.end, %{c}]' for c in cells)}",
        f"  %{s}.left1 = sub i64 %{s}.left, 1",
        f"  br label %{s}.head",
    ]


def _repeated(blocks: Blocks, symbol: str, names: Sequence[str]) -> list[str]:
    """A loop that calls the sweeps of a block, its arrays moved on each time. How often and how far stands in the plan."""
    lines = [*_load("blocks", str(blocks.number)), *_load("count", "%blocks"), "  br label %repeat"]
    body: list[str] = []
    moved = {name: f"%a.{name}" for name in names}
    for k, name in enumerate(blocks.strides, 1):
        lines[-1:-1] = [f"  %at{k} = add i64 %blocks, {k}", *_load(f"stride{k}", f"%at{k}")]
        moved[name] = f"%moved{k}"
        body += [
            f"  %far{k} = mul i64 %block, %stride{k}",
            f"  %moved{k} = getelementptr double, ptr %a.{name}, i64 %far{k}",
        ]
    arguments = ", ".join(f"ptr {moved[name]}" for name in names)
    return [
        *lines,
        "repeat:",
        "  %block = phi i64 [0, %end], [%next, %once]",
        "  %more = icmp slt i64 %block, %count",
        "  br i1 %more, label %once, label %done",
        "once:",
        *body,
        f"  call void @{symbol}.block({arguments})",
        "  %next = add i64 %block, 1",
        "  br label %repeat",
        "done:",
    ]


def _sines(sines: Sines, s: str, after: str, target: Target, lines: list[str]) -> dict[str, str]:
    """A loop over groups of angles; on several lanes, over single ones, which are wide enough. What it needs besides."""
    count = SIDE_BY_SIDE if target.lanes == 1 else 1
    wide = Target(lanes=count) if target.lanes == 1 else target
    symbol, needs = print_sine_and_cosine(wide)
    real, pair = wide.real, f"{{{wide.real}, {wide.real}}}"
    groups = f"%{s}.groups"
    lines += [f"{s}:", *_load(f"{s}.start", str(sines.number)), *_load(f"{s}.groups0", f"%{s}.start")]
    lines += [
        f"  {groups} = mul i64 %{s}.groups0, {SIDE_BY_SIDE // count}",
        f"  %{s}.first = add i64 %{s}.start, 1",
        f"  br label %{s}.head",
        f"{s}.head:",
        f"  %{s}.i = phi i64 [0, %{s}], [%{s}.i1, %{s}.body]",
        f"  %{s}.more = icmp slt i64 %{s}.i, {groups}",
        f"  br i1 %{s}.more, label %{s}.body, label %{after}",
        f"{s}.body:",
        f"  %{s}.g = udiv i64 %{s}.i, {SIDE_BY_SIDE // count}",
        f"  %{s}.r = urem i64 %{s}.i, {SIDE_BY_SIDE // count}",
        f"  %{s}.go = mul i64 %{s}.g, {2 * SIDE_BY_SIDE}",
        f"  %{s}.gr = add i64 %{s}.go, %{s}.r",
        f"  %{s}.at = add i64 %{s}.first, %{s}.gr",
    ]
    value = "poison"
    for k in range(count):
        lines.append(f"  %{s}.n{k} = add i64 %{s}.at, {k}")
        lines += _load(f"{s}.o{k}", f"%{s}.n{k}")
        lines.append(f"  %{s}.w{k} = mul i64 %{s}.o{k}, {target.lanes}")
        lines.append(f"  %{s}.p{k} = getelementptr double, ptr %a.x, i64 %{s}.w{k}")
        lines.append(f"  %{s}.x{k} = load {target.real}, ptr %{s}.p{k}, align 8")
        if count > 1:
            lines.append(f"  %{s}.v{k} = insertelement {real} {value}, double %{s}.x{k}, i32 {k}")
        value = f"%{s}.v{k}" if count > 1 else f"%{s}.x{k}"
    lines.append(f"  %{s}.b = call {pair} @{symbol}({real} {value})")
    for half in range(2):
        lines.append(f"  %{s}.h{half} = extractvalue {pair} %{s}.b, {half}")
    for k in range(count):
        lines.append(f"  %{s}.m{k} = add i64 %{s}.at, {k + SIDE_BY_SIDE}")
        lines += _load(f"{s}.t{k}", f"%{s}.m{k}")
        for half in range(2):
            one = f"%{s}.h{half}"
            if count > 1:
                lines.append(f"  %{s}.e{k}.{half} = extractelement {real} {one}, i32 {k}")
                one = f"%{s}.e{k}.{half}"
            lines.append(f"  %{s}.u{k}.{half} = add i64 %{s}.t{k}, {half}")
            lines.append(f"  %{s}.z{k}.{half} = mul i64 %{s}.u{k}.{half}, {target.lanes}")
            lines.append(f"  %{s}.q{k}.{half} = getelementptr double, ptr %a.work, i64 %{s}.z{k}.{half}")
            lines.append(f"  store {target.real} {one}, ptr %{s}.q{k}.{half}, align 8")
    lines += [f"  %{s}.i1 = add i64 %{s}.i, 1", f"  br label %{s}.head"]
    return dict(needs)


def _load(name: str, index: str) -> list[str]:
    """An entry of the plan."""
    return [
        f"  %{name}.p = getelementptr i64, ptr %a.plan, i64 {index}",
        f"  %{name} = load i64, ptr %{name}.p",
    ]
