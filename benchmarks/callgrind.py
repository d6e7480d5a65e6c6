"""Instruction counts: the companion of times that no other process disturbs.

A child runs under valgrind with counting off; around the evaluations it switches counting on and off by the client
request that callgrind listens to. Nothing else is in the count.
"""

from __future__ import annotations

import ctypes
import json
import platform
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from benchmarks.children import environment, run

TIMEOUT = 240.0
START, STOP = 0x43540004, 0x43540005
"""Requests 4 and 5 of the tool whose letters are C and T (valgrind/callgrind.h)."""
REQUEST = """
define void @request(ptr %words) {
  %r = call i64 asm sideeffect "rolq $$3, %rdi; rolq $$13, %rdi; rolq $$61, %rdi; rolq $$51, %rdi; xchgq %rbx, %rbx",
    "={rdx},{rax},{rdx},~{memory},~{dirflag},~{fpsr},~{flags}"(ptr %words, i64 0)
  ret void
}
"""


def available() -> str:
    """Why instructions cannot be counted here; "" when they can."""
    if platform.machine() != "x86_64":
        return "the request to valgrind is written for x86-64 only"
    return "" if shutil.which("valgrind") else "valgrind is not installed"


@contextmanager
def counting() -> Iterator[None]:
    """Count instructions inside this block; outside valgrind it does nothing."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
    module = llvm.parse_assembly(REQUEST)
    engine = llvm.create_mcjit_compiler(module, llvm.Target.from_default_triple().create_target_machine())
    engine.finalize_object()
    request = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(engine.get_function_address("request"))
    start, stop = ((ctypes.c_uint64 * 6)(code) for code in (START, STOP))
    request(ctypes.addressof(start))
    try:
        yield
    finally:
        request(ctypes.addressof(stop))


def per_evaluation(contender: str, count: int, n: int) -> float:
    """Instructions of one evaluation of a chain's forward dynamics, without those of the call."""
    cost = _counted(contender, count, n, is_idle=False) / n
    # ours makes all evaluations in one call
    return cost if contender == "sarrus" else cost - _counted(contender, count, n, is_idle=True) / n


def _counted(contender: str, count: int, n: int, *, is_idle: bool) -> int:
    arguments = json.dumps([contender, count, n, is_idle])
    code = f"from benchmarks.tasks import main; main('evaluations', {arguments!r})"
    with tempfile.TemporaryDirectory() as folder:
        return collected(code, environment(SARRUS_CACHE=folder, OPENBLAS_NUM_THREADS="1"), TIMEOUT)


def collected(code: str, env: Mapping[str, str], timeout: float) -> int:
    """Instructions that a line of Python spends inside its block of `counting`."""
    tool = (
        "valgrind", "--tool=callgrind", "--instr-atstart=no", "--callgrind-out-file=/dev/null",
        "--smc-check=all-non-file",
    )  # fmt: skip
    found = re.search(r"Collected\s*:\s*(\d+)", run(code, env, tool, timeout))
    if not found:
        raise RuntimeError("callgrind printed no count")
    return int(found[1])
