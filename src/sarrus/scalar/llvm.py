"""Kernels printed as LLVM IR.

No fast-math flags and no contraction: the bits of a result do not depend on what else the kernel computes. Nodes are
renumbered in the order of use, so the text, and with it the key of the object cache, depends on content alone.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from sarrus.scalar.graph import Node, order
from sarrus.scalar.kernel import Kernel

_ARITHMETIC = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
_COMPARE = {"lt": "olt", "le": "ole"}
_INTRINSIC = {
    "sqrt": "llvm.sqrt.f64",
    "root": "llvm.sqrt.f64",
    "abs": "llvm.fabs.f64",
    "floor": "llvm.floor.f64",
}


@dataclass(frozen=True)
class Target:
    """What differs between machines: names of types. Wide lanes and GPUs get their own."""

    real: str = "double"
    integer: str = "i64"


CPU = Target()


def number(value: float) -> str:
    """A double as LLVM writes it, bit by bit."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


def print_kernel(kernel: Kernel, target: Target = CPU) -> tuple[str, dict[str, str]]:
    """The definition of a kernel and the declarations it needs (symbol -> line)."""
    real = target.real
    declared: dict[str, str] = {}
    lines: list[str] = []
    name: dict[int, str] = {}
    load: dict[int, tuple[str, int]] = {
        s.index: (f"in{k}", i) for k, (_, symbols) in enumerate(kernel.inputs) for i, s in enumerate(symbols)
    }

    def call(symbol: str, values: list[str]) -> str:
        declared[symbol] = f"declare {real} @{symbol}({', '.join([real] * len(values))})"
        return f"call {real} @{symbol}({', '.join(f'{real} {v}' for v in values)})"

    def instruction(n: Node, values: list[str], result: str) -> str:
        if n.op in _ARITHMETIC:
            return f"{_ARITHMETIC[n.op]} {real} {values[0]}, {values[1]}"
        if n.op == "neg":
            return f"fneg {real} {values[0]}"
        if n.op in _COMPARE:
            lines.append(f"  {result}.c = fcmp {_COMPARE[n.op]} {real} {values[0]}, {values[1]}")
            return f"uitofp i1 {result}.c to {real}"
        if n.op == "select":
            lines.append(f"  {result}.c = fcmp une {real} {values[0]}, {number(0.0)}")
            return f"select i1 {result}.c, {real} {values[1]}, {real} {values[2]}"
        return call(_INTRINSIC.get(n.op, n.op), values)

    for k, n in enumerate(order(kernel.results)):
        result = name[n.index] = f"%t{k}"
        if n.op == "const":
            name[n.index] = number(n.value)
        elif n.op == "symbol":
            if n.index not in load:
                raise ValueError(f"kernel '{kernel.name}' uses '{n.name}', which is not one of its inputs")
            group, i = load[n.index]
            lines.append(f"  {result}.p = getelementptr {real}, ptr %{group}, {target.integer} {i}")
            lines.append(f"  {result} = load {real}, ptr {result}.p")
        else:
            text = instruction(n, [name[a.index] for a in n.args], result)
            lines.append(f"  {result} = {text}")
    for k, (_, nodes) in enumerate(kernel.outputs):
        for i, n in enumerate(nodes):
            lines.append(f"  %o{k}.{i} = getelementptr {real}, ptr %out{k}, {target.integer} {i}")
            lines.append(f"  store {real} {name[n.index]}, ptr %o{k}.{i}")
    pointers = [f"ptr noalias readonly %in{k}" for k in range(len(kernel.inputs))]
    pointers += [f"ptr noalias %out{k}" for k in range(len(kernel.outputs))]
    body = "\n".join(lines)
    return (
        f"define void @{kernel.name}({', '.join(pointers)}) nounwind {{\n{body}\n  ret void\n}}\n",
        declared,
    )
