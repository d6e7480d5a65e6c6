"""What every element of the catalogue shares: a name, ends, and parameters declared once.

A parameter is declared where it is used,

    stiffness = param("N/m", "pull per metre of stretch", ge=0)

and from that one line follow the constructor, the model-file keyword, the range check, the messages and the
documentation; where one of a few words is to be chosen, it is a `choice`. An element holds what the user wrote (numbers,
quantities, expressions, words). `bind` gives a copy whose parameters are scalars, floats or graph nodes, on which the
physics methods run.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Self, TypeVar

from sarrus.elements.sight import Sight
from sarrus.errors import ModelError, quote, suggest
from sarrus.scalar import Scalar
from sarrus.scalar.expression import Expression, Quantity, Value, evaluate_value, parse_value
from sarrus.scalar.tabled import Tabled
from sarrus.spatial import Vec3

T = TypeVar("T")
Resolve = Callable[[str, Value, str], Scalar]
"""(path, written value, unit) -> scalar."""


class Shape(Enum):
    """What a parameter is in space and in the plane.

    A number, a vector, an axial vector (a moment), a list of numbers of any length, a table: pairs of numbers, a list
    of points, or a file: the path of a table of numbers, with a column for each unit.
    """

    NUMBER = ("number", 1, 1)
    VECTOR = ("vector", 3, 2)
    AXIAL = ("axial vector", 3, 1)
    LIST = ("list of numbers", 0, 0)
    TABLE = ("table of pairs", 0, 0)
    POINTS = ("list of points", 0, 0)
    FILE = ("path of a file", 0, 0)

    def size(self, planar: bool) -> int:
        """How many numbers the user writes; 0 where that is up to the user."""
        return self.value[2] if planar else self.value[1]


@dataclass(frozen=True)
class Coordinate:
    """A published quantity of a joint or a sensor: its name and SI unit."""

    name: str
    unit: str

    @property
    def is_angle(self) -> bool:
        """Whether it is counted in turns, so that 2 pi more is the same pose."""
        return self.unit == "rad"


@dataclass(frozen=True)
class State:
    """A state of an element's own: it has no inertia, and a rate that the element states.

    Attributes:
        name, unit: as it is published.
        start: where it begins, if the user says nothing else.
        scale: size of a usual value, in its unit; errors are measured against it.
    """

    name: str
    unit: str
    start: float = 0.0
    scale: float = 1.0


class Row(str):
    """A closure row by name, with its unit: "m" for a length, "1" for a product of unit vectors or an angle."""

    unit: str

    def __new__(cls, name: str, unit: str) -> Row:  # noqa: D102
        row = super().__new__(cls, name)
        row.unit = unit
        return row


def lengths(*names: str) -> tuple[Row, ...]:
    """Rows that are lengths."""
    return tuple(Row(name, "m") for name in names)


def directions(*names: str) -> tuple[Row, ...]:
    """Rows that are products of unit vectors, or angles."""
    return tuple(Row(name, "1") for name in names)


def angle(name: str) -> Coordinate:
    """A coordinate in radians."""
    return Coordinate(name, "rad")


def length(name: str) -> Coordinate:
    """A coordinate in metres."""
    return Coordinate(name, "m")


@dataclass(frozen=True)
class DataFile:
    """A parameter of shape FILE: the path as written, and its rows once a snapshot has read them."""

    path: str
    rows: tuple[tuple[float, ...], ...] = ()

    def __str__(self) -> str:
        return self.path


@dataclass(frozen=True)
class Param:
    """One declared parameter."""

    unit: str
    meaning: str
    shape: Shape = Shape.NUMBER
    ge: float | None = None
    gt: float | None = None
    lt: float | None = None
    default: float | tuple[()] | None = None
    varies: bool = False
    key: str = ""

    @property
    def is_limited(self) -> bool:
        """Whether some numbers are not allowed."""
        return any(bound is not None for bound in (self.ge, self.gt, self.lt))

    @property
    def required(self) -> bool:
        """Whether the user must give it."""
        return self.default is None

    @property
    def is_table(self) -> bool:
        """Whether it is a table: its numbers, and how many there are, are no structure."""
        return self.shape in (Shape.TABLE, Shape.FILE)

    def range_text(self) -> str:
        """The allowed range in words."""
        said = []
        if self.gt is not None:
            said.append(f"greater than {self.gt:g}")
        if self.ge is not None:
            said.append(f"at least {self.ge:g}")
        if self.lt is not None:
            said.append(f"less than {self.lt:g}")
        return " and ".join(said) or "any number"

    def admits(self, number: float) -> bool:
        """Whether a number lies in the range."""
        return (
            (self.gt is None or number > self.gt)
            and (self.ge is None or number >= self.ge)
            and (self.lt is None or number < self.lt)
        )


def param(
    unit: str,
    meaning: str,
    *,
    shape: Shape = Shape.NUMBER,
    ge: float | None = None,
    gt: float | None = None,
    lt: float | None = None,
    default: float | tuple[()] | None = None,
    varies: bool = False,
    key: str = "",
) -> Any:
    """Declare a parameter of an element.

    Args:
        unit: SI unit of what the user writes; "coordinate" for the unit of the coordinate that it acts on,
            "effort" for that of what acts along it (`unit_on`).
        meaning: one phrase for documentation and messages.
        shape: number, vector or axial vector.
        ge: smallest allowed value.
        gt: value it must exceed.
        lt: value it must stay below.
        default: value when the user gives none, () for a list that may be left out; without it the parameter is required.
        varies: whether it may be an expression of what its element sees (`Element.sight`): of time t at least.
        key: the model-file keyword where it cannot be the Python name.
    """
    return Param(unit, meaning, shape, ge, gt, lt, default, varies, key)


@dataclass(frozen=True)
class Choice:
    """One declared choice between words. Which is chosen is structure."""

    words: tuple[str, ...]
    meaning: str
    default: str | None = None
    key: str = ""

    @property
    def required(self) -> bool:
        """Whether the user must choose."""
        return self.default is None

    def range_text(self) -> str:
        """The words."""
        return f"one of {', '.join(self.words)}"

    def admits(self, word: object) -> bool:
        """Whether it is one of the words."""
        return word in self.words

    taken = staticmethod(lambda word: word)
    """A word as it is kept."""

    def near(self, word: str) -> str:
        """What may have been meant."""
        return suggest(word, self.words)


def choice(*words: str, meaning: str, default: str | None = None, key: str = "") -> Any:
    """Declare a choice between words.

    Args:
        words: what can be chosen.
        meaning: one phrase for documentation and messages.
        default: the word when the user gives none; without it the user must choose.
        key: the model-file keyword where it cannot be the Python name.
    """
    return Choice(words, meaning, default, key)


@dataclass(frozen=True)
class Fault:
    """What does not fit together in an element: the parameter it is said of, what it is, what is allowed, what to try."""

    key: str
    what: str
    allowed: str = ""
    try_: str = ""


def _with_own(cls: type, kind: type[T], inherited: dict[str, T]) -> dict[str, T]:
    """The declarations of a class, its own in front."""
    own = {name: found for name, found in vars(cls).items() if isinstance(found, kind)}
    return {**own, **{name: found for name, found in inherited.items() if name not in own}}


def keyword_of(class_name: str) -> str:
    """SpringDamper -> spring-damper."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", class_name).lower()


