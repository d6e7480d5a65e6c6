"""Mistakes in the code of elements from outside the package: they are said of that code, by file and line.

Methods of a class from outside are wrapped when the class is made. Whoever calls them needs to know nothing of it, and
methods of the catalogue stay as they are: what goes wrong in these is a fault of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from inspect import unwrap
from numbers import Real
from types import CodeType, FunctionType
from typing import Any

from sarrus.errors import ModelError, SarrusError
from sarrus.scalar import Node
from sarrus.scalar.tabled import Tabled
from sarrus.spatial import Pose

PACKAGE = "sarrus"
FUNCTIONS = "Inside an element, use operators and functions of sarrus.element only, such as sin and where"


def is_outside(cls: type) -> bool:
    """Whether a class is not of this package."""
    return cls.__module__.partition(".")[0] != PACKAGE


def watch(cls: type) -> None:
    """Let what goes wrong in methods of a class from outside the package be said of its code.

    Watched are those methods that one of the classes it is derived from has, or promises.
    """
    if not is_outside(cls):
        return
    for name, member in list(vars(cls).items()):
        if isinstance(member, Tabled):
            member.rows = _watched(member.rows, name)
        if name.startswith("_") or not any(_knows(base, name) for base in cls.__mro__[1:]):
            continue
        if isinstance(member, FunctionType):
            setattr(cls, name, _watched(member, name))
        elif isinstance(member, classmethod) and isinstance(member.__func__, FunctionType):
            setattr(cls, name, classmethod(_watched(member.__func__, name)))
        elif isinstance(member, property) and isinstance(member.fget, FunctionType):
            setattr(cls, name, property(_watched(member.fget, name), doc=member.__doc__))


def _knows(base: type, name: str) -> bool:
    return name in vars(base) or name in vars(base).get("__annotations__", {})


def _watched(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The function, whose mistakes are told as such."""
    code = unwrap(function).__code__

    @wraps(function)
    def call(self: Any, *arguments: Any, **named: Any) -> Any:
        try:
            given = function(self, *arguments, **named)
            if isinstance(given, Iterator):
                given = tuple(given)  # what goes wrong in a generator does so here
        except SarrusError:
            raise
        except Exception as error:
            if error.__traceback__ is not None and error.__traceback__.tb_next is None:
                raise _refused(code, name, self, arguments) from error  # it was not even entered
            raise _failed(code, name, self, error) from error
        if wrong := _misgiven(_promised(self, name), given):
            raise _told(code, code.co_firstlineno, name, self, f"it gives {wrong}", "Is a `return` missing?")
        return given

    return call


def _promised(self: Any, name: str) -> str:
    """What the contract says that a member gives, as it is annotated there."""
    kind = self if isinstance(self, type) else type(self)
    base = next(c for c in kind.__mro__ if not is_outside(c) and _knows(c, name))
    member = vars(base).get(name)
    if isinstance(member, FunctionType):
        return str(member.__annotations__.get("return", ""))
    return str(vars(base).get("__annotations__", {}).get(name, ""))


def _misgiven(promised: str, given: Any) -> str:
    """What a member gives against its contract, in words; empty where it keeps it."""
    wanted = ""
    if "tuple[Scalar, ...]" in promised:
        rows = tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else None
        if rows is None or not all(isinstance(one, Node | Real) for one in rows):
            wanted = "a tuple of numbers"
    elif promised == "Scalar" or "Callable[..., Scalar]" in promised:
        wanted = "" if isinstance(given, Node | Real) else "a number"
    elif promised == Pose.__name__:
        wanted = "" if isinstance(given, Pose) else "a Pose"
    return f"{_shown(given)} where {wanted} is wanted" if wanted else ""


def _shown(given: Any) -> str:
    """What was given, in words."""
    if isinstance(given, Node | Real):
        return "a number"
    if isinstance(given, tuple | list) and given:
        return f"a {type(given).__name__} of {', '.join(_shown(one) for one in given)}"
    return "nothing" if given is None else f"a value of the type {type(given).__name__}"


def _failed(code: CodeType, name: str, self: Any, error: Exception) -> ModelError:
    """What went wrong inside, by the last line of the same file that was at work."""
    file, line, frame = code.co_filename, code.co_firstlineno, error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename == file:
            line = frame.tb_lineno
        frame = frame.tb_next
    reason = f"{str(error) or 'it fails'} ({type(error).__name__})"
    return _told(code, line, name, self, reason, FUNCTIONS if isinstance(error, TypeError) else "")


def _refused(code: CodeType, name: str, self: Any, arguments: Sequence[Any]) -> ModelError:
    """That a method takes other arguments than it is given."""
    takes = ", ".join(code.co_varnames[: code.co_argcount])
    given = ", ".join(["self", *(_argument(a) for a in arguments)])
    reason = f"it is written {name}({takes}), and is called with {given}"
    return _told(code, code.co_firstlineno, name, self, reason, "Let it take as many.")


def _argument(given: Any) -> str:
    return "a number" if isinstance(given, Node | Real) else f"a {type(given).__name__}"


def _told(code: CodeType, line: int, name: str, self: Any, reason: str, hint: str) -> ModelError:
    kind = self if isinstance(self, type) else type(self)
    base = next(c for c in kind.__mro__ if not is_outside(c))
    whose = f"{base.__name__} {kind.__name__}"
    whose = whose if kind is self else f"'{self.name}' ({whose})"
    where = f"{code.co_filename}:{line}"
    return ModelError.one(where, f"{name} of {whose}: {reason}", "", hint)
