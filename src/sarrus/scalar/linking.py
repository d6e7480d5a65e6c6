"""Kernels and the loops around them, compiled in this process, loaded and callable.

Three kinds of modules: the cells of rolled kernels, which are the same for every mechanism that has such elements; the
kernels of a mechanism; and the loops, which are the same for every mechanism. Whoever calls does it through a place in
memory that is filled when both are loaded. So the object of the loops is made once, those of cells once for every kind
of element, and a new mechanism compiles its kernels only.

Compiling gives an object; the object is what is cached and what is loaded, so a cached start and a fresh one run the
same bytes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from sarrus.errors import CompileError
from sarrus.quiet import no_collection
from sarrus.records import Record
from sarrus.scalar import cache, image
from sarrus.scalar.compiler import CALLS, CELLS, LOOPS, QUICK, compile_object, llvm_here, machine, target_here
from sarrus.scalar.llvm import print_kernel
from sarrus.scalar.rolled import PrintedCell, Rolled
from sarrus.scalar.subset.types import FAULT
from sarrus.scalar.target import CPU, Target

Signature = tuple[tuple[str, ...], str | None]
_C_TYPES: dict[str | None, Any] = {"f": ctypes.c_double, "i": ctypes.c_int64, None: None}
_LLVM_TYPES = {"f": "double", "i": "i64", None: "void"}


class Callee(Protocol):
    """A kernel: anything with a name and groups of numbers in and out that `print_kernel` can print."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def inputs(self) -> Sequence[Any]: ...  # noqa: D102
    @property
    def outputs(self) -> Sequence[Any]: ...  # noqa: D102


