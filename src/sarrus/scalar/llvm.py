"""Kernels printed as LLVM IR, for one set of numbers or for n lanes of them.

No fast-math flags and no contraction: the bits of a result do not depend on what else the kernel computes, nor on the
number of lanes. Nodes are renumbered in the order of use, so the text, and with it the key of the object cache,
depends on content alone.

On n lanes every group lies as x[i * n + lane], and every operation acts lane by lane.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache as once
from typing import Protocol

from sarrus.errors import CompileError
from sarrus.scalar.graph import Graph, Node, order
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.tables import HEAD, entry_of
from sarrus.scalar.target import CPU, Target
from sarrus.scalar.trigonometry import REACH, near

_ARITHMETIC = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
_COMPARE = {"lt": "olt", "le": "ole"}
_INTRINSIC = {"sqrt": "sqrt", "root": "sqrt", "abs": "fabs", "floor": "floor"}
_PAIR = ("sin", "cos")  # what one call of our own function gives, in this order
_LOOKED_UP = ("row", "entry")
_OWN = frozenset({*_ARITHMETIC, *_COMPARE, *_INTRINSIC, *_LOOKED_UP, "neg", "select", "const", "symbol"})


class Printed(Protocol):
    """A kernel that is not straight-line code, and prints itself."""

    def printed(self, target: Target) -> tuple[str, dict[str, str]]:
        """As `print_kernel`."""


def print_kernel(kernel: Kernel | Printed, target: Target = CPU) -> tuple[str, dict[str, str]]:
    """The definition of a kernel and what it needs besides (symbol -> declaration or shared definition).

    Raises:
        CompileError: the kernel has an operation that the target does not have.
    """
    if not isinstance(kernel, Kernel):
        return kernel.printed(target)
    lines, needs = print_body(kernel, target)
    pointers = [f"ptr noalias readonly %in{k}" for k in range(len(kernel.inputs))]
    pointers += [f"ptr noalias %out{k}" for k in range(len(kernel.outputs))]
    head = f"define void @{target.symbol(kernel.name)}({', '.join(pointers)}) nounwind"
    return "\n".join([f"{head} {{", *lines, "  ret void", "}", ""]), needs


def print_body(kernel: Kernel, target: Target) -> tuple[list[str], dict[str, str]]:
    """The instructions of a kernel whose groups begin at %in0, %in1 ... and %out0 ..., and what they need besides.

    They are one block. Outputs may lie where inputs do: everything is read before anything is written.

    Raises:
        CompileError: the kernel has an operation that the target does not have.
    """
    nodes = order(kernel.results)
    _check(kernel, nodes, target)
    both = _Both(kernel, target) if kernel.lanes > 1 else _Single(kernel, target)
    place = {s.index: (k, i) for k, (_, group) in enumerate(kernel.inputs) for i, s in enumerate(group)}
    for k, n in enumerate(both.used(nodes)):
        if n.op != "symbol":
            both.write(n, f"%t{k}")
            continue
        if n.index not in place:
            raise ValueError(f"kernel '{kernel.name}' uses '{n.name}', which is not one of its inputs")
        group, i = place[n.index]
        real, step, alignment = both.shape(kernel.inputs[group][0])
        both.lines.append(f"  %t{k}.p = getelementptr double, ptr %in{group}, {target.integer} {i * step}")
        both.lines.append(f"  %t{k} = load {real}, ptr %t{k}.p{alignment}")
        both.name(n, f"%t{k}")
    for k, (group_name, results) in enumerate(kernel.outputs):
        real, step, alignment = both.shape(group_name)
        for i, n in enumerate(results):
            value = both.value(n, group_name)
            both.lines.append(f"  %o{k}.{i} = getelementptr double, ptr %out{k}, {target.integer} {i * step}")
            both.lines.append(f"  store {real} {value}, ptr %o{k}.{i}{alignment}")
    return both.lines, both.needs


class _Single:
    """Nodes of a kernel all of whose groups are alike: one number each, or one for each lane of the target."""

    def __init__(self, kernel: Kernel, target: Target) -> None:
        self.kernel, self.target = kernel, target
        numbers = {
            "" if name == kernel.numbers else name: f"%in{k}" for k, (name, _) in enumerate(kernel.inputs)
        }
        self.writer = _Writer(target, fused=kernel.fused and has_fused_multiply(), numbers=numbers)
        self.lines, self.needs = self.writer.lines, self.writer.needs
        self.write = self.writer.write

    def used(self, nodes: Sequence[Node]) -> list[Node]:
        """Nodes whose values are needed."""
        return self.writer.used(nodes, self.kernel.results)

    def shape(self, group: str) -> tuple[str, int, str]:
        """Of the values of a group: their type, how far one is from the next, alignment."""
        lanes = self.target.lanes
        return self.target.real, lanes, "" if lanes == 1 else ", align 8"

    def name(self, n: Node, value: str) -> None:
        """What the value of a symbol is called."""
        self.writer.name[n.index] = value

    def value(self, n: Node, group: str) -> str:
        """A value as it is stored in a group."""
        return self.writer.name[n.index]


class _Both:
    """Nodes of a kernel some of whose groups are wide: single numbers are computed once, and spread where lanes meet them."""

    def __init__(self, kernel: Kernel, target: Target) -> None:
        if target.lanes != 1:
            raise CompileError(
                f"kernel '{kernel.name}' has lanes of its own; target {target} cannot add to them"
            )
        self.kernel, self.across = kernel, Target(lanes=kernel.lanes)
        fused = kernel.fused and has_fused_multiply()
        numbers = {
            "" if name == kernel.numbers else name: f"%in{k}" for k, (name, _) in enumerate(kernel.inputs)
        }
        self.single = _Writer(target, fused=fused, numbers=numbers)
        self.many = _Writer(self.across, fused=fused)
        self.many.lines, self.many.needs = self.single.lines, self.single.needs
        self.lines, self.needs = self.single.lines, self.single.needs
        self._wide = {s.index for name, group in kernel.inputs if name in kernel.wide for s in group}

    def used(self, nodes: Sequence[Node]) -> list[Node]:
        """Nodes whose values are needed; it is also found which of them are wide."""
        for n in nodes:
            is_looked_up = n.op == "entry" and entry_of(n)[1] in self.kernel.wide
            if is_looked_up or any(a.index in self._wide for a in n.args):
                self._wide.add(n.index)
        return self.single.used(nodes, self.kernel.results)

    def shape(self, group: str) -> tuple[str, int, str]:
        """Of the values of a group: their type, how far one is from the next, alignment."""
        if group in self.kernel.wide:
            return self.across.real, self.kernel.lanes, ", align 8"
        return "double", 1, ""

    def name(self, n: Node, value: str) -> None:
        """What the value of a symbol is called."""
        (self.many if n.index in self._wide else self.single).name[n.index] = value

    def write(self, n: Node, result: str) -> None:
        """The instructions of one node."""
        if n.index not in self._wide:
            self.single.write(n, result)
        elif n.op == "entry":
            self._look_up(n, result)
        else:
            for a in n.args:
                for operand in (a, *a.args) if a.op == "mul" else (a,):
                    self._spread(operand)
            self.many.write(n, result)

    def value(self, n: Node, group: str) -> str:
        """A value as it is stored in a group."""
        if group not in self.kernel.wide:
            return self.single.name[n.index]
        self._spread(n)
        return self.many.name[n.index]

    def _spread(self, n: Node) -> None:
        """A single number on every lane; once."""
        name, real = self.many.name, self.across.real
        if n.index in self._wide or n.index in name:
            return
        if n.op == "const":
            name[n.index] = self.across.constant(n.value)
        elif n.index in self.single.name:  # else a product that is part of others only
            one = self.single.name[n.index]
            self.lines.append(f"  {one}.s0 = insertelement {real} poison, double {one}, i32 0")
            zeros = f"<{self.kernel.lanes} x i32> zeroinitializer"
            self.lines.append(f"  {one}.s = shufflevector {real} {one}.s0, {real} poison, {zeros}")
            name[n.index] = f"{one}.s"

    def _look_up(self, n: Node, result: str) -> None:
        """A number of a row in a wide group."""
        k, group = entry_of(n)
        self.lines += [
            f"  {result}.r = fptosi double {self.single.name[n.args[0].index]} to i64",
            f"  {result}.k = add i64 {result}.r, {k}",
            f"  {result}.w = mul i64 {result}.k, {self.kernel.lanes}",
            f"  {result}.p = getelementptr double, ptr {self.single.numbers[group]}, i64 {result}.w",
            f"  {result} = load {self.across.real}, ptr {result}.p, align 8",
        ]
        self.many.name[n.index] = result


def _check(kernel: Kernel, nodes: Sequence[Node], target: Target) -> None:
    """Every operation is one of the target's: LLVM would end the process, or the loader miss a symbol."""
    missing = sorted({n.op for n in nodes} - _OWN - target.library)
    if missing:
        raise CompileError(
            f"kernel '{kernel.name}' uses {', '.join(missing)}, which target {target} does not have. "
            f"It has {', '.join(sorted((_OWN | target.library) - {'const', 'symbol'}))}."
        )