class Element:
    """A named item of the catalogue.

    Class attributes of a final element:
        ends: labels of the frames (or the coordinate) it touches, in order.
        primary: the parameter written right behind the keyword, for elements without ends.
        on_coordinates: whether its ends are joint coordinates (`A.theta`) instead of frames.
        sight, words: what its expressions that vary may read; words of its own with their symbols.
    """

    sight: ClassVar[Sight] = Sight.TIME
    words: ClassVar[dict[str, str]] = {}
    on_coordinates: ClassVar[bool] = False
    ends: ClassVar[tuple[str, ...]] = ()
    primary: ClassVar[str] = ""
    params: ClassVar[dict[str, Param]] = {}
    choices: ClassVar[dict[str, Choice]] = {}
    tables: ClassVar[dict[str, Tabled]] = {}
    _declared: ClassVar[dict[str, Param | Choice]] = {}
    keyword: ClassVar[str] = ""

    name: str
    at: tuple[str, ...]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.params = _with_own(cls, Param, cls.params)
        cls.choices = _with_own(cls, Choice, cls.choices)
        cls.tables = _with_own(cls, Tabled, cls.tables)
        cls._declared = {**cls.params, **cls.choices}
        for key in cls._declared:
            if key in _OWN_WORDS:
                raise TypeError(f"{cls.__name__} declares '{key}', which every element has for itself")
        cls.keyword = keyword_of(cls.__name__)

    def __init__(self, name: str, *arguments: Any, **values: Any) -> None:
        """Name, then the ends in order, then parameters by name."""
        if not isinstance(name, str):
            raise ModelError.one(
                "",
                f"the first argument of {type(self).__name__} is its name, but it is of the type {type(name).__name__}",
                "",
                f'Write {type(self).__name__}("name", ...)',
            )
        self.name = name
        label = f"{self.keyword} {quote(name)}" if name else self.keyword
        count = len(self.ends)
        self.at = tuple(_end(label, a) for a in arguments[:count])
        extra = arguments[count:]
        if self.primary and len(extra) == 1 and self.primary not in values:
            values[self.primary], extra = extra[0], ()
        if len(self.at) < count or extra:
            wanted = ", ".join(self.ends) or "no frames"
            raise ModelError.one(label, f"takes {wanted}, but {len(arguments)} were given.")
        self.set_values(label, values)

    @classmethod
    def declared(cls) -> dict[str, Param | Choice]:
        """Everything the user may write beside the ends, by its Python name."""
        return cls._declared

    def set_values(self, where: str, values: dict[str, Any]) -> None:
        """Take parameter values as written, checking their names."""
        declared = self.declared()
        for key in values:
            if key not in declared:
                allowed = ", ".join(declared) or "none"
                raise ModelError.one(
                    where,
                    f"has no parameter '{key}'.",
                    f"Its parameters are: {allowed}.",
                    suggest(key, declared),
                )
        for key, p in declared.items():
            if key in values:
                setattr(self, key, kept(p, values[key], f"{where}, {key}"))
            elif p.required:
                unit = f", in {p.unit}" if isinstance(p, Param) else ""
                raise ModelError.one(
                    where,
                    f"lacks '{key}' ({p.meaning}).",
                    f"It is {p.range_text()}{unit}.",
                    f"Add {key}: ...",
                )
            else:
                setattr(self, key, p.default)

    def written(self) -> dict[str, Any]:
        """Parameter values as the user wrote them, without those left at their default."""
        return {
            k: getattr(self, k)
            for k, p in self.declared().items()
            if getattr(self, k) != p.default or p.required
        }

    def bind(self, resolve: Resolve, planar: bool, in_tables: Resolve | None = None) -> Self:
        """A copy whose parameters are scalars (or vectors of scalars), ready for its physics methods.

        Args:
            resolve: gives the scalar of a written value.
            planar: whether it stands between planar bodies.
            in_tables: the same for expressions in tables, where that differs. Plain numbers in tables stay as they are.
        """
        bound = shallow_copy(self)
        for key, p in self.params.items():
            giving = in_tables if in_tables and p.is_table else resolve
            setattr(bound, key, bound_value(p, getattr(self, key), f"{self.name}.{key}", giving, planar))
        return bound

    def faults(self) -> Iterable[Fault]:
        """What does not fit together, of an element bound to numbers; each of them is right by itself."""
        return ()

    def in_words(self, table: str) -> str:
        """What one of its tables is, as the user wrote it: one phrase."""
        return f"{table} of {self.keyword}"

    def structure(self) -> tuple[Hashable, ...]:
        """What its physics methods depend on besides scalars: its class, what was chosen, and how long its lists are.

        Two elements of equal structure give the same expressions once their parameters are symbols.
        """
        lists = (p for p in self.params.items() if not p[1].shape.size(planar=False) and not p[1].is_table)
        return type(self), *self.chosen(), *(len(getattr(self, key)) for key, _ in lists)

    def chosen(self) -> tuple[str, ...]:
        """The words that were chosen."""
        return tuple(getattr(self, key) for key in self.choices)

    def __repr__(self) -> str:
        parts = [repr(self.name)] if self.name else []
        if self.at:
            parts[-1:] = [f"{''.join(parts)}: {' -> '.join(self.at)}"]
        parts += [f"{k}={v}" for k, v in self.written().items()]
        return f"{type(self).__name__}({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    __hash__ = None  # type: ignore[assignment]