class LoopSource(Protocol):
    """Loops to compile: `sarrus.scalar.subset.Loops`, or translated ones as `translate` gives them."""

    @property
    def text(self) -> str: ...  # noqa: D102
    @property
    def declarations(self) -> Mapping[str, str]: ...  # noqa: D102
    @property
    def signatures(self) -> Mapping[str, Any]: ...  # noqa: D102
    @property
    def externals(self) -> Mapping[str, Any]: ...  # noqa: D102
    @property
    def key(self) -> str: ...  # noqa: D102
    @property
    def is_current(self) -> bool: ...  # noqa: D102
    @property
    def sites(self) -> Sequence[tuple[str, int, str]]: ...  # noqa: D102
    @property
    def elsewhere(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def beside(self) -> LoopSource | None: ...  # noqa: D102
    def __hash__(self) -> int: ...


Placed = tuple[Any, Target]


class Program:
    """Compiled functions by name. Arrays are passed as pointers and must stay contiguous and of the right type.

    Kernels take one float array per group, inputs then outputs. Loops take the arguments of their Python source
    without the bound functions. A kernel on n lanes is called `name_xn`; its arrays have shape (group, n).

    Args:
        kernels: for one set of numbers.
        loops: around them.
        wide: kernels each with a target of its own.
        in_haste: whether cells of great variety may get code that is made quickly and runs slowly. `refine` makes the
            other; both give the same bits.
    """

    @no_collection()
    def __init__(
        self,
        kernels: Iterable[Callee],
        loops: LoopSource | None = None,
        wide: Iterable[Placed] = (),
        in_haste: bool = False,
    ) -> None:
        kernels, wide = tuple(kernels), tuple(wide)
        self._signatures: dict[str, Signature] = {
            target.symbol(k.name): (("F",) * (len(k.inputs) + len(k.outputs)), None)
            for k, target in _placed(kernels, wide)
        }
        self._parts: list[Code] = []
        self._cells: list[Code] = []
        self._quick: dict[str, PrintedCell] = {}
        self._faults: list[tuple[ctypes.Array[ctypes.c_int64], LoopSource]] = []
        if self._signatures:
            text, cells = link_kernels(kernels, wide)
            self._parts.append(_load(_object(text)))
            self._quick = self._load_cells(cells, in_haste)
        if loops is not None:
            self._add(loops, tuple(self._signatures))

    def _load_cells(self, cells: Mapping[str, PrintedCell], in_haste: bool) -> dict[str, PrintedCell]:
        """Tell the kernels where the code of cells is; those whose code was made in haste."""
        found, quick = load_cells(cells, in_haste)
        for symbol, code in found.items():
            _tell(self._parts[0], symbol, code.address(symbol))
        self._cells += dict.fromkeys(found.values())
        return quick

    @property
    def is_quick(self) -> bool:
        """Whether some of the code was made in haste."""
        return bool(self._quick)

    def refine(self) -> None:
        """Replace code that was made in haste. None of it may be running."""
        self._quick = self._load_cells(self._quick, in_haste=False)

    def _add(self, loops: LoopSource, kernels: tuple[str, ...]) -> None:
        """Load the loops and tell them where the kernels are."""
        twice = sorted(set(kernels).intersection(loops.signatures))
        if twice:
            raise CompileError(f"'{twice[0]}' is both a kernel and a loop. Rename one of the two.")
        self._signatures.update({n: (tuple(s[0]), s[1]) for n, s in loops.signatures.items()})
        if loops.beside is not None:
            self._parts.append(_load(_loops_object(loops.beside, ())))
            self._watch(loops.beside)
        outside = (*kernels, *loops.elsewhere)
        around = _load(_loops_object(loops, outside))
        for name in outside:
            _tell(around, name, self._address(name))
        self._parts.append(around)
        self._watch(loops)

    def _watch(self, loops: LoopSource) -> None:
        """Note where the part loaded last says that a subscript was outside, if it looks at them."""
        where = self._parts[-1].address(FAULT)
        if where:
            self._faults.append(((ctypes.c_int64 * 3).from_address(where), loops))

    def _address(self, name: str) -> int:
        return next(filter(None, (part.address(name) for part in self._parts)), 0)

    def function(self, name: str) -> Callable[..., Any]:
        """The compiled function as a Python callable."""
        kinds, result = self._signatures[name]
        types = [
            t for k in kinds for t in (_C_TYPES.get(k, ctypes.c_void_p), *[ctypes.c_int64] * k.endswith("+"))
        ]
        address = self._address(name)
        if not address:
            raise CompileError(f"compiled module has no function '{name}'")
        pointer = ctypes.CFUNCTYPE(_C_TYPES[result], *types)(address)
        parts = (self._parts, self._cells)  # keeps the code alive as long as the callable

        converted = [_record_of(k[1:]) if k[0] == "R" else _CONVERTED[k[0]]() for k in kinds]

        def call(*arguments: Any, _keep: object = parts) -> Any:
            if len(arguments) != len(kinds):
                raise TypeError(f"{name}() takes {len(kinds)} arguments, {len(arguments)} given")
            return pointer(*[convert(a) for convert, a in zip(converted, arguments, strict=True)])

        def checked(*arguments: Any) -> Any:
            """The same with the lengths of arrays, and with a look at what was outside."""
            given = zip(kinds, converted, arguments, strict=True)
            sizes = [(convert(a), *([len(a)] if k.endswith("+") else [])) for k, convert, a in given]
            found = pointer(*[value for pair in sizes for value in pair])
            _report(self._faults)
            return found

        return checked if self._faults else call

    def bound(self, name: str, *arrays: Any) -> Callable[[], None]:
        """A compiled kernel with the arrays that it always gets: a call converts nothing, and is as short as a call can be."""
        kinds, result = self._signatures[name]
        if result is not None or len(arrays) != len(kinds):
            raise TypeError(f"{name}() is no kernel of {len(arrays)} arrays")
        pointer = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(kinds))(self._address(name))
        places = [ctypes.c_void_p(_CONVERTED["F"]()(array)) for array in arrays]

        def call(_keep: object = (self._parts, self._cells, arrays)) -> None:
            pointer(*places)

        return call


def _report(faults: Sequence[tuple[ctypes.Array[ctypes.c_int64], LoopSource]]) -> None:
    """Raise an error for the first subscript that was outside its array."""
    for fault, loops in faults:
        site, index, count = fault
        if site:
            fault[0] = 0
            file, line, text = loops.sites[site - 1]
            raise CompileError(
                f"{file}:{line}: subscript {index} in '{text}' is outside: allowed are 0 to {count - 1}. "
                "This is a mistake of the loop, not of what it was given."
            )


