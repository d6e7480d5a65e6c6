"""Functions of restricted Python that are translated only where no compiled object of them is found."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache as once
from functools import cached_property
from types import FunctionType, MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from sarrus.records import Record
from sarrus.scalar.subset.types import Signature, hints, prototype

if TYPE_CHECKING:
    from sarrus.scalar.subset.module import Translation

_NOTHING: Mapping[str, Signature] = MappingProxyType({})


class Loops:
    """What `translate` takes; what it gives, made when it is first asked for.

    Args:
        functions: the entry points.
        bind: what bound parameters stand for.
        externs: signatures of symbols defined elsewhere.
        elsewhere: functions that are called where they are reached, but not translated with the others; they are found
            in the loops `beside`, or never called.
        beside: loops that have them.
        is_checked: whether subscripts are looked at, for debugging.
    """

    def __init__(
        self,
        functions: Sequence[Callable[..., object]],
        bind: Mapping[str, str | Callable[..., object]],
        externs: Mapping[str, Signature] = _NOTHING,
        elsewhere: Sequence[Callable[..., object]] = (),
        beside: Loops | None = None,
        is_checked: bool = False,
    ) -> None:
        self.is_checked = is_checked
        apart = {f.__name__: self._signature(f) for f in elsewhere if isinstance(f, FunctionType)}
        self._functions, self._bind, self._externs = tuple(functions), dict(bind), {**externs, **apart}
        self.elsewhere, self.beside = tuple(apart), beside

    @property
    def bound(self) -> Mapping[str, str | Callable[..., object]]:
        """What bound parameters stand for."""
        return self._bind

    @cached_property
    def signatures(self) -> dict[str, Signature]:
        """Signatures of the entry points: no other function can be called from outside."""
        return {f.__name__: self._signature(f) for f in self._functions if isinstance(f, FunctionType)}

    def _signature(self, function: FunctionType) -> Signature:
        found = prototype(function)
        return found.checked_signature if self.is_checked else found.signature

    @cached_property
    def translation(self) -> Translation:
        """The functions and all they call as LLVM IR."""
        from sarrus.scalar.subset.module import translate

        return translate(self._functions, self._bind, self._externs, self.is_checked)

    @property
    def text(self) -> str:
        """Definitions."""
        return self.translation.text

    @property
    def sites(self) -> Sequence[tuple[str, int, str]]:
        """Where subscripts that are checked stand."""
        return self.translation.sites

    @property
    def declarations(self) -> Mapping[str, str]:
        """What the definitions need besides."""
        return self.translation.declarations

    @property
    def externals(self) -> Mapping[str, Signature]:
        """How bound symbols are called."""
        return self.translation.externals

    @cached_property
    def key(self) -> str:
        """A digest of all that the text depends on, found without translating; "" when it cannot be known.

        The byte code of the functions and of all they reach, the values of the globals they name, and the sources of
        the translator. Line numbers and files are no part of it.
        """
        translator = sources()
        if not translator:
            return ""
        digest = hashlib.sha256()
        for part in _described(self._functions, self._bind, self._externs):
            digest.update(len(part).to_bytes(8, "little") + part)
        return f"{translator} {digest.hexdigest()}{' checked' if self.is_checked else ''}"

    @property
    def is_current(self) -> bool:
        """Whether the sources that were translated are those of the functions at hand.

        A file may be edited between its import and the translation, and the key speaks of what was imported.
        """
        return self.translation.is_current


@once
def sources() -> str:
    """A digest of the files that turn functions into machine code; "" when they cannot be read."""
    here = os.path.dirname(__file__)
    above = os.path.dirname(here)
    try:
        names = sorted(n for n in os.listdir(here) if n.endswith(".py"))
        digest = hashlib.sha256()
        for path in (*(os.path.join(here, n) for n in names), os.path.join(above, "linking.py")):
            with open(path, "rb") as file:
                digest.update(hashlib.sha256(file.read()).digest())
    except OSError:
        return ""
    return digest.hexdigest()


def _described(
    functions: Sequence[object], bind: Mapping[str, object], externs: Mapping[str, Signature]
) -> Iterator[bytes]:
    """Everything that the translation of functions depends on, piece by piece."""
    yield repr((sys.version_info, [getattr(f, "__name__", f) for f in functions])).encode()
    yield repr(sorted(externs.items())).encode()
    waiting = [*functions]
    for name, target in sorted(bind.items()):
        yield f"{name} {target if isinstance(target, str) else getattr(target, '__name__', target)}".encode()
        waiting.append(target)
    seen: set[int] = set()
    while waiting:
        function = waiting.pop()
        if isinstance(function, FunctionType) and id(function) not in seen:
            seen.add(id(function))
            yield from _function(function, waiting)


def _function(function: FunctionType, called: list[object]) -> Iterator[bytes]:
    """A function: its name, types, code, and what its global names stand for now. Notes the functions among them."""
    code = function.__code__
    yield f"{function.__name__} {[(name, _hint(hint)) for name, hint in hints(function).items()]}".encode()
    yield code.co_code
    yield repr((code.co_consts, code.co_varnames, code.co_names)).encode()
    for name in code.co_names:
        value = function.__globals__.get(name)
        if isinstance(value, FunctionType):
            called.append(value)
            yield value.__name__.encode()
        elif isinstance(value, np.ndarray):
            yield f"{value.dtype.str} {value.shape}".encode()
            yield value.tobytes()
        else:
            yield f"{type(value).__name__} {value!r}".encode()


@once
def _hint(hint: object) -> str:
    """An annotation; of a record all that its layout follows from."""
    return _layout(hint) if isinstance(hint, type) and issubclass(hint, Record) else repr(hint)


def _layout(record: type[Record]) -> str:
    parts = (
        (f.name, f.kind, f.place, f.is_changing, f.record and _layout(f.record))
        for f in record.record_fields.values()
    )
    return f"{record.__name__} {hashlib.sha256(repr(list(parts)).encode()).hexdigest()}"
