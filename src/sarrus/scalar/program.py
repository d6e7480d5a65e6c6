"""Kernels and translated loops linked into one module, compiled in this process, loaded and callable.

Compiling gives an object; the object is what is cached and what is loaded, so a cached start and a fresh one run the
same bytes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Mapping
from functools import cache as once
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from sarrus.errors import CompileError
from sarrus.scalar import cache
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.llvm import CPU, Target, print_kernel

Signature = tuple[tuple[str, ...], str | None]
Placed = tuple[Kernel, Target]
_C_TYPES: dict[str | None, Any] = {"f": ctypes.c_double, "i": ctypes.c_int64, None: None}


class Loops(Protocol):
    """Translated loops, as `sarrus.scalar.subset.translate` gives them."""

    @property
    def text(self) -> str: ...  # noqa: D102
    @property
    def declarations(self) -> Mapping[str, str]: ...  # noqa: D102
    @property
    def signatures(self) -> Mapping[str, Any]: ...  # noqa: D102


class Program:
    """Compiled functions by name. Arrays are passed as pointers and must stay contiguous and of the right type.

    Kernels take one float array per group, inputs then outputs. Loops take the arguments of their Python source
    without the bound functions. A kernel on n lanes is called `name_xn`; its arrays have shape (group, n).
    """

    def __init__(
        self, kernels: Iterable[Kernel], loops: Loops | None = None, wide: Iterable[Placed] = ()
    ) -> None:
        kernels, wide = tuple(kernels), tuple(wide)
        self._signatures: dict[str, Signature] = {
            target.symbol(k.name): (("F",) * (len(k.inputs) + len(k.outputs)), None)
            for k, target in _placed(kernels, wide)
        }
        if loops is not None:
            self._signatures.update({n: (tuple(s[0]), s[1]) for n, s in loops.signatures.items()})
        self._engine = _load(_object(link(kernels, loops, wide)))

    def function(self, name: str) -> Callable[..., Any]:
        """The compiled function as a Python callable."""
        kinds, result = self._signatures[name]
        types = [_C_TYPES.get(k, ctypes.c_void_p) for k in kinds]
        address = self._engine.get_function_address(name)
        if not address:
            raise CompileError(f"compiled module has no function '{name}'")
        pointer = ctypes.CFUNCTYPE(_C_TYPES[result], *types)(address)
        engine = self._engine  # keeps the code alive as long as the callable

        def call(*arguments: Any, _keep: object = engine) -> Any:
            if len(arguments) != len(kinds):
                raise TypeError(f"{name}() takes {len(kinds)} arguments, {len(arguments)} given")
            return pointer(*[_argument(k, a) for k, a in zip(kinds, arguments, strict=True)])

        return call


def _argument(kind: str, value: Any) -> Any:
    if kind in "FI":
        wanted = np.float64 if kind == "F" else np.int64
        if not (isinstance(value, np.ndarray) and value.dtype == wanted and value.flags.c_contiguous):
            raise TypeError(f"compiled code needs a contiguous {np.dtype(wanted)} array")
        return value.ctypes.data
    return value


def _placed(kernels: Iterable[Kernel], wide: Iterable[Placed]) -> list[Placed]:
    return [*((k, CPU) for k in kernels), *wide]


def link(kernels: Iterable[Kernel], loops: Loops | None = None, wide: Iterable[Placed] = ()) -> str:
    """One module of LLVM text: definitions once, declarations only for what is not defined here.

    Args:
        kernels: for one set of numbers.
        loops: translated loops that call them.
        wide: kernels each with a target of its own, such as `Target(lanes=4)`.
    """
    texts: list[str] = []
    declared: dict[str, str] = {}
    defined: set[str] = set()
    for kernel, target in _placed(kernels, wide):
        text, needs = print_kernel(kernel, target)
        texts.append(text)
        declared.update(needs)
        defined.add(target.symbol(kernel.name))
    if loops is not None:
        texts.append(loops.text)
        declared.update(loops.declarations)
        defined.update(loops.signatures)
    heads = [line for symbol, line in sorted(declared.items()) if symbol not in defined]
    return "\n".join([*heads, *texts])


@lru_cache(maxsize=16)
def _object(text: str) -> bytes:
    """The compiled object of a module, from the cache when it is there."""
    machine = _machine()
    name = cache.key(text, machine["version"], machine["triple"], machine["cpu"], machine["features"])
    found = cache.read(name)
    if found is None:
        found = compile_object(text)
        cache.write(name, found)
    return found


@once
def _machine() -> dict[str, Any]:
    """LLVM set up for this processor."""
    import llvmlite
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    triple = llvm.get_process_triple()
    version = f"{llvmlite.__version__} {llvm.llvm_version_info}"
    return {"cpu": cpu, "features": features, "triple": triple, "version": version}


def _target() -> Any:
    import llvmlite.binding as llvm

    m = _machine()
    return llvm.Target.from_triple(m["triple"]).create_target_machine(
        cpu=m["cpu"], features=m["features"], opt=2, reloc="pic", jit=True
    )


def compile_object(text: str) -> bytes:
    """LLVM text to machine code."""
    import llvmlite.binding as llvm

    target = _target()
    try:
        module = llvm.parse_assembly(text)
        module.verify()
    except RuntimeError as error:
        raise CompileError(f"the generated module is not valid LLVM: {error}") from error
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    # Straight-line kernels gain nothing from these, and the loops are short: they cost half the compile time.
    options.slp_vectorization = options.loop_vectorization = False
    options.loop_unrolling = options.loop_interleaving = False
    builder = llvm.create_pass_builder(target, options)
    builder.getModulePassManager().run(module, builder)
    return bytes(target.emit_object(module))


def _load(data: bytes) -> Any:
    import llvmlite.binding as llvm

    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())
    engine.add_object_file(llvm.ObjectFileRef.from_data(data))
    engine.finalize_object()
    return engine
