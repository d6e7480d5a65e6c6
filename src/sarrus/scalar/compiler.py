"""LLVM text to machine code for this processor.

What a module holds decides which passes it takes; its source name says it where its functions do not.
"""

from __future__ import annotations

import os
from functools import cache as once
from pathlib import Path
from typing import Any

from sarrus.errors import CompileError
from sarrus.scalar import cache, image

LOOPS, CALLS, CELLS, QUICK = "loops", "calls of cells", "cells", "cells in haste"
"""What modules are called, so that the compiler knows them: loops, rolled kernels without their cells, cells, and cells
whose code is to be made quickly, though it is slower."""
_GENERATOR = {CELLS: 1, QUICK: 0}
"""Levels of the code generator. Level 2 only adds a reordering of instructions to straight-line code. Level 0 keeps every
value in memory; the bits are the same ones."""


@once
def machine() -> dict[str, str]:
    """What an object depends on besides its text: the compiler and the processor; without LLVM where Linux says it."""
    import llvmlite

    version = f"{llvmlite.__version__} {_own_source()}"
    if image.is_supported():
        facts, library = _processor(), _library_facts(llvmlite.__file__)
        if "flags" in facts and library:
            features, version = facts.pop("flags"), f"{version} {library}"
            return {"cpu": repr(facts), "features": features, "triple": "x86_64 ELF", "version": version}
    llvm = llvm_here()
    return {
        "cpu": llvm.get_host_cpu_name(),
        "features": llvm.get_host_cpu_features().flatten(),
        "triple": llvm.get_process_triple(),
        "version": f"{version} {llvm.llvm_version_info}",
    }


def _library_facts(package: str) -> str:
    """Size and date of llvmlite's library, which has LLVM in it: one version of llvmlite is built with several of LLVM.

    Asking LLVM itself takes longer than a cached start has to spare. Empty where the library is not beside the package.
    """
    try:
        facts = os.stat(os.path.join(os.path.dirname(package), "binding", "libllvmlite.so"))
    except OSError:
        return ""
    return f"{facts.st_size} {facts.st_mtime_ns}"


def _own_source() -> str:
    """A digest of this file and of the one that puts modules together: other options make other objects."""
    try:
        texts = [Path(__file__).with_name(name).read_text("utf-8") for name in ("compiler.py", "linking.py")]
    except OSError:
        return ""
    return cache.key(*texts)


def _processor() -> dict[str, str]:
    """What tells processors apart, as the system describes the first one."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            lines = file.read(16384).split("\n\n")[0].splitlines()
    except OSError:
        return {}
    pairs = (line.partition(":") for line in lines)
    known = {name.strip(): value.strip() for name, _, value in pairs}
    return {n: known[n] for n in ("vendor_id", "cpu family", "model", "stepping", "flags") if n in known}


@once
def llvm_here() -> Any:
    """LLVM, set up for this processor."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


def target_here(level: int = 2) -> Any:
    """For an image of our own, code reaches its constants at a distance of 32 bits; LLVM's loader needs 64."""
    llvm = llvm_here()
    small = image.is_supported()
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=level,
        reloc="pic",
        codemodel="small" if small else "jitdefault",
        jit=not small,
    )


def compile_object(text: str) -> bytes:
    """LLVM text to machine code."""
    llvm = llvm_here()
    try:
        module = llvm.parse_assembly(text)
        module.verify()
    except RuntimeError as error:
        raise CompileError(f"the generated module is not valid LLVM: {error}") from error
    target = target_here(_GENERATOR.get(module.source_file, 2))
    _optimise(module, target)
    return bytes(target.emit_object(module))


def _optimise(module: Any, target: Any) -> None:
    """The passes that pay for themselves; decisions 0008, 0017 and 0019 have the measurements.

    Straight-line code and cells of rolled kernels come simplified from the graph, and of a rolled kernel only calls are
    left. Loops take what level 1 does to a function, after the inlining that the translator asks for. A module of
    everything takes the whole of level 1. Vectorising and unrolling gain nothing anywhere.
    """
    if module.source_file == QUICK:
        return  # combining takes longer than it saves the code generator of level 0
    llvm = llvm_here()
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    options.slp_vectorization = options.loop_vectorization = False
    options.loop_unrolling = options.loop_interleaving = False
    builder = llvm.create_pass_builder(target, options)
    if module.source_file in (LOOPS, CALLS):
        inlining = llvm.create_new_module_pass_manager()
        inlining.add_always_inliner_pass()
        inlining.run(module, builder)
    if module.source_file == LOOPS:
        each = builder.getFunctionPassManager()
    elif module.source_file in (CALLS, CELLS) or _is_straight(module):
        each = llvm.create_new_function_pass_manager()
        each.add_instruction_combine_pass()
    else:
        builder.getModulePassManager().run(module, builder)
        return
    for function in module.functions:
        if not function.is_declaration:
            each.run(function, builder)


def _is_straight(module: Any) -> bool:
    """Whether every function that can be called from outside is one block."""
    external = llvm_here().Linkage.external
    return all(len(list(f.blocks)) <= 1 for f in module.functions if f.linkage is external)
