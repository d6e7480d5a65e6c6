"""Answers as plain data and back, by the types that their classes declare: nothing in a file is believed before it is checked.

Only what a class declares comes back: numbers, words, lists, mappings, arrays, enumerations and dataclasses. No name in a file
is looked up, and no code is run.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np

__all__ = ["NOT_KEPT", "from_plain", "to_plain"]

NOT_KEPT = frozenset({"described", "foreign", "elements", "made"})
"""Attributes of answers that are stored in another way."""


def to_plain(value: Any) -> Any:
    """A value as JSON knows it; numbers keep every bit."""
    if is_dataclass(value) and not isinstance(value, type):
        return {
            f.name: to_plain(getattr(value, f.name))
            for f in fields(value)
            if f.init and f.name not in NOT_KEPT
        }
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_plain(item) for item in value]
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def from_plain(kind: Any, value: Any, what: str = "the answer") -> Any:
    """A value of a type, from plain data.

    Raises:
        ValueError: the data are not of that type.
    """
    if kind is Any:
        return value
    if kind is None or kind is type(None):
        return _of(value, type(None), what)
    if get_origin(kind) in (Union, types.UnionType):
        return _one_of(get_args(kind), value, what)
    if is_dataclass(kind) and isinstance(kind, type):
        return _instance(kind, value, what)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    if kind is float:
        return float(_of(value, (int, float), what))
    if kind in (bool, int, str):
        return _of(value, kind, what)
    return _collection(kind, value, what)


def _collection(kind: Any, value: Any, what: str) -> Any:
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if origin is np.ndarray:
        return np.array(_of(value, list, what), dtype=np.float64)
    if origin is tuple and inner and inner[-1] is not Ellipsis:
        items = _of(value, list, what)
        if len(items) != len(inner):
            raise ValueError(f"{what} has {len(items)} items, not {len(inner)}")
        return tuple(from_plain(k, item, what) for k, item in zip(inner, items, strict=True))
    if origin in (tuple, list, Sequence):
        found = [from_plain(inner[0] if inner else Any, item, what) for item in _of(value, list, what)]
        return found if origin is list else tuple(found)
    if origin in (dict, Mapping):
        items = _of(value, dict, what).items()
        return {key: from_plain(inner[1] if inner else Any, item, f"{what}.{key}") for key, item in items}
    raise ValueError(f"{what} has a type that no file holds")


def _instance(kind: Any, value: Any, what: str) -> Any:
    data, hints = _of(value, dict, what), get_type_hints(kind)
    known = {f.name for f in fields(kind) if f.name not in NOT_KEPT and f.init}
    if not data.keys() <= known:
        raise ValueError(f"{what} has {', '.join(sorted(map(repr, data.keys() - known)))}")
    try:
        return kind(**{name: from_plain(hints[name], item, f"{what}.{name}") for name, item in data.items()})
    except TypeError as error:
        raise ValueError(f"{what} is not whole: {error}") from error


def _one_of(kinds: Sequence[Any], value: Any, what: str) -> Any:
    for kind in kinds:
        try:
            return from_plain(kind, value, what)
        except ValueError:
            continue
    raise ValueError(f"{what} is none of what it may be")


def _of(value: Any, kind: Any, what: str) -> Any:
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise ValueError(f"{what} is a {type(value).__name__}")
    return value
