"""What every element of the catalogue shares: a name, ends, and parameters declared once.

A parameter is declared where it is used,

    stiffness = param("N/m", "pull per metre of stretch", ge=0)

and from that one line follow the constructor, the model-file keyword, the range check, the messages and the
documentation; where one of a few words is to be chosen, it is a `choice`, a yes or no is a `flag`, names of other things
are `names`. An element holds what the user wrote (numbers, quantities, expressions, words). `bind` gives a copy whose parameters are scalars, floats or graph nodes, on which the
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

from sarrus.elements.declared_units import require_si
from sarrus.elements.ends import end_of
from sarrus.elements.mistakes import is_outside, watch
from sarrus.elements.quantities import Coordinate as Coordinate
from sarrus.elements.quantities import Row as Row
from sarrus.elements.quantities import State as State
from sarrus.elements.quantities import angle as angle
from sarrus.elements.quantities import directions as directions
from sarrus.elements.quantities import length as length
from sarrus.elements.quantities import lengths as lengths
from sarrus.elements.sight import Sight
from sarrus.elements.when_asked import DocstringWhenAsked, SignatureWhenAsked
from sarrus.elements.words import Choice as Choice
from sarrus.elements.words import Chosen
from sarrus.elements.words import Flag as Flag
from sarrus.elements.words import Names as Names
from sarrus.elements.words import OneName as OneName
from sarrus.elements.words import choice as choice
from sarrus.elements.words import flag as flag
from sarrus.elements.words import named as named
from sarrus.elements.words import names as names
from sarrus.errors import ModelError, quote, suggest
from sarrus.scalar import Scalar
from sarrus.scalar.expression import Expression, Quantity, Value, evaluate_value
from sarrus.scalar.parsing import parse_value
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
    words: tuple[str, ...] = ()
    letter: str = ""

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
        return " or ".join([" and ".join(said) or "any number", *self.words])

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
    words: tuple[str, ...] = (),
    letter: str = "",
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
        words: what may stand for it in place of a number. Which is given is structure.
        letter: what a number without a name is printed as, "mu_k"; a list has one for each place, "k_x k_y k_z". Left out,
            the unit tells.
    """
    return Param(unit, meaning, shape, ge, gt, lt, default, varies, key, words, letter)


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
        also_called: keywords that people try who know it by another name; messages lead them here.
    """

    sight: ClassVar[Sight] = Sight.TIME
    words: ClassVar[dict[str, str]] = {}
    on_coordinates: ClassVar[bool] = False
    ends: ClassVar[tuple[str, ...]] = ()
    primary: ClassVar[str] = ""
    also_called: ClassVar[tuple[str, ...]] = ()
    params: ClassVar[dict[str, Param]] = {}
    choices: ClassVar[dict[str, Chosen]] = {}
    tables: ClassVar[dict[str, Tabled]] = {}
    _declared: ClassVar[dict[str, Param | Chosen]] = {}
    keyword: ClassVar[str] = ""

    __signature__ = SignatureWhenAsked()

    name: str
    at: tuple[str, ...]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        watch(cls)
        _refuse_hiding(cls)
        cls.params = _with_own(cls, Param, cls.params)
        cls.choices = _with_own(cls, Chosen, cls.choices)  # type: ignore[type-abstract]
        cls.tables = _with_own(cls, Tabled, cls.tables)
        cls._declared = {**cls.params, **cls.choices}
        keyword = keyword_of(cls.__name__)
        if vars(cls).get("keyword", keyword) != keyword:
            raise TypeError(
                f"{cls.__name__} sets 'keyword', which follows from the name of its class. Leave it out."
            )
        cls.keyword = keyword
        if is_outside(cls):  # of the catalogue, a test knows
            require_si(cls, ((name, p.unit) for name, p in cls.params.items()))
        _refuse_ambiguity(cls)
        if isinstance(text := vars(cls).get("__doc__"), str):
            cls.__doc__ = DocstringWhenAsked(text)  # type: ignore[assignment]

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
        self.at = tuple(end_of(label, a) for a in arguments[:count])
        extra = arguments[count:]
        if self.primary and len(extra) == 1 and self.primary not in values:
            values[self.primary], extra = extra[0], ()
        if len(self.at) < count or extra:
            wanted = ", ".join(self.ends) or "no frames"
            raise ModelError.one(
                label,
                f"takes {wanted}, but {len(arguments)} {'was' if len(arguments) == 1 else 'were'} given.",
            )
        self.set_values(label, values)

    @classmethod
    def declared(cls) -> dict[str, Param | Chosen]:
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
            if getattr(self, key) in p.words:
                continue
            giving = in_tables if in_tables and p.is_table else resolve
            setattr(bound, key, bound_value(p, getattr(self, key), f"{self.name}.{key}", giving, planar))
        return bound

    def faults(self, unit: str) -> Iterable[Fault]:
        """What does not fit together, of an element bound to numbers; each of them is right by itself.

        Args:
            unit: of the coordinate that it is on; "1" where it is on none.
        """
        return ()

    @classmethod
    def sample(cls, unit: str, seed: int) -> dict[str, Any]:
        """Values that fit together, for examples and tests; empty where any that are allowed do.

        Args:
            unit: of the coordinate that it is on.
            seed: picks one of several.
        """
        return {}

    def in_words(self, table: str) -> str:
        """What one of its tables is, as the user wrote it: one phrase."""
        return f"{table} of {self.keyword}"

    def structure(self) -> tuple[Hashable, ...]:
        """What its physics methods depend on besides scalars: its class, what was chosen, and how long its lists are.

        Two elements of equal structure give the same expressions once their parameters are symbols.
        """
        lists = (k for k, p in self.params.items() if p.shape is not Shape.NUMBER and not p.is_table)
        values = (getattr(self, key) for key in lists)
        return type(self), *self.chosen(), *(len(v) if isinstance(v, tuple) else 1 for v in values)

    def chosen(self) -> tuple[Hashable, ...]:
        """The words, flags and names that were chosen, and words that stand in place of numbers."""
        words = (getattr(self, key) for key, p in self.params.items() if p.words)
        return (*(getattr(self, key) for key in self.choices), *(w for w in words if isinstance(w, str)))

    def __repr__(self) -> str:
        parts = [repr(self.name)] if self.name else []
        if self.at:
            parts[-1:] = [f"{''.join(parts)}: {' -> '.join(self.at)}"]
        parts += [f"{k}={v}" for k, v in self.written().items()]
        return f"{type(self).__name__}({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    __hash__ = None  # type: ignore[assignment]


def shallow_copy(thing: T) -> T:
    """A copy that shares what the original holds, as `copy.copy` makes it, but five times as fast."""
    other = object.__new__(type(thing))
    other.__dict__.update(thing.__dict__)
    return other


def as_written(value: Any, where: str, levels: int = 3) -> Any:
    """A value, or a tuple of values, as elements keep it."""
    if type(value) is float and math.isfinite(value):
        return value  # fast path: a plain number
    value = without_arrays(value)
    if isinstance(value, (list, tuple)) and levels:
        return tuple(as_written(v, where, levels - 1) for v in value)
    return parse_value(value, where)


def without_arrays(value: Any) -> Any:
    """An array of NumPy as the lists that it stands for, one without axes as its number; all else as it is."""
    is_array = type(value).__module__ == "numpy" and hasattr(value, "ndim") and hasattr(value, "tolist")
    return value.tolist() if is_array else value


def _refuse_hiding(cls: type[Element]) -> None:
    """Refuse a declaration that is called like an attribute of the classes it is derived from."""
    for word, found in vars(cls).items():
        if not isinstance(found, Param | Chosen):
            continue
        owner = next((base for base in reversed(cls.__mro__[1:]) if _has(base, word)), None)
        if owner is not None or word in ("name", "at"):
            whose = "element" if owner in (None, Element) else owner.__name__
            raise TypeError(
                f"{cls.__name__} declares '{word}', which every {whose} has for itself. Choose another name."
            )


def _refuse_ambiguity(cls: type[Element]) -> None:
    """Refuse declarations that a file could not tell apart from each other, or from the keyword."""
    words: dict[str, str] = {}
    for word, p in cls._declared.items():
        key = (p.key or word).replace("-", "_")
        if key == cls.keyword.replace("-", "_") and (cls.ends or word != cls.primary):
            raise TypeError(
                f"{cls.__name__} declares '{word}', and '{p.key or word}' is its own keyword in files. Choose another name."
            )
        if words.setdefault(key, word) != word:
            raise TypeError(
                f"{cls.__name__} declares '{words[key]}' and '{word}', which are one word in files."
            )


def _has(base: type, word: str) -> bool:
    """Whether a class has an attribute of its own that is no declaration, or promises one to its subclasses."""
    if word in vars(base):
        return not isinstance(vars(base)[word], Param | Chosen)
    return str(vars(base).get("__annotations__", {}).get(word, "")).startswith("ClassVar")


def kept(p: Param | Chosen, value: Any, where: str) -> Any:
    """A parameter as elements keep it."""
    if isinstance(p, Chosen):
        value = p.taken(value)
        if not p.admits(value):
            said = quote(value) if isinstance(value, str) else f"of the type {type(value).__name__}"
            raise ModelError.one(where, f"is {said}", f"It is {p.range_text()}", p.near(value))
        return p.kept(value)
    if isinstance(value, str) and value in p.words:
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
    # One with the numbers of the plane lies in the plane, also where others do not.
    if p.shape is Shape.AXIAL and (planar or len(numbers) == 1):
        return Vec3(0.0, 0.0, numbers[0])
    return Vec3(numbers[0], numbers[1], 0.0 if planar or len(numbers) == 2 else numbers[2])


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