def _address_of(codes: str, wanted: str) -> Callable[[Any], int]:
    """Address of an array's numbers, for one argument of a function.

    A short call may take less time than its arguments: hence the shortest checks, and none for the array of the last call.
    """
    last: Any = None
    address_of_last = 0

    def address(value: Any) -> int:
        nonlocal last, address_of_last
        if value is not last:
            address_of_last = found(value)
            last = value  # and as long as it is held here, its numbers stay where they are
        return address_of_last

    def found(value: Any) -> int:
        if not (isinstance(value, np.ndarray) and value.dtype.char in codes and value.flags.c_contiguous):
            raise TypeError(f"compiled code needs a contiguous {wanted} array")
        try:
            return ctypes.addressof(
                ctypes.c_char.from_buffer(value.data)
            )  # a third of the time of value.ctypes.data
        except (TypeError, ValueError):  # read-only, or empty
            return int(value.ctypes.data)

    return address


def _record_of(name: str) -> Callable[[Any], int]:
    """Address of a record of this name, for one argument of a function; "" stands for every record."""

    def address(value: Any) -> int:
        if not isinstance(value, Record) or (name and type(value).__name__ != name):
            raise TypeError(
                f"compiled code needs a record {name or 'of some kind'}, not {type(value).__name__}"
            )
        return value.record_address

    return address


def _as_is(value: Any) -> Any:
    return value


_INTEGERS = "".join(sorted({c for c in "ilq" if np.dtype(c) == np.int64}))
_CONVERTED: dict[str, Callable[[], Callable[[Any], Any]]] = {
    "F": lambda: _address_of("d", "float64"),
    "I": lambda: _address_of(_INTEGERS, "int64"),
    "f": lambda: _as_is,
    "i": lambda: _as_is,
}


def _placed(kernels: Iterable[Callee], wide: Iterable[Placed]) -> list[Placed]:
    return [*((k, CPU) for k in kernels), *wide]


def link(kernels: Iterable[Callee], loops: LoopSource | None = None, wide: Iterable[Placed] = ()) -> str:
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


def link_apart(loops: LoopSource, named: Iterable[str]) -> str:
    """The module of loops alone. The kernels named are called at the address that stands in their place."""
    called = {name: s for name, s in loops.externals.items() if name in set(named)}
    heads = [line for symbol, line in sorted(loops.declarations.items()) if symbol not in called]
    kernels = [_indirect(name, *signature) for name, signature in sorted(called.items())]
    return "\n".join([f'source_filename = "{LOOPS}"', *heads, *kernels, loops.text])


def _place(kernel: str) -> str:
    """The variable that holds the address of a kernel; no Python name has a dot."""
    return f"{kernel}.at"


def _indirect(name: str, kinds: Sequence[str], result: str | None) -> str:
    """A kernel as loops see it: a call of whatever its place says."""
    types = [t for k in kinds for t in (_LLVM_TYPES.get(k, "ptr"), *["i64"] * k.endswith("+"))]
    place = _place(name)
    arguments = ", ".join(f"{t} %{i}" for i, t in enumerate(types))
    back, value = (_LLVM_TYPES.get(result, "ptr"), "%found") if result else ("void", "")
    return "\n".join(
        [
            f"@{place} = dso_local global ptr null",
            f"define internal {back} @{name}({arguments}) alwaysinline nounwind {{",
            f"  %kernel = load ptr, ptr @{place}",
            f"  {'%found = ' if result else ''}call {back} %kernel({arguments}) nounwind",
            f"  ret {back} {value}",
            "}",
        ]
    )


def link_kernels(
    kernels: Iterable[Callee], wide: Iterable[Placed] = ()
) -> tuple[str, dict[str, PrintedCell]]:
    """The module of kernels without their cells, and the cells, each called at the address that stands in its place."""
    texts: list[str] = []
    declared: dict[str, str] = {}
    defined: set[str] = set()
    cells: dict[str, PrintedCell] = {}
    for kernel, target in _placed(kernels, wide):
        if isinstance(kernel, Rolled):
            text, needs, used = kernel.printed_apart(target)
            cells |= {cell.symbol: cell for cell in used}
        else:
            text, needs = print_kernel(kernel, target)
        texts.append(text)
        declared.update(needs)
        defined.add(target.symbol(kernel.name))
    heads = [f'source_filename = "{CALLS}"'] if cells else []
    heads += [line for symbol, line in sorted(declared.items()) if symbol not in defined]
    heads += [_indirect(symbol, ("I", *("F" for _ in cells[symbol].arrays)), "I") for symbol in sorted(cells)]
    return "\n".join([*heads, *texts]), cells