def _end(label: str, given: Any) -> str:
    """The path of an end: a text, or something that has one."""
    path = getattr(given, "path", given)
    if not isinstance(path, str):
        raise ModelError.one(
            label, f"one of its ends is of the type {type(given).__name__}", "Ends are frames or names"
        )
    return path


def shallow_copy(thing: T) -> T:
    """A copy that shares what the original holds, as `copy.copy` makes it, but five times as fast."""
    other = object.__new__(type(thing))
    other.__dict__.update(thing.__dict__)
    return other


def as_written(value: Any, where: str, levels: int = 3) -> Any:
    """A value, or a tuple of values, as elements keep it."""
    if type(value) is float and math.isfinite(value):
        return value  # fast path: a plain number
    if isinstance(value, (list, tuple)) and levels:
        return tuple(as_written(v, where, levels - 1) for v in value)
    return parse_value(value, where)


_OWN_WORDS = frozenset(dir(Element)) | {"name", "at"}
"""What a parameter cannot be called."""


def kept(p: Param | Choice, value: Any, where: str) -> Any:
    """A parameter as elements keep it."""
    if isinstance(p, Choice):
        value = p.taken(value)
        if not p.admits(value):
            said = quote(value) if isinstance(value, str) else f"of the type {type(value).__name__}"
            near = p.near(value) if isinstance(value, str) else ""
            raise ModelError.one(where, f"is {said}", f"It is {p.range_text()}", near)
        return value
    if p.shape is not Shape.FILE:
        return as_written(value, where)
    if not isinstance(value, str | os.PathLike):
        raise ModelError.one(
            where, f"is of the type {type(value).__name__}", "It is the path of a file, as text"
        )
    return DataFile(os.fspath(value))


