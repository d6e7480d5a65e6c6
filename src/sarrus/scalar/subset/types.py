"""Kinds of values, what LLVM calls them, and signatures read from annotations."""

from __future__ import annotations

import collections.abc
import struct
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import FunctionType, NoneType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sarrus.records import FieldKind, Record

# The only place that names LLVM's number and pointer types: another target changes these three words.
DOUBLE, INTEGER, POINTER = "double", "i64", "ptr"
INTEGER_BITS = 64
FAULT = "subset.fault"
"""Where loops whose subscripts are checked note one that is outside (`bounds`): the number of its place in the source, 0 for
none, the subscript, and how many there are."""
WORD = 8
"""Bytes of a word of a record."""


class TypeKind(StrEnum):
    """The kinds a value can have; the letters are those of `Signature`."""

    FLOAT = "f"
    INT = "i"
    BOOL = "b"
    FLOATS = "F"
    INTS = "I"
    FUNCTION = "c"

    @property
    def letter(self) -> str:
        """How a signature says it."""
        return str(TypeKind.INT if self is TypeKind.BOOL else self)

    @property
    def llvm(self) -> str:
        """LLVM's name of the type. A truth value is an integer 0 or 1, also in a call."""
        return _LLVM[self]

    @property
    def words(self) -> str:
        """How messages call it."""
        return {
            TypeKind.FLOAT: "a float",
            TypeKind.INT: "an int",
            TypeKind.BOOL: "a truth value",
            TypeKind.FLOATS: "a float array",
            TypeKind.INTS: "an int array",
            TypeKind.FUNCTION: "a function",
        }[self]

    @property
    def is_array(self) -> bool:
        """Whether it has a length."""
        return self.element is not None

    @property
    def element(self) -> TypeKind | None:
        """What an array holds; None for what is no array."""
        return {TypeKind.FLOATS: TypeKind.FLOAT, TypeKind.INTS: TypeKind.INT}.get(self)

    @property
    def is_number(self) -> bool:
        """Arithmetic is defined on it."""
        return self in (TypeKind.FLOAT, TypeKind.INT)


_LLVM = {
    TypeKind.FLOAT: DOUBLE,
    TypeKind.INT: INTEGER,
    TypeKind.BOOL: INTEGER,
    TypeKind.FLOATS: POINTER,
    TypeKind.INTS: POINTER,
    TypeKind.FUNCTION: POINTER,
}


@dataclass(frozen=True)
class RecordKind:
    """The kind of a record, or of several side by side; made by `record_kind`, so that equal kinds are one object."""

    record: type[Record]
    is_array: bool = False

    @property
    def name(self) -> str:
        """What the source calls it."""
        return self.record.__name__

    @property
    def letter(self) -> str:
        """How a signature says it: by its name, so that no other record is passed."""
        return f"R{'' if self.is_any else self.name}"

    @property
    def llvm(self) -> str:
        """A record is passed by its address."""
        return POINTER

    @property
    def words(self) -> str:
        """How messages call it."""
        if self.is_any:
            return "a record of any kind"
        return f"records '{self.name}'" if self.is_array else f"a record '{self.name}'"

    @property
    def element(self) -> RecordKind | None:
        """What several side by side are made of."""
        return record_kind(self.record) if self.is_array else None

    @property
    def is_number(self) -> bool:
        """Arithmetic is not defined on it."""
        return False

    @property
    def is_any(self) -> bool:
        """Whether nothing is known of its fields."""
        return self.record is Record

    @property
    def promises(self) -> str:
        """What LLVM may know of a parameter: its words can be read at any time, needed or not."""
        return f" dereferenceable({WORD * self.record.record_size})" if self.record.record_size else ""


ValueKind = TypeKind | RecordKind


def record_kind(record: type[Record], is_array: bool = False) -> RecordKind:
    """The kind of a record; the same object for the same record."""
    return _KINDS.setdefault((record, is_array), RecordKind(record, is_array))


_KINDS: dict[tuple[type[Record], bool], RecordKind] = {}


def field_kind(kind: FieldKind, record: type[Record] | None) -> ValueKind:
    """What a field gives when it is read."""
    if record is not None:
        return record_kind(record, kind is FieldKind.RECORDS)
    return _FIELDS[kind]


class Signature(NamedTuple):
    """How a compiled symbol is called.

    Kinds: 'f' double, 'i' 64-bit integer (also bool, as 0 or 1), 'F' pointer to doubles, 'I' pointer to
    64-bit integers, 'R' and a name pointer to a record. `result` is 'f', 'i' or None. Where subscripts are checked,
    'F+' and 'I+' are such pointers with the number of entries behind them.
    """

    arguments: tuple[str, ...]
    result: str | None

    def declaration(self, symbol: str) -> str:
        """Return the `declare` line of an external symbol called this way."""
        arguments = ", ".join(map(llvm_argument, self.arguments))
        return f"declare {llvm_result(self.result)} {global_name(symbol)}({arguments}) nounwind"