def link_cells(cells: Iterable[PrintedCell], how: str = CELLS) -> str:
    """A module of cells."""
    cells = sorted(cells, key=lambda cell: cell.symbol)
    needs = {symbol: line for cell in cells for symbol, line in cell.needs.items()}
    heads = [line for _, line in sorted(needs.items())]
    return "\n".join([f'source_filename = "{how}"', *heads, *(cell.definition() for cell in cells)])


def _tell(part: Code, name: str, address: int) -> None:
    """Fill the place of a function, where a part has one."""
    place = part.address(_place(name))
    if place and address:
        ctypes.c_void_p.from_address(place).value = address


VARIETY = 400_000
"""Characters of cells beyond which their code may be made in haste: as good code, they take a third of a second."""


def load_cells(
    cells: Mapping[str, PrintedCell], in_haste: bool = False
) -> tuple[dict[str, Code], dict[str, PrintedCell]]:
    """Loaded code of cells by symbol, and those of them that have code made in haste.

    Cells that no object in the cache has are compiled, all in one module.
    """
    loaded = _cached_cells(cells, CELLS)
    missing = {symbol: cell for symbol, cell in cells.items() if symbol not in loaded}
    if not in_haste or sum(len(cell.text) for cell in missing.values()) < VARIETY:
        return loaded | _compiled_cells(missing.values(), CELLS), {}
    loaded |= _cached_cells(missing, QUICK)
    left = [cell for symbol, cell in missing.items() if symbol not in loaded]
    return loaded | _compiled_cells(left, QUICK), missing


def _cached_cells(symbols: Iterable[str], how: str) -> dict[str, Code]:
    """Code of the cells that are in the cache.

    Under the name of a cell the cache has the name of the object in which it is. What is missing, damaged or lost of the
    two is made again.
    """
    loaded: dict[str, Code] = {}
    objects: dict[str, Code | None] = {}
    for symbol in sorted(symbols):
        where = (cache.read(_entry(symbol, how)) or b"").decode()
        if where not in objects:
            data = cache.read(where) if where else None
            objects[where] = _load(data) if data else None
        code = objects[where]
        if code is not None and code.address(symbol):
            loaded[symbol] = code
    return loaded


def _entry(symbol: str, how: str) -> str:
    """Under what name the cache tells where a cell is."""
    return _name(symbol) if how == CELLS else _name(symbol, how)


def _compiled_cells(cells: Collection[PrintedCell], how: str) -> dict[str, Code]:
    """Code of cells that the cache does not have, and has from now on."""
    if not cells:
        return {}
    text = link_cells(cells, how)
    code, where = _load(_object(text)), _name(text).encode()
    cache.write_all({_entry(cell.symbol, how): where for cell in cells})
    return dict.fromkeys((cell.symbol for cell in cells), code)


@lru_cache(maxsize=16)
def _object(text: str) -> bytes:
    """The compiled object of a module, from the cache when it is there."""
    name = _name(text)
    found = cache.read(name)
    if found is None:
        found = compile_object(text)
        cache.write(name, found)
    return found


def _loops_object(loops: LoopSource, kernels: tuple[str, ...]) -> bytes:
    """The compiled object of loops. Where they have a key of their own, a cached start translates nothing."""
    return _keyed_object(loops, kernels) if loops.key else _object(link_apart(loops, kernels))


@lru_cache(maxsize=16)
def _keyed_object(loops: LoopSource, kernels: tuple[str, ...]) -> bytes:
    name = _name(loops.key, *kernels)
    found = cache.read(name)
    if found is None:
        found = compile_object(link_apart(loops, kernels))
        if loops.is_current:
            cache.write(name, found)
    return found


def _name(*parts: str) -> str:
    """The key of an object made from these parts by this compiler for this processor."""
    here = machine()
    return cache.key(*parts, here["version"], here["triple"], here["cpu"], here["features"])


class _Engine:
    """An object loaded by LLVM."""

    def __init__(self, data: bytes) -> None:
        llvm = llvm_here()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_here())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(data))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """Where a function or a variable is; 0 when the object has none of this name."""
        return self._engine.get_function_address(name) or self._engine.get_global_value_address(name) or 0


Code = image.Image | _Engine
"""An object in memory, its functions ready to be called."""


def _load(data: bytes) -> Code:
    return image.Image(data) if image.is_supported() else _Engine(data)