def bound_value(p: Param, value: Any, path: str, resolve: Resolve, planar: bool) -> Any:
    """The scalars of one parameter; vectors in the plane get structural zeros out of it.

    A list becomes a tuple of scalars, a table and a file a tuple of pairs, a list of points a tuple of vectors. The lengths
    of lists are structure, their numbers are not; nothing of a table is, it is for `tabled` methods only. The unit of a table reads "s, m": that of its first and of its second
    column.
    """
    if p.shape is Shape.NUMBER:
        return resolve(path, value, p.unit)
    if p.shape is Shape.LIST:
        return tuple(resolve(f"{path}.{i + 1}", v, p.unit) for i, v in enumerate(value))
    if p.shape is Shape.POINTS:
        return tuple(_point(v, f"{path}.{i + 1}", p.unit, resolve) for i, v in enumerate(value))
    if p.shape in (Shape.TABLE, Shape.FILE):
        units = [u.strip() for u in p.unit.split(",")]
        if isinstance(value, DataFile):
            return value.rows
        return tuple(
            tuple(
                v if type(v) is float else _in_table(v, f"{path}.{i + 1}.{k + 1}", u, resolve)
                for k, (v, u) in enumerate(zip(row, units, strict=True))
            )
            for i, row in enumerate(value)
        )
    written: Iterable[Value] = value if isinstance(value, tuple) else (value,)
    numbers = [resolve(f"{path}.{axis}", v, p.unit) for axis, v in zip("xyz", written, strict=False)]
    if p.shape is Shape.AXIAL and planar:
        return Vec3(0.0, 0.0, numbers[0])
    return Vec3(numbers[0], numbers[1], 0.0 if planar else numbers[2])


def _in_table(written: Value, path: str, unit: str, resolve: Resolve) -> Scalar:
    """A number of a table: as it is, or an expression of parameters."""
    if isinstance(written, Expression) and not written.names():
        return evaluate_value(written, {})
    if isinstance(written, Expression):
        return resolve(path, written, unit)
    return written.value if isinstance(written, Quantity) else float(written)


def _point(written: tuple[Value, ...], path: str, unit: str, resolve: Resolve) -> Vec3:
    """A point of two or three written numbers."""
    numbers = [resolve(f"{path}.{axis}", v, unit) for axis, v in zip("xyz", written, strict=False)]
    return Vec3(numbers[0], numbers[1], numbers[2] if len(numbers) > 2 else 0.0)
