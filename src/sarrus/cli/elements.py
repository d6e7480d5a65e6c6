"""Elements of the user's own, from Python files that the command line names; no file of a model can name one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any

from sarrus.errors import SarrusError, UsageError
from sarrus.files import reason_of, shown_path

if TYPE_CHECKING:
    from sarrus.elements.base import Element

__all__ = ["classes_in"]


def classes_in(files: Sequence[str] | None) -> tuple[type[Element], ...]:
    """The classes of elements in Python files, each of which is run once.

    Classes that a file imports count, but neither those of this package nor those whose names begin with an underscore. One
    that leaves something unsaid is a basis of others, where there are others.

    Raises:
        UsageError: a file cannot be read or run, has no classes of elements, or one of them does not keep its contract.
    """
    if not files:
        return ()
    from sarrus.elements.outside import shelves_with

    found = tuple(dict.fromkeys(kind for file in dict.fromkeys(files) for kind in _classes(file)))
    shelves_with(found)
    return found


def _classes(path: str) -> list[type[Element]]:
    from sarrus.elements.outside import CONTRACTS, contract_flaw, is_derived, unstated

    module = _run(path)
    kinds = [
        thing
        for name, thing in vars(module).items()
        if is_derived(thing) and not name.startswith("_") and not thing.__module__.startswith("sarrus.")
    ]
    final = [
        kind for kind in kinds if not (unstated(kind) and any(kind in other.__mro__[1:] for other in kinds))
    ]
    for kind in final:
        if flaw := contract_flaw(kind):
            raise UsageError(f"{shown_path(path)}: {kind.__name__} cannot be an element of a model: {flaw}")
    if not final:
        bases = ", ".join(base.__name__ for base in CONTRACTS)
        raise UsageError(
            f"{shown_path(path)}: there are no classes of elements in it. They are derived from {bases} of sarrus.element."
        )
    return final


def _run(path: str) -> ModuleType:
    """A file as a module. Its name is its place, so that it is the same module whenever it is run."""
    code = _compiled(path)
    module = ModuleType(f"elements of {os.path.realpath(path)}")
    module.__file__ = path
    sys.modules[module.__name__] = module  # some classes look for their module
    try:
        with _importing_from(os.path.dirname(os.path.abspath(path))):
            exec(code, vars(module))  # noqa: S102  the user named this file to be run
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        words = str(error) if isinstance(error, SarrusError) else f"{type(error).__name__}: {error}"
        raise UsageError(
            f"{shown_path(path)}{_line(error, path)}: the file cannot be run: {' '.join(words.split())}"
        ) from error
    return module


def _compiled(path: str) -> Any:
    if not path.endswith(".py"):
        raise UsageError(
            f"{shown_path(path)}: --elements takes a Python file, by its ending .py, with classes of elements."
        )
    try:
        with open(path, "rb") as file:
            return compile(file.read(), path, "exec", dont_inherit=True)
    except SyntaxError as error:
        where = f":{error.lineno}" if error.lineno else ""
        raise UsageError(f"{shown_path(path)}{where}: this is not Python: {error.msg}.") from error
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{shown_path(path)}: the file cannot be read: {reason_of(error)}. Check the path of --elements."
        ) from error


@contextmanager
def _importing_from(folder: str) -> Iterator[None]:
    """Let a file import its neighbours, as a program does that is run from its folder."""
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        if folder in sys.path:
            sys.path.remove(folder)


def _line(error: BaseException, path: str) -> str:
    """The last line of the file that was at work, as ":12"."""
    line, frame = "", error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename == path:
            line = f":{frame.tb_lineno}"
        frame = frame.tb_next
    return line