class _Writer:
    """Nodes to instructions, operands first."""

    def __init__(
        self,
        target: Target,
        name: Mapping[int, str] | None = None,
        fused: bool = False,
        numbers: Mapping[str, str] | None = None,
    ) -> None:
        self.target = target
        self.real, self.truth, self.kind = target.real, target.truth, target.kind
        self.fused = fused
        self.numbers = numbers or {}
        self.lines: list[str] = []
        self.needs: dict[str, str] = {}
        self.name: dict[int, str] = dict(name or {})
        self._pairs: dict[int, str] = {}
        self._negatives: dict[str, str] = {}
        self._fma = ""

    def write(self, n: Node, result: str) -> None:
        """The instructions of one node; its value is called `result`, or is a literal."""
        op, name = n.op, self.name
        if op == "const":
            name[n.index] = self.target.constant(n.value)
            return
        pair = self._product(n) if self.fused else None
        if pair is not None:
            text = self._fused(n, *pair, result)
        elif op in _ARITHMETIC:  # with fused products nearly all there is
            a, b = n.args
            text = f"{_ARITHMETIC[op]} {self.real} {name[a.index]}, {name[b.index]}"
        else:
            text = self._instruction(n, [name[a.index] for a in n.args], result)
        self.lines.append(f"  {result} = {text}")
        name[n.index] = result

    def used(self, nodes: Sequence[Node], results: Iterable[Node]) -> list[Node]:
        """Those of the nodes whose values are needed: a product that is only part of others is not."""
        if not self.fused:
            return [*nodes]
        wanted = set(results)
        for n in reversed(nodes):
            if n in wanted and n.args:
                pair = self._product(n)
                if pair is None:
                    wanted.update(n.args)
                else:
                    product, other = pair
                    wanted.update(product.args)
                    wanted.add(other)
        return [n for n in nodes if n in wanted]

    def _product(self, n: Node) -> tuple[Node, Node] | None:
        """The product that is rounded together with the sum it is in, and the other part; of two products the second."""
        if n.op != "add" and n.op != "sub":
            return None
        first, second = n.args
        if second.op == "mul":
            return second, first
        return (first, second) if first.op == "mul" else None

    def _instruction(self, n: Node, values: list[str], result: str) -> str:
        real, truth = self.real, self.truth
        if n.op == "neg":
            return f"fneg {real} {values[0]}"
        if n.op in _COMPARE:
            self.lines.append(f"  {result}.c = fcmp {_COMPARE[n.op]} {real} {values[0]}, {values[1]}")
            return f"uitofp {truth} {result}.c to {real}"
        if n.op == "select":
            self.lines.append(f"  {result}.c = fcmp une {real} {values[0]}, {self.target.constant(0.0)}")
            return f"select {truth} {result}.c, {real} {values[1]}, {real} {values[2]}"
        if n.op in _LOOKED_UP:
            return self._looked_up(n, values, result)
        if n.op in _PAIR:
            return self._half_of_pair(n, values[0], result)
        if n.op in _INTRINSIC:
            return self.intrinsic(_INTRINSIC[n.op], values[0])
        return self.library(n.op, values, result)

    def intrinsic(self, function: str, *values: str) -> str:
        """A function the processor has, on all lanes at once."""
        real, symbol = self.real, f"llvm.{function}.{self.kind}"
        if symbol not in self.needs:
            self.needs[symbol] = f"declare {real} @{symbol}({', '.join([real] * len(values))})"
        return f"call {real} @{symbol}({', '.join([f'{real} {v}' for v in values])})"

    def _fused(self, n: Node, product: Node, other: Node, result: str) -> str:
        """a b + c, c - a b or a b - c with one rounding."""
        name, real = self.name, self.real
        first, second = product.args
        a, b, c = name[first.index], name[second.index], name[other.index]
        if n.op == "sub":
            if product is n.args[1]:
                a = self._negated(a, result)
            else:
                c = self._negated(c, result)
        if not self._fma:
            self._fma = self.intrinsic("fma", "", "", "").partition("(")[0]
        return f"{self._fma}({real} {a}, {real} {b}, {real} {c})"

    def _negated(self, value: str, result: str) -> str:
        """Minus a value; printed once, for the compiler is not asked to find what occurs twice."""
        if value not in self._negatives:
            self._negatives[value] = f"{result}.n"
            self.lines.append(f"  {result}.n = fneg {self.real} {value}")
        return self._negatives[value]

    def library(self, symbol: str, values: Sequence[str], result: str, note: str = "") -> str:
        """A function of the C library, called lane by lane."""
        self.needs[symbol] = f"declare double @{symbol}({', '.join(['double'] * len(values))})"
        if self.target.lanes == 1:
            return f"call double @{symbol}({', '.join(f'double {v}' for v in values)}){note}"
        real, so_far, insertion = self.target.real, "poison", ""
        for lane in range(self.target.lanes):
            single = [f"{result}.{lane}.{k}" for k in range(len(values))]
            for s, v in zip(single, values, strict=True):
                self.lines.append(f"  {s} = extractelement {real} {v}, i32 {lane}")
            arguments = ", ".join(f"double {s}" for s in single)
            self.lines.append(f"  {result}.{lane} = call double @{symbol}({arguments}){note}")
            insertion = f"insertelement {real} {so_far}, double {result}.{lane}, i32 {lane}"
            so_far = f"{result}.{lane}.v"
            if lane < self.target.lanes - 1:
                self.lines.append(f"  {so_far} = {insertion}")
        return insertion

    def _looked_up(self, n: Node, values: Sequence[str], result: str) -> str:
        """The place of a row of a table, or a number of a row; lane by lane, for each may be in another row."""
        k, group = (0, "") if n.op == "row" else entry_of(n)
        numbers, lanes, i = self.numbers[group], self.target.lanes, self.target.integer
        symbol, text = print_row(self.target)
        if n.op == "row":
            self.needs[symbol] = text
        so_far, found = "poison", ""
        for lane in range(lanes):
            r = result if lanes == 1 else f"{result}.{lane}"
            single = [f"{r}.v{k}" for k in range(len(values))] if lanes > 1 else list(values)
            if lanes > 1:
                for one, v in zip(single, values, strict=True):
                    self.lines.append(f"  {one} = extractelement {self.target.real} {v}, i32 {lane}")
            if n.op == "row":
                self.lines.append(f"  {r}.b = getelementptr double, ptr {numbers}, {i} {lane}")
                found = f"call double @{symbol}(double {single[0]}, double {single[1]}, ptr {r}.b)"
            else:
                self.lines += [
                    f"  {r}.r = fptosi double {single[0]} to {i}",
                    f"  {r}.k = add {i} {r}.r, {k}",
                    f"  {r}.w = mul {i} {r}.k, {lanes}",
                    f"  {r}.l = add {i} {r}.w, {lane}",
                    f"  {r}.p = getelementptr double, ptr {numbers}, {i} {r}.l",
                ]
                found = f"load double, ptr {r}.p"
            if lanes > 1:
                self.lines.append(f"  {r} = {found}")
                found = f"insertelement {self.target.real} {so_far}, double {r}, i32 {lane}"
                so_far = f"{r}.s"
                if lane < lanes - 1:
                    self.lines.append(f"  {so_far} = {found}")
        return found

    def _half_of_pair(self, n: Node, angle: str, result: str) -> str:
        """Sine and cosine of one angle come from one call."""
        pair = f"{{{self.target.real}, {self.target.real}}}"
        index = n.args[0].index
        if index not in self._pairs:
            symbol, needs = print_sine_and_cosine(self.target)
            self.needs.update(needs)
            self._pairs[index] = f"{result}.b"
            self.lines.append(f"  {result}.b = call {pair} @{symbol}({self.target.real} {angle})")
        return f"extractvalue {pair} {self._pairs[index]}, {_PAIR.index(n.op)}"


