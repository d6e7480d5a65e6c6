"""Records: named arrays and numbers that loops in restricted Python and compiled code share.

    class Pendulum(Record):
        angles: Floats          # an array: set when the record is made, its entries may change
        count: int              # a number that loops only read
        steps: Changing[int] = 0    # a number that loops change too

    p = Pendulum(angles=np.zeros(3), count=3)

Under CPython the fields are attributes: arrays are the NumPy arrays given, numbers are plain Python numbers. In compiled code
a record is the address of a few words of memory, one for a number, two for an array (where it lies, and its length); the
attributes read and write the same words. So one object serves both, and loops run as they stand in a debugger.

A field may be a record itself, or `Records[R]`, records of one kind side by side, `r.parts[k].count`. A function that passes
a record on without looking into it says `Record`.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator, Sequence
from enum import StrEnum
from inspect import get_annotations
from operator import index
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, TypeVar, dataclass_transform

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

T = TypeVar("T")
R = TypeVar("R", bound="Record")
_CHANGES = "changes"
Changing = Annotated[T, _CHANGES]
"""A number that loops may assign; they only read the others, so compiled code may read those once."""


class FieldKind(StrEnum):
    """What a field holds."""

    FLOAT = "float"
    INT = "int"
    BOOL = "bool"
    FLOATS = "array of floats"
    INTS = "array of ints"
    RECORD = "record"
    RECORDS = "records"

    @property
    def words(self) -> int:
        """How many words it takes: an array and a row of records have their length behind their address."""
        return 2 if self in (FieldKind.FLOATS, FieldKind.INTS, FieldKind.RECORDS) else 1

    @property
    def is_number(self) -> bool:
        """Whether it is a float, an int or a truth value."""
        return self is FieldKind.FLOAT or self is FieldKind.INT or self is FieldKind.BOOL


class RecordField(NamedTuple):
    """A field of a record: its name, kind and first word; whether loops may assign it; of what records it is made."""

    name: str
    kind: FieldKind
    place: int
    is_changing: bool
    record: type[Record] | None


@dataclass_transform(kw_only_default=True)
class Record:
    """Base of records, and what a function takes that only passes one on. Subclasses declare fields, nothing else."""

    record_fields: ClassVar[dict[str, RecordField]] = {}
    record_size: ClassVar[int] = 0
    """Words of memory."""
    _defaults: ClassVar[dict[str, float]] = {}
    _changing: ClassVar[Ints]
    """Words of the numbers that loops change ..."""
    _fresh: ClassVar[Ints]
    """... and what is in them in a new record."""
    record_address: int
    """Where compiled code finds it."""
    _words: Ints
    _floats: Floats
    _held: dict[str, Any]
    _is_part: bool = False

    def __init_subclass__(cls) -> None:
        if cls.__bases__ != (Record,):
            raise TypeError(
                f"record {cls.__name__} is derived from another. Let it have a field of that kind instead."
            )
        fields: dict[str, RecordField] = {}
        place = 0
        cls._defaults = {}
        hints = typing.get_type_hints(cls, include_extras=True)
        for name in get_annotations(cls):
            if hasattr(Record, name):
                raise TypeError(
                    f"field '{name}' of record {cls.__name__} is called like a part of every record"
                )
            kind, is_changing, record = _field(cls, name, hints[name])
            fields[name] = RecordField(name, kind, place, is_changing, record)
            place += kind.words
            if name in cls.__dict__:
                cls._defaults[name] = cls.__dict__[name]
            setattr(cls, name, _Attribute(fields[name]))
        cls.record_fields, cls.record_size = fields, place
        cls._changing, cls._fresh = _fresh_words(fields, cls._defaults)

    def __init__(self, **values: Any) -> None:
        kind = type(self)
        unknown = sorted(set(values) - set(kind.record_fields))
        missing = [n for n in kind.record_fields if n not in values and n not in kind._defaults]
        if unknown or missing:
            what = f"has no field '{unknown[0]}'" if unknown else f"needs '{missing[0]}'"
            raise TypeError(f"record {kind.__name__} {what}")
        self._held = {}
        words: list[int] = []
        floats: list[tuple[int, float]] = []
        for name, field in kind.record_fields.items():
            value = values[name] if name in values else kind._defaults[name]
            if field.kind is FieldKind.FLOAT:
                floats.append((field.place, float(value)))
                words.append(0)
            elif field.kind.is_number:
                words.append(_whole(field, value))
            else:
                words += _checked(kind, field, value)
                self._held[name] = value
        self._lie_in(np.array(words, dtype=np.int64))
        for place, value in floats:
            self._floats[place] = value

    def _lie_in(self, words: Ints) -> None:
        self._words, self._floats = words, words.view(np.float64)
        self.record_address = int(words.ctypes.data)

    def move_to(self, words: Ints) -> None:
        """Lie elsewhere from now on, among others; not where its address is known already."""
        if self._is_part:
            raise TypeError(f"a record {type(self).__name__} is part of two others. Make one for each.")
        self._is_part = True
        words[:] = self._words
        self._lie_in(words)

    def clear(self) -> None:
        """Set every number that loops change to what it is in a new record: its default, or 0."""
        self._words[self._changing] = self._fresh

    def __repr__(self) -> str:
        shown = (f"{n}={getattr(self, n)!r}" for n, f in self.record_fields.items() if f.kind.is_number)
        return f"{type(self).__name__}({', '.join(shown)})"


class Records(Generic[R]):
    """Records of one kind side by side."""

    def __init__(self, kind: type[R], items: Sequence[R]) -> None:
        self.record = kind
        self._items = tuple(items)
        self.words = np.zeros((len(self._items), kind.record_size), dtype=np.int64)
        for item, words in zip(self._items, self.words, strict=True):
            if type(item) is not kind:
                raise TypeError(f"a {type(item).__name__} stands among records {kind.__name__}")
            item.move_to(words)

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[R]:
        return iter(self._items)

    def __getitem__(self, k: int) -> R:
        return self._items[k]


class _Attribute:
    """How Python reads and writes a field."""

    def __init__(self, field: RecordField) -> None:
        self.field = field

    def __get__(self, record: Record | None, kind: type[Record]) -> Any:
        name, of, place, _, _ = self.field
        if record is None:
            raise AttributeError(f"'{name}' is a field of the records {kind.__name__}")
        if of is FieldKind.FLOAT:
            return float(record._floats[place])
        if of is FieldKind.INT:
            return int(record._words[place])
        if of is FieldKind.BOOL:
            return bool(record._words[place])
        return record._held[name]

    def __set__(self, record: Record, value: Any) -> None:
        field = self.field
        if field.kind is FieldKind.FLOAT:
            record._floats[field.place] = value
        elif field.kind.is_number:
            record._words[field.place] = _whole(field, value)
        else:
            raise AttributeError(f"'{field.name}' is set when the record is made; assign its entries")


def _fresh_words(fields: dict[str, RecordField], defaults: dict[str, float]) -> tuple[Ints, Ints]:
    """Where the numbers lie that loops change, and the words of them in a new record."""
    changing = [field for field in fields.values() if field.is_changing]
    words = np.zeros(len(changing), dtype=np.int64)
    for k, field in enumerate(changing):
        value = defaults.get(field.name, 0)
        if field.kind is FieldKind.FLOAT:
            words.view(np.float64)[k] = value
        else:
            words[k] = _whole(field, value)
    return np.array([field.place for field in changing], dtype=np.int64), words


def _whole(field: RecordField, value: Any) -> int:
    """The word of an int or a truth value."""
    if field.kind is FieldKind.BOOL and value not in (True, False):
        raise TypeError(f"{value!r} is no truth value")
    return index(value) if field.kind is FieldKind.INT else int(value)


_PLAIN: tuple[tuple[object, FieldKind], ...] = (
    (float, FieldKind.FLOAT),
    (int, FieldKind.INT),
    (bool, FieldKind.BOOL),
    (Floats, FieldKind.FLOATS),
    (Ints, FieldKind.INTS),
)


def _field(cls: type[Record], name: str, hint: object) -> tuple[FieldKind, bool, type[Record] | None]:
    """Kind of a field by its annotation, whether loops may assign it, and the records it is made of."""
    is_changing = getattr(hint, "__metadata__", ()) == (_CHANGES,)
    if is_changing:
        hint = typing.get_args(hint)[0]
    for known, kind in _PLAIN:
        if hint == known and (kind.is_number or not is_changing):
            return kind, is_changing, None
    if isinstance(hint, type) and issubclass(hint, Record) and not is_changing:
        return FieldKind.RECORD, False, hint
    if typing.get_origin(hint) is Records and not is_changing:
        return FieldKind.RECORDS, False, typing.get_args(hint)[0]
    raise TypeError(
        f"field '{name}' of record {cls.__name__} is annotated {hint}. Allowed are float, int and bool, also as "
        "Changing[...], Floats, Ints, a record, and Records[...] of one."
    )


def _checked(kind: type[Record], field: RecordField, value: Any) -> tuple[int, ...]:
    """The words of a field that is no number."""
    where = f"field '{field.name}' of record {kind.__name__}"
    if field.kind is FieldKind.RECORD:
        if field.record is None or not isinstance(value, field.record):
            raise TypeError(f"{where} is a {type(value).__name__}, not a record of its kind")
        value._is_part = True  # and lies where it lies from now on
        return (value.record_address,)
    if field.kind is FieldKind.RECORDS:
        if not isinstance(value, Records) or value.record is not field.record:
            raise TypeError(f"{where} needs Records of its kind")
        return int(value.words.ctypes.data), len(value)
    wanted = np.float64 if field.kind is FieldKind.FLOATS else np.int64
    if not (isinstance(value, np.ndarray) and value.ndim == 1 and value.dtype == wanted):
        raise TypeError(f"{where} needs a 1-D array of {np.dtype(wanted)}")
    if not value.flags.c_contiguous:
        raise TypeError(f"{where} needs a contiguous array")
    return int(value.ctypes.data), len(value)