@dataclass(frozen=True)
class Bound:
    """Type of a parameter that stands for a function chosen at translation time.

    `arguments` is None for `Callable[..., R]`: then each call decides.
    """

    arguments: tuple[ValueKind, ...] | None
    result: TypeKind | None


@dataclass(frozen=True)
class Prototype:
    """A translated function seen from its callers; parameters in order, bound ones included."""

    symbol: str
    parameters: dict[str, ValueKind | Bound]
    result: TypeKind | None

    @property
    def signature(self) -> Signature:
        """The signature without bound parameters, which do not exist in compiled code."""
        kinds = (kind for kind in self.parameters.values() if not isinstance(kind, Bound))
        return Signature(tuple(kind.letter for kind in kinds), self.result and self.result.letter)

    @property
    def checked_signature(self) -> Signature:
        """The same where subscripts are checked: arrays have their lengths with them."""
        plain = self.signature
        return Signature(tuple(k + "+" if k in ("F", "I") else k for k in plain.arguments), plain.result)


def prototype(function: FunctionType) -> Prototype:
    """Read a function's annotations.

    Raises:
        TypeError: an annotation is missing or names no kind; the text says which.
    """
    try:
        hinted = hints(function)
    except NameError as error:
        raise TypeError(f"annotation names something unknown: {error}") from None
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    for name in (*names, "return"):
        if name not in hinted:
            raise TypeError(f"'{name}' has no annotation")
    result = _result(hinted["return"])
    return Prototype(function.__name__, {name: _parameter(name, hinted[name]) for name in names}, result)


def hints(function: FunctionType) -> Mapping[str, object]:
    """A function's annotations, those written as text evaluated; the key of loops and their translation both ask."""
    return _hints(function, written(function))


def written(function: FunctionType) -> tuple[tuple[str, object], ...]:
    """A function's annotations as they stand; what is kept of a function is kept for these."""
    return tuple(function.__annotations__.items())


@lru_cache(maxsize=1024)
def _hints(function: FunctionType, _: tuple[tuple[str, object], ...]) -> Mapping[str, object]:
    return typing.get_type_hints(function, include_extras=True)


def llvm_argument(letter: str) -> str:
    """LLVM's name of the type, or of both types, of an argument."""
    if letter.endswith("+"):
        return f"{POINTER}, {INTEGER}"
    return POINTER if letter[0] == "R" else TypeKind(letter).llvm


def llvm_result(kind: str | None) -> str:
    """LLVM's name of a result type."""
    return "void" if kind is None else TypeKind(kind).llvm


def global_name(symbol: str) -> str:
    """Spell a global symbol; Greek letters and the like need quotes."""
    return f"@{symbol}" if symbol.isascii() else f'@"{symbol}"'


def local_name(name: str) -> str:
    """Spell a local value or slot."""
    return f"%{name}" if name.isascii() else f'%"{name}"'


def literal(value: float) -> str:
    """Spell a number exactly; doubles by their bits."""
    if isinstance(value, float):
        return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
    return str(int(value))


_SCALARS = {float: TypeKind.FLOAT, int: TypeKind.INT, bool: TypeKind.BOOL}
_FIELDS = {
    FieldKind.FLOAT: TypeKind.FLOAT,
    FieldKind.INT: TypeKind.INT,
    FieldKind.BOOL: TypeKind.BOOL,
    FieldKind.FLOATS: TypeKind.FLOATS,
    FieldKind.INTS: TypeKind.INTS,
}
_PLAIN = (*_SCALARS.items(), (NDArray[np.float64], TypeKind.FLOATS), (NDArray[np.int64], TypeKind.INTS))


def _parameter(name: str, hint: object) -> ValueKind | Bound:
    if typing.get_origin(hint) is not collections.abc.Callable:
        return _kind(name, hint)
    arguments, result = typing.get_args(hint)
    if arguments is ...:
        return Bound(None, _result(result))
    return Bound(tuple(_kind(name, argument) for argument in arguments), _result(result))


def _kind(name: str, hint: object) -> ValueKind:
    if isinstance(hint, type) and issubclass(hint, Record):
        return record_kind(hint)
    for known, kind in _PLAIN:
        if hint == known:
            return kind
    raise TypeError(f"the annotation of '{name}' is {hint}")


def _result(hint: object) -> TypeKind | None:
    if hint in (None, NoneType):
        return None
    for known, kind in _SCALARS.items():
        if hint is known:
            return kind
    raise TypeError(f"the annotation of 'return' is {hint}")