@once
def print_row(target: Target) -> tuple[str, str]:
    """The symbol and the definition of `tables.row_at` for one lane of a target: the pointer is that of the lane."""
    symbol, i, lanes = target.symbol("sarrus.row"), target.integer, target.lanes

    def number_at(name: str, place: str) -> str:
        return f"""  %{name}.w = mul {i} {place}, {lanes}
  %{name}.p = getelementptr double, ptr %numbers, {i} %{name}.w
  %{name} = load double, ptr %{name}.p
"""

    text = f"""define internal double @{symbol}(double %x, double %at, ptr %numbers) noinline nounwind {{
entry:
  %head = fptosi double %at to {i}
  %second = add {i} %head, 1
{number_at("rows", "%head")}{number_at("width", "%second")}  %count = fptosi double %rows to {i}
  %columns = fptosi double %width to {i}
  %first = add {i} %head, {HEAD}
  br label %look
look:
  %low = phi {i} [ 0, %entry ], [ %lower, %halve ]
  %high = phi {i} [ %count, %entry ], [ %higher, %halve ]
  %between = sub {i} %high, %low
  %more = icmp sgt {i} %between, 1
  br i1 %more, label %halve, label %done
halve:
  %both = add {i} %low, %high
  %middle = lshr {i} %both, 1
  %far = mul {i} %middle, %columns
  %there = add {i} %first, %far
{number_at("start", "%there")}  %begun = fcmp ole double %start, %x
  %lower = select i1 %begun, {i} %middle, {i} %low
  %higher = select i1 %begun, {i} %high, {i} %middle
  br label %look
done:
  %steps = mul {i} %low, %columns
  %row = add {i} %first, %steps
  %found = sitofp {i} %row to double
  ret double %found
}}"""
    return symbol, text


