"""An object file placed in memory, its functions ready to be called, without loading LLVM.

Loading LLVM takes longer than reading a cached object, and its loader spreads the parts of an object over the address
space, so that code has to reach its constants the long way. Here an object is one block: code, constants and a jump
to each function of the C library first, which then become read-only and executable; data behind them.

Objects are those of Linux on x86-64 (ELF, small code model, position independent).

References:
    System V Application Binary Interface, AMD64 Architecture Processor Supplement, chapter 4.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import struct
import sys
from functools import cache as once
from typing import NamedTuple

from sarrus.errors import CompileError

_SYMBOLS, _RELOCATIONS, _EMPTY = 2, 4, 8  # kinds of sections: SHT_SYMTAB, SHT_RELA, SHT_NOBITS
_WRITABLE, _LOADED = 1, 2  # SHF_WRITE, SHF_ALLOC
# Kinds of relocation: R_X86_64_64, _PC32, _PLT32, _GOTPCREL, _PC64, _GOTPCRELX, _REX_GOTPCRELX.
_ABSOLUTE, _NEAR, _CALL, _FAR = 1, 2, 4, 24
_THROUGH_TABLE = (9, 41, 42)
_JUMP = b"\xff\x25\x02\x00\x00\x00\x90\x90"  # jmp [rip + 2], and two bytes up to the address it reads
_JUMP_SIZE = 16


def is_supported() -> bool:
    """Whether objects of this machine are of the kind that is read here."""
    return sys.platform == "linux" and sys.maxsize > 2**32 and os.uname().machine == "x86_64"


class _Section(NamedTuple):
    """A section header, as the file has it."""

    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry: int


class _Symbol(NamedTuple):
    """A symbol, as the file has it."""

    name: int
    kind: int
    visibility: int
    section: int
    value: int
    size: int


class Image:
    """An object in memory, as long as this lives.

    Args:
        data: the object file.

    Raises:
        CompileError: it needs a function that this process does not have, or the system gives no executable memory.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._sections = _sections(data)
        (table,) = (s for s in self._sections if s.kind == _SYMBOLS)
        self._names = self._sections[table.link].offset
        self._symbols = [_Symbol(*f) for f in struct.iter_unpack("<IBBHQQ", self._bytes(table))]
        self._place()
        self._fill()
        self._addresses = {
            self._name(s): self._address(s) for s in self._symbols if s.kind >> 4 and s.section
        }
        del self._data

    def address(self, name: str) -> int:
        """Where a function or a variable is; 0 when the object has none of this name."""
        return self._addresses.get(name, 0)

    def _bytes(self, section: _Section) -> bytes:
        return self._data[section.offset : section.offset + section.size]

    def _name(self, symbol: _Symbol) -> str:
        start = self._names + symbol.name
        return self._data[start : self._data.index(b"\0", start)].decode()

    def _place(self) -> None:
        """Give every section and every outside symbol its place in one block of memory."""
        loaded = [(i, s) for i, s in enumerate(self._sections) if s.flags & _LOADED and s.size]
        self._offsets: dict[int, int] = {}
        size = 0
        for i, s in loaded:
            if not s.flags & _WRITABLE:
                size = self._offsets[i] = _aligned(size, s.alignment)
                size += s.size
        self._jumps = _aligned(size, _JUMP_SIZE)
        self._fixed = _aligned(self._jumps + _JUMP_SIZE * len(self._symbols), mmap.PAGESIZE)
        size = self._fixed
        for i, s in loaded:
            if s.flags & _WRITABLE:
                size = self._offsets[i] = _aligned(size, s.alignment)
                size += s.size
        self._memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        self._base = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))

    def _fill(self) -> None:
        """Copy the sections, resolve what they refer to, and make code executable and fixed."""
        memory = self._memory
        for i, offset in self._offsets.items():
            if self._sections[i].kind != _EMPTY:
                memory[offset : offset + self._sections[i].size] = self._bytes(self._sections[i])
        for section in self._sections:
            if section.kind == _RELOCATIONS and section.info in self._offsets:
                for offset, info, addend in struct.iter_unpack("<QQq", self._bytes(section)):
                    self._relocate(
                        self._offsets[section.info] + offset, info & 0xFFFFFFFF, info >> 32, addend
                    )
        if _process().mprotect(self._base, self._fixed, mmap.PROT_READ | mmap.PROT_EXEC):
            reason = os.strerror(ctypes.get_errno())
            raise CompileError(f"the system gives no executable memory for compiled code: {reason}.")

    def _relocate(self, at: int, kind: int, index: int, addend: int) -> None:
        symbol = self._symbols[index]
        if kind in _THROUGH_TABLE:
            target = self._base + self._jump(index) + len(_JUMP)
        elif kind == _CALL and not symbol.section:
            target = self._base + self._jump(index)
        else:
            target = self._address(symbol)
        value = target + addend
        if kind in (_ABSOLUTE, _FAR):
            value -= self._base + at if kind == _FAR else 0
            self._memory[at : at + 8] = (value % 2**64).to_bytes(8, "little")
        elif kind in (_NEAR, _CALL, *_THROUGH_TABLE):
            self._memory[at : at + 4] = struct.pack("<i", value - self._base - at)
        else:
            raise CompileError(f"compiled code has a relocation of kind {kind}, which is not known here.")

    def _jump(self, index: int) -> int:
        """The place of a jump to a symbol; the address it jumps to stands behind the instruction."""
        place = self._jumps + _JUMP_SIZE * index
        self._memory[place : place + _JUMP_SIZE] = _JUMP + struct.pack(
            "<Q", self._address(self._symbols[index])
        )
        return place

    def _address(self, symbol: _Symbol) -> int:
        if symbol.section:
            return self._base + self._offsets.get(symbol.section, 0) + symbol.value
        return _outside(self._name(symbol))


def _sections(data: bytes) -> list[_Section]:
    (start,) = struct.unpack_from("<Q", data, 0x28)
    size, count = struct.unpack_from("<HH", data, 0x3A)
    return [_Section(*struct.unpack_from("<IIQQQQIIQQ", data, start + i * size)) for i in range(count)]


def _aligned(size: int, alignment: int) -> int:
    return -(-size // (alignment or 1)) * (alignment or 1)


@once
def _process() -> ctypes.CDLL:
    process = ctypes.CDLL(None, use_errno=True)
    process.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    return process


@once
def _mathematics() -> ctypes.CDLL:
    return ctypes.CDLL("libm.so.6")


def _outside(name: str) -> int:
    """The address of a function of the process or of the C library's mathematics."""
    for library in (_process, _mathematics):
        try:
            return ctypes.cast(library()[name], ctypes.c_void_p).value or 0
        except (AttributeError, OSError):
            continue
    raise CompileError(f"compiled code calls '{name}', which this process does not have.")