@once
def print_sine_and_cosine(target: Target) -> tuple[str, Mapping[str, str]]:
    """The symbol of our sine and cosine on a target, and what it needs: its definition included.

    It stays a call: inlined, it would be compiled again for every angle of every kernel.
    """
    graph = Graph()
    x = graph.symbol("x")
    sine, cosine = (graph.lift(value) for value in near(x))
    writer = _Writer(target, {x.index: "%x"})
    for k, n in enumerate(order([sine, cosine])):
        if n is not x:
            writer.write(n, f"%t{k}")
    real, truth, lanes, lines = target.real, target.truth, target.lanes, writer.lines
    # Beyond the reach of the formula, lane by lane; lanes within it keep the value they have.
    lines.append(f"  %size = {writer.intrinsic('fabs', '%x')}")
    lines.append(f"  %far = fcmp ogt {real} %size, {target.constant(REACH)}")
    if lanes > 1:
        lines.append(f"  %each = bitcast {truth} %far to i{lanes}")
        lines.append(f"  %any = icmp ne i{lanes} %each, 0")
    lines.append(f"  br i1 {'%any' if lanes > 1 else '%far'}, label %beyond, label %done")
    lines.append("beyond:")
    values = {op: writer.name[n.index] for op, n in zip(_PAIR, (sine, cosine), strict=True)}
    for op, value in values.items():
        lines.append(f"  %{op}.far = {writer.library(op, ['%x'], f'%{op}', ' cold')}")
        lines.append(f"  %{op}.all = select {truth} %far, {real} %{op}.far, {real} {value}")
    lines += ["  br label %done", "done:"]
    for op, value in values.items():
        lines.append(f"  %{op}.end = phi {real} [ {value}, %entry ], [ %{op}.all, %beyond ]")
    pair, symbol = f"{{{real}, {real}}}", target.symbol("sarrus.sincos")
    lines.append(f"  %one = insertvalue {pair} poison, {real} %sin.end, 0")
    lines.append(f"  %two = insertvalue {pair} %one, {real} %cos.end, 1")
    head = f"define internal {pair} @{symbol}({real} %x) noinline nounwind"
    text = "\n".join([f"{head} {{", "entry:", *lines, f"  ret {pair} %two", "}"])
    return symbol, {**writer.needs, symbol: text}


@once
def has_fused_multiply() -> bool:
    """Whether this processor multiplies and adds with one rounding; without it the C library would be called."""
    from sarrus.scalar.compiler import machine

    here = machine()
    known = here["features"].replace(",", " ").replace("+", "").split()
    return "fma" in known or here["triple"].startswith(("aarch64", "arm64"))
